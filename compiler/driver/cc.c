/* The C compiler's driver. gcc and clang compile each unit to an object of its own, as many at once as there are
 * processors, and take an object from the cache when the same text was compiled before in the same way. tcc compiles and
 * links in one call. */
#include "driver/cc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"
#include "driver/cache.h"
#include "driver/process.h"
#include "driver/sha256.h"
#include "driver/tempdir.h"

enum { CC_OUTPUT_SHOWN_AT_MOST = 2000 };

typedef VEC(const char *) ArgVec;

typedef struct CcRun {
    Arena *arena;
    const CcJob *job;
    Diags *diags;
    const char *cc; /* Full path. */
    bool is_tcc, is_clang;
    const char *folder; /* Temporary. */
    const char *cache;
} CcRun;

typedef struct CcTask {
    pid_t pid;
    const char *output; /* What the compiler printed. */
    const char *object; /* What it writes... */
    const char *final;  /* ...and where that goes. */
} CcTask;

typedef VEC(CcTask) CcTaskVec;

bool cc_is_tcc(const char *cc)
{
    const char *name = strrchr(cc, '/');
    return strstr(name ? name : cc, "tcc") != NULL;
}

const char *cc_choose(Arena *arena, const char *chosen, const char *target, bool is_quick)
{
    if (chosen)
        return chosen;
    if (target)
        return arena_printf(arena, "%s-gcc", target);
    return is_quick && process_find(arena, "tcc") ? "tcc" : "gcc";
}

static bool write_file(CcRun *run, const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    bool is_written = file && fwrite(text, 1, length, file) == length;
    if (file && fclose(file))
        is_written = false;
    return is_written || diag_add(run->diags, NULL, (Span){0, 0}, DIAG_DRIVER_CANNOT_WRITE, path, strerror(errno));
}

/* The first lines of what a command printed. */
static const char *read_output(CcRun *run, const char *path)
{
    Source *text = source_load_file(run->arena, path);
    if (!text || !text->length)
        return "it printed nothing";
    size_t length = text->length < CC_OUTPUT_SHOWN_AT_MOST ? text->length : CC_OUTPUT_SHOWN_AT_MOST;
    return arena_printf(run->arena, "\n%.*s", (int)length, text->bytes);
}

static void show_command(const CcRun *run, const ArgVec *args)
{
    if (!run->job->is_verbose)
        return;
    for (size_t i = 0; i + 1 < args->length; i++)
        fprintf(stderr, "%s%s", i ? " " : "", args->items[i]);
    fputc('\n', stderr);
}

static pid_t start(const CcRun *run, ArgVec *args, const char *output)
{
    vec_push(args, NULL);
    show_command(run, args);
    return process_start((char *const *)args->items, output);
}

/* With a runtime that was built to be checked (meson's b_sanitize) programs are checked, too. */
static void add_sanitizers(ArgVec *args)
{
    if (strcmp(SINEW_SANITIZERS, "none") != 0)
        vec_push(args, "-fsanitize=" SINEW_SANITIZERS);
}

static void add_compile_flags(const CcRun *run, ArgVec *args, bool is_cold)
{
    static const char *const levels[] = {"-O0", "-O1", "-O2", "-O3"};
    static const char *const plain[] = {"-std=gnu11", "-w"};
    /* Two's complement as JavaScript's int32 has it; no fused multiply-add, which rounds otherwise; no errno from sqrt. */
    static const char *const gnu[] = {"-fno-strict-aliasing", "-fwrapv", "-ffp-contract=off", "-fno-math-errno",
                                      "-fno-plt", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls",
                                      /* what runtime/exec/dwarf.c reads, for stack traces */
                                      "-gdwarf-4", "-g1"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        vec_push(args, plain[i]);
    for (size_t i = 0; i < sizeof gnu / sizeof *gnu && !run->is_tcc; i++)
        vec_push(args, gnu[i]);
    if (run->is_clang) /* else it says nothing of functions without inlined ones */
        vec_push(args, "-fdebug-info-for-profiling");
    int level = is_cold && run->job->optimization > 1 ? 1 : run->job->optimization;
    if (!run->is_tcc)
        vec_push(args, levels[level]);
    add_sanitizers(args);
    if (run->job->has_debug_info)
        vec_push(args, run->is_tcc ? "-g" : "-g2");
    vec_push(args, "-I");
    vec_push(args, run->job->sysroot->include);
    if (run->is_tcc) {
        vec_push(args, "-I");
        vec_push(args, arena_printf(run->arena, "%s/tcc", run->job->sysroot->include));
    }
}

static bool needs_shared(const CcRun *run)
{
    return run->is_tcc || run->job->is_shared;
}

static void add_shared(const CcRun *run, ArgVec *args, const char *library)
{
    vec_push(args, library);
    vec_push(args, arena_printf(run->arena, "-Wl,-rpath=%.*s", (int)(strrchr(library, '/') - library), library));
}

static void add_link_flags(const CcRun *run, ArgVec *args)
{
    const Sysroot *sysroot = run->job->sysroot;
    add_sanitizers(args);
    if (run->job->is_static)
        vec_push(args, "-static-pie");
    if (needs_shared(run)) {
        add_shared(run, args, sysroot->shared);
        if (run->job->has_evaluator)
            add_shared(run, args, sysroot->evaluator_shared);
    } else {
        if (run->job->has_evaluator)
            vec_push(args, sysroot->evaluator_archive);
        vec_push(args, sysroot->archive);
        vec_push(args, "-lpthread");
        vec_push(args, "-ldl");
    }
    vec_push(args, "-lm");
}

/* ---- the cache ---- */

static void hash_text(Sha256 *hash, const char *text)
{
    sha256_add(hash, text, strlen(text) + 1);
}

static void hash_file(Sha256 *hash, Arena *arena, const char *path)
{
    Source *file = source_load_file(arena, path);
    if (file)
        sha256_add(hash, file->bytes, file->length);
}

/* The name in the cache of what the arguments make of the unit: a hash of them, the compiler, the contract header. */
static const char *cached_object(CcRun *run, const CcUnit *unit, const ArgVec *args)
{
    static const char *const headers[] = {"sinew.h", "typed_elements.h", "math_inline.h", "fast_paths.h", "kinds.def"};
    Sha256 hash;
    sha256_start(&hash);
    struct stat status;
    if (!stat(run->cc, &status))
        hash_text(&hash, arena_printf(run->arena, "%lld %lld", (long long)status.st_size, (long long)status.st_mtime));
    for (size_t i = 0; i < args->length; i++)
        hash_text(&hash, args->items[i]);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        hash_file(&hash, run->arena, arena_printf(run->arena, "%s/%s", run->job->sysroot->include, headers[i]));
    sha256_add(&hash, unit->text, unit->length);
    char hex[65];
    sha256_finish(&hash, hex);
    return arena_printf(run->arena, "%s/%.40s.o", run->cache, hex);
}

/* ---- compiling ---- */

static bool finish_task(CcRun *run, CcTask *task, int status)
{
    if (status)
        return diag_add(run->diags, NULL, (Span){0, 0}, DIAG_DRIVER_CC_FAILED, run->job->cc,
                        read_output(run, task->output));
    if (task->final != task->object && rename(task->object, task->final))
        return diag_add(run->diags, NULL, (Span){0, 0}, DIAG_DRIVER_CANNOT_WRITE, task->final, strerror(errno));
    return true;
}

/* Waits until at most `allowed` tasks run. */
static bool wait_until(CcRun *run, CcTaskVec *running, size_t allowed)
{
    bool is_fine = true;
    while (running->length > allowed) {
        int status = 0;
        pid_t pid = process_wait_any(&status);
        if (pid < 0)
            break;
        for (size_t i = 0; i < running->length; i++) {
            if (running->items[i].pid != pid)
                continue;
            is_fine &= finish_task(run, &running->items[i], status);
            vec_remove(running, i);
            break;
        }
    }
    return is_fine;
}

static const char *object_for(CcRun *run, size_t index)
{
    return arena_printf(run->arena, "%s/%zu.o", run->folder, index);
}

/* Starts the compilation of a unit, if it is not in the cache; its object's path goes to the end of `objects`. */
static bool start_unit(CcRun *run, size_t index, CcTaskVec *running, ArgVec *objects)
{
    const CcUnit *unit = &run->job->units[index];
    ArgVec args = VEC_IN(run->arena);
    vec_push(&args, run->cc);
    add_compile_flags(run, &args, unit->is_cold);
    CcTask task = {.object = object_for(run, index)};
    task.final = task.object;
    if (run->cache) {
        task.final = cached_object(run, unit, &args);
        task.object = arena_printf(run->arena, "%s.%ld", task.final, (long)getpid());
        if (!access(task.final, R_OK)) {
            vec_push(objects, task.final);
            return true;
        }
    }
    const char *source = arena_printf(run->arena, "%s/%s.c", run->folder, unit->name);
    if (!write_file(run, source, unit->text, unit->length))
        return false;
    vec_push(&args, "-c");
    vec_push(&args, source);
    vec_push(&args, "-o");
    vec_push(&args, task.object);
    task.output = arena_printf(run->arena, "%s/%zu.log", run->folder, index);
    task.pid = start(run, &args, task.output);
    if (task.pid < 0)
        return diag_add(run->diags, NULL, (Span){0, 0}, DIAG_DRIVER_CC_FAILED, run->job->cc, strerror(errno));
    vec_push(running, task);
    vec_push(objects, task.final);
    return true;
}

static bool run_and_report(CcRun *run, ArgVec *args, DiagId failure, const char *subject)
{
    const char *output = arena_printf(run->arena, "%s/link.log", run->folder);
    pid_t pid = start(run, args, output);
    if (pid < 0)
        return diag_add(run->diags, NULL, (Span){0, 0}, failure, subject, strerror(errno));
    if (process_wait(pid))
        return diag_add(run->diags, NULL, (Span){0, 0}, failure, subject, read_output(run, output));
    return true;
}

static bool build_by_objects(CcRun *run)
{
    CcTaskVec running = {0};
    ArgVec objects = VEC_IN(run->arena);
    size_t at_once = process_cpu_count();
    bool is_fine = true;
    for (size_t i = 0; i < run->job->unit_count && is_fine; i++)
        is_fine = wait_until(run, &running, at_once - 1) && start_unit(run, i, &running, &objects);
    is_fine &= wait_until(run, &running, 0);
    vec_free(&running);
    if (!is_fine)
        return false;
    ArgVec args = VEC_IN(run->arena);
    vec_push(&args, run->cc);
    vec_push(&args, "-o");
    vec_push(&args, run->job->output);
    vec_foreach(const char *, object, &objects) vec_push(&args, *object);
    add_link_flags(run, &args);
    return run_and_report(run, &args, DIAG_DRIVER_LINK_FAILED, run->job->output);
}

static bool build_in_one_call(CcRun *run)
{
    ArgVec args = VEC_IN(run->arena);
    vec_push(&args, run->cc);
    add_compile_flags(run, &args, false);
    vec_push(&args, "-o");
    vec_push(&args, run->job->output);
    for (size_t i = 0; i < run->job->unit_count; i++) {
        const CcUnit *unit = &run->job->units[i];
        const char *source = arena_printf(run->arena, "%s/%s.c", run->folder, unit->name);
        if (!write_file(run, source, unit->text, unit->length))
            return false;
        vec_push(&args, source);
    }
    add_link_flags(run, &args);
    return run_and_report(run, &args, DIAG_DRIVER_CC_FAILED, run->job->cc);
}

bool cc_build(Arena *arena, const CcJob *job, Diags *diags)
{
    CcRun run = {.arena = arena, .job = job, .diags = diags, .cc = process_find(arena, job->cc)};
    if (!run.cc)
        return diag_add(diags, NULL, (Span){0, 0}, DIAG_DRIVER_NO_CC, job->cc);
    const char *name = strrchr(run.cc, '/');
    run.is_tcc = cc_is_tcc(run.cc);
    run.is_clang = strstr(name ? name : run.cc, "clang") != NULL;
    if (needs_shared(&run) && job->is_static)
        return diag_add(diags, NULL, (Span){0, 0}, DIAG_DRIVER_NOT_STATIC, job->cc);
    if (needs_shared(&run) && !job->sysroot->shared)
        return diag_add(diags, NULL, (Span){0, 0}, DIAG_DRIVER_NO_RUNTIME, "libsinewrt.so");
    const char *evaluator = needs_shared(&run) ? job->sysroot->evaluator_shared : job->sysroot->evaluator_archive;
    if (job->has_evaluator && !evaluator)
        return diag_add(diags, NULL, (Span){0, 0}, DIAG_DRIVER_NO_EVALUATOR);
    run.folder = tempdir_new(arena);
    if (!run.folder)
        return diag_add(diags, NULL, (Span){0, 0}, DIAG_DRIVER_CANNOT_WRITE, "a temporary folder", strerror(errno));
    run.cache = run.is_tcc ? NULL : cache_folder(arena);
    bool is_built = run.is_tcc ? build_in_one_call(&run) : build_by_objects(&run);
    tempdir_remove(run.folder);
    return is_built;
}
