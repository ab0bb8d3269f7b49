/* Types by abstract interpretation over the whole program: facts of values, parameters, results, module variables, captures
 * and boxes, to a fixpoint.
 *
 * Invariant after infer_program: every fact over-approximates every run, given that functions marked open are called from
 * anywhere with anything, and the others from CALL_DIRECT alone. */
#pragma once
#include "base/map.h"
#include "facts.h"

typedef struct FunctionFacts {
    Fact *values;        /* by value id */
    Fact *params;
    Fact *captures;
    Fact result;
    IrBlock **order;     /* reverse post-order */
    uint32_t order_count;
    bool is_open;        /* may be called by what is not seen */
} FunctionFacts;

typedef struct Inference {
    IrProgram *program;
    Arena *arena;
    FunctionFacts *functions; /* by IrFunction.number */
    Fact **variables;         /* by module number, index */
    Fact *key_hints;          /* by atom number: joined over the objects written to properties of that name; only `hint` counts */
    PtrMap boxes;             /* BOX_NEW to Fact of its content */
    bool boxes_are_open;      /* a box of unknown origin was written */
    bool captures_are_open;   /* a capture of an unknown function was set */
    bool publishes;           /* the pass over a function that grows the program's facts: its last */
    bool has_changed;
} Inference;

/* `open` by function number (NULL: all functions are open). Function ids must be dense; end it by infer_free. */
Inference *infer_program(IrProgram *program, const bool *open);
void infer_free(Inference *inference);
static inline Fact infer_fact(const Inference *inference, const IrFunction *function, const IrInstr *value)
{
    return inference->functions[function->number].values[value->id];
}
/* infer_op.c: the fact of an instruction's result from its operands'; reads and grows the program's facts. */
Fact infer_op(Inference *inference, IrFunction *function, const IrInstr *instr);
/* infer_hint.c: Fact.hint of what the instruction makes. */
uint32_t infer_hint_of_new(const IrInstr *instr);
uint32_t infer_hint_of_call(const FunctionFacts *facts, const IrInstr *call);
/* a / b of integers, a >= 0, b > 0: rounding it down is integer division. */
bool infer_is_integer_division(const FunctionFacts *facts, const IrInstr *value);
