/* The invariants of ir.h, checked. Invariant of its own: it reads, never writes, the function, and stops at the first
 * violation. */
#include "ir.h"

#include <stdarg.h>
#include <string.h>
#include "edit.h"

typedef struct Verifier {
    Arena *arena;
    const IrFunction *function;
    const IrDominators *dominators;
    uint32_t *order; /* by value id: 1 + its place in its block; 0: not in the function */
    const IrInstr **values; /* by id */
    const char *error;
} Verifier;

static bool __attribute__((format(printf, 4, 5)))
fail(Verifier *v, const IrBlock *block, const IrInstr *instr, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *what = arena_vprintf(v->arena, format, args);
    va_end(args);
    v->error = arena_printf(v->arena, "function %u (%s), b%u%s%s: %s", v->function->number,
                            v->function->name ? v->function->name->bytes : "", block->id, instr ? ", " : "",
                            instr ? arena_printf(v->arena, "%%%u = %s", instr->id, ir_op_mnemonic(instr->op)) : "", what);
    return false;
}

static bool check_immediates(Verifier *v, const IrInstr *instr)
{
    for (const char *letter = ir_op_immediates(instr->op); *letter; letter++) {
        if (*letter == 'f' && !instr->function)
            return fail(v, instr->block, instr, "no function");
        if (*letter == 'v' && !instr->variable)
            return fail(v, instr->block, instr, "no variable");
        if (*letter == 'm' && !instr->module)
            return fail(v, instr->block, instr, "no module");
        if (*letter == 'k' && instr->op == IR_OBJECT_LITERAL ? instr->operand_count && !instr->keys : *letter == 'k' && !instr->key)
            return fail(v, instr->block, instr, "no key");
    }
    if (instr->op == IR_PARAM && (uint32_t)instr->integer >= v->function->param_count)
        return fail(v, instr->block, instr, "parameter %d of %u", instr->integer, v->function->param_count);
    if (instr->op == IR_CAPTURE && (uint32_t)instr->integer >= v->function->capture_count)
        return fail(v, instr->block, instr, "capture %d of %u", instr->integer, v->function->capture_count);
    if (instr->op == IR_CLOSURE && instr->operand_count > instr->function->capture_count)
        return fail(v, instr->block, instr, "%u captures given of %u", instr->operand_count, instr->function->capture_count);
    return true;
}

static bool check_uses_flags(Verifier *v, const IrInstr *instr)
{
    const IrFunction *f = v->function;
    bool ok = true;
    if (instr->op == IR_THIS)
        ok = f->uses_this;
    else if (instr->op == IR_NEW_TARGET)
        ok = f->uses_new_target;
    else if (instr->op == IR_ARGUMENTS)
        ok = f->uses_arguments;
    else if (instr->op == IR_REST)
        ok = f->uses_rest;
    else if (ir_op_effects(instr->op) & IR_SUSPENDS)
        ok = f->is_generator || f->is_async;
    return ok || fail(v, instr->block, instr, "the function is not declared to use it");
}

static bool check_operand_types(Verifier *v, const IrInstr *instr)
{
    if (!ir_is_phi(instr) && !ir_op_accepts_count(instr->op, instr->operand_count))
        return fail(v, instr->block, instr, "%u operands", instr->operand_count);
    for (uint32_t i = 0; i < instr->operand_count; i++) {
        const IrInstr *operand = instr->operands[i];
        if (!operand)
            return fail(v, instr->block, instr, "operand %u is missing", i);
        if (operand->id >= v->function->instr_count || v->values[operand->id] != operand)
            return fail(v, instr->block, instr, "operand %u (%s) is not in the function", i, ir_op_mnemonic(operand->op));
        IrType want = ir_operand_type(instr, i, v->function);
        if (operand->type != want)
            return fail(v, instr->block, instr, "operand %u is %s, not %s", i, ir_type_name(operand->type), ir_type_name(want));
    }
    if (!ir_is_phi(instr) && instr->type != ir_result_type(instr, v->function))
        return fail(v, instr->block, instr, "result type %s", ir_type_name(instr->type));
    return true;
}

/* Whether the value is there at the end of `block`, on the edge to `target`. */
static bool is_defined_on_edge(Verifier *v, const IrInstr *value, const IrBlock *block, const IrBlock *target)
{
    if (value->block == block && block->handler == target && ir_throws(value) && block->last->targets[0] != target)
        return false;
    return ir_dominates(v->dominators, value->block, block);
}

static bool check_dominance(Verifier *v, const IrInstr *instr)
{
    const IrBlock *block = instr->block;
    for (uint32_t i = 0; i < instr->operand_count; i++) {
        const IrInstr *operand = instr->operands[i];
        bool ok;
        if (ir_is_phi(instr))
            ok = is_defined_on_edge(v, operand, block->preds[i], block);
        else if (operand->block == block)
            ok = v->order[operand->id] < v->order[instr->id];
        else
            ok = ir_dominates(v->dominators, operand->block, block);
        if (!ok)
            return fail(v, block, instr, "operand %%%u is not defined here", operand->id);
    }
    return true;
}

static bool check_instr(Verifier *v, const IrInstr *instr)
{
    const IrBlock *block = instr->block;
    if (ir_is_phi(instr)) {
        if (instr->prev && !ir_is_phi(instr->prev))
            return fail(v, block, instr, "a phi after another instruction");
        if (instr->operand_count != block->pred_count)
            return fail(v, block, instr, "%u operands for %u predecessors", instr->operand_count, block->pred_count);
    }
    if (ir_is_terminator(instr) != !instr->next)
        return fail(v, block, instr, instr->next ? "a terminator in the middle" : "no terminator at the end");
    if (block->handler && ir_throws(instr) && instr->next && (instr->next->op != IR_JUMP || instr->next->next))
        return fail(v, block, instr, "a throwing instruction of a try region is not the last");
    return check_operand_types(v, instr) && check_immediates(v, instr) && check_uses_flags(v, instr);
}

static uint32_t count_edges(const IrBlock *from, const IrBlock *to)
{
    IrBlock *successors[3];
    uint32_t edges = 0;
    for (uint32_t i = ir_successors(from, successors); i-- > 0;)
        edges += successors[i] == to;
    return edges;
}

static bool check_edges(Verifier *v, const IrBlock *block)
{
    IrBlock *successors[3];
    for (uint32_t i = ir_successors(block, successors); i-- > 0;) {
        uint32_t listed = 0;
        for (uint32_t j = 0; j < successors[i]->pred_count; j++)
            listed += successors[i]->preds[j] == block;
        if (listed != count_edges(block, successors[i]))
            return fail(v, block, NULL, "the edge to b%u is not among its predecessors", successors[i]->id);
    }
    for (uint32_t i = 0; i < block->pred_count; i++)
        if (!count_edges(block->preds[i], block))
            return fail(v, block, NULL, "no edge from predecessor b%u", block->preds[i]->id);
    if (block->handler) {
        const IrInstr *thrower = block->last->op == IR_JUMP ? block->last->prev : block->last;
        if (!thrower || !ir_throws(thrower))
            return fail(v, block, NULL, "a handler, but nothing that throws");
    }
    if (block == v->function->entry && block->pred_count)
        return fail(v, block, NULL, "the entry block has predecessors");
    return true;
}

static bool index_block(Verifier *v, const IrBlock *block)
{
    uint32_t place = 0;
    if (!block->last)
        return fail(v, block, NULL, "empty block");
    for (const IrInstr *instr = block->first; instr; instr = instr->next) {
        if (instr->block != block || (instr->next ? instr->next->prev != instr : block->last != instr))
            return fail(v, block, instr, "the list of instructions is broken");
        if (instr->id >= v->function->instr_count || v->values[instr->id])
            return fail(v, block, instr, "id is not unique and dense");
        v->values[instr->id] = instr;
        v->order[instr->id] = ++place;
    }
    return true;
}

static bool check_blocks(Verifier *v)
{
    for (const IrBlock *block = v->function->blocks; block; block = block->next)
        if (!index_block(v, block))
            return false;
    for (const IrBlock *block = v->function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next)
            if (!check_instr(v, instr))
                return false;
    for (const IrBlock *block = v->function->blocks; block; block = block->next)
        if (!check_edges(v, block))
            return false;
    v->dominators = ir_dominators(v->arena, (IrFunction *)v->function);
    for (uint32_t i = 0; i < v->dominators->order_count; i++)
        for (const IrInstr *instr = v->dominators->order[i]->first; instr; instr = instr->next)
            if (!check_dominance(v, instr))
                return false;
    return true;
}

bool ir_verify(const IrFunction *function, const char **ret_error)
{
    Arena *scratch = arena_new();
    Verifier v = {.arena = scratch, .function = function};
    v.order = ARENA_ARRAY(scratch, uint32_t, function->instr_count + 1);
    v.values = ARENA_ARRAY(scratch, const IrInstr *, function->instr_count + 1);
    bool ok = check_blocks(&v);
    if (!ok)
        *ret_error = arena_strdup(function->module->program->arena, v.error);
    arena_free(scratch);
    return ok;
}

bool ir_verify_program(const IrProgram *program, const char **ret_error)
{
    for (const IrFunction *function = program->functions; function; function = function->next)
        if (!ir_verify(function, ret_error))
            return false;
    return true;
}
