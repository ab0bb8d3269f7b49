/* Ops on boxed values replaced by ops on unboxed ones. Invariant: the operands' conversions come in the order in which the
 * generic op would convert them. */
#include <string.h>
#include "represent.h"

static Fact fact(const Representer *r, const IrInstr *instr, uint32_t operand)
{
    return represent_fact(r, instr->operands[operand]);
}

static bool still_throws(const IrBlock *block)
{
    const IrInstr *last = block->last->op == IR_JUMP ? block->last->prev : block->last;
    return last && ir_throws(last);
}

/* `now` stands for `instr`, which is taken out; the block's handler goes with it when nothing throws any more. */
static void replace(IrInstr *instr, IrInstr *now)
{
    IrBlock *block = instr->block;
    ir_remove(instr);
    instr->note = now;
    if (block->handler && !still_throws(block))
        ir_drop_handler(block);
}

static IrInstr *binary(Representer *r, IrInstr *instr, IrOp op, IrType type)
{
    IrInstr *left = represent_as(r, instr->operands[0], type, instr);
    IrInstr *right = represent_as(r, instr->operands[1], type, instr);
    return represent_insert(r, instr, op, 2, (IrInstr *[]){left, right});
}

static IrInstr *number(Representer *r, IrInstr *place, double value, IrType type)
{
    IrInstr *constant = represent_insert(r, place, IR_NUMBER, 0, NULL);
    constant->number = value;
    IrInstr *typed = represent_as(r, constant, type, place);
    ir_remove(constant);
    return typed;
}

static IrInstr *rewrite_step(Representer *r, IrInstr *instr, IrType type)
{
    IrInstr *one = number(r, instr, 1, type);
    IrInstr *value = represent_as(r, instr->operands[0], type, instr);
    bool is_up = instr->op == IR_INCREMENT;
    IrOp op = type == IR_TYPE_I32 ? (is_up ? IR_I32_ADD : IR_I32_SUB) : type == IR_TYPE_I64 ? (is_up ? IR_I64_ADD : IR_I64_SUB)
                                                                         : is_up            ? IR_F64_ADD
                                                                                            : IR_F64_SUB;
    return represent_insert(r, instr, op, 2, (IrInstr *[]){value, one});
}

static IrInstr *rewrite_negate(Representer *r, IrInstr *instr, IrType type)
{
    if (type != IR_TYPE_F64)
        return represent_insert(r, instr, IR_I64_SUB, 2,
                                (IrInstr *[]){number(r, instr, 0, IR_TYPE_I64), represent_as(r, instr->operands[0], IR_TYPE_I64, instr)});
    IrInstr *value = represent_as(r, instr->operands[0], IR_TYPE_F64, instr);
    return represent_insert(r, instr, IR_F64_NEGATE, 1, &value);
}

static bool operands_fit_i32(const Representer *r, const IrInstr *instr)
{
    return fact_fits_i32(fact(r, instr, 0)) && fact_fits_i32(fact(r, instr, 1));
}

static IrInstr *rewrite_arithmetic(Representer *r, IrInstr *instr, IrType type)
{
    bool is_double = type == IR_TYPE_F64, is_i32 = type == IR_TYPE_I32 && operands_fit_i32(r, instr);
    IrType operands = is_double ? IR_TYPE_F64 : is_i32 ? IR_TYPE_I32 : IR_TYPE_I64;
    switch ((int)instr->op) {
    case IR_ADD: return binary(r, instr, is_double ? IR_F64_ADD : is_i32 ? IR_I32_ADD : IR_I64_ADD, operands);
    case IR_SUB: return binary(r, instr, is_double ? IR_F64_SUB : is_i32 ? IR_I32_SUB : IR_I64_SUB, operands);
    case IR_MUL: return binary(r, instr, is_double ? IR_F64_MUL : is_i32 ? IR_I32_MUL : IR_I64_MUL, operands);
    case IR_MOD: return binary(r, instr, is_double ? IR_F64_MOD : is_i32 ? IR_I32_MOD : IR_I64_MOD, operands);
    default: return binary(r, instr, IR_F64_DIV, IR_TYPE_F64);
    }
}

static IrInstr *rewrite_bits(Representer *r, IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_BIT_AND: return binary(r, instr, IR_I32_AND, IR_TYPE_I32);
    case IR_BIT_OR: return binary(r, instr, IR_I32_OR, IR_TYPE_I32);
    case IR_BIT_XOR: return binary(r, instr, IR_I32_XOR, IR_TYPE_I32);
    case IR_SHL: return binary(r, instr, IR_I32_SHL, IR_TYPE_I32);
    case IR_SHR: return binary(r, instr, IR_I32_SHR, IR_TYPE_I32);
    case IR_USHR: return binary(r, instr, IR_I32_USHR, IR_TYPE_I32);
    }
    IrInstr *value = represent_as(r, instr->operands[0], IR_TYPE_I32, instr);
    return represent_insert(r, instr, IR_I32_XOR, 2, (IrInstr *[]){value, number(r, instr, -1, IR_TYPE_I32)});
}

/* An integer compared with what may be anything: `int op any`, or the mirror image. */
static IrInstr *compare_with_any(Representer *r, IrInstr *instr)
{
    static const IrOp ops[] = {IR_I64_LT_ANY, IR_I64_LE_ANY, IR_I64_GT_ANY, IR_I64_GE_ANY};
    static const IrOp mirrored[] = {IR_I64_GT_ANY, IR_I64_GE_ANY, IR_I64_LT_ANY, IR_I64_LE_ANY};
    bool is_left = fact_is_int(fact(r, instr, 0));
    IrInstr *integer = represent_as(r, instr->operands[is_left ? 0 : 1], IR_TYPE_I64, instr);
    IrInstr *any = represent_as(r, instr->operands[is_left ? 1 : 0], IR_TYPE_ANY, instr);
    IrInstr *now = ir_instr_new(r->program, r->function, (is_left ? ops : mirrored)[instr->op - IR_LT], 2, (IrInstr *[]){integer, any});
    ir_place_as(now, instr);
    ir_insert_before(instr, now); /* throws as the old one did, in its place */
    return now;
}

static IrInstr *rewrite_comparison(Representer *r, IrInstr *instr)
{
    Fact a = fact(r, instr, 0), b = fact(r, instr, 1);
    if (fact_is_int(a) != fact_is_int(b) && !(fact_is_number(a) && fact_is_number(b)))
        return compare_with_any(r, instr);
    bool are_ints = fact_is_int(a) && fact_is_int(b), is_strict = instr->op == IR_LT || instr->op == IR_GT;
    IrType type = !are_ints ? IR_TYPE_F64 : operands_fit_i32(r, instr) ? IR_TYPE_I32 : IR_TYPE_I64;
    IrOp op = type == IR_TYPE_F64   ? (is_strict ? IR_F64_LT : IR_F64_LE)
              : type == IR_TYPE_I32 ? (is_strict ? IR_I32_LT : IR_I32_LE)
                                    : (is_strict ? IR_I64_LT : IR_I64_LE);
    IrInstr *left = represent_as(r, instr->operands[0], type, instr);
    IrInstr *right = represent_as(r, instr->operands[1], type, instr);
    bool is_swapped = instr->op == IR_GT || instr->op == IR_GE;
    return represent_insert(r, instr, op, 2, (IrInstr *[]){is_swapped ? right : left, is_swapped ? left : right});
}

static IrInstr *equal_numbers(Representer *r, IrInstr *instr)
{
    bool are_ints = fact_is_int(fact(r, instr, 0)) && fact_is_int(fact(r, instr, 1));
    if (!are_ints)
        return binary(r, instr, IR_F64_EQ, IR_TYPE_F64);
    return operands_fit_i32(r, instr) ? binary(r, instr, IR_I32_EQ, IR_TYPE_I32) : binary(r, instr, IR_I64_EQ, IR_TYPE_I64);
}

static IrInstr *rewrite_equality(Representer *r, IrInstr *instr)
{
    Fact a = fact(r, instr, 0), b = fact(r, instr, 1);
    if (fact_is_number(a) && fact_is_number(b))
        return equal_numbers(r, instr);
    bool is_left_nullish = fact_is(a, FACT_UNDEFINED | FACT_NULL);
    if (is_left_nullish || fact_is(b, FACT_UNDEFINED | FACT_NULL)) {
        IrInstr *other = represent_as(r, instr->operands[is_left_nullish ? 1 : 0], IR_TYPE_ANY, instr);
        return represent_insert(r, instr, IR_IS_NULLISH, 1, &other);
    }
    return binary(r, instr, IR_STRICT_EQ, IR_TYPE_ANY);
}

static void rewrite_strict_equality(Representer *r, IrInstr *instr)
{
    enum { BY_VALUE = FACT_NUMBER | FACT_STRING | FACT_BIGINT };
    Fact a = fact(r, instr, 0), b = fact(r, instr, 1);
    if (fact_is_number(a) && fact_is_number(b)) {
        IrInstr *now = equal_numbers(r, instr);
        replace(instr, now);
        return;
    }
    if ((a.set && !(a.set & BY_VALUE)) || (b.set && !(b.set & BY_VALUE)))
        instr->op = IR_SAME_BITS;
    for (uint32_t i = 0; i < 2; i++)
        instr->operands[i] = represent_as(r, instr->operands[i], IR_TYPE_ANY, instr);
}

static void rewrite_element(Representer *r, IrInstr *instr)
{
    bool has_index = fact_is_int(fact(r, instr, 1));
    uint32_t hint = fact(r, instr, 0).hint == FACT_HINT_MIXED ? 0 : fact(r, instr, 0).hint;
    IrInstr *base = represent_as(r, instr->operands[0], IR_TYPE_ANY, instr);
    const IrInstr *key = instr->operands[1]->note ? instr->operands[1]->note : instr->operands[1];
    if (key->type == IR_TYPE_F64) /* most likely an integer, unlike other quotients */
        instr->operands[1] = represent_insert(r, instr, IR_BOX_NUMBER, 1, (IrInstr *[]){(IrInstr *)key});
    else
        instr->operands[1] = represent_as(r, instr->operands[1], has_index ? IR_TYPE_I64 : IR_TYPE_ANY, instr);
    instr->operands[0] = base;
    if (instr->operand_count == 3)
        instr->operands[2] = represent_as(r, instr->operands[2], IR_TYPE_ANY, instr);
    instr->number = hint;
    if (!has_index)
        return;
    instr->op = instr->op == IR_GET_ELEMENT ? IR_GET_INDEX : IR_SET_INDEX;
}

static void rewrite_to_boolean(Representer *r, IrInstr *instr)
{
    IrInstr *operand = instr->operands[0];
    if (fact_is(fact(r, instr, 0), FACT_BOOL))
        replace(instr, represent_as(r, operand, IR_TYPE_BOOL, instr));
    else if (fact_is_int(fact(r, instr, 0))) {
        IrInstr *is_zero = represent_insert(r, instr, IR_I64_EQ, 2, (IrInstr *[]){represent_as(r, operand, IR_TYPE_I64, instr), number(r, instr, 0, IR_TYPE_I64)});
        replace(instr, represent_insert(r, instr, IR_NOT, 1, &is_zero));
    } else
        instr->operands[0] = represent_as(r, operand, IR_TYPE_ANY, instr);
}

/* A conversion to number of what is a number: the value itself. */
static bool rewrite_to_number(Representer *r, IrInstr *instr)
{
    if (!fact_is_number(fact(r, instr, 0)))
        return false;
    IrInstr *operand = instr->operands[0];
    replace(instr, operand->note ? operand->note : operand);
    return true;
}

static bool is_named(const IrInstr *instr, const char *name)
{
    return !strcmp(instr->key->bytes, name);
}

static IrInstr *math_double(Representer *r, IrInstr *instr)
{
    bool is_unary = instr->operand_count == 1;
    IrInstr *operands[2];
    for (uint32_t i = 0; i < instr->operand_count; i++)
        operands[i] = represent_as(r, instr->operands[i], IR_TYPE_F64, instr);
    IrInstr *now = represent_insert(r, instr, is_unary ? IR_F64_MATH : IR_F64_MATH2, instr->operand_count, operands);
    now->key = instr->key;
    return now;
}

static IrInstr *rewrite_math(Representer *r, IrInstr *instr, IrType type)
{
    IrInstr *first = instr->operands[0];
    const FunctionFacts *facts = &r->inference->functions[r->function->number];
    if (is_named(instr, "imul"))
        return binary(r, instr, IR_I32_MUL, IR_TYPE_I32);
    if (is_named(instr, "clz32"))
        return represent_insert(r, instr, IR_I32_CLZ, 1, (IrInstr *[]){represent_as(r, first, IR_TYPE_I32, instr)});
    if (type == IR_TYPE_F64)
        return math_double(r, instr);
    if (is_named(instr, "min") || is_named(instr, "max"))
        return binary(r, instr, is_named(instr, "min") ? IR_I64_MIN : IR_I64_MAX, IR_TYPE_I64);
    if (is_named(instr, "abs"))
        return represent_insert(r, instr, IR_I64_ABS, 1, (IrInstr *[]){represent_as(r, first, IR_TYPE_I64, instr)});
    if (!infer_is_integer_division(facts, first))
        return represent_as(r, first, type, instr); /* rounding of an integer */
    IrInstr *left = represent_as(r, first->operands[0], IR_TYPE_I64, instr);
    return represent_insert(r, instr, IR_I64_DIV, 2, (IrInstr *[]){left, represent_as(r, first->operands[1], IR_TYPE_I64, instr)});
}

static IrInstr *rewrite_typed(Representer *r, IrInstr *instr, IrType type)
{
    switch ((int)instr->op) {
    case IR_ADD: case IR_SUB: case IR_MUL: case IR_DIV: case IR_MOD: return rewrite_arithmetic(r, instr, type);
    case IR_NEGATE: return rewrite_negate(r, instr, type);
    case IR_INCREMENT: case IR_DECREMENT: return rewrite_step(r, instr, type);
    case IR_LT: case IR_LE: case IR_GT: case IR_GE: return rewrite_comparison(r, instr);
    case IR_EQ: return rewrite_equality(r, instr);
    case IR_MATH: return rewrite_math(r, instr, type);
    default: return rewrite_bits(r, instr);
    }
}

/* A sum of which one side alone is an unboxed number: it is not boxed for that. */
static void rewrite_add(IrInstr *instr)
{
    bool is_unboxed[2];
    for (uint32_t i = 0; i < 2; i++) {
        const IrInstr *operand = instr->operands[i];
        is_unboxed[i] = (operand->note ? ((const IrInstr *)operand->note)->type : operand->type) == IR_TYPE_F64;
    }
    if (is_unboxed[0] != is_unboxed[1])
        instr->op = is_unboxed[0] ? IR_F64_ADD_ANY : IR_ANY_ADD_F64;
}

void represent_rewrite(Representer *r, IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_STRICT_EQ: rewrite_strict_equality(r, instr); return;
    case IR_GET_ELEMENT: case IR_SET_ELEMENT: rewrite_element(r, instr); return;
    case IR_TO_BOOLEAN: rewrite_to_boolean(r, instr); return;
    case IR_TO_NUMBER: case IR_TO_NUMERIC:
        if (rewrite_to_number(r, instr))
            return;
        break;
    case IR_ASSUME:
        instr->note = instr->operands[0]->note ? instr->operands[0]->note : instr->operands[0];
        ir_remove(instr);
        return;
    }
    IrType type = r->types[instr->id];
    if (type != IR_TYPE_ANY && instr->type == IR_TYPE_ANY) {
        replace(instr, rewrite_typed(r, instr, type));
        return;
    }
    if (instr->op == IR_ADD)
        rewrite_add(instr);
    for (uint32_t i = 0; i < instr->operand_count; i++)
        instr->operands[i] = represent_as(r, instr->operands[i], ir_operand_type(instr, i, r->function), instr);
}
