/* Modules at run time: evaluation of ES modules, CommonJS, JSON. What emitted code calls is in sinew.h. */
#pragma once
#include "sinew.h"

/* Registers the internal methods of module namespace objects. */
void realm_start_namespaces(void);
/* Makes the variables and headers of all modules roots, and has them frozen with the snapshot. */
void realm_add_modules(const JsProgram *program);
typedef enum ModuleState { MODULE_NEW, MODULE_EVALUATING, MODULE_DONE, MODULE_FAILED, MODULE_WAITING } ModuleState;

/* A module's address as a value, for data that goes with a promise. Addresses are below 2^48, so a Number holds one exactly. */
static inline JsValue module_as_value(JsModule *module) { return js_number((double)(uintptr_t)module); }
static inline JsModule *module_of_value(JsValue v) { return (JsModule *)(uintptr_t)js_as_number(v); }
/* Writes module->state, through the journal: a module may first be asked for by a request. */
void realm_set_module_state(JsModule *module, ModuleState state);
/* Evaluates an ES module unless that was done: undefined, or the promise of a body with top-level await, or JS_EXCEPTION. */
JsValue realm_evaluate(JsModule *module);
/* What `import * as x` of a CommonJS or JSON module gives: a namespace-like object with `default` and the properties of
 * module.exports. */
JsValue realm_commonjs_namespace(JsModule *module);
