/* Scope analysis: which binding every identifier means, who captures it, and where its dead zone must be checked.
 *
 * Invariants after scope_analyse succeeded:
 *  - every AST node with a `scope` field has its Scope, when it needs one (a BlockStatement that declares nothing, a
 *    for statement without lexical head and a SwitchStatement without declarations have scope == NULL);
 *  - every IDENTIFIER that is an expression, an assignment target or a declared name has a Reference; property keys,
 *    labels, and import/export names that are not local names have none;
 *  - every PRIVATE_IDENTIFIER points at its PrivateName;
 *  - captures never name module-level bindings: those live in static cells that any function reaches directly.
 * Everything is allocated in the arena given and lives as long as the AST.
 *
 * For lowering: a BIND_VAR in a separate body scope whose name is also a parameter's starts with that parameter's value
 * (10.2.11 step 28). References to imports have needs_tdz; where the modules form no cycle the check may be dropped. A
 * `var arguments` is the BIND_ARGUMENTS binding itself. `this` in constructors of derived classes has no Reference: the
 * binding's has_dead_zone says that each use is checked.
 *
 * Direct eval (19.2.1.1): a call of the name `eval` has an EvalSite, which captures every binding that is visible there,
 * and counts as a write of those that can be written: so functions with such a call keep all they have in boxes, and code
 * without one pays nothing. What evals of sloppy code declare goes to the object of the function's dynamic scope. The code
 * of a direct eval is analysed as a function inside of its caller's scopes, which an EvalCaller stands for. */
#pragma once
#include "base/diag.h"
#include "base/map.h"
#include "syntax/ast.h"

typedef struct Scope Scope;
typedef struct FunctionScope FunctionScope;
typedef struct Binding Binding;
typedef struct Reference Reference;
typedef struct PrivateName PrivateName;
typedef struct Capture Capture;
typedef struct DynamicScope DynamicScope;
typedef struct EvalSite EvalSite;
typedef struct EvalCaller EvalCaller;

typedef enum ScopeKind {
    SCOPE_PROGRAM,       /* script, module or CommonJS top level */
    SCOPE_FUNCTION,      /* parameters; also the body's variables when there is no separate body scope */
    SCOPE_FUNCTION_BODY, /* variables of the body when parameters have expressions (10.2.11 step 28) */
    SCOPE_FUNCTION_NAME, /* holds just the own name of a named function expression */
    SCOPE_BLOCK,
    SCOPE_FOR, /* lexical head of for, for-in, for-of */
    SCOPE_SWITCH,
    SCOPE_CATCH, /* catch parameter; the block's own declarations are in the scope of its BlockStatement */
    SCOPE_CLASS, /* inner name of a class, and its private names */
    SCOPE_WITH,  /* body of a with statement: no names but those that its object has when the code runs */
    SCOPE_PARAMETER_EVAL, /* around parameters: the names that sloppy evals among them declare (10.2.11 step 20) */
    SCOPE_EVAL   /* top level of a direct eval's code: lexical names; variables too where the code is strict */
} ScopeKind;

typedef enum BindingKind {
    BIND_VAR,
    BIND_LET,
    BIND_CONST,    /* also `using` and `await using` */
    BIND_CLASS,    /* outer name of a class declaration: behaves as let */
    BIND_FUNCTION, /* function declaration: initialised when its scope is entered */
    BIND_PARAMETER,
    BIND_CATCH_PARAMETER,
    BIND_IMPORT,        /* read-only; the dead zone is that of the exporting module's binding */
    BIND_FUNCTION_NAME, /* own name of a function expression: writes throw in strict code, are ignored in sloppy code */
    BIND_CLASS_NAME,    /* own name inside of a class: const */
    /* a #name: a const of the class's scope, named "#x"; every use of the private name is a use of it, so that functions
     * capture it. Initialised before anything of the class runs: no dead zone */
    BIND_PRIVATE_NAME,
    BIND_DEFAULT_EXPORT, /* the nameless cell of `export default <expression>` and of anonymous defaults */
    /* Pseudo bindings. They are made on use only. Arrow functions and their kin capture them like any variable. */
    BIND_THIS, /* has a dead zone in constructors of derived classes (until super() returned) */
    BIND_NEW_TARGET,
    BIND_ARGUMENTS,
    BIND_HOME_OBJECT,    /* [[HomeObject]] for super.x */
    BIND_ACTIVE_FUNCTION, /* the running constructor, whose [[GetPrototypeOf]]() super() calls */
    BIND_SCOPE_OBJECT     /* the object of a dynamic scope; made with the scope */
} BindingKind;

/* How an inner function that captures the binding holds it. */
typedef enum BindingStorage {
    STORAGE_LOCAL,  /* no inner function and no other module uses it: an SSA variable */
    STORAGE_COPY,   /* captured; never written after initialisation, and initialised before any closure is made */
    STORAGE_BOX,    /* captured: a heap cell shared by the function and its closures */
    STORAGE_MODULE, /* a static cell of the module: names of module and CommonJS top levels, lexical names of
                              scripts, and names of blocks of the top level outside of loops, which exist once too */
    STORAGE_GLOBAL, /* var or function at the top level of a script: a property of the global object */
    STORAGE_REFERENCE, /* in the code of a direct eval: a module's cell, which the caller gave a reference to */
    STORAGE_OBJECT     /* variable that the code of a sloppy eval declares in a dynamic scope's object */
} BindingStorage;

struct Binding {
    AstText name; /* "this", "new.target", ... for pseudo bindings; "*default*" for default exports */
    BindingKind kind;
    BindingStorage storage;
    Scope *scope;         /* where it is declared */
    AstNode *declaration; /* the IDENTIFIER that declares it first; NULL for pseudo bindings and CommonJS parameters */
    AstNode *initializer; /* BIND_FUNCTION: the (last) Function; BIND_CLASS and BIND_CLASS_NAME: the Class;
                                  const or let declared by a plain identifier: its initialiser; otherwise NULL */
    Binding *next;        /* in order of declaration within the scope */
    void *user;           /* for later stages */
    uint32_t index;       /* position within the scope */
    uint32_t reads, writes;   /* writes without the initialisation */
    uint32_t parameter_index; /* BIND_PARAMETER that is a plain identifier, last of that name; else UINT32_MAX */
    uint32_t declared_end;    /* source offset from which on it is initialised (end of its declarator); 0 if always */
    bool is_captured;         /* used by an inner function (never set by uses at module level only) */
    bool is_assigned_after_init; /* some write other than the initialisation exists (by eval too) */
    bool has_dead_zone;          /* let, const, class, using, import of such, derived `this` */
    bool needs_dead_zone;        /* some reference must be checked: the cell must start as the hole */
    bool is_exported;
    bool is_module_level;      /* storage is STORAGE_MODULE or STORAGE_GLOBAL */
    bool is_function_in_block; /* Annex B.3.3: block function whose value is also copied to `annex_b_var` */
    Binding *existing;         /* variable of an eval's code: the binding that its caller has already */
    Binding *annex_b_var;      /* the var of the same name that receives the value when the declaration is evaluated */
};

struct Scope {
    ScopeKind kind;
    Scope *parent;           /* NULL for a program */
    FunctionScope *function; /* the function (or program) whose activation holds it */
    AstNode *node;
    Binding *first, *last; /* in order of declaration */
    uint32_t count;
    uint32_t loop_depth; /* loops of the same function around it (its own loop for SCOPE_FOR not counted) */
    bool is_strict;
    bool needs_fresh_copies; /* SCOPE_FOR of `for (let;;)`: a binding is captured, so each round copies (14.7.4.4) */
    Binding *object;            /* dynamic scope: its properties are names of the scope too (9.1.1.2); else NULL */
    PrivateName *private_names; /* SCOPE_CLASS */
    struct ScopeTable *table;   /* opaque: lookup by name */
};

struct Capture {
    Binding *binding; /* of an enclosing function, STORAGE_COPY or STORAGE_BOX */
    uint32_t index;   /* position in the closure's list */
    Capture *next;
};

/* Facts about one function, or about the program itself. Field initialisers and static blocks are functions too. */
struct FunctionScope {
    AstNode *node;                                          /* PROGRAM or FUNCTION */
    FunctionScope *parent;                                  /* lexically enclosing function; NULL for a program */
    FunctionScope *first_child, *last_child, *next_sibling; /* in source order */
    Scope *name_scope;                                      /* SCOPE_FUNCTION_NAME, or NULL */
    Scope *scope;      /* parameters; the top level for programs. The same as the annotation on the node */
    Scope *body_scope; /* == scope, unless parameters have expressions */
    Capture *captures; /* in order of index */
    uint32_t capture_count;
    uint32_t parameter_count;
    bool is_arrow; /* takes this, arguments, new.target and super from outside */
    bool is_strict;
    bool is_hoisted; /* function declaration: its closure is made when its scope is entered */
    bool has_simple_parameters;
    bool has_mapped_arguments; /* sloppy, simple parameters and uses `arguments` */
    bool uses_this;            /* itself or through inner arrows; so the next ones */
    bool uses_arguments;
    bool uses_new_target;
    bool uses_super_property;
    bool uses_super_call;
    bool is_caller;        /* stands for all functions around a direct eval, in the analysis of its code; has no node */
    bool forbids_arguments; /* of an eval site: in a field initialiser or static block */
    bool is_class_member;  /* method, accessor, constructor, field initialiser, static block */
    Binding *this_binding; /* own or captured, NULL when not used; so the next ones */
    Binding *arguments_binding;
    Binding *new_target_binding;
    Binding *home_object_binding;
    Binding *active_function_binding;
    Scope *parameter_eval_scope; /* SCOPE_PARAMETER_EVAL, or NULL */
    uint32_t caller_fields; /* is_caller: where the constructor's closure has its field function; UINT32_MAX: nowhere */
    void *user; /* for later stages */
};

/* A call that may be a direct eval. */
struct EvalSite {
    Scope *scope;            /* where it stands */
    FunctionScope *function; /* no real one: it captures all that is visible */
};

/* The code around a direct eval, as the analysis of the eval's code sees it; of other evals: only the global scope. */
struct EvalCaller {
    bool is_strict;
    bool allows_new_target, allows_super_property, allows_super_call, forbids_arguments; /* for check/ */
    Scope *scope;            /* innermost; NULL: global code */
    FunctionScope *function; /* is_caller; its captures are what the eval's code captures, in this order */
    /* Filled by the analysis. What sloppy code declares in the variable environment of its caller (19.2.1.3): vars and
     * functions, of storage GLOBAL or OBJECT, or (the caller has the name) a binding of the caller's. */
    Scope *variables;
    Binding *variable_object; /* of storage OBJECT: the scope object that holds them */
};

/* A scope whose names are found when the code runs. */
struct DynamicScope {
    Binding *object;
    DynamicScope *next; /* outwards */
};

/* One use of a name; `identifier->reference`. */
struct Reference {
    Binding *binding; /* NULL: a property of the global object (or undeclared) */
    DynamicScope *dynamic; /* between the use and the binding, innermost first: where one has the name, it is meant */
    Scope *scope;     /* where the use stands */
    FunctionScope *function;
    bool is_read; /* both flags for `x += 1` and `x++` */
    bool is_write;
    bool is_initialization; /* the declaration's own write: let/const/class/parameter/catch/function */
    bool is_declaration;    /* the identifier declares (a `var x` without initialiser neither reads nor writes) */
    bool is_typeof;         /* operand of typeof: undeclared is no error */
    bool is_call_callee;
    bool is_strict;
    bool needs_tdz; /* cannot be proven to be initialised: check for the hole */
    bool is_outer;  /* the binding belongs to an enclosing function (so it is a capture, or module-level) */
};

typedef enum PrivateKind { PRIVATE_FIELD, PRIVATE_METHOD, PRIVATE_ACCESSOR } PrivateKind;

struct PrivateName {
    AstText name; /* without '#' */
    AstClass *owner;
    PrivateKind kind;
    bool is_static;
    bool has_getter, has_setter;
    AstNode *declaration; /* the PRIVATE_IDENTIFIER of the first element */
    Binding *binding;     /* BIND_PRIVATE_NAME: the name's value, new in every evaluation of the class */
    PrivateName *next;    /* of the same class, in order of declaration */
    void *user;
};

/* A module's edges, in source order (16.2.1.7). Collected from import and export declarations. */
typedef struct ImportEntry ImportEntry;
struct ImportEntry {
    AstText source;
    AstText imported; /* bytes == NULL for a namespace import, or a bare `import "x"` (then binding is NULL) */
    Binding *binding;
    AstNode *node; /* specifier, or declaration */
    ImportEntry *next;
};
typedef struct ExportEntry ExportEntry;
struct ExportEntry {
    AstText exported; /* bytes == NULL for `export * from` */
    Binding *binding; /* local export; an imported binding when a name that was imported is exported again */
    AstText source;   /* bytes == NULL for a local export */
    AstText imported; /* name in the source module; bytes == NULL for `* as ns` and `*` */
    AstNode *node;
    ExportEntry *next;
};
typedef struct ModuleEntries {
    ImportEntry *imports;
    ExportEntry *exports;
    AstText *requests; /* module specifiers in order of first use, each once */
    uint32_t request_count;
} ModuleEntries;

/* Analyses a checked program: fills every annotation. Adds diagnostics for names declared twice, and for
 * undeclared exports and private names. `names` is the table that the AST's
 * texts are in. Returns the program's FunctionScope; NULL when errors were added. `is_commonjs` declares exports,
 * require, module, __filename and __dirname as parameters of the program. ret_entries (may be NULL) receives the
 * module's edges. */
FunctionScope *scope_analyse(Arena *arena, NameTable *names, AstProgram *program, Source *source, Diags *diags,
                             bool is_commonjs, ModuleEntries *ret_entries);

/* The same for the code of an eval (19.2.1.3); names that it may not declare in its caller are errors too. */
FunctionScope *scope_analyse_eval(Arena *arena, NameTable *names, AstProgram *program, Source *source, Diags *diags,
                                  EvalCaller *caller);

/* ---- caller.c: the scopes around a direct eval as text, which a program keeps for each site. */
/* The bindings that the site's code is given, in order. */
typedef struct EvalValue {
    Binding *binding;
    BindingStorage storage; /* as the code finds it: COPY, BOX, REFERENCE; GLOBAL: no value is given */
} EvalValue;
/* Those visible at the site, outermost first, with the storage that analysis gave them; the caller may change it. */
EvalValue *eval_site_values(Arena *arena, const EvalSite *site, uint32_t *ret_count);
const char *eval_site_describe(Arena *arena, const EvalSite *site, const EvalValue *values, uint32_t count,
                               uint32_t field_function);
/* The caller that the text describes; NULL text: global code, which is strict or not by itself. */
EvalCaller *eval_caller_read(Arena *arena, NameTable *names, const char *text);

/* The binding of `name` declared in exactly this scope, or NULL. */
Binding *scope_find_own(const Scope *scope, AstText name);

/* The FunctionScope of a FUNCTION or PROGRAM node. */
FunctionScope *scope_of_function(const AstNode *node);

/* The index at which `function` finds `binding` in its closure; asserts that it captures it. */
uint32_t scope_capture_index(const FunctionScope *function, const Binding *binding);

/* The reference of an IDENTIFIER node. */
static inline Reference *scope_reference(const AstNode *identifier)
{
    return ((const AstIdentifier *)identifier)->reference;
}

/* The binding that an IDENTIFIER node is known to mean; NULL for globals and where that is seen when the code runs. */
static inline Binding *scope_known_binding(const AstNode *identifier)
{
    const Reference *reference = scope_reference(identifier);
    return reference && !reference->dynamic ? reference->binding : NULL;
}
