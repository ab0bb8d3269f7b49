/* Where the fast version tests its guards, and which instructions the slow one has. Invariant: see guard.h.
 *
 * What is available is a forward problem (on every way), what is wanted a backward one. A guard whose base stands outside of
 * a loop in which nothing ends it is tested once, on entering that loop; the slow version passes by that test each round. */
#include "body.h"

#include <string.h>

typedef struct Planner {
    Body *body;
    Versions *versions;
    IrDominators *dominators;
    uint64_t **available;    /* by block id: at its start */
    uint64_t *now;
    uint64_t *hard_loops;    /* by index of the loop: something in it ends guards */
} Planner;

/* ---- what an instruction does to guards */

/* Ops that may run JavaScript, but never on their fast half, which emit_fast writes. */
bool emit_has_fast_half(const Body *body, const IrInstr *instr)
{
    if ((instr->op == IR_GET || instr->op == IR_SET) && body->plan->is_method_key[instr->key->number])
        return false;
    return body->versions.access[instr->id] || emit_fast_name(instr);
}

bool emit_ends_guards(const Body *body, const IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_ITER_CLOSE_QUIET: case IR_PRIVATE_FIELD: case IR_PRIVATE_METHOD: case IR_PRIVATE_ACCESSOR:
    case IR_ARRAY_APPEND: case IR_ARRAY_HOLE:
        return true;
    }
    uint32_t effects = ir_op_effects(instr->op);
    bool may_call = (effects & IR_CALLS_JS) == IR_CALLS_JS || effects & IR_SUSPENDS;
    return may_call && !emit_has_fast_half(body, instr);
}

static void step_forward(const Planner *p, const IrInstr *instr, uint64_t *set)
{
    const Versions *versions = p->versions;
    if (emit_ends_guards(p->body, instr))
        memset(set, 0, versions->words * sizeof *set);
    const uint64_t *own = versions->of_base[instr->id];
    for (uint32_t w = 0; own && w < versions->words; w++)
        set[w] &= ~own[w];
    if (versions->access[instr->id])
        bits_add(set, versions->access[instr->id] - 1);
}

/* ---- loops */

static bool block_ends_guards(const Body *body, const IrBlock *block)
{
    for (const IrInstr *instr = block->first; instr; instr = instr->next)
        if (emit_ends_guards(body, instr))
            return true;
    return false;
}

static bool loop_ends_guards(const Planner *p, const IrLoop *loop)
{
    for (const IrBlock *block = p->body->function->blocks; block; block = block->next)
        if (bits_have(loop->blocks, block->id) && block_ends_guards(p->body, block))
            return true;
    return false;
}

/* Whether each round of the loop passes the block. */
bool emit_is_in_each_round(const Versions *versions, const IrLoop *loop, const IrBlock *block)
{
    for (uint32_t i = 0; i < loop->header->pred_count; i++) {
        const IrBlock *latch = loop->header->preds[i];
        if (ir_is_back_edge(versions->dominators, latch, loop->header) && !ir_dominates(versions->dominators, block, latch))
            return false;
    }
    return true;
}

/* From the innermost loop outwards: how far the guard of an access at `block` can be tested ahead. */
static const IrLoop *loop_to_enter(const Planner *p, const IrInstr *access, const Guard *guard)
{
    const IrLoop *found = NULL;
    const IrBlock *block = access->block;
    const IrLoopVec *loops = &p->versions->loops;
    for (size_t i = loops->length; i-- > 0;) {
        const IrLoop *loop = &loops->items[i];
        if (!bits_have(loop->blocks, block->id))
            continue;
        bool is_inside = bits_have(loop->blocks, guard->base->block->id);
        if (is_inside || bits_have(p->hard_loops, (uint32_t)i) || !emit_is_in_each_round(p->versions, loop, block))
            break;
        found = loop;
        block = loop->header;
    }
    return found;
}

static void test_ahead(Planner *p, const IrInstr *access)
{
    Versions *versions = p->versions;
    const Guard *guard = versions->guards.items[versions->access[access->id] - 1];
    const IrLoop *loop = loop_to_enter(p, access, guard);
    if (!loop)
        return;
    uint64_t **tested = &versions->tested[loop->header->id];
    if (!*tested)
        *tested = ARENA_ARRAY(p->body->arena, uint64_t, versions->words);
    bits_add(*tested, guard->number);
}

/* ---- available guards */

static void meet(Planner *p, const IrBlock *block, uint64_t *set)
{
    const Versions *versions = p->versions;
    bool is_first = true;
    memset(set, 0, versions->words * sizeof *set);
    for (uint32_t i = 0; i < block->pred_count; i++) {
        const IrBlock *pred = block->preds[i];
        if (p->dominators->place[pred->id] == UINT32_MAX)
            continue;
        memcpy(p->now, p->available[pred->id], versions->words * sizeof *set);
        if (pred->handler == block)
            memset(p->now, 0, versions->words * sizeof *set);
        for (const IrInstr *instr = pred->first; instr; instr = instr->next)
            step_forward(p, instr, p->now);
        for (uint32_t w = 0; w < versions->words; w++)
            set[w] = is_first ? p->now[w] : set[w] & p->now[w];
        if (pred->handler == block)
            memset(set, 0, versions->words * sizeof *set);
        is_first = false;
    }
    for (uint32_t w = 0; versions->tested[block->id] && w < versions->words; w++)
        set[w] |= versions->tested[block->id][w];
}

static void solve_available(Planner *p)
{
    const Versions *versions = p->versions;
    size_t size = versions->words * sizeof *p->now;
    uint64_t *set = ARENA_ARRAY(p->body->arena, uint64_t, versions->words);
    for (uint32_t i = 1; i < p->dominators->order_count; i++)
        memset(p->available[p->dominators->order[i]->id], 0xff, size);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < p->dominators->order_count; i++) {
            const IrBlock *block = p->dominators->order[i];
            meet(p, block, set);
            changed |= memcmp(set, p->available[block->id], size) != 0;
            memcpy(p->available[block->id], set, size);
        }
    }
}

static void mark_tests(Planner *p)
{
    Versions *versions = p->versions;
    for (uint32_t i = 0; i < p->dominators->order_count; i++) {
        const IrBlock *block = p->dominators->order[i];
        memcpy(p->now, p->available[block->id], versions->words * sizeof *p->now);
        for (const IrInstr *instr = block->first; instr; instr = instr->next) {
            uint32_t guard = versions->access[instr->id];
            versions->is_tested[instr->id] = guard && !bits_have(p->now, guard - 1);
            step_forward(p, instr, p->now);
        }
    }
}

/* ---- wanted guards */

static void step_back(const Planner *p, const IrInstr *instr, uint64_t *set)
{
    const Versions *versions = p->versions;
    uint32_t guard = versions->access[instr->id];
    if (guard && versions->is_tested[instr->id])
        bits_remove(set, guard - 1);
    else if (guard)
        bits_add(set, guard - 1);
    const uint64_t *own = versions->of_base[instr->id];
    for (uint32_t w = 0; own && w < versions->words; w++)
        set[w] &= ~own[w];
}

static void wanted_after(const Planner *p, const IrBlock *block, uint64_t *set)
{
    const Versions *versions = p->versions;
    IrBlock *successors[3];
    memset(set, 0, versions->words * sizeof *set);
    for (uint32_t i = ir_successors(block, successors); i-- > 0;) {
        const IrBlock *to = successors[i];
        const uint64_t *tested = versions->tested[to->id];
        bool passes_test = tested && !ir_is_back_edge(p->dominators, block, to);
        for (uint32_t w = 0; w < versions->words; w++)
            set[w] |= passes_test ? versions->wanted[to->id][w] & ~tested[w] : versions->wanted[to->id][w];
    }
}

static void solve_wanted(Planner *p)
{
    const Versions *versions = p->versions;
    size_t size = versions->words * sizeof *p->now;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = p->dominators->order_count; i-- > 0;) {
            const IrBlock *block = p->dominators->order[i];
            wanted_after(p, block, p->now);
            for (const IrInstr *instr = block->last; instr; instr = instr->prev)
                step_back(p, instr, p->now);
            changed |= memcmp(p->now, versions->wanted[block->id], size) != 0;
            memcpy(versions->wanted[block->id], p->now, size);
        }
    }
}

static bool is_empty(const Versions *versions, const uint64_t *set)
{
    for (uint32_t w = 0; w < versions->words; w++)
        if (set[w])
            return false;
    return true;
}

/* ---- the slow version */

typedef struct SlowWork {
    bool *relies;          /* by value id: guards are relied on right before it */
    VEC(const IrInstr *) list;
} SlowWork;

static void add_slow(Planner *p, SlowWork *work, const IrInstr *instr)
{
    if (p->versions->is_slow[instr->id])
        return;
    p->versions->is_slow[instr->id] = true;
    vec_push(&work->list, instr);
}

bool emit_slow_enters_slow(const Body *body, const IrBlock *to)
{
    const Versions *versions = &body->versions;
    const uint64_t *tested = versions->tested[to->id];
    for (uint32_t w = 0; w < versions->words; w++)
        if (versions->wanted[to->id][w] & ~(tested ? tested[w] : 0))
            return true;
    return false;
}

static void follow_slow(Planner *p, SlowWork *work, const IrInstr *instr)
{
    Versions *versions = p->versions;
    if (instr->next) {
        if (work->relies[instr->next->id])
            add_slow(p, work, instr->next);
        else
            versions->is_return[instr->next->id] = true;
        return;
    }
    IrBlock *successors[3];
    for (uint32_t i = ir_successors(instr->block, successors); i-- > 0;)
        if (emit_slow_enters_slow(p->body, successors[i])) {
            versions->is_slow_target[successors[i]->first->id] = true;
            add_slow(p, work, successors[i]->first);
        }
}

static void start_slow(Planner *p, SlowWork *work, const IrInstr *instr)
{
    p->versions->is_slow_target[instr->id] = true;
    add_slow(p, work, instr);
}

static void plan_slow(Planner *p)
{
    Versions *versions = p->versions;
    SlowWork work = {.relies = ARENA_ARRAY(p->body->arena, bool, p->body->function->instr_count + 1)};
    vec_init(&work.list, p->body->arena);
    for (uint32_t i = 0; i < p->dominators->order_count; i++) {
        const IrBlock *block = p->dominators->order[i];
        wanted_after(p, block, p->now);
        for (const IrInstr *instr = block->last; instr; instr = instr->prev) {
            bool is_wanted_after = !is_empty(versions, p->now);
            bool is_guarded = versions->access[instr->id];
            step_back(p, instr, p->now);
            work.relies[instr->id] = !is_empty(versions, p->now);
            versions->leaves[instr->id] = is_guarded || (is_wanted_after && emit_has_fast_half(p->body, instr));
            if (versions->leaves[instr->id])
                start_slow(p, &work, instr);
        }
        if (versions->tested[block->id])
            start_slow(p, &work, block->first);
    }
    while (work.list.length)
        follow_slow(p, &work, vec_pop(&work.list));
}

/* ---- */

static void note_bases(Planner *p)
{
    Versions *versions = p->versions;
    versions->of_base = ARENA_ARRAY(p->body->arena, const uint64_t *, p->body->function->instr_count + 1);
    for (size_t i = 0; i < versions->guards.length; i++) {
        const Guard *guard = versions->guards.items[i];
        if (!versions->of_base[guard->base->id])
            versions->of_base[guard->base->id] = ARENA_ARRAY(p->body->arena, uint64_t, versions->words);
        bits_add((uint64_t *)versions->of_base[guard->base->id], guard->number);
    }
}

/* A single property that may well be inherited or absent has its own inline cache, unless a loop tests it ahead. */
static void drop_lone_guards(Planner *p)
{
    Versions *versions = p->versions;
    for (const IrBlock *block = p->body->function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next) {
            uint32_t number = versions->access[instr->id];
            const Guard *guard = number ? versions->guards.items[number - 1] : NULL;
            bool is_lone = guard && guard->accesses == 1 && guard->kind == GUARD_SHAPE && versions->is_tested[instr->id];
            if (is_lone && !p->body->plan->is_field_key[instr->key->number]) {
                versions->access[instr->id] = 0;
                versions->is_tested[instr->id] = false;
            }
        }
}

static void allocate(Body *body)
{
    Versions *versions = &body->versions;
    uint32_t instrs = body->function->instr_count + 1, blocks = body->function->block_count + 1;
    versions->words = bits_words((uint32_t)versions->guards.length);
    versions->is_tested = ARENA_ARRAY(body->arena, bool, instrs);
    versions->held = ARENA_ARRAY(body->arena, uint32_t, instrs);
    vec_init(&versions->fields, body->arena);
    versions->leaves = ARENA_ARRAY(body->arena, bool, instrs);
    versions->is_slow = ARENA_ARRAY(body->arena, bool, instrs);
    versions->is_slow_target = ARENA_ARRAY(body->arena, bool, instrs);
    versions->is_return = ARENA_ARRAY(body->arena, bool, instrs);
    versions->tested = ARENA_ARRAY(body->arena, uint64_t *, blocks);
    versions->wanted = ARENA_ARRAY(body->arena, uint64_t *, blocks);
    for (uint32_t i = 0; i < blocks; i++)
        versions->wanted[i] = ARENA_ARRAY(body->arena, uint64_t, versions->words);
}

enum { SIZE_BOUND = 20000 }; /* instructions: the problems are quadratic at worst */

void emit_plan_versions(Body *body)
{
    Versions *versions = &body->versions;
    emit_find_guards(body);
    if (body->info->is_compact || body->function->instr_count > SIZE_BOUND) {
        memset(versions->access, 0, body->function->instr_count * sizeof *versions->access);
        vec_clear(&versions->guards);
    }
    allocate(body);
    Planner p = {.body = body, .versions = versions, .dominators = ir_dominators(body->arena, body->function)};
    p.available = ARENA_ARRAY(body->arena, uint64_t *, body->function->block_count + 1);
    for (uint32_t i = 0; i < body->function->block_count; i++)
        p.available[i] = ARENA_ARRAY(body->arena, uint64_t, versions->words);
    p.now = ARENA_ARRAY(body->arena, uint64_t, versions->words);
    versions->dominators = p.dominators;
    if (!body->info->is_compact)
        versions->loops = ir_find_loops(body->arena, body->function, p.dominators);
    if (!versions->guards.length)
        return;
    note_bases(&p);
    p.hard_loops = ARENA_ARRAY(body->arena, uint64_t, bits_words((uint32_t)versions->loops.length + 1));
    for (size_t i = 0; i < versions->loops.length; i++)
        if (loop_ends_guards(&p, &versions->loops.items[i]))
            bits_add(p.hard_loops, (uint32_t)i);
    for (uint32_t i = 0; i < p.dominators->order_count; i++)
        for (const IrInstr *instr = p.dominators->order[i]->first; instr; instr = instr->next)
            if (versions->access[instr->id])
                test_ahead(&p, instr);
    solve_available(&p);
    mark_tests(&p);
    drop_lone_guards(&p);
    emit_plan_held(body);
    solve_wanted(&p);
    plan_slow(&p);
}
