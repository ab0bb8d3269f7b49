/* Calls of Math's functions as ops, in programs that use `Math` for nothing else than `Math.name` in calls and reads.
 *
 * Invariant: such a program can change Math only by names that it puts together at run time; under has_fixed_math the runtime
 * freezes Math, so that this fails as it would with a frozen object. Unknown names stay ordinary reads. */
#include <math.h>
#include <string.h>
#include "pass.h"

typedef struct MathFunction { const char *name; uint32_t arity; } MathFunction;
static const MathFunction functions[] = {
    {"abs", 1}, {"acos", 1}, {"asin", 1}, {"atan", 1}, {"atan2", 2}, {"ceil", 1}, {"clz32", 1}, {"cos", 1},
    {"exp", 1}, {"floor", 1}, {"fround", 1}, {"imul", 2}, {"log", 1}, {"log10", 1}, {"log2", 1}, {"max", 2}, {"min", 2},
    {"pow", 2}, {"round", 1}, {"sign", 1}, {"sin", 1}, {"sqrt", 1}, {"tan", 1}, {"trunc", 1},
};
typedef struct MathConstant { const char *name; double value; } MathConstant;
static const MathConstant constants[] = {
    {"PI", M_PI}, {"E", M_E}, {"LN2", M_LN2}, {"LN10", M_LN10}, {"LOG2E", M_LOG2E}, {"LOG10E", M_LOG10E},
    {"SQRT2", M_SQRT2}, {"SQRT1_2", M_SQRT1_2},
};

static bool is_math(const IrInstr *value)
{
    return value->op == IR_GLOBAL_GET && !strcmp(value->key->bytes, "Math");
}

static bool is_math_get(const IrInstr *value)
{
    return value->op == IR_GET && is_math(value->operands[0]);
}

/* The object of a read, or `this` of a call of what was read from it. */
static bool is_known_use(const IrInstr *use, uint32_t index)
{
    if (use->op == IR_GET)
        return true;
    return use->op == IR_CALL && index == 1 && is_math_get(use->operands[0]);
}

static bool leaves_math_alone(const IrInstr *instr)
{
    if (instr->op == IR_EVAL_DIRECT)
        return false;
    bool is_named = instr->key && !strcmp(instr->key->bytes, "Math");
    if (is_named && instr->op != IR_GLOBAL_GET && instr->op != IR_GLOBAL_TYPEOF)
        return false;
    for (uint32_t i = 0; i < instr->operand_count; i++)
        if (is_math(instr->operands[i]) && !is_known_use(instr, i))
            return false;
    return true;
}

static bool program_leaves_math_alone(const IrProgram *program)
{
    for (const IrFunction *function = program->functions; function; function = function->next)
        for (const IrBlock *block = function->blocks; block; block = block->next)
            for (const IrInstr *instr = block->first; instr; instr = instr->next)
                if (!leaves_math_alone(instr))
                    return false;
    return true;
}

static void fix_call(IrInstr *call)
{
    if (!is_math_get(call->operands[0]))
        return;
    const IrAtom *name = call->operands[0]->key;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name->bytes) || call->operand_count - 2 != functions[i].arity)
            continue;
        call->op = IR_MATH;
        call->key = name;
        call->operands += 2;
        call->operand_count -= 2;
        return;
    }
}

static void fix_constant(IrInstr *get)
{
    if (!is_math(get->operands[0]))
        return;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (!strcmp(constants[i].name, get->key->bytes)) {
            ir_drop_handler(get->block);
            get->op = IR_NUMBER;
            get->operand_count = 0;
            get->number = constants[i].value;
            return;
        }
}

/* Whether the op reads what is surely there in Math, or Math itself: without a use it goes. */
static bool is_harmless_read(const IrInstr *instr)
{
    if (is_math(instr))
        return true;
    for (size_t i = 0; is_math_get(instr) && i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, instr->key->bytes))
            return true;
    return false;
}

static void mark_uses(IrFunction *function)
{
    ir_clear_notes(function);
    for (IrBlock *block = function->blocks; block; block = block->next)
        for (IrInstr *instr = block->first; instr; instr = instr->next)
            for (uint32_t i = 0; i < instr->operand_count; i++)
                instr->operands[i]->note = instr;
}

static void remove_unused_reads(IrFunction *function)
{
    for (int round = 0; round < 2; round++) { /* first the functions, then Math */
        mark_uses(function);
        for (IrBlock *block = function->blocks; block; block = block->next)
            for (IrInstr *instr = block->first, *next; instr; instr = next) {
                next = instr->next;
                if (instr->note || !is_harmless_read(instr))
                    continue;
                ir_drop_handler(block);
                ir_remove(instr);
            }
    }
    ir_clear_notes(function);
}

static void fix_function(IrFunction *function)
{
    for (IrBlock *block = function->blocks; block; block = block->next)
        for (IrInstr *instr = block->first; instr; instr = instr->next) {
            if (instr->op == IR_CALL)
                fix_call(instr);
            else if (instr->op == IR_GET)
                fix_constant(instr);
        }
    remove_unused_reads(function);
    ir_renumber(function);
}

void pass_fix_math(IrProgram *program)
{
    program->has_fixed_math = !program->is_library && program_leaves_math_alone(program);
    for (IrFunction *function = program->functions; function && program->has_fixed_math; function = function->next)
        fix_function(function);
}
