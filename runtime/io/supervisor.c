/* supervisor.c - fork, wait, fork again.
   Invariant: signals are blocked in the supervisor and read from a descriptor, so nothing interrupts its bookkeeping;
   a worker unblocks them, and dies with its supervisor. */
#include "io/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sched/clock.h"

enum {
    SHORT_LIFE_MS = 1000, /* a worker that lived less is started again after a pause */
    PAUSE_MIN_MS = 50,
    PAUSE_MAX_MS = 5000,
    KILL_AFTER_MS = 2000, /* past the grace time */
    HANG_CHECK_MS = 500
};

typedef struct {
    WorkerSlot slots[WORKERS_MAX];
    atomic_uint_fast64_t restarts;
} SharedPage;

typedef struct {
    uint64_t started_ms;
    uint64_t start_at_ms; /* 0: runs, or is not to run */
    uint64_t pause_ms;
} Watch;

static SharedPage *shared;
static WorkerSlot *own_slot;
static unsigned slot_count = 1;
static int ready_pipe[2] = {-1, -1};
static Watch watches[WORKERS_MAX];
static bool is_stopping;
static void (*answer_question)(char question, FILE *stream);

static uint64_t now_ms(void)
{
    return clock_now_ns() / 1000000;
}

static bool map_shared(void)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return false;
    own_slot = &shared->slots[0];
    return true;
}

static void signal_set(sigset_t *ret_set)
{
    sigemptyset(ret_set);
    sigaddset(ret_set, SIGTERM);
    sigaddset(ret_set, SIGINT);
    sigaddset(ret_set, SIGHUP);
    sigaddset(ret_set, SIGCHLD);
    sigaddset(ret_set, SIGUSR1);
}

static _Noreturn void become_worker(const SupervisorConfig *config, unsigned index, pid_t supervisor)
{
    sigset_t set;
    signal_set(&set);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != supervisor)
        _exit(0);
    close(ready_pipe[0]);
    if (config->side_descriptor >= 0)
        close(config->side_descriptor);
    own_slot = &shared->slots[index];
    ask_become_worker(index);
    exit(config->worker_main(index));
}

static bool start_worker(const SupervisorConfig *config, unsigned index)
{
    WorkerSlot *slot = &shared->slots[index];
    pid_t supervisor = getpid();
    fflush(NULL);
    atomic_store(&slot->connections, 0);
    atomic_store(&slot->alive_at_ms, 0);
    watches[index].started_ms = now_ms();
    watches[index].start_at_ms = 0;
    pid_t pid = ask_open(index) ? fork() : -1;
    if (pid == 0)
        become_worker(config, index, supervisor);
    slot->pid = pid > 0 ? pid : 0;
    return pid > 0;
}

static void signal_workers(int number)
{
    for (unsigned i = 0; i < slot_count; i++)
        if (shared->slots[i].pid > 0)
            kill(shared->slots[i].pid, number);
}

static bool has_workers(void)
{
    for (unsigned i = 0; i < slot_count; i++)
        if (shared->slots[i].pid > 0)
            return true;
    return false;
}

static void say_death(pid_t pid, int status, uint64_t pause_ms)
{
    if (WIFSIGNALED(status))
        fprintf(stderr, "sinew: worker %d was killed by signal %d (%s); starting another", (int)pid, WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    else
        fprintf(stderr, "sinew: worker %d exited with status %d; starting another", (int)pid, WEXITSTATUS(status));
    if (pause_ms)
        fprintf(stderr, " in %lu ms", (unsigned long)pause_ms);
    fputc('\n', stderr);
}

/* Damping: the pause doubles with every short life, and is forgotten after a long one. */
static void plan_restart(unsigned index, int status)
{
    Watch *watch = &watches[index];
    bool was_short = now_ms() - watch->started_ms < SHORT_LIFE_MS;
    if (!was_short)
        watch->pause_ms = 0;
    else
        watch->pause_ms = watch->pause_ms ? watch->pause_ms * 2 : PAUSE_MIN_MS;
    if (watch->pause_ms > PAUSE_MAX_MS)
        watch->pause_ms = PAUSE_MAX_MS;
    watch->start_at_ms = now_ms() + watch->pause_ms;
    atomic_fetch_add(&shared->restarts, 1);
    say_death(shared->slots[index].pid, status, watch->pause_ms);
}

static int exit_status_of(int status)
{
    return WIFEXITED(status) && WEXITSTATUS(status) ? WEXITSTATUS(status) : 1;
}

/* Returns the exit status that ends the server, or -1. */
static int reap_workers(bool has_been_ready)
{
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        for (unsigned i = 0; i < slot_count; i++) {
            if (shared->slots[i].pid != pid)
                continue;
            if (!is_stopping && !has_been_ready)
                return exit_status_of(status);
            if (!is_stopping)
                plan_restart(i, status);
            shared->slots[i].pid = 0;
            atomic_store(&shared->slots[i].connections, 0);
        }
    }
    return -1;
}

static int restart_due_workers(const SupervisorConfig *config)
{
    int wait_ms = -1;
    for (unsigned i = 0; i < slot_count && !is_stopping; i++) {
        Watch *watch = &watches[i];
        if (!watch->start_at_ms)
            continue;
        uint64_t now = now_ms();
        if (watch->start_at_ms <= now && !start_worker(config, i))
            watch->start_at_ms = now + PAUSE_MAX_MS;
        if (!watch->start_at_ms)
            continue;
        int wait = (int)(watch->start_at_ms - now);
        if (wait_ms < 0 || wait < wait_ms)
            wait_ms = wait;
    }
    return wait_ms;
}

/* Drains the descriptor: says whether a child died, counts requests to stop, hands the rest on to the workers. */
static void read_signals(int descriptor, bool *ret_has_child, int *ret_stop_count)
{
    struct signalfd_siginfo info;
    *ret_has_child = false;
    while (read(descriptor, &info, sizeof info) == (ssize_t)sizeof info) {
        switch (info.ssi_signo) {
        case SIGCHLD:
            *ret_has_child = true;
            break;
        case SIGTERM:
        case SIGINT:
            ++*ret_stop_count;
            break;
        default:
            signal_workers((int)info.ssi_signo);
        }
    }
}

static bool read_ready_bytes(void)
{
    char bytes[64];
    return read(ready_pipe[0], bytes, sizeof bytes) > 0;
}

static int end_all(int status)
{
    is_stopping = true;
    signal_workers(SIGKILL);
    while (waitpid(-1, NULL, 0) > 0)
        ;
    return status;
}

/* Native code that never yields is no agent's fault that a limit could catch: the whole worker starts again. */
static void kill_hung_workers(uint64_t hang_ms)
{
    uint64_t now = now_ms();
    for (unsigned i = 0; i < slot_count; i++) {
        WorkerSlot *slot = &shared->slots[i];
        uint64_t alive_at = atomic_load(&slot->alive_at_ms);
        if (slot->pid <= 0 || alive_at == 0 || now < alive_at + hang_ms)
            continue;
        fprintf(stderr, "sinew: worker %d gave no sign of life for %lu ms\n", (int)slot->pid, (unsigned long)hang_ms);
        atomic_store(&slot->alive_at_ms, 0);
        kill(slot->pid, SIGKILL);
    }
}

static int watch_workers(const SupervisorConfig *config, int signals)
{
    bool has_been_ready = false;
    int stop_count = 0;
    uint64_t kill_at_ms = 0;
    while (!is_stopping || has_workers()) {
        int wait_ms = restart_due_workers(config);
        if (config->hang_ms && (wait_ms < 0 || wait_ms > HANG_CHECK_MS))
            wait_ms = HANG_CHECK_MS;
        if (is_stopping)
            wait_ms = kill_at_ms > now_ms() ? (int)(kill_at_ms - now_ms()) : 0;
        struct pollfd sources[3] = {{.fd = signals, .events = POLLIN},
                                    {.fd = ready_pipe[0], .events = POLLIN},
                                    {.fd = config->side_descriptor, .events = POLLIN}};
        poll(sources, 3, wait_ms);
        if (sources[2].revents)
            config->on_side(config->side_descriptor);
        if (config->hang_ms)
            kill_hung_workers(config->hang_ms);
        if (sources[1].revents && read_ready_bytes() && !has_been_ready) {
            has_been_ready = true;
            config->on_ready();
        }
        bool has_child;
        int stops_before = stop_count;
        read_signals(signals, &has_child, &stop_count);
        if (stop_count > stops_before && !is_stopping) {
            is_stopping = true;
            kill_at_ms = now_ms() + config->grace_ms + KILL_AFTER_MS;
            config->on_stop();
            signal_workers(SIGTERM);
        }
        if (is_stopping && (stop_count > 1 || now_ms() >= kill_at_ms))
            return end_all(0);
        int status = has_child ? reap_workers(has_been_ready) : -1;
        if (status >= 0)
            return end_all(status);
    }
    return 0;
}

int supervisor_run(const SupervisorConfig *config)
{
    answer_question = config->answer;
    if (!map_shared()) {
        fprintf(stderr, "sinew: cannot map shared memory: %s\n", strerror(errno));
        return 1;
    }
    if (config->worker_count == 0) {
        own_slot->pid = getpid();
        return config->worker_main(0);
    }
    slot_count = config->worker_count < WORKERS_MAX ? config->worker_count : WORKERS_MAX;
    sigset_t set;
    signal_set(&set);
    sigprocmask(SIG_BLOCK, &set, NULL);
    int signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (signals < 0 || pipe2(ready_pipe, O_NONBLOCK | O_CLOEXEC) != 0) {
        fprintf(stderr, "sinew: cannot start workers: %s\n", strerror(errno));
        return 1;
    }
    for (unsigned i = 0; i < slot_count; i++) {
        if (!start_worker(config, i)) {
            fprintf(stderr, "sinew: cannot start a worker: %s\n", strerror(errno));
            return end_all(1);
        }
    }
    return watch_workers(config, signals);
}

void supervisor_worker_lives(void)
{
    atomic_store_explicit(&own_slot->alive_at_ms, now_ms(), memory_order_relaxed);
}

void supervisor_worker_ready(void)
{
    supervisor_worker_lives();
    if (ready_pipe[1] < 0)
        return;
    ssize_t written = write(ready_pipe[1], "r", 1);
    (void)written;
}

WorkerSlot *supervisor_slots(void)
{
    return shared->slots;
}

WorkerSlot *supervisor_own_slot(void)
{
    return own_slot;
}

unsigned supervisor_slot_count(void)
{
    return slot_count;
}

uint64_t supervisor_restart_count(void)
{
    return atomic_load(&shared->restarts);
}

static void answer_oneself(char question, AskReceiver *receive, void *context)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    if (stream)
        answer_question(question, stream);
    bool is_good = stream && fclose(stream) == 0;
    receive(getpid(), is_good ? text : NULL, is_good ? length : 0, context);
    free(text);
}

void supervisor_ask(char question, AskReceiver *receive, void *context)
{
    pid_t pids[WORKERS_MAX];
    if (ready_pipe[0] < 0) {
        answer_oneself(question, receive, context);
        return;
    }
    for (unsigned i = 0; i < slot_count; i++)
        pids[i] = shared->slots[i].pid;
    ask_workers(pids, slot_count, question, receive, context);
}
