/* Source text -> AST. */
#pragma once
#include "ast.h"
#include "base/diag.h"
#include "base/map.h"

typedef enum SyntaxMode {
    SYNTAX_SCRIPT,
    SYNTAX_STRICT_SCRIPT, /* strict from the start: code of an eval in strict code */
    SYNTAX_MODULE,
    SYNTAX_COMMONJS /* a function body: return and new.target are allowed at its top level */
} SyntaxMode;

/* Parses the source. Nodes live in the arena, texts are interned in `names` (one table for all modules of a program).
 * Returns NULL when errors were added to `diags`. Checks the grammar only: early errors are check/'s. The nesting of
 * the AST is at most SYNTAX_MAX_DEPTH, so later stages may recurse. */
AstProgram *syntax_parse(Arena *arena, NameTable *names, Source *source, Diags *diags, SyntaxMode mode);

#define SYNTAX_MAX_DEPTH 2500

/* Writes the AST as ESTree JSON, for tools and for comparison with other parsers. */
void ast_print_json(StrBuf *out, const AstNode *node, const Source *source);
