/* The whole program: modules in, functions lowered one by one from the queue. */
#include "lower/internal.h"

static void add_module(Lowering *program, uint32_t index, const LowerModule *in)
{
    ModuleState *module = &program->modules[index];
    module->in = in;
    module->index = index;
    module->ir = ir_module_new(program->program, in->kind, in->source->path);
    module->ir->source = in->source->bytes;
    module->ir->source_length = (uint32_t)in->source->length;
}

static void add_body(Lowering *program, ModuleState *module)
{
    if (!module->in->program)
        return;
    bool is_commonjs = module->in->kind == IR_MODULE_COMMONJS;
    FunctionInfo *info = ARENA_NEW(program->arena, FunctionInfo);
    info->module = module;
    info->scope = module->in->scope;
    info->home_capture = info->fields_capture = NO_CAPTURE;
    info->ir = ir_function_new(module->ir, NULL, is_commonjs ? IR_NORMAL : IR_MODULE_BODY);
    info->ir->capture_count = info->scope->capture_count;
    info->ir->is_strict = module->in->program->is_strict || module->in->scope->is_strict;
    info->ir->is_async = module->in->program->has_top_level_await;
    info->ir->length = is_commonjs ? 5 : 0;
    info->ir->end = (uint32_t)module->in->source->length;
    module->ir->body = info->ir;
    info->scope->user = info;
    vec_push(&program->queue, info);
}

IrProgram *lower_program(Arena *arena, const LowerModule *modules, uint32_t count, uint32_t entry, Diags *diags)
{
    size_t errors = diags_error_count(diags);
    Lowering program = {.arena = arena, .diags = diags, .program = ir_program_new(arena), .module_count = count};
    vec_init(&program.queue, arena);
    program.modules = ARENA_ARRAY(arena, ModuleState, count);
    for (uint32_t i = 0; i < count; i++)
        add_module(&program, i, &modules[i]);
    modules_link(&program);
    if (diags_error_count(diags) > errors)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        add_body(&program, &program.modules[i]);
    for (size_t i = 0; i < program.queue.length; i++)
        function_lower(&program, program.queue.items[i]);
    program.program->entry = program.modules[entry].ir;
    return diags_error_count(diags) > errors ? NULL : program.program;
}
