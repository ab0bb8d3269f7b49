/* Regular expressions: a byte of flags, a byte of the pattern's length, the pattern, and the input, all in Latin-1.
 * What matches as Latin-1 matches the same as UTF-16, with starved fuel, and where a search has found it. */
#include "fuzz.h"
#include "regexp/regexp.h"

enum { FUEL = 1000, REFILLS = 200, STACK_MAX = 1 << 16 };

static void *allocate(void *closure, size_t bytes)
{
    return malloc(bytes);
}

static void release(void *closure, void *block)
{
    free(block);
}

static bool grow_stack(RegexpContext *context, size_t capacity)
{
    if (capacity > STACK_MAX)
        return false;
    context->stack = realloc(context->stack, capacity * sizeof *context->stack);
    context->stack_capacity = capacity;
    return true;
}

/* `closure` counts the refills down: that bounds an input whose matching is exponential. */
static bool refill(RegexpContext *context)
{
    context->fuel = FUEL;
    return --*(int *)context->closure > 0;
}

static int32_t *captures_for(const RegexpProgram *program)
{
    return malloc(2 * sizeof(int32_t) * regexp_capture_count(program));
}

static RegexpResult match(const RegexpProgram *program, RegexpText text, size_t start, bool is_sticky,
                          int32_t *captures)
{
    int refills = REFILLS;
    RegexpContext context = {.grow_stack = grow_stack, .fuel = 1, .on_fuel_out = refill, .closure = &refills};
    RegexpResult result = regexp_exec_as(program, text, start, is_sticky, captures, &context);
    free(context.stack);
    return result;
}

static bool is_answer(RegexpResult result)
{
    return result == REGEXP_MATCH || result == REGEXP_NO_MATCH;
}

static void require_in_text(const int32_t *captures, uint32_t count, size_t length)
{
    REQUIRE(captures[0] >= 0);
    for (uint32_t i = 0; i < count; i++) {
        int32_t start = captures[2 * i], end = captures[2 * i + 1];
        REQUIRE((start == -1 && end == -1) || (0 <= start && start <= end && (size_t)end <= length));
    }
}

/* Another way to the same answer, unless it ran into a bound. */
static void require_same(const RegexpProgram *program, RegexpText text, size_t start, bool is_sticky,
                         RegexpResult expected, const int32_t *captures)
{
    int32_t *other = captures_for(program);
    RegexpResult result = match(program, text, start, is_sticky, other);
    if (is_answer(result)) {
        REQUIRE(result == expected);
        if (result == REGEXP_MATCH)
            REQUIRE(!memcmp(captures, other, 2 * sizeof *other * regexp_capture_count(program)));
    }
    free(other);
}

static void run(const RegexpProgram *program, const uint8_t *chars, size_t length)
{
    RegexpText text = {chars, length, false};
    int32_t *captures = captures_for(program);
    RegexpResult result = match(program, text, 0, false, captures);
    if (is_answer(result)) {
        uint16_t *wide = malloc(length * sizeof *wide + 1);
        for (size_t i = 0; i < length; i++)
            wide[i] = chars[i];
        require_same(program, (RegexpText){wide, length, true}, 0, false, result, captures);
        free(wide);
    }
    if (result == REGEXP_MATCH) {
        require_in_text(captures, regexp_capture_count(program), length);
        require_same(program, text, (size_t)captures[0], true, result, captures);
    }
    free(captures);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    unsigned flags = data[0];
    size_t length = data[1] < size - 2 ? data[1] : size - 2;
    if ((flags & REGEXP_UNICODE) && (flags & REGEXP_UNICODE_SETS))
        return 0; /* refused before a pattern is looked at */
    uint8_t *pattern = fuzz_copy(data + 2, length);
    uint8_t *input = fuzz_copy(data + 2 + length, size - 2 - length);
    RegexpError error;
    RegexpAllocator allocator = {allocate, release, NULL};
    RegexpProgram *program = regexp_compile((RegexpText){pattern, length, false}, flags, allocator, &error);
    if (program)
        run(program, input, size - 2 - length);
    free(program);
    free(input);
    free(pattern);
    return 0;
}
