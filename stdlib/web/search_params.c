/* URLSearchParams, URL Standard 6.2. Every change is told to the URL object that it came from ("update", 6.2). */
#include "web/search_params.h"

#include "web/url.h"

WebObject *search_params_new(void)
{
    WebObject *p = web_new(WEB_URL_SEARCH_PARAMS, NULL);
    p->fields[PARAMS_LIST] = js_value(web_pairs_new(4));
    return p;
}

static UrlText text_of(JsValue string)
{
    size_t length;
    const char *bytes = web_utf8(js_string(string), &length);
    return (UrlText){ bytes, (uint32_t)length };
}

static JsValue decoded(UrlText text)
{
    UrlText plain = url_form_decode(text);
    return web_string_from_text(plain.bytes, plain.length);
}

/* 5.1 application/x-www-form-urlencoded parsing */
void search_params_parse(WebObject *params, UrlText query)
{
    web_set_field(params, PARAMS_LIST, js_value(web_pairs_new(4)));
    const char *at = query.bytes, *end = query.bytes + query.length;
    while (at < end) {
        const char *stop = memchr(at, '&', (size_t)(end - at));
        if (!stop)
            stop = end;
        const char *equals = memchr(at, '=', (size_t)(stop - at));
        if (stop > at) {
            const char *name_end = equals ? equals : stop;
            const char *value = equals ? equals + 1 : stop;
            JsValue name = decoded((UrlText){ at, (uint32_t)(name_end - at) });
            web_pairs_append(params, PARAMS_LIST, name, decoded((UrlText){ value, (uint32_t)(stop - value) }));
        }
        js_charge(50);
        at = stop + 1;
    }
}

UrlText search_params_serialize(WebObject *params)
{
    WebPairs *list = web_pairs(params, PARAMS_LIST);
    UrlBuffer out = { 0 };
    url_buffer_add(&out, "", 0);
    for (uint32_t i = 0; i < list->count; i++) {
        js_charge(100);
        if (i)
            url_buffer_add(&out, "&", 1);
        url_form_encode(&out, text_of(list->pairs[i].name));
        url_buffer_add(&out, "=", 1);
        url_form_encode(&out, text_of(list->pairs[i].value));
    }
    return out.bytes ? url_buffer_text(&out) : (UrlText){ "", 0 };
}

bool search_params_pair_at(WebObject *params, uint32_t index, WebPair *ret_pair)
{
    return web_pair_at(params, PARAMS_LIST, index, ret_pair);
}

static void update(WebObject *params)
{
    WebObject *url = web_as(WEB_URL, params->fields[PARAMS_URL]);
    if (url)
        url_set_query_of(url, search_params_serialize(params));
}

static int append_pair(WebObject *params, JsValue name, JsValue value)
{
    JsString *n = web_to_usv_string(name);
    JsString *v = n ? web_to_usv_string(value) : NULL;
    if (!v)
        return -1;
    web_pairs_append(params, PARAMS_LIST, js_value(n), js_value(v));
    return 1;
}

JS_CONSTRUCTOR_BUILTIN(search_params_construct)
{
    (void)callee;
    WebObject *p = TRY_PTR(web_new_from_constructor(WEB_URL_SEARCH_PARAMS, new_target));
    p->fields[PARAMS_LIST] = js_value(web_pairs_new(4));
    JsValue init = arg(0);
    if (init == JS_UNDEFINED)
        return js_value(p);
    if (js_is_object(init)) {
        TRY_INT(web_fill_pairs(p, init, append_pair, "URLSearchParams constructor"));
        return js_value(p);
    }
    JsString *text = TRY_PTR(web_to_usv_string(init));
    UrlText query = text_of(js_value(text));
    if (query.length && query.bytes[0] == '?')
        query.bytes++, query.length--;
    search_params_parse(p, query);
    return js_value(p);
}

/* The receiver and its first argument as a string; NULL on exception. */
static WebObject *receiver(JsValue this_value, uint32_t argc, JsValue *argv, uint32_t wanted, JsString **ret_name)
{
    WebObject *p = web_this(WEB_URL_SEARCH_PARAMS, this_value);
    if (!p)
        return NULL;
    if (argc < wanted) {
        js_throw_type_error("The %s must be specified", wanted == 1 ? "\"name\" argument" : "\"name\" and \"value\" arguments");
        return NULL;
    }
    *ret_name = web_to_usv_string(argv[0]);
    return *ret_name ? p : NULL;
}

/* Every search looks at pairs by this, which charges for it. */
static bool has_name(WebPairs *list, uint32_t i, JsString *name)
{
    js_charge(8);
    return js_string_equals(js_string(list->pairs[i].name), name);
}

JS_BUILTIN(search_params_append)
{
    (void)callee;
    JsString *name;
    WebObject *p = TRY_PTR(receiver(this_value, argc, argv, 2, &name));
    TRY_INT(append_pair(p, js_value(name), argv[1]));
    update(p);
    return JS_UNDEFINED;
}

JS_BUILTIN(search_params_delete)
{
    (void)callee;
    JsString *name, *value = NULL;
    WebObject *p = TRY_PTR(receiver(this_value, argc, argv, 1, &name));
    if (arg(1) != JS_UNDEFINED)
        value = TRY_PTR(web_to_usv_string(argv[1]));
    WebPairs *list = web_pairs_writable(p, PARAMS_LIST);
    for (uint32_t i = list->count; i > 0; i--)
        if (has_name(list, i - 1, name) && (!value || js_string_equals(js_string(list->pairs[i - 1].value), value)))
            web_pairs_remove(list, i - 1);
    update(p);
    return JS_UNDEFINED;
}

JS_BUILTIN(search_params_get)
{
    (void)callee;
    JsString *name;
    WebObject *p = TRY_PTR(receiver(this_value, argc, argv, 1, &name));
    WebPairs *list = web_pairs(p, PARAMS_LIST);
    for (uint32_t i = 0; i < list->count; i++)
        if (has_name(list, i, name))
            return list->pairs[i].value;
    return JS_NULL;
}

JS_BUILTIN(search_params_get_all)
{
    (void)callee;
    JsString *name;
    WebObject *p = TRY_PTR(receiver(this_value, argc, argv, 1, &name));
    WebPairs *list = web_pairs(p, PARAMS_LIST);
    JsArray *result = js_new_array_sized(4);
    for (uint32_t i = 0; i < list->count; i++)
        if (has_name(list, i, name))
            js_array_push_dense(result, list->pairs[i].value);
    return js_value(result);
}

JS_BUILTIN(search_params_has)
{
    (void)callee;
    JsString *name, *value = NULL;
    WebObject *p = TRY_PTR(receiver(this_value, argc, argv, 1, &name));
    if (arg(1) != JS_UNDEFINED)
        value = TRY_PTR(web_to_usv_string(argv[1]));
    WebPairs *list = web_pairs(p, PARAMS_LIST);
    for (uint32_t i = 0; i < list->count; i++)
        if (has_name(list, i, name) && (!value || js_string_equals(js_string(list->pairs[i].value), value)))
            return JS_TRUE;
    return JS_FALSE;
}

JS_BUILTIN(search_params_set)
{
    (void)callee;
    JsString *name;
    WebObject *p = TRY_PTR(receiver(this_value, argc, argv, 2, &name));
    JsString *value = TRY_PTR(web_to_usv_string(argv[1]));
    WebPairs *list = web_pairs_writable(p, PARAMS_LIST);
    bool is_found = false;
    for (uint32_t i = 0; i < list->count; i++) {
        if (!has_name(list, i, name))
            continue;
        if (is_found)
            web_pairs_remove(list, i--);
        else
            list->pairs[i].value = js_value(value);
        is_found = true;
    }
    if (!is_found)
        web_pairs_append(p, PARAMS_LIST, js_value(name), js_value(value));
    update(p);
    return JS_UNDEFINED;
}

/* Merges two sorted runs by name; stable, by code units. */
static void merge_sort(WebPair *pairs, WebPair *scratch, uint32_t count)
{
    if (count < 2)
        return;
    uint32_t half = count / 2, a = 0, b = half, out = 0;
    merge_sort(pairs, scratch, half);
    merge_sort(pairs + half, scratch, count - half);
    memcpy(scratch, pairs, count * sizeof *pairs);
    while (a < half && b < count)
        pairs[out++] = js_string_compare(js_string(scratch[b].name), js_string(scratch[a].name)) < 0 ? scratch[b++] : scratch[a++];
    while (a < half)
        pairs[out++] = scratch[a++];
    while (b < count)
        pairs[out++] = scratch[b++];
    js_charge(count * 10);
}

JS_BUILTIN(search_params_sort)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *p = TRY_PTR(web_this(WEB_URL_SEARCH_PARAMS, this_value));
    WebPairs *list = web_pairs_writable(p, PARAMS_LIST);
    merge_sort(list->pairs, web_pairs_new(list->count)->pairs, list->count);
    update(p);
    return JS_UNDEFINED;
}

JS_BUILTIN(search_params_to_string)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *p = TRY_PTR(web_this(WEB_URL_SEARCH_PARAMS, this_value));
    UrlText text = search_params_serialize(p);
    return web_string_from_text(text.bytes, text.length);
}

JS_BUILTIN(search_params_size)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *p = TRY_PTR(web_this(WEB_URL_SEARCH_PARAMS, this_value));
    return js_int((int32_t)web_pairs(p, PARAMS_LIST)->count);
}

JS_BUILTIN(search_params_for_each)
{
    (void)callee;
    WebObject *p = TRY_PTR(web_this(WEB_URL_SEARCH_PARAMS, this_value));
    return web_for_each_pair(p, search_params_pair_at, arg(0), arg(1), "URLSearchParams.forEach");
}

#define PARAMS_ITERATOR(name, kind) \
    JS_BUILTIN(name) \
    { \
        (void)callee, (void)argc, (void)argv; \
        WebObject *p = TRY_PTR(web_this(WEB_URL_SEARCH_PARAMS, this_value)); \
        return web_new_pair_iterator(p, kind); \
    }
PARAMS_ITERATOR(search_params_entries, JS_OWN_ENTRIES)
PARAMS_ITERATOR(search_params_keys, JS_OWN_KEYS)
PARAMS_ITERATOR(search_params_values, JS_OWN_VALUES)

static const JsBuiltin search_params_prototype[] = {
    JS_METHOD_WITH("append", search_params_append, 2, JS_DEFAULT_ATTRIBUTES, "URL 6.2"),
    JS_METHOD_WITH("delete", search_params_delete, 1, JS_DEFAULT_ATTRIBUTES, "URL 6.2"),
    JS_METHOD_WITH("get", search_params_get, 1, JS_DEFAULT_ATTRIBUTES, "URL 6.2"),
    JS_METHOD_WITH("getAll", search_params_get_all, 1, JS_DEFAULT_ATTRIBUTES, "URL 6.2"),
    JS_METHOD_WITH("has", search_params_has, 1, JS_DEFAULT_ATTRIBUTES, "URL 6.2"),
    JS_METHOD_WITH("set", search_params_set, 2, JS_DEFAULT_ATTRIBUTES, "URL 6.2"),
    JS_METHOD_WITH("sort", search_params_sort, 0, JS_DEFAULT_ATTRIBUTES, "URL 6.2"),
    JS_METHOD_WITH("toString", search_params_to_string, 0, JS_DEFAULT_ATTRIBUTES, "URL 6.2"),
    JS_METHOD_WITH("forEach", search_params_for_each, 1, JS_DEFAULT_ATTRIBUTES, "Web IDL 3.7.9"),
    JS_METHOD_WITH("keys", search_params_keys, 0, JS_DEFAULT_ATTRIBUTES, "Web IDL 3.7.9"),
    JS_METHOD_WITH("values", search_params_values, 0, JS_DEFAULT_ATTRIBUTES, "Web IDL 3.7.9"),
    JS_METHOD_WITH("entries", search_params_entries, 0, JS_DEFAULT_ATTRIBUTES, "Web IDL 3.7.9"),
    JS_GETTER("size", search_params_size, "URL 6.2"),
};

void web_install_search_params(void)
{
    web_install_class(WEB_URL_SEARCH_PARAMS, 0, search_params_construct, search_params_prototype,
                      JS_COUNT(search_params_prototype));
    JsObject *prototype = web_prototypes[WEB_URL_SEARCH_PARAMS];
    js_put_own(prototype, JS_SYM(iterator), js_get(prototype, js_key_from_ascii("entries")), JS_HIDDEN_ATTRIBUTES);
    web_install_pair_iterator(WEB_URL_SEARCH_PARAMS, "URLSearchParams Iterator");
}
