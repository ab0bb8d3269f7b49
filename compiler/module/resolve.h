/* From a specifier to a file, as node does it: for `import` the ES module resolution algorithm, for `require` the
 * CommonJS one (both in node's documentation, "Modules: ECMAScript modules" and "Modules: CommonJS modules"; cited below
 * by the names of their steps).
 *
 * Invariant: paths given out are absolute, free of symbolic links, and name an existing regular file. A package.json is
 * read once. */
#pragma once
#include <stdbool.h>

#include "base/diag.h"
#include "base/map.h"
#include "module/json.h"

typedef enum PackageType { PACKAGE_TYPE_NONE, PACKAGE_TYPE_COMMONJS, PACKAGE_TYPE_MODULE } PackageType;

typedef struct Package {
    const char *directory;
    const char *json_path;
    const char *name; /* NULL when it has none; so the next ones. */
    const char *main;
    const Json *exports; /* NULL also when the file says null. */
    const Json *imports;
    PackageType type;
    bool is_web; /* See resolve_for_web. */
    const char *fault; /* What is wrong with the file, and then all else is empty; NULL: nothing. */
} Package;

typedef struct Resolver {
    Arena *arena;
    StrMap packages;            /* Directory -> Package; NULL value: no package.json there. */
    const char *builtin_folder; /* Where NAME.js stands for the module node:NAME. NULL: there are none. */
} Resolver;

typedef enum ResolveMode { RESOLVE_IMPORT, RESOLVE_REQUIRE } ResolveMode;

/* What came of it: a path, or why there is none: a diagnostic with its arguments, and a hint (or NULL). */
typedef struct ResolveResult {
    const char *path;
    DiagId failure;
    const char *arguments[3];
    const char *hint;
} ResolveResult;

/* `arena` outlives the resolver and owns all results; `builtin_folder` may be NULL. */
Resolver resolver_make(Arena *arena, const char *builtin_folder);
void resolver_free(Resolver *resolver);

/* Resolves `specifier` as written in the file `importer` (an absolute path without symbolic links). */
ResolveResult resolve_specifier(Resolver *resolver, ResolveMode mode, const char *specifier, const char *importer);

/* LOOKUP_PACKAGE_SCOPE: the nearest package.json at or above the file's folder, or NULL. A folder `node_modules` ends
 * the search. A broken package.json counts as an empty one. */
const Package *resolve_package_scope(Resolver *resolver, const char *file);

/* Packages often export one variant for node, which needs node's built-in modules, and another for web runtimes. A package below
 * node_modules that has "exports" is, after this call, resolved under the conditions `worker` and `browser` instead of `node`.
 * `file` is a file of the package. False: it is no such package, or it was so before; then nothing has changed. */
bool resolve_for_web(Resolver *resolver, const char *file);
