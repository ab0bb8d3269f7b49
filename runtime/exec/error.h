/* Errors: making them, their stacks, uncaught reports. Throwing with a format: value/throw.h. */
#pragma once
#include "exec/stack.h"
#include "object/operations.h"

typedef struct JsError {
    JsObject object;
    JsStack *stack;              /* what the own property `stack` will show, until it is there; NULL: undefined */
} JsError;

/* type: JS_ERROR_* of sinew.h. message: string or undefined. */
JsValue js_new_error(int type, JsValue message);
/* The object of `new Error(...)` and subclasses before message and cause are put on: captures the stack. NULL on exception. */
JsError *js_new_error_object(JsObject *prototype);
JsError *js_new_error_from_constructor(JsValue new_target, int default_intrinsic);
/* 20.5.3.4 steps 3-8 of Error.prototype.toString: a string, or an exception. */
JsValue js_error_to_string(JsObject *error);
/* A data property by the prototype chain, without calls; JS_UNDEFINED when it is none. */
JsValue js_peek(JsObject *o, JsKey key);
/* Text of an uncaught exception as node prints it (stack, or the value); malloc. Never throws. */
char *js_report_exception(JsValue exception);
