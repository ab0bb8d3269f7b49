/* The waiter lists of Atomics (ECMA-262 25.4.1.3) as one agent has them: nobody else sees its buffers. */
#pragma once
#include "stdlib/array_buffer.h"

/* Adds a waiter at a byte of the buffer; a finite timeout in milliseconds starts a timer. Its promise, which becomes "ok" or
 * "timed-out"; an exception when the agent has too many timers. */
JsValue waiters_add(JsArrayBuffer *buffer, uint64_t byte_index, double timeout);
/* Takes the first `count` of those that wait there, in the order in which they came, and fulfills their promises with "ok".
 * Returns how many there were. */
uint32_t waiters_notify(JsArrayBuffer *buffer, uint64_t byte_index, double count);
