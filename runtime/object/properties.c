/* Own named properties of one object: where they lie, adding, removing, dictionaries.
 *
 * Invariant: every write goes through js_store with the object as owner, the value before the shape that names it. A table
 * that is part of the snapshot is copied before an agent changes it. */
#include <stdlib.h>
#include "object/internal.h"
#include "object/cache.h"

enum { OVERFLOW_FIRST = 4, GUARDS_FIRST = 64 };

void (*object_materialize)(JsObject *o);

typedef struct Guard { JsObject *object; JsKey key; uint64_t *flag; } Guard;
static Guard *guards; /* malloc; the realms hold the objects */
static uint32_t guard_count, guard_capacity;

/* ------------------------------------------------------------------------------------------------ guards, prototypes */
void js_guard_property(JsObject *o, JsKey key, uint64_t *guard)
{
    if (guard_count == guard_capacity) {
        guard_capacity = guard_capacity ? 2 * guard_capacity : GUARDS_FIRST;
        guards = realloc(guards, guard_capacity * sizeof *guards);
        if (!guards)
            js_must_failed(__func__);
    }
    guards[guard_count++] = (Guard){o, key, guard};
    if (!object_is_dictionary(o))
        object_make_dictionary(o); /* so that no cache ever writes its properties */
    o->cell.flags |= JS_GUARDED;
}

void object_guard_check(JsObject *o, JsKey key)
{
    for (uint32_t i = 0; i < guard_count; i++) {
        if (guards[i].object == o && (guards[i].key == key || guards[i].key == JS_EMPTY || key == JS_EMPTY)) {
            js_journal_record(guards[i].flag);
            *guards[i].flag = 1;
        }
    }
}

void js_prototype_changed(JsObject *o)
{
    if (o->cell.flags & JS_IS_PROTOTYPE)
        js_new_prototype_epoch();
}

/* ------------------------------------------------------------------------------------------------ words */
void js_store_cell_word(JsObject *o, JsCell word)
{
    if (js_unlikely(o->cell.flags & JS_SHARED))
        js_journal_record(&o->cell);
    o->cell = word;
}

void object_set_shape(JsObject *o, JsShape *shape)
{
    JsCell word = o->cell;
    word.word = shape->cell.word;
    js_store_cell_word(o, word);
}

JsValue *js_slot_address(JsObject *o, uint32_t slot)
{
    uint32_t inline_capacity = js_shape(o)->inline_capacity;
    return slot < inline_capacity ? o->slots + slot : o->overflow + (slot - inline_capacity);
}

static uint32_t overflow_capacity(const JsObject *o)
{
    return o->overflow ? ((JsCell *)o->overflow - 1)->word : 0;
}

static JsValue *overflow_new(uint32_t capacity)
{
    JsCell *cell = js_alloc(sizeof(JsCell) + capacity * sizeof(JsValue), true);
    *cell = (JsCell){JS_KIND_SLOTS, 0, 0, capacity};
    JsValue *slots = (JsValue *)(cell + 1);
    for (uint32_t i = 0; i < capacity; i++) {
        slots[i] = JS_UNDEFINED;
        js_charge_round(i, 1);
    }
    return slots;
}

JsValue *object_overflow_reserve(JsObject *o, uint32_t capacity)
{
    uint32_t before = overflow_capacity(o);
    if (capacity <= before)
        return o->overflow;
    uint32_t grown = before ? before * 2 : OVERFLOW_FIRST;
    JsValue *slots = overflow_new(grown > capacity ? grown : capacity);
    if (before)
        heap_copy(slots, o->overflow, before * sizeof *slots);
    object_store_pointer(o, &o->overflow, slots);
    return slots;
}

/* ------------------------------------------------------------------------------------------------ dictionaries */
void object_make_dictionary(JsObject *o)
{
    JsShape *shape = js_shape(o);
    uint32_t count = shape->count;
    JsPropertyTable *table = table_new(count + count / 2 + 8, false);
    JsValue *slots = overflow_new(count + count / 2 + 8);
    slots[0] = js_value(table);
    table->next_slot = 1;
    JsPropertyTable *old = count ? shape_table(shape) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        slots[table->next_slot] = *js_slot_address(o, old->entries[i].slot);
        table_append(table, old->entries[i].key, table->next_slot++, old->entries[i].attributes);
        js_charge_round(i, 20);
    }
    object_store_pointer(o, &o->overflow, slots);
    object_set_shape(o, shape_root((JsKind)o->cell.kind, shape->prototype, 0, shape->flags | SHAPE_DICTIONARY));
}

/* The object's table, to be changed: a copy when it belongs to the snapshot and the change must not stay. */
static JsPropertyTable *dictionary_writable(JsObject *o)
{
    JsPropertyTable *table = object_dictionary(o);
    if (!(table->cell.flags & JS_SHARED) || !heap_journal)
        return table;
    table = table_copy(table, table->count, table->count + 8, false);
    js_store(o, o->overflow, js_value(table));
    return table;
}

/* Makes room in a full table: without the deleted entries, and with new slots. */
static JsPropertyTable *dictionary_rebuild(JsObject *o)
{
    JsPropertyTable *old = object_dictionary(o);
    JsPropertyTable *table = table_new(old->live * 2 + 8, false);
    JsValue *slots = overflow_new(old->live * 2 + 9);
    slots[0] = js_value(table);
    table->next_slot = 1;
    for (uint32_t i = 0; i < old->count; i++) {
        JsPropertyEntry *entry = &old->entries[i];
        if (entry->key == JS_EMPTY)
            continue;
        slots[table->next_slot] = o->overflow[entry->slot];
        table_append(table, entry->key, table->next_slot++, entry->attributes);
        js_charge_round(i, 20);
    }
    object_store_pointer(o, &o->overflow, slots);
    js_charge(old->live * 8);
    return table;
}

static void dictionary_add(JsObject *o, JsKey key, JsValue v, uint32_t attributes)
{
    JsPropertyTable *table = object_dictionary(o);
    table = table->count == table->capacity ? dictionary_rebuild(o) : dictionary_writable(o);
    uint32_t slot = table->next_slot;
    JsValue *slots = object_overflow_reserve(o, slot + 1);
    js_store(o, &slots[slot], v);
    table->next_slot++;
    table_append(table, key, slot, attributes);
}

/* ------------------------------------------------------------------------------------------------ own properties */
static bool is_lazy_key(const JsObject *o, JsKey key)
{
    if (o->cell.kind == JS_KIND_FUNCTION)
        return key == JS_ATOM(prototype) || key == JS_ATOM(length) || key == JS_ATOM(name);
    return key == JS_ATOM(stack);
}

bool js_find_own(JsObject *o, JsKey key, JsProperty *ret)
{
    if (js_unlikely(o->cell.flags & JS_LAZY) && is_lazy_key(o, key))
        object_materialize(o);
    JsShape *shape = js_shape(o);
    if (!(shape->flags & SHAPE_DICTIONARY))
        return shape_find(shape, key, ret);
    JsPropertyTable *table = object_dictionary(o);
    int32_t entry = table_find(table, key);
    if (entry < 0)
        return false;
    *ret = (JsProperty){table->entries[entry].slot, table->entries[entry].attributes};
    return true;
}

bool object_find_own_named(JsObject *o, JsKey key, OwnProperty *ret)
{
    JsProperty property;
    if (js_find_own(o, key, &property)) {
        JsValue *slot = js_slot_address(o, property.slot);
        *ret = (OwnProperty){property.attributes & JS_ACCESSOR ? OWN_ACCESSOR : OWN_DATA, property.attributes, *slot, slot};
        return true;
    }
    if (o->cell.kind == JS_KIND_ARRAY && key == JS_ATOM(length)) {
        JsArray *array = (JsArray *)o;
        *ret = (OwnProperty){OWN_DATA, array->length_is_fixed ? 0 : JS_WRITABLE, js_uint(array->length), NULL};
        return true;
    }
    return false;
}

bool object_find_own(JsObject *o, JsKey key, OwnProperty *ret)
{
    if (!js_key_is_index(key))
        return object_find_own_named(o, key, ret);
    int found = js_element_find(o, js_key_index(key), &ret->value, &ret->attributes);
    ret->type = (OwnType)found;
    ret->slot = NULL;
    return found;
}

/* What must happen before an object gets another property. */
static void prepare_addition(JsObject *o, JsKey key)
{
    if (js_likely(!(o->cell.flags & (JS_LAZY | JS_IS_PROTOTYPE | JS_GUARDED))))
        return;
    if (o->cell.flags & JS_LAZY && o->cell.kind == JS_KIND_FUNCTION)
        object_materialize(o); /* its own lazy properties come first */
    js_prototype_changed(o);
    if (o->cell.flags & JS_GUARDED)
        object_guard_check(o, key);
}

void object_add_own(JsObject *o, JsKey key, JsValue v, uint32_t attributes)
{
    prepare_addition(o, key);
    JsShape *shape = js_shape(o);
    JsShape *next = shape->flags & SHAPE_DICTIONARY ? NULL : shape_add_property(shape, key, attributes);
    if (!next) {
        if (!(shape->flags & SHAPE_DICTIONARY))
            object_make_dictionary(o);
        dictionary_add(o, key, v, attributes);
        return;
    }
    js_add_by_shape(o, next, v);
}

void js_add_by_shape(JsObject *o, JsShape *next, JsValue v)
{
    uint32_t slot = next->count - 1u, inline_capacity = next->inline_capacity;
    JsValue *address = slot < inline_capacity ? &o->slots[slot]
                                              : &object_overflow_reserve(o, slot - inline_capacity + 1)[slot - inline_capacity];
    js_store(o, address, v);
    object_set_shape(o, next);
}

static bool may_add_all(JsObject *o, const JsNewProperty *properties, uint32_t count)
{
    JsProperty property;
    JsShape *shape = js_shape(o);
    if (shape->flags & SHAPE_DICTIONARY || o->cell.flags & JS_GUARDED || shape->count + count > SHAPE_PROPERTIES_MAX)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (js_find_own(o, properties[i].key, &property))
            return false;
    return true;
}

static void add_all(JsObject *o, const JsNewProperty *properties, uint32_t count)
{
    prepare_addition(o, JS_EMPTY);
    uint32_t first = js_shape(o)->count;
    JsShape *shape = shape_add_all(js_shape(o), properties, count);
    uint32_t capacity = shape->inline_capacity;
    if (shape->count > capacity)
        object_overflow_reserve(o, shape->count - capacity);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = first + i;
        js_store(o, slot < capacity ? &o->slots[slot] : &o->overflow[slot - capacity], properties[i].value);
    }
    object_set_shape(o, shape);
}

void js_put_all_own(JsObject *o, const JsNewProperty *properties, uint32_t count)
{
    if (may_add_all(o, properties, count)) {
        add_all(o, properties, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        js_put_own(o, properties[i].key, properties[i].value, properties[i].attributes);
}

void object_remove_own(JsObject *o, JsKey key, JsProperty property)
{
    js_prototype_changed(o);
    if (o->cell.flags & JS_GUARDED)
        object_guard_check(o, key);
    JsShape *shape = js_shape(o);
    js_store(o, js_slot_address(o, property.slot), JS_UNDEFINED);
    if (!(shape->flags & SHAPE_DICTIONARY)) {
        JsShape *before = shape_remove_last(shape, key);
        if (before) {
            object_set_shape(o, before);
            return;
        }
        object_make_dictionary(o);
    }
    JsPropertyTable *table = dictionary_writable(o);
    table_remove(table, (uint32_t)table_find(table, key));
}

static void change_attributes(JsObject *o, JsKey key, uint32_t attributes)
{
    js_prototype_changed(o);
    if (!object_is_dictionary(o)) {
        object_set_shape(o, shape_change_attributes(js_shape(o), key, attributes));
        return;
    }
    JsPropertyTable *table = dictionary_writable(o);
    table->entries[table_find(table, key)].attributes = attributes;
}

void js_put_own(JsObject *o, JsKey key, JsValue v, uint32_t attributes)
{
    JsProperty property;
    if (js_key_is_index(key)) {
        js_element_put(o, js_key_index(key), v, attributes);
        return;
    }
    if (!js_find_own(o, key, &property)) {
        object_add_own(o, key, v, attributes);
        return;
    }
    if (o->cell.flags & JS_GUARDED)
        object_guard_check(o, key);
    js_store(o, js_slot_address(o, property.slot), v);
    if (property.attributes != attributes)
        change_attributes(o, key, attributes);
    else if (attributes & JS_ACCESSOR)
        js_prototype_changed(o); /* caches hold the accessor's functions */
}

JsValue js_new_accessor(JsValue get, JsValue set)
{
    JsAccessor *accessor = js_alloc(sizeof *accessor, true);
    accessor->cell = (JsCell){JS_KIND_INTERNAL, 0, 0, 0};
    accessor->get = get;
    accessor->set = set;
    return js_value(accessor);
}

JsValue js_new_lazy_value(JsValue get, JsValue set)
{
    JsValue accessor = js_new_accessor(get, set);
    js_cell(accessor)->flags = JS_LAZY;
    return accessor;
}

void js_put_own_accessor(JsObject *o, JsKey key, JsValue get, JsValue set, uint32_t attributes)
{
    js_put_own(o, key, js_new_accessor(get, set), (attributes & ~(uint32_t)JS_WRITABLE) | JS_ACCESSOR);
}
