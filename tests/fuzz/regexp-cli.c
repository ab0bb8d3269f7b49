/* Runs regular expressions for tests: one case a line of standard input, one answer a line of standard output.
 *
 * A case is `FLAGS START PATTERN INPUT`, FLAGS in decimal, the texts as hexadecimal UTF-16 units after an `x`. The
 * answer is `E REASON`, `N` (no match), or `M` with start,end of each group, then NAME:GROUP,GROUP of each name. An
 * input that fits is matched as Latin-1 too, the program from a copy, and both with a starved stack and fuel; `DIFFERS`
 * if the answers are not the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "regexp/regexp.h"

enum { LINE_LIMIT = 1 << 20, CAPTURE_LIMIT = 2048, STACK_LIMIT = 1 << 22 };

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
    if (capacity > STACK_LIMIT)
        return false;
    context->stack = realloc(context->stack, capacity * sizeof *context->stack);
    context->stack_capacity = capacity;
    return context->stack != NULL;
}

/* `closure` counts the refills down. */
static bool refill(RegexpContext *context)
{
    context->fuel = 7;
    return --*(int *)context->closure > 0;
}

static size_t read_units(const char *hex, uint16_t *out)
{
    size_t length = 0;
    for (hex++; hex[0]; hex += 4) {
        char digits[5] = { hex[0], hex[1], hex[2], hex[3] };
        out[length++] = (uint16_t)strtoul(digits, NULL, 16);
    }
    return length;
}

static bool is_latin1(const uint16_t *units, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (units[i] > 0xff)
            return false;
    }
    return true;
}

static int match(const RegexpProgram *program, RegexpText text, size_t start, int32_t *captures)
{
    int refills = 3000000;
    RegexpContext context = { .grow_stack = grow_stack, .fuel = 5, .on_fuel_out = refill, .closure = &refills };
    int result = (int)regexp_exec(program, text, start, captures, &context);
    free(context.stack);
    return result;
}

static void print_match(const RegexpProgram *program, const int32_t *captures)
{
    printf("M");
    for (uint32_t i = 0; i < regexp_capture_count(program); i++)
        printf(" %d,%d", captures[2 * i], captures[2 * i + 1]);
    for (uint32_t i = 0; i < regexp_name_count(program); i++) {
        RegexpName name = regexp_name(program, i);
        printf(" ");
        for (size_t at = 0; at < name.length; at++)
            printf(name.units[at] < 0x80 ? "%c" : "u%04x", name.units[at]);
        for (size_t at = 0; at < name.group_count; at++)
            printf("%c%u", at ? ',' : ':', name.groups[at]);
    }
    printf("\n");
}

static void run_program(const RegexpProgram *program, const uint16_t *input, size_t length, size_t start)
{
    static int32_t captures[CAPTURE_LIMIT], narrow_captures[CAPTURE_LIMIT];
    static uint8_t narrow[LINE_LIMIT];
    int result = match(program, (RegexpText){ input, length, true }, start, captures);
    if (is_latin1(input, length)) {
        for (size_t i = 0; i < length; i++)
            narrow[i] = (uint8_t)input[i];
        int other = match(program, (RegexpText){ narrow, length, false }, start, narrow_captures);
        bool is_same = other == result && (result != REGEXP_MATCH ||
                       memcmp(captures, narrow_captures, 8 * regexp_capture_count(program)) == 0);
        if (!is_same) {
            printf("DIFFERS\n");
            return;
        }
    }
    if (result == REGEXP_MATCH)
        print_match(program, captures);
    else
        printf(result == REGEXP_NO_MATCH ? "N\n" : result == REGEXP_ABORTED ? "ABORTED\n" : "STACK\n");
}

static void run_case(unsigned flags, size_t start, const char *pattern_hex, const char *input_hex)
{
    static uint16_t pattern[LINE_LIMIT], input[LINE_LIMIT];
    RegexpAllocator allocator = { .allocate = allocate, .release = release };
    RegexpError error = { 0 };
    RegexpText text = { pattern, read_units(pattern_hex, pattern), true };
    RegexpProgram *program = regexp_compile(text, flags, allocator, &error);
    if (!program) {
        printf("E %s\n", error.reason);
        return;
    }
    RegexpProgram *copy = malloc(regexp_program_size(program));
    memcpy(copy, program, regexp_program_size(program));
    free(program);
    run_program(copy, input, read_units(input_hex, input), start);
    free(copy);
}

int main(void)
{
    static char line[LINE_LIMIT], pattern[LINE_LIMIT], input[LINE_LIMIT];
    while (fgets(line, sizeof line, stdin)) {
        unsigned flags, start;
        if (sscanf(line, "%u %u %s %s", &flags, &start, pattern, input) != 4)
            return 2;
        run_case(flags, start, pattern, input);
        fflush(stdout);
    }
    return 0;
}
