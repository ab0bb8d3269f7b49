/* What the files of the heap share among themselves. */
#pragma once
#include "heap/heap.h"

/* From the collected heap: small sizes by free lists that are refilled in batches, others by a call each. */
void *collected_alloc(size_t bytes, bool has_pointers);
/* How malloc is to treat the blocks of regions. */
void region_start(void);
/* Chunks, blocks and journals of live agents, while the collector marks. */
void region_push_roots(void);
void journal_push_roots(void);
void freeze_push_roots(void);
/* The ranges of js_add_roots. */
void heap_each_static_root(void (*visit)(void *start, void *end, void *context), void *context);
/* A cell of the shared heap that was allocated after the freeze: belongs to the snapshot from the next freeze on. */
void freeze_note(void *cell);
/* Calls visit for every marked cell of ours, under the collector's lock. */
void heap_each_cell(void (*visit)(JsCell *cell, size_t bytes));
/* At the freeze: what heap_check_snapshot compares with. */
void check_remember(void);
/* The cell of the collected heap that the address points into, and its bytes, 0 when it holds no pointers; or NULL. */
JsCell *collected_cell_at(void *address, size_t *ret_bytes);
/* A word of shared state is about to be written, for good. */
void publish_note_write(void *word);
void heap_fail(const char *why) __attribute__((noreturn));

/* scratch.c: when the region ends. */
void scratch_free_all(HeapRegion *region);
