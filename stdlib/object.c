/* The Object global: constructor, statics, Object.prototype (ECMA-262 20.1).
 *
 * Invariant: all work goes through the internal methods, so proxies and exotic objects are seen as they want to be. */
#include "stdlib/object.h"
#include "exec/iterate.h"
#include "stdlib/support.h"

/* 20.1.1.1 Object ( [ value ] ) */
JS_CONSTRUCTOR_BUILTIN(object_construct)
{
    if (new_target != js_value(callee)) {
        JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_OBJECT_PROTOTYPE));
        return js_value(js_new_plain(proto));
    }
    if (js_is_nullish(arg(0)))
        return js_new_object();
    return js_value(TRY_OBJECT(arg(0)));
}

JS_BUILTIN(object_call)
{
    return object_construct(callee, js_value(callee), argc, argv);
}

/* 20.1.2.1 Object.assign ( target, ...sources ), 4.a: one source */
static JsValue assign_from(JsObject *to, JsObject *from)
{
    JsList keys = {0};
    TRY_INT(js_own_property_keys(from, &keys));
    for (uint32_t i = 0; i < keys.length; i++) {
        JsDescriptor d;
        js_charge(10);
        if (!TRY_INT(js_get_own_property(from, keys.values[i], &d)) || !(d.attributes & JS_ENUMERABLE))
            continue;
        JsValue v = TRY(js_get(from, keys.values[i]));
        TRY_INT(js_set(to, keys.values[i], v, true));
    }
    return JS_UNDEFINED;
}

JS_BUILTIN(object_assign)
{
    JsObject *to = TRY_OBJECT(arg(0));
    for (uint32_t i = 1; i < argc; i++)
        if (!js_is_nullish(argv[i]))
            TRY(assign_from(to, TRY_OBJECT(argv[i])));
    return js_value(to);
}

/* 20.1.2.3.1 ObjectDefineProperties ( object, properties ) */
static JsValue define_properties(JsObject *object, JsValue properties)
{
    JsObject *props = TRY_OBJECT(properties);
    JsList keys = {0}, descriptors = {0};
    TRY_INT(js_own_property_keys(props, &keys));
    JsDescriptor *all = TRY_PTR(js_scratch(keys.length * sizeof *all + 8));
    uint32_t count = 0;
    for (uint32_t i = 0; i < keys.length; i++) {
        JsDescriptor own;
        if (!TRY_INT(js_get_own_property(props, keys.values[i], &own)) || !(own.attributes & JS_ENUMERABLE))
            continue;
        JsValue v = TRY(js_get(props, keys.values[i]));
        TRY_INT(js_to_property_descriptor(v, &all[count]));
        js_list_push(&descriptors, v); /* `all` is not scanned: the values stay reachable from here */
        js_list_push(&descriptors, all[count].value);
        js_list_push(&descriptors, all[count].get);
        js_list_push(&descriptors, all[count].set);
        keys.values[count++] = keys.values[i];
    }
    for (uint32_t i = 0; i < count; i++)
        TRY_INT(js_define_property_or_throw(object, keys.values[i], &all[i]));
    return js_value(object);
}

/* 20.1.2.2 Object.create ( proto, properties ) */
JS_BUILTIN(object_create)
{
    JsValue proto = arg(0);
    if (!js_is_object(proto) && proto != JS_NULL)
        return js_throw_type_error("Object prototype may only be an Object or null: %v", proto);
    JsObject *object = js_new_plain(proto == JS_NULL ? NULL : js_object(proto));
    return arg(1) == JS_UNDEFINED ? js_value(object) : define_properties(object, arg(1));
}

/* 20.1.2.3 Object.defineProperties ( object, properties ) */
JS_BUILTIN(object_define_properties)
{
    if (!js_is_object(arg(0)))
        return js_throw_type_error("Object.defineProperties called on non-object");
    return define_properties(js_object(arg(0)), arg(1));
}

/* 20.1.2.4 Object.defineProperty ( object, key, attributes ) */
JS_BUILTIN(object_define_property)
{
    if (!js_is_object(arg(0)))
        return js_throw_type_error("Object.defineProperty called on non-object");
    JsKey key = TRY(js_to_property_key(arg(1)));
    JsDescriptor d;
    TRY_INT(js_to_property_descriptor(arg(2), &d));
    TRY_INT(js_define_property_or_throw(js_object(arg(0)), key, &d));
    return arg(0);
}

static JsValue own_properties(JsValue v, JsOwnKind kind)
{
    JsObject *object = TRY_OBJECT(v);
    JsList list = {0};
    TRY_INT(js_enumerable_own_properties(object, kind, &list));
    return js_create_array_from_list(list.length, list.values);
}

/* 20.1.2.5 Object.entries ( object ) */
JS_BUILTIN(object_entries)
{
    return own_properties(arg(0), JS_OWN_ENTRIES);
}

/* 20.1.2.18 Object.keys ( object ) */
JS_BUILTIN(object_keys)
{
    return own_properties(arg(0), JS_OWN_KEYS);
}

/* 20.1.2.23 Object.values ( object ) */
JS_BUILTIN(object_values)
{
    return own_properties(arg(0), JS_OWN_VALUES);
}

/* 20.1.2.6 Object.freeze and 20.1.2.21 Object.seal */
static JsValue set_integrity(JsValue v, JsIntegrity level, const char *what)
{
    if (js_is_object(v) && !TRY_INT(js_set_integrity_level(js_object(v), level)))
        return js_throw_type_error("Cannot %s", what);
    return v;
}

JS_BUILTIN(object_freeze)
{
    return set_integrity(arg(0), JS_FROZEN, "freeze");
}

/* 20.1.2.21 Object.seal ( object ) */
JS_BUILTIN(object_seal)
{
    return set_integrity(arg(0), JS_SEALED, "seal");
}

/* 20.1.2.7 Object.fromEntries ( iterable ) */
JS_BUILTIN(object_from_entries)
{
    if (js_is_nullish(arg(0)))
        return js_throw_type_error("%v is not iterable", arg(0));
    JsValue object = js_new_object();
    JsIterator it;
    TRY_INT(js_iterator_open(&it, arg(0), NULL));
    for (;;) {
        js_charge(20);
        JsValue entry = TRY(js_iterator_step(&it)), key = JS_EXCEPTION, v = JS_EXCEPTION;
        if (entry == JS_EMPTY)
            return object;
        if (!js_is_object(entry))
            js_throw_type_error("Iterator value %v is not an entry object", entry);
        else if ((key = js_get_index(js_object(entry), 0)) != JS_EXCEPTION &&
                 (v = js_get_index(js_object(entry), 1)) != JS_EXCEPTION)
            key = js_to_property_key(key);
        if (key == JS_EXCEPTION || v == JS_EXCEPTION || js_create_data_property_or_throw(js_object(object), key, v) < 0) {
            js_iterator_close_quietly(&it);
            return JS_EXCEPTION;
        }
    }
}

/* 20.1.2.8 Object.getOwnPropertyDescriptor ( object, key ) */
JS_BUILTIN(object_get_own_property_descriptor)
{
    JsObject *object = TRY_OBJECT(arg(0));
    JsKey key = TRY(js_to_property_key(arg(1)));
    JsDescriptor d;
    return TRY_INT(js_get_own_property(object, key, &d)) ? js_from_property_descriptor(&d) : JS_UNDEFINED;
}

/* 20.1.2.9 Object.getOwnPropertyDescriptors ( object ) */
JS_BUILTIN(object_get_own_property_descriptors)
{
    JsObject *object = TRY_OBJECT(arg(0));
    JsObject *result = js_object(js_new_object());
    JsList keys = {0};
    TRY_INT(js_own_property_keys(object, &keys));
    for (uint32_t i = 0; i < keys.length; i++) {
        JsDescriptor d;
        js_charge(20);
        if (!TRY_INT(js_get_own_property(object, keys.values[i], &d)))
            continue;
        JsValue shown = TRY(js_from_property_descriptor(&d));
        TRY_INT(js_create_data_property_or_throw(result, keys.values[i], shown));
    }
    return js_value(result);
}

/* 20.1.2.11.1 GetOwnPropertyKeys ( object, type ) */
static JsValue own_keys(JsValue v, bool symbols)
{
    JsObject *object = TRY_OBJECT(v);
    JsList keys = {0}, chosen = {0};
    TRY_INT(js_own_property_keys(object, &keys));
    for (uint32_t i = 0; i < keys.length; i++)
        if (js_key_is_symbol(keys.values[i]) == symbols)
            js_list_push(&chosen, js_key_to_value(keys.values[i]));
    js_charge(keys.length * 4);
    return js_create_array_from_list(chosen.length, chosen.values);
}

/* 20.1.2.10 Object.getOwnPropertyNames ( object ) */
JS_BUILTIN(object_get_own_property_names)
{
    return own_keys(arg(0), false);
}

/* 20.1.2.11 Object.getOwnPropertySymbols ( object ) */
JS_BUILTIN(object_get_own_property_symbols)
{
    return own_keys(arg(0), true);
}

/* 20.1.2.12 Object.getPrototypeOf ( object ) */
JS_BUILTIN(object_get_prototype_of)
{
    return js_get_prototype_of(TRY_OBJECT(arg(0)));
}

/* 20.1.2.13 Object.groupBy ( items, callback ) */
JS_BUILTIN(object_group_by)
{
    JsValue items = arg(0), callback = arg(1);
    TRY(js_require_coercible(items, "Object.groupBy"));
    TRY(js_require_callable(callback));
    JsObject *result = js_new_plain(NULL);
    JsIterator it;
    TRY_INT(js_iterator_open(&it, items, NULL));
    for (double k = 0;; k++) {
        js_charge(20);
        JsValue v = TRY(js_iterator_step(&it));
        if (v == JS_EMPTY)
            return js_value(result);
        JsValue call_argv[2] = {v, js_number(k)};
        JsValue key = js_call(callback, JS_UNDEFINED, 2, call_argv);
        if (key != JS_EXCEPTION)
            key = js_to_property_key(key);
        if (key == JS_EXCEPTION) {
            js_iterator_close_quietly(&it);
            return JS_EXCEPTION;
        }
        JsValue group = js_get(result, key); /* the result is ours and has no prototype: no code runs */
        if (group == JS_UNDEFINED) {
            group = TRY(js_new_array(0, NULL));
            TRY_INT(js_create_data_property(result, key, group));
        }
        TRY(js_array_append(group, v));
    }
}

/* 20.1.2.14 Object.hasOwn ( object, key ) */
JS_BUILTIN(object_has_own)
{
    JsObject *object = TRY_OBJECT(arg(0));
    JsKey key = TRY(js_to_property_key(arg(1)));
    return js_boolean(TRY_INT(js_has_own_property(object, key)));
}

/* 20.1.2.15 Object.is ( a, b ) */
JS_BUILTIN(object_is)
{
    return js_boolean(js_same_value(arg(0), arg(1)));
}

/* 20.1.2.16 Object.isExtensible ( object ) */
JS_BUILTIN(object_is_extensible)
{
    return js_boolean(js_is_object(arg(0)) && TRY_INT(js_is_extensible(js_object(arg(0)))));
}

/* 20.1.2.17 Object.isFrozen ( object ) */
JS_BUILTIN(object_is_frozen)
{
    return js_boolean(!js_is_object(arg(0)) || TRY_INT(js_test_integrity_level(js_object(arg(0)), JS_FROZEN)));
}

/* 20.1.2.18 Object.isSealed ( object ) */
JS_BUILTIN(object_is_sealed)
{
    return js_boolean(!js_is_object(arg(0)) || TRY_INT(js_test_integrity_level(js_object(arg(0)), JS_SEALED)));
}

/* 20.1.2.20 Object.preventExtensions ( object ) */
JS_BUILTIN(object_prevent_extensions)
{
    if (js_is_object(arg(0)) && !TRY_INT(js_prevent_extensions(js_object(arg(0)))))
        return js_throw_type_error("Cannot prevent extensions");
    return arg(0);
}

/* What a refused [[SetPrototypeOf]] means, as V8 words it. */
static JsValue throw_prototype_refused(JsObject *object)
{
    if (object == JS_INTRINSIC(OBJECT_PROTOTYPE))
        return js_throw_type_error("Immutable prototype object 'Object.prototype' cannot have their prototype set");
    if (object->cell.kind == JS_KIND_PROXY)
        return js_throw_type_error("'setPrototypeOf' on proxy: trap returned falsish for property 'undefined'");
    if (TRY_INT(js_is_extensible(object)))
        return js_throw_type_error("Cyclic __proto__ value");
    return js_throw_type_error("%v is not extensible", js_value(object));
}

/* 20.1.2.22 Object.setPrototypeOf ( object, proto ) */
JS_BUILTIN(object_set_prototype_of)
{
    TRY(js_require_coercible(arg(0), "Object.setPrototypeOf"));
    if (!js_is_object(arg(1)) && arg(1) != JS_NULL)
        return js_throw_type_error("Object prototype may only be an Object or null: %v", arg(1));
    if (js_is_object(arg(0)) && !TRY_INT(js_set_prototype_of(js_object(arg(0)), arg(1))))
        return throw_prototype_refused(js_object(arg(0)));
    return arg(0);
}

/* ------------------------------------------------------------------------------------------------ prototype */
/* 20.1.3.2 Object.prototype.hasOwnProperty ( key ) */
JS_BUILTIN(object_prototype_has_own_property)
{
    JsKey key = TRY(js_to_property_key(arg(0)));
    JsObject *object = TRY_OBJECT(this_value);
    return js_boolean(TRY_INT(js_has_own_property(object, key)));
}

/* 20.1.3.3 Object.prototype.isPrototypeOf ( v ) */
JS_BUILTIN(object_prototype_is_prototype_of)
{
    if (!js_is_object(arg(0)))
        return JS_FALSE;
    JsObject *object = TRY_OBJECT(this_value);
    for (JsValue v = arg(0);;) {
        js_charge(5);
        v = TRY(js_get_prototype_of(js_object(v)));
        if (v == JS_NULL)
            return JS_FALSE;
        if (v == js_value(object))
            return JS_TRUE;
    }
}

/* 20.1.3.4 Object.prototype.propertyIsEnumerable ( key ) */
JS_BUILTIN(object_prototype_property_is_enumerable)
{
    JsKey key = TRY(js_to_property_key(arg(0)));
    JsObject *object = TRY_OBJECT(this_value);
    JsDescriptor d;
    return js_boolean(TRY_INT(js_get_own_property(object, key, &d)) && (d.attributes & JS_ENUMERABLE));
}

/* 20.1.3.5 Object.prototype.toLocaleString ( ) */
JS_BUILTIN(object_prototype_to_locale_string)
{
    return js_invoke(this_value, JS_ATOM(toString), 0, NULL);
}

/* The builtinTag of 20.1.3.6 */
static const char *builtin_tag(JsObject *object)
{
    switch (object->cell.kind) {
    case JS_KIND_ARGUMENTS: return "Arguments";
    case JS_KIND_ERROR: return "Error";
    case JS_KIND_BOOLEAN_OBJECT: return "Boolean";
    case JS_KIND_NUMBER_OBJECT: return "Number";
    case JS_KIND_STRING_OBJECT: return "String";
    case JS_KIND_DATE: return "Date";
    case JS_KIND_REGEXP: return "RegExp";
    default: return object->cell.flags & JS_CALLABLE ? "Function" : "Object";
    }
}

JsValue js_object_to_string(JsValue v)
{
    if (js_is_nullish(v))
        return js_string_from_ascii(v == JS_NULL ? "[object Null]" : "[object Undefined]");
    JsObject *object = TRY_OBJECT(v);
    int is_array = TRY_INT(js_is_array(js_value(object)));
    JsValue tag = TRY(js_get(object, JS_SYM(toStringTag)));
    if (js_is_string(tag))
        return js_string_from_format("[object %S]", js_string(tag));
    return js_string_from_format("[object %s]", is_array ? "Array" : builtin_tag(object));
}

/* 20.1.3.6 Object.prototype.toString ( ) */
JS_BUILTIN(object_prototype_to_string)
{
    return js_object_to_string(this_value);
}

/* 20.1.3.7 Object.prototype.valueOf ( ) */
JS_BUILTIN(object_prototype_value_of)
{
    return js_value(TRY_OBJECT(this_value));
}

/* 20.1.3.8.1 get Object.prototype.__proto__ */
JS_BUILTIN(object_prototype_get_proto)
{
    return js_get_prototype_of(TRY_OBJECT(this_value));
}

/* 20.1.3.8.2 set Object.prototype.__proto__ */
JS_BUILTIN(object_prototype_set_proto)
{
    TRY(js_require_coercible(this_value, "set Object.prototype.__proto__"));
    if ((!js_is_object(arg(0)) && arg(0) != JS_NULL) || !js_is_object(this_value))
        return JS_UNDEFINED;
    if (!TRY_INT(js_set_prototype_of(js_object(this_value), arg(0))))
        return throw_prototype_refused(js_object(this_value));
    return JS_UNDEFINED;
}

/* 20.1.3.9.1-2 __defineGetter__ and __defineSetter__ */
static JsValue define_accessor(JsValue this_value, JsValue name, JsValue function, bool is_getter)
{
    JsObject *object = TRY_OBJECT(this_value);
    if (!js_is_callable(function))
        return js_throw_type_error("Object.prototype.__define%s__: Expecting function", is_getter ? "Getter" : "Setter");
    JsDescriptor d = {JS_UNDEFINED, function, function,
                      (is_getter ? JS_HAS_GET : JS_HAS_SET) | JS_HAS_ENUMERABLE | JS_HAS_CONFIGURABLE,
                      JS_ENUMERABLE | JS_CONFIGURABLE};
    JsKey key = TRY(js_to_property_key(name));
    TRY_INT(js_define_property_or_throw(object, key, &d));
    return JS_UNDEFINED;
}

JS_BUILTIN(object_prototype_define_getter)
{
    return define_accessor(this_value, arg(0), arg(1), true);
}

/* 20.1.3.9.2 Object.prototype.__defineSetter__ ( key, setter ) */
JS_BUILTIN(object_prototype_define_setter)
{
    return define_accessor(this_value, arg(0), arg(1), false);
}

/* 20.1.3.9.3-4 __lookupGetter__ and __lookupSetter__ */
static JsValue lookup_accessor(JsValue this_value, JsValue name, bool is_getter)
{
    JsValue v = js_value(TRY_OBJECT(this_value));
    JsKey key = TRY(js_to_property_key(name));
    for (; v != JS_NULL; v = TRY(js_get_prototype_of(js_object(v)))) {
        JsDescriptor d;
        js_charge(5);
        if (!TRY_INT(js_get_own_property(js_object(v), key, &d)))
            continue;
        return !js_descriptor_is_accessor(&d) ? JS_UNDEFINED : is_getter ? d.get : d.set;
    }
    return JS_UNDEFINED;
}

JS_BUILTIN(object_prototype_lookup_getter)
{
    return lookup_accessor(this_value, arg(0), true);
}

/* 20.1.3.9.4 Object.prototype.__lookupSetter__ ( key ) */
JS_BUILTIN(object_prototype_lookup_setter)
{
    return lookup_accessor(this_value, arg(0), false);
}

static const JsBuiltin object_static_rows[] = {
    JS_METHOD("assign", object_assign, 2, "20.1.2.1"),
    JS_METHOD("create", object_create, 2, "20.1.2.2"),
    JS_METHOD("defineProperties", object_define_properties, 2, "20.1.2.3"),
    JS_METHOD("defineProperty", object_define_property, 3, "20.1.2.4"),
    JS_METHOD("entries", object_entries, 1, "20.1.2.5"),
    JS_METHOD("freeze", object_freeze, 1, "20.1.2.6"),
    JS_METHOD("fromEntries", object_from_entries, 1, "20.1.2.7"),
    JS_METHOD("getOwnPropertyDescriptor", object_get_own_property_descriptor, 2, "20.1.2.8"),
    JS_METHOD("getOwnPropertyDescriptors", object_get_own_property_descriptors, 1, "20.1.2.9"),
    JS_METHOD("getOwnPropertyNames", object_get_own_property_names, 1, "20.1.2.10"),
    JS_METHOD("getOwnPropertySymbols", object_get_own_property_symbols, 1, "20.1.2.11"),
    JS_METHOD("getPrototypeOf", object_get_prototype_of, 1, "20.1.2.12"),
    JS_METHOD("groupBy", object_group_by, 2, "20.1.2.13"),
    JS_METHOD("hasOwn", object_has_own, 2, "20.1.2.14"),
    JS_METHOD("is", object_is, 2, "20.1.2.15"),
    JS_METHOD("isExtensible", object_is_extensible, 1, "20.1.2.16"),
    JS_METHOD("isFrozen", object_is_frozen, 1, "20.1.2.17"),
    JS_METHOD("isSealed", object_is_sealed, 1, "20.1.2.18"),
    JS_METHOD("keys", object_keys, 1, "20.1.2.19"),
    JS_METHOD("preventExtensions", object_prevent_extensions, 1, "20.1.2.20"),
    JS_METHOD("seal", object_seal, 1, "20.1.2.22"),
    JS_METHOD("setPrototypeOf", object_set_prototype_of, 2, "20.1.2.23"),
    JS_METHOD("values", object_values, 1, "20.1.2.24"),
};
static const JsBuiltin object_prototype_rows[] = {
    JS_METHOD("hasOwnProperty", object_prototype_has_own_property, 1, "20.1.3.2"),
    JS_METHOD("isPrototypeOf", object_prototype_is_prototype_of, 1, "20.1.3.3"),
    JS_METHOD("propertyIsEnumerable", object_prototype_property_is_enumerable, 1, "20.1.3.4"),
    JS_METHOD("toLocaleString", object_prototype_to_locale_string, 0, "20.1.3.5"),
    JS_METHOD("toString", object_prototype_to_string, 0, "20.1.3.6"),
    JS_METHOD("valueOf", object_prototype_value_of, 0, "20.1.3.7"),
    JS_ACCESSOR_PAIR("__proto__", object_prototype_get_proto, object_prototype_set_proto, "20.1.3.8"),
    JS_METHOD("__defineGetter__", object_prototype_define_getter, 2, "20.1.3.9.1"),
    JS_METHOD("__defineSetter__", object_prototype_define_setter, 2, "20.1.3.9.2"),
    JS_METHOD("__lookupGetter__", object_prototype_lookup_getter, 1, "20.1.3.9.3"),
    JS_METHOD("__lookupSetter__", object_prototype_lookup_setter, 1, "20.1.3.9.4"),
};

void js_install_object(void)
{
    JsObject *prototype = JS_INTRINSIC(OBJECT_PROTOTYPE);
    JsFunction *constructor = js_new_builtin_constructor("Object", 1, object_call, object_construct, NULL, prototype);
    js_realm->intrinsics[INTRINSIC_OBJECT] = &constructor->object;
    js_install_builtins(&constructor->object, object_static_rows, JS_COUNT(object_static_rows));
    js_install_builtins(prototype, object_prototype_rows, JS_COUNT(object_prototype_rows));
    js_define_global("Object", js_value(constructor));
}
