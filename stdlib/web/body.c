/* Bodies, Fetch Standard 3.2 (extract) and 5.3 (the Body mixin). */
#include "web/body.h"

#include "stdlib/json.h"
#include "stdlib/typed_array.h"
#include "web/forms.h"
#include "web/headers.h"
#include "web/request.h"
#include "web/search_params.h"
#include "web/serve.h"
#include "web/streams.h"

/* ---- extracting */

void body_set_null(WebObject *o)
{
    o->fields[BODY_SOURCE] = JS_NULL;
    o->fields[BODY_IS_USED] = JS_FALSE;
}

static int add_content_type(WebObject *o, JsValue type)
{
    WebObject *headers = web_as(WEB_HEADERS, o->fields[BODY_HEADERS]);
    if (!headers_has(headers, JS_ATOM(content_type)))
        headers_add_raw(headers, JS_ATOM(content_type), type);
    return 1;
}

static int extract_bytes(WebObject *o, const uint8_t *bytes, size_t length)
{
    JsArrayBuffer *copy = array_buffer_from_bytes(bytes, length);
    if (!copy)
        return -1;
    o->fields[BODY_SOURCE] = js_value(copy);
    return 1;
}

int body_extract(WebObject *o, JsValue init)
{
    body_set_null(o);
    if (js_is_nullish(init))
        return 1;
    uint8_t *bytes;
    size_t length;
    if (array_buffer_source(init, &bytes, &length))
        return extract_bytes(o, bytes, length);
    if (streams_is_readable(init)) {
        if (streams_is_locked_or_disturbed(init)) {
            js_throw_type_error("Response body object should not be disturbed or locked");
            return -1;
        }
        o->fields[BODY_SOURCE] = o->fields[BODY_STREAM] = init;
        return 1;
    }
    WebObject *params = web_as(WEB_URL_SEARCH_PARAMS, init);
    if (params) {
        UrlText text = search_params_serialize(params);
        o->fields[BODY_SOURCE] = web_string_from_text(text.bytes, text.length);
        return add_content_type(o, js_atom_from_ascii("application/x-www-form-urlencoded;charset=UTF-8"));
    }
    FormContent form;
    int is_form = forms_extract(init, &form);
    if (is_form < 0)
        return -1;
    if (is_form) {
        o->fields[BODY_SOURCE] = form.source;
        return form.type == JS_UNDEFINED ? 1 : add_content_type(o, form.type);
    }
    JsString *text = web_to_usv_string(init);
    if (!text)
        return -1;
    o->fields[BODY_SOURCE] = js_value(text);
    return add_content_type(o, js_atom_from_ascii("text/plain;charset=UTF-8"));
}

bool body_is_unusable(WebObject *o)
{
    return o->fields[BODY_IS_USED] == JS_TRUE ||
           (js_is_object(o->fields[BODY_STREAM]) && streams_is_locked_or_disturbed(o->fields[BODY_STREAM]));
}

int body_clone(WebObject *from, WebObject *to)
{
    if (body_is_unusable(from)) {
        js_throw_type_error("Response.clone: Body has already been consumed.");
        return -1;
    }
    to->fields[BODY_IS_USED] = JS_FALSE;
    JsValue source = from->fields[BODY_SOURCE];
    if (source == JS_EMPTY || streams_is_readable(source)) {
        JsValue stream = streams_of_body(from);
        JsValue branches[2];
        if (stream == JS_EXCEPTION || streams_tee(stream, branches) < 0)
            return -1;
        web_set_field(from, BODY_SOURCE, branches[0]);
        web_set_field(from, BODY_STREAM, branches[0]);
        to->fields[BODY_SOURCE] = to->fields[BODY_STREAM] = branches[1];
        return 1;
    }
    to->fields[BODY_SOURCE] = source;
    return 1;
}

void body_bytes(JsValue source, const void **ret_bytes, size_t *ret_length)
{
    if (js_is_string(source)) {
        JsChars c = js_string_chars(js_string(source));
        if (c.latin1 && js_is_ascii(c.latin1, c.length)) {
            *ret_bytes = c.latin1;
            *ret_length = c.length;
        } else {
            *ret_bytes = web_utf8(js_string(source), ret_length);
        }
        return;
    }
    uint8_t *bytes = NULL;
    if (!array_buffer_source(source, &bytes, ret_length))
        *ret_length = 0;
    *ret_bytes = bytes;
}

/* ---- consuming */

/* 5.3 "package data": UTF-8 decode strips a byte order mark. */
static JsValue decode_text(const char *bytes, size_t length)
{
    size_t skip = length >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
    return web_string_from_text(bytes + skip, length - skip);
}

static JsValue package(BodyUse use, const void *bytes, size_t length)
{
    switch (use) {
    case BODY_TEXT: return decode_text(bytes, length);
    case BODY_JSON: return js_json_parse(js_string(TRY(decode_text(bytes, length))));
    case BODY_ARRAY_BUFFER: return js_value(TRY_PTR(array_buffer_from_bytes(bytes, length)));
    case BODY_CHUNK:
    case BODY_BYTES: {
        JsArrayBuffer *buffer = TRY_PTR(array_buffer_from_bytes(bytes, length));
        return js_value(typed_array_new_view(JS_UINT8, buffer, 0, length, NULL));
    }
    }
    return JS_UNDEFINED;
}

static void settle(JsPromise *promise, JsValue result)
{
    if (result == JS_EXCEPTION)
        js_promise_reject(promise, js_take_exception());
    else
        js_promise_fulfill(promise, result);
}

void body_deliver(JsPromise *promise, BodyUse use, const void *bytes, size_t length)
{
    settle(promise, package(use, bytes, length));
}

static JsValue consume(JsValue this_value, BodyUse use)
{
    WebObject *o = web_as(WEB_REQUEST, this_value);
    if (!o)
        o = web_as(WEB_RESPONSE, this_value);
    JsPromise *promise = js_new_promise();
    if (!o || body_is_unusable(o)) {
        js_throw_type_error(o ? "Body is unusable: Body has already been read" : "Illegal invocation");
        settle(promise, JS_EXCEPTION);
        return js_value(promise);
    }
    JsValue source = o->fields[BODY_SOURCE];
    if (source != JS_NULL)
        web_set_field(o, BODY_IS_USED, JS_TRUE);
    if (js_is_object(o->fields[BODY_STREAM])) {
        streams_read_all(o->fields[BODY_STREAM], promise, use);
    } else if (source == JS_EMPTY) {
        serve_read_body(o, promise, use);
    } else if (js_is_string(source) && use == BODY_TEXT) {
        settle(promise, source);
    } else if (js_is_string(source) && use == BODY_JSON) {
        settle(promise, js_json_parse(js_string(source)));
    } else {
        const void *bytes;
        size_t length;
        body_bytes(source, &bytes, &length);
        body_deliver(promise, use, bytes, length);
    }
    return js_value(promise);
}

#define BODY_METHOD(name, use) \
    JS_BUILTIN(name) \
    { \
        (void)callee, (void)argc, (void)argv; \
        return consume(this_value, use); \
    }
BODY_METHOD(body_text, BODY_TEXT)
BODY_METHOD(body_json, BODY_JSON)
BODY_METHOD(body_array_buffer, BODY_ARRAY_BUFFER)
BODY_METHOD(body_bytes_method, BODY_BYTES)

static WebObject *receiver(JsValue this_value)
{
    WebObject *o = web_as(WEB_REQUEST, this_value);
    return o ? o : web_this(WEB_RESPONSE, this_value);
}

/* The Content-Type of a Request or Response, or null. */
static JsValue content_type(JsValue this_value)
{
    WebObject *o = TRY_PTR(receiver(this_value));
    bool is_request = o->object.cell.aux == WEB_REQUEST;
    return headers_get(is_request ? request_headers(o) : web_as(WEB_HEADERS, o->fields[BODY_HEADERS]), JS_ATOM(content_type));
}

#define FORM_METHOD(name, read) \
    JS_BUILTIN(name) \
    { \
        (void)callee, (void)argc, (void)argv; \
        JsValue type = TRY(content_type(this_value)); \
        return read(consume(this_value, BODY_BYTES), type); \
    }
FORM_METHOD(body_blob, forms_read_blob)
FORM_METHOD(body_form_data, forms_read_form_data)

JS_BUILTIN(body_get_body)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *o = TRY_PTR(receiver(this_value));
    return o->fields[BODY_SOURCE] == JS_NULL ? JS_NULL : streams_of_body(o);
}

JS_BUILTIN(body_get_body_used)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *o = TRY_PTR(receiver(this_value));
    bool is_disturbed = js_is_object(o->fields[BODY_STREAM]) && streams_is_disturbed(o->fields[BODY_STREAM]);
    return js_boolean(o->fields[BODY_IS_USED] == JS_TRUE || is_disturbed);
}

#define BODY_GETTER(name, get) JS_GETTER_WITH(name, get, JS_ENUMERABLE | JS_CONFIGURABLE, "Fetch 5.3")
const JsBuiltin body_rows[] = {
    BODY_GETTER("body", body_get_body),
    BODY_GETTER("bodyUsed", body_get_body_used),
    JS_METHOD_WITH("arrayBuffer", body_array_buffer, 0, JS_DEFAULT_ATTRIBUTES, "Fetch 5.3"),
    JS_METHOD_WITH("blob", body_blob, 0, JS_DEFAULT_ATTRIBUTES, "Fetch 5.3"),
    JS_METHOD_WITH("bytes", body_bytes_method, 0, JS_DEFAULT_ATTRIBUTES, "Fetch 5.3"),
    JS_METHOD_WITH("formData", body_form_data, 0, JS_DEFAULT_ATTRIBUTES, "Fetch 5.3"),
    JS_METHOD_WITH("json", body_json, 0, JS_DEFAULT_ATTRIBUTES, "Fetch 5.3"),
    JS_METHOD_WITH("text", body_text, 0, JS_DEFAULT_ATTRIBUTES, "Fetch 5.3"),
};
const uint32_t body_row_count = JS_COUNT(body_rows);
