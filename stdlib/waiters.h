/* Waiting for a location of a shared buffer (ECMA-262 25.4.3.14 DoWait, 25.4.15): agents that suspend, and promises.
 * An agent whose buffers nobody else sees keeps its waiters itself; those of memory that a cluster shares are the
 * cluster's. */
#pragma once
#include "stdlib/array_buffer.h"

/* Where is waited: `size` bytes of the buffer. */
typedef struct WaitPlace {
    JsArrayBuffer *buffer;
    uint64_t byte_index, size;
} WaitPlace;

/* Suspends the agent for `timeout` milliseconds (0 or more, may be infinite), or until it is notified. "not-equal",
 * at once, when the place does not hold `expected`; "ok" or "timed-out"; an exception when the agent has too many
 * timers. In a server, others run meanwhile, and a wait without end is the end of the request. */
JsValue waiters_suspend(const WaitPlace *place, uint64_t expected, double timeout);
/* The same without suspending: what Atomics.waitAsync returns, { async, value }; an exception when the agent has too
 * many timers. */
JsValue waiters_add(const WaitPlace *place, uint64_t expected, double timeout);
/* Notifies the first `count` of those that wait there, in the order in which they came. Returns how many there were. */
uint32_t waiters_notify(const WaitPlace *place, double count);

/* For the event loop: fulfills the promises of the agent's waiters that others have notified. */
void waiters_settle_notified(void);
/* Whether another agent may still notify a waiter of the agent. */
bool waiters_keep_alive(void);
