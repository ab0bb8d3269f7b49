/* http.h - HTTP/1.1 requests and answers, for the layer that knows JavaScript.
   Invariant: a request handed to on_request lives until http_release, whatever happens to its connection; after on_gone
   nothing can be sent for it any more.  All of this runs on the worker's one thread; the calls may come from a fiber or
   from the scheduler's stack, the callbacks come on the scheduler's stack.

   Life of a request:
       on_request(request)                  its header section has been read and checked
       http_body_pull / http_body_whole     as wanted; after HTTP_BODY_WAIT, on_body says when to ask again
       http_respond, or http_respond_start, http_respond_write..., http_respond_end
       http_release(request)                exactly once; without an answer it sends 500 */
#ifndef SINEW_HTTP_HTTP_H
#define SINEW_HTTP_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct HttpConnection HttpConnection;
typedef struct HttpRequest HttpRequest;

typedef struct {
    const char *data; /* not terminated */
    size_t length;
} HttpSlice;

typedef struct {
    HttpSlice name;  /* as sent; compare without regard to case */
    HttpSlice value; /* without the white space around it; may hold octets above 0x7f (RFC 9110, 5.5) */
} HttpField;

/* Why a request can no longer be answered. */
typedef enum {
    HTTP_GONE_DISCONNECTED, /* the client went away, or took no byte of the answer for too long */
    HTTP_GONE_REFUSED,      /* its content was malformed, too large or too slow; the server has answered that itself */
    HTTP_GONE_SHUTDOWN      /* the grace time of a stop is over */
} HttpGone;

/* What upper layers may read of a request. The slices live as long as the request. */
struct HttpRequest {
    HttpSlice method;        /* a token (RFC 9110, 9.1); case matters */
    HttpSlice target;        /* path and query: begins with '/', or is "*" */
    HttpSlice host;          /* host[:port] of the target's absolute form, else of Host; empty in HTTP/1.0 without one */
    const HttpField *fields; /* in the order sent */
    uint32_t field_count;
    uint8_t minor_version;   /* of HTTP/1.x */
    bool is_head;            /* HEAD: content is computed and not sent */
    bool has_body;           /* Content-Length above 0, or chunked */
    int64_t content_length;  /* -1: chunked */
    uint64_t arrived_ns;     /* clock_now_ns when the header section was complete */
    void *user;              /* the upper layer's own */
};

/* The first field of that name (lower case), or NULL. */
const HttpField *http_find_field(const HttpRequest *request, const char *lower_name);

/* The client's address as text, "127.0.0.1". */
void http_peer(const HttpRequest *request, char *text, size_t size);

/* True once a header section was sent for it, or it is gone: an error can no longer be answered by a status. */
bool http_has_begun(const HttpRequest *request);
bool http_is_gone(const HttpRequest *request);

/* ---- content ---- */

typedef enum {
    HTTP_BODY_DATA, /* a chunk was returned */
    HTTP_BODY_WAIT, /* nothing now: on_body will be called */
    HTTP_BODY_END,  /* all of it has been returned */
    HTTP_BODY_GONE  /* it will never be complete; on_gone has been or will be called */
} HttpBodyState;

/* The next stretch of the content (RFC 9112, 6; transfer coding removed). The slice is valid until the next pull
   or the release of the request, also while more content arrives. While nobody pulls, the server stops reading from
   the client at 64 KB. The first call sends 100 Continue if the client waits for it (RFC 9110, 10.1.1). */
HttpBodyState http_body_pull(HttpRequest *request, HttpSlice *ret_chunk);

/* The whole content at once, up to limits.body_bytes: HTTP_BODY_END with the slice (valid until the release), or WAIT, or
   GONE. Not to be mixed with http_body_pull. */
HttpBodyState http_body_whole(HttpRequest *request, HttpSlice *ret_content);

/* ---- answers ---- */

typedef struct {
    int status;             /* 200..599 */
    HttpSlice reason;       /* empty: the usual phrase */
    const HttpField *fields;
    size_t field_count;
} HttpAnswer;

/* The server decides about framing itself: fields named Content-Length, Transfer-Encoding, Connection, Keep-Alive,
   Trailer and Upgrade are left out, except that Content-Length is kept in an answer without content to HEAD or with
   status 304, and "Connection: close" closes. Date is added when missing (RFC 9110, 6.6.1). A name that is not a token or
   a value with CR, LF or NUL is never sent: the answer becomes 500.
   All return false when the request is gone or already answered (nothing happens then). */

/* A complete answer, in one write. The content is copied as far as the kernel does not take it at once. */
bool http_respond(HttpRequest *request, const HttpAnswer *answer, const void *content, size_t length);

/* A complete answer of the server's own: the status and its phrase as text. */
bool http_respond_status(HttpRequest *request, int status);

/* An answer piece by piece; content_length -1: unknown, sent chunked (to HTTP/1.0 clients: up to the connection's end). */
bool http_respond_start(HttpRequest *request, const HttpAnswer *answer, int64_t content_length);

typedef enum {
    HTTP_WRITE_OK,
    HTTP_WRITE_FULL, /* taken too, but wait for on_drain before the next */
    HTTP_WRITE_GONE
} HttpWriteState;

/* Copies what it cannot send at once; more than limits.response_bytes waiting: the connection is closed (GONE). */
HttpWriteState http_respond_write(HttpRequest *request, const void *data, size_t length);
bool http_respond_end(HttpRequest *request);

/* Breaks an answer off, visibly for the client: the connection is closed without a clean end. */
void http_respond_abort(HttpRequest *request);

/* Gives the request back. What was not answered gets 500; what was not ended is aborted; a content that was not read is
   skipped, or the connection closed if it is long. */
void http_release(HttpRequest *request);

/* ---- the server ---- */

typedef struct {
    void (*on_request)(HttpRequest *request); /* must not be NULL */
    void (*on_body)(HttpRequest *request);    /* after HTTP_BODY_WAIT; may be NULL if never pulled */
    void (*on_drain)(HttpRequest *request);   /* after HTTP_WRITE_FULL; may be NULL if never streamed */
    void (*on_gone)(HttpRequest *request, HttpGone reason); /* still to be released; may be NULL */
} HttpHandlers;

/* Serves the connections of the listening descriptor in this worker. After io_start. */
bool http_server_start(int listening_descriptor, const HttpHandlers *handlers);

/* Accepts no more connections, closes idle ones, lets requests under way finish (RFC 9112, 9.6: answers carry
   "Connection: close"), and stops the loop when none is left or grace_ms are over. */
void http_server_drain(uint32_t grace_ms);

#endif
