/* Numbers from texts, correctly rounded: exactly in doubles where mantissa and power are exact (Clinger's fast path), else by
 * the C library's strtod, which is correctly rounded (the process never leaves the "C" locale). */
#include "value/number.h"
#include <stdlib.h>

static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static double parse_slowly(const char *text, size_t length)
{
    char small[128], *copy = length < sizeof small ? small : malloc(length + 1);
    if (!copy)
        return NAN;
    memcpy(copy, text, length);
    copy[length] = '\0';
    double d = strtod(copy, NULL);
    if (copy != small)
        free(copy);
    return d;
}

double number_parse_decimal(const char *text, size_t length, size_t *ret_used)
{
    uint64_t mantissa = 0;
    int64_t exponent = 0;
    size_t i = 0, digits = 0, significant = 0;
    for (; i < length && is_digit(text[i]); i++, digits++) {
        significant += significant || text[i] != '0';
        if (significant <= 19)
            mantissa = mantissa * 10 + (uint64_t)(text[i] - '0');
        else
            exponent++;
    }
    if (i < length && text[i] == '.') {
        size_t point = i++;
        for (; i < length && is_digit(text[i]); i++, digits++) {
            significant += significant || text[i] != '0';
            if (significant <= 19) {
                mantissa = mantissa * 10 + (uint64_t)(text[i] - '0');
                exponent--;
            }
        }
        if (!digits)
            i = point;
    }
    if (!digits) {
        *ret_used = 0;
        return NAN;
    }
    if (i < length && (text[i] == 'e' || text[i] == 'E')) {
        size_t j = i + 1;
        bool is_negative = j < length && text[j] == '-';
        j += j < length && (text[j] == '-' || text[j] == '+');
        if (j < length && is_digit(text[j])) {
            int64_t value = 0;
            for (; j < length && is_digit(text[j]); j++)
                value = value < 1000000000 ? value * 10 + (text[j] - '0') : value;
            exponent += is_negative ? -value : value;
            i = j;
        }
    }
    *ret_used = i;
    if (!significant)
        return 0;
    if (significant <= 19 && mantissa < (UINT64_C(1) << 53)) {
        if (exponent >= 0 && exponent <= 22)
            return (double)mantissa * exact_powers[exponent];
        if (exponent < 0 && exponent >= -22)
            return (double)mantissa / exact_powers[-exponent];
    }
    return parse_slowly(text, i);
}

static int digit_value(char c)
{
    if (is_digit(c))
        return c - '0';
    return (c | 32) - 'a' + 10;
}

/* Radices that are powers of two: the first 54 bits and whether any follow decide the rounding (to even). */
static double parse_bits(const char *digits, size_t length, int bits_per_digit)
{
    uint64_t mantissa = 0;
    int exponent = 0;
    bool rest = false;
    for (size_t i = 0; i < length; i++) {
        int value = digit_value(digits[i]);
        for (int bit = bits_per_digit - 1; bit >= 0; bit--) {
            uint64_t one = value >> bit & 1;
            if (mantissa >> 53) {
                rest |= one;
                exponent += exponent < 5000;
            } else {
                mantissa = mantissa << 1 | one;
            }
        }
    }
    if (!(mantissa >> 53))
        return (double)mantissa;
    bool half = mantissa & 1;
    mantissa >>= 1;
    if (half && (rest || (mantissa & 1)))
        mantissa++;
    return ldexp((double)mantissa, exponent + 1);
}

double number_parse_radix(const char *digits, size_t length, int radix)
{
    if (radix == 10) {
        size_t used;
        return number_parse_decimal(digits, length, &used);
    }
    double value = 0;
    for (size_t i = 0; i < length; i++)
        value = value * radix + digit_value(digits[i]);
    if (value < 9007199254740992.0)
        return value;
    if (!(radix & (radix - 1)))
        return parse_bits(digits, length, __builtin_ctz((unsigned)radix));
    return value;
}

/* ------------------------------------------------------------------------------------------------ StringToNumber */
bool js_is_white_space(uint32_t c)
{
    if (c < 128)
        return c == ' ' || (c >= 9 && c <= 13);
    return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
           c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

static bool all_digits(const char *text, size_t length, int radix)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        bool is_alphanumeric = is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'z');
        if (!is_alphanumeric || digit_value(c) >= radix)
            return false;
    }
    return length > 0;
}

/* 7.1.4.1.1, for text without white space around. */
static double parse_literal(const char *text, size_t length)
{
    if (!length)
        return 0;
    if (length > 2 && text[0] == '0') {
        char kind = text[1] | 32;
        int radix = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 0;
        if (radix)
            return all_digits(text + 2, length - 2, radix) ? number_parse_radix(text + 2, length - 2, radix) : NAN;
    }
    bool is_negative = text[0] == '-';
    size_t sign = is_negative || text[0] == '+', used;
    if (length - sign == 8 && !memcmp(text + sign, "Infinity", 8))
        return is_negative ? -INFINITY : INFINITY;
    double d = number_parse_decimal(text + sign, length - sign, &used);
    if (!used || used != length - sign)
        return NAN;
    return is_negative ? -d : d;
}

double number_from_latin1(const uint8_t *text, size_t length)
{
    while (length && js_is_white_space(text[length - 1]))
        length--;
    for (; length && js_is_white_space(*text); text++)
        length--;
    return parse_literal((const char *)text, length);
}

double number_from_utf16(const uint16_t *text, size_t length)
{
    while (length && js_is_white_space(text[length - 1]))
        length--;
    for (; length && js_is_white_space(*text); text++)
        length--;
    char small[128], *narrow = length < sizeof small ? small : malloc(length + 1);
    if (!narrow)
        return NAN;
    bool is_ascii = true;
    for (size_t i = 0; i < length; i++) {
        is_ascii &= text[i] < 128;
        narrow[i] = (char)text[i];
    }
    double d = is_ascii ? parse_literal(narrow, length) : NAN;
    if (narrow != small)
        free(narrow);
    return d;
}

bool number_is_index_latin1(const uint8_t *text, size_t length, uint32_t *ret_index)
{
    if (!length || length > 10 || (text[0] == '0' && length > 1))
        return false;
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++) {
        if (!is_digit((char)text[i]))
            return false;
        value = value * 10 + (text[i] - '0');
    }
    if (value >= UINT32_MAX)
        return false;
    *ret_index = (uint32_t)value;
    return true;
}
