/* See lexer.h. One forward pass: scan.c reads a token's extent; the frames (open brackets with what they mean,
 * brackets.c) say what the next `/`, `{` and `(` is. */
#include "lexer.h"

#include <string.h>

#include "lexer_internal.h"
#include "parse.h"

/* Can the token continue an expression whose operand just ended? */
static bool continues_expression(const Lexer *lexer, const Token *token)
{
    if (token->kind == TOKEN_NAME)
        return token->word == WORD_IN || token->word == WORD_INSTANCEOF;
    if (token->kind == TOKEN_TEMPLATE)
        return true;
    if (token->kind != TOKEN_PUNCTUATOR)
        return false;
    static const char *const starters[] = {"{", "!", "~", "++", "--", "@", "..."};
    for (size_t i = 0; i < sizeof starters / sizeof *starters; i++) {
        if (lexer_is_punct(lexer, token, starters[i]))
            return false;
    }
    return true;
}

/* A line end before this token ends the statement or member before it (12.10.1), as far as tokens tell. */
static bool ends_by_newline(Lexer *lexer, const Token *token)
{
    if (!token->newline_before)
        return false;
    Token *before = lexer_previous(lexer, 0);
    if (!before)
        return false;
    if (before->kind == TOKEN_NAME && before->is_keyword &&
        (before->word == WORD_BREAK || before->word == WORD_CONTINUE || before->word == WORD_RETURN ||
         before->word == WORD_DEBUGGER))
        return true;
    if (before->is_arrow_body)
        return true;
    return lexer->operand_end && !continues_expression(lexer, token);
}

/* Closes the expression bodies of arrow functions that end before this token. */
static void leave_arrows(Lexer *lexer, const Token *token)
{
    while (lexer_top(lexer)->kind == FRAME_ARROW) {
        bool ends = ends_by_newline(lexer, token) || token->kind == TOKEN_END;
        if (token->kind == TOKEN_PUNCTUATOR) {
            const char c = lexer->scan.source->bytes[token->start];
            bool is_single = token->end - token->start == 1;
            ends |= is_single && (c == ')' || c == ']' || c == '}' || c == ',' || c == ';');
            ends |= is_single && c == ':' && lexer_top(lexer)->ternaries == 0;
        }
        if (token->kind == TOKEN_TEMPLATE && lexer->scan.source->bytes[token->start] == '}')
            ends = true;
        if (!ends)
            return;
        lexer->frames.length--;
    }
}

static void separator(Lexer *lexer, char c)
{
    Frame *frame = lexer_top(lexer);
    lexer->operand_end = false;
    lexer->statement_start = false;
    if (c == ';' && frame->kind == FRAME_BLOCK)
        lexer_begin_statement(lexer);
    if ((c == ';' && frame->kind == FRAME_CLASS) ||
        (c == ',' && (frame->kind == FRAME_OBJECT || frame->kind == FRAME_CLAUSE)))
        lexer_begin_member(lexer);
}

static void colon(Lexer *lexer)
{
    Frame *frame = lexer_top(lexer);
    lexer->operand_end = false;
    lexer->statement_start = false;
    if (frame->ternaries)
        frame->ternaries--;
    else if (frame->kind == FRAME_BLOCK)
        lexer_begin_statement(lexer);
    else
        frame->in_key = false;
}

/* Punctuators that are neither brackets nor separators. */
static void operator_token(Lexer *lexer, Token *token)
{
    Frame *frame = lexer_top(lexer);
    const char *text = lexer->scan.source->bytes + token->start;
    size_t length = token->end - token->start;
    bool is_update = length == 2 && (!memcmp(text, "++", 2) || !memcmp(text, "--", 2));
    lexer->statement_start = false;
    if (is_update) {
        lexer->operand_end = lexer->operand_end && !token->newline_before;
        return;
    }
    lexer->operand_end = false;
    if (length == 1 && *text == '?')
        frame->ternaries++;
    if (length == 1 && *text == '*' && lexer_was_word(lexer, 1, WORD_FUNCTION) && lexer_pending_here(lexer))
        lexer_pending_here(lexer)->is_generator = true;
    if ((length == 1 && *text == '=') || (length == 3 && !memcmp(text, "...", 3)))
        frame->in_key = false;
}

static void begin_pending(Lexer *lexer, bool is_class, bool was_statement_start)
{
    /* `tokens` ends with the keyword itself */
    bool is_async = !is_class && lexer_was_word(lexer, 1, WORD_ASYNC) && !lexer_previous(lexer, 0)->newline_before;
    size_t back = is_async ? 2 : 1;
    bool is_declaration = was_statement_start || (is_async && lexer_previous(lexer, 1)->is_statement_start) ||
                          lexer_was_word(lexer, back, WORD_EXPORT) ||
                          (lexer_was_word(lexer, back, WORD_DEFAULT) && lexer_was_word(lexer, back + 1, WORD_EXPORT));
    Pending pending = {.depth = (uint32_t)lexer->frames.length,
                       .is_class = is_class,
                       .is_expression = !is_declaration,
                       .is_async = is_async};
    vec_push(&lexer->pending, pending);
}

static void keyword(Lexer *lexer, Token *token, bool was_statement_start)
{
    token->is_keyword = true;
    lexer->statement_start = false;
    lexer->operand_end = false;
    switch ((Word)token->word) {
    case WORD_FUNCTION:
        begin_pending(lexer, false, was_statement_start);
        return;
    case WORD_CLASS:
        begin_pending(lexer, true, was_statement_start);
        return;
    case WORD_ELSE:
    case WORD_DO:
    case WORD_TRY:
    case WORD_FINALLY:
        lexer->statement_start = true;
        return;
    case WORD_THIS:
    case WORD_SUPER:
    case WORD_NULL:
    case WORD_TRUE:
    case WORD_FALSE:
        lexer->operand_end = true;
        return;
    default: /* every other keyword expects an operand or a bracket */
        return;
    }
}

/* Is the name in hand, after `(` and a declaring word that is no keyword, the one that is declared? */
static bool is_declared_name(Lexer *lexer)
{
    if (lexer_was_word(lexer, 1, WORD_LET))
        return lexer_was_punct(lexer, 2, "(");
    return lexer_was_word(lexer, 1, WORD_USING) && lexer_was_word(lexer, 2, WORD_AWAIT);
}

/* May a declaration start with the name in hand? */
static bool may_declare(Lexer *lexer, bool was_statement_start)
{
    Token *before = lexer_previous(lexer, 1);
    if (!before)
        return true;
    Token *label = lexer_previous(lexer, 2);
    bool is_label =
        label && lexer_is_punct(lexer, before, ":") && label->kind == TOKEN_NAME && label->is_statement_start;
    bool is_part = (lexer_is_punct(lexer, before, ")") && before->frame == FRAME_HEAD) ||
                   lexer_was_word(lexer, 1, WORD_ELSE) || lexer_was_word(lexer, 1, WORD_DO) || is_label;
    if (was_statement_start)
        return !is_part;
    bool in_head = lexer_was_punct(lexer, 1, "(") && before->frame == FRAME_HEAD;
    return in_head || lexer_was_word(lexer, 1, WORD_EXPORT);
}

/* `export * as class from "m"`: any name stands there. */
static bool is_export_name(Lexer *lexer)
{
    return lexer_was_word(lexer, 1, WORD_AS) && lexer_was_punct(lexer, 2, "*") && lexer_was_word(lexer, 3, WORD_EXPORT);
}

static void name_token(Lexer *lexer, Token *token, bool was_statement_start)
{
    Frame *frame = lexer_top(lexer);
    token->is_property =
        lexer->tokens.length > 1 && (lexer_was_punct(lexer, 1, ".") || lexer_was_punct(lexer, 1, "?."));
    token->is_key = frame->in_key && !token->is_property;
    if (token->is_property || token->is_key || is_export_name(lexer)) {
        lexer->operand_end = true;
        lexer->statement_start = false;
        return;
    }
    if (was_statement_start)
        frame->first_word = token->word;
    if (word_is_reserved(token->word)) {
        keyword(lexer, token, was_statement_start);
        return;
    }
    const char *next = lexer->scan.source->bytes + scan_peek(&lexer->scan);
    token->is_of_operator = token->word == WORD_OF && frame->kind == FRAME_HEAD && frame->is_for &&
                            lexer->operand_end && !is_declared_name(lexer) && strncmp(next, "=>", 2) != 0;
    bool is_let_pattern = token->word == WORD_LET && *next == '{' && may_declare(lexer, was_statement_start);
    bool is_operator = token->is_of_operator || is_let_pattern ||
                       (token->word == WORD_AWAIT && (lexer->is_module || token->in_async)) ||
                       (token->word == WORD_YIELD && token->in_generator);
    lexer->operand_end = !is_operator;
    lexer->statement_start = false;
}

static void arrow(Lexer *lexer, uint32_t index)
{
    /* A brace after it is a body of statements; open_brace sees to that. Otherwise the body is an expression. */
    if (lexer->scan.source->bytes[scan_peek(&lexer->scan)] == '{')
        return;
    bool is_async = lexer_is_arrow_async(lexer);
    Frame *frame = lexer_push_frame(lexer, FRAME_ARROW, index);
    frame->is_async = is_async;
    frame->is_generator = false;
}

static bool punctuator(Lexer *lexer, Token *token, uint32_t index)
{
    char c = lexer->scan.source->bytes[token->start];
    bool is_single = token->end - token->start == 1;
    if (is_single && c == '(') {
        lexer->tokens.length--; /* look back from before the bracket */
        lexer_open_paren(lexer, token, index);
        lexer->tokens.length++;
    } else if (is_single && c == '{') {
        lexer->tokens.length--;
        lexer_open_brace(lexer, token, index);
        lexer->tokens.length++;
    } else if (is_single && c == '[') {
        lexer_push_frame(lexer, FRAME_BRACKET, index);
        token->frame = FRAME_BRACKET;
        lexer->operand_end = lexer->statement_start = false;
    } else if (is_single && (c == ')' || c == ']' || c == '}')) {
        return lexer_close_bracket(lexer, token, index, c);
    } else if (is_single && (c == ';' || c == ',')) {
        separator(lexer, c);
    } else if (is_single && c == ':') {
        colon(lexer);
    } else {
        operator_token(lexer, token);
        if (token_is(lexer->scan.source, token, "=>"))
            arrow(lexer, index);
    }
    return true;
}

/* Template chunks open and close frames of their own. */
static void template_token(Lexer *lexer, Token *token, uint32_t index)
{
    const char *bytes = lexer->scan.source->bytes;
    if (bytes[token->start] == '}') {
        Frame closed = vec_pop(&lexer->frames);
        token->match = closed.opener;
        lexer->tokens.items[closed.opener].match = index;
    }
    bool has_more = bytes[token->end - 1] == '{';
    if (has_more)
        lexer_push_frame(lexer, FRAME_TEMPLATE, index);
    lexer->operand_end = !has_more;
    lexer->statement_start = false;
}

/* Is the token before one of static, get, set where these are modifiers if a name follows? */
static bool follows_modifier(Lexer *lexer)
{
    Token *before = lexer_previous(lexer, 0), *first = lexer_previous(lexer, 1);
    bool is_word = before->kind == TOKEN_NAME &&
                   (before->word == WORD_STATIC || before->word == WORD_GET || before->word == WORD_SET);
    bool after_static = first && first->is_member_start && first->word == WORD_STATIC;
    return is_word && (before->is_member_start || after_static);
}

/* A line end after a field's name ends the field, unless what follows goes on with it (15.7, 12.10.1). */
static bool ends_field_name(Lexer *lexer, const Token *token)
{
    if (!token->newline_before || !lexer->operand_end)
        return false;
    if (token->kind != TOKEN_PUNCTUATOR)
        return !follows_modifier(lexer);
    if (lexer_is_punct(lexer, token, "["))
        return !follows_modifier(lexer);
    Token *before = lexer_previous(lexer, 0);
    return lexer_is_punct(lexer, token, "*") && !(before->is_member_start && before->word == WORD_STATIC);
}

/* A statement, or a class element, that a line end closes. */
static void apply_newline(Lexer *lexer, const Token *token)
{
    Frame *frame = lexer_top(lexer);
    if (frame->kind == FRAME_CLASS && frame->in_key) {
        if (ends_field_name(lexer, token))
            lexer_begin_member(lexer);
        return;
    }
    if (!ends_by_newline(lexer, token))
        return;
    if (frame->kind == FRAME_BLOCK)
        lexer_begin_statement(lexer);
    else if (frame->kind == FRAME_CLASS)
        lexer_begin_member(lexer);
}

static bool take_token(Lexer *lexer, Token raw)
{
    uint32_t index = (uint32_t)lexer->tokens.length;
    leave_arrows(lexer, &raw);
    apply_newline(lexer, &raw);
    bool was_statement_start = lexer->statement_start && lexer_top(lexer)->kind == FRAME_BLOCK;
    raw.frame = lexer_top(lexer)->kind;
    raw.is_statement_start = was_statement_start;
    raw.after_operand = lexer->operand_end;
    raw.is_key = lexer_top(lexer)->in_key;
    raw.is_member_start = lexer_top(lexer)->in_key && lexer_top(lexer)->member_start == index;
    lexer_context(lexer, &raw.in_async, &raw.in_generator);
    vec_push(&lexer->tokens, raw);
    Token *token = &vec_last(&lexer->tokens);
    if (token->kind == TOKEN_NAME) {
        name_token(lexer, token, was_statement_start);
    } else if (token->kind == TOKEN_PUNCTUATOR) {
        return punctuator(lexer, token, index);
    } else if (token->kind == TOKEN_TEMPLATE) {
        template_token(lexer, token, index);
    } else {
        lexer->operand_end = true;
        lexer->statement_start = false;
    }
    return true;
}

static void add_end(Lexer *lexer)
{
    uint32_t length = (uint32_t)lexer->scan.source->length;
    Token end = {.kind = TOKEN_END, .start = length, .end = length, .newline_before = true};
    leave_arrows(lexer, &end);
    vec_push(&lexer->tokens, end);
}

/* At the end: is every bracket closed? */
static bool is_closed(Lexer *lexer)
{
    if (lexer->frames.length == 1)
        return true;
    Token *end = &vec_last(&lexer->tokens), *opener = &lexer->tokens.items[lexer_top(lexer)->opener];
    diag_add(lexer->scan.diags, lexer->scan.source, (Span){end->start, end->end}, DIAG_UNEXPECTED_END);
    diag_note(lexer->scan.diags, lexer->scan.source, (Span){opener->start, opener->end},
              "this bracket is never closed");
    return false;
}

/* Would a closing brace here end the ${ of a template? */
static bool is_in_template(Lexer *lexer)
{
    size_t at = lexer->frames.length - 1;
    while (lexer->frames.items[at].kind == FRAME_ARROW)
        at--;
    return lexer->frames.items[at].kind == FRAME_TEMPLATE;
}

/* Every bracket and every arrow is a level of the tree at least, so what is refused here would be later, after a parse. */
static bool is_too_deep(Lexer *lexer, const Token *token)
{
    if (lexer->frames.length <= SYNTAX_MAX_DEPTH)
        return false;
    diag_add(lexer->scan.diags, lexer->scan.source, (Span){token->start, token->end}, DIAG_TOO_DEEP);
    return true;
}

enum { TOKEN_WORK = 50 };

LexerResult lexer_run(Arena *arena, Source *source, Diags *diags, bool is_module, TokenList *ret_tokens)
{
    Lexer lexer = {.is_module = is_module, .statement_start = true};
    vec_init(&lexer.tokens, arena);
    vec_init(&lexer.frames, arena);
    vec_init(&lexer.pending, arena);
    vec_reserve(&lexer.tokens, source->length / 4 + 16);
    scan_init(&lexer.scan, source, diags, is_module);
    Frame *program = vec_add(&lexer.frames);
    program->kind = FRAME_BLOCK;
    LexerResult result = LEXER_OK;
    for (;;) {
        Token token;
        base_work(TOKEN_WORK);
        ScanResult scanned = scan_token(&lexer.scan, lexer.operand_end, is_in_template(&lexer), &token);
        if (scanned == SCAN_END)
            break;
        if (scanned != SCAN_OK)
            result = LEXER_MALFORMED;
        if (scanned == SCAN_FATAL)
            break;
        if (!take_token(&lexer, token)) {
            result = LEXER_UNBALANCED;
            break;
        }
        if (is_too_deep(&lexer, &token)) {
            result = LEXER_MALFORMED;
            break;
        }
    }
    add_end(&lexer);
    if (result == LEXER_OK && !is_closed(&lexer))
        result = LEXER_UNBALANCED;
    *ret_tokens = (TokenList){lexer.tokens.items, (uint32_t)lexer.tokens.length, lexer.scan.hashbang_end};
    return result;
}
