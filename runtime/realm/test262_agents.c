/* $262.agent: see test262_agents.h.
 *
 * Invariant: an agent evaluates its script in the fork's copy of the built-ins with a realm, a job queue and timers
 * of its own; it comes back to nothing that the first agent was doing. */
#include "realm/test262_agents.h"
#include <stdlib.h>
#include "exec/agent.h"
#include "io/loop.h"
#include "object/builtin.h"
#include "realm/install.h"
#include "sched/clock.h"
#include "stdlib/array_buffer.h"
#include "stdlib/evaluate.h"
#include "stdlib/waiters.h"
#include "stdlib/web/timers.h"

enum { LOOK_FOR_ENDED_NS = 100 * 1000 * 1000 };

/* What broadcast says beside the buffer: an Int32, a BigInt of 64 bits, or nothing. */
typedef enum NumberKind { NUMBER_NONE, NUMBER_INT32, NUMBER_BIGINT } NumberKind;

typedef struct Report {
    struct Report *next;
    size_t length;
    char text[];                /* UTF-8 */
} Report;

/* In the memory of the cluster. */
typedef struct Board {
    uint8_t *data;              /* of the last broadcast */
    uint64_t length;
    NumberKind number_kind;
    int64_t number;
    Report *first, *last;       /* not fetched yet; they stay in memory */
} Board;

static Board *board;
static ClusterAgent *self; /* NULL: the first agent */
static bool is_leaving;

static JsValue throw_no_agent(void)
{
    return js_throw_range_error("no further agent can be made");
}

/* ---- an agent's life */

static void run_agent(ClusterAgent *agent, void *argument)
{
    JsString *script = argument;
    self = agent;
    js_agent_restart();
    timers_forget();
    if (!io_start())
        return;
    test262_new_realm();
    if (evaluate_script(script, JS_EVAL_SCRIPT) == JS_EXCEPTION)
        js_agent->on_uncaught(js_take_exception());
    while (!is_leaving && (realm_turn_event_loop() || js_has_jobs()))
        continue;
}

static bool make_board(void)
{
    if (!board)
        board = (Board *)(void *)js_cluster->allocate(sizeof *board);
    return board;
}

JS_BUILTIN(agent_start)
{
    JsString *script = TRY_STRING(arg(0));
    return make_board() && cluster_start_agent(run_agent, script) ? JS_UNDEFINED : throw_no_agent();
}

JS_BUILTIN(agent_leaving)
{
    is_leaving = true;
    return JS_UNDEFINED;
}

/* ---- broadcasts */

static bool has_all_received(void)
{
    for (ClusterAgent *agent = cluster_living_agents(); agent; agent = agent->next)
        if (agent->has_message)
            return false;
    return true;
}

static JsValue read_number(JsValue v, NumberKind *ret_kind, int64_t *ret_number)
{
    *ret_kind = v == JS_UNDEFINED ? NUMBER_NONE : js_is_bigint(v) ? NUMBER_BIGINT : NUMBER_INT32;
    *ret_number = *ret_kind == NUMBER_BIGINT ? js_bigint_to_int64(v) : *ret_kind == NUMBER_INT32 ? TRY_INT32(v) : 0;
    return JS_UNDEFINED;
}

JS_BUILTIN(agent_broadcast)
{
    JsArrayBuffer *buffer = array_buffer_of(arg(0));
    if (!buffer || !(buffer->flags & JS_BUFFER_SHARED) || !js_cluster->holds(buffer->data))
        return js_throw_type_error("%v is no SharedArrayBuffer of fixed length", arg(0));
    NumberKind kind;
    int64_t number;
    TRY(read_number(arg(1), &kind, &number));
    if (!make_board())
        return throw_no_agent();
    cluster_lock();
    board->data = buffer->data;
    board->length = buffer->byte_length;
    board->number_kind = kind;
    board->number = number;
    for (ClusterAgent *agent = cluster_living_agents(); agent; agent = agent->next)
        agent->has_message = true;
    cluster_announce();
    while (!has_all_received())
        cluster_await_change(clock_now_ns() + LOOK_FOR_ENDED_NS);
    cluster_unlock();
    return JS_UNDEFINED;
}

static Board await_broadcast(void)
{
    cluster_lock();
    while (!self->has_message)
        cluster_await_change(clock_now_ns() + LOOK_FOR_ENDED_NS);
    Board received = *board;
    self->has_message = false;
    cluster_announce();
    cluster_unlock();
    return received;
}

JS_BUILTIN(agent_receive_broadcast)
{
    if (!js_is_callable(arg(0)))
        return js_throw_type_error("%v is not a function", arg(0));
    Board received = await_broadcast();
    JsObject *prototype = JS_INTRINSIC(SHARED_ARRAY_BUFFER_PROTOTYPE);
    JsArrayBuffer *buffer = shared_array_buffer_over(received.data, received.length, prototype);
    JsValue arguments[2] = {js_value(buffer), JS_UNDEFINED};
    switch (received.number_kind) {
    case NUMBER_NONE: break;
    case NUMBER_INT32: arguments[1] = js_int((int32_t)received.number); break;
    case NUMBER_BIGINT: arguments[1] = TRY(js_bigint_from_int64(received.number)); break;
    }
    TRY(js_call(arg(0), JS_UNDEFINED, 2, arguments));
    return JS_UNDEFINED;
}

/* ---- reports */

static void append_report(Report *report)
{
    cluster_lock();
    if (board->last)
        board->last->next = report;
    else
        board->first = report;
    board->last = report;
    cluster_unlock();
}

JS_BUILTIN(agent_report)
{
    JsString *text = TRY_STRING(arg(0));
    size_t length = js_string_utf8_length(text);
    Report *report = (Report *)(void *)js_cluster->allocate(sizeof *report + length);
    if (!report)
        return js_throw_range_error("no room for a report");
    report->length = length;
    js_string_to_utf8(text, report->text, length);
    append_report(report);
    return JS_UNDEFINED;
}

JS_BUILTIN(agent_get_report)
{
    if (!board)
        return JS_NULL;
    cluster_lock();
    Report *report = board->first;
    if (report)
        board->first = report->next;
    if (!board->first)
        board->last = NULL;
    cluster_unlock();
    return report ? js_string_from_utf8(report->text, report->length) : JS_NULL;
}

/* ---- time */

JS_BUILTIN(agent_sleep)
{
    double milliseconds = fmin(fmax(TRY_INTEGER(arg(0)), 0), INT32_MAX);
    struct timespec time = {.tv_sec = (time_t)milliseconds / 1000, .tv_nsec = (long)milliseconds % 1000 * 1000000};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
    return JS_UNDEFINED;
}

JS_BUILTIN(agent_monotonic_now)
{
    return js_number((double)clock_now_ns() / 1e6);
}

static const JsBuiltin common_rows[] = {
    JS_METHOD("sleep", agent_sleep, 1, "host"),
    JS_METHOD("monotonicNow", agent_monotonic_now, 0, "host"),
};
static const JsBuiltin first_agent_rows[] = {
    JS_METHOD("start", agent_start, 1, "host"),
    JS_METHOD("broadcast", agent_broadcast, 2, "host"),
    JS_METHOD("getReport", agent_get_report, 0, "host"),
};
static const JsBuiltin started_agent_rows[] = {
    JS_METHOD("receiveBroadcast", agent_receive_broadcast, 1, "host"),
    JS_METHOD("report", agent_report, 1, "host"),
    JS_METHOD("leaving", agent_leaving, 0, "host"),
};

void test262_install_agents(JsObject *host)
{
    JsObject *agent = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_install_builtins(agent, common_rows, JS_COUNT(common_rows));
    if (self)
        js_install_builtins(agent, started_agent_rows, JS_COUNT(started_agent_rows));
    else
        js_install_builtins(agent, first_agent_rows, JS_COUNT(first_agent_rows));
    js_put_own(host, js_key_from_ascii("agent"), js_value(agent), JS_HIDDEN_ATTRIBUTES);
}
