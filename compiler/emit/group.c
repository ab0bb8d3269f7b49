/* Properties of one object that are read and written close together share one test of its shape.
 *
 * A run is the part of a block in which nothing can change the shape of an object but slow paths that we write ourselves;
 * accesses of one base in a run are a group, with a cache of its own: a shape, and the offset of each key. `g<n>` says
 * whether the base has that shape; every slow path clears the flags of the groups that are under way.
 *
 * Invariant: while g<n> is true, the base is an object of the group's shape, all of whose keys are own writable data
 * properties in inline slots. */
#include "body.h"

static bool is_access(const IrInstr *instr)
{
    return instr->op == IR_GET || instr->op == IR_SET;
}

/* Ops whose slow path emit_forget_groups marks, or which have none. */
static bool is_soft(const IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_GET: case IR_SET: case IR_ANY_TO_F64: case IR_ANY_TO_I32:
    case IR_I64_LT_ANY: case IR_I64_LE_ANY: case IR_I64_GT_ANY: case IR_I64_GE_ANY:
    case IR_CHECK_TDZ: case IR_BOX_NEW: case IR_MODULE_SET: case IR_BOX_SET:
        return true;
    }
    return !(ir_op_effects(instr->op) & ~(uint32_t)(IR_READS | IR_ENDS)) && instr->op != IR_LOOP_CHECK;
}

static Group *group_with(GroupVec *open, const IrInstr *base)
{
    vec_foreach (Group *, group, open)
        if ((*group)->base == base)
            return *group;
    return NULL;
}

static uint32_t key_place(Group *group, const IrAtom *key)
{
    for (uint32_t i = 0; i < group->keys.length; i++)
        if (group->keys.items[i] == key)
            return i;
    vec_push(&group->keys, key);
    return (uint32_t)group->keys.length - 1;
}

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

static void group_access(Body *body, IrInstr *instr, GroupVec *open)
{
    const IrInstr *base = instr->operands[0];
    if (!is_worth_it(body, base))
        return;
    Group *group = group_with(open, base);
    if (!group) {
        group = ARENA_NEW(body->arena, Group);
        group->base = base;
        vec_init(&group->keys, body->arena);
        vec_push(open, group);
    }
    if (group->keys.length == GROUP_KEYS_MAX)
        return;
    group->accesses++;
    body->accesses[instr->id] = (GroupAccess){group, key_place(group, instr->key)};
}

void emit_plan_groups(Body *body)
{
    body->accesses = ARENA_ARRAY(body->arena, GroupAccess, body->function->instr_count + 1);
    GroupVec open = VEC_IN(body->arena);
    for (IrBlock *block = body->function->blocks; block; block = block->next) {
        vec_clear(&open);
        for (IrInstr *instr = block->first; instr; instr = instr->next) {
            if (!is_soft(instr))
                vec_clear(&open);
            else if (is_access(instr))
                group_access(body, instr, &open);
        }
    }
}

void emit_end_groups(Body *body, const IrInstr *instr)
{
    if (!is_soft(instr) || instr == instr->block->first)
        vec_clear(&body->open_groups);
}

void emit_forget_groups(Body *body)
{
    vec_foreach (Group *, group, &body->open_groups)
        strbuf_addf(body->out, "    g%u = false;\n", (*group)->number);
}

/* Tests the shape at the group's first access. */
static void emit_test(Body *body, Group *group)
{
    EmitUnit *unit = body->unit;
    StrBuf *out = body->out;
    group->number = unit->group_count++;
    group->is_started = true;
    strbuf_addf(&unit->groups, "static struct { JsGroupCache cache; uint16_t offsets[%zu]; } G%u = {{JS_NO_SHAPE, 0}, {0}};\n",
                group->keys.length, group->number);
    strbuf_addf(&unit->groups, "static const uint32_t G%u_keys[] = {", group->number);
    for (size_t i = 0; i < group->keys.length; i++)
        strbuf_addf(&unit->groups, "%u, ", emit_atom(unit, group->keys.items[i]));
    strbuf_adds(&unit->groups, "};\n");
    vec_push(&body->group_numbers, group->number);
    strbuf_addf(out, "    g%u = js_group_test(", group->number);
    emit_operand(body, group->base);
    strbuf_addf(out, ", &G%u.cache, G%u.offsets, K, G%u_keys, %zu);\n", group->number, group->number, group->number, group->keys.length);
    vec_push(&body->open_groups, group);
}

static void emit_slot(Body *body, const IrInstr *instr, const GroupAccess *access)
{
    strbuf_adds(body->out, "JS_SLOT_AT(");
    emit_operand(body, instr->operands[0]);
    strbuf_addf(body->out, ", G%u.offsets[%u])", access->group->number, access->key);
}

bool emit_grouped(Body *body, const IrInstr *instr)
{
    GroupAccess *access = &body->accesses[instr->id];
    if (!is_access(instr) || !access->group || access->group->accesses < 2)
        return false;
    if (!access->group->is_started)
        emit_test(body, access->group);
    StrBuf *out = body->out;
    strbuf_addf(out, "    if (js_likely(g%u", access->group->number);
    if (instr->op == IR_SET) {
        strbuf_adds(out, " && !(js_cell(");
        emit_operand(body, instr->operands[0]);
        strbuf_adds(out, ")->flags & JS_SHARED)");
    }
    strbuf_adds(out, ")) {\n    ");
    if (instr->op == IR_GET) {
        strbuf_addf(out, "    v%u = ", instr->id);
        emit_slot(body, instr, access);
    } else {
        strbuf_adds(out, "    ");
        emit_slot(body, instr, access);
        strbuf_adds(out, " = ");
        emit_operand(body, instr->operands[1]);
        if (body->is_needed[instr->id])
            strbuf_addf(out, ";\n    v%u = JS_UNDEFINED", instr->id);
    }
    strbuf_adds(out, ";\n    } else {\n");
    emit_forget_groups(body);
    emit_template(body, instr);
    strbuf_addf(out, "    if (js_unlikely(v%u == JS_EXCEPTION)) {\n", instr->id);
    emit_throw_exit(body, instr->block);
    strbuf_adds(out, "    }\n    }\n");
    return true;
}
