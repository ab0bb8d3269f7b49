/* Files that an import(expression) may name whose text the source only begins. */
#pragma once

#include "base/arena.h"
#include "base/vec.h"

typedef VEC(const char *) SpecifierVec;

/* Adds the specifiers of the JavaScript and JSON files that begin with the text `prefix`, which begins with "./" or "../", as
 * the module at `importer` would write them, in the order of their bytes. None where the prefix names no part of a path (as "./"),
 * or no folder. */
void prefix_find_specifiers(Arena *arena, const char *importer, const char *prefix, SpecifierVec *found);
