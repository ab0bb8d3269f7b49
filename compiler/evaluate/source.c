/* Source text at run time: js_evaluator. */
#include "evaluate/code.h"

static JsValue evaluate(const JsEvalSource *source)
{
    return js_throw_error(JS_ERROR_EVAL, "not yet");
}

const JsEvaluator js_evaluator = {.evaluate = evaluate};
