/* Normalization forms NFC, NFD, NFKC and NFKD (UAX #15) of UTF-16 text.
 *
 * Invariant: the work buffer holds, between steps, the fully decomposed text in canonical order up to the last starter,
 * each code point with its combining class in the top byte. */
#include "unicode/unicode.h"

#include <string.h>

#include "unicode/unicode_tables.h"

enum {
    HANGUL_S = 0xac00,
    HANGUL_L = 0x1100,
    HANGUL_V = 0x1161,
    HANGUL_T = 0x11a7,
    HANGUL_L_COUNT = 19,
    HANGUL_V_COUNT = 21,
    HANGUL_T_COUNT = 28,
    HANGUL_S_COUNT = HANGUL_L_COUNT * HANGUL_V_COUNT * HANGUL_T_COUNT
};

/* Units of unicode_pay a round. */
enum { DECOMPOSE_WORK = 25, STEP_WORK = 3, COMPOSE_WORK = 15 };

#define CODE_POINT(entry) ((entry) & 0x1fffff)
#define CLASS(entry) ((entry) >> 24)

/* A code point as read from UTF-16, with its width in units. */
typedef struct Reading {
    uint32_t code_point;
    size_t width;
} Reading;

static Reading read_at(const uint16_t *chars, size_t length, size_t index)
{
    uint32_t unit = chars[index];
    bool is_pair = (unit & 0xfc00) == 0xd800 && index + 1 < length && (chars[index + 1] & 0xfc00) == 0xdc00;
    if (!is_pair)
        return (Reading){ unit, 1 };
    return (Reading){ 0x10000 + ((unit - 0xd800) << 10) + (chars[index + 1] - 0xdc00u), 2 };
}

static uint32_t combining_class(uint32_t code_point)
{
    if (code_point < 0x300)
        return 0;
    uint32_t low = 0, high = unicode_combining_class_runs_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (unicode_combining_class_runs[middle] >> 8 <= code_point)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? 0 : unicode_combining_class_runs[low - 1] & 0xff;
}

/* The index of the decomposition with this key, or -1. */
static int find_decomposition(uint32_t key)
{
    uint32_t low = 0, high = unicode_decomposition_keys_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (unicode_decomposition_keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_found = low < unicode_decomposition_keys_count && unicode_decomposition_keys[low] == key;
    return is_found ? (int)low : -1;
}

/* Appends an entry with its class; `out` is NULL while only counting. Returns the new length. */
static size_t put(uint32_t *out, size_t length, uint32_t code_point)
{
    if (out)
        out[length] = code_point | combining_class(code_point) << 24;
    return length + 1;
}

static size_t put_hangul(uint32_t *out, size_t length, uint32_t syllable)
{
    uint32_t trail = syllable % HANGUL_T_COUNT;
    length = put(out, length, HANGUL_L + syllable / (HANGUL_V_COUNT * HANGUL_T_COUNT));
    length = put(out, length, HANGUL_V + syllable / HANGUL_T_COUNT % HANGUL_V_COUNT);
    return trail ? put(out, length, HANGUL_T + trail) : length;
}

static size_t put_decomposed(uint32_t *out, size_t length, uint32_t code_point, bool is_compatible)
{
    if (code_point < 0xa0)
        return put(out, length, code_point);
    if (code_point - HANGUL_S < HANGUL_S_COUNT)
        return put_hangul(out, length, code_point - HANGUL_S);
    int found = is_compatible ? find_decomposition(code_point * 2 + 1) : -1;
    if (found < 0)
        found = find_decomposition(code_point * 2);
    if (found < 0)
        return put(out, length, code_point);
    size_t end = unicode_decomposition_offsets[found + 1];
    for (size_t at = unicode_decomposition_offsets[found]; at < end;) {
        Reading part = read_at(unicode_decomposition_units, end, at);
        length = put(out, length, part.code_point);
        at += part.width;
    }
    return length;
}

void (*unicode_pay)(uint32_t work);

/* For round `i` of a loop that takes so much work a round. */
static inline void pay_round(size_t i, uint32_t work)
{
    enum { LOT = 1024 };
    if (i % LOT == LOT - 1 && unicode_pay)
        unicode_pay(LOT * work);
}

static size_t decompose(uint32_t *out, const uint16_t *chars, size_t length, bool is_compatible)
{
    size_t count = 0;
    for (size_t at = 0, i = 0; at < length; i++) {
        Reading here = read_at(chars, length, at);
        count = put_decomposed(out, count, here.code_point, is_compatible);
        at += here.width;
        pay_round(i, DECOMPOSE_WORK);
    }
    return count;
}

/* A stable merge sort by class of entries[from..to), `spare` being as long: a run of marks may be the whole input. */
static void sort_marks(uint32_t *entries, uint32_t *spare, size_t from, size_t to)
{
    for (size_t width = 1; width < to - from; width *= 2) {
        for (size_t start = from; start < to; start += 2 * width) {
            size_t middle = start + width < to ? start + width : to;
            size_t end = start + 2 * width < to ? start + 2 * width : to;
            size_t left = start, right = middle;
            for (size_t at = start; at < end; at++) {
                bool takes_left = left < middle && (right >= end || CLASS(entries[left]) <= CLASS(entries[right]));
                spare[at] = takes_left ? entries[left++] : entries[right++];
                pay_round(at, STEP_WORK);
            }
        }
        for (size_t at = from; at < to; at++) {
            entries[at] = spare[at];
            pay_round(at, 1);
        }
    }
}

static void order_canonically(uint32_t *entries, uint32_t *spare, size_t count)
{
    for (size_t at = 0; at < count;) {
        pay_round(at, 1);
        if (CLASS(entries[at]) == 0) {
            at++;
            continue;
        }
        size_t from = at;
        for (; at < count && CLASS(entries[at]) != 0; at++)
            pay_round(at, 1);
        sort_marks(entries, spare, from, at);
    }
}

/* The primary composite of two code points, or 0. */
static uint32_t compose_pair(uint32_t first, uint32_t second)
{
    if (first - HANGUL_L < HANGUL_L_COUNT && second - HANGUL_V < HANGUL_V_COUNT)
        return HANGUL_S + ((first - HANGUL_L) * HANGUL_V_COUNT + (second - HANGUL_V)) * HANGUL_T_COUNT;
    if (first - HANGUL_S < HANGUL_S_COUNT && (first - HANGUL_S) % HANGUL_T_COUNT == 0 &&
        second - HANGUL_T - 1 < HANGUL_T_COUNT - 1)
        return first + (second - HANGUL_T);
    uint32_t low = 0, high = unicode_compositions_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const UnicodeComposition *row = &unicode_compositions[middle];
        if (row->first == first && row->second == second)
            return row->composed;
        if (row->first < first || (row->first == first && row->second < second))
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* UAX #15 D117: each code point joins the last starter unless something between blocks it. In place: the new count. */
static size_t compose(uint32_t *entries, size_t count)
{
    size_t length = 0, starter = 0;
    bool has_starter = false;
    for (size_t at = 0; at < count; at++) {
        uint32_t entry = entries[at];
        pay_round(at, COMPOSE_WORK);
        bool is_adjacent = has_starter && length == starter + 1;
        bool is_blocked = !has_starter || (!is_adjacent && CLASS(entries[length - 1]) >= CLASS(entry));
        uint32_t composed = is_blocked ? 0 : compose_pair(CODE_POINT(entries[starter]), CODE_POINT(entry));
        if (composed) {
            entries[starter] = composed;
            continue;
        }
        if (CLASS(entry) == 0) {
            starter = length;
            has_starter = true;
        }
        entries[length++] = entry;
    }
    return length;
}

static size_t write_units(uint16_t *out, const uint32_t *entries, size_t count)
{
    size_t length = 0;
    for (size_t at = 0; at < count; at++) {
        uint32_t code_point = CODE_POINT(entries[at]);
        if (code_point >= 0x10000) {
            out[length++] = (uint16_t)(0xd7c0 + (code_point >> 10));
            code_point = 0xdc00 + (code_point & 0x3ff);
        }
        out[length++] = (uint16_t)code_point;
        pay_round(at, STEP_WORK);
    }
    return length;
}

bool unicode_is_surely_normalized(UnicodeForm form, const uint16_t *chars, size_t length)
{
    static const uint16_t first_changed[] = { [UNICODE_NFC] = 0x300, [UNICODE_NFD] = 0xc0, [UNICODE_NFKC] = 0xa0,
                                              [UNICODE_NFKD] = 0xa0 };
    for (size_t at = 0; at < length; at++) {
        if (chars[at] >= first_changed[form])
            return false;
        pay_round(at, 1);
    }
    return true;
}

uint16_t *unicode_normalize(UnicodeForm form, const uint16_t *chars, size_t length, size_t *ret_length,
                            void *(*allocate)(void *closure, size_t bytes),
                            void (*release)(void *closure, void *block), void *closure)
{
    bool is_compatible = form == UNICODE_NFKC || form == UNICODE_NFKD;
    size_t count = decompose(NULL, chars, length, is_compatible);
    uint32_t *entries = allocate(closure, (2 * count + 1) * sizeof(uint32_t));
    if (!entries)
        return NULL;
    decompose(entries, chars, length, is_compatible);
    order_canonically(entries, entries + count, count);
    if (form == UNICODE_NFC || form == UNICODE_NFKC)
        count = compose(entries, count);
    uint16_t *result = allocate(closure, (2 * count + 1) * sizeof(uint16_t));
    if (result)
        *ret_length = write_units(result, entries, count);
    if (release)
        release(closure, entries);
    return result;
}
