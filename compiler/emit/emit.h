/* Emission: from IR to C translation units that include sinew.h and nothing else.
 *
 * Invariant: the text depends on the program and the options alone (no addresses, no times), so that objects can be cached
 * by content. The IR is not changed but for notes and numbers of values and blocks. Sees ir and base only. */
#pragma once
#include <stdbool.h>
#include "base/strbuf.h"
#include "base/vec.h"
#include "ir/ir.h"

typedef struct EmitOptions {
    bool has_line_directives;     /* #line to the JavaScript source, for gdb and perf */
    bool has_offsets;             /* #line 1 + offset in the module's text, for stack traces (runtime/exec/site.c) */
    bool has_no_source;           /* leave the modules' text out: Function.prototype.toString gives the native form */
    uint32_t functions_per_unit;  /* 0: 300 */
    bool is_library;              /* a part of the runtime: stack traces leave its frames out */
    const char *symbol;           /* not NULL: no main, but `const JsProgram *js_library_NAME(void)`; one unit */
    const char *compiler;         /* version text for JsProgram.compiler; NULL: "sinew" */
} EmitOptions;

typedef VEC(StrBuf) EmitUnits;    /* each text is malloc's: emit_units_free */

/* Appends the program's units. The first one defines main; when there are several, all that it holds runs once. The program must be verified. */
void emit_program(IrProgram *program, const EmitOptions *options, EmitUnits *units);
void emit_units_free(EmitUnits *units);
