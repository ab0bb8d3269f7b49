/* Numbers: the first eight bytes are a double to print, the rest a text to parse. The oracle is the C library. */
#include <math.h>

#include "fuzz.h"
#include "value/number.h"

enum { EXPONENTIAL_DIGITS_MAX = 100, PRECISE = 17 };

static uint64_t bits_of(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static bool same_number(double a, double b)
{
    return (isnan(a) && isnan(b)) || bits_of(a) == bits_of(b);
}

static double read_back(const char *text, size_t length)
{
    return number_from_latin1((const uint8_t *)text, length);
}

/* The digits of a printed number without leading and trailing zeros. */
static int significant_digits(const char *text)
{
    int digits = 0, trailing_zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (*text == '0' && !digits))
            continue;
        digits++;
        trailing_zeros = *text == '0' ? trailing_zeros + 1 : 0;
    }
    return digits - trailing_zeros;
}

/* The nearest decimal with one digit less must be another number. */
static void require_shortest(double d, const char *text)
{
    char shorter[64];
    int digits = significant_digits(text);
    if (digits < 2)
        return;
    snprintf(shorter, sizeof shorter, "%.*e", digits - 2, d);
    REQUIRE(strtod(shorter, NULL) != d);
}

static void print(double d)
{
    char text[NUMBER_TEXT_MAX + 1];
    uint32_t length = number_print(d, text);
    REQUIRE(length <= 25);
    text[length] = 0;
    REQUIRE(same_number(read_back(text, length), d == 0 ? 0 : d));
    if (!isfinite(d))
        return;
    REQUIRE(strtod(text, NULL) == d);
    require_shortest(d, text);
    REQUIRE(read_back(text, number_print_precision(d, PRECISE, text)) == d);
    REQUIRE(read_back(text, number_print_exponential(d, PRECISE - 1, text)) == d);
    REQUIRE(read_back(text, number_print_exponential(d, -1, text)) == d);
    REQUIRE(number_print_exponential(d, EXPONENTIAL_DIGITS_MAX, text) <= NUMBER_TEXT_MAX);
    REQUIRE(number_print_radix(d, 2 + (int)(bits_of(d) % 35), text) <= NUMBER_TEXT_MAX);
    if (fabs(d) < 1e21)
        REQUIRE(number_print_fixed(d, (int)(bits_of(d) % 101), text) <= NUMBER_TEXT_MAX);
}

static void parse(const uint8_t *text, size_t length)
{
    size_t used;
    double value = number_parse_decimal((const char *)text, length, &used);
    REQUIRE(used <= length);
    if (used) {
        char *prefix = malloc(used + 1), *end;
        memcpy(prefix, text, used);
        prefix[used] = 0;
        REQUIRE(same_number(strtod(prefix, &end), value));
        REQUIRE(end == prefix + used);
        free(prefix);
    }
    uint16_t *wide = malloc(length * sizeof *wide + 1);
    for (size_t i = 0; i < length; i++)
        wide[i] = text[i];
    REQUIRE(same_number(number_from_latin1(text, length), number_from_utf16(wide, length)));
    free(wide);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double d;
    if (size < sizeof d)
        return 0;
    memcpy(&d, data, sizeof d);
    print(d);
    uint8_t *text = fuzz_copy(data + sizeof d, size - sizeof d);
    parse(text, size - sizeof d);
    free(text);
    return 0;
}
