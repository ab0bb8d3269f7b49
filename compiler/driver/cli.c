/* The command line: one function a command. */
#include "driver/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "driver/batch.h"
#include "driver/options.h"
#include "driver/pipeline.h"
#include "driver/run.h"
#include "driver/serve.h"

enum { EXIT_FINE = 0, EXIT_WRONG_SOURCE = 1, EXIT_WRONG_USAGE = 2 };

/* The name of the program when none was given: the source's, without folder and extension. */
static const char *default_output(Arena *arena, const char *file)
{
    const char *name = strrchr(file, '/');
    name = name ? name + 1 : file;
    const char *dot = strrchr(name, '.');
    if (!dot || dot == name)
        return arena_printf(arena, "%s.out", name);
    return arena_strndup(arena, name, (size_t)(dot - name));
}

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
    bool is_fine = pipeline_print(compilation, compilation->options->emit, &text) &&
                   write_text(compilation, strbuf_text(&text), text.length);
    strbuf_free(&text);
    return is_fine;
}

static int build_or_check(const Options *options)
{
    Compilation compilation = pipeline_start(options);
    bool is_fine;
    if (options->command == COMMAND_CHECK)
        is_fine = pipeline_load(&compilation) && pipeline_lower(&compilation);
    else if (options->emit != EMIT_PROGRAM)
        is_fine = emit(&compilation);
    else
        is_fine = pipeline_build(
            &compilation, options->output ? options->output : default_output(compilation.arena, options->file), false);
    pipeline_finish(&compilation);
    return is_fine ? EXIT_FINE : EXIT_WRONG_SOURCE;
}

static int run_command(const Options *options)
{
    switch (options->command) {
    case COMMAND_BUILD:
    case COMMAND_CHECK:
        return build_or_check(options);
    case COMMAND_RUN:
        return options->is_batch ? batch_run(options) : run_program(options);
    case COMMAND_SERVE:
        return serve_run(options);
    case COMMAND_NONE:
        break;
    }
    return EXIT_WRONG_USAGE;
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
