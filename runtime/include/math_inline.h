/* Math's functions on unboxed numbers, for calls that the compiler knows to be of the built-in ones; a part of sinew.h.
 * Invariant: each gives what stdlib/math.c gives for the same numbers (21.3.2). */
#pragma once

#define JS_MATH_UNARY(name, function) \
    JS_INLINE double js_math_##name(double x) { return function(x); }
JS_MATH_UNARY(abs, fabs)
JS_MATH_UNARY(acos, acos)
JS_MATH_UNARY(asin, asin)
JS_MATH_UNARY(atan, atan)
JS_MATH_UNARY(ceil, ceil)
JS_MATH_UNARY(cos, cos)
JS_MATH_UNARY(exp, exp)
JS_MATH_UNARY(floor, floor)
JS_MATH_UNARY(log, log)
JS_MATH_UNARY(log10, log10)
JS_MATH_UNARY(log2, log2)
JS_MATH_UNARY(sin, sin)
JS_MATH_UNARY(sqrt, sqrt)
JS_MATH_UNARY(tan, tan)
JS_MATH_UNARY(trunc, trunc)

JS_INLINE double js_math_fround(double x) { return (float)x; }
JS_INLINE double js_math_sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
JS_INLINE double js_math_round(double x)
{
    double below = floor(x);
    if (x - below >= 0.5)
        below += 1;
    return copysign(below, x);
}
JS_INLINE double js_math_atan2(double y, double x) { return atan2(y, x); }
JS_INLINE double js_math_pow(double base, double exponent) { return js_power(base, exponent); }
/* NaN if either is one; +0 is larger than -0. */
JS_INLINE double js_math_max(double a, double b)
{
    if (a > b || a != a)
        return a;
    return a == b && signbit(b) ? a : b;
}
JS_INLINE double js_math_min(double a, double b)
{
    if (a < b || a != a)
        return a;
    return a == b && signbit(a) ? a : b;
}
JS_INLINE int32_t js_count_leading_zeros(uint32_t n)
{
    int32_t zeros = 32;
    for (; n; n >>= 1)
        zeros--;
    return zeros;
}
