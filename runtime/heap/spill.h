/* The heap of one agent that has outgrown its region: size classes in blocks of its own, and a collection of its own that is
 * preemptible, since nobody else refers to anything in it.
 *
 * Invariant: a pointer into this heap lies in the agent's stack, its region, the words its journal names, what
 * heap_add_agent_roots pushes, static roots, or this heap; pointers may point anywhere into an object. */
#pragma once
#include "heap/heap.h"

typedef struct HeapSpill HeapSpill;
typedef struct SpillBlock SpillBlock;

enum { SPILL_CLASSES = 72, SPILL_MARK_WORDS = 64, SPILL_ALIGN = 64 };

/* At the start of a run of arena blocks; the cells follow. */
struct SpillBlock {
    HeapSpill *owner;
    SpillBlock *next;           /* of all of the owner's */
    SpillBlock *next_unswept;   /* of its class, since the last collection */
    uint32_t run;               /* arena blocks */
    uint32_t cell_count, reciprocal; /* offset / cell_bytes == offset * reciprocal >> 32; 0: one large cell */
    size_t cell_bytes;
    uint8_t class;
    bool has_pointers;
    void *free;                 /* list of swept cells; the links are inverted, so that they keep nothing alive */
    char *fresh;                /* cells that were never used, up to the end; NULL: none */
    uint64_t marks[SPILL_MARK_WORDS];
};

typedef struct SpillRange { uintptr_t *at, *end; } SpillRange;

struct HeapSpill {
    HeapRegion *region;
    SpillBlock *blocks;
    SpillBlock *current[2][SPILL_CLASSES]; /* by has_pointers: cells are taken from here */
    SpillBlock *unswept[2][SPILL_CLASSES];
    size_t bytes;               /* of cells in use, garbage included */
    size_t collect_at;          /* bytes at which to collect */
    SpillRange *stack;          /* what is still to be looked at; malloc */
    size_t stack_count, stack_capacity;
    bool is_collecting;
};

HeapSpill *spill_begin(HeapRegion *region);
/* What an object of so many bytes takes. */
size_t spill_cell_bytes(size_t bytes);
/* Uninitialised; the caller has counted spill_cell_bytes of it. */
void *spill_alloc(HeapSpill *spill, size_t bytes, bool has_pointers);
/* Collects, unless the stack that runs is not the agent's: then it does nothing. Preemptible. Takes what it frees from
 * region->bytes. */
void spill_collect(HeapSpill *spill);
/* All of it is free, at once. */
void spill_end(HeapSpill *spill);
size_t spill_collection_count(void);
/* For the collector of the shared heap: all of it, garbage included. */
void spill_push_all(HeapSpill *spill);
/* heap_push_roots asks: were these an agent's roots, and are they marked now? */
bool spill_takes_roots(void *start, void *end);

/* ---- between spill.c and spill_mark.c */
void spill_sweep_start(HeapSpill *spill); /* when all that lives is marked */
static inline char *spill_cells(SpillBlock *block)
{
    return (char *)block + (sizeof *block + SPILL_ALIGN - 1) / SPILL_ALIGN * SPILL_ALIGN;
}
