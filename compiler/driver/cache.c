/* Where the cache is, and its bound. */
#include "driver/cache.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"

enum { CACHE_FILES_AT_MOST = 4000, CACHE_FILES_AFTER_TRIM = 3000 };

typedef struct CacheFile {
    char name[80];
    time_t used_at;
} CacheFile;

static bool make_folders(char *path)
{
    for (char *slash = path; (slash = strchr(slash + 1, '/'));) {
        *slash = 0;
        mkdir(path, 0755);
        *slash = '/';
    }
    return !mkdir(path, 0755) || errno == EEXIST;
}

static int compare_age(const void *left, const void *right)
{
    const CacheFile *a = left;
    const CacheFile *b = right;
    return a->used_at < b->used_at ? -1 : a->used_at > b->used_at;
}

static void trim(const char *folder)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    VEC(CacheFile) files = {0};
    for (struct dirent *entry; (entry = readdir(directory));) {
        struct stat status;
        CacheFile file = {0};
        if (*entry->d_name == '.' || strlen(entry->d_name) >= sizeof file.name)
            continue;
        strcpy(file.name, entry->d_name);
        if (!fstatat(dirfd(directory), entry->d_name, &status, 0))
            file.used_at = status.st_mtime;
        vec_push(&files, file);
    }
    if (vec_len(&files) > CACHE_FILES_AT_MOST) {
        qsort(files.items, vec_len(&files), sizeof *files.items, compare_age);
        for (size_t i = 0; i < vec_len(&files) - CACHE_FILES_AFTER_TRIM; i++)
            unlinkat(dirfd(directory), vec_at(&files, i).name, 0);
    }
    vec_free(&files);
    closedir(directory);
}

const char *cache_folder(Arena *arena)
{
    const char *own = getenv("SINEW_CACHE");
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    char *folder;
    if (own)
        folder = arena_strdup(arena, own);
    else if (xdg && *xdg)
        folder = arena_printf(arena, "%s/sinew", xdg);
    else if (home && *home)
        folder = arena_printf(arena, "%s/.cache/sinew", home);
    else
        return NULL;
    if (!*folder || !make_folders(folder))
        return NULL;
    trim(folder);
    return folder;
}
