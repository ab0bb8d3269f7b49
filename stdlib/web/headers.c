/* Headers, Fetch Standard 5.1. The list is kept sorted and combined, so that the standard's live iteration (2.2.2 "sort and
 * combine") is a walk by index, and a name is found by halving. */
#include "web/headers.h"

/* ---- names and values (2.2.2) */

/* RFC 9110 5.6.2 tchar */
#define RANGE(from, to) [from ... to] = 1
static const bool token_chars[256] = {
    RANGE('0', '9'), RANGE('A', 'Z'), RANGE('a', 'z'), ['!'] = 1, ['#'] = 1, ['$'] = 1, ['%'] = 1, ['&'] = 1, ['\''] = 1,
    ['*'] = 1, ['+'] = 1, ['-'] = 1, ['.'] = 1, ['^'] = 1, ['_'] = 1, ['`'] = 1, ['|'] = 1, ['~'] = 1,
};

static bool is_upper(unsigned c) { return c >= 'A' && c <= 'Z'; }

/* Shared atoms, which live for ever, that were found to be names in lower case. */
enum { KNOWN_NAMES = 64 };
static const JsString *known_names[KNOWN_NAMES];

static const JsString **known_name(const JsString *atom)
{
    return &known_names[((uintptr_t)atom >> 5) % KNOWN_NAMES];
}

static JsString *to_lower(JsChars c)
{
    JsString *lower = js_string_new_latin1(c.length);
    for (uint32_t i = 0; lower && i < c.length; i++) {
        unsigned unit = js_chars_at(c, i);
        lower->u.latin1[i] = (uint8_t)(is_upper(unit) ? unit | 32 : unit);
    }
    return lower;
}

/* The name in lower case; NULL with a TypeError. */
static JsString *normalize_name(JsValue v, const char *method)
{
    if (js_is_string(v) && *known_name(js_string(v)) == js_string(v))
        return js_string(v);
    JsString *s = web_to_byte_string(v);
    if (!s)
        return NULL;
    JsChars c = js_string_chars(s);
    bool is_lower = true, is_token = c.length > 0;
    for (uint32_t i = 0; i < c.length; i++) {
        unsigned unit = js_chars_at(c, i);
        is_token &= token_chars[unit];
        is_lower &= !is_upper(unit);
    }
    if (!is_token) {
        js_throw_type_error("Headers.%s: %q is an invalid header name.", method, js_value(s));
        return NULL;
    }
    if (is_lower && (s->cell.flags & (JS_STRING_ATOM | JS_STRING_OWN)) == JS_STRING_ATOM)
        *known_name(s) = s;
    return is_lower ? s : to_lower(c);
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
    bool is_valid = true;
    for (uint32_t i = from; i < to; i++) {
        unsigned unit = js_chars_at(c, i);
        is_valid &= unit != 0 && unit != '\n' && unit != '\r';
    }
    if (!is_valid) {
        js_throw_type_error("Headers.%s: %q is an invalid header value.", method, js_value(s));
        return NULL;
    }
    if (from == 0 && to == c.length)
        return s;
    JsValue trimmed = js_string_substring(s, from, to);
    return trimmed == JS_EXCEPTION ? NULL : js_string(trimmed);
}

/* ---- the list: sorted by name, so that it is at all times what iteration shows ("sort and combine", 2.2.2) */

WebObject *headers_new(void)
{
    WebObject *h = web_new(WEB_HEADERS, NULL);
    h->fields[HEADERS_LIST] = js_value(web_pairs_new(4));
    h->fields[HEADERS_GUARD] = JS_FALSE;
    return h;
}

/* The index of the first pair whose name is not before `name`; `ret_found` (may be NULL): whether it has that name. */
static uint32_t find(WebPairs *list, JsString *name, bool *ret_found)
{
    uint32_t from = 0, to = list->count;
    bool is_found = false;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        int order = js_string_compare(js_string(list->pairs[middle].name), name);
        is_found |= order == 0;
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    if (ret_found)
        *ret_found = is_found;
    return from;
}

static JsString *ascii_name(const char *name) { return js_string(js_atom_from_ascii(name)); }

static bool is_set_cookie(JsString *name) { return js_string_equals_ascii(name, "set-cookie"); }

/* The index after the pairs of `name`, the first of which is at `from`. */
static uint32_t end_of_name(WebPairs *list, uint32_t from, JsString *name)
{
    while (from < list->count && js_string_equals(js_string(list->pairs[from].name), name)) {
        js_charge(5);
        from++;
    }
    return from;
}

/* Two values of one header field, as one (RFC 9110 5.3; cookies: RFC 9113 8.2.3). */
static JsValue combine(JsString *name, JsValue first, JsValue second)
{
    const char *separator = js_string_equals_ascii(name, "cookie") ? "; " : ", ";
    JsValue separated = TRY(js_string_concat(js_string(first), js_string(js_string_from_ascii(separator))));
    return js_string_concat(js_string(separated), js_string(second));
}

int headers_add_raw(WebObject *headers, JsValue name, JsValue value)
{
    WebPairs *list = web_pairs(headers, HEADERS_LIST);
    bool is_found;
    uint32_t at = find(list, js_string(name), &is_found);
    if (is_found && !is_set_cookie(js_string(name))) {
        JsValue both = combine(js_string(name), list->pairs[at].value, value);
        if (both == JS_EXCEPTION)
            return -1;
        web_pairs_writable(headers, HEADERS_LIST)->pairs[at].value = both;
        return 1;
    }
    web_pairs_insert(headers, HEADERS_LIST, is_found ? end_of_name(list, at, js_string(name)) : at, name, value);
    return 1;
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
    return headers_add_raw(headers, js_value(n), js_value(v));
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
    for (uint32_t i = 0; i < list->count; i++) {
        js_charge(20);
        if (headers_add_raw(headers, list->pairs[i].name, list->pairs[i].value) < 0)
            return -1;
    }
    return 1;
}

JsValue headers_get(WebObject *headers, JsValue of)
{
    JsString *name = js_string(of);
    WebPairs *list = web_pairs(headers, HEADERS_LIST);
    bool is_found;
    uint32_t at = find(list, name, &is_found);
    if (!is_found)
        return JS_NULL;
    JsValue value = list->pairs[at].value;
    for (uint32_t i = at + 1, end = is_set_cookie(name) ? end_of_name(list, at, name) : i; i < end; i++)
        value = TRY(combine(name, value, list->pairs[i].value));
    return value;
}

bool headers_has(WebObject *headers, JsValue name)
{
    bool is_found;
    find(web_pairs(headers, HEADERS_LIST), js_string(name), &is_found);
    return is_found;
}

bool headers_pair_at(WebObject *headers, uint32_t index, WebPair *ret_pair)
{
    return web_pair_at(headers, HEADERS_LIST, index, ret_pair);
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

/* Removes the pairs [from, to). */
static void remove_range(WebObject *h, uint32_t from, uint32_t to)
{
    WebPairs *list = web_pairs_writable(h, HEADERS_LIST);
    while (to > from)
        web_pairs_remove(list, --to);
}

JS_BUILTIN(headers_prototype_delete)
{
    (void)callee;
    WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value));
    TRY(check_arguments(argc, 1, "delete"));
    JsString *name = TRY_PTR(normalize_name(argv[0], "delete"));
    if (is_immutable(h))
        return JS_EXCEPTION;
    WebPairs *list = web_pairs(h, HEADERS_LIST);
    uint32_t at = find(list, name, NULL);
    remove_range(h, at, end_of_name(list, at, name));
    return JS_UNDEFINED;
}

JS_BUILTIN(headers_prototype_get)
{
    (void)callee;
    WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value));
    TRY(check_arguments(argc, 1, "get"));
    JsString *name = TRY_PTR(normalize_name(argv[0], "get"));
    return headers_get(h, js_value(name));
}

JS_BUILTIN(headers_prototype_has)
{
    (void)callee;
    WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value));
    TRY(check_arguments(argc, 1, "has"));
    JsString *name = TRY_PTR(normalize_name(argv[0], "has"));
    bool is_found;
    find(web_pairs(h, HEADERS_LIST), name, &is_found);
    return js_boolean(is_found);
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
    WebPairs *list = web_pairs(h, HEADERS_LIST);
    bool is_found;
    uint32_t at = find(list, name, &is_found);
    if (!is_found) {
        web_pairs_insert(h, HEADERS_LIST, at, js_value(name), js_value(value));
        return JS_UNDEFINED;
    }
    remove_range(h, at + 1, end_of_name(list, at + 1, name));
    web_pairs_writable(h, HEADERS_LIST)->pairs[at].value = js_value(value);
    return JS_UNDEFINED;
}

JS_BUILTIN(headers_prototype_get_set_cookie)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *h = TRY_PTR(web_this(WEB_HEADERS, this_value));
    WebPairs *list = web_pairs(h, HEADERS_LIST);
    JsString *name = ascii_name("set-cookie");
    uint32_t at = find(list, name, NULL), end = end_of_name(list, at, name);
    JsArray *result = js_new_array_sized(end - at);
    while (at < end)
        js_array_push_dense(result, list->pairs[at++].value);
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
