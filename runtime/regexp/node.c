/* Building the tree of a pattern, with what each node says about the text that it matches. */
#include "regexp/node.h"

#include <string.h>

#include "regexp/program.h"

/* Sets that outgrow this are given up as "anything": they would cost more than they tell. */
enum { PEEK_RANGES_LIMIT = 1024 };

Node *node_new(RegexpArena *arena, NodeKind kind)
{
    static const CharSet no_characters;
    Node *node = regexp_arena_take(arena, sizeof *node);
    node->kind = (uint8_t)kind;
    node->peek = (Peek){ .set = &no_characters, .is_open = true };
    return node;
}

static uint32_t add_lengths(uint32_t a, uint32_t b)
{
    return a + b < a ? REGEXP_INFINITE : a + b;
}

static uint32_t multiply_length(uint32_t length, uint32_t times)
{
    uint64_t product = (uint64_t)length * times;
    return product > REGEXP_INFINITE ? REGEXP_INFINITE : (uint32_t)product;
}

static bool is_subset(const CharSet *part, const CharSet *whole)
{
    for (uint32_t i = 0, j = 0; i < part->count; i++) {
        while (j < whole->count && whole->ranges[j].last < part->ranges[i].first)
            j++;
        if (j == whole->count || whole->ranges[j].first > part->ranges[i].first ||
            whole->ranges[j].last < part->ranges[i].last)
            return false;
    }
    return true;
}

static const CharSet *unite(RegexpArena *arena, const CharSet *a, const CharSet *b)
{
    if (!a || !b || a->count + b->count > PEEK_RANGES_LIMIT)
        return NULL;
    if (is_subset(a, b))
        return b;
    if (is_subset(b, a))
        return a;
    CharSet *result = regexp_arena_take(arena, sizeof *result);
    charset_add_set(arena, result, a);
    charset_add_set(arena, result, b);
    charset_normalize(result);
    return result;
}

Peek peek_before(RegexpArena *arena, Peek peek, Peek follow)
{
    if (!peek.is_open)
        return peek;
    return (Peek){ .set = unite(arena, peek.set, follow.set),
                   .is_open = follow.is_open,
                   .at_end = peek.at_end || follow.at_end };
}

Peek peek_either(RegexpArena *arena, Peek a, Peek b)
{
    return (Peek){ .set = unite(arena, a.set, b.set),
                   .is_open = a.is_open || b.is_open,
                   .at_end = a.at_end || b.at_end };
}

Node *node_char(RegexpArena *arena, uint32_t character)
{
    CharRange *range = regexp_arena_take(arena, sizeof *range);
    *range = (CharRange){ character, character };
    CharSet *set = regexp_arena_take(arena, sizeof *set);
    *set = (CharSet){ .ranges = range, .count = 1, .capacity = 1 };
    Node *node = node_new(arena, NODE_CHAR);
    node->character = character;
    node->set = set;
    node->min_length = character > 0xffff ? 2 : 1;
    node->peek = (Peek){ .set = set };
    return node;
}

Node *node_class(RegexpArena *arena, const CharSet *set)
{
    Node *node = node_new(arena, NODE_CLASS);
    node->set = set;
    node->min_length = 1;
    node->peek = (Peek){ .set = set->count <= PEEK_RANGES_LIMIT ? set : NULL };
    return node;
}

static Node *node_with_items(RegexpArena *arena, NodeKind kind, Node **items, uint32_t count)
{
    Node *node = node_new(arena, kind);
    node->items = regexp_arena_grow(arena, items, count * sizeof *items, count * sizeof *items);
    node->count = count;
    return node;
}

Node *node_sequence(RegexpArena *arena, Node **items, uint32_t count)
{
    if (count == 0)
        return node_new(arena, NODE_EMPTY);
    if (count == 1)
        return items[0];
    Node *node = node_with_items(arena, NODE_SEQUENCE, items, count);
    for (uint32_t i = 0; i < count; i++)
        node->min_length = add_lengths(node->min_length, items[i]->min_length);
    uint32_t closed = 0;
    while (closed < count - 1 && items[closed]->peek.is_open)
        closed++;
    node->peek = items[closed]->peek;
    while (closed-- > 0)
        node->peek = peek_before(arena, items[closed]->peek, node->peek);
    return node;
}

bool node_is_single_character(const Node *node)
{
    return node->kind == NODE_CHAR || node->kind == NODE_CLASS;
}

/* Makes one class of each run of alternatives that are single characters; in place, returns the new count. */
static uint32_t merge_characters(RegexpArena *arena, Node **items, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && node_is_single_character(items[i]) && node_is_single_character(items[end]);)
            end++;
        if (end == i + 1) {
            items[kept++] = items[i];
            continue;
        }
        CharSet *set = regexp_arena_take(arena, sizeof *set);
        for (uint32_t j = i; j < end; j++)
            charset_add_set(arena, set, items[j]->set);
        charset_normalize(set);
        items[kept++] = node_class(arena, set);
    }
    return kept;
}

Node *node_alternatives(RegexpArena *arena, Node **items, uint32_t count)
{
    count = merge_characters(arena, items, count);
    if (count == 1)
        return items[0];
    Node *node = node_with_items(arena, NODE_ALTERNATIVES, items, count);
    CharSet *set = regexp_arena_take(arena, sizeof *set);
    bool is_known = true;
    node->min_length = REGEXP_INFINITE;
    node->peek.is_open = false;
    for (uint32_t i = 0; i < count; i++) {
        Peek peek = items[i]->peek;
        if (items[i]->min_length < node->min_length)
            node->min_length = items[i]->min_length;
        node->peek.is_open |= peek.is_open;
        node->peek.at_end |= peek.at_end;
        is_known = is_known && peek.set;
        if (is_known)
            charset_add_set(arena, set, peek.set);
    }
    charset_normalize(set);
    node->peek.set = is_known && set->count <= PEEK_RANGES_LIMIT ? set : NULL;
    return node;
}

Node *node_group(RegexpArena *arena, Node *child, uint32_t capture)
{
    Node *node = node_new(arena, NODE_GROUP);
    node->child = child;
    node->capture = capture;
    node->min_length = child->min_length;
    node->peek = child->peek;
    return node;
}

Node *node_loop(RegexpArena *arena, Node *child, uint32_t min, uint32_t max, bool is_lazy)
{
    Node *node = node_new(arena, NODE_LOOP);
    node->child = child;
    node->min = min;
    node->max = max;
    node->is_lazy = is_lazy;
    node->min_length = multiply_length(child->min_length, min);
    if (max > 0) {
        node->peek = child->peek;
        node->peek.is_open |= min == 0;
    }
    return node;
}

Node *node_look(RegexpArena *arena, Node *child, bool is_behind, bool is_negative)
{
    Node *node = node_new(arena, NODE_LOOK);
    node->child = child;
    node->is_behind = is_behind;
    node->is_negative = is_negative;
    if (!is_behind && !is_negative && !child->peek.is_open)
        node->peek = child->peek;
    return node;
}
