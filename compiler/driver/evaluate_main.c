/* The program `sinew-evaluate`, which `sinew run --evaluate` becomes: the same command line, but the IR is run as it
 * is, without C, in a process that holds the compiler and the runtime. */
#include <stdio.h>

#include "driver/pipeline.h"
#include "evaluate/evaluate.h"

int main(int argc, char **argv)
{
    Arena *arena = arena_new(); /* the process's */
    Options *options = ARENA_NEW(arena, Options);
    const char *fault = "";
    if (!options_parse(arena, argc, argv, options, &fault)) {
        fprintf(stderr, "sinew: %s\n", fault);
        return 2;
    }
    Compilation compilation = pipeline_start(options);
    if (!pipeline_load(&compilation) || !pipeline_lower(&compilation)) {
        pipeline_finish(&compilation);
        return 1;
    }
    VEC(char *) args = VEC_IN(arena);
    vec_push(&args, (char *)options->file);
    for (char **arg = options->program_args; *arg; arg++)
        vec_push(&args, *arg);
    vec_push(&args, NULL);
    return evaluate_program(compilation.program, (int)args.length - 1, args.items);
}
