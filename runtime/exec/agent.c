/* The JavaScript part of agents: switching, jobs, and the start of the whole core.
 *
 * Invariant: js_agent's region, journal and prototype epoch are in force; every other agent's are put away. */
#include "exec/agent.h"
#include "exec/error.h"
#include "exec/internal.h"
#include "object/cache.h"
#include <stdlib.h>

JsAgent js_start_agent;
void (*js_wake_hook)(JsAgent *agent);
JsAgent *js_agent = &js_start_agent;
char *js_stack_base;
JsActivation *js_activation;
static JsAgent *agents;
static uint64_t last_id;

void js_agent_begin(JsAgent *agent, bool is_isolated, size_t region_limit, size_t memory_limit)
{
    *agent = (JsAgent){.id = ++last_id, .is_isolated = is_isolated, .exception = JS_EMPTY,
                       .pending_rejections = JS_UNDEFINED, .kept_objects = JS_UNDEFINED,
                       .last_match = {.subject = JS_UNDEFINED, .input = JS_UNDEFINED},
                       .next = agents, .prototype_epoch = js_prototype_epoch, .start_epoch = js_prototype_epoch,
                       .realm = js_first_realm};
    if (agents)
        agents->previous = agent;
    agents = agent;
    region_begin(&agent->region, is_isolated ? region_limit : 0, memory_limit);
    if (is_isolated)
        journal_begin(&agent->journal);
}

void js_agent_enter(JsAgent *agent)
{
    js_agent = agent;
    js_start_agent.activation = js_activation;
    js_activation = agent->activation;
    js_start_agent.realm = js_realm;
    js_realm = agent->realm;
    region_enter(&agent->region);
    if (!agent->is_isolated)
        return;
    uint32_t start_epoch = js_prototype_epoch;
    js_start_agent.start_epoch = start_epoch;
    journal_enter(&agent->journal);
    if (agent->prototype_epoch == agent->start_epoch)
        agent->prototype_epoch = start_epoch;
    js_prototype_epoch = agent->prototype_epoch;
    if (agent->start_epoch != start_epoch && agent->prototype_epoch != start_epoch)
        js_new_prototype_epoch(); /* prototypes of the snapshot changed meanwhile */
    agent->start_epoch = start_epoch;
}

void js_agent_leave(void)
{
    JsAgent *agent = js_agent;
    js_agent = &js_start_agent;
    agent->activation = js_activation;
    js_activation = js_start_agent.activation;
    agent->realm = js_realm;
    js_realm = js_start_agent.realm;
    if (agent->is_isolated) {
        agent->prototype_epoch = js_prototype_epoch;
        js_prototype_epoch = js_start_agent.start_epoch;
        journal_leave();
    }
    region_leave();
}

void js_agent_end(JsAgent *agent)
{
    agent->id = 0;
    outside_forget(agent);
    if (agent->is_isolated)
        journal_end(&agent->journal);
    shapes_release_own(&agent->region.own);
    region_end(&agent->region);
    jobs_free(&agent->jobs);
    if (heap_checks_isolation() && agent->is_isolated)
        heap_check_snapshot();
    if (agent->previous)
        agent->previous->next = agent->next;
    else
        agents = agent->next;
    if (agent->next)
        agent->next->previous = agent->previous;
}

static void clear_start_agent(void)
{
    js_start_agent = (JsAgent){.id = ++last_id, .exception = JS_EMPTY, .pending_rejections = JS_UNDEFINED,
                               .kept_objects = JS_UNDEFINED,
                               .last_match = {.subject = JS_UNDEFINED, .input = JS_UNDEFINED},
                               .on_uncaught = js_start_agent.on_uncaught, .on_rejection = js_start_agent.on_rejection};
}

void js_agent_restart(void)
{
    jobs_free(&js_start_agent.jobs);
    clear_start_agent();
}

/* ------------------------------------------------------------------------------------------------ roots */
static void push_words(JsAgent *agent)
{
    heap_push_roots(&agent->exception, &agent->exception + 1);
    heap_push_roots(&agent->pending_rejections, &agent->kept_objects + 1);
    heap_push_roots(&agent->last_match.subject, &agent->last_match.input + 1);
    heap_push_roots(&agent->waiters, &agent->waiters + 1);
}

static void push_agent(JsAgent *agent)
{
    push_words(agent);
    jobs_push_roots(&agent->jobs);
}

static void push_agents(void)
{
    push_agent(&js_start_agent);
    for (JsAgent *agent = agents; agent; agent = agent->next)
        push_agent(agent);
}

static void each_still_root(void (*visit)(void *start, void *end, void *context), void *context)
{
    jobs_each_still_root(&js_agent->jobs, visit, context);
}

static void push_current_agent(void)
{
    push_words(js_agent);
    jobs_push_unseen_roots(&js_agent->jobs);
}

static char *main_stack_end(void)
{
    return js_stack_base;
}

static char *stack_text(void *frame, char *end)
{
    return js_stack_text_from(frame, end, js_activation);
}

/* ------------------------------------------------------------------------------------------------ start */

void exec_start(void)
{
    js_stack_base = heap_main_stack_base();
    clear_start_agent();
    heap_start();
    heap_add_root_pusher(push_agents);
    heap_add_agent_roots(push_current_agent);
    heap_each_still_root = each_still_root;
    heap_stack_end = main_stack_end;
    heap_stack_text = stack_text;
    string_start();
    object_start();
    function_start();
    realm_start_core();
    async_iterate_start();
}
