/* Inside emission: the plan of the program (names, what each function uses, which unit it is in) and the unit being written.
 *
 * Invariant: a function's C signature follows from its EmitFunction alone, so callers in any unit agree with it. */
#pragma once
#include "base/map.h"
#include "base/source.h"
#include "emit.h"

typedef struct EmitFunction {
    const char *c_name;           /* f12_name */
    uint32_t unit;
    bool uses_callee, uses_this, uses_new_target, uses_arguments; /* what the body's ops need */
    bool suspends;                /* generator or async: a resume function beside the entry */
    bool has_calls_or_loops, has_loops;
    uint32_t double_ops;          /* arithmetic on doubles */
    bool is_compact;              /* short code rather than quick: no second version, ops by calls (JS_COMPACT) */
} EmitFunction;

typedef struct EmitPlan {
    IrProgram *program;
    const EmitOptions *options;
    Arena *arena;
    EmitFunction *functions;      /* by IrFunction.number */
    IrFunction **by_number;
    Source **sources;             /* by IrModule.number; for lines */
    bool *is_method_key;          /* by IrAtom.number: methods or accessors of that name are defined somewhere */
    bool *is_field_key;           /* by IrAtom.number: properties of that name are written somewhere */
    uint8_t *place_of_key;        /* by IrAtom.number: see layout.c */
    uint32_t unit_count;
} EmitPlan;

EmitPlan *emit_plan(Arena *arena, IrProgram *program, const EmitOptions *options);
static inline const EmitFunction *emit_function_of(const EmitPlan *plan, const IrFunction *function)
{
    return &plan->functions[function->number];
}
/* layout.c: the slot in which objects of the program have the property, where all agree; a prediction. */
void emit_plan_layouts(EmitPlan *plan);
bool emit_slot_of(const EmitPlan *plan, const IrAtom *key, uint32_t *ret_slot);
/* A hint for JsCode.fields (fields.c). */
uint32_t emit_count_fields(const IrFunction *function);
/* Whether a second copy of the body, for the vector unit that most machines have, is worth its code (JS_CLONES). */
static inline bool emit_has_clones(const EmitFunction *info)
{
    return info->has_loops && !info->suspends && info->double_ops >= 8;
}
/* Whether the function's source text is kept for toString. */
static inline bool emit_has_text(const EmitPlan *plan, const IrFunction *function)
{
    return !plan->options->has_no_source && function->end > function->start && function->end <= function->module->source_length;
}
/* `static ` when everything is in one unit. */
static inline const char *emit_linkage(const EmitPlan *plan)
{
    return plan->unit_count == 1 ? "static " : "";
}

const char *emit_c_type(IrType type); /* operand.c */
/* Of the body's signature. */
static inline IrType emit_param_type(const IrFunction *function, uint32_t index)
{
    return function->param_types ? function->param_types[index] : IR_TYPE_ANY;
}
static inline IrType emit_return_type(const IrFunction *function)
{
    return function->return_type == IR_TYPE_NONE ? IR_TYPE_ANY : function->return_type;
}

typedef struct EmitUnit {
    EmitPlan *plan;
    uint32_t number;
    StrBuf body;                  /* functions, as they are written */
    StrBuf tables;                /* JsCode rows and literal keys */
    uint32_t *atom_places;        /* by IrAtom.number: 1 + index in K; 0: not used here */
    VEC(const IrAtom *) atoms;
    StrBuf guards;                /* the caches of shape guards (guard.c) */
    StrBuf inlined;               /* rows of the table I: places of what was inlined (lines.c) */
    PtrMap inlined_lines;         /* IrInstr and IrInlined, to their lines */
    uint32_t inlined_count;
    uint32_t cache_count, site_count, guard_count;
    bool *is_referenced;          /* by IrFunction.number: functions of other units that this one calls or closes over */
} EmitUnit;

/* Index of the atom in the unit's K. */
uint32_t emit_atom(EmitUnit *unit, const IrAtom *atom);
void emit_text_literal(StrBuf *out, const char *bytes, size_t length);

/* plan.c: `JsValue NAME(parameters)` of the body (or of a suspended function's entry), without semicolon. */
void emit_signature(StrBuf *out, const EmitPlan *plan, const IrFunction *function);

/* function.c: the body function, or the resume function of a generator or async function. Returns the frame's length. */
uint32_t emit_body(EmitUnit *unit, IrFunction *function);
/* entry.c: what calls and constructs go through, and the JsCode row. */
void emit_entries(EmitUnit *unit, IrFunction *function, uint32_t frame_length);
/* module.c: module variables and structures declared (every unit), and defined with the program and main (the first). */
void emit_module_declarations(StrBuf *out, const EmitPlan *plan);
void emit_main(EmitUnit *unit, StrBuf *out);
