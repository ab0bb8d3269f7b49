/* Ephemerons of the collected heap (weak.h). The collector does not look into weak tables, but notes which ones it reaches. When
 * it has marked all else, the values of marked keys are marked here, and what they lead to, until no key is left that this has
 * marked; pairs whose keys are not marked then are dropped.
 *
 * A pair that is dropped stays in its bucket's chain, and goes when the table is built anew: agents that are switched out may
 * have journalled words of the chain.
 *
 * Invariant: while a request is switched in, so that memory holds what it alone sees, every pair is kept. */
#include "heap/weak.h"
#include "heap/internal.h"
#include <gc/gc.h>
#include <gc/gc_mark.h>
#include <stdlib.h>

enum { ROUNDS_MAX = 16 }; /* over all pairs; chains of keys that are in no order are then kept whole */

typedef struct Cells { JsCell **items; size_t count, capacity; } Cells;

static int weak_kind;
static Cells tables;  /* that were reached in this collection; some maybe twice */
static Cells pending; /* marked, and their words still to be followed */

static void push(Cells *cells, JsCell *cell)
{
    if (cells->count == cells->capacity) {
        cells->capacity = cells->capacity ? cells->capacity * 2 : 256;
        cells->items = realloc(cells->items, cells->capacity * sizeof(JsCell *));
        if (!cells->items)
            heap_fail("out of memory");
    }
    cells->items[cells->count++] = cell;
}

static struct GC_ms_entry *note_table(GC_word *table, struct GC_ms_entry *top, struct GC_ms_entry *limit, GC_word unused)
{
    push(&tables, (JsCell *)table);
    return top;
}

/* ------------------------------------------------------------------------------------------------ marking */
/* Cells elsewhere (static, of agents) are not this collector's to free. */
static bool is_marked(JsValue v)
{
    void *base = js_is_cell(v) ? GC_base(js_cell(v)) : NULL;
    return !base || GC_is_marked(base);
}

static void mark(void *word)
{
    size_t bytes;
    JsCell *cell = collected_cell_at(word, &bytes);
    if (!cell || GC_is_marked(cell))
        return;
    GC_set_mark_bit(cell);
    if (GC_get_kind_and_size(cell, NULL) == weak_kind)
        push(&tables, cell);
    else if (bytes)
        push(&pending, cell);
}

static void mark_from(JsValue v)
{
    if (is_marked(v))
        return;
    mark(js_cell(v));
    while (pending.count) {
        size_t bytes;
        JsCell *cell = pending.items[--pending.count];
        collected_cell_at(cell, &bytes);
        for (size_t i = 0; i < bytes / sizeof(void *); i++)
            mark(((void **)cell)[i]);
    }
}

/* Marks the value when the key lives; whether that was news. */
static bool mark_pair(HeapPair *pair)
{
    if (is_marked(pair->value) || !is_marked(pair->key))
        return false;
    mark_from(pair->value);
    return true;
}

/* One round over all pairs, every other one from the newest to the oldest. */
static bool mark_values(bool is_backward)
{
    bool is_news = false;
    for (size_t t = 0; t < tables.count; t++) {
        HeapPairTable *table = (HeapPairTable *)tables.items[t];
        for (uint64_t i = 0; i < table->used; i++)
            is_news |= mark_pair(&table->entries[is_backward ? table->used - 1 - i : i]);
    }
    return is_news;
}

static void keep_all_pairs(void)
{
    for (size_t t = 0; t < tables.count; t++) {
        HeapPairTable *table = (HeapPairTable *)tables.items[t];
        for (uint64_t i = 0; i < table->used; i++) {
            mark_from(table->entries[i].key);
            mark_from(table->entries[i].value);
        }
    }
}

/* ------------------------------------------------------------------------------------------------ dropping */
static void drop_dead_pairs(HeapPairTable *table)
{
    uint64_t live = table->live;
    for (uint64_t i = 0; i < table->used; i++) {
        HeapPair *pair = &table->entries[i];
        if (is_marked(pair->key))
            continue;
        pair->key = JS_EMPTY;
        pair->value = JS_UNDEFINED;
        table->live--;
    }
    if (table->live != live)
        check_accept(&table->cell);
}

static void finish_marking(void)
{
    bool is_request = heap_journal && heap_is_isolated(), is_news = !is_request;
    for (int round = 0; is_news && round < ROUNDS_MAX; round++)
        is_news = mark_values(round & 1);
    if (is_request || is_news)
        keep_all_pairs();
    for (size_t t = 0; t < tables.count; t++)
        drop_dead_pairs((HeapPairTable *)tables.items[t]);
    tables.count = 0;
}

static void GC_CALLBACK at_event(GC_EventType event)
{
    if (event == GC_EVENT_MARK_END)
        finish_marking();
}

int weak_start(void)
{
    weak_kind = (int)GC_new_kind(GC_new_free_list(), GC_MAKE_PROC(GC_new_proc(note_table), 0), 0, 1);
    GC_set_on_collection_event(at_event);
    return weak_kind;
}
