/* Typed arrays (ECMA-262 10.4.5, 23.2): elements as numbers, and the length by the state of the buffer.
 *
 * Invariant: nothing of a view is cached: its length is computed from the buffer at each use, so that detaching and resizing
 * are seen at once. */
#pragma once
#include "stdlib/array_buffer.h"

static inline JsTypedArray *typed_array_of(JsValue v)
{
    return js_is_kind(v, JS_KIND_TYPED_ARRAY) ? (JsTypedArray *)js_cell(v) : NULL;
}
static inline JsElementType typed_array_type(const JsTypedArray *t) { return (JsElementType)t->object.cell.aux; }
extern const uint8_t typed_array_element_sizes[JS_ELEMENT_TYPE_COUNT];
extern const char *const typed_array_names[JS_ELEMENT_TYPE_COUNT]; /* "Int8Array", ... */
static inline uint64_t typed_array_element_size(const JsTypedArray *t) { return typed_array_element_sizes[typed_array_type(t)]; }

/* 10.4.5.14 IsTypedArrayOutOfBounds; also true when detached. */
static inline bool typed_array_is_out_of_bounds(const JsTypedArray *t, uint64_t size)
{
    if (t->buffer->flags & JS_BUFFER_DETACHED)
        return true;
    if (t->length == JS_LENGTH_TRACKING)
        return t->byte_offset > t->buffer->byte_length;
    return t->byte_offset + t->length * size > t->buffer->byte_length;
}
/* 10.4.5.13 TypedArrayLength with elements of `size` bytes; 0 when out of bounds. */
static inline uint64_t typed_array_length_by(const JsTypedArray *t, uint64_t size)
{
    if (typed_array_is_out_of_bounds(t, size))
        return 0;
    return t->length == JS_LENGTH_TRACKING ? (t->buffer->byte_length - t->byte_offset) / size : t->length;
}
static inline uint64_t typed_array_length(const JsTypedArray *t) { return typed_array_length_by(t, typed_array_element_size(t)); }

/* Element i (below the length) as a value, RawBytesToNumeric 25.1.3.14. */
JsValue typed_array_get(const JsTypedArray *t, uint64_t i);
/* Stores a Number or BigInt (already of the content type) in element i (below the length). */
void typed_array_put(JsTypedArray *t, uint64_t i, JsValue numeric);
/* ToNumber or ToBigInt by the content type. */
JsValue typed_array_to_numeric(JsElementType type, JsValue v);
static inline bool typed_array_is_bigint(JsElementType type) { return type == JS_BIGINT64 || type == JS_BIGUINT64; }

/* Raw elements, also for DataView and Atomics: little-endian as the machine is. */
JsValue element_read(const void *bytes, JsElementType type);
void element_write(void *bytes, JsElementType type, JsValue numeric);

/* A view on a buffer; length JS_LENGTH_TRACKING allowed. prototype NULL: the type's. */
JsTypedArray *typed_array_new_view(JsElementType type, JsArrayBuffer *buffer, uint64_t byte_offset, uint64_t length, JsObject *prototype);
/* A new typed array of zeros; NULL with a RangeError. */
JsTypedArray *typed_array_new(JsElementType type, double length, JsObject *prototype);
/* 23.2.4.4 ValidateTypedArray: NULL with a TypeError when v is none, or out of bounds. */
JsTypedArray *typed_array_validate(JsValue v, const char *method);
/* 23.2.4.2 TypedArrayCreateFromCtor, with the arguments; NULL on exception. min_length below 0: not checked. */
JsTypedArray *typed_array_create(JsValue constructor, uint32_t argc, JsValue *argv, double min_length, const char *method);
/* 23.2.4.1 TypedArraySpeciesCreate. */
JsTypedArray *typed_array_species_create(JsTypedArray *exemplar, uint32_t argc, JsValue *argv, double min_length, const char *method);

extern const JsBuiltin typed_array_method_rows[];
extern const uint32_t typed_array_method_row_count;

/* For inspection: the length in elements now, the class's name, and the bytes of a buffer (NULL when detached or empty). */
static inline double js_typed_array_length(JsObject *array) { return (double)typed_array_length((JsTypedArray *)array); }
static inline const char *js_typed_array_name(JsObject *array) { return typed_array_names[array->cell.aux]; }
static inline uint8_t *js_array_buffer_bytes(JsObject *buffer, size_t *ret_length)
{
    JsArrayBuffer *b = (JsArrayBuffer *)buffer;
    *ret_length = b->byte_length;
    return b->byte_length ? b->data : NULL;
}
