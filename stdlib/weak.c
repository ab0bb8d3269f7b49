/* WeakMap, WeakSet, WeakRef and FinalizationRegistry (ECMA-262 24.3, 24.4, 26.1, 26.2).
 *
 * Keys are held weakly where what is made stays (heap/weak.h): by modules, and by requests that share their state. In other
 * requests they are held, since nothing outlives the request anyway. Cleanup callbacks are never called, which the specification
 * allows (9.9.3).
 *
 * Invariant: what a WeakRef was made of, or has given out, lives to the end of the job (9.10). */
#include "exec/agent.h"
#include "exec/iterate.h"
#include "stdlib/collection.h"
#include "stdlib/support.h"

/* 9.14 CanBeHeldWeakly ( v ) */
static bool can_be_held_weakly(JsValue v)
{
    return js_is_object(v) || (js_is_symbol(v) && js_cell(v)->aux != JS_SYMBOL_REGISTERED);
}

static JsCollection *this_weak(JsValue v, JsKind kind, const char *method)
{
    if (js_is_kind(v, kind))
        return js_collection(v);
    js_throw_incompatible(method, v);
    return NULL;
}
#define THIS_WEAK_MAP(method) TRY_PTR(this_weak(this_value, JS_KIND_WEAK_MAP, "WeakMap.prototype." method))
#define THIS_WEAK_SET(method) TRY_PTR(this_weak(this_value, JS_KIND_WEAK_SET, "WeakSet.prototype." method))

/* 24.3.1.1 WeakMap ( [ iterable ] ) */
JS_CONSTRUCTOR_BUILTIN(weak_map_construct)
{
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_WEAK_MAP_PROTOTYPE));
    JsValue map = js_value(js_new_collection(JS_KIND_WEAK_MAP, proto));
    if (js_is_nullish(arg(0)))
        return map;
    JsValue adder = TRY(js_get(js_object(map), JS_ATOM(set)));
    if (!js_is_callable(adder))
        return js_throw_type_error("'%v' returned for property 'set' of object '#<WeakMap>' is not a function", adder);
    return js_add_entries_from_iterable(map, arg(0), adder);
}

/* 24.3.3.2 WeakMap.prototype.delete ( key ) */
JS_BUILTIN(weak_map_delete)
{
    return js_boolean(js_collection_delete(THIS_WEAK_MAP("delete"), arg(0)));
}

/* 24.3.3.3 WeakMap.prototype.get ( key ) */
JS_BUILTIN(weak_map_get)
{
    JsValue v = js_collection_get(THIS_WEAK_MAP("get"), arg(0));
    return v == JS_EMPTY ? JS_UNDEFINED : v;
}

/* 24.3.3.4 WeakMap.prototype.has ( key ) */
JS_BUILTIN(weak_map_has)
{
    return js_boolean(js_collection_has(THIS_WEAK_MAP("has"), arg(0)));
}

/* 24.3.3.5 WeakMap.prototype.set ( key, value ) */
JS_BUILTIN(weak_map_set)
{
    JsCollection *map = THIS_WEAK_MAP("set");
    if (!can_be_held_weakly(arg(0)))
        return js_throw_type_error("Invalid value used as weak map key");
    TRY_INT(js_collection_set(map, arg(0), arg(1)));
    return this_value;
}

static JsValue require_weak_key(JsValue v)
{
    return can_be_held_weakly(v) ? JS_UNDEFINED : js_throw_type_error("Invalid value used as weak map key");
}

/* 24.3.3.4 WeakMap.prototype.getOrInsert ( key, value ) */
JS_BUILTIN(weak_map_get_or_insert)
{
    JsCollection *map = THIS_WEAK_MAP("getOrInsert");
    TRY(require_weak_key(arg(0)));
    JsValue v = js_collection_get(map, arg(0));
    if (v != JS_EMPTY)
        return v;
    TRY_INT(js_collection_set(map, arg(0), arg(1)));
    return arg(1);
}

/* 24.3.3.5 WeakMap.prototype.getOrInsertComputed ( key, callback ) */
JS_BUILTIN(weak_map_get_or_insert_computed)
{
    JsCollection *map = THIS_WEAK_MAP("getOrInsertComputed");
    TRY(require_weak_key(arg(0)));
    TRY(js_require_callable(arg(1)));
    JsValue v = js_collection_get(map, arg(0));
    if (v != JS_EMPTY)
        return v;
    JsValue key = arg(0);
    v = TRY(js_call(arg(1), JS_UNDEFINED, 1, &key));
    TRY_INT(js_collection_set(map, key, v));
    return v;
}

/* 24.4.1.1 WeakSet ( [ iterable ] ) */
JS_CONSTRUCTOR_BUILTIN(weak_set_construct)
{
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_WEAK_SET_PROTOTYPE));
    JsValue set = js_value(js_new_collection(JS_KIND_WEAK_SET, proto));
    return js_is_nullish(arg(0)) ? set : js_add_values_from_iterable(set, arg(0), "WeakSet");
}

/* 24.4.3.1 WeakSet.prototype.add ( value ) */
JS_BUILTIN(weak_set_add)
{
    JsCollection *set = THIS_WEAK_SET("add");
    if (!can_be_held_weakly(arg(0)))
        return js_throw_type_error("Invalid value used in weak set");
    TRY_INT(js_collection_set(set, arg(0), JS_UNDEFINED));
    return this_value;
}

/* 24.4.3.3 WeakSet.prototype.delete ( value ) */
JS_BUILTIN(weak_set_delete)
{
    return js_boolean(js_collection_delete(THIS_WEAK_SET("delete"), arg(0)));
}

/* 24.4.3.4 WeakSet.prototype.has ( value ) */
JS_BUILTIN(weak_set_has)
{
    return js_boolean(js_collection_has(THIS_WEAK_SET("has"), arg(0)));
}

/* 9.10 AddToKeptObjects ( value ) */
static JsValue keep_during_job(JsValue v)
{
    if (heap_is_isolated())
        return JS_UNDEFINED;
    if (js_agent->kept_objects == JS_UNDEFINED)
        js_agent->kept_objects = js_value(js_new_collection(JS_KIND_SET, JS_INTRINSIC(SET_PROTOTYPE)));
    TRY_INT(js_collection_set(js_collection(js_agent->kept_objects), v, JS_UNDEFINED));
    return JS_UNDEFINED;
}

/* 26.1.1.1 WeakRef ( target ): a weak collection with one key, ever */
JS_CONSTRUCTOR_BUILTIN(weak_ref_construct)
{
    if (!can_be_held_weakly(arg(0)))
        return js_throw_type_error("WeakRef: invalid target");
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_WEAK_REF_PROTOTYPE));
    JsCollection *ref = js_new_collection(JS_KIND_WEAK_REF, proto);
    TRY_INT(js_collection_set(ref, arg(0), JS_UNDEFINED));
    TRY(keep_during_job(arg(0)));
    return js_value(ref);
}

/* 26.1.3.2 WeakRef.prototype.deref ( ) */
JS_BUILTIN(weak_ref_deref)
{
    if (!js_is_kind(this_value, JS_KIND_WEAK_REF))
        return js_throw_incompatible("WeakRef.prototype.deref", this_value);
    JsValue target = js_collection_table(js_collection(this_value))->entries[0].key;
    if (target == JS_EMPTY)
        return JS_UNDEFINED;
    TRY(keep_during_job(target));
    return target;
}

/* 26.2.1.1 FinalizationRegistry ( cleanupCallback ): the collection holds the unregister tokens */
JS_CONSTRUCTOR_BUILTIN(registry_construct)
{
    if (!js_is_callable(arg(0)))
        return js_throw_type_error("FinalizationRegistry: cleanup must be callable");
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_FINALIZATION_REGISTRY_PROTOTYPE));
    return js_value(js_new_collection(JS_KIND_FINALIZATION_REGISTRY, proto));
}

/* 26.2.3.2 FinalizationRegistry.prototype.register ( target, heldValue [ , unregisterToken ] ) */
JS_BUILTIN(registry_register)
{
    JsCollection *registry = TRY_PTR(this_weak(this_value, JS_KIND_FINALIZATION_REGISTRY, "FinalizationRegistry.prototype.register"));
    if (!can_be_held_weakly(arg(0)))
        return js_throw_type_error("FinalizationRegistry.prototype.register: invalid target");
    if (js_same_value(arg(0), arg(1)))
        return js_throw_type_error("FinalizationRegistry.prototype.register: target and holdings must not be same");
    if (!can_be_held_weakly(arg(2)))
        return arg(2) == JS_UNDEFINED ? JS_UNDEFINED : js_throw_type_error("Invalid unregisterToken ('%v')", arg(2));
    TRY_INT(js_collection_set(registry, arg(2), JS_UNDEFINED));
    return JS_UNDEFINED;
}

/* 26.2.3.3 FinalizationRegistry.prototype.unregister ( unregisterToken ) */
JS_BUILTIN(registry_unregister)
{
    JsCollection *registry = TRY_PTR(this_weak(this_value, JS_KIND_FINALIZATION_REGISTRY, "FinalizationRegistry.prototype.unregister"));
    if (!can_be_held_weakly(arg(0)))
        return js_throw_type_error("Invalid unregisterToken ('%v')", arg(0));
    return js_boolean(js_collection_delete(registry, arg(0)));
}

static const JsBuiltin weak_map_rows[] = {
    JS_METHOD("delete", weak_map_delete, 1, "24.3.3.2"),
    JS_METHOD("get", weak_map_get, 1, "24.3.3.3"),
    JS_METHOD("getOrInsert", weak_map_get_or_insert, 2, "24.3.3.4"),
    JS_METHOD("getOrInsertComputed", weak_map_get_or_insert_computed, 2, "24.3.3.5"),
    JS_METHOD("set", weak_map_set, 2, "24.3.3.5"),
    JS_METHOD("has", weak_map_has, 1, "24.3.3.4"),
    JS_STRING_CONSTANT("@@toStringTag", "WeakMap", "24.3.3.6"),
};
static const JsBuiltin weak_set_rows[] = {
    JS_METHOD("delete", weak_set_delete, 1, "24.4.3.3"),
    JS_METHOD("has", weak_set_has, 1, "24.4.3.4"),
    JS_METHOD("add", weak_set_add, 1, "24.4.3.1"),
    JS_STRING_CONSTANT("@@toStringTag", "WeakSet", "24.4.3.5"),
};
static const JsBuiltin weak_ref_rows[] = {
    JS_METHOD("deref", weak_ref_deref, 0, "26.1.3.2"),
    JS_STRING_CONSTANT("@@toStringTag", "WeakRef", "26.1.3.3"),
};
static const JsBuiltin registry_rows[] = {
    JS_METHOD("register", registry_register, 2, "26.2.3.2"),
    JS_METHOD("unregister", registry_unregister, 1, "26.2.3.3"),
    JS_STRING_CONSTANT("@@toStringTag", "FinalizationRegistry", "26.2.3.4"),
};

static void install_weak(const char *name, uint32_t length, int intrinsic, JsConstructEntry *construct, const JsBuiltin *rows,
                         uint32_t count)
{
    JsObject *prototype = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_realm->intrinsics[intrinsic] = prototype;
    JsFunction *constructor = js_new_builtin_constructor(name, length, js_call_requires_new, construct, NULL, prototype);
    js_install_builtins(prototype, rows, count);
    js_define_global(name, js_value(constructor));
}

void js_install_weak(void)
{
    install_weak("WeakMap", 0, INTRINSIC_WEAK_MAP_PROTOTYPE, weak_map_construct, weak_map_rows, JS_COUNT(weak_map_rows));
    install_weak("WeakSet", 0, INTRINSIC_WEAK_SET_PROTOTYPE, weak_set_construct, weak_set_rows, JS_COUNT(weak_set_rows));
    install_weak("WeakRef", 1, INTRINSIC_WEAK_REF_PROTOTYPE, weak_ref_construct, weak_ref_rows, JS_COUNT(weak_ref_rows));
    install_weak("FinalizationRegistry", 1, INTRINSIC_FINALIZATION_REGISTRY_PROTOTYPE, registry_construct, registry_rows,
                 JS_COUNT(registry_rows));
}
