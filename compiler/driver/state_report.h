/* Says at build time which module state requests may write, and what that means for the program's kind of state. */
#pragma once
#include "driver/pipeline.h"

/* Adds a note for each place, a few at most, with a count of the rest. modules: the sources of the program's modules, by the
 * modules' places in its list. */
void state_report(Compilation *compilation, Source *const *modules);
