/* limits.c - the table of limits and the reader of their values.
   Invariant: limit_rows has a row for every field of Limits, in its order. */
#include "sched/limits.h"

#include <string.h>
#include <strings.h>

Limits limits = {
#define LIMIT(name, flag, variable, initial, unit, status, help) .name = (initial),
#include "sched/limits.def"
#undef LIMIT
};

const LimitRow limit_rows[] = {
#define LIMIT(name, flag, variable, initial, unit, status, help)                                                       \
    {flag, variable, (initial), unit, status, help, offsetof(Limits, name)},
#include "sched/limits.def"
#undef LIMIT
};

const size_t limit_row_count = sizeof limit_rows / sizeof limit_rows[0];

typedef struct {
    const char *suffix;
    uint64_t factor;
} Suffix;

static const Suffix time_suffixes[] = {{"", 1}, {"ms", 1}, {"s", 1000}, {"m", 60000}, {NULL, 0}};
static const Suffix byte_suffixes[] = {{"", 1},         {"k", 1 << 10},  {"kb", 1 << 10}, {"m", 1 << 20},
                                       {"mb", 1 << 20}, {"g", 1 << 30}, {"gb", 1 << 30}, {NULL, 0}};
static const Suffix count_suffixes[] = {{"", 1}, {NULL, 0}};

static const Suffix *suffixes_of(LimitUnit unit)
{
    switch (unit) {
    case LIMIT_MS:
        return time_suffixes;
    case LIMIT_BYTES:
        return byte_suffixes;
    case LIMIT_COUNT:
        return count_suffixes;
    }
    return count_suffixes;
}

bool limit_parse(const char *text, LimitUnit unit, uint64_t *ret_value)
{
    const uint64_t most = UINT64_C(1) << 52;
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        value = value * 10 + (uint64_t)(*at - '0');
        if (value > most)
            return false;
    }
    if (at == text)
        return false;
    for (const Suffix *suffix = suffixes_of(unit); suffix->suffix; suffix++) {
        if (strcasecmp(at, suffix->suffix) != 0)
            continue;
        if (value > most / suffix->factor)
            return false;
        *ret_value = value * suffix->factor;
        return true;
    }
    return false;
}

void limit_set(const LimitRow *row, uint64_t value)
{
    memcpy((char *)&limits + row->offset, &value, sizeof value);
}
