/* The internal methods of ordinary objects, 10.1, and their dispatch by kind.
 *
 * Invariant: an exotic object's own methods are always asked through js_internal_methods; the walks along prototypes below stay
 * in one loop as long as the objects are ordinary. */
#include "object/internal.h"

const JsInternalMethods *js_internal_methods[JS_KIND_COUNT];

void js_register_kind(JsKind kind, const JsInternalMethods *methods)
{
    js_internal_methods[kind] = methods;
}

/* ------------------------------------------------------------------------------------------------ prototype, extensibility */
JsValue js_get_prototype_of(JsObject *o)
{
    const JsInternalMethods *methods = object_methods(o);
    if (methods && methods->get_prototype_of)
        return methods->get_prototype_of(o);
    JsObject *prototype = js_shape(o)->prototype;
    return prototype ? js_value(prototype) : JS_NULL;
}

/* 10.1.2.1; 10.4.7 for %Object.prototype% */
int js_ordinary_set_prototype_of(JsObject *o, JsValue prototype)
{
    JsObject *to = prototype == JS_NULL ? NULL : js_object(prototype);
    if (js_shape(o)->prototype == to)
        return 1;
    if (!object_is_extensible(o) || o == JS_INTRINSIC(OBJECT_PROTOTYPE))
        return 0;
    for (JsObject *p = to; p; p = js_shape(p)->prototype) {
        if (p == o)
            return 0;
        const JsInternalMethods *methods = object_methods(p);
        if (methods && methods->get_prototype_of)
            break;
    }
    js_prototype_changed(o);
    if (o->cell.flags & JS_GUARDED)
        object_guard_check(o, JS_EMPTY);
    object_set_shape(o, shape_change_prototype(js_shape(o), to));
    return 1;
}

int js_set_prototype_of(JsObject *o, JsValue prototype)
{
    const JsInternalMethods *methods = object_methods(o);
    return methods && methods->set_prototype_of ? methods->set_prototype_of(o, prototype)
                                                : js_ordinary_set_prototype_of(o, prototype);
}

int js_is_extensible(JsObject *o)
{
    const JsInternalMethods *methods = object_methods(o);
    return methods && methods->is_extensible ? methods->is_extensible(o) : object_is_extensible(o);
}

/* 10.1.4.1 */
int js_ordinary_prevent_extensions(JsObject *o)
{
    if (o->cell.flags & JS_LAZY)
        object_materialize(o);
    JsCell word = o->cell;
    word.word = shape_prevent_extensions(js_shape(o))->cell.word;
    word.flags |= JS_FIXED_ELEMENTS;
    js_store_cell_word(o, word);
    return 1;
}

int js_prevent_extensions(JsObject *o)
{
    const JsInternalMethods *methods = object_methods(o);
    return methods && methods->prevent_extensions ? methods->prevent_extensions(o) : js_ordinary_prevent_extensions(o);
}

/* ------------------------------------------------------------------------------------------------ [[GetOwnProperty]] */
/* A lazy value is undefined here, and writable unless it is frozen. */
static void fill_descriptor(const OwnProperty *own, JsDescriptor *ret)
{
    if (own->type == OWN_DATA) {
        *ret = js_data_descriptor(own->value, own->attributes & JS_DEFAULT_ATTRIBUTES);
        return;
    }
    JsAccessor *accessor = (JsAccessor *)js_cell(own->value);
    if (accessor->cell.flags & JS_LAZY) {
        uint32_t attributes = own->attributes & (JS_ENUMERABLE | JS_CONFIGURABLE);
        *ret = js_data_descriptor(JS_UNDEFINED, attributes | (attributes & JS_CONFIGURABLE ? JS_WRITABLE : 0));
        return;
    }
    *ret = (JsDescriptor){JS_UNDEFINED, accessor->get, accessor->set,
                          JS_HAS_GET | JS_HAS_SET | JS_HAS_ENUMERABLE | JS_HAS_CONFIGURABLE,
                          own->attributes & (JS_ENUMERABLE | JS_CONFIGURABLE)};
}

static bool is_lazy_value(const OwnProperty *own)
{
    return own->type == OWN_ACCESSOR && js_cell(own->value)->flags & JS_LAZY;
}

static JsValue call_getter(JsValue accessor, JsValue receiver)
{
    JsValue get = ((JsAccessor *)js_cell(accessor))->get;
    return get == JS_UNDEFINED ? JS_UNDEFINED : js_call(get, receiver, 0, NULL);
}

int js_ordinary_get_own_property(JsObject *o, JsKey key, JsDescriptor *ret)
{
    OwnProperty own;
    if (!object_find_own(o, key, &own))
        return 0;
    fill_descriptor(&own, ret);
    if (js_unlikely(is_lazy_value(&own)))
        ret->value = TRY_OR(-1, call_getter(own.value, js_value(o)));
    return 1;
}

int js_get_own_property(JsObject *o, JsKey key, JsDescriptor *ret)
{
    const JsInternalMethods *methods = object_methods(o);
    return methods && methods->get_own_property ? methods->get_own_property(o, key, ret)
                                                : js_ordinary_get_own_property(o, key, ret);
}

/* ------------------------------------------------------------------------------------------------ [[DefineOwnProperty]] */
/* 10.1.6.3 step 5: may a property that cannot be configured become d? */
static bool allows_change(const JsDescriptor *d, const JsDescriptor *current)
{
    if (d->has & JS_HAS_CONFIGURABLE && d->attributes & JS_CONFIGURABLE)
        return false;
    if (d->has & JS_HAS_ENUMERABLE && (d->attributes ^ current->attributes) & JS_ENUMERABLE)
        return false;
    bool is_accessor = js_descriptor_is_accessor(d), is_data = js_descriptor_is_data(d);
    if (!is_accessor && !is_data)
        return true;
    if (is_accessor != js_descriptor_is_accessor(current))
        return false;
    if (is_accessor)
        return (!(d->has & JS_HAS_GET) || d->get == current->get) && (!(d->has & JS_HAS_SET) || d->set == current->set);
    if (current->attributes & JS_WRITABLE)
        return true;
    if (d->has & JS_HAS_WRITABLE && d->attributes & JS_WRITABLE)
        return false;
    return !(d->has & JS_HAS_VALUE) || js_same_value(d->value, current->value);
}

static uint32_t merged_attributes(const JsDescriptor *d, uint32_t before)
{
    uint32_t attributes = before;
    if (d->has & JS_HAS_ENUMERABLE)
        attributes = (attributes & ~(uint32_t)JS_ENUMERABLE) | (d->attributes & JS_ENUMERABLE);
    if (d->has & JS_HAS_CONFIGURABLE)
        attributes = (attributes & ~(uint32_t)JS_CONFIGURABLE) | (d->attributes & JS_CONFIGURABLE);
    if (d->has & JS_HAS_WRITABLE)
        attributes = (attributes & ~(uint32_t)JS_WRITABLE) | (d->attributes & JS_WRITABLE);
    return attributes;
}

static void define_new(JsObject *o, JsKey key, const JsDescriptor *d)
{
    uint32_t attributes = merged_attributes(d, 0);
    if (js_descriptor_is_accessor(d))
        js_put_own_accessor(o, key, d->has & JS_HAS_GET ? d->get : JS_UNDEFINED, d->has & JS_HAS_SET ? d->set : JS_UNDEFINED,
                            attributes);
    else
        js_put_own(o, key, d->has & JS_HAS_VALUE ? d->value : JS_UNDEFINED, attributes);
}

static void define_over(JsObject *o, JsKey key, const JsDescriptor *d, const JsDescriptor *current)
{
    bool was_accessor = js_descriptor_is_accessor(current);
    if (js_descriptor_is_accessor(d)) {
        JsValue get = d->has & JS_HAS_GET ? d->get : was_accessor ? current->get : JS_UNDEFINED;
        JsValue set = d->has & JS_HAS_SET ? d->set : was_accessor ? current->set : JS_UNDEFINED;
        js_put_own_accessor(o, key, get, set, merged_attributes(d, current->attributes & ~(uint32_t)JS_WRITABLE));
        return;
    }
    uint32_t attributes = merged_attributes(d, current->attributes);
    if (was_accessor && !js_descriptor_is_data(d)) {
        js_put_own_accessor(o, key, current->get, current->set, attributes);
        return;
    }
    JsValue v = d->has & JS_HAS_VALUE ? d->value : was_accessor ? JS_UNDEFINED : current->value;
    js_put_own(o, key, v, attributes);
}

/* 10.1.6.3 ValidateAndApplyPropertyDescriptor */
static int validate_and_apply(JsObject *o, JsKey key, bool extensible, const JsDescriptor *d, const JsDescriptor *current)
{
    if (!current) {
        if (!extensible)
            return 0;
        if (o)
            define_new(o, key, d);
        return 1;
    }
    if (!(current->attributes & JS_CONFIGURABLE) && !allows_change(d, current))
        return 0;
    if (o && d->has)
        define_over(o, key, d, current);
    return 1;
}

int js_is_compatible_property_descriptor(bool extensible, const JsDescriptor *d, const JsDescriptor *current)
{
    return validate_and_apply(NULL, JS_EMPTY, extensible, d, current);
}

/* 10.1.6, 10.4.2.1 for arrays */
int js_ordinary_define_own_property(JsObject *o, JsKey key, const JsDescriptor *d)
{
    if (o->cell.kind == JS_KIND_ARRAY) {
        JsArray *array = (JsArray *)o;
        if (key == JS_ATOM(length))
            return js_array_set_length(array, d);
        if (js_key_is_index(key) && js_key_index(key) >= array->length && array->length_is_fixed)
            return 0;
    }
    OwnProperty own;
    JsDescriptor current;
    bool is_there = object_find_own(o, key, &own);
    if (is_there)
        fill_descriptor(&own, &current);
    if (is_there && js_unlikely(is_lazy_value(&own)) && !(d->has & (JS_HAS_VALUE | JS_HAS_GET | JS_HAS_SET)))
        current.value = TRY_OR(-1, call_getter(own.value, js_value(o)));
    return validate_and_apply(o, key, object_is_extensible(o), d, is_there ? &current : NULL);
}

int js_define_own_property(JsObject *o, JsKey key, const JsDescriptor *d)
{
    const JsInternalMethods *methods = object_methods(o);
    return methods && methods->define_own_property ? methods->define_own_property(o, key, d)
                                                   : js_ordinary_define_own_property(o, key, d);
}

/* ------------------------------------------------------------------------------------------------ [[HasProperty]], [[Get]] */
/* An exotic get_own_property without its own has/get needs the walk of 10.1.7.1 by descriptors. */
static int find_exotic_own(JsObject *o, JsKey key, OwnProperty *own, JsDescriptor *ret)
{
    const JsInternalMethods *methods = object_methods(o);
    if (methods && methods->get_own_property)
        return methods->get_own_property(o, key, ret);
    if (!object_find_own(o, key, own))
        return 0;
    fill_descriptor(own, ret);
    if (js_unlikely(is_lazy_value(own)))
        ret->value = TRY_OR(-1, call_getter(own->value, js_value(o)));
    return 1;
}

int js_ordinary_has_property(JsObject *o, JsKey key)
{
    OwnProperty own;
    JsDescriptor descriptor;
    int found = find_exotic_own(o, key, &own, &descriptor);
    if (found)
        return found;
    JsValue parent = TRY_OR(-1, js_get_prototype_of(o));
    return parent == JS_NULL ? 0 : js_has_property(js_object(parent), key);
}

int js_has_property(JsObject *o, JsKey key)
{
    OwnProperty own;
    for (; !(o->cell.flags & JS_EXOTIC);) {
        if (object_find_own(o, key, &own))
            return 1;
        o = js_shape(o)->prototype;
        if (!o)
            return 0;
    }
    const JsInternalMethods *methods = object_methods(o);
    return methods && methods->has_property ? methods->has_property(o, key) : js_ordinary_has_property(o, key);
}

/* 10.1.8.1 */
JsValue js_ordinary_get(JsObject *o, JsKey key, JsValue receiver)
{
    OwnProperty own;
    JsDescriptor descriptor;
    int found = find_exotic_own(o, key, &own, &descriptor);
    if (found < 0)
        return JS_EXCEPTION;
    if (found) {
        if (!js_descriptor_is_accessor(&descriptor))
            return descriptor.value;
        return descriptor.get == JS_UNDEFINED ? JS_UNDEFINED : js_call(descriptor.get, receiver, 0, NULL);
    }
    JsValue parent = TRY(js_get_prototype_of(o));
    return parent == JS_NULL ? JS_UNDEFINED : js_object_get(js_object(parent), key, receiver);
}

JsValue js_object_get(JsObject *o, JsKey key, JsValue receiver)
{
    OwnProperty own;
    for (; !(o->cell.flags & JS_EXOTIC);) {
        if (object_find_own(o, key, &own))
            return own.type == OWN_DATA ? own.value : call_getter(own.value, receiver);
        o = js_shape(o)->prototype;
        if (!o)
            return JS_UNDEFINED;
    }
    if (!JS_ENTER())
        return JS_EXCEPTION;
    const JsInternalMethods *methods = object_methods(o);
    return methods && methods->get ? methods->get(o, key, receiver) : js_ordinary_get(o, key, receiver);
}

/* ------------------------------------------------------------------------------------------------ [[Set]] */
/* 10.1.9.2 step 2.b-e: the property is (or would be) data and writable; puts it on the receiver. */
static int set_on_receiver(JsKey key, JsValue v, JsValue receiver)
{
    if (!js_is_object(receiver))
        return 0;
    JsObject *o = js_object(receiver);
    JsDescriptor existing;
    int found = js_get_own_property(o, key, &existing);
    if (found < 0)
        return -1;
    if (!found)
        return js_create_data_property(o, key, v);
    if (js_descriptor_is_accessor(&existing) || !(existing.attributes & JS_WRITABLE))
        return 0;
    JsDescriptor d = {.value = v, .has = JS_HAS_VALUE};
    return js_define_own_property(o, key, &d);
}

static int call_setter(JsValue set, JsValue v, JsValue receiver)
{
    if (set == JS_UNDEFINED)
        return 0;
    TRY_OR(-1, js_call(set, receiver, 1, &v));
    return 1;
}

/* Writes an own data property that was found on the receiver itself. */
static int overwrite_own(JsObject *o, JsKey key, JsValue v, const OwnProperty *own)
{
    if (!(own->attributes & JS_WRITABLE))
        return 0;
    if (js_unlikely(o->cell.flags & JS_GUARDED))
        object_guard_check(o, key);
    if (own->slot) {
        js_store(o, own->slot, v);
        return 1;
    }
    if (js_key_is_index(key)) {
        js_element_put(o, js_key_index(key), v, own->attributes);
        return 1;
    }
    JsDescriptor d = {.value = v, .has = JS_HAS_VALUE};
    return js_array_set_length((JsArray *)o, &d);
}

/* Adds a property that neither the ordinary receiver nor its prototypes have. */
static int add_to_receiver(JsObject *o, JsKey key, JsValue v)
{
    if (!object_is_extensible(o))
        return 0;
    if (!js_key_is_index(key)) {
        object_add_own(o, key, v, JS_DEFAULT_ATTRIBUTES);
        return 1;
    }
    JsArray *array = (JsArray *)o;
    if (o->cell.kind == JS_KIND_ARRAY && array->length_is_fixed && js_key_index(key) >= array->length)
        return 0;
    js_element_put(o, js_key_index(key), v, JS_DEFAULT_ATTRIBUTES);
    return 1;
}

/* 10.1.9.2 for the descriptor of an exotic object's own property, or none */
static int set_by_descriptor(JsObject *o, JsKey key, JsValue v, JsValue receiver)
{
    JsDescriptor own;
    int found = js_get_own_property(o, key, &own);
    if (found < 0)
        return -1;
    if (!found) {
        JsValue parent = TRY_OR(-1, js_get_prototype_of(o));
        return parent != JS_NULL ? js_object_set(js_object(parent), key, v, receiver) : set_on_receiver(key, v, receiver);
    }
    if (js_descriptor_is_accessor(&own))
        return call_setter(own.set, v, receiver);
    return own.attributes & JS_WRITABLE ? set_on_receiver(key, v, receiver) : 0;
}

/* 10.1.9 */
int js_ordinary_set(JsObject *o, JsKey key, JsValue v, JsValue receiver)
{
    if (o->cell.flags & JS_EXOTIC)
        return set_by_descriptor(o, key, v, receiver);
    return js_object_set(o, key, v, receiver);
}

int js_object_set(JsObject *o, JsKey key, JsValue v, JsValue receiver)
{
    OwnProperty own;
    bool is_plain_receiver = js_is_object(receiver) && !(js_cell(receiver)->flags & JS_EXOTIC);
    for (; !(o->cell.flags & JS_EXOTIC);) {
        if (object_find_own(o, key, &own)) {
            if (own.type == OWN_ACCESSOR)
                return call_setter(((JsAccessor *)js_cell(own.value))->set, v, receiver);
            if (js_value(o) == receiver)
                return overwrite_own(o, key, v, &own);
            return own.attributes & JS_WRITABLE ? set_on_receiver(key, v, receiver) : 0;
        }
        JsObject *parent = js_shape(o)->prototype;
        if (!parent) {
            JsObject *target = js_object(receiver);
            if (is_plain_receiver && (js_value(o) == receiver || !object_find_own(target, key, &own)))
                return add_to_receiver(target, key, v);
            return set_on_receiver(key, v, receiver);
        }
        o = parent;
    }
    if (!JS_ENTER())
        return -1;
    const JsInternalMethods *methods = object_methods(o);
    return methods && methods->set ? methods->set(o, key, v, receiver) : set_by_descriptor(o, key, v, receiver);
}

/* ------------------------------------------------------------------------------------------------ [[Delete]], keys */
/* 10.1.10.1 */
int js_ordinary_delete(JsObject *o, JsKey key)
{
    if (js_key_is_index(key))
        return js_element_remove(o, js_key_index(key));
    JsProperty property;
    if (js_find_own(o, key, &property)) {
        if (!(property.attributes & JS_CONFIGURABLE))
            return 0;
        object_remove_own(o, key, property);
        return 1;
    }
    return !(o->cell.kind == JS_KIND_ARRAY && key == JS_ATOM(length));
}

int js_object_delete(JsObject *o, JsKey key)
{
    const JsInternalMethods *methods = object_methods(o);
    return methods && methods->delete_property ? methods->delete_property(o, key) : js_ordinary_delete(o, key);
}

static void push_named_keys(JsObject *o, bool symbols, JsList *ret)
{
    bool is_dictionary = object_is_dictionary(o);
    uint32_t count = is_dictionary ? object_dictionary(o)->count : js_shape(o)->count;
    if (!count)
        return;
    JsPropertyTable *table = is_dictionary ? object_dictionary(o) : shape_table(js_shape(o));
    for (uint32_t i = 0; i < count; i++) {
        JsKey key = table->entries[i].key;
        js_charge_round(i, 5);
        if (key != JS_EMPTY && js_is_symbol(key) == symbols && !js_key_is_private(key))
            js_list_push(ret, key);
    }
}

/* 10.1.11.1 */
int js_ordinary_own_property_keys(JsObject *o, JsList *ret)
{
    if (o->cell.flags & JS_LAZY)
        object_materialize(o);
    js_element_keys(o, ret);
    if (o->cell.kind == JS_KIND_ARRAY)
        js_list_push(ret, JS_ATOM(length));
    push_named_keys(o, false, ret);
    push_named_keys(o, true, ret);
    return 1;
}

int js_own_property_keys(JsObject *o, JsList *ret)
{
    const JsInternalMethods *methods = object_methods(o);
    return methods && methods->own_property_keys ? methods->own_property_keys(o, ret)
                                                 : js_ordinary_own_property_keys(o, ret);
}
