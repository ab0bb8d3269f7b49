/* Publication: where requests share their state (--state=worker), what one of them has made and stored there becomes shared
 * too, so that later writes to it count as writes of shared state.
 *
 * The words of a cell that are no pointers, and were cleared, cannot be taken for some: numbers are no addresses as values,
 * and what digits or text fill is a cell without pointers. So whatever looks like a cell here is kept by the collector too.
 *
 * Invariant: while other requests run, nothing that is reachable from a shared cell is unmarked, except below writes of an
 * agent that has not been switched out since. */
#include "heap/internal.h"
#include <stdlib.h>

enum { WRITES_MAX = 256, SCANNED_OWNER_BYTES = 512 /* from there on cells of start-up were not cleared */ };

static void *writes[WRITES_MAX]; /* words of shared state that were written, with their new values soon after */
static size_t write_count;

/* Cells that are marked, and whose words are still to be followed. */
static JsCell **pending;
static size_t pending_count, pending_capacity;

static void push(JsCell *cell)
{
    if (pending_count == pending_capacity) {
        pending_capacity = pending_capacity ? pending_capacity * 2 : 256;
        pending = realloc(pending, pending_capacity * sizeof(JsCell *));
        if (!pending)
            heap_fail("out of memory");
    }
    pending[pending_count++] = cell;
}

/* A word that only looks like a pointer marks too much, which costs time alone. */
static void follow(void *word)
{
    size_t bytes;
    JsCell *cell = collected_cell_at(word, &bytes);
    if (!cell || (cell->flags & JS_SHARED))
        return;
    cell->flags |= JS_SHARED;
    if (bytes)
        push(cell);
}

static void follow_words(void *start, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof(void *); i++)
        follow(((void **)start)[i]);
}

static void follow_pending(void)
{
    while (pending_count) {
        JsCell *cell = pending[--pending_count];
        size_t bytes;
        collected_cell_at(cell, &bytes);
        follow_words(cell, bytes);
    }
}

/* Of a small cell all words, since one record may stand for the move of several. */
static void publish_write(void *word)
{
    size_t bytes;
    JsCell *owner = collected_cell_at(word, &bytes);
    if (owner && bytes <= SCANNED_OWNER_BYTES)
        follow_words(owner, bytes);
    else
        follow(*(void **)word);
    follow_pending();
}

void heap_publish(void)
{
    for (size_t i = 0; i < write_count; i++)
        publish_write(writes[i]);
    write_count = 0;
}

void publish_note_write(void *word)
{
    if (write_count && writes[write_count - 1] == word)
        return;
    if (write_count == WRITES_MAX)
        heap_publish();
    writes[write_count++] = word;
}
