/* The regular expression engine: what node answers (regexp_cases.def), what node 20 does not know yet, and limits. */
#include <stdlib.h>

#include "regexp/regexp.h"
#include "unit.h"

enum { CAPTURE_LIMIT = 64, STACK_LIMIT = 1 << 20 };

static void *allocate(void *closure, size_t bytes)
{
    return malloc(bytes);
}

static void release(void *closure, void *block)
{
    free(block);
}

static const RegexpAllocator allocator = { .allocate = allocate, .release = release };

static bool grow_stack(RegexpContext *context, size_t capacity)
{
    if (capacity > STACK_LIMIT)
        return false;
    context->stack = realloc(context->stack, capacity * sizeof *context->stack);
    context->stack_capacity = capacity;
    return context->stack != NULL;
}

static int refills;

static bool refill(RegexpContext *context)
{
    context->fuel = 10000;
    return refills-- > 0;
}

static RegexpProgram *compile(RegexpText pattern, const char *flag_letters, RegexpError *ret_error)
{
    unsigned flags = 0;
    bool is_valid = regexp_parse_flags((RegexpText){ flag_letters, strlen(flag_letters), false }, &flags);
    CHECK(is_valid);
    return regexp_compile(pattern, flags, allocator, ret_error);
}

static RegexpResult execute(const RegexpProgram *program, RegexpText input, int32_t *captures)
{
    RegexpContext context = { .grow_stack = grow_stack, .fuel = 10000, .on_fuel_out = refill };
    refills = 1000;
    RegexpResult result = regexp_exec(program, input, 0, captures, &context);
    free(context.stack);
    return result;
}

/* Writes the answer as regexp_cases.def has it. */
static void answer(RegexpText pattern, const char *flags, RegexpText input, char *out)
{
    static const char *const names[] = { "N", "M", "STACK", "ABORTED" };
    int32_t captures[CAPTURE_LIMIT];
    RegexpError error = { 0 };
    RegexpProgram *program = compile(pattern, flags, &error);
    if (!program) {
        sprintf(out, "E %s", error.reason);
        return;
    }
    RegexpResult result = execute(program, input, captures);
    out += sprintf(out, "%s", names[result]);
    for (uint32_t i = 0; result == REGEXP_MATCH && i < regexp_capture_count(program); i++)
        out += sprintf(out, " %d,%d", captures[2 * i], captures[2 * i + 1]);
    free(program);
}

static bool narrow(RegexpText text, uint8_t *out)
{
    const uint16_t *units = text.chars;
    for (size_t i = 0; i < text.length; i++) {
        if (units[i] > 0xff)
            return false;
        out[i] = (uint8_t)units[i];
    }
    return true;
}

typedef struct Case {
    RegexpText pattern;
    const char *flags;
    RegexpText input;
    const char *want;
} Case;

#define WIDE(literal) { .chars = (literal), .length = sizeof(literal) / 2 - 1, .is_wide = true }
#define REGEXP_CASE(pattern, flags, input, want) { WIDE(pattern), flags, WIDE(input), want },

static void check_cases(const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char got[1024];
        uint8_t latin1[256];
        answer(cases[i].pattern, cases[i].flags, cases[i].input, got);
        CHECK_TEXT(got, cases[i].want);
        if (!narrow(cases[i].input, latin1))
            continue;
        answer(cases[i].pattern, cases[i].flags, (RegexpText){ latin1, cases[i].input.length, false }, got);
        CHECK_TEXT(got, cases[i].want);
    }
}

TEST(regexp_answers_as_node_does)
{
    static const Case cases[] = {
#include "regexp_cases.def"
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

TEST(regexp_modifiers_hold_inside_their_group_only)
{
    static const Case cases[] = {
        REGEXP_CASE(u"(?i:a)b", "", u"Ab", "M 0,2")
        REGEXP_CASE(u"(?i:a)b", "", u"AB", "N")
        REGEXP_CASE(u"(?-i:a)b", "i", u"aB", "M 0,2")
        REGEXP_CASE(u"(?-i:a)b", "i", u"AB", "N")
        REGEXP_CASE(u"(?s:.)(?-s:.)", "s", u"\n\n", "N")
        REGEXP_CASE(u"(?s:.).", "", u"\na", "M 0,2")
        REGEXP_CASE(u"(?m:^a)|^b", "", u"c\nb\na", "M 4,5")
        REGEXP_CASE(u"(?m-i:^a$)", "i", u"b\nA\na", "M 4,5")
        REGEXP_CASE(u"(?i:(?-i:a)b)", "", u"aB", "M 0,2")
        REGEXP_CASE(u"(?i-:a)", "", u"A", "M 0,1")
        REGEXP_CASE(u"(?i:(b))\\1", "", u"Bb", "N")
        REGEXP_CASE(u"(b)(?i:\\1)", "", u"bB", "M 0,2 0,1")
        REGEXP_CASE(u"(?-:a)", "", u"a", "E Invalid flag group")
        REGEXP_CASE(u"(?ii:a)", "", u"a", "E Repeated flag in flag group")
        REGEXP_CASE(u"(?i-i:a)", "", u"a", "E Repeated flag in flag group")
        REGEXP_CASE(u"(?i--m:a)", "", u"a", "E Multiple dashes in flag group")
        REGEXP_CASE(u"(?g:a)", "", u"a", "E Invalid group")
        REGEXP_CASE(u"(?i)", "", u"a", "E Invalid group")
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

TEST(regexp_names_may_repeat_in_different_alternatives)
{
    static const Case cases[] = {
        REGEXP_CASE(u"(?<y>\\d{4})-(?<m>\\d)|(?<m>\\d)/(?<y>\\d{4})", "", u"1/2024", "M 0,6 -1,-1 -1,-1 0,1 2,6")
        REGEXP_CASE(u"(?:(?<a>x)|(?<a>y))\\k<a>", "", u"yy", "M 0,2 -1,-1 0,1")
        REGEXP_CASE(u"(?:(?:(?<a>x)|(?<a>y))\\k<a>)+", "", u"xxyy", "M 0,4 -1,-1 2,3")
        REGEXP_CASE(u"(?:(?<a>x)|(?:(?<a>y)|(?<b>z)))", "", u"z", "M 0,1 -1,-1 -1,-1 0,1")
        REGEXP_CASE(u"(?:(?<a>x)|b)(?<a>y)", "", u"", "E Duplicate capture group name")
        REGEXP_CASE(u"(?<a>(?<a>x)|y)", "", u"", "E Duplicate capture group name")
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

TEST(regexp_sets_are_folded_before_operations)
{
    static const Case cases[] = {
        REGEXP_CASE(u"\\P{Lowercase}", "iv", u"\xc9", "N")
        REGEXP_CASE(u"[^\\P{Ll}]", "iv", u"A", "M 0,1")
        REGEXP_CASE(u"[A--a]", "iv", u"A", "N")
        REGEXP_CASE(u"[A&&a]", "iv", u"A", "M 0,1")
        REGEXP_CASE(u"[^k]", "iv", u"\x212a", "N")
        REGEXP_CASE(u"[^]", "v", u"ab", "M 0,1")
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

TEST(regexp_never_starts_between_the_halves_of_a_pair)
{
    static const Case cases[] = {
        REGEXP_CASE(u"(?!^)", "u", u"\xd83d\xde00" u"a", "M 2,2")
        REGEXP_CASE(u"\\ude00", "u", u"\xd83d\xde00", "N")
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

TEST(regexp_names_are_listed_in_order_with_their_groups)
{
    static const uint16_t pattern[] = u"(?<b>x)(?<a>y)|(?<a>z)";
    RegexpError error;
    RegexpProgram *program = compile((RegexpText)WIDE(pattern), "", &error);
    CHECK_INT(regexp_name_count(program), 2);
    RegexpName first = regexp_name(program, 0), second = regexp_name(program, 1);
    CHECK_INT(first.units[0], 'b');
    CHECK_INT(first.groups[0], 1);
    CHECK_INT(second.units[0], 'a');
    CHECK_INT(second.group_count, 2);
    CHECK_INT(second.groups[0], 2);
    CHECK_INT(second.groups[1], 3);
    free(program);
}

TEST(regexp_flags_are_checked)
{
    unsigned flags;
    CHECK(regexp_parse_flags((RegexpText){ "dgimsuy", 7, false }, &flags));
    CHECK_INT(flags, 255 - REGEXP_UNICODE_SETS);
    CHECK(!regexp_parse_flags((RegexpText){ "gg", 2, false }, &flags));
    CHECK(!regexp_parse_flags((RegexpText){ "uv", 2, false }, &flags));
    CHECK(!regexp_parse_flags((RegexpText){ "x", 1, false }, &flags));
}

TEST(regexp_error_message_quotes_the_pattern)
{
    RegexpText pattern = { "(", 1, false };
    RegexpError error;
    uint16_t units[100];
    char text[100] = "";
    CHECK(!compile(pattern, "gi", &error));
    size_t length = regexp_error_message(pattern, REGEXP_GLOBAL | REGEXP_IGNORE_CASE, &error, units, 100);
    for (size_t i = 0; i < length; i++)
        text[i] = (char)units[i];
    CHECK_TEXT(text, "Invalid regular expression: /(/gi: Unterminated group");
}

/* A pattern that repeats `unit` count times, between what opens and closes it as often. */
static RegexpProgram *compile_nested(const char *open, const char *close, size_t count, const char *flags,
                                     RegexpError *ret_error)
{
    size_t open_length = strlen(open), close_length = strlen(close);
    char *pattern = malloc(count * (open_length + close_length) + 1);
    for (size_t i = 0; i < count; i++) {
        memcpy(pattern + i * open_length, open, open_length);
        memcpy(pattern + count * open_length + i * close_length, close, close_length);
    }
    RegexpText text = { pattern, count * (open_length + close_length), false };
    RegexpProgram *program = compile(text, flags, ret_error);
    free(pattern);
    return program;
}

TEST(regexp_refuses_what_is_nested_too_deep)
{
    RegexpError error = { 0 };
    CHECK(!compile_nested("(", ")", 10000, "", &error));
    CHECK_TEXT(error.reason, "Regular expression too large");
    CHECK(!compile_nested("[", "]", 10000, "v", &error));
    CHECK_TEXT(error.reason, "Regular expression too large");
    RegexpProgram *program = compile_nested("(?:", ")*", 100, "", &error);
    CHECK(program != NULL);
    free(program);
}

TEST(regexp_nested_counts_do_not_multiply_the_program)
{
    RegexpError error;
    RegexpText pattern = { "(((a{1000}){1000}){1000}){1000}", 31, false };
    RegexpProgram *program = compile(pattern, "", &error);
    CHECK(program != NULL && regexp_program_size(program) < 4096);
    free(program);
}

TEST(regexp_match_ends_when_fuel_is_refused)
{
    int32_t captures[CAPTURE_LIMIT];
    RegexpError error;
    RegexpProgram *program = compile((RegexpText){ "^(a+)+$", 7, false }, "", &error);
    RegexpText input = { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", 49, false };
    CHECK_INT(execute(program, input, captures), REGEXP_ABORTED);
    free(program);
}

TEST(regexp_match_ends_when_the_stack_may_not_grow)
{
    enum { LENGTH = 4 << 20 };
    int32_t captures[CAPTURE_LIMIT];
    RegexpError error;
    RegexpProgram *program = compile((RegexpText){ "(?:a|(a))*b", 11, false }, "", &error);
    char *input = malloc(LENGTH);
    memset(input, 'a', LENGTH);
    CHECK_INT(execute(program, (RegexpText){ input, LENGTH, false }, captures), REGEXP_STACK_LIMIT);
    free(input);
    free(program);
}

int main(int argc, char **argv)
{
    return unit_main(argc, argv);
}
