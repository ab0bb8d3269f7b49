/* stretch.c - diagnosis of code that does not yield: SINEW_STRETCH_MS=0.5 names, on stderr, what held the processor for more
   than so many milliseconds of CPU time in one stretch, with the C frames that were live then.
   Invariant: without the variable nothing is measured. */
#include "sched/stretch.h"

#include <execinfo.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sched/clock.h"

enum { FRAMES_MAX = 24 };

bool stretch_is_watched;

static uint64_t limit_ns;
static uint64_t began_ns;
static uint64_t next_ns; /* CPU time of this stretch at which its frames are written next: each time it has doubled */

void stretch_start(void)
{
    const char *text = getenv("SINEW_STRETCH_MS");
    if (!text)
        return;
    void *frames[1];
    backtrace(frames, 1); /* loads what it needs outside of the signal handler */
    limit_ns = (uint64_t)(strtod(text, NULL) * 1e6);
    stretch_is_watched = limit_ns > 0;
}

void stretch_begin(void)
{
    began_ns = clock_cpu_ns();
    next_ns = limit_ns;
}

void stretch_tick(void)
{
    if (clock_cpu_ns() - began_ns < next_ns)
        return;
    next_ns *= 2;
    void *frames[FRAMES_MAX];
    backtrace_symbols_fd(frames, backtrace(frames, FRAMES_MAX), STDERR_FILENO);
}

void stretch_end(void)
{
    uint64_t took = clock_cpu_ns() - began_ns;
    if (took > limit_ns)
        fprintf(stderr, "sinew: a stretch of %.1f ms without a yield\n", (double)took / 1e6);
}
