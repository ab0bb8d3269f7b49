/* Evaluation of ES modules: 16.2.1.5.3 Evaluate and what it stands on.
 *
 * Invariant: a module that was entered has its cycle's root, or is on the stack of the evaluation that goes on; then its state is
 * not new. All that is written about a module goes through the journal, as a request may be the first to import it. */
#include "realm/modules.h"
#include "exec/promise.h"
#include "object/builtin.h"

/* A word of the module's that is no value, through the journal. */
static void set_word(JsModule *module, void *word, uint64_t value)
{
    js_store(&module->cell, word, value);
}

static void set_root(JsModule *module, JsModule *root)
{
    set_word(module, &module->cycle_root, (uint64_t)(uintptr_t)root);
}

/* ---- modules that wait: for promises of what they import, then for their own body's. `data` of the handlers is an array of
 * ours: the module's address, how many imports are still waited for, and the promise that importers wait for. */
enum { WAIT_MODULE, WAIT_COUNT, WAIT_PROMISE, WAIT_LENGTH };

static JsModule *waiting_module(const JsValue *wait)
{
    return module_of_value(wait[WAIT_MODULE]);
}

static JsValue body_settled(JsValue v, JsValue data)
{
    const JsValue *wait = js_object(data)->elements;
    realm_set_module_state(waiting_module(wait), MODULE_DONE);
    js_promise_resolve(js_promise(wait[WAIT_PROMISE]), JS_UNDEFINED);
    return JS_UNDEFINED;
}

static JsValue body_failed(JsValue reason, JsValue data)
{
    const JsValue *wait = js_object(data)->elements;
    JsModule *module = waiting_module(wait);
    if (module->state == MODULE_FAILED)
        return JS_UNDEFINED;
    js_store(&module->cell, &module->error, reason);
    realm_set_module_state(module, MODULE_FAILED);
    js_promise_reject(js_promise(wait[WAIT_PROMISE]), reason);
    return JS_UNDEFINED;
}

static void run_waiting_body(JsValue data)
{
    JsModule *module = waiting_module(js_object(data)->elements);
    JsValue result = module->evaluate(module);
    if (result == JS_EXCEPTION)
        body_failed(js_take_exception(), data);
    else if (js_is_promise(result))
        js_promise_then_native(js_promise(result), body_settled, body_failed, data);
    else
        body_settled(JS_UNDEFINED, data);
}

static JsValue import_evaluated(JsValue v, JsValue data)
{
    JsObject *wait = js_object(data);
    int32_t left = js_as_int(wait->elements[WAIT_COUNT]) - 1;
    js_store(wait, &wait->elements[WAIT_COUNT], js_int(left));
    if (left == 0 && waiting_module(wait->elements)->state == MODULE_WAITING)
        run_waiting_body(data);
    return JS_UNDEFINED;
}

static JsValue new_wait(JsModule *module)
{
    JsValue parts[WAIT_LENGTH] = {module_as_value(module), js_int(0), js_value(js_new_promise())};
    js_promise(parts[WAIT_PROMISE])->state |= JS_PROMISE_HANDLED; /* who evaluates the module looks at it */
    js_store(&module->cell, &module->error, parts[WAIT_PROMISE]);
    return js_new_array(WAIT_LENGTH, parts);
}

/* ---- evaluation: cycles are found by Tarjan's algorithm, as in the specification */
typedef struct Evaluation {
    JsModule *stack;             /* modules that were entered and whose cycle is not complete, the newest first */
    uint64_t count;              /* entered so far */
} Evaluation;

static void push(Evaluation *evaluation, JsModule *module)
{
    set_word(module, &module->order, ++evaluation->count);
    set_word(module, &module->lowest, evaluation->count);
    set_word(module, &module->below, (uint64_t)(uintptr_t)evaluation->stack);
    evaluation->stack = module;
}

static JsModule *pop(Evaluation *evaluation)
{
    JsModule *module = evaluation->stack;
    evaluation->stack = module->below;
    return module;
}

/* The module that is entered first is the root of its cycle, and goes last. */
static void complete_cycle(Evaluation *evaluation, JsModule *root)
{
    if (root->lowest != root->order)
        return;
    JsModule *module;
    do {
        module = pop(evaluation);
        set_root(module, root);
    } while (module != root);
}

/* The exception is that of all modules whose cycle cannot be completed. */
static JsValue fail(Evaluation *evaluation, JsModule *entered)
{
    JsValue error = js_take_exception();
    JsModule *module;
    do {
        module = pop(evaluation);
        js_store(&module->cell, &module->error, error);
        realm_set_module_state(module, MODULE_FAILED);
        set_root(module, module);
    } while (module != entered);
    return js_throw(error);
}

/* Of a module that was entered: the exception, the promise of what it waits for, or undefined. */
static JsValue outcome(const JsModule *module)
{
    if (module->state == MODULE_FAILED)
        return js_throw(module->error);
    return module->state == MODULE_WAITING ? module->error : JS_UNDEFINED;
}

static JsValue enter(Evaluation *evaluation, JsModule *module);

/* 16.2.1.5.2 InnerModuleEvaluation steps 11.b-c: what the module has to wait for, or undefined. */
static JsValue evaluate_request(Evaluation *evaluation, JsModule *module, JsModule *request)
{
    if (request->kind != JS_MODULE_ESM) {
        TRY(js_module_require(request));
        return JS_UNDEFINED;
    }
    if (request->state == MODULE_NEW)
        TRY(enter(evaluation, request));
    if (request->cycle_root)
        return outcome(request->cycle_root);
    if (request->lowest < module->lowest)
        set_word(module, &module->lowest, request->lowest);
    return outcome(request);
}

/* Evaluates what the module imports, in order. *ret_wait: the wait for those that are not done at once, else undefined. */
static JsValue evaluate_requests(Evaluation *evaluation, JsModule *module, JsValue *ret_wait)
{
    for (uint32_t i = 0; i < module->request_count; i++) {
        JsValue result = TRY(evaluate_request(evaluation, module, module->requests[i]));
        if (!js_is_promise(result))
            continue;
        if (*ret_wait == JS_UNDEFINED)
            *ret_wait = new_wait(module);
        JsObject *wait = js_object(*ret_wait);
        js_store(wait, &wait->elements[WAIT_COUNT], js_int(js_as_int(wait->elements[WAIT_COUNT]) + 1));
        js_promise_then_native(js_promise(result), import_evaluated, body_failed, *ret_wait);
    }
    return JS_UNDEFINED;
}

/* Runs the body of a module that waits for no import; with top-level await, it waits for its own. */
static JsValue run_body(JsModule *module)
{
    JsValue result = TRY(module->evaluate(module));
    bool is_waiting = js_is_promise(result) && module->kind == JS_MODULE_ESM;
    if (is_waiting)
        js_promise_then_native(js_promise(result), body_settled, body_failed, new_wait(module));
    realm_set_module_state(module, is_waiting ? MODULE_WAITING : MODULE_DONE);
    return JS_UNDEFINED;
}

static JsValue enter(Evaluation *evaluation, JsModule *module)
{
    realm_set_module_state(module, MODULE_EVALUATING);
    push(evaluation, module);
    JsValue wait = JS_UNDEFINED;
    if (evaluate_requests(evaluation, module, &wait) == JS_EXCEPTION)
        return fail(evaluation, module);
    if (wait != JS_UNDEFINED)
        realm_set_module_state(module, MODULE_WAITING);
    else if (run_body(module) == JS_EXCEPTION)
        return fail(evaluation, module);
    complete_cycle(evaluation, module);
    return outcome(module);
}

/* 16.2.1.5.3 Evaluate. What a module waits for is a promise an import; with that, siblings go on meanwhile. */
JsValue realm_evaluate(JsModule *module)
{
    if (module->cycle_root)
        module = module->cycle_root;
    if (module->state != MODULE_NEW)
        return outcome(module);
    Evaluation evaluation = {0};
    return enter(&evaluation, module);
}
