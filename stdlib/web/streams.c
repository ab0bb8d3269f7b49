/* The bridge to stdlib/js/streams.js, which is compiled by Sinew itself into the runtime as the library "streams".
 *
 * Invariant: what a body gives is a stream of Uint8Array chunks, whatever its source. */
#include "web/streams.h"

#include "stdlib/library.h"
#include "stdlib/typed_array.h"
#include "web/serve.h"

const JsProgram *js_library_streams(void);

/* Functions that the library exports: STREAMS(name). */
#define STREAMS_EXPORTS(STREAMS) \
    STREAMS(isReadable) STREAMS(isDisturbed) STREAMS(isLockedOrDisturbed) STREAMS(teeStream) STREAMS(fromPull) \
    STREAMS(pump) STREAMS(readAll)
enum {
#define STREAMS(name) STREAMS_##name,
    STREAMS_EXPORTS(STREAMS)
#undef STREAMS
    STREAMS_COUNT
};
static const char *const export_names[STREAMS_COUNT] = {
#define STREAMS(name) #name,
    STREAMS_EXPORTS(STREAMS)
#undef STREAMS
};
static JsValue exported[STREAMS_COUNT];

static JsValue call(int function, uint32_t argc, JsValue *argv)
{
    return js_call(exported[function], JS_UNDEFINED, argc, argv);
}

static bool ask(int function, JsValue stream) { return js_to_boolean(MUST(call(function, 1, &stream))); }

bool streams_is_readable(JsValue v) { return js_is_kind(v, JS_KIND_OBJECT) && ask(STREAMS_isReadable, v); }
bool streams_is_disturbed(JsValue stream) { return ask(STREAMS_isDisturbed, stream); }
bool streams_is_locked_or_disturbed(JsValue stream) { return ask(STREAMS_isLockedOrDisturbed, stream); }

int streams_tee(JsValue stream, JsValue ret_branches[2])
{
    JsValue pair = call(STREAMS_teeStream, 1, &stream);
    if (pair == JS_EXCEPTION)
        return -1;
    ret_branches[0] = js_get_index(js_object(pair), 0);
    ret_branches[1] = js_get_index(js_object(pair), 1);
    return 1;
}

JsValue streams_pump(JsValue stream, JsValue write)
{
    JsValue argv[] = { stream, write };
    return call(STREAMS_pump, 2, argv);
}

/* ---- a body's own stream */

static JsValue as_chunk(const void *bytes, size_t length)
{
    JsArrayBuffer *buffer = TRY_PTR(array_buffer_from_bytes(bytes, length));
    return js_value(typed_array_new_view(JS_UINT8, buffer, 0, length, NULL));
}

/* pull() of a body that is complete: its bytes once, then undefined. Captures: the source, or undefined. */
JS_BUILTIN(pull_complete)
{
    (void)this_value, (void)argc, (void)argv;
    JsValue source = callee->captures[0];
    if (source == JS_UNDEFINED)
        return JS_UNDEFINED;
    js_store(callee, &callee->captures[0], JS_UNDEFINED);
    const void *bytes;
    size_t length;
    body_bytes(source, &bytes, &length);
    return length ? as_chunk(bytes, length) : JS_UNDEFINED;
}

/* pull() of a body from the network: a promise of its next chunk. Captures: the Request. */
JS_BUILTIN(pull_network)
{
    (void)this_value, (void)argc, (void)argv;
    JsPromise *promise = js_new_promise();
    serve_pull_body((WebObject *)js_cell(callee->captures[0]), promise);
    return js_value(promise);
}

JsValue streams_of_body(WebObject *o)
{
    static const JsCode complete_code = JS_NATIVE_CODE(pull_complete, 0, 1);
    static const JsCode network_code = JS_NATIVE_CODE(pull_network, 0, 1);
    if (js_is_object(o->fields[BODY_STREAM]))
        return o->fields[BODY_STREAM];
    bool is_network = o->fields[BODY_SOURCE] == JS_EMPTY;
    JsFunction *pull = js_new_native_closure(is_network ? &network_code : &complete_code);
    pull->captures[0] = is_network ? js_value(o) : o->fields[BODY_SOURCE];
    JsValue argument = js_value(pull);
    JsValue stream = TRY(call(STREAMS_fromPull, 1, &argument));
    web_set_field(o, BODY_STREAM, stream);
    return stream;
}

/* ---- reading all of a stream */

static JsValue on_all_read(JsValue bytes, JsValue data)
{
    JsObject *read = js_object(data);
    JsPromise *promise = js_promise(read->elements[0]);
    uint8_t *content;
    size_t length;
    array_buffer_source(bytes, &content, &length);
    body_deliver(promise, (BodyUse)js_as_int(read->elements[1]), content, length);
    return JS_UNDEFINED;
}

static JsValue on_read_failed(JsValue reason, JsValue data)
{
    js_promise_reject(js_promise(js_object(data)->elements[0]), reason);
    return JS_UNDEFINED;
}

void streams_read_all(JsValue stream, JsPromise *promise, BodyUse use)
{
    JsValue read[] = { js_value(promise), js_int(use) };
    JsValue all = call(STREAMS_readAll, 1, &stream);
    if (all == JS_EXCEPTION)
        js_promise_reject(promise, js_take_exception());
    else
        js_promise_then_native(js_promise(all), on_all_read, on_read_failed, js_create_array_from_list(2, read));
}

/* ---- start */

void web_install_streams(void)
{
    JsModule *module = library_start(js_library_streams());
    js_add_roots(exported, exported + STREAMS_COUNT);
    for (int i = 0; i < STREAMS_COUNT; i++)
        exported[i] = library_export(module, export_names[i]);
    library_define_globals(module);
}
