/* Registers: values that live across blocks have one of their own; the others share what is free in their block.
 *
 * Invariant: no two values that are alive at once share a register. A phi's operand is read where its predecessor
 * ends. */
#include "evaluate/code.h"
#include "ir/edit.h"

enum { ACROSS_BLOCKS = UINT32_MAX };

typedef struct Assignment {
    IrFunction *function;
    EvalSlots slots;
    uint32_t *last_use;      /* by value id: 1 + id of the last user in its block, ACROSS_BLOCKS, or 0 */
    const uint32_t *uses;
    VEC(uint32_t) free_slots;
} Assignment;

uint32_t *eval_count_uses(Arena *arena, const IrFunction *function)
{
    uint32_t *uses = ARENA_ARRAY(arena, uint32_t, function->instr_count + 1);
    for (const IrBlock *block = function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next)
            for (uint32_t i = 0; i < instr->operand_count; i++)
                uses[instr->operands[i]->id]++;
    return uses;
}

bool eval_is_skipped(const IrInstr *instr, const uint32_t *uses)
{
    bool is_pure = instr->type != IR_TYPE_NONE && !(ir_op_effects(instr->op) & ~(uint32_t)(IR_READS | IR_ALLOCATES));
    return is_pure && !uses[instr->id];
}

static uint32_t width_of(const IrInstr *instr)
{
    if (instr->type == IR_TYPE_ITER)
        return EVAL_ITERATOR_SLOTS;
    return instr->op == IR_NEW_CLASS ? 2 : 1; /* the class, its prototype */
}

static void note_use(Assignment *a, const IrInstr *value, const IrBlock *where, uint32_t when)
{
    uint32_t *last = &a->last_use[value->id];
    if (value->block != where || width_of(value) > 1 || ir_is_phi(value))
        *last = ACROSS_BLOCKS;
    else if (*last < when)
        *last = when;
}

static void find_last_uses(Assignment *a)
{
    for (const IrBlock *block = a->function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next)
            for (uint32_t i = 0; i < instr->operand_count; i++) {
                const IrBlock *where = ir_is_phi(instr) ? block->preds[i] : block;
                note_use(a, instr->operands[i], where, 1 + (ir_is_phi(instr) ? where->last->id : instr->id));
            }
}

static uint32_t take_free(Assignment *a)
{
    return a->free_slots.length ? vec_pop(&a->free_slots) : a->slots.count++;
}

static void release(Assignment *a, const IrInstr *value, uint32_t now)
{
    uint32_t *last = &a->last_use[value->id];
    if (*last != now)
        return;
    *last = 0; /* an operand may be named twice */
    vec_push(&a->free_slots, a->slots.of_value[value->id]);
}

enum { ASSIGN_WORK = 80 }; /* of this walk and those before it */

static void assign_in_block(Assignment *a, const IrBlock *block)
{
    VEC(const IrInstr *) to_the_end = VEC_IN(a->free_slots.arena);
    for (const IrInstr *instr = block->first; instr; instr = instr->next) {
        uint32_t last = a->last_use[instr->id];
        base_work(ASSIGN_WORK);
        if (instr->type != IR_TYPE_NONE && last != ACROSS_BLOCKS && !eval_is_skipped(instr, a->uses)) {
            a->slots.of_value[instr->id] = take_free(a);
            if (!last)
                vec_push(&a->free_slots, a->slots.of_value[instr->id]);
            else if (last == 1 + block->last->id)
                vec_push(&to_the_end, instr);
        }
        for (uint32_t i = 0; i < instr->operand_count && !ir_is_phi(instr) && instr != block->last; i++)
            release(a, instr->operands[i], 1 + instr->id);
    }
    vec_foreach (const IrInstr *, value, &to_the_end)
        release(a, *value, 1 + block->last->id);
}

EvalSlots eval_assign_slots(Arena *arena, IrFunction *function)
{
    ir_renumber(function);
    Assignment a = {.function = function, .uses = eval_count_uses(arena, function)};
    vec_init(&a.free_slots, arena);
    a.slots.of_value = ARENA_ARRAY(arena, uint32_t, function->instr_count + 1);
    a.last_use = ARENA_ARRAY(arena, uint32_t, function->instr_count + 1);
    find_last_uses(&a);
    for (const IrBlock *block = function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next) {
            if (instr->type != IR_TYPE_NONE && (ir_is_phi(instr) || width_of(instr) > 1))
                a.last_use[instr->id] = ACROSS_BLOCKS;
            if (a.last_use[instr->id] != ACROSS_BLOCKS)
                continue;
            a.slots.of_value[instr->id] = a.slots.count;
            a.slots.count += width_of(instr);
        }
    for (const IrBlock *block = function->blocks; block; block = block->next)
        assign_in_block(&a, block);
    return a.slots;
}
