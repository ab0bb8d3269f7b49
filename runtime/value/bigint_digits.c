/* Natural numbers as 64-bit digits: schoolbook and Karatsuba products, Knuth's division (TAOCP 2, 4.3.1 D), and conversion
 * of texts by halves, so that it costs what a product costs. */
#include "value/bigint_digits.h"

#include <stdbool.h>
#include <string.h>

#include "sinew.h"

typedef unsigned __int128 Wide;

enum { KARATSUBA_DIGITS = 40, CONVERT_BY_HALVES_DIGITS = 60 };

static size_t trimmed(const uint64_t *a, size_t n)
{
    while (n && a[n - 1] == 0)
        n--;
    return n;
}

int bigint_digits_compare(const uint64_t *a, size_t n, const uint64_t *b, size_t m)
{
    if (n != m)
        return n < m ? -1 : 1;
    for (size_t i = n; i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

void bigint_digits_add(const uint64_t *a, size_t n, const uint64_t *b, size_t m, uint64_t *out)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        Wide sum = (Wide)a[i] + (i < m ? b[i] : 0) + carry;
        out[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    out[n] = carry;
    js_charge((uint32_t)n);
}

void bigint_digits_subtract(const uint64_t *a, size_t n, const uint64_t *b, size_t m, uint64_t *out)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < n; i++) {
        Wide difference = (Wide)a[i] - (i < m ? b[i] : 0) - borrow;
        out[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
    js_charge((uint32_t)n);
}

/* out[0..n] += a[0..n-1], the carry running on; out has room for it. */
static void add_in_place(uint64_t *out, size_t room, const uint64_t *a, size_t n)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < room && (i < n || carry); i++) {
        Wide sum = (Wide)out[i] + (i < n ? a[i] : 0) + carry;
        out[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
}

static void subtract_in_place(uint64_t *out, size_t room, const uint64_t *a, size_t n)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < room && (i < n || borrow); i++) {
        Wide difference = (Wide)out[i] - (i < n ? a[i] : 0) - borrow;
        out[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
}

static void multiply_schoolbook(const uint64_t *a, size_t n, const uint64_t *b, size_t m, uint64_t *out)
{
    memset(out, 0, (n + m) * sizeof *out);
    for (size_t i = 0; i < n; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < m; j++) {
            Wide sum = (Wide)a[i] * b[j] + out[i + j] + carry;
            out[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        out[i + m] = carry;
        js_charge((uint32_t)m);
    }
}

/* Equal lengths, Karatsuba: (a1 B + a0)(b1 B + b0) with three products. */
static void multiply_equal(const uint64_t *a, const uint64_t *b, size_t n, uint64_t *out, BigIntScratch *scratch)
{
    if (n < KARATSUBA_DIGITS) {
        multiply_schoolbook(a, n, b, n, out);
        return;
    }
    size_t low = n / 2, high = n - low;
    uint64_t *sums = scratch(2 * (high + 1)), *middle = scratch(2 * (high + 1));
    uint64_t *sum_a = sums, *sum_b = sums + high + 1;
    bigint_digits_add(a + low, high, a, low, sum_a);
    bigint_digits_add(b + low, high, b, low, sum_b);
    multiply_equal(a, b, low, out, scratch);
    multiply_equal(a + low, b + low, high, out + 2 * low, scratch);
    multiply_equal(sum_a, sum_b, high + 1, middle, scratch);
    subtract_in_place(middle, 2 * (high + 1), out, 2 * low);
    subtract_in_place(middle, 2 * (high + 1), out + 2 * low, 2 * high);
    add_in_place(out + low, 2 * n - low, middle, trimmed(middle, 2 * (high + 1)));
}

void bigint_digits_multiply(const uint64_t *a, size_t n, const uint64_t *b, size_t m, uint64_t *out, BigIntScratch *scratch)
{
    if (n < m) {
        const uint64_t *swap = a;
        a = b, b = swap;
        size_t count = n;
        n = m, m = count;
    }
    if (m < KARATSUBA_DIGITS) {
        multiply_schoolbook(b, m, a, n, out);
        return;
    }
    memset(out, 0, (n + m) * sizeof *out);
    uint64_t *part = scratch(2 * m);
    for (size_t at = 0; at < n; at += m) {
        size_t count = n - at < m ? n - at : m;
        if (count == m)
            multiply_equal(a + at, b, m, part, scratch);
        else
            bigint_digits_multiply(b, m, a + at, count, part, scratch);
        add_in_place(out + at, n + m - at, part, count + m);
    }
}

/* ---- division */

static uint64_t divide_by_digit(const uint64_t *a, size_t n, uint64_t divisor, uint64_t *quotient)
{
    uint64_t rest = 0;
    for (size_t i = n; i-- > 0;) {
        Wide current = (Wide)rest << 64 | a[i];
        quotient[i] = (uint64_t)(current / divisor);
        rest = (uint64_t)(current % divisor);
    }
    js_charge((uint32_t)n * 8);
    return rest;
}

static void shift_left_bits(const uint64_t *a, size_t n, unsigned bits, uint64_t *out)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t d = a[i];
        out[i] = d << bits | carry;
        carry = bits ? d >> (64 - bits) : 0;
        js_charge_round(i, 2);
    }
    out[n] = carry;
}

/* One digit of the quotient: estimates from two digits, corrects, subtracts (steps D3 to D6). */
static uint64_t quotient_digit(uint64_t *u, const uint64_t *v, size_t m)
{
    Wide top = (Wide)u[m] << 64 | u[m - 1];
    Wide estimate = u[m] >= v[m - 1] ? UINT64_MAX : top / v[m - 1];
    Wide rest = top - estimate * v[m - 1];
    while (rest <= UINT64_MAX && (Wide)(uint64_t)estimate * v[m - 2] > (rest << 64 | u[m - 2])) {
        estimate--;
        rest += v[m - 1];
    }
    uint64_t digit = (uint64_t)estimate, borrow = 0, carry = 0;
    for (size_t i = 0; i < m; i++) {
        Wide product = (Wide)digit * v[i] + carry;
        carry = (uint64_t)(product >> 64);
        Wide difference = (Wide)u[i] - (uint64_t)product - borrow;
        u[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
    Wide difference = (Wide)u[m] - carry - borrow;
    u[m] = (uint64_t)difference;
    if ((uint64_t)(difference >> 64) & 1) {
        digit--;
        uint64_t c = 0;
        for (size_t i = 0; i < m; i++) {
            Wide sum = (Wide)u[i] + v[i] + c;
            u[i] = (uint64_t)sum;
            c = (uint64_t)(sum >> 64);
        }
        u[m] += c;
    }
    return digit;
}

void bigint_digits_divide(const uint64_t *a, size_t n, const uint64_t *b, size_t m, uint64_t *quotient, uint64_t *remainder,
                          BigIntScratch *scratch)
{
    if (m == 1) {
        remainder[0] = divide_by_digit(a, n, b[0], quotient);
        return;
    }
    unsigned bits = (unsigned)__builtin_clzll(b[m - 1]);
    uint64_t *u = scratch(n + 1), *v = scratch(m + 1);
    shift_left_bits(a, n, bits, u);
    shift_left_bits(b, m, bits, v);
    for (size_t j = n - m + 1; j-- > 0;) {
        quotient[j] = quotient_digit(u + j, v, m);
        js_charge((uint32_t)m * 2);
    }
    for (size_t i = 0; i < m; i++)
        remainder[i] = bits ? u[i] >> bits | u[i + 1] << (64 - bits) : u[i];
}

/* ---- texts */

static unsigned digit_value(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a' + 10);
}

/* The largest power of the radix that fits a digit, and its exponent. */
static uint64_t radix_chunk(unsigned radix, unsigned *ret_exponent)
{
    uint64_t chunk = radix;
    unsigned exponent = 1;
    while (chunk <= UINT64_MAX / radix)
        chunk *= radix, exponent++;
    *ret_exponent = exponent;
    return chunk;
}

/* out = out * factor + addend over `n` digits; returns the digits used then. */
static size_t multiply_add(uint64_t *out, size_t n, uint64_t factor, uint64_t addend)
{
    uint64_t carry = addend;
    for (size_t i = 0; i < n; i++) {
        Wide sum = (Wide)out[i] * factor + carry;
        out[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    if (carry)
        out[n++] = carry;
    js_charge((uint32_t)n);
    return n;
}

static size_t parse_by_chunks(const char *text, size_t length, unsigned radix, uint64_t *out)
{
    unsigned exponent;
    radix_chunk(radix, &exponent);
    size_t n = 0;
    for (size_t at = 0; at < length;) {
        size_t stop = at + (length - at) % exponent;
        if (stop == at)
            stop += exponent;
        uint64_t value = 0, factor = 1;
        for (; at < stop; at++) {
            value = value * radix + digit_value(text[at]);
            factor *= radix;
        }
        n = multiply_add(out, n, factor, value);
    }
    return n;
}

/* radix ^ exponent; returns its digits in *ret_length. */
static uint64_t *radix_power(unsigned radix, size_t exponent, size_t *ret_length, BigIntScratch *scratch)
{
    uint64_t *result = scratch(1), *base = scratch(1);
    size_t n = 1, m = 1;
    result[0] = 1;
    base[0] = radix;
    for (;; exponent >>= 1) {
        if (exponent & 1) {
            uint64_t *product = scratch(n + m);
            bigint_digits_multiply(result, n, base, m, product, scratch);
            result = product;
            n = trimmed(product, n + m);
        }
        if (exponent <= 1)
            break;
        uint64_t *square = scratch(2 * m);
        bigint_digits_multiply(base, m, base, m, square, scratch);
        base = square;
        m = trimmed(square, 2 * m);
    }
    *ret_length = n;
    return result;
}

/* Digits used. Long texts: high half times a power plus low half. */
static size_t parse(const char *text, size_t length, unsigned radix, uint64_t *out, size_t room, BigIntScratch *scratch)
{
    if (room < 4 * CONVERT_BY_HALVES_DIGITS)
        return parse_by_chunks(text, length, radix, out);
    size_t low_length = length / 2, high_length = length - low_length, power_length;
    uint64_t *high = scratch(room), *low = scratch(room);
    memset(high, 0, room * sizeof *high);
    memset(low, 0, room * sizeof *low);
    size_t n = parse(text, high_length, radix, high, room / 2 + 2, scratch);
    size_t m = parse(text + high_length, low_length, radix, low, room / 2 + 2, scratch);
    uint64_t *power = radix_power(radix, low_length, &power_length, scratch);
    uint64_t *product = scratch(n + power_length + 1);
    memset(product, 0, (n + power_length + 1) * sizeof *product);
    if (n)
        bigint_digits_multiply(high, n, power, power_length, product, scratch);
    add_in_place(product, n + power_length + 1, low, m);
    size_t used = trimmed(product, n + power_length + 1);
    memcpy(out, product, used * sizeof *out);
    return used;
}

void bigint_digits_parse(const char *text, size_t length, unsigned radix, uint64_t *out, size_t room, BigIntScratch *scratch)
{
    memset(out, 0, room * sizeof *out);
    while (length > 1 && *text == '0')
        text++, length--;
    parse(text, length, radix, out, room, scratch);
}

/* The digits of a below radix^width into out[0..width-1], zeros in front. a is overwritten. */
static void print_by_chunks(uint64_t *a, size_t n, unsigned radix, char *out, size_t width)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    unsigned exponent;
    uint64_t chunk = radix_chunk(radix, &exponent);
    size_t at = width;
    while (at) {
        n = trimmed(a, n);
        uint64_t rest = n ? divide_by_digit(a, n, chunk, a) : 0;
        for (unsigned i = 0; i < exponent && at; i++, rest /= radix)
            out[--at] = digits[rest % radix];
    }
}

static void print(uint64_t *a, size_t n, unsigned radix, char *out, size_t width, BigIntScratch *scratch)
{
    n = trimmed(a, n);
    if (n < CONVERT_BY_HALVES_DIGITS) {
        print_by_chunks(a, n, radix, out, width);
        return;
    }
    size_t low_width = width / 2, m;
    uint64_t *power = radix_power(radix, low_width, &m, scratch);
    if (bigint_digits_compare(a, n, power, m) < 0) {
        memset(out, '0', width - low_width);
        print(a, n, radix, out + width - low_width, low_width, scratch);
        return;
    }
    uint64_t *quotient = scratch(n - m + 1), *remainder = scratch(m);
    bigint_digits_divide(a, n, power, m, quotient, remainder, scratch);
    print(quotient, n - m + 1, radix, out, width - low_width, scratch);
    print(remainder, m, radix, out + width - low_width, low_width, scratch);
}

size_t bigint_digits_print(const uint64_t *a, size_t n, unsigned radix, char *out, size_t room, BigIntScratch *scratch)
{
    uint64_t *copy = scratch(n);
    memcpy(copy, a, n * sizeof *copy);
    print(copy, n, radix, out, room, scratch);
    size_t zeros = 0;
    while (zeros + 1 < room && out[zeros] == '0')
        zeros++;
    memmove(out, out + zeros, room - zeros);
    return room - zeros;
}
