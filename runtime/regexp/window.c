/* What the first few units of any match can be: see window.h.
 *
 * Invariant: a walk over the tree adds to the window at the position that it has reached, and goes on only as long as
 * every path through the tree has reached the same one. */
#include "regexp/window.h"

enum { WINDOW_DEPTH_LIMIT = 32 /* of the walk: it is only an optimisation */ };

/* A walk: `is_exact` is whether the text walked over has one length, which is known. */
typedef struct Walk {
    Window *window;
    bool is_unicode;
    uint32_t position;
    bool is_exact;
} Walk;

static void walk_set(Walk *walk, const CharSet *set)
{
    uint8_t bit = (uint8_t)(1u << walk->position);
    uint32_t last = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        last = set->ranges[i].last;
        for (uint32_t c = set->ranges[i].first; c <= last && c <= 0xff; c++)
            walk->window->latin1[c] |= bit;
    }
    if (last > 0xff)
        walk->window->wide |= bit;
    walk->position++;
    if (walk->is_unicode && last > 0xffff) /* one unit or two */
        walk->is_exact = false;
}

static void walk_node(Walk *walk, const Node *node, uint32_t depth);

/* All begin where this walk is; it goes on where all of them end. Positions that only some have reached are cut off. */
static void walk_alternatives(Walk *walk, const Node *node, uint32_t depth)
{
    uint32_t start = walk->position, least = REGEXP_WINDOW_LIMIT, most = 0;
    bool is_exact = true;
    for (uint32_t i = 0; i < node->count; i++) {
        walk->position = start;
        walk->is_exact = true;
        walk_node(walk, node->items[i], depth);
        is_exact = is_exact && walk->is_exact;
        least = walk->position < least ? walk->position : least;
        most = walk->position > most ? walk->position : most;
    }
    walk->position = least;
    walk->is_exact = is_exact && least == most;
    uint8_t kept = (uint8_t)((1u << least) - 1);
    for (uint32_t c = 0; c < 256; c++)
        walk->window->latin1[c] &= kept;
    walk->window->wide &= kept;
}

static void walk_loop(Walk *walk, const Node *node, uint32_t depth)
{
    for (uint32_t i = 0; i < node->min && walk->is_exact && walk->position < REGEXP_WINDOW_LIMIT; i++) {
        uint32_t start = walk->position;
        walk_node(walk, node->child, depth);
        if (walk->position == start)
            break;
    }
    if (node->min != node->max)
        walk->is_exact = false;
}

static void walk_node(Walk *walk, const Node *node, uint32_t depth)
{
    if (walk->position == REGEXP_WINDOW_LIMIT || depth == WINDOW_DEPTH_LIMIT) {
        walk->is_exact = false;
        return;
    }
    switch ((NodeKind)node->kind) {
    case NODE_CHAR:
    case NODE_CLASS:
        walk_set(walk, node->set);
        return;
    case NODE_SEQUENCE:
        for (uint32_t i = 0; i < node->count && walk->is_exact; i++)
            walk_node(walk, node->items[i], depth + 1);
        return;
    case NODE_ALTERNATIVES:
        walk_alternatives(walk, node, depth + 1);
        return;
    case NODE_GROUP:
        walk_node(walk, node->child, depth + 1);
        return;
    case NODE_LOOP:
        walk_loop(walk, node, depth + 1);
        return;
    case NODE_BACK_REFERENCE:
        walk->is_exact = false;
        return;
    case NODE_EMPTY:
    case NODE_LOOK:
    case NODE_TEXT_START:
    case NODE_TEXT_END:
    case NODE_LINE_START:
    case NODE_LINE_END:
    case NODE_WORD_BOUNDARY:
    case NODE_NOT_WORD_BOUNDARY:
        return;
    }
}

void regexp_window(Window *window, const Node *tree, bool is_unicode)
{
    Walk walk = { .window = window, .is_unicode = is_unicode, .is_exact = true };
    *window = (Window){ .length = 0 };
    walk_node(&walk, tree, 0);
    window->length = walk.position;
}
