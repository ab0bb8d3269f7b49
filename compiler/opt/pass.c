/* The pass list. */
#include "pass.h"

#include <string.h>

typedef struct Pass {
    const char *name;
    void (*run)(IrProgram *program);
} Pass;

static const Pass passes[] = {
    {"remove.dead", pass_remove_dead},
    {"simplify", pass_simplify},
    {"find.bigint", pass_find_bigint},
    {"fix.math", pass_fix_math},
    {"known.methods", pass_known_methods},
    {"known.calls", pass_known_calls},
    {"inline", pass_inline},
    {"number.values", pass_number_values},
    {"assume", pass_assume},
    {"known.calls", pass_known_calls},
    {"represent", pass_represent},
};

enum { PASS_COUNT = sizeof passes / sizeof *passes };

bool optimize(IrProgram *program, bool check, const char **ret_error)
{
    for (int i = 0; i < PASS_COUNT; i++) {
        const char *error = NULL;
        passes[i].run(program);
        if (!check || ir_verify_program(program, &error))
            continue;
        *ret_error = arena_printf(program->arena, "after pass %s: %s", passes[i].name, error);
        return false;
    }
    return true;
}

bool optimize_run(IrProgram *program, const char *pass_name)
{
    for (int i = 0; i < PASS_COUNT; i++)
        if (!strcmp(passes[i].name, pass_name)) {
            passes[i].run(program);
            return true;
        }
    return false;
}
