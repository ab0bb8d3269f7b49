/* The evaluator: one switch over the ops. Those with a C template are cases that tools/gen-evaluator.mjs made of it;
 * the rest follow here.
 *
 * Invariant: a value stands in its register from its instruction to its last use; in suspended functions all
 * registers go to the frame before a suspension and come back after it, so that the frame alone is the state. */
#include "evaluate/code.h"

#define WORD(i) (pc[EVAL_OPERANDS + (i)])
#define OPERAND(i, member) (registers[WORD(i)].member)
#define RESULT(member) (registers[pc[EVAL_RESULT]].member)
#define ITERATOR(i) (*(JsIterator *)(void *)&registers[WORD(i)])
#define CALLEE (frame->callee)
#define ATOM(i) (program->atoms[WORD(i)])
#define NUMBER(i) (program->numbers[WORD(i)])
#define INTEGER(i) ((int32_t)WORD(i))
#define TEXT(i) (program->texts + WORD(i))
#define CACHE(i) (program->caches[WORD(i)])
#define SITE(i) (program->sites[WORD(i)])
#define VARIABLE(i) (*program->variables[WORD(i)].slot)
#define VARIABLE_MODULE(i) (*program->variables[WORD(i)].module)
#define MODULE(i) (*program->modules[WORD(i)])
#define HERE() (frame->activation.position = &pc[EVAL_POSITION])
#define NEXT(words)                                                                                                    \
    pc += EVAL_OPERANDS + (words);                                                                                     \
    continue
#define CHECK(is_exception)                                                                                            \
    if (js_unlikely(is_exception))                                                                                     \
    goto raise
#define CHECK_ANY() CHECK(RESULT(any) == JS_EXCEPTION)
#define CHECK_I32() CHECK(RESULT(i32) < 0)
#define CHECK_NONE()
/* The '*' operands, whose count is word i, as an array. */
#define ARGUMENTS(i)                                                                                                   \
    uint32_t argc = WORD(i);                                                                                           \
    JsValue *argv = gather(registers, frame->function->scratch, &WORD((i) + 1), argc);                                 \
    (void)argv

static JsValue *gather(EvalRegister *registers, uint32_t scratch, const uint32_t *slots, uint32_t count)
{
    JsValue *values = &registers[scratch].any;
    for (uint32_t i = 0; i < count; i++)
        values[i] = registers[slots[i]].any;
    return values;
}

/* ---- instructions that are more than a statement */
/* The callee may belong to another realm than this code, which emitted code need not think of. */
static JsValue call_value(JsValue callee, JsValue this_value, uint32_t argc, JsValue *argv, const char *what)
{
    return js_likely(js_is_callable(callee)) ? js_call(callee, this_value, argc, argv) : js_call_error(callee, what);
}
#define js_op_call call_value /* in the templates */

static void copy_registers(EvalRegister *registers, uint32_t scratch, const uint32_t *slots, uint32_t count)
{
    EvalRegister *values = registers + scratch;
    for (uint32_t i = 0; i < count; i++)
        values[i] = registers[slots[count + i]];
    for (uint32_t i = 0; i < count; i++)
        registers[slots[i]] = values[i];
}

static JsValue new_closure(const EvalProgram *program, uint32_t function, uint32_t count, const JsValue *captures)
{
    JsValue closure = js_new_closure(&program->functions[function].code);
    for (uint32_t i = 0; i < count; i++)
        js_closure_capture(closure, i, captures[i]);
    return closure;
}

static JsValue new_large_literal(const EvalProgram *program, const uint32_t *keys, uint32_t count,
                                 const JsValue *values)
{
    JsValue object = js_new_object();
    for (uint32_t i = 0; i < count; i++)
        (void)js_op_define_field(object, program->atoms[keys[i]], values[i]);
    return object;
}

static JsValue new_literal(const EvalProgram *program, void **place, const uint32_t *key_words, uint32_t count,
                           const JsValue *values)
{
    JsLiteralSite *site = (JsLiteralSite *)(void *)place;
    JsKey keys[JS_LITERAL_MAX];
    if (count == 0 || count > JS_LITERAL_MAX)
        return new_large_literal(program, key_words, count, values);
    for (uint32_t i = 0; !site->shape && i < count; i++)
        keys[i] = program->atoms[key_words[i]];
    JsValue object = site->shape ? js_new_literal(site, count) : js_new_literal_slow(site, keys, count);
    memcpy(js_object(object)->slots, values, count * sizeof *values);
    return object;
}

static JsValue number_of(JsValue v)
{
    return js_is_number(v) ? v : js_op_to_number(v);
}

/* ---- suspension */

static void save_registers(EvalFrame *frame)
{
    for (uint32_t i = 0; i < frame->function->scratch; i++)
        js_frame_store(frame->generator, FRAME_REGISTERS + i, frame->registers[i].any);
}

static void suspend(EvalFrame *frame, const uint32_t *pc, bool is_start, int kind)
{
    uint32_t at = (uint32_t)(pc - frame->function->words);
    save_registers(frame);
    js_frame_store(frame->generator, FRAME_START, js_int((int32_t)at));
    js_generator_set_state(frame->generator, is_start ? 0 : (int32_t)at, kind);
}

static uint32_t words_of_suspension(uint32_t op)
{
    return EVAL_OPERANDS + (op != IR_GENERATOR_START);
}

/* After a suspension: where to go on. NULL: an exception is to be raised by the instruction at `pc`. */
static const uint32_t *resume(EvalFrame *frame, const uint32_t *pc)
{
    if (pc[EVAL_OP] == IR_AWAIT && frame->mode == JS_RESUME_THROW) {
        (void)js_throw(frame->sent);
        return NULL;
    }
    if (pc[EVAL_OP] != IR_GENERATOR_START)
        frame->registers[pc[EVAL_RESULT]].any = frame->sent;
    return pc + words_of_suspension(pc[EVAL_OP]);
}

static EvalRegister failure(const EvalFunction *function)
{
    switch (function->return_type) {
    case IR_TYPE_I64: return (EvalRegister){.i64 = JS_EXCEPTION_INT64};
    case IR_TYPE_F64: return (EvalRegister){.f64 = js_exception_f64()};
    default: return (EvalRegister){.any = JS_EXCEPTION};
    }
}

static bool is_failure(const EvalFunction *function, EvalRegister v)
{
    switch (function->return_type) {
    case IR_TYPE_I64: return v.i64 == JS_EXCEPTION_INT64;
    case IR_TYPE_F64: return js_is_exception_f64(v.f64);
    default: return v.any == JS_EXCEPTION;
    }
}

/* ---- the switch */
static JS_NOINLINE EvalRegister execute(EvalFrame *frame, const uint32_t *pc)
{
    const EvalProgram *program = frame->function->program;
    EvalRegister *registers = frame->registers;
    if (!JS_ENTER())
        goto leave;
    if (frame->is_resumed) {
        const uint32_t *next = resume(frame, pc);
        if (!next)
            goto raise;
        pc = next;
    }
    for (;;) {
        switch ((IrOp)pc[EVAL_OP]) {
#include "evaluate_ops.inc"
        /* control flow; short forms, see flatten.c */
        case IR_JUMP:
            pc = frame->function->words + pc[1];
            continue;
        case IR_BRANCH:
            pc = frame->function->words + pc[registers[pc[1]].boolean ? 2 : 3];
            continue;
        case IR_PHI:
            copy_registers(registers, frame->function->scratch, pc + 2, pc[1]);
            pc += 2 + 2 * pc[1];
            continue;
        case IR_LOOP_CHECK:
            js_charge(pc[1]);
            pc += 2;
            continue;
        case IR_RETURN:
            if (frame->generator)
                js_generator_set_state(frame->generator, -1, 0);
            return registers[WORD(0)];
        case IR_UNREACHABLE:
            goto leave;
        /* constants and parameters */
        case IR_NUMBER:
            RESULT(any) = js_number(NUMBER(0));
            NEXT(1);
        case IR_PARAM:
            RESULT(any) = WORD(0) < frame->argc ? frame->argv[WORD(0)] : JS_UNDEFINED;
            NEXT(1);
        case IR_THIS:
            RESULT(any) = frame->this_value;
            NEXT(0);
        case IR_NEW_TARGET:
            RESULT(any) = frame->new_target;
            NEXT(0);
        case IR_ARGUMENT_COUNT:
            RESULT(i32) = (int32_t)frame->argc;
            NEXT(0);
        case IR_ARGUMENTS:
            RESULT(any) = js_new_arguments(frame->argc, frame->argv, INTEGER(0) ? js_value(CALLEE) : JS_UNDEFINED);
            NEXT(1);
        case IR_ARGUMENTS_MAPPED: {
            ARGUMENTS(0);
            RESULT(any) = js_new_mapped_arguments(frame->argc, frame->argv, js_value(CALLEE), argc, argv);
            NEXT(1 + argc);
        }
        case IR_REST:
            RESULT(any) = js_new_rest_array(frame->argc, frame->argv, WORD(0));
            NEXT(1);
        case IR_CHECK_TDZ:
            HERE();
            if (js_unlikely(OPERAND(0, any) == JS_EMPTY)) {
                (void)js_throw_tdz(ATOM(1));
                goto raise;
            }
            NEXT(2);
        /* calls and classes */
        case IR_CALL_DIRECT: {
            HERE();
            ARGUMENTS(3);
            const EvalFunction *target = &program->functions[WORD(2)];
            JsFunction *callee = js_function(OPERAND(0, any));
            EvalRegister v = eval_invoke(target, callee, OPERAND(1, any), JS_UNDEFINED, argc, argv);
            registers[pc[EVAL_RESULT]] = v;
            CHECK(is_failure(target, v));
            NEXT(3 + 1 + argc);
        }
        case IR_IS_CODE:
            RESULT(boolean) = js_is_code(OPERAND(0, any), &program->functions[WORD(1)].code);
            NEXT(2);
        case IR_CLOSURE: {
            ARGUMENTS(1);
            RESULT(any) = new_closure(program, WORD(0), argc, argv);
            NEXT(1 + 1 + argc);
        }
        case IR_NEW_CLASS:
            HERE();
            RESULT(any) = js_op_new_class(OPERAND(0, any), OPERAND(1, any), &registers[pc[EVAL_RESULT] + 1].any);
            CHECK_ANY();
            NEXT(2);
        case IR_CLASS_PROTOTYPE:
            RESULT(any) = registers[WORD(0) + 1].any;
            NEXT(1);
        /* literals */
        case IR_OBJECT_LITERAL: {
            ARGUMENTS(2);
            RESULT(any) = new_literal(program, &SITE(1), &WORD(3) + argc, argc, argv);
            NEXT(3 + 2 * argc);
        }
        case IR_TEMPLATE_OBJECT: {
            ARGUMENTS(1);
            RESULT(any) = js_template_object((JsValue *)&SITE(0), argc / 2, argv, argv + argc / 2);
            NEXT(2 + argc);
        }
        /* iteration */
        case IR_ITER_OPEN:
            HERE();
            CHECK(js_iterator_open((JsIterator *)(void *)&registers[pc[EVAL_RESULT]], OPERAND(0, any), TEXT(1)) < 0);
            NEXT(2);
        case IR_ITER_OPEN_ASYNC:
            HERE();
            CHECK(js_iterator_open_async((JsIterator *)(void *)&registers[pc[EVAL_RESULT]], OPERAND(0, any), TEXT(1)) < 0);
            NEXT(2);
        case IR_ITER_NONE:
            *(JsIterator *)(void *)&registers[pc[EVAL_RESULT]] = (JsIterator){JS_UNDEFINED, JS_UNDEFINED, 0, 0};
            NEXT(0);
        /* suspension */
        case IR_YIELD:
            suspend(frame, pc, false, JS_SUSPEND_YIELD);
            return registers[WORD(0)];
        case IR_YIELD_RESULT:
            suspend(frame, pc, false, JS_SUSPEND_YIELD_RESULT);
            return registers[WORD(0)];
        case IR_AWAIT:
            suspend(frame, pc, false, JS_SUSPEND_AWAIT);
            return registers[WORD(0)];
        case IR_GENERATOR_PROTOTYPE:
            js_generator_find_prototype(frame->generator);
            NEXT(0);
        case IR_GENERATOR_START:
            suspend(frame, pc, true, JS_SUSPEND_YIELD);
            return (EvalRegister){.any = JS_UNDEFINED};
        case IR_RESUME_MODE:
            RESULT(i32) = (int32_t)frame->mode;
            NEXT(0);
        /* unboxed values beside any ones */
        case IR_ANY_TO_F64: {
            HERE();
            JsValue v = number_of(OPERAND(0, any));
            CHECK(v == JS_EXCEPTION);
            RESULT(f64) = js_as_number(v);
            NEXT(1);
        }
        case IR_ANY_TO_I32: {
            HERE();
            JsValue v = number_of(OPERAND(0, any));
            CHECK(v == JS_EXCEPTION);
            RESULT(i32) = js_number_to_int32(v);
            NEXT(1);
        }
        case IR_GET_INDEX:
            HERE();
            RESULT(any) = js_op_get_index(OPERAND(0, any), OPERAND(1, i64));
            CHECK_ANY();
            NEXT(3);
        case IR_SET_INDEX:
            HERE();
            RESULT(any) = js_op_set_index(OPERAND(0, any), OPERAND(1, i64), OPERAND(2, any), INTEGER(3));
            CHECK_ANY();
            NEXT(5);
#define COMPARE_ANY(OP, operator)                                                                                      \
    case OP: {                                                                                                         \
        HERE();                                                                                                        \
        JsValue v = number_of(OPERAND(1, any));                                                                        \
        CHECK(v == JS_EXCEPTION);                                                                                      \
        RESULT(boolean) = (double)OPERAND(0, i64) operator js_as_number(v);                                            \
        NEXT(2);                                                                                                       \
    }
        COMPARE_ANY(IR_I64_LT_ANY, <)
        COMPARE_ANY(IR_I64_LE_ANY, <=)
        COMPARE_ANY(IR_I64_GT_ANY, >)
        COMPARE_ANY(IR_I64_GE_ANY, >=)
        case IR_F64_MATH:
            RESULT(f64) = eval_math(WORD(1), OPERAND(0, f64));
            NEXT(2);
        case IR_F64_MATH2:
            RESULT(f64) = eval_math2(WORD(2), OPERAND(0, f64), OPERAND(1, f64));
            NEXT(3);
        case IR_MATH: /* the pass `represent` leaves none */
        case IR_OP_COUNT:
            abort();
        }
        abort(); /* not an instruction */
    raise:
        if (!pc[EVAL_HANDLER])
            goto leave;
        pc = frame->function->words + pc[EVAL_HANDLER];
    }
leave:
    if (frame->generator)
        js_generator_set_state(frame->generator, -1, 0);
    return failure(frame->function);
}

EvalRegister eval_run(EvalFrame *frame, uint32_t start)
{
    frame->activation.code = &frame->function->code;
    frame->activation.position = &frame->function->words[EVAL_POSITION];
    frame->activation.outer = js_activation;
    js_activation = &frame->activation;
    EvalRegister result = execute(frame, frame->function->words + start);
    js_activation = frame->activation.outer;
    return result;
}
