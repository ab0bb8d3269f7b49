/* The URL class, URL Standard 6.1. */
#include "web/url.h"

#include "web/search_params.h"

typedef struct UrlCell { JsCell cell; Url url; } UrlCell;

const Url *url_record_of(WebObject *url)
{
    return &((UrlCell *)js_cell(url->fields[URL_RECORD]))->url;
}

static void set_record(WebObject *o, const Url *url)
{
    UrlCell *cell = js_alloc(sizeof *cell, true);
    cell->cell = (JsCell){ .kind = JS_KIND_INTERNAL };
    cell->url = *url;
    web_set_field(o, URL_RECORD, js_value(cell));
}

static UrlText text_of(JsString *s)
{
    size_t length;
    const char *bytes = web_utf8(s, &length);
    return (UrlText){ bytes, (uint32_t)length };
}

static JsValue string_of(UrlText text)
{
    return web_string_from_text(text.bytes, text.length);
}

bool url_parse_string(JsString *input, const Url *base, Url *ret_url)
{
    UrlText text = text_of(input);
    js_charge(text.length * 2);
    return url_parse(text.bytes, text.length, base, ret_url);
}

JsValue url_to_string(const Url *url)
{
    return string_of(url_serialize(url, false));
}

void url_set_query_of(WebObject *o, UrlText query)
{
    Url url = *url_record_of(o);
    url_replace_query(&url, query);
    set_record(o, &url);
}

/* Node's error for a bad URL: TypeError with code and input. */
static JsValue throw_invalid(JsString *input)
{
    JsValue error = js_new_error(JS_ERROR_TYPE, js_string_from_ascii("Invalid URL"));
    js_put_own(js_object(error), js_key_from_ascii("code"), js_string_from_ascii("ERR_INVALID_URL"), JS_DEFAULT_ATTRIBUTES);
    js_put_own(js_object(error), JS_ATOM(input), js_value(input), JS_DEFAULT_ATTRIBUTES);
    return js_throw(error);
}

/* Parses (input, base) as the constructor does. 1; 0 when it is no URL (*ret_input tells which text); -1 exception. */
static int parse_arguments(uint32_t argc, JsValue *argv, Url *ret_url, JsString **ret_input)
{
    JsString *input = web_to_usv_string(arg(0));
    if (!input)
        return -1;
    *ret_input = input;
    Url base;
    bool has_base = arg(1) != JS_UNDEFINED;
    if (has_base) {
        JsString *text = web_to_usv_string(argv[1]);
        if (!text)
            return -1;
        if (!url_parse_string(text, NULL, &base))
            return 0;
    }
    return url_parse_string(input, has_base ? &base : NULL, ret_url);
}

JS_CONSTRUCTOR_BUILTIN(url_construct)
{
    (void)callee;
    if (argc == 0)
        return js_throw_type_error("The \"url\" argument must be specified");
    Url url;
    JsString *input;
    if (!TRY_INT(parse_arguments(argc, argv, &url, &input)))
        return throw_invalid(input);
    WebObject *o = TRY_PTR(web_new_from_constructor(WEB_URL, new_target));
    set_record(o, &url);
    return js_value(o);
}

JS_BUILTIN(url_can_parse)
{
    (void)callee, (void)this_value;
    Url url;
    JsString *input;
    return js_boolean(TRY_INT(parse_arguments(argc, argv, &url, &input)));
}

JS_BUILTIN(url_parse_static)
{
    (void)callee, (void)this_value;
    Url url;
    JsString *input;
    if (!TRY_INT(parse_arguments(argc, argv, &url, &input)))
        return JS_NULL;
    WebObject *o = web_new(WEB_URL, NULL);
    set_record(o, &url);
    return js_value(o);
}

/* ---- getters: the part of a record as text */

static UrlText with_prefix(char prefix, UrlText text)
{
    if (text.length == 0)
        return text;
    UrlBuffer out = { 0 };
    url_buffer_add(&out, &prefix, 1);
    url_buffer_add(&out, text.bytes, text.length);
    return url_buffer_text(&out);
}

static UrlText get_href(const Url *u) { return url_serialize(u, false); }
static UrlText get_origin(const Url *u) { return url_origin(u); }
static UrlText get_username(const Url *u) { return u->username; }
static UrlText get_password(const Url *u) { return u->password; }
static UrlText get_host(const Url *u) { return url_host_and_port(u); }
static UrlText get_hostname(const Url *u) { return u->has_host ? u->host : (UrlText){ "", 0 }; }
static UrlText get_pathname(const Url *u) { return u->path; }
static UrlText get_search(const Url *u) { return u->has_query ? with_prefix('?', u->query) : (UrlText){ "", 0 }; }
static UrlText get_hash(const Url *u) { return u->has_fragment ? with_prefix('#', u->fragment) : (UrlText){ "", 0 }; }
static UrlText get_protocol(const Url *u)
{
    UrlBuffer out = { 0 };
    url_buffer_add(&out, u->scheme.bytes, u->scheme.length);
    url_buffer_add(&out, ":", 1);
    return url_buffer_text(&out);
}
static UrlText get_port(const Url *u)
{
    UrlText text = url_host_and_port(u);
    uint32_t skip = u->port < 0 ? text.length : u->host.length + 1;
    return (UrlText){ text.bytes + skip, text.length - skip };
}

static void set_host(Url *u, UrlText text) { url_set_host(u, text, false); }
static void set_hostname(Url *u, UrlText text) { url_set_host(u, text, true); }

static JsValue get_part(JsValue this_value, UrlText (*get)(const Url *))
{
    WebObject *o = TRY_PTR(web_this(WEB_URL, this_value));
    return string_of(get(url_record_of(o)));
}

static JsValue set_part(JsValue this_value, JsValue value, void (*set)(Url *, UrlText))
{
    WebObject *o = TRY_PTR(web_this(WEB_URL, this_value));
    JsString *text = TRY_PTR(web_to_usv_string(value));
    Url url = *url_record_of(o);
    set(&url, text_of(text));
    set_record(o, &url);
    return JS_UNDEFINED;
}

#define URL_GETTER(part) \
    JS_BUILTIN(url_get_##part) \
    { \
        (void)callee, (void)argc, (void)argv; \
        return get_part(this_value, get_##part); \
    }
#define URL_SETTER(part, set) \
    JS_BUILTIN(url_put_##part) \
    { \
        (void)callee; \
        return set_part(this_value, arg(0), set); \
    }
URL_GETTER(href)
URL_GETTER(origin)
URL_GETTER(protocol)
URL_GETTER(username)
URL_GETTER(password)
URL_GETTER(host)
URL_GETTER(hostname)
URL_GETTER(port)
URL_GETTER(pathname)
URL_GETTER(search)
URL_GETTER(hash)
URL_SETTER(protocol, url_set_protocol)
URL_SETTER(username, url_set_username)
URL_SETTER(password, url_set_password)
URL_SETTER(host, set_host)
URL_SETTER(hostname, set_hostname)
URL_SETTER(port, url_set_port)
URL_SETTER(pathname, url_set_pathname)
URL_SETTER(hash, url_set_hash)

static void refresh_params(WebObject *o)
{
    WebObject *params = web_as(WEB_URL_SEARCH_PARAMS, o->fields[URL_PARAMS]);
    const Url *url = url_record_of(o);
    if (params)
        search_params_parse(params, url->has_query ? url->query : (UrlText){ "", 0 });
}

JS_BUILTIN(url_put_search)
{
    (void)callee;
    TRY(set_part(this_value, arg(0), url_set_search));
    refresh_params((WebObject *)js_cell(this_value));
    return JS_UNDEFINED;
}

JS_BUILTIN(url_put_href)
{
    (void)callee;
    WebObject *o = TRY_PTR(web_this(WEB_URL, this_value));
    JsString *text = TRY_PTR(web_to_usv_string(arg(0)));
    Url url;
    if (!url_parse_string(text, NULL, &url))
        return throw_invalid(text);
    set_record(o, &url);
    refresh_params(o);
    return JS_UNDEFINED;
}

JS_BUILTIN(url_get_search_params)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *o = TRY_PTR(web_this(WEB_URL, this_value));
    if (o->fields[URL_PARAMS] != JS_UNDEFINED)
        return o->fields[URL_PARAMS];
    WebObject *params = search_params_new();
    web_set_field(o, URL_PARAMS, js_value(params));
    refresh_params(o);
    params->fields[PARAMS_URL] = this_value;
    return js_value(params);
}

JS_BUILTIN(url_prototype_to_string)
{
    (void)callee, (void)argc, (void)argv;
    return get_part(this_value, get_href);
}

#define URL_ATTRIBUTE(name) \
    JS_ACCESSOR_WITH(#name, url_get_##name, url_put_##name, JS_ENUMERABLE | JS_CONFIGURABLE, "URL 6.1")
#define URL_READ_ONLY(name, get) JS_GETTER_WITH(name, get, JS_ENUMERABLE | JS_CONFIGURABLE, "URL 6.1")
static const JsBuiltin url_prototype[] = {
    URL_ATTRIBUTE(href),
    URL_READ_ONLY("origin", url_get_origin),
    URL_ATTRIBUTE(protocol),
    URL_ATTRIBUTE(username),
    URL_ATTRIBUTE(password),
    URL_ATTRIBUTE(host),
    URL_ATTRIBUTE(hostname),
    URL_ATTRIBUTE(port),
    URL_ATTRIBUTE(pathname),
    URL_ATTRIBUTE(search),
    URL_READ_ONLY("searchParams", url_get_search_params),
    URL_ATTRIBUTE(hash),
    JS_METHOD_WITH("toString", url_prototype_to_string, 0, JS_DEFAULT_ATTRIBUTES, "URL 6.1"),
    JS_METHOD_WITH("toJSON", url_prototype_to_string, 0, JS_DEFAULT_ATTRIBUTES, "URL 6.1"),
};
static const JsBuiltin url_static[] = {
    JS_METHOD_WITH("canParse", url_can_parse, 1, JS_DEFAULT_ATTRIBUTES, "URL 6.1"),
    JS_METHOD_WITH("parse", url_parse_static, 1, JS_DEFAULT_ATTRIBUTES, "URL 6.1"),
};

void web_install_url(void)
{
    JsFunction *constructor = web_install_class(WEB_URL, 1, url_construct, url_prototype, JS_COUNT(url_prototype));
    js_install_builtins(&constructor->object, url_static, JS_COUNT(url_static));
}
