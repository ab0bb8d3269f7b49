/* Sets of shapes; see the header. */
#include "object/shape_map.h"
#include "heap/heap.h"

enum { MAP_FIRST = 8 };

struct JsShapeMap {
    JsCell cell;
    uint32_t count, size;
    JsShape *shapes[];
};

static uint32_t hash_words(uint64_t a, uint64_t b)
{
    return (uint32_t)(((a >> 3) ^ b * UINT64_C(0xD6E8FEB86659FD93)) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

static uint32_t child_hash(const JsShape *parent, JsKey key, uint32_t attributes)
{
    return hash_words(key, attributes ^ (uintptr_t)parent);
}

static uint32_t root_hash(JsKind kind, const JsObject *prototype, uint32_t inline_capacity, uint32_t flags)
{
    return hash_words((uintptr_t)prototype, kind | flags << 8 | inline_capacity << 16);
}

static uint32_t shape_hash(const JsShape *shape)
{
    return shape->parent ? child_hash(shape->parent, shape->key, shape->attributes)
                         : root_hash((JsKind)shape->kind, shape->prototype, shape->inline_capacity, shape->flags);
}

JsShape *shape_map_child(const JsShapeMap *map, const JsShape *parent, JsKey key, uint32_t attributes)
{
    if (!map)
        return NULL;
    for (uint32_t i = child_hash(parent, key, attributes) & (map->size - 1); map->shapes[i]; i = (i + 1) & (map->size - 1)) {
        JsShape *shape = map->shapes[i];
        if (shape->parent == parent && shape->key == key && shape->attributes == attributes)
            return shape;
    }
    return NULL;
}

JsShape *shape_map_root(const JsShapeMap *map, JsKind kind, const JsObject *prototype, uint32_t inline_capacity, uint32_t flags)
{
    if (!map)
        return NULL;
    uint32_t i = root_hash(kind, prototype, inline_capacity, flags) & (map->size - 1);
    for (; map->shapes[i]; i = (i + 1) & (map->size - 1)) {
        JsShape *shape = map->shapes[i];
        if (!shape->parent && shape->prototype == prototype && shape->kind == kind && shape->flags == flags &&
            shape->inline_capacity == inline_capacity)
            return shape;
    }
    return NULL;
}

static void insert(JsShapeMap *map, JsShape *shape)
{
    uint32_t i = shape_hash(shape) & (map->size - 1);
    while (map->shapes[i])
        i = (i + 1) & (map->size - 1);
    map->shapes[i] = shape;
    map->count++;
}

static JsShapeMap *map_new(uint32_t size, bool is_own)
{
    size_t bytes = sizeof(JsShapeMap) + size * sizeof(JsShape *);
    JsShapeMap *map = is_own ? js_alloc(bytes, true) : heap_alloc_shared(bytes, true);
    map->cell = (JsCell){JS_KIND_INTERNAL, 0, is_own ? 0 : HEAP_HIDDEN, 0};
    map->count = 0;
    map->size = size;
    if (is_own)
        heap_clear(map->shapes, size * sizeof *map->shapes);
    else
        memset(map->shapes, 0, size * sizeof *map->shapes);
    return map;
}

static JsShapeMap *grown(const JsShapeMap *map, bool is_own)
{
    JsShapeMap *bigger = map_new(map ? map->size * 2 : MAP_FIRST, is_own);
    for (uint32_t i = 0; map && i < map->size; i++) {
        if (map->shapes[i])
            insert(bigger, map->shapes[i]);
        if (is_own) /* nothing may run while the shared ones change */
            js_charge_round(i, 10);
    }
    return bigger;
}

JsShapeMap *shape_map_add(JsShapeMap *map, JsShape *shape, bool is_own)
{
    if (!map || map->count * 2 >= map->size)
        map = grown(map, is_own);
    insert(map, shape);
    return map;
}
