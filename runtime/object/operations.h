/* Abstract operations on objects, ECMA-262 7.3, and conversions, 7.1, under the specification's names.
 * JsValue results may be JS_EXCEPTION; int results: 1, 0, -1 exception. */
#pragma once
#include "object/object.h"

/* ---- conversions 7.1 */
typedef enum JsHint { JS_HINT_DEFAULT, JS_HINT_NUMBER, JS_HINT_STRING } JsHint;
JsValue js_to_primitive(JsValue v, JsHint hint);                       /* 7.1.1 */
int js_to_number(JsValue v, double *ret);                              /* 7.1.4; 1 or -1 */
JsValue js_to_numeric(JsValue v);                                      /* 7.1.3: number or bigint */
int js_to_integer_or_infinity(JsValue v, double *ret);                 /* 7.1.5 */
int js_to_int32(JsValue v, int32_t *ret);                              /* 7.1.6 */
int js_to_uint32(JsValue v, uint32_t *ret);                            /* 7.1.7 */
int js_to_length(JsValue v, double *ret);                              /* 7.1.20 */
int js_to_index(JsValue v, double *ret);                               /* 7.1.22; RangeError */
JsValue js_to_bigint(JsValue v);                                       /* 7.1.13 */
JsString *js_to_string(JsValue v);                                     /* 7.1.17; NULL on exception */
JsObject *js_to_object(JsValue v);                                     /* 7.1.18; NULL on exception */
JsKey js_to_property_key(JsValue v);                                   /* 7.1.19 */
double js_integer_of(double d);                                        /* truncated; NaN is 0 */
/* Relative index arguments of slice, at, ...: clamps as 23.1.3.28 step 3-7 does. */
int js_to_relative_index(JsValue v, double length, double if_undefined, double *ret);

/* ---- comparison 7.2 */
bool js_same_value(JsValue a, JsValue b);
bool js_same_value_zero(JsValue a, JsValue b);
JsValue js_is_loosely_equal(JsValue a, JsValue b);
int js_is_array(JsValue v);                                            /* 7.2.2; -1: revoked proxy */
JS_INLINE bool js_is_constructor(JsValue v) { return js_is_object(v) && (js_cell(v)->flags & JS_CONSTRUCTOR); }
int js_is_regexp(JsValue v);                                           /* 7.2.6 */
JsValue js_require_coercible(JsValue v, const char *method);           /* "String.prototype.at called on null or undefined" */

/* ---- 7.3 */
JsValue js_get(JsObject *o, JsKey key);
JsValue js_get_v(JsValue v, JsKey key);                                /* throws V8's text for nullish v */
JsValue js_get_index(JsObject *o, double index);
int js_set(JsObject *o, JsKey key, JsValue v, bool should_throw);      /* 1, 0, -1 */
int js_set_index(JsObject *o, double index, JsValue v);                /* throws when refused */
int js_create_data_property(JsObject *o, JsKey key, JsValue v);
int js_create_data_property_or_throw(JsObject *o, JsKey key, JsValue v);
int js_create_data_property_at(JsObject *o, double index, JsValue v);  /* or throw */
int js_define_property_or_throw(JsObject *o, JsKey key, const JsDescriptor *d);
int js_delete_property_or_throw(JsObject *o, JsKey key);
int js_delete_index_or_throw(JsObject *o, double index);
int js_has_index(JsObject *o, double index);
JsValue js_get_method(JsValue v, JsKey key);                           /* undefined when nullish */
int js_has_own_property(JsObject *o, JsKey key);
JsValue js_invoke(JsValue v, JsKey key, uint32_t argc, JsValue *argv);
typedef enum JsIntegrity { JS_SEALED, JS_FROZEN } JsIntegrity;
int js_set_integrity_level(JsObject *o, JsIntegrity level);
int js_test_integrity_level(JsObject *o, JsIntegrity level);
JsValue js_create_array_from_list(uint32_t count, const JsValue *values);
int js_length_of_array_like(JsObject *o, double *ret);
int js_create_list_from_array_like(JsValue v, JsList *ret);            /* all types */
JsValue js_ordinary_has_instance(JsValue constructor, JsValue v);
JsValue js_instance_of(JsValue v, JsValue target);
JsValue js_species_constructor(JsObject *o, JsValue default_constructor);
typedef enum JsOwnKind { JS_OWN_KEYS, JS_OWN_VALUES, JS_OWN_ENTRIES } JsOwnKind;
int js_enumerable_own_properties(JsObject *o, JsOwnKind kind, JsList *ret); /* keys as string values */
int js_copy_data_properties(JsObject *target, JsValue source, uint32_t excluded_count, const JsValue *excluded);
/* 10.1.14; the default is an index into js_realm->intrinsics. NULL on exception. */
JsObject *js_get_prototype_from_constructor(JsValue new_target, int default_intrinsic);
JsObject *js_default_prototype(JsValue new_target, int intrinsic); /* its steps 4.a-b. NULL on exception */
JsRealm *js_get_function_realm(JsValue f);                         /* 7.3.24. NULL: TypeError, a proxy of it is revoked */
/* 10.1.13: js_new_object_of_kind with that prototype. NULL on exception. */
void *js_ordinary_create_from_constructor(JsValue new_target, int default_intrinsic, JsKind kind, size_t bytes);

/* ---- hooks that other layers fill at start */
extern void (*object_materialize)(JsObject *o);                         /* exec: makes what a JS_LAZY object has not made yet */
extern JsValue (*js_proxy_target_hook)(JsObject *proxy);               /* the target of a PROXY; null when revoked */
extern JsValue (*js_bound_target_hook)(JsObject *bound);               /* exec: the target of a BOUND_FUNCTION */
extern JsValue js_default_has_instance;  /* %Function.prototype%[@@hasInstance], so that instanceof need not call it */

/* ---- private names 7.3.26-32: under the op functions of sinew.h; names are private symbols. */
/* Text for messages, as V8 shows a value (strings quoted when is_quoted). malloc; caller frees. */
const char *js_type_name(JsValue v);                                   /* as typeof says it */
char *js_describe(JsValue v, bool is_quoted);
