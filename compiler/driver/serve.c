/* Watches the modules of the program by their times of change, a few times a second.
 *
 * Invariant: at most one server runs; a build that fails leaves the running one alone. */
#include "driver/serve.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "driver/pipeline.h"
#include "driver/process.h"
#include "driver/tempdir.h"

enum { SERVE_POLL_MILLISECONDS = 250 };

typedef struct WatchedFile {
    const char *path;
    struct timespec changed;
} WatchedFile;

typedef struct Server {
    const Options *options;
    Arena *arena;       /* Of the watched paths and the folder. */
    const char *folder; /* Where the program is. */
    VEC(WatchedFile) files;
    pid_t pid; /* 0: none runs. */
} Server;

static volatile sig_atomic_t serve_signal;

static void remember_signal(int number)
{
    serve_signal = number;
}

static struct timespec time_of_change(const char *path)
{
    struct stat status;
    return stat(path, &status) ? (struct timespec){0} : status.st_mtim;
}

static void watch(Server *server, const char *path)
{
    WatchedFile file = {.path = arena_strdup(server->arena, path), .changed = time_of_change(path)};
    vec_push(&server->files, file);
}

static bool has_changed(const Server *server)
{
    vec_foreach(WatchedFile, file, &server->files)
    {
        struct timespec now = time_of_change(file->path);
        if (now.tv_sec != file->changed.tv_sec || now.tv_nsec != file->changed.tv_nsec)
            return true;
    }
    return false;
}

static bool build(Server *server, const char *output)
{
    Compilation compilation = pipeline_start(server->options);
    bool is_built = pipeline_build(&compilation, output, true);
    if (compilation.graph) {
        vec_clear(&server->files);
        vec_foreach(Module *, module, &compilation.graph->modules) watch(server, (*module)->path);
    } else {
        vec_foreach(WatchedFile, file, &server->files) file->changed = time_of_change(file->path);
    }
    pipeline_finish(&compilation);
    return is_built;
}

static void stop(Server *server)
{
    if (!server->pid)
        return;
    kill(server->pid, SIGTERM);
    process_wait(server->pid);
    server->pid = 0;
}

static void start(Server *server, const char *program)
{
    VEC(char *) args = VEC_IN(server->arena);
    vec_push(&args, (char *)program);
    for (char **arg = server->options->program_args; *arg; arg++)
        vec_push(&args, *arg);
    vec_push(&args, NULL);
    pid_t pid = process_start(args.items, NULL);
    server->pid = pid > 0 ? pid : 0;
}

static void build_and_start(Server *server)
{
    const char *fresh = arena_printf(server->arena, "%s/fresh", server->folder);
    const char *program = arena_printf(server->arena, "%s/server", server->folder);
    if (!build(server, fresh))
        return;
    stop(server);
    if (rename(fresh, program))
        return;
    start(server, program);
}

int serve_run(const Options *options)
{
    Server server = {.options = options, .arena = arena_new()};
    server.folder = tempdir_new(server.arena);
    if (!server.folder) {
        arena_free(server.arena);
        return 1;
    }
    signal(SIGINT, remember_signal);
    signal(SIGTERM, remember_signal);
    watch(&server, options->file);
    build_and_start(&server);
    while (!serve_signal) {
        struct timespec pause = {.tv_nsec = SERVE_POLL_MILLISECONDS * 1000000L};
        nanosleep(&pause, NULL);
        if (!serve_signal && has_changed(&server))
            build_and_start(&server);
    }
    stop(&server);
    tempdir_remove(server.folder);
    vec_free(&server.files);
    arena_free(server.arena);
    return 0;
}
