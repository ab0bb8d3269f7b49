/* The hash table under StrMap, PtrMap and NameTable: entries in an array, and an index of slots into it.
 *
 * Invariant: slot_count is 0 or a power of two; every live entry is reachable from its hash by linear probing; removed
 * entries stay in place, unreachable by key, until the next growth. */
#include "map.h"

#include <stdlib.h>
#include <string.h>

uint32_t hash_bytes(const char *bytes, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    return hash;
}

static uint32_t hash_address(const void *address)
{
    uint64_t bits = (uint64_t)(uintptr_t)address >> 3;
    return (uint32_t)((bits * 0x9E3779B97F4A7C15u) >> 32);
}

/* The slot of the first entry with this hash for which `key` fits, or the first free one. A NULL `key` fits none. */
static size_t probe(const MapTable *table, uint32_t hash, const char *key, size_t key_length, bool by_address)
{
    size_t mask = table->slot_count - 1;
    size_t at = hash & mask;
    for (; table->slots[at]; at = (at + 1) & mask) {
        const MapEntry *entry = &table->entries[table->slots[at] - 1];
        if (entry->hash != hash || entry->is_removed || !key)
            continue;
        if (by_address ? entry->key == key : entry->key_length == key_length && !memcmp(entry->key, key, key_length))
            break;
    }
    return at;
}

static void drop_removed(MapTable *table)
{
    size_t kept = 0;
    for (size_t i = 0; i < table->entry_count; i++)
        if (!table->entries[i].is_removed)
            table->entries[kept++] = table->entries[i];
    table->entry_count = kept;
}

static void table_rebuild(MapTable *table)
{
    drop_removed(table);
    size_t wanted = 16;
    while (wanted * 2 < (table->entry_count + 1) * 3 * 2)
        wanted *= 2;
    base_free(table->slots);
    table->slots = base_malloc(wanted * sizeof *table->slots);
    memset(table->slots, 0, wanted * sizeof *table->slots);
    table->slot_count = wanted;
    for (size_t i = 0; i < table->entry_count; i++)
        table->slots[probe(table, table->entries[i].hash, NULL, 0, false)] = (uint32_t)i + 1;
}

static MapEntry *table_find(const MapTable *table, uint32_t hash, const char *key, size_t key_length, bool by_address)
{
    if (!table->slot_count)
        return NULL;
    uint32_t slot = table->slots[probe(table, hash, key, key_length, by_address)];
    return slot ? &table->entries[slot - 1] : NULL;
}

static MapEntry *table_add(MapTable *table, uint32_t hash)
{
    if ((table->entry_count + 1) * 3 > table->slot_count * 2)
        table_rebuild(table);
    if (table->entry_count == table->entry_capacity) {
        table->entry_capacity = table->entry_capacity ? table->entry_capacity * 2 : 16;
        table->entries = base_realloc(table->entries, table->entry_capacity * sizeof *table->entries);
    }
    table->slots[probe(table, hash, NULL, 0, false)] = (uint32_t)++table->entry_count;
    table->live_count++;
    MapEntry *entry = &table->entries[table->entry_count - 1];
    *entry = (MapEntry){.hash = hash};
    return entry;
}

static void table_free(MapTable *table)
{
    base_free(table->entries);
    base_free(table->slots);
    *table = (MapTable){0};
}

const MapEntry *map_next(const MapTable *table, const MapEntry *entry)
{
    const MapEntry *end = table->entries + table->entry_count;
    for (entry = entry ? entry + 1 : table->entries; entry < end; entry++)
        if (!entry->is_removed)
            return entry;
    return NULL;
}

void strmap_set(StrMap *map, const char *key, size_t key_length, void *value)
{
    uint32_t hash = hash_bytes(key, key_length);
    MapEntry *entry = table_find(&map->table, hash, key, key_length, false);
    if (!entry) {
        entry = table_add(&map->table, hash);
        entry->key = base_strndup(key, key_length);
        entry->key_length = key_length;
    }
    entry->value = value;
}

bool strmap_find(const StrMap *map, const char *key, size_t key_length, void **ret_value)
{
    const MapEntry *entry = table_find(&map->table, hash_bytes(key, key_length), key, key_length, false);
    if (!entry)
        return false;
    *ret_value = entry->value;
    return true;
}

void *strmap_get(const StrMap *map, const char *key, size_t key_length)
{
    void *value = NULL;
    strmap_find(map, key, key_length, &value);
    return value;
}

static void mark_removed(MapTable *table, MapEntry *entry)
{
    entry->is_removed = true;
    entry->key = NULL;
    table->live_count--;
}

bool strmap_remove(StrMap *map, const char *key, size_t key_length)
{
    MapEntry *entry = table_find(&map->table, hash_bytes(key, key_length), key, key_length, false);
    if (!entry)
        return false;
    base_free((char *)entry->key);
    mark_removed(&map->table, entry);
    return true;
}

void strmap_free(StrMap *map)
{
    for (const MapEntry *entry = NULL; (entry = map_next(&map->table, entry));)
        base_free((char *)entry->key);
    table_free(&map->table);
}

void ptrmap_set(PtrMap *map, const void *key, void *value)
{
    uint32_t hash = hash_address(key);
    MapEntry *entry = table_find(&map->table, hash, key, 0, true);
    if (!entry) {
        entry = table_add(&map->table, hash);
        entry->key = key;
    }
    entry->value = value;
}

bool ptrmap_find(const PtrMap *map, const void *key, void **ret_value)
{
    const MapEntry *entry = table_find(&map->table, hash_address(key), key, 0, true);
    if (!entry)
        return false;
    *ret_value = entry->value;
    return true;
}

void *ptrmap_get(const PtrMap *map, const void *key)
{
    void *value = NULL;
    ptrmap_find(map, key, &value);
    return value;
}

bool ptrmap_remove(PtrMap *map, const void *key)
{
    MapEntry *entry = table_find(&map->table, hash_address(key), key, 0, true);
    if (!entry)
        return false;
    mark_removed(&map->table, entry);
    return true;
}

void ptrmap_free(PtrMap *map)
{
    table_free(&map->table);
}

/* A name's bytes, with its length before them. */
typedef struct Name {
    size_t length;
    char bytes[];
} Name;

struct NameTable {
    Arena *arena;
    MapTable table;
};

NameTable *name_table_new(void)
{
    NameTable *names = base_malloc(sizeof *names);
    *names = (NameTable){.arena = arena_new()};
    return names;
}

void name_table_free(NameTable *names)
{
    if (!names)
        return;
    table_free(&names->table);
    arena_free(names->arena);
    base_free(names);
}

const char *name_intern(NameTable *names, const char *bytes, size_t length)
{
    uint32_t hash = hash_bytes(bytes, length);
    MapEntry *entry = table_find(&names->table, hash, bytes, length, false);
    if (entry)
        return entry->key;
    Name *name = arena_alloc(names->arena, sizeof *name + length + 1);
    name->length = length;
    if (length)
        memcpy(name->bytes, bytes, length);
    entry = table_add(&names->table, hash);
    entry->key = name->bytes;
    entry->key_length = length;
    return name->bytes;
}

const char *name_intern_text(NameTable *names, const char *text)
{
    return name_intern(names, text, strlen(text));
}

size_t name_length(const char *name)
{
    return ((const Name *)(const void *)(name - offsetof(Name, bytes)))->length;
}
