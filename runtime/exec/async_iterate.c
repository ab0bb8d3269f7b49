/* %AsyncFromSyncIteratorPrototype%, 27.1.6: a sync iterator under for await and yield*. */
#include "exec/internal.h"

typedef struct AsyncFromSync {
    JsObject object;     /* kind ITERATOR */
    uint32_t type, unused;
    JsValue iterator, next;
} AsyncFromSync;
enum { TYPE_ASYNC_FROM_SYNC = 1000 };

static JsValue unwrap_done(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    return js_new_iterator_result(arg(0), true);
}

static JsValue unwrap_more(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    return js_new_iterator_result(arg(0), false);
}

/* 27.1.6.4 step 9: the sync iterator is closed when its value is a rejected promise. */
static JsValue close_and_throw(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsIterator it = {callee->captures[0], JS_UNDEFINED, 0, 0};
    js_throw(arg(0));
    js_iterator_close_quietly(&it);
    return JS_EXCEPTION;
}

static const JsCode done_code = JS_NATIVE_CODE(unwrap_done, 1, 0);
static const JsCode more_code = JS_NATIVE_CODE(unwrap_more, 1, 0);
static const JsCode close_code = JS_NATIVE_CODE(close_and_throw, 1, 1);

static JsValue rejected(JsPromise *p)
{
    js_promise_reject(p, js_take_exception());
    return js_value(p);
}

/* 27.1.6.4 AsyncFromSyncIteratorContinuation */
static JsValue continuation(JsPromise *p, JsValue result, JsValue iterator, bool closes)
{
    if (!js_is_object(result)) {
        js_throw_type_error("Iterator result %v is not an object", result);
        return rejected(p);
    }
    JsValue done = js_get(js_object(result), JS_ATOM(done));
    if (done == JS_EXCEPTION)
        return rejected(p);
    bool is_done = js_to_boolean(done);
    JsValue v = js_get(js_object(result), JS_ATOM(value));
    if (v == JS_EXCEPTION)
        return rejected(p);
    JsValue wrapper = js_promise_resolve_value(js_value(JS_INTRINSIC(PROMISE)), v);
    if (wrapper == JS_EXCEPTION) {
        if (!is_done && closes) {
            JsIterator it = {iterator, JS_UNDEFINED, 0, 0};
            js_iterator_close_quietly(&it);
        }
        return rejected(p);
    }
    JsValue on_rejected = JS_UNDEFINED;
    if (!is_done && closes) {
        on_rejected = js_value(js_new_native_closure(&close_code));
        js_closure_capture(on_rejected, 0, iterator);
    }
    JsCapability capability = {js_value(p), JS_UNDEFINED, JS_UNDEFINED};
    js_perform_promise_then(js_promise(wrapper), js_new_closure(is_done ? &done_code : &more_code), on_rejected, &capability);
    return js_value(p);
}

static JsValue next_method(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    AsyncFromSync *it = (AsyncFromSync *)js_cell(this_value);
    JsPromise *p = js_new_promise();
    JsValue result = js_call(it->next, it->iterator, argc ? 1 : 0, argv);
    return result == JS_EXCEPTION ? rejected(p) : continuation(p, result, it->iterator, true);
}

static JsValue return_method(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    AsyncFromSync *it = (AsyncFromSync *)js_cell(this_value);
    JsPromise *p = js_new_promise();
    JsValue method = js_get_method(it->iterator, JS_ATOM(return_));
    if (method == JS_EXCEPTION)
        return rejected(p);
    if (method == JS_UNDEFINED) {
        js_promise_resolve(p, js_new_iterator_result(arg(0), true));
        return js_value(p);
    }
    JsValue result = js_call(method, it->iterator, argc ? 1 : 0, argv);
    return result == JS_EXCEPTION ? rejected(p) : continuation(p, result, it->iterator, false);
}

static JsValue throw_method(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    AsyncFromSync *it = (AsyncFromSync *)js_cell(this_value);
    JsPromise *p = js_new_promise();
    JsValue method = js_get_method(it->iterator, JS_ATOM(throw_));
    if (method == JS_EXCEPTION)
        return rejected(p);
    if (method == JS_UNDEFINED) {
        JsIterator close = {it->iterator, JS_UNDEFINED, 0, 0};
        if (js_iterator_close(&close) > 0)
            js_throw_type_error("The iterator does not provide a 'throw' method");
        return rejected(p);
    }
    JsValue result = js_call(method, it->iterator, argc ? 1 : 0, argv);
    return result == JS_EXCEPTION ? rejected(p) : continuation(p, result, it->iterator, true);
}

static const JsBuiltin methods[] = {
    JS_METHOD("next", next_method, 1, "27.1.6.2.1"),
    JS_METHOD("return", return_method, 1, "27.1.6.2.2"),
    JS_METHOD("throw", throw_method, 1, "27.1.6.2.3"),
};

void async_iterate_start(void)
{
    js_install_builtins(JS_INTRINSIC(ASYNC_FROM_SYNC_ITERATOR_PROTOTYPE), methods, JS_COUNT(methods));
}

/* 27.1.6.1 */
int js_async_from_sync_iterator(JsIterator *it)
{
    AsyncFromSync *async = js_new_object_of_kind(JS_KIND_ITERATOR, sizeof *async,
                                                 JS_INTRINSIC(ASYNC_FROM_SYNC_ITERATOR_PROTOTYPE), 0);
    async->type = TYPE_ASYNC_FROM_SYNC;
    async->iterator = it->object;
    async->next = it->next;
    return js_iterator_open_direct(it, js_value(async));
}
