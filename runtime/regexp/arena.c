/* The memory and the one error exit of a compilation: see arena.h. */
#include "regexp/arena.h"

#include <string.h>

enum { ARENA_BLOCK_BYTES = 16 * 1024, ARENA_LIMIT = 64 * 1024 * 1024 };

struct RegexpArenaBlock {
    RegexpArenaBlock *previous;
    size_t bytes;
};

static void add_block(RegexpArena *arena, size_t bytes)
{
    size_t wanted = bytes + sizeof(RegexpArenaBlock);
    size_t size = wanted > ARENA_BLOCK_BYTES ? wanted : ARENA_BLOCK_BYTES;
    if (arena->total + size > ARENA_LIMIT)
        regexp_fail(arena, "Regular expression too large", 0);
    RegexpArenaBlock *block = arena->allocator.allocate(arena->allocator.closure, size);
    if (!block) {
        arena->error.is_out_of_memory = true;
        regexp_fail(arena, "Out of memory", 0);
    }
    block->previous = arena->blocks;
    block->bytes = size;
    arena->blocks = block;
    arena->total += size;
    arena->next = (char *)(block + 1);
    arena->end = (char *)block + size;
}

void *regexp_arena_take(RegexpArena *arena, size_t bytes)
{
    bytes = (bytes + 7) & ~(size_t)7;
    if (bytes > (size_t)(arena->end - arena->next))
        add_block(arena, bytes);
    void *result = arena->next;
    arena->next += bytes;
    return memset(result, 0, bytes);
}

void *regexp_arena_grow(RegexpArena *arena, const void *old, size_t old_bytes, size_t bytes)
{
    void *result = regexp_arena_take(arena, bytes);
    if (old_bytes)
        memcpy(result, old, old_bytes);
    return result;
}

void regexp_arena_release(RegexpArena *arena)
{
    for (RegexpArenaBlock *block = arena->blocks, *previous; block; block = previous) {
        previous = block->previous;
        if (arena->allocator.release)
            arena->allocator.release(arena->allocator.closure, block);
    }
    arena->blocks = NULL;
}

void regexp_fail(RegexpArena *arena, const char *reason, size_t offset)
{
    arena->error.reason = reason;
    arena->error.offset = offset;
    longjmp(arena->on_error, 1);
}
