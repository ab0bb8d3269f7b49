/* Extents of single tokens, and the white space and comments between them. Knows nothing of context: the lexer says
 * whether a slash divides and whether a brace continues a template. */
#pragma once
#include "lexer.h"

typedef struct Scanner {
    Source *source;
    Diags *diags;
    uint32_t at;
    bool is_module;
    bool is_line_start; /* only white space and comments since the last line end (for the comment `-->`) */
    uint32_t hashbang_end;
} Scanner;

typedef enum ScanResult {
    SCAN_OK,
    SCAN_END,
    SCAN_BAD,  /* malformed, a diagnostic was added, the extent is usable */
    SCAN_FATAL /* malformed, and nothing after it can be read */
} ScanResult;

/* Starts at the beginning of the source (after a hashbang line and a byte order mark). */
void scan_init(Scanner *scan, Source *source, Diags *diags, bool is_module);

/* Reads the next token's kind, word, extent, newline_before and has_escape. */
ScanResult scan_token(Scanner *scan, bool slash_divides, bool brace_ends_substitution, Token *ret_token);

/* The offset of the next token, without reading it. */
uint32_t scan_peek(const Scanner *scan);
