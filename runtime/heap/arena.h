/* Blocks of address space for the heaps of agents that have spilled (heap/spill.h).
 *
 * Invariant: every block that is in use says where its run of blocks begins, so that any address tells its run. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ARENA_BLOCK_BYTES = 1 << 16 };

extern char *arena_base;
extern uint32_t *arena_heads; /* by block: 1 + the first block of its run; 0: free. arena_count of them were ever in use */
extern uint32_t arena_count;

/* A run of blocks, contents undefined; NULL: no memory. */
void *arena_take(uint32_t blocks);
void arena_give(void *first, uint32_t blocks);
/* The number of free blocks with memory that nobody has needed since the last call. */
uint32_t arena_take_idle_count(void);
/* Gives the memory of free blocks back to the system, of `most` at most, as long as more than `kept` free ones have some. */
void arena_trim(uint32_t kept, uint32_t most);

/* The start of the run that the address lies in, or NULL. */
static inline void *arena_run_of(uintptr_t address)
{
    uintptr_t block = (address - (uintptr_t)arena_base) / ARENA_BLOCK_BYTES;
    if (block >= arena_count || !arena_heads[block])
        return NULL;
    return arena_base + (size_t)(arena_heads[block] - 1) * ARENA_BLOCK_BYTES;
}
