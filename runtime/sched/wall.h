/* wall.h - the wall time of agents, for the scheduler; agent.h has what agents themselves ask for. */
#ifndef SINEW_SCHED_WALL_H
#define SINEW_SCHED_WALL_H

#include "sched/agent.h"

/* The agent's time begins, at its started_ns: limits.wall_ms. It must be dropped (agent_drop_wall) before its struct goes. */
void wall_start(Agent *agent);

/* Kills the agents whose time is over: AGENT_KILLED_WALL. */
void wall_expire(uint64_t now_ns);

#endif
