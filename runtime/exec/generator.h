/* Generators 27.5, async generators 27.6, async functions 27.7: resume plumbing. Frames: JsGenerator of sinew.h. */
#pragma once
#include "object/operations.h"

/* 27.5.3.3-4: next, throw, return of a generator object. */
JsValue js_generator_resume(JsValue generator, JsResumeMode mode, JsValue v, const char *method);
/* 27.6.1.2-4: returns a promise; never throws. */
JsValue js_async_generator_enqueue(JsValue generator, JsResumeMode mode, JsValue v, const char *method);
