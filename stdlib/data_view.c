/* DataView, ECMA-262 25.3: reads and writes of numbers at any byte, in either order. Laid out as a typed array of bytes. */
#include "stdlib/typed_array.h"

static JsTypedArray *this_view(JsValue this_value, const char *method)
{
    if (js_is_kind(this_value, JS_KIND_DATA_VIEW))
        return (JsTypedArray *)js_cell(this_value);
    js_throw_type_error("Method DataView.prototype.%s called on incompatible receiver %v", method, this_value);
    return NULL;
}

/* As this_view; TypeError when the view is out of bounds (25.3.1.3). */
static JsTypedArray *this_bounded(JsValue this_value, const char *method)
{
    JsTypedArray *view = this_view(this_value, method);
    if (view && typed_array_is_out_of_bounds(view, 1)) {
        js_throw_type_error("Cannot perform DataView.prototype.%s on a detached ArrayBuffer", method);
        return NULL;
    }
    return view;
}

/* 25.3.2.1 DataView ( buffer [ , byteOffset [ , byteLength ] ] ) */
JS_CONSTRUCTOR_BUILTIN(data_view_construct)
{
    (void)callee;
    JsArrayBuffer *buffer = array_buffer_of(arg(0));
    if (!buffer)                                                                             /* 2 */
        return js_throw_type_error("First argument to DataView constructor must be an ArrayBuffer");
    double offset = TRY_INDEX(arg(1)), length = 0;                                           /* 3 */
    if (array_buffer_is_detached(buffer))                                                    /* 4 */
        return js_throw_type_error("Cannot perform DataView on a detached ArrayBuffer");
    if (offset > (double)buffer->byte_length)                                                /* 6 */
        return js_throw_range_error("Start offset %f is outside the bounds of the buffer", offset);
    bool has_length = arg(2) != JS_UNDEFINED;
    if (has_length) {                                                                        /* 9 */
        length = TRY_INDEX(argv[2]);
        if (offset + length > (double)buffer->byte_length)
            return js_throw_range_error("Invalid DataView length %f", length);
    }
    JsObject *prototype = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_DATA_VIEW_PROTOTYPE)); /* 10 */
    if (array_buffer_is_detached(buffer))                                                    /* 11 */
        return js_throw_type_error("Cannot perform DataView on a detached ArrayBuffer");
    if (offset + length > (double)buffer->byte_length)                                       /* 12-14 */
        return js_throw_range_error("Invalid DataView length %f", length);
    JsTypedArray *view = js_new_object_of_kind(JS_KIND_DATA_VIEW, sizeof *view, prototype, 0);
    view->buffer = buffer;
    view->byte_offset = (uint64_t)offset;
    view->length = has_length                                ? (uint64_t)length
                   : buffer->flags & JS_BUFFER_RESIZABLE ? JS_LENGTH_TRACKING
                                                             : buffer->byte_length - (uint64_t)offset;
    return js_value(view);
}

JS_BUILTIN(get_buffer)
{
    (void)callee, (void)argc, (void)argv;
    return js_value(TRY_PTR(this_view(this_value, "buffer"))->buffer);
}

JS_BUILTIN(get_byte_length)
{
    (void)callee, (void)argc, (void)argv;
    return js_number((double)typed_array_length_by(TRY_PTR(this_bounded(this_value, "byteLength")), 1));
}

JS_BUILTIN(get_byte_offset)
{
    (void)callee, (void)argc, (void)argv;
    return js_number((double)TRY_PTR(this_bounded(this_value, "byteOffset"))->byte_offset);
}

/* The address of `size` bytes at request_index, NULL with an exception (25.3.1.5 steps 6-12). */
static uint8_t *view_bytes(JsValue this_value, double index, uint64_t size, const char *method)
{
    JsTypedArray *view = this_bounded(this_value, method);
    if (!view)
        return NULL;
    if (index + (double)size > (double)typed_array_length_by(view, 1)) {
        js_throw_range_error("Offset is outside the bounds of the DataView");
        return NULL;
    }
    return view->buffer->data + view->byte_offset + (uint64_t)index;
}

static void copy_in_order(uint8_t *to, const uint8_t *from, uint64_t size, bool is_little_endian)
{
    for (uint64_t i = 0; i < size; i++)
        to[i] = from[is_little_endian ? i : size - 1 - i];
}

/* ToIndex, with the words that V8 has here. */
static int view_index(JsValue v, double *ret_index)
{
    if (js_to_integer_or_infinity(v, ret_index) < 0)
        return -1;
    if (*ret_index >= 0 && *ret_index <= 9007199254740991.0)
        return 1;
    js_throw_range_error("Offset is outside the bounds of the DataView");
    return -1;
}

/* 25.3.1.5 GetViewValue */
static JsValue get_value(JsValue this_value, uint32_t argc, JsValue *argv, JsElementType type, const char *method)
{
    TRY_PTR(this_view(this_value, method));
    double index;
    TRY_INT(view_index(arg(0), &index));
    uint64_t size = typed_array_element_sizes[type];
    uint8_t bytes[8], *at = TRY_PTR(view_bytes(this_value, index, size, method));
    copy_in_order(bytes, at, size, js_to_boolean(arg(1)));
    return element_read(bytes, type);
}

/* 25.3.1.6 SetViewValue */
static JsValue set_value(JsValue this_value, uint32_t argc, JsValue *argv, JsElementType type, const char *method)
{
    JsTypedArray *view = TRY_PTR(this_view(this_value, method));
    double index;
    TRY_INT(view_index(arg(0), &index));
    JsValue numeric = TRY(typed_array_to_numeric(type, arg(1)));
    uint64_t size = typed_array_element_sizes[type];
    uint8_t bytes[8];
    TRY_PTR(view_bytes(this_value, index, size, method));
    element_write(bytes, type, numeric);
    array_buffer_touch(view->buffer, view->byte_offset + (uint64_t)index, size);
    uint8_t *at = TRY_PTR(view_bytes(this_value, index, size, method));
    copy_in_order(at, bytes, size, js_to_boolean(arg(2)));
    return JS_UNDEFINED;
}

/* DATA_VIEW_TYPE(suffix, element type, clause of get, clause of set) */
#define DATA_VIEW_TYPES(DATA_VIEW_TYPE) \
    DATA_VIEW_TYPE(BigInt64, JS_BIGINT64, "25.3.4.5", "25.3.4.16") \
    DATA_VIEW_TYPE(BigUint64, JS_BIGUINT64, "25.3.4.6", "25.3.4.17") \
    DATA_VIEW_TYPE(Float16, JS_FLOAT16, "25.3.4.7", "25.3.4.18") \
    DATA_VIEW_TYPE(Float32, JS_FLOAT32, "25.3.4.8", "25.3.4.19") \
    DATA_VIEW_TYPE(Float64, JS_FLOAT64, "25.3.4.9", "25.3.4.20") \
    DATA_VIEW_TYPE(Int8, JS_INT8, "25.3.4.10", "25.3.4.21") \
    DATA_VIEW_TYPE(Int16, JS_INT16, "25.3.4.11", "25.3.4.22") \
    DATA_VIEW_TYPE(Int32, JS_INT32, "25.3.4.12", "25.3.4.23") \
    DATA_VIEW_TYPE(Uint8, JS_UINT8, "25.3.4.13", "25.3.4.24") \
    DATA_VIEW_TYPE(Uint16, JS_UINT16, "25.3.4.14", "25.3.4.25") \
    DATA_VIEW_TYPE(Uint32, JS_UINT32, "25.3.4.15", "25.3.4.26")

#define DATA_VIEW_METHODS(suffix, type, get_clause, set_clause) \
    JS_BUILTIN(get_##suffix) \
    { \
        (void)callee; \
        return get_value(this_value, argc, argv, type, "get" #suffix); \
    } \
    JS_BUILTIN(set_##suffix) \
    { \
        (void)callee; \
        return set_value(this_value, argc, argv, type, "set" #suffix); \
    }
DATA_VIEW_TYPES(DATA_VIEW_METHODS)

static const JsBuiltin data_view_rows[] = {
    JS_GETTER("buffer", get_buffer, "25.3.4.1"),
    JS_GETTER("byteLength", get_byte_length, "25.3.4.2"),
    JS_GETTER("byteOffset", get_byte_offset, "25.3.4.3"),
#define DATA_VIEW_ROWS(suffix, type, get_clause, set_clause) \
    JS_METHOD("get" #suffix, get_##suffix, 1, get_clause), JS_METHOD("set" #suffix, set_##suffix, 2, set_clause),
    DATA_VIEW_TYPES(DATA_VIEW_ROWS)
    JS_STRING_CONSTANT("@@toStringTag", "DataView", "25.3.4.27"),
};

void realm_install_data_view(void)
{
    JsObject *prototype = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    JS_INTRINSIC(DATA_VIEW_PROTOTYPE) = prototype;
    js_install_builtins(prototype, data_view_rows, JS_COUNT(data_view_rows));
    JsFunction *constructor =
        js_new_builtin_constructor("DataView", 1, js_call_requires_new, data_view_construct, NULL, prototype);
    js_define_global("DataView", js_value(constructor));
}
