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
#include "stdlib/array_buffer.h"
#include "web/headers.h"
#include "web/request.h"
#include "web/response.h"
#include "web/streams.h"

struct ServeAgent {
    Agent agent;                 /* first: the scheduler's handle is this struct */
    JsAgent js;
    HttpRequest *http;           /* NULL once it is released */
    ServeAgent *next_free;
    TimerLists timers;
    JsValue body_promise;        /* of the read that waits for content, or undefined */
    JsValue drain_promise;       /* of the write that waits for the client, or undefined */
    BodyUse body_use;
    uint32_t wait_count;         /* promises given to waitUntil that are not settled */
    uint32_t client_waits;       /* reads and writes that wait for the client: the wall clock stands still meanwhile */
    bool is_started, is_answered;
    bool has_held;               /* --state=worker: the job that runs has written shared state */
};

/* Agents come from slabs that are roots as wholes, since a spilled agent's fields point into the collected heap. */
enum { SLAB_AGENTS = 256, REGION_LIMIT = 4 << 20 };
static ServeAgent *free_agents;
static ServeAgent *slab_next, *slab_end; /* never used, and still zero */
static TimerLists start_timers;

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

static ServeAgent *current(void) { return (ServeAgent *)agent_current; }

/* Its turns run as an agent of the scheduler's; what they start belongs to the start agent. */
static bool is_start_agent(void) { return js_agent == &js_start_agent; }

struct Agent *serve_current_agent(void) { return is_start_agent() ? NULL : agent_current; }

TimerLists *serve_timers(void) { return is_start_agent() ? &start_timers : &current()->timers; }

static void wake_start_agent(void);

void serve_wake(Agent *agent)
{
    if (agent)
        agent_wake(agent);
    else if (is_serving)
        wake_start_agent();
}

void serve_enqueue(Agent *agent, JsValue (*run)(uint32_t, JsValue *), uint32_t argc, const JsValue *argv)
{
    js_enqueue_job_for(agent ? &((ServeAgent *)agent)->js : &js_start_agent, run, argc, argv);
}

static void wake_for_job(JsAgent *agent) { serve_wake(agent->user); }

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
    read_body_now(current());
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

static void on_body(HttpRequest *http)
{
    ServeAgent *s = http->user;
    if (s->body_promise == JS_UNDEFINED)
        return;
    end_client_wait(s);
    serve_enqueue(&s->agent, read_body_job, 0, NULL);
}

/* ---- answering */

static void log_error(ServeAgent *s, JsValue error)
{
    char *text = js_report_exception(error);
    if (is_start_agent()) {
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
    log_error(s, error);
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
    fail(current(), reason);
    return JS_UNDEFINED;
}

static JsValue drained_job(uint32_t argc, JsValue *argv)
{
    (void)argc;
    js_promise_fulfill(js_promise(argv[0]), JS_UNDEFINED);
    return JS_UNDEFINED;
}

static void on_drain(HttpRequest *http)
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
    ServeAgent *s = current();
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
    current()->is_answered = true;
    http_respond_end(current()->http);
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
    answer_with(current(), value);
    return JS_UNDEFINED;
}

/* ---- the context object */

static JsValue on_waited(JsValue value, JsValue data)
{
    (void)value, (void)data;
    current()->wait_count--;
    return JS_UNDEFINED;
}

static JsValue on_wait_failed(JsValue reason, JsValue data)
{
    log_error(current(), reason);
    return on_waited(reason, data);
}

JS_BUILTIN(context_wait_until)
{
    (void)callee, (void)this_value;
    JsValue promise = TRY(js_promise_resolve_value(js_value(JS_INTRINSIC(PROMISE)), arg(0)));
    if (agent_current) {
        current()->wait_count++;
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

/* ---- the life of an agent */

static void call_handler(ServeAgent *s)
{
    WebObject *request = request_from_network(s, s->http->has_body);
    JsValue argv[] = { js_value(request), environment, js_value(web_new(WEB_CONTEXT, NULL)) };
    JsValue result = js_call(handler.function, handler.this_value, 3, argv);
    if (result == JS_EXCEPTION)
        return fail_with_pending(s);
    if (!js_is_object(result) || web_as(WEB_RESPONSE, result))
        return answer_with(s, result);
    JsValue promise = js_promise_resolve_value(js_value(JS_INTRINSIC(PROMISE)), result);
    if (promise == JS_EXCEPTION)
        return fail_with_pending(s);
    js_promise_then_native(js_promise(promise), on_fulfilled, on_rejected, JS_UNDEFINED);
}

static void report_rejection(JsValue promise, JsValue reason)
{
    (void)promise;
    log_error(current(), reason);
}

static void on_uncaught(JsValue error) { log_error(current(), error); }

static bool is_done(const ServeAgent *s) { return s->is_answered && s->wait_count == 0; }

/* --state=worker: from its first write of shared state on, a job is not preempted until it ends, so that nobody sees half of
 * a change; but not for longer than this. */
enum { HOLD_US = 20000 };

static void on_shared_write(void)
{
    if (is_start_agent() || current()->has_held)
        return;
    current()->has_held = true;
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
        js_check_unhandled_rejections(report_rejection);
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

/* ---- turns of the start agent: what timers and promises of the modules' top-level code set off while the server serves. One
 * job or timer, with the jobs that follow from it, is a turn. It runs as requests do, on the shared heap, and what it changes
 * becomes the state of all when it ends (exec/turn.c). With --state=worker there is one state; there a turn is not preempted,
 * and ended where it stands when it takes longer than TURN_US. */
enum { TURN_US = 200000 };

static Agent turn_agent;
static bool is_turn_alive;

static bool shares_state(void) { return program->flags & JS_PROGRAM_STATE_WORKER; }

static void run_turn(Agent *agent)
{
    if (shares_state())
        preempt_hold(TURN_US + TURN_US / 8);
    if (!js_has_jobs())
        timers_run_one();
    js_run_jobs();
    js_check_unhandled_rejections(report_rejection);
    agent_finish(agent);
}

static void switch_turn_in(Agent *agent)
{
    (void)agent;
    js_turn_enter();
}

static void switch_turn_out(Agent *agent)
{
    (void)agent;
    js_turn_leave();
}

static void end_turn(Agent *agent, AgentEnd reason)
{
    (void)agent;
    is_turn_alive = false;
    if (reason != AGENT_FINISHED)
        fprintf(stderr, "sinew: a timer or promise of the modules' top-level code %s\n", agent_end_texts[reason]);
    js_turn_end(reason == AGENT_FINISHED);
    if (js_has_jobs() || start_timers.due_first)
        wake_start_agent();
}

static void describe_turn(const Agent *agent, AgentDescription *ret_description)
{
    ret_description->task = strdup("timers and promises of the modules");
    if (agent->fiber)
        ret_description->stack = js_stack_text_from(fiber_frame(agent->fiber), agent->fiber->base, js_activation);
}

static const AgentHooks turn_hooks = {run_turn, switch_turn_in, switch_turn_out, end_turn, describe_turn};

static void wake_start_agent(void)
{
    if (!is_turn_alive) {
        is_turn_alive = true;
        agent_start(&turn_agent, &turn_hooks);
        agent_drop_wall(&turn_agent);
        if (shares_state())
            turn_agent.cpu_limit_ticks = clock_us_to_ticks(TURN_US);
        js_turn_begin(!shares_state());
    }
    agent_wake(&turn_agent);
}

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
    bool is_isolated = !shares_state();
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
    ServeAgent *s = current();
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
    if (shares_state())
        heap_shared_write_hook = on_shared_write;
    is_serving = true;
    if (js_has_jobs() || start_timers.due_first)
        wake_start_agent();
    return true;
}

/* Names and shapes that requests make are their own where state is; where it is shared they stay, since its objects may have
 * them. A worker that holds too many finishes what is under way, and ends; the supervisor starts another. */
static void bound_names(uint64_t names)
{
    static bool is_over;
    if (is_over || names < names_of_modules + limits.names || !shares_state() || http_options.workers == 0)
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
        .handlers = { on_request, on_body, on_drain, on_gone },
    };
    return http_program_main(argc, argv, &http);
}

void serve_install_context(void)
{
    js_add_roots(&start_timers, &start_timers + 1);
    web_install_class(WEB_CONTEXT, 0, web_illegal_constructor, context_prototype, JS_COUNT(context_prototype));
}
