/* Unboxed numbers and booleans: types are inferred over the whole program, chosen a function at a time, and the ops
 * rewritten. Invariant: a function that only direct calls reach takes and gives unboxed numbers where they always are. */
#include "represent.h"

#include "open.h"
#include "pass.h"

static void choose_signature(const Inference *inference, IrFunction *function)
{
    const FunctionFacts *facts = &inference->functions[function->number];
    bool suspends = function->is_generator || function->is_async;
    bool is_plain = function->kind == IR_NORMAL || function->kind == IR_ARROW || function->kind == IR_METHOD;
    if (suspends || !is_plain)
        return;
    if (fact_is_number(facts->result))
        function->return_type = fact_is_int(facts->result) ? IR_TYPE_I64 : IR_TYPE_F64;
    if (facts->is_open || function->uses_arguments || !function->param_count)
        return;
    function->param_types = ARENA_ARRAY(inference->program->arena, IrType, function->param_count);
    for (uint32_t i = 0; i < function->param_count; i++)
        function->param_types[i] = fact_is_number(facts->params[i]) ? represent_number_type(facts->params[i]) : IR_TYPE_ANY;
}

/* Typed phis, beside the old ones, whose operands are converted when everything stands. */
static void start_phis(Representer *r, IrBlock *block)
{
    for (IrInstr *phi = block->first, *next; ir_is_phi(phi); phi = next) {
        next = phi->next;
        if (phi->id >= r->old_count || r->types[phi->id] == IR_TYPE_ANY)
            continue;
        IrInstr *typed = ir_instr_new(r->program, r->function, IR_PHI, phi->operand_count, phi->operands);
        typed->type = r->types[phi->id];
        ir_insert_before(phi, typed);
        ir_remove(phi);
        phi->note = typed;
    }
}

/* Where a conversion for the edge from `pred` stands: before what may throw to the handler, or before the jump. */
static IrInstr *edge_place(const IrBlock *pred, const IrBlock *to)
{
    bool is_handler_edge = pred->handler == to && pred->last->op == IR_JUMP;
    return is_handler_edge ? pred->last->prev : pred->last;
}

static void finish_phis(Representer *r, IrBlock *block)
{
    for (IrInstr *phi = block->first; ir_is_phi(phi); phi = phi->next)
        for (uint32_t i = 0; i < phi->operand_count; i++)
            if (phi->type != IR_TYPE_ITER)
                phi->operands[i] = represent_as(r, phi->operands[i], phi->type, edge_place(block->preds[i], block));
}

static void type_fixed_values(IrFunction *function)
{
    for (IrBlock *block = function->blocks; block; block = block->next)
        for (IrInstr *instr = block->first; instr; instr = instr->next)
            if (instr->op == IR_PARAM || instr->op == IR_CALL_DIRECT)
                instr->type = ir_result_type(instr, function);
}

static void represent_function(const Inference *inference, IrFunction *function)
{
    Arena *scratch = arena_new();
    Representer r = {.program = inference->program, .function = function, .inference = inference,
                     .facts = inference->functions[function->number].values, .old_count = function->instr_count};
    type_fixed_values(function);
    represent_choose(&r, scratch);
    ir_clear_notes(function);
    uint32_t count = inference->functions[function->number].order_count;
    IrBlock **order = inference->functions[function->number].order;
    for (uint32_t i = 0; i < count; i++)
        start_phis(&r, order[i]);
    for (uint32_t i = 0; i < count; i++)
        for (IrInstr *instr = order[i]->first, *next; instr; instr = next) {
            next = instr->next;
            if (!ir_is_phi(instr) && instr->id < r.old_count)
                represent_rewrite(&r, instr);
        }
    for (IrBlock *block = function->blocks; block; block = block->next)
        finish_phis(&r, block);
    ir_clear_notes(function);
    ir_renumber(function);
    arena_free(scratch);
}

void pass_represent(IrProgram *program)
{
    Arena *scratch = arena_new();
    pass_remove_dead(program);
    Inference *inference = infer_program(program, NULL);
    bool *open = open_functions(scratch, program, inference);
    infer_free(inference);
    inference = infer_program(program, open);
    for (IrFunction *function = program->functions; function; function = function->next)
        choose_signature(inference, function);
    for (IrFunction *function = program->functions; function; function = function->next)
        represent_function(inference, function);
    infer_free(inference);
    arena_free(scratch);
    pass_simplify(program);
}
