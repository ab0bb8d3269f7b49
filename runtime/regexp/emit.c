/* From the tree of a pattern to code: see emit.h, and ops.def for the instructions.
 *
 * Invariant: each emit function leaves code that continues behind itself when the node has matched. `follow` tells what
 * the next character must be for the rest of the program to match, so that loops and alternatives which it decides need
 * no choice on the stack; backwards (in lookbehind) nothing is known, and `follow` is not looked at. */
#include "regexp/emit.h"

#include <string.h>

#include "regexp/program.h"

enum {
    CODE_LIMIT = 1 << 22,          /* words; an argument has 24 bits */
    NATIVE_STACK_LIMIT = 96 * 1024 /* bytes: this runs on the stack of a fiber */
};

static const Peek peek_unknown = { .at_end = true };

static void emit_node(RegexpEmitter *emitter, const Node *node, bool is_backward, Peek follow);

static uint32_t emit_word(RegexpEmitter *emitter, uint32_t word)
{
    if (emitter->code_count == CODE_LIMIT)
        regexp_fail(emitter->arena, "Regular expression too large", 0);
    REGEXP_RESERVE(emitter->arena, emitter->code, emitter->code_count, emitter->code_capacity);
    emitter->code[emitter->code_count] = word;
    return emitter->code_count++;
}

static uint32_t emit_op(RegexpEmitter *emitter, RegexpOp op, uint32_t argument)
{
    return emit_word(emitter, (uint32_t)op | argument << 8);
}

/* Lets the jump whose target is the argument of the op at `at` go to here. */
static void land_argument(RegexpEmitter *emitter, uint32_t at)
{
    emitter->code[at] = (emitter->code[at] & 0xff) | emitter->code_count << 8;
}

/* The same for a target in a word of its own, whose mark stays. */
static void land_word(RegexpEmitter *emitter, uint32_t at)
{
    emitter->code[at] = (emitter->code[at] & REGEXP_AT_END) | emitter->code_count;
}

static uint32_t hash_set(const CharSet *set)
{
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < set->count; i++)
        hash = ((hash ^ set->ranges[i].first) * 16777619u ^ set->ranges[i].last) * 16777619u;
    return hash ^ hash >> 16;
}

uint32_t regexp_emit_class(RegexpEmitter *emitter, const CharSet *set)
{
    uint32_t *bucket = &emitter->buckets[hash_set(set) % EMIT_CLASS_BUCKETS];
    for (uint32_t i = *bucket; i; i = emitter->classes[i - 1].next_in_bucket) {
        if (charset_equals(emitter->classes[i - 1].set, set))
            return i - 1;
    }
    REGEXP_RESERVE(emitter->arena, emitter->classes, emitter->class_count, emitter->class_capacity);
    emitter->classes[emitter->class_count++] = (EmittedClass){ .set = set, .next_in_bucket = *bucket };
    *bucket = emitter->class_count;
    return emitter->class_count - 1;
}

uint32_t regexp_emit_literal(RegexpEmitter *emitter, const uint16_t *units, uint32_t count)
{
    uint32_t start = emitter->literal_count;
    for (uint32_t i = 0; i < count; i++) {
        REGEXP_RESERVE(emitter->arena, emitter->literals, emitter->literal_count, emitter->literal_capacity);
        emitter->literals[emitter->literal_count++] = units[i];
    }
    return start;
}

/* Whether, for what comes next, `a` and `b` cannot both match. */
static bool are_disjoint(Peek a, Peek b)
{
    bool is_known = a.set && b.set && !a.is_open && !b.is_open;
    return is_known && !(a.at_end && b.at_end) && !charset_intersects(a.set, b.set);
}

static bool is_useful(Peek peek)
{
    return peek.set && !peek.is_open;
}

/* ---- Characters and strings */

static uint32_t write_units(uint32_t character, uint16_t *out)
{
    if (character <= 0xffff) {
        out[0] = (uint16_t)character;
        return 1;
    }
    out[0] = (uint16_t)(0xd7c0 + (character >> 10));
    out[1] = (uint16_t)(0xdc00 + (character & 0x3ff));
    return 2;
}

static void emit_char(RegexpEmitter *emitter, uint32_t character, bool is_backward)
{
    uint16_t units[2];
    uint32_t count = write_units(character, units);
    for (uint32_t i = 0; i < count; i++)
        emit_op(emitter, is_backward ? REGEXP_OP_CHAR_BACK : REGEXP_OP_CHAR, units[is_backward ? count - 1 - i : i]);
}

/* The characters items[0..count) as one STRING. */
static void emit_string(RegexpEmitter *emitter, Node **items, uint32_t count)
{
    uint32_t start = emitter->literal_count, length = 0;
    bool is_latin1 = true;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t units[2];
        uint32_t width = write_units(items[i]->character, units);
        regexp_emit_literal(emitter, units, width);
        length += width;
        is_latin1 &= items[i]->character <= 0xff;
    }
    emit_op(emitter, REGEXP_OP_STRING, length);
    emit_word(emitter, is_latin1);
    emit_word(emitter, start);
}

static void emit_sequence_forward(RegexpEmitter *emitter, const Node *node, Peek follow)
{
    /* follows[i]: what may come after item i */
    Peek *follows = regexp_arena_take(emitter->arena, node->count * sizeof *follows);
    follows[node->count - 1] = follow;
    for (uint32_t i = node->count - 1; i > 0; i--)
        follows[i - 1] = peek_before(emitter->arena, node->items[i]->peek, follows[i]);
    for (uint32_t i = 0; i < node->count;) {
        uint32_t end = i;
        while (end < node->count && node->items[end]->kind == NODE_CHAR)
            end++;
        if (end > i + 1) {
            emit_string(emitter, node->items + i, end - i);
            i = end;
            continue;
        }
        emit_node(emitter, node->items[i], false, follows[i]);
        i++;
    }
}

static void emit_sequence(RegexpEmitter *emitter, const Node *node, bool is_backward, Peek follow)
{
    if (!is_backward) {
        emit_sequence_forward(emitter, node, follow);
        return;
    }
    for (uint32_t i = node->count; i > 0; i--)
        emit_node(emitter, node->items[i - 1], true, peek_unknown);
}

/* ---- Alternatives */

/* A jump away, unless `peek` says that what follows may match; returns where to land it with land_word. */
static uint32_t emit_peek(RegexpEmitter *emitter, RegexpOp op, Peek peek)
{
    emit_op(emitter, op, regexp_emit_class(emitter, peek.set));
    return emit_word(emitter, peek.at_end ? REGEXP_AT_END : 0);
}

/* Where the code of an alternative begins: with the test whether to try it, and behind that. */
typedef struct Alternative {
    Peek peek; /* with what follows */
    Peek rest; /* of all later ones; unknown if not set */
    uint32_t test, body, exit;
} Alternative;

enum {
    SWITCH_LEAST = 3, /* fewer are as quickly tried one after the other */
    SWITCH_MOST = 1000,
    REST_MOST = 200 /* alternatives whose union is kept; more are taken for anything */
};

/* Reserves a SWITCH between `count` alternatives, if that pays; returns its place, or REGEXP_INFINITE. */
static uint32_t emit_switch(RegexpEmitter *emitter, uint32_t count)
{
    if (count < SWITCH_LEAST || count > SWITCH_MOST || emitter->switch_count == EMIT_SWITCHES_LIMIT)
        return REGEXP_INFINITE;
    REGEXP_RESERVE(emitter->arena, emitter->switches, emitter->switch_count, emitter->switch_capacity);
    uint32_t at = emit_op(emitter, REGEXP_OP_SWITCH, 2 * count);
    emit_word(emitter, emitter->switch_count++);
    for (uint32_t i = 0; i < 2 * count; i++)
        emit_word(emitter, 0);
    return at;
}

/* Entry 2 * i + 1 is the test of alternative i, for characters that a later one might take too, 2 * i + 2 its body. */
static void fill_switch(RegexpEmitter *emitter, uint32_t at, const Alternative *alternatives, uint32_t count)
{
    uint16_t *entries = emitter->switches[emitter->code[at + 1]].entries;
    memset(entries, 0, sizeof emitter->switches->entries);
    for (uint32_t i = 0; i < count; i++) {
        emitter->code[at + 2 + 2 * i] = alternatives[i].test;
        emitter->code[at + 3 + 2 * i] = alternatives[i].body;
        CharRange everything = { 0, 0xff };
        const CharSet all = { .ranges = &everything, .count = 1 };
        const CharSet *set = is_useful(alternatives[i].peek) ? alternatives[i].peek.set : &all;
        for (uint32_t j = 0; j < set->count && set->ranges[j].first <= 0xff; j++) {
            for (uint32_t c = set->ranges[j].first; c <= set->ranges[j].last && c <= 0xff; c++) {
                if (entries[c] == 0)
                    entries[c] = (uint16_t)(2 * i + 2);
                else if (entries[c] % 2 == 0)
                    entries[c]--;
            }
        }
    }
}

/* The test whether to try an alternative that is not the last: where to land its jump to the next one. */
static uint32_t emit_test(RegexpEmitter *emitter, const Alternative *alternative)
{
    if (!is_useful(alternative->peek))
        return emit_op(emitter, REGEXP_OP_SPLIT, 0);
    bool is_decided = are_disjoint(alternative->peek, alternative->rest);
    return emit_peek(emitter, is_decided ? REGEXP_OP_PEEK_JUMP : REGEXP_OP_PEEK_SPLIT, alternative->peek);
}

static void emit_alternatives(RegexpEmitter *emitter, const Node *node, bool is_backward, Peek follow)
{
    uint32_t count = node->count;
    Alternative *alternatives = regexp_arena_take(emitter->arena, count * sizeof *alternatives);
    for (uint32_t i = count; i-- > 0;) {
        Alternative *own = &alternatives[i];
        own->peek = is_backward ? peek_unknown : peek_before(emitter->arena, node->items[i]->peek, follow);
        if (i < count - 1 && count - i <= REST_MOST)
            own->rest = i == count - 2 ? own[1].peek : peek_either(emitter->arena, own[1].peek, own[1].rest);
    }
    uint32_t switch_at = is_backward ? REGEXP_INFINITE : emit_switch(emitter, count);
    for (uint32_t i = 0; i < count; i++) {
        Alternative *own = &alternatives[i];
        bool is_last = i == count - 1;
        own->test = emitter->code_count;
        uint32_t next = is_last ? 0 : emit_test(emitter, own);
        own->body = emitter->code_count;
        emit_node(emitter, node->items[i], is_backward, follow);
        if (is_last)
            break;
        own->exit = emit_op(emitter, REGEXP_OP_JUMP, 0);
        if (is_useful(own->peek))
            land_word(emitter, next);
        else
            land_argument(emitter, next);
    }
    for (uint32_t i = 0; i + 1 < count; i++)
        land_argument(emitter, alternatives[i].exit);
    if (switch_at != REGEXP_INFINITE)
        fill_switch(emitter, switch_at, alternatives, count);
}

/* ---- Loops */

/* A loop over a single character, as one instruction. */
static void emit_class_loop(RegexpEmitter *emitter, const Node *node, Peek follow)
{
    const CharSet *set = node->child->set;
    uint32_t class = regexp_emit_class(emitter, set);
    bool is_known = is_useful(follow);
    bool is_decided = is_known && !charset_intersects(set, follow.set);
    bool is_fixed = node->min == node->max;
    if (is_fixed || is_decided || (follow.always && !node->is_lazy)) {
        /* A lazy loop that is decided would stop at the same place. */
        emit_op(emitter, REGEXP_OP_LOOP_POSSESSIVE, class);
        emit_word(emitter, node->min);
        emit_word(emitter, node->max);
        return;
    }
    uint32_t follower = is_known ? regexp_emit_class(emitter, follow.set) + 1 : 0;
    if (is_known && follow.at_end)
        follower |= REGEXP_AT_END;
    emit_op(emitter, node->is_lazy ? REGEXP_OP_LOOP_LAZY : REGEXP_OP_LOOP_GREEDY, class);
    emit_word(emitter, node->min);
    emit_word(emitter, node->max);
    emit_word(emitter, follower);
}

/* The registers and words of a loop that is being emitted. */
typedef struct LoopState {
    const Node *node;
    bool is_backward, can_be_empty, has_counter;
    Peek body, after; /* of an iteration; of what follows the loop */
    uint32_t counter, mark;
} LoopState;

static void emit_body(RegexpEmitter *emitter, const LoopState *loop)
{
    const Node *node = loop->node;
    if (loop->can_be_empty)
        emit_op(emitter, REGEXP_OP_SAVE, loop->mark);
    if (node->first_capture < node->end_capture && node->max > 1) {
        emit_op(emitter, REGEXP_OP_CLEAR, 2 * node->first_capture);
        emit_word(emitter, 2 * node->end_capture);
    }
    Peek follow = peek_unknown;
    if (!loop->is_backward && !loop->can_be_empty && node->max > 1)
        follow = peek_either(emitter->arena, node->child->peek, loop->after);
    else if (!loop->is_backward && node->max == 1)
        follow = loop->after;
    follow.always = false;
    emit_node(emitter, node->child, loop->is_backward, follow);
    if (loop->can_be_empty && loop->has_counter) {
        emit_op(emitter, REGEXP_OP_CHECK_COUNTED, loop->mark);
        emit_word(emitter, loop->counter);
        emit_word(emitter, node->min);
    } else if (loop->can_be_empty) {
        emit_op(emitter, REGEXP_OP_CHECK_PROGRESS, loop->mark);
    }
}

/* Decides between an iteration (which follows) and the way out; returns the word or argument to land. */
typedef struct Exit {
    uint32_t at;
    bool is_argument;
} Exit;

static Exit emit_decision(RegexpEmitter *emitter, const LoopState *loop)
{
    bool peeks = !loop->is_backward && !loop->can_be_empty && is_useful(loop->body);
    if (peeks && are_disjoint(loop->body, loop->after))
        return (Exit){ emit_peek(emitter, REGEXP_OP_PEEK_JUMP, loop->body), false };
    if (peeks && !loop->node->is_lazy)
        return (Exit){ emit_peek(emitter, REGEXP_OP_PEEK_SPLIT, loop->body), false };
    return (Exit){ emit_op(emitter, loop->node->is_lazy ? REGEXP_OP_SPLIT_JUMP : REGEXP_OP_SPLIT, 0), true };
}

static void land_exit(RegexpEmitter *emitter, Exit exit)
{
    if (exit.is_argument)
        land_argument(emitter, exit.at);
    else
        land_word(emitter, exit.at);
}

static void emit_counted_loop(RegexpEmitter *emitter, const LoopState *loop)
{
    emit_op(emitter, REGEXP_OP_COUNTER_START, loop->counter);
    RegexpOp op = loop->node->is_lazy ? REGEXP_OP_COUNTER_LAZY : REGEXP_OP_COUNTER_GREEDY;
    uint32_t head = emit_op(emitter, op, loop->counter);
    emit_word(emitter, loop->node->min);
    emit_word(emitter, loop->node->max);
    uint32_t exit = emit_word(emitter, 0);
    emit_body(emitter, loop);
    emit_op(emitter, REGEXP_OP_JUMP, head);
    land_word(emitter, exit);
}

/* Whether the node takes no text, and has no second way to match. */
static bool is_mere_condition(const Node *node)
{
    return node->kind == NODE_EMPTY || node->kind >= NODE_LOOK;
}

static void emit_loop(RegexpEmitter *emitter, const Node *node, bool is_backward, Peek follow)
{
    const Node *child = node->child;
    /* An optional iteration that takes nothing does not count (22.2.2.3.1 RepeatMatcher step 2.b), a second is like the
     * first. */
    bool is_condition = is_mere_condition(child);
    if (node->max == 0 || (is_condition && node->min == 0))
        return;
    if (is_condition || (node->min == 1 && node->max == 1)) {
        emit_node(emitter, child, is_backward, follow);
        return;
    }
    if (!is_backward && node_is_single_character(child)) {
        emit_class_loop(emitter, node, follow);
        return;
    }
    LoopState loop = { .node = node, .is_backward = is_backward, .body = child->peek, .after = follow,
                       .can_be_empty = child->min_length == 0 };
    bool is_star = node->min == 0 && node->max == REGEXP_INFINITE;
    bool is_option = node->min == 0 && node->max == 1;
    bool is_plus = node->min == 1 && node->max == REGEXP_INFINITE && !loop.can_be_empty;
    loop.has_counter = !is_star && !is_option && !is_plus;
    if (loop.has_counter)
        loop.counter = emitter->register_count++;
    if (loop.can_be_empty)
        loop.mark = emitter->register_count++;
    if (loop.has_counter) {
        emit_counted_loop(emitter, &loop);
        return;
    }
    uint32_t start = emitter->code_count;
    if (is_plus) {
        emit_body(emitter, &loop);
        Exit exit = emit_decision(emitter, &loop);
        emit_op(emitter, REGEXP_OP_JUMP, start);
        land_exit(emitter, exit);
        return;
    }
    Exit exit = emit_decision(emitter, &loop);
    emit_body(emitter, &loop);
    if (is_star)
        emit_op(emitter, REGEXP_OP_JUMP, start);
    land_exit(emitter, exit);
}

/* ---- The rest */

static void emit_group(RegexpEmitter *emitter, const Node *node, bool is_backward, Peek follow)
{
    uint32_t start = 2 * node->capture;
    emit_op(emitter, REGEXP_OP_SAVE, is_backward ? start + 1 : start);
    emit_node(emitter, node->child, is_backward, follow);
    emit_op(emitter, REGEXP_OP_SAVE, is_backward ? start : start + 1);
}

static void emit_look(RegexpEmitter *emitter, const Node *node)
{
    uint32_t registers = emitter->register_count;
    emitter->register_count += 2;
    Peek follow = { .at_end = true, .always = true };
    emit_op(emitter, node->is_negative ? REGEXP_OP_NOT_LOOK_START : REGEXP_OP_LOOK_START, registers);
    uint32_t next = node->is_negative ? emit_word(emitter, 0) : 0;
    emit_node(emitter, node->child, node->is_behind, node->is_behind ? peek_unknown : follow);
    emit_op(emitter, node->is_negative ? REGEXP_OP_NOT_LOOK_END : REGEXP_OP_LOOK_END, registers);
    if (node->is_negative)
        land_word(emitter, next);
}

static void emit_reference(RegexpEmitter *emitter, const Node *node, bool is_backward)
{
    emit_op(emitter, REGEXP_OP_BACK_REFERENCE, (node->ignores_case ? REGEXP_REFERENCE_IGNORES_CASE : 0u) |
                                                   (is_backward ? REGEXP_REFERENCE_BACKWARD : 0u));
    emitter->has_references = true;
    emit_word(emitter, node->count);
    for (uint32_t i = 0; i < node->count; i++)
        emit_word(emitter, node->groups[i]);
}

static void emit_node(RegexpEmitter *emitter, const Node *node, bool is_backward, Peek follow)
{
    if (emitter->stack_start - (const char *)__builtin_frame_address(0) > NATIVE_STACK_LIMIT)
        regexp_fail(emitter->arena, "Regular expression too large", 0);
    switch ((NodeKind)node->kind) {
    case NODE_EMPTY:
        return;
    case NODE_CHAR:
        emit_char(emitter, node->character, is_backward);
        return;
    case NODE_CLASS:
        emit_op(emitter, is_backward ? REGEXP_OP_CLASS_BACK : REGEXP_OP_CLASS, regexp_emit_class(emitter, node->set));
        return;
    case NODE_SEQUENCE:
        emit_sequence(emitter, node, is_backward, follow);
        return;
    case NODE_ALTERNATIVES:
        emit_alternatives(emitter, node, is_backward, follow);
        return;
    case NODE_GROUP:
        emit_group(emitter, node, is_backward, follow);
        return;
    case NODE_LOOP:
        emit_loop(emitter, node, is_backward, follow);
        return;
    case NODE_BACK_REFERENCE:
        emit_reference(emitter, node, is_backward);
        return;
    case NODE_LOOK:
        emit_look(emitter, node);
        return;
    case NODE_TEXT_START:
        emit_op(emitter, REGEXP_OP_TEXT_START, 0);
        return;
    case NODE_TEXT_END:
        emit_op(emitter, REGEXP_OP_TEXT_END, 0);
        return;
    case NODE_LINE_START:
        emit_op(emitter, REGEXP_OP_LINE_START, 0);
        return;
    case NODE_LINE_END:
        emit_op(emitter, REGEXP_OP_LINE_END, 0);
        return;
    case NODE_WORD_BOUNDARY:
    case NODE_NOT_WORD_BOUNDARY:
        emit_op(emitter, node->kind == NODE_WORD_BOUNDARY ? REGEXP_OP_WORD_BOUNDARY : REGEXP_OP_NOT_WORD_BOUNDARY,
                emitter->is_unicode && node->ignores_case);
        return;
    }
}

void regexp_emit(RegexpEmitter *emitter, const Node *tree)
{
    emitter->stack_start = __builtin_frame_address(0);
    emit_node(emitter, tree, false, (Peek){ .at_end = true, .always = true });
    emit_op(emitter, REGEXP_OP_MATCH, 0);
}
