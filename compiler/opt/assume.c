/* Gives a value past a check or a comparison a name of its own (ASSUME), so that inference can say more of it there.
 *
 * Invariant: an ASSUME is its first operand; every use that it takes over is dominated by what it assumes. Operand 1, the
 * other side of the comparison, is for inference alone. */
#include "pass.h"

typedef struct Assumer {
    IrProgram *program;
    IrFunction *function;
    IrDominators *dominators;
} Assumer;

static bool is_worth_it(const IrInstr *value)
{
    switch ((int)value->op) {
    case IR_NUMBER: case IR_UNDEFINED: case IR_NULL: case IR_TRUE: case IR_FALSE: case IR_STRING: case IR_EMPTY:
        return false;
    }
    return true;
}

static bool is_use_after(const Assumer *a, const IrInstr *use, uint32_t operand, const IrInstr *assume)
{
    const IrBlock *where = ir_is_phi(use) ? use->block->preds[operand] : use->block;
    if (where != assume->block)
        return ir_dominates(a->dominators, assume->block, where);
    if (ir_is_phi(use))
        return true;
    for (const IrInstr *at = assume->next; at; at = at->next)
        if (at == use)
            return true;
    return false;
}

static void take_over_uses(const Assumer *a, IrInstr *value, IrInstr *assume)
{
    for (uint32_t i = a->dominators->place[assume->block->id]; i < a->dominators->order_count; i++)
        for (IrInstr *use = a->dominators->order[i]->first; use; use = use->next)
            for (uint32_t j = 0; use != assume && j < use->operand_count; j++)
                if (use->operands[j] == value && is_use_after(a, use, j, assume))
                    use->operands[j] = assume;
    /* phis of blocks before it in the order: back-edges */
    for (uint32_t i = 0; i < a->dominators->place[assume->block->id]; i++)
        for (IrInstr *phi = a->dominators->order[i]->first; ir_is_phi(phi); phi = phi->next)
            for (uint32_t j = 0; j < phi->operand_count; j++)
                if (phi->operands[j] == value && is_use_after(a, phi, j, assume))
                    phi->operands[j] = assume;
}

static void add_assume(const Assumer *a, IrBlock *block, IrInstr *place, IrInstr *value, IrInstr *other, IrAssumption what)
{
    if (!is_worth_it(value))
        return;
    IrInstr *assume = ir_instr_new(a->program, a->function, IR_ASSUME, other ? 2 : 1, (IrInstr *[]){value, other});
    assume->integer = what;
    if (place)
        ir_insert_before(place, assume);
    else
        ir_insert_first(block, assume);
    take_over_uses(a, value, assume);
}

static void after_check(const Assumer *a, IrInstr *check)
{
    IrInstr *value = check->operands[0];
    if (check->block->handler)
        add_assume(a, check->next->targets[0], NULL, value, NULL, IR_ASSUME_NOT_EMPTY);
    else
        add_assume(a, check->block, check->next, value, NULL, IR_ASSUME_NOT_EMPTY);
}

static IrAssumption flipped(IrAssumption what) /* a < b is b > a */
{
    return what == IR_ASSUME_LT ? IR_ASSUME_GT : what == IR_ASSUME_LE ? IR_ASSUME_GE : what == IR_ASSUME_GT ? IR_ASSUME_LT : IR_ASSUME_LE;
}

static IrAssumption negated(IrAssumption what) /* of integers: what is not < is >= */
{
    return what == IR_ASSUME_LT ? IR_ASSUME_GE : what == IR_ASSUME_LE ? IR_ASSUME_GT : what == IR_ASSUME_GT ? IR_ASSUME_LE : IR_ASSUME_LT;
}

static void after_branch(const Assumer *a, IrInstr *branch)
{
    IrInstr *condition = branch->operands[0];
    IrInstr *compare = condition->op == IR_TO_BOOLEAN || condition->op == IR_UNBOX_BOOL ? condition->operands[0] : NULL;
    if (!compare || compare->op < IR_LT || compare->op > IR_GE)
        return;
    for (int edge = 0; edge < 2; edge++) {
        IrBlock *target = branch->targets[edge];
        if (target->pred_count != 1)
            continue;
        IrAssumption what = (IrAssumption)(IR_ASSUME_LT + (compare->op - IR_LT));
        if (edge)
            what = negated(what);
        IrInstr *left = compare->operands[0], *right = compare->operands[1];
        add_assume(a, target, NULL, left, right, what);
        if (left != right)
            add_assume(a, target, NULL, right, left, flipped(what));
    }
}

enum { SIZE_BOUND = 20000 }; /* taking over uses is quadratic */

static void assume_in(IrProgram *program, IrFunction *function)
{
    if (function->instr_count > SIZE_BOUND)
        return;
    Arena *scratch = arena_new();
    Assumer a = {program, function, ir_dominators(scratch, function)};
    for (uint32_t i = 0; i < a.dominators->order_count; i++) {
        IrBlock *block = a.dominators->order[i];
        for (IrInstr *instr = block->first, *next; instr; instr = next) {
            next = instr->next;
            if (instr->op == IR_CHECK_TDZ)
                after_check(&a, instr);
            else if (instr->op == IR_BRANCH)
                after_branch(&a, instr);
        }
    }
    arena_free(scratch);
    ir_renumber(function);
}

void pass_assume(IrProgram *program)
{
    for (IrFunction *function = program->functions; function; function = function->next)
        assume_in(program, function);
}
