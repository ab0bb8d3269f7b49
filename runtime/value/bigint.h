/* BigInt values 6.1.6.2: sign and magnitude, immutable, normalised (no leading zero digit; zero is not negative).
 * Functions that allocate may throw RangeError "Maximum BigInt size exceeded". Long ones call js_charge. */
#pragma once
#include "sinew.h"

typedef struct JsBigInt {
    JsCell cell;        /* aux: 1 when negative; word: number of digits */
    uint64_t digits[];  /* least significant first */
} JsBigInt;
enum { JS_BIGINT_DIGITS_MAX = 1 << 24 }; /* 2^30 bits, as V8 */

JS_INLINE JsBigInt *js_bigint(JsValue v) { return (JsBigInt *)js_cell(v); }
JS_INLINE bool js_bigint_is_negative(JsValue v) { return js_cell(v)->aux; }
JS_INLINE bool js_bigint_is_zero(JsValue v) { return !js_cell(v)->word; }
/* Set for programs that were compiled in the belief that no BigInt can come into being (JS_PROGRAM_NO_BIGINT): the functions
 * that make one of something else throw a TypeError. */
extern bool js_bigint_is_refused;
JsValue js_bigint_from_int64(int64_t i);
JsValue js_bigint_from_uint64(uint64_t u);
JsValue js_bigint_from_double(double d);                 /* d is an integral number */
/* Digits of a radix (2 .. 36), valid, without sign; JS_EMPTY when text has another character or is empty. */
JsValue js_bigint_parse(const char *text, size_t length, int radix, bool is_negative);
JsValue js_bigint_literal(const char *text, size_t length); /* source form without `n` and separators: decimal, 0x, 0o, 0b */
JsValue js_string_to_bigint(JsString *s);                /* 7.1.14; JS_UNDEFINED when the text is not a BigInt */
JsValue js_bigint_to_string(JsValue v, int radix);
double js_bigint_to_double(JsValue v);                   /* correctly rounded */
uint64_t js_bigint_to_uint64(JsValue v);                 /* modulo 2^64 */
int64_t js_bigint_to_int64(JsValue v);
int js_bigint_compare(JsValue a, JsValue b);             /* <0, 0, >0 */
int js_bigint_compare_double(JsValue a, double b);       /* as above; 2 when b is NaN */
bool js_bigint_equals(JsValue a, JsValue b);
JsValue js_bigint_negate(JsValue v);
JsValue js_bigint_not(JsValue v);
JsValue js_bigint_binary(int op, JsValue a, JsValue b);  /* op: JS_ARITH_* or JS_BIGINT_ADD; RangeError, TypeError (>>>) */
enum { JS_BIGINT_ADD = 100 };
JsValue js_bigint_as_int_n(uint64_t bits, JsValue v);    /* 21.2.2.1 */
JsValue js_bigint_as_uint_n(uint64_t bits, JsValue v);   /* 21.2.2.2 */
