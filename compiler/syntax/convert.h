/* CST -> AST, shared by the convert_*.c files.
 *
 * Every function takes one CST node and returns the AST node, or NULL after a diagnostic was added. Invariant: each
 * child of a CST node is taken by exactly one kids_take / kids_next call and kids_end was asked at the end, so nothing
 * that tree-sitter saw is dropped. Spans come from tokens, never from the CST, whose ends lie. */
#pragma once
#include "cst.h"
#include "mask.h"
#include "parse.h"

typedef struct Converter {
    Arena *arena;
    NameTable *names;
    Source *source;
    Diags *diags;
    TokenList tokens;
    Masked masked;
    SyntaxMode mode;
    uint32_t depth;
} Converter;

/* Children of a CST node, taken one after another. */
typedef struct Kids {
    Converter *cv;
    const Cst *parent;
    Cst *at; /* next child; NULL at the end */
} Kids;

typedef VEC(AstNode *) NodeVec;

static inline Kids kids_of(Converter *cv, const Cst *cst)
{
    return (Kids){cv, cst, cst->first};
}

/* The next child if it has this kind (then it is taken), else NULL. */
static inline Cst *kids_take(Kids *kids, CstKind kind)
{
    Cst *kid = kids->at;
    if (!kid || kid->kind != kind || kid->is_missing)
        return NULL;
    kids->at = kid->next;
    return kid;
}

/* The next child, taken; NULL with a diagnostic when there is none. */
Cst *kids_next(Kids *kids);

/* The next child, which must have this kind; else NULL with a diagnostic. */
Cst *kids_expect(Kids *kids, CstKind kind);

/* True when all children were taken; else false with a diagnostic. */
bool kids_end(Kids *kids);

/* Tokens. The first token at or after an offset; the last token before it. */
uint32_t token_index_at(const Converter *cv, uint32_t offset);
const Token *first_token(const Converter *cv, const Cst *cst);
const Token *last_token(const Converter *cv, const Cst *cst);
MaskNote note_of(const Converter *cv, const Token *token);
bool token_text_is(const Converter *cv, const Token *token, const char *text);

/* Adds "unexpected <token>" at a CST node or token; returns NULL. */
void *unexpected(Converter *cv, const Cst *cst);
void *unexpected_token(Converter *cv, const Token *token);

/* Adds the diagnostic over the node's span; returns NULL. */
void *complain_at(Converter *cv, uint32_t start, uint32_t end, DiagId id);

/* Allocates a node over the tokens of `cst`. */
void *make_node(Converter *cv, AstKind kind, size_t size, const Cst *cst);
#define MAKE(cv, Struct, KIND, cst) ((Ast##Struct *)make_node((cv), AST_##KIND, sizeof(Ast##Struct), (cst)))

AstList list_of(Converter *cv, NodeVec *nodes);
AstText text_of(Converter *cv, const char *bytes, size_t length);

/* Depth bookkeeping: false with a diagnostic when the nesting is too deep. leave_depth must follow. */
bool enter_depth(Converter *cv, const Cst *cst);
void leave_depth(Converter *cv);

/* convert_expression.c */
AstNode *convert_expression(Converter *cv, const Cst *cst);                  /* AssignmentExpression or any above it */
AstNode *convert_expressions(Converter *cv, const Cst *cst);                 /* Expression: also a sequence */
AstNode *convert_parenthesized(Converter *cv, const Cst *cst, bool is_head); /* is_head: the parentheses of if, while */
AstNode *convert_element(Converter *cv, const Cst *cst);                     /* of an array or arguments: `...` too */
bool is_assignment_level(const Cst *cst);
bool is_left_hand_side(const Cst *cst);

/* convert_call.c */
AstNode *convert_arguments(Converter *cv, const Cst *cst, AstList *ret_list); /* the node is any non-NULL mark */
AstNode *convert_chain(Converter *cv, const Cst *cst);
AstNode *convert_new(Converter *cv, const Cst *cst);

/* convert_literal.c */
AstNode *convert_identifier(Converter *cv, const Cst *cst);
AstNode *convert_private(Converter *cv, const Cst *cst);
AstNode *convert_number(Converter *cv, const Cst *cst);
AstNode *convert_string(Converter *cv, const Cst *cst);
AstNode *convert_regexp(Converter *cv, const Cst *cst);
AstNode *convert_template(Converter *cv, const Cst *cst);

/* convert_pattern.c. is_binding: only names and patterns are allowed, no member expressions. */
AstNode *convert_pattern(Converter *cv, const Cst *cst, bool is_binding);
AstNode *convert_assignment_target(Converter *cv, const Cst *cst, bool allow_pattern);
AstNode *pattern_from_expression(Converter *cv, AstNode *node);
bool convert_property_name(Converter *cv, const Cst *cst, AstNode **ret_key, bool *ret_is_computed);

/* convert_function.c */
AstNode *convert_function(Converter *cv, const Cst *cst, bool is_declaration);
AstNode *convert_arrow(Converter *cv, const Cst *cst);
AstNode *convert_class(Converter *cv, const Cst *cst, bool is_declaration);
AstNode *convert_object_method(Converter *cv, const Cst *cst);
bool mark_directives(Converter *cv, AstList body); /* true: "use strict" is among them */

/* convert_statement.c */
AstNode *convert_statement(Converter *cv, const Cst *cst);
AstNode *convert_block(Converter *cv, const Cst *cst);
bool convert_statement_list(Converter *cv, Kids *kids, CstKind end, AstList *ret_list);
AstNode *convert_declaration(Converter *cv, const Cst *cst, bool in_for_head);

AstNode *convert_substatement(Converter *cv, Kids *kids); /* the next child, as a statement */
AstDeclarationKind kind_of_declaration(Converter *cv, const Token *token);
void include_await(Converter *cv, AstNode *node,
                   const Token *token); /* moves the start of `await using` to the await */

/* convert_loop.c */
AstNode *convert_for(Converter *cv, const Cst *cst);
AstNode *convert_for_each(Converter *cv, const Cst *cst);

/* convert_module.c */
AstNode *convert_import(Converter *cv, const Cst *cst);
AstNode *convert_export(Converter *cv, const Cst *cst);
