/* `sinew run`: compile quickly, then become the program. */
#pragma once
#include "driver/options.h"

/* Returns only when the program could not be made or started: the exit status for that. */
int run_program(const Options *options);
