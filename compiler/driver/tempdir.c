/* Temporary folders: flat, so that removal is one pass. */
#include "driver/tempdir.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *tempdir_new(Arena *arena)
{
    const char *place = getenv("TMPDIR");
    char *folder = arena_printf(arena, "%s/sinew-XXXXXX", place && *place ? place : "/tmp");
    return mkdtemp(folder);
}

void tempdir_remove(const char *folder)
{
    DIR *directory = folder ? opendir(folder) : NULL;
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory));)
        unlinkat(dirfd(directory), entry->d_name, 0); /* Fails for "." and "..", as it should. */
    closedir(directory);
    rmdir(folder);
}
