/* See mask.h. What each rule is for is said at the rule; all were found by comparing with other parsers. */
#include "mask.h"

#include <string.h>

typedef struct Masker {
    const Source *source;
    const TokenList *tokens;
    char *bytes;
    uint8_t *notes;
} Masker;

static const Token *token_at(const Masker *m, uint32_t i)
{
    return &m->tokens->items[i];
}

static bool is_text(const Masker *m, uint32_t i, const char *text)
{
    return i < m->tokens->count && token_at(m, i)->kind == TOKEN_PUNCTUATOR &&
           token_is(m->source, token_at(m, i), text);
}

/* A name used as this word (not as a property or key). */
static bool is_word(const Masker *m, uint32_t i, Word word)
{
    const Token *t = token_at(m, i);
    return i < m->tokens->count && t->kind == TOKEN_NAME && t->word == word && !t->is_property && !t->is_key;
}

static void fill(Masker *m, uint32_t start, uint32_t end, char c)
{
    memset(m->bytes + start, c, end - start);
}

/* White space and comments become spaces and line feeds: other line ends, spaces beyond ASCII, and comments that hold a
 * line end are read in other ways by the grammar. */
static void mask_gap(Masker *m, uint32_t start, uint32_t end)
{
    const unsigned char *bytes = (const unsigned char *)m->source->bytes;
    fill(m, start, end, ' ');
    for (uint32_t i = start; i < end; i++) {
        bool is_separator = bytes[i] == 0xE2 && i + 2 < end && bytes[i + 1] == 0x80 && (bytes[i + 2] | 1) == 0xA9;
        if (bytes[i] == '\n' || is_separator || (bytes[i] == '\r' && bytes[i + 1] != '\n'))
            m->bytes[i] = '\n';
    }
}

/* Turns a line end (or space) between tokens i - 1 and i into `;`. */
static void insert_semicolon(Masker *m, uint32_t i)
{
    uint32_t start = token_at(m, i - 1)->end;
    if (start < token_at(m, i)->start)
        m->bytes[start] = ';';
}

/* Line ends between tokens i - 1 and i become spaces. */
static void join_lines(Masker *m, uint32_t i)
{
    fill(m, token_at(m, i - 1)->end, token_at(m, i)->start, ' ');
}

static bool is_name_start(const Masker *m, uint32_t i)
{
    const Token *t = token_at(m, i);
    return t->kind == TOKEN_NAME && !(word_is_reserved(t->word) && !t->has_escape);
}

static bool is_for_head_start(const Masker *m, uint32_t i)
{
    return i >= 2 && is_text(m, i - 1, "(") && token_at(m, i - 1)->frame == FRAME_HEAD &&
           (is_word(m, i - 2, WORD_FOR) || is_word(m, i - 2, WORD_AWAIT));
}

/* Does the token come right after the head of a statement or a label? */
static bool is_statement_part(const Masker *m, uint32_t i)
{
    if (i == 0)
        return false;
    bool is_label =
        i >= 2 && is_text(m, i - 1, ":") && is_name_start(m, i - 2) && token_at(m, i - 2)->is_statement_start;
    return (is_text(m, i - 1, ")") && token_at(m, i - 1)->frame == FRAME_HEAD) || is_word(m, i - 1, WORD_ELSE) ||
           is_word(m, i - 1, WORD_DO) || is_label;
}

/* `let` declares when a binding follows it at the start of a statement, after export, or in the head of a for. */
static bool is_let_declaration(const Masker *m, uint32_t i)
{
    const Token *t = token_at(m, i);
    bool is_place = t->is_statement_start || is_for_head_start(m, i) || (i && is_word(m, i - 1, WORD_EXPORT));
    if (!is_place)
        return false;
    /* where only a statement may stand, a line end after `let` makes it a name */
    bool is_part = t->is_statement_start && is_statement_part(m, i);
    if (is_part && token_at(m, i + 1)->newline_before && !is_text(m, i + 1, "["))
        return false;
    if (is_text(m, i + 1, "[") || is_text(m, i + 1, "{"))
        return true;
    if (!is_name_start(m, i + 1))
        return false;
    if (is_word(m, i + 1, WORD_OF) && is_for_head_start(m, i))
        return is_text(m, i + 2, "=") || is_text(m, i + 2, ";") || is_text(m, i + 2, ",") ||
               is_word(m, i + 2, WORD_IN) || is_word(m, i + 2, WORD_OF);
    return true;
}

static bool is_using_declaration(const Masker *m, uint32_t i)
{
    bool after_await = i && is_word(m, i - 1, WORD_AWAIT) && !token_at(m, i)->newline_before;
    uint32_t first = after_await ? i - 1 : i;
    bool is_place = token_at(m, first)->is_statement_start || is_for_head_start(m, first);
    if (!is_place || !is_name_start(m, i + 1) || token_at(m, i + 1)->newline_before)
        return false;
    if (is_word(m, i + 1, WORD_OF) && is_for_head_start(m, first) && !after_await)
        return is_text(m, i + 2, "=");
    return true;
}

/* Does a property name start at the token (so that the word before it is a modifier)? */
static bool is_key_start(const Masker *m, uint32_t i, bool allow_star)
{
    const Token *t = token_at(m, i);
    if (t->kind == TOKEN_NAME || t->kind == TOKEN_STRING || t->kind == TOKEN_NUMBER || t->kind == TOKEN_BIGINT ||
        t->kind == TOKEN_PRIVATE)
        return true;
    return is_text(m, i, "[") || (allow_star && is_text(m, i, "*"));
}

/* Is the name in key position one of get, set, async, static acting as a modifier? */
static bool is_modifier(const Masker *m, uint32_t i)
{
    const Token *t = token_at(m, i);
    bool in_class = t->frame == FRAME_CLASS;
    if (!t->is_member_start) {
        bool after_static =
            i && token_at(m, i - 1)->is_member_start && token_at(m, i - 1)->word == WORD_STATIC && in_class;
        if (!after_static)
            return false;
    }
    switch ((Word)t->word) {
    case WORD_STATIC:
        return in_class && t->is_member_start && (is_key_start(m, i + 1, true) || is_text(m, i + 1, "{"));
    case WORD_GET:
    case WORD_SET:
        return is_key_start(m, i + 1, false);
    case WORD_ASYNC:
        return is_key_start(m, i + 1, true) && !token_at(m, i + 1)->newline_before;
    default: /* no other word is one */
        return false;
    }
}

/* `async` before a function, or before the parameters of an arrow function. */
static bool is_async_modifier(const Masker *m, uint32_t i)
{
    const Token *next = token_at(m, i + 1);
    if (next->newline_before)
        return false;
    if (is_word(m, i + 1, WORD_FUNCTION))
        return true;
    if (is_text(m, i + 1, "("))
        return next->match && is_text(m, next->match + 1, "=>");
    return is_name_start(m, i + 1) && is_text(m, i + 2, "=>");
}

/* `from` and `as` of import and export declarations act between certain neighbours only. */
static bool is_from(const Masker *m, uint32_t i)
{
    if (token_at(m, i + 1)->kind != TOKEN_STRING || i == 0 || is_word(m, i - 1, WORD_IMPORT))
        return false;
    const Token *before = token_at(m, i - 1);
    return is_text(m, i - 1, "*") || before->kind == TOKEN_NAME || before->kind == TOKEN_STRING ||
           (is_text(m, i - 1, "}") && before->frame == FRAME_CLAUSE);
}

static bool is_as(const Masker *m, uint32_t i)
{
    const Token *t = token_at(m, i);
    if (t->frame == FRAME_CLAUSE) {
        const Token *before = token_at(m, i - 1);
        return !t->is_member_start && i >= 1 && before->is_member_start;
    }
    return i >= 2 && is_text(m, i - 1, "*") &&
           (is_word(m, i - 2, WORD_IMPORT) || is_word(m, i - 2, WORD_EXPORT) || is_text(m, i - 2, ","));
}

/* Does the word act at this place, so that the copy must show it? */
static bool acts(const Masker *m, uint32_t i)
{
    const Token *t = token_at(m, i);
    if (t->frame == FRAME_CLAUSE && t->is_key)
        return t->word == WORD_AS && is_as(m, i);
    if (t->is_key)
        return is_modifier(m, i);
    if (t->is_property) {
        bool is_target = t->word == WORD_TARGET && i >= 2 && is_word(m, i - 2, WORD_NEW);
        bool is_meta = t->word == WORD_META && i >= 2 && is_word(m, i - 2, WORD_IMPORT);
        return (is_target || is_meta) && is_text(m, i - 1, ".");
    }
    if (t->is_keyword)
        return t->word != WORD_ENUM;
    switch ((Word)t->word) {
    case WORD_ASYNC:
        return is_async_modifier(m, i);
    case WORD_AWAIT:
        return i && is_word(m, i - 1, WORD_FOR);
    case WORD_YIELD:
        return t->in_generator;
    case WORD_OF:
        return t->is_of_operator;
    case WORD_FROM:
        return is_from(m, i);
    case WORD_AS:
        return is_as(m, i);
    default: /* an identifier */
        return false;
    }
}

static void mask_name(Masker *m, uint32_t i, bool await_is_operator)
{
    const Token *t = token_at(m, i);
    if (is_word(m, i, WORD_LET) && is_let_declaration(m, i)) {
        memcpy(m->bytes + t->start, "var", 3);
        m->notes[i] = MASK_LET;
        join_lines(m, i + 1);
        return;
    }
    if (is_word(m, i, WORD_USING) && is_using_declaration(m, i)) {
        bool after_await = i && is_word(m, i - 1, WORD_AWAIT) && !t->newline_before;
        memcpy(m->bytes + t->start, "const", 5);
        m->notes[i] = after_await ? MASK_AWAIT_USING : MASK_USING;
        if (after_await)
            fill(m, token_at(m, i - 1)->start, token_at(m, i - 1)->end, ' ');
        return;
    }
    bool is_await = is_word(m, i, WORD_AWAIT) && !(i && is_word(m, i - 1, WORD_FOR));
    if (is_await && (await_is_operator || t->in_async)) {
        /* `await (f)(x)` is taken for a call of `await`; `void` has the same place in the grammar */
        memcpy(m->bytes + t->start, "void ", 5);
        m->notes[i] = MASK_AWAIT;
        return;
    }
    if (!acts(m, i)) {
        fill(m, t->start, t->end, 'z');
        return;
    }
    if (t->is_of_operator)
        join_lines(m, i);
    if (t->is_key && t->frame == FRAME_CLASS)
        join_lines(m, i + 1);
    if (t->is_key && (t->word == WORD_GET || t->word == WORD_SET || t->word == WORD_STATIC))
        join_lines(m, i + 1);
    if (is_word(m, i, WORD_EXPORT) && i + 1 < m->tokens->count)
        join_lines(m, i + 1);
}

/* A number of the same length that no character after it can join. In `a.5` and `1.5.5` it joins what is before it,
 * which is an error in any case. */
static void mask_number(Masker *m, uint32_t i)
{
    const Token *t = token_at(m, i), *before = i ? token_at(m, i - 1) : NULL;
    uint32_t length = t->end - t->start;
    if (before && before->end == t->start && before->kind != TOKEN_PUNCTUATOR && before->kind != TOKEN_TEMPLATE) {
        fill(m, t->start, t->end, ')');
        return;
    }
    fill(m, t->start, t->end, '1');
    if (length == 2)
        m->bytes[t->start + 1] = 'n';
    if (length >= 3) {
        m->bytes[t->start] = '0';
        m->bytes[t->start + 1] = 'x';
    }
}

static void mask_template(Masker *m, const Token *t)
{
    bool has_more = m->source->bytes[t->end - 1] == '{';
    uint32_t start = t->start + 1, end = t->end - (has_more ? 2 : 1);
    if (end > start)
        fill(m, start, end, 'x');
}

static void mask_regexp(Masker *m, const Token *t)
{
    uint32_t close = t->end - 1;
    while (m->source->bytes[close] != '/')
        close--;
    fill(m, t->start + 1, close, 'x');
    fill(m, close + 1, t->end, 'g');
}

static void mask_punctuator(Masker *m, uint32_t i)
{
    const Token *t = token_at(m, i);
    const char *bytes = m->source->bytes + t->start;
    /* the grammar takes `-->` for a comment; where it is one, it is no token */
    if (!strncmp(bytes, "-->", 3) && (!t->after_operand || t->newline_before))
        fill(m, t->start, t->end, ')');
    /* in a module `x<!--y` is no comment; `~` is a unary operator as `!` is */
    if (*bytes == '!' && t->end - t->start == 1 && i && token_at(m, i - 1)->end == t->start && bytes[-1] == '<' &&
        !strncmp(bytes, "!--", 3))
        m->bytes[t->start] = '~';
    /* `{a:1}` as a statement is taken for an object */
    bool is_label =
        *bytes == ':' && t->frame == FRAME_BLOCK && i >= 2 && m->bytes[token_at(m, i - 1)->start] == 'z' &&
        token_at(m, i - 1)->is_statement_start &&
        (m->notes[i - 2] == MASK_LABEL_COLON || (is_text(m, i - 2, "{") && token_at(m, i - 2)->frame == FRAME_BLOCK));
    if (is_label) {
        m->bytes[t->start] = ';';
        m->notes[i] = MASK_LABEL_COLON;
    }
}

/* `export default function (){}` and `export default class {}` are declarations: the copy has them as such, at the
 * place of `export`, with a name where there is none. As expressions they would need a semicolon. */
static void mask_export_default(Masker *m, uint32_t i)
{
    if (!is_word(m, i, WORD_EXPORT) || !is_word(m, i + 1, WORD_DEFAULT))
        return;
    uint32_t first = i + 2, at = first;
    if (is_word(m, at, WORD_ASYNC) && is_async_modifier(m, at))
        at++;
    bool is_class = is_word(m, at, WORD_CLASS);
    if (!is_class && !is_word(m, at, WORD_FUNCTION))
        return;
    at++;
    bool is_generator = !is_class && is_text(m, at, "*");
    at += is_generator;
    bool is_named = is_name_start(m, at);
    m->notes[i] = MASK_EXPORT_DEFAULT;
    m->notes[first] = MASK_DECLARED_EXPORT;
    uint32_t start = token_at(m, i)->start;
    if (is_named) {
        fill(m, start, token_at(m, first)->start, ' ');
        return;
    }
    const char *text = is_class ? "class z"
                       : token_at(m, first)->word == WORD_ASYNC
                           ? (is_generator ? "async function*z" : "async function z")
                           : (is_generator ? "function*z" : "function z");
    fill(m, start, token_at(m, at - 1)->end, ' ');
    memcpy(m->bytes + start, text, strlen(text));
}

/* `with { ... }` after a module specifier: the copy has spaces, the conversion reads the tokens. The grammar has it at
 * imports only, and on the same line. */
static void mask_attributes(Masker *m, uint32_t i)
{
    bool is_specifier =
        token_at(m, i)->kind == TOKEN_STRING && i && (is_word(m, i - 1, WORD_FROM) || is_word(m, i - 1, WORD_IMPORT));
    if (!is_specifier || token_at(m, i + 1)->word != WORD_WITH || !is_text(m, i + 2, "{") || !token_at(m, i + 2)->match)
        return;
    fill(m, token_at(m, i + 1)->start, token_at(m, token_at(m, i + 2)->match)->end, ' ');
    m->notes[i] = MASK_ATTRIBUTES;
}

static bool is_assignment_operator(const Masker *m, uint32_t i)
{
    const Token *t = token_at(m, i);
    const char *text = m->source->bytes + t->start;
    uint32_t length = t->end - t->start;
    if (t->kind != TOKEN_PUNCTUATOR || text[length - 1] != '=')
        return false;
    return length == 1 || !(is_text(m, i, "==") || is_text(m, i, "===") || is_text(m, i, "!=") ||
                            is_text(m, i, "!==") || is_text(m, i, "<=") || is_text(m, i, ">="));
}

/* 8.6.4 lets sloppy code assign to a call, which throws when it is reached; the grammar does not. The copy has a
 * subscript in place of the call. */
static void mask_call_target(Masker *m, uint32_t i)
{
    const Token *t = token_at(m, i);
    if (!is_text(m, i, ")") || t->frame != FRAME_GROUP || !token_at(m, t->match)->after_operand)
        return;
    const Token *next = token_at(m, i + 1);
    bool in_head = next->frame == FRAME_HEAD && (next->is_of_operator || (next->is_keyword && next->word == WORD_IN));
    if (!in_head && !is_assignment_operator(m, i + 1))
        return;
    bool is_empty = t->match + 1 == i;
    m->bytes[token_at(m, t->match)->start] = is_empty ? '.' : '[';
    m->bytes[t->start] = is_empty ? 'z' : ']';
}

/* Semicolons that a line end stands for and the grammar does not see. */
static void mask_line_end(Masker *m, uint32_t i)
{
    const Token *t = token_at(m, i), *before = token_at(m, i - 1);
    if (!t->newline_before || t->kind == TOKEN_END)
        return;
    bool is_starter = t->kind == TOKEN_TEMPLATE || t->kind == TOKEN_REGEXP || is_text(m, i, "(") ||
                      is_text(m, i, "[") || is_text(m, i, "+") || is_text(m, i, "-") || is_text(m, i, "*") ||
                      is_text(m, i, "/");
    bool in_statements = before->frame == FRAME_BLOCK;
    if (before->is_keyword && is_starter &&
        (before->word == WORD_RETURN || before->word == WORD_BREAK || before->word == WORD_CONTINUE))
        insert_semicolon(m, i);
    else if (before->kind == TOKEN_PUNCTUATOR && before->is_arrow_body && is_text(m, i - 1, "}") && is_starter)
        insert_semicolon(m, i);
    else if (before->word == WORD_YIELD && before->in_generator && m->bytes[before->start] == 'y' && in_statements &&
             (is_starter || t->kind != TOKEN_PUNCTUATOR))
        insert_semicolon(m, i);
    else if (i >= 2 && is_starter && before->kind == TOKEN_NAME &&
             (m->notes[i - 2] == MASK_LET || m->notes[i - 2] == MASK_USING || is_word(m, i - 2, WORD_VAR)))
        insert_semicolon(m, i);
    else if (before->is_key && t->is_key && before->frame == FRAME_CLASS && !is_modifier(m, i - 1) &&
             (is_text(m, i, "[") || is_text(m, i, "*")) && !is_text(m, i - 1, "*"))
        insert_semicolon(m, i);
}

static void mask_token(Masker *m, uint32_t i, bool await_is_operator)
{
    const Token *t = token_at(m, i);
    switch ((TokenKind)t->kind) {
    case TOKEN_NAME:
        mask_name(m, i, await_is_operator);
        return;
    case TOKEN_PRIVATE:
        fill(m, t->start + 1, t->end, 'z');
        return;
    case TOKEN_NUMBER:
    case TOKEN_BIGINT:
        mask_number(m, i);
        return;
    case TOKEN_STRING:
        fill(m, t->start + 1, t->end - 1, 'x');
        return;
    case TOKEN_TEMPLATE:
        mask_template(m, t);
        return;
    case TOKEN_REGEXP:
        mask_regexp(m, t);
        return;
    case TOKEN_PUNCTUATOR:
        mask_punctuator(m, i);
        return;
    case TOKEN_END:
        return;
    }
}

Masked mask_source(Arena *arena, const Source *source, const TokenList *tokens, bool is_module)
{
    Masker m = {source, tokens, arena_strndup(arena, source->bytes, source->length),
                ARENA_ARRAY(arena, uint8_t, tokens->count + 1)};
    uint32_t end = 0;
    for (uint32_t i = 0; i < tokens->count; i++) {
        mask_gap(&m, end, token_at(&m, i)->start);
        end = token_at(&m, i)->end;
    }
    fill(&m, 0, tokens->hashbang_end, ' ');
    for (uint32_t i = 0; i < tokens->count; i++)
        mask_token(&m, i, is_module);
    for (uint32_t i = 1; i < tokens->count; i++)
        mask_line_end(&m, i);
    for (uint32_t i = 0; i + 3 < tokens->count; i++)
        mask_export_default(&m, i);
    for (uint32_t i = 0; i + 3 < tokens->count; i++)
        mask_attributes(&m, i);
    for (uint32_t i = 0; !is_module && i + 1 < tokens->count; i++)
        mask_call_target(&m, i);
    return (Masked){m.bytes, m.notes};
}
