/* Bump allocation for a compiler run: many small objects with one lifetime, freed together.
 *
 * Invariant: a pointer handed out stays valid, and at its address, until arena_free. */
#ifndef SINEW_BASE_ARENA_H
#define SINEW_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Arena Arena;

/* A new, empty arena. Owned by the caller, who ends it by arena_free. Ends the process when memory is out. */
Arena *arena_new(void);

/* Frees the arena and all that was allocated from it. NULL is allowed. */
void arena_free(Arena *arena);

/* `size` zeroed bytes, aligned to 16. Never NULL; a size of 0 gives a unique address. */
void *arena_alloc(Arena *arena, size_t size);

/* A NUL-terminated copy of the `length` bytes at `text` (which may hold NULs of its own). */
char *arena_strndup(Arena *arena, const char *text, size_t length);

/* A copy of a NUL-terminated string. */
char *arena_strdup(Arena *arena, const char *text);

/* What printf would write, as a string of the arena. */
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *arena, const char *format, va_list args);

/* Bytes handed out so far, for statistics. */
size_t arena_used(const Arena *arena);

#define ARENA_NEW(arena, Type) ((Type *)arena_alloc((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count) ((Type *)arena_alloc((arena), sizeof(Type) * (size_t)(count)))

/* ---- where it all comes from. In the compiler's own process: malloc. In a program that evaluates source text:
 * memory that is counted against the request that runs, and freed when it ends, also from outside and in the midst of
 * a compilation; so all of the compiler's memory goes through here, tree-sitter's too. */
typedef struct BaseMemory {
    void *(*allocate)(size_t size);          /* Zeroed. So the next one: NULL when memory is out. */
    void *(*resize)(void *old, size_t size); /* What is added is not zeroed. */
    void (*release)(void *block);
    void (*work)(void); /* Now and then: BASE_WORK_PERIOD units of work were done. May switch to other requests. */
} BaseMemory;

/* From now on; no block of the former kind may be resized or freed afterwards. The struct is the caller's. */
void base_use_memory(const BaseMemory *memory);

/* malloc, calloc, realloc and strdup that end the process, with a message, when memory is out; free with base_free. */
void *base_malloc(size_t size);
void *base_calloc(size_t count, size_t size);
void *base_realloc(void *old, size_t size);
void base_free(void *block);
char *base_strndup(const char *text, size_t length);

/* Loops that allocate nothing say what they do: about one unit a nanosecond. Allocation counts by itself. */
enum { BASE_WORK_PERIOD = 20000, BASE_WORK_ALLOCATION = 20 };
extern int32_t base_work_left;
void base_work_is_due(void);
static inline void base_work(int32_t units)
{
    base_work_left -= units;
    if (__builtin_expect(base_work_left < 0, 0))
        base_work_is_due();
}

#endif
