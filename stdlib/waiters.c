/* Waiters of Atomics.waitAsync: see waiters.h.
 *
 * Invariant: a waiter is on its agent's list from its making until it is notified or its time is over. */
#include "stdlib/waiters.h"
#include "exec/promise.h"
#include "stdlib/support.h"
#include "web/timers.h"

typedef struct Waiter {
    JsCell cell;
    struct Waiter *next;
    JsArrayBuffer *buffer;
    uint64_t byte_index;
    JsPromise *promise;
    JsValue timer;           /* or undefined */
} Waiter;

static Waiter **head(void)
{
    return (Waiter **)&js_agent->waiters;
}

static void settle(Waiter *waiter, const char *outcome)
{
    js_promise_resolve(waiter->promise, js_string_from_ascii(outcome));
}

static JsValue time_out(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    Waiter *waiter = (Waiter *)js_cell(callee->captures[0]);
    Waiter **at = head();
    for (; *at && *at != waiter; at = &(*at)->next)
        js_charge(4);
    if (*at) {
        *at = waiter->next;
        settle(waiter, "timed-out");
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

JsValue waiters_add(JsArrayBuffer *buffer, uint64_t byte_index, double timeout)
{
    Waiter *waiter = js_new_internal_cell(sizeof *waiter, true, true);
    waiter->buffer = buffer;
    waiter->byte_index = byte_index;
    waiter->promise = js_new_promise();
    waiter->timer = isfinite(timeout) ? TRY(start_timer(waiter, timeout)) : JS_UNDEFINED;
    Waiter **at = head();
    for (; *at; at = &(*at)->next)
        js_charge(4);
    *at = waiter;
    return js_value(waiter->promise);
}

uint32_t waiters_notify(JsArrayBuffer *buffer, uint64_t byte_index, double count)
{
    uint32_t notified = 0;
    for (Waiter **at = head(); *at && notified < count;) {
        Waiter *waiter = *at;
        js_charge(4);
        if (waiter->buffer != buffer || waiter->byte_index != byte_index) {
            at = &waiter->next;
            continue;
        }
        *at = waiter->next;
        timers_stop(waiter->timer);
        settle(waiter, "ok");
        notified++;
    }
    return notified;
}
