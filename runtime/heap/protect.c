/* SINEW_CHECK_ISOLATION=1: while a request runs, the pages of the snapshot are read-only, so that a write that bypasses the
 * journal is a fault where it happens. The digests of check.c find the others: in static memory, and on pages that are open.
 *
 * Invariant: a page is open for writing outside of requests; while one runs, those with words of its journal are, those that
 * the runtime has written strings or hidden records on since it was switched in, and those that the collected heap gives new
 * cells from. */
#include "heap/internal.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096, FIRST_PAGES = 1024 };

typedef struct Page { uintptr_t address; bool is_given_up, is_open; } Page; /* is_open: in this stretch */

char *(*heap_stack_text)(void *frame, char *end);

static Page *pages;             /* sorted */
static size_t page_count, page_capacity;
static bool is_closed;          /* a request runs */
static struct sigaction before; /* the handler of faults that are not ours */

/* ------------------------------------------------------------------------------------------------ which pages */
static void add_pages(JsCell *cell, size_t bytes)
{
    uintptr_t last = ((uintptr_t)cell + bytes - 1) / PAGE_BYTES * PAGE_BYTES;
    if (!check_is_visible(cell))
        return;
    for (uintptr_t at = (uintptr_t)cell / PAGE_BYTES * PAGE_BYTES; at <= last; at += PAGE_BYTES) {
        if (page_count == page_capacity) {
            page_capacity = page_capacity ? page_capacity * 2 : FIRST_PAGES;
            pages = realloc(pages, page_capacity * sizeof *pages);
            if (!pages)
                heap_fail("out of memory");
        }
        pages[page_count++] = (Page){.address = at};
    }
}

static int compare_pages(const void *a, const void *b)
{
    uintptr_t x = ((const Page *)a)->address, y = ((const Page *)b)->address;
    return (x > y) - (x < y);
}

void protect_remember(void)
{
    page_count = 0;
    heap_each_cell(add_pages);
    qsort(pages, page_count, sizeof *pages, compare_pages);
    size_t unique = 0;
    for (size_t i = 0; i < page_count; i++) {
        if (!unique || pages[unique - 1].address != pages[i].address)
            pages[unique++] = pages[i];
    }
    page_count = unique;
}

static Page *page_of(const void *address)
{
    Page wanted = {.address = (uintptr_t)address / PAGE_BYTES * PAGE_BYTES};
    return page_count ? bsearch(&wanted, pages, page_count, sizeof *pages, compare_pages) : NULL;
}

/* ------------------------------------------------------------------------------------------------ opening, closing */
static void set_protection(uintptr_t from, uintptr_t to, int protection)
{
    if (from < to && mprotect((void *)from, to - from, protection))
        heap_fail("the snapshot cannot be protected");
}

/* Of the pages that are not open: runs of them, by a call each. */
static void set_closed(int protection)
{
    uintptr_t from = 0, to = 0;
    for (size_t i = 0; i < page_count; i++) {
        if (pages[i].is_given_up || pages[i].is_open)
            continue;
        if (pages[i].address != to) {
            set_protection(from, to, protection);
            from = pages[i].address;
        }
        to = pages[i].address + PAGE_BYTES;
    }
    set_protection(from, to, protection);
}

void protect_open(const void *address)
{
    Page *page = is_closed ? page_of(address) : NULL;
    if (!page || page->is_open)
        return;
    page->is_open = true;
    set_protection(page->address, page->address + PAGE_BYTES, PROT_READ | PROT_WRITE);
}

void protect_give_up(const void *from, size_t bytes)
{
    for (uintptr_t at = (uintptr_t)from / PAGE_BYTES * PAGE_BYTES; at < (uintptr_t)from + bytes; at += PAGE_BYTES) {
        Page *page = page_of((const void *)at);
        if (!page)
            continue;
        protect_open((const void *)at);
        page->is_given_up = true;
    }
}

static void close_all(void)
{
    for (uint32_t i = 0; heap_journal && i < heap_journal->count; i++) {
        Page *page = page_of(heap_journal->entries[i].word);
        if (page)
            page->is_open = true;
    }
    set_closed(PROT_READ);
    is_closed = true;
}

static void open_all(void)
{
    is_closed = false;
    set_closed(PROT_READ | PROT_WRITE);
    for (size_t i = 0; i < page_count; i++)
        pages[i].is_open = false;
}

bool protect_pause(void)
{
    bool was_closed = is_closed;
    if (was_closed)
        open_all();
    return was_closed;
}

void protect_resume(bool was_closed)
{
    if (was_closed)
        close_all();
}

/* ------------------------------------------------------------------------------------------------ faults */
static void *frame_at(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (void *)context->uc_mcontext.gregs[REG_RBP];
#else
    return (void *)context->uc_mcontext.regs[29];
#endif
}

static JS_COLD void report_stray_write(const void *address, const JsCell *cell, const ucontext_t *context)
{
    fprintf(stderr, "sinew: isolation: a write at %p bypasses the journal: %s at %p, byte %zu\n", address, check_kind_name(cell),
            (const void *)cell, (size_t)((const char *)address - (const char *)cell));
    char *end = heap_stack_end();
    char *text = end && heap_stack_text ? heap_stack_text(frame_at(context), end) : NULL;
    fprintf(stderr, "%s\n", text ? text : "");
    abort();
}

/* Strings, which are flattened and hashed in place, and hidden records may be written: their page is open from then on. */
static void on_fault(int signal_number, siginfo_t *info, void *context)
{
    if (!is_closed || !page_of(info->si_addr)) {
        sigaction(SIGSEGV, &before, NULL); /* the instruction faults again, for the other handler */
        return;
    }
    size_t bytes;
    const JsCell *cell = collected_cell_at(info->si_addr, &bytes);
    if (cell && check_is_visible(cell))
        report_stray_write(info->si_addr, cell, context);
    protect_open(info->si_addr);
}

static void install_handler(void)
{
    struct sigaction now, ours = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGSEGV, NULL, &now);
    if (now.sa_sigaction == on_fault)
        return;
    before = now;
    sigaction(SIGSEGV, &ours, NULL);
}

/* A turn of the start agent takes cells of the collected heap, among those of the snapshot: it would open all pages most of the
 * time. */
void protect_enter(void)
{
    if (!page_count || !heap_is_isolated())
        return;
    install_handler();
    close_all();
}

void protect_leave(void)
{
    if (is_closed)
        open_all();
}
