/* What each op makes of its operands' facts. Invariant: monotone: more general operands never give a more special result. */
#include <math.h>
#include <string.h>
#include "infer.h"

typedef struct Context {
    Inference *inference;
    IrFunction *function;
    FunctionFacts *facts;
    const IrInstr *instr;
} Context;

static Fact operand(const Context *c, uint32_t index)
{
    return c->facts->values[c->instr->operands[index]->id];
}

static void grow(Context *c, Fact *fact, Fact more)
{
    if (c->inference->publishes)
        c->inference->has_changed |= fact_grow(fact, more);
}

static void open_all(Context *c, bool *flag)
{
    if (*flag || !c->inference->publishes)
        return;
    *flag = c->inference->has_changed = true;
}

static Fact of_number(double number)
{
    if (number >= -(double)FACT_INT_EXACT && number <= (double)FACT_INT_EXACT && number == floor(number) && (number != 0 || !signbit(number)))
        return fact_int((int64_t)number, (int64_t)number);
    return fact_of(FACT_DOUBLE);
}

/* The set of a numeric result when the operands may be anything: with one number among them it is a number, since mixing
 * with BigInt throws. */
static Fact of_numeric(const Context *c, bool is_number)
{
    return fact_of(is_number || c->inference->program->has_no_bigint ? FACT_DOUBLE : FACT_DOUBLE | FACT_BIGINT);
}

/* A small step keeps a counter an integer: from within the exact range it takes longer than any request lives to leave 2^53. */
static Fact of_step(Fact from, int64_t step)
{
    Fact fact = {.set = FACT_INT, .low = from.low + step, .high = from.high + step};
    if (fact.high > FACT_INT_MAX)
        fact.high = FACT_INT_MAX;
    if (fact.low < -FACT_INT_MAX)
        fact.low = -FACT_INT_MAX;
    return fact;
}

enum { STEP_MAX = 16 };

static bool is_step(Fact fact)
{
    return fact_is_int(fact) && fact.low == fact.high && fact.low >= -STEP_MAX && fact.low <= STEP_MAX;
}

static Fact of_add(const Context *c, Fact a, Fact b)
{
    if (fact_is_int(a) && is_step(b))
        return of_step(a, b.low);
    if (fact_is_int(b) && is_step(a))
        return of_step(b, a.low);
    if (fact_is_int(a) && fact_is_int(b))
        return fact_int(a.low + b.low, a.high + b.high);
    if (fact_is_number(a) && fact_is_number(b))
        return fact_of(FACT_DOUBLE);
    if (fact_is(a, FACT_STRING) || fact_is(b, FACT_STRING))
        return fact_of(FACT_STRING);
    uint32_t never_strings = FACT_VISIBLE & ~(uint32_t)(FACT_STRING | FACT_OBJECT);
    bool is_numeric = fact_is(a, never_strings) && fact_is(b, never_strings);
    Fact numeric = of_numeric(c, fact_is_number(a) || fact_is_number(b));
    return is_numeric ? numeric : fact_join(numeric, fact_of(FACT_STRING));
}

static Fact of_sub(const Context *c, Fact a, Fact b)
{
    if (fact_is_int(a) && is_step(b))
        return of_step(a, -b.low);
    if (fact_is_int(a) && fact_is_int(b))
        return fact_int(a.low - b.high, a.high - b.low);
    return of_numeric(c, fact_is_number(a) || fact_is_number(b));
}

static bool has_zero(Fact fact)
{
    return fact.low <= 0 && fact.high >= 0;
}

static Fact of_mul(const Context *c, Fact a, Fact b)
{
    if (!fact_is_int(a) || !fact_is_int(b))
        return of_numeric(c, fact_is_number(a) || fact_is_number(b));
    bool may_be_minus_zero = (has_zero(a) && b.low < 0) || (has_zero(b) && a.low < 0);
    __int128 corners[4] = {(__int128)a.low * b.low, (__int128)a.low * b.high, (__int128)a.high * b.low, (__int128)a.high * b.high};
    __int128 low = corners[0], high = corners[0];
    for (int i = 1; i < 4; i++) {
        low = corners[i] < low ? corners[i] : low;
        high = corners[i] > high ? corners[i] : high;
    }
    if (may_be_minus_zero || low < -FACT_INT_EXACT || high > FACT_INT_EXACT)
        return fact_of(FACT_DOUBLE);
    return fact_int((int64_t)low, (int64_t)high);
}

static Fact of_mod(const Context *c, Fact a, Fact b)
{
    if (!fact_is_int(a) || !fact_is_int(b) || a.low < 0 || has_zero(b))
        return of_numeric(c, fact_is_number(a) || fact_is_number(b));
    int64_t bound = (b.high > -b.low ? b.high : -b.low) - 1;
    return fact_int(0, a.high < bound ? a.high : bound);
}

/* Bit operators give an int32 unless both operands are BigInts. */
static Fact of_bits(const Context *c, Fact a, Fact b)
{
    Fact i32 = fact_int(INT32_MIN, INT32_MAX);
    const uint32_t numeric_only = FACT_VISIBLE & ~(uint32_t)(FACT_BIGINT | FACT_OBJECT);
    bool is_number = c->inference->program->has_no_bigint || fact_is(a, numeric_only) || fact_is(b, numeric_only);
    return is_number ? i32 : fact_join(i32, fact_of(FACT_BIGINT));
}

static Fact of_bit_and(const Context *c, Fact a, Fact b)
{
    Fact fact = of_bits(c, a, b);
    if (!fact_is_int(fact))
        return fact;
    int64_t high = INT64_MAX;
    if (fact_fits_i32(a) && a.low >= 0)
        high = a.high;
    if (fact_fits_i32(b) && b.low >= 0 && b.high < high)
        high = b.high;
    return high == INT64_MAX ? fact : fact_int(0, high);
}

static Fact of_shr(const Context *c, Fact a, Fact b)
{
    Fact fact = of_bits(c, a, b);
    if (!fact_is_int(fact) || !fact_is_int(b) || b.low != b.high || b.low < 0 || b.low > 31)
        return fact;
    Fact from = fact_fits_i32(a) ? a : fact_int(INT32_MIN, INT32_MAX);
    return fact_int(from.low >> b.low, from.high >> b.low);
}

static Fact of_or(const Context *c, Fact a, Fact b)
{
    Fact fact = of_bits(c, a, b);
    bool is_copy = fact_is_int(b) && b.low == 0 && b.high == 0 && fact_fits_i32(a);
    if (is_copy)
        return fact_int(a.low, a.high);
    bool is_positive = fact_fits_i32(a) && fact_fits_i32(b) && a.low >= 0 && b.low >= 0;
    return is_positive ? fact_int(0, INT32_MAX) : fact;
}

static Fact of_ushr(const Context *c, Fact a, Fact b)
{
    (void)c;
    bool has_shift = fact_is_int(b) && b.low == b.high && b.low >= 0 && b.low <= 31;
    if (has_shift && fact_fits_i32(a) && a.low >= 0)
        return fact_int(a.low >> b.low, a.high >> b.low);
    return fact_int(0, has_shift ? UINT32_MAX >> b.low : UINT32_MAX);
}

static Fact of_negate(const Context *c, Fact a)
{
    if (fact_is_int(a) && !has_zero(a))
        return fact_int(-a.high, -a.low);
    return of_numeric(c, fact_is_number(a));
}

static Fact of_to_number(const Context *c, Fact a)
{
    if (fact_is_number(a))
        return a;
    return c->instr->op == IR_TO_NUMBER ? fact_of(FACT_DOUBLE) : of_numeric(c, fact_is(a, FACT_NUMBER | FACT_UNDEFINED | FACT_NULL | FACT_BOOL));
}

static Fact of_step_op(const Context *c, Fact a, int64_t step)
{
    return fact_is_int(a) ? of_step(a, step) : of_numeric(c, fact_is_number(a));
}

/* The operand, as far as a comparison with another integer, or a check, has shown. */
static Fact of_assume(const Context *c)
{
    Fact a = operand(c, 0);
    if (c->instr->integer == IR_ASSUME_NOT_EMPTY) {
        a.set &= ~(uint32_t)FACT_EMPTY;
        return a;
    }
    Fact b = operand(c, 1);
    if (!fact_is_int(a) || !fact_is_int(b))
        return a;
    switch ((IrAssumption)c->instr->integer) {
    case IR_ASSUME_NOT_EMPTY: break;
    case IR_ASSUME_LT: a.high = a.high < b.high - 1 ? a.high : b.high - 1; break;
    case IR_ASSUME_LE: a.high = a.high < b.high ? a.high : b.high; break;
    case IR_ASSUME_GT: a.low = a.low > b.low + 1 ? a.low : b.low + 1; break;
    case IR_ASSUME_GE: a.low = a.low > b.low ? a.low : b.low; break;
    }
    return a.low > a.high ? (Fact){0} : a;
}

static Fact *box_content(Context *c, const IrInstr *box)
{
    Fact *content = ptrmap_get(&c->inference->boxes, box);
    if (content)
        return content;
    content = ARENA_NEW(c->inference->arena, Fact);
    ptrmap_set(&c->inference->boxes, box, content);
    return content;
}

static Fact of_box_get(Context *c)
{
    Fact box = operand(c, 0);
    if (!box.target || box.set != FACT_INTERNAL || c->inference->boxes_are_open)
        return fact_of(FACT_ANY);
    return *box_content(c, box.target);
}

static void box_write(Context *c, Fact box, Fact value)
{
    if (box.target && box.set == FACT_INTERNAL)
        grow(c, box_content(c, box.target), value);
    else
        open_all(c, &c->inference->boxes_are_open);
}

static Fact of_closure(Context *c)
{
    IrFunction *made = c->instr->function;
    FunctionFacts *facts = &c->inference->functions[made->number];
    for (uint32_t i = 0; i < c->instr->operand_count; i++)
        grow(c, &facts->captures[i], operand(c, i));
    for (uint32_t i = c->instr->operand_count; i < made->capture_count; i++)
        grow(c, &facts->captures[i], fact_of(FACT_UNDEFINED));
    return (Fact){.set = FACT_OBJECT, .target = made};
}

static void capture_set(Context *c)
{
    Fact closure = operand(c, 0);
    const IrFunction *made = closure.set == FACT_OBJECT ? closure.target : NULL;
    if (made)
        grow(c, &c->inference->functions[made->number].captures[c->instr->integer], operand(c, 1));
    else
        open_all(c, &c->inference->captures_are_open);
}

static Fact of_call_direct(Context *c)
{
    IrFunction *target = c->instr->function;
    FunctionFacts *facts = &c->inference->functions[target->number];
    for (uint32_t i = 0; i < target->param_count; i++)
        grow(c, &facts->params[i], i + 2 < c->instr->operand_count ? operand(c, i + 2) : fact_of(FACT_UNDEFINED));
    return facts->result;
}

static void of_return(Context *c)
{
    if (!c->function->is_generator && !c->function->is_async)
        grow(c, &c->facts->result, operand(c, 0));
}

static Fact of_length(const Context *c)
{
    Fact base = operand(c, 0);
    return fact_is(base, FACT_STRING) ? fact_int(0, 1 << 29) : fact_of(FACT_VISIBLE);
}

static Fact of_typed(const IrInstr *instr)
{
    switch (instr->type) {
    case IR_TYPE_I32: return fact_int(INT32_MIN, INT32_MAX);
    case IR_TYPE_I64: return fact_of(FACT_INT);
    case IR_TYPE_F64: return fact_of(FACT_DOUBLE);
    case IR_TYPE_BOOL: return fact_of(FACT_BOOL);
    default: return fact_of(FACT_ANY);
    }
}

static bool is_named(const IrInstr *instr, const char *name)
{
    return !strcmp(instr->key->bytes, name);
}

bool infer_is_integer_division(const FunctionFacts *facts, const IrInstr *value)
{
    if (value->op != IR_DIV)
        return false;
    Fact a = facts->values[value->operands[0]->id], b = facts->values[value->operands[1]->id];
    return fact_is_int(a) && fact_is_int(b) && a.low >= 0 && b.low > 0;
}

static Fact of_math(const Context *c)
{
    const IrInstr *instr = c->instr;
    Fact a = operand(c, 0), b = instr->operand_count > 1 ? operand(c, 1) : a;
    if (is_named(instr, "imul"))
        return fact_int(INT32_MIN, INT32_MAX);
    if (is_named(instr, "clz32"))
        return fact_int(0, 32);
    bool is_rounding = is_named(instr, "floor") || is_named(instr, "trunc");
    if (is_rounding && infer_is_integer_division(c->facts, instr->operands[0])) {
        Fact divided = c->facts->values[instr->operands[0]->operands[0]->id];
        return fact_int(0, divided.high);
    }
    if (!fact_is_int(a) || !fact_is_int(b))
        return fact_of(FACT_DOUBLE);
    if (is_rounding || is_named(instr, "ceil") || is_named(instr, "round"))
        return a;
    if (is_named(instr, "abs"))
        return fact_int(0, a.high > -a.low ? a.high : -a.low);
    if (is_named(instr, "min"))
        return (Fact){.set = FACT_INT, .low = a.low < b.low ? a.low : b.low, .high = a.high < b.high ? a.high : b.high};
    if (is_named(instr, "max"))
        return (Fact){.set = FACT_INT, .low = a.low > b.low ? a.low : b.low, .high = a.high > b.high ? a.high : b.high};
    return fact_of(FACT_DOUBLE);
}

static Fact with_hint(Fact fact, uint32_t hint)
{
    fact.hint = hint;
    return fact;
}

static Fact *key_hint(const Context *c, const IrAtom *key)
{
    return &c->inference->key_hints[key->number];
}

static Fact of_get(const Context *c)
{
    return with_hint(fact_of(FACT_VISIBLE), key_hint(c, c->instr->key)->hint);
}

static void note_property(Context *c, const IrAtom *key, Fact value)
{
    if (key && value.set & FACT_OBJECT)
        grow(c, key_hint(c, key), value);
}

static Fact of_any_result(Context *c)
{
    const IrInstr *instr = c->instr;
    switch ((int)instr->op) {
    case IR_UNDEFINED: return fact_of(FACT_UNDEFINED);
    case IR_NULL: return fact_of(FACT_NULL);
    case IR_EMPTY: return fact_of(FACT_EMPTY);
    case IR_TRUE: case IR_FALSE: case IR_BOX_BOOL:
    case IR_LT: case IR_LE: case IR_GT: case IR_GE: case IR_EQ: case IR_INSTANCEOF: case IR_IN: case IR_DELETE: case IR_PRIVATE_IN:
        return fact_of(FACT_BOOL);
    case IR_NUMBER: return of_number(instr->number);
    case IR_STRING: case IR_TYPEOF: case IR_TO_STRING: case IR_CONCAT: case IR_GLOBAL_TYPEOF:
        return fact_of(FACT_STRING);
    case IR_PARAM: return c->facts->params[instr->integer];
    case IR_CALLEE: return (Fact){.set = FACT_OBJECT, .target = c->function};
    case IR_CAPTURE: return c->inference->captures_are_open ? fact_of(FACT_ANY) : c->facts->captures[instr->integer];
    case IR_CAPTURE_INLINED:
        return c->inference->captures_are_open ? fact_of(FACT_ANY) : c->inference->functions[instr->function->number].captures[instr->integer];
    case IR_MODULE_GET: return c->inference->variables[instr->variable->module->number][instr->variable->index];
    case IR_ASSUME: return of_assume(c);
    case IR_ADD: case IR_ANY_ADD_F64: case IR_F64_ADD_ANY: return of_add(c, operand(c, 0), operand(c, 1));
    case IR_SUB: return of_sub(c, operand(c, 0), operand(c, 1));
    case IR_MUL: return of_mul(c, operand(c, 0), operand(c, 1));
    case IR_MOD: return of_mod(c, operand(c, 0), operand(c, 1));
    case IR_DIV: case IR_EXP: return of_numeric(c, fact_is_number(operand(c, 0)) || fact_is_number(operand(c, 1)));
    case IR_BIT_AND: return of_bit_and(c, operand(c, 0), operand(c, 1));
    case IR_BIT_OR: return of_or(c, operand(c, 0), operand(c, 1));
    case IR_BIT_XOR: case IR_SHL: return of_bits(c, operand(c, 0), operand(c, 1));
    case IR_SHR: return of_shr(c, operand(c, 0), operand(c, 1));
    case IR_USHR: return of_ushr(c, operand(c, 0), operand(c, 1));
    case IR_BIT_NOT: return of_bits(c, operand(c, 0), operand(c, 0));
    case IR_NEGATE: return of_negate(c, operand(c, 0));
    case IR_INCREMENT: return of_step_op(c, operand(c, 0), 1);
    case IR_DECREMENT: return of_step_op(c, operand(c, 0), -1);
    case IR_TO_NUMBER: case IR_TO_NUMERIC: return of_to_number(c, operand(c, 0));
    case IR_GET_LENGTH: return of_length(c);
    case IR_BOX_GET: return of_box_get(c);
    case IR_CLOSURE: return of_closure(c);
    case IR_NEW: return with_hint(fact_of(FACT_OBJECT), infer_hint_of_new(c->instr));
    case IR_CALL: return with_hint(fact_of(FACT_VISIBLE), infer_hint_of_call(c->facts, c->instr));
    case IR_MATH: return of_math(c);
    case IR_GET: return of_get(c);
    case IR_SET:
        note_property(c, instr->key, operand(c, 1));
        return fact_of(FACT_UNDEFINED);
    case IR_DEFINE_FIELD:
        if (instr->operands[1]->op == IR_STRING)
            note_property(c, instr->operands[1]->key, operand(c, 2));
        return fact_of(FACT_ANY);
    case IR_CALL_DIRECT: return of_call_direct(c);
    case IR_ARGUMENTS_MAPPED: /* aliases the parameters' boxes */
        for (uint32_t i = 0; i < instr->operand_count; i++)
            box_write(c, operand(c, i), fact_of(FACT_VISIBLE));
        return fact_of(FACT_OBJECT);
    case IR_EVAL_DIRECT: /* its code may write what is in boxes */
        for (uint32_t i = 1; i < instr->operand_count; i++)
            if (operand(c, i).set & FACT_INTERNAL)
                box_write(c, operand(c, i), fact_of(FACT_VISIBLE));
        return fact_of(FACT_VISIBLE);
    case IR_MODULE_REF:
        grow(c, &c->inference->variables[instr->variable->module->number][instr->variable->index], fact_of(FACT_VISIBLE));
        return fact_of(FACT_ANY);
    case IR_BOX_NEW: {
        Fact box = {.set = FACT_INTERNAL, .target = (void *)instr};
        grow(c, box_content(c, instr), operand(c, 0));
        return box;
    }
    case IR_OBJECT_LITERAL:
        for (uint32_t i = 0; i < instr->operand_count; i++)
            note_property(c, instr->keys[i], operand(c, i));
        return fact_of(FACT_OBJECT);
    case IR_OBJECT: case IR_ARRAY: case IR_REGEXP: case IR_ARGUMENTS: case IR_REST: case IR_TO_OBJECT:
    case IR_TEMPLATE_OBJECT: case IR_CREATE_THIS: case IR_NAMESPACE: case IR_CONSTRUCT: case IR_CLASS_PROTOTYPE:
        return fact_of(FACT_OBJECT);
    case IR_CALL_ARRAY: case IR_SCOPE_GET: case IR_GET_ELEMENT: case IR_GET_INDEX: case IR_GLOBAL_GET: case IR_GET_SUPER:
    case IR_AWAIT: case IR_YIELD: case IR_YIELD_RESULT: case IR_TAKE_EXCEPTION: case IR_PRIVATE_GET: case IR_NEW_TARGET:
        return fact_of(FACT_VISIBLE);
    case IR_BOX_I32: case IR_BOX_I64: case IR_BOX_F64: case IR_BOX_NUMBER: return operand(c, 0);
    }
    return fact_of(FACT_ANY);
}

Fact infer_op(Inference *inference, IrFunction *function, const IrInstr *instr)
{
    Context c = {inference, function, &inference->functions[function->number], instr};
    for (uint32_t i = 0; i < instr->operand_count; i++)
        if (!operand(&c, i).set)
            return (Fact){0}; /* not reached, as far as is known yet */
    if (instr->type == IR_TYPE_ANY)
        return of_any_result(&c);
    switch ((int)instr->op) {
    case IR_MODULE_SET:
        grow(&c, &inference->variables[instr->variable->module->number][instr->variable->index], operand(&c, 0));
        break;
    case IR_BOX_SET: box_write(&c, operand(&c, 0), operand(&c, 1)); break;
    case IR_CAPTURE_SET: capture_set(&c); break;
    case IR_RETURN: of_return(&c); break;
    case IR_CALL_DIRECT: return of_call_direct(&c);
    case IR_PARAM: return c.facts->params[instr->integer];
    }
    return of_typed(instr);
}
