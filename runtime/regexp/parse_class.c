/* Character classes: ECMA-262 22.2.1 CharacterClass, with B.1.2.1 without u or v, and the set notation of v.
 *
 * Invariant: under v and i, the sets and strings of operands are folded (22.2.2.7.4) before any operation on them; the
 * closure over case is made when the class is done. */
#include "regexp/parse.h"

#include <string.h>

#include "unicode/unicode.h"

/* ---- Strings of a class */

void class_strings_add(RegexpParser *parser, ClassStrings *strings, const uint32_t *chars, uint32_t length)
{
    REGEXP_RESERVE(parser->arena, strings->items, strings->count, strings->capacity);
    strings->items[strings->count++] = (ClassString){ chars, length };
}

/* By length, longest first, then by content. */
static int compare_strings(const ClassString *a, const ClassString *b)
{
    if (a->length != b->length)
        return a->length > b->length ? -1 : 1;
    for (uint32_t i = 0; i < a->length; i++) {
        if (a->chars[i] != b->chars[i])
            return a->chars[i] < b->chars[i] ? -1 : 1;
    }
    return 0;
}

static void sort_strings(RegexpParser *parser, ClassStrings *strings)
{
    uint32_t count = strings->count;
    ClassString *spare = regexp_arena_take(parser->arena, count * sizeof *spare);
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = start + width < count ? start + width : count;
            uint32_t end = start + 2 * width < count ? start + 2 * width : count;
            uint32_t left = start, right = middle;
            for (uint32_t at = start; at < end; at++) {
                bool takes_left = left < middle && (right >= end || compare_strings(&strings->items[left],
                                                                                    &strings->items[right]) <= 0);
                spare[at] = strings->items[takes_left ? left++ : right++];
            }
        }
        memcpy(strings->items, spare, count * sizeof *spare);
    }
}

void class_strings_normalize(RegexpParser *parser, ClassStrings *strings)
{
    if (strings->count < 2)
        return;
    sort_strings(parser, strings);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < strings->count; i++) {
        if (compare_strings(&strings->items[kept - 1], &strings->items[i]) != 0)
            strings->items[kept++] = strings->items[i];
    }
    strings->count = kept;
}

/* The strings of `a` that are (`is_kept_if_common`), or are not, in `b`. */
static ClassStrings filter_strings(RegexpParser *parser, const ClassStrings *a, const ClassStrings *b,
                                   bool is_kept_if_common)
{
    ClassStrings result = { 0 };
    for (uint32_t i = 0, j = 0; i < a->count; i++) {
        while (j < b->count && compare_strings(&b->items[j], &a->items[i]) < 0)
            j++;
        bool is_common = j < b->count && compare_strings(&b->items[j], &a->items[i]) == 0;
        if (is_common == is_kept_if_common)
            class_strings_add(parser, &result, a->items[i].chars, a->items[i].length);
    }
    return result;
}

/* Nodes are folded characters, so a node that ignores case matches them all. */
static Node *string_node(RegexpParser *parser, const ClassString *string)
{
    Node **items = regexp_arena_take(parser->arena, (string->length + 1) * sizeof *items);
    for (uint32_t i = 0; i < string->length; i++)
        items[i] = parse_character_node(parser, string->chars[i]);
    return node_sequence(parser->arena, items, string->length);
}

Node *parse_strings_node(RegexpParser *parser, const CharSet *set, const ClassStrings *strings)
{
    Node **items = regexp_arena_take(parser->arena, (strings->count + 2) * sizeof *items);
    uint32_t count = 0, next = 0;
    for (; next < strings->count && strings->items[next].length > 1; next++)
        items[count++] = string_node(parser, &strings->items[next]);
    if (set->count)
        items[count++] = parse_set_node(parser, set, false);
    if (next < strings->count)
        items[count++] = node_new(parser->arena, NODE_EMPTY);
    return node_alternatives(parser->arena, items, count);
}

/* ---- Classes without v */

/* A ClassAtom: a character, or (`is_set`) a class escape. */
typedef struct ClassAtom {
    bool is_set;
    uint32_t character;
    CharSet set;
} ClassAtom;

static ClassAtom parse_class_atom(RegexpParser *parser)
{
    ClassAtom atom = { .character = parser->chars[parser->at++] };
    if (atom.character != '\\')
        return atom;
    if (parse_accept(parser, 'b'))
        atom.character = '\b';
    else if (parse_class_escape(parser, true, &atom.set, NULL))
        atom.is_set = true;
    else
        atom.character = parse_character_escape(parser, true);
    return atom;
}

static void add_atom(RegexpParser *parser, CharSet *set, const ClassAtom *atom)
{
    if (atom->is_set)
        charset_add_set(parser->arena, set, &atom->set);
    else
        charset_add_range(parser->arena, set, atom->character, atom->character);
}

/* `first` and `-` have been read, and what follows is not `]`. */
static void parse_class_range(RegexpParser *parser, CharSet *set, const ClassAtom *first)
{
    ClassAtom last = parse_class_atom(parser);
    if (first->is_set || last.is_set) {
        if (parser->is_unicode)
            parse_fail(parser, "Invalid character class");
        add_atom(parser, set, first); /* B.1.2.1: the hyphen is a character of its own */
        charset_add_range(parser->arena, set, '-', '-');
        add_atom(parser, set, &last);
        return;
    }
    if (first->character > last.character)
        parse_fail(parser, "Range out of order in character class");
    charset_add_range(parser->arena, set, first->character, last.character);
}

static Node *parse_plain_class(RegexpParser *parser)
{
    bool is_negated = parse_accept(parser, '^');
    CharSet set = { 0 };
    while (!parse_accept(parser, ']')) {
        if (parser->at == parser->length)
            parse_fail(parser, "Unterminated character class");
        ClassAtom atom = parse_class_atom(parser);
        uint32_t last = parse_peek(parser, 1);
        if (parse_peek(parser, 0) == '-' && last != ']' && last != PARSE_END) {
            parser->at++;
            parse_class_range(parser, &set, &atom);
        } else {
            add_atom(parser, &set, &atom);
        }
    }
    charset_normalize(&set);
    return parse_set_node(parser, &set, is_negated);
}

/* ---- Classes with v */

/* The value of a class or operand. `may_have_strings` is the static MayContainStrings, whatever the strings are. */
typedef struct ClassValue {
    CharSet set;
    ClassStrings strings;
    bool may_have_strings;
    bool is_character; /* a single ClassSetCharacter, which may start a range */
    uint32_t character;
} ClassValue;

static ClassValue parse_sets_class(RegexpParser *parser, uint32_t depth);

static bool is_one_of(uint32_t character, const char *characters)
{
    return character && character < 0x80 && strchr(characters, (int)character);
}

/* Whether a ClassSetReservedDoublePunctuator follows. */
static bool is_at_reserved_pair(const RegexpParser *parser)
{
    uint32_t character = parse_peek(parser, 0);
    return parse_peek(parser, 1) == character && is_one_of(character, "&!#$%*+,.:;<=>?@^`~");
}

static uint32_t parse_set_character(RegexpParser *parser)
{
    if (is_at_reserved_pair(parser))
        parse_fail(parser, "Invalid set operation in character class");
    uint32_t character = parse_peek(parser, 0);
    if (character == PARSE_END)
        parse_fail(parser, "Unterminated character class");
    if (is_one_of(character, "()[]{}/-|"))
        parse_fail(parser, "Invalid character in character class");
    parser->at++;
    if (character != '\\')
        return character;
    if (parse_accept(parser, 'b'))
        return '\b';
    if (is_one_of(parse_peek(parser, 0), "&-!#%,:;<=>@`~"))
        return parser->chars[parser->at++];
    return parse_character_escape(parser, true);
}

static uint32_t fold_if_ignoring_case(const RegexpParser *parser, uint32_t character)
{
    return parser->ignores_case ? unicode_simple_fold(character) : character;
}

/* `\q{` has been read: alternatives of characters up to `}`. */
static void parse_quoted_strings(RegexpParser *parser, ClassValue *value)
{
    do {
        uint32_t *chars = NULL;
        size_t length = 0, capacity = 0;
        while (parse_peek(parser, 0) != '|' && parse_peek(parser, 0) != '}') {
            uint32_t character = fold_if_ignoring_case(parser, parse_set_character(parser));
            REGEXP_RESERVE(parser->arena, chars, length, capacity);
            chars[length++] = character;
        }
        if (length == 1) {
            charset_add_range(parser->arena, &value->set, chars[0], chars[0]);
        } else {
            class_strings_add(parser, &value->strings, chars, (uint32_t)length);
            value->may_have_strings = true;
        }
    } while (parse_accept(parser, '|'));
    parser->at++;
    charset_normalize(&value->set);
    class_strings_normalize(parser, &value->strings);
}

static ClassValue parse_operand(RegexpParser *parser, uint32_t depth)
{
    ClassValue value = { 0 };
    if (parse_accept(parser, '['))
        return parse_sets_class(parser, depth + 1);
    if (parse_peek(parser, 0) == '\\' && parse_peek(parser, 1) == 'q' && parse_peek(parser, 2) == '{') {
        parser->at += 3;
        parse_quoted_strings(parser, &value);
        return value;
    }
    uint32_t start = parser->at;
    if (parse_accept(parser, '\\')) {
        if (parse_class_escape(parser, true, &value.set, &value.strings)) {
            value.may_have_strings = value.strings.count > 0;
            return value;
        }
        parser->at = start;
    }
    value.is_character = true;
    value.character = parse_set_character(parser);
    uint32_t folded = fold_if_ignoring_case(parser, value.character);
    charset_add_range(parser->arena, &value.set, folded, folded);
    return value;
}

static void unite_values(RegexpParser *parser, ClassValue *value, const ClassValue *other)
{
    charset_add_set(parser->arena, &value->set, &other->set);
    for (uint32_t i = 0; i < other->strings.count; i++)
        class_strings_add(parser, &value->strings, other->strings.items[i].chars, other->strings.items[i].length);
    value->may_have_strings |= other->may_have_strings;
}

static void intersect_values(RegexpParser *parser, ClassValue *value, const ClassValue *other)
{
    value->set = charset_intersection(parser->arena, &value->set, &other->set);
    value->strings = filter_strings(parser, &value->strings, &other->strings, true);
    value->may_have_strings &= other->may_have_strings;
}

static void subtract_value(RegexpParser *parser, ClassValue *value, const ClassValue *other)
{
    CharSet rest = charset_complement(parser->arena, &other->set);
    value->set = charset_intersection(parser->arena, &value->set, &rest);
    value->strings = filter_strings(parser, &value->strings, &other->strings, false);
}

/* `first` has been read as the start of a range, and `-`. */
static ClassValue parse_sets_range(RegexpParser *parser, const ClassValue *first, uint32_t depth)
{
    ClassValue last = parse_operand(parser, depth);
    if (!first->is_character || !last.is_character)
        parse_fail(parser, "Invalid character class");
    if (first->character > last.character)
        parse_fail(parser, "Range out of order in character class");
    ClassValue range = { 0 };
    charset_add_range(parser->arena, &range.set, first->character, last.character);
    if (parser->ignores_case)
        range.set = charset_fold(parser->arena, &range.set);
    return range;
}

static bool is_at_pair(const RegexpParser *parser, uint32_t character)
{
    return parse_peek(parser, 0) == character && parse_peek(parser, 1) == character;
}

/* ClassIntersection or ClassSubtraction, whose first operand has been read: up to and with `]`. */
static void parse_operation(RegexpParser *parser, ClassValue *value, uint32_t operator, uint32_t depth)
{
    while (!parse_accept(parser, ']')) {
        if (parser->at == parser->length)
            parse_fail(parser, "Unterminated character class");
        if (!is_at_pair(parser, operator))
            parse_fail(parser, "Invalid set operation in character class");
        parser->at += 2;
        if (parse_peek(parser, 0) == '&' && operator == '&')
            parse_fail(parser, "Invalid character in character class");
        ClassValue other = parse_operand(parser, depth);
        if (operator == '&')
            intersect_values(parser, value, &other);
        else
            subtract_value(parser, value, &other);
    }
}

/* ClassUnion, up to and with `]`. */
static void parse_union(RegexpParser *parser, ClassValue *value, uint32_t depth)
{
    for (bool is_first = true; !parse_accept(parser, ']'); is_first = false) {
        if (parser->at == parser->length)
            parse_fail(parser, "Unterminated character class");
        if (!is_first && is_at_pair(parser, '-'))
            parse_fail(parser, "Invalid set operation in character class");
        ClassValue operand = parse_operand(parser, depth);
        uint32_t operator = is_at_pair(parser, '&') ? '&' : is_at_pair(parser, '-') ? '-' : 0;
        if (operator && !is_first)
            parse_fail(parser, "Invalid set operation in character class");
        if (operator) {
            *value = operand;
            parse_operation(parser, value, operator, depth);
            return;
        }
        if (parse_accept(parser, '-'))
            operand = parse_sets_range(parser, &operand, depth);
        unite_values(parser, value, &operand);
    }
    charset_normalize(&value->set);
    class_strings_normalize(parser, &value->strings);
}

/* `[` has been read. */
static ClassValue parse_sets_class(RegexpParser *parser, uint32_t depth)
{
    if (depth > REGEXP_CLASS_NESTING_LIMIT)
        parse_fail(parser, "Regular expression too large");
    bool is_negated = parse_accept(parser, '^');
    ClassValue value = { 0 };
    parse_union(parser, &value, depth);
    value.is_character = false;
    if (!is_negated)
        return value;
    if (value.may_have_strings)
        parse_fail(parser, "Negated character class may contain strings");
    value.set = parser->ignores_case ? charset_folded_complement(parser->arena, &value.set)
                                     : charset_complement(parser->arena, &value.set);
    return value;
}

Node *parse_class(RegexpParser *parser)
{
    if (!parser->has_sets)
        return parse_plain_class(parser);
    ClassValue value = parse_sets_class(parser, 0);
    if (value.strings.count)
        return parse_strings_node(parser, &value.set, &value.strings);
    return parse_set_node(parser, &value.set, false);
}
