/* Hash maps, and the table of names.
 *
 * Invariant: open addressing, at most two thirds full; iteration goes in the order of insertion (so that what the
 * compiler writes does not depend on hash values or addresses). A zeroed map is empty and ready; *_free ends it. */
#ifndef SINEW_BASE_MAP_H
#define SINEW_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

/* Names: each different byte string (NULs allowed) has one address as long as the table lives, so that names are
 * compared by ==. The address is that of its NUL-terminated bytes. */
typedef struct NameTable NameTable;
NameTable *name_table_new(void);
void name_table_free(NameTable *table);
const char *name_intern(NameTable *table, const char *bytes, size_t length);
const char *name_intern_text(NameTable *table, const char *text);
/* Length in bytes of an interned name: only for what name_intern returned. */
size_t name_length(const char *name);

typedef struct MapEntry {
    const char *key; /* A StrMap owns a copy; a PtrMap keeps the address. */
    size_t key_length;
    void *value;
    uint32_t hash;
    bool is_removed;
} MapEntry;

typedef struct MapTable {
    MapEntry *entries; /* In the order of insertion. */
    size_t entry_count;
    size_t entry_capacity;
    uint32_t *slots; /* Index into entries, plus 1; 0: free. */
    size_t slot_count;
    size_t live_count;
} MapTable;

/* From byte strings to pointers. Setting an existing key replaces its value. strmap_get gives NULL for an absent key;
 * strmap_find tells an absent key from one whose value is NULL. */
typedef struct StrMap {
    MapTable table;
} StrMap;
void strmap_set(StrMap *map, const char *key, size_t key_length, void *value);
void *strmap_get(const StrMap *map, const char *key, size_t key_length);
bool strmap_find(const StrMap *map, const char *key, size_t key_length, void **ret_value);
bool strmap_remove(StrMap *map, const char *key, size_t key_length);
void strmap_free(StrMap *map);

/* From addresses (interned names, nodes) to pointers. */
typedef struct PtrMap {
    MapTable table;
} PtrMap;
void ptrmap_set(PtrMap *map, const void *key, void *value);
void *ptrmap_get(const PtrMap *map, const void *key);
bool ptrmap_find(const PtrMap *map, const void *key, void **ret_value);
bool ptrmap_remove(PtrMap *map, const void *key);
void ptrmap_free(PtrMap *map);

/* How many keys a map has (give it &map->table). */
static inline size_t map_count(const MapTable *table)
{
    return table->live_count;
}

/* Iteration: `for (const MapEntry *e = NULL; (e = map_next(&map.table, e));)`. The map must not change meanwhile. */
const MapEntry *map_next(const MapTable *table, const MapEntry *entry);

/* FNV-1a of the bytes: a stable hash for the compiler's own use, not for hostile input. */
uint32_t hash_bytes(const char *bytes, size_t length);

#endif
