/* The evaluator's executable form of an IR program, and what the files of compiler/evaluate share.
 *
 * A program is flattened into words: one instruction an IR instruction, with registers for its operands and result.
 *
 *     op, position in the text, handler, result, operands..., immediates..., [count, the '*' operands...]
 *
 * in the order in which the op's row lists them; a handler or target is an index into the function's words (a handler
 * of 0: leave the function). An immediate is an index into the program's table of its kind, or the integer itself.
 *
 * Invariant: all of it lies in the heap of the agent that loaded it, two cells a program and one a module, and
 * functions point at their code inside of it: so it is counted against the agent, and lives as long as it or the
 * program's functions do. */
#pragma once
#include "base/vec.h"
#include "ir/ir.h"
#include "sinew.h"

typedef union EvalRegister { JsValue any; int32_t i32; int64_t i64; double f64; bool boolean; } EvalRegister;
enum { EVAL_ITERATOR_SLOTS = sizeof(JsIterator) / sizeof(EvalRegister), EVAL_HEADER_WORDS = 4 };
enum { EVAL_OP, EVAL_POSITION, EVAL_HANDLER, EVAL_RESULT, EVAL_OPERANDS };

typedef struct EvalProgram EvalProgram;
typedef struct EvalFunction {
    JsCode code;               /* first: JsFunction.code points here */
    EvalProgram *program;
    const uint32_t *words;
    uint32_t slot_count;       /* registers */
    uint32_t scratch;          /* the first of the registers in which arguments are put together */
    uint8_t return_type;       /* IrType: I64, F64, or NONE, which means ANY */
    bool suspends, is_generator, is_class, is_derived;
} EvalFunction;

typedef struct EvalVariable { JsModule *module; JsValue *slot; } EvalVariable;

struct EvalProgram {
    JsCell cell;
    EvalFunction *functions;   /* by IrFunction.number */
    JsValue *atoms;            /* that the functions name */
    JsPropertyCache *caches;
    void **sites;
    EvalVariable *variables;   /* of all modules, one after another */
    JsModule **modules;        /* by IrModule.number */
    const double *numbers;
    const char *texts;
    void *constants;           /* the cell of words, numbers and texts */
};

typedef struct EvalModule {
    JsModule module;           /* first */
    EvalProgram *program;
    const JsCode *body;        /* scripts and ES modules; CommonJS: the wrapper */
    JsModule **namespaces;     /* of `export * as`, in the order of the exports */
    uint32_t namespace_count;
} EvalModule;

/* ---- slots.c: registers of a function's values. */
typedef struct EvalSlots {
    uint32_t *of_value;        /* by value id */
    uint32_t count;            /* scratch not counted */
} EvalSlots;
/* Values are numbered anew. In the arena. */
EvalSlots eval_assign_slots(Arena *arena, IrFunction *function);
bool eval_is_skipped(const IrInstr *instr, const uint32_t *uses); /* pure, and nobody wants its value */
uint32_t *eval_count_uses(Arena *arena, const IrFunction *function); /* by value id */

/* ---- flatten.c: a function as words; what its instructions refer to is added to the tables of the program. */
typedef struct EvalTables {
    Arena *arena;
    VEC(double) numbers;
    VEC(const IrAtom *) atoms;
    uint32_t *atom_places;     /* by IrAtom.number: 1 + its place in `atoms`, or 0 */
    VEC(char) texts;           /* each ends in NUL; the first is empty */
    uint32_t cache_count, site_count;
    uint32_t *first_variable;  /* by IrModule.number: where its variables start in EvalProgram.variables */
} EvalTables;
typedef VEC(uint32_t) EvalWords;
typedef struct EvalFlat { EvalWords words; uint32_t slot_count, scratch; } EvalFlat;
EvalFlat eval_flatten(EvalTables *tables, IrFunction *function);
uint32_t eval_atom_index(EvalTables *tables, const IrAtom *atom);

/* ---- math.c: the functions that F64_MATH and F64_MATH2 name; the index of a name, which must be one. */
uint32_t eval_math_index(const char *name);
double eval_math(uint32_t index, double x);
double eval_math2(uint32_t index, double x, double y);

/* ---- load.c: the program in the heap. The IR may be freed afterwards. Modules have no state yet. */
EvalProgram *eval_load(const IrProgram *program);

/* ---- call.c: entries of JsCode, and the resume function of frames. */
JsCallEntry eval_call;
JsConstructEntry eval_construct;
JsResume eval_resume;

/* The frame of a suspended function: the word of the suspension (-1: the start), `this`, the array of arguments, the
 * registers. */
enum { FRAME_START, FRAME_THIS, FRAME_ARGUMENTS, FRAME_REGISTERS };

/* ---- run.c. One on the C stack for each running function. */
typedef struct EvalFrame {
    JsActivation activation;   /* first: the chain of js_activation */
    const EvalFunction *function;
    JsFunction *callee;
    JsValue this_value, new_target;
    uint32_t argc;
    JsValue *argv;
    EvalRegister *registers;
    JsGenerator *generator;    /* of suspended functions; else NULL */
    bool is_resumed;           /* after the suspension at which it starts; so the next ones */
    JsResumeMode mode;
    JsValue sent;
} EvalFrame;
/* Runs from the instruction at `start` to the return, the next suspension, or an exception: the value as the function's
 * return type has it, or that type's exception mark. */
EvalRegister eval_run(EvalFrame *frame, uint32_t start);
/* A call of a function with arguments as its parameters' types have them; `callee` may be NULL when the code does not
 * use it. */
EvalRegister eval_invoke(const EvalFunction *function, JsFunction *callee, JsValue this_value, JsValue new_target,
                         uint32_t argc, JsValue *argv);
