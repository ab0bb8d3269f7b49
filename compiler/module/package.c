/* package.json: its fields, and which file "exports" and "imports" lead to.
 *
 * Invariant: no target leads out of its package's folder (PACKAGE_TARGET_RESOLVE's check of segments). */
#include "module/package.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/source.h"

ResolveResult resolve_failed(DiagId failure, const char *first, const char *second, const char *third)
{
    return (ResolveResult){.failure = failure, .arguments = {first, second, third}};
}

bool path_is_file(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISREG(status.st_mode);
}

bool path_is_directory(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

const char *path_folder(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return slash == path ? "/" : arena_strndup(arena, path, (size_t)(slash - path));
}

ResolveResult resolve_file(Resolver *resolver, const char *path)
{
    ResolveResult result = {0};
    char *real = path_is_file(path) ? realpath(path, NULL) : NULL;
    if (real)
        result.path = arena_strdup(resolver->arena, real);
    free(real);
    return result;
}

static const Json *non_null(const Json *value)
{
    return value && value->kind != JSON_NULL ? value : NULL;
}

static PackageType type_of(const Json *root)
{
    const char *type = json_get_text(root, "type");
    if (type && !strcmp(type, "module"))
        return PACKAGE_TYPE_MODULE;
    return type && !strcmp(type, "commonjs") ? PACKAGE_TYPE_COMMONJS : PACKAGE_TYPE_NONE;
}

const Package *package_read(Resolver *resolver, const char *directory)
{
    Arena *arena = resolver->arena;
    void *known;
    if (strmap_find(&resolver->packages, directory, strlen(directory), &known))
        return known;
    const char *path = arena_printf(arena, "%s/package.json", directory);
    Source *source = source_load_file(arena, path);
    Package *package = NULL;
    if (source) {
        size_t error_offset = 0;
        const Json *root = json_read(arena, source->bytes, source->length, &error_offset);
        SourcePosition place = source_position(source, (uint32_t)error_offset);
        package = ARENA_NEW(arena, Package);
        *package = (Package){.directory = arena_strdup(arena, directory),
                             .json_path = path,
                             .name = json_get_text(root, "name"),
                             .main = json_get_text(root, "main"),
                             .exports = non_null(json_get(root, "exports")),
                             .imports = non_null(json_get(root, "imports")),
                             .type = type_of(root)};
        if (!root)
            package->fault = arena_printf(arena, "no JSON from line %u, column %u on", place.line, place.column);
    }
    strmap_set(&resolver->packages, directory, strlen(directory), package);
    return package;
}

const Package *resolve_package_scope(Resolver *resolver, const char *file)
{
    const char *folder = path_folder(resolver->arena, file);
    for (;;) {
        if (text_ends_with(folder, "/node_modules"))
            return NULL;
        const Package *package = package_read(resolver, folder);
        if (package)
            return package;
        if (!strcmp(folder, "/") || !strcmp(folder, "."))
            return NULL;
        folder = path_folder(resolver->arena, folder);
    }
}

/* ---- targets ---- */

/* What a target comes to besides a file or a failure. */
typedef enum TargetState {
    TARGET_DONE,      /* Resolved, or failed for good: the result says which. */
    TARGET_UNDEFINED, /* No condition fits: the search goes on. */
    TARGET_NULL       /* Excluded by null. */
} TargetState;

typedef struct TargetSearch {
    Resolver *resolver;
    ResolveMode mode;
    const Package *package;
    const char *key;           /* As the user wrote it, for messages. */
    const char *pattern_match; /* What stands for `*`, or NULL. */
    bool is_imports;
} TargetSearch;

static bool is_condition(const TargetSearch *search, const char *name)
{
    if (!strcmp(name, "default") || !strcmp(name, "sinew") || !strcmp(name, "module-sync"))
        return true;
    static const char *const web[] = {"workerd", "edge-light", "worker", "browser"};
    for (size_t i = 0; search->package->is_web && i < sizeof web / sizeof *web; i++)
        if (!strcmp(name, web[i]))
            return true;
    if (!search->package->is_web && !strcmp(name, "node"))
        return true;
    return !strcmp(name, search->mode == RESOLVE_IMPORT ? "import" : "require");
}

/* Whether a segment of the path is empty (but at the end), ".", ".." or "node_modules", plain or percent-encoded. */
static bool has_forbidden_segment(const char *path)
{
    while (*path) {
        size_t length = strcspn(path, "/\\");
        static const char *const forbidden[] = {".",      "..",     "node_modules", "%2e", "%2E",
                                                "%2e%2e", "%2E%2E", ".%2e",         "%2e."};
        for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
            if (strlen(forbidden[i]) == length && !memcmp(forbidden[i], path, length))
                return true;
        path += length;
        if (*path)
            path++;
        if (*path == '/' || *path == '\\')
            return true;
    }
    return false;
}

static const char *with_match(Arena *arena, const char *target, const char *match)
{
    if (!match)
        return target;
    StrBuf text = {0};
    for (const char *at = target; *at; at++) {
        if (*at == '*')
            strbuf_adds(&text, match);
        else
            strbuf_addc(&text, *at);
    }
    const char *result = arena_strndup(arena, strbuf_text(&text), text.length);
    strbuf_free(&text);
    return result;
}

static ResolveResult bad_target(const TargetSearch *search, const char *target)
{
    return resolve_failed(DIAG_MODULE_BAD_TARGET, search->key, search->package->json_path, target);
}

static ResolveResult resolve_text_target(const TargetSearch *search, const char *target)
{
    Resolver *resolver = search->resolver;
    Arena *arena = resolver->arena;
    if (!text_starts_with(target, "./")) {
        bool is_bare = !text_starts_with(target, "../") && *target != '/';
        if (!search->is_imports || !is_bare)
            return bad_target(search, target);
        const char *inside = arena_printf(arena, "%s/package.json", search->package->directory);
        return resolve_specifier(resolver, search->mode, with_match(arena, target, search->pattern_match), inside);
    }
    if (has_forbidden_segment(target + 2) || (search->pattern_match && has_forbidden_segment(search->pattern_match)))
        return bad_target(search, target);
    const char *relative = with_match(arena, target + 2, search->pattern_match);
    const char *path = arena_printf(arena, "%s/%s", search->package->directory, relative);
    ResolveResult result = resolve_file(resolver, path);
    if (!result.path)
        result = resolve_failed(DIAG_MODULE_NOT_FOUND, path, NULL, NULL);
    return result;
}

static TargetState resolve_target(const TargetSearch *search, const Json *target, ResolveResult *ret_result);

/* Arrays: the first element that is usable at all. */
static TargetState resolve_array_target(const TargetSearch *search, const Json *array, ResolveResult *ret_result)
{
    TargetState state = TARGET_NULL;
    for (const Json *item = array->first; item; item = item->next) {
        ResolveResult result = {0};
        TargetState item_state = resolve_target(search, item, &result);
        bool is_unusable = item_state == TARGET_DONE && !result.path && result.failure == DIAG_MODULE_BAD_TARGET;
        if (item_state == TARGET_UNDEFINED)
            continue;
        *ret_result = result;
        state = item_state;
        if (!is_unusable && item_state == TARGET_DONE)
            return TARGET_DONE;
    }
    return state;
}

static TargetState resolve_target(const TargetSearch *search, const Json *target, ResolveResult *ret_result)
{
    switch (target->kind) {
    case JSON_STRING:
        *ret_result = resolve_text_target(search, target->text);
        return TARGET_DONE;
    case JSON_OBJECT:
        for (const Json *member = target->first; member; member = member->next) {
            if (!is_condition(search, member->key))
                continue;
            TargetState state = resolve_target(search, member, ret_result);
            if (state != TARGET_UNDEFINED)
                return state;
        }
        return TARGET_UNDEFINED;
    case JSON_ARRAY:
        return resolve_array_target(search, target, ret_result);
    case JSON_NULL:
        return TARGET_NULL;
    case JSON_FALSE:
    case JSON_TRUE:
    case JSON_NUMBER:
        break;
    }
    *ret_result = bad_target(search, target->text ? target->text : "a boolean");
    return TARGET_DONE;
}

/* PATTERN_KEY_COMPARE: the longer part before `*` first, then the longer key. */
static bool is_better_pattern(const char *candidate, const char *best)
{
    size_t candidate_base = strcspn(candidate, "*");
    size_t best_base = strcspn(best, "*");
    return candidate_base != best_base ? candidate_base > best_base : strlen(candidate) > strlen(best);
}

/* Whether the pattern's parts around its single `*` enclose the text with something between; gives what is between. */
static bool match_pattern(Arena *arena, const char *pattern, const char *text, const char **ret_match)
{
    const char *star = strchr(pattern, '*');
    if (!star || strchr(star + 1, '*'))
        return false;
    size_t before = (size_t)(star - pattern);
    size_t after = strlen(star + 1);
    size_t length = strlen(text);
    if (length <= before + after || memcmp(text, pattern, before) || !text_ends_with(text, star + 1))
        return false;
    *ret_match = arena_strndup(arena, text + before, length - before - after);
    return true;
}

/* PACKAGE_IMPORTS_EXPORTS_RESOLVE. */
static TargetState resolve_match(TargetSearch *search, const Json *table, const char *key, ResolveResult *ret_result)
{
    if (text_ends_with(key, "/"))
        return TARGET_NULL;
    const Json *exact = strchr(key, '*') ? NULL : json_get(table, key);
    if (exact)
        return resolve_target(search, exact, ret_result);
    const Json *best = NULL;
    const char *match;
    for (const Json *member = table->first; member; member = member->next)
        if (match_pattern(search->resolver->arena, member->key, key, &match) &&
            (!best || is_better_pattern(member->key, best->key))) {
            best = member;
            search->pattern_match = match;
        }
    return best ? resolve_target(search, best, ret_result) : TARGET_NULL;
}

ResolveResult package_resolve_exports(Resolver *resolver, ResolveMode mode, const Package *package, const char *subpath)
{
    TargetSearch search = {.resolver = resolver, .mode = mode, .package = package, .key = subpath};
    const Json *exports = package->exports;
    bool has_subpaths = exports->kind == JSON_OBJECT && exports->first && *exports->first->key == '.';
    ResolveResult result = {0};
    TargetState state = TARGET_NULL;
    if (has_subpaths)
        state = resolve_match(&search, exports, subpath, &result);
    else if (!strcmp(subpath, "."))
        state = resolve_target(&search, exports, &result);
    if (state == TARGET_DONE)
        return result;
    const char *name = package->name ? package->name : package->directory;
    return resolve_failed(DIAG_MODULE_NOT_EXPORTED, name, subpath, package->json_path);
}

ResolveResult package_resolve_imports(Resolver *resolver, ResolveMode mode, const Package *package,
                                      const char *specifier, const char *importer)
{
    if (!strcmp(specifier, "#") || text_starts_with(specifier, "#/"))
        return resolve_failed(DIAG_MODULE_BAD_SPECIFIER, specifier, "a name under \"imports\" must follow the #", NULL);
    TargetSearch search = {
        .resolver = resolver, .mode = mode, .package = package, .key = specifier, .is_imports = true};
    ResolveResult result = {0};
    if (package && package->imports && package->imports->kind == JSON_OBJECT &&
        resolve_match(&search, package->imports, specifier, &result) == TARGET_DONE)
        return result;
    const char *where =
        package ? package->json_path : arena_printf(resolver->arena, "any package.json above %s", importer);
    return resolve_failed(DIAG_MODULE_IMPORT_NOT_DEFINED, specifier, where, NULL);
}
