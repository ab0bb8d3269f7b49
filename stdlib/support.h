/* What every built-in of stdlib/ uses: the conversions of ECMA-262 7.1 as expressions that pass exceptions on, and scratch
 * memory. For functions that return a JsValue. */
#pragma once
#include "exec/agent.h"
#include "object/builtin.h"
#include "object/elements.h"
#include "string/string.h"
#include "value/bigint.h"
#include "value/number.h"

#define TRY_OBJECT(v) TRY_PTR(js_to_object(v))
#define TRY_STRING(v) TRY_PTR(js_to_string(v))
#define TRY_NUMBER(v) ({ double number_; TRY_INT(js_to_number(v, &number_)); number_; })
#define TRY_INTEGER(v) ({ double integer_; TRY_INT(js_to_integer_or_infinity(v, &integer_)); integer_; })
#define TRY_UINT32(v) ({ uint32_t uint32_; TRY_INT(js_to_uint32(v, &uint32_)); uint32_; })
#define TRY_INT32(v) ({ int32_t int32_; TRY_INT(js_to_int32(v, &int32_)); int32_; })
#define TRY_INDEX(v) ({ double index_; TRY_INT(js_to_index(v, &index_)); index_; })
#define TRY_LENGTH(object) ({ double length_; TRY_INT(js_length_of_array_like(object, &length_)); length_; })
#define TRY_RELATIVE(v, length, otherwise) \
    ({ double relative_; TRY_INT(js_to_relative_index(v, length, otherwise, &relative_)); relative_; })

/* The largest length of an array-like object, 2^53 - 1 */
#define JS_LENGTH_MAX 9007199254740991.0

/* Scratch memory without pointers to cells, freed with the agent's heap; NULL when too much was asked (RangeError). */
void *js_scratch(size_t bytes);
/* The same for what holds values or points to other scratch memory; not cleared. */
void *js_scratch_with_pointers(size_t bytes);
/* "x is not a function" as V8 words it for callback arguments: undefined, or the TypeError of a failed IsCallable. */
JsValue js_require_callable(JsValue v);
/* The name of the object's constructor for messages; "Object" where there is none. Runs no code. */
JsString *js_constructor_name(JsObject *object);
/* "Method M called on incompatible receiver V" */
JsValue js_throw_incompatible(const char *method, JsValue receiver);
/* "Constructor C requires 'new'" */
JsValue js_throw_requires_new(const char *name);
/* The call entry of constructors that must be called with `new`: js_throw_requires_new of its own name. */
JsValue js_call_requires_new(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv);
/* GetMethod-free read of an own or inherited *data* property: no getter, no proxy; JS_EMPTY when there is none. */
JsValue js_peek_data(JsObject *object, JsKey key);
/* Makes `name` a hidden (writable, configurable) property of the global object. */
void js_define_global(const char *name, JsValue v);
/* %Species% getters: returns this_value. */
JsValue js_species_getter(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv);
#define JS_SPECIES(clause) JS_GETTER("@@species", js_species_getter, clause)
