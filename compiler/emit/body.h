/* Inside emission of one function: the state that function.c, operand.c, phi.c and suspend.c share.
 *
 * Invariant: every needed value that is not rendered inline has one C local v<id> of its type's C type; values that nobody
 * needs are not computed. */
#pragma once
#include "guard.h"
#include "ir/edit.h"
#include "unit.h"

typedef struct Suspension {
    IrInstr *instr;
    uint64_t *live;               /* values to save, by id */
} Suspension;

typedef struct Body {
    EmitUnit *unit;
    const EmitPlan *plan;
    IrFunction *function;
    const EmitFunction *info;
    Arena *arena;                 /* of this function's emission */
    StrBuf *out;
    bool *is_needed;              /* by value id */
    bool *is_target;              /* by block id: some goto leads to it */
    uint32_t argument_count;      /* most arguments of a call: size of the array A */
    bool has_loop_check;
    bool *has_strips;             /* by block id: the header of a loop that pays for its rounds in strips (strip.c) */
    bool *is_paid_ahead;          /* by block id: the back-edge of such a loop */
    Versions versions;
    GuardVec view_guards;         /* whose elements and counts are locals */
    bool is_slow;                 /* the slow version is being written */
    uint32_t *caches;             /* by value id: 1 + number of its inline cache, which both versions share; 0 none yet */
    /* suspended functions */
    VEC(Suspension) suspensions;
    uint32_t *slots;              /* by value id: frame slot, 0 none */
    uint32_t frame_length;
} Body;

/* operand.c */
bool emit_is_inline(const Body *body, const IrInstr *value); /* rendered where it is used: constants, parameters */
void emit_operand(Body *body, const IrInstr *value);
void emit_template(Body *body, const IrInstr *instr);    /* one statement from the op's row */
uint32_t emit_array_operands(const IrInstr *instr);      /* index of the first '*' operand */
/* lines.c: #line before the statement of the instruction, and before the function. */
bool emit_has_lines(const Body *body);
void emit_line_of(const Body *body, const IrInstr *instr);
void emit_opening_line(const Body *body, StrBuf *out);
/* phi.c: the copies of the edge, then goto unless `next` is the target. is_second: the false edge of a branch. */
void emit_edge(Body *body, const IrBlock *from, const IrBlock *to, const IrBlock *next, bool is_second);
bool emit_edge_has_copies(Body *body, const IrBlock *from, const IrBlock *to);
/* function.c: leaves by the block's handler, or the function. */
void emit_throw_exit(Body *body, const IrBlock *block);
uint32_t emit_cache(Body *body, const IrInstr *instr);   /* number of the instruction's inline cache */
/* guard.c: finds the guards; a test before `place`, which leaves for the slow version of it; the locals that tests fill. */
void emit_find_guards(Body *body);
void emit_test(Body *body, Guard *guard, const IrInstr *place);
void emit_offset(Body *body, const Guard *guard, uint32_t place); /* of a key of a SHAPE guard, from the object's start */
void emit_view_locals(const Body *body, StrBuf *out);
/* held.c: which fields are held, after the tests have their places; reads them after a test; a read of the local itself. */
void emit_plan_held(Body *body);
void emit_read_held(Body *body, const Guard *guard, const IrInstr *place);
bool emit_held(Body *body, const IrInstr *instr);
void emit_follow_write(Body *body, const IrInstr *write); /* before the write of a property: may leave for the slow version of it */
void emit_held_locals(const Body *body, StrBuf *out);
/* version.c: what an op does to guards; whether no round of the loop leaves the block out. */
bool emit_has_fast_half(const Body *body, const IrInstr *instr);
bool emit_ends_guards(const Body *body, const IrInstr *instr);
bool emit_is_in_each_round(const Versions *versions, const IrLoop *loop, const IrBlock *block);
/* version.c: fills body->versions. Whether the slow version goes on when it enters the block. */
void emit_plan_versions(Body *body);
bool emit_slow_enters_slow(const Body *body, const IrBlock *to);
/* fast.c: the fast half of an op with a slow one; false: it is to be written whole. NULL: the op has no fast half. */
bool emit_fast(Body *body, const IrInstr *instr);
const char *emit_fast_name(const IrInstr *instr);
const char *emit_element_name(uint32_t hint); /* typed.c: of expected elements, 1 + JsElementType; NULL: an ordinary array */
/* Whether the emitted code reads the operand: a direct call passes only what its target uses. */
bool emit_uses_operand(const Body *body, const IrInstr *instr, uint32_t index);
/* typed.c: statements of the ops on unboxed values that may call JavaScript; false: not one of them. */
bool emit_typed(Body *body, const IrInstr *instr);
/* strip.c: which loops run in strips, after emit_plan_versions; the test of such a loop's header, false: it is none; what the
 * edges that enter it set; the locals. */
void emit_plan_strips(Body *body);
bool emit_strip_test(Body *body, const IrInstr *test);
void emit_strip_start(Body *body, const IrBlock *from, const IrBlock *to);
void emit_strip_locals(const Body *body, StrBuf *out);
/* suspend.c: frame layout: 0 resume point, then the parameters, `this`, the array of arguments, then saved values. */
void emit_plan_suspensions(Body *body);
void emit_suspension(Body *body, const IrInstr *instr);
void emit_resume_switch(Body *body);
uint32_t emit_frame_this(const IrFunction *function);
uint32_t emit_frame_arguments(const IrFunction *function);
