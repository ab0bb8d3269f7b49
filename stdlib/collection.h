/* Ordered hash tables: what Map and Set are made of (ECMA-262 24.1, 24.2).
 *
 * Invariant: entries stand in order of insertion and carry serial numbers that only grow, also over clear() and rehashing; so
 * a cursor, which is the serial number of the next entry to visit, survives every mutation. All words of a table are written
 * through the journal (js_store, js_journal_record), since a table may belong to the snapshot. */
#pragma once
#include "heap/weak.h"

/* Keys are normalised (js_collection_key), values of sets are undefined. meta: serial number << 28 | entry number + 1 of the next
 * one in its bucket, 0 at the end. */
typedef HeapPair JsCollectionEntry;
typedef HeapPairTable JsCollectionTable;
typedef struct JsCollection { /* kinds MAP and SET, and the weak ones, whose tables are weak */
    JsObject object;
    JsValue table;            /* JsCollectionTable, never NULL */
    uint64_t next_serial;
} JsCollection;

JS_INLINE JsCollection *js_collection(JsValue v) { return (JsCollection *)js_cell(v); }
JS_INLINE JsCollectionTable *js_collection_table(const JsCollection *c) { return (JsCollectionTable *)js_cell(c->table); }
JS_INLINE uint32_t js_collection_size(const JsCollection *c) { return (uint32_t)js_collection_table(c)->live; }

/* An empty one; prototype not NULL. */
JsCollection *js_new_collection(JsKind kind, JsObject *prototype);
/* The value, or JS_EMPTY. */
JsValue js_collection_get(JsCollection *c, JsValue key);
bool js_collection_has(JsCollection *c, JsValue key);
/* Adds or overwrites. 1, or -1: RangeError, too many entries. */
int js_collection_set(JsCollection *c, JsValue key, JsValue value);
bool js_collection_delete(JsCollection *c, JsValue key);
void js_collection_clear(JsCollection *c);
/* 24.5.1 CanonicalizeKeyedCollectionKey, and numbers in one representation. */
JsValue js_collection_key(JsValue key);

/* Visits entries in order; start with {0}. False at the end (later additions make it go on). */
typedef struct JsCollectionCursor { uint64_t serial; uint32_t hint; } JsCollectionCursor;
bool js_collection_next(JsCollection *c, JsCollectionCursor *cursor, JsValue *ret_key, JsValue *ret_value);

/* Shared by Map, Set and their weak kin (map.c): the step of an iterator over either kind, and 24.1.1.2
 * AddEntriesFromIterable; the same for sets of either kind, whose method `add` gets each value (24.2.2.1, 24.4.1.1). */
struct JsBuiltinIterator;
JsValue js_collection_iterator_next(struct JsBuiltinIterator *it);
JsValue js_collection_iterator_step(struct JsBuiltinIterator *it); /* the value itself; JS_EMPTY at the end */
JsValue js_add_entries_from_iterable(JsValue target, JsValue iterable, JsValue adder);
JsValue js_add_values_from_iterable(JsValue set, JsValue iterable, const char *class_name);
