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

struct IrProgram;

typedef VEC(CcUnit) CcUnitVec;

typedef struct Compilation {
    const Options *options;
    Arena *arena;
    Diags *diags;
    NameTable *names;
    Sysroot sysroot;
    const char *cc;            /* The C compiler; NULL: what is made is not for one. */
    ModuleGraph *graph;        /* After pipeline_load. */
    struct IrProgram *program; /* After pipeline_lower. */
    CcUnitVec units;           /* After pipeline_emit. */
} Compilation;

/* Starts a compilation and ends it; the latter prints what diagnostics there are to standard error. */
Compilation pipeline_start(const Options *options);
void pipeline_finish(Compilation *compilation);

/* Reads and analyses all modules. */
bool pipeline_load(Compilation *compilation);

/* Makes the IR and runs the passes. */
bool pipeline_lower(Compilation *compilation);

/* Makes the C units. */
bool pipeline_emit(Compilation *compilation);

/* Runs the stages up to that of `kind` and adds what it made to `out`, as text. */
bool pipeline_print(Compilation *compilation, EmitKind kind, StrBuf *out);

/* All of it, up to the program at `output`. `is_quick`: made to be run here at once. */
bool pipeline_build(Compilation *compilation, const char *output, bool is_quick);
