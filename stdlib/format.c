/* util.format of Node.js 20: the text of console.log's arguments.
 *
 * Invariant: a specifier takes an argument only when one is left; text that is no specifier is copied as it stands. */
#include "stdlib/global.h"
#include "stdlib/inspect.h"
#include "stdlib/inspect_private.h"
#include "stdlib/json.h"
#include "stdlib/support.h"

/* Is the toString that the object would use a built-in's? Own ones and those of the program's classes are not. */
static bool has_builtin_to_string(JsObject *object)
{
    for (JsObject *o = object; o; o = inspect_prototype(o)) {
        JsProperty property;
        if (o->cell.kind == JS_KIND_PROXY || !js_find_own(o, JS_ATOM(toString), &property))
            continue;
        if (o == object)
            return false;
        JsValue constructor = js_peek_data(o, JS_ATOM(constructor));
        return js_is_kind(constructor, JS_KIND_FUNCTION) && (js_function(constructor)->code->flags & JS_CODE_NATIVE);
    }
    return true;
}

/* %s */
static JsValue format_string(JsValue v)
{
    if (js_is_number(v))
        return inspect_number(v);
    if (js_is_bigint(v))
        return js_string_from_format("%vn", TRY(js_bigint_to_string(v, 10)));
    if (js_is_symbol(v))
        return inspect_symbol(v);
    if (js_is_object(v) && !js_is_callable(v) && has_builtin_to_string(js_object(v)))
        return js_inspect(v, (JsInspectOptions){0, false});
    return js_value(TRY_STRING(v));
}

/* %d, %i, %f: the Number that `parse` makes of it */
static JsValue format_number(JsValue v, char specifier)
{
    if (js_is_bigint(v) && specifier != 'f')
        return js_string_from_format("%vn", TRY(js_bigint_to_string(v, 10)));
    if (js_is_symbol(v))
        return JS_ATOM(NaN);
    if (specifier == 'd')
        return inspect_number(js_number(js_is_object(v) ? NAN : TRY_NUMBER(v)));
    JsString *text = TRY_STRING(v);
    return inspect_number(js_number(specifier == 'i' ? js_parse_int(text, 0) : js_parse_float(text)));
}

/* %j */
static JsValue format_json(JsValue v)
{
    JsValue text = js_json_stringify(v, JS_UNDEFINED, JS_UNDEFINED);
    if (text == JS_UNDEFINED)
        return JS_ATOM(undefined_);
    if (text != JS_EXCEPTION)
        return text;
    js_take_exception();
    return js_string_from_ascii("[Circular]");
}

static JsValue format_one(JsValue v, char specifier)
{
    switch (specifier) {
    case 's': return format_string(v);
    case 'j': return format_json(v);
    case 'O': return js_inspect(v, JS_INSPECT_DEFAULT);
    case 'o': return js_inspect(v, (JsInspectOptions){4, true});
    case 'c': return js_empty_string;
    default: return format_number(v, specifier);
    }
}

/* The first argument, with its specifiers replaced. *ret_used: arguments used up, itself included. */
static JsValue format_specifiers(JsStringBuilder *out, uint32_t argc, const JsValue *argv, uint32_t *ret_used)
{
    JsString *first = js_string(argv[0]);
    JsChars chars = js_string_chars(first);
    uint32_t used = 1, copied = 0;
    for (uint32_t i = 0; i + 1 < chars.length; i++) {
        if (js_chars_at(chars, i) != '%')
            continue;
        uint16_t next = js_chars_at(chars, i + 1);
        bool is_percent = next == '%';
        if (!is_percent && (used == argc || next >= 128 || !next || !strchr("sjdOoifc", next)))
            continue;
        js_builder_add_range(out, first, copied, i);
        if (is_percent)
            js_builder_add_unit(out, '%');
        else
            js_builder_add_string(out, js_string(TRY(format_one(argv[used++], (char)next))));
        copied = ++i + 1;
    }
    js_builder_add_range(out, first, copied, chars.length);
    *ret_used = used;
    return JS_UNDEFINED;
}

JsValue js_format(uint32_t argc, const JsValue *argv)
{
    JsStringBuilder out;
    js_builder_start(&out, 80);
    uint32_t used = 0;
    if (argc > 1 && js_is_string(argv[0]))
        TRY(format_specifiers(&out, argc, argv, &used));
    for (uint32_t i = used; i < argc; i++) {
        if (i > 0)
            js_builder_add_unit(&out, ' ');
        JsValue text = js_is_string(argv[i]) ? argv[i] : TRY(js_inspect(argv[i], JS_INSPECT_DEFAULT));
        js_builder_add_string(&out, js_string(text));
    }
    return js_builder_finish(&out);
}
