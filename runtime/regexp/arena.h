/* The memory and the one error exit of a compilation.
 *
 * Invariant: an allocation either succeeds or leaves through `on_error`, so nobody checks for NULL. All blocks are
 * given back at once when the compilation ends, either way. */
#ifndef SINEW_REGEXP_ARENA_H
#define SINEW_REGEXP_ARENA_H

#include <setjmp.h>

#include "regexp/regexp.h"

typedef struct RegexpArenaBlock RegexpArenaBlock;

typedef struct RegexpArena {
    RegexpAllocator allocator;
    RegexpArenaBlock *blocks;
    char *next, *end;
    size_t total; /* bytes taken so far: bounded */
    RegexpError error;
    jmp_buf on_error;
} RegexpArena;

/* Zeroed memory, aligned to 8. */
void *regexp_arena_take(RegexpArena *arena, size_t bytes);

/* A copy of `old_bytes` in a new place of `bytes`. */
void *regexp_arena_grow(RegexpArena *arena, const void *old, size_t old_bytes, size_t bytes);
void regexp_arena_release(RegexpArena *arena);

/* Ends the compilation with this error. `offset` counts characters as the parser reads them. */
_Noreturn void regexp_fail(RegexpArena *arena, const char *reason, size_t offset);

/* Makes room for one more element in a growing array. */
#define REGEXP_RESERVE(arena, array, count, capacity)                                                                  \
    do {                                                                                                               \
        if ((count) == (capacity)) {                                                                                   \
            size_t reserve_capacity = (capacity) ? (size_t)(capacity)*2 : 8;                                           \
            (array) = regexp_arena_grow((arena), (array), (count) * sizeof *(array),                                   \
                                        reserve_capacity * sizeof *(array));                                           \
            (capacity) = reserve_capacity;                                                                             \
        }                                                                                                              \
    } while (0)

#endif
