/* <string.h> for tcc: what sinew.h uses of it. See stdint.h. */
#pragma once
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);
int memcmp(const void *a, const void *b, size_t length);
