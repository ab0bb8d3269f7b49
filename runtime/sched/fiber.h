/* fiber.h - fibers: pooled stacks and the switch between them and the scheduler's stack.
   Invariant: fiber_current is NULL exactly while the scheduler's own stack runs as itself; a fiber in the pool is not
   referenced by anybody else. Single-threaded per process. */
#ifndef SINEW_SCHED_FIBER_H
#define SINEW_SCHED_FIBER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Fiber Fiber;

struct Fiber {
    void *sp;          /* saved stack pointer while suspended */
    char *low;         /* usable stack is [low, base); the guard pages lie below low */
    char *base;
    char *limit;       /* stack pointer below which JavaScript must not go: low plus the reserve of the runtime's C code */
    Fiber *next;       /* in the pool */
    void *fake_stack;  /* the address sanitizer's, else unused */
    Fiber *outer;      /* large ones: the fiber whose call runs here */
    bool is_large;
    bool is_parked;    /* suspended in its top frame, ready to be handed its next job without being planted again */
};

/* The fiber that runs, NULL on the scheduler's stack. */
extern Fiber *fiber_current;

/* Stack bytes of fibers made from now on (rounded up to pages), and the function that each fiber runs for ever: it
   handles one job, calls fiber_park, and starts over with the next.  Call once, before the first fiber_take. */
void fiber_configure(size_t stack_bytes, void (*body)(void));

/* A fiber ready to run the body from its start: the one used last if the pool has one, else a new one.
   NULL when the kernel gives no more memory. */
Fiber *fiber_take(void);

/* Gives a suspended fiber back to the pool. One that was not parked (a killed agent's) loses what is on its stack. */
void fiber_release(Fiber *fiber);

/* A fiber with a stack of megabytes, for fiber_call_on; of these fiber_release keeps one. NULL as above. */
Fiber *fiber_take_large(void);

/* Runs call(argument) on the large fiber, which is the one that runs meanwhile, and may suspend. From a fiber only. */
void fiber_call_on(Fiber *large, void (*call)(void *argument), void *argument);

/* Scheduler to fiber. Returns when the fiber suspends or parks. */
void fiber_resume(Fiber *fiber);

/* Fiber to scheduler, in the middle of a job. Returns when resumed. */
void fiber_suspend(void);

/* Fiber to scheduler, at the end of a job. Returns at the next job. */
void fiber_park(void);

/* Fiber to scheduler for good: its frames are dropped. */
_Noreturn void fiber_abandon(void);

/* The frame address at which a suspended fiber goes on: where a walk along frame pointers begins. */
void *fiber_frame(const Fiber *fiber);

/* Runs call(argument) on the scheduler's stack and returns its result; directly when no fiber runs. The calling fiber
   counts as suspended meanwhile (fiber->sp is valid), and preemption is off. For calls into the collector, and for C
   code that needs more stack than a fiber keeps in reserve. */
void *fiber_on_scheduler_stack(void *(*call)(void *), void *argument);

/* The saved stack pointer of the scheduler while a fiber runs: [it, the process's stack base) are its live frames. */
void *fiber_scheduler_sp(void);

/* Fibers that exist and that lie in the pool, for metrics. */
size_t fiber_count(void);
size_t fiber_pooled_count(void);

/* Frees the pooled stacks. For tests that look for leaks. */
void fiber_drop_pool(void);

/* Installs the alternate signal stack of this thread, which every handler in this process must use, and a SIGSEGV
   handler on it that names a native stack overflow before the process dies. */
void fiber_start_signal_stack(void);

#endif
