/* The layout of the tables that tools/gen-unicode.mjs writes. Private to runtime/unicode: others use unicode.h.
 *
 * Invariant: every table is sorted by its first field (or first column), so that it can be searched by halving; every
 * array NAME has its number of elements in NAME_count. */
#ifndef SINEW_UNICODE_TABLES_H
#define SINEW_UNICODE_TABLES_H

#include <stddef.h>
#include <stdint.h>

enum {
    UNICODE_NAMES_BINARY,
    UNICODE_NAMES_GENERAL_CATEGORY,
    UNICODE_NAMES_SCRIPT,
    UNICODE_NAMES_SCRIPT_EXTENSIONS,
    UNICODE_NAMES_SEQUENCE
};

/* A name of a property or of a property value; `text` and `length` locate it in unicode_name_text. `index` is the
 * number of a set, or of a property of strings. */
typedef struct UnicodeNameRow {
    uint16_t text;
    uint8_t length;
    uint8_t space;
    uint16_t index;
} UnicodeNameRow;

/* Every `step`th code point from `first` to `last` maps to itself plus `delta`. */
typedef struct UnicodeCaseRun {
    uint32_t first, last;
    uint32_t step;
    int32_t delta;
} UnicodeCaseRun;

/* Upper-case mappings to several code points; unused targets are 0. */
typedef struct UnicodeSpecialUpper {
    uint16_t code_point;
    uint16_t targets[3];
} UnicodeSpecialUpper;

typedef struct UnicodeComposition {
    uint32_t first, second, composed;
} UnicodeComposition;

extern const char unicode_name_text[];

/* Set number n is unicode_set_bytes[unicode_set_offsets[n] .. unicode_set_offsets[n + 1]]: the distances between the
 * boundaries of its ranges (first in, first out again, ...), seven bits a byte, low bits first, top bit for "more". */
extern const uint8_t unicode_set_bytes[];
extern const uint32_t unicode_set_offsets[];
extern const uint32_t unicode_set_offsets_count;

/* Ordered by space, then by text. */
extern const UnicodeNameRow unicode_name_rows[];
extern const uint32_t unicode_name_rows_count;

/* Property n of strings lies between unicode_sequence_offsets[n] and [n + 1]: each string's length, then its units. */
extern const uint16_t unicode_sequence_units[];
extern const uint32_t unicode_sequence_offsets[];
extern const uint32_t unicode_sequence_offsets_count;

/* Boundaries as in a set, but absolute. */
extern const uint32_t unicode_id_start_boundaries[];
extern const uint32_t unicode_id_start_boundaries_count;
extern const uint32_t unicode_id_continue_boundaries[];
extern const uint32_t unicode_id_continue_boundaries_count;
extern const uint32_t unicode_cased_boundaries[];
extern const uint32_t unicode_cased_boundaries_count;
extern const uint32_t unicode_case_ignorable_boundaries[];
extern const uint32_t unicode_case_ignorable_boundaries_count;

extern const UnicodeCaseRun unicode_upper_runs[];
extern const uint32_t unicode_upper_runs_count;
extern const UnicodeCaseRun unicode_lower_runs[];
extern const uint32_t unicode_lower_runs_count;
extern const UnicodeCaseRun unicode_fold_runs[];
extern const uint32_t unicode_fold_runs_count;
extern const UnicodeSpecialUpper unicode_special_upper[];
extern const uint32_t unicode_special_upper_count;

/* Keys are code point * 2, plus 1 for the compatibility decomposition where it differs from the canonical one; entry
 * k's full decomposition is unicode_decomposition_units[unicode_decomposition_offsets[k] .. [k + 1]]. */
extern const uint32_t unicode_decomposition_keys[];
extern const uint32_t unicode_decomposition_keys_count;
extern const uint16_t unicode_decomposition_offsets[];
extern const uint16_t unicode_decomposition_units[];
extern const UnicodeComposition unicode_compositions[];
extern const uint32_t unicode_compositions_count;

/* From code point (element >> 8) on, up to the next element's, the canonical combining class is element & 0xff. */
extern const uint32_t unicode_combining_class_runs[];
extern const uint32_t unicode_combining_class_runs_count;

#endif
