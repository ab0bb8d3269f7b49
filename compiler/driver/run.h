/* `sinew run`: compile quickly, then become the program. */
#pragma once
#include "base/diag.h"
#include "driver/options.h"

/* Makes the program at `path`; false, with a diagnostic, when it cannot. */
typedef bool RunBuild(void *context, const char *path);

/* Has the program built in a temporary folder, which is gone before it starts, and becomes it. Returns only when that failed. */
void run_built(const Options *options, RunBuild *build, void *context, Diags *diags);

/* Returns only when the program could not be made or started: the exit status for that. */
int run_program(const Options *options);
