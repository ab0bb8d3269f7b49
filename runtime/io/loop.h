/* loop.h - the worker's event loop, and what is asked of it from outside of a connection.
   Invariant: one loop a process, made after fork; callbacks run on the scheduler's stack, never on a fiber. */
#ifndef SINEW_IO_LOOP_H
#define SINEW_IO_LOOP_H

#include <stdbool.h>
#include <stdint.h>

/* Makes the loop of this process. Returns false with a message on stderr when the kernel refuses. */
bool io_start(void);

/* Fires what is due and handles what the kernel has ready; waits for it when may_wait. The scheduler's poll. */
void io_poll(bool may_wait);

/* Ends scheduler_run at its next look. */
void io_stop(void);
bool io_is_stopped(void);

/* Called before each look at the kernel, and before waiting: batched output goes out here. NULL: none. */
void io_on_flush(void (*flush)(void));

/* Called every io_tick_ms while the loop runs: time-outs, limits, clocks. At most a few. */
enum { IO_TICK_MS = 50 };
void io_on_tick(void (*tick)(void));

/* Milliseconds of the monotonic clock as of the last poll; for time-outs. */
uint64_t io_now_ms(void);

/* Calls on_readable whenever there is something to read, or to accept, from the descriptor. For a few a process, until its
   end. Returns false when the kernel refuses. */
bool io_watch(int descriptor, void (*on_readable)(int descriptor));

/* Calls handler(signal_number) on the loop when the process gets the signal. The handler in the kernel's sense runs on
   the signal stack and only leaves a note. */
void io_on_signal(int signal_number, void (*handler)(int signal_number));

#endif
