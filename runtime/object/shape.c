/* Shapes: the transition trees, and their roots by prototype.
 *
 * Invariant: what a shape says never changes, except predictions, and the table, which is only ever extended past `count`. A
 * shared shape refers to shared ones alone. */
#include "object/shape.h"
#include "heap/heap.h"
#include "object/cache.h"
#include "object/shape_map.h"

enum { WALK_MAX = 4, INLINE_DEFAULT = 4, PROPERTY_COST = 40, OWN_WORK = 300 };

static JsShapeMap *roots;       /* the shared ones */

static JsShapeMap *own_map(void)
{
    return heap_is_isolated() ? (JsShapeMap *)heap_region->own.shapes : NULL;
}

static void own_map_add(JsShape *shape)
{
    heap_region->own.shapes = (JsCell *)shape_map_add(own_map(), shape, true);
}

static JsShape *shape_new(JsKind kind, JsObject *prototype, bool is_own)
{
    JsShape *shape = is_own ? heap_alloc_kept(sizeof *shape) : heap_alloc_shared(sizeof *shape, true);
    memset(shape, 0, sizeof *shape);
    shape->cell = (JsCell){JS_KIND_INTERNAL, 0, is_own ? 0 : HEAP_HIDDEN, 0};
    shape->kind = (uint8_t)kind;
    shape->prototype = prototype;
    if (is_own)
        shape_register_own(shape);
    else
        shape_register_shared(shape);
    return shape;
}

/* ------------------------------------------------------------------------------------------------ transitions */
static JsShape *transition_find(JsShape *shape, JsKey key, uint32_t attributes)
{
    JsShape *child = shape->child;
    if (child && child->key == key && child->attributes == attributes)
        return child;
    child = shape_map_child(shape->children, shape, key, attributes);
    return child || shape_is_own(shape) ? child : shape_map_child(own_map(), shape, key, attributes);
}

/* The newest transition is found first (`child`); all are in the map once there are two. */
static void transition_insert(JsShape *shape, JsShape *child, bool is_own)
{
    JsShape *newest = shape->child;
    if (newest) {
        if (!shape->children)
            shape->children = shape_map_add(NULL, newest, is_own);
        shape->children = shape_map_add(shape->children, child, is_own);
    }
    shape->child = child;
    shape->fan_out += shape->fan_out < UINT16_MAX;
}

static bool is_shared_key(JsKey key)
{
    if (key == JS_EMPTY)
        return true;
    return js_is_symbol(key) ? js_cell(key)->flags & JS_SHARED : !(js_cell(key)->flags & JS_STRING_OWN);
}

/* Must what follows from the shape by that key be the agent's own? */
static bool must_be_own(const JsShape *shape, JsKey key)
{
    if (!heap_is_isolated())
        return false;
    return shape_is_own(shape) || !is_shared_key(key) || shape->fan_out >= SHAPE_FAN_OUT_MAX ||
           !heap_take_shared_budget(sizeof *shape + (shape->count + 1u) * PROPERTY_COST);
}

/* A shape after this one that no transition leads to. */
static JsShape *successor_new(JsShape *shape, JsKey key, uint32_t attributes, bool is_own)
{
    JsShape *child = shape_new((JsKind)shape->kind, shape->prototype, is_own);
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
    bool is_own = must_be_own(shape, key);
    JsShape *child = successor_new(shape, key, attributes, is_own);
    if (is_own && !shape_is_own(shape))
        own_map_add(child);
    else
        transition_insert(shape, child, is_own);
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
    bool is_shared = !shape_is_own(shape);
    JsPropertyTable *table = base->table ? table_copy(base->table, known, shape->count + 1u, is_shared)
                                         : table_new(shape->count + 1u, is_shared);
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
    bool is_own = shape_is_own(child);
    if (!table || table->count != shape->count || is_own != shape_is_own(shape))
        return;
    if (table->count == table->capacity)
        table = table_copy(table, table->count, table->capacity * 2, !is_own);
    table_append(table, child->key, table->count, child->attributes);
    child->table = table;
}

/* ------------------------------------------------------------------------------------------------ making shapes */
static JS_NOINLINE void mark_prototype(JsObject *prototype)
{
    heap_set_flag(&prototype->cell, JS_IS_PROTOTYPE);
    if (heap_region)
        js_new_prototype_epoch(); /* what caches hold of an object that lay at its address is of another epoch */
}

/* Those of shared prototypes are few: one for each kind and capacity. */
static bool is_own_root(const JsObject *prototype)
{
    return heap_is_isolated() && prototype && !(prototype->cell.flags & JS_SHARED);
}

JsShape *shape_root(JsKind kind, JsObject *prototype, uint32_t inline_capacity, uint32_t flags)
{
    bool is_own = is_own_root(prototype);
    if (prototype && !(prototype->cell.flags & JS_IS_PROTOTYPE))
        mark_prototype(prototype);
    JsShape *root = shape_map_root(is_own ? own_map() : roots, kind, prototype, inline_capacity, flags);
    if (root)
        return root;
    root = shape_new(kind, prototype, is_own);
    root->root = root;
    root->key = JS_EMPTY;
    root->attributes = VIA_ROOT;
    root->flags = (uint8_t)flags;
    root->inline_capacity = (uint16_t)inline_capacity;
    if (is_own)
        own_map_add(root);
    else
        roots = shape_map_add(roots, root, false);
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
    if (shape_is_own(child))
        js_charge(OWN_WORK);
    return child;
}

JsShape *shape_add_all(JsShape *shape, const JsNewProperty *added, uint32_t count)
{
    enum { SPARE = 4 }; /* such objects get a property or two more, as `constructor` */
    uint32_t total = shape->count + count;
    bool is_own = heap_is_isolated();
    JsShape *child = successor_new(shape, JS_EMPTY, VIA_MANY, is_own);
    child->table = shape->count ? table_copy(shape_table(shape), shape->count, total + SPARE, !is_own)
                                : table_new(total + SPARE, !is_own);
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
    child->table = table_copy(table, shape->count, shape->count + 1u, !shape_is_own(child));
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
        child->table = table_copy(shape_table(shape), shape->count, shape->count + 1u, !shape_is_own(child));
    return child;
}

JsShape *shape_restrict(JsShape *shape, bool is_frozen)
{
    uint32_t via = is_frozen ? VIA_FREEZE : VIA_SEAL;
    JsShape *child = transition_find(shape, JS_EMPTY, via);
    if (child || !shape->count)
        return child ? child : shape;
    child = child_new(shape, JS_EMPTY, via);
    child->table = table_copy(shape_table(shape), shape->count, shape->count + 1u, !shape_is_own(child));
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

void shape_start(void)
{
    shape_ids_start();
    js_add_roots(&roots, &roots + 1);
}
