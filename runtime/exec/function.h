/* Functions: closures with lazily made properties, bound functions, arguments objects, classes. Calls: sinew.h. */
#pragma once
#include "object/builtin.h"

typedef struct JsBoundFunction {
    JsObject object;
    JsValue target, this_value;
    uint32_t argc, unused;
    JsValue argv[];
} JsBoundFunction;
/* 10.4.1.3 BoundFunctionCreate; name and length are the caller's. NULL on exception. */
JsBoundFunction *js_new_bound_function(JsValue target, JsValue this_value, uint32_t argc, const JsValue *argv);
/* Gives a JS_LAZY function its length, name and prototype. */
void js_function_materialize(JsFunction *f);
/* Function.prototype.toString 20.2.3.5 */
JsValue js_function_to_source(JsObject *f);
/* The name to show in stacks and messages; a string. */
JsValue js_function_debug_name(JsFunction *f);
int js_call_int(JsValue callee, JsValue this_value, uint32_t argc, JsValue *argv, JsValue *ret);
