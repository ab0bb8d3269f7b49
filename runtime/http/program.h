/* program.h - a server's main: command line, workers, the program that answers.
   Invariant: program->start runs in each worker before it serves, outside of any fiber, after scheduler_start and
   io_start; the handlers are called in that worker alone. */
#ifndef SINEW_HTTP_PROGRAM_H
#define SINEW_HTTP_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "http/http.h"

/* What the program's heap occupies, for the metrics. */
typedef struct {
    uint64_t heap_bytes;   /* the collected heap */
    uint64_t region_bytes; /* regions of the agents that live */
    uint64_t collections;  /* so far */
    uint64_t names;        /* that stay, of properties, and layouts of objects */
} HttpHeapMeasure;

typedef struct {
    const char *name;        /* of the executable, for --help */
    const char *state;       /* "request" or "worker", for the start line */
    /* Runs the program's top-level code. False: it failed, and said why on stderr; the server exits with status 1.
       May run scheduler_run itself (top-level await) as long as it comes back. */
    bool (*start)(void);
    /* Before the worker exits in good order. May be NULL. */
    void (*stop)(void);
    /* Called every few tens of milliseconds. May be NULL. */
    void (*measure)(HttpHeapMeasure *ret_measure);
    HttpHandlers handlers;
} HttpProgram;

/* Reads the command line and the environment, listens, runs the workers. Returns the exit status: 0 after SIGTERM or
   SIGINT, 1 when the program or the socket failed, 2 for a wrong command line. */
int http_program_main(int argc, char **argv, const HttpProgram *program);

/* The options, for a program that wants to know (process.env.PORT, URLs). Valid after http_program_main began. */
typedef struct {
    const char *host;
    uint16_t port;           /* the one that is listened on, once known */
    unsigned workers;        /* 0: no supervisor, one worker in this process */
    uint32_t grace_ms;
    const char *access_log;  /* NULL: none; "-": standard output */
    int metrics_port;        /* on the loopback address; -1: none */
    const char *metrics_path; /* on the main port; NULL: none */
    bool has_sandbox;        /* workers give up what serving does not need, once program->start is done */
} HttpOptions;

extern HttpOptions http_options;

#endif
