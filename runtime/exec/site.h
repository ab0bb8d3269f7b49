/* From machine addresses to places in the source, for stack traces. Emitted units register their functions at start.
 *
 * Invariant: lookups allocate nothing in the heap and change nothing that a program can see. */
#pragma once
#include "sinew.h"

/* The registered tables, in order of registration. Statics of the units; the list is malloc's and lives as long as the
 * process. */
typedef struct JsFunctionTable { const JsFunctionAddress *functions; size_t count; } JsFunctionTable;
extern JsFunctionTable *js_function_tables;
extern size_t js_function_table_count;

/* A place: in which function, which line and column (from 1). column 0: only the line is known. */
typedef struct JsSite { const JsCode *code; uint32_t line, column; } JsSite;

/* The functions of the source that the code at the return address belongs to, innermost first (inlined ones before what they
 * were inlined into); 0: no emitted code. With debug information by DWARF, with positions of calls; without (tcc) by the
 * nearest registered function, with the function's own position. */
uint32_t js_site_lookup(const void *return_address, JsSite *ret_sites, uint32_t capacity);
/* The place at an offset of the module's text, in a function with JS_CODE_OFFSETS. */
JsSite js_site_at(const JsCode *code, uint32_t offset);
