/* Shapes: the transition trees, their roots by prototype, and the numbering.
 *
 * Invariant: a shape's id is its place in js_shapes; what a shape says never changes, except predictions, and the table, which
 * is only ever extended past `count`. */
#include "object/shape.h"
#include "heap/heap.h"
#include "object/cache.h"
#include <stdlib.h>
#include <sys/mman.h>

enum { SHAPES_MAX = 1 << 24, WALK_MAX = 4, INLINE_DEFAULT = 4 };
typedef enum ShapeVia { VIA_ADD = 0, VIA_CHANGE = 1 << 8, VIA_PREVENT = 2 << 8, VIA_ROOT = 3 << 8, VIA_MANY = 4 << 8, VIA_SEAL = 5 << 8,
               VIA_FREEZE = 6 << 8 } ShapeVia;

struct JsShapeMap { /* open addressing by (key, attributes) */
    JsCell cell;
    uint32_t count, size;
    JsShape *shapes[];
};

JsShape **js_shapes;
static uint32_t shape_count;
static JsShape **roots;         /* open addressing by (kind, prototype, capacity, flags); malloc */
static uint32_t root_count, root_size;

static uint32_t hash_words(uint64_t a, uint64_t b)
{
    return (uint32_t)(((a >> 3) ^ b * UINT64_C(0xD6E8FEB86659FD93)) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

static JsShape *shape_new(JsKind kind, JsObject *prototype)
{
    if (shape_count == SHAPES_MAX - 1) {
        if (heap_limit_hook && heap_region)
            heap_limit_hook();
        abort();
    }
    JsShape *shape = heap_alloc_shared(sizeof *shape, true);
    memset(shape, 0, sizeof *shape);
    shape->cell = (JsCell){JS_KIND_INTERNAL, 0, HEAP_HIDDEN, ++shape_count | 0x80000000u};
    shape->kind = (uint8_t)kind;
    shape->prototype = prototype;
    js_shapes[shape_count] = shape;
    return shape;
}

/* ------------------------------------------------------------------------------------------------ transitions */
static uint32_t transition_hash(const JsShape *child)
{
    return hash_words(child->key, child->attributes);
}

static void map_insert(struct JsShapeMap *map, JsShape *child)
{
    uint32_t i = transition_hash(child) & (map->size - 1);
    while (map->shapes[i])
        i = (i + 1) & (map->size - 1);
    map->shapes[i] = child;
    map->count++;
}

static struct JsShapeMap *map_new(uint32_t size)
{
    struct JsShapeMap *map = heap_alloc_shared(sizeof *map + size * sizeof *map->shapes, true);
    memset(map, 0, sizeof *map + size * sizeof *map->shapes);
    map->cell = (JsCell){JS_KIND_INTERNAL, 0, HEAP_HIDDEN, 0};
    map->size = size;
    return map;
}

static JsShape *transition_find(JsShape *shape, JsKey key, uint32_t attributes)
{
    JsShape *child = shape->child;
    if (child && child->key == key && child->attributes == attributes)
        return child;
    struct JsShapeMap *map = shape->children;
    if (!map)
        return NULL;
    for (uint32_t i = hash_words(key, attributes) & (map->size - 1); map->shapes[i]; i = (i + 1) & (map->size - 1)) {
        child = map->shapes[i];
        if (child->key == key && child->attributes == attributes)
            return child;
    }
    return NULL;
}

/* The newest transition is found first (`child`); all are in the map once there are two. */
static void transition_insert(JsShape *shape, JsShape *child)
{
    JsShape *before = shape->child;
    shape->child = child;
    shape->fan_out += shape->fan_out < UINT16_MAX;
    if (!before)
        return;
    if (!shape->children) {
        shape->children = map_new(8);
        map_insert(shape->children, before);
    } else if (shape->children->count * 2 >= shape->children->size) {
        struct JsShapeMap *bigger = map_new(shape->children->size * 2);
        for (uint32_t i = 0; i < shape->children->size; i++) {
            if (shape->children->shapes[i])
                map_insert(bigger, shape->children->shapes[i]);
        }
        shape->children = bigger;
    }
    map_insert(shape->children, child);
}

/* A shape after this one that no transition leads to. */
static JsShape *successor_new(JsShape *shape, JsKey key, uint32_t attributes)
{
    JsShape *child = shape_new((JsKind)shape->kind, shape->prototype);
    child->parent = shape;
    child->root = shape->root;
    child->key = key;
    child->attributes = (uint16_t)attributes;
    child->flags = shape->flags;
    child->count = shape->count;
    child->inline_capacity = shape->inline_capacity;
    return child;
}

static JsShape *child_new(JsShape *shape, JsKey key, uint32_t attributes)
{
    JsShape *child = successor_new(shape, key, attributes);
    transition_insert(shape, child);
    return child;
}

/* ------------------------------------------------------------------------------------------------ tables */
/* Builds the table of a shape whose parents up to `from` have none. */
static JsPropertyTable *build_table(JsShape *shape)
{
    JsShape *base = shape;
    while (!base->table && base->parent)
        base = base->parent;
    uint32_t known = base->table ? base->count : 0;
    JsPropertyTable *table = base->table ? table_copy(base->table, known, shape->count + 1u, true)
                                         : table_new(shape->count + 1u, true);
    JsShape *added[SHAPE_PROPERTIES_MAX + 1];
    uint32_t count = 0;
    for (JsShape *s = shape; s != base; s = s->parent) {
        if ((s->attributes & ~0xff) == VIA_ADD)
            added[count++] = s;
    }
    while (count--)
        table_append(table, added[count]->key, table->count, added[count]->attributes);
    return shape->table = table;
}

JsPropertyTable *shape_table(JsShape *shape)
{
    return shape->table ? shape->table : build_table(shape);
}

static bool find_in_table(JsShape *shape, JsKey key, JsProperty *ret_property)
{
    int32_t entry = table_find(shape->table, key);
    if (entry < 0 || entry >= shape->count)
        return false;
    JsPropertyEntry *found = &shape->table->entries[entry];
    *ret_property = (JsProperty){found->slot, found->attributes};
    return true;
}

bool shape_find(JsShape *shape, JsKey key, JsProperty *ret_property)
{
    if (!shape->count)
        return false;
    if (!shape->table && shape->count <= WALK_MAX) {
        for (JsShape *s = shape; s; s = s->parent) {
            if (s->table)
                return find_in_table(s, key, ret_property);
            if (s->key == key && (s->attributes & ~0xff) == VIA_ADD) {
                *ret_property = (JsProperty){s->count - 1u, s->attributes};
                return true;
            }
        }
        return false;
    }
    shape_table(shape);
    return find_in_table(shape, key, ret_property);
}

/* A child takes its parent's table over when it can be extended for it. */
static void inherit_table(JsShape *shape, JsShape *child)
{
    JsPropertyTable *table = shape->table;
    if (!table || table->count != shape->count)
        return;
    if (table->count == table->capacity)
        table = table_copy(table, table->count, table->capacity * 2, true);
    table_append(table, child->key, table->count, child->attributes);
    child->table = table;
}

/* ------------------------------------------------------------------------------------------------ making shapes */
static void mark_prototype(JsObject *prototype)
{
    if (prototype->cell.flags & JS_IS_PROTOTYPE)
        return;
    heap_set_flag(&prototype->cell, JS_IS_PROTOTYPE);
    if (heap_region)
        js_new_prototype_epoch(); /* what caches hold of an object that lay at its address is of another epoch */
}

static uint32_t root_hash(const JsShape *root)
{
    return hash_words((uintptr_t)root->prototype, root->kind | root->flags << 8 | root->inline_capacity << 16);
}

static void roots_insert(JsShape *root)
{
    uint32_t i = root_hash(root) & (root_size - 1);
    while (roots[i])
        i = (i + 1) & (root_size - 1);
    roots[i] = root;
}

static void roots_grow(void)
{
    JsShape **old = roots;
    uint32_t old_size = root_size;
    root_size = old_size ? old_size * 2 : 1024;
    roots = calloc(root_size, sizeof *roots);
    if (!roots)
        abort();
    for (uint32_t i = 0; i < old_size; i++) {
        if (old[i])
            roots_insert(old[i]);
    }
    free(old);
}

JsShape *shape_root(JsKind kind, JsObject *prototype, uint32_t inline_capacity, uint32_t flags)
{
    uint32_t hash = hash_words((uintptr_t)prototype, kind | flags << 8 | inline_capacity << 16);
    if (prototype)
        mark_prototype(prototype);
    for (uint32_t i = hash & (root_size - 1); roots[i]; i = (i + 1) & (root_size - 1)) {
        JsShape *root = roots[i];
        if (root->prototype == prototype && root->kind == kind && root->inline_capacity == inline_capacity &&
            root->flags == flags)
            return root;
    }
    JsShape *root = shape_new(kind, prototype);
    root->root = root;
    root->key = JS_EMPTY;
    root->attributes = VIA_ROOT;
    root->flags = (uint8_t)flags;
    root->inline_capacity = (uint16_t)inline_capacity;
    if (++root_count > root_size / 2)
        roots_grow();
    roots_insert(root);
    return root;
}

/* Settles the capacity of new objects of the prototype that has this root of default capacity. */
static JsShape *predict(JsShape *root, uint32_t wanted)
{
    root->wanted = (uint16_t)(wanted < SHAPE_INLINE_MAX ? wanted : SHAPE_INLINE_MAX);
    return root->predicted = shape_root(JS_KIND_OBJECT, root->prototype, (root->wanted + 1u) & ~1u, 0);
}

JsShape *shape_root_predicted(JsObject *prototype, uint32_t (*count_fields)(JsValue constructor), JsValue constructor)
{
    JsShape *root = shape_root(JS_KIND_OBJECT, prototype, INLINE_DEFAULT, 0);
    if (js_likely(root->predicted))
        return root->predicted;
    uint32_t fields = count_fields(constructor);
    return predict(root, fields ? fields : INLINE_DEFAULT);
}

/* What the trees of one prototype learn goes to the root of default capacity. */
static void learn(JsShape *shape)
{
    if (shape->kind != JS_KIND_OBJECT || shape->count <= shape->inline_capacity || shape->count > SHAPE_INLINE_MAX)
        return;
    JsShape *root = shape_root(JS_KIND_OBJECT, shape->prototype, INLINE_DEFAULT, 0);
    if (root->predicted && root->wanted < shape->count)
        predict(root, shape->count);
}

JsShape *shape_add_property(JsShape *shape, JsKey key, uint32_t attributes)
{
    JsShape *child = transition_find(shape, key, attributes);
    if (child)
        return child;
    if (shape->count >= SHAPE_PROPERTIES_MAX)
        return NULL;
    child = child_new(shape, key, attributes);
    child->count++;
    inherit_table(shape, child);
    learn(child);
    return child;
}

JsShape *shape_add_all(JsShape *shape, const JsNewProperty *added, uint32_t count)
{
    enum { SPARE = 4 }; /* such objects get a property or two more, as `constructor` */
    uint32_t total = shape->count + count;
    JsShape *child = successor_new(shape, JS_EMPTY, VIA_MANY);
    child->table = shape->count ? table_copy(shape_table(shape), shape->count, total + SPARE, true)
                                : table_new(total + SPARE, true);
    for (uint32_t i = 0; i < count; i++)
        table_append(child->table, added[i].key, child->table->count, added[i].attributes);
    child->count = (uint16_t)total;
    return child;
}

JsShape *shape_change_attributes(JsShape *shape, JsKey key, uint32_t attributes)
{
    JsShape *child = transition_find(shape, key, attributes | VIA_CHANGE);
    if (child)
        return child;
    JsPropertyTable *table = shape_table(shape);
    child = child_new(shape, key, attributes | VIA_CHANGE);
    child->table = table_copy(table, shape->count, shape->count + 1u, true);
    child->table->entries[table_find(child->table, key)].attributes = attributes;
    return child;
}

JsShape *shape_remove_last(JsShape *shape, JsKey key)
{
    return shape->key == key && (shape->attributes & ~0xff) == VIA_ADD ? shape->parent : NULL;
}

JsShape *shape_prevent_extensions(JsShape *shape)
{
    if (shape->flags & SHAPE_NOT_EXTENSIBLE)
        return shape;
    if (shape->flags & SHAPE_DICTIONARY)
        return shape_root((JsKind)shape->kind, shape->prototype, shape->inline_capacity, shape->flags | SHAPE_NOT_EXTENSIBLE);
    JsShape *child = transition_find(shape, JS_EMPTY, VIA_PREVENT);
    if (child)
        return child;
    child = child_new(shape, JS_EMPTY, VIA_PREVENT);
    child->flags |= SHAPE_NOT_EXTENSIBLE;
    if (shape->count)
        child->table = table_copy(shape_table(shape), shape->count, shape->count + 1u, true);
    return child;
}

JsShape *shape_restrict(JsShape *shape, bool is_frozen)
{
    uint32_t via = is_frozen ? VIA_FREEZE : VIA_SEAL;
    JsShape *child = transition_find(shape, JS_EMPTY, via);
    if (child || !shape->count)
        return child ? child : shape;
    child = child_new(shape, JS_EMPTY, via);
    child->table = table_copy(shape_table(shape), shape->count, shape->count + 1u, true);
    for (uint32_t i = 0; i < child->table->count; i++) {
        JsPropertyEntry *entry = &child->table->entries[i];
        uint32_t removed = is_frozen && !(entry->attributes & JS_ACCESSOR) ? JS_CONFIGURABLE | JS_WRITABLE : JS_CONFIGURABLE;
        if (!js_key_is_private(entry->key))
            entry->attributes &= ~removed;
    }
    return child;
}

/* The same properties from another root. */
static JsShape *replant(JsShape *shape, JsShape *to)
{
    if (shape->flags & SHAPE_DICTIONARY || !shape->count)
        return to;
    JsPropertyTable *table = shape_table(shape);
    for (uint32_t i = 0; i < shape->count; i++)
        to = shape_add_property(to, table->entries[i].key, table->entries[i].attributes);
    return to;
}

JsShape *shape_change_prototype(JsShape *shape, JsObject *prototype)
{
    return replant(shape, shape_root((JsKind)shape->kind, prototype, shape->inline_capacity, shape->flags));
}

JsShape *shape_without_lazy(JsShape *shape)
{
    uint32_t flags = shape->flags & ~(uint32_t)SHAPE_LAZY;
    return replant(shape, shape_root((JsKind)shape->kind, shape->prototype, shape->inline_capacity, flags));
}

static void push_shapes(void)
{
    heap_push_roots(js_shapes, js_shapes + shape_count + 1);
}

void shape_start(void)
{
    js_shapes = mmap(NULL, SHAPES_MAX * sizeof *js_shapes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (js_shapes == MAP_FAILED)
        abort();
    roots_grow();
    heap_add_root_pusher(push_shapes);
}
