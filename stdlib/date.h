/* Dates (ECMA-262 21.4). */
#pragma once
#include "object/object.h"

typedef struct JsDate {
    JsObject object;
    JsValue time;              /* time value: a double, NaN when invalid; written through js_store */
} JsDate;
/* ISO text, or "Invalid Date". */
JsValue js_date_inspect(JsObject *date);
/* 21.4.1.32 and ISO forms: the time value of a text; NaN when it is none. */
double js_date_parse(JsString *text);
/* The current time value, in milliseconds since 1970. */
double js_date_now(void);
