/* A whole program by the evaluator: its modules are made when the runtime starts, and it never notices that no C was.
 * */
#include "evaluate/evaluate.h"

#include "evaluate/code.h"

static const IrProgram *started;
static EvalProgram *loaded; /* a root */
static JsProgram program;

static void start(void)
{
    js_add_roots(&loaded, &loaded + 1);
    loaded = eval_load(started);
    program.modules = loaded->modules;
}

int evaluate_program(const IrProgram *ir, int argc, char **argv)
{
    started = ir;
    program = (JsProgram){
        .module_count = ir->module_count,
        .entry = ir->entry->number,
        .start = start,
        .compiler = "sinew " SINEW_VERSION,
        .flags = ir->flags | (ir->has_no_bigint ? JS_PROGRAM_NO_BIGINT : 0) |
                 (ir->has_fixed_math ? JS_PROGRAM_FIXED_MATH : 0),
        .environment = ir->environment,
        .evaluator = &js_evaluator,
        .host = ir->is_tested ? &js_test262_host : NULL,
    };
    return js_main(argc, argv, &program);
}
