/* The lexer's state, for lexer.c (the pass over the tokens) and brackets.c (what brackets open and close).
 *
 * Invariant: the bottom frame is the program's; pending functions and classes belong to frames that are still open. */
#pragma once
#include "lexer.h"
#include "scan.h"

/* A function or class whose brackets are still to come, in the frame of that depth. */
typedef struct Pending {
    uint32_t depth;
    bool is_class;
    bool is_expression;
    bool has_parameters; /* the parameter list is closed: the body comes next */
    bool is_async, is_generator;
} Pending;

typedef struct Frame {
    uint8_t kind;
    uint32_t opener;       /* token index */
    uint32_t ternaries;    /* `?` without their `:` */
    uint32_t member_start; /* token index */
    bool in_key;
    bool ends_operand; /* braces: the closing one ends an operand (object, function or class expression) */
    bool is_arrow_body;
    bool is_for; /* FRAME_HEAD of a for statement */
    bool is_async, is_generator;
    uint8_t first_word; /* FRAME_BLOCK: first word of the statement */
} Frame;

typedef struct Lexer {
    Scanner scan;
    TokenVec tokens;
    VEC(Frame) frames;
    VEC(Pending) pending;
    bool is_module;
    bool operand_end;     /* the last token ended an operand */
    bool statement_start; /* the next token begins a statement */
} Lexer;

/* Is the token this punctuator? */
bool lexer_is_punct(const Lexer *lexer, const Token *token, const char *text);

/* The innermost frame. */
Frame *lexer_top(Lexer *lexer);

/* The last token but `back`; NULL when there are not so many. Is it this word, acting as such; is it this punctuator?
 * */
Token *lexer_previous(Lexer *lexer, size_t back);
bool lexer_was_word(Lexer *lexer, size_t back, Word word);
bool lexer_was_punct(Lexer *lexer, size_t back, const char *text);

/* The function context at this place: field initialisers are functions of their own. */
void lexer_context(Lexer *lexer, bool *ret_async, bool *ret_generator);

/* Opens a frame in the context at hand. */
Frame *lexer_push_frame(Lexer *lexer, FrameKind kind, uint32_t opener);

/* The function or class that waits for a bracket of the innermost frame; NULL for none. */
Pending *lexer_pending_here(Lexer *lexer);

/* The next token begins a statement; a member of an object or class. */
void lexer_begin_statement(Lexer *lexer);
void lexer_begin_member(Lexer *lexer);

/* Is the arrow function async whose `=>` is the last token? */
bool lexer_is_arrow_async(Lexer *lexer);

/* An opening bracket, which is not yet in `tokens` and will have this index. */
void lexer_open_paren(Lexer *lexer, Token *token, uint32_t index);
void lexer_open_brace(Lexer *lexer, Token *token, uint32_t index);

/* A closing bracket. False, with a diagnostic, when it closes nothing. */
bool lexer_close_bracket(Lexer *lexer, Token *token, uint32_t index, char c);
