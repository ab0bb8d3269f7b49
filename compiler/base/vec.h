/* Growable arrays of any element type, as macros over a three-field struct.
 *
 *     typedef VEC(int) IntVec;
 *     IntVec numbers = {0};          grows by malloc; ends with vec_free
 *     IntVec others = VEC_IN(arena); grows in the arena; vec_free does nothing
 *     vec_push(&numbers, 3);
 *
 * Invariant: items[0 .. length) are live, length <= capacity; growing may move the items, so no pointer into a vector
 * is kept across a push. Arguments named `v` are evaluated more than once: pass a plain variable or field. */
#ifndef SINEW_BASE_VEC_H
#define SINEW_BASE_VEC_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

#define VEC(T)                                                                                                         \
    struct {                                                                                                           \
        T *items;                                                                                                      \
        size_t length;                                                                                                 \
        size_t capacity;                                                                                               \
        Arena *arena; /* NULL: malloc */                                                                               \
    }

#define VEC_IN(arena_) {0, 0, 0, (arena_)}

/* Makes `v` empty, growing in `arena_` (NULL: by malloc). */
#define vec_init(v, arena_) ((v)->items = NULL, (v)->length = (v)->capacity = 0, (v)->arena = (arena_))

#define vec_len(v) ((v)->length)
#define vec_at(v, i) ((v)->items[vec_index_((i), (v)->length)])
#define vec_last(v) ((v)->items[vec_index_((v)->length - 1, (v)->length)])

/* Makes room for `wanted` items in all. */
#define vec_reserve(v, wanted)                                                                                         \
    ((wanted) <= (v)->capacity ? (void)0                                                                               \
                               : (void)((v)->items = vec_grow_((v)->items, (v)->length, &(v)->capacity,                \
                                                               sizeof *(v)->items, (wanted), (v)->arena)))

#define vec_push(v, ...) (vec_reserve((v), (v)->length + 1), (v)->items[(v)->length++] = (__VA_ARGS__))

/* Appends a zeroed item and gives its address (valid until the next growth). */
#define vec_add(v)                                                                                                     \
    (vec_reserve((v), (v)->length + 1), memset(&(v)->items[(v)->length], 0, sizeof *(v)->items),                       \
     &(v)->items[(v)->length++])

/* Removes the last item and gives it. */
#define vec_pop(v) ((v)->items[--(v)->length])

/* Puts an item before index `i`, moving the rest up; takes it out, moving the rest down. */
#define vec_insert(v, i, ...)                                                                                          \
    (vec_reserve((v), (v)->length + 1),                                                                                \
     memmove((v)->items + (i) + 1, (v)->items + (i), ((v)->length - (i)) * sizeof *(v)->items), (v)->length++,         \
     (v)->items[i] = (__VA_ARGS__))
#define vec_remove(v, i)                                                                                               \
    ((v)->length--, (void)memmove((v)->items + (i), (v)->items + (i) + 1, ((v)->length - (i)) * sizeof *(v)->items))

/* Sets the length; items past the old length are zero. */
#define vec_resize(v, count)                                                                                           \
    do {                                                                                                               \
        size_t vec_count_ = (count);                                                                                   \
        vec_reserve((v), vec_count_);                                                                                  \
        if (vec_count_ > (v)->length)                                                                                  \
            memset((v)->items + (v)->length, 0, (vec_count_ - (v)->length) * sizeof *(v)->items);                      \
        (v)->length = vec_count_;                                                                                      \
    } while (0)

#define vec_clear(v) ((void)((v)->length = 0))

#define vec_free(v)                                                                                                    \
    do {                                                                                                               \
        if (!(v)->arena)                                                                                               \
            base_free((v)->items);                                                                                          \
        (v)->items = NULL;                                                                                             \
        (v)->length = (v)->capacity = 0;                                                                               \
    } while (0)

/* for each address: vec_foreach(Item, it, &items) use(it->field); */
#define vec_foreach(T, it, v)                                                                                          \
    for (__typeof__(T *) it = (v)->items, it##_end_ = it + (v)->length; it < it##_end_; it++)

/* A larger block with the old items; the capacity at least doubles. */
void *vec_grow_(void *items, size_t length, size_t *capacity, size_t item_size, size_t wanted, Arena *arena);

static inline size_t vec_index_(size_t index, size_t length)
{
    assert(index < length);
    (void)length;
    return index;
}

#endif
