/* From IR to C: the driver's view of the stage.
 *
 * Invariant: the text depends on the program alone, byte for byte, so that compiled units can be cached by content. */
#pragma once
#include <stddef.h>

#include "ir/ir.h"

/* One C file of the program. */
typedef struct EmitUnit {
    const char *name; /* A file name without folder and ending. */
    const char *text; /* NUL-terminated. */
    size_t length;
    bool is_cold; /* Holds only code that runs once. */
} EmitUnit;

/* Emits the program as units of a few hundred functions each; one of them has `main`, which calls js_main (sinew.h). All
 * texts live in the arena. */
EmitUnit *emit_program(Arena *arena, const IrProgram *program, uint32_t *ret_count);
