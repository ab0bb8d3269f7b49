/* echo.c - a server in C on the HTTP layer, for the tests and for measuring it without JavaScript.
   /hello answers from the callback, without a fiber; /fiber does the same from an agent; /spin?MS works so long on a
   preemptible loop; /hang never yields; /sleep?MS awaits a timer without a fiber; /stream?N sends N pieces of 1000 bytes;
   /escape says what the sandbox lets it do; any other target echoes what the server understood of the request, as JSON, after reading its content. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http/program.h"
#include "http/syntax.h"
#include "io/timer.h"
#include "sched/agent.h"
#include "sched/clock.h"
#include "sched/preempt.h"

typedef struct {
    Agent agent; /* first: hooks cast back */
    HttpRequest *request;
    IoTimer timer;
    bool has_slept;
    uint64_t pieces_left;
    bool has_started;
} Task;

static const HttpField text_fields[] = {{HTTP_SLICE("Content-Type"), HTTP_SLICE("text/plain")}};
static const HttpField json_fields[] = {{HTTP_SLICE("Content-Type"), HTTP_SLICE("application/json")}};
static const HttpAnswer text_answer = {.status = 200, .fields = text_fields, .field_count = 1};
static const HttpAnswer json_answer = {.status = 200, .fields = json_fields, .field_count = 1};

static bool is_path(const HttpRequest *request, const char *path)
{
    size_t length = strlen(path);
    return request->target.length >= length && memcmp(request->target.data, path, length) == 0;
}

static uint64_t query_number(const HttpRequest *request)
{
    const char *query = memchr(request->target.data, '?', request->target.length);
    uint64_t number = 0;
    const char *end = request->target.data + request->target.length;
    for (const char *at = query ? query + 1 : end; at < end && *at >= '0' && *at <= '9'; at++)
        number = number * 10 + (uint64_t)(*at - '0');
    return number;
}

static void say_hello(HttpRequest *request)
{
    http_respond(request, &text_answer, "Hello, World!", 13);
}

static void echo(Task *task)
{
    HttpRequest *request = task->request;
    HttpSlice content;
    switch (http_body_whole(request, &content)) {
    case HTTP_BODY_WAIT:
        agent_expect(&task->agent);
        agent_pause_wall(&task->agent);
        return;
    case HTTP_BODY_GONE:
    case HTTP_BODY_DATA:
        agent_finish(&task->agent);
        return;
    case HTTP_BODY_END:
        break;
    }
    char text[4096];
    size_t path = request->target.length;
    const char *query = memchr(request->target.data, '?', path);
    if (query)
        path = (size_t)(query - request->target.data);
    int length = snprintf(text, sizeof text, "{\"method\":\"%.*s\",\"path\":\"%.*s\",\"host\":\"%.*s\",\"len\":%zu}\n",
                          (int)request->method.length, request->method.data, path > 2000 ? 2000 : (int)path,
                          request->target.data, (int)request->host.length, request->host.data, content.length);
    http_respond(request, &json_answer, text, (size_t)length);
    agent_finish(&task->agent);
}

static volatile uint64_t sink;

static void spin(Task *task)
{
    uint64_t left_us = query_number(task->request) * 1000;
    uint32_t rounds = 1;
    for (uint64_t x = 1; agent_cpu_us(&task->agent) < left_us;)
        for (int i = 0; i < 5000; i++) {
            if (--rounds == 0)
                rounds = js_loop_slow();
            sink = x = x * 6364136223846793005u + 1;
        }
    http_respond(task->request, &text_answer, "spun\n", 5);
    agent_finish(&task->agent);
}

static void wake_task(IoTimer *timer)
{
    agent_wake(timer->agent);
}

static void sleep_then_answer(Task *task)
{
    if (!task->has_slept) {
        task->has_slept = true;
        io_timer_start(&task->timer, &task->agent, query_number(task->request), wake_task, NULL);
        return;
    }
    http_respond(task->request, &text_answer, "slept\n", 6);
    agent_finish(&task->agent);
}

static void stream(Task *task)
{
    char piece[1000];
    memset(piece, 'x', sizeof piece);
    if (!task->has_started) {
        task->has_started = true;
        task->pieces_left = query_number(task->request);
        http_respond_start(task->request, &text_answer, -1);
        agent_drop_wall(&task->agent);
    }
    while (task->pieces_left > 0) {
        task->pieces_left--;
        switch (http_respond_write(task->request, piece, sizeof piece)) {
        case HTTP_WRITE_OK:
            js_charge(1000);
            continue;
        case HTTP_WRITE_FULL:
            agent_expect(&task->agent);
            agent_pause_wall(&task->agent);
            return;
        case HTTP_WRITE_GONE:
            agent_finish(&task->agent);
            return;
        }
    }
    http_respond_end(task->request);
    agent_finish(&task->agent);
}

/* Whether the worker can still do what no server needs. */
static void escape(Task *task)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/sinew-escape-%d", (int)getpid());
    FILE *file = fopen(path, "w");
    if (file) {
        fclose(file);
        remove(path);
    }
    bool can_execute = execl("/nonexistent", "nonexistent", (char *)NULL) == 0 || errno != EPERM;
    FILE *readable = fopen("/etc/passwd", "r");
    if (readable)
        fclose(readable);
    char text[64];
    int length = snprintf(text, sizeof text, "write %d execute %d read %d\n", file != NULL, can_execute, readable != NULL);
    http_respond(task->request, &text_answer, text, (size_t)length);
    agent_finish(&task->agent);
}

static void task_run(Agent *agent)
{
    Task *task = (Task *)agent;
    HttpRequest *request = task->request;
    if (is_path(request, "/fiber")) {
        say_hello(request);
        agent_finish(agent);
    } else if (is_path(request, "/escape")) {
        escape(task);
    } else if (is_path(request, "/hang")) {
        for (;;)
            sink++;
    } else if (is_path(request, "/spin")) {
        spin(task);
    } else if (is_path(request, "/sleep")) {
        sleep_then_answer(task);
    } else if (is_path(request, "/stream")) {
        stream(task);
    } else {
        echo(task);
    }
}

static void task_end(Agent *agent, AgentEnd reason)
{
    Task *task = (Task *)agent;
    if (agent_end_statuses[reason] && !http_has_begun(task->request))
        http_respond_status(task->request, agent_end_statuses[reason]);
    http_release(task->request);
    free(task);
}

static void task_describe(const Agent *agent, AgentDescription *ret_description)
{
    const HttpRequest *request = ((const Task *)agent)->request;
    ret_description->task = strndup(request->target.data, request->target.length);
}

static const AgentHooks task_hooks = {.run = task_run, .end = task_end, .describe = task_describe};

static void on_request(HttpRequest *request)
{
    if (is_path(request, "/hello")) {
        say_hello(request);
        http_release(request);
        return;
    }
    Task *task = calloc(1, sizeof *task);
    if (!task)
        abort();
    agent_start(&task->agent, &task_hooks);
    task->request = request;
    request->user = task;
    agent_wake(&task->agent);
}

static void on_ready_again(HttpRequest *request)
{
    Task *task = request->user;
    agent_unexpect(&task->agent);
    agent_resume_wall(&task->agent);
    agent_wake(&task->agent);
}

static void on_gone(HttpRequest *request, HttpGone reason)
{
    (void)reason;
    if (request->user)
        agent_kill(&((Task *)request->user)->agent, AGENT_KILLED_GONE);
}

static bool start(void)
{
    return true;
}

int main(int argc, char **argv)
{
    HttpProgram program = {.name = argv[0], .state = "request", .start = start};
    program.handlers = (HttpHandlers){on_request, on_ready_again, on_ready_again, on_gone};
    return http_program_main(argc, argv, &program);
}
