/* The typed AST: structs generated from ast.def. Nodes live in the module's arena and are immutable after parsing but
 * for the ANNOT fields, which the scope stage fills. Nothing outside compiler/syntax includes tree-sitter. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct Scope;
struct Reference;
struct PrivateName;

typedef enum AstKind {
#define AST_NODE(KIND, Struct, FIELDS) AST_##KIND,
#include "ast.def"
#undef AST_NODE
    AST_KIND_COUNT
} AstKind;

typedef enum AstOperator {
#define AST_OPERATOR(NAME, text) OP_##NAME,
#include "operators.def"
#undef AST_OPERATOR
    OP_COUNT
} AstOperator;

typedef enum AstDeclarationKind {
    DECLARE_VAR,
    DECLARE_LET,
    DECLARE_CONST,
    DECLARE_USING,
    DECLARE_AWAIT_USING
} AstDeclarationKind;
typedef enum AstMethodKind { METHOD_NORMAL, METHOD_GET, METHOD_SET, METHOD_CONSTRUCTOR } AstMethodKind;
typedef enum AstMetaKind { META_NEW_TARGET, META_IMPORT_META } AstMetaKind;

/* Interned WTF-8: equal texts have equal `bytes` pointers within one compilation. Zero-terminated, may hold NULs. */
typedef struct AstText { const char *bytes; uint32_t length; } AstText;

typedef struct AstNode {
    uint8_t kind;          /* AstKind */
    bool parenthesized;    /* the expression stood in parentheses */
    uint32_t start, end;   /* byte offsets into the source, end exclusive */
} AstNode;

typedef struct AstList { AstNode **items; uint32_t count; } AstList;

#define CHILD(name) AstNode *name;
#define MAYBE(name) AstNode *name;
#define LIST(name) AstList name;
#define HOLES(name) AstList name;
#define TEXT(name) AstText name;
#define MAYBE_TEXT(name) AstText name;
#define FLAG(name) bool name;
#define OP(name) AstOperator name;
#define NUMBER(name) double name;
#define ENUM(T, name) T name;
#define ANNOT(T, name) T *name;
#define AST_NODE(KIND, Struct, FIELDS) typedef struct Ast##Struct { AstNode node; FIELDS } Ast##Struct;
#include "ast.def"
#undef AST_NODE
#undef CHILD
#undef MAYBE
#undef LIST
#undef HOLES
#undef TEXT
#undef MAYBE_TEXT
#undef FLAG
#undef OP
#undef NUMBER
#undef ENUM
#undef ANNOT

/* The node as its struct; asserts (in debug builds) that the kind fits. */
#define AST_CAST(Struct, KIND, n) ((Ast##Struct *)ast_checked((AstNode *)(n), AST_##KIND))

/* Returns n; asserts that its kind is `kind`. */
AstNode *ast_checked(AstNode *n, AstKind kind);

/* The ESTree-like name of a kind ("BinaryExpression"), and the token of an operator. */
const char *ast_kind_name(AstKind kind);
const char *ast_operator_text(AstOperator op);

/* Calls visit(child, data) for each non-NULL child in source order; stops and returns false as soon as visit does. */
bool ast_for_each_child(const AstNode *n, bool (*visit)(AstNode *child, void *data), void *data);
