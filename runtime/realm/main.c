/* js_main: the whole run of a compiled program. Makes the realm, evaluates the modules, then serves, or turns the event loop
 * until nothing is left.
 *
 * Invariant: the start agent runs here, on the process's own stack; errors that nobody caught end the process with status 1. */
#include <stdio.h>
#include <stdlib.h>
#include "exec/agent.h"
#include "exec/error.h"
#include "exec/promise.h"
#include "io/loop.h"
#include "object/builtin.h"
#include "realm/install.h"
#include "realm/main.h"
#include "realm/modules.h"
#include "sched/preempt.h"
#include "sched/scheduler.h"
#include "stdlib/evaluate.h"
#include "stdlib/inspect.h"
#include "stdlib/library.h"
#include "stdlib/process.h"
#include "stdlib/web/serve.h"
#include "value/bigint.h"

static const JsProgram *served; /* the program that runs */
static bool has_failed; /* an error that nobody caught was reported */

/* The text of a thrown error is its stack; other objects are shown by their properties, as Node.js does. */
static char *text_of(JsValue thrown, const char **ret_how)
{
    *ret_how = js_is_kind(thrown, JS_KIND_ERROR) ? *ret_how : "";
    if (!js_is_object(thrown) || js_is_kind(thrown, JS_KIND_ERROR))
        return js_report_exception(thrown);
    JsValue text = js_inspect(thrown, JS_INSPECT_DEFAULT);
    if (text == JS_EXCEPTION) {
        js_take_exception();
        return js_report_exception(thrown);
    }
    *ret_how = "Uncaught ";
    return js_string_to_c(js_string(text));
}

static void report(JsValue error, const char *how)
{
    char *text = text_of(error, &how);
    fflush(stdout);
    fprintf(stderr, "%s%s\n", how, text ? text : "Uncaught exception");
    free(text);
    has_failed = true;
}

static void report_uncaught(JsValue error)
{
    report(error, "Uncaught ");
}

static void report_rejection(JsValue promise, JsValue reason)
{
    report(reason, "Uncaught (in promise) ");
}

/* Jobs, then the promises that were rejected and that nobody has handled by now. False: the program has failed. */
static bool run_jobs(void)
{
    js_run_jobs();
    if (!has_failed && !(served->host && served->host->ignores_rejections))
        js_check_unhandled_rejections(report_rejection);
    return !has_failed;
}

/* Turns the event loop until the promise is settled. */
static bool wait_for(JsValue promise)
{
    while (run_jobs() && js_promise_state(js_promise(promise)) == JS_PROMISE_PENDING) {
        if (realm_turn_event_loop() || js_has_jobs())
            continue;
        fprintf(stderr, "Warning: Detected unsettled top-level await\n");
        exit(13);
    }
    return !has_failed;
}

static bool evaluate_module(JsModule *module)
{
    JsValue result = module->kind == JS_MODULE_ESM || module->kind == JS_MODULE_SCRIPT ? realm_evaluate(module)
                                                                                       : js_module_require(module);
    if (result == JS_EXCEPTION) {
        report_uncaught(js_take_exception());
        return false;
    }
    if (!js_is_promise(result) || module->kind != JS_MODULE_ESM)
        return true;
    if (wait_for(result) && js_promise_state(js_promise(result)) == JS_PROMISE_REJECTED)
        report_uncaught(js_promise(result)->result);
    return !has_failed;
}

/* Evaluates the entry module and what it imports, with top-level await. False: it failed, and said so on standard error. */
static bool run_modules(const JsProgram *program)
{
    return evaluate_module(program->modules[program->entry]);
}

static void raise_overflow(void)
{
    js_throw_range_error("Maximum call stack size exceeded");
}

/* Programs that use Math only by its functions' names are compiled to them: nobody may change what the names mean. */
static void fix_math(void)
{
    JsKey name = js_key_from_ascii("Math");
    JsValue math = js_get(js_realm->global, name);
    JsDescriptor fixed = js_data_descriptor(math, 0);
    js_set_integrity_level(js_object(math), JS_FROZEN);
    js_define_property_or_throw(js_realm->global, name, &fixed);
}

void realm_start(const JsProgram *program)
{
    exec_start();
    preempt_on_overflow(raise_overflow);
    js_start_agent.on_uncaught = report_uncaught;
    realm_start_namespaces();
    realm_install();
    if (program->host)
        program->host->install();
}

/* The program's atoms and roots. */
static void start_program(const JsProgram *program)
{
    served = program;
    js_bigint_is_refused = program->flags & JS_PROGRAM_NO_BIGINT;
    evaluate_start(program);
    if (program->flags & JS_PROGRAM_FIXED_MATH)
        fix_math();
    program->start();
    realm_add_modules(program);
}

/* ------------------------------------------------------------------------------------------------ a server */
/* The default export: a function, or an object whose `fetch` is one. */
static bool find_handler(ServeHandler *ret_handler)
{
    JsModule *entry = served->modules[served->entry];
    JsValue exported = js_module_namespace(entry);
    if (exported != JS_EXCEPTION)
        exported = js_get(js_object(exported), JS_ATOM(default_));
    *ret_handler = (ServeHandler){exported, JS_UNDEFINED};
    if (js_is_object(exported) && !js_is_callable(exported))
        *ret_handler = (ServeHandler){js_get(js_object(exported), js_key_from_ascii("fetch")), exported};
    if (exported == JS_EXCEPTION || ret_handler->function == JS_EXCEPTION) {
        report_uncaught(js_take_exception());
        return false;
    }
    if (js_is_callable(ret_handler->function))
        return true;
    fprintf(stderr, "%s: the default export is neither a function nor an object with a function `fetch`\n", entry->path);
    return false;
}

static bool start_server(ServeHandler *ret_handler)
{
    realm_start(served);
    start_program(served);
    return run_modules(served) && run_jobs() && find_handler(ret_handler);
}

/* ------------------------------------------------------------------------------------------------ a program without a server */
static bool run_scripts(JsLibrary *const *scripts)
{
    for (; *scripts; scripts++) {
        JsModule *script = library_load((*scripts)());
        if (script->evaluate(script) == JS_EXCEPTION) {
            report_uncaught(js_take_exception());
            return false;
        }
    }
    return true;
}

int realm_run_to_end(const JsProgram *program, JsLibrary *const *before)
{
    start_program(program);
    bool is_good = run_scripts(before) && run_modules(program);
    while (is_good && run_jobs() && (realm_turn_event_loop() || js_has_jobs()))
        continue;
    fflush(stdout);
    return has_failed || !is_good ? 1 : process_exit_code();
}

int js_main(int argc, char **argv, const JsProgram *program)
{
    static JsLibrary *const no_scripts[] = {NULL};
    served = program;
    process_prepare(argc, argv, program->environment, program->compiler);
    if (program->flags & JS_PROGRAM_SERVE)
        return serve_main(argc, argv, program, start_server);
    scheduler_start();
    if (!io_start())
        return 1;
    realm_start(program);
    return realm_run_to_end(program, no_scripts);
}
