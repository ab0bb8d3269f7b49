/* String.prototype: the HTML methods of Annex B (ECMA-262 B.2.2.2 to B.2.2.14). */
#include "stdlib/string_methods.h"

/* The attribute's value, with `"` written as &quot; */
static void add_attribute(JsStringBuilder *out, JsString *v)
{
    JsChars chars = js_string_chars(v);
    for (uint32_t i = 0; i < chars.length; i++) {
        if (js_chars_at(chars, i) == '"')
            js_builder_add_ascii(out, "&quot;");
        else
            js_builder_add_unit(out, js_chars_at(chars, i));
    }
    js_charge(chars.length);
}

/* B.2.2.2.1 CreateHTML ( string, tag, attribute, value ) */
static JsValue create_html(JsValue this_value, const char *method, const char *tag, const char *attribute, JsValue v)
{
    JsString *s = TRY_PTR(string_this(this_value, method));
    JsStringBuilder out;
    js_builder_start(&out, js_string_length(s) + 32);
    js_builder_add_unit(&out, '<');
    js_builder_add_ascii(&out, tag);
    if (*attribute) {
        JsString *text = TRY_STRING(v);
        js_builder_add_unit(&out, ' ');
        js_builder_add_ascii(&out, attribute);
        js_builder_add_ascii(&out, "=\"");
        add_attribute(&out, text);
        js_builder_add_unit(&out, '"');
    }
    js_builder_add_unit(&out, '>');
    js_builder_add_string(&out, s);
    js_builder_add_ascii(&out, "</");
    js_builder_add_ascii(&out, tag);
    js_builder_add_unit(&out, '>');
    return js_builder_finish(&out);
}

#define HTML_METHOD(name, tag, attribute) \
    JS_BUILTIN(string_prototype_##name) { return create_html(this_value, "String.prototype." #name, tag, attribute, arg(0)); }
HTML_METHOD(anchor, "a", "name")
HTML_METHOD(big, "big", "")
HTML_METHOD(blink, "blink", "")
HTML_METHOD(bold, "b", "")
HTML_METHOD(fixed, "tt", "")
HTML_METHOD(fontcolor, "font", "color")
HTML_METHOD(fontsize, "font", "size")
HTML_METHOD(italics, "i", "")
HTML_METHOD(link, "a", "href")
HTML_METHOD(small, "small", "")
HTML_METHOD(strike, "strike", "")
HTML_METHOD(sub, "sub", "")
HTML_METHOD(sup, "sup", "")

const JsBuiltin string_html_rows[] = {
    JS_METHOD("anchor", string_prototype_anchor, 1, "B.2.2.2"),
    JS_METHOD("big", string_prototype_big, 0, "B.2.2.3"),
    JS_METHOD("blink", string_prototype_blink, 0, "B.2.2.4"),
    JS_METHOD("bold", string_prototype_bold, 0, "B.2.2.5"),
    JS_METHOD("fixed", string_prototype_fixed, 0, "B.2.2.6"),
    JS_METHOD("fontcolor", string_prototype_fontcolor, 1, "B.2.2.7"),
    JS_METHOD("fontsize", string_prototype_fontsize, 1, "B.2.2.8"),
    JS_METHOD("italics", string_prototype_italics, 0, "B.2.2.9"),
    JS_METHOD("link", string_prototype_link, 1, "B.2.2.10"),
    JS_METHOD("small", string_prototype_small, 0, "B.2.2.11"),
    JS_METHOD("strike", string_prototype_strike, 0, "B.2.2.12"),
    JS_METHOD("sub", string_prototype_sub, 0, "B.2.2.13"),
    JS_METHOD("sup", string_prototype_sup, 0, "B.2.2.14"),
};
const uint32_t string_html_row_count = JS_COUNT(string_html_rows);
