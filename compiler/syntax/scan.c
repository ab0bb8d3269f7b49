/* See scan.h. ECMA-262 clause 12 with B.1.1 (HTML-like comments). */
#include "scan.h"

#include <string.h>

#include "base/utf.h"

static const char *at(const Scanner *scan, uint32_t offset)
{
    return scan->source->bytes + offset;
}

static uint32_t decode(const Scanner *scan, uint32_t offset, uint32_t *ret_length)
{
    uint32_t code_point = 0;
    *ret_length = (uint32_t)utf8_decode(at(scan, offset), at(scan, (uint32_t)scan->source->length), &code_point);
    return code_point;
}

static ScanResult complain(Scanner *scan, ScanResult result, uint32_t start, uint32_t end, DiagId id)
{
    if (scan->diags)
        diag_add(scan->diags, scan->source, (Span){start, end}, id);
    return result;
}

/* The length of a line terminator at the offset, or 0. CR LF counts as one. */
static uint32_t line_end_length(const Scanner *scan, uint32_t offset)
{
    const unsigned char *bytes = (const unsigned char *)at(scan, offset);
    if (bytes[0] == '\n')
        return 1;
    if (bytes[0] == '\r')
        return bytes[1] == '\n' ? 2 : 1;
    if (bytes[0] == 0xE2 && bytes[1] == 0x80 && (bytes[2] == 0xA8 || bytes[2] == 0xA9))
        return 3;
    return 0;
}

static void skip_line(Scanner *scan)
{
    while (scan->at < scan->source->length && !line_end_length(scan, scan->at))
        scan->at++;
}

void scan_init(Scanner *scan, Source *source, Diags *diags, bool is_module)
{
    *scan = (Scanner){.source = source, .diags = diags, .is_module = is_module, .is_line_start = true};
    if (source->length >= 2 && !memcmp(source->bytes, "#!", 2)) {
        skip_line(scan);
        scan->hashbang_end = scan->at;
    }
}

static bool skip_block_comment(Scanner *scan, bool *newline)
{
    uint32_t start = scan->at;
    scan->at += 2;
    while (scan->at < scan->source->length) {
        if (!memcmp(at(scan, scan->at), "*/", 2)) {
            scan->at += 2;
            return true;
        }
        uint32_t length = line_end_length(scan, scan->at);
        *newline |= length != 0;
        scan->is_line_start |= length != 0;
        scan->at += length ? length : 1;
    }
    complain(scan, SCAN_FATAL, start, start + 2, DIAG_UNTERMINATED_COMMENT);
    return false;
}

static bool is_line_comment(const Scanner *scan)
{
    const char *bytes = at(scan, scan->at);
    if (bytes[0] == '/' && bytes[1] == '/')
        return true;
    if (scan->is_module)
        return false;
    if (!strncmp(bytes, "<!--", 4))
        return true;
    return scan->is_line_start && !strncmp(bytes, "-->", 3);
}

/* Skips white space and comments. False at an unterminated comment. */
static bool skip_trivia(Scanner *scan, bool *newline)
{
    while (scan->at < scan->source->length) {
        unsigned char c = (unsigned char)*at(scan, scan->at);
        uint32_t length = line_end_length(scan, scan->at);
        if (length) {
            *newline = scan->is_line_start = true;
            scan->at += length;
        } else if (c == ' ' || c == '\t' || c == '\v' || c == '\f') {
            scan->at++;
        } else if (is_line_comment(scan)) {
            skip_line(scan);
        } else if (c == '/' && *at(scan, scan->at + 1) == '*') {
            if (!skip_block_comment(scan, newline))
                return false;
        } else if (c >= 0x80) {
            if (!utf_is_white_space(decode(scan, scan->at, &length)))
                return true;
            scan->at += length;
        } else {
            return true;
        }
    }
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex(char c)
{
    return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'f');
}

/* The code point and length of a \u escape at the offset; false when it is malformed. */
static bool decode_escape(const Scanner *scan, uint32_t offset, uint32_t *ret_code_point, uint32_t *ret_length)
{
    const char *bytes = at(scan, offset);
    uint32_t value = 0, i = 2;
    if (bytes[0] != '\\' || bytes[1] != 'u')
        return false;
    bool is_braced = bytes[2] == '{';
    for (i += is_braced; is_hex(bytes[i]) && (is_braced || i < 6); i++) {
        value = value * 16 + (is_digit(bytes[i]) ? (uint32_t)(bytes[i] - '0') : (uint32_t)((bytes[i] | 32) - 'a' + 10));
        if (value > 0x10FFFF)
            return false;
    }
    if (is_braced ? bytes[i] != '}' || i == 3 : i != 6)
        return false;
    *ret_code_point = value;
    *ret_length = i + is_braced;
    return true;
}

/* The length of the identifier character at the offset, 0 when there is none. */
static uint32_t identifier_character(const Scanner *scan, uint32_t offset, bool is_start, bool *has_escape)
{
    unsigned char c = (unsigned char)*at(scan, offset);
    if ((c | 32) >= 'a' && (c | 32) <= 'z')
        return 1;
    if (c == '_' || c == '$' || (!is_start && is_digit((char)c)))
        return 1;
    uint32_t code_point, length;
    if (c == '\\') {
        if (!decode_escape(scan, offset, &code_point, &length))
            return 0;
        *has_escape = true;
    } else if (c >= 0x80) {
        code_point = decode(scan, offset, &length);
    } else {
        return 0;
    }
    bool is_part = is_start ? utf_is_identifier_start(code_point) : utf_is_identifier_part(code_point);
    return is_part ? length : 0;
}

static bool scan_name(Scanner *scan, bool *has_escape)
{
    uint32_t length = identifier_character(scan, scan->at, true, has_escape);
    if (!length)
        return false;
    do {
        scan->at += length;
        length = identifier_character(scan, scan->at, false, has_escape);
    } while (length);
    return true;
}

/* Digits of a base with separators. False when a separator is misplaced. */
static bool scan_digits(Scanner *scan, int base, bool *ret_any)
{
    bool was_separator = true, is_ok = true;
    *ret_any = false;
    for (;; scan->at++) {
        char c = *at(scan, scan->at);
        if (c == '_') {
            is_ok &= !was_separator;
            was_separator = true;
            continue;
        }
        bool is_ours = base == 16 ? is_hex(c) : c >= '0' && c < '0' + base;
        if (!is_ours)
            break;
        *ret_any = true;
        was_separator = false;
    }
    return is_ok && !(was_separator && *ret_any);
}

static bool scan_decimal_rest(Scanner *scan, bool *ret_any)
{
    bool is_ok = true, any;
    if (*at(scan, scan->at) == '.') {
        scan->at++;
        is_ok = *at(scan, scan->at) != '_' && scan_digits(scan, 10, &any);
    }
    if ((*at(scan, scan->at) | 32) == 'e') {
        scan->at++;
        if (*at(scan, scan->at) == '+' || *at(scan, scan->at) == '-')
            scan->at++;
        is_ok = scan_digits(scan, 10, &any) && is_ok;
        *ret_any &= any;
    }
    return is_ok;
}

/* 12.9.3 NumericLiteral */
static ScanResult scan_number(Scanner *scan, Token *token)
{
    const char *bytes = at(scan, scan->at);
    bool any = true, separators_ok = true, may_be_bigint = true;
    char prefix = bytes[0] == '0' ? (char)(bytes[1] | 32) : 0;
    token->kind = TOKEN_NUMBER;
    if (prefix == 'x' || prefix == 'o' || prefix == 'b') {
        scan->at += 2;
        separators_ok = scan_digits(scan, prefix == 'x' ? 16 : prefix == 'o' ? 8 : 2, &any);
    } else if (bytes[0] == '0' && (is_digit(bytes[1]) || bytes[1] == '_')) {
        bool is_octal = true;
        for (scan->at++; is_digit(*at(scan, scan->at)) || *at(scan, scan->at) == '_'; scan->at++) {
            is_octal &= *at(scan, scan->at) < '8';
            separators_ok &= *at(scan, scan->at) != '_';
        }
        may_be_bigint = false;
        if (!is_octal)
            separators_ok = scan_decimal_rest(scan, &any) && separators_ok;
    } else {
        uint32_t start = scan->at;
        separators_ok = scan_digits(scan, 10, &any);
        if (*at(scan, scan->at) == 'n' && any) {
            /* a bigint */
        } else {
            any = true;
            separators_ok = scan_decimal_rest(scan, &any) && separators_ok;
            char last = *at(scan, scan->at - 1);
            may_be_bigint = is_digit(last) && !memchr(at(scan, start), '.', scan->at - start) &&
                            !memchr(at(scan, start), 'e', scan->at - start);
        }
    }
    if (*at(scan, scan->at) == 'n' && may_be_bigint) {
        scan->at++;
        token->kind = TOKEN_BIGINT;
    }
    token->end = scan->at;
    if (!separators_ok)
        return complain(scan, SCAN_BAD, token->start, token->end, DIAG_BAD_SEPARATOR);
    bool has_escape;
    if (!any || is_digit(*at(scan, scan->at)) || identifier_character(scan, scan->at, true, &has_escape)) {
        uint32_t bad = scan->at;
        scan_name(scan, &has_escape);
        token->end = scan->at > bad ? scan->at : bad;
        return complain(scan, SCAN_BAD, token->start, token->end, DIAG_BAD_NUMBER);
    }
    return SCAN_OK;
}

static ScanResult scan_string(Scanner *scan, Token *token)
{
    char quote = *at(scan, scan->at++);
    token->kind = TOKEN_STRING;
    while (scan->at < scan->source->length) {
        char c = *at(scan, scan->at);
        if (c == quote) {
            token->end = ++scan->at;
            return SCAN_OK;
        }
        if (c == '\n' || c == '\r')
            break;
        if (c == '\\') {
            scan->at++;
            uint32_t length = line_end_length(scan, scan->at);
            if (scan->at < scan->source->length)
                scan->at += length ? length : 1;
        } else {
            scan->at++;
        }
    }
    token->end = scan->at;
    return complain(scan, SCAN_FATAL, token->start, token->end, DIAG_UNTERMINATED_STRING);
}

static ScanResult scan_template(Scanner *scan, Token *token)
{
    scan->at++;
    token->kind = TOKEN_TEMPLATE;
    while (scan->at < scan->source->length) {
        char c = *at(scan, scan->at++);
        if (c == '\\' && scan->at < scan->source->length)
            scan->at++;
        if (c == '$' && *at(scan, scan->at) == '{') {
            scan->at++;
            c = '`';
        }
        if (c == '`') {
            token->end = scan->at;
            return SCAN_OK;
        }
    }
    token->end = scan->at;
    return complain(scan, SCAN_FATAL, token->start, token->start + 1, DIAG_UNTERMINATED_TEMPLATE);
}

static ScanResult scan_regexp(Scanner *scan, Token *token)
{
    bool in_class = false;
    token->kind = TOKEN_REGEXP;
    for (scan->at++;; scan->at++) {
        if (scan->at >= scan->source->length || line_end_length(scan, scan->at)) {
            token->end = scan->at;
            return complain(scan, SCAN_FATAL, token->start, token->end, DIAG_UNTERMINATED_REGEXP);
        }
        char c = *at(scan, scan->at);
        if (c == '/' && !in_class)
            break;
        if (c == '\\' && scan->at + 1 < scan->source->length && !line_end_length(scan, scan->at + 1))
            scan->at++;
        else if (c == '[' || c == ']')
            in_class = c == '[';
    }
    scan->at++;
    bool has_escape = false;
    for (uint32_t length; (length = identifier_character(scan, scan->at, false, &has_escape)) != 0;)
        scan->at += length;
    token->end = scan->at;
    token->has_escape = has_escape;
    return has_escape ? complain(scan, SCAN_BAD, token->start, token->end, DIAG_BAD_REGEXP_FLAGS) : SCAN_OK;
}

/* Longest first. */
static const char *const punctuators[] = {
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "?\?=", "=>", "==", "!=", "<=",
    ">=",   "&&",  "||",  "?\?", "?.",  "++",  "--",  "+=",  "-=",  "*=",  "/=",   "%=", "&=", "|=", "^=",
    "<<",   ">>",  "**",  "{",   "}",   "(",   ")",   "[",   "]",   ".",   ";",    ",",  "<",  ">",  "+",
    "-",    "*",   "/",   "%",   "&",   "|",   "^",   "!",   "~",   "?",   ":",    "=",  "@"};

static ScanResult scan_punctuator(Scanner *scan, Token *token)
{
    const char *bytes = at(scan, scan->at);
    token->kind = TOKEN_PUNCTUATOR;
    for (size_t i = 0; i < sizeof punctuators / sizeof *punctuators; i++) {
        size_t length = strlen(punctuators[i]);
        if (strncmp(bytes, punctuators[i], length) != 0)
            continue;
        if (length == 2 && bytes[0] == '?' && bytes[1] == '.' && is_digit(bytes[2]))
            continue; /* 12.8: OptionalChainingPunctuator is not followed by a digit */
        scan->at += (uint32_t)length;
        token->end = scan->at;
        return SCAN_OK;
    }
    uint32_t length;
    decode(scan, scan->at, &length);
    scan->at += length ? length : 1;
    token->end = scan->at;
    return complain(scan, SCAN_FATAL, token->start, token->end, DIAG_INVALID_CHARACTER);
}

ScanResult scan_token(Scanner *scan, bool slash_divides, bool brace_ends_substitution, Token *ret_token)
{
    *ret_token = (Token){0};
    if (!skip_trivia(scan, &ret_token->newline_before))
        return SCAN_FATAL;
    ret_token->start = ret_token->end = scan->at;
    if (scan->at >= scan->source->length)
        return SCAN_END;
    scan->is_line_start = false;
    const char *bytes = at(scan, scan->at);
    if (is_digit(bytes[0]) || (bytes[0] == '.' && is_digit(bytes[1])))
        return scan_number(scan, ret_token);
    if (bytes[0] == '"' || bytes[0] == '\'')
        return scan_string(scan, ret_token);
    if (bytes[0] == '`' || (bytes[0] == '}' && brace_ends_substitution))
        return scan_template(scan, ret_token);
    if (bytes[0] == '/' && !slash_divides)
        return scan_regexp(scan, ret_token);
    bool is_private = bytes[0] == '#';
    scan->at += is_private;
    if (scan_name(scan, &ret_token->has_escape)) {
        ret_token->kind = is_private ? TOKEN_PRIVATE : TOKEN_NAME;
        ret_token->end = scan->at;
        if (!is_private && !ret_token->has_escape)
            ret_token->word = (uint8_t)word_find(bytes, ret_token->end - ret_token->start);
        return SCAN_OK;
    }
    scan->at -= is_private;
    if (bytes[0] == '\\')
        return complain(scan, SCAN_FATAL, scan->at, scan->at + 1, DIAG_BAD_UNICODE_ESCAPE);
    return scan_punctuator(scan, ret_token);
}

uint32_t scan_peek(const Scanner *scan)
{
    Scanner copy = *scan;
    bool newline = false;
    copy.diags = NULL;
    skip_trivia(&copy, &newline);
    return copy.at;
}
