/* Sets of characters while a pattern is compiled.
 *
 * Invariant: outside of charset.c the ranges of a set are ascending, disjoint and not adjacent, except between
 * charset_add_range and charset_normalize. Memory belongs to the arena. */
#ifndef SINEW_REGEXP_CHARSET_H
#define SINEW_REGEXP_CHARSET_H

#include <stdbool.h>
#include <stdint.h>

#include "regexp/arena.h"

typedef struct CharRange {
    uint32_t first, last;
} CharRange;

typedef struct CharSet {
    CharRange *ranges;
    uint32_t count, capacity;
} CharSet;

void charset_add_range(RegexpArena *arena, CharSet *set, uint32_t first, uint32_t last);
void charset_add_set(RegexpArena *arena, CharSet *set, const CharSet *other);
void charset_normalize(CharSet *set);

bool charset_has(const CharSet *set, uint32_t character);
bool charset_intersects(const CharSet *a, const CharSet *b);
bool charset_equals(const CharSet *a, const CharSet *b);

CharSet charset_intersection(RegexpArena *arena, const CharSet *a, const CharSet *b);
CharSet charset_complement(RegexpArena *arena, const CharSet *set);

/* `set` and every character that some member of it equals under 22.2.2.7.3 Canonicalize. */
CharSet charset_close_over_case(RegexpArena *arena, const CharSet *set, bool is_unicode);

/* 22.2.2.7.4 MaybeSimpleCaseFolding: the scf() of every member. */
CharSet charset_fold(RegexpArena *arena, const CharSet *set);

/* 22.2.2.9 CharacterComplement under v and i: what is its own scf(), and not in `set`. */
CharSet charset_folded_complement(RegexpArena *arena, const CharSet *set);

#endif
