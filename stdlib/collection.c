/* Ordered hash tables (collection.h). */
#include "stdlib/collection.h"
#include "stdlib/support.h"

enum { NEXT_BITS = 28, FIRST_CAPACITY = 8, ENTRIES_MAX = 1 << 24 };
#define NEXT_MASK ((UINT64_C(1) << NEXT_BITS) - 1)

static uint32_t *heads(JsCollectionTable *table)
{
    return (uint32_t *)(table->entries + table->capacity);
}

/* A fresh word of a table is written plainly; one of a table that may be shared through here. */
static void store_word(JsCollectionTable *table, uint64_t *word, uint64_t v)
{
    js_store(table, word, v);
}

static void store_head(JsCollectionTable *table, uint32_t bucket, uint32_t v)
{
    uint32_t *head = heads(table) + bucket;
    if (table->cell.flags & JS_SHARED)
        js_journal_record((void *)((uintptr_t)head & ~(uintptr_t)7));
    *head = v;
}

static bool is_weak(const JsCollection *c)
{
    return c->object.cell.kind != JS_KIND_MAP && c->object.cell.kind != JS_KIND_SET;
}

static JsCollectionTable *new_table(const JsCollection *c, uint32_t capacity)
{
    size_t bytes = sizeof(JsCollectionTable) + capacity * (sizeof(JsCollectionEntry) + sizeof(uint32_t));
    JsCollectionTable *table = is_weak(c) ? heap_alloc_weak(bytes) : js_alloc(bytes, true);
    heap_clear(table, bytes);
    table->cell.kind = JS_KIND_INTERNAL;
    table->capacity = table->bucket_count = capacity;
    js_charge(capacity);
    return table;
}

JsCollection *js_new_collection(JsKind kind, JsObject *prototype)
{
    JsCollection *c = js_new_object_of_kind(kind, sizeof *c, prototype, 0);
    c->table = JS_UNDEFINED;
    c->next_serial = 0;
    c->table = js_value(new_table(c, kind == JS_KIND_WEAK_REF ? 1 : FIRST_CAPACITY));
    return c;
}

/* ------------------------------------------------------------------------------------------------ keys */
JsValue js_collection_key(JsValue key)
{
    if (!js_is_double(key))
        return key;
    double d = js_as_double(key);
    if (d == 0)
        return js_int(0);
    return d == d ? js_number(d) : js_double(NAN);
}

static uint32_t mix(uint64_t bits)
{
    bits *= UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(bits >> 32) ^ (uint32_t)bits >> 7;
}

static uint32_t hash_of(JsValue key)
{
    if (js_is_string(key))
        return js_string_hash(js_string(key));
    if (js_is_bigint(key))
        return mix(js_bigint_to_uint64(key));
    return mix(key);
}

static bool keys_equal(JsValue a, JsValue b)
{
    if (a == b)
        return true;
    if (js_is_string(a) && js_is_string(b))
        return js_string_hash(js_string(a)) == js_string_hash(js_string(b)) && js_string_equals(js_string(a), js_string(b));
    return js_is_bigint(a) && js_is_bigint(b) && js_bigint_equals(a, b);
}

/* The entry's number + 1, or 0. *ret_link: the entry number + 1 before it in its bucket, 0 when it is the head. */
static uint32_t find(JsCollectionTable *table, JsValue key, uint32_t hash, uint32_t *ret_before)
{
    uint32_t before = 0, at = heads(table)[hash & (table->bucket_count - 1)];
    while (at && !keys_equal(table->entries[at - 1].key, key)) {
        before = at;
        at = (uint32_t)(table->entries[at - 1].meta & NEXT_MASK);
    }
    *ret_before = before;
    return at;
}

JsValue js_collection_get(JsCollection *c, JsValue key)
{
    uint32_t before;
    key = js_collection_key(key);
    JsCollectionTable *table = js_collection_table(c);
    uint32_t at = find(table, key, hash_of(key), &before);
    return at ? table->entries[at - 1].value : JS_EMPTY;
}

bool js_collection_has(JsCollection *c, JsValue key)
{
    uint32_t before;
    key = js_collection_key(key);
    return find(js_collection_table(c), key, hash_of(key), &before) != 0;
}

/* ------------------------------------------------------------------------------------------------ changing */
/* Appends to a table with room. */
static void append(JsCollectionTable *table, JsValue key, JsValue value, uint64_t serial, uint32_t hash)
{
    uint32_t bucket = hash & (table->bucket_count - 1);
    JsCollectionEntry *entry = &table->entries[table->used];
    store_word(table, &entry->key, key);
    store_word(table, &entry->value, value);
    store_word(table, &entry->meta, serial << NEXT_BITS | heads(table)[bucket]);
    store_word(table, &table->used, table->used + 1);
    store_word(table, &table->live, table->live + 1);
    store_head(table, bucket, (uint32_t)table->used);
}

/* A full table's live entries, with their serial numbers, in a new one: twice as large, or as large when half is dead. */
static JsCollectionTable *rebuilt(const JsCollection *c)
{
    JsCollectionTable *old = js_collection_table(c);
    uint32_t capacity = old->live * 2 > old->capacity ? old->capacity * 2 : old->capacity;
    JsCollectionTable *table = new_table(c, capacity);
    for (uint32_t i = 0; i < old->used; i++) {
        JsCollectionEntry *entry = &old->entries[i];
        if (entry->key != JS_EMPTY)
            append(table, entry->key, entry->value, entry->meta >> NEXT_BITS, hash_of(entry->key));
        js_charge(8);
    }
    return table;
}

/* The first write comes before anything that may yield: where state is shared nobody else runs from then on. */
int js_collection_set(JsCollection *c, JsValue key, JsValue value)
{
    uint32_t before;
    js_charge(10);
    key = js_collection_key(key);
    uint32_t hash = hash_of(key);
    JsCollectionTable *table = js_collection_table(c);
    uint32_t at = find(table, key, hash, &before);
    if (at) {
        store_word(table, &table->entries[at - 1].value, value);
        return 1;
    }
    if (table->used == table->capacity && table->live >= ENTRIES_MAX) {
        js_throw_range_error("%s maximum size exceeded", c->object.cell.kind == JS_KIND_MAP ? "Map" : "Set");
        return -1;
    }
    uint64_t serial = c->next_serial;
    js_store(c, &c->next_serial, serial + 1);
    if (table->used == table->capacity) {
        table = rebuilt(c);
        js_store(c, &c->table, js_value(table));
    }
    append(table, key, value, serial, hash);
    return 1;
}

bool js_collection_delete(JsCollection *c, JsValue key)
{
    uint32_t before;
    key = js_collection_key(key);
    uint32_t hash = hash_of(key);
    JsCollectionTable *table = js_collection_table(c);
    uint32_t at = find(table, key, hash, &before);
    if (!at)
        return false;
    JsCollectionEntry *entry = &table->entries[at - 1];
    uint64_t next = entry->meta & NEXT_MASK;
    if (before)
        store_word(table, &table->entries[before - 1].meta, (table->entries[before - 1].meta & ~NEXT_MASK) | next);
    else
        store_head(table, hash & (table->bucket_count - 1), (uint32_t)next);
    store_word(table, &entry->key, JS_EMPTY);
    store_word(table, &entry->value, JS_UNDEFINED);
    store_word(table, &table->live, table->live - 1);
    return true;
}

void js_collection_clear(JsCollection *c)
{
    js_store(c, &c->table, js_value(new_table(c, FIRST_CAPACITY)));
}

/* ------------------------------------------------------------------------------------------------ visiting */
static uint64_t serial_at(const JsCollectionTable *table, uint64_t i)
{
    return table->entries[i].meta >> NEXT_BITS;
}

/* The number of the first entry with a serial number of at least the cursor's. */
static uint32_t seek(const JsCollectionTable *table, const JsCollectionCursor *cursor)
{
    uint64_t hint = cursor->hint, low = 0, high = table->used;
    if (hint <= high && (hint == 0 || serial_at(table, hint - 1) < cursor->serial) &&
        (hint == high || serial_at(table, hint) >= cursor->serial))
        return (uint32_t)hint;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (serial_at(table, middle) < cursor->serial)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

bool js_collection_next(JsCollection *c, JsCollectionCursor *cursor, JsValue *ret_key, JsValue *ret_value)
{
    JsCollectionTable *table = js_collection_table(c);
    uint32_t at = seek(table, cursor);
    while (at < table->used && table->entries[at].key == JS_EMPTY)
        at++;
    cursor->hint = at;
    if (at == table->used)
        return false;
    *ret_key = table->entries[at].key;
    *ret_value = table->entries[at].value;
    cursor->serial = serial_at(table, at) + 1;
    cursor->hint = at + 1;
    return true;
}
