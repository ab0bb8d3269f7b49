/* JSON texts (ECMA-262 25.5), for the JSON global, JSON modules, Response.json and console's %j. */
#pragma once
#include "sinew.h"

/* 25.5.1 steps 2-7: the value of a JSON text. SyntaxError worded as V8's; RangeError when nested deeper than the stack. */
JsValue js_json_parse(JsString *text);
/* 25.5.2 JSON.stringify ( value, replacer, space ): a string, JS_UNDEFINED, or JS_EXCEPTION. */
JsValue js_json_stringify(JsValue v, JsValue replacer, JsValue space);
/* JSON.parse itself (json_revive.c), for the table of the global. */
JsValue js_json_parse_function(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv);
