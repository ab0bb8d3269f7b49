/* Whether BigInt values can come into being at all: no literal, no name by which a program reaches them. Most programs have
 * neither, and then the result of `a - b` is a number whatever the operands are.
 *
 * Invariant: has_no_bigint becomes the program's flag JS_PROGRAM_NO_BIGINT, under which the runtime throws rather than make a
 * BigInt; so a name put together at run time meets an error and no unsound code. */
#include <string.h>
#include "pass.h"

/* Texts with one of the first inside. `eval`, `Function` and test262's `$262` bring in source text that is
 * not seen. */
static const char *const names[] = {"BigInt", "bigint", "BigUint", "asIntN", "asUintN"};
static const char *const exact_names[] = {"eval", "Function", "$262"};

static bool is_way_to_bigint(const IrAtom *atom)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(atom->bytes, names[i]))
            return true;
    for (size_t i = 0; i < sizeof exact_names / sizeof *exact_names; i++)
        if (!strcmp(atom->bytes, exact_names[i]))
            return true;
    return false;
}

static bool may_make_bigint(const IrInstr *instr)
{
    if (instr->op == IR_BIGINT)
        return true;
    if (instr->key && is_way_to_bigint(instr->key))
        return true;
    for (uint32_t i = 0; instr->keys && i < instr->operand_count; i++)
        if (is_way_to_bigint(instr->keys[i]))
            return true;
    return false;
}

void pass_find_bigint(IrProgram *program)
{
    program->has_no_bigint = false;
    if (program->is_library)
        return;
    for (const IrFunction *function = program->functions; function; function = function->next)
        for (const IrBlock *block = function->blocks; block; block = block->next)
            for (const IrInstr *instr = block->first; instr; instr = instr->next)
                if (may_make_bigint(instr))
                    return;
    program->has_no_bigint = true;
}
