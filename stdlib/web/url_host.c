/* Hosts of URLs. Domains follow UTS #46 in the form that browsers use (non-transitional, without the checks of STD3):
 * mapping by case folding and NFKC, then Punycode (RFC 3492) for labels beyond ASCII. */
#include "url_host.h"

#include <stdio.h>
#include <string.h>

#include "sinew.h"
#include "unicode/unicode.h"

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    char lower = (char)(c | 32);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool url_percent_byte(UrlText text, uint32_t index, int *ret_byte)
{
    if (text.length - index < 3 || text.bytes[index] != '%')
        return false;
    int high = hex_digit(text.bytes[index + 1]), low = hex_digit(text.bytes[index + 2]);
    if (high < 0 || low < 0)
        return false;
    *ret_byte = high * 16 + low;
    return true;
}

UrlText url_percent_decode(UrlText text)
{
    if (!memchr(text.bytes, '%', text.length))
        return text;
    UrlBuffer out = { 0 };
    for (uint32_t i = 0; i < text.length; i++) {
        int byte;
        char c = text.bytes[i];
        if (url_percent_byte(text, i, &byte)) {
            c = (char)byte;
            i += 2;
        }
        url_buffer_add(&out, &c, 1);
    }
    return url_buffer_text(&out);
}

/* ---- domains */

static void *allocate_units(void *closure, size_t bytes)
{
    (void)closure;
    JsCell *cell = js_alloc((bytes + sizeof(JsCell) + 7) & ~(size_t)7, false);
    *cell = (JsCell){ .kind = JS_KIND_INTERNAL };
    return cell + 1;
}

/* One code point of UTF-8 at text[*index]; ill-formed bytes give U+FFFD. Advances the index. */
static uint32_t next_code_point(UrlText text, uint32_t *index)
{
    unsigned char lead = (unsigned char)text.bytes[(*index)++];
    if (lead < 0x80)
        return lead;
    int more = lead >= 0xf0 && lead < 0xf5 ? 3 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xc2 && lead < 0xe0 ? 1 : 0;
    if (!more)
        return 0xfffd;
    uint32_t code = lead & (0x3f >> more);
    for (int i = 0; i < more; i++) {
        if (*index >= text.length || ((unsigned char)text.bytes[*index] & 0xc0) != 0x80)
            return 0xfffd;
        code = code << 6 | ((unsigned char)text.bytes[(*index)++] & 0x3f);
    }
    return code;
}

static void put_unit(UrlBuffer *out, uint32_t code)
{
    uint16_t units[2] = { (uint16_t)code, 0 };
    size_t count = 1;
    if (code > 0xffff) {
        units[0] = (uint16_t)(0xd800 + ((code - 0x10000) >> 10));
        units[1] = (uint16_t)(0xdc00 + ((code - 0x10000) & 0x3ff));
        count = 2;
    }
    url_buffer_add(out, (const char *)units, count * 2);
}

/* What UTS #46 removes: soft hyphen, joiner controls of formatting, variation selectors, zero width space, BOM. */
static bool is_ignored(uint32_t code)
{
    return code == 0xad || code == 0x34f || (code >= 0x180b && code <= 0x180d) || code == 0x200b || code == 0x2060 ||
           code == 0x2064 || (code >= 0xfe00 && code <= 0xfe0f) || code == 0xfeff;
}

/* The mapped domain as UTF-16, or NULL. ß and final sigma stay (non-transitional processing). */
static uint16_t *map_domain(UrlText domain, size_t *ret_length)
{
    UrlBuffer units = { 0 };
    for (uint32_t i = 0; i < domain.length;) {
        uint32_t code = next_code_point(domain, &i);
        if (is_ignored(code))
            continue;
        if (code == 0x3002 || code == 0xff61)
            code = '.';
        if (code == 0x1e9e)
            code = 0xdf;
        put_unit(&units, code == 0xdf || code == 0x3c2 ? code : unicode_simple_fold(code));
    }
    size_t length;
    uint16_t *normal = unicode_normalize(UNICODE_NFKC, (const uint16_t *)(void *)units.bytes, units.length / 2, &length,
                                         allocate_units, NULL, NULL);
    if (!normal)
        return NULL;
    for (size_t i = 0; i < length; i++)
        if (normal[i] != 0xdf && normal[i] != 0x3c2)
            normal[i] = (uint16_t)unicode_simple_fold(normal[i]);
    *ret_length = length;
    return normal;
}

static uint32_t punycode_adapt(uint32_t delta, uint32_t points, bool is_first)
{
    delta = is_first ? delta / 700 : delta / 2;
    delta += delta / points;
    uint32_t k = 0;
    for (; delta > 455; k += 36)
        delta /= 35;
    return k + 36 * delta / (delta + 38);
}

/* RFC 3492 6.3 on the code points of one label. */
static void punycode_encode(const uint32_t *codes, uint32_t count, UrlBuffer *out)
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    uint32_t n = 128, delta = 0, bias = 72, basic = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (codes[i] < 128) {
            char c = (char)codes[i];
            url_buffer_add(out, &c, 1);
            basic++;
        }
    }
    if (basic)
        url_buffer_add(out, "-", 1);
    for (uint32_t handled = basic; handled < count; delta++, n++) {
        uint32_t smallest = UINT32_MAX;
        for (uint32_t i = 0; i < count; i++)
            if (codes[i] >= n && codes[i] < smallest)
                smallest = codes[i];
        delta += (smallest - n) * (handled + 1);
        n = smallest;
        for (uint32_t i = 0; i < count; i++) {
            if (codes[i] < n)
                delta++;
            if (codes[i] != n)
                continue;
            uint32_t q = delta;
            for (uint32_t k = 36;; k += 36) {
                uint32_t t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
                if (q < t)
                    break;
                url_buffer_add(out, &digits[t + (q - t) % (36 - t)], 1);
                q = (q - t) / (36 - t);
            }
            url_buffer_add(out, &digits[q], 1);
            bias = punycode_adapt(delta, handled + 1, handled == basic);
            delta = 0;
            handled++;
        }
    }
}

/* A label may have at most 63 octets in DNS; longer ones are let through as browsers do, up to this bound. */
enum { LABEL_MAX = 1000 };

static bool add_label(const uint16_t *units, size_t length, UrlBuffer *out)
{
    uint32_t codes[LABEL_MAX], count = 0;
    bool is_ascii = true;
    for (size_t i = 0; i < length; i++) {
        if (count == LABEL_MAX)
            return false;
        uint32_t code = units[i];
        if (code >= 0xd800 && code < 0xdc00 && i + 1 < length && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000)
            code = 0x10000 + ((code - 0xd800) << 10) + (units[++i] - 0xdc00u);
        if (code == 0xfffd || (code >= 0xd800 && code < 0xe000))
            return false;
        is_ascii &= code < 128;
        codes[count++] = code;
    }
    if (!is_ascii) {
        url_buffer_add(out, "xn--", 4);
        punycode_encode(codes, count, out);
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        char c = (char)codes[i];
        url_buffer_add(out, &c, 1);
    }
    return true;
}

/* Domain to ASCII (3.3). */
static bool domain_to_ascii(UrlText domain, UrlText *ret_ascii)
{
    UrlBuffer out = { 0 };
    bool is_ascii = true;
    for (uint32_t i = 0; i < domain.length; i++)
        is_ascii &= (unsigned char)domain.bytes[i] < 0x80;
    if (is_ascii) {
        for (uint32_t i = 0; i < domain.length; i++) {
            char c = domain.bytes[i];
            if (c >= 'A' && c <= 'Z')
                c |= 32;
            url_buffer_add(&out, &c, 1);
        }
        *ret_ascii = url_buffer_text(&out);
        return true;
    }
    size_t length, start = 0;
    uint16_t *units = map_domain(domain, &length);
    if (!units)
        return false;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && units[i] != '.')
            continue;
        if (!add_label(units + start, i - start, &out))
            return false;
        if (i < length)
            url_buffer_add(&out, ".", 1);
        start = i + 1;
    }
    *ret_ascii = url_buffer_text(&out);
    return true;
}

static bool is_forbidden(unsigned char c, bool is_domain)
{
    if (c && strchr(" #/:<>?@[\\]^|\t\n\r", c))
        return true;
    return c == 0 || (is_domain && (c <= 0x1f || c == '%' || c == 0x7f));
}

/* ---- IPv4 (3.5) */

static bool ipv4_number(const char *s, size_t length, uint64_t *ret_number)
{
    unsigned base = 10;
    if (length >= 2 && s[0] == '0' && (s[1] | 32) == 'x') {
        base = 16;
        s += 2, length -= 2;
    } else if (length >= 2 && s[0] == '0') {
        base = 8;
        s++, length--;
    }
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++) {
        int digit = hex_digit(s[i]);
        if (digit < 0 || digit >= (int)base)
            return false;
        number = number * base + (unsigned)digit;
        if (number > UINT32_MAX)
            number = (uint64_t)UINT32_MAX + 1;
    }
    *ret_number = number;
    return true;
}

/* "Ends in a number" checker: whether the host must be an IPv4 address. */
static bool ends_in_number(UrlText host)
{
    uint32_t end = host.length;
    if (end && host.bytes[end - 1] == '.')
        end--;
    uint32_t start = end;
    while (start && host.bytes[start - 1] != '.')
        start--;
    if (start == end)
        return false;
    bool all_digits = true;
    for (uint32_t i = start; i < end; i++)
        all_digits &= host.bytes[i] >= '0' && host.bytes[i] <= '9';
    uint64_t number;
    return all_digits || (end - start >= 2 && host.bytes[start] == '0' && (host.bytes[start + 1] | 32) == 'x' &&
                          ipv4_number(host.bytes + start, end - start, &number));
}

static bool parse_ipv4(UrlText host, UrlText *ret_host)
{
    uint64_t numbers[4];
    uint32_t count = 0, start = 0, length = host.length;
    if (length && host.bytes[length - 1] == '.')
        length--;
    for (uint32_t i = 0; i <= length; i++) {
        if (i < length && host.bytes[i] != '.')
            continue;
        if (count == 4 || i == start || !ipv4_number(host.bytes + start, i - start, &numbers[count++]))
            return false;
        start = i + 1;
    }
    uint64_t last = numbers[count - 1], address = last;
    for (uint32_t i = 0; i + 1 < count; i++) {
        if (numbers[i] > 255)
            return false;
        address += numbers[i] << (8 * (3 - i));
    }
    if (last >= (uint64_t)1 << (8 * (5 - count)))
        return false;
    char text[20];
    int n = snprintf(text, sizeof text, "%u.%u.%u.%u", (unsigned)(address >> 24) & 255, (unsigned)(address >> 16) & 255,
                     (unsigned)(address >> 8) & 255, (unsigned)address & 255);
    UrlBuffer out = { 0 };
    url_buffer_add(&out, text, (size_t)n);
    *ret_host = url_buffer_text(&out);
    return true;
}

/* ---- IPv6 (3.5) */

/* The dotted tail of an address, into two pieces. */
static bool parse_ipv4_tail(const char *s, const char *end, uint16_t pieces[2])
{
    uint32_t address = 0;
    for (int part = 0; part < 4; part++) {
        if (part && (s == end || *s++ != '.'))
            return false;
        if (s == end || *s < '0' || *s > '9')
            return false;
        unsigned value = 0, digits = 0;
        for (; s < end && *s >= '0' && *s <= '9'; s++, digits++) {
            if (digits && value == 0)
                return false;
            value = value * 10 + (unsigned)(*s - '0');
            if (value > 255)
                return false;
        }
        address = address << 8 | value;
    }
    pieces[0] = (uint16_t)(address >> 16);
    pieces[1] = (uint16_t)address;
    return s == end;
}

static bool parse_ipv6_pieces(const char *s, const char *end, uint16_t pieces[8])
{
    int count = 0, compress = -1;
    if (s < end && *s == ':') {
        if (end - s < 2 || s[1] != ':')
            return false;
        s += 2;
        compress = 0;
    }
    while (s < end) {
        if (count == 8)
            return false;
        if (*s == ':') {
            if (compress >= 0)
                return false;
            s++;
            compress = count;
            continue;
        }
        const char *start = s;
        unsigned value = 0;
        for (; s < end && s - start < 4 && hex_digit(*s) >= 0; s++)
            value = value * 16 + (unsigned)hex_digit(*s);
        if (s < end && *s == '.') {
            if (s == start || count > 6 || !parse_ipv4_tail(start, end, pieces + count))
                return false;
            count += 2;
            break;
        }
        if (s == start)
            return false;
        pieces[count++] = (uint16_t)value;
        if (s == end)
            break;
        if (*s++ != ':' || s == end)
            return false;
    }
    if (compress < 0)
        return count == 8;
    if (count == 8)
        return false;
    int moved = count - compress;
    memmove(pieces + 8 - moved, pieces + compress, (size_t)moved * sizeof *pieces);
    memset(pieces + compress, 0, (size_t)(8 - moved - compress) * sizeof *pieces);
    return true;
}

static UrlText serialize_ipv6(const uint16_t pieces[8])
{
    int best = -1, best_length = 1;
    for (int i = 0; i < 8; i++) {
        int length = 0;
        while (i + length < 8 && pieces[i + length] == 0)
            length++;
        if (length > best_length) {
            best = i;
            best_length = length;
        }
        i += length;
    }
    char text[48];
    size_t n = 0;
    text[n++] = '[';
    for (int i = 0; i < 8; i++) {
        if (i == best) {
            text[n++] = ':';
            if (i == 0)
                text[n++] = ':';
            i += best_length - 1;
            continue;
        }
        n += (size_t)snprintf(text + n, sizeof text - n, i < 7 ? "%x:" : "%x", pieces[i]);
    }
    text[n++] = ']';
    UrlBuffer out = { 0 };
    url_buffer_add(&out, text, n);
    return url_buffer_text(&out);
}

/* ---- the host parser */

static bool parse_opaque(UrlText input, UrlText *ret_host)
{
    UrlBuffer out = { 0 };
    for (uint32_t i = 0; i < input.length; i++) {
        unsigned char c = (unsigned char)input.bytes[i];
        if (is_forbidden(c, false))
            return false;
        if (c > 0x1f && c < 0x7f) {
            url_buffer_add(&out, input.bytes + i, 1);
        } else {
            char text[4];
            url_buffer_add(&out, text, (size_t)snprintf(text, sizeof text, "%%%02X", c));
        }
    }
    *ret_host = url_buffer_text(&out);
    return true;
}

bool url_host_parse(UrlText input, bool is_opaque, UrlText *ret_host)
{
    if (input.length && input.bytes[0] == '[') {
        uint16_t pieces[8];
        if (input.bytes[input.length - 1] != ']' ||
            !parse_ipv6_pieces(input.bytes + 1, input.bytes + input.length - 1, pieces))
            return false;
        *ret_host = serialize_ipv6(pieces);
        return true;
    }
    if (is_opaque)
        return parse_opaque(input, ret_host);
    UrlText ascii;
    if (!domain_to_ascii(url_percent_decode(input), &ascii) || ascii.length == 0)
        return false;
    for (uint32_t i = 0; i < ascii.length; i++)
        if (is_forbidden((unsigned char)ascii.bytes[i], true))
            return false;
    if (ends_in_number(ascii))
        return parse_ipv4(ascii, ret_host);
    *ret_host = ascii;
    return true;
}
