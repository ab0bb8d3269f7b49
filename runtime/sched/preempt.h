/* preempt.h - what emitted code and long runtime loops ask: may I go on?
   Invariant: while a preemptible fiber runs, it reaches the scheduler within a slice (50-100 us) through a loop check, or
   within the timer's millisecond or two through a function entry.  Outside of a fiber these only refresh counters. */
#ifndef SINEW_SCHED_PREEMPT_H
#define SINEW_SCHED_PREEMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A function entry compares its stack pointer with this and calls js_stack_check_slow when below. It is the limit of the
   stack that runs, or the highest address while a preemption is asked for. */
extern char *js_stack_limit;

/* The slow path of the function entry: yields if that is why the limit was raised. Returns false when the stack is
   exhausted; then the exception that the hook of preempt_on_overflow raised is pending. */
bool js_stack_check_slow(void);

/* Whether the stack that runs has so many bytes left for JavaScript: for C code that needs more of it than a frame's worth.
   js_stack_limit cannot tell, since it says something else while a preemption is asked for. */
bool preempt_stack_has(size_t bytes);

/* Sets the hook that raises the RangeError of an exhausted stack. It runs with some extra stack. */
void preempt_on_overflow(void (*raise)(void));

/* The slow path of a loop's count-down: yields when the slice is over. Returns the next count-down, in rounds. */
uint32_t js_loop_slow(void);

/* A runtime loop (sort, regular expressions, JSON, ...) has done `work` units, a unit being about one round of a simple
   loop, a nanosecond or two. Yields when the slice is over: no invariant may be broken across the call. */
void js_charge(uint32_t work);

/* Between these two nothing yields (they nest). A yield that came due meanwhile happens at the next check. */
extern uint32_t preempt_off_depth;

static inline void preempt_disable(void)
{
    preempt_off_depth++;
}

static inline void preempt_enable(void)
{
    preempt_off_depth--;
}

/* The agent that runs must not be preempted for now, for `us` microseconds of CPU time of this stretch at most: it is in the middle of
   something that others could see half of (--state=worker: a job that wrote shared state). Its end is preempt_release, or
   the bound, or its next suspension. */
void preempt_hold(uint32_t us);
void preempt_release(void);

/* For the scheduler: sets the limit for the stack that is about to run, and the deadline of its slice in ticks. What needed
   the timer for its last preemption (recursion without loops) gets a faster one. */
void preempt_begin_slice(char *stack_limit, uint64_t deadline_ticks, bool needs_timer);

/* For the scheduler: the agent that runs goes on on another stack. */
void preempt_use_stack(char *stack_limit);

/* For the scheduler: back on its own stack. Returns whether it took the timer to end the slice. */
bool preempt_end_slice(void);

/* Makes the fiber that runs yield at its next check of any kind. Callable from a signal handler. */
void preempt_request(void);

/* Sets the limit of the stack that the process started on, from getrlimit. */
void preempt_start(void);

/* Creates the backstop timer of this process (after fork). Returns false with errno set when the kernel refuses. */
bool preempt_start_timer(void);
void preempt_stop_timer(void);

/* Preemptions so far, by loop check and charge, and by the timer's raised limit. */
extern uint64_t preempt_count_by_clock;
extern uint64_t preempt_count_by_timer;

#endif
