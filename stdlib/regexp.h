/* Regular expression objects (ECMA-262 22.2). */
#pragma once
#include "object/object.h"

/* "/source/flags" of the internal slots, running no code. */
JsValue js_regexp_to_string(JsObject *regexp);
