/* Requests that wait for promises of the snapshot. Such a request has a promise of its own instead, which its reactions hang on;
 * so whoever settles the promise for all, a turn of the start agent, finds those that wait here, and each settles its stand-in in
 * a job of its own.
 *
 * Invariant: an agent and a promise are listed together at most once, and only while the agent lives; for as long the agent
 * expects to be woken. */
#include "exec/internal.h"
#include "sched/agent.h"

enum { BUCKETS = 1024 };

struct OutsideWait {             /* kept memory of the agent */
    JsPromise *promise, *stand_in;
    JsAgent *agent;
    OutsideWait *next, **link;   /* in its bucket */
    OutsideWait *agent_next, **agent_link;
};

static OutsideWait *buckets[BUCKETS];

static OutsideWait **bucket_of(const JsPromise *promise)
{
    return &buckets[((uintptr_t)promise >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 54];
}

static void wait_remove(OutsideWait *wait)
{
    *wait->link = wait->next;
    if (wait->next)
        wait->next->link = wait->link;
    *wait->agent_link = wait->agent_next;
    if (wait->agent_next)
        wait->agent_next->agent_link = wait->agent_link;
    wait->stand_in = NULL;
    wait->agent_next = wait->agent->spare_waits;
    wait->agent->spare_waits = wait;
}

static OutsideWait *find_own(const JsPromise *promise)
{
    for (OutsideWait *wait = js_agent->outside_waits; wait; wait = wait->agent_next)
        if (wait->promise == promise)
            return wait;
    return NULL;
}

static OutsideWait *take_wait(JsAgent *agent)
{
    OutsideWait *wait = agent->spare_waits;
    if (!wait)
        return heap_alloc_kept(sizeof *wait);
    agent->spare_waits = wait->agent_next;
    return wait;
}

static void list_wait(JsPromise *promise, JsPromise *stand_in)
{
    JsAgent *agent = js_agent;
    OutsideWait *wait = take_wait(agent), **bucket = bucket_of(promise);
    *wait = (OutsideWait){promise, stand_in, agent, *bucket, bucket, agent->outside_waits, &agent->outside_waits};
    if (wait->next)
        wait->next->link = &wait->next;
    if (wait->agent_next)
        wait->agent_next->agent_link = &wait->agent_next;
    *bucket = agent->outside_waits = wait;
    agent_expect(agent->user);
}

static void settle(JsPromise *stand_in, JsPromiseState state, JsValue v)
{
    if (js_promise_state(stand_in) != JS_PROMISE_PENDING)
        return;
    if (state == JS_PROMISE_REJECTED)
        js_promise_reject(stand_in, v);
    else
        js_promise_fulfill(stand_in, v);
}

static JsPromiseState shared_state(const JsPromise *promise)
{
    return (JsPromiseState)(journal_shared_value(&promise->state) & JS_PROMISE_STATE_MASK);
}

/* One that has not followed the turn that settled the promise sees it pending: it is told when it has followed. */
JsPromise *outside_stand_in(JsPromise *promise)
{
    OutsideWait *wait = find_own(promise);
    if (wait)
        return wait->stand_in;
    JsPromise *stand_in = js_new_promise();
    list_wait(promise, stand_in);
    js_agent->has_late_waits |= shared_state(promise) != JS_PROMISE_PENDING;
    return stand_in;
}

void outside_settle_late(void)
{
    OutsideWait *next;
    js_agent->has_late_waits = false;
    for (OutsideWait *wait = js_agent->outside_waits; wait; wait = next) {
        next = wait->agent_next;
        JsPromise *promise = wait->promise, *stand_in = wait->stand_in;
        JsPromiseState state = shared_state(promise);
        if (state == JS_PROMISE_PENDING)
            continue;
        wait_remove(wait);
        agent_unexpect(js_agent->user);
        settle(stand_in, state, journal_shared_value(&promise->result));
    }
}

void outside_settled_by_request(const JsPromise *promise, JsPromiseState state, JsValue v)
{
    OutsideWait *wait = find_own(promise);
    if (!wait)
        return;
    JsPromise *stand_in = wait->stand_in;
    wait_remove(wait);
    agent_unexpect(js_agent->user);
    settle(stand_in, state, v);
}

/* Arguments: stand-in, state, value. */
static JsValue settle_job(uint32_t argc, JsValue *argv)
{
    settle(js_promise(argv[0]), (JsPromiseState)js_as_int(argv[1]), argv[2]);
    return JS_UNDEFINED;
}

static void settle_when_at_rest(OutsideWait *wait)
{
    JsAgent *agent = wait->agent;
    JsPromise *promise = wait->promise;
    if (!js_agent_is_at_rest(agent)) {
        agent->has_late_waits = true;
        return;
    }
    JsValue arguments[3] = {js_value(wait->stand_in), js_int(js_promise_state(promise)), promise->result};
    wait_remove(wait);
    js_enqueue_job_for(agent, settle_job, JS_COUNT(arguments), arguments);
    agent_unexpect(agent->user);
}

void outside_committed(const uint64_t *word)
{
    const JsPromise *promise = (const JsPromise *)(const void *)((const char *)word - offsetof(JsPromise, state));
    OutsideWait *next;
    for (OutsideWait *wait = *bucket_of(promise); wait; wait = next) {
        next = wait->next;
        if (wait->promise == promise && js_promise_state(wait->promise) != JS_PROMISE_PENDING)
            settle_when_at_rest(wait);
    }
}

void outside_forget(JsAgent *agent)
{
    while (agent->outside_waits)
        wait_remove(agent->outside_waits);
}
