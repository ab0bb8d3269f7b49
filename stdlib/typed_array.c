/* Typed arrays as exotic objects (ECMA-262 10.4.5), their elements, and their constructors (23.2.1-6). */
#include "stdlib/typed_array.h"

#include "exec/iterate.h"

const uint8_t typed_array_element_sizes[JS_ELEMENT_TYPE_COUNT] = { 1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8 };
const char *const typed_array_names[JS_ELEMENT_TYPE_COUNT] = {
    "Int8Array",   "Uint8Array",    "Uint8ClampedArray", "Int16Array",   "Uint16Array",  "Int32Array",
    "Uint32Array", "BigInt64Array", "BigUint64Array",    "Float16Array", "Float32Array", "Float64Array",
};

/* The intrinsics of the types stand in the order of JsElementType, prototype and constructor in turn. */
static int prototype_intrinsic(JsElementType type) { return INTRINSIC_INT8_ARRAY_PROTOTYPE + 2 * (int)type; }
static int constructor_intrinsic(JsElementType type) { return INTRINSIC_INT8_ARRAY + 2 * (int)type; }

/* ---- elements */

static double half_to_double(uint16_t h)
{
    int exponent = h >> 10 & 31, mantissa = h & 1023;
    double magnitude = exponent == 31 ? (mantissa ? (double)NAN : (double)INFINITY)
                       : exponent     ? ldexp(1024 + mantissa, exponent - 25)
                                      : ldexp(mantissa, -24);
    return h & 0x8000 ? -magnitude : magnitude;
}

/* Rounds to nearest, ties to even, from the double at once. */
static uint16_t half_from_double(double d)
{
    uint16_t sign = signbit(d) ? 0x8000 : 0;
    double magnitude = fabs(d);
    if (d != d)
        return 0x7e00;
    if (magnitude >= 65520)
        return sign | 0x7c00;
    if (magnitude < ldexp(1, -14))
        return sign | (uint16_t)nearbyint(ldexp(magnitude, 24));
    int exponent;
    frexp(magnitude, &exponent);
    return sign | (uint16_t)((uint32_t)nearbyint(ldexp(magnitude, 11 - exponent)) + ((uint32_t)(exponent + 13) << 10));
}

static uint8_t clamp_to_uint8(double d)
{
    return !(d > 0) ? 0 : d > 255 ? 255 : (uint8_t)nearbyint(d);
}

JsValue element_read(const void *bytes, JsElementType type)
{
#define READ(T) ({ T element_; memcpy(&element_, bytes, sizeof element_); element_; })
    switch (type) {
    case JS_INT8: return js_int(*(const int8_t *)bytes);
    case JS_UINT8:
    case JS_UINT8_CLAMPED: return js_int(*(const uint8_t *)bytes);
    case JS_INT16: return js_int(READ(int16_t));
    case JS_UINT16: return js_int(READ(uint16_t));
    case JS_INT32: return js_int(READ(int32_t));
    case JS_UINT32: return js_uint(READ(uint32_t));
    case JS_BIGINT64: return js_bigint_from_int64(READ(int64_t));
    case JS_BIGUINT64: return js_bigint_from_uint64(READ(uint64_t));
    case JS_FLOAT16: return js_canonical_double(half_to_double(READ(uint16_t)));
    case JS_FLOAT32: return js_canonical_double((double)READ(float));
    case JS_FLOAT64: return js_canonical_double(READ(double));
    case JS_ELEMENT_TYPE_COUNT: break;
    }
    return JS_UNDEFINED;
#undef READ
}

void element_write(void *bytes, JsElementType type, JsValue v)
{
#define WRITE(T, expression) do { T element_ = (T)(expression); memcpy(bytes, &element_, sizeof element_); } while (0)
#define AS_INT32 (js_is_int(v) ? js_as_int(v) : js_double_to_int32(js_as_double(v)))
    switch (type) {
    case JS_INT8:
    case JS_UINT8: WRITE(uint8_t, AS_INT32); return;
    case JS_UINT8_CLAMPED: WRITE(uint8_t, clamp_to_uint8(js_as_number(v))); return;
    case JS_INT16:
    case JS_UINT16: WRITE(uint16_t, AS_INT32); return;
    case JS_INT32:
    case JS_UINT32: WRITE(int32_t, AS_INT32); return;
    case JS_BIGINT64:
    case JS_BIGUINT64: WRITE(uint64_t, js_bigint_to_uint64(v)); return;
    case JS_FLOAT16: WRITE(uint16_t, half_from_double(js_as_number(v))); return;
    case JS_FLOAT32: WRITE(float, js_as_number(v)); return;
    case JS_FLOAT64: WRITE(double, js_as_number(v)); return;
    case JS_ELEMENT_TYPE_COUNT: return;
    }
#undef WRITE
#undef AS_INT32
}

static uint8_t *element_address(const JsTypedArray *t, uint64_t i)
{
    return t->buffer->data + t->byte_offset + i * typed_array_element_size(t);
}

JsValue typed_array_get(const JsTypedArray *t, uint64_t i)
{
    return element_read(element_address(t, i), typed_array_type(t));
}

void typed_array_put(JsTypedArray *t, uint64_t i, JsValue numeric)
{
    uint64_t size = typed_array_element_size(t);
    array_buffer_touch(t->buffer, t->byte_offset + i * size, size);
    element_write(element_address(t, i), typed_array_type(t), numeric);
}

JsValue typed_array_to_numeric(JsElementType type, JsValue v)
{
    if (typed_array_is_bigint(type))
        return js_to_bigint(v);
    return js_is_number(v) ? v : js_op_to_number(v);
}

/* ---- internal methods 10.4.5.1-8 */

/* 7.1.21 CanonicalNumericIndexString of a key: 0 when it is none, 1 a valid integer index (*ret_index), 2 numeric but no
 * valid index. */
static int numeric_index(const JsTypedArray *t, JsKey key, uint64_t *ret_index)
{
    uint64_t length = typed_array_length(t);
    if (js_key_is_index(key)) {
        *ret_index = js_key_index(key);
        return *ret_index < length ? 1 : 2;
    }
    if (js_key_is_symbol(key))
        return 0;
    JsString *s = js_string(key);
    uint16_t first = js_string_length(s) ? js_string_at(s, 0) : 0;
    if (first != '-' && first != 'I' && first != 'N' && !(first >= '0' && first <= '9'))
        return 0;
    double number = js_string_to_number(s);
    bool is_canonical = js_string_equals_ascii(s, "-0") || js_string_equals(js_string(js_double_to_string(number)), s);
    if (!is_canonical)
        return 0;
    if (!(number >= 0 && number < (double)length && number == floor(number)) || signbit(number))
        return 2;
    *ret_index = (uint64_t)number;
    return 1;
}

static int own_property(JsObject *o, JsKey key, JsDescriptor *ret)
{
    JsTypedArray *t = (JsTypedArray *)o;
    uint64_t i;
    int numeric = numeric_index(t, key, &i);
    if (numeric == 0)
        return js_ordinary_get_own_property(o, key, ret);
    if (numeric == 2)
        return 0;
    *ret = js_data_descriptor(typed_array_get(t, i), JS_DEFAULT_ATTRIBUTES);
    return 1;
}

static int has_property(JsObject *o, JsKey key)
{
    uint64_t i;
    int numeric = numeric_index((JsTypedArray *)o, key, &i);
    return numeric == 0 ? js_ordinary_has_property(o, key) : numeric == 1;
}

/* 10.4.5.16 TypedArraySetElement */
static int set_element(JsTypedArray *t, JsKey key, JsValue v)
{
    JsValue numeric = typed_array_to_numeric(typed_array_type(t), v);
    if (numeric == JS_EXCEPTION)
        return -1;
    uint64_t i;
    if (numeric_index(t, key, &i) == 1)
        typed_array_put(t, i, numeric);
    return 1;
}

static int define_own_property(JsObject *o, JsKey key, const JsDescriptor *d)
{
    uint64_t i;
    int numeric = numeric_index((JsTypedArray *)o, key, &i);
    if (numeric == 0)
        return js_ordinary_define_own_property(o, key, d);
    if (numeric == 2 || js_descriptor_is_accessor(d))
        return 0;
    if (((d->has & JS_HAS_CONFIGURABLE) && !(d->attributes & JS_CONFIGURABLE)) ||
        ((d->has & JS_HAS_ENUMERABLE) && !(d->attributes & JS_ENUMERABLE)) ||
        ((d->has & JS_HAS_WRITABLE) && !(d->attributes & JS_WRITABLE)))
        return 0;
    return d->has & JS_HAS_VALUE ? set_element((JsTypedArray *)o, key, d->value) : 1;
}

static JsValue get(JsObject *o, JsKey key, JsValue receiver)
{
    uint64_t i;
    int numeric = numeric_index((JsTypedArray *)o, key, &i);
    if (numeric == 0)
        return js_ordinary_get(o, key, receiver);
    return numeric == 1 ? typed_array_get((JsTypedArray *)o, i) : JS_UNDEFINED;
}

static int set(JsObject *o, JsKey key, JsValue v, JsValue receiver)
{
    uint64_t i;
    int numeric = numeric_index((JsTypedArray *)o, key, &i);
    if (numeric == 0)
        return js_ordinary_set(o, key, v, receiver);
    if (receiver == js_value(o))
        return set_element((JsTypedArray *)o, key, v);
    return numeric == 1 ? js_ordinary_set(o, key, v, receiver) : 1;
}

static int delete_property(JsObject *o, JsKey key)
{
    uint64_t i;
    int numeric = numeric_index((JsTypedArray *)o, key, &i);
    return numeric == 0 ? js_ordinary_delete(o, key) : numeric == 2;
}

static int own_property_keys(JsObject *o, JsList *ret)
{
    uint64_t length = typed_array_length((JsTypedArray *)o);
    for (uint64_t i = 0; i < length; i++) {
        js_list_push(ret, js_key_from_double((double)i));
        js_charge_round(i, 4);
    }
    return js_ordinary_own_property_keys(o, ret);
}

static int prevent_extensions(JsObject *o)
{
    JsTypedArray *t = (JsTypedArray *)o;
    if (t->length == JS_LENGTH_TRACKING || (t->buffer->flags & (JS_BUFFER_RESIZABLE | JS_BUFFER_SHARED)) == JS_BUFFER_RESIZABLE)
        return 0;
    return js_ordinary_prevent_extensions(o);
}

static const JsInternalMethods typed_array_methods = {
    .get_own_property = own_property, .define_own_property = define_own_property, .has_property = has_property,
    .get = get, .set = set, .delete_property = delete_property, .own_property_keys = own_property_keys,
    .prevent_extensions = prevent_extensions,
};

/* ---- making */

JsTypedArray *typed_array_new_view(JsElementType type, JsArrayBuffer *buffer, uint64_t byte_offset, uint64_t length,
                                   JsObject *prototype)
{
    if (!prototype)
        prototype = js_realm->intrinsics[prototype_intrinsic(type)];
    JsTypedArray *t = js_new_object_of_kind(JS_KIND_TYPED_ARRAY, sizeof *t, prototype, JS_EXOTIC);
    t->object.cell.aux = (uint16_t)type;
    t->buffer = buffer;
    t->byte_offset = byte_offset;
    t->length = length;
    return t;
}

JsTypedArray *typed_array_new(JsElementType type, double length, JsObject *prototype)
{
    if (length * typed_array_element_sizes[type] > ARRAY_BUFFER_MAX) {
        js_throw_range_error("Invalid typed array length: %f", length);
        return NULL;
    }
    JsArrayBuffer *buffer = array_buffer_new(length * typed_array_element_sizes[type], -1, NULL);
    return buffer ? typed_array_new_view(type, buffer, 0, (uint64_t)length, prototype) : NULL;
}

JsTypedArray *typed_array_validate(JsValue v, const char *method)
{
    JsTypedArray *t = typed_array_of(v);
    if (!t) {
        js_throw_type_error("this is not a typed array.");
        return NULL;
    }
    if (typed_array_is_out_of_bounds(t, typed_array_element_size(t))) {
        js_throw_type_error("Cannot perform %%TypedArray%%.prototype.%s on a detached ArrayBuffer", method);
        return NULL;
    }
    return t;
}

JsTypedArray *typed_array_create(JsValue constructor, uint32_t argc, JsValue *argv, double min_length, const char *method)
{
    JsValue made = js_construct(constructor, constructor, argc, argv);
    JsTypedArray *t = made == JS_EXCEPTION ? NULL : typed_array_validate(made, method);
    if (t && (double)typed_array_length(t) < min_length) {
        js_throw_type_error("Derived TypedArray constructor created an array which was too small");
        return NULL;
    }
    return t;
}

JsTypedArray *typed_array_species_create(JsTypedArray *exemplar, uint32_t argc, JsValue *argv, double min_length,
                                         const char *method)
{
    JsElementType type = typed_array_type(exemplar);
    JsValue default_constructor = js_value(js_realm->intrinsics[constructor_intrinsic(type)]);
    JsValue constructor = js_species_constructor(&exemplar->object, default_constructor);
    if (constructor == JS_EXCEPTION)
        return NULL;
    JsTypedArray *t = typed_array_create(constructor, argc, argv, min_length, method);
    if (t && typed_array_is_bigint(typed_array_type(t)) != typed_array_is_bigint(type)) {
        js_throw_type_error("Content type of source and created typed arrays differ");
        return NULL;
    }
    return t;
}

/* ---- constructors 23.2.5.1 */

/* 23.2.5.1.2 InitializeTypedArrayFromTypedArray */
static JsTypedArray *from_typed_array(JsElementType type, JsTypedArray *source, JsObject *prototype)
{
    if (typed_array_is_out_of_bounds(source, typed_array_element_size(source))) {
        js_throw_type_error("Cannot perform Construct on a detached ArrayBuffer");
        return NULL;
    }
    uint64_t length = typed_array_length(source);
    JsTypedArray *t = typed_array_new(type, (double)length, prototype);
    if (!t)
        return NULL;
    JsElementType from = typed_array_type(source);
    if (typed_array_is_bigint(from) != typed_array_is_bigint(type)) {
        js_throw_type_error("Cannot mix BigInt and other types, use explicit conversions");
        return NULL;
    }
    if (from == type) {
        heap_copy(t->buffer->data, element_address(source, 0), length * typed_array_element_size(t));
        return t;
    }
    for (uint64_t i = 0; i < length; i++) {
        typed_array_put(t, i, typed_array_get(source, i));
        js_charge_round(i, 5);
    }
    return t;
}

/* 23.2.5.1.3 InitializeTypedArrayFromArrayBuffer */
static JsTypedArray *from_buffer(JsElementType type, JsArrayBuffer *buffer, JsValue offset_value, JsValue length_value,
                                 JsObject *prototype)
{
    double size = typed_array_element_sizes[type], offset, length = 0;
    const char *name = typed_array_names[type];
    if (js_to_index(offset_value, &offset) < 0)
        return NULL;
    if (fmod(offset, size) != 0) {
        js_throw_range_error("start offset of %s should be a multiple of %d", name, (int)size);
        return NULL;
    }
    bool has_length = length_value != JS_UNDEFINED;
    if (has_length && js_to_index(length_value, &length) < 0)
        return NULL;
    if (array_buffer_is_detached(buffer)) {
        js_throw_type_error("Cannot perform Construct on a detached ArrayBuffer");
        return NULL;
    }
    double bytes = (double)buffer->byte_length;
    if (!has_length && (buffer->flags & JS_BUFFER_RESIZABLE)) {
        if (offset > bytes) {
            js_throw_range_error("Start offset %f is outside the bounds of the buffer", offset);
            return NULL;
        }
        return typed_array_new_view(type, buffer, (uint64_t)offset, JS_LENGTH_TRACKING, prototype);
    }
    if (!has_length && fmod(bytes, size) != 0) {
        js_throw_range_error("byte length of %s should be a multiple of %d", name, (int)size);
        return NULL;
    }
    if (!has_length && offset > bytes) {
        js_throw_range_error("Start offset %f is outside the bounds of the buffer", offset);
        return NULL;
    }
    if (has_length && offset + length * size > bytes) {
        js_throw_range_error("Invalid typed array length: %f", length);
        return NULL;
    }
    if (!has_length)
        length = (bytes - offset) / size;
    return typed_array_new_view(type, buffer, (uint64_t)offset, (uint64_t)length, prototype);
}

static JsTypedArray *from_list(JsElementType type, const JsValue *values, uint32_t count, JsObject *prototype)
{
    JsTypedArray *t = typed_array_new(type, count, prototype);
    for (uint32_t i = 0; t && i < count; i++) {
        JsValue numeric = typed_array_to_numeric(type, values[i]);
        if (numeric == JS_EXCEPTION)
            return NULL;
        if (i < typed_array_length(t))
            typed_array_put(t, i, numeric);
        js_charge_round(i, 5);
    }
    return t;
}

/* 23.2.5.1.5 InitializeTypedArrayFromArrayLike */
static JsTypedArray *from_array_like(JsElementType type, JsObject *source, JsObject *prototype)
{
    double length;
    if (js_length_of_array_like(source, &length) < 0)
        return NULL;
    JsTypedArray *t = typed_array_new(type, length, prototype);
    for (double i = 0; t && i < length; i++) {
        JsValue v = js_get_index(source, i);
        JsValue numeric = v == JS_EXCEPTION ? v : typed_array_to_numeric(type, v);
        if (numeric == JS_EXCEPTION)
            return NULL;
        if (i < (double)typed_array_length(t))
            typed_array_put(t, (uint64_t)i, numeric);
        js_charge(8);
    }
    return t;
}

static JsTypedArray *from_object(JsElementType type, JsValue source, JsObject *prototype)
{
    JsValue method = js_get_method(source, JS_SYM(iterator));
    if (method == JS_EXCEPTION)
        return NULL;
    if (method == JS_UNDEFINED)
        return from_array_like(type, js_object(source), prototype);
    JsIterator it;
    if (js_iterator_open_method(&it, source, method) < 0)
        return NULL;
    JsList values = { 0 };
    for (;;) {
        JsValue v = js_iterator_step(&it);
        if (v == JS_EXCEPTION)
            return NULL;
        if (v == JS_EMPTY)
            return from_list(type, values.values, values.length, prototype);
        js_list_push(&values, v);
        js_charge(4);
    }
}

static JsValue construct_typed_array(JsElementType type, JsValue new_target, uint32_t argc, JsValue *argv)
{
    JsValue first = arg(0);
    if (!js_is_object(first)) {
        double length;
        TRY_INT(js_to_index(first, &length));
        JsObject *prototype = TRY_PTR(js_get_prototype_from_constructor(new_target, prototype_intrinsic(type)));
        return js_value(TRY_PTR(typed_array_new(type, length, prototype)));
    }
    JsObject *prototype = TRY_PTR(js_get_prototype_from_constructor(new_target, prototype_intrinsic(type)));
    if (typed_array_of(first))
        return js_value(TRY_PTR(from_typed_array(type, typed_array_of(first), prototype)));
    if (array_buffer_of(first))
        return js_value(TRY_PTR(from_buffer(type, array_buffer_of(first), arg(1), arg(2), prototype)));
    return js_value(TRY_PTR(from_object(type, first, prototype)));
}

#define TYPED_ARRAY_CONSTRUCTOR(name, type) \
    JS_CONSTRUCTOR_BUILTIN(name) \
    { \
        (void)callee; \
        return construct_typed_array(type, new_target, argc, argv); \
    }
TYPED_ARRAY_CONSTRUCTOR(int8_array_construct, JS_INT8)
TYPED_ARRAY_CONSTRUCTOR(uint8_array_construct, JS_UINT8)
TYPED_ARRAY_CONSTRUCTOR(uint8_clamped_array_construct, JS_UINT8_CLAMPED)
TYPED_ARRAY_CONSTRUCTOR(int16_array_construct, JS_INT16)
TYPED_ARRAY_CONSTRUCTOR(uint16_array_construct, JS_UINT16)
TYPED_ARRAY_CONSTRUCTOR(int32_array_construct, JS_INT32)
TYPED_ARRAY_CONSTRUCTOR(uint32_array_construct, JS_UINT32)
TYPED_ARRAY_CONSTRUCTOR(bigint64_array_construct, JS_BIGINT64)
TYPED_ARRAY_CONSTRUCTOR(biguint64_array_construct, JS_BIGUINT64)
TYPED_ARRAY_CONSTRUCTOR(float16_array_construct, JS_FLOAT16)
TYPED_ARRAY_CONSTRUCTOR(float32_array_construct, JS_FLOAT32)
TYPED_ARRAY_CONSTRUCTOR(float64_array_construct, JS_FLOAT64)

static JsConstructEntry *const constructs[JS_ELEMENT_TYPE_COUNT] = {
    int8_array_construct,  uint8_array_construct,    uint8_clamped_array_construct, int16_array_construct,
    uint16_array_construct, int32_array_construct,   uint32_array_construct,        bigint64_array_construct,
    biguint64_array_construct, float16_array_construct, float32_array_construct,    float64_array_construct,
};

/* 23.2.1.1 %TypedArray% ( ) */
JS_CONSTRUCTOR_BUILTIN(typed_array_abstract)
{
    (void)callee, (void)new_target, (void)argc, (void)argv;
    return js_throw_type_error("Abstract class TypedArray not directly constructable");
}

/* 23.2.2.1 %TypedArray%.from ( source [ , mapper [ , thisArg ] ] ) */
JS_BUILTIN(typed_array_from)
{
    (void)callee;
    if (!js_is_constructor(this_value))
        return js_throw_type_error("%v is not a constructor", this_value);
    JsValue mapper = arg(1);
    if (mapper != JS_UNDEFINED && !js_is_callable(mapper))
        return js_throw_type_error("%v is not a function", mapper);
    JsList values = { 0 };
    JsObject *array_like = NULL;
    double length = 0;
    JsValue method = TRY(js_get_method(arg(0), JS_SYM(iterator)));
    if (method != JS_UNDEFINED) {
        JsIterator it;
        TRY_INT(js_iterator_open_method(&it, arg(0), method));
        for (JsValue v; (v = TRY(js_iterator_step(&it))) != JS_EMPTY; length++)
            js_list_push(&values, v);
    } else {
        array_like = TRY_PTR(js_to_object(arg(0)));
        TRY_INT(js_length_of_array_like(array_like, &length));
    }
    JsValue count = js_number(length);
    JsTypedArray *t = TRY_PTR(typed_array_create(this_value, 1, &count, length, "from"));
    for (double i = 0; i < length; i++) {
        JsValue v = array_like ? TRY(js_get_index(array_like, i)) : values.values[(uint32_t)i];
        if (mapper != JS_UNDEFINED) {
            JsValue mapped[] = { v, js_number(i) };
            v = TRY(js_call(mapper, arg(2), 2, mapped));
        }
        TRY_INT(js_set_index(&t->object, i, v));
        js_charge(8);
    }
    return js_value(t);
}

/* 23.2.2.2 %TypedArray%.of ( ...items ) */
JS_BUILTIN(typed_array_of_items)
{
    (void)callee;
    if (!js_is_constructor(this_value))
        return js_throw_type_error("%v is not a constructor", this_value);
    JsValue count = js_uint(argc);
    JsTypedArray *t = TRY_PTR(typed_array_create(this_value, 1, &count, argc, "of"));
    for (uint32_t i = 0; i < argc; i++)
        TRY_INT(js_set_index(&t->object, i, argv[i]));
    return js_value(t);
}

static const JsBuiltin typed_array_static_rows[] = {
    JS_METHOD("from", typed_array_from, 1, "23.2.2.1"),
    JS_METHOD("of", typed_array_of_items, 0, "23.2.2.2"),
    JS_SPECIES("23.2.2.4"),
};

static void install_type(JsElementType type, JsFunction *parent)
{
    JsBuiltin size = JS_NUMBER_CONSTANT("BYTES_PER_ELEMENT", typed_array_element_sizes[type], "23.2.6.1");
    JsObject *prototype = js_new_plain(JS_INTRINSIC(TYPED_ARRAY_PROTOTYPE));
    js_install_builtins(prototype, &size, 1);
    JsFunction *constructor = js_new_builtin_constructor(typed_array_names[type], 3, js_call_requires_new, constructs[type],
                                                         &parent->object, prototype);
    js_install_builtins(&constructor->object, &size, 1);
    js_realm->intrinsics[prototype_intrinsic(type)] = prototype;
    js_realm->intrinsics[constructor_intrinsic(type)] = &constructor->object;
    js_define_global(typed_array_names[type], js_value(constructor));
}

/* For array iterators, 23.1.5.1: throws and gives -1 when out of bounds. */
static double length_for_iterator(JsObject *o)
{
    JsTypedArray *t = typed_array_validate(js_value(o), "next");
    return t ? (double)typed_array_length(t) : -1;
}

/* Sites of `.length` know the getter of the first realm; those of others are called. */
static void note_length_getter(JsObject *prototype)
{
    JsDescriptor length;
    if (js_realm != js_first_realm)
        return;
    js_get_own_property(prototype, JS_ATOM(length), &length);
    js_add_roots(&js_typed_length_getter, &js_typed_length_getter + 1);
    js_typed_length_getter = length.get;
}

void realm_install_typed_arrays(void)
{
    js_typed_array_length_hook = length_for_iterator;
    js_register_kind(JS_KIND_TYPED_ARRAY, &typed_array_methods);
    JsObject *prototype = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    JS_INTRINSIC(TYPED_ARRAY_PROTOTYPE) = prototype;
    js_install_builtins(prototype, typed_array_method_rows, typed_array_method_row_count);
    note_length_getter(prototype);
    js_put_own(prototype, JS_SYM(iterator), js_get(prototype, js_key_from_ascii("values")), JS_HIDDEN_ATTRIBUTES);
    js_put_own(prototype, JS_ATOM(toString), js_get(JS_INTRINSIC(ARRAY_PROTOTYPE), JS_ATOM(toString)), JS_HIDDEN_ATTRIBUTES);
    JsFunction *abstract =
        js_new_builtin_constructor("TypedArray", 0, js_call_requires_new, typed_array_abstract, NULL, prototype);
    js_install_builtins(&abstract->object, typed_array_static_rows, JS_COUNT(typed_array_static_rows));
    JS_INTRINSIC(TYPED_ARRAY) = &abstract->object;
    for (int type = 0; type < JS_ELEMENT_TYPE_COUNT; type++)
        install_type((JsElementType)type, abstract);
}
