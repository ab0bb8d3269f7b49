/* log.c - one line a request, in the common log format with the duration appended.
   Invariant: lines are whole: they are written in pieces of at most the buffer, each ending with a line's end. */
#include "http/log.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "http/metrics.h"
#include "sched/clock.h"

enum { LOG_BYTES = 64 * 1024, LINE_BYTES_MAX = 2048, TARGET_BYTES_MAX = 1024 };

static int descriptor = -1;
static char buffer[LOG_BYTES];
static size_t length;

bool log_open(const char *path)
{
    if (!path)
        return true;
    if (strcmp(path, "-") == 0)
        descriptor = STDOUT_FILENO;
    else
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    return descriptor >= 0;
}

void log_flush(void)
{
    if (length == 0)
        return;
    ssize_t written = write(descriptor, buffer, length);
    (void)written; /* a log that cannot be written must not stop the server */
    length = 0;
}

static const char *time_text(void)
{
    static char text[40];
    static time_t shown = -1;
    time_t now = time(NULL);
    if (now != shown) {
        struct tm parts;
        localtime_r(&now, &parts);
        strftime(text, sizeof text, "%d/%b/%Y:%H:%M:%S %z", &parts);
        shown = now;
    }
    return text;
}

/* The head was checked: neither method nor target holds a control character or a space. */
static void write_line(const Exchange *exchange, bool is_broken_off, uint64_t us)
{
    const HttpRequest *request = &exchange->request;
    char peer[64];
    http_peer(request, peer, sizeof peer);
    if (length + LINE_BYTES_MAX > sizeof buffer)
        log_flush();
    size_t target = request->target.length < TARGET_BYTES_MAX ? request->target.length : TARGET_BYTES_MAX;
    int written = snprintf(buffer + length, LINE_BYTES_MAX, "%s - - [%s] \"%.*s %.*s HTTP/1.%d\" %d %llu %llu.%03llums%s\n",
                           peer, time_text(), (int)request->method.length, request->method.data, (int)target,
                           request->target.data, request->minor_version, exchange->status,
                           (unsigned long long)exchange->answer_bytes, (unsigned long long)(us / 1000),
                           (unsigned long long)(us % 1000), is_broken_off ? " broken" : "");
    length += (size_t)written;
}

void log_exchange(Exchange *exchange, bool is_broken_off)
{
    uint64_t us = (clock_now_ns() - exchange->request.arrived_ns) / 1000;
    bool has_status = !is_broken_off || exchange->answer == ANSWER_NONE;
    metrics_request_ends(has_status ? exchange->status : 0, us);
    if (descriptor >= 0)
        write_line(exchange, is_broken_off, us);
}
