/* The program is built in a temporary folder, which is gone before the program starts: this process becomes it, so that its
 * exit status and its signals need no passing on. */
#include "driver/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/pipeline.h"
#include "driver/tempdir.h"

extern char **environ;

/* Opens the program, so that it can be started after its file is removed. -1 on failure. */
static int build_and_open(Compilation *compilation, const char *folder)
{
    const char *path = arena_printf(compilation->arena, "%s/program", folder);
    if (!pipeline_build(compilation, path, true))
        return -1;
    int program = open(path, O_RDONLY | O_CLOEXEC);
    if (program < 0)
        diag_add(compilation->diags, NULL, (Span){0, 0}, DIAG_DRIVER_CANNOT_WRITE, path, strerror(errno));
    return program;
}

/* The program asks the compiler that stands there to compile what it evaluates (stdlib/evaluate.c). */
static void tell_own_path(Arena *arena)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0)
        setenv("SINEW_COMPILER", arena_strndup(arena, path, (size_t)length), true);
}

int run_program(const Options *options)
{
    Compilation compilation = pipeline_start(options);
    Arena *arena = arena_new();
    const char *folder = tempdir_new(arena);
    int program = -1;
    if (folder)
        program = build_and_open(&compilation, folder);
    else
        diag_add(compilation.diags, NULL, (Span){0, 0}, DIAG_DRIVER_CANNOT_WRITE, "a temporary folder",
                 strerror(errno));
    tempdir_remove(folder);
    pipeline_finish(&compilation);
    if (program < 0)
        return 1;
    VEC(char *) args = VEC_IN(arena);
    vec_push(&args, (char *)options->file);
    for (char **arg = options->program_args; *arg; arg++)
        vec_push(&args, *arg);
    vec_push(&args, NULL);
    tell_own_path(arena);
    fexecve(program, args.items, environ);
    return 1;
}
