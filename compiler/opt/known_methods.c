/* Calls of methods and reads of getters by name, where the program itself defines few functions of that name: the function that
 * the property lookup has found is compared with each of them, and called directly where it is that one.
 *
 * Invariant: the lookup is the same as before, and what it finds decides; the names are only a guess at what it will find. */
#include "pass.h"

enum { CANDIDATES_MAX = 4, SIZE_BOUND = 20000 };

typedef struct Candidates {
    IrFunction *functions[CANDIDATES_MAX];
    uint32_t count;          /* more than CANDIDATES_MAX: too many to try */
} Candidates;

typedef struct Finder {
    IrProgram *program;
    IrFunction *function;    /* that is being changed */
    Candidates *methods, *getters; /* by atom number */
} Finder;

static void add_candidate(Candidates *candidates, const IrInstr *closure)
{
    IrFunction *function = closure->op == IR_CLOSURE ? closure->function : NULL;
    if (!function || function->kind == IR_CLASS_BASE || function->kind == IR_CLASS_DERIVED)
        return;
    if (candidates->count < CANDIDATES_MAX)
        candidates->functions[candidates->count] = function;
    candidates->count++;
}

static void note_definition(Finder *f, const IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_DEFINE_METHOD: case IR_DEFINE_FIELD: case IR_DEFINE_GETTER:
        if (instr->operands[1]->op == IR_STRING)
            add_candidate(&(instr->op == IR_DEFINE_GETTER ? f->getters : f->methods)[instr->operands[1]->key->number], instr->operands[2]);
        return;
    case IR_SET: add_candidate(&f->methods[instr->key->number], instr->operands[1]); return;
    case IR_OBJECT_LITERAL:
        for (uint32_t i = 0; i < instr->operand_count; i++)
            add_candidate(&f->methods[instr->keys[i]->number], instr->operands[i]);
        return;
    }
}

static void note_definitions(Finder *f)
{
    for (const IrFunction *function = f->program->functions; function; function = function->next)
        for (const IrBlock *block = function->blocks; block; block = block->next)
            for (const IrInstr *instr = block->first; instr; instr = instr->next)
                note_definition(f, instr);
}

static bool is_tried(const Candidates *candidates)
{
    return candidates->count && candidates->count <= CANDIDATES_MAX;
}

/* The functions that the instruction most likely calls; NULL: no guess. */
static const Candidates *candidates_of(const Finder *f, const IrInstr *instr)
{
    const IrAtom *key = NULL;
    if (instr->op == IR_GET)
        return is_tried(&f->getters[instr->key->number]) ? &f->getters[instr->key->number] : NULL;
    if (instr->op != IR_CALL)
        return NULL;
    const IrInstr *callee = instr->operands[0];
    if (callee->op == IR_GET)
        key = callee->key;
    else if (callee->op == IR_GET_SUPER && callee->operands[1]->op == IR_STRING)
        key = callee->operands[1]->key;
    return key && is_tried(&f->methods[key->number]) ? &f->methods[key->number] : NULL;
}

/* ---- changing the graph */

static IrInstr *append(const Finder *f, IrBlock *block, const IrInstr *model, IrOp op, uint32_t count, IrInstr *const *operands)
{
    IrInstr *instr = ir_instr_new(f->program, f->function, op, count, operands);
    ir_place_as(instr, model);
    ir_append(block, instr);
    return instr;
}

static void append_jump(const Finder *f, IrBlock *block, const IrInstr *model, IrBlock *to)
{
    append(f, block, model, IR_JUMP, 0, NULL)->targets[0] = to;
    ir_add_pred(f->program, to, block);
}

/* A block behind `place` that throws to where `like` does. */
static IrBlock *block_like(const Finder *f, IrBlock *place, IrBlock *like)
{
    IrBlock *block = ir_block_make(f->program, f->function);
    block->sealed = true;
    ir_block_place_after(f->function, place, block);
    if (like && like->handler)
        ir_copy_handler_edge(f->program, like, block);
    return block;
}

/* `callee` is what the lookup has found. */
static void try_candidates(const Finder *f, IrInstr *instr, IrInstr *callee, const Candidates *candidates)
{
    IrBlock *first = instr->block, *rest = ir_split_after(f->program, f->function, instr), *place = first, *last = first;
    bool is_getter = instr->op == IR_GET;
    IrInstr *results[CANDIDATES_MAX + 1];
    for (uint32_t i = 0; i < candidates->count; i++) {
        IrInstr *is_that = append(f, place, instr, IR_IS_CODE, 1, &callee);
        is_that->function = candidates->functions[i];
        IrBlock *direct = block_like(f, last, first), *next = block_like(f, direct, NULL);
        IrInstr *branch = append(f, place, instr, IR_BRANCH, 1, &is_that);
        branch->targets[0] = direct;
        branch->targets[1] = next;
        ir_add_pred(f->program, direct, place);
        ir_add_pred(f->program, next, place);
        results[i] = is_getter ? append(f, direct, instr, IR_CALL_DIRECT, 2, (IrInstr *[]){callee, instr->operands[0]})
                               : append(f, direct, instr, IR_CALL_DIRECT, instr->operand_count, instr->operands);
        results[i]->function = candidates->functions[i];
        append_jump(f, direct, instr, rest);
        place = last = next;
    }
    IrInstr *otherwise = append(f, place, instr, instr->op, instr->operand_count, instr->operands);
    otherwise->key = instr->key;
    otherwise->text = instr->text;
    if (first->handler)
        ir_copy_handler_edge(f->program, first, place);
    append_jump(f, place, instr, rest);
    results[candidates->count] = otherwise;
    IrInstr *phi = ir_instr_new(f->program, f->function, IR_PHI, candidates->count + 1, results);
    ir_insert_first(rest, phi);
    ir_drop_handler(first);
    otherwise->note = otherwise; /* done */
    ir_forward(instr, phi);
}

static void try_getters(const Finder *f, IrInstr *get, const Candidates *candidates)
{
    IrInstr *getter = ir_instr_new(f->program, f->function, IR_FIND_GETTER, 1, get->operands);
    getter->key = get->key;
    ir_place_as(getter, get);
    ir_insert_before(get, getter);
    try_candidates(f, get, getter, candidates);
}

static void find_in(Finder *f, IrFunction *function)
{
    f->function = function;
    ir_clear_notes(function);
    for (IrBlock *block = function->blocks; block && function->instr_count < SIZE_BOUND; block = block->next)
        for (IrInstr *instr = block->first, *next; instr; instr = next) {
            next = instr->next;
            const Candidates *candidates = instr->note ? NULL : candidates_of(f, instr);
            if (!candidates)
                continue;
            if (instr->op == IR_GET)
                try_getters(f, instr, candidates);
            else
                try_candidates(f, instr, instr->operands[0], candidates);
            break; /* the rest is a block of its own */
        }
    ir_apply_forwards(function);
    ir_clear_notes(function);
    ir_renumber(function);
}

void pass_known_methods(IrProgram *program)
{
    Arena *scratch = arena_new();
    Finder f = {.program = program};
    f.methods = ARENA_ARRAY(scratch, Candidates, ir_atom_count(program) + 1);
    f.getters = ARENA_ARRAY(scratch, Candidates, ir_atom_count(program) + 1);
    note_definitions(&f);
    for (IrFunction *function = program->functions; function; function = function->next)
        find_in(&f, function);
    arena_free(scratch);
}
