/* An agent cluster (ECMA-262 9.8) of processes: the one that made it, and those that it has started, each a copy of
 * it. They share one block of memory, at the same address in all; what is in it is changed by whoever has its lock.
 *
 * Invariant: an agent that the first one started ends with it at the latest. */
#pragma once
#include "stdlib/cluster.h"

typedef struct ClusterAgent {
    struct ClusterAgent *next;
    int process;                /* its id; 0: it has ended */
    bool has_message;           /* the host's: false at first */
} ClusterAgent;

extern const JsCluster cluster_of_processes;

/* Makes the memory, if there is none yet. False: the machine refuses it. */
bool cluster_start(void);

/* What follows is for who has the lock. */
void cluster_lock(void);
void cluster_unlock(void);
/* Tells all that wait for a change that there is one. */
void cluster_announce(void);
/* Waits for a change, without the lock meanwhile, until a time of clock_now_ns. It may also return early. */
void cluster_await_change(uint64_t deadline_ns);
/* Agents that the first one has started, in no order; those whose process is no more are marked so. In the first
 * agent alone. */
ClusterAgent *cluster_living_agents(void);

/* Starts an agent: a process that is a copy of this one calls run(agent, argument) and ends. Without the lock.
 * False: there is no process or memory to be had. */
bool cluster_start_agent(void (*run)(ClusterAgent *agent, void *argument), void *argument);
