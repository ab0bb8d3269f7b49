/* Whether a program needs the library that evaluates source text (compiler/evaluate). */
#pragma once
#include "ir/ir.h"

/* The program as lowering left it names eval, or a Function constructor in a way that may call it. What it reaches by
 * a name that is put together when it runs, or by `constructor` of a function, is not seen: --eval says it then. */
bool evaluator_is_named(const IrProgram *program);
