/* The command line, parsed.
 *
 * Invariant: texts point into argv. */
#pragma once
#include <stdbool.h>

#include "base/vec.h"

typedef enum Command { COMMAND_NONE, COMMAND_BUILD, COMMAND_RUN, COMMAND_CHECK, COMMAND_SERVE } Command;
typedef enum EmitKind { EMIT_PROGRAM, EMIT_AST, EMIT_IR, EMIT_C } EmitKind;

typedef struct Options {
    Command command;
    const char *file;
    char **program_args; /* What follows FILE, for run and serve; NULL-terminated. */
    const char *output;  /* NULL: not given; so the next ones. */
    const char *cc;
    const char *target;
    const char *library;
    const char *symbol; /* The program's name among others of a batch, which stand in for main; NULL: it is alone. */
    int optimization; /* 0-3; -1: not given. */
    EmitKind emit;
    bool has_debug_info;
    bool has_eval;
    bool has_no_eval;
    bool is_evaluated;
    char **argv; /* All of it. */
    bool has_no_source;
    bool is_static;
    bool is_worker_state;
    bool is_script;
    bool is_batch;
    bool is_preceded; /* Scripts that are not seen run before it, in its realm. */
    bool is_test262;
    bool is_quiet;
    bool is_verbose;
    bool is_help;
    bool is_version;
    VEC(const char *) environment;
} Options;

/* Parses argv. False when the usage is wrong, with the reason (an arena text) in ret_fault. */
bool options_parse(Arena *arena, int argc, char **argv, Options *ret_options, const char **ret_fault);

/* The manual, as `sinew --help` prints it. */
void options_print_help(void);
