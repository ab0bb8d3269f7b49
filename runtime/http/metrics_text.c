/* metrics_text.c - the counters as Prometheus reads them.
   Invariant: every counter of metrics_layout.h appears once, summed over the workers. */
#include "http/metrics.h"
#include "http/metrics_layout.h"
#include "io/supervisor.h"

typedef struct {
    int counter;
    const char *name;
    const char *type;
    const char *help;
    const char *label; /* NULL: none; a name that repeats has its help once */
} MetricRow;

static const MetricRow rows[] = {
    {COUNTER_REQUESTS, "sinew_requests_total", "counter", "Requests that began.", NULL},
    {COUNTER_STATUS_2XX, "sinew_responses_total", "counter", "Answers by class of status.", "class=\"2xx\""},
    {COUNTER_STATUS_3XX, "sinew_responses_total", NULL, NULL, "class=\"3xx\""},
    {COUNTER_STATUS_4XX, "sinew_responses_total", NULL, NULL, "class=\"4xx\""},
    {COUNTER_STATUS_5XX, "sinew_responses_total", NULL, NULL, "class=\"5xx\""},
    {COUNTER_BROKEN_OFF, "sinew_responses_broken_total", "counter", "Answers that were broken off.", NULL},
    {COUNTER_OVERLOAD, "sinew_overload_total", "counter", "Requests refused because too many waited.", NULL},
    {COUNTER_BYTES_IN, "sinew_received_bytes_total", "counter", "Bytes received from clients.", NULL},
    {COUNTER_BYTES_OUT, "sinew_sent_bytes_total", "counter", "Bytes sent to clients.", NULL},
    {COUNTER_AGENTS, "sinew_agents", "gauge", "Agents that live.", NULL},
    {COUNTER_READY, "sinew_agents_ready", "gauge", "Agents that wait for a processor.", NULL},
    {COUNTER_FIBERS, "sinew_fibers", "gauge", "Stacks that exist, pooled ones included.", NULL},
    {COUNTER_SWITCHES, "sinew_switches_total", "counter", "Stretches of agents on a processor.", NULL},
    {COUNTER_PREEMPTIONS, "sinew_preemptions_total", "counter", "Stretches ended by preemption.", NULL},
    {COUNTER_HEAP_BYTES, "sinew_heap_bytes", "gauge", "Bytes of the collected heap.", NULL},
    {COUNTER_REGION_BYTES, "sinew_region_bytes", "gauge", "Bytes in regions of agents.", NULL},
    {COUNTER_COLLECTIONS, "sinew_collections_total", "counter", "Garbage collections.", NULL},
    {COUNTER_NAMES, "sinew_names", "gauge", "Names and layouts of objects that stay.", NULL},
};

static uint64_t sum(int counter)
{
    uint64_t total = 0;
    for (unsigned i = 0; i < supervisor_slot_count(); i++)
        total += atomic_load_explicit(&supervisor_slots()[i].counters[counter], memory_order_relaxed);
    return total;
}

static void put_help(FILE *out, const char *name, const char *type, const char *help)
{
    fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void put_value(FILE *out, const char *name, const char *label, uint64_t value)
{
    if (label)
        fprintf(out, "%s{%s} %llu\n", name, label, (unsigned long long)value);
    else
        fprintf(out, "%s %llu\n", name, (unsigned long long)value);
}

static void put_rows(FILE *out)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].help)
            put_help(out, rows[i].name, rows[i].type, rows[i].help);
        put_value(out, rows[i].name, rows[i].label, sum(rows[i].counter));
    }
}

static void put_ends(FILE *out)
{
    put_help(out, "sinew_agents_ended_total", "counter", "Agents that ended, by reason; all but finished are kills.");
    for (int reason = 0; reason < AGENT_END_COUNT; reason++) {
        char label[64];
        snprintf(label, sizeof label, "reason=\"%s\"", agent_end_labels[reason]);
        put_value(out, "sinew_agents_ended_total", label, sum(COUNTER_ENDED_FIRST + reason));
    }
}

typedef struct {
    const char *name;
    const char *help;
    int sum_us; /* counters */
    int first;
    int buckets; /* the last one has no bound */
    uint64_t (*bound_us)(int bucket);
} HistogramRow;

static const HistogramRow histograms[] = {
    {"sinew_request_duration_seconds", "From the end of a request's header section to the end of its answer.",
     COUNTER_LATENCY_SUM_US, COUNTER_LATENCY_FIRST, LATENCY_BUCKETS, latency_bucket_us},
    {"sinew_wait_seconds", "How long requests waited, at most, for other requests until they ran for the first time.",
     COUNTER_WAIT_SUM_US, COUNTER_WAIT_FIRST, SCHEDULER_WAIT_BUCKETS, scheduler_wait_bucket_us},
};

static void put_histogram(FILE *out, const HistogramRow *row)
{
    put_help(out, row->name, "histogram", row->help);
    uint64_t total = 0;
    for (int bucket = 0; bucket < row->buckets - 1; bucket++) {
        total += sum(row->first + bucket);
        fprintf(out, "%s_bucket{le=\"%g\"} %llu\n", row->name, (double)row->bound_us(bucket) / 1e6,
                (unsigned long long)total);
    }
    total += sum(row->first + row->buckets - 1);
    fprintf(out, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %.6f\n%s_count %llu\n", row->name, (unsigned long long)total,
            row->name, (double)sum(row->sum_us) / 1e6, row->name, (unsigned long long)total);
}

static void put_workers(FILE *out)
{
    uint64_t connections = 0;
    uint64_t workers = 0;
    for (unsigned i = 0; i < supervisor_slot_count(); i++) {
        connections += atomic_load(&supervisor_slots()[i].connections);
        workers += supervisor_slots()[i].pid > 0;
    }
    put_help(out, "sinew_connections", "gauge", "Open connections.");
    put_value(out, "sinew_connections", NULL, connections);
    put_help(out, "sinew_workers", "gauge", "Worker processes that live.");
    put_value(out, "sinew_workers", NULL, workers);
    put_help(out, "sinew_worker_restarts_total", "counter", "Workers started again after a death.");
    put_value(out, "sinew_worker_restarts_total", NULL, supervisor_restart_count());
}

void metrics_write(FILE *out)
{
    put_rows(out);
    put_ends(out);
    for (size_t i = 0; i < sizeof histograms / sizeof histograms[0]; i++)
        put_histogram(out, &histograms[i]);
    put_workers(out);
}
