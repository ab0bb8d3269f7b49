/* connection.h - a connection and the exchange (request and answer) under way on it; shared by the files of this
   directory, not by the layers above, which see HttpRequest alone.
   Invariant: a connection has at most one exchange; the next pipelined request is looked at when the answer is complete
   and the content is read, so answers go out in order. */
#ifndef SINEW_HTTP_CONNECTION_H
#define SINEW_HTTP_CONNECTION_H

#include "http/chunked.h"
#include "http/head.h"
#include "http/http.h"
#include "io/stream.h"

typedef struct Exchange Exchange;

enum {
    HEAD_INLINE_BYTES = 1024,
    FIELDS_INLINE = 24,
    BODY_HIGH_BYTES = 64 * 1024,    /* content that waits for a handler that pulls; then reading stops */
    QUEUE_HIGH_BYTES = 64 * 1024,   /* output that waits for the client; then handlers are told, and no request is begun */
    INPUT_HIGH_BYTES = 64 * 1024,   /* pipelined input that waits for the exchange; then reading stops */
    DISCARD_BYTES_MAX = 256 * 1024, /* content that is skipped after an answer, to keep the connection */
    BATCH_BYTES = 32 * 1024
};

typedef enum {
    ANSWER_NONE,
    ANSWER_STREAMING,
    ANSWER_DONE
} AnswerState;

struct Exchange {
    HttpRequest request;        /* first: upper layers hold this */
    HttpConnection *connection; /* NULL: gone, or over */
    Exchange *next_free;
    char *head;                 /* head_inline or allocated */
    HttpField *fields;          /* fields_inline or allocated */
    bool is_keep_alive;
    bool is_chunked;
    bool expects_continue;      /* and has not been told to */
    bool is_too_large;          /* Content-Length past the limit: refused when the handler asks for content */
    bool is_body_complete;
    bool is_discarding;         /* the rest of the content interests nobody */
    bool is_body_awaited;       /* HTTP_BODY_WAIT was returned */
    bool is_drain_awaited;      /* HTTP_WRITE_FULL was returned */
    bool wants_whole;
    bool is_released;
    bool is_gone;               /* on_gone was or need not be called */
    AnswerState answer;
    bool is_answer_chunked;
    bool is_answer_silent;      /* HEAD, 204, 304: no content goes out */
    bool is_answer_close_delimited;
    int64_t answer_left;        /* of a declared length; -1: none declared */
    int status;
    uint64_t answer_bytes;      /* of content, for the log */
    uint64_t body_left;         /* Content-Length not yet read */
    uint64_t body_read;
    uint64_t body_discarded;
    ChunkDecoder chunks;
    char *body;                 /* body[body_start..body_end) waits for the handler */
    size_t body_start;
    size_t body_end;
    size_t body_capacity;
    char *pulled;               /* what the last pull gave: content that arrives meanwhile does not overwrite it */
    size_t pulled_capacity;
    HttpField fields_inline[FIELDS_INLINE];
    char head_inline[HEAD_INLINE_BYTES];
};

typedef enum {
    READING_HEAD,
    READING_BODY,
    LINGERING /* FIN sent or about to be; input is thrown away until the client closes (RFC 9112, 9.6) */
} ConnectionState;

typedef enum {
    TIMEOUT_NONE,
    TIMEOUT_IDLE,
    TIMEOUT_HEAD,
    TIMEOUT_BODY,
    TIMEOUT_WRITE,
    TIMEOUT_LINGER,
    TIMEOUT_COUNT
} TimeoutKind;

struct HttpConnection {
    IoStream *stream;
    Exchange *exchange;
    ConnectionState state;
    HeadScan scan;
    char *input;               /* input[input_start..input_end) is unread; NULL when there is none */
    size_t input_start;
    size_t input_end;
    size_t input_capacity;
    char *batch;               /* answers of pipelined requests that go out together */
    size_t batch_length;
    bool has_more_input;       /* bytes past the current request are here already */
    bool has_ended;            /* the client sends no more */
    bool is_paused;            /* reading stopped */
    bool is_processing;        /* process_input is on the stack */
    bool is_broken;            /* a write failed */
    bool is_closing;
    bool is_pending;           /* in the pending list */
    bool has_served;           /* a request, the first of which may be on its way when a server stops accepting */
    bool is_exchange_over;     /* answered and read: to be finished */
    uint8_t blank_lines;       /* before a request line */
    size_t lingered_bytes;
    bool is_dirty;             /* in the dirty list */
    HttpConnection *pending_next;
    HttpConnection *dirty_next;
    TimeoutKind timeout;
    uint64_t deadline_ms;
    size_t queued_at_deadline;
    HttpConnection *timeout_next;
    HttpConnection *timeout_prev;
    HttpConnection *all_next;
    HttpConnection *all_prev;
};

extern HttpHandlers http_handlers;
extern bool http_is_draining;

/* connection.c */
void connection_open(IoStream *stream);
void connection_close(HttpConnection *connection, HttpGone reason);
void connection_end_gracefully(HttpConnection *connection);
void connection_refuse(HttpConnection *connection, int status);
void connection_expired(HttpConnection *connection, TimeoutKind kind);
/* Puts the connection onto the list that connections_settle works off: from the scheduler, between agents. */
void connection_make_pending(HttpConnection *connection);
void connections_settle(void);
/* Puts the connection onto the list of those whose batch goes out before the next look at the kernel. */
void connection_make_dirty(HttpConnection *connection);
void connections_flush(void);
HttpConnection *connection_first(void);
void connection_resume_body(HttpConnection *connection);

/* exchange.c */
Exchange *exchange_new(HttpSlice head, uint32_t lines);
void exchange_free(Exchange *exchange);
bool exchange_store_body(Exchange *exchange, HttpSlice data);

/* answer.c */
/* Sends bytes, or batches them while more pipelined requests are at hand. Returns false when broken. */
bool connection_send(HttpConnection *connection, const struct iovec *slices, int count);
bool connection_flush(HttpConnection *connection);
/* The server's own answer without an exchange: then it closes. */
void answer_refusal(HttpConnection *connection, int status);
void answer_continue(Exchange *exchange);

/* timeout.c */
void timeout_rearm(HttpConnection *connection);
void timeout_disarm(HttpConnection *connection);
void timeouts_expire(void);

#endif
