/* Evaluation of source text while a program runs: eval, the Function constructors. */
#pragma once
#include "sinew.h"

/* At start-up: whether this program may ask for a compiler at all. */
void evaluate_allow(bool is_allowed);
/* Whether text can be compiled here and now: in the start agent of a program that `sinew run` started. */
bool evaluate_is_possible(void);
/* 16.1.6 ScriptEvaluation of the text in the global scope: its completion value. Top-level let, const and class are the
 * script's own; of an eval, its global variables can be deleted. SyntaxError; EvalError when it is not possible, or the compiler refuses what the text uses. */
JsValue evaluate_script(JsString *text, bool is_eval);
