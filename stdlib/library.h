/* Parts of the runtime that are written in JavaScript (stdlib/js), as C finds them: a program of one module each. */
#pragma once
#include "sinew.h"

/* Evaluates the module of a library; at start-up only. What it keeps is reachable from then on. Never fails. */
JsModule *library_start(const JsProgram *library);
/* The value that the module exports by that name, which it must have. */
JsValue library_export(const JsModule *module, const char *name);
