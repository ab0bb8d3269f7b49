/* Object.prototype.toString (ECMA-262 20.1.3.6), which Array.prototype.toString falls back on. */
#pragma once
#include "sinew.h"

/* "[object Kind]" of any value; may throw. */
JsValue js_object_to_string(JsValue v);
