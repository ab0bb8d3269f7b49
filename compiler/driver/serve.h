/* `sinew serve`: a server that is built and started anew when a source changes. */
#pragma once
#include "driver/options.h"

/* Runs until a signal ends it. Returns the exit status. */
int serve_run(const Options *options);
