/* The Math global (ECMA-262 21.3). Functions that libm rounds correctly or nearly so are libm's; the others are here.
 *
 * Invariant: arguments are converted left to right, all of them, before anything is computed. */
#include "stdlib/support.h"
#include <sys/random.h>

/* libm's cbrt is off by a unit for some cubes; rounding from a wider type is exact for them. */
static double cube_root(double x)
{
    return (double)cbrtl(x);
}

/* 21.3.2: the functions of one Number that C's library has with the same meaning for all arguments, NaN, infinities and -0
 * included. */
#define MATH_UNARY(name, function) \
    JS_BUILTIN(math_##name) \
    { \
        return js_number(function(TRY_NUMBER(arg(0)))); \
    }
MATH_UNARY(acos, acos)
MATH_UNARY(acosh, acosh)
MATH_UNARY(asin, asin)
MATH_UNARY(asinh, asinh)
MATH_UNARY(atan, atan)
MATH_UNARY(atanh, atanh)
MATH_UNARY(cbrt, cube_root)
MATH_UNARY(ceil, ceil)
MATH_UNARY(cos, cos)
MATH_UNARY(cosh, cosh)
MATH_UNARY(exp, exp)
MATH_UNARY(expm1, expm1)
MATH_UNARY(floor, floor)
MATH_UNARY(log, log)
MATH_UNARY(log1p, log1p)
MATH_UNARY(log10, log10)
MATH_UNARY(log2, log2)
MATH_UNARY(sin, sin)
MATH_UNARY(sinh, sinh)
MATH_UNARY(sqrt, sqrt)
MATH_UNARY(tan, tan)
MATH_UNARY(tanh, tanh)
MATH_UNARY(trunc, trunc)
MATH_UNARY(abs, fabs)

/* 21.3.2.8 Math.atan2 ( y, x ) */
JS_BUILTIN(math_atan2)
{
    double y = TRY_NUMBER(arg(0));
    double x = TRY_NUMBER(arg(1));
    return js_number(atan2(y, x));
}

/* 21.3.2.11 Math.clz32 ( x ) */
JS_BUILTIN(math_clz32)
{
    uint32_t n = TRY_UINT32(arg(0));
    int zeros = 32;
    for (; n; n >>= 1)
        zeros--;
    return js_int(zeros);
}

/* 21.3.2.17 Math.fround ( x ) */
JS_BUILTIN(math_fround)
{
    return js_number((float)TRY_NUMBER(arg(0)));
}

/* The nearest binary16 value, ties to even: scaled so that the double's own rounding does it. */
double js_round_to_half(double x)
{
    double magnitude = fabs(x);
    if (!(magnitude < INFINITY) || magnitude == 0)
        return x;
    if (magnitude >= 65520)
        return copysign(INFINITY, x);
    int exponent;
    frexp(magnitude, &exponent);
    double unit = ldexp(1, (exponent < -13 ? -13 : exponent) - 11);
    return copysign(nearbyint(magnitude / unit) * unit, x);
}

/* 21.3.2.18 Math.f16round ( x ) */
JS_BUILTIN(math_f16round)
{
    return js_number(js_round_to_half(TRY_NUMBER(arg(0))));
}

/* All arguments as Numbers, in order, into a buffer of the agent. Undefined or exception. */
static JsValue convert_all(uint32_t argc, JsValue *argv, double **ret_numbers)
{
    double *numbers = TRY_PTR(js_scratch(argc * sizeof *numbers + 8));
    for (uint32_t i = 0; i < argc; i++)
        numbers[i] = TRY_NUMBER(argv[i]);
    *ret_numbers = numbers;
    return JS_UNDEFINED;
}

/* 21.3.2.19 Math.hypot ( ...args ): scaled by the largest, summed with compensation */
JS_BUILTIN(math_hypot)
{
    double *numbers, largest = 0, sum = 0, lost = 0;
    bool has_nan = false;
    TRY(convert_all(argc, argv, &numbers));
    for (uint32_t i = 0; i < argc; i++) {
        has_nan |= isnan(numbers[i]);
        largest = fabs(numbers[i]) > largest ? fabs(numbers[i]) : largest;
    }
    if (isinf(largest))
        return js_double(INFINITY);
    if (has_nan)
        return js_double(NAN);
    if (largest == 0)
        return js_int(0);
    for (uint32_t i = 0; i < argc; i++) {
        double scaled = numbers[i] / largest, term = scaled * scaled - lost, next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    return js_number(sqrt(sum) * largest);
}

/* 21.3.2.20 Math.imul ( x, y ) */
JS_BUILTIN(math_imul)
{
    if (argc == 2 && js_are_ints(argv[0], argv[1]))
        return js_int((int32_t)((uint32_t)js_as_int(argv[0]) * (uint32_t)js_as_int(argv[1])));
    uint32_t x = TRY_UINT32(arg(0));
    uint32_t y = TRY_UINT32(arg(1));
    return js_int((int32_t)(x * y));
}

/* 21.3.2.24 Math.max ( ...args ) and 21.3.2.25 Math.min: sign is 1 or -1 */
static JsValue extreme(uint32_t argc, JsValue *argv, double sign)
{
    bool are_ints = argc > 0;
    for (uint32_t i = 0; i < argc && are_ints; i++)
        are_ints = js_is_int(argv[i]);
    if (are_ints) {
        int32_t most = js_as_int(argv[0]);
        for (uint32_t i = 1; i < argc; i++)
            most = (sign > 0) == (js_as_int(argv[i]) > most) ? js_as_int(argv[i]) : most;
        js_charge(argc);
        return js_int(most);
    }
    double best = -INFINITY;
    bool has_nan = false;
    for (uint32_t i = 0; i < argc; i++) {
        double x = sign * TRY_NUMBER(argv[i]);
        has_nan |= isnan(x);
        /* +0 is larger than -0, for the negated numbers of min as well: -(+0) is -0 */
        if (x > best || (x == 0 && best == 0 && !signbit(x)))
            best = x;
    }
    return has_nan ? js_double(NAN) : js_number(sign * best);
}

JS_BUILTIN(math_max)
{
    if (argc == 2 && js_are_ints(argv[0], argv[1]))
        return js_int(js_as_int(argv[0]) > js_as_int(argv[1]) ? js_as_int(argv[0])
                                                                            : js_as_int(argv[1]));
    return extreme(argc, argv, 1);
}

/* 21.3.2.25 Math.min ( ...args ) */
JS_BUILTIN(math_min)
{
    if (argc == 2 && js_are_ints(argv[0], argv[1]))
        return js_int(js_as_int(argv[0]) < js_as_int(argv[1]) ? js_as_int(argv[0])
                                                                            : js_as_int(argv[1]));
    return extreme(argc, argv, -1);
}

/* 21.3.2.26 Math.pow ( base, exponent ) */
JS_BUILTIN(math_pow)
{
    double base = TRY_NUMBER(arg(0));
    double exponent = TRY_NUMBER(arg(1));
    return js_number(js_power(base, exponent));
}

/* xorshift128+ (Vigna 2014) over the agent's own state: no other agent can predict or influence it. */
static uint64_t next_random(void)
{
    uint64_t *state = js_agent->random;
    if (!(state[0] | state[1]) && getrandom(state, sizeof js_agent->random, 0) != sizeof js_agent->random)
        state[0] = (uint64_t)(uintptr_t)state | 1;
    uint64_t x = state[0], y = state[1];
    state[0] = y;
    x ^= x << 23;
    state[1] = x ^ y ^ (x >> 17) ^ (y >> 26);
    return state[1] + y;
}

/* 21.3.2.27 Math.random ( ): 53 bits of the agent's own generator */
JS_BUILTIN(math_random)
{
    return js_double((double)(next_random() >> 11) * 0x1p-53);
}

/* 21.3.2.28 Math.round ( x ) */
JS_BUILTIN(math_round)
{
    if (js_is_int(arg(0)))
        return argv[0];
    double x = TRY_NUMBER(arg(0));
    double below = floor(x);
    if (x - below >= 0.5)
        below += 1;
    return js_number(copysign(below, x));
}

/* 21.3.2.29 Math.sign ( x ) */
JS_BUILTIN(math_sign)
{
    double x = TRY_NUMBER(arg(0));
    return js_number(x > 0 ? 1 : x < 0 ? -1 : x);
}

static const JsBuiltin math_rows[] = {
    JS_NUMBER_CONSTANT("E", 2.7182818284590452354, "21.3.1.1"),
    JS_NUMBER_CONSTANT("LN10", 2.302585092994046, "21.3.1.2"),
    JS_NUMBER_CONSTANT("LN2", 0.6931471805599453, "21.3.1.3"),
    JS_NUMBER_CONSTANT("LOG10E", 0.4342944819032518, "21.3.1.4"),
    JS_NUMBER_CONSTANT("LOG2E", 1.4426950408889634, "21.3.1.5"),
    JS_NUMBER_CONSTANT("PI", 3.1415926535897932, "21.3.1.6"),
    JS_NUMBER_CONSTANT("SQRT1_2", 0.7071067811865476, "21.3.1.7"),
    JS_NUMBER_CONSTANT("SQRT2", 1.4142135623730951, "21.3.1.8"),
    JS_STRING_CONSTANT("@@toStringTag", "Math", "21.3.1.9"),
    JS_METHOD("acos", math_acos, 1, "21.3.2.2"),
    JS_METHOD("acosh", math_acosh, 1, "21.3.2.3"),
    JS_METHOD("asin", math_asin, 1, "21.3.2.4"),
    JS_METHOD("asinh", math_asinh, 1, "21.3.2.5"),
    JS_METHOD("atan", math_atan, 1, "21.3.2.6"),
    JS_METHOD("atanh", math_atanh, 1, "21.3.2.7"),
    JS_METHOD("cbrt", math_cbrt, 1, "21.3.2.9"),
    JS_METHOD("ceil", math_ceil, 1, "21.3.2.10"),
    JS_METHOD("cos", math_cos, 1, "21.3.2.12"),
    JS_METHOD("cosh", math_cosh, 1, "21.3.2.13"),
    JS_METHOD("exp", math_exp, 1, "21.3.2.14"),
    JS_METHOD("expm1", math_expm1, 1, "21.3.2.15"),
    JS_METHOD("floor", math_floor, 1, "21.3.2.16"),
    JS_METHOD("log", math_log, 1, "21.3.2.20"),
    JS_METHOD("log1p", math_log1p, 1, "21.3.2.21"),
    JS_METHOD("log10", math_log10, 1, "21.3.2.22"),
    JS_METHOD("log2", math_log2, 1, "21.3.2.23"),
    JS_METHOD("sin", math_sin, 1, "21.3.2.30"),
    JS_METHOD("sinh", math_sinh, 1, "21.3.2.31"),
    JS_METHOD("sqrt", math_sqrt, 1, "21.3.2.32"),
    JS_METHOD("tan", math_tan, 1, "21.3.2.33"),
    JS_METHOD("tanh", math_tanh, 1, "21.3.2.34"),
    JS_METHOD("trunc", math_trunc, 1, "21.3.2.35"),
    JS_METHOD("abs", math_abs, 1, "21.3.2.1"),
    JS_METHOD("atan2", math_atan2, 2, "21.3.2.8"),
    JS_METHOD("clz32", math_clz32, 1, "21.3.2.11"),
    JS_METHOD("fround", math_fround, 1, "21.3.2.17"),
    JS_METHOD("f16round", math_f16round, 1, "21.3.2.18"),
    JS_METHOD("hypot", math_hypot, 2, "21.3.2.19"),
    JS_METHOD("imul", math_imul, 2, "21.3.2.20"),
    JS_METHOD("max", math_max, 2, "21.3.2.24"),
    JS_METHOD("min", math_min, 2, "21.3.2.25"),
    JS_METHOD("pow", math_pow, 2, "21.3.2.26"),
    JS_METHOD("random", math_random, 0, "21.3.2.27"),
    JS_METHOD("round", math_round, 1, "21.3.2.28"),
    JS_METHOD("sign", math_sign, 1, "21.3.2.29"),
};

extern const JsBuiltin math_sum_rows[]; /* math_sum.c */

void js_install_math(void)
{
    JsObject *math = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_install_builtins(math, math_rows, JS_COUNT(math_rows));
    js_install_builtins(math, math_sum_rows, 1);
    js_define_global("Math", js_value(math));
}
