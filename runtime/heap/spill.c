/* Allocation in an agent's own heap: cells of one size a block, swept when they are needed.
 *
 * Invariant: a block is current for its class, or waits to be swept, or is full (until the next collection); the cells on its
 * free list and its fresh ones are not counted in `bytes`. */
#include "heap/spill.h"
#include "heap/arena.h"
#include "heap/internal.h"
#include "heap/sanitizer.h"
#include <stdlib.h>

enum { SMALL_MAX = 30720, FIRST_COLLECTION = 8 << 20 }; /* SMALL_MAX: two cells a block */

/* ------------------------------------------------------------------------------------------------ size classes
 * Steps of 16 bytes up to 256, then eight to each power of two. */
static uint32_t class_of(size_t bytes)
{
    size_t units = (bytes + 15) / 16;
    if (units <= 16)
        return (uint32_t)units - 1;
    uint32_t power = 63 - (uint32_t)__builtin_clzll(units - 1); /* 2^power < units <= 2^(power + 1) */
    return 16 + (power - 4) * 8 + (uint32_t)((units - 1) >> (power - 3) & 7);
}

static size_t class_bytes(uint32_t class)
{
    if (class < 16)
        return (class + 1) * (size_t)16;
    uint32_t power = (class - 16) / 8 + 4, step = (class - 16) % 8;
    return ((size_t)(9 + step) << (power - 3)) * 16;
}

/* ------------------------------------------------------------------------------------------------ blocks */
static SpillBlock *block_new(HeapSpill *spill, size_t cell_bytes, bool has_pointers, uint32_t run)
{
    SpillBlock *block = arena_take(run);
    if (!block)
        heap_fail("out of memory");
    heap_forbid(block, (size_t)run * ARENA_BLOCK_BYTES);
    heap_allow(block, sizeof *block);
    *block = (SpillBlock){.owner = spill, .next = spill->blocks, .run = run, .cell_bytes = cell_bytes, .has_pointers = has_pointers};
    spill->blocks = block;
    return block;
}

static void block_free(SpillBlock *block)
{
    uint32_t run = block->run;
    heap_forbid(block, (size_t)run * ARENA_BLOCK_BYTES);
    arena_give(block, run);
}

static SpillBlock *small_block_new(HeapSpill *spill, uint32_t class, bool has_pointers)
{
    SpillBlock *block = block_new(spill, class_bytes(class), has_pointers, 1);
    block->class = (uint8_t)class;
    block->fresh = spill_cells(block);
    block->cell_count = (uint32_t)(((char *)block + ARENA_BLOCK_BYTES - block->fresh) / (ptrdiff_t)block->cell_bytes);
    block->reciprocal = (uint32_t)((((uint64_t)1 << 32) + block->cell_bytes - 1) / block->cell_bytes);
    return block;
}

static size_t run_bytes(size_t bytes)
{
    size_t total = bytes + SPILL_ALIGN + sizeof(SpillBlock);
    return (total + ARENA_BLOCK_BYTES - 1) / ARENA_BLOCK_BYTES * ARENA_BLOCK_BYTES;
}

static void *large_alloc(HeapSpill *spill, size_t bytes, bool has_pointers)
{
    SpillBlock *block = block_new(spill, bytes, has_pointers, (uint32_t)(run_bytes(bytes) / ARENA_BLOCK_BYTES));
    block->cell_count = 1;
    return spill_cells(block);
}

size_t spill_cell_bytes(size_t bytes)
{
    size_t cell_bytes = bytes + HEAP_RED_ZONE;
    return cell_bytes > SMALL_MAX ? run_bytes(cell_bytes) : class_bytes(class_of(cell_bytes));
}

/* The link in a free cell. */
static HEAP_UNCHECKED void *next_free(void *cell)
{
    return (void *)~*(uintptr_t *)cell;
}

static HEAP_UNCHECKED void set_next_free(void *cell, void *next)
{
    *(uintptr_t *)cell = ~(uintptr_t)next;
}

static void sweep(SpillBlock *block)
{
    char *cell = spill_cells(block) + block->cell_count * block->cell_bytes;
    block->free = NULL;
    for (uint32_t i = block->cell_count; i-- > 0;) {
        cell -= block->cell_bytes;
        if (block->marks[i / 64] >> (i % 64) & 1)
            continue;
        heap_forbid(cell, block->cell_bytes);
        set_next_free(cell, block->free);
        block->free = cell;
    }
}

static SpillBlock *next_block(HeapSpill *spill, uint32_t class, bool has_pointers)
{
    SpillBlock *block;
    while ((block = spill->unswept[has_pointers][class])) {
        spill->unswept[has_pointers][class] = block->next_unswept;
        sweep(block);
        if (block->free)
            return block;
    }
    return small_block_new(spill, class, has_pointers);
}

static void *take_cell(SpillBlock *block)
{
    char *cell = block->free;
    if (cell) {
        block->free = next_free(cell);
        return cell;
    }
    cell = block->fresh;
    if (!cell)
        return NULL;
    char *after = cell + block->cell_bytes;
    block->fresh = after + block->cell_bytes <= (char *)block + ARENA_BLOCK_BYTES ? after : NULL;
    return cell;
}

static void *small_alloc(HeapSpill *spill, size_t bytes, bool has_pointers)
{
    uint32_t class = class_of(bytes);
    SpillBlock **current = &spill->current[has_pointers][class];
    void *cell = *current ? take_cell(*current) : NULL;
    if (js_likely(cell))
        return cell;
    *current = next_block(spill, class, has_pointers);
    return take_cell(*current);
}

void *spill_alloc(HeapSpill *spill, size_t bytes, bool has_pointers)
{
    size_t cell_bytes = bytes + HEAP_RED_ZONE;
    if (js_unlikely(spill->bytes + cell_bytes > spill->collect_at))
        spill_collect(spill);
    spill->bytes += spill_cell_bytes(bytes);
    void *cell = cell_bytes > SMALL_MAX ? large_alloc(spill, cell_bytes, has_pointers) : small_alloc(spill, cell_bytes, has_pointers);
    heap_allow(cell, bytes);
    return cell;
}

/* ------------------------------------------------------------------------------------------------ after marking */
static uint32_t marked_cells(const SpillBlock *block)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < (block->cell_count + 63) / 64; i++)
        count += (uint32_t)__builtin_popcountll(block->marks[i]);
    return count;
}

static void await_sweep(HeapSpill *spill, SpillBlock *block)
{
    SpillBlock **list = &spill->unswept[block->has_pointers][block->class];
    block->next_unswept = *list;
    *list = block;
    block->free = NULL;
    block->fresh = NULL;
}

void spill_sweep_start(HeapSpill *spill)
{
    size_t live = 0;
    memset(spill->current, 0, sizeof spill->current);
    memset(spill->unswept, 0, sizeof spill->unswept);
    for (SpillBlock **at = &spill->blocks, *block; (block = *at);) {
        uint32_t marked = marked_cells(block);
        if (!marked) {
            *at = block->next;
            block_free(block);
            continue;
        }
        live += block->reciprocal ? marked * block->cell_bytes : (size_t)block->run * ARENA_BLOCK_BYTES;
        if (marked < block->cell_count)
            await_sweep(spill, block);
        at = &block->next;
        js_charge(100);
    }
    size_t freed = spill->bytes > live ? spill->bytes - live : 0;
    spill->region->bytes -= freed < spill->region->bytes ? freed : spill->region->bytes;
    spill->bytes = live;
    spill->collect_at = live + (live > FIRST_COLLECTION ? live : FIRST_COLLECTION);
}

/* ------------------------------------------------------------------------------------------------ its life */
HeapSpill *spill_begin(HeapRegion *region)
{
    HeapSpill *spill = calloc(1, sizeof *spill);
    if (!spill)
        heap_fail("out of memory");
    spill->region = region;
    spill->collect_at = FIRST_COLLECTION;
    return spill;
}

void spill_push_all(HeapSpill *spill)
{
    for (SpillBlock *block = spill->blocks; block; block = block->next) {
        if (block->has_pointers)
            heap_push_roots(spill_cells(block), (char *)block + (size_t)block->run * ARENA_BLOCK_BYTES);
    }
}

void spill_end(HeapSpill *spill)
{
    for (SpillBlock *block = spill->blocks, *next; block; block = next) {
        next = block->next;
        block_free(block);
    }
    free(spill->stack);
    free(spill);
}
