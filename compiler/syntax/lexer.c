/* See lexer.h. One forward pass: scan.c reads a token's extent, and this file keeps the frames (open brackets with what
 * they mean) from which the meaning of the next `/`, `{` and `(` follows. */
#include "lexer.h"

#include <string.h>

#include "scan.h"

/* A function or class whose brackets are still to come, in the frame of that depth. */
typedef struct Pending {
    uint32_t depth;
    bool is_class;
    bool is_expression;
    bool has_parameters;       /* the parameter list is closed: the body comes next */
    bool is_async, is_generator;
} Pending;

typedef struct Frame {
    uint8_t kind;
    uint32_t opener;           /* token index */
    uint32_t ternaries;        /* `?` without their `:` */
    uint32_t member_start;     /* token index */
    bool in_key;
    bool ends_operand;         /* braces: the closing one ends an operand (object, function or class expression) */
    bool is_arrow_body;
    bool is_for;               /* FRAME_HEAD of a for statement */
    bool is_async, is_generator;
    uint8_t first_word;        /* FRAME_BLOCK: first word of the statement */
} Frame;

typedef struct Lexer {
    Scanner scan;
    TokenVec tokens;
    VEC(Frame) frames;
    VEC(Pending) pending;
    bool is_module;
    bool operand_end;          /* the last token ended an operand */
    bool statement_start;      /* the next token begins a statement */
} Lexer;

static const struct { const char *text; uint8_t length; bool is_reserved; } word_table[] = {
    {"", 0, false},
#define WORD(NAME, text, reserved) {text, sizeof text - 1, reserved},
#include "words.def"
#undef WORD
};

Word word_find(const char *bytes, size_t length)
{
    if (length < 2 || length > 10)
        return WORD_NONE;
    for (int i = 1; i < WORD_COUNT; i++) {
        if (word_table[i].length == length && word_table[i].text[0] == bytes[0] && !memcmp(word_table[i].text, bytes, length))
            return (Word)i;
    }
    return WORD_NONE;
}

bool word_is_reserved(Word word)
{
    return word_table[word].is_reserved;
}

bool token_is(const Source *source, const Token *token, const char *text)
{
    size_t length = strlen(text);
    return token->end - token->start == length && !memcmp(source->bytes + token->start, text, length);
}

static bool is_punct(const Lexer *lexer, const Token *token, const char *text)
{
    return token->kind == TOKEN_PUNCTUATOR && token_is(lexer->scan.source, token, text);
}

static Frame *top(Lexer *lexer)
{
    return &vec_last(&lexer->frames);
}

static Token *previous(Lexer *lexer, size_t back)
{
    return lexer->tokens.length > back ? &lexer->tokens.items[lexer->tokens.length - 1 - back] : NULL;
}

static bool was_word(Lexer *lexer, size_t back, Word word)
{
    Token *token = previous(lexer, back);
    return token && token->kind == TOKEN_NAME && token->word == word && !token->is_property && !token->is_key;
}

static bool was_punct(Lexer *lexer, size_t back, const char *text)
{
    Token *token = previous(lexer, back);
    return token && is_punct(lexer, token, text);
}

/* The function context at this place: field initialisers are functions of their own. */
static void context(Lexer *lexer, bool *ret_async, bool *ret_generator)
{
    Frame *frame = top(lexer);
    bool is_initializer = frame->kind == FRAME_CLASS && !frame->in_key;
    *ret_async = frame->is_async && !is_initializer;
    *ret_generator = frame->is_generator && !is_initializer;
}

static Frame *push_frame(Lexer *lexer, FrameKind kind, uint32_t opener)
{
    bool is_async, is_generator;
    context(lexer, &is_async, &is_generator);
    Frame *frame = vec_add(&lexer->frames);
    frame->kind = kind;
    frame->opener = opener;
    frame->is_async = is_async;
    frame->is_generator = is_generator;
    frame->in_key = kind == FRAME_OBJECT || kind == FRAME_CLASS || kind == FRAME_CLAUSE;
    frame->member_start = opener + 1;
    return frame;
}

static Pending *pending_here(Lexer *lexer)
{
    if (!lexer->pending.length || vec_last(&lexer->pending).depth != lexer->frames.length)
        return NULL;
    return &vec_last(&lexer->pending);
}

static void begin_statement(Lexer *lexer)
{
    lexer->statement_start = true;
    lexer->operand_end = false;
    top(lexer)->first_word = WORD_NONE;
    top(lexer)->ternaries = 0;
}

static void begin_member(Lexer *lexer)
{
    Frame *frame = top(lexer);
    frame->in_key = true;
    frame->member_start = (uint32_t)lexer->tokens.length;
    frame->ternaries = 0;
    lexer->operand_end = false;
}

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
        if (is_punct(lexer, token, starters[i]))
            return false;
    }
    return true;
}

/* A line end before this token ends the statement or member before it (12.10.1), as far as tokens tell. */
static bool ends_by_newline(Lexer *lexer, const Token *token)
{
    if (!token->newline_before)
        return false;
    Token *before = previous(lexer, 0);
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
    while (top(lexer)->kind == FRAME_ARROW) {
        bool ends = ends_by_newline(lexer, token) || token->kind == TOKEN_END;
        if (token->kind == TOKEN_PUNCTUATOR) {
            const char c = lexer->scan.source->bytes[token->start];
            bool is_single = token->end - token->start == 1;
            ends |= is_single && (c == ')' || c == ']' || c == '}' || c == ',' || c == ';');
            ends |= is_single && c == ':' && top(lexer)->ternaries == 0;
        }
        if (token->kind == TOKEN_TEMPLATE && lexer->scan.source->bytes[token->start] == '}')
            ends = true;
        if (!ends)
            return;
        lexer->frames.length--;
    }
}

/* The modifiers before a method's parameter list. */
static void read_modifiers(Lexer *lexer, Frame *frame, Pending *pending)
{
    size_t end = lexer->tokens.length;
    for (size_t i = frame->member_start; i < end; i++) {
        Token *token = &lexer->tokens.items[i];
        if (is_punct(lexer, token, "*")) {
            pending->is_generator = true;
            continue;
        }
        bool has_more = i + 1 < end;
        if (token->kind != TOKEN_NAME || !has_more)
            return;
        if (token->word == WORD_ASYNC)
            pending->is_async = true;
        else if (token->word != WORD_STATIC && token->word != WORD_GET && token->word != WORD_SET)
            return;
    }
}

static void open_paren(Lexer *lexer, Token *token, uint32_t index)
{
    Frame *around = top(lexer);
    Pending *pending = pending_here(lexer);
    if (around->in_key && (around->kind == FRAME_OBJECT || around->kind == FRAME_CLASS) && !pending) {
        Pending method = {.depth = (uint32_t)lexer->frames.length, .is_expression = around->kind == FRAME_OBJECT};
        read_modifiers(lexer, around, &method);
        vec_push(&lexer->pending, method);
        pending = &vec_last(&lexer->pending);
    }
    FrameKind kind = FRAME_GROUP;
    bool is_for = was_word(lexer, 0, WORD_FOR) || (was_word(lexer, 0, WORD_AWAIT) && was_word(lexer, 1, WORD_FOR));
    static const uint8_t heads[] = {WORD_IF, WORD_WHILE, WORD_WITH, WORD_SWITCH, WORD_CATCH};
    for (size_t i = 0; i < sizeof heads; i++)
        kind = was_word(lexer, 0, heads[i]) ? FRAME_HEAD : kind;
    if (is_for)
        kind = FRAME_HEAD;
    bool is_params = pending && !pending->is_class && !pending->has_parameters && kind == FRAME_GROUP;
    if (is_params)
        kind = FRAME_PARAMETERS;
    bool is_async = is_params && pending->is_async, is_generator = is_params && pending->is_generator;
    Frame *frame = push_frame(lexer, kind, index);
    frame->is_for = is_for;
    if (is_params) {
        frame->is_async = is_async;
        frame->is_generator = is_generator;
    }
    token->frame = kind;
    lexer->operand_end = false;
    lexer->statement_start = false;
}

/* Opens the body of the pending function or class, if one is pending here. */
static bool open_pending_brace(Lexer *lexer, Token *token, uint32_t index)
{
    Pending *pending = pending_here(lexer);
    if (!pending)
        return false;
    if (pending->is_class ? !lexer->operand_end && !was_word(lexer, 0, WORD_CLASS) : !pending->has_parameters)
        return false;
    Pending copy = vec_pop(&lexer->pending);
    Frame *frame = push_frame(lexer, copy.is_class ? FRAME_CLASS : FRAME_BLOCK, index);
    frame->ends_operand = copy.is_expression;
    if (!copy.is_class) {
        frame->is_async = copy.is_async;
        frame->is_generator = copy.is_generator;
    }
    token->frame = frame->kind;
    return true;
}

static bool is_arrow_async(Lexer *lexer)
{
    Token *before = previous(lexer, 1); /* the token before => */
    if (!before)
        return false;
    size_t at = lexer->tokens.length - 2;
    if (is_punct(lexer, before, ")"))
        at = before->match;
    if (at == 0)
        return false;
    Token *candidate = &lexer->tokens.items[at - 1];
    return candidate->kind == TOKEN_NAME && candidate->word == WORD_ASYNC && !candidate->is_property &&
           !lexer->tokens.items[at].newline_before;
}

/* Is the brace one of an import or export clause? */
static bool is_clause_brace(Lexer *lexer)
{
    Frame *frame = top(lexer);
    if (frame->kind != FRAME_BLOCK || was_word(lexer, 0, WORD_WITH))
        return false;
    if (frame->first_word == WORD_EXPORT)
        return was_word(lexer, 0, WORD_EXPORT);
    return frame->first_word == WORD_IMPORT && (was_word(lexer, 0, WORD_IMPORT) || was_punct(lexer, 0, ","));
}

static bool is_block_brace(Lexer *lexer, const Token *token)
{
    Token *before = previous(lexer, 0);
    if (!before)
        return true;
    if (before->is_keyword && (before->word == WORD_TRY || before->word == WORD_FINALLY || before->word == WORD_DO ||
                               before->word == WORD_ELSE || before->word == WORD_CATCH))
        return true;
    if (is_punct(lexer, before, ")") && before->frame == FRAME_HEAD)
        return true;
    return lexer->statement_start || lexer->operand_end;
}

static void open_brace(Lexer *lexer, Token *token, uint32_t index)
{
    Frame *around = top(lexer);
    bool is_static_block = around->kind == FRAME_CLASS && around->in_key && previous(lexer, 0)->word == WORD_STATIC &&
                           lexer->tokens.length - 1 == around->member_start;
    if (was_punct(lexer, 0, "=>")) {
        bool is_async = is_arrow_async(lexer);
        Frame *frame = push_frame(lexer, FRAME_BLOCK, index);
        frame->is_arrow_body = true;
        frame->is_async = is_async;
        frame->is_generator = false;
        token->frame = FRAME_BLOCK;
    } else if (open_pending_brace(lexer, token, index)) {
        /* done there */
    } else if (is_static_block) {
        Frame *frame = push_frame(lexer, FRAME_BLOCK, index);
        frame->is_async = frame->is_generator = false;
        token->frame = FRAME_BLOCK;
    } else {
        FrameKind kind = is_clause_brace(lexer)       ? FRAME_CLAUSE
                         : is_block_brace(lexer, token) ? FRAME_BLOCK
                                                      : FRAME_OBJECT;
        Frame *frame = push_frame(lexer, kind, index);
        frame->ends_operand = kind != FRAME_BLOCK;
        token->frame = kind;
    }
    lexer->operand_end = false;
    lexer->statement_start = top(lexer)->kind == FRAME_BLOCK;
}

/* The frame is closed: what may follow? */
static void after_close(Lexer *lexer, const Frame *closed)
{
    Frame *frame = top(lexer);
    Pending *pending = pending_here(lexer);
    lexer->statement_start = false;
    switch ((FrameKind)closed->kind) {
    case FRAME_HEAD:
        lexer->operand_end = false;
        lexer->statement_start = true;
        return;
    case FRAME_PARAMETERS:
        if (pending)
            pending->has_parameters = true;
        lexer->operand_end = false;
        return;
    case FRAME_GROUP:
    case FRAME_BRACKET:
    case FRAME_OBJECT:
    case FRAME_CLAUSE:
        lexer->operand_end = true;
        return;
    case FRAME_BLOCK:
    case FRAME_CLASS:
        if (frame->kind == FRAME_CLASS && frame->in_key)
            begin_member(lexer);
        else if (closed->is_arrow_body)
            lexer->operand_end = false;
        else if (closed->ends_operand)
            lexer->operand_end = true;
        else
            begin_statement(lexer);
        return;
    case FRAME_NONE:
    case FRAME_TEMPLATE:
    case FRAME_ARROW:
        lexer->operand_end = true;
        return;
    }
}

static bool closes(const Frame *frame, char c)
{
    switch ((FrameKind)frame->kind) {
    case FRAME_GROUP:
    case FRAME_HEAD:
    case FRAME_PARAMETERS:
        return c == ')';
    case FRAME_BRACKET:
        return c == ']';
    case FRAME_BLOCK:
    case FRAME_OBJECT:
    case FRAME_CLASS:
    case FRAME_CLAUSE:
    case FRAME_TEMPLATE:
        return c == '}';
    case FRAME_NONE:
    case FRAME_ARROW:
        return false;
    }
    return false;
}

/* A closing bracket. False, with a diagnostic, when it closes nothing. */
static bool close_bracket(Lexer *lexer, Token *token, uint32_t index, char c)
{
    Frame closed = *top(lexer);
    if (lexer->frames.length == 1 || !closes(&closed, c)) {
        char text[] = "token ' '";
        text[7] = c;
        return diag_add(lexer->scan.diags, lexer->scan.source, (Span){token->start, token->end}, DIAG_UNEXPECTED_TOKEN, text);
    }
    while (lexer->pending.length && vec_last(&lexer->pending).depth >= lexer->frames.length)
        lexer->pending.length--;
    lexer->frames.length--;
    token->match = closed.opener;
    token->frame = closed.kind;
    token->is_arrow_body = closed.is_arrow_body;
    lexer->tokens.items[closed.opener].match = index;
    lexer->tokens.items[closed.opener].is_arrow_body = closed.is_arrow_body;
    after_close(lexer, &closed);
    return true;
}

static void separator(Lexer *lexer, char c)
{
    Frame *frame = top(lexer);
    lexer->operand_end = false;
    lexer->statement_start = false;
    if (c == ';' && frame->kind == FRAME_BLOCK)
        begin_statement(lexer);
    if ((c == ';' && frame->kind == FRAME_CLASS) ||
        (c == ',' && (frame->kind == FRAME_OBJECT || frame->kind == FRAME_CLAUSE)))
        begin_member(lexer);
}

static void colon(Lexer *lexer)
{
    Frame *frame = top(lexer);
    lexer->operand_end = false;
    lexer->statement_start = false;
    if (frame->ternaries)
        frame->ternaries--;
    else if (frame->kind == FRAME_BLOCK)
        begin_statement(lexer);
    else
        frame->in_key = false;
}

/* Punctuators that are neither brackets nor separators. */
static void operator_token(Lexer *lexer, Token *token)
{
    Frame *frame = top(lexer);
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
    if (length == 1 && *text == '*' && was_word(lexer, 1, WORD_FUNCTION) && pending_here(lexer))
        pending_here(lexer)->is_generator = true;
    if ((length == 1 && *text == '=') || (length == 3 && !memcmp(text, "...", 3)))
        frame->in_key = false;
}

static void begin_pending(Lexer *lexer, bool is_class, bool was_statement_start)
{
    /* `tokens` ends with the keyword itself */
    bool is_async = !is_class && was_word(lexer, 1, WORD_ASYNC) && !previous(lexer, 0)->newline_before;
    size_t back = is_async ? 2 : 1;
    bool is_declaration = was_statement_start || (is_async && previous(lexer, 1)->is_statement_start) ||
                          was_word(lexer, back, WORD_EXPORT) ||
                          (was_word(lexer, back, WORD_DEFAULT) && was_word(lexer, back + 1, WORD_EXPORT));
    Pending pending = {.depth = (uint32_t)lexer->frames.length, .is_class = is_class, .is_expression = !is_declaration,
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
    if (was_word(lexer, 1, WORD_LET))
        return was_punct(lexer, 2, "(");
    return was_word(lexer, 1, WORD_USING) && was_word(lexer, 2, WORD_AWAIT);
}

/* May a declaration start with the name in hand? */
static bool may_declare(Lexer *lexer, bool was_statement_start)
{
    Token *before = previous(lexer, 1);
    if (!before)
        return true;
    Token *label = previous(lexer, 2);
    bool is_label = label && is_punct(lexer, before, ":") && label->kind == TOKEN_NAME && label->is_statement_start;
    bool is_part = (is_punct(lexer, before, ")") && before->frame == FRAME_HEAD) || was_word(lexer, 1, WORD_ELSE) ||
                   was_word(lexer, 1, WORD_DO) || is_label;
    if (was_statement_start)
        return !is_part;
    bool in_head = was_punct(lexer, 1, "(") && before->frame == FRAME_HEAD;
    return in_head || was_word(lexer, 1, WORD_EXPORT);
}

/* `export * as class from "m"`: any name stands there. */
static bool is_export_name(Lexer *lexer)
{
    return was_word(lexer, 1, WORD_AS) && was_punct(lexer, 2, "*") && was_word(lexer, 3, WORD_EXPORT);
}

static void name_token(Lexer *lexer, Token *token, bool was_statement_start)
{
    Frame *frame = top(lexer);
    token->is_property = lexer->tokens.length > 1 && (was_punct(lexer, 1, ".") || was_punct(lexer, 1, "?."));
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
    token->is_of_operator = token->word == WORD_OF && frame->kind == FRAME_HEAD && frame->is_for && lexer->operand_end &&
                            !is_declared_name(lexer) && strncmp(next, "=>", 2) != 0;
    bool is_let_pattern = token->word == WORD_LET && *next == '{' && may_declare(lexer, was_statement_start);
    bool is_operator = token->is_of_operator || is_let_pattern || (token->word == WORD_AWAIT && (lexer->is_module || token->in_async)) ||
                       (token->word == WORD_YIELD && token->in_generator);
    lexer->operand_end = !is_operator;
    lexer->statement_start = false;
}

static void arrow(Lexer *lexer, uint32_t index)
{
    /* A brace after it is a body of statements; open_brace sees to that. Otherwise the body is an expression. */
    if (lexer->scan.source->bytes[scan_peek(&lexer->scan)] == '{')
        return;
    bool is_async = is_arrow_async(lexer);
    Frame *frame = push_frame(lexer, FRAME_ARROW, index);
    frame->is_async = is_async;
    frame->is_generator = false;
}

static bool punctuator(Lexer *lexer, Token *token, uint32_t index)
{
    char c = lexer->scan.source->bytes[token->start];
    bool is_single = token->end - token->start == 1;
    if (is_single && c == '(') {
        lexer->tokens.length--; /* look back from before the bracket */
        open_paren(lexer, token, index);
        lexer->tokens.length++;
    } else if (is_single && c == '{') {
        lexer->tokens.length--;
        open_brace(lexer, token, index);
        lexer->tokens.length++;
    } else if (is_single && c == '[') {
        push_frame(lexer, FRAME_BRACKET, index);
        token->frame = FRAME_BRACKET;
        lexer->operand_end = lexer->statement_start = false;
    } else if (is_single && (c == ')' || c == ']' || c == '}')) {
        return close_bracket(lexer, token, index, c);
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
        push_frame(lexer, FRAME_TEMPLATE, index);
    lexer->operand_end = !has_more;
    lexer->statement_start = false;
}

/* Is the token before one of static, get, set where these are modifiers if a name follows? */
static bool follows_modifier(Lexer *lexer)
{
    Token *before = previous(lexer, 0), *first = previous(lexer, 1);
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
    if (is_punct(lexer, token, "["))
        return !follows_modifier(lexer);
    Token *before = previous(lexer, 0);
    return is_punct(lexer, token, "*") && !(before->is_member_start && before->word == WORD_STATIC);
}

/* A statement, or a class element, that a line end closes. */
static void apply_newline(Lexer *lexer, const Token *token)
{
    Frame *frame = top(lexer);
    if (frame->kind == FRAME_CLASS && frame->in_key) {
        if (ends_field_name(lexer, token))
            begin_member(lexer);
        return;
    }
    if (!ends_by_newline(lexer, token))
        return;
    if (frame->kind == FRAME_BLOCK)
        begin_statement(lexer);
    else if (frame->kind == FRAME_CLASS)
        begin_member(lexer);
}

static bool take_token(Lexer *lexer, Token raw)
{
    uint32_t index = (uint32_t)lexer->tokens.length;
    leave_arrows(lexer, &raw);
    apply_newline(lexer, &raw);
    bool was_statement_start = lexer->statement_start && top(lexer)->kind == FRAME_BLOCK;
    raw.frame = top(lexer)->kind;
    raw.is_statement_start = was_statement_start;
    raw.after_operand = lexer->operand_end;
    raw.is_key = top(lexer)->in_key;
    raw.is_member_start = top(lexer)->in_key && top(lexer)->member_start == index;
    context(lexer, &raw.in_async, &raw.in_generator);
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
    Token *end = &vec_last(&lexer->tokens), *opener = &lexer->tokens.items[top(lexer)->opener];
    diag_add(lexer->scan.diags, lexer->scan.source, (Span){end->start, end->end}, DIAG_UNEXPECTED_END);
    diag_note(lexer->scan.diags, lexer->scan.source, (Span){opener->start, opener->end}, "this bracket is never closed");
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
    }
    add_end(&lexer);
    if (result == LEXER_OK && !is_closed(&lexer))
        result = LEXER_UNBALANCED;
    *ret_tokens = (TokenList){lexer.tokens.items, (uint32_t)lexer.tokens.length, lexer.scan.hashbang_end};
    return result;
}
