/* Array.prototype: the methods that call back or search (ECMA-262 23.1.3), and reduce.
 *
 * Invariant: between two callbacks nothing about the array is remembered but its length at the start, as the
 * specification has it; a callback may change everything else. */
#include "stdlib/array.h"

typedef struct Walk {
    JsObject *object;
    double length;
    JsValue callback, this_arg;
} Walk;

/* The opening steps that all of these methods have in common. */
static JsValue walk_start(Walk *walk, JsValue this_value, uint32_t argc, JsValue *argv)
{
    walk->object = TRY_OBJECT(this_value);
    walk->length = TRY_LENGTH(walk->object);
    walk->callback = arg(0);
    TRY(js_require_callable(walk->callback));
    walk->this_arg = arg(1);
    return JS_UNDEFINED;
}

/* Work is charged once in 64 rounds, so that a round costs no call for it. */
static inline void charge_round(double k, uint32_t work)
{
    if (((uint64_t)k & 63) == 63)
        js_charge(64 * work);
}

/* Call ( f, this, argv ), straight to an ordinary function. */
static inline JsValue call_function(JsValue f, JsValue this_arg, uint32_t argc, JsValue *argv)
{
    if (js_likely(js_is_kind(f, JS_KIND_FUNCTION)))
        return js_call_function(js_function(f), this_arg, argc, argv);
    return js_call(f, this_arg, argc, argv);
}

static inline JsValue walk_call(Walk *walk, JsValue v, double index)
{
    JsValue argv[3] = {v, js_number(index), js_value(walk->object)};
    charge_round(index, 10);
    return call_function(walk->callback, walk->this_arg, 3, argv);
}

/* 23.1.3.6 Array.prototype.every ( callback [ , thisArg ] ) */
JS_BUILTIN(array_prototype_every)
{
    Walk walk;
    TRY(walk_start(&walk, this_value, argc, argv));
    for (double k = 0; k < walk.length; k++) {
        JsValue v = TRY(array_get_present(walk.object, k));
        if (v != JS_EMPTY && !js_to_boolean(TRY(walk_call(&walk, v, k))))
            return JS_FALSE;
    }
    return JS_TRUE;
}

/* 23.1.3.29 Array.prototype.some ( callback [ , thisArg ] ) */
JS_BUILTIN(array_prototype_some)
{
    Walk walk;
    TRY(walk_start(&walk, this_value, argc, argv));
    for (double k = 0; k < walk.length; k++) {
        JsValue v = TRY(array_get_present(walk.object, k));
        if (v != JS_EMPTY && js_to_boolean(TRY(walk_call(&walk, v, k))))
            return JS_TRUE;
    }
    return JS_FALSE;
}

/* 23.1.3.15 Array.prototype.forEach ( callback [ , thisArg ] ) */
JS_BUILTIN(array_prototype_for_each)
{
    Walk walk;
    TRY(walk_start(&walk, this_value, argc, argv));
    for (double k = 0; k < walk.length; k++) {
        JsValue v = TRY(array_get_present(walk.object, k));
        if (v != JS_EMPTY)
            TRY(walk_call(&walk, v, k));
    }
    return JS_UNDEFINED;
}

/* 23.1.3.21 Array.prototype.map ( callback [ , thisArg ] ) */
JS_BUILTIN(array_prototype_map)
{
    Walk walk;
    TRY(walk_start(&walk, this_value, argc, argv));
    JsObject *result = TRY_PTR(array_species_create(walk.object, walk.length));
    for (double k = 0; k < walk.length; k++) {
        JsValue v = TRY(array_get_present(walk.object, k));
        if (v == JS_EMPTY)
            continue;
        JsValue mapped = TRY(walk_call(&walk, v, k));
        TRY_INT(js_create_data_property_at(result, k, mapped));
    }
    return js_value(result);
}

/* 23.1.3.8 Array.prototype.filter ( callback [ , thisArg ] ) */
JS_BUILTIN(array_prototype_filter)
{
    Walk walk;
    TRY(walk_start(&walk, this_value, argc, argv));
    JsObject *result = TRY_PTR(array_species_create(walk.object, 0));
    double to = 0;
    for (double k = 0; k < walk.length; k++) {
        JsValue v = TRY(array_get_present(walk.object, k));
        if (v == JS_EMPTY || !js_to_boolean(TRY(walk_call(&walk, v, k))))
            continue;
        TRY_INT(js_create_data_property_at(result, to, v));
        to++;
    }
    return js_value(result);
}

/* 23.1.3.12.1 FindViaPredicate: the index and value found, index -1 when none */
static JsValue find_via_predicate(JsValue this_value, uint32_t argc, JsValue *argv, bool descending, bool wants_index)
{
    Walk walk;
    TRY(walk_start(&walk, this_value, argc, argv));
    for (double n = 0; n < walk.length; n++) {
        double k = descending ? walk.length - 1 - n : n;
        JsValue v = TRY(array_get(walk.object, k));
        if (js_to_boolean(TRY(walk_call(&walk, v, k))))
            return wants_index ? js_number(k) : v;
    }
    return wants_index ? js_int(-1) : JS_UNDEFINED;
}

/* 23.1.3.9 Array.prototype.find ( predicate [ , thisArg ] ) */
JS_BUILTIN(array_prototype_find)
{
    return find_via_predicate(this_value, argc, argv, false, false);
}

/* 23.1.3.10 Array.prototype.findIndex ( predicate [ , thisArg ] ) */
JS_BUILTIN(array_prototype_find_index)
{
    return find_via_predicate(this_value, argc, argv, false, true);
}

/* 23.1.3.11 Array.prototype.findLast ( predicate [ , thisArg ] ) */
JS_BUILTIN(array_prototype_find_last)
{
    return find_via_predicate(this_value, argc, argv, true, false);
}

/* 23.1.3.12 Array.prototype.findLastIndex ( predicate [ , thisArg ] ) */
JS_BUILTIN(array_prototype_find_last_index)
{
    return find_via_predicate(this_value, argc, argv, true, true);
}

/* 23.1.3.24 and 23.1.3.25: reduce from one end */
static JsValue reduce_from(JsValue this_value, uint32_t argc, JsValue *argv, bool right)
{
    Walk walk;
    TRY(walk_start(&walk, this_value, argc, argv));
    double n = 0;
    JsValue accumulator = arg(1);
    if (argc < 2) {
        accumulator = JS_EMPTY;
        for (; accumulator == JS_EMPTY && n < walk.length; n++)
            accumulator = TRY(array_get_present(walk.object, right ? walk.length - 1 - n : n));
        if (accumulator == JS_EMPTY)
            return js_throw_type_error("Reduce of empty array with no initial value");
    }
    for (; n < walk.length; n++) {
        double k = right ? walk.length - 1 - n : n;
        JsValue v = TRY(array_get_present(walk.object, k));
        if (v == JS_EMPTY)
            continue;
        JsValue call_argv[4] = {accumulator, v, js_number(k), js_value(walk.object)};
        charge_round(n, 10);
        accumulator = TRY(call_function(walk.callback, JS_UNDEFINED, 4, call_argv));
    }
    return accumulator;
}

/* 23.1.3.24 Array.prototype.reduce ( callback [ , initialValue ] ) */
JS_BUILTIN(array_prototype_reduce)
{
    return reduce_from(this_value, argc, argv, false);
}

/* 23.1.3.25 Array.prototype.reduceRight ( callback [ , initialValue ] ) */
JS_BUILTIN(array_prototype_reduce_right)
{
    return reduce_from(this_value, argc, argv, true);
}

/* The start of a search from the front: fromIndex relative to length, clamped. */
static JsValue search_start(JsObject *object, uint32_t argc, JsValue *argv, double length, double *ret_from)
{
    double from = TRY_INTEGER(arg(1));
    if (from < 0)
        from = from + length < 0 ? 0 : from + length;
    *ret_from = from;
    return JS_UNDEFINED;
}

/* 23.1.3.16 Array.prototype.includes ( searchElement [ , fromIndex ] ) */
JS_BUILTIN(array_prototype_includes)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    if (length == 0)
        return JS_FALSE;
    double from;
    TRY(search_start(object, argc, argv, length, &from));
    JsValue wanted = arg(0);
    for (double k = from; k < length; k++) {
        JsValue v = TRY(array_get(object, k));
        if (v == wanted || js_same_value_zero(v, wanted))
            return JS_TRUE;
        charge_round(k, 3);
    }
    return JS_FALSE;
}

/* 23.1.3.17 Array.prototype.indexOf ( searchElement [ , fromIndex ] ) */
JS_BUILTIN(array_prototype_index_of)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    if (length == 0)
        return js_int(-1);
    double from;
    TRY(search_start(object, argc, argv, length, &from));
    JsValue wanted = arg(0);
    for (double k = from; k < length; k++) {
        JsValue v = TRY(array_get_present(object, k));
        if (v != JS_EMPTY && js_strict_equal(v, wanted))
            return js_number(k);
        charge_round(k, 3);
    }
    return js_int(-1);
}

/* 23.1.3.20 Array.prototype.lastIndexOf ( searchElement [ , fromIndex ] ) */
JS_BUILTIN(array_prototype_last_index_of)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    if (length == 0)
        return js_int(-1);
    double from = length - 1;
    if (argc > 1)
        from = TRY_INTEGER(arg(1));
    double k = from >= 0 ? fmin(from, length - 1) : length + from;
    JsValue wanted = arg(0);
    for (; k >= 0; k--) {
        JsValue v = TRY(array_get_present(object, k));
        if (v != JS_EMPTY && js_strict_equal(v, wanted))
            return js_number(k);
        charge_round(k, 3);
    }
    return js_int(-1);
}

/* 23.1.3.1 Array.prototype.at ( index ) */
JS_BUILTIN(array_prototype_at)
{
    JsObject *object = TRY_OBJECT(this_value);            /* 1 */
    double length = TRY_LENGTH(object);        /* 2 */
    double index = TRY_INTEGER(arg(0)); /* 3 */
    if (index < 0)                                               /* 4-5 */
        index += length;
    if (index < 0 || index >= length)                            /* 6 */
        return JS_UNDEFINED;
    return array_get(object, index);                             /* 7 */
}

const JsBuiltin array_callback_rows[] = {
    JS_METHOD("at", array_prototype_at, 1, "23.1.3.1"),
    JS_METHOD("every", array_prototype_every, 1, "23.1.3.6"),
    JS_METHOD("filter", array_prototype_filter, 1, "23.1.3.8"),
    JS_METHOD("find", array_prototype_find, 1, "23.1.3.9"),
    JS_METHOD("findIndex", array_prototype_find_index, 1, "23.1.3.10"),
    JS_METHOD("findLast", array_prototype_find_last, 1, "23.1.3.11"),
    JS_METHOD("findLastIndex", array_prototype_find_last_index, 1, "23.1.3.12"),
    JS_METHOD("forEach", array_prototype_for_each, 1, "23.1.3.15"),
    JS_METHOD("includes", array_prototype_includes, 1, "23.1.3.16"),
    JS_METHOD("indexOf", array_prototype_index_of, 1, "23.1.3.17"),
    JS_METHOD("lastIndexOf", array_prototype_last_index_of, 1, "23.1.3.20"),
    JS_METHOD("map", array_prototype_map, 1, "23.1.3.21"),
    JS_METHOD("reduce", array_prototype_reduce, 1, "23.1.3.24"),
    JS_METHOD("reduceRight", array_prototype_reduce_right, 1, "23.1.3.25"),
    JS_METHOD("some", array_prototype_some, 1, "23.1.3.29"),
};
const uint32_t array_callback_row_count = JS_COUNT(array_callback_rows);
