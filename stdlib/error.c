/* The Error globals (ECMA-262 20.5): Error, its native kinds, AggregateError, and V8's captureStackTrace, prepareStackTrace and
 * stackTraceLimit.
 *
 * Invariant: every Error object comes from js_new_error_from_constructor, which captures the stack. */
#include "exec/error.h"
#include "exec/iterate.h"
#include "stdlib/call_site.h"
#include "stdlib/support.h"

/* 20.5.8.1 InstallErrorCause ( error, options ), after message */
static JsValue finish_error(JsError *error, JsValue message, JsValue options)
{
    if (message != JS_UNDEFINED)
        js_put_own(&error->object, JS_ATOM(message), js_value(TRY_STRING(message)), JS_HIDDEN_ATTRIBUTES);
    if (js_is_object(options) && TRY_INT(js_has_property(js_object(options), JS_ATOM(cause)))) {
        JsValue cause = TRY(js_get(js_object(options), JS_ATOM(cause)));
        js_put_own(&error->object, JS_ATOM(cause), cause, JS_HIDDEN_ATTRIBUTES);
    }
    return js_value(error);
}

/* 20.5.1.1 Error ( message, options ) and 20.5.6.1.1 NativeError: one entry a kind, for its intrinsic prototype */
#define ERROR_CONSTRUCTOR(name, INTRINSIC) \
    JS_CONSTRUCTOR_BUILTIN(name##_construct) \
    { \
        JsError *error = TRY_PTR(js_new_error_from_constructor(new_target, INTRINSIC)); \
        return finish_error(error, arg(0), arg(1)); \
    } \
    JS_BUILTIN(name##_call) { return name##_construct(callee, js_value(callee), argc, argv); }
ERROR_CONSTRUCTOR(error, INTRINSIC_ERROR_PROTOTYPE)
ERROR_CONSTRUCTOR(type_error, INTRINSIC_TYPE_ERROR_PROTOTYPE)
ERROR_CONSTRUCTOR(range_error, INTRINSIC_RANGE_ERROR_PROTOTYPE)
ERROR_CONSTRUCTOR(reference_error, INTRINSIC_REFERENCE_ERROR_PROTOTYPE)
ERROR_CONSTRUCTOR(syntax_error, INTRINSIC_SYNTAX_ERROR_PROTOTYPE)
ERROR_CONSTRUCTOR(eval_error, INTRINSIC_EVAL_ERROR_PROTOTYPE)
ERROR_CONSTRUCTOR(uri_error, INTRINSIC_URI_ERROR_PROTOTYPE)

/* 20.5.7.1.1 AggregateError ( errors, message, options ) */
JS_CONSTRUCTOR_BUILTIN(aggregate_error_construct)
{
    JsError *error = TRY_PTR(js_new_error_from_constructor(new_target, INTRINSIC_AGGREGATE_ERROR_PROTOTYPE));
    TRY(finish_error(error, arg(1), arg(2)));
    JsList list = {0};
    TRY_INT(js_iterable_to_list(arg(0), &list));
    JsValue errors = TRY(js_create_array_from_list(list.length, list.values));
    js_put_own(&error->object, JS_ATOM(errors), errors, JS_HIDDEN_ATTRIBUTES);
    return js_value(error);
}

JS_BUILTIN(aggregate_error_call)
{
    return aggregate_error_construct(callee, js_value(callee), argc, argv);
}

/* 20.5.8.1.1 SuppressedError ( error, suppressed, message ) */
JS_CONSTRUCTOR_BUILTIN(suppressed_error_construct)
{
    JsError *error = TRY_PTR(js_new_error_from_constructor(new_target, INTRINSIC_SUPPRESSED_ERROR_PROTOTYPE));
    TRY(finish_error(error, arg(2), JS_UNDEFINED));
    js_put_own(&error->object, JS_ATOM(error), arg(0), JS_HIDDEN_ATTRIBUTES);
    js_put_own(&error->object, JS_ATOM(suppressed), arg(1), JS_HIDDEN_ATTRIBUTES);
    return js_value(error);
}

JS_BUILTIN(suppressed_error_call)
{
    return suppressed_error_construct(callee, js_value(callee), argc, argv);
}

/* 20.5.3.4 Error.prototype.toString ( ) */
JS_BUILTIN(error_prototype_to_string)
{
    if (!js_is_object(this_value))
        return js_throw_type_error("Error.prototype.toString requires that 'this' be a JSReceiver");
    return js_error_to_string(js_object(this_value));
}

/* V8's Error.captureStackTrace ( object [ , above ] ): the object gets an own `stack`. */
JS_BUILTIN(error_capture_stack_trace)
{
    if (!js_is_object(arg(0)))
        return js_throw_type_error("invalid_argument");
    const JsFunction *above = js_is_kind(arg(1), JS_KIND_FUNCTION) ? js_function(arg(1)) : NULL;
    return js_define_stack(js_object(arg(0)), js_capture_stack(above));
}

/* V8's Error.prepareStackTrace, when a program has put one there: with the error and its call sites, for an error that is not
 * itself made by such a call. */
static JsValue prepare_stack(JsObject *holder, const JsStack *stack)
{
    if (js_agent->is_preparing_stack)
        return JS_EMPTY;
    JsValue prepare = TRY(js_get(JS_INTRINSIC(ERROR), JS_ATOM(prepareStackTrace)));
    if (!js_is_callable(prepare))
        return JS_EMPTY;
    JsValue sites = TRY(call_sites(stack));
    JsValue arguments[] = {js_value(holder), sites};
    js_agent->is_preparing_stack = true;
    JsValue result = js_call(prepare, js_value(JS_INTRINSIC(ERROR)), 2, arguments);
    js_agent->is_preparing_stack = false;
    return result;
}

/* 20.5.2.1 Error.isError ( arg ) */
JS_BUILTIN(error_is_error)
{
    return js_boolean(js_is_kind(arg(0), JS_KIND_ERROR));
}

static const JsBuiltin error_static_rows[] = {
    JS_METHOD("captureStackTrace", error_capture_stack_trace, 2, "V8"),
    JS_METHOD("isError", error_is_error, 1, "20.5.2.1"),
};
static const JsBuiltin error_prototype_rows[] = {
    JS_METHOD("toString", error_prototype_to_string, 0, "20.5.3.4"),
};

static void define_text(JsObject *object, JsKey key, const char *text)
{
    js_put_own(object, key, js_string_from_ascii(text), JS_HIDDEN_ATTRIBUTES);
}

static JsFunction *install_error_kind(const char *name, int intrinsic, JsObject *parent, JsCallEntry *call,
                                      JsConstructEntry *construct, uint32_t length)
{
    JsObject *prototype = js_realm->intrinsics[intrinsic];
    JsFunction *constructor = js_new_builtin_constructor(name, length, call, construct, parent, prototype);
    define_text(prototype, JS_ATOM(name), name);
    define_text(prototype, JS_ATOM(message), "");
    js_define_global(name, js_value(constructor));
    return constructor;
}

void js_install_error(void)
{
    JsFunction *error = install_error_kind("Error", INTRINSIC_ERROR_PROTOTYPE, NULL, error_call, error_construct, 1);
    JsObject *parent = &error->object;
    js_install_builtins(parent, error_static_rows, JS_COUNT(error_static_rows));
    js_realm->intrinsics[INTRINSIC_ERROR] = parent;
    js_put_own(parent, JS_ATOM(stackTraceLimit), js_int(js_stack_trace_limit()), JS_DEFAULT_ATTRIBUTES);
    js_guard_property(parent, JS_ATOM(stackTraceLimit), &js_realm->stack_trace_limit_changed);
    js_prepare_stack_hook = prepare_stack;
    js_install_builtins(JS_INTRINSIC(ERROR_PROTOTYPE), error_prototype_rows, JS_COUNT(error_prototype_rows));
    install_error_kind("TypeError", INTRINSIC_TYPE_ERROR_PROTOTYPE, parent, type_error_call, type_error_construct, 1);
    install_error_kind("RangeError", INTRINSIC_RANGE_ERROR_PROTOTYPE, parent, range_error_call, range_error_construct, 1);
    install_error_kind("ReferenceError", INTRINSIC_REFERENCE_ERROR_PROTOTYPE, parent, reference_error_call,
                       reference_error_construct, 1);
    install_error_kind("SyntaxError", INTRINSIC_SYNTAX_ERROR_PROTOTYPE, parent, syntax_error_call, syntax_error_construct, 1);
    install_error_kind("EvalError", INTRINSIC_EVAL_ERROR_PROTOTYPE, parent, eval_error_call, eval_error_construct, 1);
    install_error_kind("URIError", INTRINSIC_URI_ERROR_PROTOTYPE, parent, uri_error_call, uri_error_construct, 1);
    install_error_kind("AggregateError", INTRINSIC_AGGREGATE_ERROR_PROTOTYPE, parent, aggregate_error_call,
                       aggregate_error_construct, 2);
    install_error_kind("SuppressedError", INTRINSIC_SUPPRESSED_ERROR_PROTOTYPE, parent, suppressed_error_call,
                       suppressed_error_construct, 3);
}
