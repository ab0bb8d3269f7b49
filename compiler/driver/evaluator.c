/* The search for the names: one walk over the IR. */
#include "driver/evaluator.h"

#include <string.h>

static bool is_text(const IrAtom *atom, const char *text)
{
    return atom && atom->length == strlen(text) && !memcmp(atom->bytes, text, atom->length);
}

/* `Function.prototype` and `f instanceof Function` do not call it. */
static bool is_harmless(const IrInstr *use, const IrInstr *value)
{
    switch ((int)use->op) {
    case IR_GET: case IR_TYPEOF: return true;
    case IR_INSTANCEOF: return use->operands[0] != value;
    }
    return false;
}

static bool is_called(const IrFunction *function, const IrInstr *value)
{
    for (const IrBlock *block = function->blocks; block; block = block->next)
        for (const IrInstr *use = block->first; use; use = use->next)
            for (uint32_t i = 0; i < use->operand_count; i++)
                if (use->operands[i] == value && !is_harmless(use, value))
                    return true;
    return false;
}

static bool names_evaluation(const IrFunction *function, const IrInstr *instr)
{
    if (instr->op != IR_GLOBAL_GET && instr->op != IR_GET)
        return instr->op == IR_EVAL_DIRECT;
    return is_text(instr->key, "eval") || (is_text(instr->key, "Function") && is_called(function, instr));
}

bool evaluator_is_named(const IrProgram *program)
{
    for (const IrFunction *function = program->functions; function; function = function->next)
        for (const IrBlock *block = function->blocks; block; block = block->next)
            for (const IrInstr *instr = block->first; instr; instr = instr->next)
                if (names_evaluation(function, instr))
                    return true;
    return false;
}
