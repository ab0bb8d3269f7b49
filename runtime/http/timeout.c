/* timeout.c - what a connection waits for, and how long it may.
   Invariant: all time-outs of a kind are equally long, so each kind's list is ordered by deadline: arming and disarming
   are a few pointer writes, and expiry looks at list heads alone. */
#include "http/connection.h"
#include "io/loop.h"
#include "sched/limits.h"

enum { LINGER_MS = 1000 };

typedef struct {
    HttpConnection *head;
    HttpConnection *tail;
} TimeoutList;

static TimeoutList lists[TIMEOUT_COUNT];

static uint64_t length_of(TimeoutKind kind)
{
    switch (kind) {
    case TIMEOUT_IDLE:
        return limits.idle_ms;
    case TIMEOUT_HEAD:
        return limits.header_ms;
    case TIMEOUT_BODY:
        return limits.body_ms;
    case TIMEOUT_WRITE:
        return limits.write_ms;
    case TIMEOUT_LINGER:
        return LINGER_MS;
    case TIMEOUT_NONE:
    case TIMEOUT_COUNT:
        break;
    }
    return 0;
}

void timeout_disarm(HttpConnection *connection)
{
    TimeoutList *list = &lists[connection->timeout];
    if (connection->timeout == TIMEOUT_NONE)
        return;
    if (connection->timeout_prev)
        connection->timeout_prev->timeout_next = connection->timeout_next;
    else
        list->head = connection->timeout_next;
    if (connection->timeout_next)
        connection->timeout_next->timeout_prev = connection->timeout_prev;
    else
        list->tail = connection->timeout_prev;
    connection->timeout = TIMEOUT_NONE;
}

static void arm(HttpConnection *connection, TimeoutKind kind)
{
    timeout_disarm(connection);
    uint64_t length = length_of(kind);
    if (kind == TIMEOUT_NONE || length == 0)
        return;
    TimeoutList *list = &lists[kind];
    connection->timeout = kind;
    connection->deadline_ms = io_now_ms() + length;
    connection->queued_at_deadline = io_stream_queued(connection->stream);
    connection->timeout_next = NULL;
    connection->timeout_prev = list->tail;
    if (list->tail)
        list->tail->timeout_next = connection;
    else
        list->head = connection;
    list->tail = connection;
}

static TimeoutKind kind_for(const HttpConnection *connection)
{
    if (connection->state == LINGERING)
        return TIMEOUT_LINGER;
    if (io_stream_queued(connection->stream) > 0)
        return TIMEOUT_WRITE;
    if (connection->exchange)
        return connection->state == READING_BODY && !connection->is_paused ? TIMEOUT_BODY : TIMEOUT_NONE;
    return connection->input_end > connection->input_start ? TIMEOUT_HEAD : TIMEOUT_IDLE;
}

/* A header section has one deadline, as have lingering and a stalled write; the others start anew with each event. */
void timeout_rearm(HttpConnection *connection)
{
    if (connection->is_closing)
        return;
    TimeoutKind kind = kind_for(connection);
    bool is_fixed = kind == TIMEOUT_HEAD || kind == TIMEOUT_LINGER || kind == TIMEOUT_WRITE;
    if (kind != connection->timeout || !is_fixed)
        arm(connection, kind);
}

/* A slow reader that took something since the deadline was set gets another one. */
static bool has_progressed(const HttpConnection *connection)
{
    return connection->timeout == TIMEOUT_WRITE &&
           io_stream_queued(connection->stream) < connection->queued_at_deadline;
}

void timeouts_expire(void)
{
    uint64_t now = io_now_ms();
    for (int kind = TIMEOUT_IDLE; kind < TIMEOUT_COUNT; kind++) {
        HttpConnection *connection;
        while ((connection = lists[kind].head) && connection->deadline_ms <= now) {
            if (has_progressed(connection)) {
                arm(connection, TIMEOUT_WRITE);
                continue;
            }
            timeout_disarm(connection);
            connection_expired(connection, (TimeoutKind)kind);
        }
    }
}
