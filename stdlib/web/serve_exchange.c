/* What passes between a request's agent and its client: the parts of the request, its content, and the answer. */
#include <stdio.h>
#include <stdlib.h>

#include "stdlib/array_buffer.h"
#include "web/headers.h"
#include "web/request.h"
#include "web/response.h"
#include "web/serve_private.h"
#include "web/streams.h"

/* ---- waiting for the client */

static void begin_client_wait(ServeAgent *s)
{
    agent_expect(&s->agent);
    if (s->client_waits++ == 0)
        agent_pause_wall(&s->agent);
}

static void end_client_wait(ServeAgent *s)
{
    agent_unexpect(&s->agent);
    if (--s->client_waits == 0)
        agent_resume_wall(&s->agent);
}

/* ---- the request's parts */

static JsValue latin1_string(HttpSlice slice)
{
    return js_string_from_latin1((const uint8_t *)slice.data, slice.length);
}

JsValue serve_method(ServeAgent *s) { return latin1_string(s->http->method); }

JsValue serve_url(ServeAgent *s)
{
    HttpSlice host = s->http->host, target = s->http->target;
    if (host.length == 0)
        host = (HttpSlice){ "localhost", 9 };
    bool is_path = target.length && target.data[0] == '/';
    size_t length = 7 + host.length + (is_path ? target.length : 1);
    JsString *url = js_string_new_latin1(length);
    if (!url)
        return JS_EXCEPTION;
    memcpy(url->u.latin1, "http://", 7);
    memcpy(url->u.latin1 + 7, host.data, host.length);
    memcpy(url->u.latin1 + 7 + host.length, is_path ? target.data : "/", is_path ? target.length : 1);
    return js_value(url);
}

void serve_fill_headers(ServeAgent *s, WebObject *headers)
{
    for (uint32_t i = 0; i < s->http->field_count; i++) {
        const HttpField *field = &s->http->fields[i];
        JsString *name = js_string_new_latin1(field->name.length);
        for (size_t k = 0; k < field->name.length; k++) {
            char c = field->name.data[k];
            name->u.latin1[k] = (uint8_t)(c >= 'A' && c <= 'Z' ? c | 32 : c);
        }
        headers_add_raw(headers, js_value(name), latin1_string(field->value));
    }
}

/* ---- content */

/* Tries to settle the read that waits: by the whole content, or by its next chunk. */
static void read_body_now(ServeAgent *s)
{
    HttpSlice content;
    bool is_chunk = s->body_use == BODY_CHUNK;
    HttpBodyState state = is_chunk ? http_body_pull(s->http, &content) : http_body_whole(s->http, &content);
    if (state == HTTP_BODY_WAIT)
        return begin_client_wait(s);
    JsPromise *promise = js_promise(s->body_promise);
    s->body_promise = JS_UNDEFINED;
    if (state == HTTP_BODY_GONE) {
        js_throw_type_error("terminated");
        js_promise_reject(promise, js_take_exception());
    } else if (is_chunk && state == HTTP_BODY_END) {
        js_promise_fulfill(promise, JS_UNDEFINED);
    } else {
        body_deliver(promise, s->body_use, content.data, content.length);
    }
}

static JsValue read_body_job(uint32_t argc, JsValue *argv)
{
    (void)argc, (void)argv;
    read_body_now(serve_current());
    return JS_UNDEFINED;
}

void serve_read_body(WebObject *request, JsPromise *promise, BodyUse use)
{
    ServeAgent *s = (ServeAgent *)js_cell(request->fields[REQUEST_SOURCE]);
    s->body_promise = js_value(promise);
    s->body_use = use;
    read_body_now(s);
}

void serve_pull_body(WebObject *request, JsPromise *promise)
{
    serve_read_body(request, promise, BODY_CHUNK);
}

void serve_on_body(HttpRequest *http)
{
    ServeAgent *s = http->user;
    if (s->body_promise == JS_UNDEFINED)
        return;
    end_client_wait(s);
    serve_enqueue(&s->agent, read_body_job, 0, NULL);
}

/* ---- answering */

void serve_log_error(ServeAgent *s, JsValue error)
{
    char *text = js_report_exception(error);
    if (serve_is_start_agent()) {
        fprintf(stderr, "%s\n", text);
        free(text);
        return;
    }
    fprintf(stderr, "%.*s %.*s: %s\n", (int)s->http->method.length, s->http->method.data, (int)s->http->target.length,
            s->http->target.data, text);
    free(text);
}

static void fail(ServeAgent *s, JsValue error)
{
    serve_log_error(s, error);
    s->is_answered = true;
    if (http_has_begun(s->http))
        http_respond_abort(s->http);
    else
        http_respond_status(s->http, 500);
}

static void fail_with_pending(ServeAgent *s) { fail(s, js_take_exception()); }

/* A Latin-1 string's bytes (header names and values are ByteStrings). */
static HttpSlice slice_of(JsValue string)
{
    JsChars c = js_string_chars(js_string(string));
    if (c.latin1)
        return (HttpSlice){ (const char *)c.latin1, c.length };
    char *narrow = web_alloc_bytes(c.length);
    for (uint32_t i = 0; i < c.length; i++)
        narrow[i] = (char)c.wide[i];
    return (HttpSlice){ narrow, c.length };
}

/* ---- streamed answers */

static JsValue on_rejected(JsValue reason, JsValue data)
{
    (void)data;
    fail(serve_current(), reason);
    return JS_UNDEFINED;
}

static JsValue drained_job(uint32_t argc, JsValue *argv)
{
    (void)argc;
    js_promise_fulfill(js_promise(argv[0]), JS_UNDEFINED);
    return JS_UNDEFINED;
}

void serve_on_drain(HttpRequest *http)
{
    ServeAgent *s = http->user;
    if (s->drain_promise == JS_UNDEFINED)
        return;
    JsValue promise = s->drain_promise;
    s->drain_promise = JS_UNDEFINED;
    end_client_wait(s);
    serve_enqueue(&s->agent, drained_job, 1, &promise);
}

/* write(chunk) of a stream's pump: undefined, or a promise of the time when the client has taken enough. */
JS_BUILTIN(write_chunk)
{
    (void)callee, (void)this_value;
    ServeAgent *s = serve_current();
    uint8_t *bytes;
    size_t length;
    if (!array_buffer_source(arg(0), &bytes, &length))
        return js_throw_type_error("Received non-Uint8Array chunk");
    if (http_respond_write(s->http, bytes, length) != HTTP_WRITE_FULL)
        return JS_UNDEFINED;
    s->drain_promise = js_value(js_new_promise());
    begin_client_wait(s);
    return s->drain_promise;
}

static JsValue on_stream_end(JsValue value, JsValue data)
{
    (void)value, (void)data;
    serve_current()->is_answered = true;
    http_respond_end(serve_current()->http);
    return JS_UNDEFINED;
}

static void answer_with_stream(ServeAgent *s, const HttpAnswer *head, JsValue stream)
{
    static const JsCode write_code = JS_NATIVE_CODE(write_chunk, 1, 0);
    http_respond_start(s->http, head, -1);
    agent_drop_wall(&s->agent);
    JsValue end = streams_pump(stream, js_value(js_new_native_closure(&write_code)));
    if (end == JS_EXCEPTION)
        return fail_with_pending(s);
    js_promise_then_native(js_promise(end), on_stream_end, on_rejected, JS_UNDEFINED);
}

static void answer(ServeAgent *s, WebObject *r)
{
    if (body_is_unusable(r)) {
        js_throw_type_error("The handler returned a Response whose body was used already");
        return fail_with_pending(s);
    }
    WebPairs *list = web_pairs(web_as(WEB_HEADERS, r->fields[BODY_HEADERS]), HEADERS_LIST);
    HttpField *fields = (HttpField *)(void *)web_alloc_bytes((list->count + 1) * sizeof *fields);
    for (uint32_t i = 0; i < list->count; i++)
        fields[i] = (HttpField){ slice_of(list->pairs[i].name), slice_of(list->pairs[i].value) };
    int status = js_as_int(r->fields[RESPONSE_STATUS]);
    if (status == 0) {
        js_throw_type_error("The handler returned Response.error()");
        return fail_with_pending(s);
    }
    HttpAnswer head = { status, slice_of(r->fields[RESPONSE_STATUS_TEXT]), fields, list->count };
    js_store(r, &r->fields[BODY_IS_USED], JS_TRUE);
    if (js_is_object(r->fields[BODY_STREAM])) {
        answer_with_stream(s, &head, r->fields[BODY_STREAM]);
        return;
    }
    const void *bytes;
    size_t length;
    body_bytes(r->fields[BODY_SOURCE], &bytes, &length);
    s->is_answered = true;
    http_respond(s->http, &head, bytes, length);
}

static void answer_with(ServeAgent *s, JsValue v)
{
    WebObject *response = web_as(WEB_RESPONSE, v);
    if (response)
        return answer(s, response);
    js_throw_type_error("The handler must return a Response, not %q", v);
    fail_with_pending(s);
}

static JsValue on_fulfilled(JsValue value, JsValue data)
{
    (void)data;
    answer_with(serve_current(), value);
    return JS_UNDEFINED;
}

void serve_answer(ServeAgent *s, JsValue result)
{
    if (result == JS_EXCEPTION)
        return fail_with_pending(s);
    if (!js_is_object(result) || web_as(WEB_RESPONSE, result))
        return answer_with(s, result);
    JsValue promise = js_promise_resolve_value(js_value(JS_INTRINSIC(PROMISE)), result);
    if (promise == JS_EXCEPTION)
        return fail_with_pending(s);
    js_promise_then_native(js_promise(promise), on_fulfilled, on_rejected, JS_UNDEFINED);
}
