/* metrics_layout.h - the numbers of the counters in a worker's slot, for their writer and their reader. */
#ifndef SINEW_HTTP_METRICS_LAYOUT_H
#define SINEW_HTTP_METRICS_LAYOUT_H

#include <stdint.h>

#include "sched/scheduler.h"

enum { LATENCY_BUCKETS = 20 }; /* the last one has no bound */

enum {
    COUNTER_REQUESTS,
    COUNTER_STATUS_2XX,
    COUNTER_STATUS_3XX,
    COUNTER_STATUS_4XX,
    COUNTER_STATUS_5XX,
    COUNTER_BROKEN_OFF,
    COUNTER_OVERLOAD,
    COUNTER_BYTES_IN,
    COUNTER_BYTES_OUT,
    COUNTER_AGENTS,
    COUNTER_READY,
    COUNTER_FIBERS,
    COUNTER_SWITCHES,
    COUNTER_PREEMPTIONS,
    COUNTER_HEAP_BYTES,
    COUNTER_REGION_BYTES,
    COUNTER_COLLECTIONS,
    COUNTER_NAMES,
    COUNTER_LATENCY_SUM_US,
    COUNTER_LATENCY_FIRST,
    COUNTER_WAIT_SUM_US = COUNTER_LATENCY_FIRST + LATENCY_BUCKETS,
    COUNTER_WAIT_FIRST,
    COUNTER_ENDED_FIRST = COUNTER_WAIT_FIRST + SCHEDULER_WAIT_BUCKETS,
    COUNTER_COUNT = COUNTER_ENDED_FIRST + AGENT_END_COUNT
};

/* Upper bound of a latency bucket in microseconds. */
static inline uint64_t latency_bucket_us(int bucket)
{
    return UINT64_C(100) << bucket;
}

#endif
