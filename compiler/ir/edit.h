/* What passes and the builder change a function with: instructions, blocks, edges, orders.
 *
 * Invariant: each function here leaves the lists, `preds` and phis consistent with one another; ir_verify would accept
 * what it accepted before. Memory is the program's arena's. */
#pragma once
#include "ir.h"

/* The declared type of operand `index` (past the fixed ones: ANY); whether so many operands are allowed; whether the op's
 * immediates hold the letter. */
IrType ir_op_operand_type(IrOp op, uint32_t index);
bool ir_op_accepts_count(IrOp op, uint32_t count);
bool ir_op_has_immediate(IrOp op, char letter);
const char *ir_type_name(IrType type);
/* The types of an instruction's result and operands where the row alone does not say them: parameters, results and direct
 * calls of functions with typed signatures. Not for phis' results. */
IrType ir_result_type(const IrInstr *instr, const IrFunction *function);
IrType ir_operand_type(const IrInstr *instr, uint32_t index, const IrFunction *function);

static inline bool ir_throws(const IrInstr *instr)
{
    return ir_op_effects(instr->op) & IR_THROWS;
}
static inline bool ir_is_terminator(const IrInstr *instr)
{
    return ir_op_effects(instr->op) & IR_ENDS;
}
static inline bool ir_is_phi(const IrInstr *instr)
{
    return instr && instr->op == IR_PHI;
}

/* A new instruction that stands nowhere yet, with a copy of the operands; its type is the row's. */
IrInstr *ir_instr_new(IrProgram *program, IrFunction *function, IrOp op, uint32_t count, IrInstr *const *operands);
/* The instruction stands for `model` in the source. */
static inline void ir_place_as(IrInstr *instr, const IrInstr *model)
{
    instr->position = model->position;
    instr->inlined = model->inlined;
}
/* Puts a loose instruction before `place`, at the end of the block, or after its phis. */
void ir_insert_before(IrInstr *place, IrInstr *instr);
void ir_append(IrBlock *block, IrInstr *instr);
void ir_insert_first(IrBlock *block, IrInstr *instr);
/* Takes an instruction out of its block. Its uses are the caller's business. */
void ir_remove(IrInstr *instr);
void ir_add_operand(IrProgram *program, IrInstr *phi, IrInstr *operand);

/* Edges. A block's successors: its terminator's targets, then its handler; at most 3. */
uint32_t ir_successors(const IrBlock *block, IrBlock *ret_successors[3]);
/* The place of the edge among to's predecessors; a branch with equal targets has two, the false one second. */
uint32_t ir_pred_place(const IrBlock *from, const IrBlock *to, bool is_second);
void ir_add_pred(IrProgram *program, IrBlock *block, IrBlock *pred);
/* Removes one edge from `pred` and the phis' operands that belong to it. */
void ir_remove_pred(IrBlock *block, IrBlock *pred);
/* The throwing instruction of the block has gone: so does the edge to its handler. */
void ir_drop_handler(IrBlock *block);
/* What throws in `to` goes where it goes from `from`, with the same values. */
void ir_copy_handler_edge(IrProgram *program, const IrBlock *from, IrBlock *to);
IrBlock *ir_block_make(IrProgram *program, IrFunction *function); /* not in the layout */
void ir_block_place(IrFunction *function, IrBlock *block);        /* at the end of the layout */
void ir_block_place_after(IrFunction *function, IrBlock *place, IrBlock *block);
/* What follows `last` in its block, as a block of its own behind it, which nothing leads to yet and which has no handler. */
IrBlock *ir_split_after(IrProgram *program, IrFunction *function, IrInstr *last);

/* Replacement by marks: ir_forward says that `instr` now is `value`; ir_resolve follows marks. The marks live in `note`
 * until ir_apply_forwards has rewritten every operand; ir_forward removes the instruction from its block. */
void ir_forward(IrInstr *instr, IrInstr *value);
IrInstr *ir_resolve(IrInstr *instr);
void ir_clear_notes(IrFunction *function);
void ir_apply_forwards(IrFunction *function);

/* Removes blocks that the entry does not reach, and their edges. */
void ir_remove_unreachable(IrProgram *program, IrFunction *function);
/* Removes phis whose operands are all one value or the phi itself. Needs clear notes; leaves them clear. */
bool ir_remove_trivial_phis(IrFunction *function);
/* The one value that a phi can have, NULL when there are several; of an operandless phi: what ir_undefined_of gives. */
IrInstr *ir_phi_single_value(IrFunction *function, const IrInstr *phi);
/* The value of a variable that was never written: a constant at the start of the entry block. */
IrInstr *ir_undefined_of(IrFunction *function, IrType type);
/* Numbers values and blocks densely in layout order. */
void ir_renumber(IrFunction *function);

/* Reachable blocks in reverse post-order. The array is the arena's; *ret_count its length. */
IrBlock **ir_reverse_post_order(Arena *arena, IrFunction *function, uint32_t *ret_count);

/* Dominators (Cooper, Harvey, Kennedy 2001), by block id. Valid until blocks or edges change. */
typedef struct IrDominators {
    IrBlock **order;         /* reverse post-order */
    uint32_t order_count;
    uint32_t *place;         /* of a block id in `order`; UINT32_MAX: unreachable */
    IrBlock **parent;        /* immediate dominator by block id; the entry's is itself */
    uint32_t *depth;         /* in the dominator tree, by block id */
} IrDominators;
IrDominators *ir_dominators(Arena *arena, IrFunction *function);
bool ir_dominates(const IrDominators *dominators, const IrBlock *above, const IrBlock *below);
