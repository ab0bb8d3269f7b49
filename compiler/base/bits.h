/* Sets of small numbers as words of bits. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

static inline uint32_t bits_words(uint32_t count)
{
    return (count + 63) / 64;
}
static inline bool bits_have(const uint64_t *set, uint32_t i)
{
    return set[i / 64] >> (i % 64) & 1;
}
static inline void bits_add(uint64_t *set, uint32_t i)
{
    set[i / 64] |= UINT64_C(1) << (i % 64);
}
static inline void bits_remove(uint64_t *set, uint32_t i)
{
    set[i / 64] &= ~(UINT64_C(1) << (i % 64));
}
