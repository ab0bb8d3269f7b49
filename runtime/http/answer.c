/* answer.c - the output side: header sections, content, batches.
   Invariant: an answer's framing is decided here alone, from the status, the method and what is known of the content's
   length (RFC 9112, 6.3); so a handler's fields can never contradict the bytes that follow. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "http/connection.h"
#include "http/log.h"
#include "http/metrics.h"
#include "http/syntax.h"
#include "sched/limits.h"

enum {
    SCRATCH_FIRST = 16 * 1024,
    SCRATCH_MAX = 1 << 20,
    COPY_BYTES_MAX = 8 * 1024, /* content up to this goes into the same buffer as the head */
    LINES_BYTES_MAX = 256      /* of the server's own lines in a head */
};

/* The head being built; never kept across a call. */
static char *scratch;
static size_t scratch_length;
static size_t scratch_capacity;

static bool scratch_reserve(size_t more)
{
    size_t needed = scratch_length + more;
    if (needed <= scratch_capacity)
        return true;
    if (needed > SCRATCH_MAX)
        return false;
    size_t capacity = scratch_capacity ? scratch_capacity : SCRATCH_FIRST;
    while (capacity < needed)
        capacity *= 2;
    char *larger = realloc(scratch, capacity);
    if (!larger)
        return false;
    scratch = larger;
    scratch_capacity = capacity;
    return true;
}

/* The caller has reserved the room. */
static void scratch_put(const char *data, size_t length)
{
    memcpy(scratch + scratch_length, data, length);
    scratch_length += length;
}

#define SCRATCH_TEXT(literal) scratch_put((literal), sizeof(literal) - 1)

static void scratch_put_number(uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    scratch_put(digits + at, sizeof digits - at);
}

/* "Date: ...CRLF" of the current second (RFC 9110, 5.6.7). */
static HttpSlice date_line(void)
{
    static char line[64];
    static size_t length;
    static time_t shown = -1;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (now.tv_sec != shown) {
        struct tm parts;
        gmtime_r(&now.tv_sec, &parts);
        length = strftime(line, sizeof line, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
        shown = now.tv_sec;
    }
    return (HttpSlice){line, length};
}

/* ---- sending ---- */

static bool send_failed(HttpConnection *connection)
{
    connection->is_broken = true;
    connection_make_pending(connection);
    return false;
}

static bool append_to_batch(HttpConnection *connection, const struct iovec *slices, int count)
{
    if (!connection->batch && !(connection->batch = malloc(BATCH_BYTES)))
        return false;
    for (int i = 0; i < count; i++) {
        memcpy(connection->batch + connection->batch_length, slices[i].iov_base, slices[i].iov_len);
        connection->batch_length += slices[i].iov_len;
    }
    connection_make_dirty(connection);
    return true;
}

/* One system call for the batch and the slices. */
static bool write_through(HttpConnection *connection, const struct iovec *slices, int count)
{
    struct iovec all[5];
    int used = 0;
    if (connection->batch_length)
        all[used++] = (struct iovec){connection->batch, connection->batch_length};
    for (int i = 0; i < count; i++)
        all[used++] = slices[i];
    connection->batch_length = 0;
    return io_stream_write(connection->stream, all, used) || send_failed(connection);
}

static bool send_slices(HttpConnection *connection, const struct iovec *slices, int count, bool may_wait)
{
    if (connection->is_closing || connection->is_broken)
        return false;
    size_t total = 0;
    for (int i = 0; i < count; i++)
        total += slices[i].iov_len;
    metrics_bytes_out(total);
    if (may_wait && connection->batch_length + total <= BATCH_BYTES && append_to_batch(connection, slices, count))
        return true;
    return write_through(connection, slices, count);
}

static bool has_pipelined_input(const HttpConnection *connection)
{
    return connection->state == READING_HEAD &&
           (connection->has_more_input || connection->input_end > connection->input_start);
}

bool connection_send(HttpConnection *connection, const struct iovec *slices, int count)
{
    return send_slices(connection, slices, count, has_pipelined_input(connection));
}

bool connection_flush(HttpConnection *connection)
{
    if (connection->is_closing || connection->is_broken)
        return false;
    if (connection->batch_length == 0)
        return true;
    bool ok = write_through(connection, NULL, 0);
    free(connection->batch);
    connection->batch = NULL;
    return ok;
}

/* ---- heads ---- */

typedef enum {
    FIELD_ORDINARY,
    FIELD_DATE,
    FIELD_CONTENT_LENGTH,
    FIELD_CONNECTION,
    FIELD_HOP /* by hop: the server's business */
} FieldKind;

static FieldKind field_kind(HttpSlice name)
{
    switch (name.length) {
    case 4:
        return http_slice_is(name, "date") ? FIELD_DATE : FIELD_ORDINARY;
    case 7:
        return http_slice_is(name, "trailer") || http_slice_is(name, "upgrade") ? FIELD_HOP : FIELD_ORDINARY;
    case 10:
        if (http_slice_is(name, "connection"))
            return FIELD_CONNECTION;
        return http_slice_is(name, "keep-alive") ? FIELD_HOP : FIELD_ORDINARY;
    case 14:
        return http_slice_is(name, "content-length") ? FIELD_CONTENT_LENGTH : FIELD_ORDINARY;
    case 17:
        return http_slice_is(name, "transfer-encoding") ? FIELD_HOP : FIELD_ORDINARY;
    }
    return FIELD_ORDINARY;
}

static bool is_sendable(const HttpField *field)
{
    return http_is_token(field->name) && http_is_field_value(field->value);
}

/* Room for the fields and for the server's own lines; false when a field may not be sent, or all are too long. */
static bool check_fields(const HttpAnswer *answer)
{
    size_t total = answer->reason.length + LINES_BYTES_MAX;
    for (size_t i = 0; i < answer->field_count; i++) {
        if (!is_sendable(&answer->fields[i]))
            return false;
        total += answer->fields[i].name.length + answer->fields[i].value.length + 4;
    }
    scratch_length = 0;
    return answer->status >= 200 && answer->status <= 599 && http_is_field_value(answer->reason) &&
           scratch_reserve(total);
}

static void put_status_line(const HttpAnswer *answer)
{
    if (answer->status == 200 && answer->reason.length == 0) {
        SCRATCH_TEXT("HTTP/1.1 200 OK\r\n");
        return;
    }
    HttpSlice reason = answer->reason.length ? answer->reason : http_reason(answer->status);
    SCRATCH_TEXT("HTTP/1.1 ");
    scratch_put_number((uint64_t)answer->status);
    SCRATCH_TEXT(" ");
    scratch_put(reason.data, reason.length);
    SCRATCH_TEXT("\r\n");
}

static bool asks_close(HttpSlice value)
{
    HttpSlice element;
    while (http_next_element(&value, &element))
        if (http_slice_is(element, "close"))
            return true;
    return false;
}

typedef struct {
    bool has_date;
    bool has_length;
    bool asks_close;
} FieldsSeen;

static FieldsSeen put_fields(const HttpAnswer *answer, bool keeps_length)
{
    FieldsSeen seen = {0};
    for (size_t i = 0; i < answer->field_count; i++) {
        const HttpField *field = &answer->fields[i];
        FieldKind kind = field_kind(field->name);
        if (kind == FIELD_CONNECTION)
            seen.asks_close = seen.asks_close || asks_close(field->value);
        bool is_kept = kind == FIELD_ORDINARY || kind == FIELD_DATE || (kind == FIELD_CONTENT_LENGTH && keeps_length);
        if (!is_kept)
            continue;
        seen.has_date = seen.has_date || kind == FIELD_DATE;
        seen.has_length = seen.has_length || kind == FIELD_CONTENT_LENGTH;
        scratch_put(field->name.data, field->name.length);
        SCRATCH_TEXT(": ");
        scratch_put(field->value.data, field->value.length);
        SCRATCH_TEXT("\r\n");
    }
    return seen;
}

/* Whether the connection can serve another request after this answer. */
static bool may_keep_alive(const Exchange *exchange)
{
    const HttpConnection *connection = exchange->connection;
    if (!exchange->is_keep_alive || http_is_draining)
        return false;
    if (connection->has_ended && !has_pipelined_input(connection))
        return false;
    if (exchange->is_body_complete)
        return true;
    bool waits_for_us = exchange->expects_continue && exchange->body_read == 0;
    return !waits_for_us && exchange->body_left <= DISCARD_BYTES_MAX;
}

static void put_connection(Exchange *exchange, bool asks_to_close)
{
    exchange->is_keep_alive = may_keep_alive(exchange) && !asks_to_close && !exchange->is_answer_close_delimited;
    if (!exchange->is_keep_alive)
        SCRATCH_TEXT("Connection: close\r\n");
    else if (exchange->request.minor_version == 0)
        SCRATCH_TEXT("Connection: keep-alive\r\n");
}

/* RFC 9112, 6.3 and RFC 9110, 8.6: which framing the answer has; length -1: not known. */
static void put_framing(Exchange *exchange, int status, int64_t length, bool has_own_length)
{
    bool has_no_content = status == 204 || status == 304;
    exchange->is_answer_silent = has_no_content || exchange->request.is_head;
    exchange->answer_left = length;
    if (has_no_content || has_own_length)
        return;
    if (length >= 0) {
        SCRATCH_TEXT("Content-Length: ");
        scratch_put_number((uint64_t)length);
        SCRATCH_TEXT("\r\n");
    } else if (exchange->request.minor_version == 0) {
        exchange->is_answer_close_delimited = true;
    } else {
        exchange->is_answer_chunked = true;
        SCRATCH_TEXT("Transfer-Encoding: chunked\r\n");
    }
}

static bool build_head(Exchange *exchange, const HttpAnswer *answer, int64_t length)
{
    if (!check_fields(answer))
        return false;
    bool is_bare = exchange->request.is_head && length <= 0; /* the handler gave the length of a content it left out */
    put_status_line(answer);
    FieldsSeen seen = put_fields(answer, is_bare || answer->status == 304);
    if (!seen.has_date) {
        HttpSlice date = date_line();
        scratch_put(date.data, date.length);
    }
    put_framing(exchange, answer->status, length, seen.has_length);
    put_connection(exchange, seen.asks_close);
    SCRATCH_TEXT("\r\n");
    exchange->status = answer->status;
    return true;
}

static const HttpField plain_text_fields[] = {
    {HTTP_SLICE("Content-Type"), HTTP_SLICE("text/plain; charset=utf-8")},
    {HTTP_SLICE("Retry-After"), HTTP_SLICE("1")},
};

static HttpAnswer own_answer(int status)
{
    return (HttpAnswer){.status = status, .fields = plain_text_fields, .field_count = status == 503 ? 2 : 1};
}

/* ---- answers ---- */

/* The last byte of the answer has been handed over. */
static void answer_is_done(Exchange *exchange)
{
    HttpConnection *connection = exchange->connection;
    exchange->answer = ANSWER_DONE;
    log_exchange(exchange, false);
    if (exchange->is_body_complete || !exchange->is_keep_alive)
        connection->is_exchange_over = true;
    else
        exchange->is_discarding = true;
    if (!connection->is_processing)
        connection_make_pending(connection);
}

static bool may_answer(const Exchange *exchange)
{
    return exchange->connection && !exchange->is_gone && exchange->answer == ANSWER_NONE;
}

static bool respond(Exchange *exchange, const HttpAnswer *answer, const void *content, size_t length)
{
    if (!build_head(exchange, answer, (int64_t)length))
        return false;
    size_t sent = exchange->is_answer_silent ? 0 : length;
    struct iovec slices[2] = {{scratch, scratch_length}, {(void *)(uintptr_t)content, sent}};
    int count = sent ? 2 : 1;
    if (sent && sent <= COPY_BYTES_MAX && scratch_reserve(sent)) {
        scratch_put(content, sent);
        slices[0] = (struct iovec){scratch, scratch_length};
        count = 1;
    }
    exchange->answer_bytes = sent;
    connection_send(exchange->connection, slices, count);
    answer_is_done(exchange);
    return true;
}

bool http_respond_status(HttpRequest *request, int status)
{
    Exchange *exchange = (Exchange *)request;
    if (!may_answer(exchange))
        return false;
    HttpAnswer answer = own_answer(status);
    char text[64];
    HttpSlice reason = http_reason(status);
    int length = snprintf(text, sizeof text, "%.*s\n", (int)reason.length, reason.data);
    return respond(exchange, &answer, text, (size_t)length);
}

bool http_respond(HttpRequest *request, const HttpAnswer *answer, const void *content, size_t length)
{
    Exchange *exchange = (Exchange *)request;
    if (!may_answer(exchange))
        return false;
    return respond(exchange, answer, content, length) || http_respond_status(request, 500);
}

bool http_respond_start(HttpRequest *request, const HttpAnswer *answer, int64_t content_length)
{
    Exchange *exchange = (Exchange *)request;
    if (!may_answer(exchange))
        return false;
    if (!build_head(exchange, answer, content_length))
        return http_respond_status(request, 500);
    exchange->answer = ANSWER_STREAMING;
    struct iovec slice = {scratch, scratch_length};
    return send_slices(exchange->connection, &slice, 1, true); /* the first piece is likely to follow at once */
}

/* Cuts what exceeds a declared length. */
static size_t sendable_length(Exchange *exchange, size_t length)
{
    if (exchange->answer_left < 0)
        return length;
    if (length > (uint64_t)exchange->answer_left)
        length = (size_t)exchange->answer_left;
    exchange->answer_left -= (int64_t)length;
    return length;
}

static bool send_piece(Exchange *exchange, const void *data, size_t length)
{
    struct iovec slices[3];
    int count = 0;
    char size_line[20];
    if (exchange->is_answer_chunked) {
        int size_length = snprintf(size_line, sizeof size_line, "%zx\r\n", length);
        slices[count++] = (struct iovec){size_line, (size_t)size_length};
    }
    slices[count++] = (struct iovec){(void *)(uintptr_t)data, length};
    if (exchange->is_answer_chunked)
        slices[count++] = (struct iovec){(void *)(uintptr_t)"\r\n", 2};
    exchange->answer_bytes += length;
    return send_slices(exchange->connection, slices, count, false);
}

HttpWriteState http_respond_write(HttpRequest *request, const void *data, size_t length)
{
    Exchange *exchange = (Exchange *)request;
    HttpConnection *connection = exchange->connection;
    if (!connection || exchange->is_gone || exchange->answer != ANSWER_STREAMING)
        return HTTP_WRITE_GONE;
    length = sendable_length(exchange, length);
    if (length && !exchange->is_answer_silent && !send_piece(exchange, data, length))
        return HTTP_WRITE_GONE;
    size_t queued = io_stream_queued(connection->stream);
    if (limits.response_bytes && queued > limits.response_bytes) {
        send_failed(connection);
        return HTTP_WRITE_GONE;
    }
    exchange->is_drain_awaited = queued > QUEUE_HIGH_BYTES;
    return exchange->is_drain_awaited ? HTTP_WRITE_FULL : HTTP_WRITE_OK;
}

void http_respond_abort(HttpRequest *request)
{
    Exchange *exchange = (Exchange *)request;
    HttpConnection *connection = exchange->connection;
    if (!connection || exchange->is_gone || exchange->answer == ANSWER_DONE)
        return;
    connection_flush(connection);
    exchange->is_gone = true;
    log_exchange(exchange, true);
    send_failed(connection);
}

bool http_respond_end(HttpRequest *request)
{
    Exchange *exchange = (Exchange *)request;
    if (!exchange->connection || exchange->is_gone || exchange->answer != ANSWER_STREAMING)
        return false;
    if (exchange->answer_left > 0 && !exchange->is_answer_silent) { /* less than was declared */
        http_respond_abort(request);
        return false;
    }
    struct iovec last = {(void *)(uintptr_t)"0\r\n\r\n", 5};
    bool ok = true;
    if (exchange->is_answer_chunked && !exchange->is_answer_silent)
        ok = connection_send(exchange->connection, &last, 1);
    answer_is_done(exchange);
    return ok;
}

void http_release(HttpRequest *request)
{
    Exchange *exchange = (Exchange *)request;
    if (exchange->connection && exchange->answer == ANSWER_NONE)
        http_respond_status(request, 500);
    else if (exchange->connection && exchange->answer == ANSWER_STREAMING)
        http_respond_abort(request);
    exchange->is_released = true;
    if (!exchange->connection)
        exchange_free(exchange);
}

void answer_refusal(HttpConnection *connection, int status)
{
    Exchange *exchange = connection->exchange;
    HttpSlice reason = http_reason(status);
    HttpSlice date = date_line();
    char text[512];
    int length = snprintf(text, sizeof text,
                          "HTTP/1.1 %d %.*s\r\nContent-Type: text/plain; charset=utf-8\r\n%.*sContent-Length: %zu\r\n"
                          "%sConnection: close\r\n\r\n%.*s\n",
                          status, (int)reason.length, reason.data, (int)date.length, date.data, reason.length + 1,
                          status == 503 ? "Retry-After: 1\r\n" : "", (int)reason.length, reason.data);
    if (exchange && exchange->request.is_head)
        length -= (int)reason.length + 1;
    if (exchange)
        exchange->status = status;
    else
        metrics_refused(status);
    struct iovec slice = {text, (size_t)length};
    send_slices(connection, &slice, 1, false);
}

void answer_continue(Exchange *exchange)
{
    struct iovec slice = {(void *)(uintptr_t)"HTTP/1.1 100 Continue\r\n\r\n", 25};
    if (exchange->connection)
        send_slices(exchange->connection, &slice, 1, false);
}
