/* JSON.parse: a recursive-descent parser over a flat string (ECMA-262 25.5.1), and the reviver's walk.
 *
 * Invariant: `at` never passes the text's length; depth is bounded by the native stack, work is charged by characters. */
#include "stdlib/json.h"
#include "stdlib/support.h"

typedef struct JsonParser {
    JsString *text;
    JsChars chars;
    uint32_t at;
} JsonParser;

static JsValue parse_value(JsonParser *p);

/* The unit at the current place; -1 at the end. */
static int32_t peek(const JsonParser *p)
{
    return p->at < p->chars.length ? js_chars_at(p->chars, p->at) : -1;
}

/* ------------------------------------------------------------------------------------------------ errors, as V8 words them */
static JsValue fail_at(JsonParser *p, const char *what)
{
    return js_throw_syntax_error("%s in JSON at position %u", what, p->at);
}

static JsValue fail_end(void)
{
    return js_throw_syntax_error("Unexpected end of JSON input");
}

enum { CONTEXT_UNITS = 10 };

static JsValue fail_token(JsonParser *p)
{
    uint32_t length = p->chars.length, at = p->at;
    if (at >= length)
        return fail_end();
    if (js_string_equals_ascii(p->text, "undefined") || js_string_equals_ascii(p->text, "[object Object]") ||
        js_string_equals_ascii(p->text, "NaN") || js_string_equals_ascii(p->text, "Infinity"))
        return js_throw_syntax_error("\"%S\" is not valid JSON", p->text);
    uint32_t from = 0, to = length;
    if (length > 2 * CONTEXT_UNITS) {
        from = at < CONTEXT_UNITS ? 0 : at - CONTEXT_UNITS;
        to = at + CONTEXT_UNITS >= length ? length : at + CONTEXT_UNITS;
    }
    JsString *token = js_string(TRY(js_string_from_code_unit(js_chars_at(p->chars, at))));
    JsString *context = js_string(TRY(js_string_substring(p->text, from, to)));
    return js_throw_syntax_error("Unexpected token '%S', %s\"%S\"%s is not valid JSON", token, from > 0 ? "..." : "", context,
                                 to < length ? "..." : "");
}

/* ------------------------------------------------------------------------------------------------ tokens */
static void skip_space(JsonParser *p)
{
    for (int32_t c; (c = peek(p)) == ' ' || c == '\n' || c == '\r' || c == '\t';)
        p->at++;
}

static int32_t hex_digit(int32_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* After `\u`: four digits; -1 at the first other character. */
static int32_t parse_hex4(JsonParser *p)
{
    int32_t unit = 0;
    for (int i = 0; i < 4; i++, p->at++) {
        int32_t digit = hex_digit(peek(p));
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

/* At a backslash. Adds what the escape stands for. */
static JsValue parse_escape(JsonParser *p, JsStringBuilder *builder)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    p->at++;
    int32_t c = peek(p);
    if (c < 0)
        return fail_end();
    if (c == 'u') {
        p->at++;
        int32_t unit = parse_hex4(p);
        if (unit < 0)
            return fail_at(p, "Bad Unicode escape");
        js_builder_add_unit(builder, (uint16_t)unit);
        return JS_UNDEFINED;
    }
    const char *found = c < 128 ? strchr(from, c) : NULL;
    if (!found || !c)
        return fail_at(p, "Bad escaped character");
    js_builder_add_unit(builder, (uint8_t)to[found - from]);
    p->at++;
    return JS_UNDEFINED;
}

/* Moves to the next quote, backslash or control character. */
static void scan_plain(JsonParser *p)
{
    uint32_t at = p->at, length = p->chars.length;
    if (p->chars.latin1) {
        const uint8_t *text = p->chars.latin1;
        while (at < length && text[at] != '"' && text[at] != '\\' && text[at] >= 32)
            at++;
    } else {
        const uint16_t *text = p->chars.wide;
        while (at < length && text[at] != '"' && text[at] != '\\' && text[at] >= 32)
            at++;
    }
    js_charge((at - p->at) / 4 + 4);
    p->at = at;
}

/* A string with an escape: the part from `start` up to the current place is plain. */
static JsValue parse_string_with_escapes(JsonParser *p, uint32_t start)
{
    JsStringBuilder builder;
    js_builder_start(&builder, p->at - start + 16);
    for (;;) {
        js_builder_add_range(&builder, p->text, start, p->at);
        int32_t c = peek(p);
        if (c == '"')
            break;
        if (c != '\\')
            return fail_at(p, c < 0 ? "Unterminated string" : "Bad control character in string literal");
        TRY(parse_escape(p, &builder));
        start = p->at;
        scan_plain(p);
    }
    p->at++;
    return js_builder_finish(&builder);
}

/* At the opening quote. */
static JsValue parse_string(JsonParser *p)
{
    uint32_t start = ++p->at;
    scan_plain(p);
    int32_t c = peek(p);
    if (c == '\\')
        return parse_string_with_escapes(p, start);
    if (c != '"')
        return fail_at(p, c < 0 ? "Unterminated string" : "Bad control character in string literal");
    uint32_t end = p->at++;
    if (p->chars.latin1)
        return js_string_from_latin1(p->chars.latin1 + start, end - start);
    return js_string_from_utf16(p->chars.wide + start, end - start);
}

static bool is_digit(int32_t c)
{
    return c >= '0' && c <= '9';
}

static void skip_digits(JsonParser *p)
{
    while (is_digit(peek(p)))
        p->at++;
}

/* The text from start to the current place, which is a JSON number, as a Number. */
static JsValue number_value(JsonParser *p, uint32_t start)
{
    uint32_t length = p->at - start;
    js_charge(length);
    if (p->chars.latin1)
        return js_number(number_from_latin1(p->chars.latin1 + start, length));
    return js_number(number_from_utf16(p->chars.wide + start, length));
}

/* A short integer without fraction or exponent, or JS_EMPTY with the place unchanged. */
static JsValue parse_small_integer(JsonParser *p)
{
    uint32_t at = p->at, value = 0, digits = 0;
    bool is_negative = js_chars_at(p->chars, at) == '-';
    at += is_negative;
    int32_t c = -1;
    for (; at < p->chars.length && is_digit(c = js_chars_at(p->chars, at)) && digits < 9; at++, digits++)
        value = value * 10 + (uint32_t)(c - '0');
    if (at >= p->chars.length)
        c = -1;
    bool has_leading_zero = digits > 1 && js_chars_at(p->chars, at - digits) == '0';
    if (digits == 0 || is_digit(c) || c == '.' || c == 'e' || c == 'E' || has_leading_zero || (is_negative && value == 0))
        return JS_EMPTY;
    p->at = at;
    return js_int(is_negative ? -(int32_t)value : (int32_t)value);
}

static JsValue parse_number(JsonParser *p)
{
    JsValue small = parse_small_integer(p);
    if (small != JS_EMPTY)
        return small;
    uint32_t start = p->at;
    if (peek(p) == '-') {
        p->at++;
        if (!is_digit(peek(p)))
            return fail_at(p, "No number after minus sign");
    }
    if (peek(p) == '0') {
        p->at++;
        if (is_digit(peek(p)))
            return fail_at(p, "Unexpected number");
    }
    skip_digits(p);
    if (peek(p) == '.') {
        p->at++;
        if (!is_digit(peek(p)))
            return fail_at(p, "Unterminated fractional number");
        skip_digits(p);
    }
    if ((peek(p) | 32) == 'e') {
        p->at++;
        if (peek(p) == '+' || peek(p) == '-')
            p->at++;
        if (!is_digit(peek(p)))
            return fail_at(p, "Exponent part is missing a number");
        skip_digits(p);
    }
    return number_value(p, start);
}

static JsValue parse_word(JsonParser *p, const char *word, JsValue v)
{
    for (; *word; word++, p->at++)
        if (peek(p) != *word)
            return fail_token(p);
    return v;
}

/* ------------------------------------------------------------------------------------------------ structures */
static JsValue parse_array(JsonParser *p)
{
    JsValue array = TRY(js_new_array(0, NULL));
    p->at++;
    skip_space(p);
    if (peek(p) == ']') {
        p->at++;
        return array;
    }
    for (;;) {
        JsValue v = TRY(parse_value(p));
        TRY(js_array_append(array, v));
        skip_space(p);
        int32_t c = peek(p);
        if (c == ']')
            break;
        if (c != ',')
            return fail_at(p, "Expected ',' or ']' after array element");
        p->at++;
    }
    p->at++;
    return array;
}

/* A member: name, colon, value. `__proto__` is a property like any other; a later one of the same name wins. */
static JsValue parse_member(JsonParser *p, JsObject *object)
{
    JsValue name = TRY(parse_string(p));
    JsKey key = js_string_to_key(js_string(name));
    skip_space(p);
    if (peek(p) != ':')
        return fail_at(p, "Expected ':' after property name");
    p->at++;
    JsValue v = TRY(parse_value(p));
    TRY_INT(js_create_data_property(object, key, v));
    return JS_UNDEFINED;
}

static JsValue parse_object(JsonParser *p)
{
    JsValue object = TRY(js_new_object());
    p->at++;
    skip_space(p);
    if (peek(p) == '}') {
        p->at++;
        return object;
    }
    if (peek(p) != '"')
        return fail_at(p, "Expected property name or '}'");
    for (;;) {
        TRY(parse_member(p, js_object(object)));
        skip_space(p);
        int32_t c = peek(p);
        if (c == '}')
            break;
        if (c != ',')
            return fail_at(p, "Expected ',' or '}' after property value");
        p->at++;
        skip_space(p);
        if (peek(p) != '"')
            return fail_at(p, "Expected double-quoted property name");
    }
    p->at++;
    return object;
}

static JsValue parse_value(JsonParser *p)
{
    if (!JS_ENTER())
        return JS_EXCEPTION;
    skip_space(p);
    int32_t c = peek(p);
    switch (c) {
    case '{': return parse_object(p);
    case '[': return parse_array(p);
    case '"': return parse_string(p);
    case 't': return parse_word(p, "true", JS_TRUE);
    case 'f': return parse_word(p, "false", JS_FALSE);
    case 'n': return parse_word(p, "null", JS_NULL);
    default: return c == '-' || is_digit(c) ? parse_number(p) : fail_token(p);
    }
}

JsValue js_json_parse(JsString *text)
{
    JsonParser p = {text, js_string_chars(text), 0};
    JsValue v = TRY(parse_value(&p));
    skip_space(&p);
    if (p.at < p.chars.length)
        return js_throw_syntax_error("Unexpected non-whitespace character after JSON at position %u", p.at);
    return v;
}

/* ------------------------------------------------------------------------------------------------ reviver */
static JsValue internalize(JsObject *holder, JsKey name, JsValue reviver);

/* One step of 25.5.1.1, 2.b.iii / 2.c.ii: revives holder[key] in place. */
static JsValue revive_property(JsObject *holder, JsKey key, JsValue reviver)
{
    JsValue v = TRY(internalize(holder, key, reviver));
    if (v == JS_UNDEFINED)
        TRY_INT(js_object_delete(holder, key));
    else
        TRY_INT(js_create_data_property(holder, key, v));
    return JS_UNDEFINED;
}

/* 25.5.1.1 InternalizeJSONProperty ( holder, name, reviver ) */
static JsValue internalize(JsObject *holder, JsKey name, JsValue reviver)
{
    if (!JS_ENTER())
        return JS_EXCEPTION;
    js_charge(20);
    JsValue v = TRY(js_get(holder, name));
    if (js_is_object(v)) {
        JsObject *object = js_object(v);
        if (TRY_INT(js_is_array(v))) {
            double length = TRY_LENGTH(object);
            for (double i = 0; i < length; i++)
                TRY(revive_property(object, js_key_from_double(i), reviver));
        } else {
            JsList keys = {0};
            TRY_INT(js_enumerable_own_properties(object, JS_OWN_KEYS, &keys));
            for (uint32_t i = 0; i < keys.length; i++)
                TRY(revive_property(object, js_string_to_key(js_string(keys.values[i])), reviver));
        }
    }
    JsValue argv[2] = {js_key_to_value(name), v};
    return js_call(reviver, js_value(holder), 2, argv);
}

/* 25.5.1 JSON.parse ( text [ , reviver ] ) */
JsValue js_json_parse_function(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsString *text = TRY_STRING(arg(0));
    JsValue v = TRY(js_json_parse(text));
    if (!js_is_callable(arg(1)))
        return v;
    JsValue root = TRY(js_new_object());
    TRY_INT(js_create_data_property(js_object(root), js_empty_string, v));
    return internalize(js_object(root), js_empty_string, arg(1));
}
