/* What a code point is: identifier part, white space, member of a named property. */
#include "unicode/unicode.h"

#include <string.h>

#include "unicode/unicode_tables.h"

/* Boundaries alternate between "from here in" and "from here out": a code point is in if an odd number are <= it. */
static bool is_within(const uint32_t *boundaries, uint32_t count, uint32_t code_point)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (boundaries[middle] <= code_point)
            low = middle + 1;
        else
            high = middle;
    }
    return low & 1;
}

bool unicode_is_id_start(uint32_t code_point)
{
    if (code_point < 0x80)
        return (code_point | 0x20) - 'a' < 26;
    return is_within(unicode_id_start_boundaries, unicode_id_start_boundaries_count, code_point);
}

bool unicode_is_id_continue(uint32_t code_point)
{
    if (code_point < 0x80)
        return (code_point | 0x20) - 'a' < 26 || code_point - '0' < 10 || code_point == '_';
    return is_within(unicode_id_continue_boundaries, unicode_id_continue_boundaries_count, code_point);
}

bool unicode_is_white_space(uint32_t code_point)
{
    if (code_point < 0x80)
        return code_point == ' ' || code_point == '\t' || code_point == '\v' || code_point == '\f';
    return code_point == 0xa0 || code_point == 0x1680 || (code_point >= 0x2000 && code_point <= 0x200a) ||
           code_point == 0x202f || code_point == 0x205f || code_point == 0x3000 || code_point == 0xfeff;
}

bool unicode_is_line_terminator(uint32_t code_point)
{
    return code_point == '\n' || code_point == '\r' || code_point == 0x2028 || code_point == 0x2029;
}

static bool is_cased(uint32_t code_point)
{
    return is_within(unicode_cased_boundaries, unicode_cased_boundaries_count, code_point);
}

static bool is_case_ignorable(uint32_t code_point)
{
    return is_within(unicode_case_ignorable_boundaries, unicode_case_ignorable_boundaries_count, code_point);
}

static bool is_lead(uint32_t unit)
{
    return (unit & 0xfc00) == 0xd800;
}

static bool is_trail(uint32_t unit)
{
    return (unit & 0xfc00) == 0xdc00;
}

static uint32_t combine(uint32_t lead, uint32_t trail)
{
    return 0x10000 + ((lead - 0xd800) << 10) + (trail - 0xdc00);
}

static bool follows_cased(const uint16_t *chars, size_t index)
{
    while (index > 0) {
        uint32_t code_point = chars[--index];
        if (is_trail(code_point) && index > 0 && is_lead(chars[index - 1]))
            code_point = combine(chars[--index], code_point);
        if (!is_case_ignorable(code_point))
            return is_cased(code_point);
    }
    return false;
}

static bool precedes_cased(const uint16_t *chars, size_t length, size_t index)
{
    while (++index < length) {
        uint32_t code_point = chars[index];
        if (is_lead(code_point) && index + 1 < length && is_trail(chars[index + 1]))
            code_point = combine(code_point, chars[++index]);
        if (!is_case_ignorable(code_point))
            return is_cased(code_point);
    }
    return false;
}

bool unicode_is_final_sigma(const uint16_t *chars, size_t length, size_t index)
{
    return follows_cased(chars, index) && !precedes_cased(chars, length, index);
}

/* Compares as the table is ordered: by space, then by text. */
static int compare_name(const UnicodeNameRow *row, int space, const char *name, size_t length)
{
    if (row->space != space)
        return row->space < space ? -1 : 1;
    size_t common = row->length < length ? row->length : length;
    int order = memcmp(unicode_name_text + row->text, name, common);
    if (order)
        return order;
    return row->length < length ? -1 : row->length > length;
}

static const UnicodeNameRow *find_name(int space, const char *name, size_t length)
{
    uint32_t low = 0, high = unicode_name_rows_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = compare_name(&unicode_name_rows[middle], space, name, length);
        if (order == 0)
            return &unicode_name_rows[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static bool is_named(const char *name, size_t length, const char *long_name, const char *short_name)
{
    return (length == strlen(long_name) && memcmp(name, long_name, length) == 0) ||
           (length == strlen(short_name) && memcmp(name, short_name, length) == 0);
}

static const UnicodeNameRow *find_property_row(const char *name, size_t name_length, const char *value,
                                               size_t value_length)
{
    if (!value) {
        for (int space = UNICODE_NAMES_BINARY; space <= UNICODE_NAMES_SEQUENCE; space++) {
            bool needs_value = space == UNICODE_NAMES_SCRIPT || space == UNICODE_NAMES_SCRIPT_EXTENSIONS;
            const UnicodeNameRow *row = needs_value ? NULL : find_name(space, name, name_length);
            if (row)
                return row;
        }
        return NULL;
    }
    if (is_named(name, name_length, "General_Category", "gc"))
        return find_name(UNICODE_NAMES_GENERAL_CATEGORY, value, value_length);
    if (is_named(name, name_length, "Script", "sc"))
        return find_name(UNICODE_NAMES_SCRIPT, value, value_length);
    if (is_named(name, name_length, "Script_Extensions", "scx"))
        return find_name(UNICODE_NAMES_SCRIPT_EXTENSIONS, value, value_length);
    return NULL;
}

bool unicode_find_property(const char *name, size_t name_length, const char *value, size_t value_length,
                           UnicodeProperty *ret_property)
{
    const UnicodeNameRow *row = find_property_row(name, name_length, value, value_length);
    if (!row)
        return false;
    *ret_property = (UnicodeProperty){ .index = row->index, .is_of_strings = row->space == UNICODE_NAMES_SEQUENCE };
    return true;
}

static uint32_t read_distance(const uint8_t **cursor)
{
    uint32_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = *(*cursor)++;
        value |= (uint32_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
}

void unicode_property_ranges(UnicodeProperty property, void (*visit)(void *closure, uint32_t first, uint32_t last),
                             void *closure)
{
    const uint8_t *cursor = unicode_set_bytes + unicode_set_offsets[property.index];
    const uint8_t *end = unicode_set_bytes + unicode_set_offsets[property.index + 1];
    uint32_t boundary = 0;
    while (cursor < end) {
        uint32_t first = boundary + read_distance(&cursor);
        boundary = first + read_distance(&cursor);
        visit(closure, first, boundary - 1);
    }
}

void unicode_property_strings(UnicodeProperty property,
                              void (*visit)(void *closure, const uint16_t *units, size_t length), void *closure)
{
    uint32_t count = unicode_sequence_offsets_count - 1;
    bool is_union = property.index == count; /* RGI_Emoji */
    const uint16_t *cursor = unicode_sequence_units + unicode_sequence_offsets[is_union ? 0 : property.index];
    const uint16_t *end = unicode_sequence_units + unicode_sequence_offsets[is_union ? count : property.index + 1u];
    for (; cursor < end; cursor += 1 + cursor[0])
        visit(closure, cursor + 1, cursor[0]);
}
