/* What the files of the heap share among themselves. */
#pragma once
#include "heap/heap.h"

/* From the collected heap: small sizes by free lists that are refilled in batches, others by a call each. */
void *collected_alloc(size_t bytes, bool has_pointers);
void *collected_alloc_weak(size_t bytes); /* a weak table; zeroed */
/* weak.c: makes the collector's kind of weak tables. */
int weak_start(void);
/* How malloc is to treat the blocks of regions. */
void region_start(void);
/* Chunks, blocks and journals of live agents, while the collector marks. */
void region_push_roots(void);
void journal_push_roots(void);
void freeze_push_roots(void);
/* Between journal.c and commit.c: all journals; the entry of a word or NULL; an entry more, of a journal that is swapped out, outside of any
 * agent; the hash table anew, after entries were moved. */
extern HeapJournal *journal_first; /* of those that live */
HeapJournalEntry *journal_find(HeapJournal *journal, const void *word);
void journal_add(HeapJournal *journal, uint64_t *word, uint64_t other);
void journal_rehash(HeapJournal *journal);
/* The ranges of js_add_roots. */
void heap_each_static_root(void (*visit)(void *start, void *end, void *context), void *context);
/* A cell of the shared heap that was allocated after the freeze: belongs to the snapshot from the next freeze on. */
void freeze_note(void *cell);
/* Calls visit for every marked cell of ours, under the collector's lock. */
void heap_each_cell(void (*visit)(JsCell *cell, size_t bytes));
/* At the freeze: what heap_check_snapshot compares with. */
void check_remember(void);
/* A cell of the snapshot was changed for everybody, which no program can see. */
void check_accept(const JsCell *cell);
/* The cell of the collected heap that the address points into, and its bytes, 0 when it holds no pointers; or NULL. */
JsCell *collected_cell_at(void *address, size_t *ret_bytes);
/* A word of shared state is about to be written, for good. */
void publish_note_write(void *word);
/* Is the cell part of the snapshot and visible to programs, so that only the journal may write it? */
bool check_is_visible(const JsCell *cell);
const char *check_kind_name(const JsCell *cell);

/* ---- read-only pages (protect.c); without SINEW_CHECK_ISOLATION there are none, and nothing happens */
void protect_remember(void);
void protect_enter(void);                                   /* a request runs, its journal is swapped in */
void protect_leave(void);                                   /* before it is swapped out */
void protect_open(const void *address);                     /* it is about to be written */
void protect_give_up(const void *from, size_t bytes);       /* until the next freeze: new cells lie there */
bool protect_pause(void);                                   /* around what the collector does */
void protect_resume(bool was_closed);
void heap_fail(const char *why) __attribute__((noreturn));

/* scratch.c: when the region ends. */
void scratch_free_all(HeapRegion *region);
