/* Sets of characters while a pattern is compiled: see charset.h. */
#include "regexp/charset.h"

#include <stdlib.h>
#include <string.h>

#include "regexp/program.h"
#include "unicode/unicode.h"

void charset_add_range(RegexpArena *arena, CharSet *set, uint32_t first, uint32_t last)
{
    if (set->count && set->ranges[set->count - 1].last + 1 == first) {
        set->ranges[set->count - 1].last = last;
        return;
    }
    REGEXP_RESERVE(arena, set->ranges, set->count, set->capacity);
    set->ranges[set->count++] = (CharRange){ first, last };
}

void charset_add_set(RegexpArena *arena, CharSet *set, const CharSet *other)
{
    for (uint32_t i = 0; i < other->count; i++)
        charset_add_range(arena, set, other->ranges[i].first, other->ranges[i].last);
}

static int compare_ranges(const void *left, const void *right)
{
    const CharRange *a = left, *b = right;
    return a->first < b->first ? -1 : a->first > b->first;
}

static bool is_sorted(const CharSet *set)
{
    for (uint32_t i = 1; i < set->count; i++) {
        if (set->ranges[i].first <= set->ranges[i - 1].last)
            return false;
    }
    return true;
}

/* In place and without memory of its own, unlike qsort(): patterns come from the network. */
static void sort_ranges(CharRange *ranges, uint32_t count)
{
    for (uint32_t heap = count / 2, end = count; end > 1;) {
        CharRange moving;
        if (heap > 0) {
            moving = ranges[--heap];
        } else {
            moving = ranges[--end];
            ranges[end] = ranges[0];
        }
        uint32_t hole = heap;
        for (uint32_t child = 2 * hole + 1; child < end; child = 2 * hole + 1) {
            if (child + 1 < end && compare_ranges(&ranges[child], &ranges[child + 1]) < 0)
                child++;
            if (compare_ranges(&ranges[child], &moving) <= 0)
                break;
            ranges[hole] = ranges[child];
            hole = child;
        }
        ranges[hole] = moving;
    }
}

void charset_normalize(CharSet *set)
{
    if (set->count == 0)
        return;
    if (!is_sorted(set))
        sort_ranges(set->ranges, set->count);
    uint32_t kept = 0;
    for (uint32_t i = 1; i < set->count; i++) {
        CharRange range = set->ranges[i];
        if (range.first > set->ranges[kept].last + 1)
            set->ranges[++kept] = range;
        else if (range.last > set->ranges[kept].last)
            set->ranges[kept].last = range.last;
    }
    set->count = kept + 1;
}

bool charset_has(const CharSet *set, uint32_t character)
{
    uint32_t low = 0, high = set->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (set->ranges[middle].last < character)
            low = middle + 1;
        else
            high = middle;
    }
    return low < set->count && set->ranges[low].first <= character;
}

bool charset_intersects(const CharSet *a, const CharSet *b)
{
    for (uint32_t i = 0, j = 0; i < a->count && j < b->count;) {
        if (a->ranges[i].last < b->ranges[j].first)
            i++;
        else if (b->ranges[j].last < a->ranges[i].first)
            j++;
        else
            return true;
    }
    return false;
}

bool charset_equals(const CharSet *a, const CharSet *b)
{
    return a->count == b->count && (a->count == 0 || memcmp(a->ranges, b->ranges, a->count * sizeof(CharRange)) == 0);
}

CharSet charset_intersection(RegexpArena *arena, const CharSet *a, const CharSet *b)
{
    CharSet result = { 0 };
    for (uint32_t i = 0, j = 0; i < a->count && j < b->count;) {
        CharRange left = a->ranges[i], right = b->ranges[j];
        uint32_t first = left.first > right.first ? left.first : right.first;
        uint32_t last = left.last < right.last ? left.last : right.last;
        if (first <= last)
            charset_add_range(arena, &result, first, last);
        if (left.last < right.last)
            i++;
        else
            j++;
    }
    return result;
}

CharSet charset_complement(RegexpArena *arena, const CharSet *set)
{
    CharSet result = { 0 };
    uint32_t next = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->ranges[i].first > next)
            charset_add_range(arena, &result, next, set->ranges[i].first - 1);
        next = set->ranges[i].last + 1;
    }
    if (next < UNICODE_LIMIT)
        charset_add_range(arena, &result, next, UNICODE_LIMIT - 1);
    return result;
}

uint32_t regexp_canonicalize(uint32_t character, bool is_unicode)
{
    if (is_unicode)
        return unicode_simple_fold(character);
    uint32_t upper[3];
    size_t count = unicode_to_upper(character, upper);
    bool is_kept = count != 1 || upper[0] > 0xffff || (character >= 128 && upper[0] < 128);
    return is_kept ? character : upper[0];
}

/* The state of a walk over all mappings, for closures. */
typedef struct CaseWalk {
    RegexpArena *arena;
    const CharSet *set;
    const CharSet *targets; /* what members of the set are mapped to */
    CharSet out;
    bool is_unicode;
} CaseWalk;

/* unicode_each_mapping's UPPER lacks the exceptions that Canonicalize makes. */
static bool is_canonical_mapping(const CaseWalk *walk, uint32_t from, uint32_t to)
{
    return walk->is_unicode || (from < 0x10000 && to < 0x10000 && (from < 128 || to >= 128));
}

static void collect_target(void *closure, uint32_t from, uint32_t to)
{
    CaseWalk *walk = closure;
    if (is_canonical_mapping(walk, from, to) && charset_has(walk->set, from))
        charset_add_range(walk->arena, &walk->out, to, to);
}

static void collect_source(void *closure, uint32_t from, uint32_t to)
{
    CaseWalk *walk = closure;
    if (!is_canonical_mapping(walk, from, to))
        return;
    bool is_own_target = charset_has(walk->set, to) && regexp_canonicalize(to, walk->is_unicode) == to;
    if (is_own_target || charset_has(walk->targets, to))
        charset_add_range(walk->arena, &walk->out, from, from);
}

static CharSet collect_targets(RegexpArena *arena, const CharSet *set, bool is_unicode)
{
    CaseWalk walk = { .arena = arena, .set = set, .is_unicode = is_unicode };
    unicode_each_mapping(is_unicode ? UNICODE_MAP_FOLD : UNICODE_MAP_UPPER, collect_target, &walk);
    charset_normalize(&walk.out);
    return walk.out;
}

static CharSet close_ascii(RegexpArena *arena, const CharSet *set)
{
    CharSet result = { 0 };
    charset_add_set(arena, &result, set);
    for (uint32_t upper = 'A'; upper <= 'Z'; upper++) {
        bool has_upper = charset_has(set, upper), has_lower = charset_has(set, upper + 32);
        if (has_upper != has_lower)
            charset_add_range(arena, &result, has_upper ? upper + 32 : upper, has_upper ? upper + 32 : upper);
    }
    charset_normalize(&result);
    return result;
}

CharSet charset_close_over_case(RegexpArena *arena, const CharSet *set, bool is_unicode)
{
    if (!is_unicode && (set->count == 0 || set->ranges[set->count - 1].last < 128))
        return close_ascii(arena, set);
    CharSet targets = collect_targets(arena, set, is_unicode);
    CaseWalk walk = { .arena = arena, .set = set, .targets = &targets, .is_unicode = is_unicode };
    charset_add_set(arena, &walk.out, set);
    charset_add_set(arena, &walk.out, &targets);
    unicode_each_mapping(is_unicode ? UNICODE_MAP_FOLD : UNICODE_MAP_UPPER, collect_source, &walk);
    charset_normalize(&walk.out);
    return walk.out;
}

static void collect_mapped(void *closure, uint32_t from, uint32_t to)
{
    CaseWalk *walk = closure;
    (void)to;
    charset_add_range(walk->arena, &walk->out, from, from);
}

/* Everything that is not its own scf(). */
static CharSet unfolded_characters(RegexpArena *arena)
{
    CaseWalk mapped = { .arena = arena };
    unicode_each_mapping(UNICODE_MAP_FOLD, collect_mapped, &mapped);
    charset_normalize(&mapped.out);
    return mapped.out;
}

CharSet charset_fold(RegexpArena *arena, const CharSet *set)
{
    CharSet unfolded = unfolded_characters(arena);
    CharSet folded = charset_complement(arena, &unfolded);
    CharSet result = charset_intersection(arena, set, &folded);
    CharSet targets = collect_targets(arena, set, true);
    charset_add_set(arena, &result, &targets);
    charset_normalize(&result);
    return result;
}

CharSet charset_folded_complement(RegexpArena *arena, const CharSet *set)
{
    CharSet excluded = unfolded_characters(arena);
    charset_add_set(arena, &excluded, set);
    charset_normalize(&excluded);
    return charset_complement(arena, &excluded);
}
