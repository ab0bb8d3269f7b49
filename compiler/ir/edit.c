/* Instruction and block lists, edges, replacement: see edit.h. */
#include "edit.h"

#include <assert.h>
#include <string.h>

IrInstr *ir_instr_new(IrProgram *program, IrFunction *function, IrOp op, uint32_t count, IrInstr *const *operands)
{
    IrInstr *instr = ARENA_NEW(program->arena, IrInstr);
    instr->op = op;
    instr->type = ir_op_result(op);
    instr->id = function->instr_count++;
    instr->operand_count = count;
    if (count) {
        uint32_t capacity = 1; /* as ir_add_operand counts on */
        while (capacity < count)
            capacity *= 2;
        instr->operands = ARENA_ARRAY(program->arena, IrInstr *, capacity);
        memcpy(instr->operands, operands, count * sizeof *operands);
    }
    return instr;
}

static IrType return_type(const IrFunction *function)
{
    return function->return_type == IR_TYPE_NONE ? IR_TYPE_ANY : function->return_type;
}

IrType ir_result_type(const IrInstr *instr, const IrFunction *function)
{
    if (instr->op == IR_CALL_DIRECT)
        return return_type(instr->function);
    if (instr->op == IR_PARAM && function->param_types)
        return function->param_types[instr->integer];
    return ir_op_result(instr->op);
}

IrType ir_operand_type(const IrInstr *instr, uint32_t index, const IrFunction *function)
{
    if (ir_is_phi(instr))
        return instr->type;
    if (instr->op == IR_RETURN)
        return return_type(function);
    const IrFunction *target = instr->op == IR_CALL_DIRECT ? instr->function : NULL;
    if (target && target->param_types && index >= 2 && index - 2 < target->param_count)
        return target->param_types[index - 2];
    return ir_op_operand_type(instr->op, index);
}

static void link_between(IrBlock *block, IrInstr *prev, IrInstr *instr, IrInstr *next)
{
    assert(!instr->block);
    instr->block = block;
    instr->prev = prev;
    instr->next = next;
    *(prev ? &prev->next : &block->first) = instr;
    *(next ? &next->prev : &block->last) = instr;
}

void ir_insert_before(IrInstr *place, IrInstr *instr)
{
    link_between(place->block, place->prev, instr, place);
}

void ir_append(IrBlock *block, IrInstr *instr)
{
    link_between(block, block->last, instr, NULL);
}

void ir_insert_first(IrBlock *block, IrInstr *instr)
{
    IrInstr *after_phis = block->first;
    if (instr->op != IR_PHI)
        while (ir_is_phi(after_phis))
            after_phis = after_phis->next;
    link_between(block, after_phis ? after_phis->prev : block->last, instr, after_phis);
}

void ir_remove(IrInstr *instr)
{
    IrBlock *block = instr->block;
    *(instr->prev ? &instr->prev->next : &block->first) = instr->next;
    *(instr->next ? &instr->next->prev : &block->last) = instr->prev;
    instr->block = NULL;
    instr->prev = instr->next = NULL;
}

void ir_add_operand(IrProgram *program, IrInstr *phi, IrInstr *operand)
{
    uint32_t count = phi->operand_count;
    if (!(count & (count - 1))) { /* capacity is the next power of two */
        IrInstr **grown = ARENA_ARRAY(program->arena, IrInstr *, count ? count * 2 : 1);
        if (count)
            memcpy(grown, phi->operands, count * sizeof *grown);
        phi->operands = grown;
    }
    phi->operands[phi->operand_count++] = operand;
}

uint32_t ir_pred_place(const IrBlock *from, const IrBlock *to, bool is_second)
{
    uint32_t pred = 0;
    while (to->preds[pred] != from || (is_second && from->last->targets[0] == to)) {
        is_second &= to->preds[pred] != from;
        pred++;
    }
    return pred;
}

uint32_t ir_successors(const IrBlock *block, IrBlock *ret_successors[3])
{
    uint32_t count = 0;
    for (uint32_t i = 0; block->last && i < 2; i++)
        if (block->last->targets[i])
            ret_successors[count++] = block->last->targets[i];
    if (block->handler)
        ret_successors[count++] = block->handler;
    return count;
}

void ir_add_pred(IrProgram *program, IrBlock *block, IrBlock *pred)
{
    if (block->pred_count == block->pred_capacity) {
        block->pred_capacity = block->pred_capacity ? block->pred_capacity * 2 : 2;
        IrBlock **grown = ARENA_ARRAY(program->arena, IrBlock *, block->pred_capacity);
        if (block->pred_count)
            memcpy(grown, block->preds, block->pred_count * sizeof *grown);
        block->preds = grown;
    }
    block->preds[block->pred_count++] = pred;
}

void ir_remove_pred(IrBlock *block, IrBlock *pred)
{
    uint32_t at = 0;
    while (at < block->pred_count && block->preds[at] != pred)
        at++;
    assert(at < block->pred_count);
    size_t rest = --block->pred_count - at;
    memmove(block->preds + at, block->preds + at + 1, rest * sizeof *block->preds);
    for (IrInstr *phi = block->first; ir_is_phi(phi); phi = phi->next) {
        if (!phi->operand_count)
            continue;
        phi->operand_count--;
        memmove(phi->operands + at, phi->operands + at + 1, rest * sizeof *phi->operands);
    }
}

void ir_drop_handler(IrBlock *block)
{
    if (block->handler)
        ir_remove_pred(block->handler, block);
    block->handler = NULL;
}

void ir_copy_handler_edge(IrProgram *program, const IrBlock *from, IrBlock *to)
{
    IrBlock *handler = from->handler;
    uint32_t place = 0;
    while (handler->preds[place] != from)
        place++;
    ir_add_pred(program, handler, to);
    for (IrInstr *phi = handler->first; ir_is_phi(phi); phi = phi->next)
        ir_add_operand(program, phi, phi->operands[place]);
    to->handler = handler;
}

IrBlock *ir_block_make(IrProgram *program, IrFunction *function)
{
    IrBlock *block = ARENA_NEW(program->arena, IrBlock);
    block->id = function->block_count++;
    return block;
}

void ir_block_place(IrFunction *function, IrBlock *block)
{
    if (function->last_block)
        function->last_block->next = block;
    else
        function->blocks = block;
    function->last_block = block;
}

void ir_block_place_after(IrFunction *function, IrBlock *place, IrBlock *block)
{
    block->next = place->next;
    place->next = block;
    if (function->last_block == place)
        function->last_block = block;
}

void ir_forward(IrInstr *instr, IrInstr *value)
{
    assert(ir_resolve(value) != instr);
    if (instr->block)
        ir_remove(instr);
    instr->note = value;
}

IrInstr *ir_resolve(IrInstr *instr)
{
    IrInstr *end = instr;
    while (end->note && !end->block)
        end = end->note;
    while (instr != end) {
        IrInstr *next = instr->note;
        instr->note = end;
        instr = next;
    }
    return end;
}

void ir_clear_notes(IrFunction *function)
{
    for (IrBlock *block = function->blocks; block; block = block->next) {
        block->note = NULL;
        for (IrInstr *instr = block->first; instr; instr = instr->next)
            instr->note = NULL;
    }
}

void ir_apply_forwards(IrFunction *function)
{
    for (IrBlock *block = function->blocks; block; block = block->next)
        for (IrInstr *instr = block->first; instr; instr = instr->next)
            for (uint32_t i = 0; i < instr->operand_count; i++)
                instr->operands[i] = ir_resolve(instr->operands[i]);
}

static void mark_reachable(Arena *arena, IrFunction *function)
{
    uint32_t depth = 0;
    IrBlock **stack = ARENA_ARRAY(arena, IrBlock *, function->block_count + 1);
    function->entry->note = function;
    stack[depth++] = function->entry;
    while (depth) {
        IrBlock *successors[3], *block = stack[--depth];
        for (uint32_t i = ir_successors(block, successors); i-- > 0;) {
            if (successors[i]->note)
                continue;
            successors[i]->note = function;
            stack[depth++] = successors[i];
        }
    }
}

void ir_remove_unreachable(IrProgram *program, IrFunction *function)
{
    for (IrBlock *block = function->blocks; block; block = block->next)
        block->note = NULL;
    mark_reachable(program->arena, function);
    IrBlock **link = &function->blocks;
    function->last_block = NULL;
    for (IrBlock *block = function->blocks; block; block = block->next) {
        if (block->note) {
            *link = function->last_block = block;
            link = &block->next;
            continue;
        }
        IrBlock *successors[3];
        for (uint32_t i = ir_successors(block, successors); i-- > 0;)
            if (successors[i]->note)
                ir_remove_pred(successors[i], block);
    }
    *link = NULL;
    for (IrBlock *block = function->blocks; block; block = block->next)
        block->note = NULL;
}

IrInstr *ir_undefined_of(IrFunction *function, IrType type)
{
    static const IrOp ops[] = {IR_UNDEFINED, IR_UNDEFINED, IR_CONST_I32, IR_CONST_F64, IR_CONST_BOOL, IR_ITER_NONE, IR_CONST_I64};
    for (IrInstr *instr = function->entry->first; instr && instr->op == ops[type]; instr = instr->next)
        if (!instr->integer && instr->number == 0)
            return instr;
    IrInstr *instr = ir_instr_new(function->module->program, function, ops[type], 0, NULL);
    ir_insert_first(function->entry, instr);
    return instr;
}

IrInstr *ir_phi_single_value(IrFunction *function, const IrInstr *phi)
{
    IrInstr *single = NULL;
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        IrInstr *operand = ir_resolve(phi->operands[i]);
        if (operand == phi || operand == single)
            continue;
        if (single)
            return NULL;
        single = operand;
    }
    return single ? single : ir_undefined_of(function, phi->type);
}

enum { PHI_WORK = 50 };

bool ir_remove_trivial_phis(IrFunction *function)
{
    bool has_removed = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (IrBlock *block = function->blocks; block; block = block->next)
            for (IrInstr *phi = block->first, *next; ir_is_phi(phi); phi = next) {
                next = phi->next;
                base_work(PHI_WORK + (int32_t)phi->operand_count);
                IrInstr *single = ir_phi_single_value(function, phi);
                if (!single)
                    continue;
                ir_forward(phi, single);
                has_removed = changed = true;
            }
    }
    ir_apply_forwards(function);
    return has_removed;
}

enum { WALK_WORK = 10 }; /* of an instruction that a walk touches */

void ir_renumber(IrFunction *function)
{
    function->block_count = function->instr_count = 0;
    for (IrBlock *block = function->blocks; block; block = block->next) {
        block->id = function->block_count++;
        for (IrInstr *instr = block->first; instr; instr = instr->next) {
            base_work(WALK_WORK);
            instr->id = function->instr_count++;
        }
    }
}

IrBlock *ir_split_after(IrProgram *program, IrFunction *function, IrInstr *last)
{
    IrBlock *block = last->block, *rest = ir_block_make(program, function);
    rest->sealed = true;
    ir_block_place_after(function, block, rest);
    while (last->next) {
        IrInstr *instr = last->next;
        ir_remove(instr);
        ir_append(rest, instr);
    }
    IrBlock *successors[3];
    for (uint32_t i = ir_successors(rest, successors); i-- > 0;)
        for (uint32_t j = 0; j < successors[i]->pred_count; j++)
            if (successors[i]->preds[j] == block)
                successors[i]->preds[j] = rest;
    return rest;
}
