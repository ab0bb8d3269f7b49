/* JSON.stringify (ECMA-262 25.5.2).
 *
 * Invariant: `stack` links the objects being written, innermost first, through the native stack; an object that is met in
 * it closes a circle. Depth is bounded by the native stack. */
#include "stdlib/json.h"
#include "stdlib/support.h"

typedef struct Level {
    JsObject *object;
    JsKey key;             /* under which the next inner object hangs */
    struct Level *outer;
} Level;

typedef struct Writer {
    JsStringBuilder out;
    JsValue replacer;      /* callable, or JS_UNDEFINED */
    JsObject *allowed;     /* array of property names, or NULL */
    JsString *gap;         /* of at most 10 units */
    uint32_t depth;
    Level *stack;
} Writer;

/* ------------------------------------------------------------------------------------------------ quoting */
/* Does the unit at i need more than a copy? */
static bool needs_escape(JsChars chars, uint32_t i)
{
    uint16_t c = js_chars_at(chars, i);
    if (c < 32 || c == '"' || c == '\\')
        return true;
    if (c < 0xd800 || c > 0xdfff)
        return false;
    if (c < 0xdc00)
        return i + 1 >= chars.length || (js_chars_at(chars, i + 1) & 0xfc00) != 0xdc00;
    return i == 0 || (js_chars_at(chars, i - 1) & 0xfc00) != 0xd800;
}

static void add_escape(JsStringBuilder *out, uint16_t c)
{
    static const char short_forms[] = "\b\t\n\f\r\"\\", letters[] = "btnfr\"\\";
    const char *found = c && c < 128 ? strchr(short_forms, c) : NULL;
    js_builder_add_unit(out, '\\');
    if (found) {
        js_builder_add_unit(out, (uint8_t)letters[found - short_forms]);
        return;
    }
    js_builder_add_unit(out, 'u');
    for (int shift = 12; shift >= 0; shift -= 4)
        js_builder_add_unit(out, (uint8_t)"0123456789abcdef"[c >> shift & 15]);
}

/* 25.5.2.3 QuoteJSONString ( value ) */
void js_json_quote(JsStringBuilder *out, JsString *text)
{
    JsChars chars = js_string_chars(text);
    uint32_t start = 0;
    js_builder_add_unit(out, '"');
    for (uint32_t i = 0; i < chars.length; i++) {
        if (!needs_escape(chars, i))
            continue;
        js_builder_add_range(out, text, start, i);
        add_escape(out, js_chars_at(chars, i));
        start = i + 1;
    }
    js_builder_add_range(out, text, start, chars.length);
    js_builder_add_unit(out, '"');
    js_charge(chars.length / 2 + 4);
}

/* ------------------------------------------------------------------------------------------------ circles */
static void describe_constructor(JsStringBuilder *out, JsObject *object)
{
    js_builder_add_ascii(out, "object with constructor '");
    js_builder_add_string(out, js_constructor_name(object));
    js_builder_add_unit(out, '\'');
}

static void describe_key(JsStringBuilder *out, JsKey key)
{
    js_builder_add_ascii(out, js_key_is_index(key) ? "index " : "property '");
    js_builder_add_string(out, js_string(js_key_to_value(key)));
    if (!js_key_is_index(key))
        js_builder_add_unit(out, '\'');
}

static void describe_link(JsStringBuilder *out, const Level *from, JsObject *to)
{
    js_builder_add_ascii(out, "\n    |     ");
    describe_key(out, from->key);
    js_builder_add_ascii(out, " -> ");
    describe_constructor(out, to);
}

/* V8 shows the first, the next two, and the last object of the circle. */
static JsValue throw_circular(Writer *writer, JsObject *object)
{
    Level *chain[4] = {NULL}, *start = writer->stack;
    uint32_t count = 1;
    for (; start->object != object; start = start->outer)
        count++;
    uint32_t i = count;
    for (Level *level = writer->stack;; level = level->outer) {
        if (--i < 3)
            chain[i] = level;
        if (i == 0)
            break;
    }
    JsStringBuilder out;
    js_builder_start(&out, 200);
    js_builder_add_ascii(&out, "Converting circular structure to JSON\n    --> starting at ");
    describe_constructor(&out, object);
    if (count > 1)
        describe_link(&out, chain[0], chain[1]->object);
    if (count > 2)
        describe_link(&out, chain[1], chain[2]->object);
    if (count > 4)
        js_builder_add_ascii(&out, "\n    |     ...");
    if (count > 3)
        describe_link(&out, writer->stack->outer, writer->stack->object);
    js_builder_add_ascii(&out, "\n    --- ");
    describe_key(&out, writer->stack->key);
    js_builder_add_ascii(&out, " closes the circle");
    return js_throw_type_error("%v", TRY(js_builder_finish(&out)));
}

/* ------------------------------------------------------------------------------------------------ structures */
static JsValue write_property(Writer *writer, JsObject *holder, JsKey key, JsValue v);

static void new_line(Writer *writer)
{
    if (!js_string_length(writer->gap))
        return;
    js_builder_add_unit(&writer->out, '\n');
    for (uint32_t i = 0; i < writer->depth; i++)
        js_builder_add_string(&writer->out, writer->gap);
}

/* Writes `"key":value` after what separates it from the one before; nothing when the value is undefined. */
static JsValue write_member(Writer *writer, Level *level, JsKey key, JsValue v, bool *is_first)
{
    JsStringBuilder *out = &writer->out;
    v = TRY(js_json_prepare(writer, level->object, key, v));
    if (v == JS_UNDEFINED || js_is_symbol(v) || (js_is_callable(v)))
        return JS_UNDEFINED;
    if (!*is_first)
        js_builder_add_unit(out, ',');
    *is_first = false;
    new_line(writer);
    js_json_quote(out, js_string(js_key_to_value(key)));
    js_builder_add_ascii(out, js_string_length(writer->gap) ? ": " : ":");
    level->key = key;
    return write_prepared(writer, v);
}
