/* What the files of check/ share. */
#pragma once
#include "base/vec.h"
#include "check.h"
#include "syntax/lexer.h"

typedef struct Label Label;
struct Label {
    AstText name;
    bool is_loop;
    Label *outer;
};

/* What the code at hand may do; copied and changed for each function. */
typedef struct Context {
    bool is_strict;
    bool is_async;       /* await is an operator */
    bool is_generator;   /* yield is an operator */
    bool reserves_await; /* static blocks: no operator, and no name either */
    bool in_parameters;  /* of an async function or a generator: no await, no yield expression */
    bool allows_return;
    bool allows_new_target;
    bool allows_super_property;
    bool allows_super_call;
    bool forbids_arguments; /* field initialisers and static blocks */
    bool in_loop, in_switch;
    bool in_block; /* of the same function */
    Label *labels;
} Context;

typedef struct Checker {
    Arena *arena;
    NameTable *names;
    Source *source;
    Diags *diags;
    SyntaxMode mode;
    Context context;
} Checker;

/* Adds a diagnostic over the node. */
void check_fail(Checker *c, const AstNode *node, DiagId id, ...);

bool text_equals(AstText text, const char *other);

/* Walks a node; the functions below are the parts of the walk. */
void check_node(Checker *c, AstNode *node);
void check_children(Checker *c, AstNode *node);
void check_list(Checker *c, AstList list);

/* names.c: identifiers as references, bindings, labels and targets (12.7.1, 13.1.1, 13.15.1). */
void check_reference(Checker *c, const AstNode *identifier);
void check_binding(Checker *c, AstNode *pattern, bool is_lexical);
void check_target(Checker *c, AstNode *target);
void check_label_name(Checker *c, const AstNode *identifier);

/* functions.c: functions, parameters, classes (15). */
void check_function(Checker *c, AstFunction *function);
void check_class(Checker *c, AstClass *class);

/* statements.c: declarations in places for statements, labels, jumps (14). Returns false when the node is not one of
 * its. */
bool check_statement(Checker *c, AstNode *node);

/* expressions.c. Returns false when the node has no rule of its own. */
bool check_expression(Checker *c, AstNode *node);

/* modules.c */
bool check_module_item(Checker *c, AstNode *node);
