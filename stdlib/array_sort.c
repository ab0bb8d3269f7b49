/* Array.prototype.sort and toSorted, and the sort of typed arrays: one stable merge sort over a permutation.
 *
 * Invariant: what is sorted are indices into an array that no program can reach, so a comparator may do anything to the array
 * and may be inconsistent: the result is then some permutation, never a lost or doubled element. */
#include "stdlib/array_sort.h"
#include "stdlib/array.h"

/* 1: b sorts before a. 0: not. -1: an exception is pending. */
static int sorts_before(const JsSort *sort, uint32_t b, uint32_t a)
{
    js_charge(12);
    if (sort->prefixes && sort->prefixes[a] != sort->prefixes[b])
        return sort->prefixes[b] < sort->prefixes[a];
    return sort->is_less(sort, sort->items[b], sort->items[a]);
}

enum { INSERTION_RUN = 8 };

/* Sorts order[0 .. count) of at most INSERTION_RUN by insertion. */
static bool insertion_sort(const JsSort *sort, uint32_t *order, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t moving = order[i], j = i;
        for (; j > 0; j--) {
            int before = sorts_before(sort, moving, order[j - 1]);
            if (before < 0)
                return false;
            if (!before)
                break;
            order[j] = order[j - 1];
        }
        order[j] = moving;
    }
    return true;
}

/* Merges the sorted halves [0, middle) and [middle, count) of `order`, through `temp`. */
static bool merge_halves(const JsSort *sort, uint32_t *order, uint32_t *temp, uint32_t middle, uint32_t count)
{
    int before = sorts_before(sort, order[middle], order[middle - 1]);
    if (before <= 0)
        return before == 0;
    heap_copy(temp, order, middle * sizeof *temp);
    uint32_t left = 0, right = middle, to = 0;
    while (left < middle && right < count) {
        before = sorts_before(sort, order[right], temp[left]);
        if (before < 0)
            return false;
        order[to++] = before ? order[right++] : temp[left++];
    }
    heap_copy(order + to, temp + left, (middle - left) * sizeof *temp);
    return true;
}

/* Depth is bounded by 32, the logarithm of the count. */
static bool merge_sort(const JsSort *sort, uint32_t *order, uint32_t *temp, uint32_t count)
{
    if (count <= INSERTION_RUN)
        return insertion_sort(sort, order, count);
    uint32_t middle = count / 2;
    return merge_sort(sort, order, temp, middle) && merge_sort(sort, order + middle, temp, count - middle) &&
           merge_halves(sort, order, temp, middle, count);
}

uint32_t *js_sort_order(JsSort *sort)
{
    uint32_t *order = js_scratch((size_t)sort->count * 2 * sizeof *order);
    if (!order)
        return NULL;
    for (uint32_t i = 0; i < sort->count; i++) {
        order[i] = i;
        js_charge_round(i, 1);
    }
    return merge_sort(sort, order, order + sort->count, sort->count) ? order : NULL;
}

int js_sort_by_comparator(const JsSort *sort, JsValue x, JsValue y)
{
    JsValue argv[2] = {y, x}; /* is x < y asked as: is comparator(y, x) > 0, so that ties keep their order */
    JsValue v = js_call(sort->comparator, JS_UNDEFINED, 2, argv);
    if (v == JS_EXCEPTION)
        return -1;
    if (js_is_int(v))
        return js_as_int(v) > 0;
    double order;
    return js_to_number(v, &order) < 0 ? -1 : order > 0;
}

static int is_less_string(const JsSort *sort, JsValue x, JsValue y)
{
    return js_string_compare(js_string(x), js_string(y)) < 0;
}

/* The first four code units as a number that orders as the string does, as far as it goes. */
static uint64_t prefix_of(JsString *s)
{
    JsChars chars = js_string_chars(s);
    uint64_t prefix = 0;
    for (uint32_t i = 0; i < 4; i++)
        prefix = prefix << 16 | (i < chars.length ? js_chars_at(chars, i) : 0);
    return prefix;
}

/* The prefixes of all strings, side by side; NULL on exception. */
static uint64_t *prefixes_of(const JsValue *texts, uint32_t count)
{
    uint64_t *prefixes = js_scratch(count * sizeof *prefixes);
    for (uint32_t i = 0; prefixes && i < count; i++) {
        prefixes[i] = prefix_of(js_string(texts[i]));
        js_charge(8);
    }
    return prefixes;
}

/* 23.1.3.30.2 CompareArrayElements without a comparator, for elements that are objects or symbols */
static int is_less_by_text(const JsSort *sort, JsValue x, JsValue y)
{
    JsString *y_text = js_to_string(y);
    JsString *x_text = y_text ? js_to_string(x) : NULL;
    return x_text ? js_string_compare(x_text, y_text) < 0 : -1;
}

/* Nobody can observe how often a primitive is converted, so each is converted once. NULL on exception. */
static JsObject *texts_of(JsObject *values, uint32_t count)
{
    JsObject *texts = array_new_filled(count);
    if (!texts)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        JsString *text = js_to_string(values->elements[i]);
        if (!text)
            return NULL;
        texts->elements[i] = js_value(text);
        js_charge(20);
    }
    return texts;
}

static bool all_convert_silently(JsObject *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (js_is_object(values->elements[i]) || js_is_symbol(values->elements[i]))
            return false;
    return true;
}

/* The elements of `values` (ours, packed, without undefined) in order, as a permutation. NULL on exception. */
static uint32_t *sort_values(JsObject *values, uint32_t count, JsValue comparator)
{
    JsSort sort = {values->elements, count, comparator, js_sort_by_comparator, NULL};
    if (comparator == JS_UNDEFINED) {
        sort.is_less = is_less_by_text;
        if (all_convert_silently(values, count)) {
            JsObject *texts = texts_of(values, count);
            if (!texts)
                return NULL;
            sort.items = texts->elements;
            sort.is_less = is_less_string;
            sort.prefixes = prefixes_of(texts->elements, count);
            if (!sort.prefixes)
                return NULL;
        }
    }
    return js_sort_order(&sort);
}

/* 23.1.3.30.1 SortIndexedProperties, first half: what is there to sort. undefined ones are only counted: they sort last.
 * With skip_holes false, holes are read through as undefined. */
static JsValue collect(JsObject *object, double length, bool skip_holes, JsValue *ret_values, double *ret_undefined)
{
    JsValue values = js_new_array(0, NULL);
    if (values == JS_EXCEPTION)
        return values;
    double undefined_count = 0;
    for (double k = 0; k < length; k++) {
        JsValue v = skip_holes ? TRY(array_get_present(object, k)) : TRY(array_get(object, k));
        js_charge(4);
        if (v == JS_EMPTY)
            continue;
        if (v == JS_UNDEFINED)
            undefined_count++;
        else
            TRY(js_array_append(values, v));
    }
    *ret_values = values;
    *ret_undefined = undefined_count;
    return JS_UNDEFINED;
}

static JsValue check_comparator(JsValue comparator)
{
    if (comparator == JS_UNDEFINED || js_is_callable(comparator))
        return JS_UNDEFINED;
    return js_throw_type_error("The comparison function must be either a function or undefined");
}

/* 23.1.3.30 Array.prototype.sort ( comparator ) */
JS_BUILTIN(array_prototype_sort)
{
    TRY(check_comparator(arg(0)));                                          /* 1 */
    JsObject *object = TRY_OBJECT(this_value);                             /* 2 */
    double length = TRY_LENGTH(object);                         /* 3 */
    JsValue collected;
    double undefined_count;
    TRY(collect(object, length, true, &collected, &undefined_count));             /* 4-5 */
    JsObject *values = js_object(collected);
    uint32_t count = js_elements(values)->length;
    uint32_t *order = TRY_PTR(sort_values(values, count, arg(0)));
    double item_count = count + undefined_count;                                  /* 6 */
    for (double j = 0; j < item_count; j++) {                                     /* 7-8 */
        TRY_INT(array_set(object, j, j < count ? values->elements[order[(uint32_t)j]] : JS_UNDEFINED));
        js_charge(4);
    }
    for (double j = item_count; j < length; j++) {                                /* 9-11 */
        TRY_INT(js_delete_index_or_throw(object, j));
    }
    return js_value(object);                                                      /* 12 */
}

/* 23.1.3.34 Array.prototype.toSorted ( comparator ) */
JS_BUILTIN(array_prototype_to_sorted)
{
    TRY(check_comparator(arg(0)));
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    JsObject *result = TRY_PTR(array_create_sized(length));
    JsValue collected;
    double undefined_count;
    TRY(collect(object, length, false, &collected, &undefined_count));
    JsObject *values = js_object(collected);
    uint32_t count = js_elements(values)->length;
    uint32_t *order = TRY_PTR(sort_values(values, count, arg(0)));
    for (double j = 0; j < length; j++)
        TRY_INT(js_create_data_property_at(result, j, j < count ? values->elements[order[(uint32_t)j]] : JS_UNDEFINED));
    return js_value(result);
}

const JsBuiltin array_sort_rows[] = {
    JS_METHOD("sort", array_prototype_sort, 1, "23.1.3.30"),
    JS_METHOD("toSorted", array_prototype_to_sorted, 1, "23.1.3.34"),
};
const uint32_t array_sort_row_count = JS_COUNT(array_sort_rows);
