/* The least that answering HTTP over keep-alive costs on a machine: one recv and one send a request, the same bytes for
 * everything that arrives, nothing parsed, nothing run. What a server takes beyond this is its own; the rest is the kernel's.
 *
 *   floor PORT [supervised]
 *
 * A measure beside servers in bench/http.mjs, no server: it takes each piece that arrives for one request. "supervised": by a
 * child of a process that listens and waits, which bench/startup.mjs measures: the least that the start of such a server costs. */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EVENTS_MAX = 256, BACKLOG = 512 };

static const char answer[] =
    "HTTP/1.1 200 OK\r\ncontent-type: text/plain;charset=UTF-8\r\ndate: Tue, 01 Dec 2026 12:00:00 GMT\r\ncontent-length: 13\r\n\r\n"
    "Hello, world\n";

static void watch(int epoll, int fd) {
    struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

static int listen_on(int port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), on = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, BACKLOG) != 0) {
        perror("floor: listen");
        exit(1);
    }
    return fd;
}

static void accept_one(int epoll, int listener) {
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK), on = 1;
    if (fd < 0) return;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    watch(epoll, fd);
}

static void answer_one(int fd) {
    static char request[65536];
    if (recv(fd, request, sizeof request, 0) <= 0 || send(fd, answer, sizeof answer - 1, MSG_NOSIGNAL) < 0) close(fd);
}

int main(int argc, char **argv) {
    int is_supervised = argc == 3 && !strcmp(argv[2], "supervised");
    if (argc != 2 + is_supervised) {
        fprintf(stderr, "usage: floor PORT [supervised]\n");
        return 2;
    }
    int listener = listen_on(atoi(argv[1]));
    if (is_supervised && fork() != 0) return wait(NULL) < 0;
    if (is_supervised) prctl(PR_SET_PDEATHSIG, SIGKILL);
    int epoll = epoll_create1(0);
    watch(epoll, listener);
    for (;;) {
        struct epoll_event events[EVENTS_MAX];
        int count = epoll_wait(epoll, events, EVENTS_MAX, -1);
        for (int i = 0; i < count; i++) {
            if (events[i].data.fd == listener) accept_one(epoll, listener);
            else answer_one(events[i].data.fd);
        }
    }
}
