/* Headers, Fetch Standard 5.1. Iteration is over the list "sort and combine" (2.2.2), computed anew at every step, as the
 * standard's live iteration asks. */
#include "web/headers.h"

/* ---- names and values (2.2.2) */

/* RFC 9110 5.6.2 tchar */
static bool is_token_char(unsigned c)
{
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || (c && c < 127 && strchr("!#$%&'*+-.^_`|~", (int)c));
}

/* The name in lower case; NULL with a TypeError. */
static JsString *normalize_name(JsValue v, const char *method)
{
    JsString *s = web_to_byte_string(v);
    if (!s)
        return NULL;
    JsChars c = js_string_chars(s);
    bool is_lower = true, is_token = c.length > 0;
    for (uint32_t i = 0; i < c.length; i++) {
        unsigned unit = js_chars_at(c, i);
        is_token &= is_token_char(unit);
        is_lower &= !(unit >= 'A' && unit <= 'Z');
    }
    if (!is_token) {
        js_throw_type_error("Headers.%s: %q is an invalid header name.", method, js_value(s));
        return NULL;
    }
    if (is_lower)
        return s;
    JsString *lower = js_string_new_latin1(c.length);
    if (!lower)
        return NULL;
    for (uint32_t i = 0; i < c.length; i++) {
        unsigned unit = js_chars_at(c, i);
        lower->u.latin1[i] = (uint8_t)(unit >= 'A' && unit <= 'Z' ? unit | 32 : unit);
    }
    return lower;
}

static bool is_http_space(unsigned c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* The value without white space around it; NULL with a TypeError. */
static JsString *normalize_value(JsValue v, const char *method)
{
    JsString *s = web_to_byte_string(v);
    if (!s)
        return NULL;
    JsChars c = js_string_chars(s);
    uint32_t from = 0, to = c.length;
    while (from < to && is_http_space(js_chars_at(c, from)))
        from++;
    while (to > from && is_http_space(js_chars_at(c, to - 1)))
        to--;
    for (uint32_t i = from; i < to; i++) {
        unsigned unit = js_chars_at(c, i);
        if (unit == 0 || unit == '\n' || unit == '\r') {
            js_throw_type_error("Headers.%s: %q is an invalid header value.", method, js_value(s));
            return NULL;
        }
    }
    if (from == 0 && to == c.length)
        return s;
    JsValue trimmed = js_string_substring(s, from, to);
    return trimmed == JS_EXCEPTION ? NULL : js_string(trimmed);
}

/* ---- the list */

WebObject *headers_new(void)
{
    WebObject *h = web_new(WEB_HEADERS, NULL);
    h->fields[HEADERS_LIST] = js_value(web_pairs_new(4));
    h->fields[HEADERS_GUARD] = JS_FALSE;
    return h;
}

void headers_add_raw(WebObject *headers, JsValue name, JsValue value)
{
    web_pairs_append(headers, HEADERS_LIST, name, value);
}

static bool is_immutable(WebObject *headers)
{
    if (headers->fields[HEADERS_GUARD] != JS_TRUE)
        return false;
    js_throw_type_error("immutable");
    return true;
}

static int append_checked(WebObject *headers, JsValue name, JsValue value, const char *method)
{
    JsString *n = normalize_name(name, method);
    JsString *v = n ? normalize_value(value, method) : NULL;
    if (!v || is_immutable(headers))
        return -1;
    headers_add_raw(headers, js_value(n), js_value(v));
    return 1;
}

int headers_append(WebObject *headers, JsValue name, JsValue value)
{
    return append_checked(headers, name, value, "append");
}

int headers_fill(WebObject *headers, JsValue init)
{
    if (init == JS_UNDEFINED)
        return 1;
    WebObject *other = web_as(WEB_HEADERS, init);
    if (!other)
        return web_fill_pairs(headers, init, headers_append, "Headers constructor");
    WebPairs *list = web_pairs(other, HEADERS_LIST);
    for (uint32_t i = 0; i < list->count; i++)
        headers_add_raw(headers, list->pairs[i].name, list->pairs[i].value);
    return 1;
}

/* The values of `name` from pair `first` on, joined by ", " (2.2.2 "get"); `first` has that name. */
static JsValue combine(WebPairs *list, uint32_t first)
{
    JsValue value = list->pairs[first].value;
    JsString *name = js_string(list->pairs[first].name);
    bool is_cookie = js_string_equals_ascii(name, "cookie");
    for (uint32_t i = first + 1; i < list->count; i++) {
        if (!js_string_equals(js_string(list->pairs[i].name), name))
            continue;
        JsValue separated = TRY(js_string_concat(js_string(value), js_string(js_string_from_ascii(is_cookie ? "; " : ", "))));
        value = TRY(js_string_concat(js_string(separated), js_string(list->pairs[i].value)));
    }
    return value;
}

static int64_t find(WebPairs *list, JsString *name)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (js_string_equals(js_string(list->pairs[i].name), name))
            return i;
    return -1;
}

static int64_t find_ascii(WebPairs *list, const char *name)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (js_string_equals_ascii(js_string(list->pairs[i].name), name))
            return i;
    return -1;
}

JsValue headers_get(WebObject *headers, const char *name)
{
    WebPairs *list = web_pairs(headers, HEADERS_LIST);
    int64_t at = find_ascii(list, name);
    return at < 0 ? JS_NULL : combine(list, (uint32_t)at);
}

bool headers_has(WebObject *headers, const char *name)
{
    return find_ascii(web_pairs(headers, HEADERS_LIST), name) >= 0;
}

/* Whether pair i stands in the sorted and combined list: the first of its name, or any set-cookie. */
static bool is_listed(WebPairs *list, uint32_t i)
{
    JsString *name = js_string(list->pairs[i].name);
    return js_string_equals_ascii(name, "set-cookie") || find(list, name) == i;
}

/* The pair at `index` of the sorted and combined list: the one with exactly `index` listed pairs before it. */
bool headers_pair_at(WebObject *headers, uint32_t index, WebPair *ret_pair)
{
    WebPairs *list = web_pairs(headers, HEADERS_LIST);
    for (uint32_t i = 0; i < list->count; i++) {
        if (!is_listed(list, i))
            continue;
        uint32_t before = 0;
        for (uint32_t k = 0; k < list->count; k++) {
            if (k == i || !is_listed(list, k))
                continue;
            int order = js_string_compare(js_string(list->pairs[k].name), js_string(list->pairs[i].name));
            before += order < 0 || (order == 0 && k < i);
        }
        if (before != index)
            continue;
        bool is_cookie = js_string_equals_ascii(js_string(list->pairs[i].name), "set-cookie");
        JsValue value = is_cookie ? list->pairs[i].value : combine(list, i);
        *ret_pair = (WebPair){ list->pairs[i].name, value };
        return value != JS_EXCEPTION;
    }
    return false;
}

/* ---- the class */

JS_CONSTRUCTOR_BUILTIN(headers_construct)
{
    (void)callee;
    WebObject *h = TRY_PTR(web_new_from_constructor(WEB_HEADERS, new_target));
    h->fields[HEADERS_LIST] = js_value(web_pairs_new(4));
    h->fields[HEADERS_GUARD] = JS_FALSE;
    TRY_INT(headers_fill(h, arg(0)));
    return js_value(h);
}

static JsValue check_arguments(uint32_t argc, uint32_t wanted, const char *method)
{
    if (argc >= wanted)
        return JS_UNDEFINED;
    return js_throw_type_error("Headers.%s: %u argument%s required, but%s %u found.", method, wanted, wanted == 1 ? "" : "s",
                               argc ? " only" : "", argc);
}

JS_BUILTIN(headers_prototype_append)
{
    (void)callee;
    WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value));
    TRY(check_arguments(argc, 2, "append"));
    TRY_INT(append_checked(h, argv[0], argv[1], "append"));
    return JS_UNDEFINED;
}

/* Removes the pairs of a name from index `from` on. */
static void remove_from(WebObject *h, uint32_t from, JsString *name)
{
    WebPairs *list = web_pairs_writable(h, HEADERS_LIST);
    for (uint32_t i = list->count; i > from; i--)
        if (js_string_equals(js_string(list->pairs[i - 1].name), name))
            web_pairs_remove(list, i - 1);
}

JS_BUILTIN(headers_prototype_delete)
{
    (void)callee;
    WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value));
    TRY(check_arguments(argc, 1, "delete"));
    JsString *name = TRY_PTR(normalize_name(argv[0], "delete"));
    if (is_immutable(h))
        return JS_EXCEPTION;
    if (find(web_pairs(h, HEADERS_LIST), name) >= 0)
        remove_from(h, 0, name);
    return JS_UNDEFINED;
}

JS_BUILTIN(headers_prototype_get)
{
    (void)callee;
    WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value));
    TRY(check_arguments(argc, 1, "get"));
    JsString *name = TRY_PTR(normalize_name(argv[0], "get"));
    WebPairs *list = web_pairs(h, HEADERS_LIST);
    int64_t at = find(list, name);
    return at < 0 ? JS_NULL : combine(list, (uint32_t)at);
}

JS_BUILTIN(headers_prototype_has)
{
    (void)callee;
    WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value));
    TRY(check_arguments(argc, 1, "has"));
    JsString *name = TRY_PTR(normalize_name(argv[0], "has"));
    return js_boolean(find(web_pairs(h, HEADERS_LIST), name) >= 0);
}

JS_BUILTIN(headers_prototype_set)
{
    (void)callee;
    WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value));
    TRY(check_arguments(argc, 2, "set"));
    JsString *name = TRY_PTR(normalize_name(argv[0], "set"));
    JsString *value = TRY_PTR(normalize_value(argv[1], "set"));
    if (is_immutable(h))
        return JS_EXCEPTION;
    int64_t at = find(web_pairs(h, HEADERS_LIST), name);
    if (at < 0) {
        headers_add_raw(h, js_value(name), js_value(value));
        return JS_UNDEFINED;
    }
    web_pairs_writable(h, HEADERS_LIST)->pairs[at].value = js_value(value);
    remove_from(h, (uint32_t)at + 1, name);
    return JS_UNDEFINED;
}

JS_BUILTIN(headers_prototype_get_set_cookie)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value));
    WebPairs *list = web_pairs(h, HEADERS_LIST);
    JsArray *result = js_new_array_sized(list->count);
    for (uint32_t i = 0; i < list->count; i++)
        if (js_string_equals_ascii(js_string(list->pairs[i].name), "set-cookie"))
            js_array_push_dense(result, list->pairs[i].value);
    return js_value(result);
}

JS_BUILTIN(headers_prototype_for_each)
{
    (void)callee;
    WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value));
    return web_for_each_pair(h, headers_pair_at, arg(0), arg(1), "Headers.forEach");
}

#define HEADERS_ITERATOR(name, kind) \
    JS_BUILTIN(name) \
    { \
        (void)callee, (void)argc, (void)argv; \
        WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value)); \
        return web_new_pair_iterator(h, kind); \
    }
HEADERS_ITERATOR(headers_prototype_entries, JS_OWN_ENTRIES)
HEADERS_ITERATOR(headers_prototype_keys, JS_OWN_KEYS)
HEADERS_ITERATOR(headers_prototype_values, JS_OWN_VALUES)

static const JsBuiltin headers_prototype[] = {
    JS_METHOD_WITH("append", headers_prototype_append, 2, JS_DEFAULT_ATTRIBUTES, "Fetch 5.1"),
    JS_METHOD_WITH("delete", headers_prototype_delete, 1, JS_DEFAULT_ATTRIBUTES, "Fetch 5.1"),
    JS_METHOD_WITH("get", headers_prototype_get, 1, JS_DEFAULT_ATTRIBUTES, "Fetch 5.1"),
    JS_METHOD_WITH("getSetCookie", headers_prototype_get_set_cookie, 0, JS_DEFAULT_ATTRIBUTES, "Fetch 5.1"),
    JS_METHOD_WITH("has", headers_prototype_has, 1, JS_DEFAULT_ATTRIBUTES, "Fetch 5.1"),
    JS_METHOD_WITH("set", headers_prototype_set, 2, JS_DEFAULT_ATTRIBUTES, "Fetch 5.1"),
    JS_METHOD_WITH("forEach", headers_prototype_for_each, 1, JS_DEFAULT_ATTRIBUTES, "Web IDL 3.7.9"),
    JS_METHOD_WITH("keys", headers_prototype_keys, 0, JS_DEFAULT_ATTRIBUTES, "Web IDL 3.7.9"),
    JS_METHOD_WITH("values", headers_prototype_values, 0, JS_DEFAULT_ATTRIBUTES, "Web IDL 3.7.9"),
    JS_METHOD_WITH("entries", headers_prototype_entries, 0, JS_DEFAULT_ATTRIBUTES, "Web IDL 3.7.9"),
};

void web_install_headers(void)
{
    web_install_class(WEB_HEADERS, 0, headers_construct, headers_prototype, JS_COUNT(headers_prototype));
    JsObject *prototype = web_prototypes[WEB_HEADERS];
    js_put_own(prototype, JS_SYM(iterator), js_get(prototype, js_key_from_ascii("entries")), JS_HIDDEN_ATTRIBUTES);
    web_install_pair_iterator(WEB_HEADERS, "Headers Iterator");
}
