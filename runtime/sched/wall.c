/* wall.c - the wall time of agents: how long one may take to begin its answer.
   Invariant: the list holds, oldest first, the agents whose wall time is limited, running or paused. All begin with the same
   limit and pauses only prolong it, so expiry looks at those that are older than the limit alone: thousands of agents that
   wait cost nothing. */
#include "sched/wall.h"

#include "sched/clock.h"
#include "sched/limits.h"

static Agent *head;
static Agent *tail;
static uint64_t limit_ns; /* of those in the list */

void wall_start(Agent *agent)
{
    agent->wall_deadline_ns = 0;
    agent->wall_left_ns = 0;
    if (!limits.wall_ms)
        return;
    limit_ns = limits.wall_ms * 1000000u;
    agent->wall_deadline_ns = agent->started_ns + limit_ns;
    agent->wall_next = NULL;
    agent->wall_prev = tail;
    if (tail)
        tail->wall_next = agent;
    else
        head = agent;
    tail = agent;
}

void agent_drop_wall(Agent *agent)
{
    if (!agent->wall_deadline_ns && !agent->wall_left_ns)
        return;
    agent->wall_deadline_ns = 0;
    agent->wall_left_ns = 0;
    if (agent->wall_prev)
        agent->wall_prev->wall_next = agent->wall_next;
    else
        head = agent->wall_next;
    if (agent->wall_next)
        agent->wall_next->wall_prev = agent->wall_prev;
    else
        tail = agent->wall_prev;
}

void agent_pause_wall(Agent *agent)
{
    if (!agent->wall_deadline_ns)
        return;
    uint64_t now = clock_now_ns();
    agent->wall_left_ns = agent->wall_deadline_ns > now ? agent->wall_deadline_ns - now : 1;
    agent->wall_deadline_ns = 0;
}

void agent_resume_wall(Agent *agent)
{
    if (!agent->wall_left_ns)
        return;
    agent->wall_deadline_ns = clock_now_ns() + agent->wall_left_ns;
    agent->wall_left_ns = 0;
}

void wall_expire(uint64_t now_ns)
{
    Agent *next;
    for (Agent *agent = head; agent && agent->started_ns + limit_ns <= now_ns; agent = next) {
        next = agent->wall_next;
        if (agent->wall_deadline_ns && now_ns >= agent->wall_deadline_ns)
            agent_kill(agent, AGENT_KILLED_WALL);
    }
}
