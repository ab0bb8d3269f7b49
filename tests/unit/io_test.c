/* io_test.c - timers on the loop, and agents that await them. */
#include "unit.h"

#include "io/loop.h"
#include "io/timer.h"
#include "sched/clock.h"
#include "sched/limits.h"
#include "sched/scheduler.h"

static int fired[16];
static int fired_count;
static int dropped_count;

typedef struct {
    IoTimer timer; /* first: callbacks cast back */
    int id;
} Numbered;

static void note_fired(IoTimer *timer)
{
    fired[fired_count++] = ((Numbered *)timer)->id;
}

static void note_dropped(IoTimer *timer)
{
    (void)timer;
    dropped_count++;
}

static void poll_for_ms(uint64_t ms)
{
    uint64_t end = clock_now_ns() + ms * 1000000;
    bool is_over;
    do {
        is_over = clock_now_ns() >= end;
        io_poll(false); /* once more after the end: this process may have slept over it */
    } while (!is_over);
}

TEST(timers_fire_in_order_of_time_then_of_start)
{
    static const uint64_t delays[] = {9, 3, 3, 1, 6};
    static Numbered timers[5];
    fired_count = 0;
    for (int i = 0; i < 5; i++) {
        timers[i].id = i;
        CHECK(io_timer_start(&timers[i].timer, NULL, delays[i], note_fired, NULL));
    }
    CHECK_INT(io_timer_count(), 5);
    io_timer_stop(&timers[4].timer);
    CHECK(!io_timer_is_started(&timers[4].timer));
    poll_for_ms(14);
    CHECK_INT(fired_count, 4);
    CHECK(fired[0] == 3 && fired[1] == 1 && fired[2] == 2 && fired[3] == 0);
    CHECK_INT(io_timer_count(), 0);
}

typedef struct {
    Agent agent; /* first: hooks cast back */
    IoTimer timer;
    int steps;
    bool has_ended;
} Sleeper;

static void wake(IoTimer *timer)
{
    agent_wake(timer->agent);
}

static void sleeper_run(Agent *agent)
{
    Sleeper *sleeper = (Sleeper *)agent;
    if (++sleeper->steps == 3)
        agent_finish(agent);
    else
        io_timer_start(&sleeper->timer, agent, 2, wake, note_dropped);
}

static void sleeper_end(Agent *agent, AgentEnd reason)
{
    (void)reason;
    ((Sleeper *)agent)->has_ended = true;
}

static const AgentHooks sleeper_hooks = {.run = sleeper_run, .end = sleeper_end};

static Sleeper *watched;

static bool is_watched_done(void)
{
    return watched->has_ended;
}

TEST(agent_that_sleeps_is_woken_without_spinning)
{
    static const SchedulerDriver driver = {io_poll, is_watched_done};
    Sleeper sleeper = {.steps = 0};
    watched = &sleeper;
    agent_start(&sleeper.agent, &sleeper_hooks);
    agent_wake(&sleeper.agent);
    uint64_t start = clock_now_ns();
    scheduler_run(&driver);
    uint64_t ms = (clock_now_ns() - start) / 1000000;
    CHECK(ms >= 3);
    CHECK_INT(sleeper.steps, 3);
}

TEST(timer_of_a_killed_agent_is_dropped)
{
    Sleeper sleeper = {.steps = 0};
    agent_start(&sleeper.agent, &sleeper_hooks);
    dropped_count = 0;
    CHECK(io_timer_start(&sleeper.timer, &sleeper.agent, 1, wake, note_dropped));
    CHECK_INT(sleeper.agent.timer_count, 1);
    agent_kill(&sleeper.agent, AGENT_KILLED_GONE);
    CHECK(sleeper.has_ended);
    CHECK_INT(dropped_count, 1);
    CHECK_INT(io_timer_count(), 0);
    poll_for_ms(3);
}

TEST(timers_of_an_agent_are_limited)
{
    static Numbered timers[8];
    Sleeper sleeper = {.steps = 0};
    uint64_t saved = limits.timers;
    limits.timers = 7;
    agent_start(&sleeper.agent, &sleeper_hooks);
    for (int i = 0; i < 7; i++)
        CHECK(io_timer_start(&timers[i].timer, &sleeper.agent, 1000, wake, NULL));
    CHECK(!io_timer_start(&timers[7].timer, &sleeper.agent, 1000, wake, NULL));
    agent_kill(&sleeper.agent, AGENT_KILLED_GONE);
    CHECK_INT(io_timer_count(), 0);
    limits.timers = saved;
}

int main(int argc, char **argv)
{
    scheduler_start();
    if (!io_start())
        return 1;
    return unit_main(argc, argv);
}
