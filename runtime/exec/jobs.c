/* The queue of an agent's jobs (ECMA-262 9.5): blocks of them in a list.
 *
 * Invariant: a job stays where it is until it runs, so that a queue grows without a copy, and a collection that others
 * interrupt may look at one job after the other. The last block stays when its jobs have run. */
#include "exec/internal.h"
#include <stdlib.h>

enum { FIRST_JOBS = 16, BLOCK_JOBS = 256, LISTED_WORK = 100, RUN_WORK = 50 };

struct JsJobBlock {
    JsJobBlock *next;
    uint32_t count, capacity; /* jobs that were put here, and room */
    bool is_counted;          /* against the agent: not when the event loop made it */
    JsJob jobs[];
};

static ptrdiff_t block_bytes(const JsJobBlock *block)
{
    return (ptrdiff_t)(sizeof *block + block->capacity * sizeof(JsJob));
}

static void add_block(JsAgent *agent)
{
    JsJobQueue *queue = &agent->jobs;
    uint32_t capacity = queue->first ? BLOCK_JOBS : FIRST_JOBS;
    JsJobBlock *block = malloc(sizeof *block + capacity * sizeof(JsJob));
    if (!block)
        abort();
    *block = (JsJobBlock){.capacity = capacity, .is_counted = heap_region == &agent->region};
    if (queue->last)
        queue->last->next = block;
    else
        queue->first = block;
    queue->last = block;
    if (block->is_counted)
        heap_account(block_bytes(block)); /* last: it may not return, and others may enqueue meanwhile */
}

static void enqueue(JsAgent *agent, JsValue (*run)(uint32_t argc, JsValue *argv), uint32_t argc, const JsValue *argv)
{
    JsJobQueue *queue = &agent->jobs;
    while (!queue->last || queue->last->count == queue->last->capacity)
        add_block(agent);
    JsJob *job = &queue->last->jobs[queue->last->count++];
    job->run = run;
    job->argc = argc;
    if (argc)
        memcpy(job->argv, argv, argc * sizeof *argv);
    queue->count++;
}

/* The first job leaves the queue, which must have one. */
static JsJob dequeue(JsJobQueue *queue)
{
    JsJobBlock *block = queue->first;
    if (queue->next == block->count && block->next) { /* emptied by the job before */
        queue->first = block->next;
        queue->next = 0;
        if (block->is_counted)
            heap_account(-block_bytes(block));
        free(block);
        block = queue->first;
    }
    JsJob job = block->jobs[queue->next++];
    if (--queue->count == 0)
        queue->next = block->count = 0;
    return job;
}

void jobs_free(JsJobQueue *queue)
{
    for (JsJobBlock *block = queue->first, *next; block; block = next) {
        next = block->next;
        free(block);
    }
}

/* ------------------------------------------------------------------------------------------------ roots */
void jobs_push_roots(const JsJobQueue *queue)
{
    uint32_t from = queue->next;
    for (JsJobBlock *block = queue->first; block; block = block->next, from = 0)
        heap_push_roots(block->jobs + from, block->jobs + block->count);
}

void jobs_each_still_root(JsJobQueue *queue, void (*visit)(void *start, void *end, void *context), void *context)
{
    uint32_t from = queue->next;
    queue->seen_block = NULL;
    for (JsJobBlock *block = queue->first; block; block = block->next, from = 0) {
        queue->seen_block = block;
        queue->seen = block->count;
        visit(block->jobs + from, block->jobs + queue->seen, context);
        js_charge(LISTED_WORK);
    }
}

void jobs_push_unseen_roots(const JsJobQueue *queue)
{
    uint32_t from = queue->seen_block ? queue->seen : 0;
    for (JsJobBlock *block = queue->seen_block ? queue->seen_block : queue->first; block; block = block->next, from = 0)
        heap_push_roots(block->jobs + from, block->jobs + block->count);
}

/* ------------------------------------------------------------------------------------------------ its callers */
void js_enqueue_job(JsValue (*run)(uint32_t argc, JsValue *argv), uint32_t argc, const JsValue *argv)
{
    enqueue(js_agent, run, argc, argv);
}

void js_enqueue_job_for(JsAgent *agent, JsValue (*run)(uint32_t argc, JsValue *argv), uint32_t argc,
                        const JsValue *argv)
{
    enqueue(agent, run, argc, argv);
    if (js_wake_hook)
        js_wake_hook(agent);
}

bool js_has_jobs(void)
{
    return js_agent->jobs.count;
}

void js_run_jobs(void)
{
    js_agent->kept_objects = JS_UNDEFINED; /* 9.12 ClearKeptObjects, here and after each job */
    while (js_agent->jobs.count) {
        JsJob job = dequeue(&js_agent->jobs);
        js_charge(RUN_WORK);
        bool is_done = job.run(job.argc, job.argv) != JS_EXCEPTION;
        js_agent->kept_objects = JS_UNDEFINED;
        if (is_done)
            continue;
        JsValue error = js_take_exception();
        if (js_agent->on_uncaught)
            js_agent->on_uncaught(error);
    }
}
