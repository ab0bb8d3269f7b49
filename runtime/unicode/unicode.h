/* The Unicode character database, as far as ECMAScript needs it: identifiers, case, properties, normalization.
 *
 * Invariant: everything here is a pure function of its arguments over constant tables; nothing is allocated but through
 * a callback of the caller's, nothing is kept. Code points are 0 to 0x10ffff; lone surrogates are code points too. */
#ifndef SINEW_UNICODE_H
#define SINEW_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UNICODE_LIMIT 0x110000u

/* The version of the database, as in "15.0". */
extern const char unicode_version[];

/* ECMA-262 12.7: ID_Start and ID_Continue alone; `$`, `_` and the joiners are the caller's. */
bool unicode_is_id_start(uint32_t code_point);
bool unicode_is_id_continue(uint32_t code_point);

/* ECMA-262 12.2 WhiteSpace (with U+FEFF and every Zs) and 12.3 LineTerminator. */
bool unicode_is_white_space(uint32_t code_point);
bool unicode_is_line_terminator(uint32_t code_point);

/* CaseFolding.txt, statuses C and S: ECMA-262's scf(). */
uint32_t unicode_simple_fold(uint32_t code_point);

/* Full, locale-independent case mapping (UnicodeData.txt and the unconditional rows of SpecialCasing.txt). Write one to
 * three code points to `out` and return their number. The final sigma is the caller's to ask for. */
size_t unicode_to_upper(uint32_t code_point, uint32_t out[3]);
size_t unicode_to_lower(uint32_t code_point, uint32_t out[3]);

/* Whether the U+03A3 at chars[index] lower-cases to U+03C2: SpecialCasing.txt's Final_Sigma, over UTF-16. */
bool unicode_is_final_sigma(const uint16_t *chars, size_t length, size_t index);

/* Every simple mapping of one kind, in order of code point: for callers that invert or close over a mapping.
 * UNICODE_MAP_UPPER leaves out what has a mapping to several code points. */
typedef enum UnicodeMapKind { UNICODE_MAP_UPPER, UNICODE_MAP_FOLD } UnicodeMapKind;
void unicode_each_mapping(UnicodeMapKind kind, void (*visit)(void *closure, uint32_t from, uint32_t to), void *closure);

/* A property of code points, or (`is_of_strings`) of strings. */
typedef struct UnicodeProperty {
    uint16_t index;
    bool is_of_strings;
} UnicodeProperty;

/* ECMA-262 22.2.2.10 UnicodeMatchProperty and UnicodeMatchPropertyValue. `value` is NULL for a lone name, which may be
 * a value of General_Category, a binary property, or a property of strings. False if there is no such property. Names
 * are ASCII and match exactly. */
bool unicode_find_property(const char *name, size_t name_length, const char *value, size_t value_length,
                           UnicodeProperty *ret_property);

/* Calls `visit` with each range (first and last inclusive, ascending) of a property of code points. */
void unicode_property_ranges(UnicodeProperty property, void (*visit)(void *closure, uint32_t first, uint32_t last),
                             void *closure);

/* Calls `visit` with each string (UTF-16) of a property of strings. */
void unicode_property_strings(UnicodeProperty property,
                              void (*visit)(void *closure, const uint16_t *units, size_t length), void *closure);

typedef enum UnicodeForm { UNICODE_NFC, UNICODE_NFD, UNICODE_NFKC, UNICODE_NFKD } UnicodeForm;

/* Whether `chars` can be seen at a glance to be normalized already: true is certain, false is not. */
bool unicode_is_surely_normalized(UnicodeForm form, const uint16_t *chars, size_t length);

/* Long loops call it with the work done since, about one unit a nanosecond, so that others may run. NULL: nobody waits. */
extern void (*unicode_pay)(uint32_t work);

/* UAX #15 normalization of UTF-16; lone surrogates stay. All memory comes from `allocate`, which may return NULL;
 * blocks that are not the result are given to `release` (may be NULL where memory is reclaimed otherwise). Returns the
 * result, owned by the caller, and its length in units, or NULL if `allocate` failed. */
uint16_t *unicode_normalize(UnicodeForm form, const uint16_t *chars, size_t length, size_t *ret_length,
                            void *(*allocate)(void *closure, size_t bytes),
                            void (*release)(void *closure, void *block), void *closure);

#endif
