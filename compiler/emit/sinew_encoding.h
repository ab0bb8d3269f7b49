/* The value encoding of runtime/include/sinew.h, for constants. Invariant: emit_encode_number gives what js_number gives. */
#pragma once
#include <math.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t emit_encode_number(double number)
{
    if (number >= -2147483648.0 && number <= 2147483647.0) {
        int32_t integer = (int32_t)number;
        if (integer == number && (integer || !signbit(number)))
            return UINT64_C(0xFFFE000000000000) | (uint32_t)integer;
    }
    uint64_t bits = UINT64_C(0x7FF8000000000000);
    if (number == number)
        memcpy(&bits, &number, sizeof bits);
    return bits + (UINT64_C(1) << 49);
}
