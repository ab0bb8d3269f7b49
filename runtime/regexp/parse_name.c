/* Names of groups (ECMA-262 22.2.1 GroupName): reading them, which may be the same, what references mean. */
#include "regexp/parse.h"

#include <string.h>

#include "unicode/unicode.h"

/* RegExpIdentifierStart or RegExpIdentifierPart, always with pairs combined. */
static uint32_t parse_name_character(RegexpParser *parser)
{
    uint32_t character = parse_peek(parser, 0);
    if (character == PARSE_END)
        parse_fail(parser, "Invalid capture group name");
    parser->at++;
    if (character == '\\') {
        if (!parse_accept(parser, 'u') || !parse_unicode_escape(parser, true, &character))
            parse_fail(parser, "Invalid Unicode escape");
        return character;
    }
    bool is_pair = (character & 0xfffffc00) == 0xd800 && (parse_peek(parser, 0) & 0xfffffc00) == 0xdc00;
    if (is_pair)
        character = 0x10000 + ((character - 0xd800) << 10) + (parser->chars[parser->at++] - 0xdc00);
    return character;
}

uint16_t *parse_name(RegexpParser *parser, uint32_t *ret_length)
{
    uint16_t *units = NULL;
    size_t length = 0, capacity = 0;
    while (length == 0 || parse_peek(parser, 0) != '>') {
        uint32_t character = parse_name_character(parser);
        bool is_valid = character == '$' || character == '_' ||
                        (length == 0 ? unicode_is_id_start(character)
                                     : unicode_is_id_continue(character) || character == 0x200c || character == 0x200d);
        if (!is_valid)
            parse_fail(parser, "Invalid capture group name");
        if (character > 0xffff) {
            REGEXP_RESERVE(parser->arena, units, length, capacity);
            units[length++] = (uint16_t)(0xd7c0 + (character >> 10));
            character = 0xdc00 + (character & 0x3ff);
        }
        REGEXP_RESERVE(parser->arena, units, length, capacity);
        units[length++] = (uint16_t)character;
    }
    parser->at++;
    *ret_length = (uint32_t)length;
    return units;
}

static bool names_are_equal(const uint16_t *a, uint32_t a_length, const uint16_t *b, uint32_t b_length)
{
    return a_length == b_length && memcmp(a, b, a_length * sizeof *a) == 0;
}

/* Whether two groups lie in different alternatives of a disjunction, so that at most one of them takes part in a match
 * (22.2.1.3 MightBothParticipate, negated). */
static bool are_exclusive(const Branch *a, const Branch *b)
{
    while (a->depth > b->depth)
        a = a->parent;
    while (b->depth > a->depth)
        b = b->parent;
    while (a->parent != b->parent) {
        a = a->parent;
        b = b->parent;
    }
    return a->disjunction == b->disjunction && a->alternative != b->alternative;
}

static int compare_names(const GroupName *a, const GroupName *b)
{
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    int order = memcmp(a->units, b->units, a->length * sizeof *a->units);
    return order ? order : a->group < b->group ? -1 : a->group > b->group;
}

/* `sorted` gets pointers to the names in order of text, then group: a merge sort. */
static void sort_names(RegexpParser *parser, const GroupName **sorted)
{
    uint32_t count = parser->name_count;
    const GroupName **spare = regexp_arena_take(parser->arena, count * sizeof *spare);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = &parser->names[i];
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = start + width < count ? start + width : count;
            uint32_t end = start + 2 * width < count ? start + 2 * width : count;
            uint32_t left = start, right = middle;
            for (uint32_t at = start; at < end; at++) {
                bool takes_left = left < middle && (right >= end || compare_names(sorted[left], sorted[right]) <= 0);
                spare[at] = takes_left ? sorted[left++] : sorted[right++];
            }
        }
        memcpy(sorted, spare, count * sizeof *sorted);
    }
}

/* Comparing neighbours is enough: where each group excludes the one before it, any two exclude each other, because the
 * disjunction that parts two neighbours, or one around it, also parts what lies further off. */
static void check_duplicate_names(RegexpParser *parser, const GroupName **sorted)
{
    for (uint32_t i = 1; i < parser->name_count; i++) {
        const GroupName *a = sorted[i - 1], *b = sorted[i];
        if (names_are_equal(a->units, a->length, b->units, b->length) && !are_exclusive(a->branch, b->branch))
            regexp_fail(parser->arena, "Duplicate capture group name", b->offset);
    }
}

static void resolve_reference(RegexpParser *parser, const GroupName **sorted, NamedReference *reference)
{
    GroupName wanted = { .units = reference->units, .length = reference->length };
    uint32_t low = 0, high = parser->name_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (compare_names(sorted[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    size_t capacity = 0;
    Node *node = reference->node;
    for (; low < parser->name_count; low++) {
        const GroupName *name = sorted[low];
        if (!names_are_equal(name->units, name->length, wanted.units, wanted.length))
            break;
        REGEXP_RESERVE(parser->arena, node->groups, node->count, capacity);
        node->groups[node->count++] = name->group;
    }
    if (node->count == 0)
        regexp_fail(parser->arena, "Invalid named capture referenced", reference->offset);
}

void parse_resolve_names(RegexpParser *parser)
{
    const GroupName **sorted = regexp_arena_take(parser->arena, (parser->name_count + 1) * sizeof *sorted);
    sort_names(parser, sorted);
    check_duplicate_names(parser, sorted);
    for (uint32_t i = 0; i < parser->reference_count; i++)
        resolve_reference(parser, sorted, &parser->references[i]);
}
