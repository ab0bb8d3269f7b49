/* Values that say themselves how they are shown: a method under Symbol.for('nodejs.util.inspect.custom'), called with the depth that is
 * left, the options, and the function `inspect`. */
#include "stdlib/inspect_private.h"
#include "stdlib/support.h"
#include "stdlib/symbol.h"

static struct {
    JsValue symbol, inspect, stylize;
} custom;

JsValue inspect_custom_symbol(void) { return custom.symbol; }

int js_inspect_options(JsValue given, JsInspectOptions *ret)
{
    *ret = JS_INSPECT_DEFAULT;
    if (!js_is_object(given))
        return 1;
    JsValue depth = TRY_OR(-1, js_get(js_object(given), js_key_from_ascii("depth")));
    JsValue hidden = TRY_OR(-1, js_get(js_object(given), js_key_from_ascii("showHidden")));
    ret->shows_hidden = js_to_boolean(hidden);
    if (depth == JS_NULL || (js_is_number(depth) && !(js_as_number(depth) < 1e6)))
        ret->depth = -1;
    else if (js_is_number(depth))
        ret->depth = js_as_number(depth) < 0 ? 0 : (int32_t)js_as_number(depth);
    return 1;
}

/* inspect ( value, { depth, showHidden } ) */
JS_BUILTIN(inspect)
{
    JsInspectOptions options;
    TRY_INT(js_inspect_options(arg(1), &options));
    return js_inspect(arg(0), options);
}

/* stylize ( text, style ): there are no colours */
JS_BUILTIN(stylize)
{
    return arg(0);
}

static JsValue depth_value(int32_t depth) { return depth < 0 ? JS_NULL : js_int(depth); }

static JsValue options_value(const JsInspectOptions *options)
{
    JsObject *o = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_put_own(o, js_key_from_ascii("showHidden"), js_boolean(options->shows_hidden), JS_DEFAULT_ATTRIBUTES);
    js_put_own(o, js_key_from_ascii("depth"), depth_value(options->depth), JS_DEFAULT_ATTRIBUTES);
    js_put_own(o, js_key_from_ascii("colors"), JS_FALSE, JS_DEFAULT_ATTRIBUTES);
    js_put_own(o, js_key_from_ascii("breakLength"), js_int(INSPECT_BREAK_LENGTH), JS_DEFAULT_ATTRIBUTES);
    js_put_own(o, js_key_from_ascii("stylize"), custom.stylize, JS_DEFAULT_ATTRIBUTES);
    return js_value(o);
}

/* Whether the object is the prototype of its constructor, whose method is for its instances. */
static int is_prototype(JsObject *object)
{
    JsValue constructor = TRY_OR(-1, js_get(object, JS_ATOM(constructor)));
    if (!js_is_object(constructor))
        return 0;
    return TRY_OR(-1, js_get(js_object(constructor), JS_ATOM(prototype))) == js_value(object);
}

JsValue inspect_custom(Inspector *in, JsValue v, JsObject *object)
{
    if (!custom.symbol || in->options.ignores_methods)
        return JS_EMPTY;
    JsValue method = TRY(js_get(object, custom.symbol));
    if (!js_is_callable(method))
        return JS_EMPTY;
    int is_for_others = TRY_INT(is_prototype(object));
    if (is_for_others)
        return JS_EMPTY;
    JsValue left = in->options.depth < 0 ? JS_NULL : js_int(in->options.depth - in->depth);
    JsValue argv[] = { left, options_value(&in->options), custom.inspect };
    JsValue shown = TRY(js_call(method, v, JS_COUNT(argv), argv));
    if (shown == v)
        return JS_EMPTY;
    JsValue text = js_is_object(shown) || shown == JS_NULL ? TRY(inspect_value(in, shown)) : js_value(TRY_STRING(shown));
    return inspect_indent_lines(js_string(text), in->indentation);
}

void js_inspect_start(void)
{
    js_add_roots((JsValue *)&custom, (JsValue *)(&custom + 1));
    custom.symbol = js_symbol_for(js_string(js_atom_from_ascii("nodejs.util.inspect.custom")));
    custom.inspect = js_value(js_new_builtin("inspect", 2, inspect, NULL));
    custom.stylize = js_value(js_new_builtin("stylize", 2, stylize, NULL));
}
