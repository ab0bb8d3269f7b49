/* What stands after a backslash (ECMA-262 22.2.1 CharacterEscape, CharacterClassEscape; B.1.2.1). */
#include "regexp/parse.h"

#include <string.h>

#include "unicode/unicode.h"

enum { PROPERTY_NAME_LIMIT = 64 };

static bool is_decimal_digit(uint32_t character)
{
    return character >= '0' && character <= '9';
}

static bool is_octal_digit(uint32_t character)
{
    return character >= '0' && character <= '7';
}

static bool is_letter(uint32_t character)
{
    return character < 0x80 && (character | 0x20) - 'a' < 26;
}

uint32_t parse_decimal(RegexpParser *parser)
{
    uint32_t value = 0;
    for (; is_decimal_digit(parse_peek(parser, 0)); parser->at++) {
        uint32_t digit = parser->chars[parser->at] - '0';
        value = value > (0x7fffffff - digit) / 10 ? 0x7fffffff : value * 10 + digit;
    }
    return value;
}

static int hex_value(uint32_t character)
{
    if (is_decimal_digit(character))
        return (int)(character - '0');
    if (character < 0x80 && (character | 0x20) - 'a' < 6)
        return (int)((character | 0x20) - 'a' + 10);
    return -1;
}

/* `count` hexadecimal digits; false, with nothing read, if there are fewer. */
static bool parse_hex(RegexpParser *parser, uint32_t count, uint32_t *ret_value)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; i++) {
        int digit = hex_value(parse_peek(parser, i));
        if (digit < 0)
            return false;
        value = value * 16 + (uint32_t)digit;
    }
    parser->at += count;
    *ret_value = value;
    return true;
}

/* `{` has been read. */
static bool parse_braced_hex(RegexpParser *parser, uint32_t *ret_value)
{
    uint32_t value = 0, start = parser->at;
    for (int digit; (digit = hex_value(parse_peek(parser, 0))) >= 0; parser->at++) {
        value = value * 16 + (uint32_t)digit;
        if (value >= UNICODE_LIMIT)
            return false;
    }
    if (parser->at == start || !parse_accept(parser, '}'))
        return false;
    *ret_value = value;
    return true;
}

bool parse_unicode_escape(RegexpParser *parser, bool is_unicode, uint32_t *ret_character)
{
    uint32_t start = parser->at, lead, trail;
    if (is_unicode && parse_accept(parser, '{')) {
        bool is_valid = parse_braced_hex(parser, ret_character);
        if (!is_valid)
            parser->at = start;
        return is_valid;
    }
    if (!parse_hex(parser, 4, &lead))
        return false;
    *ret_character = lead;
    if (!is_unicode || (lead & 0xfc00) != 0xd800 || parse_peek(parser, 0) != '\\' || parse_peek(parser, 1) != 'u')
        return true;
    start = parser->at;
    parser->at += 2;
    if (parse_hex(parser, 4, &trail) && (trail & 0xfc00) == 0xdc00)
        *ret_character = 0x10000 + ((lead - 0xd800) << 10) + (trail - 0xdc00);
    else
        parser->at = start;
    return true;
}

/* ---- Sets */

static void add_digits(RegexpParser *parser, CharSet *set)
{
    charset_add_range(parser->arena, set, '0', '9');
}

static void add_space(RegexpParser *parser, CharSet *set)
{
    static const CharRange space[] = { { 9, 13 },         { 32, 32 },         { 0xa0, 0xa0 },     { 0x1680, 0x1680 },
                                       { 0x2000, 0x200a }, { 0x2028, 0x2029 }, { 0x202f, 0x202f }, { 0x205f, 0x205f },
                                       { 0x3000, 0x3000 }, { 0xfeff, 0xfeff } };
    for (size_t i = 0; i < sizeof space / sizeof *space; i++)
        charset_add_range(parser->arena, set, space[i].first, space[i].last);
}

/* 22.2.2.9.3 WordCharacters: with what folds to a word character, under i with u or v. */
static void add_word(RegexpParser *parser, CharSet *set)
{
    charset_add_range(parser->arena, set, '0', '9');
    charset_add_range(parser->arena, set, 'A', 'Z');
    charset_add_range(parser->arena, set, '_', '_');
    charset_add_range(parser->arena, set, 'a', 'z');
    if (parser->is_unicode && parser->ignores_case) {
        charset_add_range(parser->arena, set, 0x17f, 0x17f);
        charset_add_range(parser->arena, set, 0x212a, 0x212a);
    }
}

/* The two sides of \p{name=value}; ASCII, as no property has other names. */
typedef struct PropertyText {
    char text[PROPERTY_NAME_LIMIT];
    size_t length;
} PropertyText;

static bool parse_property_text(RegexpParser *parser, PropertyText *ret_text)
{
    ret_text->length = 0;
    for (;; parser->at++) {
        uint32_t character = parse_peek(parser, 0);
        if (!is_letter(character) && !is_decimal_digit(character) && character != '_')
            return ret_text->length > 0;
        if (ret_text->length == PROPERTY_NAME_LIMIT)
            return false;
        ret_text->text[ret_text->length++] = (char)character;
    }
}

/* `p` or `P` has been read. */
static bool parse_property(RegexpParser *parser, UnicodeProperty *ret_property)
{
    PropertyText name, value;
    if (!parse_accept(parser, '{') || !parse_property_text(parser, &name))
        return false;
    bool has_value = parse_accept(parser, '=');
    if ((has_value && !parse_property_text(parser, &value)) || !parse_accept(parser, '}'))
        return false;
    return unicode_find_property(name.text, name.length, has_value ? value.text : NULL, has_value ? value.length : 0,
                                 ret_property);
}

/* Where a property's ranges or strings go. */
typedef struct PropertyTarget {
    RegexpParser *parser;
    CharSet *set;
    ClassStrings *strings;
} PropertyTarget;

static void take_range(void *closure, uint32_t first, uint32_t last)
{
    PropertyTarget *target = closure;
    charset_add_range(target->parser->arena, target->set, first, last);
}

static void take_string(void *closure, const uint16_t *units, size_t length)
{
    PropertyTarget *target = closure;
    RegexpArena *arena = target->parser->arena;
    uint32_t *chars = regexp_arena_take(arena, length * sizeof *chars);
    uint32_t count = 0;
    for (size_t i = 0; i < length; i++, count++) {
        chars[count] = units[i];
        if ((units[i] & 0xfc00) == 0xd800 && i + 1 < length) {
            chars[count] = 0x10000 + ((units[i] - 0xd800u) << 10) + (units[i + 1] - 0xdc00u);
            i++;
        }
        if (target->parser->ignores_case)
            chars[count] = unicode_simple_fold(chars[count]);
    }
    if (count == 1)
        charset_add_range(arena, target->set, chars[0], chars[0]);
    else
        class_strings_add(target->parser, target->strings, chars, count);
}

static void read_property(RegexpParser *parser, bool is_negated, bool is_in_class, CharSet *set, ClassStrings *strings)
{
    UnicodeProperty property;
    bool is_valid = parse_property(parser, &property);
    if (!is_valid || (property.is_of_strings && (is_negated || !strings)))
        parse_fail(parser, is_in_class ? "Invalid property name in character class" : "Invalid property name");
    PropertyTarget target = { .parser = parser, .set = set, .strings = strings };
    if (property.is_of_strings)
        unicode_property_strings(property, take_string, &target);
    else
        unicode_property_ranges(property, take_range, &target);
    charset_normalize(set);
    if (property.is_of_strings)
        class_strings_normalize(parser, strings);
}

bool parse_class_escape(RegexpParser *parser, bool is_in_class, CharSet *ret_set, ClassStrings *ret_strings)
{
    uint32_t letter = parse_peek(parser, 0);
    bool is_class = is_letter(letter) && strchr(parser->is_unicode ? "dswp" : "dsw", (int)(letter | 0x20));
    if (!is_class)
        return false;
    parser->at++;
    bool is_negated = letter < 'a';
    *ret_set = (CharSet){ 0 };
    switch (letter | 0x20) {
    case 'd':
        add_digits(parser, ret_set);
        break;
    case 's':
        add_space(parser, ret_set);
        break;
    case 'w':
        add_word(parser, ret_set);
        break;
    case 'p':
        read_property(parser, is_negated, is_in_class, ret_set, ret_strings);
        break;
    }
    charset_normalize(ret_set);
    bool is_folded = parser->has_sets && parser->ignores_case;
    if (is_folded)
        *ret_set = charset_fold(parser->arena, ret_set);
    if (is_negated)
        *ret_set = is_folded ? charset_folded_complement(parser->arena, ret_set)
                             : charset_complement(parser->arena, ret_set);
    return true;
}

Node *parse_class_escape_atom(RegexpParser *parser)
{
    CharSet *set = regexp_arena_take(parser->arena, sizeof *set);
    ClassStrings strings = { 0 };
    if (!parse_class_escape(parser, false, set, parser->has_sets ? &strings : NULL))
        return NULL;
    return strings.count ? parse_strings_node(parser, set, &strings) : parse_set_node(parser, set, false);
}

/* ---- Characters */

/* B.1.2.1 LegacyOctalEscapeSequence: up to three digits, below 0400. */
static uint32_t parse_legacy_octal(RegexpParser *parser)
{
    uint32_t value = 0;
    for (int count = 0; count < 3 && is_octal_digit(parse_peek(parser, 0)); count++) {
        uint32_t next = value * 8 + (parser->chars[parser->at] - '0');
        if (next > 0377)
            break;
        value = next;
        parser->at++;
    }
    return value;
}

/* `c` has been read. */
static uint32_t parse_control(RegexpParser *parser, bool is_in_class)
{
    uint32_t letter = parse_peek(parser, 0);
    bool is_class_control = is_in_class && !parser->is_unicode && (is_decimal_digit(letter) || letter == '_');
    if (is_letter(letter) || is_class_control) {
        parser->at++;
        return letter % 32;
    }
    if (parser->is_unicode)
        parse_fail(parser, "Invalid Unicode escape");
    parser->at--; /* B.1.2.1: the backslash is a character of its own, and the c the next one */
    return '\\';
}

static uint32_t parse_digit_escape(RegexpParser *parser, bool is_in_class)
{
    uint32_t digit = parse_peek(parser, 0);
    if (digit == '0' && !is_decimal_digit(parse_peek(parser, 1))) {
        parser->at++;
        return 0;
    }
    if (parser->is_unicode)
        parse_fail(parser, digit > '7'   ? "Invalid escape"
                           : is_in_class ? "Invalid class escape"
                                         : "Invalid decimal escape");
    if (is_octal_digit(digit))
        return parse_legacy_octal(parser);
    parser->at++;
    return digit;
}

static bool is_identity_escape(const RegexpParser *parser, uint32_t character, bool is_in_class)
{
    if (parser->is_unicode) {
        const char *syntax = is_in_class ? "^$\\.*+?()[]{}|/-" : "^$\\.*+?()[]{}|/";
        return character && character < 0x80 && strchr(syntax, (int)character);
    }
    return character != 'k' || !parser->has_names;
}

uint32_t parse_character_escape(RegexpParser *parser, bool is_in_class)
{
    uint32_t character = parse_peek(parser, 0), value;
    if (character == PARSE_END)
        parse_fail(parser, "\\ at end of pattern");
    if (is_decimal_digit(character))
        return parse_digit_escape(parser, is_in_class);
    parser->at++;
    switch (character) {
    case 't':
        return '\t';
    case 'n':
        return '\n';
    case 'v':
        return '\v';
    case 'f':
        return '\f';
    case 'r':
        return '\r';
    case 'c':
        return parse_control(parser, is_in_class);
    case 'x':
        if (parse_hex(parser, 2, &value))
            return value;
        if (parser->is_unicode)
            parse_fail(parser, "Invalid escape");
        return 'x';
    case 'u':
        if (parse_unicode_escape(parser, parser->is_unicode, &value))
            return value;
        if (parser->is_unicode)
            parse_fail(parser, "Invalid Unicode escape");
        return 'u';
    default:
        if (!is_identity_escape(parser, character, is_in_class))
            parse_fail(parser, "Invalid escape");
        return character;
    }
}
