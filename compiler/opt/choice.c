/* Which values are worth unboxing. An integer or boolean always is, where the op can give it. A double is when it is
 * computed from unboxed ones or is used by arithmetic; else the generic op keeps its integer path (`this.size--`).
 *
 * Invariant: a value gets a type only if its fact says that it always is of it. */
#include "represent.h"

IrType represent_number_type(Fact fact)
{
    return fact_fits_i32(fact) ? IR_TYPE_I32 : fact_is_int(fact) ? IR_TYPE_I64 : IR_TYPE_F64;
}

static bool is_arithmetic(const IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_ADD: case IR_SUB: case IR_MUL: case IR_DIV: case IR_MOD: case IR_NEGATE: case IR_INCREMENT: case IR_DECREMENT:
        return true;
    }
    return false;
}

static bool is_bitwise(const IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_BIT_AND: case IR_BIT_OR: case IR_BIT_XOR: case IR_BIT_NOT: case IR_SHL: case IR_SHR: case IR_USHR:
        return true;
    }
    return false;
}

static bool is_comparison(const IrInstr *instr)
{
    return instr->op >= IR_LT && instr->op <= IR_GE;
}

static bool has_number_operands(const Representer *r, const IrInstr *instr)
{
    for (uint32_t i = 0; i < instr->operand_count; i++)
        if (!fact_is_number(represent_fact(r, instr->operands[i])))
            return false;
    return true;
}

/* Operands of unknown type can be converted in place only where BigInts cannot come. */
static bool can_convert_operands(const Representer *r, const IrInstr *instr)
{
    return has_number_operands(r, instr) || (r->program->has_no_bigint && instr->op != IR_ADD && instr->op != IR_INCREMENT && instr->op != IR_DECREMENT);
}

static bool comparison_is_typed(const Representer *r, const IrInstr *instr)
{
    if (has_number_operands(r, instr))
        return true;
    bool has_one = fact_is_number(represent_fact(r, instr->operands[0])) || fact_is_number(represent_fact(r, instr->operands[1]));
    return has_one && r->program->has_no_bigint;
}

static bool equality_is_typed(const Representer *r, const IrInstr *instr)
{
    Fact a = represent_fact(r, instr->operands[0]), b = represent_fact(r, instr->operands[1]);
    return has_number_operands(r, instr) || fact_is(a, FACT_UNDEFINED | FACT_NULL) || fact_is(b, FACT_UNDEFINED | FACT_NULL) ||
           (fact_is(a, FACT_STRING) && fact_is(b, FACT_STRING));
}

/* The type that needs no thought about uses; ANY: none, or to be thought about. */
static IrType certain_type(const Representer *r, const IrInstr *instr)
{
    Fact fact = represent_fact(r, instr);
    if (instr->type != IR_TYPE_ANY)
        return IR_TYPE_ANY;
    if (ir_is_phi(instr))
        return fact_is_number(fact) ? represent_number_type(fact) : fact_is(fact, FACT_BOOL) ? IR_TYPE_BOOL : IR_TYPE_ANY;
    if (instr->op == IR_MATH)
        return represent_number_type(fact);
    if (is_comparison(instr))
        return comparison_is_typed(r, instr) ? IR_TYPE_BOOL : IR_TYPE_ANY;
    if (instr->op == IR_EQ)
        return equality_is_typed(r, instr) ? IR_TYPE_BOOL : IR_TYPE_ANY;
    if (is_bitwise(instr) && fact_is_int(fact) && (r->program->has_no_bigint || has_number_operands(r, instr)))
        return represent_number_type(fact);
    if (is_arithmetic(instr) && fact_is_int(fact) && has_number_operands(r, instr))
        return represent_number_type(fact);
    return IR_TYPE_ANY;
}

/* A double of operands that are not all known: by its uses. */
static bool is_candidate(const Representer *r, const IrInstr *instr)
{
    return instr->type == IR_TYPE_ANY && is_arithmetic(instr) && r->types[instr->id] == IR_TYPE_ANY &&
           fact_is_number(represent_fact(r, instr)) && can_convert_operands(r, instr);
}

static bool wants_double(const Representer *r, const IrInstr *use)
{
    if (use->op == IR_MATH)
        return true;
    if (is_arithmetic(use))
        return r->types[use->id] == IR_TYPE_F64 || is_candidate(r, use);
    if (ir_is_phi(use) || is_comparison(use))
        return r->types[use->id] != IR_TYPE_ANY;
    return false;
}

/* Unboxed doubles: chosen, of typed signatures, constants with a fraction. */
static bool gives_double(const Representer *r, const IrInstr *value)
{
    bool is_fraction = value->op == IR_NUMBER && !fact_is_int(represent_fact(r, value));
    return is_fraction || value->type == IR_TYPE_F64 || r->types[value->id] == IR_TYPE_F64;
}

static void choose_by_uses(Representer *r)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (IrBlock *block = r->function->blocks; block; block = block->next)
            for (IrInstr *use = block->first; use; use = use->next) {
                if (is_candidate(r, use)) { /* with an unboxed double operand, or division */
                    bool is_double = use->op == IR_DIV;
                    for (uint32_t i = 0; i < use->operand_count; i++)
                        is_double |= gives_double(r, use->operands[i]);
                    if (is_double)
                        r->types[use->id] = IR_TYPE_F64, changed = true;
                }
                for (uint32_t i = 0; wants_double(r, use) && i < use->operand_count; i++)
                    if (is_candidate(r, use->operands[i]))
                        r->types[use->operands[i]->id] = IR_TYPE_F64, changed = true;
            }
    }
}

void represent_choose(Representer *r, Arena *arena)
{
    r->types = ARENA_ARRAY(arena, IrType, r->old_count + 1);
    for (uint32_t i = 0; i < r->old_count; i++)
        r->types[i] = IR_TYPE_ANY;
    for (IrBlock *block = r->function->blocks; block; block = block->next)
        for (IrInstr *instr = block->first; instr; instr = instr->next)
            r->types[instr->id] = certain_type(r, instr);
    choose_by_uses(r);
}
