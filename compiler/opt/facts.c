/* The lattice of facts: see facts.h. */
#include "facts.h"

Fact fact_of(uint32_t set)
{
    Fact fact = {.set = set};
    if (set & FACT_INT) {
        fact.low = -FACT_INT_MAX;
        fact.high = FACT_INT_MAX;
    }
    return fact;
}

Fact fact_int(int64_t low, int64_t high)
{
    if (low < -FACT_INT_EXACT || high > FACT_INT_EXACT)
        return fact_of(FACT_DOUBLE);
    return (Fact){.set = FACT_INT, .low = low, .high = high};
}

/* What may be anything does not speak against a guess; what is an object of which nothing is guessed does. */
static uint32_t join_hints(Fact a, Fact b)
{
    if (a.hint == b.hint)
        return a.hint;
    Fact without = a.hint ? b : a;
    bool speaks_against = without.hint || without.set == FACT_OBJECT;
    return speaks_against ? FACT_HINT_MIXED : a.hint + b.hint;
}

Fact fact_join(Fact a, Fact b)
{
    Fact joined = {.set = a.set | b.set, .growth = a.growth};
    if (a.set & b.set & FACT_INT) {
        joined.low = a.low < b.low ? a.low : b.low;
        joined.high = a.high > b.high ? a.high : b.high;
    } else {
        const Fact *with = a.set & FACT_INT ? &a : &b;
        joined.low = with->set & FACT_INT ? with->low : 0;
        joined.high = with->set & FACT_INT ? with->high : 0;
    }
    enum { TARGETED = FACT_OBJECT | FACT_INTERNAL };
    bool both = a.set & b.set & TARGETED || (a.set & TARGETED && b.set & TARGETED);
    if (both)
        joined.target = a.target == b.target ? a.target : NULL;
    else
        joined.target = a.set & TARGETED ? a.target : b.target;
    joined.hint = join_hints(a, b);
    return joined;
}

bool fact_equal(Fact a, Fact b)
{
    return a.set == b.set && a.low == b.low && a.high == b.high && a.target == b.target && a.hint == b.hint;
}

static int64_t widen_high(int64_t high)
{
    return high <= INT32_MAX ? INT32_MAX : high <= UINT32_MAX ? UINT32_MAX : FACT_INT_MAX;
}

static int64_t widen_low(int64_t low)
{
    return low >= 0 ? 0 : low >= INT32_MIN ? INT32_MIN : -FACT_INT_MAX;
}

enum { GROWTH_BOUND = 5 };

bool fact_grow(Fact *fact, Fact more)
{
    Fact joined = fact_join(*fact, more);
    if (fact_equal(joined, *fact))
        return false;
    joined.growth = fact->growth + 1;
    if (joined.growth > GROWTH_BOUND && joined.set & FACT_INT && fact->set & FACT_INT) {
        if (joined.high > fact->high)
            joined.high = widen_high(joined.high);
        if (joined.low < fact->low)
            joined.low = widen_low(joined.low);
    }
    *fact = joined;
    return true;
}
