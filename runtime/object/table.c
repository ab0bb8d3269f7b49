/* Property tables: entries in order of insertion, and an index of 32-bit buckets behind them. */
#include "heap/heap.h"
#include "object/shape.h"

static uint32_t *table_index(const JsPropertyTable *table)
{
    return (uint32_t *)(uintptr_t)(table->entries + table->capacity);
}

static uint32_t key_hash(JsKey key)
{
    return (uint32_t)((key >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

JsPropertyTable *table_new(uint32_t capacity, bool is_shared)
{
    uint32_t power = 4;
    while (power < capacity)
        power *= 2;
    size_t bytes = sizeof(JsPropertyTable) + power * (sizeof(JsPropertyEntry) + 2 * sizeof(uint32_t));
    JsPropertyTable *table = is_shared ? heap_alloc_shared(bytes, true) : js_alloc(bytes, true);
    table->cell = (JsCell){JS_KIND_INTERNAL, 0, is_shared ? HEAP_HIDDEN : 0, 0};
    table->count = table->live = table->next_slot = 0;
    table->capacity = power;
    if (is_shared) /* nothing may run while the tables of shapes change */
        memset(table_index(table), 0, power * 2 * sizeof(uint32_t));
    else
        heap_clear(table_index(table), power * 2 * sizeof(uint32_t));
    return table;
}

static void index_insert(JsPropertyTable *table, uint32_t entry)
{
    uint32_t mask = table->capacity * 2 - 1, *index = table_index(table);
    uint32_t i = key_hash(table->entries[entry].key) & mask;
    while (index[i])
        i = (i + 1) & mask;
    index[i] = entry + 1;
}

void table_append(JsPropertyTable *table, JsKey key, uint32_t slot, uint32_t attributes)
{
    uint32_t entry = table->count++;
    table->live++;
    table->entries[entry] = (JsPropertyEntry){key, slot, attributes};
    index_insert(table, entry);
}

JsPropertyTable *table_copy(const JsPropertyTable *from, uint32_t count, uint32_t capacity, bool is_shared)
{
    JsPropertyTable *table = table_new(capacity, is_shared);
    for (uint32_t i = 0; i < count; i++) {
        JsPropertyEntry entry = from->entries[i];
        if (entry.key != JS_EMPTY)
            table_append(table, entry.key, entry.slot, entry.attributes);
        if (!is_shared)
            js_charge_round(i, 20);
    }
    table->next_slot = from->next_slot;
    return table;
}

int32_t table_find(const JsPropertyTable *table, JsKey key)
{
    uint32_t mask = table->capacity * 2 - 1, *index = table_index(table);
    for (uint32_t i = key_hash(key) & mask; index[i]; i = (i + 1) & mask) {
        if (table->entries[index[i] - 1].key == key)
            return (int32_t)index[i] - 1;
    }
    return -1;
}

/* The bucket stays, so that probing goes on past it; a copy drops it. */
void table_remove(JsPropertyTable *table, uint32_t entry)
{
    table->entries[entry].key = JS_EMPTY;
    table->live--;
}
