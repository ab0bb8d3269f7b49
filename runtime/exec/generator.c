/* Generators and async functions: frames of saved values and the calls of their resume functions.
 *
 * Invariant: while a frame runs, its cell.aux is 1; its state word is journalled before the resume function may write it. */
#include "exec/internal.h"
#include "object/cache.h"

enum { STATE_COMPLETED = -1 };

static JsGenerator *frame_init(JsGenerator *g, JsResume *resume, JsFunction *callee, uint32_t frame_length)
{
    g->resume = resume;
    g->callee = callee;
    g->state = 0;
    g->suspend_kind = 0;
    g->context = JS_UNDEFINED;
    g->frame_length = frame_length;
    for (uint32_t i = 0; i < frame_length; i++)
        g->frame[i] = JS_UNDEFINED;
    return g;
}

/* Its property `prototype` is a writable data property always. */
static JsObject *prototype_of(JsFunction *callee)
{
    JsValue found = MUST(js_get_global_cached(&callee->object, JS_ATOM(prototype), js_value(callee)));
    return js_is_object(found)                    ? js_object(found)
           : callee->code->flags & JS_CODE_ASYNC ? JS_INTRINSIC(ASYNC_GENERATOR_PROTOTYPE)
                                                  : JS_INTRINSIC(GENERATOR_PROTOTYPE);
}

JsGenerator *js_new_generator(JsFunction *callee, JsResume *resume, uint32_t frame_length)
{
    bool is_async = callee->code->flags & JS_CODE_ASYNC;
    JsObject *prototype = prototype_of(callee);
    JsGenerator *g = js_new_object_of_kind(is_async ? JS_KIND_ASYNC_GENERATOR : JS_KIND_GENERATOR,
                                           sizeof *g + frame_length * sizeof(JsValue), prototype, 0);
    return frame_init(g, resume, callee, frame_length);
}

void js_generator_find_prototype(JsGenerator *g)
{
    js_ordinary_set_prototype_of(&g->object, js_value(prototype_of(g->callee)));
}

JsGenerator *js_new_async_frame(JsFunction *callee, JsResume *resume, uint32_t frame_length)
{
    JsGenerator *g = js_alloc(sizeof *g + frame_length * sizeof(JsValue), true);
    g->object.cell = (JsCell){JS_KIND_INTERNAL, 0, 0, 0};
    g->object.overflow = NULL;
    g->object.elements = js_no_elements;
    frame_init(g, resume, callee, frame_length);
    g->context = js_value(js_new_promise());
    return g;
}

static void set_running(JsGenerator *g, bool is_running)
{
    JsCell word = g->object.cell;
    word.aux = is_running;
    js_store_cell_word(&g->object, word);
}

void generator_set_state(JsGenerator *g, int32_t state)
{
    if (g->object.cell.flags & JS_SHARED)
        js_journal_record(&g->state);
    g->state = state;
}

/* Whoever resumes it, a frame runs in its function's realm; module bodies, which have no function, are of the first. */
static JsValue resume_in_realm(JsGenerator *g, JsResumeMode mode, JsValue v)
{
    JsRealm *left = js_realm;
    js_realm = g->callee && g->callee->code->realm ? g->callee->code->realm : js_first_realm;
    JsValue result = g->resume(g, mode, v);
    js_realm = left;
    return result;
}

JsValue generator_run(JsGenerator *g, JsResumeMode mode, JsValue v)
{
    if (js_unlikely(!JS_ENTER())) {
        generator_set_state(g, STATE_COMPLETED);
        return JS_EXCEPTION;
    }
    generator_set_state(g, g->state);
    set_running(g, true);
    JsValue result = resume_in_realm(g, mode, v);
    set_running(g, false);
    if (result == JS_EXCEPTION)
        generator_set_state(g, STATE_COMPLETED);
    return result;
}

/* ------------------------------------------------------------------------------------------------ generators 27.5.3 */
JsValue js_generator_resume(JsValue generator, JsResumeMode mode, JsValue v, const char *method)
{
    if (!js_is_kind(generator, JS_KIND_GENERATOR))
        return js_throw_type_error("%s method called on incompatible receiver %v", method, generator);
    JsGenerator *g = (JsGenerator *)js_cell(generator);
    if (g->object.cell.aux)
        return js_throw_type_error("Generator is already running");
    if (g->state == 0 && mode != JS_RESUME_NEXT)
        generator_set_state(g, STATE_COMPLETED);
    if (g->state == STATE_COMPLETED) {
        if (mode == JS_RESUME_THROW)
            return js_throw(v);
        return js_new_iterator_result(mode == JS_RESUME_RETURN ? v : JS_UNDEFINED, true);
    }
    JsValue result = TRY(generator_run(g, mode, v));
    if (g->state != STATE_COMPLETED && g->suspend_kind == JS_SUSPEND_YIELD_RESULT)
        return result;
    return js_new_iterator_result(result, g->state == STATE_COMPLETED);
}

/* ------------------------------------------------------------------------------------------------ async functions 27.7 */
void async_function_continue(JsGenerator *g, JsResumeMode mode, JsValue v)
{
    for (;;) {
        JsValue result = generator_run(g, mode, v);
        if (result == JS_EXCEPTION) {
            js_promise_reject(js_promise(g->context), js_take_exception());
            return;
        }
        if (g->state == STATE_COMPLETED) {
            js_promise_resolve(js_promise(g->context), result);
            return;
        }
        if (js_await(g, result) > 0)
            return;
        mode = JS_RESUME_THROW;
        v = js_take_exception();
    }
}

JsValue js_async_start(JsGenerator *frame)
{
    async_function_continue(frame, JS_RESUME_NEXT, JS_UNDEFINED);
    return frame->context;
}
