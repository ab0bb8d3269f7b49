/* Texts of numbers, both ways. */
#include "value/number.h"
#include "unit.h"
#include <stdlib.h>

static const char *printed(uint32_t length, char *text)
{
    text[length] = '\0';
    return text;
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

TEST(numbers_read_back_as_they_were)
{
    char text[NUMBER_TEXT_MAX + 1];
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 200000; i++) {
        double d;
        uint64_t bits = next_random(&state) & ~(UINT64_C(1) << 63);
        memcpy(&d, &bits, sizeof d);
        if (d != d || isinf(d))
            continue;
        size_t used, length = number_print(d, text);
        double back = number_parse_decimal(text, length, &used);
        if (back != d || used != length) {
            unit_fail(__FILE__, __LINE__, printed((uint32_t)length, text));
            return;
        }
    }
}

TEST(shortest_texts_have_no_digit_too_many)
{
    char text[NUMBER_TEXT_MAX + 1], library[40];
    uint64_t state = 1;
    for (int i = 0; i < 20000; i++) {
        double d;
        uint64_t bits = next_random(&state) & ~(UINT64_C(1) << 63);
        memcpy(&d, &bits, sizeof d);
        if (d != d || isinf(d) || d == 0)
            continue;
        int precision = 1;
        while (snprintf(library, sizeof library, "%.*e", precision - 1, d), strtod(library, NULL) != d)
            precision++;
        int digits = 0;
        printed(number_print_exponential(d, -1, text), text);
        for (const char *p = text; *p && *p != 'e'; p++)
            digits += *p != '.';
        CHECK_INT(digits, precision);
    }
}

TEST(numbers_print_as_the_specification_says)
{
    char text[NUMBER_TEXT_MAX + 1];
    CHECK_TEXT(printed(number_print(0.1, text), text), "0.1");
    CHECK_TEXT(printed(number_print(1e21, text), text), "1e+21");
    CHECK_TEXT(printed(number_print(123456789012345680000.0, text), text), "123456789012345680000");
    CHECK_TEXT(printed(number_print(1e-7, text), text), "1e-7");
    CHECK_TEXT(printed(number_print(-0.000001, text), text), "-0.000001");
    CHECK_TEXT(printed(number_print(5e-324, text), text), "5e-324");
    CHECK_TEXT(printed(number_print_fixed(2.5, 0, text), text), "3");
    CHECK_TEXT(printed(number_print_fixed(1.005, 2, text), text), "1.00");
    CHECK_TEXT(printed(number_print_fixed(99.99, 1, text), text), "100.0");
    CHECK_TEXT(printed(number_print_fixed(1e20, 2, text), text), "100000000000000000000.00");
    CHECK_TEXT(printed(number_print_precision(123.456, 4, text), text), "123.5");
    CHECK_TEXT(printed(number_print_precision(1e21, 3, text), text), "1.00e+21");
    CHECK_TEXT(printed(number_print_exponential(12345, 2, text), text), "1.23e+4");
    CHECK_TEXT(printed(number_print_radix(255.5, 16, text), text), "ff.8");
}

TEST(texts_convert_to_numbers_with_white_space_and_prefixes)
{
    CHECK(number_from_latin1((const uint8_t *)" 0x1F\n", 6) == 31);
    CHECK(number_from_latin1((const uint8_t *)"", 0) == 0);
    CHECK(number_from_latin1((const uint8_t *)"-Infinity", 9) == -INFINITY);
    CHECK(isnan(number_from_latin1((const uint8_t *)"1x", 2)));
    CHECK(isnan(number_from_latin1((const uint8_t *)"-0x1", 4)));
    CHECK(number_parse_radix("20000000000001f", 15, 16) == 144115188075855903.0);
}
