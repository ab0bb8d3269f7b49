/* Commits: what a turn of the start agent (a timer, a promise of the modules) has written becomes the state of all.
 *
 * An object is several words, in its cell and in the parts that it alone refers to (overflow slots, elements, tables); one that
 * was put together from the words of two agents would be broken. So a request follows a turn as a whole or not at all: it follows
 * when it is between two jobs and none of the cells that it has written words of is one that the turn has written words of. Else
 * its journal holds the words as they were.
 *
 * Invariant: a held entry is as any other, and becomes the agent's own by a write. An agent that is at rest has none. */
#include "heap/internal.h"
#include <stdlib.h>

enum { CELLS_FIRST = 64 };

/* A set of addresses: cells that words of a journal lie in, and their parts; words of static memory. */
typedef struct CellSet { uintptr_t *slots; uint32_t count, size; } CellSet;

static uintptr_t *slot_of(const CellSet *set, uintptr_t address)
{
    uint32_t i = (uint32_t)(((address >> 3) * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (set->size - 1);
    while (set->slots[i] && set->slots[i] != address)
        i = (i + 1) & (set->size - 1);
    return &set->slots[i];
}

static void set_resize(CellSet *set, uint32_t size)
{
    CellSet larger = {calloc(size, sizeof *larger.slots), set->count, size};
    if (!larger.slots)
        heap_fail("out of memory");
    for (uint32_t i = 0; i < set->size; i++) {
        if (set->slots[i])
            *slot_of(&larger, set->slots[i]) = set->slots[i];
    }
    free(set->slots);
    *set = larger;
}

/* ------------------------------------------------------------------------------------------------ cells of an entry */
typedef bool VisitAddress(CellSet *set, uintptr_t address); /* true: no more */

static bool set_add(CellSet *set, uintptr_t address)
{
    if (set->count * 2 >= set->size)
        set_resize(set, set->size ? set->size * 2 : CELLS_FIRST);
    uintptr_t *slot = slot_of(set, address);
    set->count += !*slot;
    *slot = address;
    return false;
}

static bool set_has(CellSet *set, uintptr_t address)
{
    return *slot_of(set, address);
}

static bool visit_part(uint64_t word, CellSet *set, VisitAddress *visit)
{
    size_t bytes;
    JsCell *cell = collected_cell_at((void *)(uintptr_t)word, &bytes);
    bool is_part = cell && (cell->kind == JS_KIND_SLOTS || cell->kind == JS_KIND_ELEMENTS || cell->kind == JS_KIND_INTERNAL);
    return is_part && cell->aux != HEAP_HIDDEN && visit(set, (uintptr_t)cell);
}

/* The cell that the word lies in, and the parts of that cell, as memory and as the entry know them. */
static bool visit_cells(const HeapJournalEntry *entry, CellSet *set, VisitAddress *visit)
{
    size_t bytes;
    JsCell *cell = collected_cell_at(entry->word, &bytes);
    if (!cell)
        return visit(set, (uintptr_t)entry->word);
    if (visit(set, (uintptr_t)cell))
        return true;
    if (cell->kind < JS_KIND_OBJECT)
        return false;
    for (size_t i = 0; i < bytes / sizeof(uint64_t); i++) {
        if (visit_part(((uint64_t *)cell)[i], set, visit))
            return true;
    }
    return visit_part(entry->other, set, visit);
}

static bool is_held(const HeapJournal *journal, uint32_t entry)
{
    return journal->held && journal->held[entry];
}

/* The cells of the entries that are held, or of the others. */
static CellSet cells_of(const HeapJournal *journal, bool of_held)
{
    CellSet set = {0};
    set_resize(&set, CELLS_FIRST);
    for (uint32_t i = 0; i < journal->count; i++) {
        if (is_held(journal, i) == of_held)
            visit_cells(&journal->entries[i], &set, set_add);
    }
    return set;
}

static bool has_written_to(const HeapJournal *journal, CellSet *cells)
{
    for (uint32_t i = 0; i < journal->count; i++) {
        if (!is_held(journal, i) && visit_cells(&journal->entries[i], cells, set_has))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------ holding, following */
static void mark_held(HeapJournal *journal, uint32_t entry)
{
    if (!journal->held)
        journal->held = calloc(journal->capacity, 1);
    if (!journal->held)
        heap_fail("out of memory");
    journal->held[entry] = true;
}

/* For good: as if the agent had written the words itself. */
static void hold(HeapJournal *journal, const HeapJournal *turn, bool for_good)
{
    for (uint32_t i = 0; i < turn->count; i++) {
        uint64_t *word = turn->entries[i].word;
        HeapJournalEntry *entry = journal_find(journal, word);
        if (!entry) {
            journal_add(journal, word, *word);
            if (!for_good)
                mark_held(journal, journal->count - 1);
        } else if (!for_good && !is_held(journal, (uint32_t)(entry - journal->entries))) {
            journal->keeps_held = true;
        }
    }
}

static void put_words(const HeapJournal *turn)
{
    for (uint32_t i = 0; i < turn->count; i++)
        *turn->entries[i].word = turn->entries[i].other;
}

void journal_commit(HeapJournal *turn, bool (*is_at_rest)(const HeapJournal *), void (*has_held)(HeapJournal *))
{
    CellSet cells = cells_of(turn, false);
    for (HeapJournal *journal = journal_first; journal; journal = journal->next) {
        bool may_follow = journal != turn && is_at_rest(journal);
        if (journal == turn || (may_follow && !has_written_to(journal, &cells)))
            continue;
        hold(journal, turn, may_follow);
        has_held(journal);
    }
    free(cells.slots);
    put_words(turn);
}

static void let_go(HeapJournal *journal)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < journal->count; i++) {
        HeapJournalEntry *entry = &journal->entries[i];
        if (journal->held[i])
            *entry->word = entry->other;
        else
            journal->entries[kept++] = *entry;
    }
    journal->count = kept;
    journal_rehash(journal);
}

bool journal_follow(HeapJournal *journal)
{
    if (js_likely(!journal->held))
        return false;
    CellSet cells = cells_of(journal, true);
    bool follows = !journal->keeps_held && !has_written_to(journal, &cells);
    free(cells.slots);
    if (follows)
        let_go(journal);
    free(journal->held);
    journal->held = NULL;
    journal->keeps_held = false;
    return follows;
}
