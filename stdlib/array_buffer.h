/* Array buffers (ECMA-262 25.1): the bytes, and writing them.
 *
 * Invariant: bytes are JavaScript-visible state of the buffer's cell: array_buffer_touch comes before every write, so that
 * the words of a shared buffer go through the journal. Data is never moved but by resize, which replaces it. */
#pragma once
#include "stdlib/support.h"

enum { ARRAY_BUFFER_MAX = 0x7fffffff }; /* bytes; more is RangeError "Array buffer allocation failed" */

/* 25.1.3.1 AllocateArrayBuffer step 3.a, which comes before the prototype is asked for: undefined, or the RangeError of a length
 * above the maximum (below 0: none). */
JsValue array_buffer_check_max(double byte_length, double max_byte_length);
/* AllocateArrayBuffer of zeros; max_byte_length below 0: not resizable. prototype NULL: %ArrayBuffer.prototype%.
 * NULL with a RangeError. */
JsArrayBuffer *array_buffer_new(double byte_length, double max_byte_length, JsObject *prototype);
/* A SharedArrayBuffer of bytes that others have too: `length` of them at `data`, which stay there. */
JsArrayBuffer *shared_array_buffer_over(uint8_t *data, uint64_t length, JsObject *prototype);
/* array_buffer_new, its bytes copied from `bytes`. */
JsArrayBuffer *array_buffer_from_bytes(const void *bytes, size_t length);
static inline JsArrayBuffer *array_buffer_of(JsValue v)
{
    return js_is_kind(v, JS_KIND_ARRAY_BUFFER) ? (JsArrayBuffer *)js_cell(v) : NULL;
}
static inline bool array_buffer_is_detached(const JsArrayBuffer *b) { return b->flags & JS_BUFFER_DETACHED; }

/* Before `length` bytes from `offset` on are written. */
void array_buffer_touch_shared(JsArrayBuffer *b, uint64_t offset, uint64_t length);
static inline void array_buffer_touch(JsArrayBuffer *b, uint64_t offset, uint64_t length)
{
    if (js_unlikely(b->object.cell.flags & JS_SHARED))
        array_buffer_touch_shared(b, offset, length);
}
/* DetachArrayBuffer 25.1.3.5. */
void array_buffer_detach(JsArrayBuffer *b);

/* Another length, at most max_byte_length; new bytes are zeros. */
void array_buffer_set_length(JsArrayBuffer *b, uint64_t length);

/* The bytes that a view (typed array, DataView) or a buffer shows: a BufferSource of Web IDL. False when v is neither. */
bool array_buffer_source(JsValue v, uint8_t **ret_bytes, size_t *ret_length);

void realm_install_array_buffer(void);
void realm_install_shared_array_buffer(void);
void realm_install_atomics(void);
void realm_install_typed_arrays(void);
void realm_install_uint8_array_text(void);
void realm_install_data_view(void);
