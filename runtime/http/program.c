/* program.c - main of a compiled server.
   Invariant: the socket is open before any worker runs, so "port in use" is said once and nothing has to be undone. */
#include "http/program.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "http/log.h"
#include "http/metrics.h"
#include "http/options.h"
#include "io/ask.h"
#include "io/loop.h"
#include "io/sandbox.h"
#include "io/stream.h"
#include "io/supervisor.h"
#include "sched/limits.h"
#include "sched/preempt.h"
#include "sched/scheduler.h"

static const HttpProgram *program;
static int listening = -1;
static int metrics_listening = -1;

static void say_ready(void)
{
    bool is_ipv6 = strchr(http_options.host, ':') != NULL;
    unsigned workers = http_options.workers ? http_options.workers : 1;
    fprintf(stderr, "sinew: listening on http://%s%s%s:%u (%u worker%s, state=%s)\n", is_ipv6 ? "[" : "",
            http_options.host, is_ipv6 ? "]" : "", http_options.port, workers, workers == 1 ? "" : "s", program->state);
    if (metrics_listening >= 0)
        fprintf(stderr, "sinew: metrics on http://127.0.0.1:%d/metrics\n", http_options.metrics_port);
}

static void on_stop_signal(int number)
{
    (void)number;
    http_server_drain(http_options.grace_ms);
}

static void on_list_signal(int number)
{
    (void)number;
    agents_list(stderr, AGENTS_AS_TEXT);
}

static void on_question(int descriptor)
{
    (void)descriptor;
    ask_answer(metrics_answer_question);
}

static bool start_worker(void)
{
    scheduler_start();
    if (!io_start())
        return false;
    if (!log_open(http_options.access_log)) {
        perror("sinew: cannot open the access log");
        return false;
    }
    metrics_start(program->measure);
    if (!program->start() || !scheduler_start_preemption())
        return false;
    if (!http_server_start(listening, &program->handlers))
        return false;
    io_on_signal(SIGTERM, on_stop_signal);
    io_on_signal(SIGINT, on_stop_signal);
    io_on_signal(SIGUSR1, on_list_signal);
    if (http_options.has_sandbox)
        sandbox_enter(); /* as far as the kernel goes */
    return true;
}

static int worker_main(unsigned index)
{
    (void)index;
    static const SchedulerDriver driver = {io_poll, io_is_stopped};
    if (!start_worker())
        return 1;
    if (http_options.workers == 0) {
        say_ready();
        if (metrics_listening >= 0 && !io_watch(metrics_listening, metrics_accept))
            return 1;
    }
    if (ask_descriptor() >= 0 && !io_watch(ask_descriptor(), on_question))
        return 1;
    supervisor_worker_ready();
    scheduler_run(&driver);
    preempt_stop_timer();
    if (program->stop)
        program->stop();
    log_flush();
    return 0;
}

static void close_listening(void)
{
    close(listening);
}

static int open_socket(const char *host, uint16_t port, uint16_t *ret_port)
{
    char message[256];
    int descriptor = io_listen_open(host, port, ret_port, message);
    if (descriptor < 0)
        fprintf(stderr, "sinew: %s\n", message);
    return descriptor;
}

static bool open_sockets(void)
{
    listening = open_socket(http_options.host, http_options.port, &http_options.port);
    if (listening < 0 || http_options.metrics_port < 0)
        return listening >= 0;
    uint16_t port = 0;
    metrics_listening = open_socket("127.0.0.1", (uint16_t)http_options.metrics_port, &port);
    http_options.metrics_port = port;
    return metrics_listening >= 0;
}

/* A connection is a descriptor, and the soft limit that shells give is a small one. */
static void raise_descriptor_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

int http_program_main(int argc, char **argv, const HttpProgram *server_program)
{
    program = server_program;
    switch (options_read(argc, argv, program->name)) {
    case OPTIONS_SHOWN:
        return 0;
    case OPTIONS_WRONG:
        return 2;
    case OPTIONS_OK:
        break;
    }
    raise_descriptor_limit();
    signal(SIGUSR1, SIG_IGN); /* until there is something to list */
    if (!open_sockets())
        return 1;
    SupervisorConfig config = {
        .worker_count = http_options.workers,
        .grace_ms = http_options.grace_ms,
        .hang_ms = limits.hang_ms,
        .worker_main = worker_main,
        .on_ready = say_ready,
        .on_stop = close_listening,
        .side_descriptor = metrics_listening,
        .on_side = metrics_accept,
        .answer = metrics_answer_question,
    };
    return supervisor_run(&config);
}
