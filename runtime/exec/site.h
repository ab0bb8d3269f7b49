/* From machine addresses to places in the source, for stack traces. Emitted units register their functions at start.
 *
 * Invariant: lookups allocate nothing and change nothing that a program can see. */
#pragma once
#include "sinew.h"

/* The registered tables, in order of registration. Statics of the units; the list is malloc's and lives as long as the
 * process. */
typedef struct JsFunctionTable { const JsFunctionAddress *functions; size_t count; } JsFunctionTable;
extern JsFunctionTable *js_function_tables;
extern size_t js_function_table_count;
