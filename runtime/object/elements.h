/* Elements: properties with index keys. Dense (holes are JS_EMPTY), all with default attributes, or a dictionary for sparse
 * ones, other attributes and accessors (then JsElements.length is 0 and JS_FIXED_ELEMENTS is set in the object).
 *
 * Invariant: a dense object without JS_FIXED_ELEMENTS may be written below JsElements.length in place, unless it is shared.
 * Fast paths of built-ins: js_is_dense_array, then work on elements directly. */
#pragma once
#include "object/object.h"

extern JsValue *js_no_elements;                                        /* data of the shared empty ELEMENTS cell */

/* An own array of ours, ordinary in all its elements: no dictionary, not frozen, extensible, length writable. */
JS_INLINE bool js_is_dense_array(JsValue v)
{
    return js_is_array_object(v) && !(js_cell(v)->flags & JS_FIXED_ELEMENTS) && !((JsArray *)js_cell(v))->length_is_fixed;
}
JS_INLINE JsArray *js_array(JsValue v) { return (JsArray *)js_cell(v); }
/* Are arrays' holes and out-of-range reads surely undefined: no index properties on Array.prototype and Object.prototype? */
bool js_array_prototypes_have_no_elements(void);
/* Dense, its prototype is %Array.prototype%, and holes read as undefined. */
bool js_is_plain_dense_array(JsValue v);
/* Room for so many entries in all; contents kept. May be a dictionary afterwards only if it was. Shared: journalled copy. */
void js_elements_reserve(JsObject *o, uint32_t capacity);
/* A writable view of dense elements: copies shared ones first. The caller may then write entries and js_elements()->length. */
JsValue *js_elements_writable(JsObject *o, uint32_t capacity);
void js_array_set_length_raw(JsArray *a, uint32_t length);             /* the field, through the journal */
int js_array_set_length(JsArray *a, const JsDescriptor *d);            /* 10.4.2.4 */
void js_array_push_dense(JsArray *a, JsValue v);                       /* a is dense and writable; length < 2^32-1 */

/* Own element lookups. found: 1 data (value), 2 accessor (value is a JsAccessor), 0 none. attributes may be NULL. */
int js_element_find(JsObject *o, uint32_t index, JsValue *ret_value, uint32_t *ret_attributes);
void js_element_put(JsObject *o, uint32_t index, JsValue v, uint32_t attributes);
bool js_element_remove(JsObject *o, uint32_t index);                   /* false when not configurable */
void js_element_keys(JsObject *o, JsList *ret);                        /* ascending */
bool js_elements_make_dictionary(JsObject *o);
