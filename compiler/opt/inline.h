/* Between the two files of inlining: inline.c says which calls, inline_call.c puts a callee in the place of one. */
#pragma once
#include "ir/edit.h"

/* Replaces the direct call by a copy of the callee, whose ids are dense. The copy's blocks stand behind the call's block
 * up to the block that is returned, in which the host goes on. The result is forwarded (ir_forward), so the host's notes
 * must be clear. Scratch lives until the host is done. */
IrBlock *inline_call(Arena *scratch, IrProgram *program, IrFunction *host, IrInstr *call);
