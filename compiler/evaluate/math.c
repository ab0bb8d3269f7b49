/* Math's functions by name: those of math_inline.h that the compiler puts into F64_MATH and F64_MATH2. */
#include "evaluate/code.h"

#define UNARY(X) \
    X(abs) X(acos) X(asin) X(atan) X(ceil) X(cos) X(exp) X(floor) X(log) X(log10) X(log2) X(sin) X(sqrt) X(tan) \
    X(trunc) X(fround) X(sign) X(round)
#define BINARY(X) X(atan2) X(pow) X(max) X(min)

#define INDEX(name) MATH_##name,
enum { UNARY(INDEX) BINARY(INDEX) MATH_COUNT };

uint32_t eval_math_index(const char *name)
{
#define NAME(name) #name,
    static const char *const names[] = {UNARY(NAME) BINARY(NAME)};
    uint32_t index = 0;
    while (strcmp(names[index], name))
        index++;
    return index;
}

double eval_math(uint32_t index, double x)
{
#define CALL(name) case MATH_##name: return js_math_##name(x);
    switch (index) { UNARY(CALL) }
    abort();
}

double eval_math2(uint32_t index, double x, double y)
{
#define CALL2(name) case MATH_##name: return js_math_##name(x, y);
    switch (index) { BINARY(CALL2) }
    abort();
}
