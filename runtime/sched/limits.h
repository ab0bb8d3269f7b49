/* limits.h - the limits of limits.def as a struct and as a table.
   Invariant: limits is written while the command line is read, and is constant afterwards. */
#ifndef SINEW_SCHED_LIMITS_H
#define SINEW_SCHED_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    LIMIT_MS,
    LIMIT_BYTES,
    LIMIT_COUNT
} LimitUnit;

typedef struct Limits {
#define LIMIT(name, flag, variable, initial, unit, status, help) uint64_t name;
#include "sched/limits.def"
#undef LIMIT
} Limits;

typedef struct {
    const char *flag;     /* without the dashes */
    const char *variable; /* environment variable */
    uint64_t initial;
    LimitUnit unit;
    int status;           /* the answer, 0 for none */
    const char *help;
    size_t offset;        /* of the uint64_t in Limits */
} LimitRow;

extern Limits limits;
extern const LimitRow limit_rows[];
extern const size_t limit_row_count;

/* Reads a number with its unit: LIMIT_MS takes ms (none, "ms", "s", "m"), LIMIT_BYTES takes bytes (none, "k", "m", "g",
   upper case too, "kb", "mb", "gb"), LIMIT_COUNT a plain number. Returns false when the text is none, or too large. */
bool limit_parse(const char *text, LimitUnit unit, uint64_t *ret_value);

/* Sets the row's limit. */
void limit_set(const LimitRow *row, uint64_t value);

#endif
