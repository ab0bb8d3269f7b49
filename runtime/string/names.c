/* The table of an agent's own names: open addressing in a cell of its heap.
 *
 * Invariant: heap_region->own.names is a table of which less than half is used, or NULL. */
#include "string/names.h"
#include "heap/heap.h"

enum { NAMES_FIRST = 32 };

typedef struct NameTable {
    JsCell cell;
    uint32_t count, size;
    JsCell *names[];
} NameTable;

static NameTable *own_names(void)
{
    return (NameTable *)heap_region->own.names;
}

static uint32_t name_hash(const JsCell *name)
{
    return ((const JsString *)name)->hash; /* symbols have it there, too */
}

static JsString *name_text(JsCell *name)
{
    return name->kind == JS_KIND_SYMBOL ? js_string(((JsSymbol *)name)->description) : (JsString *)name;
}

JsCell *names_find_own(JsKind kind, JsString *text, uint32_t hash)
{
    NameTable *table = own_names();
    if (!table)
        return NULL;
    for (uint32_t i = hash & (table->size - 1); table->names[i]; i = (i + 1) & (table->size - 1)) {
        JsCell *name = table->names[i];
        if (name_hash(name) == hash && name->kind == kind && js_string_equals(name_text(name), text))
            return name;
    }
    return NULL;
}

static void insert(NameTable *table, JsCell *name)
{
    uint32_t i = name_hash(name) & (table->size - 1);
    while (table->names[i])
        i = (i + 1) & (table->size - 1);
    table->names[i] = name;
    table->count++;
}

/* Only this agent uses the table, so it may yield while the new one is filled. */
static NameTable *grown(const NameTable *from)
{
    uint32_t size = from ? from->size * 2 : NAMES_FIRST;
    NameTable *table = js_alloc(sizeof *table + size * sizeof *table->names, true);
    table->cell = (JsCell){JS_KIND_INTERNAL, 0, 0, 0};
    table->count = 0;
    table->size = size;
    heap_clear(table->names, size * sizeof *table->names);
    for (uint32_t i = 0; from && i < from->size; i++) {
        if (from->names[i])
            insert(table, from->names[i]);
        js_charge_round(i, 10);
    }
    return table;
}

void names_add_own(JsCell *name)
{
    NameTable *table = own_names();
    if (!table || table->count * 2 >= table->size) {
        table = grown(table);
        heap_region->own.names = &table->cell;
    }
    insert(table, name);
}
