/* The Array global: constructor, statics, the methods of Array.prototype that change the array in place (ECMA-262 23.1),
 * and the element access that its sister files share (array.h).
 *
 * Invariant: fast paths work on plain arrays only (array_is_plain), where every step of the specification is a load or store
 * of an own data element; anything else takes the steps one by one. */
#include "stdlib/array.h"
#include "exec/iterate.h"

JsValue array_get_present_slow(JsObject *object, double index)
{
    js_charge(20);
    int has = js_has_index(object, index);
    if (has <= 0)
        return has < 0 ? JS_EXCEPTION : JS_EMPTY;
    return js_get_index(object, index);
}

int array_set_length(JsObject *object, double length)
{
    /* An array whose length is that already, and writable, is not changed by the write. */
    if (object->cell.kind == JS_KIND_ARRAY && ((JsArray *)object)->length == length && !((JsArray *)object)->length_is_fixed)
        return 1;
    return js_set(object, JS_ATOM(length), js_number(length), true);
}

bool array_is_packed(const JsObject *object, double length)
{
    if (object->cell.kind != JS_KIND_ARRAY || js_elements(object)->length < length)
        return false;
    uint32_t count = (uint32_t)length;
    for (uint32_t i = 0; i < count; i++) {
        if (object->elements[i] == JS_EMPTY)
            return false;
        js_charge_round(i, 1);
    }
    return true;
}

bool array_is_plain(const JsObject *object, double length)
{
    return js_is_plain_dense_array(js_value(object)) && !(object->cell.flags & JS_WRITE_GUARD) &&
           js_elements(object)->length == length && ((JsArray *)object)->length == length;
}

JsObject *array_new_filled(uint32_t count)
{
    JsArray *array = js_new_array_sized(count);
    for (uint32_t i = 0; i < count; i++) {
        array->object.elements[i] = JS_UNDEFINED;
        js_charge_round(i, 1);
    }
    js_elements(&array->object)->length = count;
    array->length = count;
    return &array->object;
}

/* 23.1.1.1 Array ( ...values ) */
JS_CONSTRUCTOR_BUILTIN(array_construct)
{
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_ARRAY_PROTOTYPE));
    bool is_length = argc == 1 && js_is_number(argv[0]);
    double length = is_length ? js_as_number(argv[0]) : 0;
    if (!(length >= 0 && length <= UINT32_MAX && floor(length) == length))
        return js_throw_range_error("Invalid array length");
    JsArray *array;
    TRY_INT(js_array_create(length, proto, &array));
    for (uint32_t i = 0; i < argc && !is_length; i++)
        TRY_INT(js_create_data_property_at(&array->object, i, argv[i]));
    return js_value(array);
}

JS_BUILTIN(array_call)
{
    return array_construct(callee, js_value(callee), argc, argv);
}

JsObject *array_create_sized(double length)
{
    JsArray *array;
    return js_array_create(length, NULL, &array) < 0 ? NULL : &array->object;
}

/* %Array%[@@species] and %Array.prototype%.constructor are the built-in ones. */
static bool species_is_pristine(JsObject *original)
{
    return js_realm->array_species_changed == 0 && js_shape(original)->prototype == JS_INTRINSIC(ARRAY_PROTOTYPE) &&
           js_shape(original) == js_realm->array_shape;
}

JsObject *array_species_create(JsObject *original, double length)
{
    int is_array = js_is_array(js_value(original));
    if (is_array < 0)
        return NULL;
    /* An array without own named properties inherits `constructor`: then the species is %Array% as long as the guarded
     * properties are untouched. */
    if (!is_array || species_is_pristine(original))
        return array_create_sized(length);
    JsValue constructor = TRY_OR(NULL, js_get(original, JS_ATOM(constructor)));
    if (js_is_constructor(constructor)) { /* step 5: %Array% of another realm makes arrays of this one */
        JsRealm *realm = TRY_PTR_OR(NULL, js_get_function_realm(constructor));
        if (realm != js_realm && js_object(constructor) == realm->intrinsics[INTRINSIC_ARRAY])
            return array_create_sized(length);
    }
    if (js_is_object(constructor)) {
        constructor = TRY_OR(NULL, js_get(js_object(constructor), JS_SYM(species)));
        if (constructor == JS_NULL)
            constructor = JS_UNDEFINED;
    }
    if (constructor == JS_UNDEFINED)
        return array_create_sized(length);
    JsValue made_argv[1] = {js_number(length)};
    JsValue made = TRY_OR(NULL, js_construct(constructor, constructor, 1, made_argv));
    return js_object(made);
}

/* 23.1.2.2 Array.isArray ( arg ) */
JS_BUILTIN(array_is_array)
{
    return js_boolean(TRY_INT(js_is_array(arg(0))));
}

/* The receiver of Array.from and Array.of: `new this(length)` when it is a constructor, else an array. */
static JsObject *receiver_for(JsValue constructor, bool has_length, double length)
{
    if (!js_is_constructor(constructor))
        return array_create_sized(has_length ? length : 0);
    JsValue length_argv[1] = {js_number(length)};
    JsValue made = TRY_OR(NULL, js_construct(constructor, constructor, has_length ? 1 : 0, length_argv));
    return js_object(made);
}

/* 23.1.2.3 Array.of ( ...items ) */
JS_BUILTIN(array_of)
{
    JsObject *array = TRY_PTR(receiver_for(this_value, true, argc));
    for (uint32_t k = 0; k < argc; k++)
        TRY_INT(js_create_data_property_at(array, k, argv[k]));
    TRY_INT(array_set_length(array, argc));
    return js_value(array);
}

/* One round of the loop in step 5.e of Array.from: maps and stores. */
static JsValue from_iterated_value(JsObject *array, double k, JsValue v, JsValue mapper, JsValue this_arg)
{
    if (mapper != JS_UNDEFINED) {
        JsValue argv[2] = {v, js_number(k)};
        v = TRY(js_call(mapper, this_arg, 2, argv));
    }
    TRY_INT(js_create_data_property_at(array, k, v));
    return JS_UNDEFINED;
}

/* 23.1.2.1 Array.from, step 5: items is iterable */
static JsValue from_iterable(JsValue constructor, JsValue items, JsValue method, JsValue mapper, JsValue this_arg)
{
    JsObject *array = TRY_PTR(receiver_for(constructor, false, 0));
    JsIterator it;
    if (js_iterator_open_method(&it, items, method) < 0)
        return JS_EXCEPTION;
    for (double k = 0;; k++) {
        js_charge(10);
        JsValue v = TRY(js_iterator_step(&it));
        if (v == JS_EMPTY) {
            TRY_INT(array_set_length(array, k));
            return js_value(array);
        }
        if (from_iterated_value(array, k, v, mapper, this_arg) == JS_EXCEPTION) {
            js_iterator_close_quietly(&it);
            return JS_EXCEPTION;
        }
    }
}

/* 23.1.2.1 Array.from ( items [ , mapper [ , thisArg ] ] ) */
JS_BUILTIN(array_from)
{
    JsValue items = arg(0), mapper = arg(1);
    if (mapper != JS_UNDEFINED)
        TRY(js_require_callable(mapper));
    if (mapper == JS_UNDEFINED && js_is_object(this_value) && js_object(this_value) == JS_INTRINSIC(ARRAY) &&
        js_is_pristine_array(items)) /* the built-in walk over a dense array: nothing of it can be observed */
        return js_array_append_all(TRY(js_new_array(0, NULL)), items, NULL);
    JsValue method = TRY(js_get_method(items, JS_SYM(iterator)));
    if (method != JS_UNDEFINED)
        return from_iterable(this_value, items, method, mapper, arg(2));
    JsObject *array_like = TRY_OBJECT(items);
    double length = TRY_LENGTH(array_like);
    JsObject *array = TRY_PTR(receiver_for(this_value, true, length));
    for (double k = 0; k < length; k++) {
        js_charge(10);
        JsValue v = TRY(array_get(array_like, k));
        TRY(from_iterated_value(array, k, v, mapper, arg(2)));
    }
    TRY_INT(array_set_length(array, length));
    return js_value(array);
}

/* 23.1.3.4 Array.prototype.copyWithin ( target, start [ , end ] ) */
JS_BUILTIN(array_prototype_copy_within)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    double to = TRY_RELATIVE(arg(0), length, 0);
    double from = TRY_RELATIVE(arg(1), length, 0);
    double final = TRY_RELATIVE(arg(2), length, length);
    double count = fmin(final - from, length - to);
    double step = 1;
    if (from < to && to < from + count) {
        step = -1;
        from += count - 1;
        to += count - 1;
    }
    for (; count > 0; count--, from += step, to += step) {
        js_charge(5);
        JsValue v = TRY(array_get_present(object, from));
        if (v != JS_EMPTY)
            TRY_INT(array_set(object, to, v));
        else
            TRY_INT(js_delete_index_or_throw(object, to));
    }
    return js_value(object);
}

/* Fills a part of a plain array that may have holes: defining elements runs no code there. */
static void fill_dense(JsObject *object, uint32_t from, uint32_t to, JsValue v)
{
    JsValue *elements = js_elements_writable(object, to);
    uint32_t length = js_elements(object)->length;
    for (uint32_t i = length; i < from; i++)
        elements[i] = JS_EMPTY;
    for (uint32_t i = from; i < to; i++)
        elements[i] = v;
    if (to > length)
        js_elements(object)->length = to;
    js_charge(to - from);
}

enum {
    FILL_AT_ONCE = 1 << 11,      /* elements: a longer fill goes on in pieces, each of which can yield */
    FILL_RESERVE_MAX = 1 << 26   /* room is taken at once up to here, so that growing leaves no garbage */
};

/* 23.1.3.7 Array.prototype.fill ( value [ , start [ , end ] ] ) */
JS_BUILTIN(array_prototype_fill)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    double k = TRY_RELATIVE(arg(1), length, 0);
    double final = TRY_RELATIVE(arg(2), length, length);
    for (; k < final;) {
        bool is_dense = js_is_plain_dense_array(js_value(object)) && !(object->cell.flags & JS_WRITE_GUARD) &&
                        ((JsArray *)object)->length >= final && k <= js_elements(object)->length;
        if (is_dense) {
            double end = fmin(final, k + FILL_AT_ONCE);
            if (js_elements(object)->capacity < end)
                js_elements_reserve(object, (uint32_t)fmin(final, fmax(end, FILL_RESERVE_MAX)));
            fill_dense(object, (uint32_t)k, (uint32_t)end, arg(0));
            k = end;
            continue;
        }
        TRY_INT(array_set(object, k++, arg(0)));
        js_charge(3);
    }
    return js_value(object);
}

/* 23.1.3.22 Array.prototype.pop ( ) */
JS_BUILTIN(array_prototype_pop)
{
    if (js_is_dense_array(this_value) && !(js_cell(this_value)->flags & JS_WRITE_GUARD)) {
        JsArray *array = js_array(this_value);
        JsElements *elements = js_elements(&array->object);
        /* The last element is own data: reading and deleting it runs no code. */
        if (array->length > 0 && elements->length == array->length && array->object.elements[array->length - 1] != JS_EMPTY) {
            elements->length = --array->length;
            return array->object.elements[array->length];
        }
    }
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    if (length == 0) {
        TRY_INT(js_set(object, JS_ATOM(length), js_int(0), true));
        return JS_UNDEFINED;
    }
    JsValue v = TRY(array_get(object, length - 1));
    TRY_INT(js_delete_index_or_throw(object, length - 1));
    TRY_INT(js_set(object, JS_ATOM(length), js_number(length - 1), true));
    return v;
}

/* 23.1.3.23 Array.prototype.push ( ...items ) */
JS_BUILTIN(array_prototype_push)
{
    /* Adding an element to a dense array whose prototypes have no elements runs no code. */
    if (js_is_dense_array(this_value) && js_array(this_value)->length + (uint64_t)argc < UINT32_MAX &&
        js_elements(js_object(this_value))->length == js_array(this_value)->length &&
        js_array_prototypes_have_no_elements()) {
        for (uint32_t i = 0; i < argc; i++)
            js_array_push_dense(js_array(this_value), argv[i]);
        return js_uint(js_array(this_value)->length);
    }
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    if (length + argc > 9007199254740991.0)
        return js_throw_type_error("Pushing elements past the largest length of an array-like object");
    for (uint32_t i = 0; i < argc; i++)
        TRY_INT(js_set_index(object, length + i, argv[i]));
    TRY_INT(array_set_length(object, length + argc));
    return js_number(length + argc);
}

/* 23.1.3.26 Array.prototype.reverse ( ) */
JS_BUILTIN(array_prototype_reverse)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    double middle = floor(length / 2);
    for (double lower = 0; lower < middle; lower++) {
        js_charge(8);
        double upper = length - lower - 1;
        JsValue low = TRY(array_get_present(object, lower));
        JsValue high = TRY(array_get_present(object, upper));
        if (high != JS_EMPTY)
            TRY_INT(array_set(object, lower, high));
        else if (low != JS_EMPTY)
            TRY_INT(js_delete_index_or_throw(object, lower));
        if (low != JS_EMPTY)
            TRY_INT(array_set(object, upper, low));
        else if (high != JS_EMPTY)
            TRY_INT(js_delete_index_or_throw(object, upper));
    }
    return js_value(object);
}

/* Moves `count` elements from `from` to `to`, as the loops of shift, unshift and splice do, holes included. */
static JsValue move_elements(JsObject *object, double from, double to, double count)
{
    double step = 1;
    if (to == from || count <= 0)
        return JS_UNDEFINED;
    /* In a plain array whose prototypes have no elements every step is a load and a store, and a hole moves as a hole. */
    if (array_is_plain(object, from + count) && to + count <= UINT32_MAX) {
        uint32_t end = (uint32_t)(to + count), length = js_elements(object)->length;
        JsValue *elements = js_elements_writable(object, end > length ? end : length);
        heap_copy(elements + (uint32_t)to, elements + (uint32_t)from, (size_t)count * sizeof(JsValue));
        if (end > length) {
            js_elements(object)->length = end;
            js_array_set_length_raw((JsArray *)object, end);
        }
        js_charge((uint32_t)count / 8 + 5);
        return JS_UNDEFINED;
    }
    if (to > from) {
        step = -1;
        from += count - 1;
        to += count - 1;
    }
    for (; count > 0; count--, from += step, to += step) {
        js_charge(4);
        JsValue v = TRY(array_get_present(object, from));
        if (v != JS_EMPTY)
            TRY_INT(array_set(object, to, v));
        else
            TRY_INT(js_delete_index_or_throw(object, to));
    }
    return JS_UNDEFINED;
}

/* 23.1.3.27 Array.prototype.shift ( ) */
JS_BUILTIN(array_prototype_shift)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    if (length == 0) {
        TRY_INT(js_set(object, JS_ATOM(length), js_int(0), true));
        return JS_UNDEFINED;
    }
    JsValue first = TRY(array_get(object, 0));
    if (array_is_plain(object, length)) { /* all moves are of own data elements: nobody can observe the order */
        heap_copy(object->elements, object->elements + 1, (size_t)(length - 1) * sizeof(JsValue));
        js_charge((uint32_t)length / 8);
    } else {
        TRY(move_elements(object, 1, 0, length - 1));
    }
    TRY_INT(js_delete_index_or_throw(object, length - 1));
    TRY_INT(js_set(object, JS_ATOM(length), js_number(length - 1), true));
    return first;
}

/* 23.1.3.31 Array.prototype.splice ( start, deleteCount, ...items ) */
JS_BUILTIN(array_prototype_splice)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    double start = TRY_RELATIVE(arg(0), length, 0);
    uint32_t item_count = argc > 2 ? argc - 2 : 0;
    double delete_count = argc == 0 ? 0 : length - start;
    if (argc > 1)
        delete_count = fmin(fmax(TRY_INTEGER(arg(1)), 0), length - start);
    if (length + item_count - delete_count > 9007199254740991.0)
        return js_throw_type_error("Invalid array length");
    JsObject *removed = TRY_PTR(array_species_create(object, delete_count));
    for (double k = 0; k < delete_count; k++) {
        js_charge(4);
        JsValue v = TRY(array_get_present(object, start + k));
        if (v != JS_EMPTY)
            TRY_INT(js_create_data_property_at(removed, k, v));
    }
    TRY_INT(array_set_length(removed, delete_count));
    double tail = length - delete_count - start;
    TRY(move_elements(object, start + delete_count, start + item_count, tail));
    if (!array_is_plain(object, length)) /* else setting the length deletes them, and nothing can refuse that */
        for (double k = length; k > length - delete_count + item_count; k--)
            TRY_INT(js_delete_index_or_throw(object, k - 1));
    for (uint32_t i = 0; i < item_count; i++)
        TRY_INT(array_set(object, start + i, argv[i + 2]));
    TRY_INT(js_set(object, JS_ATOM(length), js_number(length - delete_count + item_count), true));
    return js_value(removed);
}

/* 23.1.3.37 Array.prototype.unshift ( ...items ) */
JS_BUILTIN(array_prototype_unshift)
{
    JsObject *object = TRY_OBJECT(this_value);
    double length = TRY_LENGTH(object);
    if (argc > 0) {
        if (length + argc > 9007199254740991.0)
            return js_throw_type_error("Invalid array length");
        TRY(move_elements(object, 0, argc, length));
        for (uint32_t j = 0; j < argc; j++)
            TRY_INT(array_set(object, j, argv[j]));
    }
    TRY_INT(js_set(object, JS_ATOM(length), js_number(length + argc), true));
    return js_number(length + argc);
}

/* 23.1.3.5 Array.prototype.entries ( ) */
JS_BUILTIN(array_prototype_entries)
{
    return js_new_array_iterator(TRY_OBJECT(this_value), JS_OWN_ENTRIES);
}

/* 23.1.3.19 Array.prototype.keys ( ) */
JS_BUILTIN(array_prototype_keys)
{
    return js_new_array_iterator(TRY_OBJECT(this_value), JS_OWN_KEYS);
}

/* 23.1.3.38 Array.prototype.values ( ) */
JS_BUILTIN(array_prototype_values)
{
    return js_new_array_iterator(TRY_OBJECT(this_value), JS_OWN_VALUES);
}

static const JsBuiltin array_static_rows[] = {
    JS_SPECIES("23.1.2.5"),
    JS_METHOD("from", array_from, 1, "23.1.2.1"),
    JS_METHOD("isArray", array_is_array, 1, "23.1.2.2"),
    JS_METHOD("of", array_of, 0, "23.1.2.3"),
};
static const JsBuiltin array_prototype_rows[] = {
    JS_METHOD("copyWithin", array_prototype_copy_within, 2, "23.1.3.4"),
    JS_METHOD("entries", array_prototype_entries, 0, "23.1.3.5"),
    JS_METHOD("fill", array_prototype_fill, 1, "23.1.3.7"),
    JS_METHOD("keys", array_prototype_keys, 0, "23.1.3.19"),
    JS_METHOD("pop", array_prototype_pop, 0, "23.1.3.22"),
    JS_METHOD("push", array_prototype_push, 1, "23.1.3.23"),
    JS_METHOD("reverse", array_prototype_reverse, 0, "23.1.3.26"),
    JS_METHOD("shift", array_prototype_shift, 0, "23.1.3.27"),
    JS_METHOD("splice", array_prototype_splice, 2, "23.1.3.31"),
    JS_METHOD("unshift", array_prototype_unshift, 1, "23.1.3.37"),
    JS_METHOD("values", array_prototype_values, 0, "23.1.3.38"),
};

/* %Array.prototype%[@@unscopables], 23.1.3.41 */
static void define_unscopables(JsObject *prototype)
{
    static const char *const names[] = {"at", "copyWithin", "entries", "fill", "find", "findIndex", "findLast", "findLastIndex",
                                        "flat", "flatMap", "includes", "keys", "toReversed", "toSorted", "toSpliced", "values"};
    JsObject *list = js_new_plain(NULL);
    for (uint32_t i = 0; i < JS_COUNT(names); i++)
        js_put_own(list, js_key_from_ascii(names[i]), JS_TRUE, JS_DEFAULT_ATTRIBUTES);
    js_put_own(prototype, JS_SYM(unscopables), js_value(list), JS_CONFIGURABLE);
}

void js_install_array(void)
{
    JsObject *prototype = JS_INTRINSIC(ARRAY_PROTOTYPE);
    JsFunction *constructor = js_new_builtin_constructor("Array", 1, array_call, array_construct, NULL, prototype);
    js_realm->intrinsics[INTRINSIC_ARRAY] = &constructor->object;
    js_install_builtins(&constructor->object, array_static_rows, JS_COUNT(array_static_rows));
    js_install_builtins(prototype, array_prototype_rows, JS_COUNT(array_prototype_rows));
    js_install_builtins(prototype, array_callback_rows, array_callback_row_count);
    js_install_builtins(prototype, array_copy_rows, array_copy_row_count);
    js_install_builtins(prototype, array_sort_rows, array_sort_row_count);
    JsValue values = js_peek_data(prototype, js_key_from_ascii("values"));
    js_realm->intrinsics[INTRINSIC_ARRAY_PROTOTYPE_VALUES] = js_object(values);
    js_put_own(prototype, JS_SYM(iterator), values, JS_HIDDEN_ATTRIBUTES);
    define_unscopables(prototype);
    js_define_global("Array", js_value(constructor));
    js_guard_property(prototype, JS_SYM(iterator), &js_realm->array_iteration_changed);
    js_guard_property(prototype, JS_ATOM(constructor), &js_realm->array_species_changed);
    js_guard_property(&constructor->object, JS_SYM(species), &js_realm->array_species_changed);
}
