/* Async functions: await (27.7.5.3). Async iteration is in iteration.c, async generators in generators.c. */
#include "lower/internal.h"

IrInstr *lower_await(Lower *l, IrInstr *value)
{
    return emit1(l, IR_AWAIT, value);
}
