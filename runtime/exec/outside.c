/* Requests that wait for promises of the snapshot. A request's reactions to such a promise are its own, by the journal; so
 * whoever settles the promise for all, a callback of the start agent's, finds those that wait here, and each settles it for
 * itself, in a job of its own.
 *
 * Invariant: an agent and a promise are listed together at most once, and only while the agent lives; for as long the agent
 * expects to be woken. */
#include "exec/internal.h"
#include "sched/agent.h"
#include <stdlib.h>

enum { BUCKETS = 1024 };

struct OutsideWait {
    JsPromise *promise;          /* kept by the journal's entry for its reactions */
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
    free(wait);
}

static bool is_listed(const JsPromise *promise, const JsAgent *agent)
{
    for (OutsideWait *wait = agent->outside_waits; wait; wait = wait->agent_next)
        if (wait->promise == promise)
            return true;
    return false;
}

void outside_wait(JsPromise *promise)
{
    JsAgent *agent = js_agent;
    if (is_listed(promise, agent))
        return;
    heap_account(sizeof(OutsideWait));
    OutsideWait *wait = malloc(sizeof *wait);
    if (!wait)
        abort();
    OutsideWait **bucket = bucket_of(promise);
    *wait = (OutsideWait){promise, agent, *bucket, bucket, agent->outside_waits, &agent->outside_waits};
    if (wait->next)
        wait->next->link = &wait->next;
    if (wait->agent_next)
        wait->agent_next->agent_link = &wait->agent_next;
    *bucket = agent->outside_waits = wait;
    agent_expect(agent->user);
}

void outside_settled(JsPromise *promise, JsPromiseState state, JsValue v)
{
    JsValue arguments[3] = {js_value(promise), js_boolean(state == JS_PROMISE_REJECTED), v};
    OutsideWait *next;
    for (OutsideWait *wait = *bucket_of(promise); wait; wait = next) {
        next = wait->next;
        if (wait->promise != promise)
            continue;
        JsAgent *agent = wait->agent;
        wait_remove(wait);
        js_enqueue_job_for(agent, promise_settle_outside, 3, arguments);
        agent_unexpect(agent->user);
    }
}

void outside_forget(JsAgent *agent)
{
    while (agent->outside_waits)
        wait_remove(agent->outside_waits);
}
