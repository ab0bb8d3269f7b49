/* The unit tests' runner: see unit.h. A test goes on after a failed check and counts once. */
#include "unit.h"

UnitTest *unit_tests;
bool unit_current_failed;

void unit_fail(const char *file, int line, const char *what)
{
    unit_current_failed = true;
    printf("%s:%d: failed: %s\n", file, line, what);
}

void unit_check_text(const char *file, int line, const char *got, const char *want)
{
    if (got && want && !strcmp(got, want))
        return;
    unit_fail(file, line, "texts differ");
    printf("--- want\n%s\n--- got\n%s\n---\n", want ? want : "(null)", got ? got : "(null)");
}

void unit_check_int(const char *file, int line, const char *what, int64_t got, int64_t want)
{
    if (got == want)
        return;
    unit_fail(file, line, what);
    printf("    got %" PRId64 ", want %" PRId64 "\n", got, want);
}

int unit_main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : "";
    int passed = 0;
    int failed = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (UnitTest *test = unit_tests; test; test = test->next) {
        if (!strstr(test->name, only))
            continue;
        unit_current_failed = false;
        test->run();
        if (unit_current_failed)
            printf("not ok: %s\n", test->name);
        *(unit_current_failed ? &failed : &passed) += 1;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}

/* Weak, so that a test program that needs its own start (a heap, a scheduler) can define main and call unit_main. */
__attribute__((weak)) int main(int argc, char **argv)
{
    return unit_main(argc, argv);
}
