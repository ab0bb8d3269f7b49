/* Request, Fetch Standard 5.4. Members that say how a browser fetches (mode, credentials, cache, ...) have the standard's
 * default values. */
#include "web/request.h"

#include "web/events.h"
#include "web/headers.h"
#include "web/serve.h"
#include "web/url.h"

static bool is_from_network(WebObject *r) { return js_is_cell(r->fields[REQUEST_SOURCE]); }
static struct ServeAgent *source_of(WebObject *r) { return (struct ServeAgent *)js_cell(r->fields[REQUEST_SOURCE]); }

WebObject *request_from_network(void *source, bool has_body)
{
    WebObject *r = web_new(WEB_REQUEST, NULL);
    body_set_null(r);
    if (has_body)
        r->fields[BODY_SOURCE] = JS_EMPTY;
    r->fields[REQUEST_SOURCE] = js_value(source);
    return r;
}

static JsValue method_of(WebObject *r)
{
    if (r->fields[REQUEST_METHOD] == JS_UNDEFINED)
        web_set_field(r, REQUEST_METHOD, serve_method(source_of(r)));
    return r->fields[REQUEST_METHOD];
}

static JsValue url_of(WebObject *r)
{
    if (r->fields[REQUEST_URL] == JS_UNDEFINED)
        web_set_field(r, REQUEST_URL, serve_url(source_of(r)));
    return r->fields[REQUEST_URL];
}

WebObject *request_headers(WebObject *r)
{
    if (r->fields[BODY_HEADERS] == JS_UNDEFINED) {
        WebObject *headers = headers_new();
        if (is_from_network(r))
            serve_fill_headers(source_of(r), headers);
        web_set_field(r, BODY_HEADERS, js_value(headers));
    }
    return web_as(WEB_HEADERS, r->fields[BODY_HEADERS]);
}

/* ---- the constructor (5.4) */

static bool equals_ignoring_case(JsString *s, const char *upper)
{
    uint32_t length = js_string_length(s);
    if (length != strlen(upper))
        return false;
    for (uint32_t i = 0; i < length; i++) {
        unsigned unit = js_string_at(s, i);
        if ((unit >= 'a' && unit <= 'z' ? unit - 32 : unit) != (unsigned char)upper[i])
            return false;
    }
    return true;
}

/* Validates and normalises a method (2.2.1); JS_EXCEPTION with a TypeError. */
static JsValue normalize_method(JsValue v)
{
    static const char *const normalized[] = { "DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT" };
    static const char *const forbidden[] = { "CONNECT", "TRACE", "TRACK" };
    JsString *s = TRY_PTR(web_to_byte_string(v));
    JsChars c = js_string_chars(s);
    bool is_token = c.length > 0;
    for (uint32_t i = 0; i < c.length; i++) {
        unsigned unit = js_chars_at(c, i);
        is_token &= unit > 32 && unit < 127 && !strchr("\"(),/:;<=>?@[\\]{}", (int)unit);
    }
    if (!is_token)
        return js_throw_type_error("'%S' is not a valid HTTP method.", s);
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        if (equals_ignoring_case(s, forbidden[i]))
            return js_throw_type_error("'%S' HTTP method is unsupported.", s);
    for (size_t i = 0; i < sizeof normalized / sizeof *normalized; i++)
        if (equals_ignoring_case(s, normalized[i]))
            return js_atom_from_ascii(normalized[i]);
    return js_value(s);
}

/* The URL of the input: of another Request, or parsed. */
static JsValue input_url(JsValue input, WebObject *other)
{
    if (other)
        return url_of(other);
    JsString *text = TRY_PTR(web_to_usv_string(input));
    Url url;
    if (!url_parse_string(text, NULL, &url))
        return js_throw_type_error("Failed to parse URL from %v", js_value(text));
    if (url.username.length || url.password.length)
        return js_throw_type_error("Request cannot be constructed from a URL that includes credentials: %v", js_value(text));
    return url_to_string(&url);
}

static int take_body(WebObject *r, WebObject *other, JsValue init_body)
{
    JsString *method = js_string(r->fields[REQUEST_METHOD]);
    bool may_not = js_string_equals_ascii(method, "GET") || js_string_equals_ascii(method, "HEAD");
    bool has_own = !js_is_nullish(init_body);
    bool has_other = other && other->fields[BODY_SOURCE] != JS_NULL;
    if (may_not && (has_own || has_other)) {
        js_throw_type_error("Request with GET/HEAD method cannot have body.");
        return -1;
    }
    if (has_own)
        return body_extract(r, init_body);
    if (!has_other)
        return 1;
    if (body_is_unusable(other)) {
        js_throw_type_error("Cannot construct a Request with a Request object that has already been used.");
        return -1;
    }
    r->fields[BODY_SOURCE] = other->fields[BODY_SOURCE];
    r->fields[BODY_STREAM] = other->fields[BODY_STREAM];
    r->fields[REQUEST_SOURCE] = other->fields[REQUEST_SOURCE];
    web_set_field(other, BODY_IS_USED, JS_TRUE);
    return 1;
}

JS_CONSTRUCTOR_BUILTIN(request_construct)
{
    (void)callee;
    if (argc == 0)
        return js_throw_type_error("Request constructor: 1 argument required, but 0 found.");
    WebObject *other = web_as(WEB_REQUEST, argv[0]);
    JsValue init = arg(1);
    JsValue url = TRY(input_url(argv[0], other));
    WebObject *r = TRY_PTR(web_new_from_constructor(WEB_REQUEST, new_target));
    body_set_null(r);
    r->fields[REQUEST_URL] = url;
    JsValue method = TRY(web_member(init, JS_ATOM(method)));
    r->fields[REQUEST_METHOD] = method != JS_UNDEFINED ? TRY(normalize_method(method))
                                : other                ? method_of(other)
                                                       : js_atom_from_ascii("GET");
    JsValue signal = TRY(web_member(init, JS_ATOM(signal)));
    if (signal == JS_UNDEFINED && other)
        signal = other->fields[REQUEST_SIGNAL];
    if (!js_is_nullish(signal))
        r->fields[REQUEST_SIGNAL] = TRY(events_request_signal(signal));
    WebObject *headers = headers_new();
    r->fields[BODY_HEADERS] = js_value(headers);
    JsValue header_init = TRY(web_member(init, JS_ATOM(headers)));
    if (header_init == JS_UNDEFINED && other)
        header_init = js_value(request_headers(other));
    TRY_INT(headers_fill(headers, header_init));
    TRY_INT(take_body(r, other, TRY(web_member(init, JS_ATOM(body)))));
    return js_value(r);
}

/* ---- the prototype */

static WebObject *receiver(JsValue this_value) { return web_this(WEB_REQUEST, this_value); }

JS_BUILTIN(request_get_method)
{
    (void)callee, (void)argc, (void)argv;
    return method_of(TRY_PTR(receiver(this_value)));
}

JS_BUILTIN(request_get_url)
{
    (void)callee, (void)argc, (void)argv;
    return url_of(TRY_PTR(receiver(this_value)));
}

JS_BUILTIN(request_get_headers)
{
    (void)callee, (void)argc, (void)argv;
    return js_value(request_headers(TRY_PTR(receiver(this_value))));
}

JS_BUILTIN(request_get_signal)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *r = TRY_PTR(receiver(this_value));
    if (r->fields[REQUEST_SIGNAL] == JS_UNDEFINED) /* nobody can abort it: a client that leaves ends the whole agent */
        web_set_field(r, REQUEST_SIGNAL, TRY(events_request_signal(JS_UNDEFINED)));
    return r->fields[REQUEST_SIGNAL];
}

JS_BUILTIN(request_clone)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *r = TRY_PTR(receiver(this_value));
    method_of(r), url_of(r);
    WebObject *headers = request_headers(r);
    WebObject *copy = web_new(WEB_REQUEST, NULL);
    TRY_INT(body_clone(r, copy));
    copy->fields[REQUEST_METHOD] = r->fields[REQUEST_METHOD];
    copy->fields[REQUEST_URL] = r->fields[REQUEST_URL];
    if (r->fields[REQUEST_SIGNAL] != JS_UNDEFINED)
        copy->fields[REQUEST_SIGNAL] = TRY(events_request_signal(r->fields[REQUEST_SIGNAL]));
    copy->fields[BODY_HEADERS] = js_value(headers_new());
    TRY_INT(headers_fill(web_as(WEB_HEADERS, copy->fields[BODY_HEADERS]), js_value(headers)));
    return js_value(copy);
}

/* Members whose value is always the default. */
#define REQUEST_CONSTANTS(REQUEST_CONSTANT) \
    REQUEST_CONSTANT(destination, "") \
    REQUEST_CONSTANT(referrer, "about:client") \
    REQUEST_CONSTANT(referrerPolicy, "") \
    REQUEST_CONSTANT(mode, "cors") \
    REQUEST_CONSTANT(credentials, "same-origin") \
    REQUEST_CONSTANT(cache, "default") \
    REQUEST_CONSTANT(redirect, "follow") \
    REQUEST_CONSTANT(integrity, "") \
    REQUEST_CONSTANT(duplex, "half")
#define REQUEST_CONSTANT(name, text) \
    JS_BUILTIN(request_get_##name) \
    { \
        (void)callee, (void)argc, (void)argv; \
        TRY_PTR(receiver(this_value)); \
        return js_string_from_ascii(text); \
    }
REQUEST_CONSTANTS(REQUEST_CONSTANT)
#undef REQUEST_CONSTANT

JS_BUILTIN(request_get_keepalive)
{
    (void)callee, (void)argc, (void)argv;
    TRY_PTR(receiver(this_value));
    return JS_FALSE;
}

#define REQUEST_GETTER(name, get) JS_GETTER_WITH(name, get, JS_ENUMERABLE | JS_CONFIGURABLE, "Fetch 5.4")
static const JsBuiltin request_prototype[] = {
    REQUEST_GETTER("method", request_get_method),
    REQUEST_GETTER("url", request_get_url),
    REQUEST_GETTER("headers", request_get_headers),
    REQUEST_GETTER("signal", request_get_signal),
    REQUEST_GETTER("keepalive", request_get_keepalive),
    JS_METHOD_WITH("clone", request_clone, 0, JS_DEFAULT_ATTRIBUTES, "Fetch 5.4"),
#define REQUEST_CONSTANT(name, text) REQUEST_GETTER(#name, request_get_##name),
    REQUEST_CONSTANTS(REQUEST_CONSTANT)
#undef REQUEST_CONSTANT
};

void web_install_request(void)
{
    web_install_class(WEB_REQUEST, 1, request_construct, request_prototype, JS_COUNT(request_prototype));
    js_install_builtins(web_prototypes[WEB_REQUEST], body_rows, body_row_count);
}
