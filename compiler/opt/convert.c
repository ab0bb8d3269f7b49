/* A value in another representation. Invariant: a conversion that cannot fail is used exactly where facts prove it; others
 * are throwing ops, which in a try region end their block. */
#include <math.h>
#include <string.h>
#include "represent.h"

/* Ends the block of `last` after it, when a handler asks for that; what followed stands in a fresh block. */
static void split_after(Representer *r, IrInstr *last)
{
    IrBlock *block = last->block;
    if (!block->handler)
        return;
    IrBlock *rest = ir_split_after(r->program, r->function, last);
    rest->note = block->note;
    ir_copy_handler_edge(r->program, block, rest);
    IrInstr *jump = ir_instr_new(r->program, r->function, IR_JUMP, 0, NULL);
    jump->targets[0] = rest;
    ir_append(block, jump);
    ir_add_pred(r->program, rest, block);
}

IrInstr *represent_insert(Representer *r, IrInstr *place, IrOp op, uint32_t count, IrInstr *const *operands)
{
    IrInstr *instr = ir_instr_new(r->program, r->function, op, count, operands);
    ir_place_as(instr, place);
    ir_insert_before(place, instr);
    if (ir_throws(instr))
        split_after(r, instr);
    return instr;
}

static IrInstr *insert1(Representer *r, IrInstr *place, IrOp op, IrInstr *operand)
{
    return represent_insert(r, place, op, 1, &operand);
}

/* 7.1.6 ToInt32 */
static int32_t to_int32(double number)
{
    double modulo = isfinite(number) ? fmod(trunc(number), 4294967296.0) : 0;
    return (int32_t)(uint32_t)(int64_t)modulo;
}

static IrInstr *constant_as(Representer *r, double number, IrType type, IrInstr *place)
{
    static const IrOp ops[] = {[IR_TYPE_I32] = IR_CONST_I32, [IR_TYPE_I64] = IR_CONST_I64, [IR_TYPE_F64] = IR_CONST_F64};
    IrInstr *constant = represent_insert(r, place, ops[type], 0, NULL);
    constant->number = number;
    if (type == IR_TYPE_I32)
        constant->integer = to_int32(number);
    return constant;
}

static bool is_proven(Fact fact, uint32_t set)
{
    return !fact.set || fact_is(fact, set);
}

/* Whether a double most likely is no integer: then boxing does not try. A guess that costs time alone. */
static bool is_likely_fraction(const IrInstr *now, int depth)
{
    switch ((int)now->op) {
    case IR_CONST_F64: return now->number != floor(now->number);
    case IR_F64_DIV: return true;
    case IR_F64_MATH: return !strcmp(now->key->bytes, "sqrt") || !strcmp(now->key->bytes, "sin") || !strcmp(now->key->bytes, "cos");
    case IR_F64_ADD: case IR_F64_SUB: case IR_F64_MUL:
        return depth && (is_likely_fraction(now->operands[0], depth - 1) || is_likely_fraction(now->operands[1], depth - 1));
    case IR_F64_NEGATE: return depth && is_likely_fraction(now->operands[0], depth - 1);
    }
    return false;
}

static IrInstr *boxed(Representer *r, Fact fact, IrInstr *now, IrInstr *place)
{
    switch (now->type) {
    case IR_TYPE_I32: return insert1(r, place, IR_BOX_I32, now);
    case IR_TYPE_I64: return fact_fits_i32(fact) ? insert1(r, place, IR_BOX_I32, insert1(r, place, IR_I64_TO_I32, now)) : insert1(r, place, IR_BOX_I64, now);
    case IR_TYPE_F64: return insert1(r, place, is_likely_fraction(now, 6) ? IR_BOX_F64 : IR_BOX_NUMBER, now);
    case IR_TYPE_BOOL: return insert1(r, place, IR_BOX_BOOL, now);
    default: return now;
    }
}

static IrInstr *as_f64(Representer *r, Fact fact, IrInstr *now, IrInstr *place)
{
    switch (now->type) {
    case IR_TYPE_I32: return insert1(r, place, IR_I32_TO_F64, now);
    case IR_TYPE_I64: return insert1(r, place, IR_I64_TO_F64, now);
    case IR_TYPE_BOOL: now = insert1(r, place, IR_BOX_BOOL, now); break;
    default: break;
    }
    return insert1(r, place, is_proven(fact, FACT_NUMBER) ? IR_UNBOX_NUMBER : IR_ANY_TO_F64, now);
}

static IrInstr *as_i64(Representer *r, IrInstr *now, IrInstr *place)
{
    return insert1(r, place, now->type == IR_TYPE_I32 ? IR_I32_TO_I64 : IR_UNBOX_INT, now);
}

/* ToInt32; for values that are int32 it changes nothing. */
static IrInstr *as_i32(Representer *r, Fact fact, IrInstr *now, IrInstr *place)
{
    switch (now->type) {
    case IR_TYPE_I64: return insert1(r, place, IR_I64_TO_I32, now);
    case IR_TYPE_F64: return insert1(r, place, IR_F64_TO_I32, now);
    case IR_TYPE_BOOL: now = insert1(r, place, IR_BOX_BOOL, now); break;
    default: break;
    }
    if (is_proven(fact, FACT_INT))
        return insert1(r, place, IR_I64_TO_I32, insert1(r, place, IR_UNBOX_INT, now));
    if (is_proven(fact, FACT_NUMBER))
        return insert1(r, place, IR_F64_TO_I32, insert1(r, place, IR_UNBOX_NUMBER, now));
    return insert1(r, place, IR_ANY_TO_I32, now);
}

static IrInstr *as_bool(Representer *r, IrInstr *now, IrInstr *place)
{
    if (now->op != IR_TRUE && now->op != IR_FALSE)
        return insert1(r, place, IR_UNBOX_BOOL, now);
    IrInstr *constant = represent_insert(r, place, IR_CONST_BOOL, 0, NULL);
    constant->integer = now->op == IR_TRUE;
    return constant;
}

IrInstr *represent_as(Representer *r, IrInstr *value, IrType type, IrInstr *place)
{
    Fact fact = represent_fact(r, value);
    IrInstr *now = value->id < r->old_count && value->note ? value->note : value;
    if (now->type == type)
        return now;
    if (now->op == IR_NUMBER && type != IR_TYPE_ANY && type != IR_TYPE_BOOL)
        return constant_as(r, now->number, type, place);
    bool is_known = fact_is_int(fact) && fact.low == fact.high;
    if (is_known && (type == IR_TYPE_I32 || type == IR_TYPE_I64 || type == IR_TYPE_F64))
        return constant_as(r, (double)fact.low, type, place);
    switch (type) {
    case IR_TYPE_ANY: return boxed(r, fact, now, place);
    case IR_TYPE_F64: return as_f64(r, fact, now, place);
    case IR_TYPE_I64: return as_i64(r, now, place);
    case IR_TYPE_I32: return as_i32(r, fact, now, place);
    case IR_TYPE_BOOL: return as_bool(r, now, place);
    default: return now;
    }
}
