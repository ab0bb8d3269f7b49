/* What is known of a value: the types that it may have, the range where it is an integer, the function or box that it is.
 *
 * Invariant: facts over-approximate. A larger set, a wider range, no target: less is known. The empty set says that the
 * value never comes into being (or has not been looked at yet). */
#pragma once
#include "ir/edit.h"

enum {
    FACT_UNDEFINED = 1, FACT_NULL = 2, FACT_BOOL = 4,
    FACT_INT = 8,       /* an integer from low to high, within 2^53, not -0 */
    FACT_DOUBLE = 16,   /* any number at all */
    FACT_STRING = 32, FACT_SYMBOL = 64, FACT_BIGINT = 128,
    FACT_OBJECT = 256,  /* functions too: `target` is the only one that it can be, or NULL */
    FACT_EMPTY = 512,
    FACT_INTERNAL = 1024, /* boxes: `target` is the BOX_NEW, or NULL; iteration states */
    FACT_NUMBER = FACT_INT | FACT_DOUBLE,
    FACT_VISIBLE = 511,
    FACT_ANY = 2047
};

#define FACT_INT_MAX ((INT64_C(1) << 53) - 1) /* where counters are widened to */
#define FACT_INT_EXACT (INT64_C(1) << 52)     /* results beyond it are doubles, but for the small steps of counters */

enum { FACT_HINT_MIXED = 255 }; /* typed arrays of several types, or other objects too */

typedef struct Fact {
    uint32_t set;
    uint32_t growth;   /* how often it grew: past a bound, ranges are widened */
    int64_t low, high; /* with FACT_INT */
    void *target;
    uint32_t hint;     /* a guess that costs only time when wrong: 1 + JsElementType of a typed array; 0 none; FACT_HINT_MIXED */
} Fact;

Fact fact_of(uint32_t set);
Fact fact_int(int64_t low, int64_t high); /* DOUBLE when out of the exact range */
Fact fact_join(Fact a, Fact b);
bool fact_equal(Fact a, Fact b);
/* Joins into *fact, widening when it has grown often. Whether it changed. */
bool fact_grow(Fact *fact, Fact more);

static inline bool fact_is(Fact fact, uint32_t set)
{
    return fact.set && !(fact.set & ~set);
}
static inline bool fact_is_int(Fact fact)
{
    return fact.set == FACT_INT;
}
static inline bool fact_fits_i32(Fact fact)
{
    return fact.set == FACT_INT && fact.low >= INT32_MIN && fact.high <= INT32_MAX;
}
static inline bool fact_is_number(Fact fact)
{
    return fact_is(fact, FACT_NUMBER);
}
