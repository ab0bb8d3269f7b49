/* Evaluation of source text while a program runs: eval, the Function constructors. The compiler for it is a library
 * of its own, which the program links or not (JsProgram.evaluator); what js_eval_source does is said in sinew.h. */
#pragma once
#include "sinew.h"

/* At start-up: what the program may do. */
void evaluate_start(const JsProgram *program);
/* 19.2.1.2 HostEnsureCanCompileStrings: undefined, or an EvalError that says why not. */
JsValue evaluate_ensure_possible(void);
/* js_eval_source of a text in the global scope. */
JsValue evaluate_script(JsString *text, JsEvalKind kind);
