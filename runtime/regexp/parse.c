/* Patterns (ECMA-262 22.2.1 and B.1.2.1) to trees: disjunctions, groups, quantifiers, assertions.
 *
 * Invariant: groups are kept on a stack of frames, not of C calls, so that nesting costs no native stack. */
#include "regexp/parse.h"

#include "regexp/program.h"

/* An open group, or (the first frame) the whole pattern. */
typedef struct Frame {
    enum { FRAME_PATTERN, FRAME_GROUP, FRAME_CAPTURE, FRAME_LOOK } kind;
    bool is_behind, is_negative;
    bool ignores_case, is_multiline, is_dot_all; /* what was in force outside */
    uint32_t capture;
    uint32_t captures_before;
    uint32_t first_item, first_alternative; /* indexes into the parser's stacks */
    const Branch *branch;                   /* of the alternative that is being read */
} Frame;

typedef struct NodeStack {
    Node **nodes;
    uint32_t count, capacity;
} NodeStack;

/* The parser proper; `base` is what the other files see. */
typedef struct PatternParser {
    RegexpParser *base;
    Frame *frames;
    uint32_t depth, frame_capacity;
    NodeStack items;        /* of the alternatives under way */
    NodeStack alternatives; /* finished ones of the groups under way */
} PatternParser;

void parse_fail(const RegexpParser *parser, const char *reason)
{
    regexp_fail(parser->arena, reason, parser->at);
}

static void push_node(RegexpArena *arena, NodeStack *stack, Node *node)
{
    REGEXP_RESERVE(arena, stack->nodes, stack->count, stack->capacity);
    stack->nodes[stack->count++] = node;
}

/* ---- Nodes under the flags in force */

Node *parse_character_node(RegexpParser *parser, uint32_t character)
{
    Node *node = node_char(parser->arena, character);
    bool is_lone = parser->is_unicode && (character & 0xfffff800) == 0xd800;
    if (!parser->ignores_case)
        return is_lone ? node_class(parser->arena, node->set) : node;
    CharSet *set = regexp_arena_take(parser->arena, sizeof *set);
    *set = charset_close_over_case(parser->arena, node->set, parser->is_unicode);
    bool is_single = set->count == 1 && set->ranges[0].first == set->ranges[0].last;
    return is_single && !is_lone ? node : node_class(parser->arena, set);
}

Node *parse_set_node(RegexpParser *parser, const CharSet *set, bool is_negated)
{
    CharSet *result = regexp_arena_take(parser->arena, sizeof *result);
    *result = parser->ignores_case ? charset_close_over_case(parser->arena, set, parser->is_unicode) : *set;
    if (is_negated)
        *result = charset_complement(parser->arena, result);
    return node_class(parser->arena, result);
}

static Node *parse_dot(RegexpParser *parser)
{
    CharSet *excluded = regexp_arena_take(parser->arena, sizeof *excluded);
    if (!parser->is_dot_all) {
        charset_add_range(parser->arena, excluded, '\n', '\n');
        charset_add_range(parser->arena, excluded, '\r', '\r');
        charset_add_range(parser->arena, excluded, 0x2028, 0x2029);
    }
    CharSet *set = regexp_arena_take(parser->arena, sizeof *set);
    *set = charset_complement(parser->arena, excluded);
    return node_class(parser->arena, set);
}

static Node *assertion(RegexpParser *parser, NodeKind kind)
{
    static CharRange ranges[] = { { '\n', '\n' }, { '\r', '\r' }, { 0x2028, 0x2029 } };
    static const CharSet line_terminators = { .ranges = ranges, .count = 3 };
    Node *node = node_new(parser->arena, kind);
    node->ignores_case = parser->ignores_case;
    if (kind == NODE_TEXT_END || kind == NODE_LINE_END) {
        node->peek.is_open = false;
        node->peek.at_end = true;
    }
    if (kind == NODE_LINE_END)
        node->peek.set = &line_terminators;
    return node;
}

/* ---- References */

/* Counts the groups of the whole pattern, and notes whether one has a name, before it is parsed. */
static void count_captures(RegexpParser *parser)
{
    uint32_t class_depth = 0;
    for (uint32_t i = 0; i < parser->length; i++) {
        uint32_t character = parser->chars[i];
        if (character == '\\') {
            i++;
        } else if (character == '[' && (class_depth == 0 || parser->has_sets)) {
            class_depth++;
        } else if (character == ']' && class_depth > 0) {
            class_depth--;
        } else if (character == '(' && class_depth == 0) {
            bool is_special = i + 1 < parser->length && parser->chars[i + 1] == '?';
            bool has_name = is_special && i + 3 < parser->length && parser->chars[i + 2] == '<' &&
                            parser->chars[i + 3] != '=' && parser->chars[i + 3] != '!';
            parser->total_captures += !is_special || has_name;
            parser->has_names |= has_name;
        }
    }
}

static Node *reference_node(RegexpParser *parser)
{
    Node *node = node_new(parser->arena, NODE_BACK_REFERENCE);
    node->ignores_case = parser->ignores_case;
    node->peek.set = NULL;
    return node;
}

/* \1 and on: NULL, and nothing read, if it is to be taken as an old octal escape instead (B.1.2.1). */
static Node *parse_numbered_reference(RegexpParser *parser)
{
    uint32_t start = parser->at;
    uint32_t number = parse_decimal(parser);
    if (number > parser->total_captures) {
        parser->at = start;
        if (parser->is_unicode)
            parse_fail(parser, "Invalid escape");
        return NULL;
    }
    Node *node = reference_node(parser);
    node->groups = regexp_arena_take(parser->arena, sizeof *node->groups);
    node->groups[0] = number;
    node->count = 1;
    return node;
}

static Node *parse_named_reference(RegexpParser *parser)
{
    uint32_t offset = parser->at;
    if (!parse_accept(parser, '<'))
        parse_fail(parser, "Invalid named reference");
    uint32_t length;
    uint16_t *units = parse_name(parser, &length);
    Node *node = reference_node(parser);
    REGEXP_RESERVE(parser->arena, parser->references, parser->reference_count, parser->reference_capacity);
    parser->references[parser->reference_count++] =
        (NamedReference){ .node = node, .units = units, .length = length, .offset = offset };
    return node;
}

/* `\` has been read. *ret_is_assertion: what was read cannot be repeated. */
static Node *parse_escape(RegexpParser *parser, bool *ret_is_assertion)
{
    uint32_t character = parse_peek(parser, 0);
    if (character == PARSE_END)
        parse_fail(parser, "\\ at end of pattern");
    *ret_is_assertion = character == 'b' || character == 'B';
    if (*ret_is_assertion) {
        parser->at++;
        return assertion(parser, character == 'b' ? NODE_WORD_BOUNDARY : NODE_NOT_WORD_BOUNDARY);
    }
    if (character == 'k' && (parser->is_unicode || parser->has_names)) {
        parser->at++;
        return parse_named_reference(parser);
    }
    Node *node = character >= '1' && character <= '9' ? parse_numbered_reference(parser) : NULL;
    if (!node)
        node = parse_class_escape_atom(parser);
    return node ? node : parse_character_node(parser, parse_character_escape(parser, false));
}

/* ---- Groups */

static Frame *open_frame(PatternParser *self, int kind)
{
    RegexpParser *parser = self->base;
    if (self->depth > REGEXP_NESTING_LIMIT)
        parse_fail(parser, "Regular expression too large");
    const Branch *outer = self->depth ? self->frames[self->depth - 1].branch : NULL;
    REGEXP_RESERVE(parser->arena, self->frames, self->depth, self->frame_capacity);
    Branch *branch = regexp_arena_take(parser->arena, sizeof *branch);
    *branch = (Branch){ .parent = outer, .depth = self->depth, .disjunction = parser->disjunctions++ };
    Frame *frame = &self->frames[self->depth++];
    *frame = (Frame){ .kind = kind,
                      .ignores_case = parser->ignores_case,
                      .is_multiline = parser->is_multiline,
                      .is_dot_all = parser->is_dot_all,
                      .captures_before = parser->captures,
                      .first_item = self->items.count,
                      .first_alternative = self->alternatives.count,
                      .branch = branch };
    return frame;
}

static void open_capture(PatternParser *self, bool has_name)
{
    RegexpParser *parser = self->base;
    Frame *frame = open_frame(self, FRAME_CAPTURE);
    if (parser->captures > REGEXP_CAPTURE_LIMIT)
        parse_fail(parser, "Too many captures");
    frame->capture = parser->captures++;
    if (!has_name)
        return;
    GroupName name = { .group = frame->capture, .offset = parser->at,
                       .branch = self->depth > 1 ? self->frames[self->depth - 2].branch : frame->branch };
    name.units = parse_name(parser, &name.length);
    REGEXP_RESERVE(parser->arena, parser->names, parser->name_count, parser->name_capacity);
    parser->names[parser->name_count++] = name;
}

static bool is_modifier(uint32_t character)
{
    return character == 'i' || character == 'm' || character == 's';
}

/* `(?` has been read, and letters or `-` follow: (?ims-ims: ...), 22.2.1 Atom. */
static void open_modifiers(PatternParser *self)
{
    RegexpParser *parser = self->base;
    uint32_t start = parser->at;
    bool is_removing = false;
    unsigned seen = 0, added = 0, removed = 0;
    for (; !parse_accept(parser, ':'); parser->at++) {
        uint32_t character = parse_peek(parser, 0);
        if (character == '-' && is_removing)
            parse_fail(parser, "Multiple dashes in flag group");
        if (character == '-') {
            is_removing = true;
            continue;
        }
        if (!is_modifier(character))
            parse_fail(parser, "Invalid group");
        unsigned bit = character == 'i' ? REGEXP_IGNORE_CASE : character == 'm' ? REGEXP_MULTILINE : REGEXP_DOT_ALL;
        if (seen & bit)
            parse_fail(parser, "Repeated flag in flag group");
        seen |= bit;
        *(is_removing ? &removed : &added) |= bit;
    }
    if (is_removing && seen == 0)
        regexp_fail(parser->arena, "Invalid flag group", start);
    open_frame(self, FRAME_GROUP);
    parser->ignores_case = (parser->ignores_case || added & REGEXP_IGNORE_CASE) && !(removed & REGEXP_IGNORE_CASE);
    parser->is_multiline = (parser->is_multiline || added & REGEXP_MULTILINE) && !(removed & REGEXP_MULTILINE);
    parser->is_dot_all = (parser->is_dot_all || added & REGEXP_DOT_ALL) && !(removed & REGEXP_DOT_ALL);
}

static void open_look(PatternParser *self, bool is_behind, bool is_negative)
{
    Frame *frame = open_frame(self, FRAME_LOOK);
    frame->is_behind = is_behind;
    frame->is_negative = is_negative;
}

/* `(` has been read. */
static void open_group(PatternParser *self)
{
    RegexpParser *parser = self->base;
    if (!parse_accept(parser, '?')) {
        open_capture(self, false);
    } else if (parse_accept(parser, ':')) {
        open_frame(self, FRAME_GROUP);
    } else if (parse_accept(parser, '=')) {
        open_look(self, false, false);
    } else if (parse_accept(parser, '!')) {
        open_look(self, false, true);
    } else if (parse_accept(parser, '<')) {
        bool is_negative = parse_peek(parser, 0) == '!';
        bool is_behind = is_negative || parse_peek(parser, 0) == '=';
        parser->at += is_behind;
        if (is_behind)
            open_look(self, true, is_negative);
        else
            open_capture(self, true);
    } else if (is_modifier(parse_peek(parser, 0)) || parse_peek(parser, 0) == '-') {
        open_modifiers(self);
    } else {
        parse_fail(parser, "Invalid group");
    }
}

static void finish_alternative(PatternParser *self)
{
    Frame *frame = &self->frames[self->depth - 1];
    uint32_t first = frame->first_item;
    Node **items = self->items.nodes ? self->items.nodes + first : NULL; /* no vector before the first item */
    Node *node = node_sequence(self->base->arena, items, self->items.count - first);
    self->items.count = first;
    push_node(self->base->arena, &self->alternatives, node);
}

static void next_alternative(PatternParser *self)
{
    finish_alternative(self);
    Frame *frame = &self->frames[self->depth - 1];
    Branch *branch = regexp_arena_take(self->base->arena, sizeof *branch);
    *branch = *frame->branch;
    branch->alternative++;
    frame->branch = branch;
}

/* Closes the innermost frame: the tree of its alternatives. */
static Node *close_frame(PatternParser *self)
{
    finish_alternative(self);
    Frame *frame = &self->frames[--self->depth];
    uint32_t first = frame->first_alternative, count = self->alternatives.count - first;
    Node *node = node_alternatives(self->base->arena, self->alternatives.nodes + first, count);
    self->alternatives.count = first;
    RegexpParser *parser = self->base;
    parser->ignores_case = frame->ignores_case;
    parser->is_multiline = frame->is_multiline;
    parser->is_dot_all = frame->is_dot_all;
    if (frame->kind == FRAME_CAPTURE)
        return node_group(parser->arena, node, frame->capture);
    if (frame->kind == FRAME_LOOK)
        return node_look(parser->arena, node, frame->is_behind, frame->is_negative);
    return node;
}

/* ---- Quantifiers */

/* {n}, {n,} or {n,m}; false, with nothing read, if it is none. */
static bool parse_braces(RegexpParser *parser, uint32_t *ret_min, uint32_t *ret_max)
{
    uint32_t start = parser->at++;
    uint32_t character = parse_peek(parser, 0);
    bool is_valid = character >= '0' && character <= '9';
    if (is_valid) {
        *ret_min = *ret_max = parse_decimal(parser);
        if (parse_accept(parser, ',')) {
            uint32_t next = parse_peek(parser, 0);
            *ret_max = next >= '0' && next <= '9' ? parse_decimal(parser) : REGEXP_INFINITE;
        }
        is_valid = parse_accept(parser, '}');
    }
    if (!is_valid)
        parser->at = start;
    return is_valid;
}

static bool parse_quantifier(RegexpParser *parser, uint32_t *ret_min, uint32_t *ret_max)
{
    switch (parse_peek(parser, 0)) {
    case '*':
        *ret_min = 0;
        *ret_max = REGEXP_INFINITE;
        break;
    case '+':
        *ret_min = 1;
        *ret_max = REGEXP_INFINITE;
        break;
    case '?':
        *ret_min = 0;
        *ret_max = 1;
        break;
    case '{':
        if (parse_braces(parser, ret_min, ret_max)) {
            if (*ret_min > *ret_max)
                parse_fail(parser, "numbers out of order in {} quantifier");
            return true;
        }
        if (parser->is_unicode)
            parse_fail(parser, "Incomplete quantifier");
        return false;
    default:
        return false;
    }
    parser->at++;
    return true;
}

/* Pushes an atom with the quantifier that may follow it. `first_capture`: the number of the first group in it. */
static void push_quantified(PatternParser *self, Node *atom, uint32_t first_capture, bool is_repeatable)
{
    RegexpParser *parser = self->base;
    uint32_t min, max;
    if (parse_quantifier(parser, &min, &max)) {
        if (!is_repeatable)
            parse_fail(parser, "Invalid quantifier");
        bool is_lazy = parse_accept(parser, '?');
        atom = node_loop(parser->arena, atom, min, max, is_lazy);
        atom->first_capture = first_capture;
        atom->end_capture = parser->captures;
    }
    push_node(parser->arena, &self->items, atom);
}

/* ---- Terms */

static void close_group(PatternParser *self)
{
    if (self->depth == 1)
        parse_fail(self->base, "Unmatched ')'");
    self->base->at++;
    Frame frame = self->frames[self->depth - 1];
    Node *node = close_frame(self);
    bool is_repeatable = frame.kind != FRAME_LOOK || (!frame.is_behind && !self->base->is_unicode);
    push_quantified(self, node, frame.captures_before, is_repeatable);
}

static void parse_character(PatternParser *self, uint32_t character)
{
    self->base->at++;
    push_quantified(self, parse_character_node(self->base, character), self->base->captures, true);
}

static void parse_brace(PatternParser *self)
{
    uint32_t min, max;
    if (parse_braces(self->base, &min, &max))
        parse_fail(self->base, "Nothing to repeat");
    if (self->base->is_unicode)
        parse_fail(self->base, "Lone quantifier brackets");
    parse_character(self, '{');
}

static void parse_backslash(PatternParser *self)
{
    RegexpParser *parser = self->base;
    parser->at++;
    bool is_assertion;
    Node *node = parse_escape(parser, &is_assertion);
    if (is_assertion)
        push_node(parser->arena, &self->items, node);
    else
        push_quantified(self, node, parser->captures, true);
}

static void parse_assertion(PatternParser *self, NodeKind kind)
{
    self->base->at++;
    push_node(self->base->arena, &self->items, assertion(self->base, kind));
}

static void parse_term(PatternParser *self, uint32_t character)
{
    RegexpParser *parser = self->base;
    switch (character) {
    case '|':
        parser->at++;
        next_alternative(self);
        return;
    case '(':
        parser->at++;
        open_group(self);
        return;
    case ')':
        close_group(self);
        return;
    case '^':
        parse_assertion(self, parser->is_multiline ? NODE_LINE_START : NODE_TEXT_START);
        return;
    case '$':
        parse_assertion(self, parser->is_multiline ? NODE_LINE_END : NODE_TEXT_END);
        return;
    case '*':
    case '+':
    case '?':
        parse_fail(parser, "Nothing to repeat");
    case '{':
        parse_brace(self);
        return;
    case '}':
    case ']':
        if (parser->is_unicode)
            parse_fail(parser, "Lone quantifier brackets");
        parse_character(self, character);
        return;
    case '.':
        parser->at++;
        push_quantified(self, parse_dot(parser), parser->captures, true);
        return;
    case '[':
        parser->at++;
        push_quantified(self, parse_class(parser), parser->captures, true);
        return;
    case '\\':
        parse_backslash(self);
        return;
    default:
        parse_character(self, character);
        return;
    }
}

Node *regexp_parse(RegexpParser *parser)
{
    PatternParser self = { .base = parser };
    parser->captures = 1;
    count_captures(parser);
    open_frame(&self, FRAME_PATTERN);
    while (parser->at < parser->length)
        parse_term(&self, parser->chars[parser->at]);
    if (self.depth > 1)
        parse_fail(parser, "Unterminated group");
    Node *tree = close_frame(&self);
    parse_resolve_names(parser);
    return tree;
}
