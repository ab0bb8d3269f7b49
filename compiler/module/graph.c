/* Building of the module graph: a list of modules that grows while it is walked, and a map from paths to modules.
 *
 * Invariant: a module is in `modules` from the moment its path is known, so that cycles end. What import() asks for is taken up
 * when the rest is loaded, so that only modules which nothing else needs are optional. */
#include "module/graph.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/map.h"
#include "base/utf.h"
#include "module/package.h"
#include "module/prefix.h"
#include "module/resolve.h"

/* By index: the vector of requests may grow. */
typedef struct DynamicRequest {
    Module *module;
    size_t index;
} DynamicRequest;

typedef struct GraphBuilder {
    ModuleGraph *graph;
    Resolver resolver;
    StrMap by_path;
    ModuleHost host;
    Diags *diags;
    const char *current_folder;
    VEC(DynamicRequest) dynamic; /* Taken up when nothing static is left to load. */
    bool is_past_static; /* All that the entry needs is loaded; what is found from now on is optional. */
    bool is_stale; /* A package changed its variant: what was found so far does not count. */
} GraphBuilder;

const char *module_kind_name(ModuleKind kind)
{
    static const char *const names[] = {[MODULE_ESM] = "ES module",
                                        [MODULE_COMMONJS] = "CommonJS module",
                                        [MODULE_JSON] = "JSON module",
                                        [MODULE_SCRIPT] = "script",
                                        [MODULE_DETECT] = "module"};
    return names[kind];
}

static bool has_same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

const ModuleRequest *module_request_find(const Module *module, ModuleRequestKind kind, const char *specifier)
{
    vec_foreach(const ModuleRequest, request,
                &module->requests) if (request->kind == kind && !strcmp(request->specifier, specifier)) return request;
    return NULL;
}

void module_request_add(Module *module, ModuleRequestKind kind, const char *specifier, Span span, const char *attribute)
{
    const ModuleRequest *known = module_request_find(module, kind, specifier);
    if (known && has_same_text(known->attribute, attribute))
        return;
    ModuleRequest request = {.kind = kind, .specifier = specifier, .span = span, .attribute = attribute};
    vec_push(&module->requests, request);
}

/* The path as the user would write it: relative when it is below the current folder. */
static const char *display_path(const GraphBuilder *builder, const char *path)
{
    size_t length = strlen(builder->current_folder);
    if (length > 1 && !strncmp(path, builder->current_folder, length) && path[length] == '/')
        return path + length + 1;
    return path;
}

static const char *extension_of(const char *path)
{
    const char *name = strrchr(path, '/');
    const char *dot = strrchr(name ? name : path, '.');
    return dot && dot != name + 1 ? dot : "";
}

/* Determining the module system (node's documentation, "Modules: Packages"). */
static ModuleKind kind_of_file(GraphBuilder *builder, const char *path)
{
    const char *extension = extension_of(path);
    if (!strcmp(extension, ".mjs"))
        return MODULE_ESM;
    if (!strcmp(extension, ".cjs"))
        return MODULE_COMMONJS;
    if (!strcmp(extension, ".json"))
        return MODULE_JSON;
    const Package *scope = resolve_package_scope(&builder->resolver, path);
    if (!scope || scope->type == PACKAGE_TYPE_NONE)
        return MODULE_DETECT;
    return scope->type == PACKAGE_TYPE_MODULE ? MODULE_ESM : MODULE_COMMONJS;
}

static Module *add_module(GraphBuilder *builder, const char *path, ModuleKind kind)
{
    Arena *arena = builder->graph->arena;
    Module *module = ARENA_NEW(arena, Module);
    *module = (Module){.id = (uint32_t)builder->graph->modules.length,
                       .kind = kind,
                       .path = path,
                       .is_optional = builder->is_past_static};
    vec_init(&module->requests, arena);
    vec_push(&builder->graph->modules, module);
    if (kind != MODULE_SCRIPT) /* which is no module: an import of the same file is another thing */
        strmap_set(&builder->by_path, path, strlen(path), module);
    return module;
}

/* What makes a file unfit for compilation by its name alone: the diagnostic, or DIAG_COUNT. */
static DiagId refusal_of_file(const char *path)
{
    const char *extension = extension_of(path);
    if (!strcmp(extension, ".node"))
        return DIAG_MODULE_NATIVE_ADDON;
    static const char *const unknown[] = {".ts", ".mts", ".cts", ".tsx", ".jsx", ".wasm", ".html", ".css"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (!strcmp(extension, unknown[i]))
            return DIAG_MODULE_UNKNOWN_EXTENSION;
    return DIAG_COUNT;
}

static ResolveResult resolve_request(GraphBuilder *builder, const Module *module, const ModuleRequest *request)
{
    if (!*request->specifier)
        return resolve_failed(DIAG_MODULE_BAD_SPECIFIER, request->specifier, "it is empty", NULL);
    ResolveMode mode = request->kind == REQUEST_REQUIRE ? RESOLVE_REQUIRE : RESOLVE_IMPORT;
    ResolveResult result = resolve_specifier(&builder->resolver, mode, request->specifier, module->path);
    if (!result.path)
        return result;
    DiagId refusal = refusal_of_file(result.path);
    return refusal == DIAG_COUNT ? result : resolve_failed(refusal, request->specifier, NULL, NULL);
}

/* A static import of what is not there is an error; require and import() throw when they are run, and programs rely on
 * it (optional dependencies), so there it is a warning. */
static void report_failure(GraphBuilder *builder, Module *module, ModuleRequest *request, ResolveResult result)
{
    Diags *diags = builder->diags;
    const char *const *arguments = result.arguments;
    request->failure = diag_message(builder->graph->arena, result.failure, arguments[0], arguments[1], arguments[2]);
    if (request->kind == REQUEST_GUESS)
        return;
    if (request->kind == REQUEST_IMPORT)
        diag_add(diags, module->source, request->span, result.failure, arguments[0], arguments[1], arguments[2]);
    else
        diag_add(diags, module->source, request->span, DIAG_MODULE_FAILS_WHEN_RUN,
                 request->kind == REQUEST_REQUIRE ? "require" : "import()", request->failure);
    if (result.hint)
        diag_note(diags, NULL, (Span){0, 0}, "%s", result.hint);
}

/* 16.2.1.7 with the import attributes of JSON modules: an import of JSON says so, and no other import does. */
static ResolveResult check_attribute(const ModuleRequest *request, ModuleKind kind)
{
    ResolveResult fine = {0};
    if (request->kind == REQUEST_REQUIRE || request->kind == REQUEST_GUESS)
        return fine;
    if (!request->attribute)
        return kind == MODULE_JSON ? resolve_failed(DIAG_MODULE_JSON_ATTRIBUTE, request->specifier, NULL, NULL) : fine;
    bool fits = !strcmp(request->attribute, "json") && kind == MODULE_JSON;
    return fits ? fine : resolve_failed(DIAG_MODULE_BAD_ATTRIBUTE, request->attribute, request->specifier, NULL);
}

/* A text that is no specifier may be the beginning of some. The requests are linked after this one. */
static void guess_by_prefix(GraphBuilder *builder, Module *module, const ModuleRequest *guess)
{
    SpecifierVec found = VEC_IN(builder->graph->arena);
    Span span = guess->span;
    prefix_find_specifiers(builder->graph->arena, module->path, guess->specifier, &found);
    vec_foreach(const char *, specifier, &found) {
        size_t count = vec_len(&module->requests);
        module_request_add(module, REQUEST_GUESS, *specifier, span, NULL);
        if (vec_len(&module->requests) > count)
            vec_push(&builder->dynamic, (DynamicRequest){module, count});
    }
}

static void link_request(GraphBuilder *builder, Module *module, ModuleRequest *request)
{
    ResolveResult result = resolve_request(builder, module, request);
    if (!result.path) {
        builder->is_stale |= result.failure == DIAG_MODULE_BUILTIN && resolve_for_web(&builder->resolver, module->path);
        report_failure(builder, module, request, result);
        if (request->kind == REQUEST_GUESS)
            guess_by_prefix(builder, module, request);
        return;
    }
    Module *target = strmap_get(&builder->by_path, result.path, strlen(result.path));
    ModuleKind kind = target ? target->kind : kind_of_file(builder, result.path);
    ResolveResult wrong = check_attribute(request, kind);
    if (wrong.arguments[0]) {
        report_failure(builder, module, request, wrong);
        return;
    }
    if (!target)
        target = add_module(builder, result.path, kind);
    target->is_required |= request->kind == REQUEST_REQUIRE;
    request->target = target;
}

static void read_json_module(GraphBuilder *builder, Module *module)
{
    size_t offset = 0;
    Source *source = module->source;
    module->json = json_read(builder->graph->arena, source->bytes, source->length, &offset);
    if (module->json)
        return;
    Span span = {(uint32_t)offset, (uint32_t)(offset < source->length ? offset + 1 : offset)};
    diag_add(builder->diags, source, span, DIAG_MODULE_BAD_JSON);
}

static bool load_source(GraphBuilder *builder, Module *module)
{
    module->source = source_load_file(builder->graph->arena, module->path);
    const char *shown = display_path(builder, module->path);
    if (!module->source)
        return diag_add(builder->diags, NULL, (Span){0, 0}, DIAG_MODULE_UNREADABLE, shown, strerror(errno));
    module->source->path = shown;
    size_t invalid = utf8_find_invalid(module->source->bytes, module->source->length);
    if (invalid == module->source->length)
        return true;
    Span span = {(uint32_t)invalid, (uint32_t)invalid + 1};
    return diag_add(builder->diags, module->source, span, DIAG_SOURCE_NOT_UTF8);
}

static void load_module(GraphBuilder *builder, Module *module)
{
    if (!load_source(builder, module))
        return;
    if (module->kind == MODULE_JSON) {
        read_json_module(builder, module);
        return;
    }
    if (!builder->host.parse(builder->host.context, module, builder->diags))
        return;
    assert(module->kind != MODULE_DETECT);
    for (size_t i = 0; i < vec_len(&module->requests); i++) {
        ModuleRequest *request = &vec_at(&module->requests, i);
        if (request->kind == REQUEST_DYNAMIC_IMPORT || request->kind == REQUEST_GUESS)
            vec_push(&builder->dynamic, (DynamicRequest){module, i});
        else
            link_request(builder, module, request);
    }
}

/* The module as one that throws: of what was wrong with it the first error is kept. */
static void make_faulty(GraphBuilder *builder, Module *module, const Diags *diags)
{
    Arena *arena = builder->graph->arena;
    size_t i = 0;
    while (diags_at(diags, i).severity != DIAG_SEVERITY_ERROR)
        i++;
    module->fault = arena_strdup(arena, diags_at(diags, i).message);
    module->fault_type = diag_error_type(diags_at(diags, i).id);
    module->kind = MODULE_ESM;
    module->syntax = NULL;
    if (!module->source)
        module->source = source_from_memory(arena, display_path(builder, module->path), "", 0);
    vec_clear(&module->requests);
}

static void load_optional_module(GraphBuilder *builder, Module *module)
{
    Diags *all = builder->diags;
    builder->diags = diags_new();
    load_module(builder, module);
    if (diags_error_count(builder->diags))
        make_faulty(builder, module, builder->diags);
    else
        diags_append(all, builder->diags);
    diags_free(builder->diags);
    builder->diags = all;
}

static void link_dynamic_requests(GraphBuilder *builder)
{
    builder->is_past_static = true;
    for (size_t i = 0; i < vec_len(&builder->dynamic); i++) { /* it may grow */
        DynamicRequest dynamic = vec_at(&builder->dynamic, i);
        if (dynamic.index < vec_len(&dynamic.module->requests)) /* else the module is faulty */
            link_request(builder, dynamic.module, &vec_at(&dynamic.module->requests, dynamic.index));
    }
    vec_clear(&builder->dynamic);
}

/* An import() of a module that is wrong throws, as programs may expect: a warning. */
static void warn_of_faults(GraphBuilder *builder)
{
    vec_foreach(Module *, module, &builder->graph->modules)
        vec_foreach(const ModuleRequest, request, &(*module)->requests) if (request->kind == REQUEST_DYNAMIC_IMPORT &&
                                                                            request->target && request->target->fault)
            diag_add(builder->diags, (*module)->source, request->span, DIAG_MODULE_FAILS_WHEN_RUN, "import()",
                     request->target->fault);
}

typedef struct Visit {
    Module *module;
    size_t next_request;
} Visit;

/* Depth first over static imports, with a stack of our own: import chains can be long. */
static void order_evaluation_from(ModuleGraph *graph, Module *root)
{
    if (root->is_in_evaluation)
        return;
    VEC(Visit) stack = {0};
    root->is_in_evaluation = true;
    vec_push(&stack, (Visit){root, 0});
    while (vec_len(&stack)) {
        Visit *visit = &vec_last(&stack);
        Module *module = visit->module;
        if (visit->next_request == vec_len(&module->requests)) {
            vec_push(&graph->evaluation, module);
            (void)vec_pop(&stack);
            continue;
        }
        ModuleRequest *request = &vec_at(&module->requests, visit->next_request++);
        if (request->kind != REQUEST_IMPORT || !request->target || request->target->is_in_evaluation)
            continue;
        request->target->is_in_evaluation = true;
        vec_push(&stack, (Visit){request->target, 0});
    }
    vec_free(&stack);
}

static bool add_entry(GraphBuilder *builder, const char *entry_path, bool is_script)
{
    char *real = realpath(entry_path, NULL);
    if (!real)
        return diag_add(builder->diags, NULL, (Span){0, 0}, DIAG_MODULE_UNREADABLE, entry_path, strerror(errno));
    const char *path = arena_strdup(builder->graph->arena, real);
    free(real);
    DiagId refusal = refusal_of_file(path);
    if (refusal != DIAG_COUNT)
        return diag_add(builder->diags, NULL, (Span){0, 0}, refusal, entry_path);
    add_module(builder, path, is_script ? MODULE_SCRIPT : kind_of_file(builder, path));
    return true;
}

/* All modules from the entry on, or as far as a package changes its variant. */
static void find_modules(GraphBuilder *builder, const char *entry_path, bool is_script)
{
    ModuleGraph *graph = builder->graph;
    builder->is_stale = false;
    vec_init(&graph->modules, graph->arena);
    builder->is_past_static = false;
    vec_clear(&builder->dynamic);
    if (!add_entry(builder, entry_path, is_script))
        return;
    size_t loaded = 0;
    do {
        for (; loaded < vec_len(&graph->modules) && !builder->is_stale; loaded++) {
            Module *module = vec_at(&graph->modules, loaded);
            module->is_optional ? load_optional_module(builder, module) : load_module(builder, module);
        }
        link_dynamic_requests(builder);
    } while (loaded < vec_len(&graph->modules) && !builder->is_stale);
    warn_of_faults(builder);
    strmap_free(&builder->by_path);
    builder->by_path = (StrMap){0};
}

ModuleGraph *module_graph_build(Arena *arena, const char *entry_path, ModuleGraphOptions options, ModuleHost host,
                                Diags *diags)
{
    ModuleGraph *graph = ARENA_NEW(arena, ModuleGraph);
    graph->arena = arena;
    vec_init(&graph->evaluation, arena);
    char *folder = getcwd(NULL, 0);
    GraphBuilder builder = {.graph = graph,
                            .resolver = resolver_make(arena, options.builtin_folder),
                            .host = host,
                            .diags = diags,
                            .current_folder = folder ? folder : ""};
    size_t errors_before = diags_error_count(diags), diags_before = diags_count(diags);
    do {
        diags_truncate(diags, diags_before);
        find_modules(&builder, entry_path, options.is_script);
    } while (builder.is_stale);
    free(folder);
    vec_free(&builder.dynamic);
    resolver_free(&builder.resolver);
    if (diags_error_count(diags) > errors_before)
        return NULL;
    vec_foreach(Module *, module, &graph->modules) order_evaluation_from(graph, *module);
    return graph;
}
