/* Starting other programs: the C compiler, the linker, the server that `serve` watches. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"

/* The full path of a command, looked up in PATH when it holds no slash; NULL when it is not there. */
const char *process_find(Arena *arena, const char *command);

/* Starts argv (NULL-terminated; argv[0] a path) with standard output and standard error going to the file `output`
 * (NULL: as ours). Returns the process, or -1 with errno set. */
pid_t process_start(char *const *argv, const char *output);

/* Waits for a process. Its exit status; 128 + N when signal N ended it. */
int process_wait(pid_t pid);

/* Waits for any child: its id, with the status as of process_wait. -1 when there is none. */
pid_t process_wait_any(int *ret_status);

/* How many processors this process may use, at least 1. */
size_t process_cpu_count(void);
