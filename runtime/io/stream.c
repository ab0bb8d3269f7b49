/* stream.c - TCP streams over libuv.
   Invariant: all reads land in one buffer of the process, because on_data copies what it keeps: an idle connection holds
   no buffer at all. */
#include "io/stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "io/loop_private.h"

enum { READ_BUFFER_BYTES = 64 * 1024, POOL_MAX = 1024 };

struct IoStream {
    uv_tcp_t tcp; /* first: libuv's handle is the stream */
    int descriptor;
    const IoStreamHandlers *handlers;
    void *owner;
    size_t queued;
    bool is_closing;
    bool is_shutting_down;
    uv_shutdown_t shutdown;
    IoStream *next_free;
};

typedef struct {
    uv_write_t request; /* first: the request is the write */
    IoStream *stream;
    size_t length;
    char bytes[];
} QueuedWrite;

static char read_buffer[READ_BUFFER_BYTES];
static IoStream *free_streams;
static size_t free_count;
static size_t open_count;

IoStream *io_stream_adopt(int descriptor)
{
    IoStream *stream = free_streams;
    if (stream) {
        free_streams = stream->next_free;
        free_count--;
    } else {
        stream = malloc(sizeof *stream);
    }
    if (!stream)
        return NULL;
    memset(stream, 0, sizeof *stream);
    if (uv_tcp_init(&io_loop, &stream->tcp) != 0 || uv_tcp_open(&stream->tcp, descriptor) != 0) {
        free(stream);
        return NULL;
    }
    stream->descriptor = descriptor;
    uv_tcp_nodelay(&stream->tcp, 1);
    open_count++;
    return stream;
}

void io_stream_own(IoStream *stream, const IoStreamHandlers *handlers, void *owner)
{
    stream->handlers = handlers;
    stream->owner = owner;
}

static void on_alloc(uv_handle_t *handle, size_t wanted, uv_buf_t *ret_buffer)
{
    (void)handle, (void)wanted;
    *ret_buffer = uv_buf_init(read_buffer, sizeof read_buffer);
}

static void on_read(uv_stream_t *handle, ssize_t length, const uv_buf_t *buffer)
{
    IoStream *stream = (IoStream *)handle;
    if (length > 0)
        stream->handlers->on_data(stream->owner, buffer->base, (size_t)length);
    else if (length == UV_EOF)
        stream->handlers->on_end(stream->owner);
    else if (length < 0)
        stream->handlers->on_error(stream->owner);
}

void io_stream_read_start(IoStream *stream)
{
    if (!stream->is_closing)
        uv_read_start((uv_stream_t *)&stream->tcp, on_alloc, on_read);
}

void io_stream_read_stop(IoStream *stream)
{
    if (!stream->is_closing)
        uv_read_stop((uv_stream_t *)&stream->tcp);
}

static void on_written(uv_write_t *request, int status)
{
    QueuedWrite *write = (QueuedWrite *)request;
    IoStream *stream = write->stream;
    stream->queued -= write->length;
    free(write);
    if (stream->is_closing)
        return;
    if (status < 0)
        stream->handlers->on_error(stream->owner);
    else if (stream->queued == 0)
        stream->handlers->on_drain(stream->owner);
}

/* Copies what lies past the first `skip` bytes of the slices and hands it to libuv. */
static bool queue_rest(IoStream *stream, const struct iovec *slices, int count, size_t skip, size_t total)
{
    QueuedWrite *write = malloc(sizeof *write + total - skip);
    if (!write)
        return false;
    write->stream = stream;
    write->length = 0;
    for (int i = 0; i < count; i++) {
        size_t skipped = skip < slices[i].iov_len ? skip : slices[i].iov_len;
        size_t length = slices[i].iov_len - skipped;
        memcpy(write->bytes + write->length, (char *)slices[i].iov_base + skipped, length);
        write->length += length;
        skip -= skipped;
    }
    uv_buf_t buffer = uv_buf_init(write->bytes, (unsigned)write->length);
    if (uv_write(&write->request, (uv_stream_t *)&stream->tcp, &buffer, 1, on_written) != 0) {
        free(write);
        return false;
    }
    stream->queued += write->length;
    return true;
}

/* What the kernel takes at once: 0 when nothing, -1 when the connection is broken. Past libuv, whose queue is empty. */
static ssize_t send_now(IoStream *stream, const struct iovec *slices, int count)
{
    struct msghdr message = {.msg_iov = (struct iovec *)(uintptr_t)slices, .msg_iovlen = (size_t)count};
    ssize_t sent;
    do {
        if (count == 1)
            sent = send(stream->descriptor, slices[0].iov_base, slices[0].iov_len, MSG_NOSIGNAL | MSG_DONTWAIT);
        else
            sent = sendmsg(stream->descriptor, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS))
        return 0;
    return sent;
}

bool io_stream_write(IoStream *stream, const struct iovec *slices, int count)
{
    if (stream->is_closing || stream->is_shutting_down)
        return false;
    size_t total = 0;
    for (int i = 0; i < count; i++)
        total += slices[i].iov_len;
    if (total == 0)
        return true;
    ssize_t written = stream->queued == 0 ? send_now(stream, slices, count) : 0;
    if (written < 0)
        return false;
    return (size_t)written == total || queue_rest(stream, slices, count, (size_t)written, total);
}

size_t io_stream_queued(const IoStream *stream)
{
    return stream->queued;
}

static void on_shutdown(uv_shutdown_t *request, int status)
{
    (void)request, (void)status;
}

void io_stream_shutdown(IoStream *stream)
{
    if (stream->is_closing || stream->is_shutting_down)
        return;
    stream->is_shutting_down = true;
    uv_shutdown(&stream->shutdown, (uv_stream_t *)&stream->tcp, on_shutdown);
}

static void on_close(uv_handle_t *handle)
{
    IoStream *stream = (IoStream *)handle;
    const IoStreamHandlers *handlers = stream->handlers;
    void *owner = stream->owner;
    open_count--;
    if (free_count < POOL_MAX) {
        stream->next_free = free_streams;
        free_streams = stream;
        free_count++;
    } else {
        free(stream);
    }
    if (handlers)
        handlers->on_closed(owner);
}

void io_stream_close(IoStream *stream)
{
    if (stream->is_closing)
        return;
    stream->is_closing = true;
    uv_close((uv_handle_t *)&stream->tcp, on_close);
}

void io_stream_peer(const IoStream *stream, char *text, size_t size)
{
    struct sockaddr_storage address;
    int length = sizeof address;
    snprintf(text, size, "-");
    if (uv_tcp_getpeername(&stream->tcp, (struct sockaddr *)&address, &length) != 0)
        return;
    if (address.ss_family == AF_INET)
        uv_ip4_name((struct sockaddr_in *)&address, text, size);
    else if (address.ss_family == AF_INET6)
        uv_ip6_name((struct sockaddr_in6 *)&address, text, size);
}

size_t io_stream_count(void)
{
    return open_count;
}
