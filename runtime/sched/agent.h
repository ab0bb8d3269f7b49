/* agent.h - an agent: a job queue that someone else keeps, and a fiber while it has something to run.
   Invariant: only an agent that is RUNNING or BLOCKED (or READY after a preemption or a block) owns a fiber. An agent that
   awaits I/O with an empty C stack is IDLE, owns none, and costs its struct alone.

   The C part is embedded as the first member of the JavaScript side's own struct.  Life: agent_start, then agent_wake
   whenever there is work; hooks->run runs on a fiber until the job queue is empty and returns; agent_finish, or
   agent_kill, ends it: hooks->end is the last that is heard of it, and may free the struct. */
#ifndef SINEW_SCHED_AGENT_H
#define SINEW_SCHED_AGENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sched/fiber.h"

typedef struct Agent Agent;
typedef struct AgentResource AgentResource;

typedef enum {
    AGENT_IDLE,    /* nothing to run, no fiber */
    AGENT_READY,   /* in a run queue */
    AGENT_RUNNING, /* its fiber is the one that runs */
    AGENT_BLOCKED, /* its fiber is parked in the middle of a job, until agent_wake */
    AGENT_ENDED
} AgentState;

/* Why an agent ended: row (name, metric label, status of the answer if none was begun, text for the log). */
#define AGENT_END_REASONS(ROW)                                                                                        \
    ROW(AGENT_FINISHED, "finished", 0, "finished")                                                                    \
    ROW(AGENT_KILLED_CPU, "cpu", 503, "exceeded its CPU time")                                                        \
    ROW(AGENT_KILLED_WALL, "wall", 503, "exceeded its wall time")                                                     \
    ROW(AGENT_KILLED_MEMORY, "memory", 503, "exceeded its memory")                                                    \
    ROW(AGENT_KILLED_TIMERS, "timers", 503, "exceeded its timers")                                                    \
    ROW(AGENT_KILLED_STUCK, "stuck", 500, "waits for something that nothing can bring about")                         \
    ROW(AGENT_KILLED_GONE, "gone", 0, "lost its client")                                                              \
    ROW(AGENT_KILLED_RESPONSE, "response", 0, "exceeded its response buffer")                                         \
    ROW(AGENT_KILLED_NO_FIBER, "no_fiber", 503, "got no stack to run on")                                             \
    ROW(AGENT_KILLED_SHUTDOWN, "shutdown", 503, "was stopped by the end of the server")

typedef enum {
#define AGENT_END_ENUM(name, label, status, text) name,
    AGENT_END_REASONS(AGENT_END_ENUM)
#undef AGENT_END_ENUM
    AGENT_END_COUNT
} AgentEnd;

extern const char *const agent_end_labels[AGENT_END_COUNT];
extern const char *const agent_end_texts[AGENT_END_COUNT];
extern const int agent_end_statuses[AGENT_END_COUNT];

/* For people. Both are the receiver's to free, and may be NULL. */
typedef struct {
    char *task;  /* a line: method and target of the request */
    char *stack; /* JavaScript frames, innermost first, a line each, in UTF-8 */
} AgentDescription;

typedef struct {
    /* On a fiber: runs jobs until there are none. Must not be NULL. May yield, block, or be killed at any check. */
    void (*run)(Agent *agent);
    /* On the scheduler's stack, before and after each stretch on the processor: journal, heap region. May be NULL. */
    void (*switch_in)(Agent *agent);
    void (*switch_out)(Agent *agent);
    /* On the scheduler's stack, switched out, its resources released, its fiber gone: answers what was not answered,
       frees the region and the struct. Must not be NULL. */
    void (*end)(Agent *agent, AgentEnd reason);
    /* What it is busy with. On the scheduler's stack, for agents_list. May be NULL. */
    void (*describe)(const Agent *agent, AgentDescription *ret_description);
} AgentHooks;

/* What an agent holds outside of its heap (timers, sockets, buffers). Embedded; released in reverse order of adding when
   the agent ends.  release must free it and not touch the list. */
struct AgentResource {
    AgentResource *next;
    AgentResource *prev;
    void (*release)(AgentResource *resource);
};

struct Agent {
    const AgentHooks *hooks;
    Fiber *fiber;
    AgentState state;
    uint8_t level;             /* of the run queue it is or was last in */
    bool is_wake_pending;      /* woken while it ran */
    bool is_finish_asked;
    bool is_kill_asked;        /* killed while it ran: takes effect at its next check */
    bool needs_timer;          /* its last stretch was ended by the timer: no loop check reached it */
    AgentEnd kill_reason;
    uint64_t attained_ticks;   /* CPU used, up to the last switch */
    uint64_t start_ticks;      /* of its stretch on the processor, while RUNNING */
    uint64_t switch_ticks;     /* that its last switch-in took */
    uint64_t started_ns;       /* clock_now_ns at agent_start */
    uint64_t wall_deadline_ns; /* 0: none, or paused */
    uint64_t wall_left_ns;     /* while paused, else 0 */
    uint64_t cpu_limit_ticks;  /* UINT64_MAX: none */
    size_t memory_used;        /* bytes; counted by the heap where it takes chunks and large objects */
    size_t memory_limit;       /* SIZE_MAX: none */
    uint32_t timer_count;      /* waiting timers */
    uint32_t pending_count;    /* what may still wake it: timers, reads, drains; see agent_expect */
    uint32_t preempted_count;
    AgentResource *resources;
    Agent *queue_next;         /* in its run queue */
    Agent *queue_prev;
    Agent *all_next;           /* among all living agents, oldest first */
    Agent *all_prev;
    Agent *wall_next;          /* among those whose wall time is limited, oldest first; see wall.c */
    Agent *wall_prev;
};

/* The agent that runs or that last ran on the scheduler's behalf (its hooks see it); NULL between agents. */
extern Agent *agent_current;

/* Begins an agent's life, IDLE, with the default limits. The caller owns the memory. */
void agent_start(Agent *agent, const AgentHooks *hooks);

/* There is work: makes an IDLE or BLOCKED agent READY. On a RUNNING one it makes run be called again, or the coming
   agent_block return at once. No effect on a READY or ENDED one. */
void agent_wake(Agent *agent);

/* On its fiber: parks until agent_wake. The caller checks its condition again afterwards (a wake may be for something
   else). Never returns when the agent is killed meanwhile. */
void agent_block(void);

/* Runs call(argument) on a stack of megabytes of the agent's own: for C code that recurses deeply and may yield. On the
   process's own stack it runs where it is. Ends the agent when there is no memory for the stack. */
void agent_call_on_large_stack(void (*call)(void *argument), void *argument);

/* The agent has done all it had to. From its own fiber: it ends when run returns. Else: at once. */
void agent_finish(Agent *agent);

/* Ends an agent from outside: no frame of it runs again. At once, unless it is RUNNING: then at its next check. */
void agent_kill(Agent *agent, AgentEnd reason);

/* Ends the agent that runs, from its own fiber, at once. */
_Noreturn void agent_die(AgentEnd reason);

/* For the heap: call when memory_used has grown; ends the agent if it is past its limit. May not return. */
static inline void agent_check_memory(void);

/* Counts something that may wake the agent though it has no job; agent_unexpect when it came or was dropped. An agent
   whose run returns with none of them, and that did not finish, is killed: AGENT_KILLED_STUCK. */
static inline void agent_expect(Agent *agent)
{
    agent->pending_count++;
}

static inline void agent_unexpect(Agent *agent)
{
    agent->pending_count--;
}

/* Time that the agent spends waiting for its client (content to arrive, output to drain) is not its own: the wall clock
   stands still between these two, which must not be nested. The server's time-outs bound that wait. */
void agent_pause_wall(Agent *agent);
void agent_resume_wall(Agent *agent);

/* The answer has begun: a stream may go on as long as it likes. CPU and memory stay limited. */
void agent_drop_wall(Agent *agent);

/* Puts a resource onto the agent's list, or takes it off without releasing it. */
void agent_add_resource(Agent *agent, AgentResource *resource, void (*release)(AgentResource *resource));
void agent_remove_resource(Agent *agent, AgentResource *resource);

/* CPU that the agent used, in microseconds, the stretch that runs included. */
uint64_t agent_cpu_us(const Agent *agent);

/* Writes of each living agent, the oldest first: state, age, CPU, memory, preemptions, and what describe says; of a thousand
   at most. As text: a line that counts them (with the process id), and lines for each. As JSON: the members of an array,
   objects without the brackets. */
typedef enum {
    AGENTS_AS_TEXT,
    AGENTS_AS_JSON
} AgentListForm;

void agents_list(FILE *stream, AgentListForm form);

/* The oldest living agent; the others follow by all_next. */
Agent *agent_first(void);
size_t agent_count(void);

static inline void agent_check_memory(void)
{
    if (agent_current && fiber_current && agent_current->memory_used > agent_current->memory_limit)
        agent_die(AGENT_KILLED_MEMORY);
}

#endif
