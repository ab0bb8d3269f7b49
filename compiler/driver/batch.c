/* The programs of a batch: each is compiled alone, by the same stages and to the same text as always, but for the name of the
 * function that hands out its table; one call of the C compiler makes one program of them, with a table of tables.
 *
 * Invariant: a program that the front end refuses is answered for here; the others are answered for by the program made. */
#include "driver/batch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/pipeline.h"
#include "driver/run.h"

typedef struct BatchScript {
    const char *file;
    const char *symbol;
} BatchScript;

typedef struct Batch {
    const Options *options;
    Arena *arena;
    Diags *diags;
    CcUnitVec units;
    VEC(BatchScript) scripts;
    StrBuf tables; /* C: the arrays and rows for js_batch_main... */
    StrBuf rows;
    StrBuf declarations;
} Batch;

/* Compiles a file to C units of the batch, whose table is handed out by js_library_SYMBOL. Its diagnostics go to `report`. */
static bool compile(Batch *batch, const char *file, bool is_script, bool is_preceded, const char *symbol, FILE *report)
{
    Options options = *batch->options;
    options.file = file;
    options.is_script = is_script;
    options.is_preceded = is_preceded;
    options.symbol = symbol;
    Compilation compilation = pipeline_start(&options);
    bool is_fine = pipeline_load(&compilation) && pipeline_lower(&compilation) && pipeline_emit(&compilation);
    for (size_t i = 0; is_fine && i < vec_len(&compilation.units); i++) {
        CcUnit unit = vec_at(&compilation.units, i);
        unit.name = arena_printf(batch->arena, "%s_%s", symbol, unit.name);
        unit.text = arena_strndup(batch->arena, unit.text, unit.length);
        vec_push(&batch->units, unit);
    }
    diags_print(compilation.diags, report);
    diags_truncate(compilation.diags, 0);
    pipeline_finish(&compilation);
    if (is_fine)
        strbuf_addf(&batch->declarations, "const JsProgram *js_library_%s(void);\n", symbol);
    return is_fine;
}

/* The symbol of a script, which is compiled when it is first asked for; NULL when it does not compile. */
static const char *script_symbol(Batch *batch, const char *file)
{
    vec_foreach(const BatchScript, script, &batch->scripts) if (!strcmp(script->file, file)) return script->symbol;
    BatchScript script = {.file = file, .symbol = arena_printf(batch->arena, "script%zu", vec_len(&batch->scripts))};
    if (!compile(batch, file, true, true, script.symbol, stderr))
        return NULL;
    vec_push(&batch->scripts, script);
    return script.symbol;
}

/* What the program made answers for the others. */
static void answer(size_t number, const char *report, size_t length)
{
    printf("%zu 1 0 0 %zu\n", number, length);
    fwrite(report, 1, length, stdout);
}

/* A line of the list. False: a script does not compile, so that no program can run as it should. */
static bool add_line(Batch *batch, size_t number, char *line)
{
    char *save = NULL;
    const char *kind = strtok_r(line, " ", &save);
    const char *file = strtok_r(NULL, " ", &save);
    if (!kind || !file)
        return true;
    StrBuf before = {0};
    size_t before_count = 0;
    bool is_fine = true;
    for (char *script; is_fine && (script = strtok_r(NULL, " ", &save)); before_count++) {
        const char *symbol = script_symbol(batch, script);
        is_fine = symbol != NULL;
        if (is_fine)
            strbuf_addf(&before, "js_library_%s, ", symbol);
    }
    char *report = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&report, &length);
    const char *symbol = arena_printf(batch->arena, "program%zu", number);
    if (is_fine && compile(batch, file, !strcmp(kind, "script"), before_count > 0, symbol, stream)) {
        strbuf_addf(&batch->tables, "static JsLibrary *const before%zu[] = {%sNULL};\n", number, strbuf_text(&before));
        strbuf_addf(&batch->rows, "    {%zu, js_library_%s, before%zu},\n", number, symbol, number);
        fclose(stream);
    } else {
        fclose(stream);
        answer(number, report, length);
    }
    free(report);
    strbuf_free(&before);
    return is_fine;
}

static bool add_lines(Batch *batch)
{
    Source *list = source_load_file(batch->arena, batch->options->file);
    if (!list)
        return diag_add(batch->diags, NULL, (Span){0, 0}, DIAG_DRIVER_CANNOT_READ, batch->options->file,
                        strerror(errno));
    char *save = NULL, *text = arena_strndup(batch->arena, list->bytes, list->length);
    size_t number = 0;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        if (!add_line(batch, number++, line))
            return false;
    return true;
}

static void add_main(Batch *batch)
{
    char *text = arena_printf(batch->arena,
                              "#include \"sinew.h\"\n%s%sstatic const JsBatchRow rows[] = {\n%s    {0, NULL, NULL}};\n"
                              "int main(int argc, char **argv)\n{\n    return js_batch_main(argc, argv, rows);\n}\n",
                              strbuf_text(&batch->declarations), strbuf_text(&batch->tables), strbuf_text(&batch->rows));
    CcUnit unit = {.name = "main", .text = text, .length = strlen(text)};
    vec_push(&batch->units, unit);
}

static bool build(void *context, const char *path)
{
    Batch *batch = context;
    Sysroot sysroot;
    if (!sysroot_find(batch->arena, NULL, batch->diags, &sysroot))
        return false;
    add_main(batch);
    CcJob job = {.sysroot = &sysroot,
                 .cc = cc_choose(batch->arena, batch->options->cc, NULL, true),
                 .optimization = batch->options->optimization >= 0 ? batch->options->optimization : 1,
                 .has_debug_info = batch->options->has_debug_info,
                 .is_shared = true,
                 .has_evaluator = true,
                 .is_verbose = batch->options->is_verbose,
                 .units = batch->units.items,
                 .unit_count = vec_len(&batch->units),
                 .output = path};
    return cc_build(batch->arena, &job, batch->diags);
}

int batch_run(const Options *options)
{
    Arena *arena = arena_new();
    Batch batch = {.options = options, .arena = arena, .diags = diags_new()};
    vec_init(&batch.units, arena);
    vec_init(&batch.scripts, arena);
    int status = add_lines(&batch) ? 0 : 1;
    fflush(stdout);
    if (status == 0 && batch.rows.length) {
        run_built(options, build, &batch, batch.diags);
        status = 1;
    }
    diags_print(batch.diags, stderr);
    diags_free(batch.diags);
    strbuf_free(&batch.tables);
    strbuf_free(&batch.rows);
    strbuf_free(&batch.declarations);
    arena_free(arena);
    return status;
}
