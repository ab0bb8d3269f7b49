/* The Promise global: constructor, combinators, prototype (ECMA-262 27.2.3 to 27.2.5). The machinery is exec/promise.h.
 *
 * Invariant: a combinator's element functions are closures over one record (an array of values, a counter, the capability),
 * and each answers only once. */
#include "exec/promise.h"
#include "exec/error.h"
#include "exec/iterate.h"
#include "stdlib/support.h"

/* 27.2.3.1 Promise ( executor ) */
JS_CONSTRUCTOR_BUILTIN(promise_construct)
{
    JsValue executor = arg(0);
    if (!js_is_callable(executor))
        return js_throw_type_error("Promise resolver %v is not a function", executor);
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_PROMISE_PROTOTYPE));
    JsPromise *promise = js_new_promise_with(proto);
    JsValue functions[2];
    js_create_resolving_functions(promise, &functions[0], &functions[1]);
    JsValue reject = functions[1];
    if (js_call(executor, JS_UNDEFINED, 2, functions) == JS_EXCEPTION) {
        JsValue error = js_take_exception();
        TRY(js_call(reject, JS_UNDEFINED, 1, &error));
    }
    return js_value(promise);
}

JS_BUILTIN(promise_call)
{
    return js_throw_type_error("Promise constructor cannot be invoked without 'new'");
}

/* IfAbruptRejectPromise: the pending exception rejects the capability. */
static JsValue reject_with_pending(const JsCapability *capability)
{
    JsValue error = js_take_exception();
    TRY(js_call(capability->reject, JS_UNDEFINED, 1, &error));
    return capability->promise;
}

/* ------------------------------------------------------------------------------------------------ combinators */
typedef enum Combinator { COMBINE_ALL, COMBINE_ALL_SETTLED, COMBINE_ANY } Combinator;

/* What the element functions of one call share: a JS array [values, remaining, resolve, reject]. */
enum { SHARED_VALUES, SHARED_REMAINING, SHARED_RESOLVE, SHARED_REJECT, SHARED_COUNT };
/* Captures of an element function: shared record, index, an array [already called] that the pair of allSettled shares, how */
enum { ELEMENT_SHARED, ELEMENT_INDEX, ELEMENT_CALLED, ELEMENT_HOW, ELEMENT_CAPTURES };
enum { HOW_VALUE, HOW_FULFILLED, HOW_REJECTED, HOW_ERROR };

static JsValue cell_of(JsValue record, uint32_t i)
{
    return js_object(record)->elements[i];
}

static void set_cell(JsValue record, uint32_t i, JsValue v)
{
    js_store(js_cell(record), &js_object(record)->elements[i], v);
}

static JsValue new_aggregate_error(JsValue errors)
{
    JsError *error = TRY_PTR(js_new_error_object(JS_INTRINSIC(AGGREGATE_ERROR_PROTOTYPE)));
    js_put_own(&error->object, JS_ATOM(message), js_string_from_ascii("All promises were rejected"), JS_HIDDEN_ATTRIBUTES);
    js_put_own(&error->object, JS_ATOM(errors), errors, JS_HIDDEN_ATTRIBUTES);
    return js_value(error);
}

/* All elements have answered: settles the result. */
static JsValue finish_combination(JsValue shared, bool is_any)
{
    JsValue values = cell_of(shared, SHARED_VALUES);
    JsValue outcome = is_any ? TRY(new_aggregate_error(values)) : values;
    return js_call(cell_of(shared, is_any ? SHARED_REJECT : SHARED_RESOLVE), JS_UNDEFINED, 1, &outcome);
}

static JsValue count_down(JsValue shared, bool is_any)
{
    int32_t remaining = js_as_int(cell_of(shared, SHARED_REMAINING)) - 1;
    set_cell(shared, SHARED_REMAINING, js_int(remaining));
    return remaining == 0 ? finish_combination(shared, is_any) : JS_UNDEFINED;
}

static JsValue settled_record(JsValue v, bool is_fulfilled)
{
    JsObject *record = js_object(js_new_object());
    js_put_own(record, JS_ATOM(status), is_fulfilled ? JS_ATOM(fulfilled) : JS_ATOM(rejected), JS_DEFAULT_ATTRIBUTES);
    js_put_own(record, is_fulfilled ? JS_ATOM(value) : JS_ATOM(reason), v, JS_DEFAULT_ATTRIBUTES);
    return js_value(record);
}

/* 27.2.4.1.3, 27.2.4.2.2-3, 27.2.4.3.2: the element functions */
static JsValue element_call(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsValue shared = callee->captures[ELEMENT_SHARED], called = callee->captures[ELEMENT_CALLED], v = arg(0);
    int how = js_as_int(callee->captures[ELEMENT_HOW]);
    if (cell_of(called, 0) == JS_TRUE)
        return JS_UNDEFINED;
    set_cell(called, 0, JS_TRUE);
    if (how == HOW_FULFILLED || how == HOW_REJECTED)
        v = settled_record(v, how == HOW_FULFILLED);
    set_cell(cell_of(shared, SHARED_VALUES), (uint32_t)js_as_int(callee->captures[ELEMENT_INDEX]), v);
    return count_down(shared, how == HOW_ERROR);
}

static JsValue new_element(JsValue shared, uint32_t index, JsValue called, int how)
{
    static const JsCode code = JS_NATIVE_CODE(element_call, 1, ELEMENT_CAPTURES);
    JsValue f = js_value(js_new_native_closure(&code));
    js_closure_capture(f, ELEMENT_SHARED, shared);
    js_closure_capture(f, ELEMENT_INDEX, js_int((int32_t)index));
    js_closure_capture(f, ELEMENT_CALLED, called);
    js_closure_capture(f, ELEMENT_HOW, js_int(how));
    return f;
}

/* Gives one promise of the iterable its element functions. */
static JsValue add_element(Combinator type, JsValue shared, uint32_t index, JsValue promise, const JsCapability *capability)
{
    JsValue not_called = JS_FALSE, called = TRY(js_new_array(1, &not_called)), handlers[2];
    TRY(js_array_append(cell_of(shared, SHARED_VALUES), JS_UNDEFINED));
    switch (type) {
    case COMBINE_ALL:
        handlers[0] = new_element(shared, index, called, HOW_VALUE);
        handlers[1] = capability->reject;
        break;
    case COMBINE_ALL_SETTLED:
        handlers[0] = new_element(shared, index, called, HOW_FULFILLED);
        handlers[1] = new_element(shared, index, called, HOW_REJECTED);
        break;
    case COMBINE_ANY:
        handlers[0] = capability->resolve;
        handlers[1] = new_element(shared, index, called, HOW_ERROR);
        break;
    }
    set_cell(shared, SHARED_REMAINING, js_int(js_as_int(cell_of(shared, SHARED_REMAINING)) + 1));
    return js_invoke(promise, JS_ATOM(then), 2, handlers);
}

/* 27.2.4.1.2 PerformPromiseAll and its sisters. *ret_open: the iterator has to be closed when this throws. */
static JsValue perform_combination(Combinator type, JsIterator *it, JsValue constructor, const JsCapability *capability,
                                   JsValue resolve, bool *ret_open)
{
    JsValue cells[SHARED_COUNT] = {TRY(js_new_array(0, NULL)), js_int(1), capability->resolve, capability->reject};
    JsValue shared = TRY(js_new_array(SHARED_COUNT, cells));
    for (uint32_t index = 0;; index++) {
        js_charge(50);
        *ret_open = false;
        JsValue v = TRY(js_iterator_step(it));
        if (v == JS_EMPTY)
            break;
        *ret_open = true;
        JsValue promise = TRY(js_call(resolve, constructor, 1, &v));
        TRY(add_element(type, shared, index, promise, capability));
    }
    TRY(count_down(shared, type == COMBINE_ANY));
    return capability->promise;
}

/* 27.2.4.5.1 PerformPromiseRace */
static JsValue perform_race(JsIterator *it, JsValue constructor, const JsCapability *capability, JsValue resolve, bool *ret_open)
{
    for (;;) {
        js_charge(50);
        *ret_open = false;
        JsValue v = TRY(js_iterator_step(it));
        if (v == JS_EMPTY)
            return capability->promise;
        *ret_open = true;
        JsValue promise = TRY(js_call(resolve, constructor, 1, &v));
        JsValue handlers[2] = {capability->resolve, capability->reject};
        TRY(js_invoke(promise, JS_ATOM(then), 2, handlers));
    }
}

/* 27.2.4.1.1 GetPromiseResolve ( constructor ) */
static JsValue get_promise_resolve(JsValue constructor)
{
    JsValue resolve = TRY(js_get(js_object(constructor), JS_ATOM(resolve)));
    if (!js_is_callable(resolve))
        return js_throw_type_error("Promise resolve or reject function is not callable");
    return resolve;
}

enum { COMBINE_RACE = COMBINE_ANY + 1 };

/* 27.2.4.1 all, 27.2.4.2 allSettled, 27.2.4.3 any, 27.2.4.5 race */
static JsValue combine(int type, JsValue constructor, JsValue iterable)
{
    JsCapability capability;
    TRY_INT(js_new_promise_capability(constructor, &capability));
    JsIterator it;
    bool is_open = false;
    JsValue resolve = get_promise_resolve(constructor);
    if (resolve == JS_EXCEPTION || js_iterator_open(&it, iterable, NULL) < 0)
        return reject_with_pending(&capability);
    JsValue result = type == COMBINE_RACE ? perform_race(&it, constructor, &capability, resolve, &is_open)
                                          : perform_combination((Combinator)type, &it, constructor, &capability, resolve, &is_open);
    if (result != JS_EXCEPTION)
        return result;
    if (is_open)
        js_iterator_close_quietly(&it);
    return reject_with_pending(&capability);
}

/* The functions of a capability, also where exec makes them only on demand. */
JS_BUILTIN(promise_all)
{
    return combine(COMBINE_ALL, this_value, arg(0));
}

/* 27.2.4.2 Promise.allSettled ( iterable ) */
JS_BUILTIN(promise_all_settled)
{
    return combine(COMBINE_ALL_SETTLED, this_value, arg(0));
}

/* 27.2.4.3 Promise.any ( iterable ) */
JS_BUILTIN(promise_any)
{
    return combine(COMBINE_ANY, this_value, arg(0));
}

/* 27.2.4.5 Promise.race ( iterable ) */
JS_BUILTIN(promise_race)
{
    return combine(COMBINE_RACE, this_value, arg(0));
}

/* ------------------------------------------------------------------------------------------------ other statics */
/* 27.2.4.6 Promise.reject ( reason ) */
JS_BUILTIN(promise_reject)
{
    JsCapability capability;
    TRY_INT(js_new_promise_capability(this_value, &capability));
    JsValue reason = arg(0);
    TRY(js_call(capability.reject, JS_UNDEFINED, 1, &reason));
    return capability.promise;
}

/* 27.2.4.7 Promise.resolve ( resolution ) */
JS_BUILTIN(promise_resolve)
{
    if (!js_is_object(this_value))
        return js_throw_type_error("PromiseResolve called on non-object");
    return js_promise_resolve_value(this_value, arg(0));
}

/* 27.2.4.8 Promise.try ( callback, ...args ) */
JS_BUILTIN(promise_try)
{
    if (!js_is_object(this_value))
        return js_throw_type_error("Promise.try called on non-object");
    JsCapability capability;
    TRY_INT(js_new_promise_capability(this_value, &capability));
    JsValue result = js_call(arg(0), JS_UNDEFINED, argc > 1 ? argc - 1 : 0, argv + 1);
    if (result == JS_EXCEPTION)
        return reject_with_pending(&capability);
    TRY(js_call(capability.resolve, JS_UNDEFINED, 1, &result));
    return capability.promise;
}

/* 27.2.4.9 Promise.withResolvers ( ) */
JS_BUILTIN(promise_with_resolvers)
{
    JsCapability capability;
    TRY_INT(js_new_promise_capability(this_value, &capability));
    JsObject *object = js_object(js_new_object());
    js_put_own(object, JS_ATOM(promise), capability.promise, JS_DEFAULT_ATTRIBUTES);
    js_put_own(object, JS_ATOM(resolve), capability.resolve, JS_DEFAULT_ATTRIBUTES);
    js_put_own(object, JS_ATOM(reject), capability.reject, JS_DEFAULT_ATTRIBUTES);
    return js_value(object);
}

/* ------------------------------------------------------------------------------------------------ prototype */
/* 27.2.5.1 Promise.prototype.catch ( onRejected ) */
JS_BUILTIN(promise_prototype_catch)
{
    JsValue call_argv[2] = {JS_UNDEFINED, arg(0)};
    return js_invoke(this_value, JS_ATOM(then), 2, call_argv);
}

/* The functions of finally, 27.2.5.3: captures: onFinally, constructor; then the value to pass on. */
enum { FINALLY_CALLBACK, FINALLY_CONSTRUCTOR, FINALLY_CAPTURES };

static JsValue return_value_call(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    return callee->captures[0];
}

static JsValue throw_reason_call(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    return js_throw(callee->captures[0]);
}

static const JsCode return_value_code = JS_NATIVE_CODE(return_value_call, 0, 1);
static const JsCode throw_reason_code = JS_NATIVE_CODE(throw_reason_call, 0, 1);

static JsValue run_finally(JsFunction *callee, JsValue v, const JsCode *then_code)
{
    JsValue result = TRY(js_call(callee->captures[FINALLY_CALLBACK], JS_UNDEFINED, 0, NULL));
    JsValue promise = TRY(js_promise_resolve_value(callee->captures[FINALLY_CONSTRUCTOR], result));
    JsValue next = js_value(js_new_native_closure(then_code));
    js_closure_capture(next, 0, v);
    return js_invoke(promise, JS_ATOM(then), 1, &next);
}

static JsValue then_finally_call(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    return run_finally(callee, arg(0), &return_value_code);
}

static JsValue catch_finally_call(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    return run_finally(callee, arg(0), &throw_reason_code);
}

static JsValue new_finally(const JsCode *code, JsValue callback, JsValue constructor)
{
    JsValue f = js_value(js_new_native_closure(code));
    js_closure_capture(f, FINALLY_CALLBACK, callback);
    js_closure_capture(f, FINALLY_CONSTRUCTOR, constructor);
    return f;
}

/* 27.2.5.3 Promise.prototype.finally ( onFinally ) */
JS_BUILTIN(promise_prototype_finally)
{
    static const JsCode then_code = JS_NATIVE_CODE(then_finally_call, 1, FINALLY_CAPTURES);
    static const JsCode catch_code = JS_NATIVE_CODE(catch_finally_call, 1, FINALLY_CAPTURES);
    if (!js_is_object(this_value))
        return js_throw_incompatible("Promise.prototype.finally", this_value);
    JsValue constructor = TRY(js_species_constructor(js_object(this_value), js_value(JS_INTRINSIC(PROMISE))));
    JsValue handlers[2] = {arg(0), arg(0)};
    if (js_is_callable(arg(0))) {
        handlers[0] = new_finally(&then_code, arg(0), constructor);
        handlers[1] = new_finally(&catch_code, arg(0), constructor);
    }
    return js_invoke(this_value, JS_ATOM(then), 2, handlers);
}

/* 27.2.5.4 Promise.prototype.then ( onFulfilled, onRejected ) */
JS_BUILTIN(promise_prototype_then)
{
    if (!js_is_promise(this_value))
        return js_throw_incompatible("Promise.prototype.then", this_value);
    JsValue constructor = TRY(js_species_constructor(js_object(this_value), js_value(JS_INTRINSIC(PROMISE))));
    JsCapability capability;
    TRY_INT(js_new_promise_capability(constructor, &capability));
    return js_perform_promise_then(js_promise(this_value), arg(0), arg(1), &capability);
}

static const JsBuiltin promise_static_rows[] = {
    JS_METHOD("all", promise_all, 1, "27.2.4.1"),
    JS_METHOD("allSettled", promise_all_settled, 1, "27.2.4.2"),
    JS_METHOD("any", promise_any, 1, "27.2.4.3"),
    JS_METHOD("race", promise_race, 1, "27.2.4.5"),
    JS_METHOD("reject", promise_reject, 1, "27.2.4.6"),
    JS_METHOD("resolve", promise_resolve, 1, "27.2.4.7"),
    JS_METHOD("try", promise_try, 1, "27.2.4.8"),
    JS_METHOD("withResolvers", promise_with_resolvers, 0, "27.2.4.9"),
    JS_SPECIES("27.2.4.10"),
};
static const JsBuiltin promise_prototype_rows[] = {
    JS_METHOD("catch", promise_prototype_catch, 1, "27.2.5.1"),
    JS_METHOD("finally", promise_prototype_finally, 1, "27.2.5.3"),
    JS_METHOD("then", promise_prototype_then, 2, "27.2.5.4"),
    JS_STRING_CONSTANT("@@toStringTag", "Promise", "27.2.5.5"),
};

void js_install_promise(void)
{
    JsObject *prototype = JS_INTRINSIC(PROMISE_PROTOTYPE);
    JsFunction *constructor = js_new_builtin_constructor("Promise", 1, promise_call, promise_construct, NULL, prototype);
    js_realm->intrinsics[INTRINSIC_PROMISE] = &constructor->object;
    js_install_builtins(&constructor->object, promise_static_rows, JS_COUNT(promise_static_rows));
    js_install_builtins(prototype, promise_prototype_rows, JS_COUNT(promise_prototype_rows));
    js_define_global("Promise", js_value(constructor));
    js_guard_property(prototype, JS_ATOM(then), &js_realm->promise_then_changed);
    js_guard_property(prototype, JS_ATOM(constructor), &js_realm->promise_then_changed);
    js_guard_property(&constructor->object, JS_SYM(species), &js_realm->promise_then_changed);
}
