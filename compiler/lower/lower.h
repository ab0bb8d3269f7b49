/* Lowering: from the AST with its scopes to the IR, by ECMA-262's evaluation semantics.
 *
 * Invariant: what lowering accepts is complete: every construct gives IR or a diagnostic that names it, at its place. The
 * layer sees syntax, scope, ir and base; the module graph comes in as the plain array below. */
#pragma once
#include "base/diag.h"
#include "ir/ir.h"
#include "scope/scope.h"

/* What a module specifier, as written in one module, leads to. */
typedef struct LowerRequest {
    AstText specifier;
    bool is_require;         /* of a `require("...")`; false: import and export declarations, and import("...") */
    bool is_guess;           /* what an import(expression) may come to */
    uint32_t module;         /* index into the modules */
    const char *failure;     /* not NULL: there is no such module; the message of the error when it is asked for */
} LowerRequest;

typedef struct LowerModule {
    IrModuleKind kind;
    Source *source;          /* JSON modules: the JSON text, and no program */
    AstProgram *program;     /* annotated by scope_analyse; NULL for JSON */
    FunctionScope *scope;
    ModuleEntries entries;   /* ESM */
    const LowerRequest *requests;
    uint32_t request_count;
    EvalCaller *caller;      /* code of an eval, which scope_analyse_eval saw; else NULL */
    bool is_optional;        /* only import() reaches it: what is wrong with it is thrown by its body */
    const char *fault, *fault_type; /* not NULL: it could not be loaded (and has no program): the message and type of the error */
    bool returns_completion; /* the body returns its completion value (a script that is evaluated) */
} LowerModule;

/* Lowers `count` modules; ESM ones stand in evaluation order (16.2.1.6.1.3: dependencies first), `entry` is the index of
 * the program's. The program lives in `arena` and refers to the sources. NULL when errors were added to `diags`: names that
 * no module exports (16.2.1.7.3.1), and language features that are refused (SN5xxx). */
IrProgram *lower_program(Arena *arena, const LowerModule *modules, uint32_t count, uint32_t entry, Diags *diags);
