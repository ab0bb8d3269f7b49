/* The lexical grammar (ECMA-262 clause 12): source text -> an array of tokens, each with the context that masking
 * needs.
 *
 * tree-sitter's grammar decides structure; this lexer decides tokens. It knows regular expression from division, the
 * kind of every brace, and the function around each token, from the tokens before it alone. Invariant: tokens are in
 * source order, do not overlap, and between them are white space and comments only; the last one is TOKEN_END. */
#pragma once
#include "ast.h"
#include "base/diag.h"
#include "base/source.h"
#include "base/vec.h"

typedef enum TokenKind {
    TOKEN_NAME,    /* identifier or keyword */
    TOKEN_PRIVATE, /* #name */
    TOKEN_NUMBER,
    TOKEN_BIGINT,
    TOKEN_STRING,
    TOKEN_TEMPLATE, /* a chunk with its delimiters: from ` or } to ` or ${ */
    TOKEN_REGEXP,
    TOKEN_PUNCTUATOR,
    TOKEN_END
} TokenKind;

typedef enum Word {
    WORD_NONE,
#define WORD(NAME, text, reserved) WORD_##NAME,
#include "words.def"
#undef WORD
    WORD_COUNT
} Word;

/* What an opening bracket opens; for closing ones, what they close. */
typedef enum FrameKind {
    FRAME_NONE,
    FRAME_BLOCK,  /* a list of statements: program, block, switch body, function body */
    FRAME_OBJECT, /* object literal or pattern, import attributes */
    FRAME_CLASS,
    FRAME_CLAUSE,     /* braces of import and export */
    FRAME_GROUP,      /* parentheses around an expression, arguments, or parameters of an arrow function */
    FRAME_HEAD,       /* parentheses after if, for, while, with, switch, catch */
    FRAME_PARAMETERS, /* parentheses after function or a method's name */
    FRAME_BRACKET,
    FRAME_TEMPLATE, /* ${ } */
    FRAME_ARROW     /* no bracket: the expression body of an arrow function */
} FrameKind;

typedef struct Token {
    uint32_t start, end;
    uint32_t match; /* brackets: index of the partner; else 0 */
    uint8_t kind;   /* TokenKind */
    uint8_t word;   /* Word, for names without escapes; whether it is used as a keyword is another matter */
    uint8_t frame;  /* FrameKind: of the bracket itself, or else around the token */
    bool newline_before;
    bool has_escape;      /* name with \u */
    bool is_key;          /* stands where object and class members have their names and modifiers */
    bool is_member_start; /* first token of an object or class member */
    bool is_statement_start;
    bool is_property;            /* name after . or ?. */
    bool is_keyword;             /* reserved word used as such */
    bool in_async, in_generator; /* of the innermost function around it */
    bool after_operand;          /* the token before it ends an operand */
    bool is_arrow_body;          /* the braces of an arrow function's body */
    bool is_of_operator;         /* `of` of a for statement */
} Token;

typedef VEC(Token) TokenVec;

typedef struct TokenList {
    Token *items;
    uint32_t count;        /* with TOKEN_END */
    uint32_t hashbang_end; /* 0: none */
} TokenList;

typedef enum LexerResult {
    LEXER_OK,
    LEXER_MALFORMED, /* some token is, or brackets are nested too deeply; diagnostics say why */
    LEXER_UNBALANCED /* brackets do not match, as the last diagnostic says; tokens go up to there */
} LexerResult;

/* Reads all tokens of the source into the arena. is_module: HTML-like comments are none, and `await` is an operator
 * everywhere. */
LexerResult lexer_run(Arena *arena, Source *source, Diags *diags, bool is_module, TokenList *ret_tokens);

/* Is the token this punctuator (or, for a name used as keyword, this text)? */
bool token_is(const Source *source, const Token *token, const char *text);

/* The Word of a text; WORD_NONE when it is none. */
Word word_find(const char *bytes, size_t length);
bool word_is_reserved(Word word);
