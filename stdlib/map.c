/* The Map global (ECMA-262 24.1), on the ordered hash tables of collection.h.
 *
 * Invariant: an iterator keeps the serial number of the next entry (JsBuiltinIterator.index), so that it sees entries added
 * while it walks and never one twice. */
#include "exec/iterate.h"
#include "stdlib/collection.h"
#include "stdlib/support.h"

static JsCollection *this_map(JsValue v, const char *method)
{
    if (js_is_kind(v, JS_KIND_MAP))
        return js_collection(v);
    js_throw_incompatible(method, v);
    return NULL;
}
#define THIS_MAP(method) TRY_PTR(this_map(this_value, "Map.prototype." method))

/* One entry of 24.1.1.2 AddEntriesFromIterable: adder(entry[0], entry[1]) */
static JsValue add_entry(JsValue map, JsValue entry, JsValue adder)
{
    if (!js_is_object(entry))
        return js_throw_type_error("Iterator value %v is not an entry object", entry);
    JsValue argv[2];
    argv[0] = TRY(js_get_index(js_object(entry), 0));
    argv[1] = TRY(js_get_index(js_object(entry), 1));
    return js_call(adder, map, 2, argv);
}

JsValue js_add_entries_from_iterable(JsValue target, JsValue iterable, JsValue adder)
{
    JsIterator it;
    TRY_INT(js_iterator_open(&it, iterable, NULL));
    for (;;) {
        js_charge(20);
        JsValue entry = TRY(js_iterator_step(&it));
        if (entry == JS_EMPTY)
            return target;
        if (add_entry(target, entry, adder) == JS_EXCEPTION) {
            js_iterator_close_quietly(&it);
            return JS_EXCEPTION;
        }
    }
}

JsValue js_add_values_from_iterable(JsValue set, JsValue iterable, const char *class_name)
{
    JsValue adder = TRY(js_get(js_object(set), JS_ATOM(add)));
    if (!js_is_callable(adder))
        return js_throw_type_error("'%v' returned for property 'add' of object '#<%s>' is not a function", adder, class_name);
    JsIterator it;
    TRY_INT(js_iterator_open(&it, iterable, NULL));
    for (;;) {
        js_charge(20);
        JsValue v = TRY(js_iterator_step(&it));
        if (v == JS_EMPTY)
            return set;
        if (js_call(adder, set, 1, &v) == JS_EXCEPTION) {
            js_iterator_close_quietly(&it);
            return JS_EXCEPTION;
        }
    }
}

/* 24.1.1.1 Map ( [ iterable ] ) */
JS_CONSTRUCTOR_BUILTIN(map_construct)
{
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_MAP_PROTOTYPE));
    JsValue map = js_value(js_new_collection(JS_KIND_MAP, proto));
    if (js_is_nullish(arg(0)))
        return map;
    JsValue adder = TRY(js_get(js_object(map), JS_ATOM(set)));
    if (!js_is_callable(adder))
        return js_throw_type_error("'%v' returned for property 'set' of object '#<Map>' is not a function", adder);
    return js_add_entries_from_iterable(map, arg(0), adder);
}

/* 24.1.3.7 Map.prototype.getOrInsert ( key, value ) */
JS_BUILTIN(map_get_or_insert)
{
    JsCollection *map = THIS_MAP("getOrInsert");
    JsValue v = js_collection_get(map, arg(0));
    if (v != JS_EMPTY)
        return v;
    TRY_INT(js_collection_set(map, arg(0), arg(1)));
    return arg(1);
}

/* 24.1.3.8 Map.prototype.getOrInsertComputed ( key, callback ); the callback may have inserted the key meanwhile */
JS_BUILTIN(map_get_or_insert_computed)
{
    JsCollection *map = THIS_MAP("getOrInsertComputed");
    TRY(js_require_callable(arg(1)));
    JsValue key = js_collection_key(arg(0)), v = js_collection_get(map, key);
    if (v != JS_EMPTY)
        return v;
    v = TRY(js_call(arg(1), JS_UNDEFINED, 1, &key));
    TRY_INT(js_collection_set(map, key, v));
    return v;
}

/* 24.1.2.1 Map.groupBy ( items, callback ) */
JS_BUILTIN(map_group_by)
{
    JsValue items = arg(0), callback = arg(1);
    TRY(js_require_coercible(items, "Map.groupBy"));
    TRY(js_require_callable(callback));
    JsCollection *map = js_new_collection(JS_KIND_MAP, JS_INTRINSIC(MAP_PROTOTYPE));
    JsIterator it;
    TRY_INT(js_iterator_open(&it, items, NULL));
    for (double k = 0;; k++) {
        js_charge(20);
        JsValue v = TRY(js_iterator_step(&it));
        if (v == JS_EMPTY)
            return js_value(map);
        JsValue call_argv[2] = {v, js_number(k)};
        JsValue key = js_call(callback, JS_UNDEFINED, 2, call_argv);
        if (key == JS_EXCEPTION) {
            js_iterator_close_quietly(&it);
            return JS_EXCEPTION;
        }
        JsValue group = js_collection_get(map, key);
        if (group == JS_EMPTY) {
            group = TRY(js_new_array(0, NULL));
            TRY_INT(js_collection_set(map, key, group));
        }
        TRY(js_array_append(group, v));
    }
}

/* 24.1.3.1 Map.prototype.clear ( ) */
JS_BUILTIN(map_prototype_clear)
{
    js_collection_clear(THIS_MAP("clear"));
    return JS_UNDEFINED;
}

/* 24.1.3.3 Map.prototype.delete ( key ) */
JS_BUILTIN(map_prototype_delete)
{
    return js_boolean(js_collection_delete(THIS_MAP("delete"), arg(0)));
}

/* 24.1.3.5 Map.prototype.forEach ( callback [ , thisArg ] ) */
JS_BUILTIN(map_prototype_for_each)
{
    JsCollection *map = THIS_MAP("forEach");
    TRY(js_require_callable(arg(0)));
    JsCollectionCursor cursor = {0};
    JsValue key, v;
    while (js_collection_next(map, &cursor, &key, &v)) {
        JsValue call_argv[3] = {v, key, this_value};
        js_charge(15);
        TRY(js_call(arg(0), arg(1), 3, call_argv));
    }
    return JS_UNDEFINED;
}

/* 24.1.3.6 Map.prototype.get ( key ) */
JS_BUILTIN(map_prototype_get)
{
    JsValue v = js_collection_get(THIS_MAP("get"), arg(0));
    return v == JS_EMPTY ? JS_UNDEFINED : v;
}

/* 24.1.3.7 Map.prototype.has ( key ) */
JS_BUILTIN(map_prototype_has)
{
    return js_boolean(js_collection_has(THIS_MAP("has"), arg(0)));
}

/* 24.1.3.9 Map.prototype.set ( key, value ) */
JS_BUILTIN(map_prototype_set)
{
    TRY_INT(js_collection_set(THIS_MAP("set"), arg(0), arg(1)));
    return this_value;
}

/* 24.1.3.10 get Map.prototype.size */
JS_BUILTIN(map_prototype_size)
{
    return js_uint(js_collection_size(THIS_MAP("size")));
}

static JsValue new_map_iterator(JsCollection *map, JsOwnKind kind)
{
    JsBuiltinIterator *it = js_new_builtin_iterator(JS_ITERATOR_MAP, js_value(map), JS_INTRINSIC(MAP_ITERATOR_PROTOTYPE));
    it->state = kind;
    it->data[0] = js_int(0);
    return js_value(it);
}

/* 24.1.3.4 Map.prototype.entries ( ) */
JS_BUILTIN(map_prototype_entries)
{
    return new_map_iterator(THIS_MAP("entries"), JS_OWN_ENTRIES);
}

/* 24.1.3.8 Map.prototype.keys ( ) */
JS_BUILTIN(map_prototype_keys)
{
    return new_map_iterator(THIS_MAP("keys"), JS_OWN_KEYS);
}

/* 24.1.3.11 Map.prototype.values ( ) */
JS_BUILTIN(map_prototype_values)
{
    return new_map_iterator(THIS_MAP("values"), JS_OWN_VALUES);
}

JsValue js_collection_iterator_step(JsBuiltinIterator *it)
{
    JsValue key, v;
    if (it->target == JS_UNDEFINED)
        return JS_EMPTY;
    JsCollectionCursor cursor = {it->index, (uint32_t)js_as_int(it->data[0])};
    if (!js_collection_next(js_collection(it->target), &cursor, &key, &v)) {
        js_store(it, &it->target, JS_UNDEFINED);
        return JS_EMPTY;
    }
    js_store(it, &it->index, cursor.serial);
    js_store(it, &it->data[0], js_int((int32_t)cursor.hint));
    if (it->state == JS_OWN_ENTRIES) {
        JsValue pair[2] = {key, it->type == JS_ITERATOR_SET ? key : v};
        return js_new_array(2, pair);
    }
    return it->state == JS_OWN_VALUES && it->type == JS_ITERATOR_MAP ? v : key;
}

JsValue js_collection_iterator_next(JsBuiltinIterator *it)
{
    JsValue v = js_collection_iterator_step(it);
    return v == JS_EMPTY ? js_new_iterator_result(JS_UNDEFINED, true) : js_new_iterator_result(v, false);
}

/* 24.1.5.2.1 %MapIteratorPrototype%.next ( ) */
JS_BUILTIN(map_iterator_next)
{
    if (!js_is_kind(this_value, JS_KIND_ITERATOR) || ((JsBuiltinIterator *)js_cell(this_value))->type != JS_ITERATOR_MAP)
        return js_throw_incompatible("Map Iterator.prototype.next", this_value);
    return js_collection_iterator_next((JsBuiltinIterator *)js_cell(this_value));
}

static const JsBuiltin map_static_rows[] = {
    JS_METHOD("groupBy", map_group_by, 2, "24.1.2.1"),
    JS_SPECIES("24.1.2.3"),
};
static const JsBuiltin map_prototype_rows[] = {
    JS_METHOD("get", map_prototype_get, 1, "24.1.3.6"),
    JS_METHOD("getOrInsert", map_get_or_insert, 2, "24.1.3.7"),
    JS_METHOD("getOrInsertComputed", map_get_or_insert_computed, 2, "24.1.3.8"),
    JS_METHOD("set", map_prototype_set, 2, "24.1.3.9"),
    JS_METHOD("has", map_prototype_has, 1, "24.1.3.7"),
    JS_METHOD("delete", map_prototype_delete, 1, "24.1.3.3"),
    JS_METHOD("clear", map_prototype_clear, 0, "24.1.3.1"),
    JS_METHOD("entries", map_prototype_entries, 0, "24.1.3.4"),
    JS_METHOD("forEach", map_prototype_for_each, 1, "24.1.3.5"),
    JS_METHOD("keys", map_prototype_keys, 0, "24.1.3.8"),
    JS_GETTER("size", map_prototype_size, "24.1.3.10"),
    JS_METHOD("values", map_prototype_values, 0, "24.1.3.11"),
    JS_STRING_CONSTANT("@@toStringTag", "Map", "24.1.3.13"),
};
static const JsBuiltin map_iterator_rows[] = {
    JS_METHOD("next", map_iterator_next, 0, "24.1.5.2.1"),
    JS_STRING_CONSTANT("@@toStringTag", "Map Iterator", "24.1.5.2.2"),
};

void js_install_map(void)
{
    JsObject *prototype = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_realm->intrinsics[INTRINSIC_MAP_PROTOTYPE] = prototype;
    JsFunction *constructor = js_new_builtin_constructor("Map", 0, js_call_requires_new, map_construct, NULL, prototype);
    js_realm->intrinsics[INTRINSIC_MAP] = &constructor->object;
    js_install_builtins(&constructor->object, map_static_rows, JS_COUNT(map_static_rows));
    js_install_builtins(prototype, map_prototype_rows, JS_COUNT(map_prototype_rows));
    js_put_own(prototype, JS_SYM(iterator), js_peek_data(prototype, js_key_from_ascii("entries")), JS_HIDDEN_ATTRIBUTES);
    js_define_global("Map", js_value(constructor));
    JsObject *iterator = js_new_plain(JS_INTRINSIC(ITERATOR_PROTOTYPE));
    js_realm->intrinsics[INTRINSIC_MAP_ITERATOR_PROTOTYPE] = iterator;
    js_install_builtins(iterator, map_iterator_rows, JS_COUNT(map_iterator_rows));
    js_register_iterator_step(JS_ITERATOR_MAP, map_iterator_next, js_collection_iterator_step);
}
