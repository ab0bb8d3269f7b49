/* eval (ECMA-262 19.2.1) and what it stands on. The text is compiled on a stack of its own, since nesting is the text's
 * choice; the code then runs where eval was called.
 *
 * Invariant: nothing is written anywhere but into the heap of the agent that evaluates. */
#include "stdlib/evaluate.h"

#include "exec/agent.h"
#include "object/builtin.h"
#include "sched/agent.h"
#include "sched/fiber.h"
#include "sched/preempt.h"

enum {
    REQUEST_TEXT_MAX = 1 << 20,   /* of a request: some passes over the text do not yield */
    STACK_BYTES = 3 * 1024 * 1024 /* what the compiler may need; a fiber's large stack has it */
};

static const JsEvaluator *evaluator;
static bool is_forbidden;

void evaluate_start(const JsProgram *program)
{
    is_forbidden = program->flags & JS_PROGRAM_NO_EVAL;
    evaluator = is_forbidden ? NULL : program->evaluator;
}

JsValue evaluate_ensure_possible(void)
{
    if (evaluator)
        return JS_UNDEFINED;
    const char *why = is_forbidden ? "Code generation from strings disallowed for this context"
                                   : "this program cannot evaluate source text: build it with --eval";
    return js_throw_error(JS_ERROR_EVAL, why);
}

/* ---- the text as UTF-8. What no UTF-8 can say, a surrogate alone, becomes an escape: it can only stand in literals.
 * */
static bool is_lone_surrogate(JsChars c, uint32_t i)
{
    uint16_t unit = js_chars_at(c, i);
    if ((unit & 0xf800) != 0xd800)
        return false;
    if (unit < 0xdc00)
        return i + 1 == c.length || (js_chars_at(c, i + 1) & 0xfc00) != 0xdc00;
    return i == 0 || (js_chars_at(c, i - 1) & 0xfc00) != 0xd800;
}

static bool has_lone_surrogate(JsString *text)
{
    JsChars c = js_string_chars(text);
    for (uint32_t i = 0; !c.latin1 && i < c.length; i++)
        if (is_lone_surrogate(c, i))
            return true;
    return false;
}

static JsValue escape_surrogates(JsString *text)
{
    static const char digits[] = "0123456789abcdef";
    JsChars c = js_string_chars(text);
    JsStringBuilder b;
    js_builder_start(&b, c.length + 16);
    for (uint32_t i = 0; i < c.length; i++) {
        uint16_t unit = js_chars_at(c, i);
        if (!is_lone_surrogate(c, i)) {
            js_builder_add_unit(&b, unit);
            continue;
        }
        js_builder_add_ascii(&b, "\\u");
        for (int shift = 12; shift >= 0; shift -= 4)
            js_builder_add_unit(&b, (uint16_t)digits[unit >> shift & 15]);
    }
    return js_builder_finish(&b);
}

typedef struct Work {
    const JsEvalSource *source;
    const char *text;
    size_t length;
    JsEvalResult result;
} Work;

static JsValue encode(JsString *text, Work *work)
{
    if (heap_region && text->cell.word > REQUEST_TEXT_MAX)
        return js_throw_error(JS_ERROR_RANGE, "the source text is too long");
    if (has_lone_surrogate(text))
        text = js_string(TRY(escape_surrogates(text)));
    work->length = js_string_utf8_length(text);
    char *bytes = (char *)js_new_internal_cell(sizeof(JsCell) + work->length + 1, false, true) + sizeof(JsCell);
    js_string_to_utf8(text, bytes, work->length);
    work->text = bytes;
    return JS_UNDEFINED;
}

/* ---- compiling and running */
static void compile(void *data)
{
    Work *work = data;
    evaluator->compile(work->source, work->text, work->length, &work->result);
}

/* On the process's own stack the compiler runs below what the program has used of it. */
static bool has_stack(void)
{
    return fiber_current || preempt_stack_has(STACK_BYTES);
}

JsValue js_eval_source(const JsEvalSource *source)
{
    TRY(evaluate_ensure_possible());
    if (!has_stack())
        return js_throw_error(JS_ERROR_RANGE, "Maximum call stack size exceeded");
    Work work = {.source = source, .result.function = JS_EMPTY};
    TRY(encode(source->text, &work));
    agent_call_on_large_stack(compile, &work);
    if (work.result.function == JS_EMPTY)
        return js_throw_error(work.result.error_type, work.result.message);
    return js_call(work.result.function, JS_UNDEFINED, 0, NULL);
}

JsValue evaluate_script(JsString *text, JsEvalKind kind)
{
    return js_eval_source(&(JsEvalSource){.kind = kind, .text = text});
}

bool js_is_eval(JsValue callee)
{
    return js_is_object(callee) && js_object(callee) == JS_INTRINSIC(EVAL);
}

JsValue js_op_direct_eval(JsValue code, const char *scopes, uint32_t count, const JsValue *values)
{
    if (!js_is_string(code))
        return code;
    return js_eval_source(&(JsEvalSource){JS_EVAL_DIRECT, js_string(code), scopes, count, values});
}

/* 19.2.1 eval ( x ), called as a function; direct calls go to js_op_direct_eval. */
JS_BUILTIN(global_eval)
{
    return js_is_string(arg(0)) ? evaluate_script(js_string(argv[0]), JS_EVAL_INDIRECT) : arg(0);
}

static const JsBuiltin global_rows[] = {
    JS_METHOD("eval", global_eval, 1, "19.2.1"),
};

void js_install_eval(void)
{
    js_install_builtins(js_realm->global, global_rows, JS_COUNT(global_rows));
    js_realm->intrinsics[INTRINSIC_EVAL] = js_object(MUST(js_get(js_realm->global, js_atom_from_ascii("eval"))));
}
