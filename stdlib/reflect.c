/* The Reflect global (ECMA-262 28.1): the internal methods as functions. */
#include "stdlib/support.h"

static JsValue check_target(JsValue v, const char *method)
{
    return js_is_object(v) ? v : js_throw_type_error("Reflect.%s called on non-object", method);
}
#define TARGET(method) js_object(TRY(check_target(arg(0), method)))

/* 28.1.1 Reflect.apply ( target, thisArgument, argumentsList ) */
JS_BUILTIN(reflect_apply)
{
    if (!js_is_callable(arg(0)))
        return js_throw_type_error("Function.prototype.apply was called on %v, which is a %v and not a function", arg(0),
                                   js_op_typeof(arg(0)));
    JsList list = {0};
    TRY_INT(js_create_list_from_array_like(arg(2), &list));
    return js_call(arg(0), arg(1), list.length, list.values);
}

/* 28.1.2 Reflect.construct ( target, argumentsList [ , newTarget ] ) */
JS_BUILTIN(reflect_construct)
{
    JsValue new_target = argc > 2 ? argv[2] : arg(0);
    if (!js_is_constructor(arg(0)))
        return js_throw_type_error("%v is not a constructor", arg(0));
    if (!js_is_constructor(new_target))
        return js_throw_type_error("%v is not a constructor", new_target);
    JsList list = {0};
    TRY_INT(js_create_list_from_array_like(arg(1), &list));
    return js_construct(arg(0), new_target, list.length, list.values);
}

/* 28.1.3 Reflect.defineProperty ( target, key, attributes ) */
JS_BUILTIN(reflect_define_property)
{
    JsObject *target = TARGET("defineProperty");
    JsKey key = TRY(js_to_property_key(arg(1)));
    JsDescriptor d;
    TRY_INT(js_to_property_descriptor(arg(2), &d));
    return js_boolean(TRY_INT(js_define_own_property(target, key, &d)));
}

/* 28.1.4 Reflect.deleteProperty ( target, key ) */
JS_BUILTIN(reflect_delete_property)
{
    JsObject *target = TARGET("deleteProperty");
    JsKey key = TRY(js_to_property_key(arg(1)));
    return js_boolean(TRY_INT(js_object_delete(target, key)));
}

/* 28.1.5 Reflect.get ( target, key [ , receiver ] ) */
JS_BUILTIN(reflect_get)
{
    JsObject *target = TARGET("get");
    JsKey key = TRY(js_to_property_key(arg(1)));
    return js_object_get(target, key, argc > 2 ? argv[2] : js_value(target));
}

/* 28.1.6 Reflect.getOwnPropertyDescriptor ( target, key ) */
JS_BUILTIN(reflect_get_own_property_descriptor)
{
    JsObject *target = TARGET("getOwnPropertyDescriptor");
    JsKey key = TRY(js_to_property_key(arg(1)));
    JsDescriptor d;
    return TRY_INT(js_get_own_property(target, key, &d)) ? js_from_property_descriptor(&d) : JS_UNDEFINED;
}

/* 28.1.7 Reflect.getPrototypeOf ( target ) */
JS_BUILTIN(reflect_get_prototype_of)
{
    return js_get_prototype_of(TARGET("getPrototypeOf"));
}

/* 28.1.8 Reflect.has ( target, key ) */
JS_BUILTIN(reflect_has)
{
    JsObject *target = TARGET("has");
    JsKey key = TRY(js_to_property_key(arg(1)));
    return js_boolean(TRY_INT(js_has_property(target, key)));
}

/* 28.1.9 Reflect.isExtensible ( target ) */
JS_BUILTIN(reflect_is_extensible)
{
    return js_boolean(TRY_INT(js_is_extensible(TARGET("isExtensible"))));
}

/* 28.1.10 Reflect.ownKeys ( target ) */
JS_BUILTIN(reflect_own_keys)
{
    JsList keys = {0};
    TRY_INT(js_own_property_keys(TARGET("ownKeys"), &keys));
    for (uint32_t i = 0; i < keys.length; i++)
        keys.values[i] = js_key_to_value(keys.values[i]);
    return js_create_array_from_list(keys.length, keys.values);
}

/* 28.1.11 Reflect.preventExtensions ( target ) */
JS_BUILTIN(reflect_prevent_extensions)
{
    return js_boolean(TRY_INT(js_prevent_extensions(TARGET("preventExtensions"))));
}

/* 28.1.12 Reflect.set ( target, key, value [ , receiver ] ) */
JS_BUILTIN(reflect_set)
{
    JsObject *target = TARGET("set");
    JsKey key = TRY(js_to_property_key(arg(1)));
    return js_boolean(TRY_INT(js_object_set(target, key, arg(2), argc > 3 ? argv[3] : js_value(target))));
}

/* 28.1.13 Reflect.setPrototypeOf ( target, proto ) */
JS_BUILTIN(reflect_set_prototype_of)
{
    JsObject *target = TARGET("setPrototypeOf");
    if (!js_is_object(arg(1)) && arg(1) != JS_NULL)
        return js_throw_type_error("Object prototype may only be an Object or null: %v", arg(1));
    return js_boolean(TRY_INT(js_set_prototype_of(target, arg(1))));
}

static const JsBuiltin reflect_rows[] = {
    JS_METHOD("apply", reflect_apply, 3, "28.1.1"),
    JS_METHOD("construct", reflect_construct, 2, "28.1.2"),
    JS_METHOD("defineProperty", reflect_define_property, 3, "28.1.3"),
    JS_METHOD("deleteProperty", reflect_delete_property, 2, "28.1.4"),
    JS_METHOD("get", reflect_get, 2, "28.1.5"),
    JS_METHOD("getOwnPropertyDescriptor", reflect_get_own_property_descriptor, 2, "28.1.6"),
    JS_METHOD("getPrototypeOf", reflect_get_prototype_of, 1, "28.1.7"),
    JS_METHOD("has", reflect_has, 2, "28.1.8"),
    JS_METHOD("isExtensible", reflect_is_extensible, 1, "28.1.9"),
    JS_METHOD("ownKeys", reflect_own_keys, 1, "28.1.10"),
    JS_METHOD("preventExtensions", reflect_prevent_extensions, 1, "28.1.11"),
    JS_METHOD("set", reflect_set, 3, "28.1.12"),
    JS_METHOD("setPrototypeOf", reflect_set_prototype_of, 2, "28.1.13"),
    JS_STRING_CONSTANT("@@toStringTag", "Reflect", "28.1.14"),
};

void js_install_reflect(void)
{
    JsObject *reflect = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_install_builtins(reflect, reflect_rows, JS_COUNT(reflect_rows));
    js_define_global("Reflect", js_value(reflect));
}
