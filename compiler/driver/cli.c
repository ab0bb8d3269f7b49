/* The command line. */
#include "driver/cli.h"

#include <stdio.h>

#include "driver/options.h"

int cli_run(int argc, char **argv)
{
    Arena *arena = arena_new();
    Options options;
    const char *fault = "";
    int status = 0;
    if (!options_parse(arena, argc, argv, &options, &fault)) {
        fprintf(stderr, "sinew: %s\ntry: sinew --help\n", fault);
        status = 2;
    } else if (options.is_help) {
        options_print_help();
    } else if (options.is_version) {
        puts("sinew " SINEW_VERSION);
    }
    arena_free(arena);
    return status;
}
