/* stream.h - accepted TCP connections, and the socket that they come from.
   Invariant: after io_stream_close the owner hears on_closed once and nothing else; the stream is gone then. */
#ifndef SINEW_IO_STREAM_H
#define SINEW_IO_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

typedef struct IoStream IoStream;

typedef struct {
    /* Bytes came in; they lie in a buffer of the loop's that is valid during the call only. */
    void (*on_data)(void *owner, char *data, size_t length);
    /* The peer sends no more. */
    void (*on_end)(void *owner);
    /* The connection broke (reset, time-out): close the stream. */
    void (*on_error)(void *owner);
    /* What was queued has been taken by the kernel. */
    void (*on_drain)(void *owner);
    void (*on_closed)(void *owner);
} IoStreamHandlers;

/* Whom the stream's events concern. Call before anything else. */
void io_stream_own(IoStream *stream, const IoStreamHandlers *handlers, void *owner);

void io_stream_read_start(IoStream *stream);
void io_stream_read_stop(IoStream *stream);

/* Sends the slices (RFC 9293): at once as far as the kernel takes them; the rest is copied and queued. Returns false when
   the connection is broken or memory is out; the caller then closes the stream. */
bool io_stream_write(IoStream *stream, const struct iovec *slices, int count);

/* Bytes that the kernel has not taken yet. */
size_t io_stream_queued(const IoStream *stream);

/* Sends FIN once the queue is empty. Reading goes on. */
void io_stream_shutdown(IoStream *stream);

/* Closes at once; what is queued is lost. No effect when closing already. */
void io_stream_close(IoStream *stream);

/* The peer's address as text. */
void io_stream_peer(const IoStream *stream, char *text, size_t size);

/* Opens a listening socket (host: an address or a name; port 0: any). Returns the descriptor and the port it got, or -1
   and a message in `ret_message`, a buffer of at least 256 bytes. */
int io_listen_open(const char *host, uint16_t port, uint16_t *ret_port, char *ret_message);

/* Accepts from the descriptor, which may be shared with other workers, and calls on_connection for each stream.
   may_accept is asked first; while it says no, the descriptor is left to the others. */
bool io_listen_start(int descriptor, void (*on_connection)(IoStream *stream), bool (*may_accept)(void));

/* Accepts no more, and closes this process's descriptor. */
void io_listen_stop(void);

/* Open streams of this process. */
size_t io_stream_count(void);

#endif
