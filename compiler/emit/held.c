/* Fields that are held in C locals: read where their object's guard is tested, and from then on in the fast version without
 * the object, as long as nothing but a plain write may have changed a property of that name. Where arithmetic on the field
 * surely follows a test, the test is also that it is a number, and a `double` is held.
 *
 * A write ends what is held of that name, unless the guard was tested ahead of a loop that has the write: there the local
 * follows the property (a write through another object, which may be the same one, compares the two).
 *
 * Invariant: an access that reads a held field relies on the guard (guard.h), and on every way from the guard's tests to it
 * each write of a property of that name is followed. */
#include "body.h"

#include <string.h>

typedef struct Holder {
    Body *body;
    const Versions *versions;
    uint32_t *first_of_guard; /* by guard: number of its first field; they are in the order of its keys */
    uint32_t words;
    uint64_t **fresh;         /* by block id: fields at its start that are as they were read */
    uint64_t *now;
} Holder;

static const Guard *guard_of_access(const Holder *h, const IrInstr *instr)
{
    uint32_t number = h->versions->access[instr->id];
    return number ? h->versions->guards.items[number - 1] : NULL;
}

static uint32_t field_of_access(const Holder *h, const IrInstr *access)
{
    return h->first_of_guard[h->versions->access[access->id] - 1] + h->versions->key_place[access->id];
}

/* ---- where fields are fresh */

static void add_fields(const Holder *h, const Guard *guard, uint64_t *set)
{
    for (uint32_t i = 0; guard->kind == GUARD_SHAPE && i < guard->keys.length; i++)
        bits_add(set, h->first_of_guard[guard->number] + i);
}

/* Whether the write is in a loop ahead of which the field's guard was tested. */
static bool follows(const Versions *versions, const HeldField *field, const IrInstr *write)
{
    for (size_t i = 0; field->key == write->key && i < versions->loops.length; i++) {
        const IrLoop *loop = &versions->loops.items[i];
        const uint64_t *tested = versions->tested[loop->header->id];
        if (tested && bits_have(tested, field->guard->number) && bits_have(loop->blocks, write->block->id))
            return true;
    }
    return false;
}

static void remove_written(const Holder *h, const IrInstr *write, uint64_t *set)
{
    for (size_t i = 0; i < h->versions->fields.length; i++) {
        const HeldField *field = &h->versions->fields.items[i];
        if (field->key == write->key && !follows(h->versions, field, write))
            bits_remove(set, (uint32_t)i);
    }
}

static void remove_base(const Holder *h, const IrInstr *base, uint64_t *set)
{
    for (size_t i = 0; i < h->versions->fields.length; i++)
        if (h->versions->fields.items[i].guard->base == base)
            bits_remove(set, (uint32_t)i);
}

/* Writes variables, not properties. */
static bool writes_variables_alone(const IrInstr *instr)
{
    return instr->op == IR_BOX_SET || instr->op == IR_MODULE_SET;
}

static void step(const Holder *h, const IrInstr *instr, uint64_t *set)
{
    const Guard *guard = guard_of_access(h, instr);
    if (guard && h->versions->is_tested[instr->id])
        add_fields(h, guard, set);
    bool writes = ir_op_effects(instr->op) & IR_WRITES && !emit_has_fast_half(h->body, instr) && !writes_variables_alone(instr);
    if (writes || emit_ends_guards(h->body, instr))
        memset(set, 0, h->words * sizeof *set);
    else if (instr->op == IR_SET)
        remove_written(h, instr, set);
    if (h->versions->of_base[instr->id])
        remove_base(h, instr, set);
}

static void after_block(const Holder *h, const IrBlock *block, uint64_t *set)
{
    memcpy(set, h->fresh[block->id], h->words * sizeof *set);
    for (const IrInstr *instr = block->first; instr; instr = instr->next)
        step(h, instr, set);
}

/* The tests ahead of a loop are on the edges that enter it alone. */
static void add_tested_ahead(const Holder *h, const IrBlock *from, const IrBlock *to, uint64_t *set)
{
    const Versions *versions = h->versions;
    if (!versions->tested[to->id] || ir_is_back_edge(versions->dominators, from, to))
        return;
    for (size_t i = 0; i < versions->guards.length; i++)
        if (bits_have(versions->tested[to->id], (uint32_t)i))
            add_fields(h, versions->guards.items[i], set);
}

static void meet(Holder *h, const IrBlock *block, uint64_t *set)
{
    memset(set, 0xff, h->words * sizeof *set);
    for (uint32_t i = 0; i < block->pred_count; i++) {
        const IrBlock *pred = block->preds[i];
        if (h->versions->dominators->place[pred->id] == UINT32_MAX)
            continue;
        after_block(h, pred, h->now);
        if (pred->handler == block)
            memset(h->now, 0, h->words * sizeof *set);
        add_tested_ahead(h, pred, block, h->now);
        for (uint32_t w = 0; w < h->words; w++)
            set[w] &= h->now[w];
    }
}

static void solve(Holder *h)
{
    const IrDominators *dominators = h->versions->dominators;
    size_t size = h->words * sizeof *h->now;
    uint64_t *set = ARENA_ARRAY(h->body->arena, uint64_t, h->words);
    for (uint32_t i = 1; i < dominators->order_count; i++)
        memset(h->fresh[dominators->order[i]->id], 0xff, size);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < dominators->order_count; i++) {
            const IrBlock *block = dominators->order[i];
            meet(h, block, set);
            changed |= memcmp(set, h->fresh[block->id], size) != 0;
            memcpy(h->fresh[block->id], set, size);
        }
    }
}

/* ---- which are numbers */

typedef VEC(const IrInstr *) Conversions; /* of one field to a number */

/* Whether rounds of the loop at `header` pass the block, but for those in which a loop in between has none. */
static bool rounds_pass(const Versions *versions, const IrBlock *header, const IrBlock *block)
{
    for (size_t i = versions->loops.length; i-- > 0;) {
        const IrLoop *loop = &versions->loops.items[i];
        if (!bits_have(loop->blocks, block->id))
            continue;
        if (!emit_is_in_each_round(versions, loop, block))
            return false;
        if (loop->header == header)
            return true;
        block = loop->header;
    }
    return false;
}

static bool follow_test_ahead(const Versions *versions, const Conversions *conversions, const IrBlock *header)
{
    for (size_t i = 0; i < conversions->length; i++)
        if (rounds_pass(versions, header, conversions->items[i]->block))
            return true;
    return false;
}

static bool follow_test_at(const Conversions *conversions, const IrInstr *access)
{
    for (size_t i = 0; i < conversions->length; i++)
        if (conversions->items[i]->block == access->block)
            return true;
    return false;
}

/* Whether after each test of the guard the field is converted to a number anyway: then the test may ask for one. */
static bool follow_each_test(const Holder *h, const Conversions *conversions, const Guard *guard)
{
    const Versions *versions = h->versions;
    for (const IrBlock *block = h->body->function->blocks; block; block = block->next) {
        const uint64_t *tested = versions->tested[block->id];
        if (tested && bits_have(tested, guard->number) && !follow_test_ahead(versions, conversions, block))
            return false;
        for (const IrInstr *instr = block->first; instr; instr = instr->next)
            if (versions->is_tested[instr->id] && guard_of_access(h, instr) == guard && !follow_test_at(conversions, instr))
                return false;
    }
    return true;
}

/* ---- */

static bool is_tested_ahead(const Versions *versions, const Guard *guard)
{
    for (size_t i = 0; i < versions->loops.length; i++) {
        const uint64_t *tested = versions->tested[versions->loops.items[i].header->id];
        if (tested && bits_have(tested, guard->number))
            return true;
    }
    return false;
}

static void note_followed(Holder *h)
{
    Versions *versions = &h->body->versions;
    for (const IrBlock *block = h->body->function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next)
            for (size_t i = 0; instr->op == IR_SET && i < versions->fields.length; i++)
                versions->fields.items[i].is_followed |= follows(versions, &versions->fields.items[i], instr);
}

/* Whether the local is still what was read from the field: where it follows writes, as long as none came in between. */
static bool is_as_read(const HeldField *field, const IrInstr *read, const IrInstr *user)
{
    if (!field->is_followed)
        return true;
    const IrInstr *instr = read->block == user->block ? read : NULL;
    while (instr && instr != user && !(instr->op == IR_SET && instr->key == field->key))
        instr = instr->next;
    return instr == user;
}

/* Of each field, the conversions of what was read from it, while it is still fresh; reads note the field. */
static void find_reads(Holder *h, uint32_t *read, Conversions *conversions)
{
    const IrDominators *dominators = h->versions->dominators;
    for (uint32_t i = 0; i < dominators->order_count; i++) {
        memcpy(h->now, h->fresh[dominators->order[i]->id], h->words * sizeof *h->now);
        for (const IrInstr *instr = dominators->order[i]->first; instr; instr = instr->next) {
            const Guard *guard = guard_of_access(h, instr);
            uint32_t field = instr->op == IR_ANY_TO_F64 ? read[instr->operands[0]->id] : 0;
            if (field && bits_have(h->now, field - 1) &&
                is_as_read(&h->versions->fields.items[field - 1], instr->operands[0], instr))
                vec_push(&conversions[field - 1], instr);
            step(h, instr, h->now);
            if (instr->op == IR_GET && guard && bits_have(h->now, field_of_access(h, instr)))
                read[instr->id] = field_of_access(h, instr) + 1;
        }
    }
}

/* What is read for anything but such a conversion is kept as a value besides: it may be an integer. */
static void note_values(Holder *h, const uint32_t *read)
{
    Versions *versions = &h->body->versions;
    for (const IrBlock *block = h->body->function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next)
            for (uint32_t i = 0; i < instr->operand_count; i++) {
                uint32_t field = read[instr->operands[i]->id];
                if (field && versions->held[instr->id] != field)
                    versions->fields.items[field - 1].has_value = true;
            }
}

/* Conversions that read the local rely on the guard from now on, as accesses do. */
static void hold_numbers(Holder *h, HeldField *field, uint32_t number, const Conversions *conversions)
{
    Versions *versions = &h->body->versions;
    field->is_number = true;
    for (size_t i = 0; i < conversions->length; i++) {
        versions->held[conversions->items[i]->id] = number + 1;
        versions->access[conversions->items[i]->id] = field->guard->number + 1;
    }
}

static void choose(Holder *h)
{
    Versions *versions = &h->body->versions;
    uint32_t *read = ARENA_ARRAY(h->body->arena, uint32_t, h->body->function->instr_count + 1);
    Conversions *conversions = ARENA_ARRAY(h->body->arena, Conversions, versions->fields.length);
    for (size_t i = 0; i < versions->fields.length; i++)
        vec_init(&conversions[i], h->body->arena);
    find_reads(h, read, conversions);
    for (uint32_t i = 0; i < versions->fields.length; i++) {
        HeldField *field = &versions->fields.items[i];
        bool are_numbers = conversions[i].length && follow_each_test(h, &conversions[i], field->guard);
        if (are_numbers)
            hold_numbers(h, field, i, &conversions[i]);
        field->is_worth_it = are_numbers || is_tested_ahead(versions, field->guard);
    }
    for (uint32_t i = 0; i < h->body->function->instr_count; i++)
        if (read[i] && versions->fields.items[read[i] - 1].is_worth_it) {
            versions->held[i] = read[i];
            versions->fields.items[read[i] - 1].is_held = true;
        }
    note_values(h, read);
}

void emit_plan_held(Body *body)
{
    Versions *versions = &body->versions;
    Holder h = {.body = body, .versions = versions};
    h.first_of_guard = ARENA_ARRAY(body->arena, uint32_t, versions->guards.length + 1);
    for (size_t i = 0; i < versions->guards.length; i++) {
        const Guard *guard = versions->guards.items[i];
        h.first_of_guard[i] = (uint32_t)versions->fields.length;
        for (uint32_t j = 0; j < guard->keys.length; j++)
            vec_push(&versions->fields, ((HeldField){.guard = guard, .key = guard->keys.items[j], .place = j}));
    }
    if (!versions->fields.length)
        return;
    h.words = bits_words((uint32_t)versions->fields.length);
    h.fresh = ARENA_ARRAY(body->arena, uint64_t *, body->function->block_count + 1);
    for (uint32_t i = 0; i < body->function->block_count; i++)
        h.fresh[i] = ARENA_ARRAY(body->arena, uint64_t, h.words);
    h.now = ARENA_ARRAY(body->arena, uint64_t, h.words);
    note_followed(&h);
    solve(&h);
    choose(&h);
}

/* ---- text */

/* All fields at once, each as if it were a double: whatever is none looks like a NaN, and is looked at again. */
static void emit_number_test(Body *body, const size_t *fields, uint32_t count, const IrInstr *place)
{
    StrBuf *out = body->out;
    for (uint32_t i = 0; i < count; i++)
        strbuf_addf(out, "    d%zu = js_as_double(h%zu);\n", fields[i], fields[i]);
    strbuf_adds(out, "    if (js_unlikely(");
    for (uint32_t i = 0; i < count; i += 2)
        strbuf_addf(out, "%sjs_is_any_nan(d%zu, d%zu)", i ? " || " : "", fields[i], fields[i + 1 < count ? i + 1 : i]);
    strbuf_adds(out, ") && !(");
    for (uint32_t i = 0; i < count; i++)
        strbuf_addf(out, "%sjs_try_to_f64(h%zu, &d%zu)", i ? " && " : "", fields[i], fields[i]);
    strbuf_addf(out, "))\n        goto slow%u;\n", place->id);
}

void emit_read_held(Body *body, const Guard *guard, const IrInstr *place)
{
    size_t numbers[GUARD_KEYS_MAX];
    uint32_t count = 0;
    for (size_t i = 0; i < body->versions.fields.length; i++) {
        const HeldField *field = &body->versions.fields.items[i];
        if (field->guard != guard || !field->is_held)
            continue;
        strbuf_addf(body->out, "    h%zu = JS_SLOT_AT(", i);
        emit_operand(body, guard->base);
        strbuf_adds(body->out, ", ");
        emit_offset(body, guard, field->place);
        strbuf_adds(body->out, ");\n");
        if (field->is_number)
            numbers[count++] = i;
    }
    if (count)
        emit_number_test(body, numbers, count, place);
}

bool emit_held(Body *body, const IrInstr *instr)
{
    uint32_t number = body->versions.held[instr->id];
    if (!number)
        return false;
    const HeldField *field = &body->versions.fields.items[number - 1];
    const char *form = instr->op != IR_GET ? "d%u" : field->is_number && !field->has_value ? "js_double(d%u)" : "h%u";
    if (body->is_needed[instr->id]) {
        strbuf_addf(body->out, "    v%u = ", instr->id);
        strbuf_addf(body->out, form, number - 1);
        strbuf_adds(body->out, ";\n");
    }
    return true;
}

/* The unboxed number behind the value; NULL: not known. */
static const IrInstr *number_behind(const IrInstr *value)
{
    bool is_boxed = value->op == IR_BOX_F64 || value->op == IR_BOX_NUMBER || value->op == IR_BOX_I32 || value->op == IR_BOX_I64;
    return is_boxed ? value->operands[0] : NULL;
}

static void emit_follow(Body *body, uint32_t number, const IrInstr *write)
{
    StrBuf *out = body->out;
    const HeldField *field = &body->versions.fields.items[number];
    const IrInstr *value = write->operands[1], *unboxed = number_behind(value);
    bool is_same = write->operands[0] == field->guard->base;
    if (!is_same) {
        strbuf_adds(out, "    if (js_unlikely(");
        emit_operand(body, write->operands[0]);
        strbuf_adds(out, " == ");
        emit_operand(body, field->guard->base);
        strbuf_adds(out, ")) {\n");
    }
    if (field->is_number && !unboxed) {
        strbuf_adds(out, "    if (js_unlikely(!js_try_to_f64(");
        emit_operand(body, value);
        strbuf_addf(out, ", &d%u)))\n        goto slow%u;\n", number, write->id);
    } else if (field->is_number) {
        strbuf_addf(out, "    d%u = (double)", number);
        emit_operand(body, unboxed);
        strbuf_adds(out, ";\n");
    }
    if (!field->is_number || field->has_value) {
        strbuf_addf(out, "    h%u = ", number);
        emit_operand(body, value);
        strbuf_adds(out, ";\n");
    }
    if (!is_same)
        strbuf_adds(out, "    }\n");
}

void emit_follow_write(Body *body, const IrInstr *write)
{
    const Versions *versions = &body->versions;
    for (size_t i = 0; i < versions->fields.length; i++)
        if (versions->fields.items[i].is_held && follows(versions, &versions->fields.items[i], write))
            emit_follow(body, (uint32_t)i, write);
}

void emit_held_locals(const Body *body, StrBuf *out)
{
    for (size_t i = 0; i < body->versions.fields.length; i++) {
        const HeldField *field = &body->versions.fields.items[i];
        if (field->is_held)
            strbuf_addf(out, "    JsValue h%zu;\n", i);
        if (field->is_number)
            strbuf_addf(out, "    double d%zu;\n", i);
    }
}
