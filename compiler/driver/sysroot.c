/* The search for the runtime: a few places relative to the folder of the running executable. */
#include "driver/sysroot.h"

#include <string.h>
#include <unistd.h>

static const char *own_folder(Arena *arena)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return ".";
    path[length] = 0;
    char *slash = strrchr(path, '/');
    return arena_strndup(arena, path, slash ? (size_t)(slash - path) : 0);
}

static const char *existing(Arena *arena, const char *folder, const char *name)
{
    const char *path = arena_printf(arena, "%s/%s", folder, name);
    return access(path, R_OK) ? NULL : path;
}

static const char *const places[] = {"../runtime", "../lib/sinew", SINEW_LIB_FROM_BIN "/sinew"};
enum { PLACE_COUNT = sizeof places / sizeof *places };

const char *sysroot_builtin_folder(Arena *arena)
{
    const char *own = own_folder(arena);
    const char *folder = NULL;
    for (size_t i = 0; i < PLACE_COUNT && !folder; i++)
        folder = existing(arena, arena_printf(arena, "%s/%s", own, places[i]), "node");
    return folder;
}

/* Of the evaluator: beside the runtime, or in the build tree beside the compiler. */
static const char *evaluator_part(Arena *arena, const char *folder, const char *own, bool is_own_machine, const char *name)
{
    const char *installed = existing(arena, folder, name);
    return installed || !is_own_machine ? installed : existing(arena, arena_printf(arena, "%s/evaluate", own), name);
}

bool sysroot_find(Arena *arena, const char *target, Diags *diags, Sysroot *ret_sysroot)
{
    const char *own = own_folder(arena);
    for (size_t i = 0; i < PLACE_COUNT; i++) {
        const char *place = arena_printf(arena, "%s/%s", own, places[i]);
        const char *folder = target ? arena_printf(arena, "%s/%s", place, target) : place;
        const char *include = existing(arena, place, "include");
        const char *archive = existing(arena, folder, "libsinewrt.a");
        if (!include || !archive)
            continue;
        *ret_sysroot = (Sysroot){.folder = folder,
                                 .archive = archive,
                                 .shared = existing(arena, folder, "libsinewrt.so"),
                                 .include = include,
                                 .evaluator_archive = evaluator_part(arena, folder, own, !target, "libsineweval.a"),
                                 .evaluator_shared = evaluator_part(arena, folder, own, !target, "libsineweval.so"),
                                 .evaluator_program = evaluator_part(arena, folder, own, !target, "sinew-evaluate")};
        return true;
    }
    const char *looked_for = target ? arena_printf(arena, "%s/libsinewrt.a", target) : "libsinewrt.a";
    return diag_add(diags, NULL, (Span){0, 0}, DIAG_DRIVER_NO_RUNTIME, looked_for);
}
