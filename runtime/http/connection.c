/* connection.c - the input side of a connection: from bytes to requests, in order, one at a time.
   Invariant: callbacks to the layer above happen on the scheduler's stack, between agents: what a fiber's call sets off
   (the next pipelined request, a broken write) is put onto the pending list and settled there. */
#include "http/connection.h"

#include <stdlib.h>
#include <string.h>

#include "http/log.h"
#include "http/metrics.h"
#include "http/syntax.h"
#include "sched/limits.h"
#include "sched/scheduler.h"

enum { BLANK_LINES_MAX = 4, LINGER_BYTES_MAX = 256 << 20, POOL_MAX = 1024 };

HttpHandlers http_handlers;
bool http_is_draining;

static HttpConnection *all_connections;
static HttpConnection *pending_connections;
static HttpConnection *dirty_connections;
static HttpConnection *free_connections; /* linked by pending_next */
static size_t free_count;

HttpConnection *connection_first(void)
{
    return all_connections;
}

void connection_make_pending(HttpConnection *connection)
{
    if (connection->is_pending)
        return;
    connection->is_pending = true;
    connection->pending_next = pending_connections;
    pending_connections = connection;
}

void connection_make_dirty(HttpConnection *connection)
{
    if (connection->is_dirty)
        return;
    connection->is_dirty = true;
    connection->dirty_next = dirty_connections;
    dirty_connections = connection;
}

/* Memory that both lists and libuv are done with. */
static void recycle(HttpConnection *connection)
{
    if (connection->stream || connection->is_pending || connection->is_dirty)
        return;
    if (free_count >= POOL_MAX) {
        free(connection);
        return;
    }
    connection->pending_next = free_connections;
    free_connections = connection;
    free_count++;
}

/* ---- the end ---- */

static void report_gone(Exchange *exchange, HttpGone reason)
{
    if (exchange->is_gone)
        return;
    exchange->is_gone = true;
    if (!exchange->is_released && http_handlers.on_gone)
        http_handlers.on_gone(&exchange->request, reason);
}

/* Lets go of the exchange; frees it unless its handler still holds it. */
static void detach_exchange(HttpConnection *connection)
{
    Exchange *exchange = connection->exchange;
    connection->exchange = NULL;
    connection->is_exchange_over = false;
    exchange->connection = NULL;
    if (exchange->is_released)
        exchange_free(exchange);
    else
        exchange->is_discarding = true;
}

static void abandon_exchange(HttpConnection *connection, HttpGone reason)
{
    Exchange *exchange = connection->exchange;
    if (!exchange)
        return;
    if (exchange->answer == ANSWER_DONE || exchange->is_gone) {
        exchange->is_gone = true;
    } else {
        log_exchange(exchange, true);
        report_gone(exchange, reason);
    }
    if (connection->exchange) /* the handler may have released it */
        detach_exchange(connection);
}

static void drop_input(HttpConnection *connection)
{
    free(connection->input);
    connection->input = NULL;
    connection->input_start = connection->input_end = connection->input_capacity = 0;
}

void connection_close(HttpConnection *connection, HttpGone reason)
{
    if (connection->is_closing)
        return;
    timeout_disarm(connection);
    connection->is_closing = true;
    io_stream_close(connection->stream);
    abandon_exchange(connection, reason);
    drop_input(connection);
}

static void on_closed(void *owner)
{
    HttpConnection *connection = owner;
    if (connection->all_prev)
        connection->all_prev->all_next = connection->all_next;
    else
        all_connections = connection->all_next;
    if (connection->all_next)
        connection->all_next->all_prev = connection->all_prev;
    free(connection->batch);
    connection->batch = NULL;
    metrics_set_connections(io_stream_count());
    connection->stream = NULL;
    recycle(connection);
}

static void set_reading(HttpConnection *connection, bool wanted)
{
    if (wanted == !connection->is_paused || connection->has_ended)
        return;
    connection->is_paused = !wanted;
    if (wanted)
        io_stream_read_start(connection->stream);
    else
        io_stream_read_stop(connection->stream);
}

/* FIN after what is queued; then the client's rest is read and thrown away, so that no RST destroys the answer. */
void connection_end_gracefully(HttpConnection *connection)
{
    if (connection->is_closing || connection->state == LINGERING)
        return;
    connection_flush(connection);
    connection->state = LINGERING;
    drop_input(connection);
    if (connection->has_ended && io_stream_queued(connection->stream) == 0) {
        connection_close(connection, HTTP_GONE_DISCONNECTED);
        return;
    }
    io_stream_shutdown(connection->stream);
    set_reading(connection, true);
    timeout_rearm(connection);
}

void connection_refuse(HttpConnection *connection, int status)
{
    Exchange *exchange = connection->exchange;
    bool may_answer = !exchange || exchange->answer == ANSWER_NONE;
    if (may_answer)
        answer_refusal(connection, status);
    if (exchange && !may_answer && exchange->answer != ANSWER_DONE) {
        connection_close(connection, HTTP_GONE_REFUSED); /* in the middle of an answer: only a break is honest */
        return;
    }
    abandon_exchange(connection, HTTP_GONE_REFUSED);
    connection_end_gracefully(connection);
}

/* ---- a request begins ---- */

static int parse_head(Exchange *exchange, size_t length)
{
    RequestHead head = {.buffer = exchange->head, .length = length, .fields = exchange->fields};
    int status = head_parse(&head);
    HttpRequest *request = &exchange->request;
    request->method = head.method;
    request->target = head.target;
    request->host = head.host;
    request->fields = head.fields;
    request->field_count = head.field_count;
    request->minor_version = head.minor_version;
    request->is_head = http_slice_is(head.method, "head");
    request->has_body = head.is_chunked || head.content_length > 0;
    request->content_length = head.is_chunked ? -1 : (int64_t)head.content_length;
    exchange->is_chunked = head.is_chunked;
    exchange->body_left = head.content_length;
    exchange->is_body_complete = !request->has_body;
    exchange->is_keep_alive = head.is_keep_alive;
    exchange->expects_continue = head.expects_continue && request->has_body;
    exchange->is_too_large = limits.body_bytes && head.content_length > limits.body_bytes;
    return status;
}

static void begin_exchange(HttpConnection *connection, HttpSlice head)
{
    uint32_t lines = connection->scan.lines;
    connection->scan = (HeadScan){0};
    connection->blank_lines = 0;
    Exchange *exchange = exchange_new(head, lines);
    int status = exchange ? parse_head(exchange, head.length) : 503;
    if (status) {
        if (exchange)
            exchange_free(exchange);
        connection_refuse(connection, status);
        return;
    }
    exchange->connection = connection;
    connection->exchange = exchange;
    metrics_request_begins();
    if (exchange->request.has_body)
        connection->state = READING_BODY;
    if (metrics_are_asked(&exchange->request)) {
        metrics_respond(&exchange->request);
        return;
    }
    if (scheduler_has_room()) {
        http_handlers.on_request(&exchange->request);
        return;
    }
    metrics_overload();
    http_respond_status(&exchange->request, 503);
    http_release(&exchange->request);
}

/* ---- content ---- */

static void deliver_body(Exchange *exchange)
{
    if (!exchange->is_body_awaited || exchange->is_released)
        return;
    exchange->is_body_awaited = false;
    http_handlers.on_body(&exchange->request);
}

static void body_is_complete(HttpConnection *connection)
{
    Exchange *exchange = connection->exchange;
    exchange->is_body_complete = true;
    connection->state = READING_HEAD;
    if (exchange->answer == ANSWER_DONE)
        connection->is_exchange_over = true;
}

/* Takes content; 0 or the status that refuses it. */
static int take_body(Exchange *exchange, HttpSlice data)
{
    exchange->body_read += data.length;
    if (exchange->is_discarding) {
        exchange->body_discarded += data.length;
        return 0;
    }
    if (limits.body_bytes && exchange->body_read > limits.body_bytes)
        return 413;
    return exchange_store_body(exchange, data) ? 0 : 503;
}

static int read_plain(HttpConnection *connection, HttpSlice input, size_t *ret_used)
{
    Exchange *exchange = connection->exchange;
    size_t length = input.length < exchange->body_left ? input.length : (size_t)exchange->body_left;
    *ret_used = length;
    exchange->body_left -= length;
    int status = take_body(exchange, (HttpSlice){input.data, length});
    if (!status && exchange->body_left == 0)
        body_is_complete(connection);
    return status;
}

static int read_chunked(HttpConnection *connection, HttpSlice input, size_t *ret_used)
{
    Exchange *exchange = connection->exchange;
    HttpSlice data;
    switch (chunk_decode(&exchange->chunks, input, ret_used, &data)) {
    case CHUNK_MORE:
        return 0;
    case CHUNK_DATA:
        return take_body(exchange, data);
    case CHUNK_END:
        body_is_complete(connection);
        return 0;
    case CHUNK_BAD:
        return 400;
    case CHUNK_TOO_LARGE:
        return 431;
    }
    return 400;
}

static bool is_body_full(const Exchange *exchange)
{
    return !exchange->wants_whole && !exchange->is_discarding &&
           exchange->body_end - exchange->body_start >= BODY_HIGH_BYTES;
}

/* Returns the bytes used; all of what can be used now. */
static size_t read_body(HttpConnection *connection, HttpSlice input)
{
    Exchange *exchange = connection->exchange;
    size_t at = 0;
    while (at < input.length && !exchange->is_body_complete && !is_body_full(exchange)) {
        size_t used = 0;
        HttpSlice rest = {input.data + at, input.length - at};
        int status = exchange->is_chunked ? read_chunked(connection, rest, &used) : read_plain(connection, rest, &used);
        at += used;
        if (exchange->body_discarded > DISCARD_BYTES_MAX)
            status = 413;
        if (status) {
            connection_refuse(connection, status);
            return input.length;
        }
    }
    deliver_body(exchange);
    return at;
}

/* ---- the loop over input ---- */

/* The answer is out and the content is in: what comes next? */
static void finish_exchange(HttpConnection *connection)
{
    bool is_last = !connection->exchange->is_keep_alive || http_is_draining;
    connection->has_served = true;
    detach_exchange(connection);
    if (is_last)
        connection_end_gracefully(connection);
}

/* RFC 9112, 2.2: a few empty lines before the request line are skipped. */
static bool is_at_blank_line(const HttpConnection *connection, HttpSlice input)
{
    return connection->scan.searched == 0 && input.length >= 2 && input.data[0] == '\r' && input.data[1] == '\n';
}

static bool may_begin_request(const HttpConnection *connection)
{
    return !connection->exchange && io_stream_queued(connection->stream) < QUEUE_HIGH_BYTES;
}

/* Returns the bytes used of input while reading a head; *ret_blocked says that no more can be used now. */
static size_t read_head(HttpConnection *connection, HttpSlice input, bool *ret_blocked)
{
    *ret_blocked = !may_begin_request(connection) || input.length == 0;
    if (*ret_blocked)
        return 0;
    bool is_blank_line = is_at_blank_line(connection, input);
    if (is_blank_line && connection->blank_lines++ < BLANK_LINES_MAX)
        return 2;
    size_t length = 0;
    bool is_half_line_end = input.length == 1 && input.data[0] == '\r';
    int status = is_blank_line ? 400 : is_half_line_end ? 0 : head_scan(&connection->scan, input, &length);
    if (status) {
        connection_refuse(connection, status);
        return input.length;
    }
    *ret_blocked = length == 0;
    connection->has_more_input = input.length > length;
    if (length)
        begin_exchange(connection, (HttpSlice){input.data, length});
    return length;
}

/* Uses as much of the input as can be used now, and returns how much that was. */
static size_t process_input(HttpConnection *connection, HttpSlice input)
{
    size_t at = 0;
    connection->is_processing = true;
    while (!connection->is_closing) {
        HttpSlice rest = {input.data + at, input.length - at};
        bool is_blocked = false;
        if (connection->is_exchange_over)
            finish_exchange(connection);
        else if (connection->state == LINGERING)
            at = input.length, is_blocked = true;
        else if (connection->state == READING_BODY)
            at += read_body(connection, rest), is_blocked = connection->state == READING_BODY;
        else
            at += read_head(connection, rest, &is_blocked);
        if (is_blocked)
            break;
    }
    connection->is_processing = false;
    connection->has_more_input = false;
    return connection->is_closing ? input.length : at;
}

static bool keep_input(HttpConnection *connection, HttpSlice data)
{
    if (data.length == 0)
        return true;
    size_t kept = connection->input_end - connection->input_start;
    if (connection->input_start > 0)
        memmove(connection->input, connection->input + connection->input_start, kept);
    connection->input_start = 0;
    connection->input_end = kept;
    if (kept + data.length > connection->input_capacity) {
        size_t capacity = (kept + data.length) * 3 / 2;
        char *larger = realloc(connection->input, capacity);
        if (!larger)
            return false;
        connection->input = larger;
        connection->input_capacity = capacity;
    }
    memcpy(connection->input + kept, data.data, data.length);
    connection->input_end += data.length;
    return true;
}

/* After each event: what follows from the state that the connection is in now. */
static void settle_input(HttpConnection *connection)
{
    if (connection->is_closing)
        return;
    size_t waiting = connection->input_end - connection->input_start;
    if (waiting == 0 && connection->input)
        drop_input(connection);
    if (connection->has_ended && !connection->exchange && connection->state != LINGERING) {
        if (waiting && may_begin_request(connection))
            connection_refuse(connection, 400); /* an incomplete request */
        else if (!waiting)
            connection_end_gracefully(connection);
    }
    if (connection->has_ended && connection->state == READING_BODY && connection->exchange && waiting == 0)
        connection_refuse(connection, 400);
    if (connection->is_closing)
        return;
    bool is_full = connection->exchange && is_body_full(connection->exchange) && connection->state == READING_BODY;
    set_reading(connection, connection->state == LINGERING || (waiting < INPUT_HIGH_BYTES && !is_full));
    timeout_rearm(connection);
}

/* Goes on with input that was kept. */
static void resume_input(HttpConnection *connection)
{
    HttpSlice input = {connection->input ? connection->input + connection->input_start : "",
                       connection->input_end - connection->input_start};
    size_t used = process_input(connection, input);
    if (connection->input) /* not dropped meanwhile */
        connection->input_start += used;
    settle_input(connection);
}

static void linger(HttpConnection *connection, size_t length)
{
    connection->lingered_bytes += length;
    if (connection->lingered_bytes > LINGER_BYTES_MAX)
        connection_close(connection, HTTP_GONE_DISCONNECTED);
}

static void on_data(void *owner, char *data, size_t length)
{
    HttpConnection *connection = owner;
    metrics_bytes_in(length);
    if (connection->state == LINGERING) {
        linger(connection, length);
        return;
    }
    HttpSlice input = {data, length};
    if (connection->input_end == connection->input_start) {
        size_t used = process_input(connection, input);
        input = (HttpSlice){data + used, length - used};
        if (connection->is_closing || keep_input(connection, input))
            settle_input(connection);
        else
            connection_close(connection, HTTP_GONE_DISCONNECTED);
        return;
    }
    if (keep_input(connection, input))
        resume_input(connection);
    else
        connection_close(connection, HTTP_GONE_DISCONNECTED);
}

static void on_end(void *owner)
{
    HttpConnection *connection = owner;
    connection->has_ended = true;
    if (connection->state == LINGERING && io_stream_queued(connection->stream) == 0)
        connection_close(connection, HTTP_GONE_DISCONNECTED);
    else
        settle_input(connection);
}

static void on_error(void *owner)
{
    connection_close(owner, HTTP_GONE_DISCONNECTED);
}

static void on_drain(void *owner)
{
    HttpConnection *connection = owner;
    if (connection->state == LINGERING && connection->has_ended) {
        connection_close(connection, HTTP_GONE_DISCONNECTED);
        return;
    }
    Exchange *exchange = connection->exchange;
    if (exchange && exchange->is_drain_awaited && !exchange->is_released) {
        exchange->is_drain_awaited = false;
        http_handlers.on_drain(&exchange->request);
    }
    if (!connection->is_closing && connection->state != LINGERING)
        resume_input(connection);
}

void connection_resume_body(HttpConnection *connection)
{
    connection_make_pending(connection);
}

static void settle_pending(HttpConnection *connection)
{
    if (connection->is_broken) {
        connection_close(connection, HTTP_GONE_DISCONNECTED);
        return;
    }
    Exchange *exchange = connection->exchange;
    if (exchange && exchange->is_too_large && exchange->is_body_awaited && exchange->answer == ANSWER_NONE)
        connection_refuse(connection, 413);
    else
        resume_input(connection);
}

void connections_settle(void)
{
    while (pending_connections) {
        HttpConnection *connection = pending_connections;
        pending_connections = connection->pending_next;
        connection->is_pending = false;
        if (!connection->stream)
            recycle(connection); /* closed for good meanwhile */
        else if (!connection->is_closing)
            settle_pending(connection);
    }
}

void connections_flush(void)
{
    connections_settle();
    while (dirty_connections) {
        HttpConnection *connection = dirty_connections;
        dirty_connections = connection->dirty_next;
        connection->is_dirty = false;
        if (!connection->stream)
            recycle(connection);
        else if (!connection->is_closing)
            connection_flush(connection);
    }
    connections_settle();
}

void connection_expired(HttpConnection *connection, TimeoutKind kind)
{
    if (kind == TIMEOUT_HEAD || kind == TIMEOUT_BODY)
        connection_refuse(connection, 408);
    else
        connection_close(connection, HTTP_GONE_DISCONNECTED);
}

static const IoStreamHandlers stream_handlers = {on_data, on_end, on_error, on_drain, on_closed};

void connection_open(IoStream *stream)
{
    HttpConnection *connection = free_connections;
    if (connection) {
        free_connections = connection->pending_next;
        free_count--;
    } else {
        connection = malloc(sizeof *connection);
    }
    if (!connection) {
        io_stream_close(stream);
        return;
    }
    *connection = (HttpConnection){.stream = stream, .all_next = all_connections};
    if (all_connections)
        all_connections->all_prev = connection;
    all_connections = connection;
    io_stream_own(stream, &stream_handlers, connection);
    metrics_set_connections(io_stream_count());
    io_stream_read_start(stream);
    timeout_rearm(connection);
}
