/* The collected heap, which together with weak.c alone includes gc.h.
 *
 * Invariant: every object of the kinds made here begins with a JsCell; the free lists are empty whenever a collection
 * marks, since what lies on them is not marked and will be handed out by the collector again. */
#include "heap/internal.h"
#include "heap/spill.h"
#define GC_THREADS
#define GC_NO_THREAD_REDIRECTS
#include <gc/gc.h>
#include <gc/gc_inline.h>
#include <gc/gc_mark.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096, FREE_LISTS = 33, ROOT_PUSHERS_MAX = 8, SMALL_RANGE_BYTES = 256, SCHEDULED_RANGES_MAX = 1024 };
#define HEAP_FIRST_SIZE "16M"
/* What the realm fills, about: of the collected heap, of malloc's (below its threshold for mappings of their own), and of the
 * stack, which the collector clears now and then. */
enum { REALM_BYTES = 576 << 10, REALM_MALLOC_BYTES = 124 << 10, REALM_STACK_BYTES = 32 << 10 };

static void *call_directly(void *(*call)(void *), void *argument) { return call(argument); }
void *(*heap_on_system_stack)(void *(*call)(void *), void *argument) = call_directly;
void (*heap_limit_hook)(void);

struct JsHeap js_heap;

static int kinds[2]; /* by has_pointers */
static int large_kind; /* has_pointers, and is not cleared: clearing would be one long stretch */
static int weak_kind;
static void *free_lists[2][FREE_LISTS];
static void (*root_pushers[ROOT_PUSHERS_MAX])(void);
static GC_push_other_roots_proc push_before;

typedef struct RootRange { char *start, *end; } RootRange;
static RootRange *root_ranges;
static size_t root_range_count;
static unsigned scheduled_ranges; /* in this collection */

void heap_fail(const char *why)
{
    fprintf(stderr, "sinew: %s\n", why);
    abort();
}

/* ------------------------------------------------------------------------------------------------ allocation */
typedef struct AllocRequest { void **list; size_t bytes; int kind; } AllocRequest;

static void *refill_call(void *argument)
{
    AllocRequest *request = argument;
    bool was_closed = protect_pause();
    GC_generic_malloc_many(request->bytes, request->kind, request->list);
    for (void *cell = *request->list; was_closed && cell; cell = *(void **)cell)
        protect_give_up(cell, request->bytes);
    protect_resume(was_closed);
    return *request->list;
}

static void *large_call(void *argument)
{
    AllocRequest *request = argument;
    bool was_closed = protect_pause();
    void *p = GC_generic_malloc(request->bytes, request->kind);
    if (was_closed)
        protect_give_up(p, request->bytes);
    protect_resume(was_closed);
    return p;
}

static void *alloc_by_call(size_t bytes, int kind)
{
    AllocRequest request = {NULL, bytes, kind};
    void *p = heap_on_system_stack(large_call, &request);
    if (!p)
        heap_fail("out of memory");
    return p;
}

static JS_NOINLINE void *collected_alloc_large(size_t bytes, bool has_pointers)
{
    int with_pointers = heap_shared_write_hook ? kinds[1] : large_kind; /* heap_publish reads it whole */
    return alloc_by_call(bytes, has_pointers ? with_pointers : kinds[0]);
}

void *collected_alloc_weak(size_t bytes)
{
    return alloc_by_call(bytes, weak_kind);
}

static JS_NOINLINE void *refill(void **list, size_t bytes, bool has_pointers)
{
    AllocRequest request = {list, bytes, kinds[has_pointers]};
    if (!heap_on_system_stack(refill_call, &request))
        heap_fail("out of memory");
    return *list;
}

static bool is_large(size_t bytes)
{
    return bytes > (FREE_LISTS - 1) * 16;
}

void *collected_alloc(size_t bytes, bool has_pointers)
{
    if (js_unlikely(is_large(bytes)))
        return collected_alloc_large(bytes, has_pointers);
    size_t granules = (bytes + 15) >> 4;
    void **list = &free_lists[has_pointers][granules];
    void *p = *list;
    if (js_unlikely(!p))
        p = refill(list, granules << 4, has_pointers);
    *list = *(void **)p;
    *(void **)p = NULL;
    return p;
}

void *heap_alloc_shared(size_t bytes, bool has_pointers)
{
    if (heap_region)
        heap_account((ptrdiff_t)bytes);
    void *p = collected_alloc(bytes, has_pointers);
    if (has_pointers && is_large(bytes))
        memset(p, 0, bytes);
    return p;
}

/* ------------------------------------------------------------------------------------------------ roots */
/* A range that is only scheduled takes a place on the collector's mark stack, which ends the process when it is full. So
 * that is for the large ones, and for a few of them; thousands of agents have theirs scanned at once. */
void heap_push_roots(void *start, void *end)
{
    if (spill_takes_roots(start, end))
        return;
    if ((char *)end - (char *)start > SMALL_RANGE_BYTES && scheduled_ranges++ < SCHEDULED_RANGES_MAX)
        GC_push_all(start, end);
    else
        GC_push_all_eager(start, end);
}

void heap_each_static_root(void (*visit)(void *start, void *end, void *context), void *context)
{
    for (size_t i = 0; i < root_range_count; i++)
        visit(root_ranges[i].start, root_ranges[i].end, context);
}

void heap_add_root_pusher(void (*push)(void))
{
    for (int i = 0; i < ROOT_PUSHERS_MAX; i++) {
        if (!root_pushers[i]) {
            root_pushers[i] = push;
            return;
        }
    }
    heap_fail("too many root pushers");
}

void js_add_roots(void *start, void *end)
{
    root_ranges = realloc(root_ranges, (root_range_count + 1) * sizeof *root_ranges);
    if (!root_ranges)
        heap_fail("out of memory");
    root_ranges[root_range_count++] = (RootRange){start, end};
}

static void GC_CALLBACK push_all_roots(void)
{
    scheduled_ranges = 0;
    for (size_t i = 0; i < root_range_count; i++)
        heap_push_roots(root_ranges[i].start, root_ranges[i].end);
    region_push_roots();
    journal_push_roots();
    freeze_push_roots();
    for (int i = 0; i < ROOT_PUSHERS_MAX && root_pushers[i]; i++)
        root_pushers[i]();
    if (push_before)
        push_before();
}

static void GC_CALLBACK forget_free_lists(void)
{
    memset(free_lists, 0, sizeof free_lists);
}

/* ------------------------------------------------------------------------------------------------ the whole heap */
void heap_populate(void *memory, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
    uintptr_t from = (uintptr_t)memory & ~(uintptr_t)(PAGE - 1);
    madvise((void *)from, (uintptr_t)memory + bytes - from, MADV_POPULATE_WRITE); /* a kernel that cannot lets them fault */
#endif
}

/* What is freed last is what is handed out next. */
static void populate_first(void)
{
    void *collected = GC_malloc_atomic_ignore_off_page(REALM_BYTES);
    void *plain = malloc(REALM_MALLOC_BYTES);
    if (collected)
        heap_populate(collected, REALM_BYTES);
    if (plain)
        heap_populate(plain, REALM_MALLOC_BYTES);
    GC_free(collected);
    free(plain);
    char *frame = __builtin_frame_address(0);
    heap_populate(frame - REALM_STACK_BYTES, REALM_STACK_BYTES);
}

extern void *__libc_stack_end; /* of the C library: where the process's own stack began */

char *heap_main_stack_base(void)
{
    return __libc_stack_end;
}

/* What the collector would find out by reading and parsing files of /proc: where the stack begins, and how many processors there
 * are. Its initial size, too, can only be said by a variable of the environment, and the program must not see that. */
static void start_collector(void)
{
    static const char *const settings[][2] = {{"GC_NPROCS", "1"}, {"GC_INITIAL_HEAP_SIZE", HEAP_FIRST_SIZE}};
    enum { COUNT = sizeof settings / sizeof *settings };
    bool is_users[COUNT];
    for (int i = 0; i < COUNT; i++) {
        is_users[i] = getenv(settings[i][0]);
        setenv(settings[i][0], settings[i][1], false);
    }
    struct GC_stack_base base = {.mem_base = heap_main_stack_base()};
    GC_set_stackbottom(NULL, &base);
    GC_INIT();
    for (int i = 0; i < COUNT; i++) {
        if (!is_users[i])
            unsetenv(settings[i][0]);
    }
}

void heap_start(void)
{
    region_start();
    GC_set_all_interior_pointers(1);
    GC_set_no_dls(1);
    GC_set_markers_count(1);
    GC_set_free_space_divisor(1);
    GC_set_dont_precollect(1); /* there is nothing yet */
    start_collector();
    populate_first();
    push_before = GC_get_push_other_roots();
    GC_set_push_other_roots(push_all_roots);
    GC_set_start_callback(forget_free_lists);
    kinds[0] = (int)GC_new_kind(GC_new_free_list(), GC_DS_LENGTH, 0, 0);
    kinds[1] = (int)GC_new_kind(GC_new_free_list(), GC_DS_LENGTH, 1, 1);
    large_kind = (int)GC_new_kind(GC_new_free_list(), GC_DS_LENGTH, 1, 0);
    weak_kind = weak_start();
}

static void *collect_call(void *unused)
{
    bool was_closed = protect_pause();
    GC_gcollect();
    protect_resume(was_closed);
    return NULL;
}

void heap_collect(void)
{
    heap_on_system_stack(collect_call, NULL);
}

size_t heap_collected_bytes(void)
{
    return GC_get_heap_size() - GC_get_free_bytes();
}

size_t heap_collection_count(void)
{
    return GC_get_gc_no() + spill_collection_count();
}

static bool is_ours(int kind)
{
    return kind == kinds[0] || kind == kinds[1] || kind == large_kind || kind == weak_kind;
}

typedef void VisitCell(JsCell *cell, size_t bytes);

static void GC_CALLBACK visit_reachable(void *object, size_t bytes, void *visit)
{
    if (is_ours(GC_get_kind_and_size(object, NULL)))
        (*(VisitCell **)visit)(object, bytes);
}

JsCell *collected_cell_at(void *address, size_t *ret_bytes)
{
    void *base = GC_base(address);
    if (!base)
        return NULL;
    int kind = GC_get_kind_and_size(base, ret_bytes);
    if (!is_ours(kind))
        return NULL;
    if (kind == kinds[0])
        *ret_bytes = 0;
    return base;
}

static void *GC_CALLBACK enumerate_locked(void *visit)
{
    GC_enumerate_reachable_objects_inner(visit_reachable, visit);
    return NULL;
}

void heap_each_cell(VisitCell *visit)
{
    GC_call_with_alloc_lock(enumerate_locked, &visit);
}
