/* Operations on objects, 7.3. */
#include "object/internal.h"
#include "object/cache.h"

JsValue (*js_bound_target_hook)(JsObject *bound);
JsValue js_default_has_instance = JS_UNDEFINED;

JsValue js_get(JsObject *o, JsKey key)
{
    return js_object_get(o, key, js_value(o));
}

/* The object whose properties a primitive shows; NULL: nullish. */
static JsObject *primitive_prototype(JsValue v)
{
    if (js_is_number(v))
        return JS_INTRINSIC(NUMBER_PROTOTYPE);
    if (js_is_boolean(v))
        return JS_INTRINSIC(BOOLEAN_PROTOTYPE);
    if (!js_is_cell(v))
        return NULL;
    if (js_is_string(v))
        return JS_INTRINSIC(STRING_PROTOTYPE);
    return js_is_symbol(v) ? JS_INTRINSIC(SYMBOL_PROTOTYPE) : JS_INTRINSIC(BIGINT_PROTOTYPE);
}

JsValue js_get_v(JsValue v, JsKey key)
{
    if (js_likely(js_is_object(v)))
        return js_object_get(js_object(v), key, v);
    if (js_is_string(v)) {
        JsString *s = js_string(v);
        if (key == JS_ATOM(length))
            return js_int((int32_t)s->cell.word);
        if (js_key_is_index(key) && js_key_index(key) < s->cell.word)
            return js_string_from_code_unit(js_string_at(s, js_key_index(key)));
    }
    JsObject *prototype = primitive_prototype(v);
    if (!prototype)
        return js_throw_type_error("Cannot read properties of %v (reading '%k')", v, key);
    return js_object_get(prototype, key, v);
}

JsValue js_get_index(JsObject *o, double index)
{
    if (js_likely(index < js_elements(o)->length)) {
        JsValue v = o->elements[(uint32_t)index];
        if (v != JS_EMPTY && !(o->cell.flags & JS_EXOTIC))
            return v;
    }
    return js_get(o, js_key_from_double(index));
}

/* Why a [[Set]] was refused, as V8 says it. */
static int set_refused(JsObject *o, JsKey key)
{
    JsDescriptor own;
    for (JsObject *p = o; p; p = js_shape(p)->prototype) {
        if (p->cell.kind == JS_KIND_PROXY) {
            js_throw_type_error("'set' on proxy: trap returned falsish for property '%k'", key);
            return -1;
        }
        int found = js_get_own_property(p, key, &own);
        if (found < 0)
            return -1;
        if (!found)
            continue;
        if (js_descriptor_is_accessor(&own))
            js_throw_type_error("Cannot set property %k of %v which has only a getter", key, js_value(o));
        else
            js_throw_type_error("Cannot assign to read only property '%k' of object '%v'", key, js_value(o));
        return -1;
    }
    js_throw_type_error("Cannot add property %k, object is not extensible", key);
    return -1;
}

int js_set(JsObject *o, JsKey key, JsValue v, bool should_throw)
{
    int done = js_object_set(o, key, v, js_value(o));
    return done || !should_throw ? done : set_refused(o, key);
}

int js_set_index(JsObject *o, double index, JsValue v)
{
    return js_set(o, js_key_from_double(index), v, true);
}

int js_create_data_property(JsObject *o, JsKey key, JsValue v)
{
    OwnProperty own;
    if (!(o->cell.flags & JS_EXOTIC) && o->cell.kind != JS_KIND_ARRAY && object_is_extensible(o) &&
        !object_find_own(o, key, &own)) {
        js_put_own(o, key, v, JS_DEFAULT_ATTRIBUTES);
        return 1;
    }
    if (js_key_is_index(key) && js_is_dense_array(js_value(o))) {
        js_element_put(o, js_key_index(key), v, JS_DEFAULT_ATTRIBUTES);
        return 1;
    }
    JsDescriptor d = js_data_descriptor(v, JS_DEFAULT_ATTRIBUTES);
    return js_define_own_property(o, key, &d);
}

static int define_refused(JsObject *o, JsKey key)
{
    JsDescriptor own;
    int found = js_get_own_property(o, key, &own);
    if (found < 0)
        return -1;
    if (found)
        js_throw_type_error("Cannot redefine property: %k", key);
    else
        js_throw_type_error("Cannot define property %k, object is not extensible", key);
    return -1;
}

int js_create_data_property_or_throw(JsObject *o, JsKey key, JsValue v)
{
    int done = js_create_data_property(o, key, v);
    return done ? done : define_refused(o, key);
}

int js_create_data_property_at(JsObject *o, double index, JsValue v)
{
    return js_create_data_property_or_throw(o, js_key_from_double(index), v);
}

int js_define_property_or_throw(JsObject *o, JsKey key, const JsDescriptor *d)
{
    int done = js_define_own_property(o, key, d);
    return done ? done : define_refused(o, key);
}

int js_delete_property_or_throw(JsObject *o, JsKey key)
{
    int done = js_object_delete(o, key);
    if (done)
        return done;
    js_throw_type_error("Cannot delete property '%k' of %v", key, js_value(o));
    return -1;
}

int js_delete_index_or_throw(JsObject *o, double index)
{
    return js_delete_property_or_throw(o, js_key_from_double(index));
}

int js_has_index(JsObject *o, double index)
{
    return js_has_property(o, js_key_from_double(index));
}

JsValue js_get_method(JsValue v, JsKey key)
{
    JsValue method = TRY(js_get_v(v, key));
    if (js_is_nullish(method))
        return JS_UNDEFINED;
    return js_is_callable(method) ? method : js_throw_type_error("%q is not a function", method);
}

int js_has_own_property(JsObject *o, JsKey key)
{
    OwnProperty own;
    if (!(o->cell.flags & JS_EXOTIC))
        return object_find_own(o, key, &own);
    JsDescriptor d;
    return js_get_own_property(o, key, &d);
}

JsValue js_invoke(JsValue v, JsKey key, uint32_t argc, JsValue *argv)
{
    JsValue method = TRY(js_get_v(v, key));
    if (!js_is_callable(method))
        return js_throw_type_error("%v.%k is not a function", v, key);
    return js_call(method, v, argc, argv);
}

/* ------------------------------------------------------------------------------------------------ integrity */
/* All of an ordinary object at once, by one shape: nobody can observe the order, since no property has a say in it. */
static bool restrict_at_once(JsObject *o, JsIntegrity level)
{
    bool has_elements = js_elements(o)->cell.aux != ELEMENTS_NORMAL || js_elements(o)->length;
    if (o->cell.flags & (JS_EXOTIC | JS_LAZY | JS_GUARDED) || o->cell.kind == JS_KIND_ARRAY || has_elements ||
        object_is_dictionary(o))
        return false;
    js_prototype_changed(o);
    object_set_shape(o, shape_restrict(js_shape(o), level == JS_FROZEN));
    return true;
}

int js_set_integrity_level(JsObject *o, JsIntegrity level)
{
    JsList keys = {0};
    int done = js_prevent_extensions(o);
    if (done <= 0)
        return done;
    if (restrict_at_once(o, level))
        return 1;
    if (!(o->cell.flags & JS_EXOTIC) && js_elements(o)->cell.aux == ELEMENTS_NORMAL && js_elements(o)->length) {
        JsElements *e = (JsElements *)js_elements_writable(o, js_elements(o)->length) - 1;
        if (e->cell.flags & JS_SHARED)
            js_journal_record(&e->cell);
        e->cell.aux = level == JS_FROZEN ? ELEMENTS_FROZEN : ELEMENTS_SEALED;
    }
    if (js_own_property_keys(o, &keys) < 0)
        return -1;
    for (uint32_t i = 0; i < keys.length; i++) {
        JsDescriptor d = {.has = JS_HAS_CONFIGURABLE}, current;
        if (level == JS_FROZEN) {
            int found = js_get_own_property(o, keys.values[i], &current);
            if (found < 0)
                return -1;
            if (!found)
                continue;
            if (!js_descriptor_is_accessor(&current))
                d.has |= JS_HAS_WRITABLE;
            if (!(current.attributes & JS_CONFIGURABLE) && !(current.attributes & JS_WRITABLE))
                continue;
        }
        if (js_define_property_or_throw(o, keys.values[i], &d) < 0)
            return -1;
    }
    return 1;
}

int js_test_integrity_level(JsObject *o, JsIntegrity level)
{
    JsList keys = {0};
    int extensible = js_is_extensible(o);
    if (extensible)
        return extensible < 0 ? -1 : 0;
    if (js_own_property_keys(o, &keys) < 0)
        return -1;
    for (uint32_t i = 0; i < keys.length; i++) {
        JsDescriptor d;
        int found = js_get_own_property(o, keys.values[i], &d);
        if (found < 0)
            return -1;
        if (!found)
            continue;
        if (d.attributes & JS_CONFIGURABLE)
            return 0;
        if (level == JS_FROZEN && !js_descriptor_is_accessor(&d) && d.attributes & JS_WRITABLE)
            return 0;
    }
    return 1;
}

/* ------------------------------------------------------------------------------------------------ lists */
int js_length_of_array_like(JsObject *o, double *ret)
{
    if (o->cell.kind == JS_KIND_ARRAY) {
        *ret = ((JsArray *)o)->length;
        return 1;
    }
    return js_to_length(TRY_OR(-1, js_get(o, JS_ATOM(length))), ret);
}

int js_create_list_from_array_like(JsValue v, JsList *ret)
{
    if (!js_is_object(v)) {
        js_throw_type_error("CreateListFromArrayLike called on non-object");
        return -1;
    }
    JsObject *o = js_object(v);
    double length;
    if (js_length_of_array_like(o, &length) < 0)
        return -1;
    if (length > 4294967295.0) {
        js_throw_range_error("Invalid array length");
        return -1;
    }
    for (double i = 0; i < length; i++) {
        js_charge(5);
        js_list_push(ret, TRY_OR(-1, js_get_index(o, i)));
    }
    return 1;
}

static JsValue entry_of(JsKey key, JsValue v)
{
    JsValue pair[2] = {js_key_to_value(key), v};
    return js_new_array(2, pair);
}

int js_enumerable_own_properties(JsObject *o, JsOwnKind kind, JsList *ret)
{
    JsList keys = {0};
    if (js_own_property_keys(o, &keys) < 0)
        return -1;
    for (uint32_t i = 0; i < keys.length; i++) {
        JsKey key = keys.values[i];
        JsDescriptor d;
        if (js_is_symbol(key))
            continue;
        int found = js_get_own_property(o, key, &d);
        if (found < 0)
            return -1;
        if (!found || !(d.attributes & JS_ENUMERABLE))
            continue;
        if (kind == JS_OWN_KEYS) {
            js_list_push(ret, js_key_to_value(key));
            continue;
        }
        bool is_plain = !(o->cell.flags & JS_EXOTIC) && !js_descriptor_is_accessor(&d);
        JsValue v = is_plain ? d.value : TRY_OR(-1, js_get(o, key));
        js_list_push(ret, kind == JS_OWN_VALUES ? v : entry_of(key, v));
    }
    return 1;
}

static bool is_excluded(JsKey key, uint32_t count, const JsValue *excluded)
{
    for (uint32_t i = 0; i < count; i++) {
        if (excluded[i] == key)
            return true;
    }
    return false;
}

/* 7.3.26; excluded are keys. */
int js_copy_data_properties(JsObject *target, JsValue source, uint32_t excluded_count, const JsValue *excluded)
{
    if (js_is_nullish(source))
        return 1;
    JsObject *from = js_to_object(source);
    JsList keys = {0};
    if (js_own_property_keys(from, &keys) < 0)
        return -1;
    for (uint32_t i = 0; i < keys.length; i++) {
        JsKey key = keys.values[i];
        JsDescriptor d;
        if (is_excluded(key, excluded_count, excluded))
            continue;
        int found = js_get_own_property(from, key, &d);
        if (found < 0)
            return -1;
        if (!found || !(d.attributes & JS_ENUMERABLE))
            continue;
        bool is_plain = !(from->cell.flags & JS_EXOTIC) && !js_descriptor_is_accessor(&d);
        JsValue v = is_plain ? d.value : TRY_OR(-1, js_get(from, key));
        if (js_create_data_property_or_throw(target, key, v) < 0)
            return -1;
    }
    return 1;
}

/* ------------------------------------------------------------------------------------------------ constructors */
JsValue js_ordinary_has_instance(JsValue constructor, JsValue v)
{
    if (!js_is_callable(constructor))
        return JS_FALSE;
    if (js_is_kind(constructor, JS_KIND_BOUND_FUNCTION))
        return js_instance_of(v, js_bound_target_hook(js_object(constructor)));
    if (!js_is_object(v))
        return JS_FALSE;
    JsValue prototype = TRY(js_get(js_object(constructor), JS_ATOM(prototype)));
    if (!js_is_object(prototype))
        return js_throw_type_error("Function has non-object prototype '%v' in instanceof check", prototype);
    for (;;) {
        v = TRY(js_get_prototype_of(js_object(v)));
        if (v == JS_NULL)
            return JS_FALSE;
        if (v == prototype)
            return JS_TRUE;
    }
}

JsValue js_instance_of(JsValue v, JsValue target)
{
    if (!js_is_object(target))
        return js_throw_type_error("Right-hand side of 'instanceof' is not an object");
    JsValue handler = TRY(js_get_method(target, JS_SYM(hasInstance)));
    if (handler != JS_UNDEFINED && handler != js_default_has_instance)
        return js_boolean(js_to_boolean(TRY(js_call(handler, target, 1, &v))));
    if (!js_is_callable(target))
        return js_throw_type_error("Right-hand side of 'instanceof' is not callable");
    return js_ordinary_has_instance(target, v);
}

JsValue js_species_constructor(JsObject *o, JsValue default_constructor)
{
    JsValue constructor = TRY(js_get(o, JS_ATOM(constructor)));
    if (constructor == JS_UNDEFINED)
        return default_constructor;
    if (!js_is_object(constructor))
        return js_throw_type_error("The .constructor property is not an object");
    JsValue species = TRY(js_get(js_object(constructor), JS_SYM(species)));
    if (js_is_nullish(species))
        return default_constructor;
    return js_is_constructor(species) ? species : js_throw_type_error("object.constructor[Symbol.species] is not a constructor");
}

JsRealm *js_get_function_realm(JsValue f)
{
    for (;;) {
        switch (js_cell(f)->kind) {
        case JS_KIND_FUNCTION: {
            JsRealm *realm = js_function(f)->code->realm;
            return realm ? realm : js_first_realm;
        }
        case JS_KIND_BOUND_FUNCTION: f = js_bound_target_hook(js_object(f)); break;
        case JS_KIND_PROXY:
            f = js_proxy_target_hook(js_object(f));
            if (f == JS_NULL) {
                js_throw_type_error("Cannot find the realm of a proxy that has been revoked");
                return NULL;
            }
            break;
        default: return js_realm;
        }
    }
}

JsObject *js_default_prototype(JsValue new_target, int intrinsic)
{
    JsRealm *realm = TRY_PTR_OR(NULL, js_get_function_realm(new_target));
    return realm->intrinsics[intrinsic];
}

JsObject *js_get_prototype_from_constructor(JsValue new_target, int default_intrinsic)
{
    JsValue prototype = TRY_OR(NULL, js_get(js_object(new_target), JS_ATOM(prototype)));
    return js_is_object(prototype) ? js_object(prototype) : js_default_prototype(new_target, default_intrinsic);
}

void *js_ordinary_create_from_constructor(JsValue new_target, int default_intrinsic, JsKind kind, size_t bytes)
{
    JsObject *prototype = js_get_prototype_from_constructor(new_target, default_intrinsic);
    return prototype ? js_new_object_of_kind(kind, bytes, prototype, 0) : NULL;
}
