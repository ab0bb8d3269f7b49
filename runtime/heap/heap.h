/* The heap: the collected heap (libgc) of the start agent, regions, the heaps of agents that outgrow theirs (heap/spill.h), the
 * journal, and the freeze.
 *
 * Invariants
 *   - Every allocation begins with a JsCell whose kind is set before the next allocation or yield.
 *   - An allocation may collect the agent's own heap first, and yield meanwhile; it may not return.
 *   - Nothing in the collected heap that outlives an agent points into a region or spill, except words that the journal restores.
 *   - An isolated agent points only into its own region and spill, and into the collected heap.
 *   - libgc is entered only through heap_on_system_stack. */
#pragma once
#include "sinew.h"

/* Runs call(argument) on the scheduler's stack. sched sets it; until then it calls directly. */
extern void *(*heap_on_system_stack)(void *(*call)(void *), void *argument);
/* Called when the current agent's memory would pass its limit: ends the agent (does not return), or, in the start agent,
 * which has no limit but the machine's, is never called. */
extern void (*heap_limit_hook)(void);

/* Call once, before anything else of the runtime. */
void heap_start(void);

/* Has the pages behind memory that will be written at once: asked for in one call they cost a tenth of a fault each. */
void heap_populate(void *memory, size_t bytes);
/* Where the process's own stack began: above every frame of it. */
char *heap_main_stack_base(void);
/* Memory that is never in a region: what is not JavaScript-visible (atoms, shapes, caches), and flattened shared strings.
 * Zeroed when has_pointers. Must begin with a JsCell. Never NULL (ends the process when the machine has no memory). */
void *heap_alloc_shared(size_t bytes, bool has_pointers);
/* A full collection now (not from a fiber's own stack: goes through the hook). */
void heap_collect(void);
size_t heap_collected_bytes(void);
size_t heap_collection_count(void);
size_t heap_region_bytes(void); /* counted against the agents that live */
/* Gives memory back to the system that agents which spilled have left, when none of them lives any more: some at a time. Call
 * now and then from the scheduler's stack. */
void heap_tidy(uint64_t now_ns);

/* Adds a function that runs while the collector of the shared heap marks, and pushes more roots by heap_push_roots. At most 8. */
void heap_add_root_pusher(void (*push)(void));
/* The same for a collection of the own heap of the agent that runs. What it pushes are the words that the event loop may change
 * while the agent stands still. At most 8. */
void heap_add_agent_roots(void (*push)(void));
/* Visits what the agent that runs holds outside of its heap and what stays where and as it is while the agent stands still; may
 * yield in between. NULL: nothing. */
extern void (*heap_each_still_root)(void (*visit)(void *start, void *end, void *context), void *context);
/* The highest address of the stack that runs, NULL when it is not the agent's own: then it is not collected. Set before the first
 * region begins. */
extern char *(*heap_stack_end)(void);
void heap_push_roots(void *start, void *end);

/* ------------------------------------------------------------------------------------------------ regions */
enum { HEAP_CHUNK_BYTES = 16384, HEAP_LARGE_BYTES = 4096 }; /* objects from LARGE up have blocks of their own */

typedef struct HeapChunk { struct HeapChunk *next; char *end; } HeapChunk; /* end: of the used part, valid when left */
typedef struct HeapBlock { struct HeapBlock *next; size_t bytes; } HeapBlock;
/* What an agent makes that is hidden from programs and goes with it: its names (string/names.c) and shapes (object/shape.c).
 * The cells are the agent's. */
typedef struct HeapOwn {
    JsCell *names, *shapes;             /* tables */
    uint32_t first_shape, last_shape, shape_count; /* ids, a list */
    size_t shared_bytes;                /* taken by heap_take_shared_budget */
} HeapOwn;
typedef struct HeapScratch HeapScratch; /* scratch.c */
typedef struct HeapRegion {
    char *bump, *limit;         /* of the newest chunk, while the agent is switched out or has spilled */
    HeapChunk *chunks;
    HeapBlock *blocks;          /* large objects, malloc memory */
    HeapScratch *scratch;       /* js_scratch_alloc */
    size_t bytes;               /* all memory counted against the agent */
    size_t listed_bytes;        /* of them in heap_region_bytes */
    size_t region_limit;        /* past it the agent is spilled */
    size_t memory_limit;        /* past it heap_limit_hook */
    size_t base_bytes;          /* of the collected heap when it began; for --state=worker */
    bool is_spilled;            /* allocates from its spill, or, without one, from the collected heap */
    struct HeapSpill *spill;    /* the heap of an isolated agent that is past region_limit, else NULL */
    HeapOwn own;
    struct HeapRegion *previous, *next; /* among live regions */
} HeapRegion;

extern HeapRegion *heap_region; /* of the agent that runs, or NULL: the start agent */

/* Makes an empty region (no memory is taken yet) and lists it. region_limit 0: all comes from the collected heap, and stays
 * (--state=worker). The struct is the caller's. Not entered. */
void region_begin(HeapRegion *region, size_t region_limit, size_t memory_limit);
/* At every switch-in and switch-out of the agent. */
void region_enter(HeapRegion *region);
void region_leave(void);
/* Frees all of it, after region_leave. */
void region_end(HeapRegion *region);
/* Memory of the agent that runs, which must be isolated: it stays in place until the agent ends, also when it has spilled. Less
 * than a chunk. */
void *heap_alloc_kept(size_t bytes);
/* Does a request run, which takes all that it makes with it when it ends? Else (start agent, --state=worker)
 * what is made stays. */
static inline bool heap_is_isolated(void);
/* May the agent that runs leave so many bytes behind that no program sees, for those after it to find? Yes when it is not
 * isolated; else there is a budget for all of them, of which one agent gets at most an eighth of what is left. */
bool heap_take_shared_budget(size_t bytes);
/* Counts memory that the agent holds outside of the heap (buffers from malloc); negative to give back. May not return. */
void heap_account(ptrdiff_t bytes);

/* memmove and memset(0) for any amount: in strips between which the agent may be preempted, so the caller must be at a place
 * where it may yield. Nobody else sees or moves either side meanwhile. */
void heap_copy_strips(void *to, const void *from, size_t bytes);
void heap_clear_strips(void *to, size_t bytes);
enum { HEAP_STRIP_BYTES = 8192 }; /* of fresh memory, two pages */
static inline void heap_copy(void *to, const void *from, size_t bytes)
{
    if (bytes <= HEAP_STRIP_BYTES)
        memmove(to, from, bytes);
    else
        heap_copy_strips(to, from, bytes);
}
static inline void heap_clear(void *to, size_t bytes)
{
    if (bytes <= HEAP_STRIP_BYTES)
        memset(to, 0, bytes);
    else
        heap_clear_strips(to, bytes);
}

/* ------------------------------------------------------------------------------------------------ journal */
typedef struct HeapJournalEntry { uint64_t *word; uint64_t other; } HeapJournalEntry;
typedef struct HeapJournal {
    HeapJournalEntry *entries;  /* malloc */
    uint32_t count, capacity;
    uint32_t *buckets;          /* open addressing over the addresses: entry number + 1; malloc; NULL while few */
    uint32_t bucket_count;
    bool is_swapped_in;         /* memory holds the agent's values */
    bool keeps_held;            /* one of the words that were to be held was the agent's own already */
    uint8_t *held;              /* commit.c: by entry, whether it is held; malloc; NULL: none is */
    struct HeapJournal *previous, *next;
} HeapJournal;

extern HeapJournal *heap_journal; /* of the agent that runs, or NULL: writes stay */
enum {
    JOURNAL_COPY_FROM = 1024,   /* entries from which on large parts are copied whole at their first write */
    JOURNAL_MAX = 1 << 18       /* entries; past them heap_limit_hook: each costs time at every switch */
};
/* Whether a write of so many words of a shared part should copy the part instead. */
static inline bool journal_prefers_copy(size_t words)
{
    return heap_journal && (words > 32 || heap_journal->count >= JOURNAL_COPY_FROM);
}
/* Called at writes to shared cells that stay, since no journal is in force. NULL: nobody wants to know. */
extern void (*heap_shared_write_hook)(void);
/* With that hook: marks as shared what the writes since the last call have made reachable from shared cells. Before anybody
 * else runs, and before what held them off is over. */
void heap_publish(void);

/* Sets a flag that no program sees, once and for everybody: also in what journals will put back. */
void heap_set_flag(JsCell *cell, uint8_t flag);

void journal_begin(HeapJournal *journal);  /* empty, swapped out, listed */
void journal_enter(HeapJournal *journal);  /* swaps in and makes it current */
void journal_leave(void);                  /* swaps out */
void journal_end(HeapJournal *journal);    /* swapped out already: forgets the agent's values, frees */

/* commit.c: what a turn of the start agent has written becomes everybody's state, at once. Its journal is swapped out, as all
 * others are, and is ended by the caller afterwards. Agents that do not follow, those for which is_at_rest says that they are in
 * the middle of a job and those that have written to something that the turn wrote to, hold the words as they were: for each of
 * these has_held is called. */
void journal_commit(HeapJournal *journal, bool (*is_at_rest)(const HeapJournal *), void (*has_held)(HeapJournal *));
/* The agent of the journal in force has ended a job, with nothing on its stack: lets go what it held during it, unless it has
 * written to something that was written to there as well; then it holds it for good. Returns whether it sees changed state now. */
bool journal_follow(HeapJournal *journal);
/* What everybody else sees in a word that the agent which runs sees as *word. */
uint64_t journal_shared_value(const uint64_t *word);

/* ------------------------------------------------------------------------------------------------ freeze */
/* Marks everything reachable JS_SHARED. Called when start-up is done, and again after each of its turns. */
void heap_freeze(void);
extern bool heap_is_frozen;
static inline bool heap_is_isolated(void)
{
    return heap_region && heap_region->region_limit && heap_is_frozen;
}
extern size_t heap_frozen_bytes; /* in use in the collected heap after the freeze */
/* cell.aux of records that are not JavaScript-visible (shapes, tables of the runtime): left out of the digest. */
enum { HEAP_HIDDEN = 0xffff };
/* Runs in heap_freeze: for owners of static cells (modules). */
void heap_add_freeze_hook(void (*hook)(void));

/* SINEW_CHECK_ISOLATION=1. After each request, with every agent switched out: compares all that is shared and
 * JavaScript-visible with what it was at the freeze; a difference is reported and ends the process. */
bool heap_checks_isolation(void);
void heap_check_snapshot(void);
/* While a request runs, the pages of the snapshot are also read-only: a write that bypasses the journal is reported, and ends the
 * process. This gives the JavaScript stack for the report, from a frame address on, below `end`; malloc, or NULL. */
extern char *(*heap_stack_text)(void *frame, char *end);
/* A range of static memory (module variables) that belongs to the snapshot; `what` lives as long as the process. Before the
 * freeze. */
void heap_watch(const void *start, size_t bytes, const char *what);
