/* Math.sumPrecise (ECMA-262 as of 2026, 21.3.2): the exact sum of doubles, rounded once.
 *
 * Invariant: the accumulator is a fixed-point number with the unit 2^-1074, in limbs of 32 bits that may hold more (with their
 * sign) until they are carried; CARRY_EVERY additions cannot overflow an int64. */
#include "exec/iterate.h"
#include "stdlib/support.h"

enum { LIMBS = 70, UNIT = -1074, CARRY_EVERY = 1 << 29 };

typedef struct ExactSum {
    int64_t limbs[LIMBS];
    uint32_t pending; /* additions since the last carry */
} ExactSum;

static void sum_carry(ExactSum *sum)
{
    int64_t carry = 0;
    for (int i = 0; i < LIMBS - 1; i++) {
        int64_t limb = sum->limbs[i] + carry;
        sum->limbs[i] = limb & 0xffffffff;
        carry = limb >> 32; /* arithmetic: towards minus infinity */
    }
    sum->limbs[LIMBS - 1] += carry;
    sum->pending = 0;
}

static void sum_add(ExactSum *sum, double d)
{
    int exponent;
    int64_t sign = d < 0 ? -1 : 1;
    double fraction = frexp(fabs(d), &exponent);
    int shift = exponent - 53 - UNIT, lost = shift < 0 ? -shift : 0; /* subnormal numbers have fewer bits */
    uint64_t bits = (uint64_t)ldexp(fraction, 53) >> lost;
    shift += lost;
    unsigned __int128 wide = (unsigned __int128)bits << shift % 32;
    for (int i = shift / 32; wide; i++, wide >>= 32)
        sum->limbs[i] += sign * (int64_t)(uint32_t)wide;
    if (++sum->pending == CARRY_EVERY)
        sum_carry(sum);
}

static uint64_t bit_at(const ExactSum *sum, int position)
{
    return position < 0 ? 0 : (uint64_t)sum->limbs[position / 32] >> position % 32 & 1;
}

/* The limbs, carried and not negative, to the nearest double, ties to even. */
static double sum_round(const ExactSum *sum)
{
    int top = LIMBS * 32 - 1;
    while (top >= 0 && !bit_at(sum, top))
        top--;
    int lowest = top > 52 ? top - 52 : 0;
    uint64_t bits = 0, rest = 0;
    for (int i = top; i >= lowest; i--)
        bits = bits << 1 | bit_at(sum, i);
    for (int i = lowest - 2; i >= 0; i--)
        rest |= bit_at(sum, i);
    bits += bit_at(sum, lowest - 1) & (rest | (bits & 1));
    return ldexp((double)bits, lowest + UNIT);
}

static double sum_value(ExactSum *sum)
{
    sum_carry(sum);
    bool is_negative = sum->limbs[LIMBS - 1] < 0;
    if (is_negative) {
        for (int i = 0; i < LIMBS; i++)
            sum->limbs[i] = -sum->limbs[i];
        sum_carry(sum);
    }
    double d = sum_round(sum);
    return is_negative ? -d : d;
}

/* Math.sumPrecise ( items ) */
static JsValue sum_precise(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    ExactSum sum = {0};
    JsIterator it;
    double special = 0; /* the sum of what is not finite */
    bool has_finite = false;
    if (js_is_nullish(arg(0)))
        return js_throw_type_error("%v is not iterable", arg(0));
    TRY_INT(js_iterator_open(&it, arg(0), NULL));
    for (;;) {
        js_charge(20);
        JsValue v = TRY(js_iterator_step(&it));
        if (v == JS_EMPTY)
            break;
        if (!js_is_number(v)) {
            js_throw_type_error("%v is not a number", v);
            js_iterator_close_quietly(&it);
            return JS_EXCEPTION;
        }
        double d = js_as_number(v);
        has_finite |= d != 0 || !signbit(d);
        if (!isfinite(d))
            special += d;
        else if (d != 0)
            sum_add(&sum, d);
    }
    if (special != 0)
        return js_canonical_double(special);
    return js_number(has_finite ? sum_value(&sum) : -0.0);
}

const JsBuiltin math_sum_rows[] = {
    JS_METHOD("sumPrecise", sum_precise, 1, "21.3.2"),
};
