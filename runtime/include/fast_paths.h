/* Guards, and the fast halves of ops: what emitted code does in the fast version of a function (compiler/emit/guard.h); a part of
 * sinew.h.
 *
 * Invariant: each is the generic op wherever it says true, runs no JavaScript and changes nothing where it says false. */
#pragma once

/* ---- guards */

/* Several properties of one object behind one test of its shape. `keys` are indices into K; all must be own writable data
 * properties in inline slots, at the same offsets in each of the shapes. js_group_fill looks the base's shape up; it runs a few
 * times a site. Offsets never change once they are known: code of other agents may rely on them. Where the compiler has laid them
 * out they are known from the start. */
enum { JS_GROUP_WAYS = 4, JS_GROUP_FILLS = 16 };
typedef struct JsGroupCache { uint32_t shapes[JS_GROUP_WAYS]; uint16_t fills, used; bool are_offsets_known; } JsGroupCache;
#define JS_GROUP_EMPTY {{JS_NO_SHAPE, JS_NO_SHAPE, JS_NO_SHAPE, JS_NO_SHAPE}, 0, 0, false}
#define JS_GROUP_LAID_OUT {{JS_NO_SHAPE, JS_NO_SHAPE, JS_NO_SHAPE, JS_NO_SHAPE}, 0, 0, true}
#define JS_SLOT_OFFSET(slot) (sizeof(JsObject) + (slot) * sizeof(JsValue))
bool js_group_fill(JsValue base, JsGroupCache *cache, uint16_t *offsets, const JsValue *K, const uint32_t *keys, uint32_t count);
#define JS_SLOT_AT(base, offset) (*(JsValue *)((char *)js_cell(base) + (offset)))
JS_INLINE bool js_group_test(JsValue base, bool writes, JsGroupCache *cache, uint16_t *offsets, const JsValue *K,
                             const uint32_t *keys, uint32_t count)
{
    if (js_unlikely(!js_is_cell(base)) || (writes && js_unlikely(js_cell(base)->flags & JS_SHARED)))
        return false;
    uint32_t shape = js_cell(base)->word;
    const uint32_t *known = cache->shapes;
    if (js_likely(shape == known[0]) || js_likely((shape == known[1]) | (shape == known[2]) | (shape == known[3])))
        return true;
    return cache->fills < JS_GROUP_FILLS && js_group_fill(base, cache, offsets, K, keys, count);
}
JS_INLINE bool js_guard_elements(JsValue base, bool writes, JsValue **ret_elements, uint64_t *ret_count)
{
    if (js_unlikely(!js_is_cell(base) || js_cell(base)->kind < JS_KIND_OBJECT || js_cell(base)->kind == JS_KIND_TYPED_ARRAY))
        return false;
    if (writes && js_unlikely(js_cell(base)->flags & JS_WRITE_GUARD))
        return false;
    *ret_elements = js_object(base)->elements;
    *ret_count = js_elements(js_object(base))->length;
    return true;
}
JS_INLINE bool js_guard_typed(JsValue base, JsElementType type, bool writes, void **ret_elements, uint64_t *ret_count)
{
    if (js_unlikely(!js_is_kind(base, JS_KIND_TYPED_ARRAY) || js_cell(base)->aux != type))
        return false;
    const JsTypedArray *t = (const JsTypedArray *)js_cell(base);
    if (js_unlikely(t->buffer->flags & (JS_BUFFER_DETACHED | JS_BUFFER_RESIZABLE)) || (writes && js_unlikely(!js_typed_is_own(base))))
        return false;
    *ret_elements = t->buffer->data + t->byte_offset;
    *ret_count = t->length;
    return true;
}

/* ---- elements of guarded arrays */
JS_INLINE bool js_read_element(const JsValue *elements, uint64_t count, int64_t index, JsValue *ret)
{
    if (js_unlikely((uint64_t)index >= count))
        return false;
    *ret = elements[index];
    return *ret != JS_EMPTY;
}
JS_INLINE bool js_write_element(JsValue *elements, uint64_t count, int64_t index, JsValue v)
{
    if (js_unlikely((uint64_t)index >= count || elements[index] == JS_EMPTY))
        return false;
    elements[index] = v;
    return true;
}
#define JS_TYPED_VIEW(name, ctype, box, accepts, convert)                                                              \
    JS_INLINE bool js_read_##name(const void *elements, uint64_t count, int64_t index, JsValue *ret)                   \
    {                                                                                                                  \
        if (js_unlikely((uint64_t)index >= count))                                                                     \
            return false;                                                                                              \
        *ret = box(((const ctype *)elements)[index]);                                                                  \
        return true;                                                                                                   \
    }                                                                                                                  \
    JS_INLINE bool js_write_##name(void *elements, uint64_t count, int64_t index, JsValue v)                           \
    {                                                                                                                  \
        if (js_unlikely((uint64_t)index >= count || !accepts(v)))                                                      \
            return false;                                                                                              \
        ((ctype *)elements)[index] = (ctype)convert(v);                                                                \
        return true;                                                                                                   \
    }
JS_TYPED_VIEW(i8, int8_t, js_int, js_is_number, js_number_to_int32)
JS_TYPED_VIEW(u8, uint8_t, js_int, js_is_number, js_number_to_int32)
JS_TYPED_VIEW(u8c, uint8_t, js_int, js_is_byte, js_as_int)
JS_TYPED_VIEW(i16, int16_t, js_int, js_is_number, js_number_to_int32)
JS_TYPED_VIEW(u16, uint16_t, js_int, js_is_number, js_number_to_int32)
JS_TYPED_VIEW(i32, int32_t, js_int, js_is_number, js_number_to_int32)
JS_TYPED_VIEW(u32, uint32_t, js_uint, js_is_number, js_number_to_int32)
JS_TYPED_VIEW(f32, float, js_canonical_double, js_is_number, js_as_number)
JS_TYPED_VIEW(f64, double, js_canonical_double, js_is_number, js_as_number)

/* ---- properties by the site's cache */
JS_INLINE bool js_try_get(JsValue base, const JsPropertyCache *cache, JsValue *ret)
{
    if (js_unlikely(!js_is_cell(base)))
        return false;
    const JsCell *c = js_cell(base);
    if (js_likely(c->word == cache->shape)) {
        *ret = *(const JsValue *)((const char *)c + cache->offset);
        return true;
    }
    if (c->word != cache->proto_shape || cache->proto_epoch != js_prototype_epoch)
        return false;
    *ret = *cache->proto_slot;
    return true;
}
JS_INLINE bool js_try_set(JsValue base, JsValue v, const JsPropertyCache *cache)
{
    if (js_unlikely(!js_is_cell(base)))
        return false;
    JsCell *c = js_cell(base);
    if (js_unlikely(c->word != cache->shape || c->flags & JS_SHARED))
        return false;
    *(JsValue *)((char *)c + cache->offset) = v;
    return true;
}

/* ---- operators */
#define JS_TRY_ARITHMETIC(name, operator, is_exact)                                                                    \
    JS_INLINE bool js_try_##name(JsValue a, JsValue b, JsValue *ret)                                                   \
    {                                                                                                                  \
        if (js_are_ints(a, b)) {                                                                                       \
            int64_t x = js_as_int(a), y = js_as_int(b), r = x operator y;                                              \
            *ret = js_likely(r == (int32_t)r && (is_exact)) ? js_int((int32_t)r) : js_double((double)x operator(double) y); \
            return true;                                                                                               \
        }                                                                                                              \
        if (js_unlikely(!js_is_number(a) || !js_is_number(b)))                                                         \
            return false;                                                                                              \
        *ret = js_double(js_as_number(a) operator js_as_number(b));                                                    \
        return true;                                                                                                   \
    }
JS_TRY_ARITHMETIC(add, +, true)
JS_INLINE bool js_try_any_add_f64(JsValue a, double b, JsValue *ret)
{
    double d = js_as_double(a); /* whatever is no double looks like a NaN */
    *ret = js_double(d + b);
    if (js_likely(d == d))
        return true;
    if (js_is_int(a))
        *ret = js_number(js_as_int(a) + b);
    return js_is_number(a);
}
JS_INLINE bool js_try_f64_add_any(double a, JsValue b, JsValue *ret) { return js_try_any_add_f64(b, a, ret); }
JS_TRY_ARITHMETIC(sub, -, true)
JS_TRY_ARITHMETIC(mul, *, r != 0 || (x | y) >= 0)
JS_INLINE bool js_try_div(JsValue a, JsValue b, JsValue *ret)
{
    if (js_unlikely(!js_is_number(a) || !js_is_number(b)))
        return false;
    *ret = js_number(js_as_number(a) / js_as_number(b));
    return true;
}
JS_INLINE bool js_try_mod(JsValue a, JsValue b, JsValue *ret)
{
    if (js_unlikely(!js_are_ints(a, b) || js_as_int(a) < 0 || js_as_int(b) <= 0))
        return false;
    *ret = js_int(js_as_int(a) % js_as_int(b));
    return true;
}
#define JS_TRY_COMPARE(name, operator)                                                                                 \
    JS_INLINE bool js_try_##name(JsValue a, JsValue b, JsValue *ret)                                                   \
    {                                                                                                                  \
        if (js_are_ints(a, b))                                                                                         \
            *ret = js_boolean(js_as_int(a) operator js_as_int(b));                                                     \
        else if (js_is_number(a) && js_is_number(b))                                                                   \
            *ret = js_boolean(js_as_number(a) operator js_as_number(b));                                               \
        else                                                                                                           \
            return false;                                                                                              \
        return true;                                                                                                   \
    }
JS_TRY_COMPARE(lt, <)
JS_TRY_COMPARE(le, <=)
JS_TRY_COMPARE(gt, >)
JS_TRY_COMPARE(ge, >=)
#define JS_TRY_BITWISE(name)                                                                                           \
    JS_INLINE bool js_try_bit_##name(JsValue a, JsValue b, JsValue *ret)                                               \
    {                                                                                                                  \
        if (js_unlikely(!js_are_ints(a, b)))                                                                           \
            return false;                                                                                              \
        *ret = js_op_bit_##name(a, b);                                                                                 \
        return true;                                                                                                   \
    }
JS_TRY_BITWISE(and)
JS_TRY_BITWISE(or)
JS_TRY_BITWISE(xor)
JS_INLINE bool js_try_numeric(JsValue v, JsValue *ret)
{
    *ret = v;
    return js_is_number(v);
}
JS_INLINE bool js_try_equal(JsValue a, JsValue b, JsValue *ret)
{
    *ret = js_boolean(a == b);
    return js_are_ints(a, b);
}
JS_INLINE bool js_try_to_f64(JsValue v, double *ret)
{
    double d = js_as_double(v); /* whatever is no double looks like a NaN */
    *ret = d;
    if (js_likely(d == d))
        return true;
    if (js_is_int(v))
        *ret = js_as_int(v);
    return js_is_number(v);
}
#ifdef __TINYC__
#define js_is_any_nan(x, y) ((x) != (x) || (y) != (y))
#else
#define js_is_any_nan(x, y) __builtin_isunordered(x, y) /* one comparison */
#endif
JS_INLINE bool js_try_to_i32(JsValue v, int32_t *ret)
{
    if (js_likely(js_is_int(v)))
        *ret = js_as_int(v);
    else if (js_is_number(v))
        *ret = js_f64_to_int32(js_as_double(v));
    else
        return false;
    return true;
}
#define JS_TRY_COMPARE_I64(name, operator)                                                                             \
    JS_INLINE bool js_try_i64_##name(int64_t a, JsValue b, bool *ret)                                                  \
    {                                                                                                                  \
        *ret = a operator js_as_int(b);                                                                                \
        return js_is_int(b);                                                                                           \
    }
JS_TRY_COMPARE_I64(lt, <)
JS_TRY_COMPARE_I64(le, <=)
JS_TRY_COMPARE_I64(gt, >)
JS_TRY_COMPARE_I64(ge, >=)

/* ---- elements without a guard */
JS_INLINE bool js_try_get_index(JsValue base, int64_t index, JsValue *ret)
{
    JsValue *elements;
    uint64_t count;
    return js_guard_elements(base, false, &elements, &count) && js_read_element(elements, count, index, ret);
}
JS_INLINE bool js_try_set_index(JsValue base, int64_t index, JsValue v)
{
    JsValue *elements;
    uint64_t count;
    return js_guard_elements(base, true, &elements, &count) && js_write_element(elements, count, index, v);
}
JS_INLINE bool js_try_get_element(JsValue base, JsValue key, JsValue *ret)
{
    return js_is_int(key) && js_try_get_index(base, js_as_int(key), ret);
}
JS_INLINE bool js_try_set_element(JsValue base, JsValue key, JsValue v)
{
    return js_is_int(key) && js_try_set_index(base, js_as_int(key), v);
}
