/* A JSON text (RFC 8259, as ECMA-262 25.5.1 JSON.parse accepts it) as a tree: package.json files and JSON modules.
 *
 * Invariant: the reader does not recurse, so nesting is bounded by memory alone. */
#pragma once
#include <stddef.h>

#include "base/arena.h"

typedef enum JsonKind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;

typedef struct Json Json;
struct Json {
    JsonKind kind;
    const char *text; /* A string's value in WTF-8; a number's digits as written. NUL-terminated, may hold NULs. */
    size_t length;
    const char *key; /* Of a member of an object, in WTF-8. */
    size_t key_length;
    Json *parent; /* The array or object around it. */
    Json *first;  /* Elements or members in the order written; duplicate keys are all there. */
    Json *last;
    Json *next;
};

/* Reads the whole text; a byte order mark in front is skipped. The tree lives in the arena and keeps nothing of `bytes`.
 * NULL when it is no JSON text, with the offset of the first byte that does not fit. */
Json *json_read(Arena *arena, const char *bytes, size_t length, size_t *ret_error_offset);

/* The member of an object (the last of that name, as JSON.parse has it), or NULL; NULL also for anything else. */
const Json *json_get(const Json *object, const char *key);

/* The member's text when it is a string, else NULL. */
const char *json_get_text(const Json *object, const char *key);
