/* JSON.parse with a reviver (ECMA-262 25.5.1.1), which also gets the source text of primitive values (JSON.parse source text
 * access). The text, which has been parsed, is walked a second time beside its value, to note what each value was and where it stands.
 *
 * Invariant: a record is an array of the value as parsed, and its source text or the records of its elements by key; programs never see
 * one. */
#include "stdlib/json.h"
#include "stdlib/support.h"

enum { RECORD_VALUE, RECORD_PARTS, RECORD_LENGTH };

/* ------------------------------------------------------------------------------------------------ records */
typedef struct Scanner { JsString *text; JsChars chars; uint32_t at; } Scanner;

static uint16_t next_unit(const Scanner *s)
{
    return js_chars_at(s->chars, s->at);
}

static void skip_space(Scanner *s)
{
    for (; s->at < s->chars.length; s->at++) {
        uint16_t c = next_unit(s);
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
            return;
        js_charge_round(s->at, 2);
    }
}

static void skip_string(Scanner *s)
{
    for (s->at++; next_unit(s) != '"'; s->at++) {
        s->at += next_unit(s) == '\\';
        js_charge_round(s->at, 2);
    }
    s->at++;
}

/* A string, number or name: up to what can follow it. */
static JsValue take_primitive(Scanner *s)
{
    uint32_t start = s->at;
    if (next_unit(s) == '"') {
        skip_string(s);
    } else {
        for (; s->at < s->chars.length; s->at++) {
            uint16_t c = next_unit(s);
            if (c == ',' || c == ']' || c == '}' || c == ' ' || c == '\t' || c == '\n' || c == '\r')
                break;
        }
    }
    js_charge(s->at - start);
    return js_string_substring(s->text, start, s->at);
}

static JsValue take_value(Scanner *s, JsValue v);

/* The records of an object's or array's parts, by key: of several members of one name the last one's, as it is with the values. */
static JsValue take_parts(Scanner *s, bool is_object, JsValue v)
{
    JsObject *parts = js_new_plain(NULL);
    double index = 0;
    s->at++;
    for (skip_space(s); next_unit(s) != ']' && next_unit(s) != '}'; skip_space(s)) {
        JsKey key = js_key_from_double(index++);
        if (is_object) {
            JsValue name = TRY(js_json_parse(js_string(TRY(take_primitive(s)))));
            key = js_string_to_key(js_string(name));
            skip_space(s);
            s->at++; /* the colon */
            skip_space(s);
        }
        JsValue part = js_is_object(v) ? TRY(js_get(js_object(v), key)) : JS_UNDEFINED;
        JsValue record = TRY(take_value(s, part));
        TRY_INT(js_create_data_property(parts, key, record));
        skip_space(s);
        s->at += next_unit(s) == ',';
    }
    s->at++;
    return js_value(parts);
}

/* v: the value of the text that begins here, or of a later member of the same name, in whose place nobody asks for the record. */
static JsValue take_value(Scanner *s, JsValue v)
{
    if (!JS_ENTER())
        return JS_EXCEPTION;
    js_charge(20);
    uint16_t first = next_unit(s);
    bool is_structure = first == '{' || first == '[';
    JsValue record[RECORD_LENGTH] = {[RECORD_VALUE] = v};
    record[RECORD_PARTS] = TRY(is_structure ? take_parts(s, first == '{', v) : take_primitive(s));
    return js_new_array(RECORD_LENGTH, record);
}

static JsValue record_of_text(JsString *text, JsValue v)
{
    Scanner s = {text, js_string_chars(text), 0};
    skip_space(&s);
    return take_value(&s, v);
}

/* The record, if the value is still the one that was parsed; else undefined. */
static JsValue valid_record(JsValue record, JsValue v)
{
    return record != JS_UNDEFINED && js_same_value(js_object(record)->elements[RECORD_VALUE], v) ? record : JS_UNDEFINED;
}

static JsValue parts_of(JsValue record)
{
    return record == JS_UNDEFINED ? JS_UNDEFINED : js_object(record)->elements[RECORD_PARTS];
}

/* ------------------------------------------------------------------------------------------------ reviver */
static JsValue internalize(JsObject *holder, JsKey name, JsValue reviver, JsValue record);

/* One step of 25.5.1.1, 2.b.iii / 2.c.ii: revives holder[key] in place. */
static JsValue revive_property(JsObject *holder, JsKey key, JsValue reviver, JsValue parts)
{
    JsValue record = js_is_object(parts) ? TRY(js_get(js_object(parts), key)) : JS_UNDEFINED;
    JsValue v = TRY(internalize(holder, key, reviver, record));
    if (v == JS_UNDEFINED)
        TRY_INT(js_object_delete(holder, key));
    else
        TRY_INT(js_create_data_property(holder, key, v));
    return JS_UNDEFINED;
}

static JsValue revive_properties(JsObject *object, JsValue reviver, JsValue parts)
{
    if (TRY_INT(js_is_array(js_value(object)))) {
        double length = TRY_LENGTH(object);
        for (double i = 0; i < length; i++)
            TRY(revive_property(object, js_key_from_double(i), reviver, parts));
        return JS_UNDEFINED;
    }
    JsList keys = {0};
    TRY_INT(js_enumerable_own_properties(object, JS_OWN_KEYS, &keys));
    for (uint32_t i = 0; i < keys.length; i++)
        TRY(revive_property(object, js_string_to_key(js_string(keys.values[i])), reviver, parts));
    return JS_UNDEFINED;
}

/* 25.5.1.1 InternalizeJSONProperty ( holder, name, reviver, parseRecord ) */
static JsValue internalize(JsObject *holder, JsKey name, JsValue reviver, JsValue record)
{
    if (!JS_ENTER())
        return JS_EXCEPTION;
    js_charge(20);
    JsValue v = TRY(js_get(holder, name));
    JsValue parts = parts_of(valid_record(record, v));
    JsValue context = TRY(js_new_object());
    if (js_is_object(v))
        TRY(revive_properties(js_object(v), reviver, parts));
    else if (parts != JS_UNDEFINED)
        js_put_own(js_object(context), JS_ATOM(source), parts, JS_DEFAULT_ATTRIBUTES);
    JsValue argv[3] = {js_key_to_value(name), v, context};
    return js_call(reviver, js_value(holder), 3, argv);
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
    return internalize(js_object(root), js_empty_string, arg(1), TRY(record_of_text(text, v)));
}
