/* Case mapping and case folding of one code point. */
#include "unicode/unicode.h"

#include "unicode/unicode_tables.h"

static uint32_t map_through(const UnicodeCaseRun *runs, uint32_t count, uint32_t code_point)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (runs[middle].last < code_point)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count || code_point < runs[low].first || (code_point - runs[low].first) % runs[low].step != 0)
        return code_point;
    return code_point + (uint32_t)runs[low].delta;
}

uint32_t unicode_simple_fold(uint32_t code_point)
{
    if (code_point < 0x80)
        return code_point - 'A' < 26 ? code_point + 0x20 : code_point;
    return map_through(unicode_fold_runs, unicode_fold_runs_count, code_point);
}

static const UnicodeSpecialUpper *find_special_upper(uint32_t code_point)
{
    uint32_t low = 0, high = unicode_special_upper_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (unicode_special_upper[middle].code_point == code_point)
            return &unicode_special_upper[middle];
        if (unicode_special_upper[middle].code_point < code_point)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

size_t unicode_to_upper(uint32_t code_point, uint32_t out[3])
{
    if (code_point < 0x80) {
        out[0] = code_point - 'a' < 26 ? code_point - 0x20 : code_point;
        return 1;
    }
    const UnicodeSpecialUpper *special = find_special_upper(code_point);
    if (!special) {
        out[0] = map_through(unicode_upper_runs, unicode_upper_runs_count, code_point);
        return 1;
    }
    size_t count = 0;
    for (; count < 3 && special->targets[count]; count++)
        out[count] = special->targets[count];
    return count;
}

size_t unicode_to_lower(uint32_t code_point, uint32_t out[3])
{
    if (code_point < 0x80) {
        out[0] = code_point - 'A' < 26 ? code_point + 0x20 : code_point;
        return 1;
    }
    if (code_point == 0x130) { /* the one unconditional lower-case row of SpecialCasing.txt */
        out[0] = 'i';
        out[1] = 0x307;
        return 2;
    }
    out[0] = map_through(unicode_lower_runs, unicode_lower_runs_count, code_point);
    return 1;
}

void unicode_each_mapping(UnicodeMapKind kind, void (*visit)(void *closure, uint32_t from, uint32_t to), void *closure)
{
    bool is_upper = kind == UNICODE_MAP_UPPER;
    const UnicodeCaseRun *run = is_upper ? unicode_upper_runs : unicode_fold_runs;
    const UnicodeCaseRun *end = run + (is_upper ? unicode_upper_runs_count : unicode_fold_runs_count);
    for (; run < end; run++) {
        for (uint32_t from = run->first; from <= run->last; from += run->step) {
            if (!is_upper || !find_special_upper(from))
                visit(closure, from, from + (uint32_t)run->delta);
        }
    }
}
