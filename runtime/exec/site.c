/* The tables of emitted functions: see site.h. */
#include "exec/site.h"

#include <stdlib.h>

JsFunctionTable *js_function_tables;
size_t js_function_table_count;

void js_add_functions(const JsFunctionAddress *functions, size_t count)
{
    size_t bytes = (js_function_table_count + 1) * sizeof *js_function_tables;
    JsFunctionTable *grown = realloc(js_function_tables, bytes);
    if (!grown)
        abort();
    js_function_tables = grown;
    grown[js_function_table_count++] = (JsFunctionTable){functions, count};
}
