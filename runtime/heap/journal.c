/* The journal of an agent's writes to shared cells: (address, other value), once an address.
 *
 * Invariant: while an agent runs, memory holds its values and `other` the ones that everybody else sees; while it does not
 * run, the other way round. Entries of a swapped-out agent may name the same address as those of another. */
#include "heap/internal.h"
#include <stdlib.h>

enum { LINEAR_MAX = 8, FIRST_CAPACITY = 16 };

HeapJournal *heap_journal;
void (*heap_shared_write_hook)(void);
HeapJournal *journal_first;

static uint32_t hash_address(const void *word)
{
    return (uint32_t)(((uintptr_t)word >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

static void bucket_insert(HeapJournal *journal, uint32_t entry)
{
    uint32_t mask = journal->bucket_count - 1;
    uint32_t i = hash_address(journal->entries[entry].word) & mask;
    while (journal->buckets[i])
        i = (i + 1) & mask;
    journal->buckets[i] = entry + 1;
}

void journal_rehash(HeapJournal *journal)
{
    memset(journal->buckets, 0, journal->bucket_count * sizeof *journal->buckets);
    for (uint32_t i = 0; i < journal->count; i++)
        bucket_insert(journal, i);
}

static void grow(HeapJournal *journal)
{
    uint32_t capacity = journal->capacity ? journal->capacity * 2 : FIRST_CAPACITY;
    heap_account((ptrdiff_t)((capacity - journal->capacity) * (sizeof *journal->entries + 2 * sizeof *journal->buckets)));
    HeapJournalEntry *entries = realloc(journal->entries, capacity * sizeof *entries);
    uint32_t *buckets = malloc(capacity * 2 * sizeof *buckets);
    uint8_t *held = journal->held ? realloc(journal->held, capacity) : NULL;
    if (!entries || !buckets || (journal->held && !held))
        heap_fail("out of memory");
    free(journal->buckets);
    if (held)
        memset(held + journal->capacity, 0, capacity - journal->capacity);
    journal->entries = entries;
    journal->capacity = capacity;
    journal->held = held;
    journal->buckets = buckets;
    journal->bucket_count = capacity * 2;
    journal_rehash(journal);
}

HeapJournalEntry *journal_find(HeapJournal *journal, const void *word)
{
    uint32_t mask = journal->bucket_count - 1;
    if (!journal->bucket_count)
        return NULL;
    for (uint32_t i = hash_address(word) & mask; journal->buckets[i]; i = (i + 1) & mask) {
        if (journal->entries[journal->buckets[i] - 1].word == word)
            return &journal->entries[journal->buckets[i] - 1];
    }
    return NULL;
}

void journal_add(HeapJournal *journal, uint64_t *word, uint64_t other)
{
    if (journal->count == journal->capacity)
        grow(journal);
    journal->entries[journal->count++] = (HeapJournalEntry){word, other};
    bucket_insert(journal, journal->count - 1);
}

static HeapJournalEntry *find_recorded(HeapJournal *journal, const void *word)
{
    if (journal->count > LINEAR_MAX)
        return journal_find(journal, word);
    for (uint32_t i = 0; i < journal->count; i++) {
        if (journal->entries[i].word == word)
            return &journal->entries[i];
    }
    return NULL;
}

/* What was held is the agent's own from its first write on. */
static void record(HeapJournal *journal, uint64_t *word)
{
    HeapJournalEntry *entry = find_recorded(journal, word);
    if (js_likely(!entry)) {
        if (js_unlikely(journal->count >= JOURNAL_MAX) && heap_region && heap_limit_hook)
            heap_limit_hook();
        journal_add(journal, word, *word);
    } else if (journal->held) {
        journal->held[entry - journal->entries] = false;
    }
}

void js_journal_record(void *word)
{
    if (heap_journal) {
        record(heap_journal, word);
        protect_open(word); /* last: the caller writes it now */
    } else if (heap_shared_write_hook) {
        publish_note_write(word);
        heap_shared_write_hook();
    }
}

void heap_set_flag(JsCell *cell, uint8_t flag)
{
    protect_open(cell);
    cell->flags |= flag;
    if (!(cell->flags & JS_SHARED))
        return;
    for (HeapJournal *journal = journal_first; journal; journal = journal->next) {
        HeapJournalEntry *entry = journal_find(journal, cell);
        if (entry)
            ((JsCell *)(void *)&entry->other)->flags |= flag;
    }
}

static void swap(HeapJournal *journal)
{
    for (uint32_t i = 0; i < journal->count; i++) {
        HeapJournalEntry *entry = &journal->entries[i];
        uint64_t mine = *entry->word;
        *entry->word = entry->other;
        entry->other = mine;
    }
}

uint64_t journal_shared_value(const uint64_t *word)
{
    HeapJournalEntry *entry = heap_journal ? journal_find(heap_journal, word) : NULL;
    return entry ? entry->other : *word;
}

void journal_begin(HeapJournal *journal)
{
    *journal = (HeapJournal){.next = journal_first};
    if (journal_first)
        journal_first->previous = journal;
    journal_first = journal;
}

void journal_enter(HeapJournal *journal)
{
    swap(journal);
    journal->is_swapped_in = true;
    heap_journal = journal;
    protect_enter();
}

void journal_leave(void)
{
    HeapJournal *journal = heap_journal;
    protect_leave();
    swap(journal);
    journal->is_swapped_in = false;
    heap_journal = NULL;
}

void journal_end(HeapJournal *journal)
{
    if (journal->previous)
        journal->previous->next = journal->next;
    else
        journal_first = journal->next;
    if (journal->next)
        journal->next->previous = journal->previous;
    free(journal->entries);
    free(journal->buckets);
    free(journal->held);
}

void journal_push_roots(void)
{
    for (HeapJournal *journal = journal_first; journal; journal = journal->next)
        if (journal->count)
            heap_push_roots(journal->entries, journal->entries + journal->count);
}
