/* Between builder.c (instructions and edges) and ssa.c (variables): what ir.h does not show. */
#pragma once
#include "ir.h"

/* The current values of local variables by block; the arena's. */
struct IrDefinitions *ir_definitions_new(Arena *arena);
