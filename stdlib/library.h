/* Parts of the runtime that are written in JavaScript (stdlib/js), as C finds them: a program of one module each. */
#pragma once
#include "sinew.h"

/* Makes the module of a library known, and what it keeps reachable from then on. Its body has not run. */
JsModule *library_load(const JsProgram *library);
/* Evaluates the module of a library; at start-up only. Never fails. */
JsModule *library_start(const JsProgram *library);
/* The value that the module exports by that name, which it must have. */
JsValue library_export(const JsModule *module, const char *name);
/* Makes the properties of its export `globals` properties of the global object. */
void library_define_globals(const JsModule *module);
