/* What the files of the string layer share among themselves. */
#pragma once
#include "heap/heap.h"
#include "string/string.h"

size_t string_bytes(size_t length, bool is_wide);
/* Uninitialised flat strings; length is checked already. */
JsString *string_alloc(size_t length, bool is_wide);
JsString *string_alloc_shared(size_t length, bool is_wide);
/* Latin-1 to UTF-16; long ones in strips that may yield. */
void string_widen(uint16_t *to, const uint8_t *from, size_t count);
