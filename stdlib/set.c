/* The Set global (ECMA-262 24.2), with the set methods of ES2025.
 *
 * Invariant: methods that take another set read it through its Set Record (size, has, keys) alone, as programs can see. */
#include "exec/iterate.h"
#include "stdlib/collection.h"
#include "stdlib/support.h"

static JsCollection *this_set(JsValue v, const char *method)
{
    if (js_is_kind(v, JS_KIND_SET))
        return js_collection(v);
    js_throw_incompatible(method, v);
    return NULL;
}
#define THIS_SET(method) TRY_PTR(this_set(this_value, "Set.prototype." method))

/* 24.2.2.1 Set ( [ iterable ] ) */
JS_CONSTRUCTOR_BUILTIN(set_construct)
{
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_SET_PROTOTYPE));
    JsValue set = js_value(js_new_collection(JS_KIND_SET, proto));
    return js_is_nullish(arg(0)) ? set : js_add_values_from_iterable(set, arg(0), "Set");
}

/* 24.2.4.1 Set.prototype.add ( value ) */
JS_BUILTIN(set_prototype_add)
{
    TRY_INT(js_collection_set(THIS_SET("add"), arg(0), JS_UNDEFINED));
    return this_value;
}

/* 24.2.4.2 Set.prototype.clear ( ) */
JS_BUILTIN(set_prototype_clear)
{
    js_collection_clear(THIS_SET("clear"));
    return JS_UNDEFINED;
}

/* 24.2.4.4 Set.prototype.delete ( value ) */
JS_BUILTIN(set_prototype_delete)
{
    return js_boolean(js_collection_delete(THIS_SET("delete"), arg(0)));
}

/* 24.2.4.7 Set.prototype.forEach ( callback [ , thisArg ] ) */
JS_BUILTIN(set_prototype_for_each)
{
    JsCollection *set = THIS_SET("forEach");
    TRY(js_require_callable(arg(0)));
    JsCollectionCursor cursor = {0};
    JsValue key, v;
    while (js_collection_next(set, &cursor, &key, &v)) {
        JsValue call_argv[3] = {key, key, this_value};
        js_charge(15);
        TRY(js_call(arg(0), arg(1), 3, call_argv));
    }
    return JS_UNDEFINED;
}

/* 24.2.4.8 Set.prototype.has ( value ) */
JS_BUILTIN(set_prototype_has)
{
    return js_boolean(js_collection_has(THIS_SET("has"), arg(0)));
}

/* 24.2.4.14 get Set.prototype.size */
JS_BUILTIN(set_prototype_size)
{
    return js_uint(js_collection_size(THIS_SET("size")));
}

static JsValue new_set_iterator(JsCollection *set, JsOwnKind kind)
{
    JsBuiltinIterator *it = js_new_builtin_iterator(JS_ITERATOR_SET, js_value(set), JS_INTRINSIC(SET_ITERATOR_PROTOTYPE));
    it->state = kind;
    it->data[0] = js_int(0);
    return js_value(it);
}

/* 24.2.4.6 Set.prototype.entries ( ) */
JS_BUILTIN(set_prototype_entries)
{
    return new_set_iterator(THIS_SET("entries"), JS_OWN_ENTRIES);
}

/* 24.2.4.17 Set.prototype.values ( ) */
JS_BUILTIN(set_prototype_values)
{
    return new_set_iterator(THIS_SET("values"), JS_OWN_VALUES);
}

/* 24.2.6.2.1 %SetIteratorPrototype%.next ( ) */
JS_BUILTIN(set_iterator_next)
{
    if (!js_is_kind(this_value, JS_KIND_ITERATOR) || ((JsBuiltinIterator *)js_cell(this_value))->type != JS_ITERATOR_SET)
        return js_throw_incompatible("Set Iterator.prototype.next", this_value);
    return js_collection_iterator_next((JsBuiltinIterator *)js_cell(this_value));
}

/* ------------------------------------------------------------------------------------------------ set methods */
/* 24.2.1.1 Set Records */
typedef struct SetRecord {
    JsValue set;
    double size;
    JsValue has, keys;
} SetRecord;

/* 24.2.1.2 GetSetRecord ( object ) */
static JsValue get_set_record(JsValue v, SetRecord *ret)
{
    if (!js_is_object(v))
        return js_throw_type_error("%v is not an object", v);
    double number = TRY_NUMBER(TRY(js_get(js_object(v), JS_ATOM(size))));
    if (isnan(number))
        return js_throw_type_error("The 'size' property must be a number");
    double size = js_integer_of(number);
    if (size < 0)
        return js_throw_range_error("'%v' is an invalid size", js_number(size));
    JsValue has = TRY(js_get(js_object(v), JS_ATOM(has)));
    if (!js_is_callable(has))
        return js_throw_type_error("The 'has' property must be a function");
    JsValue keys = TRY(js_get(js_object(v), JS_ATOM(keys)));
    if (!js_is_callable(keys))
        return js_throw_type_error("The 'keys' property must be a function");
    *ret = (SetRecord){v, size, has, keys};
    return JS_UNDEFINED;
}

/* The iterator of other.keys() */
static JsValue open_keys(const SetRecord *other, JsIterator *it)
{
    JsValue keys = TRY(js_call(other->keys, other->set, 0, NULL));
    if (!js_is_object(keys))
        return js_throw_type_error("%v is not an object", keys);
    TRY_INT(js_iterator_open_direct(it, keys));
    return JS_UNDEFINED;
}

static JsValue other_has(const SetRecord *other, JsValue v)
{
    js_charge(15);
    JsValue answer = TRY(js_call(other->has, other->set, 1, &v));
    return js_boolean(js_to_boolean(answer));
}

static JsCollection *new_set(void)
{
    return js_new_collection(JS_KIND_SET, JS_INTRINSIC(SET_PROTOTYPE));
}

static JsCollection *copy_set(JsCollection *set)
{
    JsCollection *copy = new_set();
    JsCollectionCursor cursor = {0};
    JsValue key, v;
    while (js_collection_next(set, &cursor, &key, &v))
        if (js_collection_set(copy, key, JS_UNDEFINED) < 0)
            return NULL;
    return copy;
}

#define OPEN_SET_METHOD(method) \
    JsCollection *set = THIS_SET(method); \
    SetRecord other; \
    TRY(get_set_record(arg(0), &other)); \
    JsCollectionCursor cursor = {0}; \
    JsValue key, unused; \
    JsIterator it; \
    (void)cursor, (void)key, (void)unused, (void)it

/* 24.2.4.18 Set.prototype.union ( other ) */
JS_BUILTIN(set_prototype_union)
{
    OPEN_SET_METHOD("union");
    TRY(open_keys(&other, &it));
    JsCollection *result = TRY_PTR(copy_set(set));
    while ((key = TRY(js_iterator_step(&it))) != JS_EMPTY)
        TRY_INT(js_collection_set(result, key, JS_UNDEFINED));
    return js_value(result);
}

/* 24.2.4.9 Set.prototype.intersection ( other ) */
JS_BUILTIN(set_prototype_intersection)
{
    OPEN_SET_METHOD("intersection");
    JsCollection *result = new_set();
    if (js_collection_size(set) <= other.size) {
        while (js_collection_next(set, &cursor, &key, &unused))
            if (TRY(other_has(&other, key)) == JS_TRUE)
                TRY_INT(js_collection_set(result, key, JS_UNDEFINED));
        return js_value(result);
    }
    TRY(open_keys(&other, &it));
    while ((key = TRY(js_iterator_step(&it))) != JS_EMPTY)
        if (js_collection_has(set, key))
            TRY_INT(js_collection_set(result, key, JS_UNDEFINED));
    return js_value(result);
}

/* 24.2.4.5 Set.prototype.difference ( other ) */
JS_BUILTIN(set_prototype_difference)
{
    OPEN_SET_METHOD("difference");
    JsCollection *result = TRY_PTR(copy_set(set));
    if (js_collection_size(set) <= other.size) {
        while (js_collection_next(set, &cursor, &key, &unused))
            if (TRY(other_has(&other, key)) == JS_TRUE)
                js_collection_delete(result, key);
        return js_value(result);
    }
    TRY(open_keys(&other, &it));
    while ((key = TRY(js_iterator_step(&it))) != JS_EMPTY)
        js_collection_delete(result, key);
    return js_value(result);
}

/* 24.2.4.15 Set.prototype.symmetricDifference ( other ) */
JS_BUILTIN(set_prototype_symmetric_difference)
{
    OPEN_SET_METHOD("symmetricDifference");
    TRY(open_keys(&other, &it));
    JsCollection *result = TRY_PTR(copy_set(set));
    while ((key = TRY(js_iterator_step(&it))) != JS_EMPTY) {
        if (js_collection_has(set, key))
            js_collection_delete(result, key);
        else
            TRY_INT(js_collection_set(result, key, JS_UNDEFINED));
    }
    return js_value(result);
}

/* 24.2.4.11 Set.prototype.isSubsetOf ( other ) */
JS_BUILTIN(set_prototype_is_subset_of)
{
    OPEN_SET_METHOD("isSubsetOf");
    if (js_collection_size(set) > other.size)
        return JS_FALSE;
    while (js_collection_next(set, &cursor, &key, &unused))
        if (TRY(other_has(&other, key)) == JS_FALSE)
            return JS_FALSE;
    return JS_TRUE;
}

/* 24.2.4.12 Set.prototype.isSupersetOf ( other ) */
JS_BUILTIN(set_prototype_is_superset_of)
{
    OPEN_SET_METHOD("isSupersetOf");
    if (js_collection_size(set) < other.size)
        return JS_FALSE;
    TRY(open_keys(&other, &it));
    while ((key = TRY(js_iterator_step(&it))) != JS_EMPTY) {
        if (js_collection_has(set, key))
            continue;
        TRY_INT(js_iterator_close(&it));
        return JS_FALSE;
    }
    return JS_TRUE;
}

/* 24.2.4.10 Set.prototype.isDisjointFrom ( other ) */
JS_BUILTIN(set_prototype_is_disjoint_from)
{
    OPEN_SET_METHOD("isDisjointFrom");
    if (js_collection_size(set) <= other.size) {
        while (js_collection_next(set, &cursor, &key, &unused))
            if (TRY(other_has(&other, key)) == JS_TRUE)
                return JS_FALSE;
        return JS_TRUE;
    }
    TRY(open_keys(&other, &it));
    while ((key = TRY(js_iterator_step(&it))) != JS_EMPTY) {
        if (!js_collection_has(set, key))
            continue;
        TRY_INT(js_iterator_close(&it));
        return JS_FALSE;
    }
    return JS_TRUE;
}

static const JsBuiltin set_static_rows[] = {
    JS_SPECIES("24.2.3.2"),
};
static const JsBuiltin set_prototype_rows[] = {
    JS_METHOD("has", set_prototype_has, 1, "24.2.4.8"),
    JS_METHOD("add", set_prototype_add, 1, "24.2.4.1"),
    JS_METHOD("delete", set_prototype_delete, 1, "24.2.4.4"),
    JS_METHOD("clear", set_prototype_clear, 0, "24.2.4.2"),
    JS_METHOD("entries", set_prototype_entries, 0, "24.2.4.6"),
    JS_METHOD("forEach", set_prototype_for_each, 1, "24.2.4.7"),
    JS_GETTER("size", set_prototype_size, "24.2.4.14"),
    JS_METHOD("values", set_prototype_values, 0, "24.2.4.17"),
    JS_METHOD("union", set_prototype_union, 1, "24.2.4.16"),
    JS_METHOD("intersection", set_prototype_intersection, 1, "24.2.4.9"),
    JS_METHOD("difference", set_prototype_difference, 1, "24.2.4.5"),
    JS_METHOD("symmetricDifference", set_prototype_symmetric_difference, 1, "24.2.4.15"),
    JS_METHOD("isSubsetOf", set_prototype_is_subset_of, 1, "24.2.4.11"),
    JS_METHOD("isSupersetOf", set_prototype_is_superset_of, 1, "24.2.4.12"),
    JS_METHOD("isDisjointFrom", set_prototype_is_disjoint_from, 1, "24.2.4.10"),
    JS_STRING_CONSTANT("@@toStringTag", "Set", "24.2.4.19"),
};
static const JsBuiltin set_iterator_rows[] = {
    JS_METHOD("next", set_iterator_next, 0, "24.2.6.2.1"),
    JS_STRING_CONSTANT("@@toStringTag", "Set Iterator", "24.2.6.2.2"),
};

void js_install_set(void)
{
    JsObject *prototype = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_realm->intrinsics[INTRINSIC_SET_PROTOTYPE] = prototype;
    JsFunction *constructor = js_new_builtin_constructor("Set", 0, js_call_requires_new, set_construct, NULL, prototype);
    js_realm->intrinsics[INTRINSIC_SET] = &constructor->object;
    js_install_builtins(&constructor->object, set_static_rows, JS_COUNT(set_static_rows));
    js_install_builtins(prototype, set_prototype_rows, JS_COUNT(set_prototype_rows));
    JsValue values = js_peek_data(prototype, js_key_from_ascii("values"));
    js_put_own(prototype, JS_ATOM(keys), values, JS_HIDDEN_ATTRIBUTES);
    js_put_own(prototype, JS_SYM(iterator), values, JS_HIDDEN_ATTRIBUTES);
    js_define_global("Set", js_value(constructor));
    JsObject *iterator = js_new_plain(JS_INTRINSIC(ITERATOR_PROTOTYPE));
    js_realm->intrinsics[INTRINSIC_SET_ITERATOR_PROTOTYPE] = iterator;
    js_install_builtins(iterator, set_iterator_rows, JS_COUNT(set_iterator_rows));
    js_register_iterator_step(JS_ITERATOR_SET, set_iterator_next, js_collection_iterator_step);
}
