/* Numbers and their texts, 6.1.6.1.20 Number::toString, 7.1.4.1 StringToNumber, and the exact formats of 21.1.3.
 * Pure C: no heap, no exceptions. */
#pragma once
#include "sinew.h"

enum { NUMBER_TEXT_MAX = 1400 }; /* bytes that any of the printers below may write, without NUL */

/* Shortest text that reads back as d (radix 10). Returns its length; not NUL-terminated. At most 25 bytes. */
uint32_t number_print(double d, char *out);
uint32_t number_print_int(int32_t i, char *out);
uint32_t number_print_radix(double d, int radix, char *out);           /* 2 .. 36, 21.1.3.6 */
uint32_t number_print_fixed(double d, int digits, char *out);          /* 0 .. 100, |d| < 1e21, 21.1.3.3 */
uint32_t number_print_exponential(double d, int digits, char *out);    /* 0 .. 100, or -1: as many as necessary, 21.1.3.2 */
uint32_t number_print_precision(double d, int precision, char *out);   /* 1 .. 100, finite, 21.1.3.5 */

/* Correctly rounded value of the longest prefix of text that is a StrUnsignedDecimalLiteral (digits, '.', exponent; no sign,
 * no Infinity). *ret_used is 0 when there is none. */
double number_parse_decimal(const char *text, size_t length, size_t *ret_used);
/* Value of digits in a radix (2 .. 36), all of which are valid; correctly rounded. */
double number_parse_radix(const char *digits, size_t length, int radix);
/* StringToNumber of Latin-1 or UTF-16 characters: white space trimmed, empty is 0, 0x 0o 0b, Infinity, else NaN. */
double number_from_latin1(const uint8_t *text, size_t length);
double number_from_utf16(const uint16_t *text, size_t length);
/* WhiteSpace or LineTerminator (12.2, 12.3) */
bool js_is_white_space(uint32_t code_point);

/* Is the text a canonical array index (0 .. 2^32-2)? */
bool number_is_index_latin1(const uint8_t *text, size_t length, uint32_t *ret_index);
