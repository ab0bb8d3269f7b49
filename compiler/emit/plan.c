/* The plan: C names, what each function's ops need, how functions spread over units. Invariant: see unit.h. */
#include "unit.h"

#include <ctype.h>
#include <string.h>
#include "ir/edit.h"

enum { FUNCTIONS_PER_UNIT = 300, INSTRUCTIONS_PER_UNIT = 8000 };

static const char *c_name(Arena *arena, const IrFunction *function)
{
    char name[40];
    size_t length = 0;
    for (size_t i = 0; function->name && i < function->name->length && length < sizeof name - 1; i++)
        if (isalnum((unsigned char)function->name->bytes[i]))
            name[length++] = function->name->bytes[i];
    name[length] = 0;
    return arena_printf(arena, length ? "f%u_%s" : "f%u", function->number, name);
}

static bool is_double_op(const IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_F64_ADD: case IR_F64_SUB: case IR_F64_MUL: case IR_F64_DIV: case IR_F64_NEGATE: case IR_F64_MATH: case IR_F64_MATH2:
        return true;
    }
    return false;
}

static void note_uses(EmitFunction *info, const IrInstr *instr)
{
    if (strstr(ir_op_template(instr->op), "$callee") || instr->op == IR_ARGUMENTS_MAPPED ||
        (instr->op == IR_ARGUMENTS && instr->integer))
        info->uses_callee = true;
    if (instr->op == IR_THIS)
        info->uses_this = true;
    if (instr->op == IR_NEW_TARGET)
        info->uses_new_target = true;
    if (instr->op == IR_ARGUMENTS || instr->op == IR_ARGUMENTS_MAPPED || instr->op == IR_REST || instr->op == IR_ARGUMENT_COUNT)
        info->uses_arguments = true;
    if (instr->op == IR_LOOP_CHECK)
        info->has_loops = true;
    info->double_ops += is_double_op(instr);
    if (instr->op == IR_LOOP_CHECK || (ir_op_effects(instr->op) & IR_CALLS_JS & ~(IR_READS | IR_THROWS)))
        info->has_calls_or_loops = true;
}

static void plan_function(EmitPlan *plan, IrFunction *function)
{
    EmitFunction *info = &plan->functions[function->number];
    plan->by_number[function->number] = function;
    info->c_name = c_name(plan->arena, function);
    info->suspends = function->is_generator || function->is_async;
    for (const IrBlock *block = function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next)
            note_uses(info, instr);
    if (info->suspends)
        info->uses_callee = function->kind != IR_MODULE_BODY;
}

static void note_keys(EmitPlan *plan)
{
    plan->is_field_key = ARENA_ARRAY(plan->arena, bool, ir_atom_count(plan->program) + 1);
    plan->is_method_key = ARENA_ARRAY(plan->arena, bool, ir_atom_count(plan->program) + 1);
    for (const IrFunction *function = plan->program->functions; function; function = function->next)
        for (const IrBlock *block = function->blocks; block; block = block->next)
            for (const IrInstr *instr = block->first; instr; instr = instr->next) {
                bool defines = instr->op == IR_DEFINE_METHOD || instr->op == IR_DEFINE_GETTER || instr->op == IR_DEFINE_SETTER;
                if (defines && instr->operands[1]->op == IR_STRING)
                    plan->is_method_key[instr->operands[1]->key->number] = true;
                if (instr->op == IR_SET)
                    plan->is_field_key[instr->key->number] = true;
                if (instr->op == IR_DEFINE_FIELD && instr->operands[1]->op == IR_STRING)
                    plan->is_field_key[instr->operands[1]->key->number] = true;
                for (uint32_t i = 0; instr->op == IR_OBJECT_LITERAL && i < instr->operand_count; i++)
                    plan->is_field_key[instr->keys[i]->number] = true;
            }
}

static uint32_t instruction_count(const IrFunction *function)
{
    uint32_t count = 0;
    for (const IrBlock *block = function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next)
            count++;
    return count;
}

static bool runs_once(const EmitPlan *plan, const IrFunction *function)
{
    return function == function->module->body && !emit_function_of(plan, function)->has_loops;
}

/* The unit that takes functions of one kind at the moment. */
typedef struct Filling { uint32_t unit, functions, instructions; } Filling;

static void place(EmitPlan *plan, const IrFunction *function, Filling *filling, uint32_t most_functions)
{
    if (!filling->unit || filling->functions >= most_functions || filling->instructions >= INSTRUCTIONS_PER_UNIT)
        *filling = (Filling){.unit = plan->unit_count++};
    plan->functions[function->number].unit = filling->unit;
    filling->functions++;
    filling->instructions += instruction_count(function);
}

/* A small program is one unit, so that the C compiler sees it whole. In a larger one the first unit is what runs once, and the
 * others end when they hold enough functions or enough instructions: the C compiler's time grows faster than a unit does.
 * Functions without loops, most of a bundle, are compact there, and have units of their own. */
static void place_functions(EmitPlan *plan)
{
    const EmitOptions *options = plan->options;
    uint32_t most_functions = options->functions_per_unit ? options->functions_per_unit : FUNCTIONS_PER_UNIT;
    plan->unit_count = 1;
    if (options->symbol || plan->program->function_count <= most_functions)
        return;
    Filling compact = {0}, quick = {0};
    for (IrFunction *function = plan->program->functions; function; function = function->next) {
        EmitFunction *info = &plan->functions[function->number];
        info->is_compact = !info->has_loops;
        if (!runs_once(plan, function))
            place(plan, function, info->is_compact ? &compact : &quick, most_functions);
    }
}

EmitPlan *emit_plan(Arena *arena, IrProgram *program, const EmitOptions *options)
{
    EmitPlan *plan = ARENA_NEW(arena, EmitPlan);
    *plan = (EmitPlan){.program = program, .options = options, .arena = arena};
    plan->functions = ARENA_ARRAY(arena, EmitFunction, program->function_count);
    plan->by_number = ARENA_ARRAY(arena, IrFunction *, program->function_count);
    plan->sources = ARENA_ARRAY(arena, Source *, program->module_count);
    for (IrModule *module = program->modules; module; module = module->next)
        plan->sources[module->number] =
            source_from_memory(arena, module->path, module->source ? module->source : "", module->source_length);
    for (IrFunction *function = program->functions; function; function = function->next)
        plan_function(plan, function);
    place_functions(plan);
    note_keys(plan);
    emit_plan_layouts(plan);
    return plan;
}

void emit_signature(StrBuf *out, const EmitPlan *plan, const IrFunction *function)
{
    const EmitFunction *info = emit_function_of(plan, function);
    const char *separator = "";
    strbuf_addf(out, "%s%s %s(", emit_linkage(plan), emit_c_type(emit_return_type(function)), info->c_name);
    if (info->uses_callee)
        strbuf_adds(out, "JsFunction *callee"), separator = ", ";
    if (info->uses_this)
        strbuf_addf(out, "%sJsValue this_value", separator), separator = ", ";
    if (info->uses_new_target)
        strbuf_addf(out, "%sJsValue new_target", separator), separator = ", ";
    if (info->uses_arguments)
        strbuf_addf(out, "%suint32_t argc, JsValue *argv", separator), separator = ", ";
    for (uint32_t i = 0; i < function->param_count; i++, separator = ", ")
        strbuf_addf(out, "%s%s p%u", separator, emit_c_type(emit_param_type(function, i)), i);
    strbuf_adds(out, *separator ? ")" : "void)");
}
