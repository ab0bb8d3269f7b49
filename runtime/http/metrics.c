/* metrics.c - counters in shared memory.
   Invariant: the enumeration below is the layout of a slot's counters, the same in every worker of a server. */
#include "http/metrics.h"

#include <assert.h>

#include "http/metrics_layout.h"
#include "io/supervisor.h"
#include "sched/fiber.h"
#include "sched/preempt.h"
#include "sched/scheduler.h"

static_assert((int)COUNTER_COUNT <= (int)WORKER_COUNTERS, "the shared page has room for every counter");

static uint64_t totals_before[COUNTER_COUNT];
static void (*measure_heap)(HttpHeapMeasure *);

static void add(int counter, uint64_t amount)
{
    atomic_uint_fast64_t *cell = &supervisor_own_slot()->counters[counter];
    atomic_store_explicit(cell, atomic_load_explicit(cell, memory_order_relaxed) + amount, memory_order_relaxed);
}

static void set(int counter, uint64_t value)
{
    atomic_store_explicit(&supervisor_own_slot()->counters[counter], value, memory_order_relaxed);
}

void metrics_set_connections(size_t count)
{
    atomic_store_explicit(&supervisor_own_slot()->connections, (unsigned)count, memory_order_relaxed);
}

void metrics_request_begins(void)
{
    add(COUNTER_REQUESTS, 1);
}

static void count_status(int status)
{
    if (status == 0)
        add(COUNTER_BROKEN_OFF, 1);
    else
        add(COUNTER_STATUS_2XX + status / 100 - 2, 1);
}

/* Buckets double: 2^i * 100 us. */
static int bucket_of(uint64_t us)
{
    int bucket = 0;
    while (bucket < LATENCY_BUCKETS - 1 && us > latency_bucket_us(bucket))
        bucket++;
    return bucket;
}

void metrics_request_ends(int status, uint64_t duration_us)
{
    count_status(status);
    add(COUNTER_LATENCY_FIRST + bucket_of(duration_us), 1);
    add(COUNTER_LATENCY_SUM_US, duration_us);
}

void metrics_refused(int status)
{
    count_status(status);
}

void metrics_overload(void)
{
    add(COUNTER_OVERLOAD, 1);
}

void metrics_bytes_in(size_t length)
{
    add(COUNTER_BYTES_IN, length);
}

void metrics_bytes_out(size_t length)
{
    add(COUNTER_BYTES_OUT, length);
}

/* A total that this worker counts from zero, on top of what its predecessors in the slot left. */
static void set_total(int counter, uint64_t value)
{
    set(counter, totals_before[counter] + value);
}

void metrics_start(void (*measure)(HttpHeapMeasure *ret_measure))
{
    measure_heap = measure;
    for (int i = 0; i < COUNTER_COUNT; i++)
        totals_before[i] = atomic_load(&supervisor_own_slot()->counters[i]);
}

void metrics_sample(void)
{
    set(COUNTER_AGENTS, agent_count());
    set(COUNTER_READY, scheduler_ready_count());
    set(COUNTER_FIBERS, fiber_count());
    set_total(COUNTER_SWITCHES, scheduler_counts.switches);
    set_total(COUNTER_PREEMPTIONS, preempt_count_by_clock + preempt_count_by_timer);
    set_total(COUNTER_WAIT_SUM_US, scheduler_counts.waits_us);
    for (int bucket = 0; bucket < SCHEDULER_WAIT_BUCKETS; bucket++)
        set_total(COUNTER_WAIT_FIRST + bucket, scheduler_counts.waits[bucket]);
    for (int reason = 0; reason < AGENT_END_COUNT; reason++)
        set_total(COUNTER_ENDED_FIRST + reason, scheduler_counts.ended[reason]);
    if (!measure_heap)
        return;
    HttpHeapMeasure measure = {0};
    measure_heap(&measure);
    set(COUNTER_HEAP_BYTES, measure.heap_bytes);
    set(COUNTER_REGION_BYTES, measure.region_bytes);
    set_total(COUNTER_COLLECTIONS, measure.collections);
    set(COUNTER_NAMES, measure.names);
}
