/* What the files of compiler/lower share. Not for other layers.
 *
 * Invariant: one Lower is one IrFunction that is being built. Functions are lowered one after another from a queue, never
 * inside of each other, so the native stack is as deep as one function's own nesting (which the parser bounds). */
#pragma once
#include "base/vec.h"
#include "lower/lower.h"

typedef struct Lowering Lowering;
typedef struct Lower Lower;
typedef struct ModuleState ModuleState;
typedef struct Control Control;

/* ---- bindings. Binding.user is its Variable. */
typedef enum ImportKind {
    IMPORT_NONE,
    IMPORT_VARIABLE,         /* another module's cell, read directly; for names of CommonJS and JSON modules a cell of the
                                ES module that names them, filled when its body starts */
    IMPORT_NAMESPACE_OBJECT  /* `* as ns` of a module known at build time */
} ImportKind;

typedef struct Variable {
    BindingStorage storage;
    uint32_t local;          /* LOCAL, COPY: the value; BOX: the box */
    bool has_local;
    IrVariable *cell;        /* MODULE, and imports of kind VARIABLE */
    ImportKind import_kind;
    ModuleState *import_module;
    Binding *import_binding; /* IMPORT_VARIABLE: the exporting module's binding; NULL for values of CommonJS modules */
    bool import_needs_tdz;   /* both modules are in one import cycle and the binding has a dead zone */
} Variable;

/* ---- functions. FunctionScope.user is its FunctionInfo. */
enum { NO_CAPTURE = UINT32_MAX };
typedef struct FunctionInfo FunctionInfo;
struct FunctionInfo {
    IrFunction *ir;
    FunctionScope *scope;    /* NULL for default constructors and field functions */
    ModuleState *module;
    AstClass *class;         /* constructors and field functions: their class */
    uint32_t home_capture;   /* index of the home object in the closure, or NO_CAPTURE */
    uint32_t fields_capture; /* constructors: index of the field function, or NO_CAPTURE */
    FunctionInfo *fields;    /* constructors: the class's field function, or NULL */
    bool is_fields;          /* is itself a field function */
    const IrAtom *field_name; /* static field initialisers: names an anonymous function or class */
};

typedef struct CommonjsImport CommonjsImport;
struct CommonjsImport { /* a name that an ES module takes from a CommonJS or JSON module, or passes on */
    ModuleState *target;
    AstText name;
    IrVariable *cell;
    CommonjsImport *next;
};

typedef VEC(AstText) ModuleNames;

struct ModuleState {
    const LowerModule *in;
    IrModule *ir;
    uint32_t index;
    uint32_t component;      /* number of its strongly connected component of static imports */
    IrVariable *component_cell; /* of a cycle: set when its functions are instantiated; NULL: the module is in no cycle */
    IrVariable *meta_cell;   /* import.meta, when the module uses it */
    uint32_t visit_index, visit_low; /* of the search for components */
    bool is_on_stack;
    const char *fault, *fault_type; /* not NULL: it cannot be linked; its body throws this */
    CommonjsImport *commonjs_imports;
    ModuleNames *commonjs_names; /* of a CommonJS module: what its text exports, once somebody asked */
};

struct Lowering {
    Arena *arena;
    Diags *diags;
    IrProgram *program;
    ModuleState *modules;
    uint32_t module_count;
    VEC(FunctionInfo *) queue;
};

/* ---- the function being built */
typedef struct Label Label;
struct Label {
    const char *name;        /* interned */
    const Label *next;
};

typedef enum ControlKind {
    CONTROL_BREAK,           /* where `break` goes */
    CONTROL_CONTINUE,        /* where `continue` goes */
    CONTROL_FINALLY,         /* leaving it runs a finally block first */
    CONTROL_ITERATOR         /* leaving it closes an iterator */
} ControlKind;

/* A way out of a try statement with a finally block, taken after the block has run. */
typedef struct Exit {
    Control *target;         /* NULL: return */
    int32_t code;            /* value of the completion-kind local */
} Exit;

struct Control {
    ControlKind kind;
    Control *outer;
    IrBlock *outer_handler;  /* the try region around it */
    const Label *labels;     /* BREAK, CONTINUE */
    bool takes_unlabelled;
    IrBlock *block;          /* the target; FINALLY: the block that every way leads to */
    uint32_t kind_local, value_local; /* FINALLY: completion kind (I32) and value */
    IrBlock *handler;        /* FINALLY: where exceptions in front of it go */
    VEC(Exit) exits;
    IrInstr *iterator;       /* ITERATOR */
    bool is_async;
};

enum { ERROR_ERROR = 0, ERROR_TYPE = 1, ERROR_REFERENCE = 3, ERROR_SYNTAX = 4 }; /* JS_ERROR_* of the runtime */

/* Completion kinds; exits of a finally have the numbers from COMPLETION_EXIT on. */
enum { COMPLETION_NORMAL, COMPLETION_THROW, COMPLETION_EXIT };

struct Lower {
    Lowering *program;
    ModuleState *module;
    IrBuilder b;
    FunctionScope *scope;    /* of the code that is being lowered now */
    FunctionInfo *info;
    uint32_t capture_base;   /* where the captures of `scope` start in the closure (field functions hold several) */
    Control *control;
    const Label *labels;     /* labels that stand directly before the statement to lower */
    IrBlock *chain_end;      /* of the optional chain being lowered: where it goes when it is cut short */
    IrInstr *resources;      /* the list of the innermost scope that declares names by `using`, or NULL */
    uint32_t this_local;     /* derived constructors whose `this` has no binding */
    bool has_this_local;
    bool keeps_completion;   /* of a script that is evaluated: the completion value (6.2.4) is kept in a local */
    uint32_t completion_local;
};

/* How an anonymous function or class gets its name (8.4.5 NamedEvaluation). */
typedef struct Name {
    const IrAtom *atom;      /* known at build time */
    IrInstr *key;            /* else a property key, set when it runs */
    int prefix;              /* 0 none, 1 get, 2 set */
} Name;

/* ---- emit.c: short forms */
IrInstr *emit0(Lower *l, IrOp op);
IrInstr *emit1(Lower *l, IrOp op, IrInstr *a);
IrInstr *emit2(Lower *l, IrOp op, IrInstr *a, IrInstr *b);
IrInstr *emit3(Lower *l, IrOp op, IrInstr *a, IrInstr *b, IrInstr *c);
IrInstr *emit_key(Lower *l, IrOp op, const IrAtom *key, IrInstr *a, IrInstr *b); /* a, b: NULL when absent */
IrInstr *emit_integer(Lower *l, IrOp op, int32_t integer, IrInstr *a, IrInstr *b, IrInstr *c);
IrInstr *emit_capture(Lower *l, uint32_t index);
IrInstr *emit_param(Lower *l, uint32_t index);
IrInstr *emit_undefined(Lower *l);
IrInstr *emit_bool(Lower *l, IrInstr *condition);           /* BOOL to a boolean value */
IrInstr *emit_text(Lower *l, AstText text);                 /* a string constant */
IrInstr *emit_i32(Lower *l, int32_t number);
const IrAtom *atom_of(Lower *l, AstText text);
const IrAtom *atom_of_text(Lower *l, const char *text);
bool lower_at(Lower *l, const AstNode *node);               /* sets the position; false when the place is unreachable */
bool lower_refuse(Lower *l, const AstNode *node, DiagId id, ...);
void emit_throw_error(Lower *l, int error_type, const char *message);
void handler_set(Lower *l, IrBlock *handler);               /* where exceptions go from here on */
void block_enter(Lower *l, IrBlock *block);                 /* seals and starts it; unreachable when nothing leads to it */
IrInstr *block_value_merge(Lower *l, uint32_t local, IrBlock *block); /* jumps to and enters the block, reads the local */

/* ---- environment.c */
Variable *variable_of(Lowering *program, ModuleState *module, Binding *binding);
void binding_declare(Lower *l, Binding *binding, IrInstr *initial); /* NULL: undefined, or the hole */
IrInstr *binding_raw(Lower *l, Binding *binding);            /* LOCAL, COPY, BOX: what a closure captures */
IrInstr *binding_read(Lower *l, Binding *binding);           /* may give the hole */
void scope_make_object(Lower *l, Scope *scope);              /* for evals' variables, where there are; NULL is allowed */
void binding_initialize(Lower *l, Binding *binding, IrInstr *value);
void scope_enter(Lower *l, Scope *scope);                    /* NULL is allowed */
void scope_instantiate_functions(Lower *l, Scope *scope);
void scope_fresh_copies(Lower *l, Scope *scope);
/* By the static binding (or the global object) alone: what stands behind the dynamic scopes. */
IrInstr *identifier_read_static(Lower *l, const AstNode *identifier);
void identifier_write_static(Lower *l, const AstNode *identifier, IrInstr *value);
IrInstr *this_read(Lower *l);
IrInstr *private_name_read(Lower *l, const AstNode *private_identifier);
FunctionScope *scope_with_own_this(FunctionScope *scope);    /* the nearest function that is no arrow */

/* ---- dynamic.c: identifiers as they stand in the code, through the dynamic scopes around them */
/* The object that has the name, when the code runs, or the hole; NULL when no dynamic scope is to be asked. */
IrInstr *dynamic_find(Lower *l, const AstNode *identifier);
IrInstr *dynamic_read(Lower *l, const AstNode *identifier, IrInstr *found);
void dynamic_write(Lower *l, const AstNode *identifier, IrInstr *found, IrInstr *value);
IrInstr *identifier_read(Lower *l, const AstNode *identifier);
IrInstr *identifier_typeof(Lower *l, const AstNode *identifier);
IrInstr *identifier_delete(Lower *l, const AstNode *identifier);

/* ---- eval.c */
IrInstr *lower_eval_call(Lower *l, const AstCallExpression *node); /* a call that has an EvalSite */
void eval_declare_variables(Lower *l, const EvalCaller *caller);   /* what an eval's code declares in its caller */

/* ---- globals.c */
void globals_check(Lower *l, const Scope *variables);        /* those of storage GLOBAL: before any is declared */
void globals_declare(Lower *l, const Scope *script);         /* all that a script declares, but for its functions */

/* ---- functions.c */
FunctionInfo *function_info(Lowering *program, ModuleState *module, FunctionScope *scope);
void function_lower(Lowering *program, FunctionInfo *info);
void function_starts_at(Lower *l, const AstNode *function, uint32_t start, bool is_static); /* of a method: its source text */
IrInstr *function_closure(Lower *l, const AstNode *function, Name name, IrInstr *home);
IrInstr *closure_emit(Lower *l, FunctionInfo *info, IrInstr *home);
void function_enter_this(Lower *l, FunctionScope *scope);
bool is_anonymous_function(const AstNode *node);
IrInstr *lower_named(Lower *l, const AstNode *node, Name name); /* an expression whose value may want a name */
Name name_of_atom(const IrAtom *atom);
/* The function that a call of this callee is known to reach, or NULL. */
FunctionInfo *function_known_target(Lower *l, const AstNode *callee);
void lower_return(Lower *l, IrInstr *value);                 /* through finally blocks and iterators */

/* ---- expressions.c, operators.c, calls.c, literals.c */
IrInstr *lower_expression(Lower *l, const AstNode *node);
void lower_condition(Lower *l, const AstNode *node, IrBlock *if_true, IrBlock *if_false);
IrInstr *lower_binary_op(Lower *l, AstOperator op, IrInstr *left, IrInstr *right);
IrInstr *lower_unary(Lower *l, const AstNode *node);
IrInstr *lower_update(Lower *l, const AstNode *node);
IrInstr *lower_binary(Lower *l, const AstNode *node);
IrInstr *lower_logical(Lower *l, const AstNode *node);
IrInstr *lower_assignment(Lower *l, const AstNode *node);
IrInstr *lower_call(Lower *l, const AstNode *node);
IrInstr *lower_new(Lower *l, const AstNode *node);
IrInstr *lower_member(Lower *l, const AstNode *node);
IrInstr *lower_chain(Lower *l, const AstNode *node);
typedef struct Callee { IrInstr *function, *this_value; } Callee;
Callee callee_evaluate(Lower *l, const AstNode *node);
Callee callee_of_identifier(Lower *l, const AstNode *identifier); /* dynamic.c */
const char *expression_text(Lower *l, const AstNode *node);  /* as messages name it */
void lower_spread(Lower *l, IrInstr *array, const AstNode *element); /* `...iterable` appended to the array */
bool has_spread(AstList list);
IrInstr *arguments_array(Lower *l, AstList list);
/* An array of `fixed`, then the values of the list, which has no spread. */
IrInstr **operands_with_arguments(Lower *l, uint32_t fixed_count, IrInstr *const *fixed, AstList list);
IrInstr *lower_tagged_template(Lower *l, const AstNode *node);
IrInstr *lower_array(Lower *l, const AstNode *node);
IrInstr *lower_object(Lower *l, const AstNode *node);
IrInstr *lower_template(Lower *l, const AstNode *node);
IrInstr *lower_regexp(Lower *l, const AstNode *node);

/* ---- targets.c: references that were evaluated and are read or written later (6.2.5) */
typedef enum TargetKind { TARGET_IDENTIFIER, TARGET_KEY, TARGET_ELEMENT, TARGET_SUPER, TARGET_PRIVATE, TARGET_PATTERN, TARGET_NONE } TargetKind;
typedef struct Target {
    TargetKind kind;
    const AstNode *node;
    const IrAtom *key;       /* KEY */
    IrInstr *object;         /* IDENTIFIER: the dynamic scope that has it, or NULL; SUPER: the home object */
    IrInstr *element;        /* ELEMENT, SUPER: the key's value; PRIVATE: the name */
    IrInstr *this_value;     /* SUPER */
    const AstNode *source;   /* PATTERN: the expression whose value is put, for messages; or NULL */
} Target;
Target target_of(Lower *l, const AstNode *node);
Target target_of_member(Lower *l, const AstMemberExpression *member, IrInstr *object);
IrInstr *target_get(Lower *l, Target *target);
void target_put(Lower *l, Target *target, IrInstr *value);
void target_fix_key(Lower *l, Target *target);               /* ToPropertyKey once, for read and write */
bool text_is_index(AstText text);
typedef struct PropertyKey { const IrAtom *atom; IrInstr *value; } PropertyKey; /* one of them */
PropertyKey property_key(Lower *l, const AstNode *key, bool is_computed);
IrInstr *property_key_value(Lower *l, PropertyKey key);
IrInstr *emit_get(Lower *l, IrInstr *object, PropertyKey key);
Name name_of_key(PropertyKey key, int prefix);
bool is_private_member(const AstNode *node);
bool is_super_member(const AstNode *node);

/* ---- statements.c, iteration.c, control.c */
void lower_statement(Lower *l, const AstNode *node);
void lower_statements(Lower *l, AstList list);
void completion_keep(Lower *l, IrInstr *value);              /* where completion values are wanted */
void lower_variable_declaration(Lower *l, const AstNode *node);
void lower_for(Lower *l, const AstNode *node);
void lower_for_in(Lower *l, const AstNode *node);
void lower_for_of(Lower *l, const AstNode *node);
void lower_while(Lower *l, const AstNode *node);
void lower_do_while(Lower *l, const AstNode *node);
void lower_try(Lower *l, const AstNode *node);
void control_push(Lower *l, Control *control, ControlKind kind);
void control_pop(Lower *l, Control *control);
void lower_break(Lower *l, const AstNode *node);
void lower_continue(Lower *l, const AstNode *node);
void control_leave_to(Lower *l, Control *target, IrInstr *return_value); /* target NULL: return */
/* Ends a region in which exceptions close an iterator: starts at control_push of an ITERATOR with l->b.handler set by
 * iterator_region_start; iterator_region_end emits the handler and goes on after it. */
void iterator_region_start(Lower *l, Control *control, IrInstr *iterator, bool is_async);
void iterator_region_end(Lower *l, Control *control);
void iterator_close_emit(Lower *l, IrInstr *iterator, bool is_async);

/* What is emitted between start and enter runs in front of the finally block, between enter and end in it. */
void finally_start(Lower *l, Control *finally);
void finally_enter(Lower *l, Control *finally);
void finally_end(Lower *l, Control *finally);

/* ---- resources.c: what `using` declares is disposed of at the end of its scope */
typedef struct Resources {
    IrInstr *list, *outer;   /* list: NULL when nothing is to be disposed of */
    bool awaits;
    Control finally;
} Resources;
/* Starts a scope if the declaration (NULL is allowed), or one of the statements, is a `using` declaration. */
bool resources_start(Lower *l, Resources *r, const AstNode *declaration);
bool resources_start_in(Lower *l, Resources *r, AstList statements);
void resources_end(Lower *l, Resources *r);
void resource_add(Lower *l, const AstVariableDeclaration *declaration, IrInstr *value); /* nothing for let, const, var */

/* ---- patterns.c */
/* `source`: the expression that gave the value, for messages; or NULL. */
void lower_pattern(Lower *l, const AstNode *pattern, IrInstr *value, const AstNode *source);
const char *iterable_text(Lower *l, const AstNode *node);    /* in "... is not iterable"; NULL gives NULL */
void lower_assign_to(Lower *l, const AstNode *node, IrInstr *value); /* an identifier, member or pattern, evaluated now */

/* ---- classes.c */
IrInstr *lower_class(Lower *l, const AstNode *node, Name name);
void class_lower_fields_function(Lower *l);
void class_lower_default_constructor(Lower *l);
void class_run_fields(Lower *l, IrInstr *constructor, FunctionInfo *info, IrInstr *this_value);
IrInstr *lower_super_call(Lower *l, const AstNode *node);

/* ---- generators.c, async.c */
IrInstr *lower_yield(Lower *l, const AstNode *node);
IrInstr *lower_await(Lower *l, IrInstr *value);
bool is_async_generator(const Lower *l);

/* ---- modules.c */
Binding *module_default_binding(ModuleState *module);
void modules_link(Lowering *program);
void module_lower_body(Lower *l);
IrInstr *lower_import_call(Lower *l, const AstNode *node);
IrInstr *lower_import_meta(Lower *l, const AstNode *node);
/* `ns.name` on a namespace import: the variable's value; NULL when it is not that. */
IrInstr *lower_namespace_member(Lower *l, const AstNode *node);
/* The binding that it names, and its module; NULL when it is not that. */
Binding *namespace_member_binding(Lower *l, const AstNode *node, ModuleState **ret_module);
/* require("literal") of a CommonJS module: its exports; NULL when it is not that. */
IrInstr *lower_require(Lower *l, const AstNode *node);
