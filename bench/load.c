/* An open-loop HTTP load generator: arrivals are fixed by a seed before anything is sent, and a latency counts from the
 * intended send time, so that a server that stalls cannot slow the load down and hide its stall.
 *
 *   load --port N --rate R --seconds S [--heavy SHARE] [--seed N] [--light PATH] [--heavy-path PATH] [--busy CPU]
 *
 * One thread, epoll, keep-alive connections as many as needed. With --busy it has that processor for itself and never sleeps;
 * else it sleeps until shortly before the next arrival is due. Prints one JSON object: latencies in milliseconds for light
 * and heavy requests, errors, and its own lateness (actual minus intended send time), which says how quiet the machine was. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS_MAX = 4096, BUFFER_BYTES = 65536, AWAKE_NS = 80000 };

typedef struct { uint64_t due; bool is_heavy; } Arrival;
typedef struct Connection {
    int fd;
    bool is_heavy, is_idle;
    uint64_t intended;
    char buffer[8192];
    size_t filled;
    long long body_left;      /* -1: header not complete */
    struct Connection *next_free;
} Connection;
typedef struct { double *values; size_t count, capacity; } Samples;

static int port, epoll;
static char light_request[1024], heavy_request[1024];
static Connection *free_connections;
static size_t open_count, in_flight, errors;
static Samples light, heavy, lateness;

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static double uniform(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static void add_sample(Samples *s, double value)
{
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? s->capacity * 2 : 4096;
        s->values = realloc(s->values, s->capacity * sizeof *s->values);
    }
    s->values[s->count++] = value;
}

static Connection *open_connection(void)
{
    if (open_count == CONNECTIONS_MAX)
        return NULL;
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address))
        return NULL;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    Connection *c = calloc(1, sizeof *c);
    c->fd = fd;
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = c };
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
    open_count++;
    return c;
}

static void make_idle(Connection *c)
{
    c->is_idle = true;
    c->next_free = free_connections;
    free_connections = c;
}

static void discard(Connection *c)
{
    close(c->fd);
    free(c);
    open_count--;
}

/* The server has closed a connection that it heard nothing on. */
static void forget_idle(Connection *c)
{
    Connection **link = &free_connections;
    while (*link != c)
        link = &(*link)->next_free;
    *link = c->next_free;
    discard(c);
}

static void send_request(const Arrival *a, uint64_t start)
{
    Connection *c = free_connections;
    if (c)
        free_connections = c->next_free;
    else
        c = open_connection();
    if (!c) {
        errors++;
        return;
    }
    c->is_idle = false;
    c->is_heavy = a->is_heavy;
    c->intended = start + a->due;
    c->filled = 0;
    c->body_left = -1;
    const char *text = a->is_heavy ? heavy_request : light_request;
    add_sample(&lateness, (double)(now() - c->intended) / 1e6);
    in_flight++;
    if (write(c->fd, text, strlen(text)) != (ssize_t)strlen(text))
        errors++;
}

static void finish(Connection *c, bool is_ok, bool is_reusable)
{
    in_flight--;
    if (is_ok)
        add_sample(c->is_heavy ? &heavy : &light, (double)(now() - c->intended) / 1e6);
    else
        errors++;
    if (is_reusable)
        make_idle(c);
    else
        discard(c);
}

/* The header section is complete: status and Content-Length. False when it is no good answer. */
static bool read_head(Connection *c, char *head_end)
{
    *head_end = 0;
    bool is_ok = !strncmp(c->buffer, "HTTP/1.1 200", 12);
    char *length = strcasestr(c->buffer, "\r\ncontent-length:");
    c->body_left = length ? atoll(length + 17) : 0;
    c->body_left -= (long long)(c->filled - (size_t)(head_end + 4 - c->buffer));
    return is_ok && length;
}

static void receive(Connection *c)
{
    static char sink[BUFFER_BYTES];
    if (c->is_idle)
        return forget_idle(c);
    for (;;) {
        bool in_head = c->body_left < 0;
        char *to = in_head ? c->buffer + c->filled : sink;
        size_t room = in_head ? sizeof c->buffer - 1 - c->filled : sizeof sink;
        ssize_t n = read(c->fd, to, room);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (n <= 0)
            return finish(c, false, false);
        if (!in_head) {
            c->body_left -= n;
        } else {
            c->filled += (size_t)n;
            c->buffer[c->filled] = 0;
            char *head_end = strstr(c->buffer, "\r\n\r\n");
            if (!head_end)
                continue;
            if (!read_head(c, head_end))
                return finish(c, false, false);
        }
        if (c->body_left <= 0)
            return finish(c, true, true);
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void print_samples(const char *name, Samples *s)
{
    qsort(s->values, s->count, sizeof *s->values, compare);
    printf("\"%s\":{\"count\":%zu", name, s->count);
    static const struct { const char *name; double share; } marks[] = { { "p50", .5 }, { "p90", .9 }, { "p99", .99 }, { "p999", .999 }, { "max", 1 } };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t at = (size_t)(marks[i].share * (double)s->count);
        printf(",\"%s\":%.4f", marks[i].name, s->count ? s->values[at < s->count ? at : s->count - 1] : 0);
    }
    printf("}");
}

static void pin(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set))
        perror("load: cannot pin to the processor");
}

/* Poisson arrivals, each heavy with the probability share. */
static Arrival *plan(size_t count, double rate, double share, uint64_t seed)
{
    Arrival *arrivals = calloc(count + 1, sizeof *arrivals);
    uint64_t state = seed * 2654435769u + 88172645463325252u;
    double at = 0;
    for (size_t i = 0; i < count; i++) {
        at += -log(1 - uniform(&state)) / rate * 1e9;
        arrivals[i] = (Arrival){ (uint64_t)at, uniform(&state) < share };
    }
    return arrivals;
}

/* Takes answers; waits for them until shortly before `until`, unless busy. */
static void take_answers(uint64_t until, bool is_busy)
{
    struct epoll_event events[64];
    uint64_t t = now();
    uint64_t wait = !is_busy && until > t + AWAKE_NS ? until - t - AWAKE_NS : 0;
    struct timespec timeout = { (time_t)(wait / 1000000000), (long)(wait % 1000000000) };
    int ready = epoll_pwait2(epoll, events, 64, &timeout, NULL);
    for (int i = 0; i < ready; i++)
        receive(events[i].data.ptr);
}

static void run(const Arrival *arrivals, size_t count, bool is_busy)
{
    enum { LAST_ANSWERS_NS = 1000000000 };
    uint64_t start = now() + 50000000;
    uint64_t end = start + (count ? arrivals[count - 1].due : 0) + 10ull * LAST_ANSWERS_NS;
    size_t next = 0;
    while ((next < count || in_flight) && now() < end) {
        while (next < count && start + arrivals[next].due <= now())
            send_request(&arrivals[next++], start);
        take_answers(next < count ? start + arrivals[next].due : now() + LAST_ANSWERS_NS / 10, is_busy);
    }
}

int main(int argc, char **argv)
{
    double rate = 100, seconds = 10, share = 0;
    uint64_t seed = 42;
    bool is_busy = false;
    const char *light_path = "/light", *heavy_path = "/heavy";
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *value = argv[i + 1];
        if (!strcmp(argv[i], "--port")) port = atoi(value);
        else if (!strcmp(argv[i], "--rate")) rate = atof(value);
        else if (!strcmp(argv[i], "--seconds")) seconds = atof(value);
        else if (!strcmp(argv[i], "--heavy")) share = atof(value);
        else if (!strcmp(argv[i], "--seed")) seed = strtoull(value, NULL, 10);
        else if (!strcmp(argv[i], "--light")) light_path = value;
        else if (!strcmp(argv[i], "--heavy-path")) heavy_path = value;
        else if (!strcmp(argv[i], "--busy")) is_busy = true, pin(atoi(value));
        else return fprintf(stderr, "load: unknown option %s\n", argv[i]), 2;
    }
    snprintf(light_request, sizeof light_request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", light_path);
    snprintf(heavy_request, sizeof heavy_request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", heavy_path);
    size_t count = (size_t)(rate * seconds);
    Arrival *arrivals = plan(count, rate, share, seed);
    epoll = epoll_create1(0);
    for (int i = 0; i < 32; i++) { /* opened before the clock starts */
        Connection *c = open_connection();
        if (!c)
            break;
        make_idle(c);
    }
    run(arrivals, count, is_busy);
    printf("{");
    print_samples("light", &light);
    printf(",");
    print_samples("heavy", &heavy);
    printf(",");
    print_samples("lateness", &lateness);
    printf(",\"errors\":%zu,\"unanswered\":%zu}\n", errors, in_flight);
    return 0;
}
