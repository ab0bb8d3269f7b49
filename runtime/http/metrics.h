/* metrics.h - what a worker counts, in its slot of the shared page.
   Invariant: a counter is written by its own worker alone; readers sum over the slots. */
#ifndef SINEW_HTTP_METRICS_H
#define SINEW_HTTP_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "http/program.h"

void metrics_set_connections(size_t count);
void metrics_request_begins(void);
/* An exchange ended with the status (0: broken off), after so many microseconds. */
void metrics_request_ends(int status, uint64_t duration_us);
/* A request that was refused before it had a head. */
void metrics_refused(int status);
void metrics_overload(void);
void metrics_bytes_in(size_t length);
void metrics_bytes_out(size_t length);
/* In a worker, before anything is counted: a slot that a dead worker left keeps its totals. */
void metrics_start(void (*measure)(HttpHeapMeasure *ret_measure));

/* Copies the scheduler's and the heap's counts into the slot; called at each tick. */
void metrics_sample(void);

/* Writes the sums over all workers in Prometheus's text form (version 0.0.4). */
void metrics_write(FILE *out);

/* Whether the request on the main port asks for the metrics (option --metrics PATH); then metrics_respond answers and
   releases it. */
bool metrics_are_asked(const HttpRequest *request);
void metrics_respond(HttpRequest *request);

/* Accepts a connection of the metrics port and answers its one request: GET /metrics, or GET /agents: the agents of all
   workers, as text or, where Accept says application/json, as an array. Waits for a slow client a fraction of a second at
   most, and for a worker a second. */
void metrics_accept(int listening);

/* In a worker: the answer to a question of metrics_accept's; see supervisor_ask. */
void metrics_answer_question(char question, FILE *stream);

#endif
