/* Parts of the runtime that are written in JavaScript (stdlib/js), as C finds them: a program each, of modules without
 * top-level await. */
#pragma once
#include "sinew.h"

/* Makes the modules of a library known, and what they keep reachable from then on. Returns its entry. No body has run. */
JsModule *library_load(const JsProgram *library);
/* Evaluates the modules of a library in their order and returns its entry; at start-up only. Never fails. */
JsModule *library_start(const JsProgram *library);
/* The value that the module exports by that name, which it must have. */
JsValue library_export(const JsModule *module, const char *name);
/* Makes the properties of its export `globals` properties of the global object. */
void library_define_globals(const JsModule *module);
