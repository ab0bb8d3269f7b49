/* ask.c - a socket pair and an anonymous file for each worker; see ask.h.
   Invariant: a worker writes its file only between taking a question and sending the number back; the supervisor reads it
   only between getting that number and asking again. */
#include "io/ask.h"

#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "io/supervisor.h"
#include "sched/clock.h"

enum { PATIENCE_MS = 1000 };

typedef struct {
    uint32_t number;
    char question;
} Question;

typedef struct {
    uint32_t number;
    uint32_t length; /* of the text in the file */
} Answer;

typedef struct {
    bool is_open;
    int asker;      /* the supervisor's end */
    int answerer;   /* the worker's */
    int file;
} Channel;

static Channel channels[WORKERS_MAX];
static int own_end = -1;
static int own_file = -1;
static uint32_t last_number;

static void close_channel(Channel *channel)
{
    if (!channel->is_open)
        return;
    close(channel->asker);
    close(channel->answerer);
    close(channel->file);
    channel->is_open = false;
}

bool ask_open(unsigned index)
{
    Channel *channel = &channels[index];
    int ends[2];
    close_channel(channel);
    int file = memfd_create("sinew-answers", MFD_CLOEXEC);
    if (file < 0)
        return false;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) {
        close(file);
        return false;
    }
    *channel = (Channel){true, ends[0], ends[1], file};
    return true;
}

void ask_become_worker(unsigned index)
{
    own_end = dup(channels[index].answerer);
    own_file = dup(channels[index].file);
    for (unsigned i = 0; i < WORKERS_MAX; i++)
        close_channel(&channels[i]);
}

int ask_descriptor(void)
{
    return own_end;
}

/* False when the file could not take all of it. */
static bool store_text(const char *text, size_t length)
{
    if (ftruncate(own_file, 0) != 0)
        return false;
    for (size_t at = 0; at < length;) {
        ssize_t written = pwrite(own_file, text + at, length - at, (off_t)at);
        if (written <= 0)
            return false;
        at += (size_t)written;
    }
    return true;
}

void ask_answer(void (*answer)(char question, FILE *stream))
{
    Question question;
    char *text = NULL;
    size_t length = 0;
    if (recv(own_end, &question, sizeof question, MSG_DONTWAIT) != (ssize_t)sizeof question)
        return;
    FILE *stream = open_memstream(&text, &length);
    if (!stream)
        return;
    answer(question.question, stream);
    if (fclose(stream) == 0 && store_text(text, length)) {
        Answer reply = {question.number, (uint32_t)length};
        ssize_t sent = send(own_end, &reply, sizeof reply, MSG_NOSIGNAL | MSG_DONTWAIT);
        (void)sent; /* a supervisor that is gone asks no more */
    }
    free(text);
}

/* Waits for the answer with the last question's number until the deadline. */
static bool await_answer(Channel *channel, uint64_t deadline_ns, Answer *ret_answer)
{
    for (;;) {
        ssize_t got = recv(channel->asker, ret_answer, sizeof *ret_answer, MSG_DONTWAIT);
        if (got == (ssize_t)sizeof *ret_answer && ret_answer->number == last_number)
            return true;
        if (got > 0)
            continue; /* late, for an earlier question */
        uint64_t now = clock_now_ns();
        if (got == 0 || now >= deadline_ns)
            return false;
        struct pollfd source = {.fd = channel->asker, .events = POLLIN};
        poll(&source, 1, (int)((deadline_ns - now) / 1000000 + 1));
    }
}

static void hand_on(Channel *channel, const Answer *answer, pid_t worker, AskReceiver *receive, void *context)
{
    char *text = malloc((size_t)answer->length + 1);
    bool is_read = text && pread(channel->file, text, answer->length, 0) == (ssize_t)answer->length;
    receive(worker, is_read ? text : NULL, is_read ? answer->length : 0, context);
    free(text);
}

void ask_workers(const pid_t *pids, unsigned count, char text, AskReceiver *receive, void *context)
{
    Question question = {++last_number, text};
    for (unsigned i = 0; i < count; i++)
        if (pids[i] > 0) {
            ssize_t sent = send(channels[i].asker, &question, sizeof question, MSG_NOSIGNAL | MSG_DONTWAIT);
            (void)sent; /* its answer will be missing */
        }
    uint64_t deadline_ns = clock_now_ns() + (uint64_t)PATIENCE_MS * 1000000;
    for (unsigned i = 0; i < count; i++) {
        Answer answer;
        if (pids[i] <= 0)
            continue;
        if (await_answer(&channels[i], deadline_ns, &answer))
            hand_on(&channels[i], &answer, pids[i], receive, context);
        else
            receive(pids[i], NULL, 0, context);
    }
}
