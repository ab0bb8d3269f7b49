/* Regions: bump allocation for one agent, freed whole.
 *
 * Invariant: js_heap is the bump range of heap_region's newest chunk while an unspilled agent runs, and empty otherwise, so
 * that every other allocation takes the slow path. `bytes` counts chunks, large blocks and what heap_account was told. */
#include "heap/arena.h"
#include "heap/internal.h"
#include "heap/weak.h"
#include "heap/sanitizer.h"
#include "heap/spill.h"
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>

/* To be checked, every object has a block of its own. */
enum { LARGE_BYTES = HEAP_IS_CHECKED ? 0 : HEAP_LARGE_BYTES };
enum { SLAB_CHUNKS = 64, TIDY_NS = 400000000, TIDY_TICKS = 8, KEPT_BLOCKS = 256, KEPT_CHUNKS = 512, PAGE_BYTES = 4096,
       CHUNK_WORK = HEAP_CHUNK_BYTES / 4, MALLOC_KEPT = 4 << 20, MALLOC_TOP_KEPT = 64 << 20, MMAP_FROM = 32 << 20 };

HeapRegion *heap_region;
static HeapRegion *live_regions;
static HeapChunk *chunk_pool; /* given back */
static HeapChunk *cold_chunks; /* given back, and all but their first pages to the system */
static size_t pooled_chunks;  /* in chunk_pool */
static size_t idle_chunks;    /* of them, never needed in this period of heap_tidy */
static char *slab_next, *slab_end; /* never used: left untouched, so that the system need not back it with memory */
static size_t spilled_regions;
static size_t live_bytes;     /* of all regions, as they were at their last switch-out */
static bool has_large_garbage; /* malloc has what large blocks left */
static bool had_large_blocks;  /* in this period of heap_tidy */
static uint64_t period_ns;     /* when it began */
static size_t chunks_a_tick, blocks_a_tick; /* to give back: what was idle all through the last period */
static size_t shared_left = 16 << 20; /* for what requests leave behind: atoms, shapes, tables of shapes */

static void slab_take(void)
{
    size_t bytes = (size_t)SLAB_CHUNKS * HEAP_CHUNK_BYTES;
    slab_next = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (slab_next == MAP_FAILED)
        heap_fail("out of memory");
    slab_end = slab_next + bytes;
}

static HeapChunk *chunk_take(void)
{
    HeapChunk *chunk = chunk_pool;
    if (js_likely(chunk)) {
        chunk_pool = chunk->next;
        pooled_chunks--;
        if (pooled_chunks < idle_chunks)
            idle_chunks = pooled_chunks;
        return chunk;
    }
    if (cold_chunks) {
        chunk = cold_chunks;
        cold_chunks = chunk->next;
        return chunk;
    }
    if (slab_next == slab_end)
        slab_take();
    chunk = (HeapChunk *)slab_next;
    slab_next += HEAP_CHUNK_BYTES;
    return chunk;
}

/* The bump range of the newest chunk goes back into the region. */
static void region_save_bump(HeapRegion *region)
{
    if (region->is_spilled)
        return;
    region->bump = js_heap.bump;
    region->limit = js_heap.limit;
    if (region->chunks)
        region->chunks->end = region->bump;
}

static void region_spill(HeapRegion *region)
{
    region_save_bump(region);
    region->is_spilled = true;
    region->spill = spill_begin(region);
    spilled_regions++;
    js_heap.bump = js_heap.limit = NULL;
}

/* --state=worker: an agent's share of the live bytes is at most all that lives beyond the snapshot. */
static bool fits_after_shared_collection(HeapRegion *region, size_t wanted)
{
    heap_collect();
    size_t now = heap_collected_bytes();
    size_t others = region->base_bytes > heap_frozen_bytes ? region->base_bytes : heap_frozen_bytes;
    size_t live = now > others ? now - others : 0;
    size_t share = live / (spilled_regions ? spilled_regions : 1);
    region->bytes = share + wanted;
    return wanted < region->memory_limit;
}

/* Past the limit a spilled agent may only have made garbage: what a collection finds alive decides, with some room left, so that
 * the next one is not due at once. `wanted` is counted already, and not taken yet. */
static JS_COLD void region_over_limit(HeapRegion *region, size_t wanted)
{
    size_t most = region->memory_limit - region->memory_limit / 8;
    if (region->spill)
        spill_collect(region->spill);
    bool may_fit = region->spill || (region->is_spilled && fits_after_shared_collection(region, wanted));
    if (may_fit && region->bytes <= most)
        return;
    if (!heap_limit_hook)
        heap_fail("an agent is past its memory limit, and nobody ends it");
    heap_limit_hook();
}

static void region_count(HeapRegion *region, size_t bytes)
{
    region->bytes += bytes;
    if (js_unlikely(region->bytes > region->memory_limit))
        region_over_limit(region, bytes);
}

void heap_account(ptrdiff_t bytes)
{
    HeapRegion *region = heap_region;
    if (!region)
        return;
    if (bytes < 0)
        region->bytes -= (size_t)-bytes < region->bytes ? (size_t)-bytes : region->bytes;
    else
        region_count(region, (size_t)bytes);
}

static void *region_alloc_large(HeapRegion *region, size_t bytes)
{
    region_count(region, bytes);
    HeapBlock *block = malloc(sizeof *block + bytes);
    if (!block)
        heap_fail("out of memory");
    block->bytes = bytes;
    block->next = region->blocks;
    region->blocks = block;
    had_large_blocks = true;
    return block + 1;
}

static void *region_alloc_chunk(HeapRegion *region, size_t bytes)
{
    region_count(region, HEAP_CHUNK_BYTES);
    region_save_bump(region);
    HeapChunk *chunk = chunk_take();
    chunk->next = region->chunks;
    chunk->end = (char *)(chunk + 1) + bytes;
    region->chunks = chunk;
    js_heap.bump = chunk->end;
    js_heap.limit = (char *)chunk + HEAP_CHUNK_BYTES;
    return chunk + 1;
}

static void *alloc_in_snapshot(size_t bytes, bool has_pointers)
{
    void *p = collected_alloc(bytes, has_pointers);
    if (heap_is_frozen)
        freeze_note(p);
    return p;
}

/* The memory that a program takes may be fresh, and then costs more than what it does with it: a thousand rounds of a loop, each of
 * which makes a few objects, would touch a hundred pages between two looks at the clock. */
static void charge_memory(size_t bytes)
{
    js_charge(bytes < HEAP_CHUNK_BYTES ? (uint32_t)bytes / 4 : CHUNK_WORK);
}

void *js_alloc_slow(size_t bytes, bool has_pointers)
{
    HeapRegion *region = heap_region;
    if (!region)
        return alloc_in_snapshot(bytes, has_pointers);
    if (!region->is_spilled) {
        if (region->bytes + bytes <= region->region_limit) {
            charge_memory(HEAP_CHUNK_BYTES);
            return bytes >= LARGE_BYTES ? region_alloc_large(region, bytes) : region_alloc_chunk(region, bytes);
        }
        region_spill(region);
    }
    if (region->spill) {
        charge_memory(bytes);
        region_count(region, spill_cell_bytes(bytes));
        return spill_alloc(region->spill, bytes, has_pointers);
    }
    region_count(region, bytes);
    return collected_alloc(bytes, has_pointers);
}

void *heap_alloc_weak(size_t bytes)
{
    if (heap_is_isolated())
        return js_alloc(bytes, true);
    if (heap_region)
        region_count(heap_region, bytes);
    void *p = collected_alloc_weak(bytes);
    if (!heap_region && heap_is_frozen)
        freeze_note(p);
    return p;
}

/* What is left of the newest chunk when an agent spills goes on being filled here. */
void *heap_alloc_kept(size_t bytes)
{
    HeapRegion *region = heap_region;
    if (!region->is_spilled) {
        if ((size_t)(js_heap.limit - js_heap.bump) < bytes)
            return region_alloc_chunk(region, bytes);
        void *p = js_heap.bump;
        js_heap.bump += bytes;
        return p;
    }
    if ((size_t)(region->limit - region->bump) < bytes) {
        region_count(region, HEAP_CHUNK_BYTES);
        HeapChunk *chunk = chunk_take();
        chunk->next = region->chunks;
        region->chunks = chunk;
        region->bump = (char *)(chunk + 1);
        region->limit = (char *)chunk + HEAP_CHUNK_BYTES;
    }
    void *p = region->bump;
    region->bump += bytes;
    region->chunks->end = region->bump;
    return p;
}

bool heap_take_shared_budget(size_t bytes)
{
    enum { SHARE = 8 };
    if (!heap_is_isolated())
        return true;
    HeapOwn *own = &heap_region->own;
    if (own->shared_bytes + bytes > shared_left / SHARE)
        return false;
    own->shared_bytes += bytes;
    shared_left -= bytes;
    return true;
}

/* ------------------------------------------------------------------------------------------------ strips */
enum { STRIP_WORK = HEAP_STRIP_BYTES / 4 }; /* fresh pages cost more than the copy */

/* From the end that an overlap leaves unharmed. */
void heap_copy_strips(void *to, const void *from, size_t bytes)
{
    bool is_backward = (uintptr_t)to > (uintptr_t)from && (uintptr_t)to < (uintptr_t)from + bytes;
    for (size_t done = 0; done < bytes;) {
        size_t strip = bytes - done < HEAP_STRIP_BYTES ? bytes - done : HEAP_STRIP_BYTES;
        size_t at = is_backward ? bytes - done - strip : done;
        memmove((char *)to + at, (const char *)from + at, strip);
        js_charge(STRIP_WORK);
        done += strip;
    }
}

void heap_clear_strips(void *to, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += HEAP_STRIP_BYTES) {
        size_t strip = bytes - at < HEAP_STRIP_BYTES ? bytes - at : HEAP_STRIP_BYTES;
        memset((char *)to + at, 0, strip);
        js_charge(STRIP_WORK);
    }
}

/* ------------------------------------------------------------------------------------------------ a region's life */
/* What a region's large blocks leave is kept for the next one. To give it back to the system at the end of each, as malloc
 * does by itself, takes up to a millisecond in one stretch, and as long again to fault it in. */
void region_start(void)
{
    mallopt(M_TRIM_THRESHOLD, MALLOC_TOP_KEPT);
    mallopt(M_MMAP_THRESHOLD, MMAP_FROM);
}

void region_begin(HeapRegion *region, size_t region_limit, size_t memory_limit)
{
    *region = (HeapRegion){.region_limit = region_limit < memory_limit ? region_limit : memory_limit,
                           .memory_limit = memory_limit, .next = live_regions};
    if (live_regions)
        live_regions->previous = region;
    live_regions = region;
    region->base_bytes = heap_collected_bytes();
    region->is_spilled = region_limit == 0;
    spilled_regions += region->is_spilled;
}

void region_enter(HeapRegion *region)
{
    heap_region = region;
    js_heap.bump = region->is_spilled ? NULL : region->bump;
    js_heap.limit = region->is_spilled ? NULL : region->limit;
}

void region_leave(void)
{
    HeapRegion *region = heap_region;
    region_save_bump(region);
    live_bytes += region->bytes - region->listed_bytes;
    region->listed_bytes = region->bytes;
    heap_region = NULL;
    js_heap.bump = js_heap.limit = NULL;
}

void region_end(HeapRegion *region)
{
    live_bytes -= region->listed_bytes;
    for (HeapChunk *chunk = region->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        chunk->next = chunk_pool;
        chunk_pool = chunk;
        pooled_chunks++;
    }
    has_large_garbage |= region->blocks != NULL;
    for (HeapBlock *block = region->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    scratch_free_all(region);
    if (region->is_spilled)
        spilled_regions--;
    if (region->spill)
        spill_end(region->spill);
    if (region->previous)
        region->previous->next = region->next;
    else
        live_regions = region->next;
    if (region->next)
        region->next->previous = region->previous;
}

/* Memory that requests leave is kept as long as others take it up again: to fault a page in costs more than all the work that is
 * done on it. What goes back is what was idle all through a period, in as many parts as there are ticks to one, since nobody
 * runs meanwhile: a second and a half after a request of 200 MB its memory is gone. */
static void begin_period(uint64_t now_ns)
{
    period_ns = now_ns;
    chunks_a_tick = (idle_chunks + TIDY_TICKS - 1) / TIDY_TICKS;
    idle_chunks = pooled_chunks;
    blocks_a_tick = (arena_take_idle_count() + TIDY_TICKS - 1) / TIDY_TICKS;
    if (has_large_garbage && !had_large_blocks) {
        malloc_trim(MALLOC_KEPT);
        has_large_garbage = false;
    }
    had_large_blocks = false;
}

static void trim_chunks(void)
{
    for (size_t i = 0; i < chunks_a_tick && pooled_chunks > KEPT_CHUNKS; i++) {
        HeapChunk *chunk = chunk_take();
        chunk->next = cold_chunks;
        cold_chunks = chunk;
        madvise((char *)chunk + PAGE_BYTES, HEAP_CHUNK_BYTES - PAGE_BYTES, MADV_DONTNEED);
    }
}

void heap_tidy(uint64_t now_ns)
{
    if (now_ns - period_ns >= TIDY_NS)
        begin_period(now_ns);
    trim_chunks();
    arena_trim(KEPT_BLOCKS, (uint32_t)blocks_a_tick);
}

size_t heap_region_bytes(void)
{
    return live_bytes;
}

/* All of them: an agent may hold what a turn of the start agent has taken out of the snapshot since. */
void region_push_roots(void)
{
    if (heap_region)
        region_save_bump(heap_region);
    for (HeapRegion *region = live_regions; region; region = region->next) {
        heap_push_roots(&region->own, &region->own + 1);
        for (HeapChunk *chunk = region->chunks; chunk; chunk = chunk->next)
            heap_push_roots(chunk + 1, chunk->end);
        for (HeapBlock *block = region->blocks; block; block = block->next)
            heap_push_roots(block + 1, (char *)(block + 1) + block->bytes);
        if (region->spill)
            spill_push_all(region->spill);
    }
}
