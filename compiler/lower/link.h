/* Between linking and module bodies: requests, and what an exported name leads to. */
#pragma once
#include "lower/internal.h"

typedef enum FoundKind { FOUND_NONE, FOUND_AMBIGUOUS, FOUND_VARIABLE, FOUND_NAMESPACE } FoundKind;
typedef struct Found {
    FoundKind kind;
    ModuleState *module;
    Binding *binding;        /* VARIABLE; NULL for values of CommonJS and JSON modules */
    IrVariable *cell;
    const CommonjsImport *import; /* what the cell holds; NULL for variables of ES modules */
} Found;

/* The request as written in the module, or NULL; the module that it leads to, or NULL. */
const LowerRequest *module_find_request(const ModuleState *from, AstText specifier, bool is_require);
ModuleState *module_request_target(Lowering *program, const LowerRequest *request);
bool module_is_esm(const ModuleState *module);
bool text_is(AstText text, const char *other);
bool module_names_has(const ModuleNames *names, AstText name);
/* The names that `export *` takes from a CommonJS module (none from a JSON module), "default" perhaps among them; kept with
 * the module. The same that Node.js finds, except for what its scanner of tokens takes for a name where none is. */
const ModuleNames *module_commonjs_names(Lowering *program, ModuleState *module);
/* 16.2.1.7.3.1 ResolveExport */
Found module_resolve_export(Lowering *program, ModuleState *module, AstText name);
