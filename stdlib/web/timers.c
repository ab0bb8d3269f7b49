/* setTimeout, setInterval, clearTimeout, clearInterval, setImmediate, queueMicrotask (HTML 8.6, 8.7; the returned objects are
 * node's Timeout).
 *
 * Invariant: a waiting timer is on its agent's list (serve_timers), which keeps it reachable, and in the loop's heap. It
 * fires into its own agent's job queue, and ends with its agent. Only its own agent changes it: others, which may hold the
 * Timeout of a module, have no effect on it. */
#include "io/timer.h"
#include "stdlib/support.h"
#include "web/serve.h"
#include "web/timers.h"

typedef struct Timeout {     /* HOST, aux WEB_TIMEOUT */
    JsObject object;
    struct Timer *timer;
} Timeout;
/* What the event loop changes, so it is a hidden cell. */
typedef struct Timer {
    JsCell cell;
    Timeout *object;
    JsValue callback;
    JsValue arguments;       /* array, or undefined */
    double delay;
    uint64_t id;
    struct Agent *agent;
    struct Timer *previous, *next; /* among those that wait */
    struct Timer *next_due;        /* in the list of due ones, where it stays when it is stopped */
    TimerLists *lists;
    bool repeats, is_waiting, is_due, is_in_due, is_unreferenced;
    IoTimer io;
} Timer;

static uint64_t last_id;

static Timer *timer_of(IoTimer *io) { return (Timer *)((char *)io - offsetof(Timer, io)); }

static void unlink_timer(Timer *t)
{
    if (!t->is_waiting)
        return;
    t->is_waiting = false;
    if (t->previous)
        t->previous->next = t->next;
    else
        t->lists->waiting = t->next;
    if (t->next)
        t->next->previous = t->previous;
}

static void fire(IoTimer *io);

/* False when the agent has too many timers. */
static bool start(Timer *t)
{
    if (!io_timer_start(&t->io, t->agent, (uint64_t)t->delay, fire, NULL))
        return false;
    t->lists = serve_timers();
    t->previous = NULL;
    t->next = t->lists->waiting;
    if (t->next)
        t->next->previous = t;
    t->lists->waiting = t;
    t->is_waiting = true;
    return true;
}

/* On the scheduler's stack: nothing of the program runs here. */
static void fire(IoTimer *io)
{
    Timer *t = timer_of(io);
    unlink_timer(t);
    t->is_due = true;
    if (!t->is_in_due) {
        t->is_in_due = true;
        t->next_due = NULL;
        if (t->lists->due_first)
            t->lists->due_last->next_due = t;
        else
            t->lists->due_first = t;
        t->lists->due_last = t;
    }
    serve_wake(t->agent);
}

void timers_push_roots(TimerLists *lists)
{
    for (Timer *t = lists->waiting; t; t = t->next)
        heap_push_roots(&t, &t + 1);
    for (Timer *t = lists->due_first; t; t = t->next_due)
        heap_push_roots(&t, &t + 1);
}

static Timer *take_due(TimerLists *lists)
{
    Timer *t = lists->due_first;
    if (!t)
        return NULL;
    lists->due_first = t->next_due;
    t->is_in_due = false;
    return t;
}

bool timers_run_one(void)
{
    Timer *t = take_due(serve_timers());
    if (!t)
        return false;
    if (!t->is_due)
        return true;
    t->is_due = false;
    JsList list = { 0 };
    if (t->arguments != JS_UNDEFINED)
        js_create_list_from_array_like(t->arguments, &list);
    JsValue result = js_call(t->callback, js_value(t->object), list.length, list.values);
    if (result == JS_EXCEPTION)
        js_agent->on_uncaught(js_take_exception());
    if (t->repeats && !t->is_waiting)
        start(t);
    return true;
}

void timers_forget(void)
{
    *serve_timers() = (TimerLists){0};
}

static JsValue new_timeout(uint32_t argc, JsValue *argv, bool repeats, bool has_delay)
{
    if (!js_is_callable(arg(0))) {
        JsValue error = js_new_error(JS_ERROR_TYPE, js_string_from_format(
            "The \"callback\" argument must be of type function. Received %q", arg(0)));
        js_put_own(js_object(error), js_key_from_ascii("code"), js_string_from_ascii("ERR_INVALID_ARG_TYPE"), JS_DEFAULT_ATTRIBUTES);
        return js_throw(error);
    }
    double delay = has_delay ? TRY_NUMBER(arg(1)) : 0;
    Timer *t = js_new_internal_cell(sizeof *t, true, true);
    t->callback = arg(0);
    uint32_t skip = has_delay ? 2 : 1;
    t->arguments = argc > skip ? js_create_array_from_list(argc - skip, argv + skip) : JS_UNDEFINED;
    t->delay = !has_delay ? 0 : delay >= 1 && delay <= 2147483647 ? floor(delay) : 1;
    t->id = ++last_id;
    t->agent = serve_current_agent();
    t->repeats = repeats;
    t->object = js_new_object_of_kind(JS_KIND_HOST, sizeof *t->object, web_prototypes[WEB_TIMEOUT], 0);
    t->object->object.cell.aux = WEB_TIMEOUT;
    t->object->timer = t;
    if (!start(t))
        return js_throw_range_error("Too many timers");
    return js_value(t->object);
}

JS_BUILTIN(set_timeout)
{
    (void)callee, (void)this_value;
    return new_timeout(argc, argv, false, true);
}

JS_BUILTIN(set_interval)
{
    (void)callee, (void)this_value;
    return new_timeout(argc, argv, true, true);
}

JS_BUILTIN(set_immediate)
{
    (void)callee, (void)this_value;
    return new_timeout(argc, argv, false, false);
}

/* A timer of the agent that runs, by object or by number, or NULL. */
static Timer *find_timer(JsValue v)
{
    if (js_is_object(v)) {
        Timeout *timeout = (Timeout *)web_as(WEB_TIMEOUT, v);
        return timeout && timeout->timer->agent == serve_current_agent() ? timeout->timer : NULL;
    }
    double id;
    if (js_is_symbol(v) || js_is_nullish(v) || js_to_number(v, &id) < 0)
        return NULL;
    for (Timer *t = serve_timers()->waiting; t; t = t->next) {
        if ((double)t->id == id)
            return t;
        js_charge(4);
    }
    return NULL;
}

static void stop(Timer *t)
{
    if (!t)
        return;
    t->repeats = t->is_due = false;
    if (!t->is_waiting)
        return;
    io_timer_stop(&t->io);
    unlink_timer(t);
}

JsValue timers_start(JsValue callback, double delay)
{
    JsValue argv[] = {callback, js_number(delay)};
    return new_timeout(JS_COUNT(argv), argv, false, true);
}

void timers_stop(JsValue timeout)
{
    stop(find_timer(timeout));
}

JS_BUILTIN(clear_timeout)
{
    (void)callee, (void)this_value;
    stop(find_timer(arg(0)));
    return JS_UNDEFINED;
}

/* ---- Timeout.prototype (node) */

static Timer *receiver(JsValue this_value)
{
    Timeout *timeout = (Timeout *)web_this(WEB_TIMEOUT, this_value);
    return timeout ? timeout->timer : NULL;
}

static JsValue set_unreferenced(JsValue timeout, bool is_unreferenced)
{
    TRY_PTR(receiver(timeout));
    Timer *own = find_timer(timeout);
    if (own)
        own->is_unreferenced = is_unreferenced;
    return timeout;
}

JS_BUILTIN(timeout_ref)
{
    (void)callee, (void)argc, (void)argv;
    return set_unreferenced(this_value, false);
}

JS_BUILTIN(timeout_unref)
{
    (void)callee, (void)argc, (void)argv;
    return set_unreferenced(this_value, true);
}

JS_BUILTIN(timeout_has_ref)
{
    (void)callee, (void)argc, (void)argv;
    return js_boolean(!TRY_PTR(receiver(this_value))->is_unreferenced);
}

JS_BUILTIN(timeout_refresh)
{
    (void)callee, (void)argc, (void)argv;
    TRY_PTR(receiver(this_value));
    Timer *own = find_timer(this_value);
    if (!own)
        return this_value;
    if (own->is_waiting) {
        io_timer_stop(&own->io);
        unlink_timer(own);
    }
    if (!start(own))
        return js_throw_range_error("Too many timers");
    return this_value;
}

JS_BUILTIN(timeout_close)
{
    (void)callee, (void)argc, (void)argv;
    TRY_PTR(receiver(this_value));
    stop(find_timer(this_value));
    return this_value;
}

JS_BUILTIN(timeout_to_primitive)
{
    (void)callee, (void)argc, (void)argv;
    return js_number((double)TRY_PTR(receiver(this_value))->id);
}

static JsValue microtask_job(uint32_t argc, JsValue *argv)
{
    (void)argc;
    return js_call(argv[0], JS_UNDEFINED, 0, NULL);
}

JS_BUILTIN(queue_microtask)
{
    (void)callee, (void)this_value;
    if (!js_is_callable(arg(0)))
        return js_throw_type_error("The \"callback\" argument must be of type function. Received %q", arg(0));
    js_enqueue_job(microtask_job, 1, argv);
    return JS_UNDEFINED;
}

/* Whether a timer of the start agent is waiting that keeps the process alive. */
bool timers_keep_alive(void)
{
    for (Timer *t = serve_timers()->waiting; t; t = t->next)
        if (!t->is_unreferenced)
            return true;
    return serve_timers()->due_first != NULL;
}

static const JsBuiltin timeout_prototype[] = {
    JS_METHOD("ref", timeout_ref, 0, "node timers"),
    JS_METHOD("unref", timeout_unref, 0, "node timers"),
    JS_METHOD("hasRef", timeout_has_ref, 0, "node timers"),
    JS_METHOD("refresh", timeout_refresh, 0, "node timers"),
    JS_METHOD("close", timeout_close, 0, "node timers"),
    JS_METHOD("@@toPrimitive", timeout_to_primitive, 0, "node timers"),
};
static const JsBuiltin timer_functions[] = {
    JS_METHOD_WITH("setTimeout", set_timeout, 1, JS_DEFAULT_ATTRIBUTES, "HTML 8.6"),
    JS_METHOD_WITH("setInterval", set_interval, 1, JS_DEFAULT_ATTRIBUTES, "HTML 8.6"),
    JS_METHOD_WITH("setImmediate", set_immediate, 1, JS_DEFAULT_ATTRIBUTES, "node timers"),
    JS_METHOD_WITH("clearTimeout", clear_timeout, 0, JS_DEFAULT_ATTRIBUTES, "HTML 8.6"),
    JS_METHOD_WITH("clearInterval", clear_timeout, 0, JS_DEFAULT_ATTRIBUTES, "HTML 8.6"),
    JS_METHOD_WITH("clearImmediate", clear_timeout, 0, JS_DEFAULT_ATTRIBUTES, "node timers"),
    JS_METHOD_WITH("queueMicrotask", queue_microtask, 1, JS_DEFAULT_ATTRIBUTES, "HTML 8.7"),
};

void web_install_timers(void)
{
    JsObject *prototype = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    web_prototypes[WEB_TIMEOUT] = prototype;
    js_add_roots(&web_prototypes[WEB_TIMEOUT], &web_prototypes[WEB_TIMEOUT] + 1);
    js_install_builtins(prototype, timeout_prototype, JS_COUNT(timeout_prototype));
    js_install_builtins(js_realm->global, timer_functions, JS_COUNT(timer_functions));
}
