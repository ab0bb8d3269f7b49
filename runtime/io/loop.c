/* loop.c - libuv's loop under the scheduler.
   Invariant: the tick timer and the signal note are unreferenced or harmless: the loop itself decides nothing, the
   scheduler asks io_is_stopped. */
#include "io/loop.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>

#include "io/loop_private.h"
#include "io/timer.h"

enum { TICK_HANDLERS_MAX = 4, SIGNALS_MAX = 65, WATCHES_MAX = 2 };

typedef struct {
    uv_poll_t poll; /* first: libuv's handle is the watch */
    int descriptor;
    void (*on_readable)(int descriptor);
} Watch;


uv_loop_t io_loop;

static uv_timer_t tick_timer;
static uv_async_t signal_note;
static volatile sig_atomic_t signal_seen[SIGNALS_MAX];
static void (*signal_handlers[SIGNALS_MAX])(int);
static void (*tick_handlers[TICK_HANDLERS_MAX])(void);
static int tick_handler_count;
static void (*flush_handler)(void);
static bool is_stopped;
static Watch watches[WATCHES_MAX];
static int watch_count;

static void on_tick(uv_timer_t *timer)
{
    (void)timer;
    for (int i = 0; i < tick_handler_count; i++)
        tick_handlers[i]();
}

static void on_signal_note(uv_async_t *note)
{
    (void)note;
    for (int number = 1; number < SIGNALS_MAX; number++) {
        if (!signal_seen[number])
            continue;
        signal_seen[number] = 0;
        signal_handlers[number](number);
    }
}

static void note_signal(int number)
{
    signal_seen[number] = 1;
    uv_async_send(&signal_note); /* async-signal-safe by libuv's promise */
}

bool io_start(void)
{
    signal(SIGPIPE, SIG_IGN);
    int error = uv_loop_init(&io_loop);
    if (!error)
        error = uv_timer_init(&io_loop, &tick_timer);
    if (!error)
        error = uv_timer_start(&tick_timer, on_tick, IO_TICK_MS, IO_TICK_MS);
    if (!error)
        error = uv_async_init(&io_loop, &signal_note, on_signal_note);
    if (!error)
        error = io_timers_start();
    if (error)
        fprintf(stderr, "sinew: cannot make an event loop: %s\n", uv_strerror(error));
    return error == 0;
}

void io_poll(bool may_wait)
{
    if (flush_handler)
        flush_handler();
    io_timers_fire();
    if (may_wait && !is_stopped && !io_timers_woke_somebody())
        uv_run(&io_loop, UV_RUN_ONCE);
    else
        uv_run(&io_loop, UV_RUN_NOWAIT);
    if (flush_handler)
        flush_handler();
}

void io_stop(void)
{
    is_stopped = true;
}

bool io_is_stopped(void)
{
    return is_stopped;
}

void io_on_flush(void (*flush)(void))
{
    flush_handler = flush;
}

void io_on_tick(void (*tick)(void))
{
    assert(tick_handler_count < TICK_HANDLERS_MAX);
    tick_handlers[tick_handler_count++] = tick;
}

uint64_t io_now_ms(void)
{
    return uv_now(&io_loop);
}

static void on_watched(uv_poll_t *poll, int status, int events)
{
    (void)status, (void)events;
    Watch *watch = (Watch *)poll;
    watch->on_readable(watch->descriptor);
}

bool io_watch(int descriptor, void (*on_readable)(int descriptor))
{
    assert(watch_count < WATCHES_MAX);
    Watch *watch = &watches[watch_count++];
    watch->descriptor = descriptor;
    watch->on_readable = on_readable;
    return uv_poll_init(&io_loop, &watch->poll, descriptor) == 0 &&
           uv_poll_start(&watch->poll, UV_READABLE, on_watched) == 0;
}

void io_on_signal(int number, void (*handler)(int))
{
    signal_handlers[number] = handler;
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigaction(number, &action, NULL);
}
