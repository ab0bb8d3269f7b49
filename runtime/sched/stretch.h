/* stretch.h - diagnosis of code that does not yield, for SINEW_STRETCH_MS.
   Invariant: begin and end come in pairs around each stretch of an agent, only while stretch_is_watched. */
#ifndef SINEW_SCHED_STRETCH_H
#define SINEW_SCHED_STRETCH_H

#include <stdbool.h>

/* The environment asks for it. */
extern bool stretch_is_watched;

/* Reads the environment. Once a process. */
void stretch_start(void);

/* Around each stretch, and from the timer's signal handler. */
void stretch_begin(void);
void stretch_tick(void);
void stretch_end(void);

#endif
