/* The unit tests' harness: each TEST registers itself; a test's name is the claim that it checks.
 *
 *     TEST(arena_memory_is_zeroed)
 *     {
 *         CHECK_INT(arena_alloc(...)[0], 0);
 *     }
 *
 * The program prints a line for each failed check, and `N passed, N failed` at the end; its exit
 * status is 1 when a test failed. An argument runs only the tests whose names contain it. */
#ifndef SINEW_TESTS_UNIT_H
#define SINEW_TESTS_UNIT_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct UnitTest UnitTest;
struct UnitTest {
    const char *name;
    void (*run)(void);
    UnitTest *next;
};

extern UnitTest *unit_tests;
extern bool unit_current_failed;

void unit_fail(const char *file, int line, const char *what);
void unit_check_text(const char *file, int line, const char *got, const char *want);
void unit_check_int(const char *file, int line, const char *what, int64_t got, int64_t want);
int unit_main(int argc, char **argv);

#define TEST(test_name)                                                                                                \
    static void test_name(void);                                                                                       \
    __attribute__((constructor)) static void test_name##_register(void)                                                \
    {                                                                                                                  \
        static UnitTest test = {#test_name, test_name, NULL};                                                          \
        UnitTest **end = &unit_tests;                                                                                  \
        while (*end)                                                                                                   \
            end = &(*end)->next;                                                                                       \
        *end = &test;                                                                                                  \
    }                                                                                                                  \
    static void test_name(void)

#define CHECK(condition) ((condition) ? (void)0 : unit_fail(__FILE__, __LINE__, #condition))
#define CHECK_TEXT(got, want) unit_check_text(__FILE__, __LINE__, (got), (want))
#define CHECK_INT(got, want) unit_check_int(__FILE__, __LINE__, #got, (int64_t)(got), (int64_t)(want))

#endif
