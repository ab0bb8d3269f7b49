/* Waiters of Atomics.wait and Atomics.waitAsync: see waiters.h.
 *
 * Invariant: a waiter of waitAsync is on its agent's list, the oldest first, from its making until its promise is
 * settled. */
#include "stdlib/waiters.h"
#include <errno.h>
#include <time.h>
#include "exec/promise.h"
#include "io/timer.h"
#include "sched/fiber.h"
#include "stdlib/cluster.h"
#include "stdlib/support.h"
#include "web/timers.h"

typedef struct Waiter {
    JsCell cell;
    struct Waiter *next;
    JsArrayBuffer *buffer;
    uint64_t byte_index;
    JsPromise *promise;
    JsValue timer;           /* or undefined */
    ClusterWaiter *shared;   /* NULL: nobody else sees the place */
} Waiter;

const JsCluster *js_cluster;

static Waiter **head(void)
{
    return (Waiter **)&js_agent->waiters;
}

static const uint8_t *location_of(const WaitPlace *place)
{
    return place->buffer->data + place->byte_index;
}

static bool is_shared(const WaitPlace *place)
{
    return js_cluster && js_cluster->holds(location_of(place));
}

static bool holds(const WaitPlace *place, uint64_t expected)
{
    uint64_t raw = 0;
    memcpy(&raw, location_of(place), place->size);
    return raw == expected;
}

/* ---- suspending, where nobody can notify */

static void sleep_as_process(double milliseconds)
{
    if (isinf(milliseconds))
        milliseconds = 9e15; /* as far as the clock goes */
    struct timespec left = {.tv_sec = (time_t)(milliseconds / 1000), .tv_nsec = (long)(fmod(milliseconds, 1000) * 1e6)};
    while (clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR)
        continue;
}

/* An agent of a server: its fiber is parked, and the others run. */
typedef struct Sleep {
    JsCell cell;
    IoTimer timer;
} Sleep;

static void wake(IoTimer *timer)
{
    agent_wake(timer->agent);
}

static JsValue sleep_as_fiber(double milliseconds)
{
    if (isinf(milliseconds))
        agent_die(AGENT_KILLED_STUCK);
    Sleep *sleep = js_new_internal_cell(sizeof *sleep, true, true);
    uint64_t delay = (uint64_t)fmin(ceil(milliseconds), INT32_MAX);
    if (!io_timer_start(&sleep->timer, agent_current, delay, wake, NULL))
        return js_throw_range_error("Too many timers");
    while (io_timer_is_started(&sleep->timer))
        agent_block(); /* returns for other wakes, too */
    return JS_UNDEFINED;
}

static JsValue suspend_shared(const WaitPlace *place, uint64_t expected, double timeout)
{
    ClusterWaiter *waiter;
    if (!js_cluster->enter(location_of(place), place->size, expected, &waiter))
        return js_string_from_ascii("not-equal");
    js_cluster->suspend(waiter, timeout);
    return js_string_from_ascii(js_cluster->leave(waiter) ? "ok" : "timed-out");
}

JsValue waiters_suspend(const WaitPlace *place, uint64_t expected, double timeout)
{
    if (is_shared(place))
        return suspend_shared(place, expected, timeout);
    if (!holds(place, expected))
        return js_string_from_ascii("not-equal");
    if (fiber_current)
        TRY(sleep_as_fiber(timeout));
    else
        sleep_as_process(timeout);
    return js_string_from_ascii("timed-out");
}

/* ---- promises */

static void settle(Waiter *waiter, bool is_notified)
{
    js_promise_resolve(waiter->promise, js_string_from_ascii(is_notified ? "ok" : "timed-out"));
}

/* Takes a waiter that was notified off the list. */
static void finish(Waiter **at)
{
    Waiter *waiter = *at;
    *at = waiter->next;
    timers_stop(waiter->timer);
    settle(waiter, true);
}

static JsValue time_out(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    Waiter *waiter = (Waiter *)js_cell(callee->captures[0]);
    Waiter **at = head();
    for (; *at && *at != waiter; at = &(*at)->next)
        js_charge(4);
    if (*at) {
        *at = waiter->next;
        settle(waiter, waiter->shared && js_cluster->leave(waiter->shared));
    }
    return JS_UNDEFINED;
}

static JsValue start_timer(Waiter *waiter, double timeout)
{
    static const JsCode code = JS_NATIVE_CODE(time_out, 0, 1);
    JsValue callback = js_value(js_new_native_closure(&code));
    js_closure_capture(callback, 0, js_value(waiter));
    return timers_start(callback, timeout);
}

static JsValue new_result(bool is_async, JsValue value)
{
    JsObject *result = js_object(TRY(js_new_object()));
    js_put_own(result, js_key_from_ascii("async"), js_boolean(is_async), JS_DEFAULT_ATTRIBUTES);
    js_put_own(result, JS_ATOM(value), value, JS_DEFAULT_ATTRIBUTES);
    return js_value(result);
}

/* The promise of a new waiter. */
static JsValue add(const WaitPlace *place, ClusterWaiter *shared, double timeout)
{
    Waiter *waiter = js_new_internal_cell(sizeof *waiter, true, true);
    waiter->buffer = place->buffer;
    waiter->byte_index = place->byte_index;
    waiter->shared = shared;
    waiter->promise = js_new_promise();
    waiter->timer = isfinite(timeout) ? TRY(start_timer(waiter, timeout)) : JS_UNDEFINED;
    Waiter **at = head();
    for (; *at; at = &(*at)->next)
        js_charge(4);
    *at = waiter;
    return js_value(waiter->promise);
}

JsValue waiters_add(const WaitPlace *place, uint64_t expected, double timeout)
{
    ClusterWaiter *shared = NULL;
    bool is_equal = is_shared(place) ? js_cluster->enter(location_of(place), place->size, expected, &shared)
                                     : holds(place, expected);
    if (!is_equal)
        return new_result(false, js_string_from_ascii("not-equal"));
    JsValue promise = timeout > 0 ? add(place, shared, timeout) : JS_EMPTY;
    if (shared && !js_is_object(promise))
        js_cluster->leave(shared);
    if (promise == JS_EMPTY)
        return new_result(false, js_string_from_ascii("timed-out"));
    return new_result(true, TRY(promise));
}

void waiters_settle_notified(void)
{
    for (Waiter **at = head(); *at;) {
        js_charge(4);
        if ((*at)->shared && js_cluster->is_notified((*at)->shared)) {
            js_cluster->leave((*at)->shared);
            finish(at);
        } else
            at = &(*at)->next;
    }
}

uint32_t waiters_notify(const WaitPlace *place, double count)
{
    if (is_shared(place)) {
        uint32_t notified = js_cluster->notify(location_of(place), count);
        waiters_settle_notified();
        return notified;
    }
    uint32_t notified = 0;
    for (Waiter **at = head(); *at && notified < count;) {
        js_charge(4);
        if ((*at)->buffer == place->buffer && (*at)->byte_index == place->byte_index) {
            finish(at);
            notified++;
        } else
            at = &(*at)->next;
    }
    return notified;
}

bool waiters_keep_alive(void)
{
    if (!js_cluster || !js_cluster->has_others())
        return false;
    for (Waiter *waiter = *head(); waiter; waiter = waiter->next)
        if (waiter->shared)
            return true;
    return false;
}
