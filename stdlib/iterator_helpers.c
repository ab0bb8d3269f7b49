/* Iterator helpers (ECMA-262 27.1.2-4): map, filter, take, drop, flatMap, and those that use an iterator up.
 *
 * Invariant: a helper object is a built-in iterator whose `state` says whether it has started, runs, or is done; the
 * underlying iterator is closed at most once. */
#include "stdlib/iterator.h"
#include "exec/iterate.h"
#include "stdlib/support.h"

typedef enum HelperType { HELPER_MAP, HELPER_FILTER, HELPER_TAKE, HELPER_DROP, HELPER_FLAT_MAP, HELPER_SCRIPTED } HelperType;
enum { HELPER_FRESH, HELPER_STARTED, HELPER_RUNNING, HELPER_DONE };

/* Of a scripted helper data holds its two functions. Else data[0]: the callback; data[1]: of flatMap, the inner iterator's record, as an array [iterator, next], or undefined. */
typedef struct Helper {
    JsBuiltinIterator base;   /* target: the underlying iterator; index: the counter */
    JsValue next;             /* its next method */
    JsValue remaining;        /* take, drop: a Number */
    uint64_t helper_type;
    uint64_t status;          /* HELPER_*; a journal word */
} Helper;

static void set_status(Helper *helper, uint64_t status)
{
    js_store(helper, &helper->status, status);
}

/* 7.4.2 GetIteratorDirect ( object ), after IsObject */
static JsValue open_direct(JsIterator *it, JsValue this_value, const char *method)
{
    if (!js_is_object(this_value))
        return js_throw_type_error("Iterator.prototype.%s called on non-object", method);
    TRY_INT(js_iterator_open_direct(it, this_value));
    return JS_UNDEFINED;
}

/* IfAbruptCloseIterator: closes and passes the pending exception on. */
static JsValue close_abruptly(JsIterator *it)
{
    js_iterator_close_quietly(it);
    return JS_EXCEPTION;
}

/* A failed argument check closes the receiver (ES2025: after IsObject, before GetIteratorDirect). */
static JsValue fail_argument(JsValue this_value)
{
    JsIterator it = {.object = this_value, .next = JS_UNDEFINED};
    return close_abruptly(&it);
}

static JsValue check_callback(JsValue this_value, JsValue callback, const char *method)
{
    if (!js_is_object(this_value))
        return js_throw_type_error("Iterator.prototype.%s called on non-object", method);
    if (js_is_callable(callback))
        return JS_UNDEFINED;
    js_throw_type_error("%v is not a function", callback);
    return fail_argument(this_value);
}

/* ------------------------------------------------------------------------------------------------ making helpers */
static JsValue new_helper(HelperType type, JsValue this_value, JsValue callback, double remaining, const char *method)
{
    JsIterator it;
    TRY(open_direct(&it, this_value, method));
    Helper *helper = js_new_object_of_kind(JS_KIND_ITERATOR, sizeof *helper, JS_INTRINSIC(ITERATOR_HELPER_PROTOTYPE), 0);
    helper->base.type = JS_ITERATOR_OWNER;
    helper->base.state = 0;
    helper->base.target = it.object;
    helper->base.data[0] = callback;
    helper->base.data[1] = JS_UNDEFINED;
    helper->base.index = 0;
    helper->next = it.next;
    helper->remaining = js_number(remaining);
    helper->helper_type = type;
    helper->status = HELPER_FRESH;
    return js_value(helper);
}

/* 27.1.4.8 Iterator.prototype.map ( mapper ) */
JS_BUILTIN(iterator_prototype_map)
{
    TRY(check_callback(this_value, arg(0), "map"));
    return new_helper(HELPER_MAP, this_value, arg(0), 0, "map");
}

/* 27.1.4.4 Iterator.prototype.filter ( predicate ) */
JS_BUILTIN(iterator_prototype_filter)
{
    TRY(check_callback(this_value, arg(0), "filter"));
    return new_helper(HELPER_FILTER, this_value, arg(0), 0, "filter");
}

/* 27.1.4.6 Iterator.prototype.flatMap ( mapper ) */
JS_BUILTIN(iterator_prototype_flat_map)
{
    TRY(check_callback(this_value, arg(0), "flatMap"));
    return new_helper(HELPER_FLAT_MAP, this_value, arg(0), 0, "flatMap");
}

/* The limit of take and drop: a non-negative integer or infinity. */
static JsValue limit_of(JsValue this_value, JsValue v, const char *method, double *ret)
{
    double number;
    if (!js_is_object(this_value))
        return js_throw_type_error("Iterator.prototype.%s called on non-object", method);
    if (js_to_number(v, &number) < 0)
        return fail_argument(this_value);
    double limit = isnan(number) ? NAN : js_integer_of(number);
    if (!(limit >= 0) || (limit > 9007199254740991.0 && !isinf(limit))) {
        js_throw_range_error("%v must be positive", v);
        return fail_argument(this_value);
    }
    *ret = limit;
    return JS_UNDEFINED;
}

/* 27.1.4.12 Iterator.prototype.take ( limit ) */
JS_BUILTIN(iterator_prototype_take)
{
    double limit = 0;
    TRY(limit_of(this_value, arg(0), "take", &limit));
    return new_helper(HELPER_TAKE, this_value, JS_UNDEFINED, limit, "take");
}

/* 27.1.4.2 Iterator.prototype.drop ( limit ) */
JS_BUILTIN(iterator_prototype_drop)
{
    double limit = 0;
    TRY(limit_of(this_value, arg(0), "drop", &limit));
    return new_helper(HELPER_DROP, this_value, JS_UNDEFINED, limit, "drop");
}

/* ------------------------------------------------------------------------------------------------ stepping helpers */
static JsIterator underlying(Helper *helper)
{
    return (JsIterator){.object = helper->base.target, .next = helper->next};
}

static JsValue call_counted(Helper *helper, JsValue v)
{
    JsValue argv[2] = {v, js_number((double)helper->base.index)};
    js_store(helper, &helper->base.index, helper->base.index + 1);
    js_charge(20);
    return js_call(helper->base.data[0], JS_UNDEFINED, 2, argv);
}

static JsValue step_map(Helper *helper, JsIterator *it)
{
    JsValue v = TRY(js_iterator_step(it));
    if (v == JS_EMPTY)
        return v;
    JsValue mapped = call_counted(helper, v);
    return mapped == JS_EXCEPTION ? close_abruptly(it) : mapped;
}

static JsValue step_filter(Helper *helper, JsIterator *it)
{
    for (;;) {
        JsValue v = TRY(js_iterator_step(it));
        if (v == JS_EMPTY)
            return v;
        JsValue selected = call_counted(helper, v);
        if (selected == JS_EXCEPTION)
            return close_abruptly(it);
        if (js_to_boolean(selected))
            return v;
    }
}

static JsValue step_take(Helper *helper, JsIterator *it)
{
    double remaining = js_as_number(helper->remaining);
    if (remaining == 0) {
        TRY_INT(js_iterator_close(it));
        return JS_EMPTY;
    }
    js_store(helper, &helper->remaining, js_number(remaining - 1));
    return js_iterator_step(it);
}

static JsValue step_drop(Helper *helper, JsIterator *it)
{
    double remaining = js_as_number(helper->remaining);
    for (; remaining > 0; remaining--) {
        js_store(helper, &helper->remaining, js_number(remaining - 1));
        js_charge(20);
        if (TRY(js_iterator_step(it)) == JS_EMPTY)
            return JS_EMPTY;
    }
    return js_iterator_step(it);
}

/* GetIteratorFlattenable ( v, strings ): a record over what v iterates, or v itself as an iterator */
static JsValue open_flattenable(JsIterator *it, JsValue v, bool accepts_strings)
{
    if (!js_is_object(v) && !(accepts_strings && js_is_string(v)))
        return js_throw_type_error("%v is not an object", v);
    JsValue method = TRY(js_get_method(v, JS_SYM(iterator)));
    JsValue iterator = v;
    if (method != JS_UNDEFINED)
        iterator = TRY(js_call(method, v, 0, NULL));
    if (!js_is_object(iterator))
        return js_throw_type_error("%v is not an object", iterator);
    TRY_INT(js_iterator_open_direct(it, iterator));
    return JS_UNDEFINED;
}

static JsIterator inner_of(Helper *helper)
{
    JsObject *record = js_object(helper->base.data[1]);
    return (JsIterator){.object = record->elements[0], .next = record->elements[1]};
}

static JsValue open_inner(Helper *helper, JsValue mapped)
{
    JsIterator inner;
    TRY(open_flattenable(&inner, mapped, false));
    JsValue record[2] = {inner.object, inner.next};
    js_store(helper, &helper->base.data[1], js_new_array(2, record));
    return JS_UNDEFINED;
}

static JsValue step_flat_map(Helper *helper, JsIterator *it)
{
    for (;;) {
        if (helper->base.data[1] == JS_UNDEFINED) {
            JsValue v = TRY(js_iterator_step(it));
            if (v == JS_EMPTY)
                return v;
            JsValue mapped = call_counted(helper, v);
            if (mapped == JS_EXCEPTION || open_inner(helper, mapped) == JS_EXCEPTION)
                return close_abruptly(it);
        }
        JsIterator inner = inner_of(helper);
        JsValue v = js_iterator_step(&inner);
        if (v == JS_EXCEPTION)
            return close_abruptly(it);
        if (v != JS_EMPTY)
            return v;
        js_store(helper, &helper->base.data[1], JS_UNDEFINED);
    }
}

JsValue js_new_scripted_helper(JsValue step, JsValue close)
{
    Helper *helper = js_new_object_of_kind(JS_KIND_ITERATOR, sizeof *helper, JS_INTRINSIC(ITERATOR_HELPER_PROTOTYPE), 0);
    helper->base.type = JS_ITERATOR_OWNER;
    helper->base.state = 0;
    helper->base.target = helper->next = helper->remaining = JS_UNDEFINED;
    helper->base.data[0] = step;
    helper->base.data[1] = close;
    helper->base.index = 0;
    helper->helper_type = HELPER_SCRIPTED;
    helper->status = HELPER_FRESH;
    return js_value(helper);
}

static JsValue step_scripted(Helper *helper)
{
    JsValue step = TRY(js_call(helper->base.data[0], JS_UNDEFINED, 0, NULL));
    return step == JS_UNDEFINED ? JS_EMPTY : js_object(step)->elements[0];
}

static JsValue step_helper(Helper *helper)
{
    JsIterator it = underlying(helper);
    switch ((HelperType)helper->helper_type) {
    case HELPER_MAP: return step_map(helper, &it);
    case HELPER_FILTER: return step_filter(helper, &it);
    case HELPER_TAKE: return step_take(helper, &it);
    case HELPER_DROP: return step_drop(helper, &it);
    case HELPER_FLAT_MAP: return step_flat_map(helper, &it);
    case HELPER_SCRIPTED: return step_scripted(helper);
    }
    return JS_EMPTY;
}

static Helper *this_helper(JsValue v, const char *method)
{
    if (js_is_kind(v, JS_KIND_ITERATOR) && ((JsBuiltinIterator *)js_cell(v))->type == JS_ITERATOR_OWNER &&
        ((JsBuiltinIterator *)js_cell(v))->state == 0)
        return (Helper *)js_cell(v);
    js_throw_incompatible(method, v);
    return NULL;
}

/* 27.1.2.1.1 %IteratorHelperPrototype%.next ( ) */
JS_BUILTIN(helper_next)
{
    Helper *helper = TRY_PTR(this_helper(this_value, "Iterator Helper.prototype.next"));
    if (helper->status == HELPER_RUNNING)
        return js_throw_type_error("Generator is already running");
    if (helper->status == HELPER_DONE)
        return js_new_iterator_result(JS_UNDEFINED, true);
    set_status(helper, HELPER_RUNNING);
    JsValue v = step_helper(helper);
    set_status(helper, v == JS_EXCEPTION || v == JS_EMPTY ? HELPER_DONE : HELPER_STARTED);
    if (v == JS_EXCEPTION)
        return v;
    return v == JS_EMPTY ? js_new_iterator_result(JS_UNDEFINED, true) : js_new_iterator_result(v, false);
}

static JsValue return_scripted(Helper *helper)
{
    set_status(helper, helper->status == HELPER_FRESH ? HELPER_DONE : HELPER_RUNNING);
    JsValue closed = js_call(helper->base.data[1], JS_UNDEFINED, 0, NULL);
    set_status(helper, HELPER_DONE);
    return closed == JS_EXCEPTION ? closed : js_new_iterator_result(JS_UNDEFINED, true);
}

/* 27.1.2.1.2 %IteratorHelperPrototype%.return ( ) */
JS_BUILTIN(helper_return)
{
    Helper *helper = TRY_PTR(this_helper(this_value, "Iterator Helper.prototype.return"));
    if (helper->status == HELPER_RUNNING)
        return js_throw_type_error("Generator is already running");
    if (helper->status == HELPER_DONE)
        return js_new_iterator_result(JS_UNDEFINED, true);
    if (helper->helper_type == HELPER_SCRIPTED)
        return return_scripted(helper);
    set_status(helper, HELPER_DONE);
    JsIterator it = underlying(helper);
    if (helper->base.data[1] != JS_UNDEFINED) {
        JsIterator inner = inner_of(helper);
        if (js_iterator_close(&inner) < 0)
            return close_abruptly(&it);
    }
    TRY_INT(js_iterator_close(&it));
    return js_new_iterator_result(JS_UNDEFINED, true);
}

/* ------------------------------------------------------------------------------------------------ Iterator.from */
enum { WRAPPER_STATE = 1 };

/* 27.1.3.2.1 Iterator.from ( v ) */
JS_BUILTIN(iterator_from)
{
    JsIterator it;
    TRY(open_flattenable(&it, arg(0), true));
    JsValue constructor = js_peek_data(js_realm->global, js_key_from_ascii("Iterator"));
    if (constructor != JS_EMPTY && js_to_boolean(TRY(js_ordinary_has_instance(constructor, it.object))))
        return it.object;
    JsBuiltinIterator *wrapper = js_new_builtin_iterator(JS_ITERATOR_OWNER, it.object,
                                                         JS_INTRINSIC(WRAP_FOR_VALID_ITERATOR_PROTOTYPE));
    wrapper->state = WRAPPER_STATE;
    wrapper->data[0] = it.next;
    return js_value(wrapper);
}

static JsBuiltinIterator *this_wrapper(JsValue v)
{
    if (js_is_kind(v, JS_KIND_ITERATOR) && ((JsBuiltinIterator *)js_cell(v))->type == JS_ITERATOR_OWNER &&
        ((JsBuiltinIterator *)js_cell(v))->state == WRAPPER_STATE)
        return (JsBuiltinIterator *)js_cell(v);
    js_throw_incompatible("%WrapForValidIteratorPrototype%", v);
    return NULL;
}

/* 27.1.3.2.1.1.1 %WrapForValidIteratorPrototype%.next ( ) */
JS_BUILTIN(wrapper_next)
{
    JsBuiltinIterator *wrapper = TRY_PTR(this_wrapper(this_value));
    return js_call(wrapper->data[0], wrapper->target, 0, NULL);
}

/* 27.1.3.2.1.1.2 %WrapForValidIteratorPrototype%.return ( ) */
JS_BUILTIN(wrapper_return)
{
    JsBuiltinIterator *wrapper = TRY_PTR(this_wrapper(this_value));
    JsValue method = TRY(js_get_method(wrapper->target, JS_ATOM(return_)));
    if (method == JS_UNDEFINED)
        return js_new_iterator_result(JS_UNDEFINED, true);
    return js_call(method, wrapper->target, 0, NULL);
}

/* ------------------------------------------------------------------------------------------------ using an iterator up */
/* Steps to the next value and calls the callback with it: *ret_v is JS_EMPTY at the end. */
static JsValue step_and_call(JsIterator *it, JsValue callback, double counter, JsValue *ret_v)
{
    js_charge(20);
    *ret_v = TRY(js_iterator_step(it));
    if (*ret_v == JS_EMPTY)
        return JS_UNDEFINED;
    JsValue argv[2] = {*ret_v, js_number(counter)};
    JsValue result = js_call(callback, JS_UNDEFINED, 2, argv);
    return result == JS_EXCEPTION ? close_abruptly(it) : result;
}

/* 27.1.4.3 every, 27.1.4.5 find, 27.1.4.7 forEach, 27.1.4.11 some: stop_on is the boolean that ends the walk, 2: none does */
static JsValue walk(JsValue this_value, JsValue callback, const char *method, int stop_on, JsValue *ret_v)
{
    JsIterator it;
    TRY(check_callback(this_value, callback, method));
    TRY(open_direct(&it, this_value, method));
    for (double counter = 0;; counter++) {
        JsValue result = TRY(step_and_call(&it, callback, counter, ret_v));
        if (*ret_v == JS_EMPTY)
            return JS_FALSE;
        if ((int)js_to_boolean(result) != stop_on)
            continue;
        TRY_INT(js_iterator_close(&it));
        return JS_TRUE;
    }
}

JS_BUILTIN(iterator_prototype_every)
{
    JsValue v, stopped = TRY(walk(this_value, arg(0), "every", 0, &v));
    return js_boolean(stopped == JS_FALSE);
}

/* 27.1.4.11 Iterator.prototype.some ( predicate ) */
JS_BUILTIN(iterator_prototype_some)
{
    JsValue v;
    return walk(this_value, arg(0), "some", 1, &v);
}

/* 27.1.4.5 Iterator.prototype.find ( predicate ) */
JS_BUILTIN(iterator_prototype_find)
{
    JsValue v, stopped = TRY(walk(this_value, arg(0), "find", 1, &v));
    return stopped == JS_TRUE ? v : JS_UNDEFINED;
}

/* 27.1.4.7 Iterator.prototype.forEach ( callback ) */
JS_BUILTIN(iterator_prototype_for_each)
{
    JsValue v;
    TRY(walk(this_value, arg(0), "forEach", 2, &v));
    return JS_UNDEFINED;
}

/* 27.1.4.9 Iterator.prototype.reduce ( reducer [ , initialValue ] ) */
JS_BUILTIN(iterator_prototype_reduce)
{
    JsIterator it;
    TRY(check_callback(this_value, arg(0), "reduce"));
    TRY(open_direct(&it, this_value, "reduce"));
    JsValue accumulator = argc > 1 ? argv[1] : TRY(js_iterator_step(&it));
    if (accumulator == JS_EMPTY)
        return js_throw_type_error("Reduce of a done iterator with no initial value");
    for (double counter = argc > 1 ? 0 : 1;; counter++) {
        js_charge(20);
        JsValue v = TRY(js_iterator_step(&it));
        if (v == JS_EMPTY)
            return accumulator;
        JsValue call_argv[3] = {accumulator, v, js_number(counter)};
        accumulator = js_call(arg(0), JS_UNDEFINED, 3, call_argv);
        if (accumulator == JS_EXCEPTION)
            return close_abruptly(&it);
    }
}

/* 27.1.4.10 Iterator.prototype.toArray ( ) */
JS_BUILTIN(iterator_prototype_to_array)
{
    JsIterator it;
    TRY(open_direct(&it, this_value, "toArray"));
    JsValue array = TRY(js_new_array(0, NULL));
    for (;;) {
        js_charge(20);
        JsValue v = TRY(js_iterator_step(&it));
        if (v == JS_EMPTY)
            return array;
        TRY(js_array_append(array, v));
    }
}

static const JsBuiltin iterator_static_rows[] = {
    JS_METHOD("from", iterator_from, 1, "27.1.3.2.1"),
};
static const JsBuiltin iterator_helper_method_rows[] = {
    JS_METHOD("drop", iterator_prototype_drop, 1, "27.1.4.2"),
    JS_METHOD("every", iterator_prototype_every, 1, "27.1.4.3"),
    JS_METHOD("filter", iterator_prototype_filter, 1, "27.1.4.4"),
    JS_METHOD("find", iterator_prototype_find, 1, "27.1.4.5"),
    JS_METHOD("flatMap", iterator_prototype_flat_map, 1, "27.1.4.6"),
    JS_METHOD("forEach", iterator_prototype_for_each, 1, "27.1.4.7"),
    JS_METHOD("map", iterator_prototype_map, 1, "27.1.4.8"),
    JS_METHOD("reduce", iterator_prototype_reduce, 1, "27.1.4.9"),
    JS_METHOD("some", iterator_prototype_some, 1, "27.1.4.11"),
    JS_METHOD("take", iterator_prototype_take, 1, "27.1.4.12"),
    JS_METHOD("toArray", iterator_prototype_to_array, 0, "27.1.4.10"),
};
static const JsBuiltin helper_rows[] = {
    JS_METHOD("next", helper_next, 0, "27.1.2.1.1"),
    JS_METHOD("return", helper_return, 0, "27.1.2.1.2"),
    JS_STRING_CONSTANT("@@toStringTag", "Iterator Helper", "27.1.2.1.3"),
};
static const JsBuiltin wrapper_rows[] = {
    JS_METHOD("next", wrapper_next, 0, "27.1.3.2.1.1.1"),
    JS_METHOD("return", wrapper_return, 0, "27.1.3.2.1.1.2"),
};

void js_install_iterator_helpers(JsObject *constructor, JsObject *prototype)
{
    js_install_builtins(constructor, iterator_static_rows, JS_COUNT(iterator_static_rows));
    js_install_builtins(prototype, iterator_helper_method_rows, JS_COUNT(iterator_helper_method_rows));
    JsObject *helper = js_new_plain(prototype), *wrapper = js_new_plain(prototype);
    js_install_builtins(helper, helper_rows, JS_COUNT(helper_rows));
    js_install_builtins(wrapper, wrapper_rows, JS_COUNT(wrapper_rows));
    js_realm->intrinsics[INTRINSIC_ITERATOR_HELPER_PROTOTYPE] = helper;
    js_realm->intrinsics[INTRINSIC_WRAP_FOR_VALID_ITERATOR_PROTOTYPE] = wrapper;
}
