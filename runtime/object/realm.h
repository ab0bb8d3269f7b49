/* The realm, 9.3: intrinsics and the global object. One a process; js_realm is set before any object is made. */
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
    /* Takes a new value (through the journal) when iteration of arrays stops being the built-in one: 0 is pristine. Written by
     * the object layer when a guarded property changes (js_guard_property). */
    uint64_t array_iteration_changed;
    uint64_t promise_then_changed;  /* %Promise.prototype%.then, .constructor and @@species are the built-in ones: 0 */
    uint64_t regexp_changed;        /* %RegExp.prototype% exec, flags, @@replace ... are the built-in ones: 0 */
    uint64_t array_species_changed; /* %Array%[@@species] and %Array.prototype%.constructor are the built-in ones: 0 */
    uint64_t stack_trace_limit_changed; /* %Error%.stackTraceLimit is V8's default: 0 */
} JsRealm;
extern JsRealm *js_realm;
#define JS_INTRINSIC(NAME) (js_realm->intrinsics[INTRINSIC_##NAME])

/* Makes the realm with the bare objects marked in intrinsics.def and an empty global object. */
void realm_start_core(void);
/* From now on, a write, redefinition or deletion of that property of that object (or, key JS_EMPTY: any structural change,
 * or a change of prototype) sets *guard to 1 through the journal. Called at start-up only. */
void js_guard_property(JsObject *o, JsKey key, uint64_t *guard);
