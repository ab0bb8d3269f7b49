/* DOMException, Web IDL 2.8.1: an error with a name and the legacy code of that name. */
#include "web/web.h"

static JsObject *prototype;

static const struct { const char *name; int code; } legacy_codes[] = {
    { "IndexSizeError", 1 }, { "NotFoundError", 8 }, { "NotSupportedError", 9 }, { "InvalidStateError", 11 },
    { "SyntaxError", 12 }, { "InvalidModificationError", 13 }, { "NamespaceError", 14 }, { "InvalidAccessError", 15 },
    { "TypeMismatchError", 17 }, { "SecurityError", 18 }, { "NetworkError", 19 }, { "AbortError", 20 },
    { "URLMismatchError", 21 }, { "QuotaExceededError", 22 }, { "TimeoutError", 23 }, { "DataCloneError", 25 },
    { "InvalidCharacterError", 5 },
};

static JsValue make(JsObject *proto, JsValue message, JsValue name)
{
    JsError *error = TRY_PTR(js_new_error_object(proto));
    js_put_own(&error->object, JS_ATOM(message), message, JS_HIDDEN_ATTRIBUTES);
    js_put_own(&error->object, JS_ATOM(name), name, JS_HIDDEN_ATTRIBUTES);
    int code = 0;
    for (size_t i = 0; i < sizeof legacy_codes / sizeof *legacy_codes; i++)
        if (js_string_equals_ascii(js_string(name), legacy_codes[i].name))
            code = legacy_codes[i].code;
    js_put_own(&error->object, js_key_from_ascii("code"), js_int(code), JS_HIDDEN_ATTRIBUTES);
    return js_value(error);
}

JsValue web_throw_dom_exception(const char *name, const char *message)
{
    return js_throw(TRY(make(prototype, js_string_from_ascii(message), js_string_from_ascii(name))));
}

JS_CONSTRUCTOR_BUILTIN(dom_exception_construct)
{
    (void)callee;
    JsString *message = arg(0) == JS_UNDEFINED ? js_string(js_empty_string) : TRY_PTR(js_to_string(argv[0]));
    JsString *name = js_string(JS_ATOM(Error));
    if (js_is_object(arg(1))) {
        JsValue member = TRY(js_get(js_object(argv[1]), JS_ATOM(name)));
        if (member != JS_UNDEFINED)
            name = TRY_PTR(js_to_string(member));
    } else if (arg(1) != JS_UNDEFINED) {
        name = TRY_PTR(js_to_string(argv[1]));
    }
    JsValue proto = TRY(js_get(js_object(new_target), JS_ATOM(prototype)));
    return make(js_is_object(proto) ? js_object(proto) : prototype, js_value(message), js_value(name));
}

static JsValue dom_exception_call(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    (void)this_value, (void)argc, (void)argv;
    return js_throw_class_call(callee);
}

void web_install_dom_exception(void)
{
    prototype = js_new_plain(JS_INTRINSIC(ERROR_PROTOTYPE));
    js_add_roots(&prototype, &prototype + 1);
    js_put_own(prototype, JS_SYM(toStringTag), js_string_from_ascii("DOMException"), JS_CONFIGURABLE);
    JsFunction *constructor =
        js_new_builtin_constructor("DOMException", 0, dom_exception_call, dom_exception_construct, NULL, prototype);
    js_put_own(js_realm->global, js_key_from_ascii("DOMException"), js_value(constructor), JS_HIDDEN_ATTRIBUTES);
}
