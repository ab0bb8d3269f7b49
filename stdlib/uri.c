/* URI handling functions of the global object (ECMA-262 19.2.6), escape and unescape (B.2.1).
 *
 * Invariant: sets of characters that stay as they are are given as texts of ASCII characters beside letters and digits. */
#include "stdlib/support.h"

static const char unreserved_marks[] = "-_.!~*'()";
static const char reserved_and_marks[] = ";/?:@&=+$,#-_.!~*'()"; /* encodeURI keeps these */
static const char reserved[] = ";/?:@&=+$,#";                    /* decodeURI keeps these as escapes */

static bool is_in(const char *set, uint32_t c)
{
    return c && c < 128 && strchr(set, (int)c);
}

static bool is_alphanumeric(uint32_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void add_percent(JsStringBuilder *out, uint8_t byte)
{
    static const char hex[] = "0123456789ABCDEF";
    js_builder_add_unit(out, '%');
    js_builder_add_unit(out, (uint8_t)hex[byte >> 4]);
    js_builder_add_unit(out, (uint8_t)hex[byte & 15]);
}

static void add_utf8_percent(JsStringBuilder *out, uint32_t c)
{
    if (c < 0x80) {
        add_percent(out, (uint8_t)c);
        return;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint8_t lead[] = {0, 0xc0, 0xe0, 0xf0};
    add_percent(out, (uint8_t)(lead[more] | c >> (6 * more)));
    while (more-- > 0)
        add_percent(out, (uint8_t)(0x80 | (c >> (6 * more) & 0x3f)));
}

/* 19.2.6.5 Encode ( string, extraUnescaped ) */
static JsValue encode(JsValue v, const char *kept)
{
    JsString *s = TRY_STRING(v);
    uint32_t length = js_string_length(s), units;
    bool is_kept[128] = {false};
    for (uint32_t c = 0; c < 128; c++)
        is_kept[c] = is_alphanumeric(c) || is_in(kept, c);
    JsStringBuilder out;
    js_builder_start(&out, length);
    for (uint32_t i = 0; i < length; i += units) {
        uint32_t c = js_string_code_point_at(s, i, &units);
        if (c < 128 && is_kept[c])
            js_builder_add_unit(&out, (uint16_t)c);
        else if (c >= 0xd800 && c <= 0xdfff)
            return js_throw_uri_error("URI malformed");
        else
            add_utf8_percent(&out, c);
        js_charge(5);
    }
    return js_builder_finish(&out);
}

static int hex_value(uint16_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte of `%XX` at `at`, or -1. */
static int percent_byte(JsChars chars, uint32_t at)
{
    if (at + 2 >= chars.length || js_chars_at(chars, at) != '%')
        return -1;
    int high = hex_value(js_chars_at(chars, at + 1)), low = hex_value(js_chars_at(chars, at + 2));
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

/* A UTF-8 sequence of escapes at *at, which moves past it; -1 when malformed. */
static int32_t percent_code_point(JsChars chars, uint32_t *at)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    int byte = percent_byte(chars, *at);
    if (byte < 0)
        return -1;
    *at += 3;
    if (byte < 0x80)
        return byte;
    int more = byte >= 0xf0 && byte <= 0xf7 ? 3 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xc0 && byte < 0xe0 ? 1 : 0;
    if (!more)
        return -1;
    uint32_t c = (uint32_t)byte & (0x3f >> more);
    for (int i = 0; i < more; i++, *at += 3) {
        byte = percent_byte(chars, *at);
        if (byte < 0 || (byte & 0xc0) != 0x80)
            return -1;
        c = c << 6 | (byte & 0x3f);
    }
    return c < least[more] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) ? -1 : (int32_t)c;
}

/* 19.2.6.6 Decode ( string, preserveEscapeSet ) */
static JsValue decode(JsValue v, const char *preserved)
{
    JsString *s = TRY_STRING(v);
    JsChars chars = js_string_chars(s);
    JsStringBuilder out;
    js_builder_start(&out, chars.length);
    for (uint32_t i = 0; i < chars.length;) {
        js_charge(5);
        if (js_chars_at(chars, i) != '%') {
            js_builder_add_unit(&out, js_chars_at(chars, i++));
            continue;
        }
        uint32_t start = i;
        int32_t c = percent_code_point(chars, &i);
        if (c < 0)
            return js_throw_uri_error("URI malformed");
        if (is_in(preserved, (uint32_t)c))
            js_builder_add_range(&out, s, start, i);
        else
            js_builder_add_code_point(&out, (uint32_t)c);
    }
    return js_builder_finish(&out);
}

/* 19.2.6.1 decodeURI ( encodedURI ) */
JS_BUILTIN(global_decode_uri)
{
    return decode(arg(0), reserved);
}

/* 19.2.6.2 decodeURIComponent ( encodedURIComponent ) */
JS_BUILTIN(global_decode_uri_component)
{
    return decode(arg(0), "");
}

/* 19.2.6.3 encodeURI ( uri ) */
JS_BUILTIN(global_encode_uri)
{
    return encode(arg(0), reserved_and_marks);
}

/* 19.2.6.4 encodeURIComponent ( uriComponent ) */
JS_BUILTIN(global_encode_uri_component)
{
    return encode(arg(0), unreserved_marks);
}

/* B.2.1.1 escape ( string ) */
JS_BUILTIN(global_escape)
{
    JsString *s = TRY_STRING(arg(0));
    JsChars chars = js_string_chars(s);
    JsStringBuilder out;
    js_builder_start(&out, chars.length);
    for (uint32_t i = 0; i < chars.length; i++) {
        uint16_t c = js_chars_at(chars, i);
        if (is_alphanumeric(c) || is_in("@*_+-./", c)) {
            js_builder_add_unit(&out, c);
        } else if (c < 256) {
            add_percent(&out, (uint8_t)c);
        } else {
            js_builder_add_ascii(&out, "%u");
            for (int shift = 12; shift >= 0; shift -= 4)
                js_builder_add_unit(&out, (uint8_t)"0123456789ABCDEF"[c >> shift & 15]);
        }
    }
    js_charge(chars.length * 4);
    return js_builder_finish(&out);
}

/* `%uXXXX` or `%XX` at `at`: its unit and length; -1 when neither */
static int32_t legacy_escape(JsChars chars, uint32_t at, uint32_t *ret_length)
{
    if (at + 5 < chars.length && js_chars_at(chars, at + 1) == 'u') {
        int32_t unit = 0;
        for (uint32_t i = 2; i < 6; i++) {
            int digit = hex_value(js_chars_at(chars, at + i));
            if (digit < 0)
                return -1;
            unit = unit << 4 | digit;
        }
        *ret_length = 6;
        return unit;
    }
    *ret_length = 3;
    return percent_byte(chars, at);
}

/* B.2.1.2 unescape ( string ) */
JS_BUILTIN(global_unescape)
{
    JsString *s = TRY_STRING(arg(0));
    JsChars chars = js_string_chars(s);
    JsStringBuilder out;
    js_builder_start(&out, chars.length);
    for (uint32_t i = 0; i < chars.length;) {
        uint32_t length = 1;
        int32_t unit = js_chars_at(chars, i) == '%' ? legacy_escape(chars, i, &length) : -1;
        js_builder_add_unit(&out, unit >= 0 ? (uint16_t)unit : js_chars_at(chars, i));
        i += unit >= 0 ? length : 1;
    }
    js_charge(chars.length * 4);
    return js_builder_finish(&out);
}

static const JsBuiltin uri_rows[] = {
    JS_METHOD("decodeURI", global_decode_uri, 1, "19.2.6.1"),
    JS_METHOD("decodeURIComponent", global_decode_uri_component, 1, "19.2.6.2"),
    JS_METHOD("encodeURI", global_encode_uri, 1, "19.2.6.3"),
    JS_METHOD("encodeURIComponent", global_encode_uri_component, 1, "19.2.6.4"),
    JS_METHOD("escape", global_escape, 1, "B.2.1.1"),
    JS_METHOD("unescape", global_unescape, 1, "B.2.1.2"),
};

void js_install_uri(void)
{
    js_install_builtins(js_realm->global, uri_rows, JS_COUNT(uri_rows));
}
