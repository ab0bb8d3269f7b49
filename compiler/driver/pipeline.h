/* The stages of a compilation, in order: parse, check and scope (per module, while the graph is built), lower, passes,
 * emit, C compiler.
 *
 * Invariant: a stage runs only when the ones before it added no error; each step returns false when it added one. */
#pragma once
#include "base/map.h"
#include "driver/cc.h"
#include "driver/options.h"
#include "driver/sysroot.h"
#include "module/graph.h"

typedef VEC(CcUnit) CcUnitVec;

typedef struct Compilation {
    const Options *options;
    Arena *arena;
    Diags *diags;
    NameTable *names;
    Sysroot sysroot;
    ModuleGraph *graph; /* After pipeline_load. */
} Compilation;

/* Starts a compilation and ends it; the latter prints what diagnostics there are to standard error. */
Compilation pipeline_start(const Options *options);
void pipeline_finish(Compilation *compilation);

/* Reads and analyses all modules. */
bool pipeline_load(Compilation *compilation);

/* Loads, and adds the entry's AST to `out`, as JSON. */
bool pipeline_print_ast(Compilation *compilation, StrBuf *out);
