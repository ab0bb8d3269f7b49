/* One reservation, handed out by the block: the first gap that is long enough. Invariant: no free block lies below free_from. */
#include "heap/arena.h"
#include "heap/internal.h"
#include <stdlib.h>
#include <sys/mman.h>

enum { BLOCKS = 1 << 20, GROWN_AT_ONCE = 16 };

typedef enum BlockMemory { MEMORY_NONE, MEMORY_BACKED } BlockMemory; /* BACKED: the system may have given it some */

char *arena_base;
uint32_t *arena_heads, arena_count;
static uint8_t *memory;         /* BlockMemory, by block */
static uint32_t usable;         /* blocks that may be read and written */
static uint32_t free_from;
static uint32_t backed_free;    /* free blocks with memory */
static uint32_t idle;           /* of them, never needed since arena_take_idle_count */

static void *reserve(size_t bytes, int protection)
{
    void *p = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        heap_fail("no address space for heaps of requests");
    return p;
}

static void start(void)
{
    arena_base = reserve((size_t)BLOCKS * ARENA_BLOCK_BYTES, PROT_NONE);
    arena_heads = reserve(BLOCKS * sizeof *arena_heads, PROT_READ | PROT_WRITE);
    memory = reserve(BLOCKS, PROT_READ | PROT_WRITE);
}

static bool make_usable(uint32_t end)
{
    if (end <= usable)
        return true;
    end = (end + GROWN_AT_ONCE - 1) / GROWN_AT_ONCE * GROWN_AT_ONCE;
    if (end > BLOCKS || mprotect(arena_base + (size_t)usable * ARENA_BLOCK_BYTES, (size_t)(end - usable) * ARENA_BLOCK_BYTES,
                                 PROT_READ | PROT_WRITE))
        return false;
    usable = end;
    return true;
}

static uint32_t find_gap(uint32_t blocks)
{
    uint32_t length = 0, at = free_from;
    for (; at < arena_count; at++) {
        length = arena_heads[at] ? 0 : length + 1;
        if (length == blocks)
            return at + 1 - blocks;
    }
    return at - length;
}

void *arena_take(uint32_t blocks)
{
    if (!arena_base)
        start();
    uint32_t first = find_gap(blocks), end = first + blocks;
    if (end > BLOCKS || !make_usable(end))
        return NULL;
    if (end > arena_count)
        arena_count = end;
    for (uint32_t i = first; i < end; i++) {
        arena_heads[i] = first + 1;
        backed_free -= memory[i] == MEMORY_BACKED;
        memory[i] = MEMORY_BACKED;
    }
    if (backed_free < idle)
        idle = backed_free;
    if (first == free_from)
        free_from = end;
    return arena_base + (size_t)first * ARENA_BLOCK_BYTES;
}

void arena_give(void *start_of_run, uint32_t blocks)
{
    uint32_t first = (uint32_t)(((char *)start_of_run - arena_base) / ARENA_BLOCK_BYTES);
    for (uint32_t i = first; i < first + blocks; i++)
        arena_heads[i] = 0;
    backed_free += blocks;
    if (first < free_from)
        free_from = first;
}

uint32_t arena_take_idle_count(void)
{
    uint32_t count = idle;
    idle = backed_free;
    return count;
}

static bool is_trimmable(uint32_t block)
{
    return !arena_heads[block] && memory[block] != MEMORY_NONE;
}

/* Adjacent blocks by one call, since each call costs much. */
static uint32_t trim_run(uint32_t end, uint32_t most)
{
    uint32_t count = 0;
    while (count < end && count < most && is_trimmable(end - 1 - count))
        memory[end - 1 - count++] = MEMORY_NONE;
    backed_free -= count;
    madvise(arena_base + (size_t)(end - count) * ARENA_BLOCK_BYTES, (size_t)count * ARENA_BLOCK_BYTES, MADV_DONTNEED);
    return count;
}

/* From the top, so that what is used next stays. */
void arena_trim(uint32_t kept, uint32_t most)
{
    for (uint32_t end = arena_count; end && most && backed_free > kept; end--) {
        if (!is_trimmable(end - 1))
            continue;
        uint32_t count = trim_run(end, most < backed_free - kept ? most : backed_free - kept);
        most -= count;
        end -= count - 1;
    }
    if (backed_free < idle)
        idle = backed_free;
}
