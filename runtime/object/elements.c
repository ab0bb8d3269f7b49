/* Elements of one object: dense, or a hash map of (index, value, attributes).
 *
 * Invariant: as in the header. Elements that belong to the snapshot are copied before an agent changes more than a value. */
#include "object/internal.h"
#include <stdlib.h>

enum { GAP_MAX = 1024, ENTRY_USED = 256, ENTRY_DELETED = 512, MAP_FIRST = 16, DENSE_MAX = 1 << 28 };

typedef struct ElementEntry { uint32_t index, attributes; JsValue value; } ElementEntry;
typedef struct ElementMap {
    JsCell cell;
    uint32_t live, used, size, unused; /* used: deleted ones too */
    ElementEntry entries[];
} ElementMap;

static struct { JsElements header; JsValue none[1]; } no_elements = {{{JS_KIND_ELEMENTS, 0, 0, 0}, 0, 0}, {JS_EMPTY}};
JsValue *js_no_elements = no_elements.none;

static bool belongs_to_snapshot(const JsCell *cell)
{
    return (cell->flags & JS_SHARED) && heap_journal;
}

static JsValue *elements_new(uint32_t capacity)
{
    JsElements *e = js_alloc(sizeof *e + capacity * sizeof(JsValue), true);
    e->cell = (JsCell){JS_KIND_ELEMENTS, 0, 0, 0};
    e->capacity = capacity;
    e->length = 0;
    return (JsValue *)(e + 1);
}

static void store_length(JsObject *o, uint32_t length)
{
    JsElements *e = js_elements(o);
    if (belongs_to_snapshot(&e->cell))
        js_journal_record(&e->capacity);
    e->length = length;
}

static void set_fixed(JsObject *o)
{
    JsCell word = o->cell;
    word.flags |= JS_FIXED_ELEMENTS;
    js_store_cell_word(o, word);
}

/* ------------------------------------------------------------------------------------------------ dictionary */
static ElementMap *element_map(const JsObject *o)
{
    return js_elements(o)->cell.aux == ELEMENTS_DICTIONARY ? (ElementMap *)js_cell(o->elements[0]) : NULL;
}

static uint32_t hash_index(uint32_t index)
{
    index *= 0x9E3779B1u;
    return index ^ index >> 15;
}

static ElementEntry *map_find(ElementMap *map, uint32_t index)
{
    for (uint32_t i = hash_index(index) & (map->size - 1); map->entries[i].attributes; i = (i + 1) & (map->size - 1)) {
        if (map->entries[i].index == index && map->entries[i].attributes & ENTRY_USED)
            return &map->entries[i];
    }
    return NULL;
}

static ElementMap *map_new(uint32_t size)
{
    size_t bytes = sizeof(ElementMap) + size * sizeof(ElementEntry);
    ElementMap *map = js_alloc(bytes, true);
    heap_clear(map, bytes);
    map->cell = (JsCell){JS_KIND_INTERNAL, 0, 0, 0};
    map->size = size;
    return map;
}

static void map_insert(ElementMap *map, uint32_t index, JsValue v, uint32_t attributes)
{
    uint32_t i = hash_index(index) & (map->size - 1);
    while (map->entries[i].attributes & ENTRY_USED)
        i = (i + 1) & (map->size - 1);
    map->used += !map->entries[i].attributes;
    map->live++;
    map->entries[i] = (ElementEntry){index, attributes | ENTRY_USED, v};
}

static ElementMap *map_copy(ElementMap *from, uint32_t size)
{
    ElementMap *map = map_new(size);
    for (uint32_t i = 0; i < from->size; i++) {
        ElementEntry *entry = &from->entries[i];
        if (entry->attributes & ENTRY_USED)
            map_insert(map, entry->index, entry->value, entry->attributes & 0xff);
    }
    js_charge(from->size * 2);
    return map;
}

static void map_attach(JsObject *o, ElementMap *map)
{
    JsValue *data = elements_new(1);
    data[0] = js_value(map);
    ((JsElements *)data - 1)->cell.aux = ELEMENTS_DICTIONARY;
    object_store_pointer(o, &o->elements, data);
    set_fixed(o);
}

/* The map, to be changed, with room for one entry more. */
static ElementMap *map_writable(JsObject *o)
{
    ElementMap *map = element_map(o);
    bool is_full = map->used * 4 >= map->size * 3;
    if (!is_full && !belongs_to_snapshot(&map->cell))
        return map;
    uint32_t size = map->size;
    if (is_full && map->live * 2 >= map->size)
        size *= 2;
    map = map_copy(map, size);
    map_attach(o, map);
    return map;
}

static uint32_t dense_attributes(const JsElements *e)
{
    if (e->cell.aux == ELEMENTS_NORMAL)
        return JS_DEFAULT_ATTRIBUTES;
    return e->cell.aux == ELEMENTS_SEALED ? JS_WRITABLE | JS_ENUMERABLE : JS_ENUMERABLE;
}

bool js_elements_make_dictionary(JsObject *o)
{
    JsElements *e = js_elements(o);
    if (e->cell.aux == ELEMENTS_DICTIONARY)
        return false;
    uint32_t size = MAP_FIRST;
    while (size < e->length * 2)
        size *= 2;
    ElementMap *map = map_new(size);
    uint32_t attributes = dense_attributes(e);
    for (uint32_t i = 0; i < e->length; i++) {
        if (o->elements[i] != JS_EMPTY)
            map_insert(map, i, o->elements[i], attributes);
    }
    js_charge(e->length * 4);
    map_attach(o, map);
    return true;
}

/* ------------------------------------------------------------------------------------------------ dense */
void js_elements_reserve(JsObject *o, uint32_t capacity)
{
    JsElements *e = js_elements(o);
    if (capacity <= e->capacity || e->cell.aux == ELEMENTS_DICTIONARY)
        return;
    JsValue *data = elements_new(capacity);
    heap_copy(data, o->elements, e->length * sizeof *data);
    ((JsElements *)data - 1)->length = e->length;
    ((JsElements *)data - 1)->cell.aux = e->cell.aux;
    object_store_pointer(o, &o->elements, data);
    if (e->length > 256)
        js_charge(e->length / 4);
}

static uint32_t grown(uint32_t capacity, uint32_t needed)
{
    uint32_t more = capacity < 4096 ? capacity * 2 : capacity + capacity / 2;
    more = more < 4 ? 4 : more;
    return more > needed ? more : needed;
}

JsValue *js_elements_writable(JsObject *o, uint32_t capacity)
{
    JsElements *e = js_elements(o);
    if (capacity > e->capacity) {
        js_elements_reserve(o, grown(e->capacity, capacity));
    } else if (belongs_to_snapshot(&e->cell)) {
        uint32_t length = e->length;
        JsValue *data = elements_new(e->capacity);
        heap_copy(data, o->elements, length * sizeof *data);
        ((JsElements *)data - 1)->length = length;
        ((JsElements *)data - 1)->cell.aux = e->cell.aux;
        object_store_pointer(o, &o->elements, data);
    }
    return o->elements;
}

/* Of the snapshot's elements few are journalled word by word; after many writes they are copied whole. */
static void store_element(JsObject *o, uint32_t index, JsValue v)
{
    JsElements *e = js_elements(o);
    if (js_unlikely(belongs_to_snapshot(&e->cell)) && e->length > 64 && journal_prefers_copy(1))
        js_elements_writable(o, 0);
    js_store(&js_elements(o)->cell, &o->elements[index], v);
}

/* Room for entry `index`, holes up to it; false: it is too far out. */
static bool dense_extend(JsObject *o, uint32_t index)
{
    JsElements *e = js_elements(o);
    if (index >= e->capacity) {
        if (index > e->length + GAP_MAX + e->length / 4 || index >= DENSE_MAX)
            return false;
        js_elements_reserve(o, grown(e->capacity, index + 1));
        e = js_elements(o);
    }
    if (belongs_to_snapshot(&e->cell) && journal_prefers_copy(index - e->length)) {
        js_elements_writable(o, 0);
        e = js_elements(o);
    }
    for (uint32_t i = e->length; i <= index; i++) {
        js_store(&e->cell, &o->elements[i], JS_EMPTY);
        js_charge_round(i, 1);
    }
    if (index >= e->length)
        store_length(o, index + 1);
    return true;
}

void js_array_set_length_raw(JsArray *a, uint32_t length)
{
    if (js_unlikely(a->object.cell.flags & JS_SHARED))
        js_journal_record(&a->length);
    a->length = length;
}

void js_array_push_dense(JsArray *a, JsValue v)
{
    JsElements *e = js_elements(&a->object);
    uint32_t length = a->length;
    if (js_likely(e->length == length && length < e->capacity && !(a->object.cell.flags & JS_SHARED))) {
        a->object.elements[length] = v;
        e->length = a->length = length + 1;
        return;
    }
    js_element_put(&a->object, length, v, JS_DEFAULT_ATTRIBUTES);
}

int js_element_find(JsObject *o, uint32_t index, JsValue *ret_value, uint32_t *ret_attributes)
{
    JsElements *e = js_elements(o);
    if (js_likely(index < e->length)) {
        JsValue v = o->elements[index];
        if (v == JS_EMPTY)
            return 0;
        *ret_value = v;
        if (ret_attributes)
            *ret_attributes = dense_attributes(e);
        return 1;
    }
    ElementMap *map = element_map(o);
    ElementEntry *entry = map ? map_find(map, index) : NULL;
    if (!entry)
        return 0;
    *ret_value = entry->value;
    if (ret_attributes)
        *ret_attributes = entry->attributes & 0xff;
    return entry->attributes & JS_ACCESSOR ? 2 : 1;
}

static void dictionary_put(JsObject *o, uint32_t index, JsValue v, uint32_t attributes)
{
    js_elements_make_dictionary(o);
    ElementMap *map = map_writable(o);
    ElementEntry *entry = map_find(map, index);
    if (entry)
        *entry = (ElementEntry){index, attributes | ENTRY_USED, v};
    else
        map_insert(map, index, v, attributes);
}

void js_element_put(JsObject *o, uint32_t index, JsValue v, uint32_t attributes)
{
    JsElements *e = js_elements(o);
    bool fits = e->cell.aux != ELEMENTS_DICTIONARY && attributes == dense_attributes(e) &&
                (e->cell.aux == ELEMENTS_NORMAL || (index < e->length && o->elements[index] != JS_EMPTY));
    if (fits && (index < e->length || dense_extend(o, index)))
        store_element(o, index, v);
    else
        dictionary_put(o, index, v, attributes);
    if (o->cell.kind == JS_KIND_ARRAY && index >= ((JsArray *)o)->length)
        js_array_set_length_raw((JsArray *)o, index + 1);
}

bool js_element_remove(JsObject *o, uint32_t index)
{
    JsElements *e = js_elements(o);
    if (e->cell.aux == ELEMENTS_DICTIONARY) {
        ElementEntry *entry = map_find(element_map(o), index);
        if (!entry)
            return true;
        if (!(entry->attributes & JS_CONFIGURABLE))
            return false;
        ElementMap *map = map_writable(o);
        *map_find(map, index) = (ElementEntry){index, ENTRY_DELETED, JS_UNDEFINED};
        map->live--;
        return true;
    }
    if (index >= e->length || o->elements[index] == JS_EMPTY)
        return true;
    if (e->cell.aux != ELEMENTS_NORMAL)
        return false;
    store_element(o, index, JS_EMPTY);
    return true;
}

static int compare_indices(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* The indices of a map in ascending order, in a leaf cell of the agent's. */
static uint32_t *sorted_indices(ElementMap *map)
{
    JsCell *cell = js_alloc(sizeof *cell + ((map->live * sizeof(uint32_t) + 7) & ~(size_t)7), false);
    *cell = (JsCell){JS_KIND_INTERNAL, 0, 0, 0};
    uint32_t *indices = (uint32_t *)(cell + 1), count = 0;
    for (uint32_t i = 0; i < map->size; i++) {
        if (map->entries[i].attributes & ENTRY_USED)
            indices[count++] = map->entries[i].index;
    }
    qsort(indices, count, sizeof *indices, compare_indices);
    js_charge(map->size * 4);
    return indices;
}

void js_element_keys(JsObject *o, JsList *ret)
{
    JsElements *e = js_elements(o);
    ElementMap *map = element_map(o);
    for (uint32_t i = 0; i < e->length; i++) {
        if (o->elements[i] != JS_EMPTY)
            js_list_push(ret, js_index_key(i));
        js_charge_round(i, 4);
    }
    if (!map)
        return;
    uint32_t *indices = sorted_indices(map), count = map->live;
    for (uint32_t i = 0; i < count; i++)
        js_list_push(ret, js_index_key(indices[i]));
}

/* ------------------------------------------------------------------------------------------------ array length */
/* Deletes elements from the end down to new_length; returns the length that could be reached. */
static uint32_t truncate_elements(JsArray *a, uint32_t new_length)
{
    JsObject *o = &a->object;
    JsElements *e = js_elements(o);
    if (e->cell.aux == ELEMENTS_SEALED || e->cell.aux == ELEMENTS_FROZEN)
        js_elements_make_dictionary(o);
    ElementMap *map = element_map(o);
    if (map) {
        uint32_t *indices = sorted_indices(map);
        for (uint32_t i = map->live; i && indices[i - 1] >= new_length; i--) {
            if (!js_element_remove(o, indices[i - 1]))
                return indices[i - 1] + 1;
        }
        return new_length;
    }
    if (e->length > new_length)
        store_length(o, new_length);
    return new_length;
}

/* 10.4.2.4 ArraySetLength */
int js_array_set_length(JsArray *a, const JsDescriptor *d)
{
    uint32_t length = a->length;
    if (d->has & JS_HAS_VALUE) {
        double number;
        uint32_t wanted;
        if (js_to_uint32(d->value, &wanted) < 0 || js_to_number(d->value, &number) < 0)
            return -1;
        if (wanted != number) {
            js_throw_range_error("Invalid array length");
            return -1;
        }
        length = wanted;
    }
    if (js_descriptor_is_accessor(d))
        return 0;
    if ((d->has & JS_HAS_CONFIGURABLE && d->attributes & JS_CONFIGURABLE) ||
        (d->has & JS_HAS_ENUMERABLE && d->attributes & JS_ENUMERABLE))
        return 0;
    bool was_fixed = a->length_is_fixed;
    if (was_fixed && ((d->has & JS_HAS_WRITABLE && d->attributes & JS_WRITABLE) || length != a->length))
        return 0;
    uint32_t reached = length < a->length ? truncate_elements(a, length) : length;
    if (reached != a->length)
        js_array_set_length_raw(a, reached);
    if (d->has & JS_HAS_WRITABLE && !(d->attributes & JS_WRITABLE) && !was_fixed) {
        if (a->object.cell.flags & JS_SHARED)
            js_journal_record(&a->length);
        a->length_is_fixed = 1;
        set_fixed(&a->object);
    }
    return reached == length;
}

/* ------------------------------------------------------------------------------------------------ arrays */
static bool has_no_elements(const JsObject *o)
{
    return !js_elements(o)->length && js_elements(o)->cell.aux != ELEMENTS_DICTIONARY;
}

bool js_array_prototypes_have_no_elements(void)
{
    JsObject *array = JS_INTRINSIC(ARRAY_PROTOTYPE), *object = JS_INTRINSIC(OBJECT_PROTOTYPE);
    return has_no_elements(array) && has_no_elements(object) && js_shape(array)->prototype == object;
}

bool js_is_plain_dense_array(JsValue v)
{
    return js_is_dense_array(v) && js_shape(js_object(v))->prototype == JS_INTRINSIC(ARRAY_PROTOTYPE) &&
           js_array_prototypes_have_no_elements();
}
