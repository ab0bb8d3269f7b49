/* Where the runtime library and its headers are: found from the compiler's own executable, so that an installed tree can
 * be moved.
 *
 *     installed    PREFIX/bin/sinew, PREFIX/lib/[TRIPLET/]sinew/{libsinewrt.a, libsinewrt.so, libsineweval.a, ..., include/}
 *     build tree   BUILD/compiler/sinew, BUILD/runtime/{libsinewrt.a, libsinewrt.so, include/}, BUILD/compiler/evaluate/...
 *     another machine's runtime: in a folder of that place named by its triplet, with the same files */
#pragma once
#include <stdbool.h>

#include "base/diag.h"

typedef struct Sysroot {
    const char *folder;
    const char *archive; /* libsinewrt.a */
    const char *shared;  /* libsinewrt.so */
    const char *include;
    const char *evaluator_archive; /* libsineweval.a; so the next ones: NULL where it is not installed. */
    const char *evaluator_shared;  /* libsineweval.so */
    const char *evaluator_program; /* sinew-evaluate */
} Sysroot;

/* The folder with the JavaScript sources of built-in modules (see Resolver), or NULL when there is none. */
const char *sysroot_builtin_folder(Arena *arena);

/* Finds the runtime for `target` (NULL: this machine). Adds a diagnostic and returns false when it is not there. */
bool sysroot_find(Arena *arena, const char *target, Diags *diags, Sysroot *ret_sysroot);
