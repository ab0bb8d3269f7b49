/* Timers of an agent: those that wait, and those that are due and have not run yet. A due one is a task (HTML 8.1.7): it runs
 * when the job queue is empty. */
#pragma once
#include <stdbool.h>
#include "sinew.h"

struct Timer;
typedef struct TimerLists {
    struct Timer *waiting;               /* doubly linked */
    struct Timer *due_first, *due_last;  /* in order of firing */
} TimerLists;

/* setTimeout ( callback, delay ) without arguments: the Timeout, or a RangeError when the agent has too many. */
JsValue timers_start(JsValue callback, double delay);
/* clearTimeout of what timers_start returned; undefined is none. */
void timers_stop(JsValue timeout);
/* Calls the callback of the first due timer of the agent that runs now; false when there is none. Exceptions go to
 * js_agent->on_uncaught. */
bool timers_run_one(void);

/* In a process that was forked: the timers of the start agent are those of the process that forked. */
void timers_forget(void);
/* Pushes both lists' timers, by heap_push_roots. */
void timers_push_roots(TimerLists *lists);

/* Whether a timer of the start agent is waiting or due that keeps the process alive (node: ref'd). */
bool timers_keep_alive(void);
