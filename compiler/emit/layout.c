/* Where objects have their properties, as far as the program's object literals and constructors agree: the slot of each name.
 * A prediction, which tests of shapes check: code that relies on such a test has offsets that are constants.
 *
 * Invariant: a name that some literal or constructor puts elsewhere, or at a place that depends on the run, has no slot. */
#include "unit.h"

enum { UNKNOWN = 0, VARIES = UINT8_MAX, SLOTS_MAX = 64 /* of a literal: JS_LITERAL_MAX of sinew.h */ };

/* The slots that a constructor has filled so far. */
typedef struct Filling {
    EmitPlan *plan;
    const IrAtom *keys[SLOTS_MAX];
    uint32_t count;
    bool varies;          /* what comes from here on depends on the run */
} Filling;

static void note(EmitPlan *plan, const IrAtom *key, uint32_t slot)
{
    uint8_t *place = &plan->place_of_key[key->number];
    uint8_t noted = slot < SLOTS_MAX ? (uint8_t)(slot + 1) : VARIES;
    *place = *place == UNKNOWN || *place == noted ? noted : VARIES;
}

static void note_literal(EmitPlan *plan, const IrInstr *literal)
{
    for (uint32_t i = 0; i < literal->operand_count; i++)
        note(plan, literal->keys[i], literal->operand_count <= SLOTS_MAX ? i : SLOTS_MAX);
}

static void fill(Filling *filling, const IrAtom *key)
{
    for (uint32_t i = 0; key && i < filling->count; i++)
        if (filling->keys[i] == key)
            return;
    filling->varies |= filling->count == SLOTS_MAX;
    if (key)
        note(filling->plan, key, filling->varies ? SLOTS_MAX : filling->count);
    if (!filling->varies)
        filling->keys[filling->count++] = key;
}

static bool is_field(const IrInstr *instr)
{
    return instr->op == IR_DEFINE_FIELD && instr->operands[1]->op == IR_STRING;
}

/* What the function does to its `this`; `depth`: how many calls of others (initialisers of fields) are followed. */
static void follow(Filling *filling, const IrFunction *function, uint32_t depth)
{
    for (const IrBlock *block = function->blocks; block; block = block->next) {
        for (const IrInstr *instr = block->first; instr; instr = instr->next) {
            if (instr->op == IR_CALL_DIRECT && depth && instr->operands[1]->op == IR_THIS)
                follow(filling, instr->function, depth - 1);
            if (!instr->operand_count || instr->operands[0]->op != IR_THIS)
                continue;
            if (instr->op == IR_SET)
                fill(filling, instr->key);
            else if (is_field(instr))
                fill(filling, instr->operands[1]->key);
            else if (instr->op == IR_PRIVATE_FIELD)
                fill(filling, NULL);
        }
        filling->varies |= block->last->op != IR_RETURN;
    }
}

/* Properties put on anything but the `this` of a constructor that inherits nothing: by classes on what `super` returned, by
 * literals with spreads. */
static void note_elsewhere(EmitPlan *plan, const IrFunction *function)
{
    for (const IrBlock *block = function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next) {
            if (instr->op == IR_OBJECT_LITERAL)
                note_literal(plan, instr);
            else if (is_field(instr) && instr->operands[0]->op != IR_THIS)
                note(plan, instr->operands[1]->key, SLOTS_MAX);
            else if (instr->op == IR_SET && function->kind == IR_CLASS_DERIVED)
                note(plan, instr->key, SLOTS_MAX);
        }
}

void emit_plan_layouts(EmitPlan *plan)
{
    plan->place_of_key = ARENA_ARRAY(plan->arena, uint8_t, ir_atom_count(plan->program) + 1);
    for (const IrFunction *function = plan->program->functions; function; function = function->next) {
        note_elsewhere(plan, function);
        Filling filling = {.plan = plan};
        if (function->is_constructor && function->kind != IR_CLASS_DERIVED)
            follow(&filling, function, 1);
    }
}

bool emit_slot_of(const EmitPlan *plan, const IrAtom *key, uint32_t *ret_slot)
{
    uint8_t place = plan->place_of_key[key->number];
    if (place == UNKNOWN || place == VARIES)
        return false;
    *ret_slot = place - 1u;
    return true;
}
