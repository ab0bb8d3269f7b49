/* sched_test.c - the scheduler's claims: who gets a fiber, who is preempted, who is killed. */
#include "unit.h"

#include <unistd.h>

#include "sched/agent.h"
#include "sched/clock.h"
#include "sched/limits.h"
#include "sched/preempt.h"
#include "sched/scheduler.h"

typedef struct {
    Agent base;
    void (*job)(void *);
    void *argument;
    bool keeps_waiting;
    bool has_ended;
    AgentEnd reason;
    int switched_in;
    int switched_out;
} Task;

static void task_run(Agent *agent)
{
    Task *task = (Task *)agent;
    if (task->job)
        task->job(task->argument);
    if (!task->keeps_waiting)
        agent_finish(agent);
}

static void task_switch_in(Agent *agent)
{
    ((Task *)agent)->switched_in++;
}

static void task_switch_out(Agent *agent)
{
    ((Task *)agent)->switched_out++;
}

static void task_end(Agent *agent, AgentEnd reason)
{
    Task *task = (Task *)agent;
    task->has_ended = true;
    task->reason = reason;
}

static const AgentHooks task_hooks = {
    .run = task_run,
    .switch_in = task_switch_in,
    .switch_out = task_switch_out,
    .end = task_end,
};

static void task_spawn(Task *task, void (*job)(void *), void *argument)
{
    memset(task, 0, sizeof *task);
    agent_start(&task->base, &task_hooks);
    task->job = job;
    task->argument = argument;
    agent_wake(&task->base);
}

static void run_until_idle(void)
{
    while (scheduler_step())
        ;
}

static volatile uint64_t sink;

/* As emitted code does it. */
static void spin_ms(uint64_t ms)
{
    uint64_t end = clock_ticks() + clock_us_to_ticks(ms * 1000);
    uint32_t rounds = 1;
    for (uint64_t x = 1;; x = x * 6364136223846793005u + 1) {
        if (--rounds == 0) {
            rounds = js_loop_slow();
            if (clock_ticks() > end)
                break;
        }
        sink = x;
    }
}

static void spin_job(void *ms)
{
    spin_ms((uint64_t)(uintptr_t)ms);
}

static __attribute__((noinline)) uint32_t fib(uint32_t n)
{
    if ((char *)__builtin_frame_address(0) < js_stack_limit && !js_stack_check_slow())
        return 0;
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static void fib_job(void *argument)
{
    *(uint32_t *)argument = fib(34);
}

static bool has_overflowed;

static void note_overflow(void)
{
    has_overflowed = true;
}

static __attribute__((noinline)) int dive(int depth)
{
    volatile char frame[256];
    frame[0] = (char)depth;
    if ((char *)__builtin_frame_address(0) < js_stack_limit && !js_stack_check_slow())
        return depth;
    int deepest = dive(depth + 1);
    return deepest + frame[0] - frame[0];
}

static void dive_job(void *argument)
{
    *(int *)argument = dive(0);
}

static void order_job(void *argument)
{
    static int order;
    *(int *)argument = ++order;
}

static void block_job(void *argument)
{
    int *steps = argument;
    ++*steps;
    agent_block();
    ++*steps;
}

static void memory_job(void *argument)
{
    agent_current->memory_used = (size_t)1 << 40;
    agent_check_memory();
    *(int *)argument = 1;
}

static void *answer_on_other_stack(void *argument)
{
    char here;
    char *fiber_here = argument;
    uintptr_t distance = (uintptr_t)(&here > fiber_here ? &here - fiber_here : fiber_here - &here);
    return fiber_current == NULL && distance > 1 << 20 ? argument : NULL;
}

static void foreign_job(void *argument)
{
    char here;
    *(int *)argument = fiber_on_scheduler_stack(answer_on_other_stack, &here) == &here && fiber_current;
}

static int released_count;

static void release_resource(AgentResource *resource)
{
    (void)resource;
    released_count++;
}

TEST(fresh_agent_runs_beside_a_preempted_loop)
{
    Task heavy, light;
    task_spawn(&heavy, spin_job, (void *)20);
    scheduler_step();
    int order = 0;
    task_spawn(&light, order_job, &order);
    scheduler_step();
    CHECK(light.has_ended && !heavy.has_ended);
    run_until_idle();
    CHECK(heavy.has_ended && heavy.base.preempted_count > 3);
    CHECK(heavy.switched_in == heavy.switched_out && heavy.switched_in > 3);
}

TEST(recursion_without_loops_is_preempted_by_the_timer)
{
    Task task;
    uint32_t result = 0;
    task_spawn(&task, fib_job, &result);
    run_until_idle();
    CHECK(result == 5702887 && task.base.preempted_count > 20);
}

static void hold_job(void *argument)
{
    preempt_hold(10 * 1000 * 1000);
    spin_ms(5);
    *(uint32_t *)argument = agent_current->preempted_count;
    preempt_release();
    spin_ms(5);
}

TEST(held_agent_is_not_preempted_until_released)
{
    Task task;
    uint32_t preempted_in_hold = 99;
    task_spawn(&task, hold_job, &preempted_in_hold);
    run_until_idle();
    CHECK_INT(preempted_in_hold, 0);
    CHECK(task.base.preempted_count > 0);
}

TEST(deep_recursion_meets_its_stack_limit)
{
    Task task;
    int depth = 0;
    task_spawn(&task, dive_job, &depth);
    run_until_idle();
    CHECK(has_overflowed && depth > 200);
}

static void interrupted_hold_job(void *argument)
{
    preempt_hold(4000);
    usleep(20000); /* as if another process had the processor */
    spin_ms(1);
    *(uint32_t *)argument = agent_current->preempted_count;
    for (uint64_t end = clock_cpu_ns() + 6000000; clock_cpu_ns() < end;)
        spin_ms(1);
}

TEST(hold_is_bounded_by_cpu_time)
{
    Task task;
    uint32_t preempted_in_hold = 99;
    task_spawn(&task, interrupted_hold_job, &preempted_in_hold);
    run_until_idle();
    CHECK_INT(preempted_in_hold, 0);
    CHECK(task.base.preempted_count > 0);
}

static void room_job(void *argument)
{
    preempt_request();
    *(bool *)argument = preempt_stack_has(16 * 1024) && !preempt_stack_has(64u << 20);
}

TEST(room_on_the_stack_is_told_right_while_a_preemption_is_due)
{
    Task task;
    bool is_right = false;
    task_spawn(&task, room_job, &is_right);
    run_until_idle();
    CHECK(is_right);
}

TEST(fresh_agents_run_in_the_order_they_came)
{
    Task tasks[3];
    int order[3] = {0};
    for (int i = 0; i < 3; i++)
        task_spawn(&tasks[i], order_job, &order[i]);
    run_until_idle();
    CHECK(order[0] + 1 == order[1] && order[1] + 1 == order[2]);
}

TEST(agent_that_awaits_owns_no_fiber)
{
    enum { COUNT = 1000 };
    static Task tasks[COUNT];
    size_t before = fiber_count();
    int order;
    for (int i = 0; i < COUNT; i++) {
        task_spawn(&tasks[i], order_job, &order);
        tasks[i].keeps_waiting = true;
        agent_expect(&tasks[i].base);
    }
    run_until_idle();
    bool all_wait = true;
    for (int i = 0; i < COUNT; i++)
        all_wait = all_wait && tasks[i].base.state == AGENT_IDLE && !tasks[i].base.fiber;
    CHECK(all_wait && fiber_count() == before);
    for (int i = 0; i < COUNT; i++) {
        tasks[i].keeps_waiting = false;
        agent_unexpect(&tasks[i].base);
        agent_wake(&tasks[i].base);
    }
    run_until_idle();
    CHECK(agent_count() == 0);
}

TEST(blocked_agent_goes_on_when_woken)
{
    Task task;
    int steps = 0;
    task_spawn(&task, block_job, &steps);
    run_until_idle();
    CHECK(steps == 1 && task.base.state == AGENT_BLOCKED);
    agent_wake(&task.base);
    run_until_idle();
    CHECK(steps == 2 && task.has_ended);
}

TEST(agent_that_nothing_can_wake_ends_at_once)
{
    Task task;
    task_spawn(&task, NULL, NULL);
    task.keeps_waiting = true;
    run_until_idle();
    CHECK(task.has_ended && task.reason == AGENT_KILLED_STUCK);
}

TEST(agent_past_a_limit_is_killed_from_outside)
{
    Task task;
    int reached = 0;
    task_spawn(&task, memory_job, &reached);
    run_until_idle();
    CHECK(task.reason == AGENT_KILLED_MEMORY && !reached);

    AgentResource resources[2];
    task_spawn(&task, spin_job, (void *)60000);
    agent_add_resource(&task.base, &resources[0], release_resource);
    agent_add_resource(&task.base, &resources[1], release_resource);
    task.base.cpu_limit_ticks = clock_us_to_ticks(5000);
    run_until_idle();
    CHECK(task.reason == AGENT_KILLED_CPU && released_count == 2);

    uint64_t wall_ms = limits.wall_ms;
    Task paused, dropped;
    limits.wall_ms = 3;
    task_spawn(&paused, spin_job, (void *)60000);
    agent_pause_wall(&paused.base);
    task_spawn(&dropped, spin_job, (void *)60000);
    agent_drop_wall(&dropped.base);
    task_spawn(&task, spin_job, (void *)60000);
    limits.wall_ms = wall_ms;
    while (!task.has_ended) {
        scheduler_step();
        scheduler_tick();
    }
    CHECK(task.reason == AGENT_KILLED_WALL && !paused.has_ended && !dropped.has_ended);
    agent_resume_wall(&paused.base);
    while (!paused.has_ended) {
        scheduler_step();
        scheduler_tick();
    }
    CHECK(paused.reason == AGENT_KILLED_WALL && !dropped.has_ended);
    agent_kill(&dropped.base, AGENT_KILLED_GONE);

    int steps = 0;
    task_spawn(&task, block_job, &steps);
    run_until_idle();
    agent_kill(&task.base, AGENT_KILLED_GONE);
    CHECK(task.has_ended && steps == 1);
    task_spawn(&task, block_job, &steps);
    run_until_idle();
    CHECK(steps == 2);
    agent_kill(&task.base, AGENT_KILLED_GONE);
}

TEST(most_served_agent_still_advances)
{
    Task endless, ordinary[4];
    task_spawn(&endless, spin_job, (void *)60000);
    endless.base.attained_ticks = clock_us_to_ticks(900000);
    for (int i = 0; i < 4; i++)
        task_spawn(&ordinary[i], spin_job, (void *)10);
    uint32_t before = endless.base.preempted_count;
    for (int i = 0; i < 100; i++)
        scheduler_step();
    CHECK(endless.base.preempted_count - before >= 5);
    agent_kill(&endless.base, AGENT_KILLED_GONE);
    run_until_idle();
}

TEST(call_on_the_scheduler_stack_comes_back)
{
    Task task;
    int ok = 0;
    task_spawn(&task, foreign_job, &ok);
    run_until_idle();
    CHECK(ok);
}

TEST(limit_values_take_units_and_refuse_the_rest)
{
    uint64_t value = 0;
    CHECK(limit_parse("2s", LIMIT_MS, &value) && value == 2000);
    CHECK(limit_parse("3MB", LIMIT_BYTES, &value) && value == 3 << 20);
    CHECK(!limit_parse("3x", LIMIT_BYTES, &value) && !limit_parse("", LIMIT_MS, &value) &&
              !limit_parse("-1", LIMIT_COUNT, &value) && !limit_parse("99999999999999999999", LIMIT_COUNT, &value));
}

int main(int argc, char **argv)
{
    scheduler_start();
    scheduler_start_preemption();
    preempt_on_overflow(note_overflow);
    int status = unit_main(argc, argv);
    preempt_stop_timer();
    fiber_drop_pool();
    return status || agent_count() != 0;
}
