/* What the files of scope/ share: the analysis in progress, and the facts about bindings, functions and references that
 * only the last step (storage.c) needs. */
#pragma once
#include "base/vec.h"
#include "scope.h"

typedef struct BindingInfo BindingInfo;
typedef struct FunctionInfo FunctionInfo;
typedef struct ReferenceInfo ReferenceInfo;

struct ReferenceInfo {
    Reference public;
    ReferenceInfo *next; /* of the same binding */
    uint32_t offset;     /* of the identifier */
};

struct BindingInfo {
    Binding public;
    ReferenceInfo *references; /* latest first */
    uint32_t case_end;         /* SCOPE_SWITCH: end of the case that declares it */
    uint32_t last_write_end;   /* end of the last write, in source order, of its own function */
    bool is_written_inside;    /* by an inner function */
    bool is_written_in_loop;   /* deeper in loops than it is declared */
};

struct FunctionInfo {
    FunctionScope public;
    BindingInfo *owner;       /* function declaration: its binding; member of a class declaration: the class's */
    BindingInfo *inner_owner; /* member of a named class: the name inside */
    AstClass *owner_class;    /* member of a class */
    uint32_t creation;        /* offset from which on its closure exists */
    uint32_t earliest_call;   /* offset in the parent function before which it cannot run */
    bool may_run_any_time;    /* exported, or reachable through the global object */
    bool runs_at_once;        /* static block or static initialiser */
};

typedef VEC(FunctionInfo *) FunctionInfoVec;
typedef VEC(BindingInfo *) BindingInfoVec;

typedef struct Analysis {
    Arena *arena;
    NameTable *names;
    Source *source;
    Diags *diags;
    bool is_commonjs;
    bool may_eval; /* the text can hold a direct eval */
    AstProgram *program;
    EvalCaller *caller; /* of an eval's code; else NULL */
    Scope *scope; /* innermost around the node in hand */
    FunctionInfo *function;
    uint32_t loop_depth; /* loops and switches of the function around the node in hand */
    uint32_t case_end;   /* of the switch case in hand; 0 outside */
    AstText arguments_name, eval_name, default_name;
    FunctionInfoVec functions;
    BindingInfoVec bindings;
    ImportEntry **import_tail;
    ExportEntry **export_tail;
    ModuleEntries entries;
} Analysis;

static inline BindingInfo *info_of_binding(Binding *binding)
{
    return (BindingInfo *)binding;
}

static inline FunctionInfo *info_of_function(FunctionScope *function)
{
    return (FunctionInfo *)function;
}

AstText scope_intern(Analysis *a, const char *text);

/* scope.c: scopes and bindings. */
Scope *scope_push(Analysis *a, ScopeKind kind, AstNode *node); /* becomes a->scope */
void scope_pop(Analysis *a);
Binding *scope_add(Analysis *a, Scope *scope, AstText name, BindingKind kind, AstNode *declaration);
/* Declares a name of source text; adds a diagnostic when the scope has it and the kinds exclude each other. */
Binding *scope_declare(Analysis *a, Scope *scope, const AstNode *identifier, BindingKind kind);

Binding *scope_declare_function(Analysis *a, Scope *scope, AstFunction *function);
void scope_complain(Analysis *a, const AstNode *node, AstText name); /* REDECLARED */

/* declare.c: the names that a scope has, before its code is looked at (8.2, B.3.2). */
void declare_pattern(Analysis *a, Scope *scope, AstNode *pattern, BindingKind kind);
bool list_declares_lexically(AstList statements);
void declare_lexical(Analysis *a, Scope *scope, AstList statements, bool is_top_level);
void declare_vars(Analysis *a, Scope *scope, AstList statements); /* of a function body or program */

/* resolve.c */
FunctionInfo *this_function(const Analysis *a); /* the nearest around that has a `this` of its own, or the program */
bool is_derived_constructor(const AstNode *function);
/* Every function between the place in hand and the binding's own holds it. */
void capture(Analysis *a, Binding *binding);
Reference *resolve_identifier(Analysis *a, AstNode *identifier);
void resolve_write(Analysis *a, AstNode *identifier, uint32_t write_end, bool is_initialization, bool is_read);
void resolve_private(Analysis *a, AstNode *identifier);
void use_this(Analysis *a);
void use_new_target(Analysis *a);
void use_super_property(Analysis *a);
void use_super_call(Analysis *a);
void use_arguments(Analysis *a); /* where there is such an object */

/* Does each binding of the scope exist once in a run, so that a static cell can hold it? */
bool scope_is_static(const Scope *scope);

/* eval_site.c */
bool source_may_eval(const Source *source);
bool is_direct_eval(const Analysis *a, const AstCallExpression *node);
bool contains_direct_eval(const Analysis *a, AstNode *node); /* of the same function */
bool list_contains_direct_eval(const Analysis *a, AstList list);
void scope_make_dynamic(Analysis *a, Scope *scope);
void visit_eval_site(Analysis *a, AstCallExpression *node);

/* eval_code.c */
void visit_eval_code(Analysis *a);
/* B.3.2.3: whether nothing of the caller's keeps a block's function from being a variable there. */
bool eval_may_hoist(const Analysis *a, AstText name);

/* visit.c */
void visit_program(Analysis *a);
void scope_visit(AstNode *node, Analysis *a);
void scope_visit_list(Analysis *a, AstList list);
void scope_visit_maybe(Analysis *a, AstNode *node);

/* visit_function.c: patterns, functions and their parameters. */
typedef struct PatternUse {
    bool is_declaration;
    bool is_initialization; /* a declaration that has a value (not `var x` alone) */
    bool is_var;
    uint32_t end; /* where the value is stored at the latest */
} PatternUse;

void scope_visit_pattern(Analysis *a, AstNode *pattern, const PatternUse *use);
FunctionInfo *scope_open_function(Analysis *a, AstNode *node);
FunctionInfo *scope_visit_function(Analysis *a, AstFunction *node);
void scope_visit_function_declaration(Analysis *a, AstFunction *node);

/* visit_class.c */
void scope_visit_class(Analysis *a, AstClass *class);

/* entries.c */
void collect_import(Analysis *a, AstImportDeclaration *node);
void collect_export(Analysis *a, AstNode *node);
void declare_imports(Analysis *a, AstImportDeclaration *node);

/* storage.c: dead zones and storage, when all references are known. */
void decide_storage(Analysis *a);
