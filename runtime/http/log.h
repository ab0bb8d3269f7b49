/* log.h - the access log, and the account of every exchange that ended.
   Invariant: log_exchange is called once for an exchange, when its answer is complete or broken off. */
#ifndef SINEW_HTTP_LOG_H
#define SINEW_HTTP_LOG_H

#include <stdbool.h>

#include "http/connection.h"

/* Opens the log: NULL for none, "-" for standard output, else a file that is appended to. Returns false with errno set
   when it cannot be opened. */
bool log_open(const char *path);

/* Writes a line (client, time, request line, status, content bytes, milliseconds) and counts the request. */
void log_exchange(Exchange *exchange, bool is_broken_off);

/* Hands buffered lines to the kernel; called at each tick and at the end. */
void log_flush(void);

#endif
