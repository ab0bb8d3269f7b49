/* Out of SSA: the copies of an edge. Invariant: they act as if all happened at once. */
#include "body.h"
#include "ir/loops.h"

typedef struct Copy {
    const IrInstr *phi, *source;
    bool is_done;
} Copy;

typedef VEC(Copy) Copies;

static void collect_for_pred(Body *body, const IrBlock *to, uint32_t pred, Copies *copies)
{
    for (const IrInstr *phi = to->first; ir_is_phi(phi); phi = phi->next)
        if (body->is_needed[phi->id] && phi->operands[pred] != phi && phi->operands[pred]->op != IR_ITER_NONE)
            vec_push(copies, (Copy){.phi = phi, .source = phi->operands[pred]});
}

static Copies collect_copies(Body *body, const IrBlock *from, const IrBlock *to, bool is_second)
{
    Copies copies = VEC_IN(body->arena);
    collect_for_pred(body, to, ir_pred_place(from, to, is_second), &copies);
    return copies;
}

bool emit_edge_has_copies(Body *body, const IrBlock *from, const IrBlock *to)
{
    Copies copies = collect_copies(body, from, to, false);
    return vec_len(&copies) > 0;
}

static bool is_source_of_another(const Copies *copies, const Copy *self)
{
    for (size_t i = 0; i < copies->length; i++) {
        const Copy *other = &copies->items[i];
        if (other != self && !other->is_done && other->source == self->phi)
            return true;
    }
    return false;
}

static void emit_copy(Body *body, Copy *copy)
{
    strbuf_addf(body->out, "    v%u = ", copy->phi->id);
    emit_operand(body, copy->source);
    strbuf_adds(body->out, ";\n");
    copy->is_done = true;
}

static bool emit_free_copies(Body *body, Copies *copies)
{
    bool has_emitted = false;
    for (size_t i = 0; i < copies->length; i++) {
        Copy *copy = &copies->items[i];
        if (copy->is_done || is_source_of_another(copies, copy))
            continue;
        emit_copy(body, copy);
        has_emitted = true;
    }
    return has_emitted;
}

/* Only cycles are left: each takes its old value through a t<id> of its own. */
static void emit_cycles(Body *body, Copies *copies)
{
    strbuf_adds(body->out, "    {\n");
    for (size_t i = 0; i < copies->length; i++)
        if (!copies->items[i].is_done) {
            const IrInstr *phi = copies->items[i].phi;
            strbuf_addf(body->out, "    %s t%u = ", emit_c_type(phi->type), phi->id);
            emit_operand(body, copies->items[i].source);
            strbuf_adds(body->out, ";\n");
        }
    for (size_t i = 0; i < copies->length; i++)
        if (!copies->items[i].is_done)
            strbuf_addf(body->out, "    v%u = t%u;\n", copies->items[i].phi->id, copies->items[i].phi->id);
    strbuf_adds(body->out, "    }\n");
}

static void emit_copies(Body *body, Copies *copies)
{
    while (emit_free_copies(body, copies))
        continue;
    for (size_t i = 0; i < copies->length; i++)
        if (!copies->items[i].is_done) {
            emit_cycles(body, copies);
            return;
        }
}

/* At the back-edge of a loop the slow version comes back as soon as the guards that the loop relies on pass their tests again:
 * what made one round slow does not make the others so. */
static void emit_return_to_loop(Body *body, const IrBlock *header)
{
    const Versions *versions = &body->versions;
    for (uint32_t i = 0; i < versions->guards.length; i++)
        if (bits_have(versions->wanted[header->id], i))
            emit_test(body, versions->guards.items[i], header->first);
    body->is_target[header->id] |= !versions->tested[header->id];
    strbuf_addf(body->out, versions->tested[header->id] ? "    goto loop%u;\n" : "    goto b%u;\n", header->id);
}

static void emit_goto(Body *body, const IrBlock *from, const IrBlock *to, const IrBlock *next)
{
    const Versions *versions = &body->versions;
    bool is_tested = versions->tested[to->id];
    bool stays_slow = body->is_slow && emit_slow_enters_slow(body, to);
    if (stays_slow && ir_is_back_edge(versions->dominators, from, to)) {
        emit_return_to_loop(body, to);
    } else if (stays_slow) {
        strbuf_addf(body->out, "    goto slow%u;\n", to->first->id);
    } else if (!body->is_slow && is_tested && ir_is_back_edge(versions->dominators, from, to)) {
        strbuf_addf(body->out, "    goto loop%u;\n", to->id);
    } else if (to != next || body->is_slow) {
        body->is_target[to->id] = true;
        strbuf_addf(body->out, "    goto b%u;\n", to->id);
    }
}

void emit_edge(Body *body, const IrBlock *from, const IrBlock *to, const IrBlock *next, bool is_second)
{
    Copies copies = collect_copies(body, from, to, is_second);
    emit_copies(body, &copies);
    emit_strip_start(body, from, to);
    emit_goto(body, from, to, next);
}
