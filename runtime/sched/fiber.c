/* fiber.c - pooled stacks.
   Invariant: stacks come from the pool last-in first-out, so that the one handed out is the one whose pages are warm;
   nothing is unmapped or advised away on the way, except beyond POOL_MAX. */
#include "sched/fiber.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "heap/sanitizer.h"
#include "sched/preempt.h"

#if HEAP_IS_CHECKED
#include <sanitizer/common_interface_defs.h>
#define STACK_SCALE 4 /* instrumented frames are larger */
#else
#define STACK_SCALE 1
#endif

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* Linux 6.13: a guard page that does not split the mapping */
#endif

enum {
    PAGE = 4096,
    GUARD_BYTES = 4 * PAGE,
    RESERVE_BYTES = 48 * 1024 * STACK_SCALE, /* what runtime C below the last checked JavaScript frame may use */
    STACK_MIN = RESERVE_BYTES + 64 * 1024,
    POOL_MAX = 1024,
    LARGE_BYTES = 8 * 1024 * 1024 * STACK_SCALE,
    LARGE_KEPT_BYTES = 256 * 1024, /* of the spare one stay warm */
    SIGNAL_STACK_BYTES = 64 * 1024
};

void fiber_switch(void **save_sp, void *load_sp);
void *fiber_call_on_stack(void **save_sp, void *stack, void *(*call)(void *), void *argument);
extern char fiber_entry[];

Fiber *fiber_current;

static Fiber *pool;
static Fiber *spare_large; /* one is kept */
static size_t pooled_count;
static size_t total_count;
static size_t stack_size = 256 * 1024;
static void (*fiber_body)(void);
static void *scheduler_sp;

static void *scheduler_fake_stack; /* the address sanitizer's, else unused */
#if HEAP_IS_CHECKED
static const void *scheduler_bottom;
static size_t scheduler_size;
#endif

/* Called before leaving a stack for another one; leaving == NULL says that the stack left behind is dropped. */
static void announce_switch(void **leaving, const void *bottom, size_t size)
{
#if HEAP_IS_CHECKED
    __sanitizer_start_switch_fiber(leaving, bottom, size);
#else
    (void)leaving, (void)bottom, (void)size;
#endif
}

/* First thing on a fiber's stack after a switch to it. */
static void arrived_on_fiber(void *fake_stack)
{
#if HEAP_IS_CHECKED
    __sanitizer_finish_switch_fiber(fake_stack, &scheduler_bottom, &scheduler_size);
#else
    (void)fake_stack;
#endif
}

/* First thing on the scheduler's stack after a switch to it. */
static void arrived_on_scheduler(void)
{
#if HEAP_IS_CHECKED
    __sanitizer_finish_switch_fiber(scheduler_fake_stack, NULL, NULL);
#endif
}

static void leave_for_scheduler(void **fake_stack)
{
#if HEAP_IS_CHECKED
    announce_switch(fake_stack, scheduler_bottom, scheduler_size);
#else
    (void)fake_stack;
#endif
}

static void fiber_main(void *argument)
{
    (void)argument;
    arrived_on_fiber(NULL);
    for (;;)
        fiber_body();
}

/* Writes the frame that the first switch to the fiber pops. */
static void fiber_plant(Fiber *fiber)
{
#if defined(__x86_64__)
    uint64_t *slot = (uint64_t *)(void *)(fiber->base - 64); /* 16-aligned, as the call in fiber_entry needs */
    *--slot = (uint64_t)fiber_entry;
    *--slot = 0;                         /* rbp */
    *--slot = 0;                         /* rbx */
    *--slot = (uint64_t)fiber_main;      /* r12 */
    *--slot = 0;                         /* r13 */
    *--slot = 0;                         /* r14 */
    *--slot = 0;                         /* r15 */
#else
    uint64_t *slot = (uint64_t *)(void *)(fiber->base - 64 - 160);
    memset(slot, 0, 160);
    slot[0] = (uint64_t)fiber_main;      /* x19 */
    slot[11] = (uint64_t)fiber_entry;    /* x30 */
#endif
    fiber->sp = slot;
    fiber->fake_stack = NULL;
    fiber->is_parked = true;
}

static bool guard_install(char *low)
{
    static bool has_guard_advice = true;
    if (has_guard_advice && madvise(low, GUARD_BYTES, MADV_GUARD_INSTALL) == 0)
        return true;
    has_guard_advice = false;
    return mprotect(low, GUARD_BYTES, PROT_NONE) == 0;
}

static Fiber *fiber_make(size_t size)
{
    size_t bytes = size + GUARD_BYTES;
    char *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (map == MAP_FAILED)
        return NULL;
    Fiber *fiber = guard_install(map) ? calloc(1, sizeof *fiber) : NULL;
    if (!fiber) {
        munmap(map, bytes);
        return NULL;
    }
    fiber->low = map + GUARD_BYTES;
    fiber->base = fiber->low + size;
    fiber->limit = fiber->low + RESERVE_BYTES;
    total_count++;
    fiber_plant(fiber);
    return fiber;
}

static void fiber_destroy(Fiber *fiber)
{
    munmap(fiber->low - GUARD_BYTES, (size_t)(fiber->base - fiber->low) + GUARD_BYTES);
    total_count--;
    free(fiber);
}

void fiber_configure(size_t stack_bytes, void (*body)(void))
{
    size_t size = (stack_bytes * STACK_SCALE + PAGE - 1) / PAGE * PAGE;
    stack_size = size < STACK_MIN ? STACK_MIN : size;
    fiber_body = body;
}

Fiber *fiber_take(void)
{
    Fiber *fiber = pool;
    if (!fiber)
        return fiber_make(stack_size);
    pool = fiber->next;
    pooled_count--;
    return fiber;
}

/* The red zones of frames that never returned must not surprise the next ones. */
static void forget_frames(Fiber *fiber)
{
    heap_allow(fiber->low, (size_t)(fiber->base - fiber->low));
}

void fiber_release(Fiber *fiber)
{
    if (fiber->is_large && !spare_large) {
        forget_frames(fiber);
        madvise(fiber->low, (size_t)(fiber->base - fiber->low) - LARGE_KEPT_BYTES, MADV_DONTNEED);
        fiber->outer = NULL;
        spare_large = fiber;
        return;
    }
    if (fiber->is_large || pooled_count >= POOL_MAX) {
        forget_frames(fiber);
        fiber_destroy(fiber);
        return;
    }
    if (!fiber->is_parked) {
        forget_frames(fiber);
        fiber_plant(fiber);
    }
    fiber->next = pool;
    pool = fiber;
    pooled_count++;
}

Fiber *fiber_take_large(void)
{
    Fiber *fiber = spare_large ? spare_large : fiber_make(LARGE_BYTES);
    spare_large = NULL;
    if (fiber)
        fiber->is_large = true;
    return fiber;
}

void fiber_resume(Fiber *fiber)
{
    fiber->is_parked = false;
    fiber_current = fiber;
    announce_switch(&scheduler_fake_stack, fiber->low, (size_t)(fiber->base - fiber->low));
    fiber_switch(&scheduler_sp, fiber->sp);
    arrived_on_scheduler();
}

void fiber_suspend(void)
{
    Fiber *self = fiber_current;
    fiber_current = NULL;
    leave_for_scheduler(&self->fake_stack);
    fiber_switch(&self->sp, scheduler_sp);
    arrived_on_fiber(self->fake_stack);
}

void fiber_park(void)
{
    fiber_current->is_parked = true;
    fiber_suspend();
}

void fiber_abandon(void)
{
    Fiber *self = fiber_current;
    fiber_current = NULL;
    leave_for_scheduler(NULL);
    fiber_switch(&self->sp, scheduler_sp);
    abort(); /* nobody resumes a stack that was given up */
}

typedef struct {
    void *(*call)(void *);
    void *argument;
    void *fiber_fake_stack;
    Fiber *fiber;
} ForeignCall;

static void *run_foreign_call(void *data)
{
    ForeignCall *foreign = data;
    Fiber *fiber = foreign->fiber;
    arrived_on_scheduler();
    void *result = foreign->call(foreign->argument);
    announce_switch(&scheduler_fake_stack, fiber->low, (size_t)(fiber->base - fiber->low));
    return result;
}

void *fiber_on_scheduler_stack(void *(*call)(void *), void *argument)
{
    Fiber *self = fiber_current;
    if (!self)
        return call(argument);
    ForeignCall foreign = {.call = call, .argument = argument, .fiber = self};
    preempt_disable();
    fiber_current = NULL; /* a nested call stays where it is */
    leave_for_scheduler(&foreign.fiber_fake_stack);
    void *result = fiber_call_on_stack(&self->sp, scheduler_sp, run_foreign_call, &foreign);
    arrived_on_fiber(foreign.fiber_fake_stack);
    fiber_current = self;
    preempt_enable();
    return result;
}

typedef struct {
    void (*call)(void *);
    void *argument;
    Fiber *fiber;
} LargeCall;

/* First thing on a fiber's stack after a switch from another fiber's. */
static void arrived_from_fiber(void *fake_stack)
{
#if HEAP_IS_CHECKED
    __sanitizer_finish_switch_fiber(fake_stack, NULL, NULL);
#else
    (void)fake_stack;
#endif
}

static void *run_large_call(void *data)
{
    LargeCall *large = data;
    Fiber *outer = large->fiber->outer;
    arrived_from_fiber(NULL);
    large->call(large->argument);
    announce_switch(NULL, outer->low, (size_t)(outer->base - outer->low));
    return NULL;
}

void fiber_call_on(Fiber *large, void (*call)(void *), void *argument)
{
    Fiber *self = fiber_current;
    LargeCall data = {call, argument, large};
    large->outer = self;
    large->is_parked = false;
    fiber_current = large;
    announce_switch(&self->fake_stack, large->low, (size_t)(large->base - large->low));
    fiber_call_on_stack(&self->sp, large->base - 64, run_large_call, &data);
    arrived_from_fiber(self->fake_stack);
    fiber_current = self;
    large->outer = NULL;
}

void *fiber_frame(const Fiber *fiber)
{
#if defined(__x86_64__)
    enum { SAVED_FRAME_POINTER = 5 }; /* fiber_switch: r15, r14, r13, r12, rbx, rbp */
    return ((void **)fiber->sp)[SAVED_FRAME_POINTER];
#else
    (void)fiber;
    return NULL;
#endif
}

void *fiber_scheduler_sp(void)
{
    return scheduler_sp;
}

size_t fiber_count(void)
{
    return total_count;
}

size_t fiber_pooled_count(void)
{
    return pooled_count;
}

void fiber_drop_pool(void)
{
    if (spare_large)
        fiber_destroy(spare_large);
    spare_large = NULL;
    while (pool) {
        Fiber *fiber = pool;
        pool = fiber->next;
        pooled_count--;
        fiber_destroy(fiber);
    }
}

static void on_segv(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    static const char message[] = "sinew: fatal: native stack overflow on a fiber\n";
    char *address = info->si_addr;
    Fiber *fiber = fiber_current;
    if (fiber && address >= fiber->low - GUARD_BYTES && address < fiber->low) {
        ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
        (void)written;
    }
    signal(signal_number, SIG_DFL); /* the faulting instruction runs again, and the process dies of it as usual */
}

void fiber_start_signal_stack(void)
{
#if !HEAP_IS_CHECKED
    static char stack[SIGNAL_STACK_BYTES] __attribute__((aligned(16)));
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
    struct sigaction action = {.sa_sigaction = on_segv, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
#else
    (void)on_segv;
#endif
}
