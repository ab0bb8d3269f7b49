/* Names and literals: the values that tokens stand for (12.7 - 12.9). */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/utf.h"
#include "convert.h"

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* \uXXXX or \u{X...} at `at`, just after the u. Returns where it ends, NULL when malformed. */
static const char *read_unicode_escape(const char *at, const char *end, uint32_t *ret_value)
{
    uint32_t value = 0;
    int count = 0;
    bool is_braced = at < end && *at == '{';
    for (at += is_braced; at < end && hex_value(*at) >= 0 && (is_braced || count < 4); at++, count++) {
        value = value * 16 + (uint32_t)hex_value(*at);
        if (value > 0x10FFFF)
            return NULL;
    }
    *ret_value = value;
    if (!is_braced)
        return count == 4 ? at : NULL;
    return count && at < end && *at == '}' ? at + 1 : NULL;
}

/* Appends a code point so that a lead surrogate already there and a trail surrogate become one character. */
static void add_code_point(StrBuf *out, uint32_t value)
{
    size_t n = out->length;
    const unsigned char *t = (const unsigned char *)out->text;
    if (utf16_is_trail(value) && n >= 3 && t[n - 3] == 0xED && t[n - 2] >= 0xA0 && t[n - 2] < 0xB0) {
        uint32_t lead = 0xD000u | (uint32_t)(t[n - 2] & 0x3F) << 6 | (t[n - 1] & 0x3F);
        out->length -= 3;
        value = utf16_combine(lead, value);
    }
    strbuf_add_utf8(out, value);
}

static AstText decode_name(Converter *cv, uint32_t start, uint32_t end)
{
    const char *at = cv->source->bytes + start, *limit = cv->source->bytes + end;
    StrBuf out = {0};
    while (at < limit) {
        uint32_t value;
        if (*at != '\\') {
            strbuf_addc(&out, *at++);
            continue;
        }
        at = read_unicode_escape(at + 2, limit, &value);
        strbuf_add_utf8(&out, value);
    }
    AstText text = text_of(cv, strbuf_text(&out), out.length);
    strbuf_free(&out);
    return text;
}

AstNode *convert_identifier(Converter *cv, const Cst *cst)
{
    const Token *token = first_token(cv, cst);
    if (cst->is_missing || token->kind != TOKEN_NAME)
        return unexpected(cv, cst);
    AstIdentifier *node = MAKE(cv, Identifier, IDENTIFIER, cst);
    node->node.end = token->end;
    node->has_escape = token->has_escape;
    node->name = token->has_escape ? decode_name(cv, token->start, token->end)
                                   : text_of(cv, cv->source->bytes + token->start, token->end - token->start);
    return &node->node;
}

AstNode *convert_private(Converter *cv, const Cst *cst)
{
    const Token *token = first_token(cv, cst);
    if (cst->is_missing || token->kind != TOKEN_PRIVATE)
        return unexpected(cv, cst);
    AstPrivateIdentifier *node = MAKE(cv, PrivateIdentifier, PRIVATE_IDENTIFIER, cst);
    node->name = decode_name(cv, token->start + 1, token->end);
    return &node->node;
}

/* The text without separators. */
static char *digits_of(Converter *cv, const Token *token)
{
    char *digits = arena_strndup(cv->arena, cv->source->bytes + token->start, token->end - token->start), *to = digits;
    for (const char *from = digits; *from; from++) {
        if (*from != '_')
            *to++ = *from;
    }
    *to = 0;
    return digits;
}

/* The value of digits in a base that is a power of two: the nearest double, ties to even. */
static double value_of_bits(const char *digits, int bits)
{
    uint64_t mantissa = 0;
    int exponent = 0;
    bool sticky = false;
    for (; *digits; digits++) {
        int digit = hex_value(*digits);
        if (mantissa >> (63 - bits) == 0) {
            mantissa = mantissa << bits | (uint64_t)digit;
        } else {
            sticky |= digit != 0;
            exponent += bits;
        }
    }
    int excess = mantissa ? 64 - 53 - __builtin_clzll(mantissa) : 0;
    if (excess > 0) {
        uint64_t rest = mantissa & ((1ULL << excess) - 1), half = 1ULL << (excess - 1);
        mantissa >>= excess;
        exponent += excess;
        if (rest > half || (rest == half && (sticky || (mantissa & 1))))
            mantissa++;
    }
    return ldexp((double)mantissa, exponent);
}

AstNode *convert_number(Converter *cv, const Cst *cst)
{
    const Token *token = first_token(cv, cst);
    char *digits = digits_of(cv, token);
    if (token->kind == TOKEN_BIGINT) {
        AstBigintLiteral *node = MAKE(cv, BigintLiteral, BIGINT_LITERAL, cst);
        node->digits = text_of(cv, digits, strlen(digits) - 1);
        return &node->node;
    }
    if (token->kind != TOKEN_NUMBER)
        return unexpected(cv, cst);
    AstNumberLiteral *node = MAKE(cv, NumberLiteral, NUMBER_LITERAL, cst);
    char prefix = digits[0] == '0' ? (char)(digits[1] | 32) : 0;
    node->is_legacy_octal = digits[0] == '0' && isdigit((unsigned char)digits[1]);
    if (prefix == 'x')
        node->value = value_of_bits(digits + 2, 4);
    else if (prefix == 'o')
        node->value = value_of_bits(digits + 2, 3);
    else if (prefix == 'b')
        node->value = value_of_bits(digits + 2, 1);
    else if (node->is_legacy_octal && strspn(digits, "01234567") == strlen(digits))
        node->value = value_of_bits(digits, 3);
    else
        node->value = strtod(digits, NULL);
    return &node->node;
}

/* One escape sequence, `at` just after the backslash. Appends its value; returns where it ends, NULL when malformed.
 * Octal escapes set *ret_legacy; in templates they are malformed (12.9.6). */
static const char *read_escape(StrBuf *out, const char *at, const char *end, bool in_template, bool *ret_legacy)
{
    uint32_t value;
    char c = *at++;
    switch (c) {
    case 'n':
        strbuf_addc(out, '\n');
        return at;
    case 't':
        strbuf_addc(out, '\t');
        return at;
    case 'r':
        strbuf_addc(out, '\r');
        return at;
    case 'b':
        strbuf_addc(out, '\b');
        return at;
    case 'f':
        strbuf_addc(out, '\f');
        return at;
    case 'v':
        strbuf_addc(out, '\v');
        return at;
    case '\r':
        return at < end && *at == '\n' ? at + 1 : at;
    case '\n':
        return at;
    case 'x':
        if (end - at < 2 || hex_value(at[0]) < 0 || hex_value(at[1]) < 0)
            return NULL;
        strbuf_add_utf8(out, (uint32_t)(hex_value(at[0]) * 16 + hex_value(at[1])));
        return at + 2;
    case 'u':
        at = read_unicode_escape(at, end, &value);
        if (at)
            add_code_point(out, value);
        return at;
    default:
        break;
    }
    if (c >= '0' && c <= '9') {
        bool is_nul = c == '0' && !(at < end && isdigit((unsigned char)*at));
        *ret_legacy |= !is_nul;
        if (in_template && !is_nul)
            return NULL;
        value = (uint32_t)(c - '0');
        if (c < '8') {
            int limit = c < '4' ? 2 : 1;
            for (int i = 0; i < limit && at < end && *at >= '0' && *at < '8'; i++)
                value = value * 8 + (uint32_t)(*at++ - '0');
        } else {
            value = (uint32_t)c; /* \8 and \9 are themselves */
        }
        strbuf_add_utf8(out, value);
        return at;
    }
    at--;
    if (end - at >= 3 && (unsigned char)at[0] == 0xE2 && (unsigned char)at[1] == 0x80 &&
        ((unsigned char)at[2] | 1) == 0xA9)
        return at + 3; /* a line continuation by U+2028 or U+2029 */
    size_t length = utf8_decode(at, end, &value);
    strbuf_add(out, at, length);
    return at + length;
}

AstNode *convert_string(Converter *cv, const Cst *cst)
{
    const Token *token = first_token(cv, cst);
    if (cst->is_missing || token->kind != TOKEN_STRING)
        return unexpected(cv, cst);
    AstStringLiteral *node = MAKE(cv, StringLiteral, STRING_LITERAL, cst);
    const char *at = cv->source->bytes + token->start + 1, *end = cv->source->bytes + token->end - 1;
    StrBuf out = {0};
    while (at < end) {
        if (*at != '\\') {
            strbuf_addc(&out, *at++);
            continue;
        }
        const char *start = at;
        at = read_escape(&out, at + 1, end, false, &node->has_legacy_escape);
        if (!at) {
            strbuf_free(&out);
            uint32_t offset = (uint32_t)(start - cv->source->bytes);
            return complain_at(cv, offset, offset + 2, start[1] == 'x' ? DIAG_BAD_HEX_ESCAPE : DIAG_BAD_UNICODE_ESCAPE);
        }
    }
    node->value = text_of(cv, strbuf_text(&out), out.length);
    strbuf_free(&out);
    return &node->node;
}

AstNode *convert_regexp(Converter *cv, const Cst *cst)
{
    const Token *token = first_token(cv, cst);
    if (cst->is_missing || token->kind != TOKEN_REGEXP)
        return unexpected(cv, cst);
    AstRegexpLiteral *node = MAKE(cv, RegexpLiteral, REGEXP_LITERAL, cst);
    uint32_t close = token->end - 1;
    while (cv->source->bytes[close] != '/')
        close--;
    node->node.end = token->end;
    node->pattern = text_of(cv, cv->source->bytes + token->start + 1, close - token->start - 1);
    node->flags = text_of(cv, cv->source->bytes + close + 1, token->end - close - 1);
    return &node->node;
}

/* The chunk of a template that a token holds (12.9.6). Line ends count as LF in both values. */
static AstNode *template_element(Converter *cv, const Token *token)
{
    bool has_more = cv->source->bytes[token->end - 1] == '{';
    uint32_t first = token->start + 1, last = token->end - (has_more ? 2 : 1);
    AstTemplateElement *node = ARENA_NEW(cv->arena, AstTemplateElement);
    node->node.kind = AST_TEMPLATE_ELEMENT;
    node->node.start = first;
    node->node.end = last;
    StrBuf raw = {0}, cooked = {0};
    const char *at = cv->source->bytes + first, *end = cv->source->bytes + last;
    while (at < end) {
        if (*at == '\r') {
            at += at + 1 < end && at[1] == '\n';
            strbuf_addc(&raw, '\n');
            at++;
        } else {
            strbuf_addc(&raw, *at++);
        }
    }
    node->has_cooked = true;
    bool is_legacy = false;
    for (at = strbuf_text(&raw), end = at + raw.length; at < end && node->has_cooked;) {
        if (*at != '\\') {
            strbuf_addc(&cooked, *at++);
            continue;
        }
        at = read_escape(&cooked, at + 1, end, true, &is_legacy);
        node->has_cooked = at != NULL;
    }
    node->raw = text_of(cv, strbuf_text(&raw), raw.length);
    if (node->has_cooked)
        node->cooked = text_of(cv, strbuf_text(&cooked), cooked.length);
    strbuf_free(&raw);
    strbuf_free(&cooked);
    return &node->node;
}

AstNode *convert_template(Converter *cv, const Cst *cst)
{
    AstTemplateLiteral *node = MAKE(cv, TemplateLiteral, TEMPLATE_LITERAL, cst);
    NodeVec quasis = VEC_IN(cv->arena), expressions = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_BACKTICK))
        return NULL;
    vec_push(&quasis, template_element(cv, first_token(cv, cst)));
    while (kids.at && kids.at->kind != CST_BACKTICK) {
        if (kids_take(&kids, CST_STRING_FRAGMENT))
            continue;
        Cst *substitution = kids_expect(&kids, CST_TEMPLATE_SUBSTITUTION);
        if (!substitution)
            return NULL;
        Kids inner = kids_of(cv, substitution);
        if (!kids_expect(&inner, CST_DOLLAR_BRACE) || !kids_next(&inner))
            return NULL;
        AstNode *expression = convert_expressions(cv, substitution->first->next);
        if (!expression || !kids_expect(&inner, CST_RBRACE) || !kids_end(&inner))
            return NULL;
        vec_push(&expressions, expression);
        const Token *token = &cv->tokens.items[token_index_at(cv, substitution->end - 1)];
        if (token->kind != TOKEN_TEMPLATE)
            return unexpected_token(cv, token);
        vec_push(&quasis, template_element(cv, token));
        node->node.end = token->end;
    }
    if (!kids_expect(&kids, CST_BACKTICK) || !kids_end(&kids))
        return NULL;
    node->quasis = list_of(cv, &quasis);
    node->expressions = list_of(cv, &expressions);
    return &node->node;
}
