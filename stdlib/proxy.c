/* Proxy exotic objects (ECMA-262 10.5) and the Proxy global (28.2).
 *
 * Invariant: every internal method checks what its trap answered against the target, as the specification's invariants ask;
 * a tower of proxies is bounded by the native stack. */
#include "stdlib/proxy.h"
#include "stdlib/support.h"

/* The target, and the trap of that name (JS_UNDEFINED: the target's own method is to be called). -1: exception. */
static int get_trap(JsObject *o, const char *name, JsObject **ret_target, JsValue *ret_trap)
{
    JsProxy *proxy = (JsProxy *)o;
    if (!JS_ENTER())
        return -1;
    js_charge(50);
    if (proxy->handler == JS_NULL) {
        js_throw_type_error("Cannot perform '%s' on a proxy that has been revoked", name);
        return -1;
    }
    *ret_target = js_object(proxy->target);
    *ret_trap = js_get_method(proxy->handler, js_key_from_ascii(name));
    return *ret_trap == JS_EXCEPTION ? -1 : 1;
}

static JsValue call_trap(JsObject *o, JsValue trap, uint32_t argc, JsValue *argv)
{
    return js_call(trap, ((JsProxy *)o)->handler, argc, argv);
}

/* The same for traps that answer with a boolean: -1 on exception. */
static int ask_trap(JsObject *o, JsValue trap, uint32_t argc, JsValue *argv)
{
    JsValue answer = call_trap(o, trap, argc, argv);
    return answer == JS_EXCEPTION ? -1 : js_to_boolean(answer);
}

/* An invariant is broken: "'trap' on proxy: ..." */
static int broken(const char *trap, const char *what, JsKey key)
{
    js_throw_type_error("'%s' on proxy: %s '%k'", trap, what, key);
    return -1;
}

static int broken_object(const char *trap, const char *what)
{
    js_throw_type_error("'%s' on proxy: %s", trap, what);
    return -1;
}

/* 10.5.1 [[GetPrototypeOf]] ( ) */
static JsValue proxy_get_prototype_of(JsObject *o)
{
    JsObject *target;
    JsValue trap;
    TRY_INT(get_trap(o, "getPrototypeOf", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_get_prototype_of(target);
    JsValue argv[1] = {js_value(target)};
    JsValue proto = TRY(call_trap(o, trap, 1, argv));
    if (!js_is_object(proto) && proto != JS_NULL)
        return js_throw_type_error("'getPrototypeOf' on proxy: trap returned neither object nor null");
    if (TRY_INT(js_is_extensible(target)))
        return proto;
    if (TRY(js_get_prototype_of(target)) != proto)
        return js_throw_type_error("'getPrototypeOf' on proxy: proxy target is non-extensible but the trap did not return its "
                                   "actual prototype");
    return proto;
}

/* 10.5.2 [[SetPrototypeOf]] ( V ) */
static int proxy_set_prototype_of(JsObject *o, JsValue prototype)
{
    JsObject *target;
    JsValue trap;
    TRY_INT_OR(-1, get_trap(o, "setPrototypeOf", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_set_prototype_of(target, prototype);
    JsValue argv[2] = {js_value(target), prototype};
    if (!TRY_INT_OR(-1, ask_trap(o, trap, 2, argv)))
        return 0;
    if (TRY_INT_OR(-1, js_is_extensible(target)))
        return 1;
    if (TRY_OR(-1, js_get_prototype_of(target)) != prototype)
        return broken_object("setPrototypeOf", "trap returned truish for setting a new prototype on the non-extensible proxy target");
    return 1;
}

/* 10.5.3 [[IsExtensible]] ( ) */
static int proxy_is_extensible(JsObject *o)
{
    JsObject *target;
    JsValue trap;
    TRY_INT_OR(-1, get_trap(o, "isExtensible", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_is_extensible(target);
    JsValue argv[1] = {js_value(target)};
    int answer = TRY_INT_OR(-1, ask_trap(o, trap, 1, argv));
    if (answer != TRY_INT_OR(-1, js_is_extensible(target)))
        return broken_object("isExtensible", "trap result does not reflect extensibility of proxy target");
    return answer;
}

/* 10.5.4 [[PreventExtensions]] ( ) */
static int proxy_prevent_extensions(JsObject *o)
{
    JsObject *target;
    JsValue trap;
    TRY_INT_OR(-1, get_trap(o, "preventExtensions", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_prevent_extensions(target);
    JsValue argv[1] = {js_value(target)};
    int answer = TRY_INT_OR(-1, ask_trap(o, trap, 1, argv));
    if (answer && TRY_INT_OR(-1, js_is_extensible(target)))
        return broken_object("preventExtensions", "the proxy target is extensible");
    return answer;
}

/* 10.5.5, steps 9-17: what the trap's answer means beside the target's property (found or not) */
static int check_own_descriptor(JsObject *target, JsKey key, JsValue answer, int found, const JsDescriptor *own, JsDescriptor *ret)
{
    static const char trap[] = "getOwnPropertyDescriptor";
    if (!js_is_object(answer) && answer != JS_UNDEFINED)
        return broken(trap, "trap returned neither object nor undefined for property", key);
    if (answer == JS_UNDEFINED) {
        if (!found)
            return 0;
        if (!(own->attributes & JS_CONFIGURABLE))
            return broken(trap, "trap returned undefined for property which is non-configurable in the proxy target", key);
        if (!TRY_INT_OR(-1, js_is_extensible(target)))
            return broken(trap, "trap returned undefined for property which exists in the non-extensible proxy target", key);
        return 0;
    }
    int extensible = TRY_INT_OR(-1, js_is_extensible(target));
    TRY_INT_OR(-1, js_to_property_descriptor(answer, ret));
    js_complete_property_descriptor(ret);
    if (!js_is_compatible_property_descriptor(extensible, ret, found ? own : NULL))
        return broken(trap, "trap returned descriptor for property that is incompatible with the existing property in the proxy "
                            "target", key);
    if (ret->attributes & JS_CONFIGURABLE)
        return 1;
    if (!found || (own->attributes & JS_CONFIGURABLE))
        return broken(trap, "trap reported non-configurability for property which is either non-existent or configurable in the "
                            "proxy target", key);
    if ((ret->has & JS_HAS_WRITABLE) && !(ret->attributes & JS_WRITABLE) && (own->attributes & JS_WRITABLE))
        return broken(trap, "trap reported non-configurable and writable for property", key);
    return 1;
}

/* 10.5.5 [[GetOwnProperty]] ( P ) */
static int proxy_get_own_property(JsObject *o, JsKey key, JsDescriptor *ret)
{
    JsObject *target;
    JsValue trap;
    TRY_INT_OR(-1, get_trap(o, "getOwnPropertyDescriptor", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_get_own_property(target, key, ret);
    JsValue argv[2] = {js_value(target), js_key_to_value(key)};
    JsValue answer = TRY_OR(-1, call_trap(o, trap, 2, argv));
    JsDescriptor own;
    int found = TRY_INT_OR(-1, js_get_own_property(target, key, &own));
    return check_own_descriptor(target, key, answer, found, &own, ret);
}

/* 10.5.6 [[DefineOwnProperty]] ( P, Desc ) */
static int proxy_define_own_property(JsObject *o, JsKey key, const JsDescriptor *d)
{
    static const char name[] = "defineProperty";
    JsObject *target;
    JsValue trap;
    TRY_INT_OR(-1, get_trap(o, name, &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_define_own_property(target, key, d);
    JsValue argv[3] = {js_value(target), js_key_to_value(key), TRY_OR(-1, js_from_property_descriptor(d))};
    if (!TRY_INT_OR(-1, ask_trap(o, trap, 3, argv)))
        return 0;
    JsDescriptor own;
    int found = TRY_INT_OR(-1, js_get_own_property(target, key, &own));
    int extensible = TRY_INT_OR(-1, js_is_extensible(target));
    bool is_fixed = (d->has & JS_HAS_CONFIGURABLE) && !(d->attributes & JS_CONFIGURABLE);
    if (!found && !extensible)
        return broken(name, "trap returned truish for adding property to the non-extensible proxy target", key);
    if (!found && is_fixed)
        return broken(name, "trap returned truish for defining non-configurable property which is non-existent in the proxy target",
                      key);
    if (!found)
        return 1;
    if (!js_is_compatible_property_descriptor(extensible, d, &own))
        return broken(name, "trap returned truish for adding property that is incompatible with the existing property in the proxy "
                            "target", key);
    if (is_fixed && (own.attributes & JS_CONFIGURABLE))
        return broken(name, "trap returned truish for defining non-configurable property which is configurable in the proxy target",
                      key);
    if (js_descriptor_is_data(&own) && !(own.attributes & (JS_CONFIGURABLE)) && (own.attributes & JS_WRITABLE) &&
        (d->has & JS_HAS_WRITABLE) && !(d->attributes & JS_WRITABLE))
        return broken(name, "trap returned truish for defining non-configurable property which cannot be non-writable", key);
    return 1;
}

/* 10.5.7 [[HasProperty]] ( P ) */
static int proxy_has_property(JsObject *o, JsKey key)
{
    JsObject *target;
    JsValue trap;
    TRY_INT_OR(-1, get_trap(o, "has", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_has_property(target, key);
    JsValue argv[2] = {js_value(target), js_key_to_value(key)};
    if (TRY_INT_OR(-1, ask_trap(o, trap, 2, argv)))
        return 1;
    JsDescriptor own;
    if (!TRY_INT_OR(-1, js_get_own_property(target, key, &own)))
        return 0;
    if (!(own.attributes & JS_CONFIGURABLE))
        return broken("has", "trap returned falsish for property which exists in the proxy target as non-configurable", key);
    if (!TRY_INT_OR(-1, js_is_extensible(target)))
        return broken("has", "trap returned falsish for property but the proxy target is not extensible", key);
    return 0;
}

/* 10.5.8 [[Get]] ( P, Receiver ) */
static JsValue proxy_get(JsObject *o, JsKey key, JsValue receiver)
{
    JsObject *target;
    JsValue trap;
    TRY_INT(get_trap(o, "get", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_object_get(target, key, receiver);
    JsValue argv[3] = {js_value(target), js_key_to_value(key), receiver};
    JsValue v = TRY(call_trap(o, trap, 3, argv));
    JsDescriptor own;
    if (!TRY_INT(js_get_own_property(target, key, &own)) || (own.attributes & JS_CONFIGURABLE))
        return v;
    if (js_descriptor_is_data(&own) && !(own.attributes & JS_WRITABLE) && !js_same_value(v, own.value))
        return js_throw_type_error("'get' on proxy: property '%k' is a read-only and non-configurable data property on the proxy "
                                   "target but the proxy did not return its actual value (expected '%v' but got '%v')", key,
                                   own.value, v);
    if (js_descriptor_is_accessor(&own) && own.get == JS_UNDEFINED && v != JS_UNDEFINED)
        return js_throw_type_error("'get' on proxy: property '%k' is a non-configurable accessor property on the proxy target and "
                                   "does not have a getter function, but the trap did not return 'undefined' (got '%v')", key, v);
    return v;
}

/* 10.5.9 [[Set]] ( P, V, Receiver ) */
static int proxy_set(JsObject *o, JsKey key, JsValue v, JsValue receiver)
{
    JsObject *target;
    JsValue trap;
    TRY_INT_OR(-1, get_trap(o, "set", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_object_set(target, key, v, receiver);
    JsValue argv[4] = {js_value(target), js_key_to_value(key), v, receiver};
    if (!TRY_INT_OR(-1, ask_trap(o, trap, 4, argv)))
        return 0;
    JsDescriptor own;
    if (!TRY_INT_OR(-1, js_get_own_property(target, key, &own)) || (own.attributes & JS_CONFIGURABLE))
        return 1;
    if (js_descriptor_is_data(&own) && !(own.attributes & JS_WRITABLE) && !js_same_value(v, own.value))
        return broken("set", "trap returned truish for property which exists in the proxy target as a non-configurable and "
                             "non-writable data property with a different value", key);
    if (js_descriptor_is_accessor(&own) && own.set == JS_UNDEFINED)
        return broken("set", "trap returned truish for property which exists in the proxy target as a non-configurable and "
                             "non-writable accessor property without a setter", key);
    return 1;
}

/* 10.5.10 [[Delete]] ( P ) */
static int proxy_delete(JsObject *o, JsKey key)
{
    JsObject *target;
    JsValue trap;
    TRY_INT_OR(-1, get_trap(o, "deleteProperty", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_object_delete(target, key);
    JsValue argv[2] = {js_value(target), js_key_to_value(key)};
    if (!TRY_INT_OR(-1, ask_trap(o, trap, 2, argv)))
        return 0;
    JsDescriptor own;
    if (!TRY_INT_OR(-1, js_get_own_property(target, key, &own)))
        return 1;
    if (!(own.attributes & JS_CONFIGURABLE))
        return broken("deleteProperty", "trap returned truish for property which is non-configurable in the proxy target", key);
    if (!TRY_INT_OR(-1, js_is_extensible(target)))
        return broken("deleteProperty", "trap returned truish for property but the proxy target is non-extensible", key);
    return 1;
}

/* ------------------------------------------------------------------------------------------------ own keys */
static bool list_has_key(const JsList *keys, JsKey key)
{
    for (uint32_t i = 0; i < keys->length; i++)
        if (keys->values[i] == key)
            return true;
    return false;
}

/* Turns the trap's list of names into keys; TypeError for other values and for repetitions. */
static int keys_from_answer(JsValue answer, JsList *ret)
{
    JsList names = {0};
    if (js_create_list_from_array_like(answer, &names) < 0)
        return -1;
    for (uint32_t i = 0; i < names.length; i++) {
        JsValue name = names.values[i];
        if (!js_is_string(name) && !js_is_symbol(name)) {
            js_throw_type_error("%v is not a valid property name", name);
            return -1;
        }
        JsKey key = js_is_symbol(name) ? name : js_string_to_key(js_string(name));
        js_charge(ret->length + 5);
        if (list_has_key(ret, key))
            return broken("ownKeys", "trap returned duplicate entries for", key);
        js_list_push(ret, key);
    }
    return 1;
}

/* Takes the key out of those that the trap answered; false when it is not there. */
static bool remove_key(JsList *keys, JsKey key)
{
    for (uint32_t i = 0; i < keys->length; i++) {
        if (keys->values[i] != key)
            continue;
        keys->values[i] = keys->values[--keys->length];
        return true;
    }
    return false;
}

/* 10.5.11, steps 10-23: the answer must list all fixed properties, and, of a fixed object, exactly its own. */
static int check_own_keys(JsObject *target, const JsList *answer)
{
    JsList own = {0}, left = {0}, configurable = {0};
    int extensible = TRY_INT_OR(-1, js_is_extensible(target));
    TRY_INT_OR(-1, js_own_property_keys(target, &own));
    for (uint32_t i = 0; i < answer->length; i++)
        js_list_push(&left, answer->values[i]);
    for (uint32_t i = 0; i < own.length; i++) {
        JsDescriptor d;
        js_charge(answer->length + 5);
        int found = TRY_INT_OR(-1, js_get_own_property(target, own.values[i], &d));
        if (!found || (d.attributes & JS_CONFIGURABLE))
            js_list_push(&configurable, own.values[i]);
        else if (!remove_key(&left, own.values[i]))
            return broken("ownKeys", "trap result did not include", own.values[i]);
    }
    if (extensible)
        return 1;
    for (uint32_t i = 0; i < configurable.length; i++)
        if (!remove_key(&left, configurable.values[i]))
            return broken("ownKeys", "trap result did not include", configurable.values[i]);
    return left.length ? broken_object("ownKeys", "trap returned extra keys but proxy target is non-extensible") : 1;
}

/* 10.5.11 [[OwnPropertyKeys]] ( ) */
static int proxy_own_property_keys(JsObject *o, JsList *ret)
{
    JsObject *target;
    JsValue trap;
    TRY_INT_OR(-1, get_trap(o, "ownKeys", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_own_property_keys(target, ret);
    JsValue argv[1] = {js_value(target)};
    JsValue answer = TRY_OR(-1, call_trap(o, trap, 1, argv));
    JsList keys = {0};
    TRY_INT_OR(-1, keys_from_answer(answer, &keys));
    TRY_INT_OR(-1, check_own_keys(target, &keys));
    for (uint32_t i = 0; i < keys.length; i++)
        js_list_push(ret, keys.values[i]);
    return 1;
}

/* ------------------------------------------------------------------------------------------------ calls */
/* 10.5.12 [[Call]] ( thisArgument, argumentsList ) */
static JsValue proxy_call(JsObject *o, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsObject *target;
    JsValue trap;
    TRY_INT(get_trap(o, "apply", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_call(js_value(target), this_value, argc, argv);
    JsValue trap_argv[3] = {js_value(target), this_value, TRY(js_create_array_from_list(argc, argv))};
    return call_trap(o, trap, 3, trap_argv);
}

/* 10.5.13 [[Construct]] ( argumentsList, newTarget ) */
static JsValue proxy_construct(JsObject *o, JsValue new_target, uint32_t argc, JsValue *argv)
{
    JsObject *target;
    JsValue trap;
    TRY_INT(get_trap(o, "construct", &target, &trap));
    if (trap == JS_UNDEFINED)
        return js_construct(js_value(target), new_target, argc, argv);
    JsValue trap_argv[3] = {js_value(target), TRY(js_create_array_from_list(argc, argv)), new_target};
    JsValue made = TRY(call_trap(o, trap, 3, trap_argv));
    return js_is_object(made) ? made : js_throw_type_error("proxy [[Construct]] must return an object");
}

static const JsInternalMethods proxy_methods = {
    .get_prototype_of = proxy_get_prototype_of,
    .set_prototype_of = proxy_set_prototype_of,
    .is_extensible = proxy_is_extensible,
    .prevent_extensions = proxy_prevent_extensions,
    .get_own_property = proxy_get_own_property,
    .define_own_property = proxy_define_own_property,
    .has_property = proxy_has_property,
    .get = proxy_get,
    .set = proxy_set,
    .delete_property = proxy_delete,
    .own_property_keys = proxy_own_property_keys,
    .call = proxy_call,
    .construct = proxy_construct,
};

/* 10.5.14 ProxyCreate ( target, handler ) */
JsProxy *js_new_proxy(JsValue target, JsValue handler)
{
    if (!js_is_object(target) || !js_is_object(handler)) {
        js_throw_type_error("Cannot create proxy with a non-object as target or handler");
        return NULL;
    }
    uint32_t flags = JS_EXOTIC | JS_FIXED_ELEMENTS | (js_cell(target)->flags & (JS_CALLABLE | JS_CONSTRUCTOR));
    JsProxy *proxy = js_new_object_of_kind(JS_KIND_PROXY, sizeof *proxy, NULL, flags);
    proxy->target = target;
    proxy->handler = handler;
    return proxy;
}

/* 28.2.1.1 Proxy ( target, handler ) */
JS_CONSTRUCTOR_BUILTIN(proxy_global_construct)
{
    return js_value(TRY_PTR(js_new_proxy(arg(0), arg(1))));
}

/* 28.2.2.1.1 the function that revokes: capture 0 is the proxy, or null afterwards */
static JsValue revoke_call(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsValue v = callee->captures[0];
    if (v == JS_NULL)
        return JS_UNDEFINED;
    JsProxy *proxy = (JsProxy *)js_cell(v);
    js_store(callee, &callee->captures[0], JS_NULL);
    js_store(proxy, &proxy->target, JS_NULL);
    js_store(proxy, &proxy->handler, JS_NULL);
    return JS_UNDEFINED;
}

/* 28.2.2.1 Proxy.revocable ( target, handler ) */
JS_BUILTIN(proxy_revocable)
{
    static const JsCode code = JS_NATIVE_CODE(revoke_call, 0, 1);
    JsProxy *proxy = TRY_PTR(js_new_proxy(arg(0), arg(1)));
    JsValue revoke = js_value(js_new_native_closure(&code));
    js_closure_capture(revoke, 0, js_value(proxy));
    JsObject *result = js_object(js_new_object());
    js_put_own(result, JS_ATOM(proxy), js_value(proxy), JS_DEFAULT_ATTRIBUTES);
    js_put_own(result, JS_ATOM(revoke), revoke, JS_DEFAULT_ATTRIBUTES);
    return js_value(result);
}

static const JsBuiltin proxy_static_rows[] = {
    JS_METHOD("revocable", proxy_revocable, 2, "28.2.2.1"),
};

static JsValue proxy_target_or_null(JsObject *proxy)
{
    return ((JsProxy *)proxy)->target;
}

void js_install_proxy(void)
{
    js_register_kind(JS_KIND_PROXY, &proxy_methods);
    js_proxy_target_hook = proxy_target_or_null;
    JsFunction *constructor = js_new_builtin("Proxy", 2, js_call_requires_new, proxy_global_construct);
    js_install_builtins(&constructor->object, proxy_static_rows, JS_COUNT(proxy_static_rows));
    js_define_global("Proxy", js_value(constructor));
}
