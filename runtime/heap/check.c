/* SINEW_CHECK_ISOLATION=1: after each request the snapshot is compared with what it was when it was frozen.
 *
 * Invariant: every cell of the snapshot that a program can see, and every watched range, has one record with its digest; a
 * difference ends the process, naming what changed. */
#include "heap/internal.h"
#include <stdio.h>
#include <stdlib.h>

enum { RANGES_MAX = 1024 };

typedef struct Record { const void *start; size_t bytes; uint64_t digest; const char *what; } Record; /* what: NULL for cells */

static Record *records;
static size_t record_count, record_capacity;
static Record ranges[RANGES_MAX];
static size_t range_count;
static bool is_asked, is_known;

static const char *const kind_names[] = {
#define JS_KIND(NAME, text) text,
#include "kinds.def"
#undef JS_KIND
};

bool heap_checks_isolation(void)
{
    if (!is_known) {
        const char *text = getenv("SINEW_CHECK_ISOLATION");
        is_asked = text && *text && strcmp(text, "0") != 0;
        is_known = true;
    }
    return is_asked;
}

void heap_watch(const void *start, size_t bytes, const char *what)
{
    if (range_count < RANGES_MAX)
        ranges[range_count++] = (Record){start, bytes, 0, what};
}

/* That a cell has become a prototype is not visible. */
static uint64_t first_word(const void *start, bool is_cell)
{
    union { JsCell cell; uint64_t word; } first = {.word = *(const uint64_t *)start};
    if (is_cell)
        first.cell.flags &= (uint8_t)~JS_IS_PROTOTYPE;
    return first.word;
}

static uint64_t digest_of(const void *start, size_t bytes, bool is_cell)
{
    const uint64_t *words = start;
    uint64_t digest = bytes ? first_word(start, is_cell) : 0;
    for (size_t i = 1; i < bytes / sizeof *words; i++)
        digest = (digest ^ words[i]) * UINT64_C(0x100000001B3) + (digest >> 29);
    return digest;
}

static void add_record(const void *start, size_t bytes, const char *what)
{
    if (record_count == record_capacity) {
        record_capacity = record_capacity ? record_capacity * 2 : 4096;
        records = realloc(records, record_capacity * sizeof *records);
        if (!records)
            heap_fail("out of memory");
    }
    records[record_count++] = (Record){start, bytes, digest_of(start, bytes, !what), what};
}

/* Strings change when they are flattened or hashed, and hidden records whenever the runtime likes: neither is visible. */
bool check_is_visible(const JsCell *cell)
{
    return cell->flags & JS_SHARED && cell->kind != JS_KIND_STRING && cell->aux != HEAP_HIDDEN;
}

static void remember_cell(JsCell *cell, size_t bytes)
{
    if (check_is_visible(cell))
        add_record(cell, bytes, NULL);
}

void check_remember(void)
{
    if (!heap_checks_isolation())
        return;
    record_count = 0;
    heap_each_cell(remember_cell);
    for (size_t i = 0; i < range_count; i++)
        add_record(ranges[i].start, ranges[i].bytes, ranges[i].what);
    protect_remember();
}

void check_accept(const JsCell *cell)
{
    for (size_t i = 0; i < record_count; i++)
        if (records[i].start == cell)
            records[i].digest = digest_of(cell, records[i].bytes, true);
}

const char *check_kind_name(const JsCell *cell)
{
    return cell->kind < JS_KIND_COUNT ? kind_names[cell->kind] : "no cell at all";
}

static JS_COLD void report_change(const Record *record)
{
    const JsCell *cell = record->start;
    if (record->what)
        fprintf(stderr, "sinew: isolation: a request has changed %s for others\n", record->what);
    else
        fprintf(stderr, "sinew: isolation: a request has changed a shared cell for others: %s at %p (%zu bytes, aux %u, word %x)\n",
                check_kind_name(cell), record->start, record->bytes, cell->aux,
                (unsigned)cell->word);
    abort();
}

void heap_check_snapshot(void)
{
    for (size_t i = 0; i < record_count; i++) {
        const Record *record = &records[i];
        if (digest_of(record->start, record->bytes, !record->what) == record->digest)
            continue;
        /* A cell that nobody refers to any more (a part of a flattened rope's) may have been collected and handed out again. */
        if (record->what || check_is_visible(record->start))
            report_change(record);
    }
}
