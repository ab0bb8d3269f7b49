/* What the files of exec share among themselves. */
#pragma once
#include "exec/agent.h"
#include "exec/error.h"
#include "exec/function.h"
#include "exec/generator.h"
#include "exec/iterate.h"
#include "exec/promise.h"
#include "object/elements.h"

void function_start(void);
void arguments_start(void);
void async_iterate_start(void);
void error_materialize(JsObject *o);
/* Runs an async frame until its next await, or settles its promise. */
void async_function_continue(JsGenerator *frame, JsResumeMode mode, JsValue v);
void async_generator_continue(JsGenerator *generator, JsResumeMode mode, JsValue v);
/* Calls the resume function with the running mark on. */
JsValue generator_run(JsGenerator *g, JsResumeMode mode, JsValue v);
void generator_set_state(JsGenerator *g, int32_t state);
