/* scheduler.h - who runs next on this worker's one thread.
   Invariant: least attained service first, first come first served among agents below 50 ms, and one slice in a few goes
   to the most served, so that heavy agents advance beside any load of light ones. */
#ifndef SINEW_SCHED_SCHEDULER_H
#define SINEW_SCHED_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sched/agent.h"

typedef struct {
    /* Handles what the outside has ready: waits for it when may_wait, else only looks. */
    void (*poll)(bool may_wait);
    /* True when the process should leave scheduler_run. */
    bool (*is_done)(void);
} SchedulerDriver;

/* Prepares clock, fibers (their stacks sized by limits.stack_bytes), limits of the main stack. Once a process, at its
   start (of the worker, after fork). */
void scheduler_start(void);

/* Measures the clock, creates the backstop timer and the signal stack. After fork, as late as possible before scheduler_run,
   since the clock needs a millisecond from scheduler_start on. */
bool scheduler_start_preemption(void);

/* Runs agents and polls until driver->is_done(). On the process's own stack. */
void scheduler_run(const SchedulerDriver *driver);

/* One round: the fresh agents, then a slice of a heavy one. Returns whether any is still ready. */
bool scheduler_step(void);

/* Called on the scheduler's stack after each stretch of an agent, when no agent is current: what its calls into the
   layers below set off is done there. NULL: none. */
void scheduler_after_slice(void (*hook)(void));

/* From a fiber: gives the processor back, stays READY. Called by the yield checks. */
void scheduler_yield(void);

/* False when a new agent should be refused (limits.queue, limits.agents): answer 503 with Retry-After. */
bool scheduler_has_room(void);

/* Kills the agents whose wall time is over. Call every few tens of milliseconds. */
void scheduler_tick(void);

/* Slice length in microseconds; 50 unless set. */
void scheduler_set_slice_us(uint32_t us);

size_t scheduler_ready_count(void);

enum { SCHEDULER_WAIT_BUCKETS = 18 }; /* the last one has no bound */

/* Upper bound of a bucket of waits, in microseconds. */
static inline uint64_t scheduler_wait_bucket_us(int bucket)
{
    return UINT64_C(10) << bucket;
}

typedef struct {
    uint64_t switches;
    uint64_t ended[AGENT_END_COUNT];
    /* How long agents waited for their first stretch, counted from the look at the outside before the one that woke them:
       at most so long has what woke them been there. */
    uint64_t waits[SCHEDULER_WAIT_BUCKETS];
    uint64_t waits_us;
} SchedulerCounts;

extern SchedulerCounts scheduler_counts;

#endif
