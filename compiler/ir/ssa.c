/* Local variables to SSA while the graph is being built (Braun, Buchwald, Hack, Leissa, Mallon, Zwinkau 2013).
 *
 * Invariant: a (block, local) pair has at most one entry, the local's value at the end of what the block has so far; a phi
 * of an unsealed block is incomplete (no operands) and is completed when the block is sealed. */
#include "builder.h"

#include <assert.h>
#include "base/vec.h"
#include "edit.h"

typedef struct Definition {
    IrBlock *block;
    uint32_t local;
    IrInstr *value;
} Definition;

typedef struct IncompletePhi {
    IrBlock *block;
    uint32_t local;
    IrInstr *phi;
} IncompletePhi;

struct IrDefinitions {
    Arena *arena;
    VEC(IrType) locals;
    VEC(IncompletePhi) incomplete;
    Definition *slots;
    uint32_t slot_count, used_count;
};

struct IrDefinitions *ir_definitions_new(Arena *arena)
{
    struct IrDefinitions *definitions = ARENA_NEW(arena, struct IrDefinitions);
    definitions->arena = arena;
    vec_init(&definitions->locals, arena);
    vec_init(&definitions->incomplete, arena);
    definitions->slot_count = 64;
    definitions->slots = ARENA_ARRAY(arena, Definition, 64);
    return definitions;
}

static Definition *definition_slot(struct IrDefinitions *d, const IrBlock *block, uint32_t local)
{
    uint32_t mask = d->slot_count - 1;
    uint32_t at = (block->id * 0x9E3779B1u + local * 0x85EBCA77u) & mask;
    while (d->slots[at].block && (d->slots[at].block != block || d->slots[at].local != local))
        at = (at + 1) & mask;
    return &d->slots[at];
}

static void definitions_grow(struct IrDefinitions *d)
{
    Definition *old = d->slots;
    uint32_t old_count = d->slot_count;
    d->slot_count *= 2;
    d->slots = ARENA_ARRAY(d->arena, Definition, d->slot_count);
    for (uint32_t i = 0; i < old_count; i++)
        if (old[i].block)
            *definition_slot(d, old[i].block, old[i].local) = old[i];
}

static void define(struct IrDefinitions *d, IrBlock *block, uint32_t local, IrInstr *value)
{
    Definition *slot = definition_slot(d, block, local);
    bool is_new = !slot->block;
    *slot = (Definition){block, local, value};
    if (is_new && ++d->used_count * 3 > d->slot_count * 2)
        definitions_grow(d);
}

uint32_t ir_local_new(IrBuilder *b, IrType type)
{
    vec_push(&b->definitions->locals, type);
    return (uint32_t)vec_len(&b->definitions->locals) - 1;
}

void ir_local_write(IrBuilder *b, uint32_t local, IrInstr *value)
{
    if (!b->block)
        return;
    value = ir_resolve(value);
    assert(value->type == vec_at(&b->definitions->locals, local));
    define(b->definitions, b->block, local, value);
}

static IrInstr *read_in(IrBuilder *b, IrBlock *block, uint32_t local);

static IrInstr *phi_new(IrBuilder *b, IrBlock *block, uint32_t local)
{
    IrInstr *phi = ir_instr_new(b->program, b->function, IR_PHI, 0, NULL);
    phi->type = vec_at(&b->definitions->locals, local);
    ir_insert_first(block, phi);
    define(b->definitions, block, local, phi);
    return phi;
}

static IrInstr *phi_complete(IrBuilder *b, IrBlock *block, uint32_t local, IrInstr *phi)
{
    for (uint32_t i = 0; i < block->pred_count; i++)
        ir_add_operand(b->program, phi, read_in(b, block->preds[i], local));
    IrInstr *single = ir_phi_single_value(b->function, phi);
    if (single)
        ir_forward(phi, single);
    return ir_resolve(phi);
}

/* The value at the block's end; `block` has no definition of its own. */
static IrInstr *read_from_preds(IrBuilder *b, IrBlock *block, uint32_t local)
{
    if (!block->sealed) {
        IrInstr *phi = phi_new(b, block, local);
        vec_push(&b->definitions->incomplete, (IncompletePhi){block, local, phi});
        return phi;
    }
    if (!block->pred_count) {
        IrInstr *value = ir_undefined_of(b->function, vec_at(&b->definitions->locals, local));
        define(b->definitions, block, local, value);
        return value;
    }
    return phi_complete(b, block, local, phi_new(b, block, local));
}

static IrInstr *read_in(IrBuilder *b, IrBlock *block, uint32_t local)
{
    IrBlock *start = block;
    Definition *found = definition_slot(b->definitions, block, local);
    while (!found->block && block->sealed && block->pred_count == 1) {
        block = block->preds[0];
        found = definition_slot(b->definitions, block, local);
    }
    IrInstr *value = found->block ? ir_resolve(found->value) : read_from_preds(b, block, local);
    for (; start != block; start = start->preds[0])
        define(b->definitions, start, local, value);
    return value;
}

IrInstr *ir_local_read(IrBuilder *b, uint32_t local)
{
    if (!b->block)
        return ir_undefined_of(b->function, vec_at(&b->definitions->locals, local));
    return read_in(b, b->block, local);
}

void ir_block_seal(IrBuilder *b, IrBlock *block)
{
    assert(!block->sealed);
    block->sealed = true;
    struct IrDefinitions *d = b->definitions;
    size_t kept = 0;
    size_t count = vec_len(&d->incomplete);
    for (size_t i = 0; i < count; i++) { /* completing may push entries of other blocks behind */
        IncompletePhi entry = vec_at(&d->incomplete, i);
        if (entry.block == block)
            phi_complete(b, block, entry.local, entry.phi);
        else
            d->incomplete.items[kept++] = entry;
    }
    for (size_t i = count; i < vec_len(&d->incomplete); i++)
        d->incomplete.items[kept++] = d->incomplete.items[i];
    d->incomplete.length = kept;
}
