/* Counted loops pay for their rounds in strips: as many as are left of the loop or of the fuel are paid for at once, and until then
 * a round compares its counter with the strip's end l<n> alone, instead of counting the fuel down besides.
 *
 * Invariant: such a loop has no loop in it, is left by its header's comparison alone (or with an exception), and its counter
 * takes each value up to the bound once. So no round is paid for that does not run, and no run is longer without a look at the
 * clock than in other loops. */
#include "body.h"

static bool is_one(const IrInstr *value)
{
    return (value->op == IR_CONST_I32 && value->integer == 1) || (value->op == IR_CONST_I64 && value->number == 1);
}

static bool is_next(const IrInstr *value, const IrInstr *counter)
{
    bool is_sum = value->op == IR_I32_ADD || value->op == IR_I64_ADD;
    return is_sum && value->operands[0] == counter && is_one(value->operands[1]);
}

static bool is_order(const IrInstr *test)
{
    return test->op == IR_I32_LT || test->op == IR_I32_LE || test->op == IR_I64_LT || test->op == IR_I64_LE;
}

/* The one block from which the loop's back-edge comes, if it pays for the round; else NULL. */
static const IrBlock *latch_of(const IrLoop *loop)
{
    const IrBlock *latch = NULL;
    for (uint32_t i = 0; i < loop->header->pred_count; i++) {
        const IrBlock *pred = loop->header->preds[i];
        if (!bits_have(loop->blocks, pred->id))
            continue;
        if (latch)
            return NULL;
        latch = pred;
    }
    bool pays = latch->last->op == IR_JUMP && latch->last->prev && latch->last->prev->op == IR_LOOP_CHECK;
    return pays ? latch : NULL;
}

/* Where the counter wraps instead of passing its bound, it does not count up to it. */
static bool may_wrap(const IrInstr *test)
{
    const IrInstr *bound = test->operands[1];
    return test->op == IR_I32_LE && (bound->op != IR_CONST_I32 || bound->integer == INT32_MAX);
}

static bool is_outside(const IrLoop *loop, const IrInstr *value)
{
    return value->op == IR_CONST_I32 || value->op == IR_CONST_I64 || !bits_have(loop->blocks, value->block->id);
}

/* Whether the header goes on while the counter is below a bound that the loop does not change. */
static bool counts_up(const IrLoop *loop, const IrBlock *latch)
{
    const IrInstr *branch = loop->header->last, *test = branch->prev;
    if (branch->op != IR_BRANCH || branch->operands[0] != test || !is_order(test) || may_wrap(test))
        return false;
    const IrInstr *counter = test->operands[0];
    if (!ir_is_phi(counter) || counter->block != loop->header || !is_outside(loop, test->operands[1]))
        return false;
    bool goes_on = bits_have(loop->blocks, branch->targets[0]->id) && !bits_have(loop->blocks, branch->targets[1]->id);
    return goes_on && is_next(counter->operands[ir_pred_place(latch, loop->header, false)], counter);
}

static bool is_left_elsewhere(const IrLoop *loop, const IrBlock *block)
{
    IrBlock *successors[3];
    bool leaves = block->last->op == IR_RETURN;
    for (uint32_t i = ir_successors(block, successors); i-- > 0 && block != loop->header;)
        leaves |= !bits_have(loop->blocks, successors[i]->id);
    return leaves;
}

/* Whether the header of some loop but this one is in it, or the loop is left from within. */
static bool is_simple(const Body *body, const IrLoopVec *loops, const IrLoop *loop)
{
    for (size_t i = 0; i < loops->length; i++)
        if (&loops->items[i] != loop && bits_have(loop->blocks, loops->items[i].header->id))
            return false;
    for (const IrBlock *block = body->function->blocks; block; block = block->next)
        if (bits_have(loop->blocks, block->id) && is_left_elsewhere(loop, block))
            return false;
    return true;
}

void emit_plan_strips(Body *body)
{
    const IrLoopVec *loops = &body->versions.loops;
    body->has_strips = ARENA_ARRAY(body->arena, bool, body->function->block_count + 1);
    body->is_paid_ahead = ARENA_ARRAY(body->arena, bool, body->function->block_count + 1);
    for (size_t i = 0; i < loops->length && !body->info->suspends; i++) {
        const IrLoop *loop = &loops->items[i];
        const IrBlock *latch = latch_of(loop);
        if (!latch || !counts_up(loop, latch) || !is_simple(body, loops, loop))
            continue;
        body->has_strips[loop->header->id] = true;
        body->is_paid_ahead[latch->id] = true;
    }
}

bool emit_strip_test(Body *body, const IrInstr *test)
{
    if (!body->has_strips[test->block->id] || test != test->block->last->prev)
        return false;
    strbuf_addf(body->out, "    v%u = js_likely(", test->id);
    emit_operand(body, test->operands[0]);
    strbuf_addf(body->out, " < l%u) || js_next_strip(", test->block->id);
    emit_operand(body, test->operands[0]);
    strbuf_adds(body->out, ", ");
    emit_operand(body, test->operands[1]);
    bool is_equal = test->op == IR_I32_LE || test->op == IR_I64_LE;
    strbuf_addf(body->out, is_equal ? " + INT64_C(1), &l%u, &fuel);\n" : ", &l%u, &fuel);\n", test->block->id);
    return true;
}

void emit_strip_start(Body *body, const IrBlock *from, const IrBlock *to)
{
    if (body->has_strips[to->id] && !body->is_paid_ahead[from->id])
        strbuf_addf(body->out, "    l%u = INT64_MIN;\n", to->id);
}

void emit_strip_locals(const Body *body, StrBuf *out)
{
    for (const IrBlock *block = body->function->blocks; block; block = block->next)
        if (body->has_strips[block->id])
            strbuf_addf(out, "    int64_t l%u;\n", block->id);
}
