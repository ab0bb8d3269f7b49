/* The freeze: everything reachable becomes the snapshot that all requests start from and none of them changes for good.
 *
 * Invariant: after the first freeze, what is allocated while no request runs is noted, so that the next one, after a system
 * callback, need not look at the whole heap. */
#include "heap/internal.h"
#include <stdlib.h>

enum { HOOKS_MAX = 8, NOTED_FIRST = 256 };

bool heap_is_frozen;
size_t heap_frozen_bytes;
static void (*hooks[HOOKS_MAX])(void);
static JsCell **noted; /* roots, so that none is collected and another one lies there */
static size_t noted_count, noted_capacity;

void heap_add_freeze_hook(void (*hook)(void))
{
    for (int i = 0; i < HOOKS_MAX; i++) {
        if (!hooks[i]) {
            hooks[i] = hook;
            return;
        }
    }
    heap_fail("too many freeze hooks");
}

static void mark_shared(JsCell *cell, size_t bytes)
{
    cell->flags |= JS_SHARED;
}

static void *freeze_all(void *unused)
{
    heap_collect();
    heap_each_cell(mark_shared);
    heap_frozen_bytes = heap_collected_bytes();
    return NULL;
}

void freeze_note(void *cell)
{
    if (noted_count == noted_capacity) {
        noted_capacity = noted_capacity ? noted_capacity * 2 : NOTED_FIRST;
        noted = realloc(noted, noted_capacity * sizeof *noted);
        if (!noted)
            heap_fail("out of memory");
    }
    noted[noted_count++] = cell;
}

void freeze_push_roots(void)
{
    if (noted)
        heap_push_roots(noted, noted + noted_count);
}

static void freeze_noted(void)
{
    for (size_t i = 0; i < noted_count; i++)
        noted[i]->flags |= JS_SHARED;
    free(noted);
    noted = NULL;
    noted_count = noted_capacity = 0;
}

void heap_freeze(void)
{
    for (int i = 0; i < HOOKS_MAX && hooks[i]; i++)
        hooks[i]();
    if (!heap_is_frozen || heap_checks_isolation()) /* the check wants to know all that lives */
        heap_on_system_stack(freeze_all, NULL);
    freeze_noted();
    heap_is_frozen = true;
    check_remember();
}
