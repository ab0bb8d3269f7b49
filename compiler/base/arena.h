/* Bump allocation for a compiler run: many small objects with one lifetime, freed together.
 *
 * Invariant: a pointer handed out stays valid, and at its address, until arena_free. */
#ifndef SINEW_BASE_ARENA_H
#define SINEW_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

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

/* malloc, realloc and strdup that end the process, with a message, when memory is out; free with free(). */
void *base_malloc(size_t size);
void *base_realloc(void *old, size_t size);
char *base_strndup(const char *text, size_t length);

#endif
