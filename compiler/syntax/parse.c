/* syntax_parse: lexer, masks, tree-sitter, conversion, and the strictness of each function. */
#include "parse.h"

#include <string.h>

#include "base/utf.h"
#include "convert.h"

uint32_t token_index_at(const Converter *cv, uint32_t offset)
{
    uint32_t low = 0, high = cv->tokens.count - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (cv->tokens.items[middle].end <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const Token *first_token(const Converter *cv, const Cst *cst)
{
    return &cv->tokens.items[token_index_at(cv, cst->start)];
}

const Token *last_token(const Converter *cv, const Cst *cst)
{
    uint32_t index = token_index_at(cv, cst->end);
    const Token *token = &cv->tokens.items[index];
    if (token->start >= cst->end && index > 0)
        token--;
    return token;
}

MaskNote note_of(const Converter *cv, const Token *token)
{
    return (MaskNote)cv->masked.notes[token - cv->tokens.items];
}

bool token_text_is(const Converter *cv, const Token *token, const char *text)
{
    return (token->kind == TOKEN_PUNCTUATOR || token->kind == TOKEN_NAME) && token_is(cv->source, token, text);
}

void *complain_at(Converter *cv, uint32_t start, uint32_t end, DiagId id)
{
    diag_add(cv->diags, cv->source, (Span){start, end}, id);
    return NULL;
}

static const char *describe(Converter *cv, const Token *token)
{
    const char *bytes = cv->source->bytes + token->start;
    int length = (int)(token->end - token->start);
    switch ((TokenKind)token->kind) {
    case TOKEN_NUMBER:
    case TOKEN_BIGINT:
        return "number";
    case TOKEN_STRING:
        return "string";
    case TOKEN_TEMPLATE:
        return "template string";
    case TOKEN_REGEXP:
        return "regular expression";
    case TOKEN_NAME:
        return arena_printf(cv->arena, word_is_reserved(token->word) ? "token '%.*s'" : "identifier '%.*s'",
                            length > 40 ? 40 : length, bytes);
    case TOKEN_PRIVATE:
        return arena_printf(cv->arena, "identifier '%.*s'", length > 40 ? 40 : length, bytes);
    case TOKEN_PUNCTUATOR:
    case TOKEN_END:
        break;
    }
    return arena_printf(cv->arena, "token '%.*s'", length, bytes);
}

void *unexpected_token(Converter *cv, const Token *token)
{
    Span span = {token->start, token->end};
    if (token->kind == TOKEN_END)
        diag_add(cv->diags, cv->source, span, DIAG_UNEXPECTED_END);
    else
        diag_add(cv->diags, cv->source, span, DIAG_UNEXPECTED_TOKEN, describe(cv, token));
    return NULL;
}

void *unexpected(Converter *cv, const Cst *cst)
{
    return unexpected_token(cv, first_token(cv, cst));
}

Cst *kids_next(Kids *kids)
{
    Cst *kid = kids->at;
    if (!kid)
        return unexpected_token(kids->cv, last_token(kids->cv, kids->parent) + 1);
    if (kid->is_missing || kid->kind == CST_ERROR)
        return unexpected(kids->cv, kid);
    kids->at = kid->next;
    return kid;
}

Cst *kids_expect(Kids *kids, CstKind kind)
{
    Cst *kid = kids_next(kids);
    if (kid && kid->kind != kind)
        return unexpected(kids->cv, kid);
    return kid;
}

bool kids_end(Kids *kids)
{
    return !kids->at || unexpected(kids->cv, kids->at) != NULL;
}

void *make_node(Converter *cv, AstKind kind, size_t size, const Cst *cst)
{
    AstNode *node = arena_alloc(cv->arena, size);
    node->kind = (uint8_t)kind;
    node->start = first_token(cv, cst)->start;
    node->end = last_token(cv, cst)->end;
    return node;
}

AstList list_of(Converter *cv, NodeVec *nodes)
{
    return (AstList){nodes->items, (uint32_t)nodes->length};
}

AstText text_of(Converter *cv, const char *bytes, size_t length)
{
    return (AstText){name_intern(cv->names, bytes, length), (uint32_t)length};
}

bool enter_depth(Converter *cv, const Cst *cst)
{
    if (++cv->depth <= SYNTAX_MAX_DEPTH)
        return true;
    cv->depth--;
    complain_at(cv, first_token(cv, cst)->start, first_token(cv, cst)->end, DIAG_TOO_DEEP);
    return false;
}

void leave_depth(Converter *cv)
{
    cv->depth--;
}

/* The most telling place of what tree-sitter could not place: the first ERROR or missing node in source order. */
static const Cst *find_error(const Cst *root)
{
    const Cst *at = root;
    while (at) {
        if (at->kind == CST_ERROR || at->is_missing)
            return at;
        const Cst *kid = at->first;
        while (kid && !kid->has_error && !kid->is_missing && kid->kind != CST_ERROR)
            kid = kid->next;
        if (!kid)
            return at == root ? NULL : at;
        at = kid;
    }
    return NULL;
}

/* Is it an item of a module, also where the copy hides the words? */
static bool is_module_item(Converter *cv, const Cst *cst)
{
    MaskNote note = note_of(cv, first_token(cv, cst));
    return cst->kind == CST_IMPORT_STATEMENT || cst->kind == CST_EXPORT_STATEMENT || note == MASK_EXPORT_DEFAULT ||
           note == MASK_DECLARED_EXPORT;
}

static AstNode *convert_module_item(Converter *cv, const Cst *cst)
{
    if (cv->mode != SYNTAX_MODULE) {
        const Token *token = first_token(cv, cst);
        token -= note_of(cv, token) == MASK_DECLARED_EXPORT ? 2 : 0;
        return complain_at(cv, token->start, token->end, DIAG_MODULE_ITEM_IN_SCRIPT);
    }
    return cst->kind == CST_IMPORT_STATEMENT ? convert_import(cv, cst) : convert_export(cv, cst);
}

static bool convert_body(Converter *cv, const Cst *root, AstList *ret_body)
{
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, root);
    bool is_ok = true;
    while (kids.at) {
        Cst *kid = kids_next(&kids);
        if (!kid)
            return false;
        AstNode *item = is_module_item(cv, kid) ? convert_module_item(cv, kid) : convert_statement(cv, kid);
        is_ok &= item != NULL;
        if (item)
            vec_push(&items, item);
    }
    *ret_body = list_of(cv, &items);
    return is_ok;
}

/* ---- strictness and top-level await, top down */

typedef struct Marker {
    AstProgram *program;
    bool is_strict;
    bool in_function;
} Marker;

static bool mark_node(AstNode *node, void *data)
{
    Marker *marker = data, inner = *marker;
    switch ((AstKind)node->kind) {
    case AST_FUNCTION: {
        AstFunction *function = (AstFunction *)node;
        function->is_strict |= marker->is_strict;
        inner.is_strict = function->is_strict;
        inner.in_function = true;
        break;
    }
    case AST_CLASS:
        inner.is_strict = true; /* 11.2.2: all parts of a class */
        break;
    case AST_AWAIT:
        marker->program->has_top_level_await |= !marker->in_function;
        break;
    case AST_FOR_OF_STATEMENT:
        marker->program->has_top_level_await |= !marker->in_function && ((AstForOfStatement *)node)->is_await;
        break;
    case AST_VARIABLE_DECLARATION:
        marker->program->has_top_level_await |=
            !marker->in_function && ((AstVariableDeclaration *)node)->declaration_kind == DECLARE_AWAIT_USING;
        break;
    default: /* says nothing about it */
        break;
    }
    return ast_for_each_child(node, mark_node, &inner);
}

static AstProgram *make_program(Converter *cv, const Cst *root)
{
    AstProgram *program = ARENA_NEW(cv->arena, AstProgram);
    program->node.kind = AST_PROGRAM;
    program->node.end = (uint32_t)cv->source->length;
    program->is_module = cv->mode == SYNTAX_MODULE;
    if (!convert_body(cv, root, &program->body))
        return NULL;
    if (cv->tokens.hashbang_end)
        program->hashbang = text_of(cv, cv->source->bytes, cv->tokens.hashbang_end);
    bool starts_strict = program->is_module || cv->mode == SYNTAX_STRICT_SCRIPT;
    program->is_strict = mark_directives(cv, program->body) || starts_strict;
    Marker marker = {program, program->is_strict, false};
    for (uint32_t i = 0; i < program->body.count; i++)
        mark_node(program->body.items[i], &marker);
    return program;
}

/* Brackets do not match, and the last diagnostic says so. When a token before that place is wrong already, as in
 * `g(;}`, then that one is the better news. */
static AstProgram *explain_brackets(Converter *cv)
{
    uint32_t offset = cst_error_offset(cv->masked.bytes, (uint32_t)cv->source->length);
    size_t last = diags_count(cv->diags) - 1;
    if (offset >= diags_at(cv->diags, last).span.start)
        return NULL;
    diags_truncate(cv->diags, last);
    return unexpected_token(cv, &cv->tokens.items[token_index_at(cv, offset)]);
}

AstProgram *syntax_parse(Arena *arena, NameTable *names, Source *source, Diags *diags, SyntaxMode mode)
{
    Converter cv = {.arena = arena, .names = names, .source = source, .diags = diags, .mode = mode};
    size_t bad = utf8_find_invalid(source->bytes, source->length), before = diags_error_count(diags);
    if (bad < source->length) {
        diag_add(diags, source, (Span){(uint32_t)bad, (uint32_t)bad + 1}, DIAG_SOURCE_NOT_UTF8);
        return NULL;
    }
    LexerResult lexed = lexer_run(arena, source, diags, mode == SYNTAX_MODULE, &cv.tokens);
    if (lexed == LEXER_MALFORMED)
        return NULL;
    cv.masked = mask_source(arena, source, &cv.tokens, mode == SYNTAX_MODULE);
    if (lexed == LEXER_UNBALANCED)
        return explain_brackets(&cv);
    Cst *root = cst_parse(arena, cv.masked.bytes, (uint32_t)source->length);
    if (!root)
        return complain_at(&cv, 0, 0, DIAG_TOO_DEEP);
    const Cst *error = find_error(root);
    if (error) {
        uint32_t offset = cst_error_offset(cv.masked.bytes, (uint32_t)source->length);
        return offset == UINT32_MAX ? unexpected(&cv, error)
                                    : unexpected_token(&cv, &cv.tokens.items[token_index_at(&cv, offset)]);
    }
    AstProgram *program = make_program(&cv, root);
    return diags_error_count(diags) == before ? program : NULL;
}
