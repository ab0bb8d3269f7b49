/* What of the modules' state a server's requests may write. Sees ir and base only. */
#pragma once
#include "ir/ir.h"

typedef struct StateWrite {
    const IrModule *module;
    uint32_t position;       /* byte offset in the module's source: the first place that writes it */
    const char *what;        /* as in the source: `count`, `config.hits`, `Array.prototype`; of the arena */
} StateWrite;

typedef struct StateWrites {
    StateWrite *items;       /* in the program's order, each `what` of a module once; of the arena */
    uint32_t count;
} StateWrites;

/* Variables of modules, and properties of what is reachable through them or through globals, that are written by functions
 * which requests may run. To be called before the passes. What reaches an object by another way (a parameter, a closure's
 * variable) is not followed: the list says what may be written, and not that nothing else is. */
StateWrites find_state_writes(const IrProgram *program);
