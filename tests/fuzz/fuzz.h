/* What the libFuzzer targets of this folder share. A target defines LLVMFuzzerTestOneInput, keeps nothing between
 * inputs, bounds the work of each, and asserts properties with REQUIRE; the sanitizers find the rest. See tools/fuzz.
 * */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A property that must hold for every input, also where NDEBUG is set. */
#define REQUIRE(claim) ((claim) ? (void)0 : fuzz_fail(#claim, __FILE__, __LINE__))

static inline void fuzz_fail(const char *claim, const char *file, int line)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, claim);
    abort();
}

/* A copy of exactly that size, so that the address sanitizer sees a read beyond its end. The caller frees it. */
static inline void *fuzz_copy(const void *bytes, size_t size)
{
    void *copy = malloc(size ? size : 1);
    if (size)
        memcpy(copy, bytes, size);
    return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
