/* Promises, 27.2.1: the core. stdlib/promise.c builds the constructor and prototype on it. */
#pragma once
#include "object/operations.h"

typedef enum JsPromiseState { JS_PROMISE_PENDING, JS_PROMISE_FULFILLED, JS_PROMISE_REJECTED } JsPromiseState;
typedef struct JsPromise {
    JsObject object;
    uint64_t state;              /* JsPromiseState | JS_PROMISE_HANDLED; a journal word */
    JsValue result;
    JsValue reactions;           /* list of JsReaction cells, newest first, or undefined */
} JsPromise;
enum { JS_PROMISE_STATE_MASK = 3, JS_PROMISE_HANDLED = 4, JS_PROMISE_RESOLVED = 8 /* its resolving functions were used */ };
JS_INLINE JsPromiseState js_promise_state(JsPromise *p) { return (JsPromiseState)(p->state & JS_PROMISE_STATE_MASK); }
JS_INLINE bool js_is_promise(JsValue v) { return js_is_kind(v, JS_KIND_PROMISE); }
JS_INLINE JsPromise *js_promise(JsValue v) { return (JsPromise *)js_cell(v); }

/* 27.2.1.1 PromiseCapability */
typedef struct JsCapability { JsValue promise, resolve, reject; } JsCapability;

JsPromise *js_new_promise(void);                                       /* of %Promise% */
JsPromise *js_new_promise_with(JsObject *prototype);
void js_promise_resolve(JsPromise *p, JsValue resolution);             /* the resolve function of 27.2.1.3.2, no already-test */
void js_promise_fulfill(JsPromise *p, JsValue value);                  /* 27.2.1.4 */
void js_promise_reject(JsPromise *p, JsValue reason);                  /* 27.2.1.7 */
void js_create_resolving_functions(JsPromise *p, JsValue *ret_resolve, JsValue *ret_reject); /* 27.2.1.3 */
int js_new_promise_capability(JsValue constructor, JsCapability *ret); /* 27.2.1.5; fast for %Promise% (functions on demand) */
/* 27.2.4.7.1 PromiseResolve: a promise of constructor. */
JsValue js_promise_resolve_value(JsValue constructor, JsValue v);
/* 27.2.5.4.1 PerformPromiseThen; handlers: functions or undefined; capability NULL: undefined. Returns the promise. */
JsValue js_perform_promise_then(JsPromise *p, JsValue on_fulfilled, JsValue on_rejected, const JsCapability *capability);
/* The same with C handlers: run as a job with (value, data). For await, streams, the server. */
typedef JsValue JsPromiseHandler(JsValue value, JsValue data);
void js_promise_then_native(JsPromise *p, JsPromiseHandler *on_fulfilled, JsPromiseHandler *on_rejected, JsValue data);
/* 27.7.5.3 Await: continues generator (an async frame) when v settles. -1 on exception (abrupt PromiseResolve). */
int js_await(JsGenerator *frame, JsValue v);
/* Calls js_agent->on_uncaught-like reporting for promises still unhandled; run when the job queue is empty. Returns their
 * number; reports each through report. */
uint32_t js_check_unhandled_rejections(void (*report)(JsValue promise, JsValue reason));
