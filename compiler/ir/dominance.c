/* Orders of blocks and dominators. Invariant: results describe the graph as it was at the call; block ids are dense. */
#include "edit.h"

#include <stdlib.h>

typedef struct Walk {
    IrBlock *block;
    IrBlock *successors[3];
    uint32_t left;
} Walk;

IrBlock **ir_reverse_post_order(Arena *arena, IrFunction *function, uint32_t *ret_count)
{
    uint32_t capacity = function->block_count + 1, depth = 0, free_place = capacity;
    IrBlock **order = ARENA_ARRAY(arena, IrBlock *, capacity);
    bool *is_seen = ARENA_ARRAY(arena, bool, capacity);
    Walk *stack = ARENA_ARRAY(arena, Walk, capacity);
    stack[depth++] = (Walk){.block = function->entry};
    stack[0].left = ir_successors(function->entry, stack[0].successors);
    is_seen[function->entry->id] = true;
    while (depth) {
        Walk *top = &stack[depth - 1];
        if (!top->left) {
            order[--free_place] = top->block;
            depth--;
            continue;
        }
        IrBlock *next = top->successors[--top->left];
        if (is_seen[next->id])
            continue;
        is_seen[next->id] = true;
        stack[depth].block = next;
        stack[depth].left = ir_successors(next, stack[depth].successors);
        depth++;
    }
    *ret_count = capacity - free_place;
    return order + free_place;
}

static IrBlock *intersect(const IrDominators *d, IrBlock *a, IrBlock *b)
{
    while (a != b) {
        while (d->place[a->id] > d->place[b->id])
            a = d->parent[a->id];
        while (d->place[b->id] > d->place[a->id])
            b = d->parent[b->id];
    }
    return a;
}

static IrBlock *common_dominator(const IrDominators *d, const IrBlock *block)
{
    IrBlock *common = NULL;
    for (uint32_t i = 0; i < block->pred_count; i++) {
        IrBlock *pred = block->preds[i];
        if (d->place[pred->id] == UINT32_MAX || !d->parent[pred->id])
            continue;
        common = common ? intersect(d, common, pred) : pred;
    }
    return common;
}

IrDominators *ir_dominators(Arena *arena, IrFunction *function)
{
    IrDominators *d = ARENA_NEW(arena, IrDominators);
    uint32_t count = function->block_count;
    d->order = ir_reverse_post_order(arena, function, &d->order_count);
    d->place = ARENA_ARRAY(arena, uint32_t, count);
    d->parent = ARENA_ARRAY(arena, IrBlock *, count);
    d->depth = ARENA_ARRAY(arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        d->place[i] = UINT32_MAX;
    for (uint32_t i = 0; i < d->order_count; i++)
        d->place[d->order[i]->id] = i;
    d->parent[function->entry->id] = function->entry;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < d->order_count; i++) {
            IrBlock *parent = common_dominator(d, d->order[i]);
            changed |= parent != d->parent[d->order[i]->id];
            d->parent[d->order[i]->id] = parent;
        }
    }
    for (uint32_t i = 1; i < d->order_count; i++)
        d->depth[d->order[i]->id] = d->depth[d->parent[d->order[i]->id]->id] + 1;
    return d;
}

bool ir_dominates(const IrDominators *d, const IrBlock *above, const IrBlock *below)
{
    while (d->depth[below->id] > d->depth[above->id])
        below = d->parent[below->id];
    return above == below;
}
