/* Making objects, arrays, lists; String objects and their exotic methods, 10.4.3. */
#include "object/internal.h"

enum { LITERAL_CAPACITY = 4, PREALLOCATE_MAX = 1 << 16, PUSH_WORK = 40 };

void *js_new_object_of_kind(JsKind kind, size_t bytes, JsObject *prototype, uint32_t flags)
{
    JsObject *o = js_new_uninitialized(shape_root(kind, prototype, 0, 0), bytes);
    o->cell.flags = (uint8_t)flags;
    memset((char *)o + sizeof *o, 0, bytes - sizeof *o);
    return o;
}

void *js_new_uninitialized(JsShape *shape, size_t bytes)
{
    JsObject *o = js_alloc((bytes + 7) & ~(size_t)7, true);
    o->cell = (JsCell){shape->kind, 0, 0, shape->cell.word};
    o->overflow = NULL;
    o->elements = js_no_elements;
    return o;
}

JsObject *js_new_from_shape(JsShape *shape)
{
    uint32_t capacity = shape->inline_capacity;
    JsObject *o = js_alloc(sizeof *o + capacity * sizeof(JsValue), true);
    o->cell = (JsCell){shape->kind, 0, 0, shape->cell.word};
    o->overflow = NULL;
    o->elements = js_no_elements;
    for (uint32_t i = 0; i < capacity; i++)
        o->slots[i] = JS_UNDEFINED;
    return o;
}

JsObject *js_new_plain_sized(JsObject *prototype, uint32_t properties)
{
    return js_new_from_shape(shape_root(JS_KIND_OBJECT, prototype, properties, 0));
}

JsObject *js_new_plain(JsObject *prototype)
{
    return js_new_from_shape(shape_root(JS_KIND_OBJECT, prototype, LITERAL_CAPACITY, 0));
}

JsValue js_new_object(void)
{
    return js_value(js_new_from_shape(js_realm->object_shape));
}

JsValue js_new_literal_slow(JsLiteralSite *site, const JsKey *keys, uint32_t count)
{
    JsShape *shape = shape_root(JS_KIND_OBJECT, JS_INTRINSIC(OBJECT_PROTOTYPE), count ? count : LITERAL_CAPACITY, 0);
    for (uint32_t i = 0; i < count; i++)
        shape = shape_add_property(shape, keys[i], JS_DEFAULT_ATTRIBUTES);
    if (!shape_is_own(shape)) {
        site->shape = shape->cell.word;
        site->bytes = (uint32_t)(sizeof(JsObject) + shape->inline_capacity * sizeof(JsValue));
    }
    return js_value(js_new_from_shape(shape));
}

/* ------------------------------------------------------------------------------------------------ arrays */
JsArray *js_new_array_sized(uint32_t capacity)
{
    JsArray *a = js_alloc(sizeof *a, true);
    a->object.cell = (JsCell){JS_KIND_ARRAY, 0, 0, js_realm->array_shape->cell.word};
    a->object.overflow = NULL;
    a->object.elements = js_no_elements;
    a->length = a->length_is_fixed = 0;
    if (capacity)
        js_elements_reserve(&a->object, capacity);
    return a;
}

JsValue js_new_array(uint32_t count, const JsValue *values)
{
    JsArray *a = js_new_array_sized(count);
    if (count) {
        heap_copy(a->object.elements, values, count * sizeof *values);
        js_elements(&a->object)->length = a->length = count;
    }
    return js_value(a);
}

JsValue js_create_array_from_list(uint32_t count, const JsValue *values)
{
    return js_new_array(count, values);
}

JsValue js_array_append(JsValue array, JsValue v)
{
    js_array_push_dense(js_array(array), v);
    return array;
}

JsValue js_array_append_hole(JsValue array)
{
    js_array_set_length_raw(js_array(array), js_array(array)->length + 1);
    return array;
}

int js_array_create(double length, JsObject *prototype, JsArray **ret)
{
    if (length > 4294967295.0) {
        js_throw_range_error("Invalid array length");
        return -1;
    }
    JsArray *a = js_new_array_sized(length <= PREALLOCATE_MAX ? (uint32_t)length : 0);
    a->length = (uint32_t)length;
    if (prototype && prototype != JS_INTRINSIC(ARRAY_PROTOTYPE))
        a->object.cell.word = shape_root(JS_KIND_ARRAY, prototype, 0, 0)->cell.word;
    *ret = a;
    return 1;
}

void js_list_push(JsList *list, JsValue v)
{
    if (list->length == list->capacity) {
        uint32_t capacity = list->capacity ? list->capacity * 2 : 8;
        JsCell *cell = js_alloc(sizeof *cell + capacity * sizeof(JsValue), true);
        *cell = (JsCell){JS_KIND_SLOTS, 0, 0, capacity};
        JsValue *values = (JsValue *)(cell + 1);
        if (list->length)
            heap_copy(values, list->values, list->length * sizeof *values);
        list->values = values;
        list->capacity = capacity;
    }
    list->values[list->length++] = v;
    js_charge(PUSH_WORK); /* for what the caller does for each, too */
}

/* ------------------------------------------------------------------------------------------------ wrappers */
static JsKind wrapper_kind(JsValue primitive)
{
    if (js_is_boolean(primitive))
        return JS_KIND_BOOLEAN_OBJECT;
    if (js_is_number(primitive))
        return JS_KIND_NUMBER_OBJECT;
    if (js_is_string(primitive))
        return JS_KIND_STRING_OBJECT;
    return js_is_symbol(primitive) ? JS_KIND_SYMBOL_OBJECT : JS_KIND_BIGINT_OBJECT;
}

static JsObject *wrapper_prototype(JsKind kind)
{
    switch (kind) {
    case JS_KIND_BOOLEAN_OBJECT:
        return JS_INTRINSIC(BOOLEAN_PROTOTYPE);
    case JS_KIND_NUMBER_OBJECT:
        return JS_INTRINSIC(NUMBER_PROTOTYPE);
    case JS_KIND_STRING_OBJECT:
        return JS_INTRINSIC(STRING_PROTOTYPE);
    case JS_KIND_SYMBOL_OBJECT:
        return JS_INTRINSIC(SYMBOL_PROTOTYPE);
    default:
        return JS_INTRINSIC(BIGINT_PROTOTYPE);
    }
}

JsObject *js_new_primitive_object(JsValue primitive, JsObject *prototype)
{
    JsKind kind = wrapper_kind(primitive);
    JsPrimitiveObject *o = js_new_object_of_kind(kind, sizeof *o, prototype ? prototype : wrapper_prototype(kind),
                                                 kind == JS_KIND_STRING_OBJECT ? JS_EXOTIC : 0);
    o->value = primitive;
    return &o->object;
}

/* 10.4.3.5 StringGetOwnProperty, and length */
static bool string_own(JsObject *o, JsKey key, JsDescriptor *ret)
{
    JsString *s = js_string(((JsPrimitiveObject *)o)->value);
    if (key == JS_ATOM(length)) {
        *ret = js_data_descriptor(js_int((int32_t)s->cell.word), 0);
        return true;
    }
    if (!js_key_is_index(key) || js_key_index(key) >= s->cell.word)
        return false;
    *ret = js_data_descriptor(js_string_from_code_unit(js_string_at(s, js_key_index(key))), JS_ENUMERABLE);
    return true;
}

static int string_get_own_property(JsObject *o, JsKey key, JsDescriptor *ret)
{
    return string_own(o, key, ret) ? 1 : js_ordinary_get_own_property(o, key, ret);
}

static int string_define_own_property(JsObject *o, JsKey key, const JsDescriptor *d)
{
    JsDescriptor current;
    if (string_own(o, key, &current))
        return js_is_compatible_property_descriptor(object_is_extensible(o), d, &current);
    return js_ordinary_define_own_property(o, key, d);
}

static int string_delete(JsObject *o, JsKey key)
{
    JsDescriptor current;
    return string_own(o, key, &current) ? 0 : js_ordinary_delete(o, key);
}

static int string_own_keys(JsObject *o, JsList *ret)
{
    JsString *s = js_string(((JsPrimitiveObject *)o)->value);
    JsList ordinary = {0};
    for (uint32_t i = 0; i < s->cell.word; i++)
        js_list_push(ret, js_index_key(i));
    js_ordinary_own_property_keys(o, &ordinary);
    uint32_t i = 0;
    for (; i < ordinary.length && js_key_is_index(ordinary.values[i]); i++)
        js_list_push(ret, ordinary.values[i]);
    js_list_push(ret, JS_ATOM(length));
    for (; i < ordinary.length; i++)
        js_list_push(ret, ordinary.values[i]);
    return 1;
}

static const JsInternalMethods string_methods = {
    .get_own_property = string_get_own_property,
    .define_own_property = string_define_own_property,
    .delete_property = string_delete,
    .own_property_keys = string_own_keys,
};

void object_start(void)
{
    shape_start();
    js_register_kind(JS_KIND_STRING_OBJECT, &string_methods);
}
