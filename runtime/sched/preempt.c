/* preempt.c - yield checks and the timer behind them.
   Invariant: js_stack_limit is either stack_limit or RAISED; RAISED only while a preemption is asked for.  The timer ticks
   while slices run (a tick without one stops it), so an idle process gets no signals. */
#include "sched/preempt.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "sched/clock.h"
#include "sched/fiber.h"
#include "sched/scheduler.h"
#include "sched/stretch.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define RAISED ((char *)UINTPTR_MAX)

enum {
    LOOP_ROUNDS = 1000,
    CHARGE_UNITS = 2000,
    SLOW_TIMER_NS = 1000000,
    FAST_TIMER_NS = 200000, /* only while agents run that no loop check reaches: a tick costs up to 20 us */
    TIMER_SIGNAL = SIGALRM,
    OVERFLOW_EXTRA = 16 * 1024,
    MAIN_STACK_RESERVE = 256 * 1024,
    MAIN_STACK_MAX = 64 * 1024 * 1024
};

char *js_stack_limit;
uint32_t preempt_off_depth;
uint64_t preempt_count_by_clock;
uint64_t preempt_count_by_timer;

static int64_t charge_left = CHARGE_UNITS;
static void (*raise_overflow)(void);
static char *main_stack_limit;
static char *stack_limit;
static uint64_t slice_deadline = UINT64_MAX;
static uint64_t slice_end; /* the deadline, unless preempt_hold moved it */
static bool slice_needs_timer;
static uint64_t hold_end_ns; /* CPU time of this thread until which nothing yields; 0: no hold */
static bool was_ended_by_timer;
static volatile sig_atomic_t timer_ns; /* 0: stopped */
static volatile sig_atomic_t has_run_since_tick;
static volatile sig_atomic_t needed_timer_since_tick;
static volatile sig_atomic_t is_slice_running;
static timer_t timer;
static bool has_timer;

static void yield_now(void)
{
    js_stack_limit = stack_limit;
    scheduler_yield();
}

static bool may_yield(void)
{
    return fiber_current && preempt_off_depth == 0;
}

static bool is_slice_over(void)
{
    return js_stack_limit == RAISED || clock_ticks() >= slice_deadline;
}

/* The bound of a hold is CPU time: that other processes took the processor must not show anybody half of a change. So the
 * deadline, in ticks, is moved on where the hold has not had all of its time. */
static bool is_held(void)
{
    uint64_t now = hold_end_ns ? clock_cpu_ns() : 0;
    if (now >= hold_end_ns) {
        hold_end_ns = 0;
        return false;
    }
    slice_deadline = clock_ticks() + clock_us_to_ticks((hold_end_ns - now) / 1000 + 1);
    js_stack_limit = stack_limit;
    return true;
}

/* The hook makes an error object, with checks of its own on the way: it gets a part of the reserve. */
static void report_overflow(void)
{
    char *limit = stack_limit;
    stack_limit = limit - OVERFLOW_EXTRA;
    js_stack_limit = stack_limit;
    raise_overflow();
    stack_limit = limit;
    js_stack_limit = limit;
}

/* Whether no loop check reached the agent that runs. One which the tick has only overtaken, by less than a fast one takes to come
 * round, has them: the fast timer would but cost it a good part of its slices. */
static bool has_no_checks(void)
{
    return slice_needs_timer || clock_ticks() > slice_deadline + clock_us_to_ticks(FAST_TIMER_NS / 1000);
}

bool js_stack_check_slow(void)
{
    if (js_stack_limit == RAISED) {
        if (may_yield() && !is_held()) {
            preempt_count_by_timer++;
            was_ended_by_timer = has_no_checks();
            yield_now();
        } else {
            js_stack_limit = stack_limit;
        }
    }
    if ((char *)__builtin_frame_address(0) >= stack_limit)
        return true;
    if (raise_overflow)
        report_overflow();
    return false;
}

bool preempt_stack_has(size_t bytes)
{
    return (char *)__builtin_frame_address(0) - bytes >= stack_limit;
}

void preempt_on_overflow(void (*raise)(void))
{
    raise_overflow = raise;
}

static void check_clock(void)
{
    if (!may_yield() || !is_slice_over() || is_held())
        return;
    preempt_count_by_clock++;
    yield_now();
}

uint32_t js_loop_slow(void)
{
    check_clock();
    return LOOP_ROUNDS;
}

void js_charge(uint32_t work)
{
    charge_left -= work;
    if (__builtin_expect(charge_left < 0, 0)) {
        charge_left = CHARGE_UNITS;
        check_clock();
    }
}

void preempt_request(void)
{
    js_stack_limit = RAISED;
}

static void set_timer(int ns)
{
    struct itimerspec spec = {.it_value = {.tv_nsec = ns}, .it_interval = {.tv_nsec = ns}};
    timer_ns = ns;
    timer_settime(timer, 0, &spec, NULL);
}

/* Slows down, and stops, when nobody needs it. */
static void on_timer(int signal_number)
{
    (void)signal_number;
    if (is_slice_running && stretch_is_watched)
        stretch_tick();
    if (is_slice_running && clock_ticks() >= slice_deadline)
        preempt_request();
    else if (!has_run_since_tick)
        set_timer(0);
    else if (timer_ns == FAST_TIMER_NS && !needed_timer_since_tick)
        set_timer(SLOW_TIMER_NS);
    has_run_since_tick = is_slice_running;
    needed_timer_since_tick = 0;
}

void preempt_hold(uint32_t us)
{
    if (fiber_current)
        hold_end_ns = clock_cpu_ns() + us * UINT64_C(1000);
}

void preempt_release(void)
{
    hold_end_ns = 0;
    slice_deadline = slice_end;
}

void preempt_begin_slice(char *limit, uint64_t deadline_ticks, bool needs_timer)
{
    stack_limit = limit;
    js_stack_limit = limit;
    slice_deadline = slice_end = deadline_ticks;
    was_ended_by_timer = false;
    slice_needs_timer = needs_timer;
    is_slice_running = 1;
    has_run_since_tick = 1;
    needed_timer_since_tick |= needs_timer;
    int wanted = needs_timer ? FAST_TIMER_NS : SLOW_TIMER_NS;
    if (has_timer && (timer_ns == 0 || wanted < timer_ns))
        set_timer(wanted);
}

void preempt_use_stack(char *limit)
{
    stack_limit = limit;
    if (js_stack_limit != RAISED)
        js_stack_limit = limit;
}

bool preempt_end_slice(void)
{
    is_slice_running = 0;
    stack_limit = main_stack_limit;
    js_stack_limit = main_stack_limit;
    slice_deadline = slice_end = UINT64_MAX;
    hold_end_ns = 0;
    return was_ended_by_timer;
}

void preempt_start(void)
{
    struct rlimit limit;
    size_t size = MAIN_STACK_MAX;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < MAIN_STACK_MAX)
        size = limit.rlim_cur;
    main_stack_limit = (char *)__builtin_frame_address(0) - size + MAIN_STACK_RESERVE;
    preempt_end_slice();
}

bool preempt_start_timer(void)
{
    struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigaction(TIMER_SIGNAL, &action, NULL);
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = TIMER_SIGNAL};
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    has_timer = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
    return has_timer;
}

void preempt_stop_timer(void)
{
    if (has_timer)
        timer_delete(timer);
    has_timer = false;
}
