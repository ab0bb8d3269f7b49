/* Exceptions and error objects. An error keeps the stack it was made on (stack.c).
 *
 * Invariant: at most one exception is pending (js_agent->exception), set exactly when a function has returned the mark. */
#include "exec/internal.h"
#include "value/number.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { DESCRIBE_MAX = 128 };

/* ------------------------------------------------------------------------------------------------ the pending exception */
JsValue js_throw(JsValue v)
{
    js_agent->exception = v;
    return JS_EXCEPTION;
}

JsValue js_take_exception(void)
{
    JsValue v = js_agent->exception;
    js_agent->exception = JS_EMPTY;
    return v;
}

void js_must_failed(const char *where)
{
    fprintf(stderr, "sinew: an operation of %s that cannot fail has failed\n", where);
    abort();
}

/* ------------------------------------------------------------------------------------------------ texts */
static JsValue constructor_name(JsObject *o)
{
    JsProperty property;
    for (JsObject *p = o; p; p = js_shape(p)->prototype) {
        if (!js_find_own(p, JS_ATOM(constructor), &property) || property.attributes & JS_ACCESSOR)
            continue;
        JsValue constructor = *js_slot_address(p, property.slot);
        if (!js_is_kind(constructor, JS_KIND_FUNCTION))
            break;
        JsValue name = js_function_debug_name(js_function(constructor));
        if (js_string(name)->cell.word)
            return name;
        break;
    }
    return JS_ATOM(Object);
}

static void describe_object(JsStringBuilder *b, JsObject *o)
{
    if (o->cell.kind == JS_KIND_ARRAY) {
        js_builder_add_ascii(b, "[object Array]");
        return;
    }
    if (o->cell.kind == JS_KIND_FUNCTION || o->cell.kind == JS_KIND_BOUND_FUNCTION) {
        js_builder_add_string(b, js_string(js_function_to_source(o)));
        return;
    }
    if (o->cell.kind == JS_KIND_PROXY) {
        js_builder_add_ascii(b, "#<Object>");
        return;
    }
    js_builder_add_ascii(b, "#<");
    js_builder_add_string(b, js_string(constructor_name(o)));
    js_builder_add_ascii(b, ">");
}

/* As V8 shows a value in messages. Calls no JavaScript. */
static void add_value(JsStringBuilder *b, JsValue v, bool is_quoted)
{
    if (js_is_object(v)) {
        describe_object(b, js_object(v));
    } else if (js_is_symbol(v)) {
        JsValue description = js_symbol(v)->description;
        js_builder_add_ascii(b, "Symbol(");
        if (description != JS_UNDEFINED)
            js_builder_add_string(b, js_string(description));
        js_builder_add_ascii(b, ")");
    } else if (js_is_string(v) && is_quoted) {
        js_builder_add_ascii(b, "\"");
        js_builder_add_string(b, js_string(v));
        js_builder_add_ascii(b, "\"");
    } else if (v == JS_EMPTY) {
        js_builder_add_ascii(b, "undefined");
    } else {
        JsString *s = js_to_string(v);
        if (s)
            js_builder_add_string(b, s);
    }
}

static void add_key(JsStringBuilder *b, JsKey key)
{
    if (js_key_is_private(key))
        js_builder_add_string(b, js_string(js_symbol(key)->description));
    else
        add_value(b, js_key_to_value(key), false);
}

static void add_format(JsStringBuilder *b, const char *format, va_list arguments)
{
    char number[NUMBER_TEXT_MAX];
    for (const char *p = format; *p; p++) {
        if (*p != '%') {
            js_builder_add_unit(b, (uint8_t)*p);
            continue;
        }
        switch (*++p) {
        case 's': {
            const char *text = va_arg(arguments, const char *);
            js_builder_add_string(b, js_string(js_string_from_utf8(text, strlen(text))));
            break;
        }
        case 'd':
            js_builder_add_latin1(b, (uint8_t *)number, number_print_int(va_arg(arguments, int), number));
            break;
        case 'u':
            js_builder_add_latin1(b, (uint8_t *)number, number_print(va_arg(arguments, unsigned), number));
            break;
        case 'f':
            js_builder_add_latin1(b, (uint8_t *)number, number_print(va_arg(arguments, double), number));
            break;
        case 'c':
            js_builder_add_unit(b, (uint16_t)va_arg(arguments, int));
            break;
        case 'S':
            js_builder_add_string(b, va_arg(arguments, JsString *));
            break;
        case 'v':
            add_value(b, va_arg(arguments, JsValue), false);
            break;
        case 'q':
            add_value(b, va_arg(arguments, JsValue), true);
            break;
        case 'k':
            add_key(b, va_arg(arguments, JsKey));
            break;
        default:
            js_builder_add_unit(b, (uint8_t)*p);
            break;
        }
    }
}

JsValue js_string_from_format(const char *format, ...)
{
    JsStringBuilder b;
    va_list arguments;
    js_builder_start(&b, 64);
    va_start(arguments, format);
    add_format(&b, format, arguments);
    va_end(arguments);
    return js_builder_finish(&b);
}

char *js_describe(JsValue v, bool is_quoted)
{
    JsStringBuilder b;
    js_builder_start(&b, DESCRIBE_MAX);
    add_value(&b, v, is_quoted);
    return js_string_to_c(js_string(js_builder_finish(&b)));
}

/* ------------------------------------------------------------------------------------------------ throwing */
static JsValue throw_formatted(int type, const char *format, va_list arguments)
{
    JsStringBuilder b;
    js_builder_start(&b, 64);
    add_format(&b, format, arguments);
    JsValue message = js_builder_finish(&b);
    return js_throw(js_new_error(type, message == JS_EXCEPTION ? JS_UNDEFINED : message));
}

#define THROW_FUNCTION(name, type)                                                                                                 \
    JsValue name(const char *format, ...)                                                                                          \
    {                                                                                                                              \
        va_list arguments;                                                                                                         \
        va_start(arguments, format);                                                                                               \
        JsValue result = throw_formatted(type, format, arguments);                                                                 \
        va_end(arguments);                                                                                                         \
        return result;                                                                                                             \
    }
THROW_FUNCTION(js_throw_type_error, JS_ERROR_TYPE)
THROW_FUNCTION(js_throw_range_error, JS_ERROR_RANGE)
THROW_FUNCTION(js_throw_syntax_error, JS_ERROR_SYNTAX)
THROW_FUNCTION(js_throw_reference_error, JS_ERROR_REFERENCE)
THROW_FUNCTION(js_throw_uri_error, JS_ERROR_URI)

JsValue js_throw_error(int error_type, const char *message)
{
    return js_throw(js_new_error(error_type, js_string_from_utf8(message, strlen(message))));
}

JsValue js_throw_tdz(JsKey name)
{
    return js_throw_reference_error("Cannot access '%k' before initialization", name);
}

JsValue js_throw_const_assignment(JsKey name)
{
    (void)name;
    return js_throw_type_error("Assignment to constant variable.");
}

JsValue js_throw_this_uninitialized(void)
{
    return js_throw_reference_error(
        "Must call super constructor in derived class before accessing 'this' or returning from derived constructor");
}

JsValue js_throw_super_called_twice(void)
{
    return js_throw_reference_error("Super constructor may only be called once");
}

JsValue js_throw_derived_result(void)
{
    return js_throw_type_error("Derived constructors may only return object or undefined");
}

JsValue js_throw_class_call(JsFunction *callee)
{
    return js_throw_type_error("Class constructor %v cannot be invoked without 'new'", js_function_debug_name(callee));
}

JsValue js_throw_not_iterable(JsValue v, const char *what)
{
    if (what && *what)
        return js_throw_type_error("%s is not iterable", what);
    static const char how[] = "is not iterable (cannot read property Symbol(Symbol.iterator))";
    if (js_is_object(v) || js_is_symbol(v) || v == JS_UNDEFINED)
        return js_throw_type_error("%s %s", js_is_callable(v) ? "function" : js_type_name(v), how);
    return js_throw_type_error("%s %q %s", js_type_name(v), v, how);
}

JsValue js_require_object_coercible(JsValue v, const char *what)
{
    if (!js_is_nullish(v))
        return JS_UNDEFINED;
    size_t length = strlen(what);
    if (length && what[length - 1] == '\'')
        return js_throw_type_error("Cannot destructure %s as it is %v.", what, v);
    return js_throw_type_error("Cannot destructure %s'%v' as it is %v.", what, v, v);
}

/* ------------------------------------------------------------------------------------------------ error objects */
JsError *js_new_error_object(JsObject *prototype)
{
    JsStack *stack = js_capture_stack(NULL);
    JsError *error = js_new_object_of_kind(JS_KIND_ERROR, sizeof *error, prototype, 0);
    error->object.cell.flags |= JS_LAZY;
    error->object.cell.word = shape_root(JS_KIND_ERROR, prototype, 0, SHAPE_LAZY)->cell.word;
    error->stack = stack;
    return error;
}

JsError *js_new_error_from_constructor(JsValue new_target, int default_intrinsic)
{
    JsObject *prototype = js_get_prototype_from_constructor(new_target, default_intrinsic);
    return prototype ? js_new_error_object(prototype) : NULL;
}

JsValue js_new_error(int type, JsValue message)
{
    static const int prototypes[] = {
        [JS_ERROR_ERROR] = INTRINSIC_ERROR_PROTOTYPE,         [JS_ERROR_TYPE] = INTRINSIC_TYPE_ERROR_PROTOTYPE,
        [JS_ERROR_RANGE] = INTRINSIC_RANGE_ERROR_PROTOTYPE,   [JS_ERROR_REFERENCE] = INTRINSIC_REFERENCE_ERROR_PROTOTYPE,
        [JS_ERROR_SYNTAX] = INTRINSIC_SYNTAX_ERROR_PROTOTYPE, [JS_ERROR_EVAL] = INTRINSIC_EVAL_ERROR_PROTOTYPE,
        [JS_ERROR_URI] = INTRINSIC_URI_ERROR_PROTOTYPE,
    };
    JsError *error = js_new_error_object(js_realm->intrinsics[prototypes[type]]);
    if (message != JS_UNDEFINED)
        js_put_own(&error->object, JS_ATOM(message), message, JS_HIDDEN_ATTRIBUTES);
    return js_value(error);
}

/* ------------------------------------------------------------------------------------------------ reports */
JsValue js_error_to_string(JsObject *error)
{
    JsValue name = TRY(js_get(error, JS_ATOM(name)));
    JsString *name_text = name == JS_UNDEFINED ? js_string(JS_ATOM(Error)) : TRY_PTR(js_to_string(name));
    JsValue message = TRY(js_get(error, JS_ATOM(message)));
    JsString *message_text = message == JS_UNDEFINED ? js_string(js_empty_string) : TRY_PTR(js_to_string(message));
    if (!js_string_length(name_text))
        return js_value(message_text);
    if (!js_string_length(message_text))
        return js_value(name_text);
    return js_string_from_format("%S: %S", name_text, message_text);
}

JsValue js_peek(JsObject *o, JsKey key)
{
    JsProperty property;
    for (JsObject *p = o; p; p = js_shape(p)->prototype) {
        if (js_find_own(p, key, &property))
            return property.attributes & JS_ACCESSOR ? JS_UNDEFINED : *js_slot_address(p, property.slot);
    }
    return JS_UNDEFINED;
}

/* 20.5.3.4 Error.prototype.toString, without calls. */
void error_add_header(JsStringBuilder *b, JsObject *error)
{
    JsValue name = js_peek(error, JS_ATOM(name)), message = js_peek(error, JS_ATOM(message));
    name = name == JS_UNDEFINED ? JS_ATOM(Error) : name;
    bool has_message = message != JS_UNDEFINED && !(js_is_string(message) && !js_string(message)->cell.word);
    bool has_name = !(js_is_string(name) && !js_string(name)->cell.word);
    if (has_name)
        add_value(b, name, false);
    if (has_name && has_message)
        js_builder_add_ascii(b, ": ");
    if (has_message)
        add_value(b, message, false);
}

char *js_report_exception(JsValue exception)
{
    JsStringBuilder b;
    js_builder_start(&b, 256);
    if (js_is_kind(exception, JS_KIND_ERROR)) {
        JsValue stack = stack_peek(js_object(exception));
        if (js_is_string(stack))
            return js_string_to_c(js_string(stack));
        error_add_header(&b, js_object(exception));
    } else {
        js_builder_add_ascii(&b, "Uncaught ");
        add_value(&b, exception, true);
    }
    JsValue text = js_builder_finish(&b);
    return text == JS_EXCEPTION ? NULL : js_string_to_c(js_string(text));
}
