/* The process global of node, as far as programs that are no node programs use it: arguments, allowed environment variables,
 * exit, output, clocks. */
#pragma once
#include "sinew.h"

/* Keeps what the global will show; call before the realm is made. All must live as long as the process; `environment` holds
 * the names that --env allowed, NULL-terminated (or NULL). */
void process_prepare(int argc, char **argv, const char *const *environment, const char *version);
/* The exit status that the program chose by process.exitCode, 0 when it chose none. */
int process_exit_code(void);
