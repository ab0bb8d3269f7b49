/* BigInt values, 6.1.6.2: conversions, comparison, and the operators on sign and magnitude. The arithmetic of magnitudes is
 * in bigint_digits.c.
 *
 * Invariant: every result is normalised before anybody sees it; operands are never written. */
#include "value/bigint.h"

#include <stdlib.h>

#include "heap/heap.h"
#include "object/operations.h"
#include "string/string.h"
#include "value/bigint_digits.h"
#include "value/number.h"
#include "value/throw.h"

/* A BigInt of `count` digits, uninitialised; NULL with a RangeError. */
static JsBigInt *new_bigint(size_t count)
{
    if (count > JS_BIGINT_DIGITS_MAX) {
        js_throw_range_error("Maximum BigInt size exceeded");
        return NULL;
    }
    JsBigInt *b = js_alloc(sizeof *b + count * sizeof(uint64_t), false);
    b->cell = (JsCell){ .kind = JS_KIND_BIGINT, .word = (uint32_t)count };
    return b;
}

static JsValue finish(JsBigInt *b, bool is_negative)
{
    uint32_t count = b->cell.word;
    while (count && b->digits[count - 1] == 0)
        count--;
    b->cell.word = count;
    b->cell.aux = is_negative && count;
    return js_value(b);
}

static uint32_t length_of(JsValue v) { return js_cell(v)->word; }
static const uint64_t *digits_of(JsValue v) { return js_bigint(v)->digits; }

/* Scratch digits in the agent's heap. */
static uint64_t *scratch(size_t count)
{
    JsCell *cell = js_alloc(sizeof(JsCell) + count * sizeof(uint64_t), false);
    *cell = (JsCell){ .kind = JS_KIND_INTERNAL };
    return (uint64_t *)(cell + 1);
}

bool js_bigint_is_refused;

static JsValue refuse(void)
{
    return js_throw_type_error("This program was compiled without BigInt: name BigInt in its source to have it");
}

/* ---- from and to numbers */

JsValue js_bigint_from_uint64(uint64_t u)
{
    if (js_bigint_is_refused)
        return refuse();
    JsBigInt *b = new_bigint(1);
    b->digits[0] = u;
    return finish(b, false);
}

JsValue js_bigint_from_int64(int64_t i)
{
    if (js_bigint_is_refused)
        return refuse();
    JsBigInt *b = new_bigint(1);
    b->digits[0] = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    return finish(b, i < 0);
}

JsValue js_bigint_from_double(double d)
{
    if (js_bigint_is_refused)
        return refuse();
    int exponent;
    double fraction = frexp(fabs(d), &exponent);
    if (exponent <= 64)
        return finish(({ JsBigInt *b = new_bigint(1); b->digits[0] = (uint64_t)fabs(d); b; }), d < 0);
    uint64_t mantissa = (uint64_t)ldexp(fraction, 53);
    uint32_t shift = (uint32_t)exponent - 53, words = shift / 64, bits = shift % 64;
    JsBigInt *b = new_bigint(words + 2);
    memset(b->digits, 0, (words + 2) * sizeof(uint64_t));
    b->digits[words] = mantissa << bits;
    b->digits[words + 1] = bits ? mantissa >> (64 - bits) : 0;
    return finish(b, d < 0);
}

static uint32_t bit_length(JsValue v)
{
    uint32_t count = length_of(v);
    return count ? count * 64 - (uint32_t)__builtin_clzll(digits_of(v)[count - 1]) : 0;
}

double js_bigint_to_double(JsValue v)
{
    uint32_t count = length_of(v), bits = bit_length(v);
    if (bits == 0)
        return 0;
    if (bits > 1024)
        return js_bigint_is_negative(v) ? -(double)INFINITY : (double)INFINITY;
    const uint64_t *d = digits_of(v);
    /* The top 64 bits, with a sticky bit for what lies below: then rounding to 53 bits is to nearest, ties to even. */
    uint32_t clear = count * 64 - bits;
    uint64_t top = d[count - 1] << clear;
    if (clear && count > 1)
        top |= d[count - 2] >> (64 - clear);
    bool is_sticky = count > 1 && clear && (d[count - 2] << clear) != 0;
    for (uint32_t i = 0; i + (clear ? 2 : 1) < count; i++)
        is_sticky |= d[i] != 0;
    uint64_t mantissa = top >> 11, rest = top & 0x7ff;
    if (rest > 0x400 || (rest == 0x400 && (is_sticky || (mantissa & 1))))
        mantissa++;
    double magnitude = ldexp((double)mantissa, (int)bits - 53);
    return js_bigint_is_negative(v) ? -magnitude : magnitude;
}

uint64_t js_bigint_to_uint64(JsValue v)
{
    uint64_t low = length_of(v) ? digits_of(v)[0] : 0;
    return js_bigint_is_negative(v) ? 0 - low : low;
}

int64_t js_bigint_to_int64(JsValue v) { return (int64_t)js_bigint_to_uint64(v); }

/* ---- texts */

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    char lower = (char)(c | 32);
    return lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : 99;
}

JsValue js_bigint_parse(const char *text, size_t length, int radix, bool is_negative)
{
    if (js_bigint_is_refused)
        return refuse();
    for (size_t i = 0; i < length; i++)
        if (digit_value(text[i]) >= radix)
            return JS_EMPTY;
    if (length == 0)
        return JS_EMPTY;
    double bits = (double)length * log2(radix);
    if (bits > 64.0 * JS_BIGINT_DIGITS_MAX + 64)
        return js_throw_range_error("Maximum BigInt size exceeded");
    size_t room = (size_t)(bits / 64) + 2;
    JsBigInt *b = TRY_PTR(new_bigint(room));
    bigint_digits_parse(text, length, (unsigned)radix, b->digits, room, scratch);
    return finish(b, is_negative);
}

JsValue js_bigint_literal(const char *text, size_t length)
{
    if (length > 2 && text[0] == '0') {
        char kind = (char)(text[1] | 32);
        int radix = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 0;
        if (radix)
            return js_bigint_parse(text + 2, length - 2, radix, false);
    }
    return js_bigint_parse(text, length, 10, false);
}

/* 7.1.14 StringToBigInt */
JsValue js_string_to_bigint(JsString *s)
{
    JsChars c = js_string_chars(s);
    uint32_t from = 0, to = c.length;
    while (from < to && js_is_white_space(js_chars_at(c, from)))
        from++;
    while (to > from && js_is_white_space(js_chars_at(c, to - 1)))
        to--;
    if (from == to)
        return js_bigint_from_uint64(0);
    char *text = (char *)scratch((to - from) / 8 + 1);
    for (uint32_t i = from; i < to; i++) {
        uint16_t unit = js_chars_at(c, i);
        text[i - from] = unit < 128 ? (char)unit : '?';
    }
    size_t length = to - from;
    bool has_sign = text[0] == '-' || text[0] == '+';
    JsValue v = has_sign ? js_bigint_parse(text + 1, length - 1, 10, text[0] == '-') : js_bigint_literal(text, length);
    return v == JS_EMPTY ? JS_UNDEFINED : v;
}

JsValue js_bigint_to_string(JsValue v, int radix)
{
    uint32_t count = length_of(v);
    if (count == 0)
        return js_string_from_ascii("0");
    size_t room = (size_t)((double)bit_length(v) / log2(radix)) + 3;
    if (room > JS_STRING_LENGTH_MAX)
        return js_throw_range_error("Invalid string length");
    char *text = (char *)scratch(room / 8 + 2);
    size_t length = bigint_digits_print(digits_of(v), count, (unsigned)radix, text + 1, room, scratch);
    text[0] = '-';
    bool is_negative = js_bigint_is_negative(v);
    return js_string_from_latin1((uint8_t *)text + !is_negative, length + is_negative);
}

/* ---- comparison */

static int compare_magnitudes(JsValue a, JsValue b)
{
    return bigint_digits_compare(digits_of(a), length_of(a), digits_of(b), length_of(b));
}

int js_bigint_compare(JsValue a, JsValue b)
{
    if (js_bigint_is_negative(a) != js_bigint_is_negative(b))
        return js_bigint_is_negative(a) ? -1 : 1;
    int order = compare_magnitudes(a, b);
    return js_bigint_is_negative(a) ? -order : order;
}

int js_bigint_compare_double(JsValue a, double b)
{
    if (b != b)
        return 2;
    if (isinf(b))
        return b > 0 ? -1 : 1;
    int order = js_bigint_compare(a, js_bigint_from_double(trunc(b)));
    if (order)
        return order;
    double fraction = b - trunc(b);
    return fraction > 0 ? -1 : fraction < 0 ? 1 : 0;
}

bool js_bigint_equals(JsValue a, JsValue b) { return js_bigint_compare(a, b) == 0; }

/* ---- sums and products */

static JsValue add_signed(JsValue a, JsValue b, bool negate_b)
{
    bool a_negative = js_bigint_is_negative(a), b_negative = js_bigint_is_negative(b) != negate_b;
    if (a_negative == b_negative) {
        if (length_of(a) < length_of(b)) {
            JsValue swap = a;
            a = b, b = swap;
        }
        JsBigInt *sum = TRY_PTR(new_bigint(length_of(a) + 1));
        bigint_digits_add(digits_of(a), length_of(a), digits_of(b), length_of(b), sum->digits);
        return finish(sum, a_negative);
    }
    int order = compare_magnitudes(a, b);
    if (order < 0) {
        JsValue swap = a;
        a = b, b = swap;
    }
    JsBigInt *difference = TRY_PTR(new_bigint(length_of(a)));
    bigint_digits_subtract(digits_of(a), length_of(a), digits_of(b), length_of(b), difference->digits);
    return finish(difference, order < 0 ? b_negative : a_negative);
}

static JsValue multiply(JsValue a, JsValue b)
{
    uint32_t n = length_of(a), m = length_of(b);
    if (!n || !m)
        return js_bigint_from_uint64(0);
    JsBigInt *product = TRY_PTR(new_bigint((size_t)n + m));
    bigint_digits_multiply(digits_of(a), n, digits_of(b), m, product->digits, scratch);
    return finish(product, js_bigint_is_negative(a) != js_bigint_is_negative(b));
}

/* Quotient (truncated) or remainder (sign of the dividend). */
static JsValue divide(JsValue a, JsValue b, bool wants_remainder)
{
    uint32_t n = length_of(a), m = length_of(b);
    if (!m)
        return js_throw_range_error("Division by zero");
    if (compare_magnitudes(a, b) < 0)
        return wants_remainder ? a : js_bigint_from_uint64(0);
    JsBigInt *quotient = TRY_PTR(new_bigint(n - m + 1));
    JsBigInt *remainder = TRY_PTR(new_bigint(m));
    bigint_digits_divide(digits_of(a), n, digits_of(b), m, quotient->digits, remainder->digits, scratch);
    if (wants_remainder)
        return finish(remainder, js_bigint_is_negative(a));
    return finish(quotient, js_bigint_is_negative(a) != js_bigint_is_negative(b));
}

static JsValue power(JsValue base, JsValue exponent)
{
    if (js_bigint_is_negative(exponent))
        return js_throw_range_error("Exponent must be non-negative");
    if (js_bigint_is_zero(exponent))
        return js_bigint_from_uint64(1);
    bool is_unit = length_of(base) == 0 || (length_of(base) == 1 && digits_of(base)[0] == 1);
    uint64_t e = digits_of(exponent)[0];
    if (is_unit)
        return js_bigint_is_negative(base) && !(e & 1) ? js_bigint_negate(base) : base;
    if (length_of(exponent) > 1 || (double)e * (bit_length(base) - 1) > 64.0 * JS_BIGINT_DIGITS_MAX)
        return js_throw_range_error("Maximum BigInt size exceeded");
    JsValue result = JS_UNDEFINED;
    for (;; e >>= 1) {
        if (e & 1)
            result = result == JS_UNDEFINED ? base : TRY(multiply(result, base));
        if (e <= 1)
            return result;
        base = TRY(multiply(base, base));
    }
}

JsValue js_bigint_negate(JsValue v)
{
    JsBigInt *copy = TRY_PTR(new_bigint(length_of(v)));
    memcpy(copy->digits, digits_of(v), length_of(v) * sizeof(uint64_t));
    return finish(copy, !js_bigint_is_negative(v));
}

JsValue js_bigint_not(JsValue v) /* -v - 1 */
{
    JsValue one = js_bigint_from_uint64(1);
    return add_signed(TRY(js_bigint_negate(v)), one, true);
}

/* ---- shifts */

enum { SHIFT_WORK = 3 }; /* a digit; fresh memory included */

static JsValue shift_left(JsValue v, uint64_t by)
{
    uint64_t words = by / 64, bits = by % 64;
    uint32_t n = length_of(v);
    if (words + n + 1 > JS_BIGINT_DIGITS_MAX)
        return js_throw_range_error("Maximum BigInt size exceeded");
    JsBigInt *out = TRY_PTR(new_bigint(words + n + 1));
    heap_clear(out->digits, words * sizeof(uint64_t));
    uint64_t carry = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t d = digits_of(v)[i];
        out->digits[words + i] = d << bits | carry;
        carry = bits ? d >> (64 - bits) : 0;
        js_charge_round(i, SHIFT_WORK);
    }
    out->digits[words + n] = carry;
    return finish(out, js_bigint_is_negative(v));
}

/* Rounds to minus infinity. */
static JsValue shift_right(JsValue v, uint64_t by)
{
    uint64_t words = by / 64, bits = by % 64;
    uint32_t n = length_of(v);
    bool is_negative = js_bigint_is_negative(v), loses = false;
    if (words >= n)
        return js_bigint_from_int64(is_negative ? -1 : 0);
    for (uint64_t i = 0; i < words && !loses; i++) {
        loses = digits_of(v)[i] != 0;
        js_charge_round(i, 1);
    }
    loses |= bits && (digits_of(v)[words] << (64 - bits)) != 0;
    uint32_t left = n - (uint32_t)words;
    JsBigInt *out = TRY_PTR(new_bigint(left + 1));
    for (uint32_t i = 0; i < left; i++) {
        uint64_t high = i + 1 < left && bits ? digits_of(v)[words + i + 1] << (64 - bits) : 0;
        out->digits[i] = digits_of(v)[words + i] >> bits | high;
        js_charge_round(i, SHIFT_WORK);
    }
    out->digits[left] = 0;
    if (is_negative && loses)
        for (uint32_t i = 0; ++out->digits[i] == 0; i++)
            js_charge_round(i, 1);
    return finish(out, is_negative);
}

static JsValue shift(JsValue v, JsValue by, bool is_left)
{
    if (js_bigint_is_negative(by))
        is_left = !is_left;
    if (js_bigint_is_zero(v) || js_bigint_is_zero(by))
        return v;
    uint64_t amount = length_of(by) > 1 ? UINT64_MAX : digits_of(by)[0];
    if (!is_left)
        return shift_right(v, amount);
    if (amount > 64ull * JS_BIGINT_DIGITS_MAX)
        return js_throw_range_error("Maximum BigInt size exceeded");
    return shift_left(v, amount);
}

/* ---- bits, in two's complement of unbounded length */

/* Digit i of the two's complement; *borrow starts as 1 for negative numbers. */
static uint64_t complement_digit(JsValue v, uint32_t i, uint64_t *borrow)
{
    uint64_t d = i < length_of(v) ? digits_of(v)[i] : 0;
    if (!js_bigint_is_negative(v))
        return d;
    uint64_t inverted = ~d + *borrow;
    *borrow = *borrow && inverted == 0;
    return inverted;
}

static JsValue from_complement(JsBigInt *out, bool is_negative)
{
    uint32_t n = out->cell.word;
    if (is_negative) {
        uint64_t carry = 1;
        for (uint32_t i = 0; i < n; i++) {
            out->digits[i] = ~out->digits[i] + carry;
            carry = carry && out->digits[i] == 0;
        }
    }
    return finish(out, is_negative);
}

static JsValue bitwise(int op, JsValue a, JsValue b)
{
    uint32_t n = (length_of(a) > length_of(b) ? length_of(a) : length_of(b)) + 1;
    JsBigInt *out = TRY_PTR(new_bigint(n));
    uint64_t borrow_a = 1, borrow_b = 1;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t x = complement_digit(a, i, &borrow_a), y = complement_digit(b, i, &borrow_b);
        out->digits[i] = op == JS_ARITH_AND ? x & y : op == JS_ARITH_OR ? x | y : x ^ y;
    }
    js_charge(n);
    return from_complement(out, out->digits[n - 1] >> 63);
}

/* The low `bits` bits of the two's complement, as an unsigned number. */
static JsValue low_bits(uint64_t bits, JsValue v)
{
    uint64_t words = (bits + 63) / 64;
    JsBigInt *out = TRY_PTR(new_bigint(words));
    uint64_t borrow = 1;
    for (uint64_t i = 0; i < words; i++)
        out->digits[i] = complement_digit(v, i < UINT32_MAX ? (uint32_t)i : UINT32_MAX, &borrow);
    if (bits % 64)
        out->digits[words - 1] &= ~0ull >> (64 - bits % 64);
    js_charge((uint32_t)words);
    return finish(out, false);
}

JsValue js_bigint_as_uint_n(uint64_t bits, JsValue v)
{
    if (bits == 0)
        return js_bigint_from_uint64(0);
    if (!js_bigint_is_negative(v) && bits >= bit_length(v))
        return v;
    return low_bits(bits, v);
}

JsValue js_bigint_as_int_n(uint64_t bits, JsValue v)
{
    if (bits == 0)
        return js_bigint_from_uint64(0);
    if (bits > bit_length(v))
        return v;
    JsValue low = TRY(low_bits(bits, v));
    if (bit_length(low) < bits)
        return low;
    return add_signed(low, TRY(shift_left(js_bigint_from_uint64(1), bits)), true);
}

/* ---- operators */

JsValue js_bigint_binary(int op, JsValue a, JsValue b)
{
    switch (op) {
    case JS_BIGINT_ADD: return add_signed(a, b, false);
    case JS_ARITH_SUB: return add_signed(a, b, true);
    case JS_ARITH_MUL: return multiply(a, b);
    case JS_ARITH_DIV: return divide(a, b, false);
    case JS_ARITH_MOD: return divide(a, b, true);
    case JS_ARITH_EXP: return power(a, b);
    case JS_ARITH_AND:
    case JS_ARITH_OR:
    case JS_ARITH_XOR: return bitwise(op, a, b);
    case JS_ARITH_SHL: return shift(a, b, true);
    case JS_ARITH_SHR: return shift(a, b, false);
    default: return js_throw_type_error("BigInts have no unsigned right shift, use >> instead");
    }
}
