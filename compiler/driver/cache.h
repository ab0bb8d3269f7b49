/* The cache of compiled units: object files named by the hash of all that went into them.
 *
 * Invariant: a file appears under its name by rename alone, complete; so any number of compilers may share the folder. */
#pragma once
#include "base/arena.h"

/* The cache's folder, made if need be: SINEW_CACHE, else `sinew` below XDG_CACHE_HOME or ~/.cache. NULL: no cache, since
 * SINEW_CACHE is empty or the folder cannot be made. Drops the oldest files when there are many. */
const char *cache_folder(Arena *arena);
