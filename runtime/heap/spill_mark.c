/* The collection of one agent's own heap: conservative marking with a stack of its own, in lots between which other agents may
 * run.
 *
 * Invariant: what is marked has been looked at or lies on the stack. The agent itself does not run meanwhile; what the event
 * loop moves on its behalf (jobs, timers) is among the agent's roots, which are pushed once more at the end, with nothing in
 * between. */
#include "heap/arena.h"
#include "heap/internal.h"
#include "heap/sanitizer.h"
#include "heap/spill.h"
#include <stdlib.h>

enum { LOT_WORDS = 512, LOT_WORK = 1500, STACK_FIRST = 1024, PUSHERS_MAX = 8, CLEARED_WORK = 60 };

char *(*heap_stack_end)(void);
void (*heap_each_still_root)(void (*visit)(void *start, void *end, void *context), void *context);
static void (*agent_root_pushers[PUSHERS_MAX])(void);
static HeapSpill *pushing_for;  /* whose roots are being pushed, else NULL */
static size_t collections;

void heap_add_agent_roots(void (*push)(void))
{
    for (int i = 0; i < PUSHERS_MAX; i++) {
        if (!agent_root_pushers[i]) {
            agent_root_pushers[i] = push;
            return;
        }
    }
    heap_fail("too many pushers of agents' roots");
}

size_t spill_collection_count(void)
{
    return collections;
}

/* ------------------------------------------------------------------------------------------------ marking */
static void push(HeapSpill *spill, void *start, void *end)
{
    if (spill->stack_count == spill->stack_capacity) {
        spill->stack_capacity = spill->stack_capacity ? spill->stack_capacity * 2 : STACK_FIRST;
        spill->stack = realloc(spill->stack, spill->stack_capacity * sizeof *spill->stack);
        if (!spill->stack)
            heap_fail("out of memory");
    }
    spill->stack[spill->stack_count++] = (SpillRange){start, end};
}

static inline void mark_word(HeapSpill *spill, uintptr_t word)
{
    SpillBlock *block = arena_run_of(word);
    if (js_likely(!block) || block->owner != spill)
        return;
    char *cells = spill_cells(block);
    if (word < (uintptr_t)cells)
        return;
    size_t offset = word - (uintptr_t)cells;
    uint32_t cell = (uint32_t)(offset * block->reciprocal >> 32);
    uint64_t bit = (uint64_t)1 << (cell % 64);
    if (cell >= block->cell_count || block->marks[cell / 64] & bit)
        return;
    block->marks[cell / 64] |= bit;
    char *start = cells + cell * block->cell_bytes;
    if (block->has_pointers)
        push(spill, start, start + block->cell_bytes);
}

static HEAP_UNCHECKED void mark_words(HeapSpill *spill, const uintptr_t *at, const uintptr_t *end)
{
    for (; at < end; at++)
        mark_word(spill, *at);
}

/* Looks at all that is on the stack. Returns whether anything was. */
static bool drain(HeapSpill *spill)
{
    bool was_any = spill->stack_count;
    while (spill->stack_count) {
        SpillRange *range = &spill->stack[spill->stack_count - 1];
        uintptr_t *at = range->at, *end = range->end - at > LOT_WORDS ? at + LOT_WORDS : range->end;
        if (end == range->end)
            spill->stack_count--;
        else
            range->at = end;
        mark_words(spill, at, end);
        js_charge((uint32_t)(end - at) * LOT_WORK / LOT_WORDS + 10);
    }
    return was_any;
}

/* ------------------------------------------------------------------------------------------------ roots */
bool spill_takes_roots(void *start, void *end)
{
    if (pushing_for)
        mark_words(pushing_for, start, end);
    return pushing_for;
}

static void push_range(void *start, void *end, void *spill)
{
    push(spill, start, end);
}

static void mark_journal(HeapSpill *spill)
{
    HeapJournal *journal = heap_journal;
    for (uint32_t i = 0; journal && i < journal->count; i++) {
        mark_word(spill, *journal->entries[i].word);
        js_charge_round(i, 5);
    }
}

/* What does not change while the agent stands still: it may be looked at later. Not inlined: the registers that callers keep
 * values in lie above its frame then. */
static JS_NOINLINE void push_still(HeapSpill *spill)
{
    HeapRegion *region = spill->region;
    push(spill, __builtin_frame_address(0), heap_stack_end());
    for (HeapChunk *chunk = region->chunks; chunk; chunk = chunk->next)
        push(spill, chunk + 1, chunk->end);
    for (HeapBlock *block = region->blocks; block; block = block->next)
        push(spill, block + 1, (char *)(block + 1) + block->bytes);
    push(spill, &region->own, &region->own + 1);
    heap_each_static_root(push_range, spill);
    if (heap_each_still_root)
        heap_each_still_root(push_range, spill);
    mark_journal(spill);
}

static void mark_agent(HeapSpill *spill)
{
    pushing_for = spill;
    for (int i = 0; i < PUSHERS_MAX && agent_root_pushers[i]; i++)
        agent_root_pushers[i]();
    pushing_for = NULL;
}

static void clear_marks(HeapSpill *spill)
{
    for (SpillBlock *block = spill->blocks; block; block = block->next) {
        memset(block->marks, 0, sizeof block->marks);
        js_charge(CLEARED_WORK);
    }
}

static JS_NOINLINE void mark_all(HeapSpill *spill)
{
    __builtin_unwind_init();
    push_still(spill);
    do
        drain(spill);
    while (mark_agent(spill), spill->stack_count);
}

void spill_collect(HeapSpill *spill)
{
    if (spill->is_collecting || !heap_stack_end())
        return;
    spill->is_collecting = true;
    collections++;
    clear_marks(spill);
    mark_all(spill);
    free(spill->stack);
    spill->stack = NULL;
    spill->stack_capacity = 0;
    spill_sweep_start(spill);
    spill->is_collecting = false;
}
