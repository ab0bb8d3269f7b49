/* How util.inspect shows primitives: quoted strings, numbers, symbols.
 *
 * Invariant: a string is quoted with the quote that needs the least escapes; only `in->indentation` is looked at. */
#include <stdio.h>
#include "stdlib/inspect_private.h"
#include "stdlib/support.h"

enum { STRING_MAX = 10000, LINE_MIN = 16 };

static bool contains_unit(JsChars chars, uint16_t unit)
{
    for (uint32_t i = 0; i < chars.length; i++)
        if (js_chars_at(chars, i) == unit)
            return true;
    return false;
}

static bool contains_template_start(JsChars chars)
{
    for (uint32_t i = 0; i + 1 < chars.length; i++)
        if (js_chars_at(chars, i) == '$' && js_chars_at(chars, i + 1) == '{')
            return true;
    return false;
}

static uint8_t choose_quote(JsChars chars)
{
    if (!contains_unit(chars, '\''))
        return '\'';
    if (!contains_unit(chars, '"'))
        return '"';
    return contains_unit(chars, '`') || contains_template_start(chars) ? '\'' : '`';
}

static bool is_lone_surrogate(JsChars chars, uint32_t i)
{
    uint16_t unit = js_chars_at(chars, i);
    if ((unit & 0xfc00) == 0xd800)
        return i + 1 >= chars.length || (js_chars_at(chars, i + 1) & 0xfc00) != 0xdc00;
    return (unit & 0xfc00) == 0xdc00 && (i == 0 || (js_chars_at(chars, i - 1) & 0xfc00) != 0xd800);
}

static void add_escaped(JsStringBuilder *out, JsChars chars, uint32_t i, uint8_t quote)
{
    static const char shorts[] = "\b\t\n\f\r", letters[] = "btnfr";
    uint16_t unit = js_chars_at(chars, i);
    char text[8];
    const char *found = unit && unit < 32 ? strchr(shorts, unit) : NULL;
    if (found)
        snprintf(text, sizeof text, "\\%c", letters[found - shorts]);
    else if (unit == quote || unit == '\\')
        snprintf(text, sizeof text, "\\%c", unit);
    else if (unit < 32 || (unit >= 0x7f && unit <= 0x9f))
        snprintf(text, sizeof text, "\\x%02X", unit);
    else if (is_lone_surrogate(chars, i))
        snprintf(text, sizeof text, "\\u%04X", unit);
    else {
        js_builder_add_unit(out, unit);
        return;
    }
    js_builder_add_ascii(out, text);
}

static JsValue quote_range(JsString *s, uint32_t from, uint32_t to)
{
    JsString *part = js_string(TRY(js_string_substring(s, from, to)));
    JsChars chars = js_string_chars(part);
    uint8_t quote = choose_quote(chars);
    JsStringBuilder out;
    js_builder_start(&out, chars.length + 2);
    js_builder_add_unit(&out, quote);
    for (uint32_t i = 0; i < chars.length; i++)
        add_escaped(&out, chars, i, quote);
    js_builder_add_unit(&out, quote);
    js_charge(chars.length);
    return js_builder_finish(&out);
}

JsValue inspect_quote(JsString *s)
{
    return quote_range(s, 0, js_string_length(s));
}

/* A long string with line breaks is shown in lines joined by " +". */
static JsValue inspect_string(Inspector *in, JsString *s)
{
    uint32_t length = js_string_length(s), shown = length > STRING_MAX ? STRING_MAX : length;
    JsChars chars = js_string_chars(s);
    JsStringBuilder out;
    js_builder_start(&out, shown + 2);
    uint32_t from = 0;
    bool splits = shown > LINE_MIN && (int32_t)shown > INSPECT_BREAK_LENGTH - in->indentation - 4;
    for (uint32_t i = 0; splits && i + 1 < shown; i++) {
        if (js_chars_at(chars, i) != '\n')
            continue;
        js_builder_add_string(&out, js_string(TRY(quote_range(s, from, i + 1))));
        js_builder_add_ascii(&out, " +\n");
        inspect_add_spaces(&out, in->indentation + 2);
        from = i + 1;
    }
    js_builder_add_string(&out, js_string(TRY(quote_range(s, from, shown))));
    if (length > shown)
        js_builder_add_string(&out, js_string(TRY(js_string_from_format("... %u more character%s", length - shown,
                                                                        length - shown > 1 ? "s" : ""))));
    return js_builder_finish(&out);
}

void inspect_add_spaces(JsStringBuilder *out, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        js_builder_add_unit(out, ' ');
}

JsValue inspect_indent_lines(JsString *text, int32_t indentation)
{
    JsChars chars = js_string_chars(text);
    JsStringBuilder out;
    js_builder_start(&out, chars.length + 40);
    for (uint32_t i = 0; i < chars.length; i++) {
        uint16_t unit = js_chars_at(chars, i);
        js_builder_add_unit(&out, unit);
        if (unit == '\n')
            inspect_add_spaces(&out, indentation);
    }
    return js_builder_finish(&out);
}

JsValue inspect_number(JsValue v)
{
    return js_is_double(v) && js_as_double(v) == 0 && signbit(js_as_double(v)) ? js_string_from_ascii("-0") : js_number_to_string(v);
}

JsValue inspect_symbol(JsValue v)
{
    JsValue description = js_symbol(v)->description;
    return js_string_from_format("Symbol(%S)", js_string(js_is_string(description) ? description : js_empty_string));
}

JsValue inspect_primitive(Inspector *in, JsValue v)
{
    if (js_is_string(v))
        return inspect_string(in, js_string(v));
    if (js_is_number(v))
        return inspect_number(v);
    if (js_is_bigint(v))
        return js_string_from_format("%vn", TRY(js_bigint_to_string(v, 10)));
    if (js_is_symbol(v))
        return inspect_symbol(v);
    return js_value(TRY_STRING(v));
}
