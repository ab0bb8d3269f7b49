/* Natural loops. Valid until blocks or edges change. */
#pragma once
#include "base/bits.h"
#include "base/vec.h"
#include "edit.h"

typedef struct IrLoop {
    IrBlock *header;
    uint64_t *blocks; /* by block id, with the header */
} IrLoop;
typedef VEC(IrLoop) IrLoopVec;

/* Whether the edge leads back to the header of a loop: it dominates where the edge comes from. */
bool ir_is_back_edge(const IrDominators *dominators, const IrBlock *from, const IrBlock *to);
/* All loops, outer ones before those in them. Block ids must be dense. */
IrLoopVec ir_find_loops(Arena *arena, const IrFunction *function, const IrDominators *dominators);
