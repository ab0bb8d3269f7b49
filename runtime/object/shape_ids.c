/* The numbering of shapes. Shared ones are counted up and live for ever. An agent's own have numbers from OWN_FIRST, which
 * come back when it ends, and are given out anew after every inline cache has forgotten all shapes.
 *
 * Invariant: no object that lives and no cache has the number of a shape that is gone when that number is given out again. */
#include "heap/heap.h"
#include "object/cache.h"
#include "object/shape.h"
#include <stdlib.h>
#include <sys/mman.h>

enum { OWN_FIRST = 1 << 24, IDS_END = 1 << 25, RECYCLED_AT_ONCE = 1 << 17, IDS_OF_A_PAGE = 4096 / sizeof(uint32_t) };

JsShape **js_shapes;
static uint32_t *next_ids;      /* of own shapes: the next in the list of its agent, or of free numbers; by id - OWN_FIRST */
static uint32_t shared_count, own_end = OWN_FIRST, live_count; /* live: of agents that have not ended */
static uint32_t backed_end = OWN_FIRST; /* the tables have memory up to here, or up to own_end where that is higher */
static uint32_t first_free;     /* a list, 0: none */
static uint32_t first_released, released_count; /* a list: free when the caches have forgotten them */

bool shape_is_own(const JsShape *shape)
{
    return (shape->cell.word & 0x7fffffff) >= OWN_FIRST;
}

void shape_register_shared(JsShape *shape)
{
    if (shared_count == OWN_FIRST - 1) {
        if (heap_limit_hook && heap_region)
            heap_limit_hook();
        abort();
    }
    shape->cell.word = ++shared_count | 0x80000000u;
    js_shapes[shared_count] = shape;
}

uint32_t shapes_shared_count(void)
{
    return shared_count;
}

static bool recycle(void)
{
    if (!first_released)
        return false;
    cache_forget_shapes();
    first_free = first_released;
    first_released = released_count = 0;
    return true;
}

static uint32_t take_id(void)
{
    if (!first_free && (released_count >= RECYCLED_AT_ONCE || own_end == IDS_END) && !recycle()) {
        if (heap_limit_hook)
            heap_limit_hook();
        abort();
    }
    if (!first_free)
        return own_end++;
    uint32_t id = first_free;
    first_free = next_ids[id - OWN_FIRST];
    return id;
}

void shape_register_own(JsShape *shape)
{
    HeapOwn *own = &heap_region->own;
    uint32_t id = take_id();
    next_ids[id - OWN_FIRST] = own->first_shape;
    own->first_shape = id;
    if (!own->last_shape)
        own->last_shape = id;
    own->shape_count++;
    live_count++;
    shape->cell.word = id | 0x80000000u;
    js_shapes[id] = shape;
}

/* Where nobody has an own shape, all their numbers are free, in order, and the tables need no memory for them. */
static void start_over(void)
{
    cache_forget_shapes();
    first_free = first_released = released_count = 0;
    if (own_end > backed_end)
        backed_end = own_end;
    own_end = OWN_FIRST;
}

void shapes_release_own(HeapOwn *own)
{
    if (!own->first_shape)
        return;
    next_ids[own->last_shape - OWN_FIRST] = first_released;
    first_released = own->first_shape;
    released_count += own->shape_count;
    live_count -= own->shape_count;
    if (!live_count && released_count >= RECYCLED_AT_ONCE)
        start_over();
}

void shapes_tidy(void)
{
    uint32_t end = (backed_end + IDS_OF_A_PAGE - 1) / IDS_OF_A_PAGE * IDS_OF_A_PAGE;
    uint32_t kept = (own_end + RECYCLED_AT_ONCE) / IDS_OF_A_PAGE * IDS_OF_A_PAGE;
    if (end <= kept)
        return;
    uint32_t from = end - kept < RECYCLED_AT_ONCE ? kept : end - RECYCLED_AT_ONCE;
    madvise(js_shapes + from, (end - from) * sizeof *js_shapes, MADV_DONTNEED);
    madvise(next_ids + (from - OWN_FIRST), (end - from) * sizeof *next_ids, MADV_DONTNEED);
    backed_end = from;
}

static void push_shapes(void)
{
    heap_push_roots(js_shapes, js_shapes + shared_count + 1);
}

static void *reserve(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        abort();
    return p;
}

void shape_ids_start(void)
{
    js_shapes = reserve(IDS_END * sizeof *js_shapes);
    next_ids = reserve((IDS_END - OWN_FIRST) * sizeof *next_ids);
    heap_add_root_pusher(push_shapes);
}
