/* SHA-256 by the text of FIPS 180-4, section 6.2. Its constants, the first 32 bits of the fractional parts of the square
 * and cube roots of the first primes, are computed at the first use. */
#include "driver/sha256.h"

#include <math.h>
#include <string.h>

static uint32_t initial[8];
static uint32_t rounds[64];

static void compute_constants(void)
{
    int found = 0;
    for (int candidate = 2; found < 64; candidate++) {
        int divisor = 2;
        while (divisor * divisor <= candidate && candidate % divisor)
            divisor++;
        if (divisor * divisor <= candidate)
            continue;
        long double root = sqrtl(candidate);
        long double cube_root = cbrtl(candidate);
        if (found < 8)
            initial[found] = (uint32_t)((root - floorl(root)) * 4294967296.0L);
        rounds[found++] = (uint32_t)((cube_root - floorl(cube_root)) * 4294967296.0L);
    }
}

static uint32_t rotate(uint32_t word, int count)
{
    return word >> count | word << (32 - count);
}

static void add_block(Sha256 *hash)
{
    uint32_t words[64];
    for (int i = 0; i < 16; i++)
        words[i] = (uint32_t)hash->block[4 * i] << 24 | (uint32_t)hash->block[4 * i + 1] << 16 |
                   (uint32_t)hash->block[4 * i + 2] << 8 | hash->block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = words[i - 15];
        uint32_t b = words[i - 2];
        words[i] = words[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + words[i - 7] +
                   (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    uint32_t s[8];
    memcpy(s, hash->state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t first = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + choice + rounds[i] + words[i];
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t second = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += first;
        s[0] = first + second;
    }
    for (int i = 0; i < 8; i++)
        hash->state[i] += s[i];
}

void sha256_start(Sha256 *hash)
{
    if (!rounds[63])
        compute_constants();
    *hash = (Sha256){0};
    memcpy(hash->state, initial, sizeof initial);
}

void sha256_add(Sha256 *hash, const void *bytes, size_t length)
{
    const uint8_t *at = bytes;
    while (length > 0) {
        size_t used = hash->length % 64;
        size_t count = 64 - used < length ? 64 - used : length;
        memcpy(hash->block + used, at, count);
        hash->length += count;
        at += count;
        length -= count;
        if (hash->length % 64 == 0)
            add_block(hash);
    }
}

void sha256_finish(Sha256 *hash, char ret_hex[65])
{
    uint64_t bits = hash->length * 8;
    static const uint8_t padding[64] = {0x80};
    sha256_add(hash, padding, 1 + (119 - hash->length % 64) % 64);
    uint8_t count[8];
    for (int i = 0; i < 8; i++)
        count[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(hash, count, sizeof count);
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < 64; i++)
        ret_hex[i] = digits[hash->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    ret_hex[64] = 0;
}
