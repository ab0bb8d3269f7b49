/* JSON.parse (ECMA-262 25.5.1): what the parsers of Latin-1 and of wide texts share. The parser itself is in json_parse.inc,
 * included once for each; the reviver's walk in json_revive.c.
 *
 * Invariant: `at` never passes the text's length; depth is bounded by the native stack, work is charged by characters. */
#include "stdlib/json.h"
#include "stdlib/support.h"

enum { STEPS = 32 };

/* Objects of a text resemble each other: what followed a shape last time is likely to follow it again. */
typedef struct JsonStep { JsShape *from, *to; } JsonStep;
typedef struct JsonParser {
    JsString *text;
    JsChars chars;
    uint32_t at;
    JsonStep steps[STEPS];
} JsonParser;

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

static bool is_digit(int32_t c)
{
    return c >= '0' && c <= '9';
}

static int32_t hex_digit(int32_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* ------------------------------------------------------------------------------------------------ members */
static JsonStep *step_from(JsonParser *p, const JsShape *shape)
{
    return &p->steps[shape->cell.word % STEPS];
}

/* Whether the shape is what comes of adding a plain property of this name. */
static bool is_step(const JsShape *from, const JsShape *to, const uint8_t *name, uint32_t length)
{
    return to && to->parent == from && to->attributes == JS_DEFAULT_ATTRIBUTES && js_is_string(to->key) &&
           js_string_is_latin1(js_string(to->key), name, length);
}

/* The shape after a member of this name, guessed from the members before, or from what other requests' objects became; NULL. */
static JsShape *guess_step(JsonParser *p, JsObject *object, const uint8_t *name, uint32_t length)
{
    JsShape *from = js_shape(object);
    JsonStep *step = step_from(p, from);
    if (step->from == from && is_step(from, step->to, name, length))
        return step->to;
    return is_step(from, from->child, name, length) ? from->child : NULL;
}

/* Short strings that are names already become these: nothing is copied, and as keys they are found at once. */
static JsValue string_of_text(const uint8_t *text, uint32_t length)
{
    enum { SHORT = 16 };
    JsValue known = length <= SHORT && length && !is_digit(text[0]) ? js_known_atom(text, length) : JS_EMPTY;
    return known != JS_EMPTY ? known : js_string_from_latin1(text, length);
}

static JsKey key_of_text(const uint8_t *name, uint32_t length)
{
    JsValue text = TRY(string_of_text(name, length));
    return js_string_to_key(js_string(text));
}

/* `__proto__` is a property like any other; a later one of the same name wins. */
static JsValue put_member(JsonParser *p, JsObject *object, JsKey key, JsValue v)
{
    if (js_key_is_index(key)) {
        TRY_INT(js_create_data_property(object, key, v));
        return JS_UNDEFINED;
    }
    JsShape *from = js_shape(object);
    js_put_own(object, key, v, JS_DEFAULT_ATTRIBUTES);
    if (js_shape(object)->parent == from)
        *step_from(p, from) = (JsonStep){from, js_shape(object)};
    return JS_UNDEFINED;
}

/* ------------------------------------------------------------------------------------------------ numbers */
enum { EXACT_DIGITS = 15, EXACT_POWERS = 23 }; /* integers below 2^53, and powers of ten that are doubles */

/* digits / 10^places, rounded once. */
static JsValue decimal_value(uint64_t digits, uint32_t places, bool is_negative)
{
    static const double powers[EXACT_POWERS] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    double magnitude = (double)digits / powers[places];
    return js_number(is_negative ? -magnitude : magnitude);
}

/* ------------------------------------------------------------------------------------------------ the parsers */
/* For eight Latin-1 characters at once: the high bit of the first that ends a plain stretch; what lies above it is arbitrary. */
static uint64_t ends_of_plain(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), high = ones * 0x80;
    uint64_t quote = word ^ ones * '"', backslash = word ^ ones * '\\';
    uint64_t is_control = (word - ones * 0x20) & ~word;
    uint64_t is_quote = (quote - ones) & ~quote, is_backslash = (backslash - ones) & ~backslash;
    return (is_control | is_quote | is_backslash) & high;
}

static uint32_t end_of_plain_latin1(const uint8_t *text, uint32_t at, uint32_t length)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (uint64_t word; at + sizeof word <= length; at += sizeof word) {
        memcpy(&word, text + at, sizeof word);
        uint64_t ends = ends_of_plain(word);
        if (ends)
            return at + (uint32_t)__builtin_ctzll(ends) / 8;
    }
#endif
    while (at < length && text[at] != '"' && text[at] != '\\' && text[at] >= 32)
        at++;
    return at;
}

static uint32_t end_of_plain_wide(const uint16_t *text, uint32_t at, uint32_t length)
{
    while (at < length && text[at] != '"' && text[at] != '\\' && text[at] >= 32)
        at++;
    return at;
}

#define IS_LATIN1 1
#define NAME(name) name##_latin1
#define UNITS chars.latin1
#include "stdlib/json_parse.inc"
#undef IS_LATIN1
#undef NAME
#undef UNITS

#define IS_LATIN1 0
#define NAME(name) name##_wide
#define UNITS chars.wide
#include "stdlib/json_parse.inc"
#undef IS_LATIN1
#undef NAME
#undef UNITS

JsValue js_json_parse(JsString *text)
{
    JsonParser p = {.text = text, .chars = js_string_chars(text)};
    return p.chars.latin1 ? parse_text_latin1(&p) : parse_text_wide(&p);
}
