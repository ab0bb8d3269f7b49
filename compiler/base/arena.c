/* The bump arena: a list of blocks, the newest first; a block is never moved or shrunk.
 *
 * Invariant: the bytes between `used` and `size` of the newest block are zero. */
#include "arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_ALIGNMENT = 16, ARENA_FIRST_BLOCK = 16 * 1024, ARENA_LARGEST_BLOCK = 1024 * 1024 };

typedef struct ArenaBlock ArenaBlock;
struct ArenaBlock {
    ArenaBlock *older;
    size_t size; /* Of `bytes`. */
    size_t used;
    _Alignas(16) char bytes[];
};

struct Arena {
    ArenaBlock *newest;
    size_t next_size;
    size_t total;
};

static void out_of_memory(size_t size)
{
    fprintf(stderr, "sinew: out of memory (asked for %zu bytes)\n", size);
    abort();
}

static void *allocate(size_t size)
{
    return calloc(1, size);
}

static void no_work(void)
{
}

static const BaseMemory plain_memory = {allocate, realloc, free, no_work};
static const BaseMemory *memory = &plain_memory;
int32_t base_work_left = BASE_WORK_PERIOD;

void base_use_memory(const BaseMemory *chosen)
{
    memory = chosen;
}

void base_work_is_due(void)
{
    base_work_left = BASE_WORK_PERIOD;
    memory->work();
}

void *base_malloc(size_t size)
{
    return base_calloc(1, size);
}

void *base_calloc(size_t count, size_t size)
{
    size_t bytes = count * size ? count * size : 1;
    base_work(BASE_WORK_ALLOCATION + (int32_t)(bytes < 1 << 24 ? bytes : 1 << 24) / 16);
    void *block = memory->allocate(bytes);
    if (!block)
        out_of_memory(bytes);
    return block;
}

void *base_realloc(void *old, size_t size)
{
    base_work(BASE_WORK_ALLOCATION);
    void *block = memory->resize(old, size ? size : 1);
    if (!block)
        out_of_memory(size);
    return block;
}

void base_free(void *block)
{
    base_work(BASE_WORK_ALLOCATION);
    memory->release(block);
}

char *base_strndup(const char *text, size_t length)
{
    char *copy = base_malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

Arena *arena_new(void)
{
    Arena *arena = base_calloc(1, sizeof *arena);
    arena->next_size = ARENA_FIRST_BLOCK;
    return arena;
}

void arena_free(Arena *arena)
{
    if (!arena)
        return;
    for (ArenaBlock *block = arena->newest; block;) {
        ArenaBlock *older = block->older;
        base_free(block);
        block = older;
    }
    base_free(arena);
}

static void arena_add_block(Arena *arena, size_t size)
{
    size_t block_size = arena->next_size;
    if (block_size < ARENA_LARGEST_BLOCK)
        arena->next_size *= 2;
    if (block_size < size)
        block_size = size;
    ArenaBlock *block = base_calloc(1, sizeof *block + block_size);
    block->size = block_size;
    block->older = arena->newest;
    arena->newest = block;
}

void *arena_alloc(Arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        out_of_memory(size);
    base_work(BASE_WORK_ALLOCATION);
    size_t rounded = size ? (size + ARENA_ALIGNMENT - 1) & ~(size_t)(ARENA_ALIGNMENT - 1) : ARENA_ALIGNMENT;
    if (!arena->newest || arena->newest->size - arena->newest->used < rounded)
        arena_add_block(arena, rounded);
    ArenaBlock *block = arena->newest;
    void *memory = block->bytes + block->used;
    block->used += rounded;
    arena->total += rounded;
    return memory;
}

char *arena_strndup(Arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(Arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_vprintf(Arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = arena_alloc(arena, (size_t)(length < 0 ? 0 : length) + 1);
    if (length > 0)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *arena_printf(Arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

size_t arena_used(const Arena *arena)
{
    return arena->total;
}
