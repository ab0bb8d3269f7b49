/* node's two resolution algorithms. They share package.json handling (package.c) and differ in what a path may leave
 * out: `import` names a file exactly, `require` tries extensions and folders. */
#include "module/resolve.h"

#include "module/package.h"

static const char *const builtin_names[] = {
#define BUILTIN(name) name,
#include "module/builtins.def"
#undef BUILTIN
};

Resolver resolver_make(Arena *arena, const char *builtin_folder)
{
    return (Resolver){.arena = arena, .builtin_folder = builtin_folder};
}

void resolver_free(Resolver *resolver)
{
    strmap_free(&resolver->packages);
}

static bool is_found(ResolveResult result)
{
    return result.path != NULL;
}

static bool is_builtin_name(const char *name)
{
    for (size_t i = 0; i < sizeof builtin_names / sizeof *builtin_names; i++)
        if (!strcmp(builtin_names[i], name))
            return true;
    return false;
}

static ResolveResult resolve_builtin(Resolver *resolver, const char *name)
{
    if (resolver->builtin_folder && is_builtin_name(name)) {
        const char *path = arena_printf(resolver->arena, "%s/%s.js", resolver->builtin_folder, name);
        ResolveResult result = resolve_file(resolver, path);
        if (is_found(result))
            return result;
    }
    return resolve_failed(DIAG_MODULE_BUILTIN, name, NULL, NULL);
}

/* ---- files and folders ---- */

static ResolveResult try_file(Resolver *resolver, const char *path, const char *end)
{
    return resolve_file(resolver, arena_printf(resolver->arena, "%s%s", path, end));
}

static ResolveResult try_ends(Resolver *resolver, const char *path, const char *const *ends, size_t count)
{
    ResolveResult result = {0};
    for (size_t i = 0; i < count && !is_found(result); i++)
        result = try_file(resolver, path, ends[i]);
    return result;
}

/* LOAD_AS_FILE. */
static ResolveResult load_as_file(Resolver *resolver, const char *path)
{
    static const char *const ends[] = {"", ".js", ".json", ".node"};
    return try_ends(resolver, path, ends, 4);
}

/* LOAD_INDEX. */
static ResolveResult load_index(Resolver *resolver, const char *path)
{
    static const char *const ends[] = {"/index.js", "/index.json", "/index.node"};
    return try_ends(resolver, path, ends, 3);
}

static ResolveResult broken_package(const Package *package)
{
    return resolve_failed(DIAG_MODULE_BAD_PACKAGE_JSON, package->json_path, package->fault, NULL);
}

/* LOAD_AS_DIRECTORY; for `import`, whose legacy main lookup tries the same files, too. */
static ResolveResult load_as_directory(Resolver *resolver, const char *path)
{
    if (!path_is_directory(path))
        return (ResolveResult){0};
    const Package *package = package_read(resolver, path);
    if (package && package->fault)
        return broken_package(package);
    if (package && package->main && *package->main) {
        const char *main = arena_printf(resolver->arena, "%s/%s", path, package->main);
        ResolveResult result = load_as_file(resolver, main);
        if (!is_found(result))
            result = load_index(resolver, main);
        if (is_found(result))
            return result;
    }
    return load_index(resolver, path);
}

/* ---- packages ---- */

typedef struct PackageSpecifier {
    const char *name;
    const char *subpath; /* "." or "./x". */
} PackageSpecifier;

/* Splits "@scope/name/x" and "name/x"; false when it is no package name. */
static bool split_specifier(Arena *arena, const char *specifier, PackageSpecifier *ret_parts)
{
    size_t length = strcspn(specifier, "/");
    if (*specifier == '@') {
        if (!specifier[length])
            return false;
        length += 1 + strcspn(specifier + length + 1, "/");
    }
    const char *name = arena_strndup(arena, specifier, length);
    if (!*name || *name == '.' || strpbrk(name, "\\%"))
        return false;
    ret_parts->name = name;
    ret_parts->subpath = arena_printf(arena, ".%s", specifier + length);
    return true;
}

/* Within a found package folder that has no "exports". */
static ResolveResult resolve_in_folder(Resolver *resolver, ResolveMode mode, const char *folder, const char *subpath)
{
    if (!strcmp(subpath, "."))
        return load_as_directory(resolver, folder);
    const char *path = arena_printf(resolver->arena, "%s/%s", folder, subpath + 2);
    if (mode == RESOLVE_IMPORT)
        return resolve_file(resolver, path);
    ResolveResult result = text_ends_with(path, "/") ? (ResolveResult){0} : load_as_file(resolver, path);
    return is_found(result) ? result : load_as_directory(resolver, path);
}

static ResolveResult not_found(const char *specifier)
{
    return resolve_failed(DIAG_MODULE_NOT_FOUND, specifier, NULL, NULL);
}

/* A package in one folder node_modules. Neither path nor failure: it is not there. */
static bool resolve_in_node_modules(Resolver *resolver, ResolveMode mode, const char *modules, PackageSpecifier parts,
                                    ResolveResult *ret_result)
{
    const char *folder = arena_printf(resolver->arena, "%s/%s", modules, parts.name);
    if (!path_is_directory(folder)) {
        if (mode == RESOLVE_IMPORT || strcmp(parts.subpath, "."))
            return false;
        *ret_result = load_as_file(resolver, folder); /* A plain file in node_modules. */
        return is_found(*ret_result);
    }
    const Package *package = package_read(resolver, folder);
    if (package && package->fault) {
        *ret_result = broken_package(package);
        return true;
    }
    if (package && package->exports) {
        *ret_result = package_resolve_exports(resolver, mode, package, parts.subpath);
        return true;
    }
    *ret_result = resolve_in_folder(resolver, mode, folder, parts.subpath);
    return is_found(*ret_result) || mode == RESOLVE_IMPORT;
}

/* PACKAGE_RESOLVE, and LOAD_PACKAGE_SELF with LOAD_NODE_MODULES. */
static ResolveResult resolve_package(Resolver *resolver, ResolveMode mode, const char *specifier, const char *importer)
{
    PackageSpecifier parts;
    if (!split_specifier(resolver->arena, specifier, &parts))
        return resolve_failed(DIAG_MODULE_BAD_SPECIFIER, specifier, "it is no path, URL or package name", NULL);
    const Package *scope = resolve_package_scope(resolver, importer);
    if (scope && scope->exports && scope->name && !strcmp(scope->name, parts.name))
        return package_resolve_exports(resolver, mode, scope, parts.subpath);
    const char *folder = path_folder(resolver->arena, importer);
    for (;; folder = path_folder(resolver->arena, folder)) {
        ResolveResult result = {0};
        if (!text_ends_with(folder, "/node_modules")) {
            const char *modules = arena_printf(resolver->arena, "%s/node_modules", strcmp(folder, "/") ? folder : "");
            if (resolve_in_node_modules(resolver, mode, modules, parts, &result)) {
                if (!is_found(result) && !result.arguments[0])
                    result = not_found(specifier);
                return result;
            }
        }
        if (!strcmp(folder, "/") || !strcmp(folder, "."))
            break;
    }
    ResolveResult result = not_found(specifier);
    result.hint = "no folder node_modules here or above has it; is it installed?";
    return result;
}

/* ---- paths ---- */

static bool is_path_specifier(const char *specifier)
{
    return *specifier == '/' || text_starts_with(specifier, "./") || text_starts_with(specifier, "../") ||
           !strcmp(specifier, ".") || !strcmp(specifier, "..");
}

static const char *absolute_path(Arena *arena, const char *specifier, const char *importer)
{
    if (*specifier == '/')
        return specifier;
    return arena_printf(arena, "%s/%s", path_folder(arena, importer), specifier);
}

static int hex_digit(char digit)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = digit ? strchr(digits, digit | 0x20) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* The path part of a URL: without query and fragment, percent-decoded. NULL when it encodes a slash (or backslash). */
static const char *decode_url_path(Arena *arena, const char *text)
{
    size_t length = strcspn(text, "?#");
    char *path = arena_alloc(arena, length + 1);
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        int high = text[i] == '%' && i + 2 < length ? hex_digit(text[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        if (low < 0) {
            path[size++] = text[i];
            continue;
        }
        char byte = (char)(high << 4 | low);
        if (byte == '/' || byte == '\\' || byte == 0)
            return NULL;
        path[size++] = byte;
        i += 2;
    }
    return path;
}

static const char *hint_for(Resolver *resolver, const char *path)
{
    ResolveResult other = load_as_file(resolver, path);
    if (!is_found(other))
        return NULL;
    const char *name = strrchr(other.path, '/');
    return arena_printf(resolver->arena, "an import must name the file in full: did you mean '%s'?", name + 1);
}

/* ESM_RESOLVE of what is a path: exactly that file. */
static ResolveResult import_path(Resolver *resolver, const char *specifier, const char *importer)
{
    const char *decoded = decode_url_path(resolver->arena, specifier);
    if (!decoded)
        return resolve_failed(DIAG_MODULE_BAD_SPECIFIER, specifier, "it holds an encoded slash, backslash or NUL",
                              NULL);
    const char *path = absolute_path(resolver->arena, decoded, importer);
    ResolveResult result = resolve_file(resolver, path);
    if (is_found(result))
        return result;
    if (path_is_directory(path)) {
        result = resolve_failed(DIAG_MODULE_IS_DIRECTORY, specifier, NULL, NULL);
        if (is_found(load_index(resolver, path)))
            result.hint = "an import must name the file in full, as in './folder/index.js'";
        return result;
    }
    result = not_found(specifier);
    result.hint = hint_for(resolver, path);
    return result;
}

static ResolveResult require_path(Resolver *resolver, const char *specifier, const char *importer)
{
    const char *path = absolute_path(resolver->arena, specifier, importer);
    bool is_folder = text_ends_with(path, "/") || text_ends_with(path, "/.") || text_ends_with(path, "/..");
    ResolveResult result = is_folder ? (ResolveResult){0} : load_as_file(resolver, path);
    if (!is_found(result))
        result = load_as_directory(resolver, path);
    if (!is_found(result) && !result.arguments[0])
        result = not_found(specifier);
    return result;
}

/* A URL other than node: and file:. */
static bool has_url_scheme(const char *specifier)
{
    size_t length = strspn(specifier, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    return length > 1 && specifier[length] == ':';
}

ResolveResult resolve_specifier(Resolver *resolver, ResolveMode mode, const char *specifier, const char *importer)
{
    if (text_starts_with(specifier, "node:"))
        return resolve_builtin(resolver, specifier + 5);
    if (is_builtin_name(specifier))
        return resolve_builtin(resolver, specifier);
    if (*specifier == '#')
        return package_resolve_imports(resolver, mode, resolve_package_scope(resolver, importer), specifier, importer);
    if (mode == RESOLVE_REQUIRE)
        return is_path_specifier(specifier) ? require_path(resolver, specifier, importer)
                                            : resolve_package(resolver, mode, specifier, importer);
    if (text_starts_with(specifier, "file:///"))
        return import_path(resolver, specifier + 7, importer);
    if (is_path_specifier(specifier))
        return import_path(resolver, specifier, importer);
    if (has_url_scheme(specifier))
        return resolve_failed(DIAG_MODULE_BAD_SPECIFIER, specifier, "modules of this kind of URL cannot be loaded",
                              NULL);
    return resolve_package(resolver, mode, specifier, importer);
}

/* Whether it is a whole package, node_modules/NAME or node_modules/@SCOPE/NAME, and not one of the package.json files that
 * some packages have further down for their "type" alone. */
static bool is_installed(const Package *package)
{
    const char *name = strrchr(package->directory, '/');
    const char *above = name;
    while (above > package->directory && above[-1] != '/')
        above--;
    if (name && *above == '@')
        for (name = --above; above > package->directory && above[-1] != '/'; above--)
            continue;
    return name && name - above == strlen("node_modules") && !strncmp(above, "node_modules", strlen("node_modules"));
}

bool resolve_for_web(Resolver *resolver, const char *file)
{
    const Package *scope = resolve_package_scope(resolver, file);
    while (scope && !is_installed(scope))
        scope = resolve_package_scope(resolver, scope->directory);
    if (!scope || !scope->exports || scope->is_web)
        return false;
    Package *package = strmap_get(&resolver->packages, scope->directory, strlen(scope->directory));
    return package && (package->is_web = true);
}
