/* scheduler.c - run queues by attained service, and the stretches that agents spend on the processor.
   Invariant: an agent is in exactly one run queue when READY and in none otherwise; hooks->switch_in and switch_out are
   called strictly in pairs, around every stretch; end is called when no stack and no queue refers to the agent. */
#include "sched/scheduler.h"

#include <assert.h>

#include "sched/clock.h"
#include "sched/limits.h"
#include "sched/preempt.h"
#include "sched/stretch.h"
#include "sched/wall.h"

enum {
    LEVEL_FRESH,    /* used less than a slice */
    LEVEL_LIGHT,    /* less than 1 ms */
    LEVEL_ORDINARY, /* less than 50 ms: first come first served up to here */
    LEVEL_HEAVY,    /* less than 500 ms: round robin from here */
    LEVEL_ENDLESS,
    LEVEL_COUNT
};

enum {
    LIGHT_US = 1000,
    ORDINARY_US = 50000,
    HEAVY_US = 500000,
    FRESH_ROUND_US = 500, /* fresh agents run at most so long before a heavy one gets its slice */
    FLOOR_PERIOD = 8      /* one in so many heavy slices goes to the most served agent */
};

typedef struct {
    Agent *head;
    Agent *tail;
} RunQueue;

Agent *agent_current;
SchedulerCounts scheduler_counts;

static RunQueue queues[LEVEL_COUNT];
static size_t ready_count;
static Agent *all_head;
static Agent *all_tail;
static size_t living_count;
static uint32_t slice_us = 50;
static uint64_t slice_ticks;
static uint64_t level_bounds[LEVEL_COUNT]; /* attained ticks below which an agent belongs to the level */
static uint32_t heavy_slices;
static void (*after_slice)(void);
static uint64_t look_ticks;   /* end of the last look at the outside */
static uint64_t unseen_ticks; /* between the end of the one before and its begin */

const char *const agent_end_labels[] = {
#define LABEL(name, label, status, text) label,
    AGENT_END_REASONS(LABEL)
#undef LABEL
};

const char *const agent_end_texts[] = {
#define TEXT(name, label, status, text) text,
    AGENT_END_REASONS(TEXT)
#undef TEXT
};

const int agent_end_statuses[] = {
#define STATUS(name, label, status, text) status,
    AGENT_END_REASONS(STATUS)
#undef STATUS
};

static void queue_push_back(RunQueue *queue, Agent *agent)
{
    agent->queue_next = NULL;
    agent->queue_prev = queue->tail;
    if (queue->tail)
        queue->tail->queue_next = agent;
    else
        queue->head = agent;
    queue->tail = agent;
    ready_count++;
}

static void queue_push_front(RunQueue *queue, Agent *agent)
{
    agent->queue_prev = NULL;
    agent->queue_next = queue->head;
    if (queue->head)
        queue->head->queue_prev = agent;
    else
        queue->tail = agent;
    queue->head = agent;
    ready_count++;
}

static void queue_remove(RunQueue *queue, Agent *agent)
{
    if (agent->queue_prev)
        agent->queue_prev->queue_next = agent->queue_next;
    else
        queue->head = agent->queue_next;
    if (agent->queue_next)
        agent->queue_next->queue_prev = agent->queue_prev;
    else
        queue->tail = agent->queue_prev;
    ready_count--;
}

static uint8_t level_of(uint64_t attained)
{
    uint8_t level = LEVEL_FRESH;
    while (attained >= level_bounds[level])
        level++;
    return level;
}

static void make_ready(Agent *agent)
{
    agent->state = AGENT_READY;
    agent->level = level_of(agent->attained_ticks);
    queue_push_back(&queues[agent->level], agent);
}

/* A preempted agent keeps its turn while it stays in a first-come-first-served level. */
static void make_ready_again(Agent *agent)
{
    uint8_t level = level_of(agent->attained_ticks);
    bool keeps_turn = level == agent->level && level <= LEVEL_ORDINARY;
    agent->state = AGENT_READY;
    agent->level = level;
    if (keeps_turn)
        queue_push_front(&queues[level], agent);
    else
        queue_push_back(&queues[level], agent);
}

void agent_start(Agent *agent, const AgentHooks *hooks)
{
    *agent = (Agent){.hooks = hooks, .state = AGENT_IDLE, .started_ns = clock_now_ns()};
    wall_start(agent);
    agent->cpu_limit_ticks = limits.cpu_ms ? clock_us_to_ticks(limits.cpu_ms * 1000u) : UINT64_MAX;
    agent->memory_limit = limits.memory_bytes ? limits.memory_bytes : SIZE_MAX;
    agent->all_prev = all_tail;
    if (all_tail)
        all_tail->all_next = agent;
    else
        all_head = agent;
    all_tail = agent;
    living_count++;
}

void agent_add_resource(Agent *agent, AgentResource *resource, void (*release)(AgentResource *resource))
{
    resource->release = release;
    resource->prev = NULL;
    resource->next = agent->resources;
    if (agent->resources)
        agent->resources->prev = resource;
    agent->resources = resource;
}

void agent_remove_resource(Agent *agent, AgentResource *resource)
{
    if (resource->prev)
        resource->prev->next = resource->next;
    else
        agent->resources = resource->next;
    if (resource->next)
        resource->next->prev = resource->prev;
}

static void release_resources(Agent *agent)
{
    while (agent->resources) {
        AgentResource *resource = agent->resources;
        agent_remove_resource(agent, resource);
        resource->release(resource);
    }
}

static void forget(Agent *agent)
{
    agent_drop_wall(agent);
    if (agent->all_prev)
        agent->all_prev->all_next = agent->all_next;
    else
        all_head = agent->all_next;
    if (agent->all_next)
        agent->all_next->all_prev = agent->all_prev;
    else
        all_tail = agent->all_prev;
    living_count--;
}

static void end_agent(Agent *agent, AgentEnd reason)
{
    assert(agent->state != AGENT_RUNNING && agent->state != AGENT_ENDED);
    if (agent->state == AGENT_READY)
        queue_remove(&queues[agent->level], agent);
    agent->state = AGENT_ENDED;
    while (agent->fiber) {
        Fiber *outer = agent->fiber->outer;
        fiber_release(agent->fiber);
        agent->fiber = outer;
    }
    release_resources(agent);
    forget(agent);
    scheduler_counts.ended[reason]++;
    agent->hooks->end(agent, reason);
}

void agent_wake(Agent *agent)
{
    switch (agent->state) {
    case AGENT_RUNNING:
        agent->is_wake_pending = true;
        return;
    case AGENT_IDLE:
    case AGENT_BLOCKED:
        make_ready(agent);
        return;
    case AGENT_READY:
    case AGENT_ENDED:
        return;
    }
}

void agent_finish(Agent *agent)
{
    if (agent->state == AGENT_RUNNING)
        agent->is_finish_asked = true;
    else if (agent->state != AGENT_ENDED)
        end_agent(agent, AGENT_FINISHED);
}

void agent_kill(Agent *agent, AgentEnd reason)
{
    if (agent->state == AGENT_ENDED)
        return;
    if (agent->state != AGENT_RUNNING) {
        end_agent(agent, reason);
        return;
    }
    if (agent->is_kill_asked)
        return;
    agent->is_kill_asked = true;
    agent->kill_reason = reason;
    preempt_request();
}

void agent_die(AgentEnd reason)
{
    Agent *agent = agent_current;
    if (!agent->is_kill_asked)
        agent->kill_reason = reason;
    agent->is_kill_asked = true;
    preempt_off_depth = 0;
    fiber_abandon();
}

/* What every fiber does for ever. */
static void fiber_body(void)
{
    agent_current->hooks->run(agent_current);
    fiber_park();
}

void agent_block(void)
{
    Agent *agent = agent_current;
    if (agent->is_wake_pending) {
        agent->is_wake_pending = false;
        return;
    }
    agent->state = AGENT_BLOCKED;
    fiber_suspend();
}

void agent_call_on_large_stack(void (*call)(void *), void *argument)
{
    Fiber *self = fiber_current;
    if (!self) {
        call(argument);
        return;
    }
    Agent *agent = agent_current;
    Fiber *large = fiber_take_large();
    if (!large)
        agent_die(AGENT_KILLED_NO_FIBER);
    agent->fiber = large;
    preempt_use_stack(large->limit);
    fiber_call_on(large, call, argument);
    agent->fiber = self;
    preempt_use_stack(self->limit);
    fiber_release(large);
}

void scheduler_yield(void)
{
    agent_current->state = AGENT_READY;
    agent_current->preempted_count++;
    fiber_suspend();
}

/* run has returned: the stack goes back to the pool, the agent lives on if something may still wake it. */
static void settle_drained(Agent *agent)
{
    fiber_release(agent->fiber);
    agent->fiber = NULL;
    agent->state = AGENT_IDLE;
    if (agent->is_finish_asked)
        end_agent(agent, AGENT_FINISHED);
    else if (agent->is_wake_pending)
        make_ready(agent);
    else if (agent->pending_count == 0)
        end_agent(agent, AGENT_KILLED_STUCK);
}

/* Back on the scheduler's stack: decides what becomes of the agent that ran. */
static void settle(Agent *agent)
{
    AgentState state = agent->state;
    agent->state = AGENT_IDLE; /* in no queue */
    if (agent->is_kill_asked)
        end_agent(agent, agent->kill_reason);
    else if (agent->attained_ticks > agent->cpu_limit_ticks)
        end_agent(agent, agent->is_finish_asked ? AGENT_FINISHED : AGENT_KILLED_CPU);
    else if (state == AGENT_RUNNING)
        settle_drained(agent);
    else if (state == AGENT_READY)
        make_ready_again(agent);
    else
        agent->state = AGENT_BLOCKED;
}

static void count_wait(void)
{
    uint64_t us = clock_ticks_to_us(clock_ticks() - look_ticks + unseen_ticks);
    int bucket = 0;
    while (bucket < SCHEDULER_WAIT_BUCKETS - 1 && us > scheduler_wait_bucket_us(bucket))
        bucket++;
    scheduler_counts.waits[bucket]++;
    scheduler_counts.waits_us += us;
}

/* One that is dear to switch (a long journal) pays for it, and stays longer, so that it still advances. The lesser of two
 * measurements in a row: the system may have given the processor to somebody else during one. */
static uint64_t usual_switch_ticks(Agent *agent, uint64_t ticks)
{
    uint64_t usual = ticks < agent->switch_ticks ? ticks : agent->switch_ticks;
    agent->switch_ticks = ticks;
    return usual;
}

static void run_slice(Agent *agent)
{
    if (agent->attained_ticks == 0)
        count_wait();
    queue_remove(&queues[agent->level], agent);
    if (!agent->fiber) {
        agent->fiber = fiber_take();
        agent->is_wake_pending = false;
    }
    if (!agent->fiber) {
        agent->state = AGENT_IDLE;
        end_agent(agent, AGENT_KILLED_NO_FIBER);
        return;
    }
    agent->state = AGENT_RUNNING;
    agent_current = agent;
    uint64_t before = clock_ticks();
    if (agent->hooks->switch_in)
        agent->hooks->switch_in(agent);
    agent->start_ticks = clock_ticks();
    uint64_t switch_ticks = usual_switch_ticks(agent, agent->start_ticks - before);
    agent->attained_ticks += 2 * switch_ticks;
    preempt_begin_slice(agent->fiber->limit, agent->start_ticks + slice_ticks + 2 * switch_ticks, agent->needs_timer);
    if (stretch_is_watched)
        stretch_begin();
    fiber_resume(agent->fiber);
    if (stretch_is_watched)
        stretch_end();
    agent->needs_timer = preempt_end_slice();
    agent->attained_ticks += clock_ticks() - agent->start_ticks;
    scheduler_counts.switches++;
    if (agent->hooks->switch_out)
        agent->hooks->switch_out(agent);
    agent_current = NULL;
    settle(agent);
    if (after_slice)
        after_slice();
}

static Agent *pick_heavy(void)
{
    bool is_floor_turn = ++heavy_slices % FLOOR_PERIOD == 0;
    for (int i = 1; i < LEVEL_COUNT; i++) {
        int level = is_floor_turn ? LEVEL_COUNT - i : i;
        if (queues[level].head)
            return queues[level].head;
    }
    return NULL;
}

void scheduler_after_slice(void (*hook)(void))
{
    after_slice = hook;
}

bool scheduler_step(void)
{
    uint64_t end = clock_ticks() + slice_ticks * (FRESH_ROUND_US / 50);
    while (queues[LEVEL_FRESH].head) {
        run_slice(queues[LEVEL_FRESH].head);
        if (clock_ticks() >= end)
            break;
    }
    Agent *heavy = pick_heavy();
    if (heavy)
        run_slice(heavy);
    return ready_count > 0;
}

static void look_outside(const SchedulerDriver *driver)
{
    unseen_ticks = clock_ticks() - look_ticks;
    driver->poll(ready_count == 0);
    look_ticks = clock_ticks();
}

void scheduler_run(const SchedulerDriver *driver)
{
    look_ticks = clock_ticks();
    while (!driver->is_done()) {
        look_outside(driver);
        scheduler_step();
    }
}

bool scheduler_has_room(void)
{
    return ready_count < limits.queue && living_count < limits.agents;
}

void scheduler_tick(void)
{
    clock_refine();
    wall_expire(clock_now_ns());
}

uint64_t agent_cpu_us(const Agent *agent)
{
    uint64_t ticks = agent->attained_ticks;
    if (agent->state == AGENT_RUNNING)
        ticks += clock_ticks() - agent->start_ticks;
    return clock_ticks_to_us(ticks);
}

Agent *agent_first(void)
{
    return all_head;
}

size_t agent_count(void)
{
    return living_count;
}

size_t scheduler_ready_count(void)
{
    return ready_count;
}

void scheduler_set_slice_us(uint32_t us)
{
    slice_us = us;
    slice_ticks = clock_us_to_ticks(us);
    level_bounds[LEVEL_FRESH] = slice_ticks;
    level_bounds[LEVEL_LIGHT] = clock_us_to_ticks(LIGHT_US);
    level_bounds[LEVEL_ORDINARY] = clock_us_to_ticks(ORDINARY_US);
    level_bounds[LEVEL_HEAVY] = clock_us_to_ticks(HEAVY_US);
    level_bounds[LEVEL_ENDLESS] = UINT64_MAX;
}

void scheduler_start(void)
{
    clock_start();
    stretch_start();
    preempt_start();
    fiber_configure(limits.stack_bytes, fiber_body);
    scheduler_set_slice_us(slice_us);
}

bool scheduler_start_preemption(void)
{
    clock_settle();
    scheduler_set_slice_us(slice_us);
    fiber_start_signal_stack();
    return preempt_start_timer();
}
