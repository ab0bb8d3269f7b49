/* exchange.c - the memory of a request: its head, its fields, its content.
   Invariant: an exchange is freed when its handler released it and its connection let go of it, whichever is later; the
   slices of its request point into head, which never moves. */
#include <stdlib.h>
#include <string.h>

#include "http/connection.h"
#include "http/syntax.h"
#include "sched/clock.h"

enum { POOL_MAX = 2048, BODY_FIRST_BYTES = 4096, KNOWN_LENGTH_MAX = 1 << 20 };

static Exchange *free_exchanges;
static size_t free_count;

static Exchange *take_from_pool(void)
{
    Exchange *exchange = free_exchanges;
    if (!exchange)
        return malloc(sizeof *exchange);
    free_exchanges = exchange->next_free;
    free_count--;
    return exchange;
}

Exchange *exchange_new(HttpSlice head, uint32_t lines)
{
    Exchange *exchange = take_from_pool();
    if (!exchange)
        return NULL;
    memset(exchange, 0, offsetof(Exchange, fields_inline));
    exchange->head = head.length <= HEAD_INLINE_BYTES ? exchange->head_inline : malloc(head.length);
    exchange->fields = lines <= FIELDS_INLINE ? exchange->fields_inline : malloc(lines * sizeof(HttpField));
    if (!exchange->head || !exchange->fields) {
        exchange_free(exchange);
        return NULL;
    }
    memcpy(exchange->head, head.data, head.length);
    exchange->request.arrived_ns = clock_now_ns();
    return exchange;
}

void exchange_free(Exchange *exchange)
{
    if (exchange->head != exchange->head_inline)
        free(exchange->head);
    if (exchange->fields != exchange->fields_inline)
        free(exchange->fields);
    free(exchange->body);
    free(exchange->pulled);
    if (free_count >= POOL_MAX) {
        free(exchange);
        return;
    }
    exchange->next_free = free_exchanges;
    free_exchanges = exchange;
    free_count++;
}

static size_t wanted_capacity(const Exchange *exchange, size_t needed)
{
    size_t capacity = exchange->body_capacity ? exchange->body_capacity : BODY_FIRST_BYTES;
    while (capacity < needed)
        capacity *= 2;
    if (exchange->wants_whole && !exchange->is_chunked) {
        uint64_t known = (uint64_t)exchange->request.content_length;
        if (known < KNOWN_LENGTH_MAX && known > capacity)
            capacity = (size_t)known;
    }
    return capacity;
}

bool exchange_store_body(Exchange *exchange, HttpSlice data)
{
    if (exchange->body_start > 0) {
        memmove(exchange->body, exchange->body + exchange->body_start, exchange->body_end - exchange->body_start);
        exchange->body_end -= exchange->body_start;
        exchange->body_start = 0;
    }
    size_t needed = exchange->body_end + data.length;
    if (needed > exchange->body_capacity) {
        size_t capacity = wanted_capacity(exchange, needed);
        char *larger = realloc(exchange->body, capacity);
        if (!larger)
            return false;
        exchange->body = larger;
        exchange->body_capacity = capacity;
    }
    memcpy(exchange->body + exchange->body_end, data.data, data.length);
    exchange->body_end = needed;
    return true;
}

const HttpField *http_find_field(const HttpRequest *request, const char *lower_name)
{
    for (uint32_t i = 0; i < request->field_count; i++)
        if (http_slice_is(request->fields[i].name, lower_name))
            return &request->fields[i];
    return NULL;
}

void http_peer(const HttpRequest *request, char *text, size_t size)
{
    const Exchange *exchange = (const Exchange *)request;
    if (exchange->connection)
        io_stream_peer(exchange->connection->stream, text, size);
    else if (size > 1)
        memcpy(text, "-", 2);
}

bool http_is_gone(const HttpRequest *request)
{
    return ((const Exchange *)request)->is_gone;
}

bool http_has_begun(const HttpRequest *request)
{
    const Exchange *exchange = (const Exchange *)request;
    return exchange->is_gone || exchange->answer != ANSWER_NONE;
}

/* ---- content ---- */

/* The handler asks for content for the first time: the client may be waiting to be told to send it. */
static void ask_client(Exchange *exchange)
{
    if (!exchange->expects_continue || exchange->is_gone)
        return;
    exchange->expects_continue = false;
    if (exchange->body_read == 0 && !exchange->is_body_complete && exchange->answer == ANSWER_NONE)
        answer_continue(exchange);
}

static HttpBodyState wait_for_body(Exchange *exchange)
{
    exchange->is_body_awaited = true;
    if (!exchange->is_too_large)
        ask_client(exchange);
    if (exchange->connection && (exchange->connection->is_paused || exchange->is_too_large))
        connection_resume_body(exchange->connection);
    return HTTP_BODY_WAIT;
}

/* The two buffers change places: the handler has the one, the connection fills the other. */
static HttpSlice pull_stored(Exchange *exchange)
{
    char *data = exchange->body;
    size_t capacity = exchange->body_capacity;
    HttpSlice chunk = {data + exchange->body_start, exchange->body_end - exchange->body_start};
    exchange->body = exchange->pulled;
    exchange->body_capacity = exchange->pulled_capacity;
    exchange->pulled = data;
    exchange->pulled_capacity = capacity;
    exchange->body_start = exchange->body_end = 0;
    return chunk;
}

HttpBodyState http_body_pull(HttpRequest *request, HttpSlice *ret_chunk)
{
    Exchange *exchange = (Exchange *)request;
    if (exchange->body_end > exchange->body_start && !exchange->is_too_large) {
        *ret_chunk = pull_stored(exchange);
        if (exchange->connection && exchange->connection->is_paused)
            connection_resume_body(exchange->connection);
        return HTTP_BODY_DATA;
    }
    if (exchange->is_body_complete)
        return HTTP_BODY_END;
    if (exchange->is_gone || exchange->is_discarding)
        return HTTP_BODY_GONE;
    return wait_for_body(exchange);
}

HttpBodyState http_body_whole(HttpRequest *request, HttpSlice *ret_content)
{
    Exchange *exchange = (Exchange *)request;
    exchange->wants_whole = true;
    if (exchange->is_body_complete) {
        *ret_content = (HttpSlice){exchange->body ? exchange->body + exchange->body_start : "",
                                   exchange->body_end - exchange->body_start};
        return HTTP_BODY_END;
    }
    if (exchange->is_gone || exchange->is_discarding)
        return HTTP_BODY_GONE;
    return wait_for_body(exchange);
}
