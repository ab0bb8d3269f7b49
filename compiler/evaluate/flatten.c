/* A function as words (code.h). Out of SSA: the copies of an edge stand in a PHI instruction on that edge, `count`,
 * then as many results, then as many operands, which act as if all happened at once.
 *
 * Invariant: blocks stand in layout order; every index of an instruction that leads to a block is patched at the end.
 * */
#include "evaluate/code.h"
#include "ir/edit.h"

enum { INSTRUCTION_WORK = 4 }; /* nanoseconds, about: what LOOP_CHECK charges for an instruction of the loop */

typedef struct Patch { uint32_t word; const IrBlock *target; } Patch;
typedef struct Flattening {
    EvalTables *tables;
    IrFunction *function;
    EvalSlots slots;
    EvalWords words;
    const uint32_t *uses;
    uint32_t *starts;          /* by block id: index of its first word */
    VEC(Patch) patches;
    uint32_t scratch_count;
} Flattening;

static void add(Flattening *f, uint32_t word)
{
    vec_push(&f->words, word);
}

static void add_target(Flattening *f, const IrBlock *target)
{
    vec_push(&f->patches, (Patch){(uint32_t)f->words.length, target});
    add(f, 0);
}

static void need_scratch(Flattening *f, uint32_t count)
{
    if (count > f->scratch_count)
        f->scratch_count = count;
}

/* ---- edges */
static void add_copy(Flattening *f, EvalWords *to, EvalWords *from, const IrInstr *phi, const IrInstr *value)
{
    uint32_t width = phi->type == IR_TYPE_ITER ? EVAL_ITERATOR_SLOTS : 1;
    for (uint32_t i = 0; i < width; i++) {
        vec_push(to, f->slots.of_value[phi->id] + i);
        vec_push(from, f->slots.of_value[value->id] + i);
    }
}

/* The copies of the edge, as an instruction; nothing when there are none. Returns whether there are any. */
static bool flatten_copies(Flattening *f, const IrBlock *from, const IrBlock *to, bool is_second)
{
    EvalWords results = VEC_IN(f->tables->arena), operands = VEC_IN(f->tables->arena);
    uint32_t pred = ir_pred_place(from, to, is_second);
    for (const IrInstr *phi = to->first; ir_is_phi(phi); phi = phi->next)
        if (!eval_is_skipped(phi, f->uses) && phi->operands[pred] != phi && phi->operands[pred]->op != IR_ITER_NONE)
            add_copy(f, &results, &operands, phi, phi->operands[pred]);
    if (!results.length)
        return false;
    add(f, IR_PHI);
    add(f, (uint32_t)results.length);
    vec_foreach (uint32_t, slot, &results)
        add(f, *slot);
    vec_foreach (uint32_t, slot, &operands)
        add(f, *slot);
    need_scratch(f, (uint32_t)results.length);
    return true;
}

static void flatten_jump(Flattening *f, const IrBlock *target)
{
    add(f, IR_JUMP);
    add_target(f, target);
}

/* Fills the word with the way to the block: the block itself, or copies that are put here and lead to it. */
static void flatten_way(Flattening *f, uint32_t word, const IrBlock *from, const IrBlock *to, bool is_second)
{
    uint32_t here = (uint32_t)f->words.length;
    if (!flatten_copies(f, from, to, is_second)) {
        vec_push(&f->patches, (Patch){word, to});
        return;
    }
    f->words.items[word] = here;
    flatten_jump(f, to);
}

/* ---- instructions */
static uint32_t add_number(Flattening *f, double number)
{
    vec_push(&f->tables->numbers, number);
    return (uint32_t)f->tables->numbers.length - 1;
}

static uint32_t add_text(Flattening *f, const char *text)
{
    if (!text || !*text)
        return 0;
    uint32_t at = (uint32_t)f->tables->texts.length;
    for (const char *c = text; c == text || c[-1]; c++)
        vec_push(&f->tables->texts, *c);
    return at;
}

uint32_t eval_atom_index(EvalTables *tables, const IrAtom *atom)
{
    uint32_t *place = &tables->atom_places[atom->number];
    if (!*place) {
        vec_push(&tables->atoms, atom);
        *place = (uint32_t)tables->atoms.length;
    }
    return *place - 1;
}

static uint32_t key_word(Flattening *f, const IrInstr *instr)
{
    if (instr->op == IR_F64_MATH || instr->op == IR_F64_MATH2)
        return eval_math_index(instr->key->bytes);
    return instr->key ? eval_atom_index(f->tables, instr->key) : 0; /* OBJECT_LITERAL has `keys` */
}

static void flatten_immediate(Flattening *f, const IrInstr *instr, char letter)
{
    switch (letter) {
    case 'k': add(f, key_word(f, instr)); return;
    case 'n': add(f, add_number(f, instr->number)); return;
    case 'i': case 'p': add(f, (uint32_t)instr->integer); return;
    case 'f': add(f, instr->function->number); return;
    case 'v': add(f, f->tables->first_variable[instr->variable->module->number] + instr->variable->index); return;
    case 'm': add(f, instr->module->number); return;
    case 't': add(f, add_text(f, instr->text)); return;
    case 'c': add(f, f->tables->cache_count++); return;
    case 's': add(f, f->tables->site_count++); return;
    }
}

static uint32_t fixed_count(const IrInstr *instr)
{
    const char *operands = ir_op_operands(instr->op), *star = strchr(operands, '*');
    return (uint32_t)(star ? star - operands : (ptrdiff_t)strlen(operands));
}

static void flatten_header(Flattening *f, const IrInstr *instr)
{
    add(f, instr->op);
    add(f, instr->position);
    add(f, 0);
    add(f, f->slots.of_value[instr->id]);
}

static void flatten_operands(Flattening *f, const IrInstr *instr)
{
    uint32_t fixed = fixed_count(instr);
    for (uint32_t i = 0; i < fixed; i++)
        add(f, f->slots.of_value[instr->operands[i]->id]);
    for (const char *letter = ir_op_immediates(instr->op); *letter && *letter != 'b'; letter++)
        flatten_immediate(f, instr, *letter);
    if (!strchr(ir_op_operands(instr->op), '*'))
        return;
    add(f, instr->operand_count - fixed);
    for (uint32_t i = fixed; i < instr->operand_count; i++)
        add(f, f->slots.of_value[instr->operands[i]->id]);
    need_scratch(f, instr->operand_count - fixed);
}

/* Where the loop that a check belongs to starts, or the function. */
static uint32_t loop_start(const Flattening *f, const IrBlock *block)
{
    IrBlock *successors[3];
    uint32_t start = UINT32_MAX;
    for (uint32_t s = ir_successors(block, successors); s-- > 0;)
        if (successors[s]->id <= block->id && f->starts[successors[s]->id] < start)
            start = f->starts[successors[s]->id];
    return start == UINT32_MAX ? 0 : start;
}

static void flatten_loop_check(Flattening *f, const IrInstr *instr)
{
    uint32_t words = (uint32_t)f->words.length - loop_start(f, instr->block);
    add(f, IR_LOOP_CHECK);
    add(f, (words / EVAL_OPERANDS + 1) * INSTRUCTION_WORK);
}

static void flatten_branch(Flattening *f, const IrInstr *instr)
{
    add(f, IR_BRANCH);
    add(f, f->slots.of_value[instr->operands[0]->id]);
    uint32_t words = (uint32_t)f->words.length;
    add(f, 0);
    add(f, 0);
    flatten_way(f, words, instr->block, instr->targets[0], false);
    flatten_way(f, words + 1, instr->block, instr->targets[1], true);
}

/* Control flow has short forms of its own: op, then what run.c reads. */
static bool flatten_control(Flattening *f, const IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_PHI: return true;
    case IR_JUMP:
        flatten_copies(f, instr->block, instr->targets[0], false);
        if (instr->targets[0] != instr->block->next || instr->block->handler)
            flatten_jump(f, instr->targets[0]);
        return true;
    case IR_BRANCH: flatten_branch(f, instr); return true;
    case IR_LOOP_CHECK: flatten_loop_check(f, instr); return true;
    }
    return false;
}

static void flatten_instr(Flattening *f, const IrInstr *instr)
{
    flatten_header(f, instr);
    flatten_operands(f, instr);
    if (instr->op == IR_OBJECT_LITERAL) /* the keys follow */
        for (uint32_t i = 0; i < instr->operand_count; i++)
            add(f, eval_atom_index(f->tables, instr->keys[i]));
}

enum { FLATTEN_WORK = 100 };

/* At most one instruction of a block goes to its handler: by a way of its own, after the terminator. */
static void flatten_block(Flattening *f, const IrBlock *block)
{
    uint32_t throwing = UINT32_MAX;
    f->starts[block->id] = (uint32_t)f->words.length;
    for (const IrInstr *instr = block->first; instr; instr = instr->next) {
        base_work(FLATTEN_WORK);
        if (flatten_control(f, instr) || eval_is_skipped(instr, f->uses))
            continue;
        if (block->handler && ir_throws(instr))
            throwing = (uint32_t)f->words.length;
        flatten_instr(f, instr);
    }
    if (throwing != UINT32_MAX)
        flatten_way(f, throwing + EVAL_HANDLER, block, block->handler, false);
}

EvalFlat eval_flatten(EvalTables *tables, IrFunction *function)
{
    Flattening f = {.tables = tables, .function = function, .slots = eval_assign_slots(tables->arena, function)};
    vec_init(&f.words, tables->arena);
    vec_init(&f.patches, tables->arena);
    f.uses = eval_count_uses(tables->arena, function);
    f.starts = ARENA_ARRAY(tables->arena, uint32_t, function->block_count);
    for (const IrBlock *block = function->blocks; block; block = block->next)
        flatten_block(&f, block);
    vec_foreach (Patch, patch, &f.patches)
        f.words.items[patch->word] = f.starts[patch->target->id];
    return (EvalFlat){f.words, f.slots.count + f.scratch_count, f.slots.count};
}
