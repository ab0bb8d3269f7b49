/* One computation of each value: an op without effects whose result a dominating one has given already becomes that one
 * (dominator-based value numbering). Arithmetic has no effects where its operands are known to be numbers. A module variable
 * that is written once, by the module's body, is read once in a function, outside of loops.
 *
 * Invariant: an instruction is replaced only by one that dominates it and gives the same value. */
#include <string.h>
#include "infer.h"
#include "ir/loops.h"
#include "pass.h"

typedef struct Numberer {
    IrProgram *program;
    IrFunction *function;
    const FunctionFacts *facts;
    uint32_t fact_count;
    IrDominators *dominators;
    IrLoopVec loops;
    uint32_t **writes;        /* of module variables: by module number, index */
    IrInstr **table;          /* open hashing by op and operands; chained in order of insertion, latest first */
    IrInstr **next;           /* by value id */
    uint32_t mask;
} Numberer;

static bool is_number(const Numberer *n, const IrInstr *value)
{
    return value->id < n->fact_count && fact_is_number(n->facts->values[value->id]);
}

static bool has_number_operands(const Numberer *n, const IrInstr *instr)
{
    for (uint32_t i = 0; i < instr->operand_count; i++)
        if (!is_number(n, instr->operands[i]))
            return false;
    return true;
}

/* Written once in the whole program, by the body of its module: it does not change while a function runs that neither is a body
 * nor suspends. */
static bool is_fixed_variable(const Numberer *n, const IrInstr *get)
{
    const IrFunction *function = n->function;
    bool may_wait = function->is_generator || function->is_async;
    return !may_wait && function != function->module->body && n->writes[get->variable->module->number][get->variable->index] == 1;
}

static bool has_no_effect(const Numberer *n, const IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_ADD: case IR_SUB: case IR_MUL: case IR_DIV: case IR_MOD: case IR_NEGATE: case IR_BIT_AND: case IR_BIT_OR: case IR_BIT_XOR:
    case IR_BIT_NOT: case IR_SHL: case IR_SHR: case IR_USHR: case IR_LT: case IR_LE: case IR_GT: case IR_GE: case IR_MATH:
    case IR_TO_NUMBER: case IR_TO_NUMERIC: case IR_INCREMENT: case IR_DECREMENT:
        return has_number_operands(n, instr);
    case IR_MODULE_GET: return is_fixed_variable(n, instr);
    case IR_PHI: case IR_ASSUME: case IR_PARAM: case IR_THIS: case IR_NEW_TARGET: case IR_ITER_NONE: return false;
    }
    return !ir_op_effects(instr->op) && instr->type != IR_TYPE_NONE;
}

static uint32_t hash_of(const IrInstr *instr)
{
    uint64_t hash = (uint64_t)instr->op * 0x9E3779B97F4A7C15u ^ (uint32_t)instr->integer;
    for (uint32_t i = 0; i < instr->operand_count; i++)
        hash = (hash ^ instr->operands[i]->id) * 0x9E3779B97F4A7C15u;
    uint64_t bits;
    memcpy(&bits, &instr->number, sizeof bits);
    hash = (hash ^ bits ^ (instr->key ? instr->key->number : 0) ^ (instr->variable ? instr->variable->index : 0)) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(hash >> 32);
}

static bool is_same(const IrInstr *a, const IrInstr *b)
{
    if (a->op != b->op || a->type != b->type || a->operand_count != b->operand_count || a->key != b->key || a->variable != b->variable ||
        a->module != b->module || a->integer != b->integer || a->text != b->text || a->function != b->function || a->keys || b->keys ||
        memcmp(&a->number, &b->number, sizeof a->number))
        return false;
    for (uint32_t i = 0; i < a->operand_count; i++)
        if (a->operands[i] != b->operands[i])
            return false;
    return true;
}

static bool is_in_loop(const Numberer *n, const IrBlock *block)
{
    vec_foreach (IrLoop, loop, &n->loops)
        if (bits_have(loop->blocks, block->id))
            return true;
    return false;
}

/* The nearest place above that runs once. */
static void move_out_of_loops(const Numberer *n, IrInstr *instr)
{
    IrBlock *block = instr->block;
    while (is_in_loop(n, block) && block != n->function->entry)
        block = n->dominators->parent[block->id];
    if (block == instr->block || block->handler)
        return;
    ir_remove(instr);
    ir_insert_before(block->last, instr);
}

static IrInstr *find(const Numberer *n, const IrInstr *instr, uint32_t slot)
{
    for (IrInstr *other = n->table[slot]; other; other = n->next[other->id])
        if (is_same(other, instr) && other->block && ir_dominates(n->dominators, other->block, instr->block))
            return other;
    return NULL;
}

static void number_instr(Numberer *n, IrInstr *instr)
{
    for (uint32_t i = 0; i < instr->operand_count; i++)
        instr->operands[i] = ir_resolve(instr->operands[i]);
    if (!has_no_effect(n, instr))
        return;
    uint32_t slot = hash_of(instr) & n->mask;
    IrInstr *earlier = find(n, instr, slot);
    if (earlier) {
        if (ir_throws(instr))
            ir_drop_handler(instr->block);
        ir_forward(instr, earlier);
        return;
    }
    if (instr->op == IR_MODULE_GET)
        move_out_of_loops(n, instr);
    n->next[instr->id] = n->table[slot];
    n->table[slot] = instr;
}

static void number_function(IrProgram *program, IrFunction *function, const Inference *inference, uint32_t **writes)
{
    Arena *scratch = arena_new();
    Numberer n = {.program = program, .function = function, .facts = &inference->functions[function->number],
                  .fact_count = function->instr_count, .dominators = ir_dominators(scratch, function), .writes = writes};
    n.loops = ir_find_loops(scratch, function, n.dominators);
    uint32_t size = 16;
    while (size < function->instr_count)
        size *= 2;
    n.mask = size - 1;
    n.table = ARENA_ARRAY(scratch, IrInstr *, size);
    n.next = ARENA_ARRAY(scratch, IrInstr *, function->instr_count + 1);
    ir_clear_notes(function);
    for (uint32_t i = 0; i < n.dominators->order_count; i++)
        for (IrInstr *instr = n.dominators->order[i]->first, *next; instr; instr = next) {
            next = instr->next;
            number_instr(&n, instr);
        }
    ir_apply_forwards(function);
    ir_clear_notes(function);
    ir_renumber(function);
    arena_free(scratch);
}

static uint32_t **count_writes(Arena *arena, const IrProgram *program)
{
    uint32_t **writes = ARENA_ARRAY(arena, uint32_t *, program->module_count + 1);
    for (const IrModule *module = program->modules; module; module = module->next)
        writes[module->number] = ARENA_ARRAY(arena, uint32_t, module->variable_count + 1);
    for (const IrFunction *function = program->functions; function; function = function->next)
        for (const IrBlock *block = function->blocks; block; block = block->next)
            for (const IrInstr *instr = block->first; instr; instr = instr->next)
                if (instr->op == IR_MODULE_SET || instr->op == IR_MODULE_REF) { /* by a reference, or another function: as good as many */
                    bool is_single = instr->op == IR_MODULE_SET && function == instr->variable->module->body;
                    writes[instr->variable->module->number][instr->variable->index] += is_single ? 1 : 2;
                }
    return writes;
}

void pass_number_values(IrProgram *program)
{
    Arena *scratch = arena_new();
    for (IrFunction *function = program->functions; function; function = function->next)
        ir_renumber(function);
    uint32_t **writes = count_writes(scratch, program);
    Inference *inference = infer_program(program, NULL);
    for (IrFunction *function = program->functions; function; function = function->next)
        number_function(program, function, inference, writes);
    infer_free(inference);
    arena_free(scratch);
}
