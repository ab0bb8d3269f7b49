/* Disposable resources: a list of value, hint and method, taken from its end.
 *
 * Invariant: the list is a dense array that no program sees. It begins with the error of the last failure, flags, and how many
 * entries are left. */
#include "exec/resources.h"
#include "exec/error.h"
#include "exec/promise.h"
#include "object/elements.h"
#include "object/operations.h"
#include "object/realm.h"

enum { LIST_ERROR, LIST_FLAGS, LIST_LEFT, LIST_ENTRIES };
enum { ENTRY_VALUE, ENTRY_HINT, ENTRY_METHOD, ENTRY_LENGTH };
enum { HAS_FAILED = 1, NEEDS_AWAIT = 2, HAS_AWAITED = 4 };
typedef enum Hint { HINT_SYNC, HINT_ASYNC, HINT_ASYNC_FROM_SYNC } Hint;

JsValue js_resources_new(void)
{
    JsValue head[LIST_ENTRIES] = {JS_UNDEFINED, js_int(0), js_int(0)};
    return js_new_array(LIST_ENTRIES, head);
}

static JsValue get(JsValue list, int32_t place)
{
    return js_object(list)->elements[place];
}

static void set(JsValue list, int32_t place, JsValue v)
{
    JsValue *elements = js_elements_writable(js_object(list), js_array(list)->length);
    js_store(js_object(list), &elements[place], v);
}

static bool has_flag(JsValue list, int32_t flag)
{
    return js_as_int(get(list, LIST_FLAGS)) & flag;
}

static void set_flag(JsValue list, int32_t flag, bool is_set)
{
    int32_t flags = js_as_int(get(list, LIST_FLAGS));
    set(list, LIST_FLAGS, js_int(is_set ? flags | flag : flags & ~flag));
}

static void push(JsValue list, JsValue value, Hint hint, JsValue method)
{
    js_array_push_dense(js_array(list), value);
    js_array_push_dense(js_array(list), js_int(hint));
    js_array_push_dense(js_array(list), method);
    set(list, LIST_LEFT, js_int(js_as_int(get(list, LIST_LEFT)) + 1));
}

/* 9.5.5 GetDisposeMethod ( V, hint ) */
static JsValue dispose_method(JsValue v, Hint *hint)
{
    if (*hint == HINT_ASYNC) {
        JsValue method = TRY(js_get_method(v, JS_SYM(asyncDispose)));
        if (method != JS_UNDEFINED)
            return method;
        *hint = HINT_ASYNC_FROM_SYNC;
    }
    return js_get_method(v, JS_SYM(dispose));
}

JsValue js_resources_add(JsValue resources, JsValue value, bool is_async)
{
    Hint hint = is_async ? HINT_ASYNC : HINT_SYNC;
    if (js_is_nullish(value)) {
        if (is_async) /* there is still an await at the end of the scope */
            push(resources, JS_UNDEFINED, hint, JS_UNDEFINED);
        return JS_UNDEFINED;
    }
    if (!js_is_object(value))
        return js_throw_type_error("%v is not an object", value);
    JsValue method = TRY(dispose_method(value, &hint));
    if (method == JS_UNDEFINED)
        return js_throw_type_error(is_async ? "The value has neither a method [Symbol.asyncDispose] nor [Symbol.dispose]"
                                            : "The value has no method [Symbol.dispose]");
    push(resources, value, hint, method);
    return JS_UNDEFINED;
}

void js_resources_add_method(JsValue resources, JsValue method, bool is_async)
{
    push(resources, JS_UNDEFINED, is_async ? HINT_ASYNC : HINT_SYNC, method);
}

JsValue js_resources_fail(JsValue resources, JsValue error)
{
    if (has_flag(resources, HAS_FAILED)) {
        JsError *both = js_new_error_object(JS_INTRINSIC(SUPPRESSED_ERROR_PROTOTYPE));
        js_put_own(&both->object, JS_ATOM(error), error, JS_HIDDEN_ATTRIBUTES);
        js_put_own(&both->object, JS_ATOM(suppressed), get(resources, LIST_ERROR), JS_HIDDEN_ATTRIBUTES);
        error = js_value(both);
    }
    set(resources, LIST_ERROR, error);
    set_flag(resources, HAS_FAILED, true);
    return JS_UNDEFINED;
}

/* Calls the method. What to await, or JS_EMPTY: 9.5.6 steps 3.a to 3.e. */
static JsValue dispose_entry(JsValue list, JsValue value, Hint hint, JsValue method)
{
    if (method == JS_UNDEFINED) {
        set_flag(list, NEEDS_AWAIT, true);
        return JS_EMPTY;
    }
    JsValue result = js_call(method, value, 0, NULL);
    if (result == JS_EXCEPTION && hint != HINT_ASYNC_FROM_SYNC) {
        js_resources_fail(list, js_take_exception());
        return JS_EMPTY;
    }
    if (hint == HINT_SYNC)
        return JS_EMPTY;
    set_flag(list, HAS_AWAITED, true);
    if (hint == HINT_ASYNC)
        return result;
    if (result != JS_EXCEPTION)
        return JS_UNDEFINED;
    JsPromise *failed = js_new_promise(); /* what the closure of 9.5.5 step 1.b.ii returns */
    js_promise_reject(failed, js_take_exception());
    return js_value(failed);
}

static bool takes_await(JsValue list)
{
    if (!has_flag(list, NEEDS_AWAIT) || has_flag(list, HAS_AWAITED))
        return false;
    set_flag(list, NEEDS_AWAIT, false);
    return true;
}

JsValue js_resources_next(JsValue resources)
{
    for (int32_t left; (left = js_as_int(get(resources, LIST_LEFT))) > 0;) {
        int32_t place = LIST_ENTRIES + (left - 1) * ENTRY_LENGTH;
        Hint hint = (Hint)js_as_int(get(resources, place + ENTRY_HINT));
        if (hint == HINT_SYNC && takes_await(resources))
            return JS_UNDEFINED;
        set(resources, LIST_LEFT, js_int(left - 1));
        js_charge(20);
        JsValue awaited = dispose_entry(resources, get(resources, place + ENTRY_VALUE), hint, get(resources, place + ENTRY_METHOD));
        if (awaited != JS_EMPTY)
            return awaited;
    }
    return takes_await(resources) ? JS_UNDEFINED : JS_EMPTY;
}

JsValue js_resources_end(JsValue resources)
{
    return has_flag(resources, HAS_FAILED) ? js_throw(get(resources, LIST_ERROR)) : JS_UNDEFINED;
}

JsValue js_resources_dispose(JsValue resources)
{
    js_resources_next(resources);
    return js_resources_end(resources);
}

/* ---- with awaits: `data` of the handlers is an array of the list and the promise */

static JsValue go_on(JsValue v, JsValue data);

static JsValue go_on_failed(JsValue reason, JsValue data)
{
    js_resources_fail(get(data, 0), reason);
    return go_on(JS_UNDEFINED, data);
}

static void settle(JsValue resources, JsPromise *promise)
{
    if (js_resources_end(resources) == JS_EXCEPTION)
        js_promise_reject(promise, js_take_exception());
    else
        js_promise_resolve(promise, JS_UNDEFINED);
}

static JsValue go_on(JsValue v, JsValue data)
{
    JsValue resources = get(data, 0);
    for (;;) {
        JsValue awaited = js_resources_next(resources);
        if (awaited == JS_EMPTY) {
            settle(resources, js_promise(get(data, 1)));
            return JS_UNDEFINED;
        }
        JsValue promise = js_promise_resolve_value(js_value(JS_INTRINSIC(PROMISE)), awaited);
        if (promise != JS_EXCEPTION) {
            js_promise_then_native(js_promise(promise), go_on, go_on_failed, data);
            return JS_UNDEFINED;
        }
        js_resources_fail(resources, js_take_exception());
    }
}

void js_resources_dispose_async(JsValue resources, JsValue promise)
{
    JsValue parts[2] = {resources, promise};
    go_on(JS_UNDEFINED, js_new_array(2, parts));
}
