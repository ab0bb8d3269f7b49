/* The registry of Symbol.for. */
#pragma once
#include "sinew.h"

/* The registered symbol of a key, which is an atom (20.4.2.2); made now if there is none. Never fails. */
JsValue js_symbol_for(JsString *key);
