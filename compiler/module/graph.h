/* The module graph: every module that the program can load, each once, found by parsing from the entry on.
 *
 * Invariant: modules[0] is the entry; ids are indices; a request without a target either added an error, or is one that
 * throws `failure` when it is run (a require or a dynamic import of what is not there). What is wrong with a module that only
 * import() reaches is its `fault`, which is thrown when it is imported (16.2.1.9 FinishLoadingImportedModule). */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/source.h"
#include "base/vec.h"
#include "module/json.h"

typedef enum ModuleKind {
    MODULE_ESM,
    MODULE_COMMONJS,
    MODULE_JSON,
    MODULE_SCRIPT, /* Plain script: globals, no module of either kind. Only an entry can be one. */
    MODULE_DETECT  /* `.js` in a package without "type": the parser says which of ESM and CommonJS it is. */
} ModuleKind;

typedef struct Module Module;

typedef enum ModuleRequestKind {
    REQUEST_IMPORT,         /* import and export ... from */
    REQUEST_DYNAMIC_IMPORT, /* import("literal") */
    REQUEST_GUESS,          /* A text that may become the specifier of an import(expression): no complaint when nothing is there. */
    REQUEST_REQUIRE         /* require("literal") in a CommonJS module */
} ModuleRequestKind;

typedef struct ModuleRequest {
    ModuleRequestKind kind;
    const char *specifier; /* WTF-8, NUL-terminated; lives as long as the graph. */
    Span span;             /* Of the specifier in the source. */
    const char *attribute; /* The value of `with { type: ... }`; NULL: none. */
    Module *target;        /* Filled by the graph. */
    const char *failure;   /* Without a target: the message of what is to be thrown. */
} ModuleRequest;

typedef VEC(ModuleRequest) ModuleRequestVec;
typedef VEC(Module *) ModuleVec;

struct Module {
    uint32_t id;
    ModuleKind kind;
    const char *path; /* Absolute, without symbolic links. */
    Source *source;   /* source->path is the path as shown to the user. */
    const Json *json; /* MODULE_JSON. */
    void *syntax;     /* The host's: the parsed program. */
    ModuleRequestVec requests;
    bool is_optional;       /* Only import() reaches it. */
    const char *fault;      /* An optional module that is wrong: the message of what importing it throws, and it has no syntax... */
    const char *fault_type; /* ...and the error's type, as "SyntaxError". */
    bool is_required; /* Some require() names it: it is evaluated on demand. */
    bool is_in_evaluation; /* For the graph's own use. */
};

/* What the graph needs from the stages behind it. `parse` is called once for each ESM, CommonJS, script or undetermined
 * module; it adds the module's requests by module_request_add, sets a kind MODULE_DETECT to what it found, and may keep
 * its tree in module->syntax. It returns false when it added errors. */
typedef struct ModuleHost {
    void *context;
    bool (*parse)(void *context, Module *module, Diags *diags);
} ModuleHost;

typedef struct ModuleGraph {
    Arena *arena;
    ModuleVec modules;    /* In the order found: breadth first from the entry. */
    ModuleVec evaluation; /* All modules, each after those that it imports statically, but for cycles (16.2.1.5.3): what
                             the entry reaches, which ends with the entry, then what only import() or require reach. */
} ModuleGraph;

typedef struct ModuleGraphOptions {
    bool is_script;             /* The entry is a plain script. */
    const char *builtin_folder; /* See Resolver. */
} ModuleGraphOptions;

/* Builds the graph from the entry file. NULL when errors were added. Lives as long as the arena. */
ModuleGraph *module_graph_build(Arena *arena, const char *entry_path, ModuleGraphOptions options, ModuleHost host,
                                Diags *diags);

/* Adds a request (the texts must live as long as the graph); the same specifier, kind and attribute twice gives one. */
void module_request_add(Module *module, ModuleRequestKind kind, const char *specifier, Span span,
                        const char *attribute);

/* The module's request of that kind and specifier, or NULL. */
const ModuleRequest *module_request_find(const Module *module, ModuleRequestKind kind, const char *specifier);

/* "ES module", "CommonJS module", "JSON module", "script". */
const char *module_kind_name(ModuleKind kind);
