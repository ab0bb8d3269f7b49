/* Appending to a function under construction: blocks, edges, instructions.
 *
 * Invariant: b->block is NULL or a placed block without terminator; an edge is in its target's preds from the moment
 * that the terminator (or the throwing instruction, for the handler) stands. */
#include "builder.h"

#include <assert.h>
#include "edit.h"

void ir_builder_start(IrBuilder *b, IrFunction *function)
{
    *b = (IrBuilder){.program = function->module->program, .function = function};
    b->definitions = ir_definitions_new(b->program->arena);
    function->entry = ir_block_new(b);
    function->entry->sealed = true;
    ir_block_start(b, function->entry);
}

void ir_builder_finish(IrBuilder *b)
{
    IrFunction *function = b->function;
    if (b->block)
        ir_return(b, ir_undefined_of(function, IR_TYPE_ANY));
    for (IrBlock *block = function->blocks; block; block = block->next)
        assert(block->sealed);
    ir_apply_forwards(function);
    ir_remove_unreachable(b->program, function);
    ir_remove_trivial_phis(function);
    ir_clear_notes(function);
    ir_renumber(function);
    b->definitions = NULL;
}

IrBlock *ir_block_new(IrBuilder *b)
{
    return ir_block_make(b->program, b->function);
}

void ir_block_start(IrBuilder *b, IrBlock *block)
{
    assert(!b->block);
    ir_block_place(b->function, block);
    b->block = block;
}

static IrInstr *append(IrBuilder *b, IrOp op, uint32_t count, IrInstr *const *operands)
{
    assert(ir_op_accepts_count(op, count));
    IrInstr *instr = ir_instr_new(b->program, b->function, op, count, operands);
    instr->position = b->position;
    for (uint32_t i = 0; i < count; i++) {
        instr->operands[i] = ir_resolve(operands[i]);
        assert(instr->operands[i]->type == ir_op_operand_type(op, i));
    }
    if (b->block)
        ir_append(b->block, instr);
    return instr;
}

static void add_edge(IrBuilder *b, IrBlock *target)
{
    assert(!target->sealed);
    ir_add_pred(b->program, target, b->block);
}

/* The block ends at a throwing instruction: what follows stands in a fresh one. */
static void split_after_throwing(IrBuilder *b)
{
    IrBlock *rest = ir_block_new(b);
    ir_jump(b, rest);
    rest->sealed = true;
    ir_block_start(b, rest);
}

static bool has_throwing(const IrBlock *block)
{
    for (const IrInstr *instr = block->last; instr; instr = instr->prev)
        if (ir_throws(instr))
            return true;
    return false;
}

IrInstr *ir_emit(IrBuilder *b, IrOp op, uint32_t count, IrInstr *const *operands)
{
    assert(op != IR_JUMP && op != IR_BRANCH && op != IR_PHI);
    /* What threw before the try region began must not get its handler. */
    bool is_covered = b->block && b->handler && ir_op_effects(op) & IR_THROWS;
    if (is_covered && has_throwing(b->block))
        split_after_throwing(b);
    IrInstr *instr = append(b, op, count, operands);
    if (!b->block)
        return instr;
    if (ir_throws(instr) && b->handler) {
        b->block->handler = b->handler;
        add_edge(b, b->handler);
    }
    if (ir_is_terminator(instr))
        b->block = NULL;
    else if (b->block->handler)
        split_after_throwing(b);
    return instr;
}

IrInstr *ir_emit_list(IrBuilder *b, IrOp op, IrInstr *const *operands, size_t count)
{
    return ir_emit(b, op, (uint32_t)count, operands);
}

IrInstr *ir_emit_key(IrBuilder *b, IrOp op, const IrAtom *key, uint32_t count, IrInstr *const *operands)
{
    IrInstr *instr = ir_emit(b, op, count, operands);
    instr->key = key;
    return instr;
}

IrInstr *ir_emit_number(IrBuilder *b, double number)
{
    IrInstr *instr = ir_emit(b, IR_NUMBER, 0, NULL);
    instr->number = number;
    return instr;
}

IrInstr *ir_emit_string(IrBuilder *b, const char *bytes, size_t length)
{
    return ir_emit_key(b, IR_STRING, ir_atom(b->program, bytes, length), 0, NULL);
}

void ir_jump(IrBuilder *b, IrBlock *target)
{
    if (!b->block)
        return;
    IrInstr *jump = append(b, IR_JUMP, 0, NULL);
    jump->targets[0] = target;
    add_edge(b, target);
    b->block = NULL;
}

void ir_branch(IrBuilder *b, IrInstr *condition, IrBlock *if_true, IrBlock *if_false)
{
    if (!b->block)
        return;
    IrInstr *branch = append(b, IR_BRANCH, 1, &condition);
    branch->targets[0] = if_true;
    branch->targets[1] = if_false;
    add_edge(b, if_true);
    add_edge(b, if_false);
    b->block = NULL;
}

void ir_return(IrBuilder *b, IrInstr *value)
{
    if (b->block)
        ir_emit(b, IR_RETURN, 1, &value);
}
