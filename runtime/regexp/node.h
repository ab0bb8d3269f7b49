/* The tree of a pattern, between parser and emitter.
 *
 * Invariant: case-insensitivity, dotAll and negation are resolved into sets while the tree is built (only back
 * references and word boundaries still carry a mark); min_length and peek of a node are right for matching forwards.
 * Trees are at most REGEXP_NESTING_LIMIT deep in groups. */
#ifndef SINEW_REGEXP_NODE_H
#define SINEW_REGEXP_NODE_H

#include "regexp/charset.h"

enum { REGEXP_NESTING_LIMIT = 400, REGEXP_CLASS_NESTING_LIMIT = 60, REGEXP_CAPTURE_LIMIT = 32767 };

typedef enum NodeKind {
    NODE_EMPTY,
    NODE_CHAR,           /* character */
    NODE_CLASS,          /* set */
    NODE_SEQUENCE,       /* items, two or more */
    NODE_ALTERNATIVES,   /* items, two or more */
    NODE_GROUP,          /* child, capture */
    NODE_LOOP,           /* child, min, max, is_lazy, captures [first_capture, end_capture) of the child */
    NODE_BACK_REFERENCE, /* groups */
    NODE_LOOK,           /* child, is_behind, is_negative; this and all below take no text */
    NODE_TEXT_START,
    NODE_TEXT_END,
    NODE_LINE_START,
    NODE_LINE_END,
    NODE_WORD_BOUNDARY,
    NODE_NOT_WORD_BOUNDARY
} NodeKind;

/* What the next character must be for a node to match: a superset. */
typedef struct Peek {
    const CharSet *set; /* NULL: not known, anything */
    bool is_open;       /* the node may also match without looking: then what follows it counts as well */
    bool at_end;        /* it may also match at the end of the text */
    bool always;        /* it matches in any case (the end of the program) */
} Peek;

typedef struct Node Node;

struct Node {
    uint8_t kind;
    bool is_lazy, is_behind, is_negative;
    bool ignores_case;   /* back references, word boundaries */
    uint32_t min_length; /* in units, saturating */
    Peek peek;
    uint32_t character;
    const CharSet *set;
    Node *child;
    Node **items;
    uint32_t count;
    uint32_t min, max; /* max may be REGEXP_INFINITE */
    uint32_t capture, first_capture, end_capture;
    uint32_t *groups; /* count of them */
};

Node *node_new(RegexpArena *arena, NodeKind kind);
Node *node_char(RegexpArena *arena, uint32_t character);
Node *node_class(RegexpArena *arena, const CharSet *set);
Node *node_sequence(RegexpArena *arena, Node **items, uint32_t count);

/* Changes `items`: single characters in a row become one class. */
Node *node_alternatives(RegexpArena *arena, Node **items, uint32_t count);
Node *node_group(RegexpArena *arena, Node *child, uint32_t capture);
Node *node_loop(RegexpArena *arena, Node *child, uint32_t min, uint32_t max, bool is_lazy);
Node *node_look(RegexpArena *arena, Node *child, bool is_behind, bool is_negative);

/* Whether the node is a character or a class: it then has a set. */
bool node_is_single_character(const Node *node);

/* `peek` if it is closed, else what it and `follow` say together. */
Peek peek_before(RegexpArena *arena, Peek peek, Peek follow);

/* What is to be said if either matches. */
Peek peek_either(RegexpArena *arena, Peek a, Peek b);

#endif
