/* The evaluator of the IR: the oracle for the passes, and the engine behind eval and the Function constructors
 * (js_evaluator of sinew.h). It runs IR as lowering leaves it and as the passes leave it.
 *
 * This folder alone sees both sides: the compiler's front end, and of the runtime the contract that emitted C sees. */
#pragma once
#include "ir/ir.h"

/* Runs the program as js_main runs a compiled one, with its arguments: the exit status. It does not look at the IR
 * after start-up. */
int evaluate_program(const IrProgram *program, int argc, char **argv);
