/* SHA-256 (FIPS 180-4), for names in the cache of compiled parts. */
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct Sha256 {
    uint32_t state[8];
    uint64_t length;
    uint8_t block[64];
} Sha256;

void sha256_start(Sha256 *hash);
void sha256_add(Sha256 *hash, const void *bytes, size_t length);

/* Ends the computation and writes the digest as 64 hexadecimal digits and a NUL. */
void sha256_finish(Sha256 *hash, char ret_hex[65]);
