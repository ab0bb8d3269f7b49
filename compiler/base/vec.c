/* Growth of the vectors of vec.h. */
#include "vec.h"

#include <string.h>

void *vec_grow_(void *items, size_t length, size_t *capacity, size_t item_size, size_t wanted, Arena *arena)
{
    size_t larger = *capacity ? *capacity * 2 : 8;
    if (larger < wanted)
        larger = wanted;
    *capacity = larger;
    if (!arena)
        return base_realloc(items, larger * item_size);
    void *moved = arena_alloc(arena, larger * item_size);
    if (length)
        memcpy(moved, items, length * item_size);
    return moved;
}
