/* The JavaScript part of an agent: pending exception, job queue, journal, region. The scheduler's Agent holds one.
 * js_agent is the one that runs; js_agent_enter and js_agent_leave are called at every switch. */
#pragma once
#include "heap/heap.h"

typedef struct JsJob {
    /* Runs with the arguments; an exception it returns is reported through js_agent->on_uncaught. */
    JsValue (*run)(uint32_t argc, JsValue *argv);
    uint32_t argc;
    JsValue argv[4];
} JsJob;

/* First come, first served (jobs.c). Malloc memory, scanned as roots. */
typedef struct JsJobBlock JsJobBlock;
typedef struct JsJobQueue {
    JsJobBlock *first, *last;
    uint32_t next;               /* job of the first block */
    uint32_t count;              /* that wait */
    uint32_t seen;               /* by the collection under way: all up to this one of seen_block */
    JsJobBlock *seen_block;
} JsJobQueue;

typedef struct OutsideWait OutsideWait;

/* The last match of a regular expression: stdlib/regexp_statics.c. */
enum { JS_LAST_MATCH_GROUPS = 10 };
typedef struct JsLastMatch {
    JsValue subject, input;      /* strings; undefined: nothing has matched yet */
    uint32_t count;              /* of groups, the whole match among them */
    int32_t captures[2 * JS_LAST_MATCH_GROUPS], last_group[2];
} JsLastMatch;

typedef struct JsAgent {
    uint64_t id;                 /* never used twice; 0: it has ended */
    HeapRegion region;
    HeapJournal journal;
    bool is_isolated;            /* region and journal are in use: a request. Else the start agent, or --state=worker */
    JsValue exception;           /* pending, or JS_EMPTY */
    JsJobQueue jobs;
    void (*on_uncaught)(JsValue error);                       /* an exception out of a job */
    void (*on_rejection)(JsValue promise, bool is_handled);   /* 27.2.1.9 HostPromiseRejectionTracker */
    JsValue pending_rejections;  /* kept by promise.c: array of promises, or undefined */
    JsValue kept_objects;        /* stdlib/weak.c: Set of what WeakRefs keep until the job ends, or undefined */
    uint32_t prototype_epoch;    /* of this agent while it is switched out */
    uint32_t start_epoch;        /* of the snapshot when this agent last ran; of the start agent: while another agent runs */
    JsActivation *activation;    /* js_activation while it is switched out */
    JsRealm *realm;              /* and js_realm */
    struct JsAgent *previous, *next;
    bool is_preparing_stack;     /* stdlib/error.c: a call of Error.prepareStackTrace */
    JsLastMatch last_match;
    void *waiters;               /* stdlib/waiters.c: those of Atomics.waitAsync, the oldest first; NULL at first */
    void *joining;               /* stdlib/array_copy.c: the arrays being joined, innermost first; NULL at first */
    uint64_t random[2];          /* stdlib/math.c: state of Math.random; zero: not seeded yet */
    OutsideWait *outside_waits, *spare_waits; /* outside.c */
    bool has_late_waits;         /* some of them may be over */
    void *user;                  /* the scheduler's Agent; NULL: the start agent */
} JsAgent;
extern JsAgent *js_agent;        /* never NULL after exec_start: the start agent at first */
extern JsAgent js_start_agent;

/* Highest address of the stack that runs: sched sets it with js_stack_limit. The walk along frame pointers stays below it. */
extern char *js_stack_base;

void exec_start(void);           /* the whole core: heap, strings, shapes, objects, bare realm, start agent. Call first. */
/* is_isolated: with a region and a journal. Not entered. The struct is the caller's. */
void js_agent_begin(JsAgent *agent, bool is_isolated, size_t region_limit, size_t memory_limit);
void js_agent_end(JsAgent *agent);     /* after leave: undoes its writes, frees its region and jobs */
/* In a process that was forked while the start agent ran: the start agent is a new one, which has run nothing. */
void js_agent_restart(void);
/* Switch-in and switch-out. After leave, js_agent is the start agent (without a region or journal). */
void js_agent_enter(JsAgent *agent);
void js_agent_leave(void);

/* The agent that runs has no job left, nor JavaScript on its stack: from here on it sees what turns of the start agent have changed
 * meanwhile (turn.c). Jobs may follow from that. */
void js_agent_follow(void);

/* A turn of the start agent while a server serves (turn.c), one at a time. With a journal it may be preempted as requests are, and
 * what it writes becomes everybody's when it commits, or nobody's; without one, where all share their state, it writes that. */
void js_turn_begin(bool has_journal);
void js_turn_enter(void);
void js_turn_leave(void);
void js_turn_end(bool commits);  /* after leave */

/* Jobs, 9.5. */
void js_enqueue_job(JsValue (*run)(uint32_t argc, JsValue *argv), uint32_t argc, const JsValue *argv);
/* The same for another agent, which is woken. */
void js_enqueue_job_for(JsAgent *agent, JsValue (*run)(uint32_t argc, JsValue *argv), uint32_t argc, const JsValue *argv);
/* Tells the scheduler that an agent has got a job. NULL: there is but the start agent. */
extern void (*js_wake_hook)(JsAgent *agent);
bool js_has_jobs(void);
/* Runs jobs until none is left. */
void js_run_jobs(void);
