/* Tables of pairs, and the weak ones among them, whose pairs are ephemerons: a pair keeps its value as long as the table and the
 * key live, and does not keep its key.
 *
 * Invariant: all pairs below `used` are whole whenever the collector may run. */
#pragma once
#include "heap/heap.h"

typedef struct HeapPair {
    JsValue key;    /* JS_EMPTY: deleted, or, in a weak table, collected */
    JsValue value;
    uint64_t meta;  /* the owner's */
} HeapPair;
typedef struct HeapPairTable {
    JsCell cell;            /* INTERNAL */
    uint64_t used;          /* pairs, deleted ones included */
    uint64_t live;          /* of them; an agent that has journalled it does not see the collector count down */
    uint32_t capacity;      /* of pairs; a power of two */
    uint32_t bucket_count;  /* a power of two; 32-bit heads stand after the pairs */
    HeapPair entries[];
} HeapPairTable;

/* Memory for a weak table, to be filled in as a HeapPairTable; without pairs until `used` is set. In an isolated agent, where
 * nothing lives longer than the agent, it is memory as any other, and uninitialised; else it is zeroed, and pairs whose keys are
 * found dead become JS_EMPTY, undefined. Never NULL. */
void *heap_alloc_weak(size_t bytes);
