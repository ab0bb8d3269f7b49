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
static void quote_text(JsStringBuilder *out, JsString *text)
{
    JsChars chars = js_string_chars(text);
    uint32_t start = 0;
    js_builder_add_unit(out, '"');
    for (uint32_t i = 0; i < chars.length; i++) {
        js_charge_round(i, 2);
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
static JsValue write_value(Writer *writer, JsValue v);

static void new_line(Writer *writer)
{
    if (!js_string_length(writer->gap))
        return;
    js_builder_add_unit(&writer->out, '\n');
    for (uint32_t i = 0; i < writer->depth; i++)
        js_builder_add_string(&writer->out, writer->gap);
}

/* 25.5.2.2 SerializeJSONProperty, steps 1-4: the value after toJSON, replacer and unwrapping. holder is NULL for the root of a
 * call without replacer. */
static JsValue prepare(Writer *writer, JsObject *holder, JsKey key, JsValue v)
{
    if (js_is_object(v) || js_is_bigint(v)) {
        JsValue to_json = TRY(js_get_v(v, JS_ATOM(toJSON)));
        if (js_is_callable(to_json)) {
            JsValue argv[1] = {js_key_to_value(key)};
            v = TRY(js_call(to_json, v, 1, argv));
        }
    }
    if (writer->replacer != JS_UNDEFINED) {
        JsValue argv[2] = {js_key_to_value(key), v};
        v = TRY(js_call(writer->replacer, js_value(holder), 2, argv));
    }
    if (!js_is_object(v))
        return v;
    switch (js_cell(v)->kind) {
    case JS_KIND_NUMBER_OBJECT: return js_number(TRY_NUMBER(v));
    case JS_KIND_STRING_OBJECT: return js_value(TRY_STRING(v));
    case JS_KIND_BOOLEAN_OBJECT:
    case JS_KIND_BIGINT_OBJECT: return ((JsPrimitiveObject *)js_cell(v))->value;
    default: return v;
    }
}

static bool is_serializable(JsValue v)
{
    return v != JS_UNDEFINED && !js_is_symbol(v) && !js_is_callable(v);
}

/* Writes `"key":value` after what separates it from the one before; nothing when the value is undefined. */
static JsValue write_member(Writer *writer, Level *level, JsKey key, JsValue v, bool *is_first)
{
    JsStringBuilder *out = &writer->out;
    v = TRY(prepare(writer, level->object, key, v));
    if (!is_serializable(v))
        return JS_UNDEFINED;
    if (!*is_first)
        js_builder_add_unit(out, ',');
    *is_first = false;
    new_line(writer);
    quote_text(out, js_string(js_key_to_value(key)));
    js_builder_add_ascii(out, js_string_length(writer->gap) ? ": " : ":");
    level->key = key;
    return write_value(writer, v);
}

/* The members of an ordinary object, straight from its shape, as long as that stays what it was: own data properties are read
 * without calls, and the keys are those that EnumerableOwnProperties would have listed at the start. *ret_done is the number
 * of entries written; the caller goes on from there when the shape has changed (by a toJSON). */
static bool is_fast_object(JsObject *o)
{
    return o->cell.kind == JS_KIND_OBJECT && !(o->cell.flags & (JS_EXOTIC | JS_FIXED_ELEMENTS)) && js_elements(o)->length == 0 &&
           !(js_shape(o)->flags & SHAPE_DICTIONARY);
}

static JsValue write_fast_members(Writer *writer, Level *level, bool *is_first)
{
    JsObject *o = level->object;
    JsShape *shape = js_shape(o);
    JsPropertyTable *table = shape_table(shape);
    for (uint32_t i = 0; i < shape->count; i++) {
        JsPropertyEntry entry = table->entries[i];
        if (js_key_is_symbol(entry.key) || !(entry.attributes & JS_ENUMERABLE))
            continue;
        bool is_data = js_shape(o) == shape && !(entry.attributes & JS_ACCESSOR);
        JsValue v = is_data ? *js_slot_address(o, entry.slot) : TRY(js_get(o, entry.key));
        TRY(write_member(writer, level, entry.key, v, is_first));
    }
    return JS_UNDEFINED;
}

static JsValue write_listed_members(Writer *writer, Level *level, const JsValue *names, uint32_t count, bool *is_first)
{
    for (uint32_t i = 0; i < count; i++) {
        JsKey key = js_string_to_key(js_string(names[i]));
        JsValue v = TRY(js_get(level->object, key));
        TRY(write_member(writer, level, key, v, is_first));
    }
    return JS_UNDEFINED;
}

/* 25.5.2.5 SerializeJSONObject ( state, value ) */
static JsValue write_members(Writer *writer, Level *level)
{
    bool is_first = true;
    js_builder_add_unit(&writer->out, '{');
    writer->depth++;
    if (writer->allowed) {
        TRY(write_listed_members(writer, level, writer->allowed->elements, js_elements(writer->allowed)->length, &is_first));
    } else if (is_fast_object(level->object)) {
        TRY(write_fast_members(writer, level, &is_first));
    } else {
        JsList keys = {0};
        TRY_INT(js_enumerable_own_properties(level->object, JS_OWN_KEYS, &keys));
        TRY(write_listed_members(writer, level, keys.values, keys.length, &is_first));
    }
    writer->depth--;
    if (!is_first)
        new_line(writer);
    js_builder_add_unit(&writer->out, '}');
    return JS_UNDEFINED;
}

/* 25.5.2.6 SerializeJSONArray ( state, value ) */
static JsValue write_elements(Writer *writer, Level *level)
{
    double length = TRY_LENGTH(level->object);
    js_builder_add_unit(&writer->out, '[');
    writer->depth++;
    for (double i = 0; i < length && !writer->out.failed; i++) {
        JsKey key = js_key_from_double(i);
        if (i > 0)
            js_builder_add_unit(&writer->out, ',');
        new_line(writer);
        JsValue v = TRY(js_get_index(level->object, i));
        v = TRY(prepare(writer, level->object, key, v));
        level->key = key;
        if (is_serializable(v))
            TRY(write_value(writer, v));
        else
            js_builder_add_ascii(&writer->out, "null");
    }
    writer->depth--;
    if (length > 0)
        new_line(writer);
    js_builder_add_unit(&writer->out, ']');
    return JS_UNDEFINED;
}

static JsValue write_structure(Writer *writer, JsObject *object)
{
    if (!JS_ENTER())
        return JS_EXCEPTION;
    for (Level *outer = writer->stack; outer; outer = outer->outer)
        if (outer->object == object)
            return throw_circular(writer, object);
    js_charge(20 + writer->depth);
    Level level = {object, js_empty_string, writer->stack};
    writer->stack = &level;
    int is_array = TRY_INT(js_is_array(js_value(object)));
    TRY(is_array ? write_elements(writer, &level) : write_members(writer, &level));
    writer->stack = level.outer;
    return writer->out.failed ? js_builder_finish(&writer->out) : JS_UNDEFINED;
}

static JsKey key_of_raw_json(void)
{
    return js_key_from_ascii("rawJSON");
}

/* 25.5.2.2 SerializeJSONProperty, steps 5-12, for a value that is serializable */
static JsValue write_value(Writer *writer, JsValue v)
{
    JsStringBuilder *out = &writer->out;
    if (js_is_string(v))
        quote_text(out, js_string(v));
    else if (js_is_number(v))
        js_builder_add_string(out, js_string(isfinite(js_as_number(v)) ? js_number_to_string(v) : JS_ATOM(null_)));
    else if (v == JS_NULL)
        js_builder_add_ascii(out, "null");
    else if (js_is_boolean(v))
        js_builder_add_ascii(out, v == JS_TRUE ? "true" : "false");
    else if (js_is_bigint(v))
        return js_throw_type_error("Do not know how to serialize a BigInt");
    else if (js_is_kind(v, JS_KIND_RAW_JSON))
        js_builder_add_string(out, js_string(TRY(js_get(js_object(v), key_of_raw_json()))));
    else
        return write_structure(writer, js_object(v));
    return JS_UNDEFINED;
}

/* ------------------------------------------------------------------------------------------------ raw texts */
static bool is_json_space(uint16_t unit)
{
    return unit == '\t' || unit == '\n' || unit == '\r' || unit == ' ';
}

/* JSON.rawJSON ( text ), of the proposal JSON.parse source text access: the text of a primitive value, to be written as it is. */
JS_BUILTIN(json_raw_json)
{
    JsString *text = TRY_STRING(arg(0));
    uint32_t length = js_string_length(text);
    uint16_t first = length ? js_string_at(text, 0) : ' ';
    if (!length || is_json_space(first) || is_json_space(js_string_at(text, length - 1)) || first == '{' || first == '[')
        return js_throw_syntax_error("Invalid value for JSON.rawJSON");
    TRY(js_json_parse(text));
    JsObject *raw = js_new_object_of_kind(JS_KIND_RAW_JSON, sizeof *raw, NULL, 0);
    js_put_own(raw, key_of_raw_json(), js_value(text), JS_DEFAULT_ATTRIBUTES);
    TRY_INT(js_set_integrity_level(raw, JS_FROZEN));
    return js_value(raw);
}

/* JSON.isRawJSON ( value ) */
JS_BUILTIN(json_is_raw_json)
{
    return js_boolean(js_is_kind(arg(0), JS_KIND_RAW_JSON));
}

/* ------------------------------------------------------------------------------------------------ arguments */
/* A replacer that is an array: its strings and numbers, without repetition, 25.5.2 step 4.b */
static JsValue property_list(JsObject *array, JsObject **ret)
{
    JsValue list = TRY(js_new_array(0, NULL));
    double length = TRY_LENGTH(array);
    for (double i = 0; i < length; i++) {
        JsValue v = TRY(js_get_index(array, i));
        bool counts = js_is_string(v) || js_is_number(v) || js_is_kind(v, JS_KIND_NUMBER_OBJECT) ||
                      js_is_kind(v, JS_KIND_STRING_OBJECT);
        if (!counts)
            continue;
        JsValue item = js_atom_of(TRY_STRING(v));
        bool is_new = true;
        for (uint32_t j = 0; j < js_elements(js_object(list))->length; j++)
            is_new &= js_object(list)->elements[j] != item;
        js_charge(js_elements(js_object(list))->length + 10);
        if (is_new)
            TRY(js_array_append(list, item));
    }
    *ret = js_object(list);
    return JS_UNDEFINED;
}

/* The gap of `space`, 25.5.2 steps 5-8 */
static JsValue gap_of(JsValue space)
{
    if (js_is_kind(space, JS_KIND_NUMBER_OBJECT))
        space = js_number(TRY_NUMBER(space));
    else if (js_is_kind(space, JS_KIND_STRING_OBJECT))
        space = js_value(TRY_STRING(space));
    if (js_is_number(space)) {
        double count = fmin(10, js_integer_of(js_as_number(space)));
        return js_string_from_latin1((const uint8_t *)"          ", count < 1 ? 0 : (size_t)count);
    }
    if (!js_is_string(space))
        return js_empty_string;
    uint32_t length = js_string_length(js_string(space));
    return js_string_substring(js_string(space), 0, length < 10 ? length : 10);
}

JsValue js_json_stringify(JsValue v, JsValue replacer, JsValue space)
{
    Writer writer = {.replacer = js_is_callable(replacer) ? replacer : JS_UNDEFINED};
    if (js_is_object(replacer) && !js_is_callable(replacer) && TRY_INT(js_is_array(replacer)))
        TRY(property_list(js_object(replacer), &writer.allowed));
    writer.gap = js_string(TRY(gap_of(space)));
    JsObject *wrapper = NULL;
    if (writer.replacer != JS_UNDEFINED) { /* only a replacer can see the wrapper */
        wrapper = js_object(TRY(js_new_object()));
        TRY_INT(js_create_data_property(wrapper, js_empty_string, v));
    }
    v = TRY(prepare(&writer, wrapper, js_empty_string, v));
    if (!is_serializable(v))
        return JS_UNDEFINED;
    js_builder_start(&writer.out, 64);
    TRY(write_value(&writer, v));
    return js_builder_finish(&writer.out);
}

/* 25.5.2 JSON.stringify ( value [ , replacer [ , space ] ] ) */
JS_BUILTIN(json_stringify)
{
    return js_json_stringify(arg(0), arg(1), arg(2));
}

/* ------------------------------------------------------------------------------------------------ the global */
static const JsBuiltin json_rows[] = {
    JS_METHOD("isRawJSON", json_is_raw_json, 1, "JSON.parse source text access"),
    JS_METHOD("parse", js_json_parse_function, 2, "25.5.1"),
    JS_METHOD("rawJSON", json_raw_json, 1, "JSON.parse source text access"),
    JS_METHOD("stringify", json_stringify, 3, "25.5.2"),
    JS_STRING_CONSTANT("@@toStringTag", "JSON", "25.5.3"),
};

void js_install_json(void)
{
    JsObject *json = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_install_builtins(json, json_rows, JS_COUNT(json_rows));
    js_define_global("JSON", js_value(json));
}
