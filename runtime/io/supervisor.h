/* supervisor.h - prefork workers and the process that watches over them.
   Invariant: the supervisor runs no program code and holds no loop; a worker that dies is replaced, unless the server
   stops or the program's own start failed. */
#ifndef SINEW_IO_SUPERVISOR_H
#define SINEW_IO_SUPERVISOR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "io/ask.h"

enum { WORKER_COUNTERS = 96, WORKERS_MAX = 256 };

/* What a worker shows to the others, in shared memory. Written by that worker alone. */
typedef struct {
    pid_t pid;
    atomic_uint connections;
    atomic_uint_fast64_t alive_at_ms; /* 0: not ready yet; see supervisor_worker_lives */
    atomic_uint_fast64_t counters[WORKER_COUNTERS]; /* the metrics' */
} __attribute__((aligned(64))) WorkerSlot;

typedef struct {
    unsigned worker_count;  /* 0: no supervisor, the worker is this process */
    unsigned grace_ms;      /* for workers to finish after SIGTERM */
    uint64_t hang_ms;       /* a ready worker that gives no sign of life for so long is killed; 0: never */
    /* The life of worker `index`; its result is the worker's exit status. */
    int (*worker_main)(unsigned index);
    /* In the supervisor, when the first worker is ready to serve. */
    void (*on_ready)(void);
    /* In the supervisor, when a stop begins: gives up what it shares with the workers (the listening socket), so that
       connections are refused and another server may take the port. */
    void (*on_stop)(void);
    /* A descriptor (-1: none) that the supervisor itself looks after: on_side is called whenever it is readable. */
    int side_descriptor;
    void (*on_side)(int descriptor);
    /* How a worker answers a question (see supervisor_ask): it writes to the stream. */
    void (*answer)(char question, FILE *stream);
} SupervisorConfig;

/* Runs the workers until SIGTERM or SIGINT. Returns the exit status: 0 after an orderly stop, or the status of a worker
   that failed before it was ready for the first time. */
int supervisor_run(const SupervisorConfig *config);

/* In a worker: tells the supervisor that it serves now. */
void supervisor_worker_ready(void);

/* In a worker, every few tens of milliseconds: a sign of life. */
void supervisor_worker_lives(void);

/* Asks all workers that live, and hands their answers on; see ask.h. Where there is no supervisor this process answers. */
void supervisor_ask(char question, AskReceiver *receive, void *context);

/* The slots of all workers, and this worker's own. Slot 0 serves when there is no supervisor. */
WorkerSlot *supervisor_slots(void);
WorkerSlot *supervisor_own_slot(void);
unsigned supervisor_slot_count(void);

/* Workers started again after a death, so far. */
uint64_t supervisor_restart_count(void);

#endif
