/* timer.h - one-shot timers of agents.
   Invariant: a started timer is in the heap and on its agent's list of resources; a fired, stopped or dropped one is in
   neither. The memory is the caller's; it must stay where it is while the timer is started. */
#ifndef SINEW_IO_TIMER_H
#define SINEW_IO_TIMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sched/agent.h"

typedef struct IoTimer IoTimer;

struct IoTimer {
    AgentResource resource; /* first: release casts back */
    Agent *agent;           /* NULL for a timer of the process */
    uint64_t due_ns;
    uint64_t sequence;      /* timers due at the same time fire in the order in which they were started */
    size_t heap_index;      /* counts from 1; 0: not started */
    void (*fire)(IoTimer *timer);
    void (*drop)(IoTimer *timer);
};

/* Calls fire(timer) on the scheduler's stack once delay_ms have passed; the timer is stopped by then and may be started
   again or freed. When the agent ends before, drop(timer) is called instead (it may be NULL). The timer counts as
   something that may wake the agent. Returns false when the agent already has limits.timers waiting, or memory is out. */
bool io_timer_start(IoTimer *timer, Agent *agent, uint64_t delay_ms, void (*fire)(IoTimer *), void (*drop)(IoTimer *));

/* Stops a timer; no effect when it is not started. Neither fire nor drop is called. */
void io_timer_stop(IoTimer *timer);

static inline bool io_timer_is_started(const IoTimer *timer)
{
    return timer->heap_index != 0;
}

/* Started timers of the process. */
size_t io_timer_count(void);

#endif
