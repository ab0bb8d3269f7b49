/* Errors: making them, their stacks, uncaught reports. Throwing with a format: value/throw.h. */
#pragma once
#include "object/operations.h"

/* Error objects keep the return addresses of the frames that were live when they were made; the text is made on first use. */
typedef struct JsError {
    JsObject object;
    uint32_t frame_count;
    uint32_t has_stack_text;
    JsValue stack;               /* text once made, or what a program assigned */
    void *frames[];              /* return addresses and places of evaluated code, innermost first */
} JsError;
enum { JS_STACK_FRAMES_MAX = 10 };

/* type: JS_ERROR_* of sinew.h. message: string or undefined. */
JsValue js_new_error(int type, JsValue message);
/* The object of `new Error(...)` and subclasses before message and cause are put on: captures the stack. NULL on exception. */
JsError *js_new_error_object(JsObject *prototype);
JsError *js_new_error_from_constructor(JsValue new_target, int default_intrinsic);
/* V8's stack text: "TypeError: message\n    at f (file.js:1:2)\n ...". */
JsValue js_error_stack(JsError *error);
/* For Error.captureStackTrace on any object: the frames' text without the header. */
JsValue js_current_stack_text(void);
/* The same for a stack that is suspended, from a frame address on, below `base`, with its agent's evaluated code; malloc, or
 * NULL. */
char *js_stack_text_from(void *frame, char *base, const JsActivation *activation);
/* Text of an uncaught exception as node prints it (stack, or the value); malloc. Never throws. */
char *js_report_exception(JsValue exception);
