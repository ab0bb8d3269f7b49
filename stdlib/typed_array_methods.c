/* %TypedArray%.prototype, ECMA-262 23.2.3. Every method validates its receiver first (ValidateTypedArray), and looks at the
 * length again after it has run code of the program, since that may have shrunk or detached the buffer. */
#include "stdlib/array_sort.h"
#include "stdlib/typed_array.h"

#include "exec/iterate.h"

#define THIS_TYPED_ARRAY(method) TRY_PTR(typed_array_validate(this_value, method))

/* Element i, or undefined when the array has become shorter. */
static JsValue element_now(JsTypedArray *t, double i)
{
    return i < (double)typed_array_length(t) ? typed_array_get(t, (uint64_t)i) : JS_UNDEFINED;
}

static JsTypedArray *new_same_type(JsTypedArray *t, double length)
{
    return typed_array_new(typed_array_type(t), length, NULL);
}

static uint8_t *bytes_at(JsTypedArray *t, double i)
{
    return t->buffer->data + t->byte_offset + (uint64_t)i * typed_array_element_size(t);
}

/* ---- getters; they answer 0 when out of bounds instead of throwing */

static JsTypedArray *getter_receiver(JsValue this_value)
{
    JsTypedArray *t = typed_array_of(this_value);
    if (!t)
        js_throw_type_error("this is not a typed array.");
    return t;
}

JS_BUILTIN(get_buffer)
{
    (void)callee, (void)argc, (void)argv;
    return js_value(TRY_PTR(getter_receiver(this_value))->buffer);
}

JS_BUILTIN(get_byte_length)
{
    (void)callee, (void)argc, (void)argv;
    JsTypedArray *t = TRY_PTR(getter_receiver(this_value));
    return js_number((double)(typed_array_length(t) * typed_array_element_size(t)));
}

JS_BUILTIN(get_byte_offset)
{
    (void)callee, (void)argc, (void)argv;
    JsTypedArray *t = TRY_PTR(getter_receiver(this_value));
    return typed_array_is_out_of_bounds(t, typed_array_element_size(t)) ? js_int(0) : js_number((double)t->byte_offset);
}

JS_BUILTIN(get_length)
{
    (void)callee, (void)argc, (void)argv;
    return js_number((double)typed_array_length(TRY_PTR(getter_receiver(this_value))));
}

JS_BUILTIN(get_to_string_tag)
{
    (void)callee, (void)argc, (void)argv;
    JsTypedArray *t = typed_array_of(this_value);
    return t ? js_atom_from_ascii(typed_array_names[typed_array_type(t)]) : JS_UNDEFINED;
}

/* ---- reading */

JS_BUILTIN(at)
{
    (void)callee;
    JsTypedArray *t = THIS_TYPED_ARRAY("at");
    double length = (double)typed_array_length(t), i = TRY_INTEGER(arg(0));
    if (i < 0)
        i += length;
    return i < 0 || i >= length ? JS_UNDEFINED : element_now(t, i);
}

/* indexOf, lastIndexOf, includes compare without running code. */
JS_BUILTIN(includes)
{
    (void)callee;
    JsTypedArray *t = THIS_TYPED_ARRAY("includes");
    double length = (double)typed_array_length(t);
    if (length == 0) /* before fromIndex is converted */
        return JS_FALSE;
    double from = TRY_RELATIVE(arg(1), length, 0);
    for (double i = from; i < length; i++) {
        if (js_same_value_zero(element_now(t, i), arg(0)))
            return JS_TRUE;
        js_charge_round((uint64_t)i, 4);
    }
    return JS_FALSE;
}

JS_BUILTIN(index_of)
{
    (void)callee;
    JsTypedArray *t = THIS_TYPED_ARRAY("indexOf");
    double length = (double)typed_array_length(t);
    if (length == 0)
        return js_int(-1);
    double from = TRY_RELATIVE(arg(1), length, 0);
    for (double i = from; i < length && i < (double)typed_array_length(t); i++) {
        if (js_strict_equal(typed_array_get(t, (uint64_t)i), arg(0)))
            return js_number(i);
        js_charge_round((uint64_t)i, 4);
    }
    return js_int(-1);
}

JS_BUILTIN(last_index_of)
{
    (void)callee;
    JsTypedArray *t = THIS_TYPED_ARRAY("lastIndexOf");
    double length = (double)typed_array_length(t);
    if (length == 0)
        return js_int(-1);
    double from = argc > 1 ? TRY_INTEGER(argv[1]) : length - 1;
    if (from < 0)
        from += length;
    for (double i = from < length - 1 ? from : length - 1; i >= 0; i--) {
        if (i < (double)typed_array_length(t) && js_strict_equal(typed_array_get(t, (uint64_t)i), arg(0)))
            return js_number(i);
        js_charge_round((uint64_t)i, 4);
    }
    return js_int(-1);
}

static JsValue join(JsTypedArray *t, double length, JsString *separator)
{
    JsStringBuilder b;
    js_builder_start(&b, (uint32_t)length * 2);
    for (double i = 0; i < length; i++) {
        if (i > 0)
            js_builder_add_string(&b, separator);
        JsValue v = element_now(t, i);
        if (v != JS_UNDEFINED)
            js_builder_add_string(&b, TRY_STRING(v));
        js_charge(20);
    }
    return js_builder_finish(&b);
}

JS_BUILTIN(typed_array_join)
{
    (void)callee;
    JsTypedArray *t = THIS_TYPED_ARRAY("join");
    double length = (double)typed_array_length(t);
    JsString *separator = arg(0) == JS_UNDEFINED ? js_string(JS_ATOM(comma)) : TRY_STRING(argv[0]);
    return join(t, length, separator);
}

JS_BUILTIN(to_locale_string)
{
    (void)callee, (void)argc, (void)argv;
    JsTypedArray *t = THIS_TYPED_ARRAY("toLocaleString");
    double length = (double)typed_array_length(t);
    JsStringBuilder b;
    js_builder_start(&b, 16);
    for (double i = 0; i < length; i++) {
        if (i > 0)
            js_builder_add_string(&b, js_string(JS_ATOM(comma)));
        JsValue v = element_now(t, i);
        if (v != JS_UNDEFINED)
            js_builder_add_string(&b, TRY_STRING(TRY(js_invoke(v, js_key_from_ascii("toLocaleString"), 0, NULL))));
    }
    return js_builder_finish(&b);
}

/* ---- callbacks */

typedef struct Callback {
    JsTypedArray *array;
    JsValue function, this_value;
    double length;
} Callback;

static JsValue callback_start(Callback *c, JsValue this_value, uint32_t argc, JsValue *argv, const char *method)
{
    c->array = THIS_TYPED_ARRAY(method);
    c->length = (double)typed_array_length(c->array);
    TRY(js_require_callable(arg(0)));
    c->function = arg(0);
    c->this_value = arg(1);
    return JS_UNDEFINED;
}

static JsValue callback_call(const Callback *c, double i, JsValue *ret_element)
{
    *ret_element = element_now(c->array, i);
    JsValue argv[] = { *ret_element, js_number(i), js_value(c->array) };
    return js_call(c->function, c->this_value, 3, argv);
}

/* every (stop at false), some (stop at true): the result that stops. */
static JsValue test_all(const Callback *c, bool stop_at)
{
    for (double i = 0; i < c->length; i++) {
        JsValue element;
        if (js_to_boolean(TRY(callback_call(c, i, &element))) == stop_at)
            return js_boolean(stop_at);
    }
    return js_boolean(!stop_at);
}

JS_BUILTIN(every)
{
    (void)callee;
    Callback c;
    TRY(callback_start(&c, this_value, argc, argv, "every"));
    return test_all(&c, false);
}

JS_BUILTIN(some)
{
    (void)callee;
    Callback c;
    TRY(callback_start(&c, this_value, argc, argv, "some"));
    return test_all(&c, true);
}

JS_BUILTIN(for_each)
{
    (void)callee;
    Callback c;
    TRY(callback_start(&c, this_value, argc, argv, "forEach"));
    JsValue element;
    for (double i = 0; i < c.length; i++)
        TRY(callback_call(&c, i, &element));
    return JS_UNDEFINED;
}

/* 23.1.2.1 FindViaPredicate: the value or the index. */
static JsValue find_via(const Callback *c, bool is_descending, bool wants_index)
{
    for (double k = 0; k < c->length; k++) {
        double i = is_descending ? c->length - 1 - k : k;
        JsValue element;
        if (js_to_boolean(TRY(callback_call(c, i, &element))))
            return wants_index ? js_number(i) : element;
    }
    return wants_index ? js_int(-1) : JS_UNDEFINED;
}

#define FINDER(name, text, is_descending, wants_index) \
    JS_BUILTIN(name) \
    { \
        (void)callee; \
        Callback c; \
        TRY(callback_start(&c, this_value, argc, argv, text)); \
        return find_via(&c, is_descending, wants_index); \
    }
FINDER(find, "find", false, false)
FINDER(find_index, "findIndex", false, true)
FINDER(find_last, "findLast", true, false)
FINDER(find_last_index, "findLastIndex", true, true)

JS_BUILTIN(filter)
{
    (void)callee;
    Callback c;
    TRY(callback_start(&c, this_value, argc, argv, "filter"));
    JsList kept = { 0 };
    for (double i = 0; i < c.length; i++) {
        JsValue element;
        if (js_to_boolean(TRY(callback_call(&c, i, &element))))
            js_list_push(&kept, element);
    }
    JsValue count = js_uint(kept.length);
    JsTypedArray *made = TRY_PTR(typed_array_species_create(c.array, 1, &count, kept.length, "filter"));
    for (uint32_t i = 0; i < kept.length; i++)
        TRY_INT(js_set_index(&made->object, i, kept.values[i]));
    return js_value(made);
}

JS_BUILTIN(map)
{
    (void)callee;
    Callback c;
    TRY(callback_start(&c, this_value, argc, argv, "map"));
    JsValue count = js_number(c.length);
    JsTypedArray *made = TRY_PTR(typed_array_species_create(c.array, 1, &count, c.length, "map"));
    for (double i = 0; i < c.length; i++) {
        JsValue element;
        TRY_INT(js_set_index(&made->object, i, TRY(callback_call(&c, i, &element))));
    }
    return js_value(made);
}

static JsValue reduce_in(JsValue this_value, uint32_t argc, JsValue *argv, bool is_descending, const char *method)
{
    Callback c;
    TRY(callback_start(&c, this_value, argc, argv, method));
    double k = 0;
    JsValue accumulator = arg(1);
    if (argc < 2) {
        if (c.length == 0)
            return js_throw_type_error("Reduce of empty array with no initial value");
        accumulator = element_now(c.array, is_descending ? c.length - 1 : 0);
        k = 1;
    }
    for (; k < c.length; k++) {
        double i = is_descending ? c.length - 1 - k : k;
        JsValue args[] = { accumulator, element_now(c.array, i), js_number(i), this_value };
        accumulator = TRY(js_call(c.function, JS_UNDEFINED, 4, args));
    }
    return accumulator;
}

JS_BUILTIN(reduce)
{
    (void)callee;
    return reduce_in(this_value, argc, argv, false, "reduce");
}

JS_BUILTIN(reduce_right)
{
    (void)callee;
    return reduce_in(this_value, argc, argv, true, "reduceRight");
}

/* ---- writing */

/* 23.2.3.6 */
JS_BUILTIN(copy_within)
{
    (void)callee;
    JsTypedArray *t = THIS_TYPED_ARRAY("copyWithin");
    double length = (double)typed_array_length(t);
    double to = TRY_RELATIVE(arg(0), length, 0), from = TRY_RELATIVE(arg(1), length, 0);
    double final = TRY_RELATIVE(arg(2), length, length);
    double count = fmin(final - from, length - to);
    if (count <= 0)
        return this_value;
    THIS_TYPED_ARRAY("copyWithin");
    double now = (double)typed_array_length(t);
    count = fmin(count, fmin(now - from, now - to));
    if (count <= 0)
        return this_value;
    uint64_t size = typed_array_element_size(t);
    array_buffer_touch(t->buffer, t->byte_offset + (uint64_t)to * size, (uint64_t)count * size);
    heap_copy(bytes_at(t, to), bytes_at(t, from), (size_t)count * size);
    js_charge((uint32_t)count);
    return this_value;
}

/* 23.2.3.9 */
JS_BUILTIN(fill)
{
    (void)callee;
    JsTypedArray *t = THIS_TYPED_ARRAY("fill");
    double length = (double)typed_array_length(t);
    JsValue v = TRY(typed_array_to_numeric(typed_array_type(t), arg(0)));
    double from = TRY_RELATIVE(arg(1), length, 0), to = TRY_RELATIVE(arg(2), length, length);
    THIS_TYPED_ARRAY("fill");
    to = fmin(to, (double)typed_array_length(t));
    for (double i = from; i < to; i++) {
        typed_array_put(t, (uint64_t)i, v);
        js_charge_round((uint64_t)i, 4);
    }
    return this_value;
}

JS_BUILTIN(reverse)
{
    (void)callee, (void)argc, (void)argv;
    JsTypedArray *t = THIS_TYPED_ARRAY("reverse");
    uint64_t length = typed_array_length(t);
    for (uint64_t i = 0; i < length / 2; i++) {
        JsValue low = typed_array_get(t, i);
        typed_array_put(t, i, typed_array_get(t, length - 1 - i));
        typed_array_put(t, length - 1 - i, low);
        js_charge_round(i, 8);
    }
    return this_value;
}

/* 23.2.3.26.1 SetTypedArrayFromTypedArray */
static JsValue set_from_typed_array(JsTypedArray *t, double offset, JsTypedArray *source)
{
    if (typed_array_is_out_of_bounds(t, typed_array_element_size(t)) ||
        typed_array_is_out_of_bounds(source, typed_array_element_size(source)))
        return js_throw_type_error("Cannot perform %%TypedArray%%.prototype.set on a detached ArrayBuffer");
    uint64_t length = typed_array_length(source);
    JsElementType to = typed_array_type(t), from = typed_array_type(source);
    if (typed_array_is_bigint(to) != typed_array_is_bigint(from))
        return js_throw_type_error("Cannot mix BigInt and other types, use explicit conversions");
    if (offset + (double)length > (double)typed_array_length(t))
        return js_throw_range_error("offset is out of bounds");
    if (length == 0)
        return JS_UNDEFINED;
    uint64_t size = typed_array_element_size(t);
    array_buffer_touch(t->buffer, t->byte_offset + (uint64_t)offset * size, length * size);
    js_charge((uint32_t)length);
    if (to == from) {
        heap_copy(bytes_at(t, offset), bytes_at(source, 0), length * size);
        return JS_UNDEFINED;
    }
    uint64_t source_size = typed_array_element_size(source);
    uint8_t *copy = js_scratch(length * source_size);
    if (!copy)
        return JS_EXCEPTION;
    heap_copy(copy, bytes_at(source, 0), length * source_size);
    for (uint64_t i = 0; i < length; i++) {
        element_write(bytes_at(t, offset + (double)i), to, element_read(copy + i * source_size, from));
        js_charge_round(i, 5);
    }
    return JS_UNDEFINED;
}

/* 23.2.3.26 %TypedArray%.prototype.set ( source [ , offset ] ) */
JS_BUILTIN(set_elements)
{
    (void)callee;
    JsTypedArray *t = TRY_PTR(getter_receiver(this_value));
    double offset = TRY_INTEGER(arg(1));
    if (offset < 0)
        return js_throw_range_error("offset is out of bounds");
    if (typed_array_of(arg(0)))
        return set_from_typed_array(t, offset, typed_array_of(arg(0)));
    if (typed_array_is_out_of_bounds(t, typed_array_element_size(t)))
        return js_throw_type_error("Cannot perform %%TypedArray%%.prototype.set on a detached ArrayBuffer");
    double room = (double)typed_array_length(t);
    JsObject *source = TRY_OBJECT(arg(0));
    double length = TRY_LENGTH(source);
    if (offset + length > room)
        return js_throw_range_error("offset is out of bounds");
    for (double i = 0; i < length; i++) {
        JsValue numeric = TRY(typed_array_to_numeric(typed_array_type(t), TRY(js_get_index(source, i))));
        if (offset + i < (double)typed_array_length(t))
            typed_array_put(t, (uint64_t)(offset + i), numeric);
        js_charge(4);
    }
    return JS_UNDEFINED;
}

/* ---- copies and views */

/* Copies byte by byte, where the target may overlap the source: what is written is read again behind it. */
static void copy_ascending(uint8_t *to, const uint8_t *from, size_t length)
{
    if (to <= from || to >= from + length) {
        heap_copy(to, from, length);
        js_charge((uint32_t)(length / 16));
        return;
    }
    for (size_t i = 0; i < length; i++) {
        to[i] = from[i];
        js_charge_round((uint32_t)i, 1);
    }
}

/* 23.2.3.27 */
JS_BUILTIN(slice)
{
    (void)callee;
    JsTypedArray *t = THIS_TYPED_ARRAY("slice");
    double length = (double)typed_array_length(t);
    double from = TRY_RELATIVE(arg(0), length, 0), to = TRY_RELATIVE(arg(1), length, length);
    double count = fmax(to - from, 0);
    JsValue size_value = js_number(count);
    JsTypedArray *made = TRY_PTR(typed_array_species_create(t, 1, &size_value, count, "slice"));
    if (count == 0)
        return js_value(made);
    THIS_TYPED_ARRAY("slice");
    to = fmin(to, (double)typed_array_length(t));
    if (typed_array_type(made) != typed_array_type(t)) {
        for (double i = from, k = 0; i < to; i++, k++)
            TRY_INT(js_set_index(&made->object, k, typed_array_get(t, (uint64_t)i)));
        return js_value(made);
    }
    uint64_t size = typed_array_element_size(t);
    double moved = fmin(to - from, (double)typed_array_length(made));
    if (moved <= 0)
        return js_value(made);
    array_buffer_touch(made->buffer, made->byte_offset, (uint64_t)moved * size);
    copy_ascending(bytes_at(made, 0), bytes_at(t, from), (size_t)moved * size);
    return js_value(made);
}

/* 23.2.3.30 */
JS_BUILTIN(subarray)
{
    (void)callee;
    JsTypedArray *t = TRY_PTR(getter_receiver(this_value));
    double length = (double)typed_array_length(t);
    double from = TRY_RELATIVE(arg(0), length, 0);
    double offset = (double)t->byte_offset + from * (double)typed_array_element_size(t);
    JsValue args[3] = { js_value(t->buffer), js_number(offset), JS_UNDEFINED };
    if (t->length == JS_LENGTH_TRACKING && arg(1) == JS_UNDEFINED)
        return js_value(TRY_PTR(typed_array_species_create(t, 2, args, -1, "subarray")));
    double to = TRY_RELATIVE(arg(1), length, length);
    args[2] = js_number(fmax(to - from, 0));
    return js_value(TRY_PTR(typed_array_species_create(t, 3, args, -1, "subarray")));
}

JS_BUILTIN(to_reversed)
{
    (void)callee, (void)argc, (void)argv;
    JsTypedArray *t = THIS_TYPED_ARRAY("toReversed");
    uint64_t length = typed_array_length(t);
    JsTypedArray *made = TRY_PTR(new_same_type(t, (double)length));
    for (uint64_t i = 0; i < length; i++) {
        typed_array_put(made, i, typed_array_get(t, length - 1 - i));
        js_charge_round(i, 5);
    }
    return js_value(made);
}

/* 23.2.3.36 %TypedArray%.prototype.with ( index, value ) */
JS_BUILTIN(with)
{
    (void)callee;
    JsTypedArray *t = THIS_TYPED_ARRAY("with");
    double length = (double)typed_array_length(t), index = TRY_INTEGER(arg(0));
    if (index < 0)
        index += length;
    JsValue v = TRY(typed_array_to_numeric(typed_array_type(t), arg(1)));
    if (index < 0 || index >= (double)typed_array_length(t))
        return js_throw_range_error("Invalid typed array index");
    JsTypedArray *made = TRY_PTR(new_same_type(t, length));
    for (double i = 0; i < length; i++) {
        JsValue element = i == index ? v : element_now(t, i);
        typed_array_put(made, (uint64_t)i, TRY(typed_array_to_numeric(typed_array_type(t), element)));
        js_charge_round((uint64_t)i, 6);
    }
    return js_value(made);
}

/* ---- sorting */

/* 23.2.4.7 CompareTypedArrayElements without a comparator: numeric, -0 before +0, NaN last. */
static int is_numerically_less(const JsSort *sort, JsValue x, JsValue y)
{
    (void)sort;
    if (js_is_bigint(x))
        return js_bigint_compare(x, y) < 0;
    double a = js_as_number(x), b = js_as_number(y);
    if (a != a)
        return 0;
    if (b != b)
        return 1;
    return a < b || (a == 0 && b == 0 && signbit(a) && !signbit(b));
}

/* The elements of t in sorted order, into `out` (as far as it reaches now). */
static JsValue sort_into(JsTypedArray *t, double length, JsValue comparator, JsTypedArray *out)
{
    JsList items = { 0 };
    for (double i = 0; i < length; i++)
        js_list_push(&items, element_now(t, i));
    JsSort sort = { items.values, items.length, comparator,
                    comparator == JS_UNDEFINED ? is_numerically_less : js_sort_by_comparator };
    uint32_t *order = TRY_PTR(js_sort_order(&sort));
    uint64_t now = typed_array_length(out);
    for (uint32_t i = 0; i < items.length && i < now; i++)
        typed_array_put(out, i, items.values[order[i]]);
    return js_value(out);
}

static JsValue check_comparator(JsValue comparator)
{
    if (comparator == JS_UNDEFINED || js_is_callable(comparator))
        return JS_UNDEFINED;
    return js_throw_type_error("The comparison function must be either a function or undefined");
}

JS_BUILTIN(sort)
{
    (void)callee;
    TRY(check_comparator(arg(0)));
    JsTypedArray *t = THIS_TYPED_ARRAY("sort");
    return sort_into(t, (double)typed_array_length(t), arg(0), t);
}

JS_BUILTIN(to_sorted)
{
    (void)callee;
    TRY(check_comparator(arg(0)));
    JsTypedArray *t = THIS_TYPED_ARRAY("toSorted");
    double length = (double)typed_array_length(t);
    return sort_into(t, length, arg(0), TRY_PTR(new_same_type(t, length)));
}

/* ---- iterators */

JS_BUILTIN(entries)
{
    (void)callee, (void)argc, (void)argv;
    return js_new_array_iterator(&THIS_TYPED_ARRAY("entries")->object, JS_OWN_ENTRIES);
}

JS_BUILTIN(keys)
{
    (void)callee, (void)argc, (void)argv;
    return js_new_array_iterator(&THIS_TYPED_ARRAY("keys")->object, JS_OWN_KEYS);
}

JS_BUILTIN(values)
{
    (void)callee, (void)argc, (void)argv;
    return js_new_array_iterator(&THIS_TYPED_ARRAY("values")->object, JS_OWN_VALUES);
}

const JsBuiltin typed_array_method_rows[] = {
    JS_METHOD("at", at, 1, "23.2.3.1"),
    JS_GETTER("buffer", get_buffer, "23.2.3.2"),
    JS_GETTER("byteLength", get_byte_length, "23.2.3.3"),
    JS_GETTER("byteOffset", get_byte_offset, "23.2.3.4"),
    JS_METHOD("copyWithin", copy_within, 2, "23.2.3.6"),
    JS_METHOD("entries", entries, 0, "23.2.3.7"),
    JS_METHOD("every", every, 1, "23.2.3.8"),
    JS_METHOD("fill", fill, 1, "23.2.3.9"),
    JS_METHOD("filter", filter, 1, "23.2.3.10"),
    JS_METHOD("find", find, 1, "23.2.3.11"),
    JS_METHOD("findIndex", find_index, 1, "23.2.3.12"),
    JS_METHOD("findLast", find_last, 1, "23.2.3.13"),
    JS_METHOD("findLastIndex", find_last_index, 1, "23.2.3.14"),
    JS_METHOD("forEach", for_each, 1, "23.2.3.15"),
    JS_METHOD("includes", includes, 1, "23.2.3.16"),
    JS_METHOD("indexOf", index_of, 1, "23.2.3.17"),
    JS_METHOD("join", typed_array_join, 1, "23.2.3.18"),
    JS_METHOD("keys", keys, 0, "23.2.3.19"),
    JS_METHOD("lastIndexOf", last_index_of, 1, "23.2.3.20"),
    JS_GETTER("length", get_length, "23.2.3.21"),
    JS_METHOD("map", map, 1, "23.2.3.22"),
    JS_METHOD("reduce", reduce, 1, "23.2.3.23"),
    JS_METHOD("reduceRight", reduce_right, 1, "23.2.3.24"),
    JS_METHOD("reverse", reverse, 0, "23.2.3.25"),
    JS_METHOD("set", set_elements, 1, "23.2.3.26"),
    JS_METHOD("slice", slice, 2, "23.2.3.27"),
    JS_METHOD("some", some, 1, "23.2.3.28"),
    JS_METHOD("sort", sort, 1, "23.2.3.29"),
    JS_METHOD("subarray", subarray, 2, "23.2.3.30"),
    JS_METHOD("toLocaleString", to_locale_string, 0, "23.2.3.31"),
    JS_METHOD("toReversed", to_reversed, 0, "23.2.3.32"),
    JS_METHOD("toSorted", to_sorted, 1, "23.2.3.33"),
    JS_METHOD("values", values, 0, "23.2.3.35"),
    JS_METHOD("with", with, 2, "23.2.3.36"),
    JS_GETTER("@@toStringTag", get_to_string_tag, "23.2.3.38"),
};
const uint32_t typed_array_method_row_count = JS_COUNT(typed_array_method_rows);
