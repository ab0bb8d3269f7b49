/* Serving: HTTP requests become agents that call the handler, and its Response becomes the answer.
 *
 * Invariant: a ServeAgent is the agent of exactly one request and lives from on_request to its end hook; nothing of its
 * region is touched from outside but what it left in its own fields. */
#pragma once
#include "web/body.h"
#include "web/timers.h"

typedef struct ServeAgent ServeAgent;

/* The main of a server binary: `handler` is called with the receiver `handler_this` for each request. Runs `start` in each
 * worker (it evaluates the modules, finds the handler and freezes the snapshot). Returns the exit status. */
typedef struct ServeHandler { JsValue function, this_value; } ServeHandler;
int serve_main(int argc, char **argv, const JsProgram *program, bool (*start)(ServeHandler *ret_handler));

/* Parts of the request, made when they are asked for. */
JsValue serve_method(ServeAgent *s);
JsValue serve_url(ServeAgent *s);
void serve_fill_headers(ServeAgent *s, WebObject *headers);
/* Settles the promise with the request's content once it is complete. */
void serve_read_body(WebObject *request, JsPromise *promise, BodyUse use);
/* Settles the promise with the next chunk of the content, a Uint8Array, or with undefined at its end. */
void serve_pull_body(WebObject *request, JsPromise *promise);

/* The sched agent that runs now, for timers: NULL in the start agent. */
struct Agent;
struct Agent *serve_current_agent(void);
/* Queues a call on an agent that does not run now (NULL: the start agent), and wakes it. */
void serve_enqueue(struct Agent *agent, JsValue (*run)(uint32_t argc, JsValue *argv), uint32_t argc, const JsValue *argv);

/* The timers of the agent that runs now. */
TimerLists *serve_timers(void);
/* There is something to run: wakes the agent (NULL: the start agent, which looks by itself). */
void serve_wake(struct Agent *agent);

/* The class of the third argument of a handler. */
void serve_install_context(void);
