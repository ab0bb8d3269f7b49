/* The realm, 9.3: intrinsics and the global object. js_realm is set before any object is made. One a process, but for further
 * ones that the conformance suite asks for.
 *
 * Invariant: while a function's code runs, js_realm is its realm. Functions of further realms see to it by their entries; those
 * of the first realm have none of that, so whoever calls a function out of code that may be of another realm uses
 * js_call_function. */
#pragma once
#include "object/object.h"

enum {
#define INTRINSIC(NAME, text) INTRINSIC_##NAME,
#include "intrinsics.def"
#undef INTRINSIC
    INTRINSIC_COUNT
};
typedef struct JsRealm {
    JsCell cell;
    JsObject *intrinsics[INTRINSIC_COUNT];
    JsObject *global;
    JsValue global_this;
    JsObject *lexicals;            /* let, const and class of scripts (object/global.c) */
    uint32_t no_lexicals;          /* its shape while there are none */
    JsShape *object_shape;         /* {} */
    JsShape *array_shape;
    JsShape *function_shapes[8];   /* lazy functions, by kind (exec/function.c) */
    JsShape *iterator_result_shape; /* value, done */
    JsShape *regexp_shape;         /* of a regular expression of %RegExp.prototype% as it is made */
    JsShape *regexp_result_shape;  /* of the arrays that exec returns: index, input, groups */
    struct JsRealm *next;          /* of those that were made after the first */
    /* Takes a new value (through the journal) when iteration of arrays stops being the built-in one: 0 is pristine. Written by
     * the object layer when a guarded property changes (js_guard_property). */
    uint64_t array_iteration_changed;
    uint64_t promise_then_changed;  /* %Promise.prototype%.then, .constructor and @@species are the built-in ones: 0 */
    uint64_t regexp_changed;        /* %RegExp.prototype% exec, flags, @@replace ... are the built-in ones: 0 */
    uint64_t array_species_changed; /* %Array%[@@species] and %Array.prototype%.constructor are the built-in ones: 0 */
    uint64_t stack_trace_limit_changed; /* %Error%.stackTraceLimit is V8's default: 0 */
} JsRealm;
#define JS_INTRINSIC(NAME) (js_realm->intrinsics[INTRINSIC_##NAME])

/* Makes the realm with the bare objects marked in intrinsics.def and an empty global object. */
void realm_start_core(void);
/* A further realm with such objects; it lives as long as the process. */
JsRealm *realm_new(void);
/* The code of a built-in as functions of the running realm have it: itself in the first one. */
const JsCode *realm_code(const JsCode *code);
JsValue realm_call_across(JsFunction *f, JsValue this_value, uint32_t argc, JsValue *argv);
JsValue realm_construct_across(JsFunction *f, JsValue new_target, uint32_t argc, JsValue *argv);
/* [[Call]] and [[Construct]] of ordinary functions, by runtime code; the second takes constructors. */
JS_INLINE JsValue js_call_function(JsFunction *f, JsValue this_value, uint32_t argc, JsValue *argv)
{
    if (js_likely(js_realm == js_first_realm))
        return f->code->call(f, this_value, argc, argv);
    return realm_call_across(f, this_value, argc, argv);
}
JS_INLINE JsValue js_construct_function(JsFunction *f, JsValue new_target, uint32_t argc, JsValue *argv)
{
    if (js_likely(js_realm == js_first_realm))
        return f->code->construct(f, new_target, argc, argv);
    return realm_construct_across(f, new_target, argc, argv);
}
/* From now on, a write, redefinition or deletion of that property of that object (or, key JS_EMPTY: any structural change,
 * or a change of prototype) sets *guard to 1 through the journal. Called at start-up only. */
void js_guard_property(JsObject *o, JsKey key, uint64_t *guard);
