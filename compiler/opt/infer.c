/* The fixpoint: functions in rounds until no fact of the program changes; within a function, blocks in reverse post-order
 * until its values are stable, then narrowing. Invariant: see infer.h. */
#include "infer.h"

/* Function declarations are written before anything else of the module runs: nobody sees them undefined. */
static bool is_written_at_start(const IrVariable *variable)
{
    const IrFunction *body = variable->module->body;
    for (const IrInstr *instr = body ? body->entry->first : NULL; instr; instr = instr->next) {
        if (instr->op == IR_MODULE_SET && instr->variable == variable)
            return instr->operands[0]->op == IR_CLOSURE && !instr->operands[0]->operand_count;
        if (ir_op_effects(instr->op) & (IR_CALLS_JS | IR_SUSPENDS) & ~(uint32_t)(IR_READS | IR_WRITES | IR_ALLOCATES))
            return false;
    }
    return false;
}

static Fact initial_of(const IrVariable *variable)
{
    if (variable->starts_unread || (!variable->starts_empty && is_written_at_start(variable)))
        return (Fact){0};
    return fact_of(variable->starts_empty ? FACT_EMPTY : FACT_UNDEFINED);
}

static void set_up_function(Inference *inference, IrFunction *function, bool is_open)
{
    FunctionFacts *facts = &inference->functions[function->number];
    Arena *arena = inference->arena;
    facts->values = ARENA_ARRAY(arena, Fact, function->instr_count + 1);
    facts->params = ARENA_ARRAY(arena, Fact, function->param_count + 1);
    facts->captures = ARENA_ARRAY(arena, Fact, function->capture_count + 1);
    facts->order = ir_reverse_post_order(arena, function, &facts->order_count);
    facts->is_open = is_open;
    if (function->is_generator || function->is_async)
        facts->result = fact_of(FACT_OBJECT);
    for (uint32_t i = 0; is_open && i < function->param_count; i++)
        facts->params[i] = fact_of(FACT_VISIBLE);
    for (uint32_t i = 0; function == function->module->body && i < function->capture_count; i++)
        facts->captures[i] = fact_of(FACT_ANY); /* of an eval's code: what its caller gives */
}

static bool visit_phi(Inference *inference, IrFunction *function, const IrInstr *phi)
{
    FunctionFacts *facts = &inference->functions[function->number];
    Fact joined = {0};
    for (uint32_t i = 0; i < phi->operand_count; i++)
        joined = fact_join(joined, facts->values[phi->operands[i]->id]);
    return fact_grow(&facts->values[phi->id], joined);
}

static bool visit_function(Inference *inference, IrFunction *function)
{
    FunctionFacts *facts = &inference->functions[function->number];
    bool has_changed = false;
    for (uint32_t i = 0; i < facts->order_count; i++)
        for (const IrInstr *instr = facts->order[i]->first; instr; instr = instr->next) {
            if (ir_is_phi(instr))
                has_changed |= visit_phi(inference, function, instr);
            else
                has_changed |= fact_grow(&facts->values[instr->id], infer_op(inference, function, instr));
        }
    return has_changed;
}

/* From a fixpoint, recomputing gives facts that still hold and may say more: ranges that a comparison bounds. */
static void narrow_function(Inference *inference, IrFunction *function)
{
    FunctionFacts *facts = &inference->functions[function->number];
    for (uint32_t i = 0; i < facts->order_count; i++)
        for (const IrInstr *instr = facts->order[i]->first; instr; instr = instr->next) {
            Fact now = {0};
            if (!ir_is_phi(instr))
                now = infer_op(inference, function, instr);
            for (uint32_t j = 0; ir_is_phi(instr) && j < instr->operand_count; j++)
                now = fact_join(now, facts->values[instr->operands[j]->id]);
            now.growth = facts->values[instr->id].growth;
            facts->values[instr->id] = now;
        }
}

static void solve_function(Inference *inference, IrFunction *function)
{
    while (visit_function(inference, function))
        continue;
    narrow_function(inference, function);
    inference->publishes = true;
    narrow_function(inference, function);
    inference->publishes = false;
}

Inference *infer_program(IrProgram *program, const bool *open)
{
    Arena *arena = arena_new();
    Inference *inference = ARENA_NEW(arena, Inference);
    inference->program = program;
    inference->arena = arena;
    inference->functions = ARENA_ARRAY(arena, FunctionFacts, program->function_count + 1);
    inference->key_hints = ARENA_ARRAY(arena, Fact, ir_atom_count(program) + 1);
    inference->variables = ARENA_ARRAY(arena, Fact *, program->module_count + 1);
    for (IrModule *module = program->modules; module; module = module->next) {
        inference->variables[module->number] = ARENA_ARRAY(arena, Fact, module->variable_count + 1);
        for (uint32_t i = 0; i < module->variable_count; i++)
            inference->variables[module->number][i] = initial_of(module->variables[i]);
    }
    for (IrFunction *function = program->functions; function; function = function->next)
        set_up_function(inference, function, !open || open[function->number]);
    for (inference->has_changed = true; inference->has_changed;) {
        inference->has_changed = false;
        for (IrFunction *function = program->functions; function; function = function->next)
            solve_function(inference, function);
    }
    return inference;
}

void infer_free(Inference *inference)
{
    ptrmap_free(&inference->boxes);
    arena_free(inference->arena);
}
