/* Inside the representation pass: choice.c says which values become unboxed, convert.c gives a value in the type that a use
 * wants, rewrite.c replaces the ops.
 *
 * Invariant: `note` of an instruction of the function as it was is what stands for it now, with its type (NULL: itself). */
#pragma once
#include "infer.h"

typedef struct Representer {
    IrProgram *program;
    IrFunction *function;
    const Inference *inference;
    const Fact *facts;        /* by value id of the function as it was */
    uint32_t old_count;       /* ids below are of the function as it was */
    IrType *types;            /* choice, by value id: ANY where it stays boxed */
} Representer;

static inline Fact represent_fact(const Representer *r, const IrInstr *value)
{
    return value->id < r->old_count ? r->facts[value->id] : fact_of(FACT_ANY);
}

/* choice.c: fills r->types. */
void represent_choose(Representer *r, Arena *arena);
IrType represent_number_type(Fact fact); /* I32, I64 or F64 for a number */

/* convert.c: the value as `type`, converted before `place`. May split the block of `place` (in try regions). */
IrInstr *represent_as(Representer *r, IrInstr *value, IrType type, IrInstr *place);
IrInstr *represent_insert(Representer *r, IrInstr *place, IrOp op, uint32_t count, IrInstr *const *operands);

/* rewrite.c: replaces the instruction, or converts its operands to what it wants. */
void represent_rewrite(Representer *r, IrInstr *instr);
