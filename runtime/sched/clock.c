/* clock.c - calibration of the tick counter.
   Invariant: the base pair (ticks, nanoseconds) was read back to back, so a longer distance only improves the quotient. */
#include "sched/clock.h"

double clock_ticks_per_us = 1000.0;

static uint64_t base_ticks;
static uint64_t base_ns;

enum { CALIBRATION_NS = 1000000, REFINE_AFTER_NS = 20000000 };

void clock_refine(void)
{
    uint64_t ns = clock_now_ns();
    uint64_t ticks = clock_ticks();
    if (ns - base_ns < REFINE_AFTER_NS || ticks <= base_ticks)
        return;
    clock_ticks_per_us = (double)(ticks - base_ticks) * 1000.0 / (double)(ns - base_ns);
}

void clock_start(void)
{
    base_ns = clock_now_ns();
    base_ticks = clock_ticks();
}

void clock_settle(void)
{
#if defined(__aarch64__)
    uint64_t frequency;
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(frequency));
    clock_ticks_per_us = (double)frequency / 1e6;
#else
    uint64_t ns;
    do {
        ns = clock_now_ns();
    } while (ns - base_ns < CALIBRATION_NS);
    clock_ticks_per_us = (double)(clock_ticks() - base_ticks) * 1000.0 / (double)(ns - base_ns);
#endif
}
