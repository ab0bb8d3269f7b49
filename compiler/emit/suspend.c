/* Generators and async functions as state machines: what is live across a suspension is saved in the frame before it and
 * restored after it.
 *
 * Frame: 0 the suspension to resume at (0: the start), then the parameters, `this`, the array of arguments (where used),
 * then one slot a saved value (four an iterator). */
#include "base/bits.h"
#include "body.h"

#include <string.h>

uint32_t emit_frame_this(const IrFunction *function)
{
    return 1 + function->param_count;
}

uint32_t emit_frame_arguments(const IrFunction *function)
{
    return 2 + function->param_count;
}

static uint32_t words_of(const Body *body)
{
    return bits_words(body->function->instr_count);
}

static void use_operands(const Body *body, const IrInstr *instr, uint64_t *live)
{
    bool is_run = body->is_needed[instr->id] || instr->type == IR_TYPE_NONE ||
                  ir_op_effects(instr->op) & ~(uint32_t)(IR_READS | IR_ALLOCATES);
    for (uint32_t i = 0; is_run && i < instr->operand_count; i++)
        if (!emit_is_inline(body, instr->operands[i]) && emit_uses_operand(body, instr, i))
            bits_add(live, instr->operands[i]->id);
}

/* What is live where `block` ends: what its successors want at their start, and the operands of their phis. */
static void live_out(const Body *body, uint64_t **live_in, const IrBlock *block, uint64_t *live)
{
    IrBlock *successors[3];
    for (uint32_t s = ir_successors(block, successors); s-- > 0;) {
        const IrBlock *to = successors[s];
        for (uint32_t w = 0; w < words_of(body); w++)
            live[w] |= live_in[to->id][w];
        for (uint32_t pred = 0; pred < to->pred_count; pred++)
            for (const IrInstr *phi = to->first; to->preds[pred] == block && ir_is_phi(phi); phi = phi->next)
                if (body->is_needed[phi->id] && !emit_is_inline(body, phi->operands[pred]))
                    bits_add(live, phi->operands[pred]->id);
    }
}

static void step_back(const Body *body, const IrInstr *instr, uint64_t *live)
{
    bits_remove(live, instr->id);
    if (!ir_is_phi(instr))
        use_operands(body, instr, live);
}

static uint64_t **solve_liveness(Body *body)
{
    uint32_t count, words = words_of(body);
    IrBlock **order = ir_reverse_post_order(body->arena, body->function, &count);
    uint64_t **live_in = ARENA_ARRAY(body->arena, uint64_t *, body->function->block_count);
    for (uint32_t i = 0; i < body->function->block_count; i++)
        live_in[i] = ARENA_ARRAY(body->arena, uint64_t, words);
    uint64_t *live = ARENA_ARRAY(body->arena, uint64_t, words);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = count; i-- > 0;) {
            memset(live, 0, words * sizeof *live);
            live_out(body, live_in, order[i], live);
            for (const IrInstr *instr = order[i]->last; instr; instr = instr->prev)
                step_back(body, instr, live);
            if (!memcmp(live, live_in[order[i]->id], words * sizeof *live))
                continue;
            memcpy(live_in[order[i]->id], live, words * sizeof *live);
            changed = true;
        }
    }
    return live_in;
}

static uint32_t slots_of(IrType type)
{
    return type == IR_TYPE_ITER ? 4 : 1;
}

static void give_slots(Body *body)
{
    const IrFunction *function = body->function;
    body->slots = ARENA_ARRAY(body->arena, uint32_t, function->instr_count);
    body->frame_length = emit_frame_arguments(function) + (body->info->uses_arguments ? 1 : 0);
    for (const IrBlock *block = function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next)
            vec_foreach (Suspension, suspension, &body->suspensions) {
                if (!bits_have(suspension->live, instr->id) || body->slots[instr->id])
                    continue;
                body->slots[instr->id] = body->frame_length;
                body->frame_length += slots_of(instr->type);
            }
}

void emit_plan_suspensions(Body *body)
{
    uint64_t **live_in = solve_liveness(body);
    uint32_t words = words_of(body);
    uint64_t *live = ARENA_ARRAY(body->arena, uint64_t, words);
    for (IrBlock *block = body->function->blocks; block; block = block->next) {
        memset(live, 0, words * sizeof *live);
        live_out(body, live_in, block, live);
        for (IrInstr *instr = block->last; instr; instr = instr->prev) {
            if (ir_op_effects(instr->op) & IR_SUSPENDS) {
                Suspension suspension = {instr, ARENA_ARRAY(body->arena, uint64_t, words)};
                memcpy(suspension.live, live, words * sizeof *live);
                bits_remove(suspension.live, instr->id);
                vec_push(&body->suspensions, suspension);
            }
            step_back(body, instr, live);
        }
    }
    give_slots(body);
}

static void emit_save(Body *body, const IrInstr *value)
{
    uint32_t slot = body->slots[value->id], id = value->id;
    switch (value->type) {
    case IR_TYPE_NONE: return;
    case IR_TYPE_ANY: strbuf_addf(body->out, "    js_frame_store(g, %u, v%u);\n", slot, id); return;
    case IR_TYPE_I32: strbuf_addf(body->out, "    js_frame_store(g, %u, js_int(v%u));\n", slot, id); return;
    case IR_TYPE_I64: strbuf_addf(body->out, "    js_frame_store(g, %u, js_from_int64(v%u));\n", slot, id); return;
    case IR_TYPE_F64: strbuf_addf(body->out, "    js_frame_store(g, %u, js_canonical_double(v%u));\n", slot, id); return;
    case IR_TYPE_BOOL: strbuf_addf(body->out, "    js_frame_store(g, %u, js_boolean(v%u));\n", slot, id); return;
    case IR_TYPE_ITER:
        strbuf_addf(body->out,
                    "    js_frame_store(g, %u, v%u.object);\n    js_frame_store(g, %u, v%u.next);\n"
                    "    js_frame_store(g, %u, js_int((int32_t)v%u.index));\n    js_frame_store(g, %u, js_int((int32_t)v%u.fast));\n",
                    slot, id, slot + 1, id, slot + 2, id, slot + 3, id);
        return;
    }
}

static void emit_restore(Body *body, const IrInstr *value)
{
    uint32_t slot = body->slots[value->id], id = value->id;
    switch (value->type) {
    case IR_TYPE_NONE: return;
    case IR_TYPE_ANY: strbuf_addf(body->out, "    v%u = g->frame[%u];\n", id, slot); return;
    case IR_TYPE_I32: strbuf_addf(body->out, "    v%u = js_as_int(g->frame[%u]);\n", id, slot); return;
    case IR_TYPE_I64: strbuf_addf(body->out, "    v%u = js_as_int64(g->frame[%u]);\n", id, slot); return;
    case IR_TYPE_F64: strbuf_addf(body->out, "    v%u = js_as_double(g->frame[%u]);\n", id, slot); return;
    case IR_TYPE_BOOL: strbuf_addf(body->out, "    v%u = g->frame[%u] == JS_TRUE;\n", id, slot); return;
    case IR_TYPE_ITER:
        strbuf_addf(body->out,
                    "    v%u.object = g->frame[%u];\n    v%u.next = g->frame[%u];\n"
                    "    v%u.index = (uint32_t)g->frame[%u];\n    v%u.fast = (uint32_t)g->frame[%u];\n",
                    id, slot, id, slot + 1, id, slot + 2, id, slot + 3);
        return;
    }
}

static void for_live_values(Body *body, const Suspension *suspension, void (*emit)(Body *, const IrInstr *))
{
    for (const IrBlock *block = body->function->blocks; block; block = block->next)
        for (const IrInstr *value = block->first; value; value = value->next)
            if (bits_have(suspension->live, value->id))
                emit(body, value);
}

static uint32_t suspension_number(const Body *body, const IrInstr *instr)
{
    uint32_t at = 0;
    while (body->suspensions.items[at].instr != instr)
        at++;
    return at;
}

void emit_suspension(Body *body, const IrInstr *instr)
{
    static const char *const kinds[] = {"JS_SUSPEND_YIELD", "JS_SUSPEND_YIELD_RESULT", "JS_SUSPEND_AWAIT"};
    StrBuf *out = body->out;
    uint32_t number = suspension_number(body, instr);
    const Suspension *suspension = &body->suspensions.items[number];
    bool is_start = instr->op == IR_GENERATOR_START;
    for_live_values(body, suspension, emit_save);
    strbuf_addf(out, "    js_frame_store(g, 0, js_int(%u));\n", number + 1);
    strbuf_addf(out, "    js_generator_set_state(g, %u, %s);\n    return ", is_start ? 0 : number + 1,
                kinds[instr->op == IR_AWAIT ? 2 : instr->op == IR_YIELD_RESULT]);
    if (is_start)
        strbuf_adds(out, "JS_UNDEFINED");
    else
        emit_operand(body, instr->operands[0]);
    strbuf_addf(out, ";\ns%u:;\n", number + 1);
    for_live_values(body, suspension, emit_restore);
    if (instr->op == IR_AWAIT) {
        strbuf_adds(out, "    if (mode == JS_RESUME_THROW) {\n    (void)js_throw(sent);\n");
        emit_throw_exit(body, instr->block);
        strbuf_adds(out, "    }\n");
    }
    if (!is_start && body->is_needed[instr->id])
        strbuf_addf(out, "    v%u = sent;\n", instr->id);
}

void emit_resume_switch(Body *body)
{
    if (body->info->uses_arguments) {
        uint32_t slot = emit_frame_arguments(body->function);
        strbuf_addf(body->out,
                    "    JsValue *argv = js_object(g->frame[%u])->elements;\n"
                    "    uint32_t argc = js_elements(js_object(g->frame[%u]))->length;\n    (void)argc;\n    (void)argv;\n", slot, slot);
    }
    strbuf_adds(body->out, "    switch ((int32_t)g->frame[0]) {\n");
    for (size_t i = 0; i < body->suspensions.length; i++)
        strbuf_addf(body->out, "    case %zu: goto s%zu;\n", i + 1, i + 1);
    strbuf_adds(body->out, "    }\n");
}
