/* What the files of the Array global share: access to elements by a Number index, and species.
 *
 * Invariant: an index is a double that is a non-negative integer below 2^53; only these functions turn it into a key. */
#pragma once
#include "stdlib/support.h"

/* The value of property `index`, JS_EMPTY when HasProperty is false, or JS_EXCEPTION. Charges for absent ones. */
JsValue array_get_present_slow(JsObject *object, double index);

/* An own dense element is an ordinary data property, so neither HasProperty nor Get can run any code for it. */
static inline JsValue array_get_present(JsObject *object, double index)
{
    if (index < js_elements(object)->length) {
        JsValue v = object->elements[(uint32_t)index];
        if (v != JS_EMPTY)
            return v;
    }
    return array_get_present_slow(object, index);
}
/* Get ( object, ToString(index) ) */
static inline JsValue array_get(JsObject *object, double index)
{
    if (index < js_elements(object)->length) {
        JsValue v = object->elements[(uint32_t)index];
        if (v != JS_EMPTY)
            return v;
    }
    return js_get_index(object, index);
}
/* Set ( object, ToString(index), v, true ): -1 on exception. Overwriting an own dense element runs no code. */
static inline int array_set(JsObject *object, double index, JsValue v)
{
    if (index < js_elements(object)->length && !(object->cell.flags & JS_WRITE_GUARD) &&
        object->elements[(uint32_t)index] != JS_EMPTY) {
        object->elements[(uint32_t)index] = v;
        return 1;
    }
    return js_set_index(object, index, v);
}
/* Set ( object, "length", length, true ): -1 on exception. */
int array_set_length(JsObject *object, double length);
/* 10.4.2.2 ArrayCreate of this realm, NULL on exception (RangeError above 2^32 - 1). */
JsObject *array_create_sized(double length);
/* 10.4.2.3 ArraySpeciesCreate ( original, length ); NULL on exception. */
JsObject *array_species_create(JsObject *original, double length);
/* A dense array of which every index below `length` is an own data element: reading them runs no code. */
bool array_is_packed(const JsObject *object, double length);
/* As packed, and elements and length can be written in place, without guard or journal. */
bool array_is_plain(const JsObject *object, double length);
/* A packed array of the intrinsic prototype with `count` elements, undefined at first. */
JsObject *array_new_filled(uint32_t count);

extern const JsBuiltin array_callback_rows[], array_copy_rows[], array_sort_rows[];
extern const uint32_t array_callback_row_count, array_copy_row_count, array_sort_row_count;
