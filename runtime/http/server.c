/* server.c - a worker's server: accepting, ticking, draining.
   Invariant: while draining no connection is accepted and every answer closes its connection; the loop stops when the
   last connection and the last agent of a request are gone, or the grace time is over. */
#include <stdatomic.h>

#include "http/connection.h"
#include "http/log.h"
#include "http/metrics.h"
#include "io/loop.h"
#include "io/supervisor.h"
#include "sched/limits.h"
#include "sched/scheduler.h"

enum { FAIRNESS_SLACK = 4, FAIRNESS_PATIENCE_MS = 5, FRESH_MS = 500 };

static uint64_t drain_deadline_ms;
static uint64_t fresh_until_ms; /* while draining; 0: over */
static size_t agents_at_start; /* those of the program's own, which do not end */

/* A worker with more connections than another one, by some, leaves the next to it. */
static bool is_fair_to_accept(void)
{
    unsigned own = (unsigned)io_stream_count();
    WorkerSlot *slots = supervisor_slots();
    for (unsigned i = 0; i < supervisor_slot_count(); i++) {
        unsigned others = atomic_load_explicit(&slots[i].connections, memory_order_relaxed);
        if (slots[i].pid > 0 && own > others + others / 8 + FAIRNESS_SLACK)
            return false;
    }
    return true;
}

/* What the others do not take within a few milliseconds is taken in spite of fairness: they may be stuck. */
static bool has_waited_for_others(void)
{
    static uint64_t refused_since_ms;
    uint64_t now = io_now_ms();
    if (is_fair_to_accept()) {
        refused_since_ms = 0;
        return true;
    }
    if (refused_since_ms == 0)
        refused_since_ms = now;
    return now - refused_since_ms >= FAIRNESS_PATIENCE_MS;
}

static bool may_accept(void)
{
    return io_stream_count() < limits.connections && has_waited_for_others();
}

static void close_all(void)
{
    for (HttpConnection *connection = connection_first(); connection; connection = connection->all_next)
        connection_close(connection, HTTP_GONE_SHUTDOWN);
}

/* One that has not served a request yet was accepted for one that may be on its way: it gets a moment. */
static void end_idle(bool also_fresh)
{
    for (HttpConnection *connection = connection_first(); connection; connection = connection->all_next) {
        bool is_idle = !connection->exchange && connection->input_end == connection->input_start;
        if (is_idle && !connection->is_closing && (connection->has_served || also_fresh))
            connection_end_gracefully(connection);
    }
}

static void check_drain(void)
{
    if (fresh_until_ms && io_now_ms() >= fresh_until_ms) {
        fresh_until_ms = 0;
        end_idle(true);
    }
    if (io_stream_count() == 0 && agent_count() <= agents_at_start)
        io_stop();
    if (io_now_ms() < drain_deadline_ms)
        return;
    close_all();
    io_stop();
}

static void tick(void)
{
    supervisor_worker_lives();
    timeouts_expire();
    scheduler_tick();
    metrics_sample();
    log_flush();
    if (http_is_draining)
        check_drain();
}

bool http_server_start(int listening_descriptor, const HttpHandlers *handlers)
{
    http_handlers = *handlers;
    agents_at_start = agent_count();
    io_on_flush(connections_flush);
    io_on_tick(tick);
    scheduler_after_slice(connections_settle);
    return io_listen_start(listening_descriptor, connection_open, may_accept);
}

void http_server_drain(uint32_t grace_ms)
{
    if (http_is_draining)
        return;
    http_is_draining = true;
    drain_deadline_ms = io_now_ms() + grace_ms;
    io_listen_stop();
    fresh_until_ms = io_now_ms() + FRESH_MS;
    end_idle(false);
    check_drain();
}
