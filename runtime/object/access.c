/* Property operations of emitted code other than cached get and set: sinew.h's js_op_delete ... js_op_set_function_name. */
#include "object/cache.h"
#include "object/internal.h"

/* 13.5.1.2 */
JsValue js_op_delete(JsValue base, JsValue key, bool strict)
{
    if (js_is_nullish(base))
        return js_throw_type_error("Cannot convert undefined or null to object");
    JsKey k = TRY(js_to_property_key(key));
    JsObject *o = js_to_object(base);
    int done = TRY_INT(js_object_delete(o, k));
    if (!done && strict)
        return js_throw_type_error("Cannot delete property '%k' of %v", k, js_value(o));
    return js_boolean(done);
}

/* 13.10.1 */
JsValue js_op_in(JsValue key, JsValue base)
{
    if (!js_is_object(base))
        return js_throw_type_error("Cannot use 'in' operator to search for '%v' in %v", key, base);
    JsKey k = TRY(js_to_property_key(key));
    return js_boolean(TRY_INT(js_has_property(js_object(base), k)));
}

/* 13.3.7 */
JsValue js_op_get_super(JsValue base, JsValue key, JsValue this_value)
{
    if (js_is_nullish(base))
        return js_throw_type_error("Cannot read properties of %v (reading '%v')", base, key);
    JsKey k = TRY(js_to_property_key(key));
    return js_get_global_cached(js_object(base), k, this_value);
}

JsValue js_op_set_super(JsValue base, JsValue key, JsValue v, JsValue this_value, bool strict)
{
    if (js_is_nullish(base))
        return js_throw_type_error("Cannot set properties of %v (setting '%v')", base, key);
    JsKey k = TRY(js_to_property_key(key));
    int done = TRY_INT(js_object_set(js_object(base), k, v, this_value));
    if (!done && strict)
        return js_throw_type_error("Cannot assign to read only property '%k' of object '%v'", k, this_value);
    return JS_UNDEFINED;
}

JsValue js_op_to_property_key(JsValue v)
{
    JsKey key = TRY(js_to_property_key(v));
    return js_key_is_index(key) && js_key_index(key) > INT32_MAX ? js_key_to_value(key) : key;
}

/* ------------------------------------------------------------------------------------------------ definitions */
JsValue js_op_define_field(JsValue object, JsValue key, JsValue v)
{
    JsKey k = TRY(js_to_property_key(key));
    TRY_INT(js_create_data_property_or_throw(js_object(object), k, v));
    return JS_UNDEFINED;
}

JsValue js_op_define_method(JsValue object, JsValue key, JsValue function, bool enumerable)
{
    JsKey k = TRY(js_to_property_key(key));
    JsDescriptor d = js_data_descriptor(function, JS_HIDDEN_ATTRIBUTES | (enumerable ? JS_ENUMERABLE : 0));
    TRY_INT(js_define_property_or_throw(js_object(object), k, &d));
    return JS_UNDEFINED;
}

static JsValue define_accessor(JsValue object, JsValue key, JsValue get, JsValue set, uint32_t has, bool enumerable)
{
    JsKey k = TRY(js_to_property_key(key));
    JsDescriptor d = {JS_UNDEFINED, get, set, (uint8_t)(has | JS_HAS_ENUMERABLE | JS_HAS_CONFIGURABLE),
                      (uint8_t)(JS_CONFIGURABLE | (enumerable ? JS_ENUMERABLE : 0))};
    TRY_INT(js_define_property_or_throw(js_object(object), k, &d));
    return JS_UNDEFINED;
}

JsValue js_op_define_getter(JsValue object, JsValue key, JsValue function, bool enumerable)
{
    return define_accessor(object, key, function, JS_UNDEFINED, JS_HAS_GET, enumerable);
}

JsValue js_op_define_setter(JsValue object, JsValue key, JsValue function, bool enumerable)
{
    return define_accessor(object, key, JS_UNDEFINED, function, JS_HAS_SET, enumerable);
}

JsValue js_op_set_prototype_literal(JsValue object, JsValue proto)
{
    if (js_is_object(proto) || proto == JS_NULL)
        TRY_INT(js_set_prototype_of(js_object(object), proto));
    return JS_UNDEFINED;
}

JsValue js_op_copy_data_properties(JsValue target, JsValue source, uint32_t excluded_count, JsValue *excluded)
{
    JsList keys = {0};
    for (uint32_t i = 0; i < excluded_count; i++)
        js_list_push(&keys, TRY(js_to_property_key(excluded[i])));
    TRY_INT(js_copy_data_properties(js_object(target), source, keys.length, keys.values));
    return target;
}

/* ------------------------------------------------------------------------------------------------ private names */
/* Private names are symbols of their own kind; their properties lie in the shapes like others, and are seen by nobody else. */
JsValue js_op_new_private_name(JsValue description)
{
    return js_new_symbol(description, JS_SYMBOL_PRIVATE);
}

static JsValue private_missing(const char *what, JsValue object, JsValue name)
{
    (void)object;
    return js_throw_type_error("Cannot %s private member %v %s an object whose class did not declare it", what,
                               js_symbol(name)->description, what[0] == 'r' ? "from" : "to");
}

static JsCacheWay *private_way(JsObject *o, JsValue name, JsPropertyCache *cache)
{
    for (uint32_t i = 0; cache->ways && i < JS_CACHE_WAYS; i++) {
        JsCacheWay *way = &cache->ways->way[i];
        if (way->shape == o->cell.word && way->holder == (void *)js_cell(name))
            return way;
    }
    return NULL;
}

/* The way to a private property (attributes in `how`, slot in `new_shape`), found by the site's cache or by the shape; false: the object has none. */
static bool private_find(JsObject *o, JsValue name, JsPropertyCache *cache, JsCacheWay *ret_way)
{
    JsCacheWay *known = private_way(o, name, cache);
    if (js_likely(known)) {
        *ret_way = *known;
        return true;
    }
    JsProperty property;
    if (!js_find_own(o, name, &property))
        return false;
    *ret_way = (JsCacheWay){o->cell.word, (uint16_t)property.attributes, (uint16_t)property.slot, property.slot, 0,
                            js_cell(name)};
    if (!object_is_dictionary(o)) {
        JsCacheWays *ways = cache_ways(cache);
        ways->way[ways->next++ % JS_CACHE_WAYS] = *ret_way;
    }
    return true;
}

JsValue js_op_private_get(JsValue object, JsValue name, JsPropertyCache *cache)
{
    JsCacheWay way;
    if (!js_is_object(object) || !private_find(js_object(object), name, cache, &way))
        return private_missing("read", object, name);
    JsValue v = *js_slot_address(js_object(object), way.new_shape);
    if (!(way.how & JS_ACCESSOR))
        return v;
    JsAccessor *accessor = (JsAccessor *)js_cell(v);
    if (accessor->get == JS_UNDEFINED)
        return js_throw_type_error("'%v' was defined without a getter", js_symbol(name)->description);
    return js_call(accessor->get, object, 0, NULL);
}

JsValue js_op_private_set(JsValue object, JsValue name, JsValue v, JsPropertyCache *cache)
{
    JsCacheWay way;
    if (!js_is_object(object) || !private_find(js_object(object), name, cache, &way))
        return private_missing("write", object, name);
    JsValue *slot = js_slot_address(js_object(object), way.new_shape);
    if (way.how & JS_PRIVATE_METHOD)
        return js_throw_type_error("Private method '%v' is not writable", js_symbol(name)->description);
    if (!(way.how & JS_ACCESSOR)) {
        js_store(js_cell(object), slot, v);
        return JS_UNDEFINED;
    }
    JsAccessor *accessor = (JsAccessor *)js_cell(*slot);
    if (accessor->set == JS_UNDEFINED)
        return js_throw_type_error("'%v' was defined without a setter", js_symbol(name)->description);
    TRY(js_call(accessor->set, object, 1, &v));
    return JS_UNDEFINED;
}

static JsValue private_add(JsValue object, JsValue name, JsValue v, uint32_t attributes)
{
    JsProperty property;
    if (js_find_own(js_object(object), name, &property))
        return js_throw_type_error("Cannot initialize %v twice on the same object", js_symbol(name)->description);
    object_add_own(js_object(object), name, v, attributes);
    return JS_UNDEFINED;
}

JsValue js_op_private_add_field(JsValue object, JsValue name, JsValue v)
{
    return private_add(object, name, v, JS_WRITABLE);
}

JsValue js_op_private_add_method(JsValue object, JsValue name, JsValue function)
{
    return private_add(object, name, function, JS_PRIVATE_METHOD);
}

JsValue js_op_private_add_accessor(JsValue object, JsValue name, JsValue getter, JsValue setter)
{
    return private_add(object, name, js_new_accessor(getter, setter), JS_ACCESSOR);
}

JsValue js_op_private_in(JsValue object, JsValue name)
{
    JsProperty property;
    if (!js_is_object(object))
        return js_throw_type_error("Cannot use 'in' operator to search for '%v' in %v", js_symbol(name)->description, object);
    return js_boolean(js_find_own(js_object(object), name, &property));
}
