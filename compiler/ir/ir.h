/* The intermediate representation: SSA over a control-flow graph, one IrFunction a function of the source.
 *
 * Invariants (ir_verify holds them)
 *   - Every value is defined once, by the instruction that carries it, and its definition dominates its uses.
 *   - A block ends in exactly one terminator. Phis come first; a phi has one operand a predecessor, in the order of preds.
 *   - A throwing instruction inside of a try region is the last but the JUMP of its block, and the block's `handler` is where
 *     its exception goes: so a handler sees the variables as they were at the throw. `handler` NULL: leave the function.
 *   - Operand and result types are as ops.def says.
 *
 * Everything lives in the program's arena. base is the only layer below. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/arena.h"

typedef enum IrOp {
#define IR_OP(NAME, mnemonic, RESULT, OPERANDS, IMMEDIATES, EFFECTS, template) IR_##NAME,
#include "ops.def"
#undef IR_OP
    IR_OP_COUNT
} IrOp;

typedef enum IrType { IR_TYPE_NONE, IR_TYPE_ANY, IR_TYPE_I32, IR_TYPE_F64, IR_TYPE_BOOL, IR_TYPE_ITER, IR_TYPE_I64 } IrType;

enum {
    IR_PURE = 0, IR_READS = 1, IR_WRITES = 2, IR_ALLOCATES = 4, IR_THROWS = 8, IR_SUSPENDS = 32, IR_ENDS = 64,
    IR_SUSPENDS_AGENT = 128, /* other agents may run meanwhile; no JavaScript of this one */
    IR_CALLS_JS = 16 | IR_READS | IR_WRITES | IR_ALLOCATES | IR_THROWS
};

typedef struct IrInstr IrInstr;
typedef struct IrBlock IrBlock;
typedef struct IrFunction IrFunction;
typedef struct IrModule IrModule;
typedef struct IrProgram IrProgram;

typedef struct IrAtom { const char *bytes; uint32_t length; uint32_t number; } IrAtom; /* interned by ir_atom; WTF-8 */

typedef struct IrVariable { /* a module variable */
    IrModule *module;
    const char *name;
    uint32_t index;          /* in the module's variables */
    bool starts_empty;       /* its static word starts as JS_EMPTY (dead zone), else as JS_UNDEFINED */
    bool starts_unread;      /* it is proven to be written before anybody reads it */
} IrVariable;

/* A call that has been replaced by the callee's instructions. */
typedef struct IrInlined {
    const IrFunction *function;    /* the callee */
    uint32_t position;             /* of the call */
    const struct IrInlined *outer; /* what the call came with; NULL: it stood in the function itself */
} IrInlined;

struct IrInstr {
    IrOp op;
    IrType type;
    uint32_t id;             /* dense in the function; the printer's %N */
    uint32_t operand_count;
    IrInstr **operands;
    IrBlock *block;
    IrInstr *prev, *next;
    uint32_t position;       /* byte offset in the module's source, for #line and stack traces */
    const IrInlined *inlined; /* whose source that is; NULL: the function's own */
    /* immediates, as the op's row says */
    const IrAtom *key;
    const IrAtom **keys;     /* OBJECT_LITERAL: one an operand */
    double number;
    int32_t integer;         /* i, p */
    IrFunction *function;
    IrVariable *variable;
    IrModule *module;
    const char *text;
    IrBlock *targets[2];     /* JUMP, BRANCH (true, false) */
    void *note;              /* of the pass that runs */
};

struct IrBlock {
    uint32_t id;
    IrInstr *first, *last;
    IrBlock **preds;
    uint32_t pred_count, pred_capacity;
    IrBlock *handler;        /* of the throwing instruction in it; it counts this block among its preds */
    bool sealed;             /* all preds are known (builder) */
    bool is_loop_header;
    IrBlock *next;           /* layout order */
    void *note;
};

typedef enum IrFunctionKind { IR_NORMAL, IR_ARROW, IR_METHOD, IR_CLASS_BASE, IR_CLASS_DERIVED, IR_MODULE_BODY } IrFunctionKind;

struct IrFunction {
    IrModule *module;
    const IrAtom *name;      /* NULL: anonymous */
    IrFunctionKind kind;
    bool is_strict, is_generator, is_async, is_constructor; /* is_constructor: `new` works on it */
    bool uses_this, uses_new_target, uses_arguments, uses_rest, uses_callee; /* the emitter passes only what is used */
    uint32_t length;         /* the "length" property */
    uint32_t param_count;    /* PARAM numbers are below */
    uint32_t capture_count;
    uint32_t start, end;     /* source text for toString */
    IrType *param_types;     /* by the passes: the body's C types of PARAM i; NULL: all ANY */
    IrType return_type;      /* by the passes: I64 or F64; else NONE, which means ANY */
    IrBlock *entry, *blocks, *last_block;
    uint32_t block_count, instr_count;
    uint32_t number;         /* in the program */
    IrFunction *next;        /* in the program's order */
};

typedef struct IrExport { const IrAtom *name; IrVariable *variable; IrModule *namespace_of; /* export * as ns */ } IrExport;
typedef enum IrModuleKind { IR_MODULE_ESM, IR_MODULE_COMMONJS, IR_MODULE_JSON, IR_MODULE_SCRIPT } IrModuleKind;
struct IrModule {
    IrProgram *program;
    IrModuleKind kind;
    const char *path;        /* as diagnostics and stack traces name it */
    const char *source;      /* text, for Function.prototype.toString; owned by Source */
    uint32_t source_length;
    uint32_t number;         /* in evaluation order (post-order) for ESM */
    IrFunction *body;        /* ESM and scripts: no parameters; async when it has top-level await. CommonJS: the wrapper */
    IrVariable **variables;
    uint32_t variable_count;
    IrModule **requests;     /* ESM: the modules that it imports, in source order */
    uint32_t request_count;
    IrExport *exports;       /* sorted by name */
    uint32_t export_count;
    IrModule *next;
};
struct IrProgram {
    Arena *arena;
    IrModule *modules;
    IrFunction *functions, *last_function;
    uint32_t module_count, function_count;
    IrModule *entry;
    uint32_t flags;          /* JS_PROGRAM_* of sinew.h, as numbers */
    const char *const *environment;
    struct IrAtomTable *atoms;
    bool is_library;         /* code that is not seen runs beside it, and may call its exports with anything */
    bool evaluates;          /* it links the library that evaluates source text */
    bool is_tested;          /* it links the conformance suite's host */
    bool may_inline;         /* stack traces will tell inlined calls (IrInstr.inlined): the C compiler writes DWARF, with offsets */
    bool has_fixed_math;     /* by the passes: calls of Math's functions were taken for its own (the runtime freezes Math) */
    bool has_no_bigint;      /* by the passes: no BigInt can come into being (the runtime refuses to make one) */
};

/* What an ASSUME knows (its immediate): the operand is not empty; it compared so with operand 1. */
typedef enum IrAssumption { IR_ASSUME_NOT_EMPTY, IR_ASSUME_LT, IR_ASSUME_LE, IR_ASSUME_GT, IR_ASSUME_GE } IrAssumption;

/* ---- building (builder.c). SSA is made while lowering, by Braun et al. 2013. */
IrProgram *ir_program_new(Arena *arena);
IrModule *ir_module_new(IrProgram *program, IrModuleKind kind, const char *path);
IrVariable *ir_variable_new(IrModule *module, const char *name);
IrFunction *ir_function_new(IrModule *module, const IrAtom *name, IrFunctionKind kind);
const IrAtom *ir_atom(IrProgram *program, const char *bytes, size_t length);
uint32_t ir_atom_count(const IrProgram *program); /* atom numbers are below */

typedef struct IrBuilder { /* one a function that is being built */
    IrProgram *program;
    IrFunction *function;
    IrBlock *block;          /* instructions go to its end; NULL after a terminator: what follows is unreachable */
    IrBlock *handler;        /* of the try region that is being built, or NULL */
    uint32_t position;       /* given to each instruction */
    struct IrDefinitions *definitions;
} IrBuilder;

void ir_builder_start(IrBuilder *b, IrFunction *function);      /* makes the entry block, sealed */
void ir_builder_finish(IrBuilder *b);                           /* removes trivial phis and unreachable blocks */
IrBlock *ir_block_new(IrBuilder *b);                            /* not sealed, not placed */
void ir_block_start(IrBuilder *b, IrBlock *block);              /* places it and makes it current; no fall-through */
void ir_block_seal(IrBuilder *b, IrBlock *block);               /* no more predecessors will come */
/* Local variables are numbers; a read of one that was never written gives the UNDEFINED constant. */
uint32_t ir_local_new(IrBuilder *b, IrType type);
void ir_local_write(IrBuilder *b, uint32_t local, IrInstr *value);
IrInstr *ir_local_read(IrBuilder *b, uint32_t local);
/* Appends an instruction with the given operands. With b->handler set and a throwing op, ends the block: a fresh block follows,
 * and the handler gets the ended one as predecessor. Returns the instruction (its value). In unreachable code (b->block NULL)
 * it still returns a value, which is dropped. */
IrInstr *ir_emit(IrBuilder *b, IrOp op, uint32_t count, IrInstr *const *operands);
#define IR_EMIT(b, op, ...) ir_emit_list(b, op, (IrInstr *[]){ __VA_ARGS__ }, sizeof((IrInstr *[]){ __VA_ARGS__ }) / sizeof(IrInstr *))
IrInstr *ir_emit_list(IrBuilder *b, IrOp op, IrInstr *const *operands, size_t count);
IrInstr *ir_emit_key(IrBuilder *b, IrOp op, const IrAtom *key, uint32_t count, IrInstr *const *operands);
IrInstr *ir_emit_number(IrBuilder *b, double number);
IrInstr *ir_emit_string(IrBuilder *b, const char *bytes, size_t length);
void ir_jump(IrBuilder *b, IrBlock *target);
void ir_branch(IrBuilder *b, IrInstr *condition, IrBlock *if_true, IrBlock *if_false);
void ir_return(IrBuilder *b, IrInstr *value);

/* ---- text (print.c, parse.c) and checks (verify.c). The form: see print.c; ir_parse reads what ir_print writes. */
struct StrBuf;
void ir_print_function(struct StrBuf *out, const IrFunction *function);
void ir_print(struct StrBuf *out, const IrProgram *program);
/* A program from text; NULL, with a message ("line N: ...") in the arena, when it is not well formed. */
IrProgram *ir_parse(Arena *arena, const char *text, const char **ret_error);
/* Whether the invariants above hold; else *ret_error says which does not, where (text of the arena). */
bool ir_verify(const IrFunction *function, const char **ret_error);
bool ir_verify_program(const IrProgram *program, const char **ret_error);

/* ---- tables (ops.c) */
const char *ir_op_mnemonic(IrOp op);
IrType ir_op_result(IrOp op);
const char *ir_op_operands(IrOp op);
const char *ir_op_immediates(IrOp op);
uint32_t ir_op_effects(IrOp op);
const char *ir_op_template(IrOp op);
