/* js_main: the whole run of a compiled program. Makes the realm, evaluates the modules, then serves, or turns the event loop
 * until nothing is left.
 *
 * Invariant: the start agent runs here, on the process's own stack; errors that nobody caught end the process with status 1. */
#include <stdio.h>
#include <stdlib.h>
#include "exec/agent.h"
#include "exec/error.h"
#include "exec/promise.h"
#include "object/builtin.h"
#include "realm/install.h"
#include "realm/main.h"
#include "realm/modules.h"
#include "sched/scheduler.h"

static bool has_failed; /* an error that nobody caught was reported */

static void report(JsValue error, const char *how)
{
    char *text = js_report_exception(error);
    fflush(stdout);
    fprintf(stderr, "%s %s\n", how, text ? text : "exception");
    free(text);
    has_failed = true;
}

static void report_uncaught(JsValue error)
{
    report(error, "Uncaught");
}

static void report_rejection(JsValue promise, JsValue reason)
{
    report(reason, "Uncaught (in promise)");
}

/* Jobs, then the promises that were rejected and that nobody has handled by now. False: the program has failed. */
static bool run_jobs(void)
{
    js_run_jobs();
    if (!has_failed)
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
    return !js_is_promise(result) || module->kind != JS_MODULE_ESM || wait_for(result);
}

bool realm_run_modules(const JsProgram *program)
{
    for (uint32_t i = 0; i < program->module_count; i++) {
        JsModule *module = program->modules[i];
        bool is_entry = i == program->entry;
        if (!is_entry && (module->kind != JS_MODULE_ESM || program->modules[program->entry]->kind != JS_MODULE_ESM))
            continue;
        if (!evaluate_module(module))
            return false;
        if (is_entry)
            break; /* the others are evaluated when they are asked for */
    }
    return true;
}

void realm_start(const JsProgram *program)
{
    exec_start();
    js_start_agent.on_uncaught = report_uncaught;
    realm_start_namespaces();
    realm_install();
    js_register_functions(program->functions, program->function_count);
    program->start();
    realm_add_modules(program);
}

/* A program without a server. */
static int run_to_end(const JsProgram *program)
{
    scheduler_start();
    realm_start(program);
    bool is_good = realm_run_modules(program);
    while (is_good && run_jobs() && (realm_turn_event_loop() || js_has_jobs()))
        continue;
    fflush(stdout);
    return has_failed || !is_good ? 1 : 0;
}

int js_main(int argc, char **argv, const JsProgram *program)
{
    if (program->flags & JS_PROGRAM_SERVE)
        return realm_serve(argc, argv, program);
    return run_to_end(program);
}
