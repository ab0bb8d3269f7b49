/* The command line. */
#include "driver/cli.h"

#include <stdio.h>
#include <string.h>

int cli_run(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--version")) {
        puts("sinew " SINEW_VERSION);
        return 0;
    }
    fputs("usage: sinew --version\n", stderr);
    return 2;
}
