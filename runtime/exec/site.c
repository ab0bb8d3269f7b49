/* Places of addresses: see site.h.
 *
 * Emitted statements stand at `#line <offset + 1> "sinew:offsets"`, where offset is that of the statement in its module's
 * text; so DWARF's lines are offsets, and line and column come from the text. Lines from JS_INLINED_LINES on are places
 * in functions that the compiler has inlined itself. Programs built with -g have real lines. */
#include "exec/site.h"

#include <stdlib.h>
#include "exec/dwarf.h"

JsFunctionTable *js_function_tables;
size_t js_function_table_count;

enum { ADDRESSES_MAX = 3 }; /* of a row: the function's own, and two entries */

typedef struct Known { uint64_t function; const JsCode *code; const char *entry; } Known;

static Known *by_die, *by_entry; /* sorted; malloc; all registered functions */
static uint32_t known_count;
static size_t tables_seen;
static bool has_dwarf;

void js_add_functions(const JsFunctionAddress *functions, size_t count)
{
    size_t bytes = (js_function_table_count + 1) * sizeof *js_function_tables;
    JsFunctionTable *grown = realloc(js_function_tables, bytes);
    if (!grown)
        abort();
    js_function_tables = grown;
    grown[js_function_table_count++] = (JsFunctionTable){functions, count};
}

static int compare_dies(const void *a, const void *b)
{
    uint64_t x = ((const Known *)a)->function, y = ((const Known *)b)->function;
    return x < y ? -1 : x > y;
}

static int compare_entries(const void *a, const void *b)
{
    const char *x = ((const Known *)a)->entry, *y = ((const Known *)b)->entry;
    return x < y ? -1 : x > y;
}

static bool grow_known(size_t more)
{
    Known *dies = realloc(by_die, (known_count + more) * sizeof *dies);
    if (!dies)
        return false;
    by_die = dies;
    Known *entries = realloc(by_entry, (known_count + more) * sizeof *entries);
    if (entries)
        by_entry = entries;
    return entries != NULL;
}

static void add_known(const void *entry, const JsCode *code, bool has_dwarf)
{
    uint64_t die = has_dwarf ? dwarf_function_at(entry) : 0;
    by_die[known_count] = by_entry[known_count] = (Known){die, code, entry};
    known_count++;
}

/* With the entries that its code names, which bound it. */
static void add_function(const JsFunctionAddress *function, bool has_dwarf)
{
    add_known(function->entry, function->code, has_dwarf);
    if (!function->code)
        return;
    add_known((const void *)(uintptr_t)function->code->call, NULL, has_dwarf);
    if (function->code->construct)
        add_known((const void *)(uintptr_t)function->code->construct, NULL, has_dwarf);
}

/* Takes in the tables that were registered since the last time. */
static void gather(void)
{
    if (tables_seen == js_function_table_count)
        return;
    has_dwarf = dwarf_open();
    for (; tables_seen < js_function_table_count; tables_seen++) {
        JsFunctionTable table = js_function_tables[tables_seen];
        if (!table.count || !grow_known(table.count * ADDRESSES_MAX))
            continue;
        for (size_t i = 0; i < table.count; i++)
            add_function(&table.functions[i], has_dwarf);
    }
    if (!known_count)
        return;
    qsort(by_die, known_count, sizeof *by_die, compare_dies);
    qsort(by_entry, known_count, sizeof *by_entry, compare_entries);
}

static const JsCode *code_of_die(uint64_t function)
{
    uint32_t low = 0, high = known_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (by_die[middle].function < function)
            low = middle + 1;
        else
            high = middle;
    }
    return function && low < known_count && by_die[low].function == function ? by_die[low].code : NULL;
}

/* Line and column of an offset in the module's text, which the function's own text is a part of. Columns count UTF-8
 * sequences, lines end at LF. */
static void place_offset(JsSite *site, uint32_t offset)
{
    const JsCode *code = site->code;
    if (!code->text || offset < code->text_offset || offset > code->text_offset + code->text_length) {
        site->line = code->line;
        site->column = code->column;
        return;
    }
    site->line = code->line;
    site->column = code->column;
    const char *at = code->text, *end = code->text + (offset - code->text_offset);
    for (; at < end; at++) {
        if (*at == '\n') {
            site->line++;
            site->column = 1;
        } else if ((*at & 0xc0) != 0x80) {
            site->column++;
        }
    }
}

JsSite js_site_at(const JsCode *code, uint32_t offset)
{
    JsSite site = {.code = code};
    place_offset(&site, offset);
    return site;
}

static void place(JsSite *site, uint32_t line)
{
    if (site->code->flags & JS_CODE_OFFSETS) {
        place_offset(site, line ? line - 1 : 0);
    } else {
        site->line = line;
        site->column = 0;
    }
}

/* The places of a line of the compiled function, innermost first: what was inlined there, then the function itself. */
static uint32_t add_sites(const JsCode *code, uint32_t line, JsSite *ret_sites, uint32_t capacity)
{
    uint32_t count = 0;
    for (; count < capacity && code->inlined && line >= JS_INLINED_LINES; count++) {
        const JsInlinedPlace *inlined = &code->inlined[line - JS_INLINED_LINES];
        ret_sites[count] = js_site_at(inlined->code, inlined->offset);
        line = inlined->outer_line;
    }
    if (count == capacity)
        return count;
    ret_sites[count] = (JsSite){.code = code};
    place(&ret_sites[count], line);
    return count + 1;
}

static uint32_t lookup_by_entry(const void *address, JsSite *ret_site)
{
    enum { FUNCTION_BYTES_MAX = 1 << 20 };
    uint32_t low = 0, high = known_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (by_entry[middle].entry <= (const char *)address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || (const char *)address - by_entry[low - 1].entry > FUNCTION_BYTES_MAX)
        return 0;
    const JsCode *code = by_entry[low - 1].code;
    if (!code)
        return 0;
    *ret_site = (JsSite){code, code->line, code->column};
    return 1;
}

uint32_t js_site_lookup(const void *return_address, JsSite *ret_sites, uint32_t capacity)
{
    enum { LEVELS_MAX = 32 };
    gather();
    const void *address = (const char *)return_address - 1; /* in the call, not after it */
    if (!has_dwarf)
        return capacity ? lookup_by_entry(address, ret_sites) : 0;
    DwarfLevel levels[LEVELS_MAX];
    uint32_t count = dwarf_lookup(address, levels, LEVELS_MAX), given = 0;
    for (uint32_t i = 0; i < count && given < capacity; i++) {
        const JsCode *code = code_of_die(levels[i].function);
        if (!code)
            continue; /* an inline function of sinew.h, an entry */
        given += add_sites(code, levels[i].line, ret_sites + given, capacity - given);
    }
    return given;
}
