/* What the methods of RegExp.prototype under well-known symbols share. */
#pragma once
#include "stdlib/regexp.h"
#include "stdlib/support.h"

/* Step 2 of each: `this`, NULL with a TypeError when it is no object. */
JsObject *regexp_this_object(JsValue v, const char *method);
/* 22.2.7.3 AdvanceStringIndex ( S, index, unicode ) */
double regexp_advance_index(JsString *s, double index, bool is_unicode);
/* Set(r, "lastIndex", index, true): undefined or exception. */
JsValue regexp_set_last_index(JsObject *r, double index);
/* Does the text of flags have this letter? */
bool regexp_flags_have(JsString *flags, uint16_t letter);
/* After a match of a global expression: moves lastIndex on if it was empty. Undefined or exception. */
JsValue regexp_step_over_empty(JsObject *r, JsString *s, JsString *matched, bool is_unicode);
/* The next match of a pristine expression from *index on, which moves past it: 1, 0, or -1 with an exception. */
int regexp_next_match(JsRegExp *r, JsString *s, double *index, int32_t *captures);

/* 22.2.6.11, in regexp_replace.c */
JsValue regexp_symbol_replace(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv);
