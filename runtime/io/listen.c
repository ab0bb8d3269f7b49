/* listen.c - the listening socket, which workers share.
   Invariant: an accepted descriptor becomes a stream or is closed; a worker takes at most ACCEPT_BATCH connections for
   one wake-up, so that the others get theirs. */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "io/loop_private.h"
#include "io/stream.h"

enum { BACKLOG = 4096, ACCEPT_BATCH = 8, REFUSAL_PAUSE_MS = 1, MESSAGE_BYTES = 256 };

IoStream *io_stream_adopt(int descriptor);

static int listening = -1;
static uv_poll_t listen_poll;
static uv_timer_t pause_timer;
static void (*connection_handler)(IoStream *);
static bool (*accept_question)(void);

static int bind_and_listen(const struct addrinfo *address)
{
    int descriptor = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return -1;
    int on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(descriptor, address->ai_addr, address->ai_addrlen) == 0 && listen(descriptor, BACKLOG) == 0)
        return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

static uint16_t port_of(int descriptor)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0)
        return 0;
    if (address.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

int io_listen_open(const char *host, uint16_t port, uint16_t *ret_port, char *ret_message)
{
    char port_text[8];
    snprintf(port_text, sizeof port_text, "%u", port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *addresses;
    int error = getaddrinfo(host, port_text, &hints, &addresses);
    if (error) {
        snprintf(ret_message, MESSAGE_BYTES, "cannot resolve %.150s: %s", host, gai_strerror(error));
        return -1;
    }
    int descriptor = bind_and_listen(addresses);
    if (descriptor < 0 && errno == EADDRINUSE)
        snprintf(ret_message, MESSAGE_BYTES, "port %u is already in use (on %.150s); choose another with --port", port, host);
    else if (descriptor < 0)
        snprintf(ret_message, MESSAGE_BYTES, "cannot listen on %.150s port %u: %s", host, port, strerror(errno));
    else
        *ret_port = port_of(descriptor);
    freeaddrinfo(addresses);
    return descriptor;
}

static void on_ready(uv_poll_t *poll, int status, int events);

static void on_pause_over(uv_timer_t *timer)
{
    (void)timer;
    if (listening >= 0)
        uv_poll_start(&listen_poll, UV_READABLE, on_ready);
}

/* The socket stays readable while nobody accepts: look away for a moment rather than spin. */
static void pause_accepting(void)
{
    uv_poll_stop(&listen_poll);
    uv_timer_start(&pause_timer, on_pause_over, REFUSAL_PAUSE_MS, 0);
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
    (void)poll, (void)status, (void)events;
    for (int i = 0; i < ACCEPT_BATCH && listening >= 0; i++) {
        if (!accept_question()) {
            pause_accepting();
            return;
        }
        int descriptor = accept4(listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
                pause_accepting();
            return;
        }
        IoStream *stream = io_stream_adopt(descriptor);
        if (stream)
            connection_handler(stream);
        else
            close(descriptor);
    }
}

bool io_listen_start(int descriptor, void (*on_connection)(IoStream *stream), bool (*may_accept)(void))
{
    listening = descriptor;
    connection_handler = on_connection;
    accept_question = may_accept;
    return uv_timer_init(&io_loop, &pause_timer) == 0 && uv_poll_init(&io_loop, &listen_poll, descriptor) == 0 &&
           uv_poll_start(&listen_poll, UV_READABLE, on_ready) == 0;
}

void io_listen_stop(void)
{
    if (listening < 0)
        return;
    uv_poll_stop(&listen_poll);
    uv_timer_stop(&pause_timer);
    close(listening);
    listening = -1;
}
