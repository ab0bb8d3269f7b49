/* DisposableStack and AsyncDisposableStack (ECMA-262 27.4, 27.5).
 *
 * Invariant: a stack's list is undefined from when it was disposed of, or moved. */
#include "exec/promise.h"
#include "exec/resources.h"
#include "stdlib/support.h"

typedef struct JsDisposableStack {
    JsObject object;
    JsValue resources;
} JsDisposableStack;

static JsValue new_stack(JsKind kind, JsObject *prototype, JsValue resources)
{
    JsDisposableStack *stack = js_new_object_of_kind(kind, sizeof *stack, prototype, 0);
    stack->resources = resources;
    return js_value(stack);
}

static JsDisposableStack *stack_of(JsValue v)
{
    return (JsDisposableStack *)js_cell(v);
}

/* Undefined when `v` is a stack of that kind, disposed of or not. */
static JsValue require_stack(JsValue v, JsKind kind, const char *method)
{
    return js_is_kind(v, kind) ? JS_UNDEFINED : js_throw_incompatible(method, v);
}

/* The list of a stack that must not have been disposed of. */
static JsValue live_list(JsValue v, JsKind kind, const char *method)
{
    TRY(require_stack(v, kind, method));
    JsValue resources = stack_of(v)->resources;
    return resources == JS_UNDEFINED ? js_throw_reference_error("The stack has been disposed of already") : resources;
}

/* Takes the list away: the stack is disposed of from now on. */
static JsValue take_list(JsValue v)
{
    JsDisposableStack *stack = stack_of(v);
    JsValue resources = stack->resources;
    js_store(stack, &stack->resources, JS_UNDEFINED);
    return resources;
}

/* Calls the captured function with the captured value. */
static JsValue call_with_value(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    return js_call(callee->captures[0], JS_UNDEFINED, 1, &callee->captures[1]);
}

static JsValue closure_with_value(JsValue function, JsValue value)
{
    static const JsCode code = JS_NATIVE_CODE(call_with_value, 0, 2);
    JsValue closure = js_value(js_new_native_closure(&code));
    js_closure_capture(closure, 0, function);
    js_closure_capture(closure, 1, value);
    return closure;
}

/* The methods that both kinds have, after the clauses 27.4.3 and 27.5.3. */
#define STACK(prefix, KIND, INTRINSIC, name, is_async, clause) \
    /* clause.1.1 name ( ) */ \
    JS_CONSTRUCTOR_BUILTIN(prefix##_construct) \
    { \
        JsObject *prototype = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC)); \
        return new_stack(KIND, prototype, js_resources_new()); \
    } \
    /* adopt ( value, onDispose ) */ \
    JS_BUILTIN(prefix##_adopt) \
    { \
        JsValue list = TRY(live_list(this_value, KIND, name ".prototype.adopt")); \
        TRY(js_require_callable(arg(1))); \
        js_resources_add_method(list, closure_with_value(arg(1), arg(0)), is_async); \
        return arg(0); \
    } \
    /* defer ( onDispose ) */ \
    JS_BUILTIN(prefix##_defer) \
    { \
        JsValue list = TRY(live_list(this_value, KIND, name ".prototype.defer")); \
        TRY(js_require_callable(arg(0))); \
        js_resources_add_method(list, arg(0), is_async); \
        return JS_UNDEFINED; \
    } \
    /* get disposed */ \
    JS_BUILTIN(prefix##_disposed) \
    { \
        TRY(require_stack(this_value, KIND, "get " name ".prototype.disposed")); \
        return js_boolean(stack_of(this_value)->resources == JS_UNDEFINED); \
    } \
    /* move ( ) */ \
    JS_BUILTIN(prefix##_move) \
    { \
        TRY(live_list(this_value, KIND, name ".prototype.move")); \
        return new_stack(KIND, js_realm->intrinsics[INTRINSIC], take_list(this_value)); \
    } \
    /* use ( value ) */ \
    JS_BUILTIN(prefix##_use) \
    { \
        JsValue list = TRY(live_list(this_value, KIND, name ".prototype.use")); \
        TRY(js_resources_add(list, arg(0), is_async)); \
        return arg(0); \
    }
STACK(disposable_stack, JS_KIND_DISPOSABLE_STACK, INTRINSIC_DISPOSABLE_STACK_PROTOTYPE, "DisposableStack", false, 27.4)
STACK(async_disposable_stack, JS_KIND_ASYNC_DISPOSABLE_STACK, INTRINSIC_ASYNC_DISPOSABLE_STACK_PROTOTYPE, "AsyncDisposableStack",
      true, 27.5)

/* 27.4.3.4 DisposableStack.prototype.dispose ( ) */
JS_BUILTIN(disposable_stack_dispose)
{
    TRY(require_stack(this_value, JS_KIND_DISPOSABLE_STACK, "DisposableStack.prototype.dispose"));
    JsValue resources = take_list(this_value);
    return resources == JS_UNDEFINED ? JS_UNDEFINED : js_resources_dispose(resources);
}

/* 27.5.3.4 AsyncDisposableStack.prototype.disposeAsync ( ) */
JS_BUILTIN(async_disposable_stack_dispose)
{
    JsPromise *promise = js_new_promise();
    if (require_stack(this_value, JS_KIND_ASYNC_DISPOSABLE_STACK, "AsyncDisposableStack.prototype.disposeAsync") == JS_EXCEPTION) {
        js_promise_reject(promise, js_take_exception());
        return js_value(promise);
    }
    JsValue resources = take_list(this_value);
    if (resources == JS_UNDEFINED)
        js_promise_resolve(promise, JS_UNDEFINED);
    else
        js_resources_dispose_async(resources, js_value(promise));
    return js_value(promise);
}

static const JsBuiltin disposable_stack_rows[] = {
    JS_METHOD("adopt", disposable_stack_adopt, 2, "27.4.3.1"),
    JS_METHOD("defer", disposable_stack_defer, 1, "27.4.3.3"),
    JS_METHOD("dispose", disposable_stack_dispose, 0, "27.4.3.4"),
    JS_GETTER("disposed", disposable_stack_disposed, "27.4.3.5"),
    JS_METHOD("move", disposable_stack_move, 0, "27.4.3.6"),
    JS_METHOD("use", disposable_stack_use, 1, "27.4.3.7"),
    JS_STRING_CONSTANT("@@toStringTag", "DisposableStack", "27.4.3.9"),
};
static const JsBuiltin async_disposable_stack_rows[] = {
    JS_METHOD("adopt", async_disposable_stack_adopt, 2, "27.5.3.1"),
    JS_METHOD("defer", async_disposable_stack_defer, 1, "27.5.3.3"),
    JS_METHOD("disposeAsync", async_disposable_stack_dispose, 0, "27.5.3.4"),
    JS_GETTER("disposed", async_disposable_stack_disposed, "27.5.3.5"),
    JS_METHOD("move", async_disposable_stack_move, 0, "27.5.3.6"),
    JS_METHOD("use", async_disposable_stack_use, 1, "27.5.3.7"),
    JS_STRING_CONSTANT("@@toStringTag", "AsyncDisposableStack", "27.5.3.9"),
};

/* 27.4.3.8 and 27.5.3.8: the method by its symbol is the same function object. */
static void alias(JsObject *prototype, const char *name, JsKey symbol)
{
    js_put_own(prototype, symbol, js_peek_data(prototype, js_key_from_ascii(name)), JS_HIDDEN_ATTRIBUTES);
}

void js_install_disposable(void)
{
    JsObject *prototype = JS_INTRINSIC(DISPOSABLE_STACK_PROTOTYPE);
    js_define_global("DisposableStack", js_value(js_new_builtin_constructor("DisposableStack", 0, js_call_requires_new,
                                                                            disposable_stack_construct, NULL, prototype)));
    js_install_builtins(prototype, disposable_stack_rows, JS_COUNT(disposable_stack_rows));
    alias(prototype, "dispose", JS_SYM(dispose));
    prototype = JS_INTRINSIC(ASYNC_DISPOSABLE_STACK_PROTOTYPE);
    js_define_global("AsyncDisposableStack",
                     js_value(js_new_builtin_constructor("AsyncDisposableStack", 0, js_call_requires_new,
                                                         async_disposable_stack_construct, NULL, prototype)));
    js_install_builtins(prototype, async_disposable_stack_rows, JS_COUNT(async_disposable_stack_rows));
    alias(prototype, "disposeAsync", JS_SYM(asyncDispose));
}
