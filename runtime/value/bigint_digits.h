/* Arithmetic of natural numbers as 64-bit digits, least significant first. Pure but for js_charge, by which the long ones
 * pay and yield. `scratch(count)` gives working memory that is reclaimed with the agent's heap. */
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef uint64_t *BigIntScratch(size_t count);

/* <0, 0, >0; both without leading zeros. */
int bigint_digits_compare(const uint64_t *a, size_t n, const uint64_t *b, size_t m);
/* n >= m; writes n + 1 digits. */
void bigint_digits_add(const uint64_t *a, size_t n, const uint64_t *b, size_t m, uint64_t *out);
/* a >= b; writes n digits. */
void bigint_digits_subtract(const uint64_t *a, size_t n, const uint64_t *b, size_t m, uint64_t *out);
/* Writes n + m digits; out overlaps nothing. */
void bigint_digits_multiply(const uint64_t *a, size_t n, const uint64_t *b, size_t m, uint64_t *out, BigIntScratch *scratch);
/* n >= m > 0, b without leading zeros: n - m + 1 digits of quotient, m digits of remainder. */
void bigint_digits_divide(const uint64_t *a, size_t n, const uint64_t *b, size_t m, uint64_t *quotient, uint64_t *remainder,
                          BigIntScratch *scratch);
/* The digits of a text in a radix, valid; writes all `room` digits of out (zeros above). */
void bigint_digits_parse(const char *text, size_t length, unsigned radix, uint64_t *out, size_t room, BigIntScratch *scratch);
/* Text without leading zeros; returns its length. a is not zero. */
size_t bigint_digits_print(const uint64_t *a, size_t n, unsigned radix, char *out, size_t room, BigIntScratch *scratch);
