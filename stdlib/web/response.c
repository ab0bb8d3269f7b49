/* Response, Fetch Standard 5.5. */
#include "web/response.h"

#include "stdlib/json.h"
#include "web/headers.h"
#include "web/url.h"

static WebObject *initialize(WebObject *r)
{
    r->fields[BODY_HEADERS] = js_value(headers_new());
    r->fields[RESPONSE_STATUS] = js_int(200);
    r->fields[RESPONSE_STATUS_TEXT] = js_empty_string;
    r->fields[RESPONSE_TYPE] = JS_ATOM(default_);
    r->fields[RESPONSE_URL] = js_empty_string;
    body_set_null(r);
    return r;
}

static bool is_null_body_status(int status)
{
    return status == 101 || status == 204 || status == 205 || status == 304;
}

/* reason-phrase of RFC 9112 4 */
static bool is_reason_phrase(JsString *s)
{
    JsChars c = js_string_chars(s);
    for (uint32_t i = 0; i < c.length; i++) {
        unsigned unit = js_chars_at(c, i);
        if (unit > 255 || (unit < 0x20 && unit != '\t') || unit == 0x7f)
            return false;
    }
    return true;
}

/* "initialize a response" (5.5): init's members in alphabetical order, then the body. 1 or -1. */
static int initialize_from(WebObject *r, JsValue init)
{
    if (js_is_nullish(init))
        return 1;
    if (!js_is_object(init)) {
        js_throw_type_error("Response constructor: Expected init (%q) to be one of: Null, Undefined, Object", init);
        return -1;
    }
    JsValue headers = TRY_OR(-1, web_member(init, JS_ATOM(headers)));
    JsValue status = TRY_OR(-1, web_member(init, JS_ATOM(status)));
    if (status != JS_UNDEFINED) {
        double number;
        if (js_to_integer_or_infinity(status, &number) < 0)
            return -1;
        if (!(number >= 200 && number <= 599)) {
            js_throw_range_error("init[\"status\"] must be in the range of 200 to 599, inclusive.");
            return -1;
        }
        r->fields[RESPONSE_STATUS] = js_int((int32_t)number);
    }
    JsValue text = TRY_OR(-1, web_member(init, JS_ATOM(statusText)));
    if (text != JS_UNDEFINED) {
        JsString *s = web_to_byte_string(text);
        if (!s)
            return -1;
        if (!is_reason_phrase(s)) {
            js_throw_type_error("Invalid statusText");
            return -1;
        }
        r->fields[RESPONSE_STATUS_TEXT] = js_value(s);
    }
    return headers_fill(web_as(WEB_HEADERS, r->fields[BODY_HEADERS]), headers);
}

static int put_body(WebObject *r, JsValue body)
{
    if (js_is_nullish(body))
        return 1;
    int status = js_as_int(r->fields[RESPONSE_STATUS]);
    if (is_null_body_status(status)) {
        js_throw_type_error("Response constructor: Invalid response status code %d", status);
        return -1;
    }
    return body_extract(r, body);
}

JS_CONSTRUCTOR_BUILTIN(response_construct)
{
    (void)callee;
    WebObject *r = initialize(TRY_PTR(web_new_from_constructor(WEB_RESPONSE, new_target)));
    TRY_INT(initialize_from(r, arg(1)));
    TRY_INT(put_body(r, arg(0)));
    return js_value(r);
}

/* ---- static methods */

JS_BUILTIN(response_error)
{
    (void)callee, (void)this_value, (void)argc, (void)argv;
    WebObject *r = initialize(web_new(WEB_RESPONSE, NULL));
    r->fields[RESPONSE_STATUS] = js_int(0);
    r->fields[RESPONSE_TYPE] = js_atom_from_ascii("error");
    web_as(WEB_HEADERS, r->fields[BODY_HEADERS])->fields[HEADERS_GUARD] = JS_TRUE;
    return js_value(r);
}

JS_BUILTIN(response_redirect)
{
    (void)callee, (void)this_value;
    JsString *text = TRY_PTR(web_to_usv_string(arg(0)));
    Url url;
    if (!url_parse_string(text, NULL, &url))
        return js_throw_type_error("Failed to parse URL from %v", js_value(text));
    double status = 302;
    if (arg(1) != JS_UNDEFINED)
        TRY_INT(js_to_integer_or_infinity(argv[1], &status));
    if (status != 301 && status != 302 && status != 303 && status != 307 && status != 308)
        return js_throw_range_error("Invalid status code %f", status);
    WebObject *r = initialize(web_new(WEB_RESPONSE, NULL));
    r->fields[RESPONSE_STATUS] = js_int((int32_t)status);
    WebObject *headers = web_as(WEB_HEADERS, r->fields[BODY_HEADERS]);
    headers_add_raw(headers, js_atom_from_ascii("location"), url_to_string(&url));
    headers->fields[HEADERS_GUARD] = JS_TRUE;
    return js_value(r);
}

JS_BUILTIN(response_json)
{
    (void)callee, (void)this_value;
    if (argc == 0)
        return js_throw_type_error("Response.json: 1 argument required, but 0 found.");
    JsValue text = TRY(js_json_stringify(argv[0], JS_UNDEFINED, JS_UNDEFINED));
    if (text == JS_UNDEFINED)
        return js_throw_type_error("Value is not JSON serializable");
    WebObject *r = initialize(web_new(WEB_RESPONSE, NULL));
    TRY_INT(initialize_from(r, arg(1)));
    WebObject *headers = web_as(WEB_HEADERS, r->fields[BODY_HEADERS]);
    if (!headers_has(headers, JS_ATOM(content_type)))
        headers_add_raw(headers, JS_ATOM(content_type), js_atom_from_ascii("application/json"));
    TRY_INT(put_body(r, text));
    return js_value(r);
}

/* ---- the prototype */

static WebObject *receiver(JsValue this_value) { return web_this(WEB_RESPONSE, this_value); }

JS_BUILTIN(response_get_status)
{
    (void)callee, (void)argc, (void)argv;
    return TRY_PTR(receiver(this_value))->fields[RESPONSE_STATUS];
}

JS_BUILTIN(response_get_ok)
{
    (void)callee, (void)argc, (void)argv;
    int status = js_as_int(TRY_PTR(receiver(this_value))->fields[RESPONSE_STATUS]);
    return js_boolean(status >= 200 && status <= 299);
}

JS_BUILTIN(response_get_status_text)
{
    (void)callee, (void)argc, (void)argv;
    return TRY_PTR(receiver(this_value))->fields[RESPONSE_STATUS_TEXT];
}

JS_BUILTIN(response_get_headers)
{
    (void)callee, (void)argc, (void)argv;
    return TRY_PTR(receiver(this_value))->fields[BODY_HEADERS];
}

JS_BUILTIN(response_get_type)
{
    (void)callee, (void)argc, (void)argv;
    return TRY_PTR(receiver(this_value))->fields[RESPONSE_TYPE];
}

JS_BUILTIN(response_get_url)
{
    (void)callee, (void)argc, (void)argv;
    return TRY_PTR(receiver(this_value))->fields[RESPONSE_URL];
}

JS_BUILTIN(response_get_redirected)
{
    (void)callee, (void)argc, (void)argv;
    TRY_PTR(receiver(this_value));
    return JS_FALSE;
}

JS_BUILTIN(response_clone)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *r = TRY_PTR(receiver(this_value));
    WebObject *copy = initialize(web_new(WEB_RESPONSE, NULL));
    TRY_INT(body_clone(r, copy));
    for (int i = RESPONSE_STATUS; i <= RESPONSE_URL; i++)
        copy->fields[i] = r->fields[i];
    TRY_INT(headers_fill(web_as(WEB_HEADERS, copy->fields[BODY_HEADERS]), r->fields[BODY_HEADERS]));
    return js_value(copy);
}

#define RESPONSE_GETTER(name, get) JS_GETTER_WITH(name, get, JS_ENUMERABLE | JS_CONFIGURABLE, "Fetch 5.5")
static const JsBuiltin response_prototype[] = {
    RESPONSE_GETTER("type", response_get_type),
    RESPONSE_GETTER("url", response_get_url),
    RESPONSE_GETTER("redirected", response_get_redirected),
    RESPONSE_GETTER("status", response_get_status),
    RESPONSE_GETTER("ok", response_get_ok),
    RESPONSE_GETTER("statusText", response_get_status_text),
    RESPONSE_GETTER("headers", response_get_headers),
    JS_METHOD_WITH("clone", response_clone, 0, JS_DEFAULT_ATTRIBUTES, "Fetch 5.5"),
};
static const JsBuiltin response_static[] = {
    JS_METHOD_WITH("error", response_error, 0, JS_DEFAULT_ATTRIBUTES, "Fetch 5.5"),
    JS_METHOD_WITH("redirect", response_redirect, 1, JS_DEFAULT_ATTRIBUTES, "Fetch 5.5"),
    JS_METHOD_WITH("json", response_json, 1, JS_DEFAULT_ATTRIBUTES, "Fetch 5.5"),
};

void web_install_response(void)
{
    JsFunction *constructor =
        web_install_class(WEB_RESPONSE, 0, response_construct, response_prototype, JS_COUNT(response_prototype));
    js_install_builtins(web_prototypes[WEB_RESPONSE], body_rows, body_row_count);
    js_install_builtins(&constructor->object, response_static, JS_COUNT(response_static));
}
