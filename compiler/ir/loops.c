/* Natural loops: see loops.h. */
#include "loops.h"

bool ir_is_back_edge(const IrDominators *d, const IrBlock *from, const IrBlock *to)
{
    return d->place[from->id] != UINT32_MAX && ir_dominates(d, to, from);
}

static void add_block(IrBlock *block, uint64_t *blocks, IrBlock **stack, uint32_t *depth)
{
    if (bits_have(blocks, block->id))
        return;
    bits_add(blocks, block->id);
    stack[(*depth)++] = block;
}

static IrLoop loop_at(Arena *arena, const IrFunction *function, const IrDominators *d, IrBlock *header)
{
    IrLoop loop = {header, ARENA_ARRAY(arena, uint64_t, bits_words(function->block_count))};
    IrBlock **stack = ARENA_ARRAY(arena, IrBlock *, function->block_count + 1);
    uint32_t depth = 0;
    bits_add(loop.blocks, header->id);
    for (uint32_t i = 0; i < header->pred_count; i++)
        if (ir_is_back_edge(d, header->preds[i], header))
            add_block(header->preds[i], loop.blocks, stack, &depth);
    while (depth) {
        const IrBlock *block = stack[--depth];
        for (uint32_t i = 0; i < block->pred_count; i++)
            if (d->place[block->preds[i]->id] != UINT32_MAX)
                add_block(block->preds[i], loop.blocks, stack, &depth);
    }
    return loop;
}

IrLoopVec ir_find_loops(Arena *arena, const IrFunction *function, const IrDominators *d)
{
    IrLoopVec loops = VEC_IN(arena);
    for (uint32_t i = 0; i < d->order_count; i++) {
        IrBlock *block = d->order[i];
        bool is_header = false;
        for (uint32_t j = 0; j < block->pred_count; j++)
            is_header |= ir_is_back_edge(d, block->preds[j], block);
        if (is_header)
            vec_push(&loops, loop_at(arena, function, d, block));
    }
    return loops;
}
