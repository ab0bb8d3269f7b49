/* The freeze: everything reachable becomes the snapshot that all requests start from and none of them changes for good. */
#include "heap/internal.h"

enum { HOOKS_MAX = 8 };

bool heap_is_frozen;
size_t heap_frozen_bytes;
static void (*hooks[HOOKS_MAX])(void);

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

static void *freeze_call(void *unused)
{
    heap_collect();
    heap_each_cell(mark_shared);
    heap_frozen_bytes = heap_collected_bytes();
    return NULL;
}

void heap_freeze(void)
{
    for (int i = 0; i < HOOKS_MAX && hooks[i]; i++)
        hooks[i]();
    heap_on_system_stack(freeze_call, NULL);
    heap_is_frozen = true;
    check_remember();
}
