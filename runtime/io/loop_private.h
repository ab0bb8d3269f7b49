/* loop_private.h - the loop itself, for the files of this directory alone. */
#ifndef SINEW_IO_LOOP_PRIVATE_H
#define SINEW_IO_LOOP_PRIVATE_H

#include <stdbool.h>
#include <uv.h>

extern uv_loop_t io_loop;

/* Makes the timer heap's one libuv timer; returns a libuv error or 0. */
int io_timers_start(void);

/* Fires the timers that are due; io_timers_woke_somebody says whether the last call fired any. */
void io_timers_fire(void);
bool io_timers_woke_somebody(void);

#endif
