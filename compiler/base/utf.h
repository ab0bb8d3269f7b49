/* UTF-8, UTF-16 and the character classes of ECMAScript's lexical grammar.
 *
 * Source text is UTF-8. Strings of the program may hold lone surrogates; as bytes those are WTF-8: the three bytes
 * that UTF-8 would give the surrogate's value. The classes come from Unicode's DerivedCoreProperties.txt (npm's
 * @unicode), turned into tables at build time by tools/gen-unicode-id.mjs. */
#ifndef SINEW_BASE_UTF_H
#define SINEW_BASE_UTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

/* Decodes one code point at `at` (before `end`) and returns how many bytes it took. Three-byte surrogates are taken as
 * they are (WTF-8). At a byte that starts no well-formed sequence: U+FFFD and 1. Returns 0 only when at == end. */
size_t utf8_decode(const char *at, const char *end, uint32_t *ret_code_point);

/* Writes the code point (0 .. 0x10FFFF, surrogates allowed) as one to four bytes and returns how many. */
size_t utf8_encode(uint32_t code_point, char bytes[4]);

/* The offset of the first byte that is not well-formed UTF-8 (surrogates are not), or `length` when there is none. */
size_t utf8_find_invalid(const char *bytes, size_t length);

/* How many code points, and how many UTF-16 units, the (W)UTF-8 text has. */
size_t utf8_count_code_points(const char *bytes, size_t length);
size_t utf8_count_utf16(const char *bytes, size_t length);

/* WTF-8 to UTF-16 units in the arena. A lead surrogate followed by a trail surrogate becomes the pair. */
uint16_t *utf8_to_utf16(Arena *arena, const char *bytes, size_t length, size_t *ret_unit_count);

/* UTF-16 units to WTF-8 (NUL-terminated) in the arena: pairs become four bytes, lone surrogates three. */
char *utf16_to_utf8(Arena *arena, const uint16_t *units, size_t unit_count, size_t *ret_length);

static inline bool utf16_is_lead(uint32_t unit)
{
    return (unit & 0xFFFFFC00) == 0xD800;
}

static inline bool utf16_is_trail(uint32_t unit)
{
    return (unit & 0xFFFFFC00) == 0xDC00;
}

static inline bool utf16_is_surrogate(uint32_t unit)
{
    return (unit & 0xFFFFF800) == 0xD800;
}

static inline uint32_t utf16_combine(uint32_t lead, uint32_t trail)
{
    return 0x10000 + ((lead - 0xD800) << 10) + (trail - 0xDC00);
}

/* Writes one or two units and returns how many. */
size_t utf16_encode(uint32_t code_point, uint16_t units[2]);

/* 12.7 IdentifierStartChar: ID_Start, $ and _. IdentifierPartChar: ID_Continue, $, ZWNJ and ZWJ. */
bool utf_is_identifier_start(uint32_t code_point);
bool utf_is_identifier_part(uint32_t code_point);

/* 12.2 WhiteSpace (without line terminators) and 12.3 LineTerminator. */
bool utf_is_white_space(uint32_t code_point);
bool utf_is_line_terminator(uint32_t code_point);

#endif
