/* Turns of the start agent: what timers and promises of the modules' top-level code set off while the server serves. One
 * job or timer, with the jobs that follow from it, is a turn. It runs as requests do, on the shared heap, and what it
 * changes becomes the state of all when it ends (exec/turn.c). With --state=worker there is one state; there a turn is
 * not preempted, and ended where it stands when it takes longer than TURN_US. */
#include <stdio.h>

#include "sched/clock.h"
#include "sched/fiber.h"
#include "sched/preempt.h"
#include "web/serve_private.h"

enum { TURN_US = 200000 };

static Agent turn_agent;
static bool is_turn_alive;
static TimerLists timers;

static void run_turn(Agent *agent)
{
    if (serve_shares_state())
        preempt_hold(TURN_US + TURN_US / 8);
    if (!js_has_jobs())
        timers_run_one();
    js_run_jobs();
    js_check_unhandled_rejections(serve_report_rejection);
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
    serve_turn_wake_if_due();
}

static void describe_turn(const Agent *agent, AgentDescription *ret_description)
{
    ret_description->task = strdup("timers and promises of the modules");
    if (agent->fiber)
        ret_description->stack = js_stack_text_from(fiber_frame(agent->fiber), agent->fiber->base, js_activation);
}

static const AgentHooks turn_hooks = {run_turn, switch_turn_in, switch_turn_out, end_turn, describe_turn};

void serve_turn_wake(void)
{
    if (!is_turn_alive) {
        is_turn_alive = true;
        agent_start(&turn_agent, &turn_hooks);
        agent_drop_wall(&turn_agent);
        if (serve_shares_state())
            turn_agent.cpu_limit_ticks = clock_us_to_ticks(TURN_US);
        js_turn_begin(!serve_shares_state());
    }
    agent_wake(&turn_agent);
}

void serve_turn_wake_if_due(void)
{
    if (js_has_jobs() || timers.due_first)
        serve_turn_wake();
}

TimerLists *serve_turn_timers(void) { return &timers; }

void serve_turn_start(void) { js_add_roots(&timers, &timers + 1); }
