/* Throwing errors, for every layer (implemented in exec/error.c). Formats: %s C string (UTF-8), %d int, %u unsigned, %v JsValue
 * shown as V8 shows it in messages (strings bare), %q JsValue with strings quoted, %k JsKey, %S JsString*, %f double as
 * Number::toString, %c a character, %% itself. All return JS_EXCEPTION. */
#pragma once
#include "sinew.h"

JsValue js_throw_type_error(const char *format, ...);
JsValue js_throw_range_error(const char *format, ...);
JsValue js_throw_syntax_error(const char *format, ...);
JsValue js_throw_reference_error(const char *format, ...);
JsValue js_throw_uri_error(const char *format, ...);

/* Passing exceptions on. TRY: a JsValue; TRY_INT: an int (-1); TRY_PTR: a pointer (NULL). In a function returning JsValue; the
 * _OR forms in one that returns something else. They nest: each use names its local anew. */
#define TRY_GLUE_(a, b) a##b
#define TRY_NAME_(a, b) TRY_GLUE_(a, b)
#define TRY_WITH_(type, local, failed, result, expression) \
    ({ type local = (expression); if (js_unlikely(failed(local))) return result; local; })
#define TRY_IS_EXCEPTION_(v) ((v) == JS_EXCEPTION)
#define TRY_IS_NEGATIVE_(i) ((i) < 0)
#define TRY_IS_NULL_(p) (!(p))
#define TRY_OR(result, expression) \
    TRY_WITH_(JsValue, TRY_NAME_(try_value_, __COUNTER__), TRY_IS_EXCEPTION_, result, expression)
#define TRY_INT_OR(result, expression) \
    TRY_WITH_(int, TRY_NAME_(try_int_, __COUNTER__), TRY_IS_NEGATIVE_, result, expression)
#define TRY_PTR_OR(result, expression) \
    TRY_WITH_(__auto_type, TRY_NAME_(try_ptr_, __COUNTER__), TRY_IS_NULL_, result, expression)
#define TRY(expression) TRY_OR(JS_EXCEPTION, expression)
#define TRY_INT(expression) TRY_INT_OR(JS_EXCEPTION, expression)
#define TRY_PTR(expression) TRY_PTR_OR(JS_EXCEPTION, expression)
void js_must_failed(const char *where) __attribute__((noreturn));
#define MUST(expression) \
    ({ JsValue must_value_ = (expression); if (js_unlikely(must_value_ == JS_EXCEPTION)) js_must_failed(__func__); must_value_; })
