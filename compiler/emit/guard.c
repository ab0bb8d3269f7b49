/* Which accesses are guarded, by which guard; and the text of tests. Invariant: see guard.h. */
#include "body.h"

#include <string.h>

/* Objects that are being built change their shapes with every property; constants are no objects. */
static bool is_worth_it(const Body *body, const IrInstr *base)
{
    bool is_class = body->function->kind == IR_CLASS_BASE || body->function->kind == IR_CLASS_DERIVED;
    switch ((int)base->op) {
    case IR_THIS: return !is_class;
    case IR_PARAM: case IR_CAPTURE: return true;
    case IR_OBJECT: case IR_CREATE_THIS: case IR_CLOSURE: case IR_CONSTRUCT: return false;
    }
    return !emit_is_inline(body, base);
}

static bool find_kind(const Body *body, const IrInstr *instr, GuardKind *ret_kind)
{
    switch ((int)instr->op) {
    case IR_GET: case IR_SET:
        *ret_kind = GUARD_SHAPE;
        return !body->plan->is_method_key[instr->key->number];
    case IR_GET_INDEX: case IR_SET_INDEX: case IR_GET_ELEMENT: case IR_SET_ELEMENT:
        *ret_kind = emit_element_name((uint32_t)instr->number) ? GUARD_TYPED : GUARD_ELEMENTS;
        return true;
    }
    return false;
}

static bool is_write(const IrInstr *instr)
{
    return instr->op == IR_SET || instr->op == IR_SET_INDEX || instr->op == IR_SET_ELEMENT;
}

static Guard *guard_of(Body *body, const IrInstr *base, GuardKind kind, uint32_t element)
{
    GuardVec *guards = &body->versions.guards;
    for (size_t i = guards->length; i-- > 0;) {
        Guard *guard = guards->items[i];
        if (guard->base == base && guard->kind == kind && guard->element == element)
            return guard;
    }
    if (guards->length == GUARD_MAX)
        return NULL;
    Guard *guard = ARENA_NEW(body->arena, Guard);
    *guard = (Guard){.kind = kind, .base = base, .element = element, .number = (uint32_t)guards->length};
    vec_init(&guard->keys, body->arena);
    vec_push(guards, guard);
    return guard;
}

static uint32_t key_place(Guard *guard, const IrAtom *key)
{
    for (uint32_t i = 0; i < guard->keys.length; i++)
        if (guard->keys.items[i] == key)
            return i;
    vec_push(&guard->keys, key);
    return (uint32_t)guard->keys.length - 1;
}

static void plan_access(Body *body, const IrInstr *instr)
{
    GuardKind kind;
    const IrInstr *base = instr->operand_count ? instr->operands[0] : NULL;
    if (!base || !find_kind(body, instr, &kind) || !is_worth_it(body, base))
        return;
    Guard *guard = guard_of(body, base, kind, kind == GUARD_TYPED ? (uint32_t)instr->number : 0);
    if (!guard || guard->keys.length == GUARD_KEYS_MAX)
        return;
    guard->accesses++;
    guard->has_writes |= is_write(instr);
    body->versions.access[instr->id] = guard->number + 1;
    if (kind == GUARD_SHAPE)
        body->versions.key_place[instr->id] = key_place(guard, instr->key);
}

void emit_find_guards(Body *body)
{
    Versions *versions = &body->versions;
    vec_init(&versions->guards, body->arena);
    versions->access = ARENA_ARRAY(body->arena, uint32_t, body->function->instr_count + 1);
    versions->key_place = ARENA_ARRAY(body->arena, uint32_t, body->function->instr_count + 1);
    for (const IrBlock *block = body->function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next)
            plan_access(body, instr);
}

/* ---- tests */

/* Two keys cannot have one slot: then the object is none of those that were foreseen. */
static bool has_layout(const Body *body, const Guard *guard)
{
    uint64_t taken = 0;
    for (uint32_t i = 0; i < guard->keys.length; i++) {
        uint32_t slot;
        if (!emit_slot_of(body->plan, guard->keys.items[i], &slot) || taken >> slot & 1)
            return false;
        taken |= UINT64_C(1) << slot;
    }
    return true;
}

static void emit_slot(const Body *body, StrBuf *out, const Guard *guard, uint32_t place)
{
    uint32_t slot = 0;
    emit_slot_of(body->plan, guard->keys.items[place], &slot);
    strbuf_addf(out, "JS_SLOT_OFFSET(%u)", slot);
}

void emit_offset(Body *body, const Guard *guard, uint32_t place)
{
    if (guard->has_layout)
        emit_slot(body, body->out, guard, place);
    else
        strbuf_addf(body->out, "G%u.offsets[%u]", guard->site, place);
}

static void declare_shape_site(Body *body, Guard *guard)
{
    EmitUnit *unit = body->unit;
    guard->site = unit->guard_count++;
    guard->has_layout = has_layout(body, guard);
    strbuf_addf(&unit->guards, "static struct { JsGroupCache cache; uint16_t offsets[%zu]; } G%u = {%s, {",
                guard->keys.length, guard->site, guard->has_layout ? "JS_GROUP_LAID_OUT" : "JS_GROUP_EMPTY");
    for (uint32_t i = 0; guard->has_layout && i < guard->keys.length; i++) {
        strbuf_adds(&unit->guards, i ? ", " : "");
        emit_slot(body, &unit->guards, guard, i);
    }
    strbuf_adds(&unit->guards, guard->has_layout ? "}};\n" : "0}};\n");
    strbuf_addf(&unit->guards, "static const uint32_t G%u_keys[] = {", guard->site);
    for (size_t i = 0; i < guard->keys.length; i++)
        strbuf_addf(&unit->guards, "%u, ", emit_atom(unit, guard->keys.items[i]));
    strbuf_adds(&unit->guards, "};\n");
}

static void declare(Body *body, Guard *guard)
{
    if (guard->is_declared)
        return;
    guard->is_declared = true;
    if (guard->kind == GUARD_SHAPE)
        declare_shape_site(body, guard);
    else
        vec_push(&body->view_guards, guard);
}

static void emit_condition(Body *body, const Guard *guard)
{
    StrBuf *out = body->out;
    uint32_t n = guard->number, g = guard->site;
    switch (guard->kind) {
    case GUARD_SHAPE:
        strbuf_adds(out, "js_group_test(");
        emit_operand(body, guard->base);
        strbuf_addf(out, ", %d, &G%u.cache, G%u.offsets, K, G%u_keys, %zu)", guard->has_writes, g, g, g, guard->keys.length);
        return;
    case GUARD_ELEMENTS:
        strbuf_adds(out, "js_guard_elements(");
        emit_operand(body, guard->base);
        strbuf_addf(out, ", %d, &e%u, &n%u)", guard->has_writes, n, n);
        return;
    case GUARD_TYPED:
        strbuf_adds(out, "js_guard_typed(");
        emit_operand(body, guard->base);
        strbuf_addf(out, ", %u, %d, &e%u, &n%u)", guard->element - 1, guard->has_writes, n, n);
        return;
    }
}

void emit_test(Body *body, Guard *guard, const IrInstr *place)
{
    declare(body, guard);
    strbuf_adds(body->out, "    if (js_unlikely(!");
    emit_condition(body, guard);
    strbuf_addf(body->out, "))\n        goto slow%u;\n", place->id);
    emit_read_held(body, guard, place);
}

void emit_view_locals(const Body *body, StrBuf *out)
{
    for (size_t i = 0; i < body->view_guards.length; i++) {
        const Guard *guard = body->view_guards.items[i];
        strbuf_addf(out, "    %s *e%u;\n    uint64_t n%u;\n", guard->kind == GUARD_TYPED ? "void" : "JsValue", guard->number, guard->number);
    }
}
