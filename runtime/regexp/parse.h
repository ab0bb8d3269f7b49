/* The parser of patterns: state and parts shared by parse.c, parse_escape.c and parse_class.c. */
#ifndef SINEW_REGEXP_PARSE_H
#define SINEW_REGEXP_PARSE_H

#include "regexp/node.h"

/* Which alternative of which disjunction a group lies in; `parent` is where that disjunction lies. */
typedef struct Branch Branch;
struct Branch {
    const Branch *parent;
    uint32_t depth, disjunction, alternative;
};

/* A named group, as it stands in the pattern. */
typedef struct GroupName {
    uint16_t *units;
    uint32_t length;
    uint32_t group;
    uint32_t offset; /* of its `(?<` */
    const Branch *branch;
} GroupName;

/* A named back reference, resolved when all groups are known. */
typedef struct NamedReference {
    Node *node;
    uint16_t *units;
    uint32_t length;
    uint32_t offset;
} NamedReference;

/* The characters of the pattern are code points under u and v, else code units. */
typedef struct RegexpParser {
    RegexpArena *arena;
    const uint32_t *chars;
    uint32_t length, at;
    bool is_unicode;    /* u or v */
    bool has_sets;      /* v */
    bool ignores_case, is_multiline, is_dot_all; /* as set by the flags, then by (?ims-ims:) */
    bool has_names;     /* some group has a name: \k is then a reference everywhere */
    uint32_t total_captures; /* of the whole pattern, counted beforehand */
    uint32_t captures;       /* opened so far, with number 0 */
    uint32_t disjunctions;
    GroupName *names;
    uint32_t name_count, name_capacity;
    NamedReference *references;
    uint32_t reference_count, reference_capacity;
} RegexpParser;

enum { PARSE_END = 0xffffffff }; /* "character" past the end of the pattern */

static inline uint32_t parse_peek(const RegexpParser *parser, uint32_t ahead)
{
    return parser->length - parser->at > ahead ? parser->chars[parser->at + ahead] : (uint32_t)PARSE_END;
}

static inline bool parse_accept(RegexpParser *parser, uint32_t character)
{
    if (parse_peek(parser, 0) != character)
        return false;
    parser->at++;
    return true;
}

_Noreturn void parse_fail(const RegexpParser *parser, const char *reason);

/* Parses a whole pattern: its tree. Leaves the names in the parser, in the order of their groups. */
Node *regexp_parse(RegexpParser *parser);

/* After a backslash that is not part of a class: a class escape (\d, \p{...}) as a node, NULL (and nothing read) if it
 * is something else. */
Node *parse_class_escape_atom(RegexpParser *parser);

/* A class escape after a backslash; under v the set is folded if case is ignored, and \p may name a property of
 * strings, which *ret_strings then gets (else it must be NULL where there is no v). */
typedef struct ClassStrings ClassStrings;
bool parse_class_escape(RegexpParser *parser, bool is_in_class, CharSet *ret_set, ClassStrings *ret_strings);

/* CharacterEscape after a backslash: the character. */
uint32_t parse_character_escape(RegexpParser *parser, bool is_in_class);

/* `u` of an escape has been read: 4 digits, a pair of 4 digits, or braces if `is_unicode`. False, with nothing read, if
 * there is no such thing. */
bool parse_unicode_escape(RegexpParser *parser, bool is_unicode, uint32_t *ret_character);

/* `<` of a name has been read: up to and with `>`. */
uint16_t *parse_name(RegexpParser *parser, uint32_t *ret_length);

/* When the whole pattern has been read: refuses duplicate names, and gives the references to names their groups. */
void parse_resolve_names(RegexpParser *parser);

/* A decimal number that saturates. */
uint32_t parse_decimal(RegexpParser *parser);

/* After `[`: up to and with the matching `]`. */
Node *parse_class(RegexpParser *parser);

/* A node for one character or set, under the flags that are in force. */
Node *parse_character_node(RegexpParser *parser, uint32_t character);
Node *parse_set_node(RegexpParser *parser, const CharSet *set, bool is_negated);

/* What the strings (of other lengths than one) of a class are. Sorted by length, longest first, then by content; no two
 * equal. */
typedef struct ClassString {
    const uint32_t *chars;
    uint32_t length;
} ClassString;

struct ClassStrings {
    ClassString *items;
    uint32_t count, capacity;
};

/* A class with strings: alternatives, longest string first. */
Node *parse_strings_node(RegexpParser *parser, const CharSet *set, const ClassStrings *strings);
void class_strings_add(RegexpParser *parser, ClassStrings *strings, const uint32_t *chars, uint32_t length);
void class_strings_normalize(RegexpParser *parser, ClassStrings *strings);

#endif
