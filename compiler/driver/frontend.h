/* The front end of one module: parse, early errors, scopes, and the requests that the module graph follows. */
#pragma once
#include "base/map.h"
#include "module/graph.h"
#include "scope/scope.h"
#include "syntax/ast.h"

/* What module->syntax points at after frontend_parse. */
typedef struct ModuleSyntax {
    AstProgram *program;
    FunctionScope *scope;
    ModuleEntries entries;
} ModuleSyntax;

typedef struct Frontend {
    Arena *arena;
    NameTable *names;
    bool stops_after_parse; /* For --emit=ast. */
} Frontend;

/* The `parse` of ModuleHost; `context` is a Frontend. A module whose system is undetermined is an ES module when it has the
 * syntax of one: import, export, import.meta or await at its top level. */
bool frontend_parse(void *context, Module *module, Diags *diags);

static inline ModuleSyntax *module_syntax(const Module *module)
{
    return module->syntax;
}
