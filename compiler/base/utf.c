/* UTF-8 and UTF-16 conversion, and the lexical character classes by binary search in generated range tables.
 *
 * Invariant: the decoder accepts exactly the shortest forms up to U+10FFFF, and surrogates in three bytes. */
#include "utf.h"

#include "unicode_id.inc"

static bool is_continuation(const char *at, const char *end)
{
    return at < end && ((unsigned char)*at & 0xC0) == 0x80;
}

static size_t decode_invalid(uint32_t *ret_code_point)
{
    *ret_code_point = 0xFFFD;
    return 1;
}

size_t utf8_decode(const char *at, const char *end, uint32_t *ret_code_point)
{
    if (at >= end)
        return 0;
    unsigned char first = (unsigned char)*at;
    if (first < 0x80) {
        *ret_code_point = first;
        return 1;
    }
    size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4)
        return decode_invalid(ret_code_point);
    uint32_t code_point = first & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if (!is_continuation(at + i, end))
            return decode_invalid(ret_code_point);
        code_point = code_point << 6 | ((unsigned char)at[i] & 0x3F);
    }
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code_point < smallest[size] || code_point > 0x10FFFF)
        return decode_invalid(ret_code_point);
    *ret_code_point = code_point;
    return size;
}

size_t utf8_encode(uint32_t code_point, char bytes[4])
{
    if (code_point < 0x80) {
        bytes[0] = (char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        bytes[0] = (char)(0xC0 | code_point >> 6);
        bytes[1] = (char)(0x80 | (code_point & 0x3F));
        return 2;
    }
    if (code_point < 0x10000) {
        bytes[0] = (char)(0xE0 | code_point >> 12);
        bytes[1] = (char)(0x80 | (code_point >> 6 & 0x3F));
        bytes[2] = (char)(0x80 | (code_point & 0x3F));
        return 3;
    }
    bytes[0] = (char)(0xF0 | code_point >> 18);
    bytes[1] = (char)(0x80 | (code_point >> 12 & 0x3F));
    bytes[2] = (char)(0x80 | (code_point >> 6 & 0x3F));
    bytes[3] = (char)(0x80 | (code_point & 0x3F));
    return 4;
}

size_t utf8_find_invalid(const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        uint32_t code_point;
        size_t size = utf8_decode(bytes + at, bytes + length, &code_point);
        if ((size == 1 && code_point == 0xFFFD) || utf16_is_surrogate(code_point))
            return at;
        at += size;
    }
    return length;
}

size_t utf8_count_code_points(const char *bytes, size_t length)
{
    size_t count = 0;
    uint32_t code_point;
    for (const char *at = bytes, *end = bytes + length; at < end; count++)
        at += utf8_decode(at, end, &code_point);
    return count;
}

size_t utf8_count_utf16(const char *bytes, size_t length)
{
    size_t count = 0;
    for (const char *at = bytes, *end = bytes + length; at < end;) {
        uint32_t code_point;
        at += utf8_decode(at, end, &code_point);
        count += code_point >= 0x10000 ? 2 : 1;
    }
    return count;
}

size_t utf16_encode(uint32_t code_point, uint16_t units[2])
{
    if (code_point < 0x10000) {
        units[0] = (uint16_t)code_point;
        return 1;
    }
    units[0] = (uint16_t)(0xD800 + ((code_point - 0x10000) >> 10));
    units[1] = (uint16_t)(0xDC00 + (code_point & 0x3FF));
    return 2;
}

uint16_t *utf8_to_utf16(Arena *arena, const char *bytes, size_t length, size_t *ret_unit_count)
{
    uint16_t *units = ARENA_ARRAY(arena, uint16_t, utf8_count_utf16(bytes, length) + 1);
    size_t count = 0;
    for (const char *at = bytes, *end = bytes + length; at < end;) {
        uint32_t code_point;
        at += utf8_decode(at, end, &code_point);
        count += utf16_encode(code_point, units + count);
    }
    *ret_unit_count = count;
    return units;
}

char *utf16_to_utf8(Arena *arena, const uint16_t *units, size_t unit_count, size_t *ret_length)
{
    char *bytes = arena_alloc(arena, unit_count * 3 + 4);
    size_t length = 0;
    for (size_t i = 0; i < unit_count; i++) {
        uint32_t code_point = units[i];
        if (utf16_is_lead(code_point) && i + 1 < unit_count && utf16_is_trail(units[i + 1]))
            code_point = utf16_combine(code_point, units[++i]);
        length += utf8_encode(code_point, bytes + length);
    }
    bytes[length] = 0;
    *ret_length = length;
    return bytes;
}

static bool in_ranges(const UtfRange *ranges, size_t count, uint32_t code_point)
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code_point > ranges[middle].last)
            low = middle + 1;
        else if (code_point < ranges[middle].first)
            high = middle;
        else
            return true;
    }
    return false;
}

static bool is_ascii_letter(uint32_t code_point)
{
    return (code_point | 0x20) - 'a' < 26;
}

bool utf_is_identifier_start(uint32_t code_point)
{
    if (code_point < 0x80)
        return is_ascii_letter(code_point) || code_point == '$' || code_point == '_';
    return in_ranges(utf_id_start, sizeof utf_id_start / sizeof *utf_id_start, code_point);
}

bool utf_is_identifier_part(uint32_t code_point)
{
    if (code_point < 0x80)
        return is_ascii_letter(code_point) || code_point - '0' < 10 || code_point == '$' || code_point == '_';
    if (code_point == 0x200C || code_point == 0x200D)
        return true;
    return in_ranges(utf_id_continue, sizeof utf_id_continue / sizeof *utf_id_continue, code_point);
}

bool utf_is_white_space(uint32_t code_point)
{
    if (code_point < 0x80)
        return code_point == ' ' || code_point == '\t' || code_point == '\v' || code_point == '\f';
    return code_point == 0xA0 || code_point == 0xFEFF || code_point == 0x1680 || code_point - 0x2000 <= 10 ||
           code_point == 0x202F || code_point == 0x205F || code_point == 0x3000;
}

bool utf_is_line_terminator(uint32_t code_point)
{
    return code_point == '\n' || code_point == '\r' || code_point == 0x2028 || code_point == 0x2029;
}
