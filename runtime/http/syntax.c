/* syntax.c - character classes, lists, authorities, reason phrases.
   Invariant: nothing here reads past the slice it is given. */
#include "http/syntax.h"

#include <string.h>

#define RANGE(from, to) [from ... to] = true

const bool http_is_token_char[256] = {
    RANGE('0', '9'), RANGE('A', 'Z'), RANGE('a', 'z'), ['!'] = true, ['#'] = true, ['$'] = true, ['%'] = true,
    ['&'] = true,    ['\''] = true,   ['*'] = true,    ['+'] = true, ['-'] = true, ['.'] = true, ['^'] = true,
    ['_'] = true,    ['`'] = true,    ['|'] = true,    ['~'] = true,
};

static const bool is_host_char[256] = {
    RANGE('0', '9'), RANGE('A', 'Z'), RANGE('a', 'z'), ['-'] = true, ['.'] = true,
    ['_'] = true,    ['~'] = true,    ['%'] = true,    ['!'] = true, ['$'] = true,
    ['&'] = true,    ['\''] = true,   ['('] = true,    [')'] = true, ['*'] = true,
    ['+'] = true,    [';'] = true,    ['='] = true, /* sub-delims but the comma: it joins lists of hosts */
};

bool http_is_token(HttpSlice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (!http_is_token_char[(uint8_t)text.data[i]])
            return false;
    return text.length > 0;
}

/* For eight octets at once: the high bit of those that are below 0x20, other than tab, or 0x7f. Octets with a high bit of their
 * own pass; a borrow from a neighbour can only mark an octet beside one that is marked rightly, or beside a tab. */
static uint64_t forbidden_octets(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), high = ones * 0x80;
    uint64_t is_control = (word - ones * 0x20) & ~word & high;
    uint64_t delete_or_zero = word ^ ones * 0x7f;
    uint64_t is_delete = (delete_or_zero - ones) & ~delete_or_zero & high;
    return is_control | is_delete;
}

static bool is_forbidden(uint8_t c)
{
    return (c < 0x20 && c != '\t') || c == 0x7f;
}

bool http_is_field_value(HttpSlice text)
{
    size_t i = 0;
    for (uint64_t word; i + sizeof word <= text.length; i += sizeof word) {
        memcpy(&word, text.data + i, sizeof word);
        if (!forbidden_octets(word))
            continue;
        for (size_t k = i; k < i + sizeof word; k++)
            if (is_forbidden((uint8_t)text.data[k]))
                return false;
    }
    for (; i < text.length; i++)
        if (is_forbidden((uint8_t)text.data[i]))
            return false;
    return true;
}

bool http_slice_is(HttpSlice slice, const char *lower)
{
    for (size_t i = 0; i < slice.length; i++) {
        char c = slice.data[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c | 0x20);
        if (c != lower[i] || !lower[i])
            return false;
    }
    return lower[slice.length] == '\0';
}

HttpSlice http_trim(HttpSlice slice)
{
    while (slice.length && (slice.data[0] == ' ' || slice.data[0] == '\t'))
        slice = (HttpSlice){slice.data + 1, slice.length - 1};
    while (slice.length && (slice.data[slice.length - 1] == ' ' || slice.data[slice.length - 1] == '\t'))
        slice.length--;
    return slice;
}

bool http_next_element(HttpSlice *list, HttpSlice *ret_element)
{
    if (!list->data)
        return false;
    const char *comma = memchr(list->data, ',', list->length);
    size_t length = comma ? (size_t)(comma - list->data) : list->length;
    *ret_element = http_trim((HttpSlice){list->data, length});
    if (comma)
        *list = (HttpSlice){comma + 1, list->length - length - 1};
    else
        *list = (HttpSlice){NULL, 0};
    return true;
}

static bool is_port(HttpSlice text)
{
    uint32_t port = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        port = port * 10 + (uint32_t)(text.data[i] - '0');
        if (port > 65535)
            return false;
    }
    return true; /* an empty port is allowed (RFC 3986, 3.2.3) */
}

/* Length of the "[...]" in front, or 0. */
static size_t ip_literal_length(HttpSlice text)
{
    size_t i = 1;
    while (i < text.length && (text.data[i] == ':' || (is_host_char[(uint8_t)text.data[i]] && text.data[i] != '%')))
        i++;
    return i > 1 && i < text.length && text.data[i] == ']' ? i + 1 : 0;
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

static size_t reg_name_length(HttpSlice text)
{
    size_t i = 0;
    while (i < text.length && is_host_char[(uint8_t)text.data[i]]) {
        if (text.data[i] == '%' && (i + 2 >= text.length || !is_hex(text.data[i + 1]) || !is_hex(text.data[i + 2])))
            return 0;
        i++;
    }
    return i;
}

bool http_is_authority(HttpSlice text)
{
    size_t length = text.length && text.data[0] == '[' ? ip_literal_length(text) : reg_name_length(text);
    if (length == 0)
        return false;
    if (length == text.length)
        return true;
    return text.data[length] == ':' && is_port((HttpSlice){text.data + length + 1, text.length - length - 1});
}

HttpSlice http_reason(int status)
{
    switch (status) {
#define HTTP_STATUS(code, phrase)                                                                                      \
    case code:                                                                                                         \
        return HTTP_SLICE(phrase);
#include "http/status.def"
#undef HTTP_STATUS
    }
    return HTTP_SLICE("");
}
