/* Promises, 27.2.1: states, reactions, jobs, and awaiting.
 *
 * Invariant: the words of a promise are written through js_store, so that a request that settles a promise of the snapshot does
 * so for itself alone. A reaction is immutable once linked. */
#include "exec/internal.h"
#include "object/builtin.h"

typedef struct Reaction {
    JsCell cell;               /* INTERNAL */
    JsAgent *owner;            /* whose job it becomes */
    uint64_t owner_id;
    JsValue next;              /* older reaction, or undefined */
    JsValue on_fulfilled, on_rejected;
    JsValue promise, resolve, reject;   /* of the capability; undefined when there is none */
    JsPromiseHandler *native_fulfilled, *native_rejected;
    JsValue data;              /* of the native handlers */
} Reaction;

JsPromise *js_new_promise_with(JsObject *prototype)
{
    JsPromise *p = js_new_object_of_kind(JS_KIND_PROMISE, sizeof *p, prototype, 0);
    p->state = JS_PROMISE_PENDING;
    p->result = JS_UNDEFINED;
    p->reactions = JS_UNDEFINED;
    return p;
}

JsPromise *js_new_promise(void)
{
    return js_new_promise_with(JS_INTRINSIC(PROMISE_PROTOTYPE));
}

/* ------------------------------------------------------------------------------------------------ jobs */
/* Settles the promise of a capability: directly when its functions were never asked for. */
static JsValue settle(Reaction *reaction, JsValue v, bool is_rejection)
{
    if (reaction->promise == JS_UNDEFINED)
        return JS_UNDEFINED;
    JsValue function = is_rejection ? reaction->reject : reaction->resolve;
    if (function != JS_UNDEFINED)
        return js_call(function, JS_UNDEFINED, 1, &v);
    if (is_rejection)
        js_promise_reject(js_promise(reaction->promise), v);
    else
        js_promise_resolve(js_promise(reaction->promise), v);
    return JS_UNDEFINED;
}

/* 27.2.2.1; arguments: reaction, is_rejection, argument */
static JsValue reaction_job(uint32_t argc, JsValue *argv)
{
    Reaction *reaction = (Reaction *)js_cell(argv[0]);
    bool is_rejection = argv[1] == JS_TRUE;
    JsValue v = argv[2], handler = is_rejection ? reaction->on_rejected : reaction->on_fulfilled;
    JsPromiseHandler *native = is_rejection ? reaction->native_rejected : reaction->native_fulfilled;
    if (native)
        return native(v, reaction->data);
    if (handler == JS_UNDEFINED)
        return settle(reaction, v, is_rejection);
    JsValue result = js_call(handler, JS_UNDEFINED, 1, &v);
    if (result == JS_EXCEPTION)
        return reaction->promise == JS_UNDEFINED ? JS_UNDEFINED : settle(reaction, js_take_exception(), true);
    return settle(reaction, result, false);
}

/* Where requests share their state one of them settles what another one waits for; that one may have ended. What a request
 * with state of its own settles is nobody else's business. */
static void enqueue_reaction(Reaction *reaction, bool is_rejection, JsValue v)
{
    JsValue arguments[3] = {js_value(reaction), js_boolean(is_rejection), v};
    if (reaction->owner == js_agent || js_agent->is_isolated)
        js_enqueue_job(reaction_job, 3, arguments);
    else if (reaction->owner->id == reaction->owner_id)
        js_enqueue_job_for(reaction->owner, reaction_job, 3, arguments);
}

/* Reactions are linked newest first, and run oldest first. */
static void trigger_reactions(JsValue reactions, bool is_rejection, JsValue v)
{
    JsList list = {0};
    if (reactions == JS_UNDEFINED)
        return;
    if (((Reaction *)js_cell(reactions))->next == JS_UNDEFINED) {
        enqueue_reaction((Reaction *)js_cell(reactions), is_rejection, v);
        return;
    }
    for (JsValue r = reactions; r != JS_UNDEFINED; r = ((Reaction *)js_cell(r))->next)
        js_list_push(&list, r);
    while (list.length)
        enqueue_reaction((Reaction *)js_cell(list.values[--list.length]), is_rejection, v);
}

/* ------------------------------------------------------------------------------------------------ settling */
static bool is_of_snapshot(const JsPromise *p)
{
    return (p->object.cell.flags & JS_SHARED) && js_agent->is_isolated;
}

static void store_settled(JsPromise *p, JsPromiseState state, JsValue v)
{
    JsValue reactions = p->reactions;
    js_store(p, &p->result, v);
    js_store(p, &p->reactions, JS_UNDEFINED);
    js_store(p, &p->state, (p->state & ~(uint64_t)JS_PROMISE_STATE_MASK) | state);
    trigger_reactions(reactions, state == JS_PROMISE_REJECTED, v);
    if (is_of_snapshot(p))
        outside_settled_by_request(p, state, v);
}

void js_promise_fulfill(JsPromise *p, JsValue v)
{
    store_settled(p, JS_PROMISE_FULFILLED, v);
}

/* 27.2.1.9 HostPromiseRejectionTracker */
static void track_rejection(JsPromise *p, bool is_handled)
{
    if (js_agent->on_rejection)
        js_agent->on_rejection(js_value(p), is_handled);
    if (is_handled)
        return;
    if (js_agent->pending_rejections == JS_UNDEFINED)
        js_agent->pending_rejections = js_new_array(0, NULL);
    js_array_push_dense(js_array(js_agent->pending_rejections), js_value(p));
}

void js_promise_reject(JsPromise *p, JsValue reason)
{
    store_settled(p, JS_PROMISE_REJECTED, reason);
    if (!(p->state & JS_PROMISE_HANDLED))
        track_rejection(p, false);
}

uint32_t js_check_unhandled_rejections(void (*report)(JsValue promise, JsValue reason))
{
    JsValue pending = js_agent->pending_rejections;
    uint32_t count = 0;
    js_agent->pending_rejections = JS_UNDEFINED;
    if (pending == JS_UNDEFINED)
        return 0;
    for (uint32_t i = 0; i < js_array(pending)->length; i++) {
        JsPromise *p = js_promise(js_array(pending)->object.elements[i]);
        if (p->state & JS_PROMISE_HANDLED)
            continue;
        count++;
        report(js_value(p), p->result);
    }
    return count;
}

/* 27.2.2.2; arguments: promise, thenable, then */
static JsValue resolve_thenable_job(uint32_t argc, JsValue *argv)
{
    JsValue functions[2];
    js_create_resolving_functions(js_promise(argv[0]), &functions[0], &functions[1]);
    if (js_call(argv[2], argv[1], 2, functions) != JS_EXCEPTION)
        return JS_UNDEFINED;
    JsValue error = js_take_exception();
    return js_call(functions[1], JS_UNDEFINED, 1, &error);
}

/* 27.2.1.3.2 from step 7 */
void js_promise_resolve(JsPromise *p, JsValue resolution)
{
    if (js_value(p) == resolution) {
        js_throw_type_error("Chaining cycle detected for promise #<Promise>");
        js_promise_reject(p, js_take_exception());
        return;
    }
    if (!js_is_object(resolution)) {
        js_promise_fulfill(p, resolution);
        return;
    }
    JsValue then = js_get(js_object(resolution), JS_ATOM(then));
    if (then == JS_EXCEPTION) {
        js_promise_reject(p, js_take_exception());
        return;
    }
    if (!js_is_callable(then)) {
        js_promise_fulfill(p, resolution);
        return;
    }
    JsValue arguments[3] = {js_value(p), resolution, then};
    js_enqueue_job(resolve_thenable_job, 3, arguments);
}

/* ------------------------------------------------------------------------------------------------ resolving functions */
/* The pair shares the promise and a box that says whether one of them was called. */
static bool first_call(JsFunction *f, JsPromise **ret)
{
    if (js_box_get(f->captures[1]) == JS_TRUE)
        return false;
    js_box_set(f->captures[1], JS_TRUE);
    *ret = js_promise(f->captures[0]);
    return true;
}

static JsValue resolve_function(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsPromise *p;
    if (first_call(callee, &p))
        js_promise_resolve(p, arg(0));
    return JS_UNDEFINED;
}

static JsValue reject_function(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsPromise *p;
    if (first_call(callee, &p))
        js_promise_reject(p, arg(0));
    return JS_UNDEFINED;
}

static const JsCode resolve_code = JS_NATIVE_CODE(resolve_function, 1, 2);
static const JsCode reject_code = JS_NATIVE_CODE(reject_function, 1, 2);

void js_create_resolving_functions(JsPromise *p, JsValue *ret_resolve, JsValue *ret_reject)
{
    JsValue called = js_new_box(JS_FALSE);
    *ret_resolve = js_value(js_new_native_closure(&resolve_code));
    *ret_reject = js_value(js_new_native_closure(&reject_code));
    js_closure_capture(*ret_resolve, 0, js_value(p));
    js_closure_capture(*ret_resolve, 1, called);
    js_closure_capture(*ret_reject, 0, js_value(p));
    js_closure_capture(*ret_reject, 1, called);
}

/* 27.2.1.5.1 GetCapabilitiesExecutor functions; captures: boxes for resolve and reject */
static JsValue capability_executor(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    for (uint32_t i = 0; i < 2; i++) {
        if (js_box_get(callee->captures[i]) != JS_UNDEFINED)
            return js_throw_type_error("Promise executor has already been invoked with non-undefined arguments");
    }
    js_box_set(callee->captures[0], arg(0));
    js_box_set(callee->captures[1], arg(1));
    return JS_UNDEFINED;
}

static const JsCode executor_code = JS_NATIVE_CODE(capability_executor, 2, 2);

static bool is_intrinsic_promise(JsValue constructor)
{
    return JS_INTRINSIC(PROMISE) && constructor == js_value(JS_INTRINSIC(PROMISE));
}

/* 27.2.1.5. Always makes the functions, since the callers may hand them out. */
int js_new_promise_capability(JsValue constructor, JsCapability *ret)
{
    if (is_intrinsic_promise(constructor)) {
        JsPromise *p = js_new_promise();
        ret->promise = js_value(p);
        js_create_resolving_functions(p, &ret->resolve, &ret->reject);
        return 1;
    }
    if (!js_is_constructor(constructor)) {
        js_throw_type_error("%q is not a constructor", constructor);
        return -1;
    }
    JsValue executor = js_value(js_new_native_closure(&executor_code)), resolve = js_new_box(JS_UNDEFINED), reject = js_new_box(JS_UNDEFINED);
    js_closure_capture(executor, 0, resolve);
    js_closure_capture(executor, 1, reject);
    JsValue promise = TRY_OR(-1, js_construct(constructor, constructor, 1, &executor));
    if (!js_is_callable(js_box_get(resolve)) || !js_is_callable(js_box_get(reject))) {
        js_throw_type_error("Promise resolve or reject function is not callable");
        return -1;
    }
    *ret = (JsCapability){promise, js_box_get(resolve), js_box_get(reject)};
    return 1;
}

/* 27.2.4.7.1 */
JsValue js_promise_resolve_value(JsValue constructor, JsValue v)
{
    if (js_is_promise(v)) {
        JsValue of = TRY(js_get(js_object(v), JS_ATOM(constructor)));
        if (of == constructor)
            return v;
    }
    if (is_intrinsic_promise(constructor)) {
        JsPromise *p = js_new_promise();
        js_promise_resolve(p, v);
        return js_value(p);
    }
    JsCapability capability;
    TRY_INT(js_new_promise_capability(constructor, &capability));
    TRY(js_call(capability.resolve, JS_UNDEFINED, 1, &v));
    return capability.promise;
}

/* ------------------------------------------------------------------------------------------------ then */
static Reaction *reaction_new(void)
{
    Reaction *r = js_alloc(sizeof *r, true);
    *r = (Reaction){{JS_KIND_INTERNAL, 0, 0, 0}, js_agent, js_agent->id, JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED,
                    JS_UNDEFINED, NULL, NULL, JS_UNDEFINED};
    return r;
}

static void add_reaction(JsPromise *p, Reaction *reaction)
{
    if (js_promise_state(p) == JS_PROMISE_PENDING && is_of_snapshot(p))
        p = outside_stand_in(p);
    JsPromiseState state = js_promise_state(p);
    if (state == JS_PROMISE_PENDING) {
        reaction->next = p->reactions;
        js_store(p, &p->reactions, js_value(reaction));
    } else {
        if (state == JS_PROMISE_REJECTED && !(p->state & JS_PROMISE_HANDLED))
            track_rejection(p, true);
        enqueue_reaction(reaction, state == JS_PROMISE_REJECTED, p->result);
    }
    if (!(p->state & JS_PROMISE_HANDLED))
        js_store(p, &p->state, p->state | JS_PROMISE_HANDLED);
}

/* 27.2.5.4.1 */
JsValue js_perform_promise_then(JsPromise *p, JsValue on_fulfilled, JsValue on_rejected, const JsCapability *capability)
{
    Reaction *r = reaction_new();
    r->on_fulfilled = js_is_callable(on_fulfilled) ? on_fulfilled : JS_UNDEFINED;
    r->on_rejected = js_is_callable(on_rejected) ? on_rejected : JS_UNDEFINED;
    if (capability) {
        r->promise = capability->promise;
        r->resolve = capability->resolve;
        r->reject = capability->reject;
    }
    add_reaction(p, r);
    return capability ? capability->promise : JS_UNDEFINED;
}

void js_promise_then_native(JsPromise *p, JsPromiseHandler *on_fulfilled, JsPromiseHandler *on_rejected, JsValue data)
{
    Reaction *r = reaction_new();
    r->native_fulfilled = on_fulfilled;
    r->native_rejected = on_rejected;
    r->data = data;
    add_reaction(p, r);
}

/* ------------------------------------------------------------------------------------------------ await */
static void continue_frame(JsValue frame, JsResumeMode mode, JsValue v)
{
    JsGenerator *g = (JsGenerator *)js_cell(frame);
    if (g->object.cell.kind == JS_KIND_ASYNC_GENERATOR)
        async_generator_continue(g, mode, v);
    else
        async_function_continue(g, mode, v);
}

static JsValue await_fulfilled(JsValue v, JsValue frame)
{
    continue_frame(frame, JS_RESUME_NEXT, v);
    return JS_UNDEFINED;
}

static JsValue await_rejected(JsValue reason, JsValue frame)
{
    continue_frame(frame, JS_RESUME_THROW, reason);
    return JS_UNDEFINED;
}

int js_await(JsGenerator *frame, JsValue v)
{
    JsValue constructor = JS_INTRINSIC(PROMISE) ? js_value(JS_INTRINSIC(PROMISE)) : JS_UNDEFINED;
    JsValue promise;
    if (constructor == JS_UNDEFINED) {
        JsPromise *p = js_new_promise();
        js_promise_resolve(p, v);
        promise = js_value(p);
    } else {
        promise = TRY_OR(-1, js_promise_resolve_value(constructor, v));
    }
    js_promise_then_native(js_promise(promise), await_fulfilled, await_rejected, js_value(frame));
    return 1;
}
