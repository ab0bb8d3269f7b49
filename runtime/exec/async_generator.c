/* Async generators, 27.6.3: a queue of requests, each with a promise of %Promise%, served one after the other.
 *
 * Invariant: the queue is a ring (context: its last request, each linked to the next, the last to the first), so that both ends
 * are at hand however long it is; its first request is the one that is being served. cell.aux is 1 while the frame runs or
 * awaits: nothing else may resume it then. */
#include "exec/internal.h"

enum { STATE_COMPLETED = -1 };

typedef struct Request {
    JsCell cell;
    JsValue next;        /* Request */
    JsValue promise;
    JsValue v;
    JsValue mode;        /* JsResumeMode */
} Request;

static Request *last_request(JsGenerator *g)
{
    return g->context == JS_UNDEFINED ? NULL : (Request *)js_cell(g->context);
}

static Request *first_request(JsGenerator *g)
{
    Request *last = last_request(g);
    return last ? (Request *)js_cell(last->next) : NULL;
}

static void add_request(JsGenerator *g, JsResumeMode mode, JsValue v, JsPromise *promise)
{
    Request *request = js_alloc(sizeof *request, true), *last = last_request(g);
    *request = (Request){{JS_KIND_INTERNAL, 0, 0, 0}, last ? last->next : js_value(request), js_value(promise), v, js_int(mode)};
    if (last)
        js_store(last, &last->next, js_value(request));
    js_store(g, &g->context, js_value(request));
}

static void set_busy(JsGenerator *g, bool is_busy)
{
    JsCell word = g->object.cell;
    word.aux = is_busy;
    js_store_cell_word(&g->object, word);
}

static JsPromise *take_request(JsGenerator *g)
{
    Request *first = first_request(g), *last = last_request(g);
    if (first == last)
        js_store(g, &g->context, JS_UNDEFINED);
    else
        js_store(last, &last->next, first->next);
    return js_promise(first->promise);
}

/* 27.6.3.6 */
static void complete(JsGenerator *g, JsValue v, bool done)
{
    js_promise_resolve(take_request(g), js_new_iterator_result(v, done));
}

static void complete_by_throw(JsGenerator *g, JsValue error)
{
    js_promise_reject(take_request(g), error);
}

static void serve(JsGenerator *g);

static JsValue return_fulfilled(JsValue v, JsValue generator)
{
    JsGenerator *g = (JsGenerator *)js_cell(generator);
    set_busy(g, false);
    complete(g, v, true);
    serve(g);
    return JS_UNDEFINED;
}

static JsValue return_rejected(JsValue reason, JsValue generator)
{
    JsGenerator *g = (JsGenerator *)js_cell(generator);
    set_busy(g, false);
    complete_by_throw(g, reason);
    serve(g);
    return JS_UNDEFINED;
}

/* 27.6.3.8 AsyncGeneratorAwaitReturn; true: it waits. */
static bool await_return(JsGenerator *g, JsValue v)
{
    JsValue promise = js_promise_resolve_value(js_value(JS_INTRINSIC(PROMISE)), v);
    if (promise == JS_EXCEPTION) {
        complete_by_throw(g, js_take_exception());
        return false;
    }
    set_busy(g, true);
    js_promise_then_native(js_promise(promise), return_fulfilled, return_rejected, js_value(g));
    return true;
}

/* Runs the frame until it waits, yields or ends; false: it waits. */
static bool run(JsGenerator *g, JsResumeMode mode, JsValue v)
{
    for (;;) {
        JsValue result = generator_run(g, mode, v);
        if (result == JS_EXCEPTION) {
            complete_by_throw(g, js_take_exception());
            return true;
        }
        if (g->state == STATE_COMPLETED) {
            complete(g, result, true);
            return true;
        }
        if (g->suspend_kind != JS_SUSPEND_AWAIT) {
            complete(g, result, false);
            return true;
        }
        if (js_await(g, result) > 0) {
            set_busy(g, true);
            return false;
        }
        mode = JS_RESUME_THROW;
        v = js_take_exception();
    }
}

/* Serves requests until the queue is empty or the generator waits. */
static void serve(JsGenerator *g)
{
    Request *request;
    while ((request = first_request(g)) && !g->object.cell.aux) {
        JsResumeMode mode = (JsResumeMode)js_as_int(request->mode);
        if (g->state == 0 && mode != JS_RESUME_NEXT)
            generator_set_state(g, STATE_COMPLETED);
        if (g->state != STATE_COMPLETED) {
            if (!run(g, mode, request->v))
                return;
        } else if (mode == JS_RESUME_NEXT) {
            complete(g, JS_UNDEFINED, true);
        } else if (mode == JS_RESUME_THROW) {
            complete_by_throw(g, request->v);
        } else if (await_return(g, request->v)) {
            return;
        }
    }
}

void async_generator_continue(JsGenerator *g, JsResumeMode mode, JsValue v)
{
    set_busy(g, false);
    if (run(g, mode, v))
        serve(g);
}

JsValue js_async_generator_enqueue(JsValue generator, JsResumeMode mode, JsValue v, const char *method)
{
    JsPromise *promise = js_new_promise();
    if (!js_is_kind(generator, JS_KIND_ASYNC_GENERATOR)) {
        js_throw_type_error("%s method called on incompatible receiver %v", method, generator);
        js_promise_reject(promise, js_take_exception());
        return js_value(promise);
    }
    JsGenerator *g = (JsGenerator *)js_cell(generator);
    add_request(g, mode, v, promise);
    serve(g);
    return js_value(promise);
}
