/* Functions of the global object that other files use too (ECMA-262 19.2). */
#pragma once
#include "sinew.h"

/* 19.2.5 parseInt ( string, radix ); radix 0: by prefix */
double js_parse_int(JsString *text, int32_t radix);
/* 19.2.4 parseFloat ( string ) */
double js_parse_float(JsString *text);
