/* metrics_answer.c - who asks for figures: on the metrics port, or on a path of the main port.
   Invariant: the metrics port alone tells about single requests (/agents); it listens on the loopback address. Its reader is
   the supervisor as a rule, so a worker that hangs is no obstacle; it waits for nobody for long. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "http/metrics.h"
#include "http/program.h"
#include "http/syntax.h"
#include "io/supervisor.h"
#include "sched/agent.h"

enum { PATIENCE_US = 250000, REQUEST_BYTES = 4096 };

#define METRICS_TYPE "text/plain; version=0.0.4; charset=utf-8"

/* ---- the main port */

bool metrics_are_asked(const HttpRequest *request)
{
    const char *path = http_options.metrics_path;
    if (!path || !(request->is_head || http_slice_is(request->method, "get")))
        return false;
    const char *query = memchr(request->target.data, '?', request->target.length);
    size_t length = query ? (size_t)(query - request->target.data) : request->target.length;
    return length == strlen(path) && memcmp(request->target.data, path, length) == 0;
}

void metrics_respond(HttpRequest *request)
{
    static const HttpField type = {HTTP_SLICE("Content-Type"), HTTP_SLICE(METRICS_TYPE)};
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out)
        metrics_write(out);
    if (out && fclose(out) == 0)
        http_respond(request, &(HttpAnswer){.status = 200, .fields = &type, .field_count = 1}, text, length);
    free(text);
    http_release(request);
}

/* ---- the metrics port */

/* Reads the request's head as far as it comes in time; terminates it. */
static void read_request(int descriptor, char *buffer)
{
    struct timeval patience = {.tv_usec = PATIENCE_US};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    size_t length = 0;
    buffer[0] = '\0';
    while (length < REQUEST_BYTES - 1 && !strstr(buffer, "\r\n\r\n")) {
        ssize_t got = recv(descriptor, buffer + length, REQUEST_BYTES - 1 - length, 0);
        if (got <= 0)
            break;
        length += (size_t)got;
        buffer[length] = '\0';
    }
}

static void send_answer(int descriptor, const char *status, const char *type, const char *text, size_t length)
{
    char head[256];
    int head_length = snprintf(head, sizeof head,
                               "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n",
                               status, type, length);
    if (send(descriptor, head, (size_t)head_length, MSG_NOSIGNAL | MSG_MORE) == head_length) {
        ssize_t sent = send(descriptor, text, length, MSG_NOSIGNAL);
        (void)sent;
    }
    shutdown(descriptor, SHUT_WR);
}

static bool wants_json(const char *request)
{
    const char *field = strcasestr(request, "\r\naccept:");
    const char *json = field ? strcasestr(field, "application/json") : NULL;
    return json && json < field + 2 + strcspn(field + 2, "\r");
}

typedef struct {
    FILE *out;
    bool has_agents;
} AgentsAnswer;

static void put_agents_text(pid_t worker, const char *text, size_t length, void *context)
{
    AgentsAnswer *answer = context;
    if (text)
        fwrite(text, 1, length, answer->out);
    else
        fprintf(answer->out, "sinew: worker %d does not answer\n", (int)worker);
}

/* A worker that does not answer is an object of its own. */
static void put_agents_json(pid_t worker, const char *text, size_t length, void *context)
{
    AgentsAnswer *answer = context;
    if (text && length == 0)
        return;
    fprintf(answer->out, "%s\n", answer->has_agents ? "," : "");
    answer->has_agents = true;
    if (text)
        fwrite(text, 1, length, answer->out);
    else
        fprintf(answer->out, "{\"worker\":%d,\"state\":\"silent\"}", (int)worker);
}

static void write_agents(FILE *out, bool is_json)
{
    AgentsAnswer answer = {out, false};
    if (is_json)
        fprintf(out, "[");
    supervisor_ask(is_json ? 'j' : 't', is_json ? put_agents_json : put_agents_text, &answer);
    if (is_json)
        fprintf(out, "]\n");
}

void metrics_answer_question(char question, FILE *stream)
{
    agents_list(stream, question == 'j' ? AGENTS_AS_JSON : AGENTS_AS_TEXT);
}

static void route(int descriptor, const char *request)
{
    char *text = NULL;
    size_t length = 0;
    bool is_agents = strncmp(request, "GET /agents ", 12) == 0;
    bool is_json = is_agents && wants_json(request);
    if (!is_agents && strncmp(request, "GET /metrics ", 13) != 0) {
        static const char paths[] = "GET /metrics\nGET /agents\n";
        send_answer(descriptor, "404 Not Found", "text/plain", paths, sizeof paths - 1);
        return;
    }
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return;
    if (is_agents)
        write_agents(out, is_json);
    else
        metrics_write(out);
    const char *plain = is_agents ? "text/plain; charset=utf-8" : METRICS_TYPE;
    if (fclose(out) == 0)
        send_answer(descriptor, "200 OK", is_json ? "application/json" : plain, text, length);
    free(text);
}

void metrics_accept(int listening)
{
    int descriptor = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    if (descriptor < 0)
        return;
    char request[REQUEST_BYTES];
    read_request(descriptor, request);
    if (*request)
        route(descriptor, request);
    close(descriptor);
}
