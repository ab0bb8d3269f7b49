/* ArrayBuffer, ECMA-262 25.1: fixed, resizable and detachable blocks of bytes. */
#include "stdlib/array_buffer.h"

#include "heap/heap.h"

#include "stdlib/typed_array.h"

/* ---- the block */

static uint8_t *allocate_bytes(size_t length)
{
    JsCell *cell = js_alloc(sizeof(JsCell) + ((length + 7) & ~(size_t)7), false);
    *cell = (JsCell){ .kind = JS_KIND_INTERNAL };
    heap_clear(cell + 1, length);
    js_charge((uint32_t)(length / 16));
    return (uint8_t *)(cell + 1);
}

JsValue array_buffer_check_max(double byte_length, double max_byte_length)
{
    bool is_above = max_byte_length >= 0 && byte_length > max_byte_length;
    return is_above ? js_throw_range_error("Invalid array buffer max length") : JS_UNDEFINED;
}

JsArrayBuffer *array_buffer_new(double byte_length, double max_byte_length, JsObject *prototype)
{
    TRY_OR(NULL, array_buffer_check_max(byte_length, max_byte_length));
    if (byte_length > ARRAY_BUFFER_MAX || max_byte_length > ARRAY_BUFFER_MAX) {
        js_throw_range_error("Array buffer allocation failed");
        return NULL;
    }
    uint8_t *data = allocate_bytes((size_t)byte_length);
    JsArrayBuffer *b = js_new_object_of_kind(JS_KIND_ARRAY_BUFFER, sizeof *b, prototype ? prototype : JS_INTRINSIC(ARRAY_BUFFER_PROTOTYPE), 0);
    b->data = data;
    b->byte_length = (uint64_t)byte_length;
    b->max_byte_length = (uint64_t)(max_byte_length >= 0 ? max_byte_length : byte_length);
    b->flags = max_byte_length >= 0 ? JS_BUFFER_RESIZABLE : 0;
    return b;
}

JsArrayBuffer *array_buffer_from_bytes(const void *bytes, size_t length)
{
    JsArrayBuffer *b = array_buffer_new((double)length, -1, NULL);
    if (b && length)
        heap_copy(b->data, bytes, length);
    return b;
}

void array_buffer_touch_shared(JsArrayBuffer *b, uint64_t offset, uint64_t length)
{
    JsCell *block = (JsCell *)(void *)b->data - 1;
    if (length == 0 || !(block->flags & JS_SHARED))
        return; /* nothing, or the agent's own copy */
    if (journal_prefers_copy(length / 8)) {
        uint8_t *own = allocate_bytes(b->byte_length);
        heap_copy(own, b->data, b->byte_length);
        js_store(b, (JsValue *)(void *)&b->data, (JsValue)(uintptr_t)own);
        return;
    }
    for (uint64_t word = offset & ~7ull; word < offset + length; word += 8)
        js_journal_record(b->data + word);
}

static void store_word(JsArrayBuffer *b, uint64_t *word, uint64_t value)
{
    js_store(b, (JsValue *)word, value);
}

void array_buffer_detach(JsArrayBuffer *b)
{
    store_word(b, &b->byte_length, 0);
    store_word(b, &b->max_byte_length, 0);
    store_word(b, &b->flags, b->flags | JS_BUFFER_DETACHED);
}

void array_buffer_set_length(JsArrayBuffer *b, uint64_t length)
{
    if (length > b->byte_length) {
        uint8_t *grown = allocate_bytes(length);
        heap_copy(grown, b->data, b->byte_length);
        store_word(b, (uint64_t *)&b->data, (uint64_t)(uintptr_t)grown);
    }
    store_word(b, &b->byte_length, length);
}

bool array_buffer_source(JsValue v, uint8_t **ret_bytes, size_t *ret_length)
{
    JsArrayBuffer *b = array_buffer_of(v);
    if (b) {
        *ret_bytes = b->data;
        *ret_length = b->byte_length;
        return true;
    }
    if (!js_is_kind(v, JS_KIND_TYPED_ARRAY) && !js_is_kind(v, JS_KIND_DATA_VIEW))
        return false;
    JsTypedArray *view = (JsTypedArray *)js_cell(v);
    uint64_t size = js_is_kind(v, JS_KIND_DATA_VIEW) ? 1 : typed_array_element_size(view);
    *ret_bytes = view->buffer->data + view->byte_offset;
    *ret_length = typed_array_length_by(view, size) * size;
    return true;
}

/* ---- the class */

static JsArrayBuffer *this_buffer(JsValue this_value, const char *method)
{
    JsArrayBuffer *b = array_buffer_of(this_value);
    if (b && !(b->flags & JS_BUFFER_SHARED))
        return b;
    js_throw_type_error("Method ArrayBuffer.prototype.%s called on incompatible receiver %v", method, this_value);
    return NULL;
}

static JsArrayBuffer *this_attached(JsValue this_value, const char *method)
{
    JsArrayBuffer *b = this_buffer(this_value, method);
    if (b && array_buffer_is_detached(b)) {
        js_throw_type_error("Cannot perform ArrayBuffer.prototype.%s on a detached ArrayBuffer", method);
        return NULL;
    }
    return b;
}

/* 25.1.4.1 ArrayBuffer ( length [ , options ] ) */
JS_CONSTRUCTOR_BUILTIN(array_buffer_construct)
{
    (void)callee;
    double length, max = -1;
    TRY_INT(js_to_index(arg(0), &length));                                                  /* 2 */
    if (js_is_object(arg(1))) {                                                             /* 3 */
        JsValue option = TRY(js_get(js_object(argv[1]), js_key_from_ascii("maxByteLength")));
        if (option != JS_UNDEFINED)
            TRY_INT(js_to_index(option, &max));
    }
    TRY(array_buffer_check_max(length, max));                                               /* 4 */
    JsObject *prototype = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_ARRAY_BUFFER_PROTOTYPE));
    return js_value(TRY_PTR(array_buffer_new(length, max, prototype)));
}

/* 25.1.5.1 ArrayBuffer.isView ( arg ) */
JS_BUILTIN(array_buffer_is_view)
{
    (void)callee, (void)this_value;
    return js_boolean(js_is_kind(arg(0), JS_KIND_TYPED_ARRAY) || js_is_kind(arg(0), JS_KIND_DATA_VIEW));
}

JS_BUILTIN(array_buffer_byte_length)
{
    (void)callee, (void)argc, (void)argv;
    return js_number((double)TRY_PTR(this_buffer(this_value, "byteLength"))->byte_length);
}

JS_BUILTIN(array_buffer_max_byte_length)
{
    (void)callee, (void)argc, (void)argv;
    return js_number((double)TRY_PTR(this_buffer(this_value, "maxByteLength"))->max_byte_length);
}

JS_BUILTIN(array_buffer_resizable)
{
    (void)callee, (void)argc, (void)argv;
    return js_boolean(TRY_PTR(this_buffer(this_value, "resizable"))->flags & JS_BUFFER_RESIZABLE);
}

JS_BUILTIN(array_buffer_detached)
{
    (void)callee, (void)argc, (void)argv;
    return js_boolean(array_buffer_is_detached(TRY_PTR(this_buffer(this_value, "detached"))));
}

/* 25.1.6.6 ArrayBuffer.prototype.resize ( newLength ) */
JS_BUILTIN(array_buffer_resize)
{
    (void)callee;
    JsArrayBuffer *b = TRY_PTR(this_buffer(this_value, "resize"));
    if (!(b->flags & JS_BUFFER_RESIZABLE))                                                  /* 2 */
        return js_throw_type_error("Method ArrayBuffer.prototype.resize called on incompatible receiver %v", this_value);
    double length;
    TRY_INT(js_to_index(arg(0), &length));                                                  /* 4 */
    TRY_PTR(this_attached(this_value, "resize"));                                           /* 5 */
    if (length > (double)b->max_byte_length)                                                /* 6 */
        return js_throw_range_error("ArrayBuffer.prototype.resize: Invalid length parameter");
    array_buffer_set_length(b, (uint64_t)length);
    return JS_UNDEFINED;
}

/* 25.1.6.7 ArrayBuffer.prototype.slice ( start, end ) */
JS_BUILTIN(array_buffer_slice)
{
    (void)callee;
    JsArrayBuffer *b = TRY_PTR(this_attached(this_value, "slice"));
    double length = (double)b->byte_length, first, last;
    TRY_INT(js_to_relative_index(arg(0), length, 0, &first));                               /* 6-9 */
    TRY_INT(js_to_relative_index(arg(1), length, length, &last));                           /* 10-13 */
    double count = last > first ? last - first : 0;                                         /* 14 */
    JsValue constructor = TRY(js_species_constructor(&b->object, js_value(JS_INTRINSIC(ARRAY_BUFFER)))); /* 15 */
    JsValue size = js_number(count);
    JsValue made = TRY(js_construct(constructor, constructor, 1, &size));                   /* 16 */
    JsArrayBuffer *copy = TRY_PTR(this_attached(made, "slice"));                            /* 17-19 */
    if (copy == b)                                                                          /* 20 */
        return js_throw_type_error("ArrayBuffer subclass returned this from species constructor");
    if ((double)copy->byte_length < count)                                                  /* 21 */
        return js_throw_type_error("Species constructor returned a too small ArrayBuffer");
    TRY_PTR(this_attached(this_value, "slice"));                                            /* 23 */
    uint64_t from = (uint64_t)first, available = b->byte_length > from ? b->byte_length - from : 0;
    uint64_t moved = (uint64_t)count < available ? (uint64_t)count : available;
    array_buffer_touch(copy, 0, moved);
    if (moved)
        heap_copy(copy->data, b->data + from, moved);
    return made;
}

/* 25.1.3.2 ArrayBufferCopyAndDetach */
static JsValue transfer(JsValue this_value, JsValue new_length, bool keeps_resizability, const char *method)
{
    JsArrayBuffer *b = TRY_PTR(this_buffer(this_value, method));
    double length = (double)b->byte_length;
    if (new_length != JS_UNDEFINED)
        TRY_INT(js_to_index(new_length, &length));
    TRY_PTR(this_attached(this_value, method));
    bool is_resizable = keeps_resizability && (b->flags & JS_BUFFER_RESIZABLE);
    JsArrayBuffer *made = TRY_PTR(array_buffer_new(length, is_resizable ? (double)b->max_byte_length : -1, NULL));
    uint64_t moved = b->byte_length < made->byte_length ? b->byte_length : made->byte_length;
    if (moved)
        heap_copy(made->data, b->data, moved);
    array_buffer_detach(b);
    return js_value(made);
}

JS_BUILTIN(array_buffer_transfer)
{
    (void)callee;
    return transfer(this_value, arg(0), true, "transfer");
}

JS_BUILTIN(array_buffer_transfer_to_fixed_length)
{
    (void)callee;
    return transfer(this_value, arg(0), false, "transferToFixedLength");
}

static const JsBuiltin array_buffer_prototype_rows[] = {
    JS_GETTER("byteLength", array_buffer_byte_length, "25.1.6.1"),
    JS_GETTER("detached", array_buffer_detached, "25.1.6.3"),
    JS_GETTER("maxByteLength", array_buffer_max_byte_length, "25.1.6.4"),
    JS_GETTER("resizable", array_buffer_resizable, "25.1.6.5"),
    JS_METHOD("resize", array_buffer_resize, 1, "25.1.6.6"),
    JS_METHOD("slice", array_buffer_slice, 2, "25.1.6.7"),
    JS_METHOD("transfer", array_buffer_transfer, 0, "25.1.6.8"),
    JS_METHOD("transferToFixedLength", array_buffer_transfer_to_fixed_length, 0, "25.1.6.9"),
    JS_STRING_CONSTANT("@@toStringTag", "ArrayBuffer", "25.1.6.10"),
};
static const JsBuiltin array_buffer_rows[] = {
    JS_METHOD("isView", array_buffer_is_view, 1, "25.1.5.1"),
    JS_SPECIES("25.1.5.3"),
};

void realm_install_array_buffer(void)
{
    JsObject *prototype = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    JS_INTRINSIC(ARRAY_BUFFER_PROTOTYPE) = prototype;
    js_install_builtins(prototype, array_buffer_prototype_rows, JS_COUNT(array_buffer_prototype_rows));
    JsFunction *constructor =
        js_new_builtin_constructor("ArrayBuffer", 1, js_call_requires_new, array_buffer_construct, NULL, prototype);
    js_install_builtins(&constructor->object, array_buffer_rows, JS_COUNT(array_buffer_rows));
    JS_INTRINSIC(ARRAY_BUFFER) = &constructor->object;
    js_define_global("ArrayBuffer", js_value(constructor));
}
