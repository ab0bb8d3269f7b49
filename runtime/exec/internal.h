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
/* outside.c: the agent that runs waits for a promise of the snapshot, which it has added a reaction to. */
void outside_wait(JsPromise *promise);
/* A promise of the snapshot was settled for all. */
void outside_settled(JsPromise *promise, JsPromiseState state, JsValue v);
void outside_forget(JsAgent *agent);
/* The job of an agent that waited; arguments: promise, is_rejection, value. */
JsValue promise_settle_outside(uint32_t argc, JsValue *argv);

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
