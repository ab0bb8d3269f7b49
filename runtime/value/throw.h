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

/* Passing exceptions on. TRY: a JsValue; TRY_INT: an int (-1); TRY_PTR: a pointer (NULL). In a function returning JsValue. */
#define TRY(expression) \
    ({ JsValue try_value_ = (expression); if (js_unlikely(try_value_ == JS_EXCEPTION)) return JS_EXCEPTION; try_value_; })
#define TRY_INT(expression) \
    ({ int try_int_ = (expression); if (js_unlikely(try_int_ < 0)) return JS_EXCEPTION; try_int_; })
#define TRY_PTR(expression) \
    ({ __auto_type try_ptr_ = (expression); if (js_unlikely(!try_ptr_)) return JS_EXCEPTION; try_ptr_; })
/* The same in a function that returns int (-1), or something else. */
#define TRY_OR(result, expression) \
    ({ JsValue try_value_ = (expression); if (js_unlikely(try_value_ == JS_EXCEPTION)) return result; try_value_; })
#define TRY_INT_OR(result, expression) \
    ({ int try_int_ = (expression); if (js_unlikely(try_int_ < 0)) return result; try_int_; })
#define TRY_PTR_OR(result, expression) \
    ({ __auto_type try_ptr_ = (expression); if (js_unlikely(!try_ptr_)) return result; try_ptr_; })
void js_must_failed(const char *where) __attribute__((noreturn));
#define MUST(expression) \
    ({ JsValue must_value_ = (expression); if (js_unlikely(must_value_ == JS_EXCEPTION)) js_must_failed(__func__); must_value_; })
