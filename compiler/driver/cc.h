/* From emitted C to a program: the C compiler and the linker. */
#pragma once
#include <stdbool.h>

#include "base/diag.h"
#include "driver/sysroot.h"

/* One C file of the program. */
typedef struct CcUnit {
    const char *name; /* A file name without folder and ending. */
    const char *text;
    size_t length;
    bool is_cold; /* Runs once: -O1 is enough. */
} CcUnit;

typedef struct CcJob {
    const Sysroot *sysroot;
    const char *cc;   /* The command: gcc, clang, tcc, or a path of one. */
    int optimization; /* 0-3. */
    bool has_debug_info;
    bool is_shared; /* Link libsinewrt.so, by its full path: for programs that run at once and here. */
    bool has_evaluator; /* Link the library that evaluates source text, too. */
    bool is_static; /* The C library goes into the program. */
    bool is_verbose;
    const CcUnit *units;
    size_t unit_count;
    const char *output;
} CcJob;

/* Compiles the units, in parallel, and links them with the runtime. Adds a diagnostic and returns false when the compiler is
 * missing or fails. tcc always links the shared runtime: it cannot link objects that have thread-local data. */
bool cc_build(Arena *arena, const CcJob *job, Diags *diags);

/* The C compiler for a program: the user's choice; a target's gcc; for a quick run tcc, if it is there; else gcc. */
bool cc_is_tcc(const char *cc); /* by the command's name */
const char *cc_choose(Arena *arena, const char *chosen, const char *target, bool is_quick);
