/* Brackets: what each one opens, from the tokens before it, and what may follow a closing one. */
#include <string.h>

#include "lexer_internal.h"

bool lexer_is_punct(const Lexer *lexer, const Token *token, const char *text)
{
    return token->kind == TOKEN_PUNCTUATOR && token_is(lexer->scan.source, token, text);
}

Frame *lexer_top(Lexer *lexer)
{
    return &vec_last(&lexer->frames);
}

Token *lexer_previous(Lexer *lexer, size_t back)
{
    return lexer->tokens.length > back ? &lexer->tokens.items[lexer->tokens.length - 1 - back] : NULL;
}

bool lexer_was_word(Lexer *lexer, size_t back, Word word)
{
    Token *token = lexer_previous(lexer, back);
    return token && token->kind == TOKEN_NAME && token->word == word && !token->is_property && !token->is_key;
}

bool lexer_was_punct(Lexer *lexer, size_t back, const char *text)
{
    Token *token = lexer_previous(lexer, back);
    return token && lexer_is_punct(lexer, token, text);
}

void lexer_context(Lexer *lexer, bool *ret_async, bool *ret_generator)
{
    Frame *frame = lexer_top(lexer);
    bool is_initializer = frame->kind == FRAME_CLASS && !frame->in_key;
    *ret_async = frame->is_async && !is_initializer;
    *ret_generator = frame->is_generator && !is_initializer;
}

Frame *lexer_push_frame(Lexer *lexer, FrameKind kind, uint32_t opener)
{
    bool is_async, is_generator;
    lexer_context(lexer, &is_async, &is_generator);
    Frame *frame = vec_add(&lexer->frames);
    frame->kind = kind;
    frame->opener = opener;
    frame->is_async = is_async;
    frame->is_generator = is_generator;
    frame->in_key = kind == FRAME_OBJECT || kind == FRAME_CLASS || kind == FRAME_CLAUSE;
    frame->member_start = opener + 1;
    return frame;
}

Pending *lexer_pending_here(Lexer *lexer)
{
    if (!lexer->pending.length || vec_last(&lexer->pending).depth != lexer->frames.length)
        return NULL;
    return &vec_last(&lexer->pending);
}

void lexer_begin_statement(Lexer *lexer)
{
    lexer->statement_start = true;
    lexer->operand_end = false;
    lexer_top(lexer)->first_word = WORD_NONE;
    lexer_top(lexer)->ternaries = 0;
}

void lexer_begin_member(Lexer *lexer)
{
    Frame *frame = lexer_top(lexer);
    frame->in_key = true;
    frame->member_start = (uint32_t)lexer->tokens.length;
    frame->ternaries = 0;
    lexer->operand_end = false;
}

/* The modifiers before a method's parameter list. */
static void read_modifiers(Lexer *lexer, Frame *frame, Pending *pending)
{
    size_t end = lexer->tokens.length;
    for (size_t i = frame->member_start; i < end; i++) {
        Token *token = &lexer->tokens.items[i];
        if (lexer_is_punct(lexer, token, "*")) {
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

void lexer_open_paren(Lexer *lexer, Token *token, uint32_t index)
{
    Frame *around = lexer_top(lexer);
    Pending *pending = lexer_pending_here(lexer);
    if (around->in_key && (around->kind == FRAME_OBJECT || around->kind == FRAME_CLASS) && !pending) {
        Pending method = {.depth = (uint32_t)lexer->frames.length, .is_expression = around->kind == FRAME_OBJECT};
        read_modifiers(lexer, around, &method);
        vec_push(&lexer->pending, method);
        pending = &vec_last(&lexer->pending);
    }
    FrameKind kind = FRAME_GROUP;
    bool is_for = lexer_was_word(lexer, 0, WORD_FOR) ||
                  (lexer_was_word(lexer, 0, WORD_AWAIT) && lexer_was_word(lexer, 1, WORD_FOR));
    static const uint8_t heads[] = {WORD_IF, WORD_WHILE, WORD_WITH, WORD_SWITCH, WORD_CATCH};
    for (size_t i = 0; i < sizeof heads; i++)
        kind = lexer_was_word(lexer, 0, heads[i]) ? FRAME_HEAD : kind;
    if (is_for)
        kind = FRAME_HEAD;
    bool is_params = pending && !pending->is_class && !pending->has_parameters && kind == FRAME_GROUP;
    if (is_params)
        kind = FRAME_PARAMETERS;
    bool is_async = is_params && pending->is_async, is_generator = is_params && pending->is_generator;
    Frame *frame = lexer_push_frame(lexer, kind, index);
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
    Pending *pending = lexer_pending_here(lexer);
    if (!pending)
        return false;
    if (pending->is_class ? !lexer->operand_end && !lexer_was_word(lexer, 0, WORD_CLASS) : !pending->has_parameters)
        return false;
    Pending copy = vec_pop(&lexer->pending);
    Frame *frame = lexer_push_frame(lexer, copy.is_class ? FRAME_CLASS : FRAME_BLOCK, index);
    frame->ends_operand = copy.is_expression;
    if (!copy.is_class) {
        frame->is_async = copy.is_async;
        frame->is_generator = copy.is_generator;
    }
    token->frame = frame->kind;
    return true;
}

bool lexer_is_arrow_async(Lexer *lexer)
{
    Token *before = lexer_previous(lexer, 1); /* the token before => */
    if (!before)
        return false;
    size_t at = lexer->tokens.length - 2;
    if (lexer_is_punct(lexer, before, ")"))
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
    Frame *frame = lexer_top(lexer);
    if (frame->kind != FRAME_BLOCK || lexer_was_word(lexer, 0, WORD_WITH))
        return false;
    if (frame->first_word == WORD_EXPORT)
        return lexer_was_word(lexer, 0, WORD_EXPORT);
    return frame->first_word == WORD_IMPORT &&
           (lexer_was_word(lexer, 0, WORD_IMPORT) || lexer_was_punct(lexer, 0, ","));
}

static bool is_block_brace(Lexer *lexer)
{
    Token *before = lexer_previous(lexer, 0);
    if (!before)
        return true;
    if (before->is_keyword && (before->word == WORD_TRY || before->word == WORD_FINALLY || before->word == WORD_DO ||
                               before->word == WORD_ELSE || before->word == WORD_CATCH))
        return true;
    if (lexer_is_punct(lexer, before, ")") && before->frame == FRAME_HEAD)
        return true;
    return lexer->statement_start || lexer->operand_end;
}

void lexer_open_brace(Lexer *lexer, Token *token, uint32_t index)
{
    Frame *around = lexer_top(lexer);
    bool is_static_block = around->kind == FRAME_CLASS && around->in_key &&
                           lexer_previous(lexer, 0)->word == WORD_STATIC &&
                           lexer->tokens.length - 1 == around->member_start;
    if (lexer_was_punct(lexer, 0, "=>")) {
        bool is_async = lexer_is_arrow_async(lexer);
        Frame *frame = lexer_push_frame(lexer, FRAME_BLOCK, index);
        frame->is_arrow_body = true;
        frame->is_async = is_async;
        frame->is_generator = false;
        token->frame = FRAME_BLOCK;
    } else if (open_pending_brace(lexer, token, index)) {
        /* done there */
    } else if (is_static_block) {
        Frame *frame = lexer_push_frame(lexer, FRAME_BLOCK, index);
        frame->is_async = frame->is_generator = false;
        token->frame = FRAME_BLOCK;
    } else {
        FrameKind kind = is_clause_brace(lexer) ? FRAME_CLAUSE : is_block_brace(lexer) ? FRAME_BLOCK : FRAME_OBJECT;
        Frame *frame = lexer_push_frame(lexer, kind, index);
        frame->ends_operand = kind != FRAME_BLOCK;
        token->frame = kind;
    }
    lexer->operand_end = false;
    lexer->statement_start = lexer_top(lexer)->kind == FRAME_BLOCK;
}

/* The frame is closed: what may follow? */
static void after_close(Lexer *lexer, const Frame *closed)
{
    Frame *frame = lexer_top(lexer);
    Pending *pending = lexer_pending_here(lexer);
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
            lexer_begin_member(lexer);
        else if (closed->is_arrow_body)
            lexer->operand_end = false;
        else if (closed->ends_operand)
            lexer->operand_end = true;
        else
            lexer_begin_statement(lexer);
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

bool lexer_close_bracket(Lexer *lexer, Token *token, uint32_t index, char c)
{
    Frame closed = *lexer_top(lexer);
    if (lexer->frames.length == 1 || !closes(&closed, c)) {
        char text[] = "token ' '";
        text[7] = c;
        return diag_add(lexer->scan.diags, lexer->scan.source, (Span){token->start, token->end}, DIAG_UNEXPECTED_TOKEN,
                        text);
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
