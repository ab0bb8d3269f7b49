/* What the files of serving share. */
#pragma once
#include "http/program.h"
#include "sched/agent.h"
#include "web/serve.h"

struct ServeAgent {
    Agent agent;                 /* first: the scheduler's handle is this struct */
    JsAgent js;
    HttpRequest *http;           /* NULL once it is released */
    ServeAgent *next_free;
    TimerLists timers;
    JsValue body_promise;        /* of the read that waits for content, or undefined */
    JsValue drain_promise;       /* of the write that waits for the client, or undefined */
    BodyUse body_use;
    uint32_t wait_count;         /* promises given to waitUntil that are not settled */
    uint32_t client_waits;       /* reads and writes that wait for the client: the wall clock stands still meanwhile */
    bool is_started, is_answered;
    bool has_held;               /* --state=worker: the job that runs has written shared state */
};

/* The request's agent that runs now. */
static inline ServeAgent *serve_current(void) { return (ServeAgent *)agent_current; }
/* Turns run as an agent of the scheduler's; what they start belongs to the start agent. */
static inline bool serve_is_start_agent(void) { return js_agent == &js_start_agent; }
/* --state=worker */
bool serve_shares_state(void);

/* ---- serve_exchange.c */
/* Answers with what the handler returned: a Response, a promise of one, or JS_EXCEPTION, when that is pending; anything
 * else is an error. */
void serve_answer(ServeAgent *s, JsValue result);
/* To standard error, with the request's method and target where one runs. */
void serve_log_error(ServeAgent *s, JsValue error);
/* Of HttpHandlers: content has come; the client has taken what was written. */
void serve_on_body(HttpRequest *http);
void serve_on_drain(HttpRequest *http);

void serve_report_rejection(JsValue promise, JsValue reason);

/* ---- serve_turn.c */
/* Once, at the start of the realm. */
void serve_turn_start(void);
TimerLists *serve_turn_timers(void);
/* There is, or may be, a job or a timer of the start agent's. */
void serve_turn_wake(void);
void serve_turn_wake_if_due(void);
