/* What the files of exec share among themselves. */
#pragma once
#include "exec/agent.h"
#include "exec/error.h"
#include "exec/function.h"
#include "exec/generator.h"
#include "exec/iterate.h"
#include "exec/promise.h"
#include "object/elements.h"

/* jobs.c */
void jobs_free(JsJobQueue *queue);
void jobs_push_roots(const JsJobQueue *queue);
/* For a collection of the agent's own heap: first what waits now, between which others may run, later what came since. */
void jobs_each_still_root(JsJobQueue *queue, void (*visit)(void *start, void *end, void *context), void *context);
void jobs_push_unseen_roots(const JsJobQueue *queue);
/* outside.c: the promise that takes the reactions of the request that runs to a pending promise of the snapshot. */
JsPromise *outside_stand_in(JsPromise *promise);
/* The request that runs has settled a promise of the snapshot, for itself. */
void outside_settled_by_request(const JsPromise *promise, JsPromiseState state, JsValue v);
/* A word of the snapshot was changed for all: maybe the state of a promise that requests wait for. */
void outside_committed(const uint64_t *word);
/* The request that runs is at rest: settles what it was not told of while it was not. */
void outside_settle_late(void);
/* Whether the agent is between two jobs. */
bool js_agent_is_at_rest(const JsAgent *agent);
void outside_forget(JsAgent *agent);

void function_start(void);
void arguments_start(void);
void async_iterate_start(void);
void error_materialize(JsObject *o);
/* 20.5.3.4 Error.prototype.toString, without calls. */
void error_add_header(JsStringBuilder *b, JsObject *error);
/* What reading `stack` would give, without calls. */
JsValue stack_peek(JsObject *o);
/* Runs an async frame until its next await, or settles its promise. */
void async_function_continue(JsGenerator *frame, JsResumeMode mode, JsValue v);
void async_generator_continue(JsGenerator *generator, JsResumeMode mode, JsValue v);
/* Calls the resume function with the running mark on. */
JsValue generator_run(JsGenerator *g, JsResumeMode mode, JsValue v);
void generator_set_state(JsGenerator *g, int32_t state);
