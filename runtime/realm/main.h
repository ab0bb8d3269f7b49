/* The run of a program, for js_main and for the server's workers. */
#pragma once
#include "sinew.h"

/* exec_start, the realm, the program's atoms and roots. Once a process (of a server: once a worker, or before fork). */
void realm_start(const JsProgram *program);
/* Evaluates the entry module and what it imports, with top-level await. False: it failed, and said so on standard error. */
bool realm_run_modules(const JsProgram *program);
/* Runs the server (stdlib/web): takes the command line; returns the exit status. */
int realm_serve(int argc, char **argv, const JsProgram *program);
