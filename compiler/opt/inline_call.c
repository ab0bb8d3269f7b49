/* A callee's graph copied into the place of a call.
 *
 * Invariant: the copy keeps the order of predecessors, so that phis' operands stay in theirs. Parameters, `this` and
 * captures are the call's operands; returns are jumps to where the host goes on; what leaves the callee by an exception
 * goes where the call's own exceptions went. */
#include "inline.h"

#include "base/map.h"

typedef struct Copier {
    IrProgram *program;
    IrFunction *host;
    IrFunction *callee;
    IrInstr *call;
    IrBlock *first, *rest; /* the host's, before and behind */
    IrInstr **values;      /* by value id of the callee: what it is in the host */
    IrBlock **blocks;      /* by block id of the callee */
    IrInstr *result;       /* phi */
    const IrInlined *frame;
    PtrMap frames;         /* IrInlined of the callee's instructions, to those of their copies */
} Copier;

static IrInstr *add_before_call(const Copier *c, IrOp op, uint32_t count, IrInstr *const *operands)
{
    IrInstr *instr = ir_instr_new(c->program, c->host, op, count, operands);
    ir_place_as(instr, c->call);
    ir_insert_before(c->call, instr);
    return instr;
}

static IrInstr *argument(const Copier *c, uint32_t index)
{
    if (index >= c->call->operand_count)
        return add_before_call(c, IR_UNDEFINED, 0, NULL);
    return ir_resolve(c->call->operands[index]);
}

static IrInstr *capture(const Copier *c, int32_t number)
{
    IrInstr *instr = add_before_call(c, IR_CAPTURE_INLINED, 1, (IrInstr *[]){argument(c, 0)});
    instr->integer = number;
    instr->function = c->callee;
    return instr;
}

/* What an instruction of the callee's frame is in the host; NULL: it is copied. */
static IrInstr *value_of_frame(const Copier *c, const IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_CALLEE: return argument(c, 0);
    case IR_THIS: return argument(c, 1);
    case IR_PARAM: return argument(c, 2 + (uint32_t)instr->integer);
    case IR_CAPTURE: return capture(c, instr->integer);
    case IR_NEW_TARGET: return add_before_call(c, IR_UNDEFINED, 0, NULL);
    case IR_ARGUMENT_COUNT: {
        IrInstr *count = add_before_call(c, IR_CONST_I32, 0, NULL);
        count->integer = (int32_t)c->call->operand_count - 2;
        return count;
    }
    }
    return NULL;
}

static const IrInlined *frame_of(Copier *c, const IrInlined *old)
{
    if (!old)
        return c->frame;
    IrInlined *frame = ptrmap_get(&c->frames, old);
    if (frame)
        return frame;
    frame = ARENA_NEW(c->program->arena, IrInlined);
    *frame = *old;
    frame->outer = frame_of(c, old->outer);
    ptrmap_set(&c->frames, old, frame);
    return frame;
}

static IrInstr *copy_instr(Copier *c, const IrInstr *old)
{
    IrInstr *copy = ir_instr_new(c->program, c->host, old->op, old->operand_count, old->operands);
    IrInstr **operands = copy->operands;
    uint32_t id = copy->id;
    *copy = *old;
    copy->id = id;
    copy->operands = operands;
    copy->inlined = frame_of(c, old->inlined);
    copy->block = NULL;
    copy->prev = copy->next = NULL;
    copy->note = NULL;
    for (int i = 0; i < 2; i++)
        if (old->targets[i])
            copy->targets[i] = c->blocks[old->targets[i]->id];
    return copy;
}

static void make_blocks(Copier *c)
{
    IrBlock *place = c->first;
    for (const IrBlock *old = c->callee->blocks; old; old = old->next) {
        IrBlock *copy = c->blocks[old->id] = ir_block_make(c->program, c->host);
        copy->sealed = true;
        copy->is_loop_header = old->is_loop_header;
        ir_block_place_after(c->host, place, copy);
        place = copy;
    }
}

static void fill_block(Copier *c, const IrBlock *old)
{
    IrBlock *copy = c->blocks[old->id];
    for (uint32_t i = 0; i < old->pred_count; i++)
        ir_add_pred(c->program, copy, c->blocks[old->preds[i]->id]);
    copy->handler = old->handler ? c->blocks[old->handler->id] : NULL;
    for (const IrInstr *instr = old->first; instr; instr = instr->next) {
        IrInstr *value = value_of_frame(c, instr);
        if (!value)
            ir_append(copy, value = copy_instr(c, instr));
        c->values[instr->id] = value;
    }
}

static void append_jump(const Copier *c, IrBlock *block, IrBlock *to)
{
    IrInstr *jump = ir_instr_new(c->program, c->host, IR_JUMP, 0, NULL);
    ir_place_as(jump, c->call);
    jump->targets[0] = to;
    ir_append(block, jump);
    ir_add_pred(c->program, to, block);
}

static void map_operands(const Copier *c, const IrBlock *old)
{
    for (const IrInstr *instr = old->first; instr; instr = instr->next) {
        IrInstr *copy = c->values[instr->id];
        for (uint32_t i = 0; copy->block == c->blocks[old->id] && i < copy->operand_count; i++)
            copy->operands[i] = c->values[instr->operands[i]->id];
    }
}

static void return_to_host(Copier *c, IrBlock *block)
{
    IrInstr *last = block->last;
    if (last->op != IR_RETURN)
        return;
    ir_add_operand(c->program, c->result, last->operands[0]);
    ir_remove(last);
    append_jump(c, block, c->rest);
}

/* What throws out of the callee goes to the call's handler. The first such instruction of the block ends it; the rest
 * of the block, which is returned, may have more. NULL: nothing is left. */
static IrBlock *throw_to_handler(const Copier *c, IrBlock *block)
{
    IrInstr *instr = block->first;
    while (instr && !ir_throws(instr))
        instr = instr->next;
    if (!instr)
        return NULL;
    IrBlock *rest = ir_is_terminator(instr) ? NULL : ir_split_after(c->program, c->host, instr);
    if (rest)
        append_jump(c, block, rest);
    ir_copy_handler_edge(c->program, c->first, block);
    return rest;
}

IrBlock *inline_call(Arena *scratch, IrProgram *program, IrFunction *host, IrInstr *call)
{
    IrFunction *callee = call->function;
    Copier c = {.program = program, .host = host, .callee = callee, .call = call, .first = call->block};
    c.values = ARENA_ARRAY(scratch, IrInstr *, callee->instr_count);
    c.blocks = ARENA_ARRAY(scratch, IrBlock *, callee->block_count);
    IrInlined *frame = ARENA_NEW(program->arena, IrInlined);
    *frame = (IrInlined){.function = callee, .position = call->position, .outer = call->inlined};
    c.frame = frame;
    c.rest = ir_split_after(program, host, call);
    c.result = ir_instr_new(program, host, IR_PHI, 0, NULL);
    ir_insert_first(c.rest, c.result);
    make_blocks(&c);
    for (const IrBlock *old = callee->blocks; old; old = old->next)
        fill_block(&c, old);
    for (const IrBlock *old = callee->blocks; old; old = old->next)
        map_operands(&c, old);
    for (const IrBlock *old = callee->blocks; old; old = old->next)
        return_to_host(&c, c.blocks[old->id]);
    for (const IrBlock *old = callee->blocks; c.first->handler && old; old = old->next)
        for (IrBlock *block = c.blocks[old->id]; block && !block->handler;)
            block = throw_to_handler(&c, block);
    ir_drop_handler(c.first);
    append_jump(&c, c.first, c.blocks[callee->entry->id]);
    ir_forward(call, c.result);
    ptrmap_free(&c.frames);
    return c.rest;
}
