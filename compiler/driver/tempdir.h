/* A folder for files of one compilation. */
#pragma once
#include "base/arena.h"

/* Makes a new folder below TMPDIR (or /tmp); NULL, with errno set, when that fails. */
const char *tempdir_new(Arena *arena);

/* Removes the folder (NULL: nothing) and the files in it. */
void tempdir_remove(const char *folder);
