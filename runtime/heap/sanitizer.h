/* What the address sanitizer is told about memory that the runtime hands out itself. In other builds nothing of this is there. */
#pragma once
#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__)
#define HEAP_IS_CHECKED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEAP_IS_CHECKED 1
#endif
#endif

#ifdef HEAP_IS_CHECKED
#include <sanitizer/asan_interface.h>
/* For a function that reads stacks and cells word by word, whatever they hold. */
#define HEAP_UNCHECKED __attribute__((no_sanitize("address")))
enum { HEAP_RED_ZONE = 16 }; /* bytes behind a cell that are nobody's */
#else
#define HEAP_IS_CHECKED 0
#define HEAP_UNCHECKED
enum { HEAP_RED_ZONE = 0 };
#endif

/* Nobody may read or write this from now on. */
static inline void heap_forbid(const void *start, size_t bytes)
{
#if HEAP_IS_CHECKED
    __asan_poison_memory_region(start, bytes);
#else
    (void)start, (void)bytes;
#endif
}

static inline void heap_allow(const void *start, size_t bytes)
{
#if HEAP_IS_CHECKED
    __asan_unpoison_memory_region(start, bytes);
#else
    (void)start, (void)bytes;
#endif
}
