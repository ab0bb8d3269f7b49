/* The driver's parts that stand alone: the command line, SHA-256, and the C compiler's driver over a runtime of one file. */
#include "unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "driver/cc.h"
#include "driver/options.h"
#include "driver/process.h"
#include "driver/sha256.h"
#include "driver/tempdir.h"

static const char *digest(const char *text, size_t length)
{
    static char hex[65];
    Sha256 hash;
    sha256_start(&hash);
    for (size_t i = 0; i < length; i++)
        sha256_add(&hash, text + i, 1);
    sha256_finish(&hash, hex);
    return hex;
}

TEST(sha256_gives_the_standard_examples)
{
    CHECK_TEXT(digest("abc", 3), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK_TEXT(digest("", 0), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK_TEXT(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56),
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static bool parses(Arena *arena, Options *options, const char *a, const char *b, const char *c, const char *d)
{
    char *argv[] = {"sinew", (char *)a, (char *)b, (char *)c, (char *)d, NULL};
    int argc = 1;
    while (argv[argc])
        argc++;
    const char *fault = NULL;
    bool is_right = options_parse(arena, argc, argv, options, &fault);
    CHECK(is_right == !fault);
    return is_right;
}

TEST(command_line_keeps_program_arguments_apart)
{
    Arena *arena = arena_new();
    Options options;
    CHECK(parses(arena, &options, "run", "-O1", "a.js", "-O2"));
    CHECK_INT(options.optimization, 1);
    CHECK_TEXT(options.program_args[0], "-O2");
    CHECK(parses(arena, &options, "build", "a.js", "-o", "out"));
    CHECK_TEXT(options.output, "out");
    CHECK(parses(arena, &options, "build", "a.js", "--state=worker", "--emit=ir"));
    CHECK(options.is_worker_state && options.emit == EMIT_IR);
    CHECK(!parses(arena, &options, "build", "a.js", "--state=other", NULL));
    CHECK(!parses(arena, &options, "build", "a.js", "-o", NULL));
    CHECK(!parses(arena, &options, "build", "a.js", "b.js", NULL));
    CHECK(!parses(arena, &options, "check", "a.js", "--cc=gcc", NULL));
    CHECK(!parses(arena, &options, "build", NULL, NULL, NULL));
    CHECK(!parses(arena, &options, "bild", "a.js", NULL, NULL));
    CHECK(!parses(arena, &options, NULL, NULL, NULL, NULL));
    CHECK(parses(arena, &options, "--help", NULL, NULL, NULL) && options.is_help);
    arena_free(arena);
}

/* A sysroot whose runtime is one function, made with the system's compiler. */
static Sysroot make_sysroot(Arena *arena, const char *folder)
{
    char *command = arena_printf(arena,
                                 "cd %s && echo 'int twice(int x) { return 2 * x; }' > r.c && gcc -fPIC -c r.c && "
                                 "ar rcs libsinewrt.a r.o && gcc -shared -o libsinewrt.so r.o && : > sinew.h",
                                 folder);
    CHECK_INT(system(command), 0);
    return (Sysroot){.folder = folder,
                     .include = folder,
                     .archive = arena_printf(arena, "%s/libsinewrt.a", folder),
                     .shared = arena_printf(arena, "%s/libsinewrt.so", folder)};
}

static int build_and_run(const char *cc, const char *text, const char *expected_code)
{
    Arena *arena = arena_new();
    Diags *diags = diags_new();
    const char *folder = tempdir_new(arena);
    setenv("SINEW_CACHE", folder, 1);
    Sysroot sysroot = make_sysroot(arena, folder);
    CcUnit units[] = {{.name = "main", .text = text, .length = strlen(text)},
                      {.name = "other", .text = "int other = 20;\n", .length = 16, .is_cold = true}};
    const char *output = arena_printf(arena, "%s/program", folder);
    CcJob job = {.sysroot = &sysroot, .cc = cc, .optimization = 2, .units = units, .unit_count = 2, .output = output};
    bool is_built = cc_build(arena, &job, diags) && cc_build(arena, &job, diags);
    int status = -1;
    if (is_built)
        status = process_wait(process_start((char *[]){(char *)output, NULL}, NULL));
    else
        CHECK_TEXT(diags_at(diags, 0).code, expected_code);
    tempdir_remove(folder);
    diags_free(diags);
    arena_free(arena);
    return status;
}

TEST(units_are_compiled_and_linked_by_gcc_and_tcc)
{
    static const char text[] = "int twice(int); extern int other; int main(void) { return twice(other) + 2; }\n";
    CHECK_INT(build_and_run("gcc", text, NULL), 42);
    CHECK_INT(build_and_run("tcc", text, NULL), 42);
}

TEST(faults_of_the_c_compiler_are_reported)
{
    CHECK_INT(build_and_run("gcc", "int main(void) { return 1 }\n", "SN9002"), -1);
    CHECK_INT(build_and_run("tcc", "int main(void) { return 1 }\n", "SN9002"), -1);
    CHECK_INT(build_and_run("gcc", "int absent(void); int main(void) { return absent(); }\n", "SN9003"), -1);
    CHECK_INT(build_and_run("no-such-compiler", "int main(void) { return 1; }\n", "SN9001"), -1);
}
