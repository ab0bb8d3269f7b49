/* The optimiser. optimize() in pass.c is the list of passes; each pass is one file, named for its result.
 *
 * Invariant: a pass leaves every function verified, and the program's observable behaviour unchanged; it leaves no notes.
 * Sees ir and base only. */
#pragma once
#include <stdbool.h>
#include "ir/edit.h"
#include "ir/ir.h"

/* Runs the list. With `check`, the verifier runs after every pass; *ret_error names the pass and what it broke. */
bool optimize(IrProgram *program, bool check, const char **ret_error);
/* One pass by its name in the list, for tests; false when there is none. */
bool optimize_run(IrProgram *program, const char *pass_name);

/* ---- the passes. Each takes the whole program. */
void pass_remove_dead(IrProgram *program);      /* dead.c: what has no effect and no use; unreachable blocks; trivial phis */
void pass_simplify(IrProgram *program);         /* simplify.c: constants, conversions of conversions, decided branches */
void pass_find_bigint(IrProgram *program);      /* bigint.c: whether BigInt values can exist at all */
void pass_fix_math(IrProgram *program);         /* fix_math.c: calls of Math's functions, where Math is nothing else */
void pass_known_methods(IrProgram *program);    /* known_methods.c: methods and getters called directly, by name */
void pass_number_values(IrProgram *program);    /* number_values.c: one computation of each value */
void pass_assume(IrProgram *program);           /* assume.c: names for values past a check or a comparison */
void pass_known_calls(IrProgram *program);      /* known_calls.c: CALL to CALL_DIRECT */
void pass_inline(IrProgram *program);           /* inline.c: bodies of small functions in the place of direct calls */
void pass_represent(IrProgram *program);        /* represent.c: unboxed numbers and booleans, by inferred types */
