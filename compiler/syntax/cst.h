/* tree-sitter's concrete tree as plain nodes. Only cst.c includes tree-sitter.
 *
 * Invariant: extra nodes (comments) are dropped; every other child is there, anonymous tokens too, so that a conversion
 * that consumes all children of a node has checked its shape. */
#pragma once
#include "ast.h"
#include "base/arena.h"

typedef enum CstKind {
    CST_OTHER,
#define CST(NAME, text, is_named) CST_##NAME,
#include "cst.def"
#undef CST
    CST_KIND_COUNT
} CstKind;

typedef struct Cst Cst;
struct Cst {
    uint8_t kind;    /* CstKind */
    bool is_missing; /* inserted by error recovery */
    bool has_error;  /* holds an ERROR or a missing node somewhere */
    uint32_t start, end;
    Cst *first, *next; /* children; sibling */
    const char *type;  /* tree-sitter's name of the kind */
};

/* Parses `length` bytes. Never NULL but when the parser ran out of its limits. */
Cst *cst_parse(Arena *arena, const char *bytes, uint32_t length);

/* Where the first token stands that no derivation allows (UINT32_MAX: none). Parses again, with the parser's log: the
 * tree after error recovery does not tell. */
uint32_t cst_error_offset(const char *bytes, uint32_t length);
