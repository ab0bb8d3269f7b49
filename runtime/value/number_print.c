/* Texts of numbers. The shortest one is found by Giulietti's Schubfach algorithm: of the decimals in the rounding interval of
 * a double, the one with the fewest digits, and the closest of those. Its 128-bit powers of ten are computed on first use. */
#include "value/number.h"
#include <stdio.h>
#include <stdlib.h>

typedef unsigned __int128 u128;
typedef struct Decimal { uint64_t digits; int32_t exponent; } Decimal;

/* ------------------------------------------------------------------------------------------------ powers of ten */
enum { POWER_MIN = -293, POWER_MAX = 325, BIG_WORDS = 40 };
typedef struct Power { uint64_t high, low; } Power; /* ceil(10^k * 2^(127 - floor(log2 10^k))) */
static Power powers[POWER_MAX - POWER_MIN + 1];

static int32_t floor_log2_pow10(int32_t e) { return (e * 1741647) >> 19; }

/* big := big * 10 */
static void big_times_ten(uint64_t *big)
{
    u128 carry = 0;
    for (int i = 0; i < BIG_WORDS; i++) {
        carry += (u128)big[i] * 10;
        big[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

static int big_top_bit(const uint64_t *big)
{
    int i = BIG_WORDS - 1;
    while (!big[i])
        i--;
    return i * 64 + 63 - __builtin_clzll(big[i]);
}

/* The 128 bits of big from bit `low` (may be negative) up, and whether there are any below. */
static u128 big_bits(const uint64_t *big, int low, bool *ret_rest)
{
    u128 value = 0;
    for (int bit = 127; bit >= 0; bit--) {
        int at = low + bit;
        value = value << 1 | (at >= 0 ? big[at / 64] >> (at % 64) & 1 : 0);
    }
    *ret_rest = false;
    for (int at = 0; at < low; at++)
        *ret_rest |= big[at / 64] >> (at % 64) & 1;
    return value;
}

static u128 positive_power(int32_t k)
{
    uint64_t big[BIG_WORDS] = {1};
    for (int32_t i = 0; i < k; i++)
        big_times_ten(big);
    bool rest;
    u128 value = big_bits(big, big_top_bit(big) - 127, &rest);
    return value + rest;
}

/* 2^n / 10^k rounded up, with n such that 128 bits come out: long division bit by bit. */
static u128 negative_power(int32_t k)
{
    uint64_t divisor[BIG_WORDS] = {1}, remainder[BIG_WORDS] = {0};
    for (int32_t i = 0; i < k; i++)
        big_times_ten(divisor);
    int top = big_top_bit(divisor);
    remainder[top / 64] = UINT64_C(1) << (top % 64);
    u128 quotient = 0;
    for (int bits = 0; bits < 128;) {
        uint64_t carry = 0;
        for (int i = 0; i < BIG_WORDS; i++) {
            uint64_t next = remainder[i] >> 63;
            remainder[i] = remainder[i] << 1 | carry;
            carry = next;
        }
        int i = BIG_WORDS - 1;
        while (i > 0 && remainder[i] == divisor[i])
            i--;
        bool fits = remainder[i] >= divisor[i];
        if (fits) {
            uint64_t borrow = 0;
            for (int w = 0; w < BIG_WORDS; w++) {
                u128 difference = (u128)remainder[w] - divisor[w] - borrow;
                remainder[w] = (uint64_t)difference;
                borrow = (uint64_t)(difference >> 64) & 1;
            }
        }
        quotient = quotient << 1 | fits;
        bits += bits || fits;
    }
    return quotient + 1;
}

static Power power_of_ten(int32_t k)
{
    Power *power = &powers[k - POWER_MIN];
    if (js_unlikely(!power->high)) {
        u128 value = k >= 0 ? positive_power(k) : negative_power(-k);
        *power = (Power){(uint64_t)(value >> 64), (uint64_t)value};
    }
    return *power;
}

/* ------------------------------------------------------------------------------------------------ shortest */
static uint64_t round_to_odd(Power g, uint64_t c)
{
    u128 x = (u128)g.low * c;
    u128 y = (u128)g.high * c + (uint64_t)(x >> 64);
    return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

/* d is finite and positive. */
static Decimal shortest_decimal(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int32_t biased = (int32_t)(bits >> 52);
    uint64_t c = biased ? fraction | UINT64_C(1) << 52 : fraction;
    int32_t q = (biased ? biased : 1) - 1075;
    if (q <= 0 && q > -53 && !(c & ((UINT64_C(1) << -q) - 1)))
        return (Decimal){c >> -q, 0};
    bool is_even = !(c & 1), lower_is_closer = !fraction && biased > 1;
    int32_t k = (q * 1262611 - (lower_is_closer ? 524031 : 0)) >> 22;
    int32_t h = q + floor_log2_pow10(-k) + 1;
    Power g = power_of_ten(-k);
    uint64_t lower = round_to_odd(g, (4 * c - 2 + lower_is_closer) << h) + !is_even;
    uint64_t middle = round_to_odd(g, 4 * c << h);
    uint64_t upper = round_to_odd(g, (4 * c + 2) << h) - !is_even;
    uint64_t s = middle / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool down_fits = lower <= 40 * tens, up_fits = 40 * tens + 40 <= upper;
        if (down_fits != up_fits)
            return (Decimal){tens + up_fits, k + 1};
    }
    bool down_fits = lower <= 4 * s, up_fits = 4 * s + 4 <= upper;
    if (down_fits != up_fits)
        return (Decimal){s + up_fits, k};
    bool rounds_up = middle > 4 * s + 2 || (middle == 4 * s + 2 && (s & 1));
    return (Decimal){s + rounds_up, k};
}

static uint32_t print_uint(uint64_t u, char *out)
{
    char reversed[20];
    uint32_t length = 0;
    do {
        reversed[length++] = (char)('0' + u % 10);
        u /= 10;
    } while (u);
    for (uint32_t i = 0; i < length; i++)
        out[i] = reversed[length - 1 - i];
    return length;
}

uint32_t number_print_int(int32_t i, char *out)
{
    if (i >= 0)
        return print_uint((uint32_t)i, out);
    out[0] = '-';
    return 1 + print_uint((uint64_t)-(int64_t)i, out + 1);
}

static uint32_t print_text(const char *text, char *out)
{
    size_t length = strlen(text);
    memcpy(out, text, length);
    return (uint32_t)length;
}

/* NaN and infinities; 0 when d is finite. */
static uint32_t print_not_finite(double d, char *out)
{
    if (d != d)
        return print_text("NaN", out);
    if (isinf(d))
        return print_text(d < 0 ? "-Infinity" : "Infinity", out);
    return 0;
}

/* Digits without trailing zeros; value is 0.digits * 10^*ret_point. Returns their number. */
static uint32_t shortest_digits(double d, char *digits, int32_t *ret_point)
{
    Decimal decimal = shortest_decimal(d);
    uint32_t length = print_uint(decimal.digits, digits);
    *ret_point = decimal.exponent + (int32_t)length;
    while (length > 1 && digits[length - 1] == '0')
        length--;
    return length;
}

static uint32_t print_exponent(int32_t exponent, char *out)
{
    out[0] = 'e';
    out[1] = exponent < 0 ? '-' : '+';
    return 2 + print_uint((uint64_t)abs(exponent), out + 2);
}

/* d.ddde+x from digits */
static uint32_t print_scientific(const char *digits, uint32_t count, int32_t exponent, char *out)
{
    uint32_t n = 0;
    out[n++] = digits[0];
    if (count > 1) {
        out[n++] = '.';
        memcpy(out + n, digits + 1, count - 1);
        n += count - 1;
    }
    return n + print_exponent(exponent, out + n);
}

/* Digits with the decimal point after `point` of them (which may lie outside of them). */
static uint32_t print_positional(const char *digits, uint32_t count, int32_t point, char *out)
{
    uint32_t n = 0;
    if (point <= 0) {
        out[n++] = '0';
        out[n++] = '.';
        memset(out + n, '0', (size_t)-point);
        n += (uint32_t)-point;
        memcpy(out + n, digits, count);
        return n + count;
    }
    if ((uint32_t)point >= count) {
        memcpy(out, digits, count);
        memset(out + count, '0', (uint32_t)point - count);
        return (uint32_t)point;
    }
    memcpy(out, digits, (size_t)point);
    out[point] = '.';
    memcpy(out + point + 1, digits + point, count - (uint32_t)point);
    return count + 1;
}

/* 6.1.6.1.20 */
uint32_t number_print(double d, char *out)
{
    uint32_t special = print_not_finite(d, out);
    if (special)
        return special;
    if (d == 0) {
        out[0] = '0';
        return 1;
    }
    uint32_t n = 0;
    if (d < 0) {
        out[n++] = '-';
        d = -d;
    }
    char digits[20];
    int32_t point;
    uint32_t count = shortest_digits(d, digits, &point);
    if (point > 21 || point <= -6)
        return n + print_scientific(digits, count, point - 1, out + n);
    return n + print_positional(digits, count, point, out + n);
}

/* ------------------------------------------------------------------------------------------------ exact formats */
/* base^exponent; the result must fit. */
static u128 u128_power(uint32_t base, int exponent)
{
    u128 power = 1;
    while (exponent-- > 0)
        power *= base;
    return power;
}

/* mantissa * 2^binary * 10^decimal rounded to an integer, ties up. False when 128 bits do not hold what is needed. */
static bool scale_exactly(uint64_t mantissa, int binary, int decimal, u128 *ret)
{
    if (decimal >= 0) {
        int shift = -(binary + decimal);
        if (decimal > 31 || shift < -10 || shift > 126)
            return false;
        u128 product = mantissa * u128_power(5, decimal); /* below 2^125 */
        if (shift <= 0 && product >> (127 + shift))
            return false;
        *ret = shift <= 0 ? product << -shift : ((product >> (shift - 1)) + 1) >> 1;
        return true;
    }
    if (decimal < -21 || binary > 70 || binary < -53)
        return false;
    u128 divisor = u128_power(10, -decimal), value = mantissa;
    if (binary < 0 && decimal < -16)
        return false;
    if (binary < 0)
        divisor <<= -binary;
    else
        value <<= binary;
    *ret = (2 * value + divisor) / (2 * divisor);
    return true;
}

/* What exact_digits does, in 128-bit arithmetic. False when the number is too large, too small, or wanted too precisely. */
static bool exact_digits_by_integers(double d, uint32_t count, char *digits, int32_t *ret_exponent)
{
    int binary;
    uint64_t mantissa = (uint64_t)ldexp(frexp(d, &binary), 53);
    int32_t exponent = (int32_t)floor(log10(d)); /* at most one off */
    if (count > 17)
        return false;
    u128 n, least = u128_power(10, (int)count - 1);
    for (int tries = 0; tries < 3; tries++) {
        if (!scale_exactly(mantissa, binary - 53, (int)count - 1 - exponent, &n))
            return false;
        if (n >= least && n < least * 10) {
            uint64_t rest = (uint64_t)n;
            for (uint32_t i = count; i-- > 0; rest /= 10)
                digits[i] = (char)('0' + rest % 10);
            *ret_exponent = exponent;
            return true;
        }
        exponent += n < least ? -1 : 1;
    }
    return false;
}

/* The first `count` significant digits of d > 0, ties away from zero; *ret_exponent is that of the first one. A double has at
 * most 767 significant digits, so that the C library's text is exact. */
static void exact_digits(double d, uint32_t count, char *digits, int32_t *ret_exponent)
{
    if (exact_digits_by_integers(d, count, digits, ret_exponent))
        return;
    char text[800];
    snprintf(text, sizeof text, "%.780e", d);
    int32_t exponent = atoi(strchr(text, 'e') + 1);
    text[1] = text[0];
    const char *all = text + 1;
    memcpy(digits, all, count);
    if (all[count] >= '5') {
        uint32_t i = count;
        while (i && digits[i - 1] == '9')
            digits[--i] = '0';
        if (i) {
            digits[i - 1]++;
        } else {
            digits[0] = '1';
            exponent++;
        }
    }
    *ret_exponent = exponent;
}

/* 21.1.3.2 */
uint32_t number_print_exponential(double d, int digits, char *out)
{
    uint32_t special = print_not_finite(d, out);
    if (special)
        return special;
    uint32_t n = 0;
    if (d < 0) {
        out[n++] = '-';
        d = -d;
    }
    char text[128];
    int32_t exponent = 0;
    uint32_t count = (uint32_t)digits + 1;
    if (d == 0) {
        count = digits < 0 ? 1 : count;
        memset(text, '0', count);
    } else if (digits < 0) {
        count = shortest_digits(d, text, &exponent);
        exponent--;
    } else {
        exact_digits(d, count, text, &exponent);
    }
    return n + print_scientific(text, count, exponent, out + n);
}

/* 21.1.3.5 */
uint32_t number_print_precision(double d, int precision, char *out)
{
    uint32_t special = print_not_finite(d, out);
    if (special)
        return special;
    uint32_t n = 0, count = (uint32_t)precision;
    if (d < 0) {
        out[n++] = '-';
        d = -d;
    }
    char text[128];
    int32_t exponent = 0;
    if (d == 0)
        memset(text, '0', count);
    else
        exact_digits(d, count, text, &exponent);
    if (exponent < -6 || exponent >= precision)
        return n + print_scientific(text, count, exponent, out + n);
    return n + print_positional(text, count, exponent + 1, out + n);
}

/* n / 10^digits, n below 2^117 */
static uint32_t print_scaled(u128 scaled, int digits, char *out)
{
    char reversed[64];
    uint32_t length = 0, n = 0;
    while (scaled || length <= (uint32_t)digits) {
        reversed[length++] = (char)('0' + (int)(scaled % 10));
        scaled /= 10;
    }
    while (length) {
        if (length == (uint32_t)digits)
            out[n++] = '.';
        out[n++] = reversed[--length];
    }
    return n;
}

/* 21.1.3.3 from step 6. Exact in 128 bits for up to 19 digits of numbers below 2^53; else by the C library's exact text. */
uint32_t number_print_fixed(double d, int digits, char *out)
{
    uint32_t n = 0;
    if (d < 0) {
        out[n++] = '-';
        d = -d;
    }
    int exponent;
    double fraction = frexp(d, &exponent);
    if (digits <= 19 && exponent <= 53) {
        u128 scaled = (u128)(uint64_t)ldexp(fraction, 53);
        for (int i = 0; i < digits; i++)
            scaled *= 10;
        int shift = 53 - exponent;
        if (shift > 120)
            scaled = 0;
        else if (shift)
            scaled = ((scaled >> (shift - 1)) + 1) >> 1;
        return n + print_scaled(scaled, digits, out + n);
    }
    char text[1500];
    int length = snprintf(text, sizeof text, "%.1080f", d);
    char *end = strchr(text, '.') + 1 + digits;
    bool rounds_up = *end >= '5';
    (void)length;
    char *first = out + n;
    size_t kept = (size_t)(end - text) - (digits ? 0 : 1);
    first[0] = '0';
    memcpy(first + 1, text, kept);
    for (char *p = first + kept; rounds_up; p--) {
        if (*p == '.')
            continue;
        rounds_up = *p == '9';
        *p = rounds_up ? '0' : (char)(*p + 1);
    }
    if (first[0] != '0')
        return n + (uint32_t)kept + 1;
    memmove(first, first + 1, kept);
    return n + (uint32_t)kept;
}

static const double UNIT_SPACED_END = 9007199254740992.0; /* 2^53: from here on doubles lie further apart than 1 */

/* whole modulo radix, exactly. */
static double last_digit(double whole, int radix)
{
    return whole >= UNIT_SPACED_END ? fmod(whole, radix) : whole - floor(whole / radix) * radix;
}

/* 21.1.3.6, other radices: as many fraction digits as tell d from its neighbours, the last one rounded (as V8 does). */
uint32_t number_print_radix(double d, int radix, char *out)
{
    static const char digit_text[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    uint32_t special = print_not_finite(d, out);
    if (special)
        return special;
    if (radix == 10)
        return number_print(d, out);
    uint32_t n = 0;
    if (d < 0) {
        out[n++] = '-';
        d = -d;
    }
    double whole = floor(d), rest = d - whole;
    char fraction_digits[1100];
    uint32_t fraction_count = 0;
    double delta = fmax(0.5 * (nextafter(d, INFINITY) - d), 4.9406564584124654e-324);
    if (rest >= delta) {
        do {
            rest *= radix;
            delta *= radix;
            int digit = (int)rest;
            fraction_digits[fraction_count++] = (char)digit;
            rest -= digit;
            if ((rest > 0.5 || (rest == 0.5 && (digit & 1))) && rest + delta > 1) {
                for (;;) {
                    if (!fraction_count) {
                        whole += 1;
                        break;
                    }
                    if (++fraction_digits[fraction_count - 1] < radix)
                        break;
                    fraction_count--;
                }
                break;
            }
        } while (rest >= delta);
    }
    char reversed[1100];
    uint32_t length = 0;
    for (; whole / radix >= UNIT_SPACED_END; whole /= radix) /* digits that d does not tell */
        reversed[length++] = '0';
    do {
        double digit = last_digit(whole, radix);
        reversed[length++] = digit_text[(int)digit];
        whole = (whole - digit) / radix;
    } while (whole > 0);
    while (length)
        out[n++] = reversed[--length];
    if (fraction_count)
        out[n++] = '.';
    for (uint32_t i = 0; i < fraction_count; i++)
        out[n++] = digit_text[(int)fraction_digits[i]];
    return n;
}
