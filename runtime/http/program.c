/* program.c - main of a compiled server.
   Invariant: the socket is open before any worker runs, so "port in use" is said once and nothing has to be undone. */
#include "http/program.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "http/log.h"
#include "http/options.h"
#include "io/loop.h"
#include "io/stream.h"
#include "io/supervisor.h"
#include "sched/scheduler.h"

static const HttpProgram *program;
static int listening = -1;

static void say_ready(void)
{
    bool is_ipv6 = strchr(http_options.host, ':') != NULL;
    unsigned workers = http_options.workers ? http_options.workers : 1;
    fprintf(stderr, "sinew: listening on http://%s%s%s:%u (%u worker%s, state=%s)\n", is_ipv6 ? "[" : "",
            http_options.host, is_ipv6 ? "]" : "", http_options.port, workers, workers == 1 ? "" : "s", program->state);
}

static void on_stop_signal(int number)
{
    (void)number;
    http_server_drain(http_options.grace_ms);
}

static bool start_worker(void)
{
    scheduler_start();
    if (!io_start() || !scheduler_start_preemption())
        return false;
    if (!log_open(http_options.access_log)) {
        perror("sinew: cannot open the access log");
        return false;
    }
    if (!program->start())
        return false;
    if (!http_server_start(listening, &program->handlers))
        return false;
    io_on_signal(SIGTERM, on_stop_signal);
    io_on_signal(SIGINT, on_stop_signal);
    return true;
}

static int worker_main(unsigned index)
{
    (void)index;
    static const SchedulerDriver driver = {io_poll, io_is_stopped};
    if (!start_worker())
        return 1;
    if (http_options.workers == 0)
        say_ready();
    supervisor_worker_ready();
    scheduler_run(&driver);
    if (program->stop)
        program->stop();
    log_flush();
    return 0;
}

static void close_listening(void)
{
    close(listening);
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
    char message[256];
    listening = io_listen_open(http_options.host, http_options.port, &http_options.port, message);
    if (listening < 0) {
        fprintf(stderr, "sinew: %s\n", message);
        return 1;
    }
    SupervisorConfig config = {http_options.workers, http_options.grace_ms, worker_main, say_ready, close_listening};
    return supervisor_run(&config);
}
