/* How functions of evaluated code are entered: by the generic call and construct entries, by direct calls of the IR,
 * and as frames that are resumed.
 *
 * Invariant: registers are on the stack when they are few, else in the heap; a suspended function's frame holds as
 * many. */
#include <alloca.h>
#include "evaluate/code.h"

enum { STACK_SLOTS_MAX = 128 }; /* a deep recursion of small functions is usual, one of large ones is not */

static EvalRegister *heap_registers(const EvalFunction *function)
{
    JsCell *cell = js_new_internal_cell(sizeof *cell + function->slot_count * sizeof(EvalRegister), true, true);
    return (EvalRegister *)(void *)(cell + 1);
}

#define NEW_REGISTERS(function)                                                                                        \
    ((function)->slot_count <= STACK_SLOTS_MAX ? alloca(((function)->slot_count + 1) * sizeof(EvalRegister))           \
                                               : heap_registers(function))

/* Makes the frame of a generator or an async function and starts it. */
static JsValue create_frame(const EvalFunction *function, JsFunction *callee, JsValue this_value, uint32_t argc,
                            JsValue *argv)
{
    uint32_t length = FRAME_REGISTERS + function->scratch;
    JsGenerator *g = function->is_generator ? js_new_generator(callee, eval_resume, length)
                                            : js_new_async_frame(callee, eval_resume, length);
    if (js_unlikely(!g))
        return JS_EXCEPTION;
    js_frame_store(g, FRAME_START, js_int(-1));
    js_frame_store(g, FRAME_THIS, this_value);
    js_frame_store(g, FRAME_ARGUMENTS, js_new_array(argc, argv));
    if (!function->is_generator)
        return js_async_start(g);
    return eval_resume(g, JS_RESUME_NEXT, JS_UNDEFINED) == JS_EXCEPTION ? JS_EXCEPTION : js_value(g);
}

JsValue eval_resume(JsGenerator *g, JsResumeMode mode, JsValue sent)
{
    const EvalFunction *function = (const EvalFunction *)g->callee->code;
    JsObject *arguments = js_object(g->frame[FRAME_ARGUMENTS]);
    EvalFrame frame = {.function = function, .callee = g->callee, .this_value = g->frame[FRAME_THIS],
                       .new_target = JS_UNDEFINED, .argc = js_elements(arguments)->length, .argv = arguments->elements,
                       .registers = NEW_REGISTERS(function), .generator = g, .mode = mode, .sent = sent};
    int32_t suspended_at = js_as_int(g->frame[FRAME_START]);
    memcpy(frame.registers, g->frame + FRAME_REGISTERS, function->scratch * sizeof(EvalRegister));
    frame.is_resumed = suspended_at >= 0;
    return eval_run(&frame, frame.is_resumed ? (uint32_t)suspended_at : 0).any;
}

EvalRegister eval_invoke(const EvalFunction *function, JsFunction *callee, JsValue this_value, JsValue new_target,
                         uint32_t argc, JsValue *argv)
{
    if (function->suspends)
        return (EvalRegister){.any = create_frame(function, callee, this_value, argc, argv)};
    EvalFrame frame = {.function = function, .callee = callee, .this_value = this_value, .new_target = new_target,
                       .argc = argc, .argv = argv, .registers = NEW_REGISTERS(function)};
    return eval_run(&frame, 0);
}

static JsValue box(const EvalFunction *function, EvalRegister v)
{
    switch (function->return_type) {
    case IR_TYPE_I64: return js_box_result_int64(v.i64);
    case IR_TYPE_F64: return js_box_result_f64(v.f64);
    default: return v.any;
    }
}

JsValue eval_call(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    const EvalFunction *function = (const EvalFunction *)callee->code;
    JsRealm *left = js_realm_enter(callee->code);
    JsValue result = function->is_class ? js_throw_class_call(callee)
                                        : box(function, eval_invoke(function, callee, this_value, JS_UNDEFINED, argc, argv));
    js_realm = left;
    return result;
}

static JsValue construct(JsFunction *callee, JsValue new_target, uint32_t argc, JsValue *argv)
{
    const EvalFunction *function = (const EvalFunction *)callee->code;
    if (function->is_derived)
        return box(function, eval_invoke(function, callee, JS_UNDEFINED, new_target, argc, argv));
    JsValue this_value = js_op_create_this(new_target);
    if (js_unlikely(this_value == JS_EXCEPTION))
        return JS_EXCEPTION;
    JsValue result = box(function, eval_invoke(function, callee, this_value, new_target, argc, argv));
    return result == JS_EXCEPTION || js_is_object(result) ? result : this_value;
}

/* 10.2.2 [[Construct]] */
JsValue eval_construct(JsFunction *callee, JsValue new_target, uint32_t argc, JsValue *argv)
{
    JsRealm *left = js_realm_enter(callee->code);
    JsValue result = construct(callee, new_target, argc, argv);
    js_realm = left;
    return result;
}
