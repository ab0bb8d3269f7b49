/* clock.h - time stamps cheap enough for loop back-edges.
   Invariant: clock_ticks() never goes back on one core and costs one instruction; clock_ticks_per_us is a guess until
   clock_settle(), and positive.  Ticks are time-stamp counter cycles on x86-64 and cntvct_el0 counts on aarch64. */
#ifndef SINEW_SCHED_CLOCK_H
#define SINEW_SCHED_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Ticks of clock_ticks() in a microsecond; set by clock_settle, refined by clock_refine. */
extern double clock_ticks_per_us;

static inline uint64_t clock_ticks(void)
{
#if defined(__x86_64__)
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
#error "clock_ticks: x86-64 or aarch64 is needed"
#endif
}

/* Monotonic time in nanoseconds, from the kernel. */
static inline uint64_t clock_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* CPU time of this thread in nanoseconds. */
static inline uint64_t clock_cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline uint64_t clock_us_to_ticks(uint64_t us)
{
    return (uint64_t)((double)us * clock_ticks_per_us);
}

static inline uint64_t clock_ticks_to_us(uint64_t ticks)
{
    return (uint64_t)((double)ticks / clock_ticks_per_us);
}

/* Notes where ticks and the kernel's clock stand, for the calibration. */
void clock_start(void);

/* Calibrates the ticks by the time since clock_start, which must be a millisecond on x86-64: waits for what is missing of it.
   A process that has something else to do in between does not wait. */
void clock_settle(void);

/* Improves the calibration with the time that has passed since clock_start; call it now and then. */
void clock_refine(void);

#endif
