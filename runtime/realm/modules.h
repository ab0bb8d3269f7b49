/* Modules at run time: evaluation of ES modules, CommonJS, JSON. What emitted code calls is in sinew.h. */
#pragma once
#include "sinew.h"

/* Registers the internal methods of module namespace objects. */
void realm_start_namespaces(void);
/* Makes the variables and headers of all modules roots, and has them frozen with the snapshot. */
void realm_add_modules(const JsProgram *program);
/* Evaluates an ES module unless that was done: undefined, or the promise of a body with top-level await, or JS_EXCEPTION. */
JsValue realm_evaluate(JsModule *module);
/* What `import * as x` of a CommonJS or JSON module gives: a namespace-like object with `default` and the properties of
 * module.exports. */
JsValue realm_commonjs_namespace(JsModule *module);
