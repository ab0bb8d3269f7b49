/* Memory outside of the heap for work in hand: counted against the agent that runs, freed by its owner, or when the
 * agent ends.
 *
 * Invariant: a block hangs on the list of the region in which it was taken, or on none (start agent); `region` says
 * which. */
#include "heap/internal.h"
#include <stdlib.h>

struct HeapScratch {
    HeapScratch *previous, *next;
    HeapRegion *region;
    size_t bytes;
    _Alignas(16) char data[];
};

static HeapScratch *block_of(void *data)
{
    return (HeapScratch *)(void *)((char *)data - offsetof(HeapScratch, data));
}

static void link_block(HeapScratch *block)
{
    HeapRegion *region = block->region;
    block->previous = NULL;
    block->next = region ? region->scratch : NULL;
    if (block->next)
        block->next->previous = block;
    if (region)
        region->scratch = block;
}

static void unlink_block(HeapScratch *block)
{
    if (block->previous)
        block->previous->next = block->next;
    else if (block->region)
        block->region->scratch = block->next;
    if (block->next)
        block->next->previous = block->previous;
}

static void count(const HeapScratch *block, ptrdiff_t bytes)
{
    if (block->region && block->region == heap_region)
        heap_account(bytes);
}

void *js_scratch_alloc(size_t bytes)
{
    heap_account((ptrdiff_t)bytes); /* may not return */
    HeapScratch *block = calloc(1, sizeof *block + bytes);
    if (!block)
        return NULL;
    block->region = heap_region;
    block->bytes = bytes;
    link_block(block);
    return block->data;
}

void *js_scratch_resize(void *data, size_t bytes)
{
    if (!data)
        return js_scratch_alloc(bytes);
    HeapScratch *block = block_of(data);
    count(block, (ptrdiff_t)(bytes - block->bytes));
    unlink_block(block);
    HeapScratch *moved = realloc(block, sizeof *block + bytes);
    if (!moved) {
        link_block(block);
        return NULL;
    }
    moved->bytes = bytes;
    link_block(moved);
    return moved->data;
}

void js_scratch_free(void *data)
{
    if (!data)
        return;
    HeapScratch *block = block_of(data);
    count(block, -(ptrdiff_t)block->bytes);
    unlink_block(block);
    free(block);
}

void scratch_free_all(HeapRegion *region)
{
    while (region->scratch) {
        HeapScratch *block = region->scratch;
        region->scratch = block->next;
        free(block);
    }
}
