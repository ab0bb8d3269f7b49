/* The whole program: modules in, functions lowered one by one from the queue. */
#include <string.h>

#include "lower/internal.h"

static int error_type_named(const char *name)
{
    return !strcmp(name, "SyntaxError") ? ERROR_SYNTAX : !strcmp(name, "TypeError") ? ERROR_TYPE : ERROR_ERROR;
}

static void add_module(Lowering *program, uint32_t index, const LowerModule *in)
{
    ModuleState *module = &program->modules[index];
    module->in = in;
    module->index = index;
    module->fault = in->fault;
    module->fault_type = in->fault_type;
    module->ir = ir_module_new(program->program, in->kind, in->source->path);
    module->ir->source = in->source->bytes;
    module->ir->source_length = (uint32_t)in->source->length;
}

/* The body of a module that cannot be linked: whoever imports it gets the error. */
static void add_faulty_body(Lowering *program, ModuleState *module)
{
    FunctionInfo info = {.module = module, .ir = ir_function_new(module->ir, NULL, IR_MODULE_BODY)};
    Lower l = {.program = program, .module = module, .info = &info};
    info.ir->is_strict = true;
    module->ir->body = info.ir;
    ir_builder_start(&l.b, info.ir);
    emit_throw_error(&l, error_type_named(module->fault_type), module->fault);
    ir_builder_finish(&l.b);
}

static void add_body(Lowering *program, ModuleState *module)
{
    if (module->fault) {
        add_faulty_body(program, module);
        return;
    }
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
