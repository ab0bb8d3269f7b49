/* timer.c - a binary heap of timers over a single libuv timer.
   Invariant: heap[1..count] is ordered by (due_ns, sequence), and heap[i]->heap_index == i; the libuv timer is armed for
   heap[1], or for an earlier time. */
#include "io/timer.h"

#include <stdlib.h>

#include "io/loop_private.h"
#include "sched/clock.h"
#include "sched/limits.h"

static IoTimer **heap; /* slot 0 is unused */
static size_t count;
static size_t capacity;
static uint64_t next_sequence;
static uint64_t armed_for_ns = UINT64_MAX;
static uv_timer_t alarm_timer;
static bool has_fired;

static bool is_before(const IoTimer *a, const IoTimer *b)
{
    return a->due_ns != b->due_ns ? a->due_ns < b->due_ns : a->sequence < b->sequence;
}

static void place(IoTimer *timer, size_t index)
{
    heap[index] = timer;
    timer->heap_index = index;
}

static void sift_up(IoTimer *timer, size_t index)
{
    for (; index > 1 && is_before(timer, heap[index / 2]); index /= 2)
        place(heap[index / 2], index);
    place(timer, index);
}

static void sift_down(IoTimer *timer, size_t index)
{
    for (;;) {
        size_t child = index * 2;
        if (child > count)
            break;
        if (child < count && is_before(heap[child + 1], heap[child]))
            child++;
        if (!is_before(heap[child], timer))
            break;
        place(heap[child], index);
        index = child;
    }
    place(timer, index);
}

static bool grow(void)
{
    size_t wanted = capacity ? capacity * 2 : 64;
    IoTimer **larger = realloc(heap, wanted * sizeof *heap);
    if (!larger)
        return false;
    heap = larger;
    capacity = wanted;
    return true;
}

static void heap_remove(IoTimer *timer)
{
    size_t index = timer->heap_index;
    IoTimer *last = heap[count--];
    timer->heap_index = 0;
    if (last == timer)
        return;
    if (index > 1 && is_before(last, heap[index / 2]))
        sift_up(last, index);
    else
        sift_down(last, index);
}

static void on_alarm(uv_timer_t *alarm)
{
    (void)alarm;
    armed_for_ns = UINT64_MAX;
    io_timers_fire();
}

/* libuv counts whole milliseconds from the time of its last poll: round up. */
static void arm_alarm(void)
{
    if (count == 0 || heap[1]->due_ns >= armed_for_ns)
        return;
    uint64_t now = clock_now_ns();
    uint64_t wait = heap[1]->due_ns > now ? heap[1]->due_ns - now : 0;
    uv_update_time(&io_loop);
    if (uv_timer_start(&alarm_timer, on_alarm, (wait + 999999) / 1000000, 0) == 0)
        armed_for_ns = heap[1]->due_ns;
}

static void detach(IoTimer *timer)
{
    heap_remove(timer);
    if (timer->agent) {
        timer->agent->timer_count--;
        agent_unexpect(timer->agent);
    }
}

static void release(AgentResource *resource)
{
    IoTimer *timer = (IoTimer *)resource;
    detach(timer);
    if (timer->drop)
        timer->drop(timer);
}

bool io_timer_start(IoTimer *timer, Agent *agent, uint64_t delay_ms, void (*fire)(IoTimer *), void (*drop)(IoTimer *))
{
    if (agent && agent->timer_count >= limits.timers)
        return false;
    if (count + 1 >= capacity && !grow())
        return false;
    *timer = (IoTimer){.agent = agent, .fire = fire, .drop = drop, .sequence = next_sequence++};
    timer->due_ns = clock_now_ns() + delay_ms * 1000000u;
    if (agent) {
        agent_add_resource(agent, &timer->resource, release);
        agent->timer_count++;
        agent_expect(agent);
    }
    count++;
    sift_up(timer, count);
    if (heap[1] == timer)
        arm_alarm();
    return true;
}

void io_timer_stop(IoTimer *timer)
{
    if (!io_timer_is_started(timer))
        return;
    if (timer->agent)
        agent_remove_resource(timer->agent, &timer->resource);
    detach(timer);
}

size_t io_timer_count(void)
{
    return count;
}

int io_timers_start(void)
{
    count = 0; /* after fork, those of the process that forked are not this one's */
    armed_for_ns = UINT64_MAX;
    return uv_timer_init(&io_loop, &alarm_timer);
}

void io_timers_fire(void)
{
    has_fired = false;
    if (count == 0)
        return;
    uint64_t now = clock_now_ns();
    uint64_t newest = next_sequence; /* a timer started by a callback waits for the next round */
    while (count > 0 && heap[1]->due_ns <= now && heap[1]->sequence < newest) {
        IoTimer *timer = heap[1];
        io_timer_stop(timer);
        has_fired = true;
        timer->fire(timer);
    }
    arm_alarm();
}

bool io_timers_woke_somebody(void)
{
    return has_fired;
}
