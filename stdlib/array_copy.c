/* Array.prototype: the methods that make a new array out of old ones: concat, flat, flatMap, slice, with, toReversed,
 * toSpliced, join, toString, toLocaleString (ECMA-262 23.1.3).
 *
 * Invariant: a fast path copies elements only between packed arrays, after the last step that can call out. */
#include "stdlib/array.h"
#include "stdlib/object.h"

/* An array that ArraySpeciesCreate made without calling out, so nobody else has it: no elements yet, length writable. */
static bool is_fresh_array(const JsObject *array)
{
    return js_is_dense_array(js_value(array)) && !(array->cell.flags & JS_WRITE_GUARD) && js_elements(array)->length == 0 &&
           js_shape(array) == js_realm->array_shape;
}

/* Fills a fresh array with a range of a packed one. */
static void copy_packed(JsArray *result, const JsObject *source, uint32_t from, uint32_t count)
{
    js_elements_reserve(&result->object, count);
    heap_copy(result->object.elements, source->elements + from, count * sizeof(JsValue));
    js_elements(&result->object)->length = count;
    result->length = count;
    js_charge(count / 2);
}

/* 23.1.3.2.1 IsConcatSpreadable: 1, 0, or -1 on exception */
static int is_concat_spreadable(JsValue v)
{
    if (!js_is_object(v))
        return 0;
    JsValue spreadable = js_get(js_object(v), JS_SYM(isConcatSpreadable));
    if (spreadable == JS_EXCEPTION)
        return -1;
    return spreadable == JS_UNDEFINED ? js_is_array(v) : js_to_boolean(spreadable);
}

static const char too_long[] = "Invalid array length";

/* Appends a packed array to one that is still fresh but for what concat put there: nobody else has the result. */
static bool append_packed(JsObject *result, JsObject *item, double n)
{
    uint32_t count = js_elements(item)->length;
    if (item->cell.kind != JS_KIND_ARRAY || ((JsArray *)item)->length != count || js_shape(result) != js_realm->array_shape ||
        !js_is_dense_array(js_value(result)) || (result->cell.flags & JS_WRITE_GUARD) || js_elements(result)->length != n ||
        ((JsArray *)result)->length != n || n + count >= UINT32_MAX || !array_is_packed(item, count))
        return false;
    js_elements_reserve(result, (uint32_t)n + count);
    heap_copy(result->elements + (uint32_t)n, item->elements, count * sizeof(JsValue));
    js_elements(result)->length = ((JsArray *)result)->length = (uint32_t)n + count;
    js_charge(count / 4);
    return true;
}

/* Steps 5.c of concat: the elements of `item` from index *n of `result` on */
static JsValue concat_elements(JsObject *result, JsObject *item, double *n)
{
    double length = TRY_LENGTH(item);
    if (*n + length > 9007199254740991.0)
        return js_throw_type_error(too_long);
    if (append_packed(result, item, *n)) {
        *n += length;
        return JS_UNDEFINED;
    }
    for (double k = 0; k < length; k++) {
        JsValue v = TRY(array_get_present(item, k));
        if (v != JS_EMPTY)
            TRY_INT(js_create_data_property_at(result, *n + k, v));
        js_charge(3);
    }
    *n += length;
    return JS_UNDEFINED;
}

/* 23.1.3.2 Array.prototype.concat ( ...items ) */
JS_BUILTIN(array_prototype_concat)
{
    JsObject *object = TRY_OBJECT(this_value);
    JsObject *result = TRY_PTR(array_species_create(object, 0));
    double n = 0;
    for (int64_t i = -1; i < (int64_t)argc; i++) {
        JsValue item = i < 0 ? js_value(object) : argv[i];
        if (TRY_INT(is_concat_spreadable(item))) {
            TRY(concat_elements(result, js_object(item), &n));
            continue;
        }
        if (n >= 9007199254740991.0)
            return js_throw_type_error(too_long);
        TRY_INT(js_create_data_property_at(result, n, item));
        n++;
    }
    TRY_INT(array_set_length(result, n));
    return js_value(result);
}

/* 23.1.3.28 Array.prototype.slice ( start, end ) */
JS_BUILTIN(array_prototype_slice)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    double k = TRY_RELATIVE(arg(0), length, 0);
    double final = TRY_RELATIVE(arg(1), length, length);
    double count = fmax(final - k, 0);
    JsObject *result = TRY_PTR(array_species_create(object, count));
    if (array_is_packed(object, k + count) && is_fresh_array(result)) {
        copy_packed(js_array(js_value(result)), object, (uint32_t)k, (uint32_t)count);
        return js_value(result);
    }
    double n = 0;
    for (; k < final; k++, n++) {
        JsValue v = TRY(array_get_present(object, k));
        if (v != JS_EMPTY)
            TRY_INT(js_create_data_property_at(result, n, v));
        js_charge(3);
    }
    TRY_INT(array_set_length(result, n));
    return js_value(result);
}

/* 23.1.3.13.1 FlattenIntoArray: the next target index through *target_index. Bounded by the native stack. */
static JsValue flatten_into(JsObject *target, JsObject *source, double length, double *target_index, double depth,
                            JsValue mapper, JsValue this_arg)
{
    if (!JS_ENTER())
        return JS_EXCEPTION;
    for (double k = 0; k < length; k++) {
        JsValue v = TRY(array_get_present(source, k));
        js_charge(4);
        if (v == JS_EMPTY)
            continue;
        if (mapper != JS_UNDEFINED) {
            JsValue argv[3] = {v, js_number(k), js_value(source)};
            v = TRY(js_call(mapper, this_arg, 3, argv));
        }
        int flatten = depth > 0 ? TRY_INT(js_is_array(v)) : 0;
        if (flatten) {
            double inner = TRY_LENGTH(js_object(v));
            TRY(flatten_into(target, js_object(v), inner, target_index, depth - 1, JS_UNDEFINED, JS_UNDEFINED));
            continue;
        }
        if (*target_index >= 9007199254740991.0)
            return js_throw_type_error(too_long);
        TRY_INT(js_create_data_property_at(target, (*target_index)++, v));
    }
    return JS_UNDEFINED;
}

/* 23.1.3.13 Array.prototype.flat ( [ depth ] ) */
JS_BUILTIN(array_prototype_flat)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    double depth = 1, index = 0;
    if (arg(0) != JS_UNDEFINED)
        depth = fmax(TRY_INTEGER(arg(0)), 0);
    JsObject *result = TRY_PTR(array_species_create(object, 0));
    TRY(flatten_into(result, object, length, &index, depth, JS_UNDEFINED, JS_UNDEFINED));
    return js_value(result);
}

/* 23.1.3.14 Array.prototype.flatMap ( mapper [ , thisArg ] ) */
JS_BUILTIN(array_prototype_flat_map)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object), index = 0;
    if (!js_is_callable(arg(0)))
        return js_throw_type_error("flatMap mapper function is not callable");
    JsObject *result = TRY_PTR(array_species_create(object, 0));
    TRY(flatten_into(result, object, length, &index, 1, arg(0), arg(1)));
    return js_value(result);
}

/* 23.1.3.33 Array.prototype.toReversed ( ) */
JS_BUILTIN(array_prototype_to_reversed)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    JsObject *result = TRY_PTR(array_create_sized(length));
    for (double k = 0; k < length; k++) {
        JsValue v = TRY(array_get(object, length - 1 - k));
        TRY_INT(js_create_data_property_at(result, k, v));
        js_charge(3);
    }
    return js_value(result);
}

/* 23.1.3.35 Array.prototype.toSpliced ( start, skipCount, ...items ) */
JS_BUILTIN(array_prototype_to_spliced)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    double start = TRY_RELATIVE(arg(0), length, 0);
    double skip = argc == 0 ? 0 : length - start;
    if (argc > 1)
        skip = fmin(fmax(TRY_INTEGER(arg(1)), 0), length - start);
    double inserted = argc > 2 ? argc - 2 : 0;
    double new_length = length + inserted - skip;
    if (new_length > 9007199254740991.0)
        return js_throw_type_error(too_long);
    JsObject *result = TRY_PTR(array_create_sized(new_length));
    for (double i = 0; i < new_length; i++) {
        JsValue v;
        if (i >= start && i < start + inserted)
            v = argv[2 + (uint32_t)(i - start)];
        else
            v = TRY(array_get(object, i < start ? i : i - inserted + skip));
        TRY_INT(js_create_data_property_at(result, i, v));
        js_charge(3);
    }
    return js_value(result);
}

/* 23.1.3.39 Array.prototype.with ( index, value ) */
JS_BUILTIN(array_prototype_with)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    double relative = TRY_INTEGER(arg(0));
    double index = relative >= 0 ? relative : length + relative;
    if (index >= length || index < 0)
        return js_throw_range_error("Invalid index : %v", js_number(relative));
    JsObject *result = TRY_PTR(array_create_sized(length));
    for (double k = 0; k < length; k++) {
        JsValue v = arg(1);
        if (k != index)
            v = TRY(array_get(object, k));
        TRY_INT(js_create_data_property_at(result, k, v));
        js_charge(3);
    }
    return js_value(result);
}

/* The text of one element for join and toLocaleString: "" for undefined and null. */
static JsValue element_text(JsValue v, bool locale)
{
    if (js_is_nullish(v))
        return js_empty_string;
    if (!locale)
        return js_is_string(v) ? v : js_op_to_string(v);
    JsValue text = TRY(js_invoke(v, JS_ATOM(toLocaleString), 0, NULL));
    return js_op_to_string(text);
}

/* The loop of 23.1.3.18 and 23.1.3.32. V8 and others give "" for an array that is being joined already, since 1995; the
 * specification overflows the stack instead. */
static JsValue join_elements(JsObject *object, double length, JsString *separator, bool locale)
{
    JsStringBuilder builder;
    js_builder_start(&builder, 32);
    for (double k = 0; k < length && !builder.failed; k++) {
        if (k > 0)
            js_builder_add_string(&builder, separator);
        JsValue v = TRY(array_get(object, k));
        JsValue text = TRY(element_text(v, locale));
        js_builder_add_string(&builder, js_string(text));
        js_charge(8);
    }
    return js_builder_finish(&builder);
}

/* The arrays being joined now, innermost first: a chain through the native stack of this agent. */
typedef struct JoinFrame {
    JsObject *object;
    struct JoinFrame *outer;
} JoinFrame;

static JsValue join_guarded(JsObject *object, double length, JsString *separator, bool locale)
{
    JoinFrame **innermost = (JoinFrame **)&js_agent->joining;
    for (JoinFrame *f = *innermost; f; f = f->outer)
        if (f->object == object)
            return js_empty_string;
    if (!JS_ENTER())
        return JS_EXCEPTION;
    JoinFrame frame = {object, *innermost};
    *innermost = &frame;
    JsValue result = join_elements(object, length, separator, locale);
    *innermost = frame.outer;
    return result;
}

/* 23.1.3.18 Array.prototype.join ( separator ) */
JS_BUILTIN(array_prototype_join)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    JsString *separator = js_string(JS_ATOM(comma));
    if (arg(0) != JS_UNDEFINED)
        separator = TRY_STRING(arg(0));
    return join_guarded(object, length, separator, false);
}

/* 23.1.3.32 Array.prototype.toLocaleString ( ) */
JS_BUILTIN(array_prototype_to_locale_string)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    return join_guarded(object, length, js_string(JS_ATOM(comma)), true);
}

/* 23.1.3.36 Array.prototype.toString ( ) */
JS_BUILTIN(array_prototype_to_string)
{
    JsObject *object = TRY_OBJECT(this_value);
    JsValue join = TRY(js_get(object, JS_ATOM(join)));
    if (!js_is_callable(join))
        return js_object_to_string(js_value(object));
    return js_call(join, js_value(object), 0, NULL);
}

const JsBuiltin array_copy_rows[] = {
    JS_METHOD("concat", array_prototype_concat, 1, "23.1.3.2"),
    JS_METHOD("flat", array_prototype_flat, 0, "23.1.3.13"),
    JS_METHOD("flatMap", array_prototype_flat_map, 1, "23.1.3.14"),
    JS_METHOD("join", array_prototype_join, 1, "23.1.3.18"),
    JS_METHOD("slice", array_prototype_slice, 2, "23.1.3.28"),
    JS_METHOD("toLocaleString", array_prototype_to_locale_string, 0, "23.1.3.32"),
    JS_METHOD("toReversed", array_prototype_to_reversed, 0, "23.1.3.33"),
    JS_METHOD("toSpliced", array_prototype_to_spliced, 2, "23.1.3.35"),
    JS_METHOD("toString", array_prototype_to_string, 0, "23.1.3.36"),
    JS_METHOD("with", array_prototype_with, 2, "23.1.3.39"),
};
const uint32_t array_copy_row_count = JS_COUNT(array_copy_rows);
