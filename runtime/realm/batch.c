/* Programs that run one after the other, each in a process of its own: a copy of this one, which has made the realm and run
 * nothing. So a program finds what it finds when it is alone, and costs a fork.
 *
 * Invariant: nothing that a program's process started outlives the answer about it: the process leads a group, which is ended. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "io/loop.h"
#include "realm/main.h"
#include "sched/scheduler.h"
#include "stdlib/process.h"

enum { TIMEOUT_DEFAULT_SECONDS = 20, OUTPUT_KEPT_AT_MOST = 1 << 20 };

typedef struct Output {
    int fd; /* -1: ended */
    char *bytes;
    size_t length;
} Output;

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int64_t timeout_ms(void)
{
    const char *text = getenv("SINEW_BATCH_TIMEOUT"); /* seconds */
    int seconds = text ? atoi(text) : 0;
    return 1000 * (int64_t)(seconds > 0 ? seconds : TIMEOUT_DEFAULT_SECONDS);
}

static void read_some(Output *output)
{
    static char chunk[1 << 16];
    ssize_t count = read(output->fd, chunk, sizeof chunk);
    if (count <= 0) {
        close(output->fd);
        output->fd = -1;
        return;
    }
    if (output->length + (size_t)count > OUTPUT_KEPT_AT_MOST)
        return;
    char *grown = realloc(output->bytes, output->length + (size_t)count);
    if (!grown)
        return;
    output->bytes = grown;
    for (ssize_t i = 0; i < count; i++)
        output->bytes[output->length++] = chunk[i];
}

/* Reads until both outputs end. False: the deadline came first. */
static bool read_to_end(Output outputs[2], int64_t deadline)
{
    while (outputs[0].fd >= 0 || outputs[1].fd >= 0) {
        struct pollfd polled[2] = {{.fd = outputs[0].fd, .events = POLLIN}, {.fd = outputs[1].fd, .events = POLLIN}};
        int64_t left = deadline - now_ms();
        if (left <= 0 || poll(polled, 2, (int)left) == 0)
            return false;
        for (int i = 0; i < 2; i++)
            if (polled[i].revents)
                read_some(&outputs[i]);
    }
    return true;
}

static _Noreturn void run_row(const JsBatchRow *row, int out, int error)
{
    setpgid(0, 0);
    dup2(out, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    close(out);
    close(error);
    exit(io_start() ? realm_run_to_end(row->program(), row->before) : 1);
}

static int wait_for(pid_t process, bool has_ended)
{
    if (!has_ended)
        kill(-process, SIGKILL);
    int status;
    waitpid(process, &status, 0);
    kill(-process, SIGKILL);
    if (!has_ended)
        return -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static bool start_row(const JsBatchRow *row, Output outputs[2], pid_t *ret_process)
{
    int out[2], error[2];
    if (pipe(out) || pipe(error))
        return false;
    *ret_process = fork();
    if (*ret_process == 0) {
        close(out[0]);
        close(error[0]);
        run_row(row, out[1], error[1]);
    }
    close(out[1]);
    close(error[1]);
    outputs[0] = (Output){.fd = out[0]};
    outputs[1] = (Output){.fd = error[0]};
    return *ret_process > 0;
}

static bool answer_for(const JsBatchRow *row)
{
    Output outputs[2];
    pid_t process;
    int64_t start = now_ms();
    if (!start_row(row, outputs, &process))
        return false;
    bool has_ended = read_to_end(outputs, start + timeout_ms());
    int status = wait_for(process, has_ended);
    printf("%u %d %d %zu %zu\n", row->number, status, (int)(now_ms() - start), outputs[0].length, outputs[1].length);
    for (int i = 0; i < 2; i++) {
        fwrite(outputs[i].bytes, 1, outputs[i].length, stdout);
        free(outputs[i].bytes);
        if (outputs[i].fd >= 0)
            close(outputs[i].fd);
    }
    fflush(stdout); /* or the next process would write it again */
    return true;
}

int js_batch_main(int argc, char **argv, const JsBatchRow *rows)
{
    const JsProgram *first = rows->program();
    process_prepare(argc, argv, first->environment, first->compiler);
    scheduler_start();
    realm_start(first);
    for (const JsBatchRow *row = rows; row->program; row++)
        if (!answer_for(row))
            return 1;
    return 0;
}
