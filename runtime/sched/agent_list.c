/* agent_list.c - what the agents of this worker are doing, for a human.
   Invariant: called on the scheduler's stack between stretches, so every agent is at rest and switched out. */
#include "sched/agent.h"
#include "sched/clock.h"

static const char *state_name(AgentState state)
{
    switch (state) {
    case AGENT_IDLE:
        return "waits";
    case AGENT_READY:
        return "ready";
    case AGENT_RUNNING:
        return "runs";
    case AGENT_BLOCKED:
        return "blocked";
    case AGENT_ENDED:
        return "ended";
    }
    return "";
}

void agents_list(FILE *stream)
{
    uint64_t now = clock_now_ns();
    fprintf(stream, "sinew: %zu agents\n", agent_count());
    size_t number = 0;
    for (const Agent *agent = agent_first(); agent; agent = agent->all_next) {
        uint64_t age_us = (now - agent->started_ns) / 1000;
        uint64_t cpu_us = agent_cpu_us(agent);
        fprintf(stream, "  %zu: %s, age %lu.%03lu ms, cpu %lu.%03lu ms, memory %zu KB, timers %u, preempted %u times\n",
                ++number, state_name(agent->state), (unsigned long)(age_us / 1000), (unsigned long)(age_us % 1000),
                (unsigned long)(cpu_us / 1000), (unsigned long)(cpu_us % 1000), agent->memory_used / 1024,
                agent->timer_count, agent->preempted_count);
        if (agent->hooks->describe)
            agent->hooks->describe(agent, stream);
    }
    fflush(stream);
}
