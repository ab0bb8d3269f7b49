/* ask.h - questions of the supervisor to its workers.
   Invariant: nobody waits for a worker that hangs: it has a second for its answer, and gives it through memory that both
   map, so that no reader holds it up. Questions and answers carry a number, so that a late answer is not taken for another. */
#ifndef SINEW_IO_ASK_H
#define SINEW_IO_ASK_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* In the supervisor, before it forks the worker of that index: a channel to it. False with errno set. */
bool ask_open(unsigned index);

/* In the worker: keeps its own end, and closes those of the others. */
void ask_become_worker(unsigned index);

/* In the worker: readable when there is a question; -1 when there is no supervisor. */
int ask_descriptor(void);

/* In the worker, when it is readable: answer writes the answer to a question onto the stream. */
void ask_answer(void (*answer)(char question, FILE *stream));

/* Receives an answer: text[0..length), valid during the call; NULL when none came in time. */
typedef void AskReceiver(pid_t worker, const char *text, size_t length, void *context);

/* In the supervisor: asks the workers pids[0..count) (0: none), and hands their answers on in that order. */
void ask_workers(const pid_t *pids, unsigned count, char question, AskReceiver *receive, void *context);

#endif
