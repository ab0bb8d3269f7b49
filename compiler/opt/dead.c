/* Removes instructions that have neither an effect nor a use, dead cycles of phis among them; unreachable blocks; phis of
 * one value. Invariant: what throws, writes, calls or ends a block stays. */
#include "pass.h"

enum { REMOVABLE = IR_READS | IR_ALLOCATES };

static bool has_effect(const IrProgram *program, const IrInstr *instr)
{
    if (instr->op == IR_GLOBAL_LEXICAL)
        return program->is_library; /* else nobody is there to see the name */
    return instr->type == IR_TYPE_NONE || ir_op_effects(instr->op) & ~(uint32_t)REMOVABLE;
}

static void mark(IrInstr *instr, IrInstr **stack, uint32_t *depth)
{
    if (instr->note)
        return;
    instr->note = instr;
    stack[(*depth)++] = instr;
}

static void mark_live(Arena *arena, const IrProgram *program, IrFunction *function)
{
    uint32_t depth = 0;
    IrInstr **stack = ARENA_ARRAY(arena, IrInstr *, function->instr_count + 1);
    for (IrBlock *block = function->blocks; block; block = block->next)
        for (IrInstr *instr = block->first; instr; instr = instr->next)
            if (has_effect(program, instr))
                mark(instr, stack, &depth);
    while (depth) {
        IrInstr *instr = stack[--depth];
        for (uint32_t i = 0; i < instr->operand_count; i++)
            mark(instr->operands[i], stack, &depth);
    }
}

static void remove_dead(IrProgram *program, IrFunction *function)
{
    Arena *scratch = arena_new();
    ir_remove_unreachable(program, function);
    ir_clear_notes(function);
    ir_remove_trivial_phis(function);
    ir_clear_notes(function);
    ir_renumber(function);
    mark_live(scratch, program, function);
    for (IrBlock *block = function->blocks; block; block = block->next)
        for (IrInstr *instr = block->first, *next; instr; instr = next) {
            next = instr->next;
            if (!instr->note)
                ir_remove(instr);
        }
    ir_clear_notes(function);
    ir_renumber(function);
    arena_free(scratch);
}

void pass_remove_dead(IrProgram *program)
{
    for (IrFunction *function = program->functions; function; function = function->next)
        remove_dead(program, function);
}
