/* Which functions may be called by code that is not seen: built-ins, callers through values that could be several functions. */
#pragma once
#include "infer.h"

/* By function number: false only where every call is a CALL_DIRECT. Owned by the arena. */
bool *open_functions(Arena *arena, IrProgram *program, const Inference *inference);
