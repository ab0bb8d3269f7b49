/* Specifiers by their beginning: see prefix.h.
 *
 * Invariant: what is found depends on the names in one folder alone, and not on their order there. */
#include "module/prefix.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "module/package.h"

/* "./" and "../../" may become any path at all: no reason to take in a whole folder. */
static bool names_something(const char *prefix)
{
    while (!strncmp(prefix, "./", 2) || !strncmp(prefix, "../", 3))
        prefix = strchr(prefix, '/') + 1;
    return *prefix;
}

static bool is_module_name(const char *name)
{
    static const char *const extensions[] = {".js", ".mjs", ".cjs", ".json"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof extensions / sizeof *extensions; i++)
        if (!strcmp(dot, extensions[i]))
            return true;
    return false;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void prefix_find_specifiers(Arena *arena, const char *importer, const char *prefix, SpecifierVec *found)
{
    const char *begun = strrchr(prefix, '/') + 1; /* the name's beginning; before it, the folder */
    int folder_length = (int)(begun - prefix);
    const char *folder = arena_printf(arena, "%s/%.*s", path_folder(arena, importer), folder_length, prefix);
    DIR *directory = names_something(prefix) ? opendir(folder) : NULL;
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory));)
        if (is_module_name(entry->d_name) && !strncmp(entry->d_name, begun, strlen(begun)))
            vec_push(found, arena_printf(arena, "%.*s%s", folder_length, prefix, entry->d_name));
    closedir(directory);
    qsort(found->items, found->length, sizeof *found->items, compare_texts);
}
