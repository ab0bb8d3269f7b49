/* Local simplification: constant folding, algebra that holds for every value, conversions of conversions, branches whose
 * condition is known. Invariant: an instruction is replaced only by a value that dominates it. */
#include <math.h>
#include "pass.h"

typedef struct Simplifier {
    IrProgram *program;
    IrFunction *function;
    bool has_changed;
} Simplifier;

static void become(Simplifier *s, IrInstr *instr, IrInstr *value)
{
    ir_forward(instr, value);
    s->has_changed = true;
}

static IrInstr *insert(Simplifier *s, IrInstr *place, IrOp op, uint32_t count, IrInstr *const *operands)
{
    IrInstr *instr = ir_instr_new(s->program, s->function, op, count, operands);
    ir_place_as(instr, place);
    ir_insert_before(place, instr);
    return instr;
}

static void become_boolean(Simplifier *s, IrInstr *instr, bool value)
{
    IrInstr *constant = insert(s, instr, IR_CONST_BOOL, 0, NULL);
    constant->integer = value;
    become(s, instr, constant);
}

static void become_number(Simplifier *s, IrInstr *instr, double value)
{
    IrInstr *constant = insert(s, instr, IR_NUMBER, 0, NULL);
    constant->number = value;
    if (instr->block->handler)
        ir_drop_handler(instr->block);
    become(s, instr, constant);
}

static bool is_constant(const IrInstr *value)
{
    switch ((int)value->op) {
    case IR_UNDEFINED: case IR_NULL: case IR_TRUE: case IR_FALSE: case IR_NUMBER: case IR_STRING: case IR_EMPTY:
        return true;
    }
    return false;
}

static bool truth_of(const IrInstr *constant)
{
    switch ((int)constant->op) {
    case IR_TRUE: return true;
    case IR_NUMBER: return constant->number == constant->number && constant->number != 0;
    case IR_STRING: return constant->key->length > 0;
    }
    return false;
}

/* Ops whose result is an object, never empty, undefined or null. */
static bool is_surely_object(const IrInstr *value)
{
    switch ((int)value->op) {
    case IR_CLOSURE: case IR_OBJECT: case IR_OBJECT_LITERAL: case IR_ARRAY: case IR_NEW: case IR_REGEXP: case IR_ARGUMENTS:
    case IR_REST: case IR_TEMPLATE_OBJECT: case IR_TO_OBJECT: case IR_CREATE_THIS:
        return true;
    }
    return false;
}

static void simplify_to_boolean(Simplifier *s, IrInstr *instr)
{
    IrInstr *operand = instr->operands[0];
    if (operand->op == IR_BOX_BOOL)
        become(s, instr, operand->operands[0]);
    else if (is_constant(operand))
        become_boolean(s, instr, truth_of(operand));
    else if (is_surely_object(operand))
        become_boolean(s, instr, true);
}

static void simplify_is(Simplifier *s, IrInstr *instr)
{
    const IrInstr *operand = instr->operands[0];
    bool is_object = is_surely_object(operand);
    if (!is_object && !is_constant(operand) && operand->op != IR_BOX_BOOL)
        return;
    bool is_undefined = operand->op == IR_UNDEFINED;
    switch ((int)instr->op) {
    case IR_IS_NULLISH: become_boolean(s, instr, is_undefined || operand->op == IR_NULL); return;
    case IR_IS_UNDEFINED: become_boolean(s, instr, is_undefined); return;
    case IR_IS_EMPTY: become_boolean(s, instr, operand->op == IR_EMPTY); return;
    case IR_IS_OBJECT: become_boolean(s, instr, is_object); return;
    }
}

static void simplify_not(Simplifier *s, IrInstr *instr)
{
    IrInstr *operand = instr->operands[0];
    if (operand->op == IR_CONST_BOOL)
        become_boolean(s, instr, !operand->integer);
    else if (operand->op == IR_NOT)
        become(s, instr, operand->operands[0]);
}

static void simplify_arithmetic(Simplifier *s, IrInstr *instr)
{
    const IrInstr *left = instr->operands[0], *right = instr->operands[1];
    if (left->op != IR_NUMBER || right->op != IR_NUMBER)
        return;
    double a = left->number, b = right->number;
    switch ((int)instr->op) {
    case IR_ADD: become_number(s, instr, a + b); return;
    case IR_SUB: become_number(s, instr, a - b); return;
    case IR_MUL: become_number(s, instr, a * b); return;
    case IR_DIV: become_number(s, instr, a / b); return;
    }
}

static void drop_check(Simplifier *s, IrInstr *instr)
{
    ir_drop_handler(instr->block);
    ir_remove(instr);
    s->has_changed = true;
}

static void simplify_tdz(Simplifier *s, IrInstr *instr)
{
    const IrInstr *operand = instr->operands[0];
    if (is_surely_object(operand) || (is_constant(operand) && operand->op != IR_EMPTY) || operand->op == IR_BOX_BOOL)
        drop_check(s, instr);
}

/* A conversion of what is already of that type: -x of a number constant, +x, String(x). */
static void simplify_conversion(Simplifier *s, IrInstr *instr)
{
    IrInstr *operand = instr->operands[0];
    bool is_number = operand->op == IR_NUMBER;
    if (instr->op == IR_NEGATE && is_number)
        become_number(s, instr, -operand->number);
    else if ((instr->op == IR_TO_STRING && operand->op == IR_STRING) ||
             ((instr->op == IR_TO_NUMBER || instr->op == IR_TO_NUMERIC) && is_number)) {
        ir_drop_handler(instr->block);
        become(s, instr, operand);
    }
}

static void simplify_branch(Simplifier *s, IrInstr *branch)
{
    IrInstr *condition = branch->operands[0];
    IrBlock *block = branch->block;
    if (condition->op == IR_NOT) {
        IrBlock *if_true = branch->targets[0];
        if (if_true == branch->targets[1])
            return;
        branch->operands[0] = condition->operands[0];
        branch->targets[0] = branch->targets[1];
        branch->targets[1] = if_true;
        s->has_changed = true;
        return;
    }
    if (condition->op != IR_CONST_BOOL || branch->targets[0] == branch->targets[1])
        return;
    IrBlock *taken = branch->targets[condition->integer ? 0 : 1], *other = branch->targets[condition->integer ? 1 : 0];
    ir_remove_pred(other, block);
    ir_remove(branch);
    IrInstr *jump = ir_instr_new(s->program, s->function, IR_JUMP, 0, NULL);
    jump->targets[0] = taken;
    ir_append(block, jump);
    s->has_changed = true;
}

static void simplify_instr(Simplifier *s, IrInstr *instr)
{
    for (uint32_t i = 0; i < instr->operand_count; i++)
        instr->operands[i] = ir_resolve(instr->operands[i]);
    switch ((int)instr->op) {
    case IR_TO_BOOLEAN: simplify_to_boolean(s, instr); return;
    case IR_UNBOX_BOOL:
        if (instr->operands[0]->op == IR_BOX_BOOL)
            become(s, instr, instr->operands[0]->operands[0]);
        return;
    case IR_BOX_BOOL:
        if (instr->operands[0]->op == IR_CONST_BOOL)
            become(s, instr, insert(s, instr, instr->operands[0]->integer ? IR_TRUE : IR_FALSE, 0, NULL));
        return;
    case IR_IS_NULLISH: case IR_IS_UNDEFINED: case IR_IS_EMPTY: case IR_IS_OBJECT: simplify_is(s, instr); return;
    case IR_NOT: simplify_not(s, instr); return;
    case IR_ADD: case IR_SUB: case IR_MUL: case IR_DIV: simplify_arithmetic(s, instr); return;
    case IR_CHECK_TDZ: simplify_tdz(s, instr); return;
    case IR_NEGATE: case IR_TO_STRING: case IR_TO_NUMBER: case IR_TO_NUMERIC: simplify_conversion(s, instr); return;
    case IR_BRANCH: simplify_branch(s, instr); return;
    }
}

static bool has_throwing(const IrBlock *block)
{
    for (const IrInstr *instr = block->first; instr; instr = instr->next)
        if (ir_throws(instr))
            return true;
    return false;
}

/* A block whose only successor has no other predecessor takes that one's instructions. */
static void merge_blocks(Simplifier *s)
{
    for (IrBlock *block = s->function->blocks; block; block = block->next) {
        for (;;) {
            IrInstr *jump = block->last;
            IrBlock *target = jump->targets[0];
            if (jump->op != IR_JUMP || block->handler || target->pred_count != 1 || target == block || ir_is_phi(target->first) ||
                (target->handler && has_throwing(block)))
                break;
            ir_remove(jump);
            while (target->first) {
                IrInstr *instr = target->first;
                ir_remove(instr);
                ir_append(block, instr);
            }
            block->handler = target->handler;
            IrBlock *successors[3];
            for (uint32_t i = ir_successors(block, successors); i-- > 0;)
                for (uint32_t j = 0; j < successors[i]->pred_count; j++)
                    if (successors[i]->preds[j] == target)
                        successors[i]->preds[j] = block;
            /* The empty rest is unreachable: give it a terminator until it is removed. */
            target->handler = NULL;
            target->pred_count = 0;
            ir_append(target, ir_instr_new(s->program, s->function, IR_UNREACHABLE, 0, NULL));
            s->has_changed = true;
        }
    }
}

static void simplify_function(IrProgram *program, IrFunction *function)
{
    Simplifier s = {.program = program, .function = function, .has_changed = true};
    for (int round = 0; s.has_changed && round < 10; round++) {
        s.has_changed = false;
        for (IrBlock *block = function->blocks; block; block = block->next)
            for (IrInstr *instr = block->first, *next; instr; instr = next) {
                next = instr->next;
                simplify_instr(&s, instr);
            }
        ir_apply_forwards(function);
        ir_clear_notes(function);
        ir_remove_unreachable(program, function);
        ir_remove_trivial_phis(function);
        ir_clear_notes(function);
        merge_blocks(&s);
        ir_remove_unreachable(program, function);
    }
    ir_renumber(function);
}

void pass_simplify(IrProgram *program)
{
    for (IrFunction *function = program->functions; function; function = function->next)
        simplify_function(program, function);
    pass_remove_dead(program);
}
