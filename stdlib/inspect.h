/* util.inspect and util.format of Node.js, for console, error reports and node:util. */
#pragma once
#include "sinew.h"

typedef struct JsInspectOptions {
    int32_t depth;          /* nested objects shown; -1: without end */
    bool shows_hidden;      /* also properties that are not enumerable */
    bool ignores_methods;   /* of objects that say themselves how they look: customInspect false */
} JsInspectOptions;
#define JS_INSPECT_DEFAULT ((JsInspectOptions){2, false})

/* The text of a value: a string, or JS_EXCEPTION. Runs code only for `stack` and `message` of errors, Symbol.toStringTag,
 * and methods under Symbol.for('nodejs.util.inspect.custom'). */
JsValue js_inspect(JsValue v, JsInspectOptions options);
/* The `depth` and `showHidden` of an object given as options; of anything else the defaults. 1, or -1 with an exception. */
int js_inspect_options(JsValue given, JsInspectOptions *ret);
/* At the start of the first realm. */
void js_inspect_start(void);
/* The arguments of console.log as one line of text: format specifiers of a first string, the others inspected. */
JsValue js_format(uint32_t argc, const JsValue *argv);
