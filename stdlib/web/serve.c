/* Serving: from HttpRequest to agent to answer. See serve.h. */
#include "web/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/mman.h>

#include "http/program.h"
#include "object/shape.h"
#include "sched/agent.h"
#include "sched/clock.h"
#include "sched/fiber.h"
#include "sched/limits.h"
#include "sched/preempt.h"
#include "sched/scheduler.h"
#include "web/request.h"
#include "web/serve_private.h"

/* Agents come from slabs that are roots as wholes, since a spilled agent's fields point into the collected heap. */
enum { SLAB_AGENTS = 256, REGION_LIMIT = 4 << 20 };
static ServeAgent *free_agents;
static ServeAgent *slab_next, *slab_end; /* never used, and still zero */

static const JsProgram *program;
static bool (*start_program)(ServeHandler *);
static ServeHandler handler;
static JsValue environment = JS_UNDEFINED;
static bool is_serving;

/* ---- agents */

/* Not of malloc's memory, which calloc may have to clear, and so to touch, as a whole. */
static bool take_slab(void)
{
    size_t bytes = SLAB_AGENTS * sizeof *slab_next;
    slab_next = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (slab_next == MAP_FAILED)
        return slab_next = slab_end = NULL, false;
    slab_end = slab_next + SLAB_AGENTS;
    js_add_roots(slab_next, slab_end);
    return true;
}

/* A record that is zero, or NULL when memory is out. */
static ServeAgent *take_agent(void)
{
    ServeAgent *s = free_agents;
    if (s)
        free_agents = s->next_free, s->next_free = NULL;
    else if (slab_next != slab_end || take_slab())
        s = slab_next++;
    else
        return NULL;
    s->body_promise = s->drain_promise = JS_UNDEFINED;
    return s;
}

static void return_agent(ServeAgent *s)
{
    memset(s, 0, sizeof *s);
    s->next_free = free_agents;
    free_agents = s;
}

struct Agent *serve_current_agent(void) { return serve_is_start_agent() ? NULL : agent_current; }

TimerLists *serve_timers(void) { return serve_is_start_agent() ? serve_turn_timers() : &serve_current()->timers; }

void serve_wake(Agent *agent)
{
    if (agent)
        agent_wake(agent);
    else if (is_serving)
        serve_turn_wake();
}

void serve_enqueue(Agent *agent, JsValue (*run)(uint32_t, JsValue *), uint32_t argc, const JsValue *argv)
{
    js_enqueue_job_for(agent ? &((ServeAgent *)agent)->js : &js_start_agent, run, argc, argv);
}

static void wake_for_job(JsAgent *agent) { serve_wake(agent->user); }

/* ---- the context object */

static JsValue on_waited(JsValue value, JsValue data)
{
    (void)value, (void)data;
    serve_current()->wait_count--;
    return JS_UNDEFINED;
}

static JsValue on_wait_failed(JsValue reason, JsValue data)
{
    serve_log_error(serve_current(), reason);
    return on_waited(reason, data);
}

JS_BUILTIN(context_wait_until)
{
    (void)callee, (void)this_value;
    JsValue promise = TRY(js_promise_resolve_value(js_value(JS_INTRINSIC(PROMISE)), arg(0)));
    if (agent_current) {
        serve_current()->wait_count++;
        js_promise_then_native(js_promise(promise), on_waited, on_wait_failed, JS_UNDEFINED);
    }
    return JS_UNDEFINED;
}

JS_BUILTIN(context_pass_through_on_exception)
{
    (void)callee, (void)this_value, (void)argc, (void)argv;
    return JS_UNDEFINED;
}

static const JsBuiltin context_prototype[] = {
    JS_METHOD_WITH("waitUntil", context_wait_until, 1, JS_DEFAULT_ATTRIBUTES, "Sinew"),
    JS_METHOD_WITH("passThroughOnException", context_pass_through_on_exception, 0, JS_DEFAULT_ATTRIBUTES, "Sinew"),
};

bool serve_shares_state(void) { return program->flags & JS_PROGRAM_STATE_WORKER; }

/* ---- the life of an agent */

static void call_handler(ServeAgent *s)
{
    WebObject *request = request_from_network(s, s->http->has_body);
    JsValue argv[] = { js_value(request), environment, js_value(web_new(WEB_CONTEXT, NULL)) };
    serve_answer(s, js_call(handler.function, handler.this_value, 3, argv));
}

void serve_report_rejection(JsValue promise, JsValue reason)
{
    (void)promise;
    serve_log_error(serve_current(), reason);
}

static void on_uncaught(JsValue error) { serve_log_error(serve_current(), error); }

static bool is_done(const ServeAgent *s) { return s->is_answered && s->wait_count == 0; }

/* --state=worker: from its first write of shared state on, a job is not preempted until it ends, so that nobody sees half of
 * a change; but not for longer than this. */
enum { HOLD_US = 20000 };

static void on_shared_write(void)
{
    if (serve_is_start_agent() || serve_current()->has_held)
        return;
    serve_current()->has_held = true;
    preempt_hold(HOLD_US);
}

static void release_hold(ServeAgent *s)
{
    if (!s->has_held)
        return;
    s->has_held = false;
    heap_publish();
    preempt_release();
}

static void run(Agent *agent)
{
    ServeAgent *s = (ServeAgent *)agent;
    if (!s->is_started) {
        s->is_started = true;
        call_handler(s);
    }
    do {
        js_run_jobs();
        js_check_unhandled_rejections(serve_report_rejection);
        release_hold(s);
        js_agent_follow();
    } while (!is_done(s) && (js_has_jobs() || timers_run_one()));
    if (is_done(s))
        agent_finish(agent);
}

static void switch_in(Agent *agent) { js_agent_enter(&((ServeAgent *)agent)->js); }

static void switch_out(Agent *agent)
{
    js_agent_leave();
    if (!((ServeAgent *)agent)->js.is_isolated)
        heap_publish();
    agent->memory_used = ((ServeAgent *)agent)->js.region.bytes;
}

static void end(Agent *agent, AgentEnd reason)
{
    ServeAgent *s = (ServeAgent *)agent;
    if (s->http) {
        int status = agent_end_statuses[reason];
        if (status && !s->is_answered && !http_has_begun(s->http) && !http_is_gone(s->http)) {
            fprintf(stderr, "%.*s %.*s: %s\n", (int)s->http->method.length, s->http->method.data,
                    (int)s->http->target.length, s->http->target.data, agent_end_texts[reason]);
            http_respond_status(s->http, status);
        }
        http_release(s->http);
        s->http = NULL;
    }
    js_agent_end(&s->js);
    return_agent(s);
}

static void describe(const Agent *agent, AgentDescription *ret_description)
{
    const ServeAgent *s = (const ServeAgent *)agent;
    if (s->http && asprintf(&ret_description->task, "%.*s %.*s", (int)s->http->method.length, s->http->method.data,
                            (int)s->http->target.length, s->http->target.data) < 0)
        ret_description->task = NULL;
    if (agent->fiber)
        ret_description->stack = js_stack_text_from(fiber_frame(agent->fiber), agent->fiber->base, s->js.activation);
}

static const AgentHooks hooks = { run, switch_in, switch_out, end, describe };

static void refuse(HttpRequest *http)
{
    static const HttpField retry = { { "Retry-After", 11 }, { "1", 1 } };
    static const char text[] = "503 Service Unavailable\n";
    HttpAnswer head = { 503, { "", 0 }, &retry, 1 };
    http_respond(http, &head, text, sizeof text - 1);
    http_release(http);
}

static void on_request(HttpRequest *http)
{
    ServeAgent *s = scheduler_has_room() ? take_agent() : NULL;
    if (!s)
        return refuse(http);
    s->http = http;
    http->user = s;
    bool is_isolated = !serve_shares_state();
    js_agent_begin(&s->js, is_isolated, REGION_LIMIT, limits.memory_bytes ? limits.memory_bytes : SIZE_MAX);
    s->js.on_uncaught = on_uncaught;
    s->js.user = &s->agent;
    agent_start(&s->agent, &hooks);
    if (!is_isolated)
        agent_expect(&s->agent); /* any other request may settle what it waits for: the wall clock alone ends it */
    agent_wake(&s->agent);
}

static void on_gone(HttpRequest *http, HttpGone reason)
{
    agent_kill(&((ServeAgent *)http->user)->agent, reason == HTTP_GONE_SHUTDOWN ? AGENT_KILLED_SHUTDOWN : AGENT_KILLED_GONE);
}

/* ---- start */

static void die_of_memory(void) { agent_die(AGENT_KILLED_MEMORY); }

static void push_stacks(void)
{
    for (Agent *a = agent_first(); a; a = a->all_next)
        for (const Fiber *fiber = a->fiber; fiber; fiber = fiber->outer)
            heap_push_roots(fiber->sp, fiber->base);
}

/* What the event loop may change, the promises that wait for the client and the lists of timers; and the stacks below the one
 * that runs. */
static void push_current(void)
{
    ServeAgent *s = serve_current();
    heap_push_roots(s, s + 1);
    timers_push_roots(&s->timers);
    for (const Fiber *fiber = fiber_current->outer; fiber; fiber = fiber->outer)
        heap_push_roots(fiber->sp, fiber->base);
}

static char *fiber_stack_end(void) { return fiber_current ? fiber_current->base : NULL; }

static void make_environment(void)
{
    JsObject *env = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    for (const char *const *name = program->environment; name && *name; name++) {
        const char *value = getenv(*name);
        if (value)
            js_put_own(env, js_key_from_ascii(*name), web_string_from_text(value, strlen(value)), JS_DEFAULT_ATTRIBUTES);
    }
    environment = js_value(env);
}

/* Of property keys and of layouts of objects (shapes): those that live as long as the worker. */
static uint64_t names_held(void) { return (uint64_t)string_shared_atom_count() + shapes_shared_count(); }

static uint64_t names_of_modules; /* held when the modules had run */

static bool start_worker(void)
{
    heap_on_system_stack = fiber_on_scheduler_stack;
    heap_limit_hook = die_of_memory;
    js_wake_hook = wake_for_job;
    heap_add_root_pusher(push_stacks);
    heap_add_agent_roots(push_current);
    js_add_roots(&handler, &handler + 1);
    js_add_roots(&environment, &environment + 1);
    if (!start_program(&handler))
        return false;
    heap_stack_end = fiber_stack_end; /* the core has started, which set it to the main stack's */
    make_environment();
    heap_freeze();
    names_of_modules = names_held();
    if (serve_shares_state())
        heap_shared_write_hook = on_shared_write;
    is_serving = true;
    serve_turn_wake_if_due();
    return true;
}

/* Names and shapes that requests make are their own where state is; where it is shared they stay, since its objects may have
 * them. A worker that holds too many finishes what is under way, and ends; the supervisor starts another. */
static void bound_names(uint64_t names)
{
    static bool is_over;
    if (is_over || names < names_of_modules + limits.names || !serve_shares_state() || http_options.workers == 0)
        return;
    is_over = true;
    fprintf(stderr, "sinew: worker %d holds %llu names and layouts of objects: another takes its place\n", (int)getpid(),
            (unsigned long long)names);
    http_server_drain(http_options.grace_ms);
}

/* Every few tens of milliseconds. */
static void measure(HttpHeapMeasure *ret_measure)
{
    heap_tidy(clock_now_ns());
    shapes_tidy();
    uint64_t names = names_held();
    *ret_measure = (HttpHeapMeasure){heap_collected_bytes(), heap_region_bytes(), heap_collection_count(), names};
    bound_names(names);
}

int serve_main(int argc, char **argv, const JsProgram *served, bool (*start)(ServeHandler *))
{
    program = served;
    start_program = start;
    HttpProgram http = {
        .name = argv[0],
        .state = served->flags & JS_PROGRAM_STATE_WORKER ? "worker" : "request",
        .start = start_worker,
        .measure = measure,
        .handlers = { on_request, serve_on_body, serve_on_drain, on_gone },
    };
    return http_program_main(argc, argv, &http);
}

void serve_install_context(void)
{
    serve_turn_start();
    web_install_class(WEB_CONTEXT, 0, web_illegal_constructor, context_prototype, JS_COUNT(context_prototype));
}
