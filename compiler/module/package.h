/* package.json files: reading, and the targets of "exports" and "imports". For compiler/module alone. */
#pragma once
#include <string.h>

#include "module/resolve.h"

/* The package.json of exactly this folder; NULL when there is none. */
const Package *package_read(Resolver *resolver, const char *directory);

/* PACKAGE_EXPORTS_RESOLVE: the file for `subpath` ("." or "./x") of a package that has exports. */
ResolveResult package_resolve_exports(Resolver *resolver, ResolveMode mode, const Package *package,
                                      const char *subpath);

/* PACKAGE_IMPORTS_RESOLVE of a "#name"; `package` is the importer's scope, NULL when it has none. */
ResolveResult package_resolve_imports(Resolver *resolver, ResolveMode mode, const Package *package,
                                      const char *specifier, const char *importer);

/* The path as a result if it is a regular file: without symbolic links; with no path and no failure if it is not. */
ResolveResult resolve_file(Resolver *resolver, const char *path);

ResolveResult resolve_failed(DiagId failure, const char *first, const char *second, const char *third);

bool path_is_file(const char *path);
bool path_is_directory(const char *path);

/* The path's folder, without the closing slash ("/" stays). */
const char *path_folder(Arena *arena, const char *path);

static inline bool text_starts_with(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

static inline bool text_ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    size_t end_length = strlen(end);
    return length >= end_length && !strcmp(text + length - end_length, end);
}
