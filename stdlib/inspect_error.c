/* How util.inspect shows errors: their stack, with the class's name put right, indented (Node.js 20: formatError).
 *
 * Invariant: reads `stack`, `name`, `message` as a program would; what they throw passes on. */
#include "exec/error.h"
#include "stdlib/inspect_private.h"
#include "stdlib/support.h"

/* The stack, or what Error.prototype.toString would say. */
static JsValue stack_text(JsObject *error)
{
    JsValue stack = TRY(js_get(error, JS_ATOM(stack)));
    if (js_to_boolean(stack))
        return js_value(TRY_STRING(stack));
    JsValue name = TRY(js_get(error, JS_ATOM(name)));
    JsValue message = TRY(js_get(error, JS_ATOM(message)));
    JsString *name_text = name == JS_UNDEFINED ? js_string(JS_ATOM(Error)) : TRY_STRING(name);
    JsString *message_text = message == JS_UNDEFINED ? js_string(js_empty_string) : TRY_STRING(message);
    if (!js_string_length(message_text))
        return js_value(name_text);
    return js_string_from_format("%S: %S", name_text, message_text);
}

static bool list_has(const JsList *keys, JsKey key)
{
    for (uint32_t i = 0; i < keys->length; i++)
        if (keys->values[i] == key)
            return true;
    return false;
}

static void list_remove(JsList *keys, JsKey key)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < keys->length; i++)
        if (keys->values[i] != key)
            keys->values[kept++] = keys->values[i];
    keys->length = kept;
}

/* name, message and stack are not listed again when the text shows them already. */
static JsValue remove_shown_keys(JsObject *error, JsString *stack, JsList *keys)
{
    JsKey names[] = {JS_ATOM(name), JS_ATOM(message), JS_ATOM(stack)};
    for (uint32_t i = 0; i < JS_COUNT(names); i++) {
        if (!list_has(keys, names[i]))
            continue;
        JsValue v = TRY(js_get(error, names[i]));
        if (!js_is_string(v) || js_string_index_of(stack, js_string(v), 0) >= 0)
            list_remove(keys, names[i]);
    }
    return JS_UNDEFINED;
}

static bool starts_with(JsString *s, JsString *start)
{
    return js_string_length(start) <= js_string_length(s) && js_string_index_of(s, start, 0) == 0;
}

static bool ends_with_error(JsString *name)
{
    uint32_t length = js_string_length(name);
    return length >= 5 && js_string_equals_ascii(js_string(js_string_substring(name, length - 5, length)), "Error");
}

/* Puts the class's name into the head of a stack that names the base class. */
static JsValue improve_stack(JsString *stack, JsValue constructor, JsString *name, JsValue tag)
{
    uint32_t length = js_string_length(name), stack_length = js_string_length(stack);
    if (constructor == JS_EMPTY || !ends_with_error(name) || !starts_with(stack, name))
        return js_value(stack);
    if (stack_length > length && js_string_at(stack, length) != ':' && js_string_at(stack, length) != '\n')
        return js_value(stack);
    JsString *prefix = js_string(TRY(inspect_prefix(constructor, tag, "Error", "")));
    prefix = js_string(TRY(js_string_substring(prefix, 0, js_string_length(prefix) - 1)));
    if (js_string_equals(prefix, name))
        return js_value(stack);
    JsString *rest = js_string(TRY(js_string_substring(stack, length, stack_length)));
    if (js_string_index_of(prefix, name, 0) >= 0)
        return js_string_concat(prefix, rest);
    return js_string_from_format("%S [%S]%S", prefix, name, rest);
}

static JsValue add_hidden_keys(JsObject *error, JsList *keys)
{
    JsKey cause = JS_ATOM(cause), errors = JS_ATOM(errors);
    if (!list_has(keys, cause) && TRY_INT(js_has_property(error, cause)))
        js_list_push(keys, cause);
    if (list_has(keys, errors))
        return JS_UNDEFINED;
    JsValue list = TRY(js_get(error, errors));
    if (js_is_array_object(list))
        js_list_push(keys, errors);
    return JS_UNDEFINED;
}

JsValue inspect_error(Inspector *in, JsObject *error, JsValue constructor, JsValue tag, JsList *keys)
{
    JsValue name = TRY(js_get(error, JS_ATOM(name)));
    JsString *name_text = js_is_nullish(name) ? js_string(JS_ATOM(Error)) : TRY_STRING(name);
    JsString *stack = js_string(TRY(stack_text(error)));
    TRY(remove_shown_keys(error, stack, keys));
    TRY(add_hidden_keys(error, keys));
    stack = js_string(TRY(improve_stack(stack, constructor, name_text, tag)));
    JsValue message = TRY(js_get(error, JS_ATOM(message)));
    int64_t after = 0;
    if (js_is_string(message) && js_string_length(js_string(message)) > 0) {
        after = js_string_index_of(stack, js_string(message), 0);
        after = after < 0 ? 0 : after + js_string_length(js_string(message));
    }
    JsString *at = js_string(TRY(js_string_from_ascii("\n    at")));
    if (js_string_index_of(stack, at, (uint32_t)after) < 0)
        stack = js_string(TRY(js_string_from_format("[%S]", stack)));
    return in->indentation ? inspect_indent_lines(stack, in->indentation) : js_value(stack);
}
