/* Same-length rewriting of the source for tree-sitter.
 *
 * The grammar of tree-sitter-javascript takes many programs for something else (see mask.c). So it parses a copy in
 * which every token keeps its place and length but shows only its role: names are z's, literals are plain, comments
 * are spaces, contextual words appear only where they act. All texts are read from the original afterwards. */
#pragma once
#include "lexer.h"

/* What a token really is, where the copy says something else. Parallel to TokenList.items. */
typedef enum MaskNote {
    MASK_NONE,
    MASK_LABEL_COLON,     /* `:` of a label right after a brace; the copy has `;` */
    MASK_EXPORT_DEFAULT,  /* `export` of an `export default` before function or class; the copy has a declaration */
    MASK_DECLARED_EXPORT, /* `function`, `async` or `class` after it */
    MASK_LET,             /* `let` of a declaration; the copy has `var` */
    MASK_USING,           /* `using`; the copy has `const` */
    MASK_AWAIT_USING,     /* `using` after `await`; the copy has `const` after spaces */
    MASK_AWAIT,           /* operator; the copy has `void ` */
    MASK_ATTRIBUTES       /* a module specifier with attributes; the copy has spaces after it */
} MaskNote;

typedef struct Masked {
    char *bytes;    /* as long as the source, zero-terminated */
    uint8_t *notes; /* MaskNote of each token */
} Masked;

/* The copy of a source whose tokens are `tokens`. is_module: `await` is an operator everywhere. */
Masked mask_source(Arena *arena, const Source *source, const TokenList *tokens, bool is_module);
