/* Inline element access of typed arrays (10.4.5), for sites where the compiler expects one type of element; a part of sinew.h.
 *
 * Invariant: the inline path is taken only for an index in bounds of an array of that type whose buffer can neither be
 * detached nor resized now; writes, only of a buffer of the agent's own and of a value that needs no conversion by calls.
 * All else goes through the general path, so a wrong expectation costs time alone. */
#pragma once

#define JS_TYPED_ELEMENTS(name, TYPE, ctype)                                                                           \
    JS_INLINE ctype *js_typed_##name(JsValue base, uint64_t index)                                                     \
    {                                                                                                                  \
        if (!js_is_kind(base, JS_KIND_TYPED_ARRAY) || js_cell(base)->aux != (TYPE))                                    \
            return NULL;                                                                                               \
        JsTypedArray *t = (JsTypedArray *)js_cell(base);                                                               \
        if (index >= t->length || t->buffer->flags & (JS_BUFFER_DETACHED | JS_BUFFER_RESIZABLE))                       \
            return NULL;                                                                                               \
        return (ctype *)(void *)(t->buffer->data + t->byte_offset) + index;                                            \
    }
JS_TYPED_ELEMENTS(i8, JS_INT8, int8_t)
JS_TYPED_ELEMENTS(u8, JS_UINT8, uint8_t)
JS_TYPED_ELEMENTS(u8c, JS_UINT8_CLAMPED, uint8_t)
JS_TYPED_ELEMENTS(i16, JS_INT16, int16_t)
JS_TYPED_ELEMENTS(u16, JS_UINT16, uint16_t)
JS_TYPED_ELEMENTS(i32, JS_INT32, int32_t)
JS_TYPED_ELEMENTS(u32, JS_UINT32, uint32_t)
JS_TYPED_ELEMENTS(f32, JS_FLOAT32, float)
JS_TYPED_ELEMENTS(f64, JS_FLOAT64, double)

JS_INLINE bool js_typed_is_own(JsValue base) /* of a typed array: writes need no journal */
{
    return !(((JsTypedArray *)js_cell(base))->buffer->object.cell.flags & JS_SHARED);
}

#define JS_TYPED_GET(name, box)                                                                                        \
    JS_INLINE JsValue js_get_index_##name(JsValue base, int64_t index)                                                 \
    {                                                                                                                  \
        const __typeof__(*js_typed_##name(0, 0)) *element = js_typed_##name(base, (uint64_t)index);                    \
        return js_likely(element != NULL) ? box(*element) : js_op_get_index(base, index);                              \
    }
JS_TYPED_GET(i8, js_int)
JS_TYPED_GET(u8, js_int)
JS_TYPED_GET(u8c, js_int)
JS_TYPED_GET(i16, js_int)
JS_TYPED_GET(u16, js_int)
JS_TYPED_GET(i32, js_int)
JS_TYPED_GET(u32, js_uint)
JS_TYPED_GET(f32, js_canonical_double)
JS_TYPED_GET(f64, js_canonical_double)

/* Integers take ToInt32 modulo their width (7.1.6 and on), which a number needs no call for. */
#define JS_TYPED_SET(name, accepts, convert)                                                                           \
    JS_INLINE JsValue js_set_index_##name(JsValue base, int64_t index, JsValue v, bool strict)                         \
    {                                                                                                                  \
        __typeof__(js_typed_##name(0, 0)) element = js_typed_##name(base, (uint64_t)index);                            \
        if (js_likely(element != NULL && accepts(v) && js_typed_is_own(base))) {                                       \
            *element = (__typeof__(*element))convert(v);                                                               \
            return JS_UNDEFINED;                                                                                       \
        }                                                                                                              \
        return js_op_set_index(base, index, v, strict);                                                                \
    }
JS_INLINE bool js_is_byte(JsValue v) { return js_is_int(v) && (uint32_t)v <= 255; }
JS_TYPED_SET(i8, js_is_number, js_number_to_int32)
JS_TYPED_SET(u8, js_is_number, js_number_to_int32)
JS_TYPED_SET(u8c, js_is_byte, js_as_int)
JS_TYPED_SET(i16, js_is_number, js_number_to_int32)
JS_TYPED_SET(u16, js_is_number, js_number_to_int32)
JS_TYPED_SET(i32, js_is_number, js_number_to_int32)
JS_TYPED_SET(u32, js_is_number, js_number_to_int32)
JS_TYPED_SET(f32, js_is_number, js_as_number)
JS_TYPED_SET(f64, js_is_number, js_as_number)

/* Any of them, by the array's own type; JS_EMPTY: the general path must do it. */
JS_INLINE JsValue js_typed_try_get(JsValue base, uint64_t index)
{
#define JS_TRY_GET(TYPE, name, box)                                                                                    \
    case TYPE: {                                                                                                       \
        __typeof__(js_typed_##name(0, 0)) element = js_typed_##name(base, index);                                      \
        return element ? box(*element) : JS_EMPTY;                                                                     \
    }
    switch (js_cell(base)->aux) {
        JS_TRY_GET(JS_INT8, i8, js_int)
        JS_TRY_GET(JS_UINT8, u8, js_int)
        JS_TRY_GET(JS_UINT8_CLAMPED, u8c, js_int)
        JS_TRY_GET(JS_INT16, i16, js_int)
        JS_TRY_GET(JS_UINT16, u16, js_int)
        JS_TRY_GET(JS_INT32, i32, js_int)
        JS_TRY_GET(JS_UINT32, u32, js_uint)
        JS_TRY_GET(JS_FLOAT32, f32, js_canonical_double)
        JS_TRY_GET(JS_FLOAT64, f64, js_canonical_double)
    }
#undef JS_TRY_GET
    return JS_EMPTY;
}
JS_INLINE bool js_typed_try_set(JsValue base, uint64_t index, JsValue v)
{
    if (!js_is_number(v) || !js_typed_is_own(base))
        return false;
#define JS_TRY_SET(TYPE, name, convert)                                                                                \
    case TYPE: {                                                                                                       \
        __typeof__(js_typed_##name(0, 0)) element = js_typed_##name(base, index);                                      \
        if (element)                                                                                                   \
            *element = (__typeof__(*element))convert(v);                                                               \
        return element != NULL;                                                                                        \
    }
    switch (js_cell(base)->aux) {
        JS_TRY_SET(JS_INT8, i8, js_number_to_int32)
        JS_TRY_SET(JS_UINT8, u8, js_number_to_int32)
        JS_TRY_SET(JS_INT16, i16, js_number_to_int32)
        JS_TRY_SET(JS_UINT16, u16, js_number_to_int32)
        JS_TRY_SET(JS_INT32, i32, js_number_to_int32)
        JS_TRY_SET(JS_UINT32, u32, js_number_to_int32)
        JS_TRY_SET(JS_FLOAT32, f32, js_as_number)
        JS_TRY_SET(JS_FLOAT64, f64, js_as_number)
    }
#undef JS_TRY_SET
    return false;
}
