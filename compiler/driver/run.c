/* The program is built in a temporary folder, which is gone before the program starts: this process becomes it, so that its
 * exit status and its signals need no passing on. */
#include "driver/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/pipeline.h"
#include "driver/tempdir.h"

extern char **environ;

static void become(Arena *arena, int program, const Options *options)
{
    VEC(char *) args = VEC_IN(arena);
    vec_push(&args, (char *)options->file);
    for (char **arg = options->program_args; *arg; arg++)
        vec_push(&args, *arg);
    vec_push(&args, NULL);
    fexecve(program, args.items, environ);
}

/* The built program, opened, so that it can be started after its file is removed. -1 on failure. */
static int build_and_open(Arena *arena, const char *folder, RunBuild *build, void *context, Diags *diags)
{
    const char *path = arena_printf(arena, "%s/program", folder);
    if (!build(context, path))
        return -1;
    int program = open(path, O_RDONLY | O_CLOEXEC);
    if (program < 0)
        diag_add(diags, NULL, (Span){0, 0}, DIAG_DRIVER_CANNOT_WRITE, path, strerror(errno));
    return program;
}

void run_built(const Options *options, RunBuild *build, void *context, Diags *diags)
{
    Arena *arena = arena_new();
    const char *folder = tempdir_new(arena);
    int program = -1;
    if (folder)
        program = build_and_open(arena, folder, build, context, diags);
    else
        diag_add(diags, NULL, (Span){0, 0}, DIAG_DRIVER_CANNOT_WRITE, "a temporary folder", strerror(errno));
    tempdir_remove(folder);
    diags_print(diags, stderr);
    diags_truncate(diags, 0);
    if (program >= 0)
        become(arena, program, options);
    arena_free(arena);
}

static bool build_program(void *compilation, const char *path)
{
    return pipeline_build(compilation, path, true);
}

/* The evaluator's program takes the same command line. */
static int run_evaluated(const Options *options)
{
    Arena *arena = arena_new();
    Diags *diags = diags_new();
    Sysroot sysroot;
    if (sysroot_find(arena, NULL, diags, &sysroot)) {
        if (sysroot.evaluator_program)
            execv(sysroot.evaluator_program, options->argv);
        diag_add(diags, NULL, (Span){0, 0}, DIAG_DRIVER_NO_EVALUATOR);
    }
    diags_print(diags, stderr);
    diags_free(diags);
    arena_free(arena);
    return 1;
}

int run_program(const Options *options)
{
    if (options->is_evaluated)
        return run_evaluated(options);
    Compilation compilation = pipeline_start(options);
    run_built(options, build_program, &compilation, compilation.diags);
    pipeline_finish(&compilation);
    return 1;
}
