/* The two halves of a program's run: what does not depend on the program, and what does. */
#pragma once
#include "sinew.h"

/* exec and the realm, with what the program's host adds to it. After scheduler_start. */
void realm_start(const JsProgram *program);
/* Evaluates the scripts and the program's modules, then turns the event loop until nothing is left. Errors that nobody caught
 * are reported on standard error. After realm_start and io_start. Returns the exit status. */
int realm_run_to_end(const JsProgram *program, JsLibrary *const *before);
