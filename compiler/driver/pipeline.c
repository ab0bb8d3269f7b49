/* The sequence of the stages. Each translates the result of the one before into what the next one takes; no stage knows
 * another's types but by its public header. */
#include "driver/pipeline.h"

#include <stdio.h>
#include <time.h>

#include "driver/frontend.h"
#include "syntax/parse.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* With --verbose: how long a stage took. */
static void report_time(const Compilation *compilation, const char *stage, double start)
{
    if (compilation->options->is_verbose)
        fprintf(stderr, "sinew: %s: %.1f ms\n", stage, (now() - start) * 1e3);
}

Compilation pipeline_start(const Options *options)
{
    Arena *arena = arena_new();
    Compilation compilation = {.options = options, .arena = arena, .diags = diags_new(), .names = name_table_new()};
    return compilation;
}

void pipeline_finish(Compilation *compilation)
{
    diags_print(compilation->diags, stderr);
    diags_free(compilation->diags);
    name_table_free(compilation->names);
    arena_free(compilation->arena);
    *compilation = (Compilation){0};
}

bool pipeline_load(Compilation *compilation)
{
    const Options *options = compilation->options;
    double start = now();
    Frontend *frontend = ARENA_NEW(compilation->arena, Frontend);
    *frontend = (Frontend){.arena = compilation->arena, .names = compilation->names};
    if (options->emit != EMIT_AST &&
        !sysroot_find(compilation->arena, options->target, compilation->diags, &compilation->sysroot))
        return false;
    ModuleGraphOptions graph_options = {.is_script = options->is_script,
                                        .builtin_folder = compilation->sysroot.builtin_folder};
    ModuleHost host = {.context = frontend, .parse = frontend_parse};
    compilation->graph = module_graph_build(compilation->arena, options->file, graph_options, host, compilation->diags);
    report_time(compilation, "front end", start);
    return compilation->graph != NULL;
}

bool pipeline_print_ast(Compilation *compilation, StrBuf *out)
{
    if (!pipeline_load(compilation))
        return false;
    const Module *entry = vec_at(&compilation->graph->modules, 0);
    if (entry->kind != MODULE_JSON)
        ast_print_json(out, &module_syntax(entry)->program->node, entry->source);
    return true;
}
