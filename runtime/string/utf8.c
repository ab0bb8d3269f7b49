/* UTF-8 and WTF-8 to strings and back. Decoding follows the WHATWG Encoding Standard: each maximal malformed part becomes one
 * U+FFFD. WTF-8 (literals of emitted code) also has lone surrogates in three bytes. */
#include "string/internal.h"
#include "value/throw.h"
#include <stdlib.h>

enum { REPLACEMENT = 0xFFFD, ROUND = 4096 };

/* One code point at p (p < end); *p moves past it. */
static uint32_t decode(const uint8_t **p, const uint8_t *end, bool surrogates_allowed)
{
    uint8_t lead = *(*p)++;
    if (lead < 0x80)
        return lead;
    if (lead < 0xC2 || lead > 0xF4)
        return REPLACEMENT;
    int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    uint32_t code_point = lead & (0x3F >> more);
    uint8_t low = 0x80, high = 0xBF;
    if (lead == 0xE0)
        low = 0xA0;
    if (lead == 0xED && !surrogates_allowed)
        high = 0x9F;
    if (lead == 0xF0)
        low = 0x90;
    if (lead == 0xF4)
        high = 0x8F;
    for (; more; more--) {
        if (*p == end || **p < low || **p > high)
            return REPLACEMENT;
        code_point = code_point << 6 | (*(*p)++ & 0x3F);
        low = 0x80;
        high = 0xBF;
    }
    return code_point;
}

static bool is_ascii_block(const uint8_t *bytes, size_t length)
{
    uint64_t word, seen = 0;
    size_t i = 0;
    for (; i + sizeof word <= length; i += sizeof word) {
        memcpy(&word, bytes + i, sizeof word);
        seen |= word;
    }
    for (; i < length; i++)
        seen |= bytes[i];
    return !(seen & UINT64_C(0x8080808080808080));
}

bool js_is_ascii(const uint8_t *bytes, size_t length)
{
    for (; length > ROUND; bytes += ROUND, length -= ROUND) {
        if (!is_ascii_block(bytes, ROUND))
            return false;
        js_charge(ROUND / 16);
    }
    return is_ascii_block(bytes, length);
}

static JsValue decode_text(const char *bytes, size_t length, bool surrogates_allowed)
{
    const uint8_t *p = (const uint8_t *)bytes, *end = p + length;
    if (js_is_ascii(p, length))
        return js_string_from_latin1(p, length);
    size_t units = 0;
    uint32_t greatest = 0;
    while (p < end) {
        uint32_t code_point = decode(&p, end, surrogates_allowed);
        units += code_point > 0xFFFF ? 2 : 1;
        greatest = code_point > greatest ? code_point : greatest;
        js_charge_round(units, 2);
    }
    p = (const uint8_t *)bytes;
    if (units == 1)
        return js_string_from_code_unit((uint16_t)greatest);
    bool is_wide = greatest > 0xFF;
    JsString *s = TRY_PTR(is_wide ? js_string_new_wide(units) : js_string_new_latin1(units));
    const uint8_t *paid = p;
    for (size_t i = 0; p < end;) {
        if ((size_t)(p - paid) >= ROUND) {
            paid = p;
            js_charge(ROUND * 3);
        }
        uint32_t code_point = decode(&p, end, surrogates_allowed);
        if (!is_wide) {
            s->u.latin1[i++] = (uint8_t)code_point;
        } else if (code_point < 0x10000) {
            s->u.wide[i++] = (uint16_t)code_point;
        } else {
            s->u.wide[i++] = (uint16_t)(0xD7C0 + (code_point >> 10));
            s->u.wide[i++] = (uint16_t)(0xDC00 | (code_point & 0x3FF));
        }
    }
    return js_value(s);
}

JsValue js_string_from_utf8(const char *bytes, size_t length)
{
    return decode_text(bytes, length, false);
}

JsValue js_string_from_wtf8(const char *bytes, size_t length)
{
    return decode_text(bytes, length, true);
}

static size_t encode(uint32_t code_point, char *out)
{
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        out[0] = (char)(0xC0 | code_point >> 6);
        out[1] = (char)(0x80 | (code_point & 0x3F));
        return 2;
    }
    if (code_point < 0x10000) {
        out[0] = (char)(0xE0 | code_point >> 12);
        out[1] = (char)(0x80 | (code_point >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code_point & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code_point >> 18);
    out[1] = (char)(0x80 | (code_point >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code_point >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code_point & 0x3F));
    return 4;
}

/* The code point at *i, which moves past it. */
static uint32_t next_code_point(JsChars c, uint32_t *i)
{
    uint32_t first = js_chars_at(c, (*i)++);
    if ((first & 0xFC00) != 0xD800 || *i >= c.length)
        return first;
    uint32_t second = js_chars_at(c, *i);
    if ((second & 0xFC00) != 0xDC00)
        return first;
    (*i)++;
    return 0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF);
}

size_t js_string_utf8_length(JsString *s)
{
    JsChars c = js_string_chars(s);
    size_t bytes = c.length;
    if (c.latin1) {
        for (uint32_t i = 0; i < c.length; i++)
            bytes += c.latin1[i] >> 7;
        return bytes;
    }
    char scratch[4];
    bytes = 0;
    for (uint32_t i = 0, round = 0; i < c.length; round++) {
        bytes += encode(next_code_point(c, &i), scratch);
        js_charge_round(round, 3);
    }
    return bytes;
}

static size_t encode_text(JsString *s, char *out, size_t capacity, bool surrogates_allowed)
{
    JsChars c = js_string_chars(s);
    size_t used = 0;
    uint32_t paid = 0;
    for (uint32_t i = 0; i < c.length;) {
        char bytes[4];
        if (!surrogates_allowed && i - paid >= ROUND) { /* js_string_to_c holds memory that a killed agent would leave */
            paid = i;
            js_charge(ROUND * 3);
        }
        if (c.latin1 && c.latin1[i] < 0x80) {
            if (used == capacity)
                return used;
            out[used++] = (char)c.latin1[i++];
            continue;
        }
        uint32_t code_point = next_code_point(c, &i);
        if (!surrogates_allowed && (code_point & 0x1FF800) == 0xD800)
            code_point = REPLACEMENT;
        size_t count = encode(code_point, bytes);
        if (used + count > capacity)
            return used;
        memcpy(out + used, bytes, count);
        used += count;
    }
    return used;
}

size_t js_string_to_utf8(JsString *s, char *out, size_t capacity)
{
    return encode_text(s, out, capacity, false);
}

char *js_string_to_c(JsString *s)
{
    size_t length = js_string_utf8_length(s);
    char *text = malloc(length + 1);
    if (!text)
        return NULL;
    text[encode_text(s, text, length, true)] = '\0';
    return text;
}
