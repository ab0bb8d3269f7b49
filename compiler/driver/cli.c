/* The command line: one function a command. */
#include "driver/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "driver/options.h"
#include "driver/pipeline.h"

enum { EXIT_FINE = 0, EXIT_WRONG_SOURCE = 1, EXIT_WRONG_USAGE = 2 };

static bool write_text(Compilation *compilation, const char *text, size_t length)
{
    const char *output = compilation->options->output;
    FILE *file = output ? fopen(output, "w") : stdout;
    bool is_written = file && fwrite(text, 1, length, file) == length;
    if (file && (output ? fclose(file) : fflush(file)))
        is_written = false;
    const char *shown = output ? output : "standard output";
    return is_written ||
           diag_add(compilation->diags, NULL, (Span){0, 0}, DIAG_DRIVER_CANNOT_WRITE, shown, strerror(errno));
}

static bool emit(Compilation *compilation)
{
    StrBuf text = {0};
    bool is_fine = pipeline_print_ast(compilation, &text) && write_text(compilation, strbuf_text(&text), text.length);
    strbuf_free(&text);
    return is_fine;
}

static int run_command(const Options *options)
{
    Compilation compilation = pipeline_start(options);
    bool is_fine = options->emit == EMIT_AST ? emit(&compilation) : pipeline_load(&compilation);
    pipeline_finish(&compilation);
    return is_fine ? EXIT_FINE : EXIT_WRONG_SOURCE;
}

int cli_run(int argc, char **argv)
{
    Arena *arena = arena_new();
    Options options;
    const char *fault = "";
    int status = EXIT_FINE;
    if (!options_parse(arena, argc, argv, &options, &fault)) {
        fprintf(stderr, "sinew: %s\ntry: sinew --help\n", fault);
        status = EXIT_WRONG_USAGE;
    } else if (options.is_help) {
        options_print_help();
    } else if (options.is_version) {
        puts("sinew " SINEW_VERSION);
    } else {
        status = run_command(&options);
    }
    arena_free(arena);
    return status;
}
