/* SharedArrayBuffer, ECMA-262 25.2. Where agents share memory, the block is the cluster's. Else, and where it can grow, since a
 * buffer's length is its agent's own, it is an ArrayBuffer's, which cannot be detached and can only grow.
 *
 * Invariant: JS_BUFFER_SHARED is set at birth; JS_BUFFER_RESIZABLE beside it means growable. */
#include "stdlib/cluster.h"
#include "stdlib/typed_array.h"

static JsArrayBuffer *this_buffer(JsValue this_value, const char *method)
{
    JsArrayBuffer *b = array_buffer_of(this_value);
    if (b && (b->flags & JS_BUFFER_SHARED))
        return b;
    js_throw_type_error("Method SharedArrayBuffer.prototype.%s called on incompatible receiver %v", method, this_value);
    return NULL;
}

JsArrayBuffer *shared_array_buffer_over(uint8_t *data, uint64_t length, JsObject *prototype)
{
    JsArrayBuffer *b = array_buffer_new(0, -1, prototype);
    b->data = data;
    b->byte_length = b->max_byte_length = length;
    b->flags = JS_BUFFER_SHARED;
    return b;
}

/* 25.2.2.1 AllocateSharedArrayBuffer */
static JsArrayBuffer *allocate(double length, double max, JsObject *prototype)
{
    if (js_cluster && max < 0 && length <= ARRAY_BUFFER_MAX) {
        uint8_t *data = js_cluster->allocate((size_t)length + 1); /* buffers without bytes differ in their address, too */
        if (data)
            return shared_array_buffer_over(data, (uint64_t)length, prototype);
    }
    JsArrayBuffer *b = array_buffer_new(length, max, prototype);
    if (b)
        b->flags |= JS_BUFFER_SHARED;
    return b;
}

/* 25.2.3.1 SharedArrayBuffer ( length [ , options ] ) */
JS_CONSTRUCTOR_BUILTIN(shared_array_buffer_construct)
{
    (void)callee;
    double length = TRY_INDEX(arg(0)), max = -1;                                             /* 2 */
    if (js_is_object(arg(1))) {                                                              /* 3 */
        JsValue option = TRY(js_get(js_object(argv[1]), js_key_from_ascii("maxByteLength")));
        if (option != JS_UNDEFINED)
            max = TRY_INDEX(option);
    }
    TRY(array_buffer_check_max(length, max));                                                /* 4 */
    JsObject *prototype = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_SHARED_ARRAY_BUFFER_PROTOTYPE));
    return js_value(TRY_PTR(allocate(length, max, prototype)));
}

JS_BUILTIN(get_byte_length)
{
    return js_number((double)TRY_PTR(this_buffer(this_value, "byteLength"))->byte_length);
}

JS_BUILTIN(get_growable)
{
    return js_boolean(TRY_PTR(this_buffer(this_value, "growable"))->flags & JS_BUFFER_RESIZABLE);
}

JS_BUILTIN(get_max_byte_length)
{
    return js_number((double)TRY_PTR(this_buffer(this_value, "maxByteLength"))->max_byte_length);
}

/* 25.2.5.3 SharedArrayBuffer.prototype.grow ( newLength ) */
JS_BUILTIN(shared_array_buffer_grow)
{
    JsArrayBuffer *b = TRY_PTR(this_buffer(this_value, "grow"));
    if (!(b->flags & JS_BUFFER_RESIZABLE))                                                   /* 2 */
        return js_throw_type_error("Method SharedArrayBuffer.prototype.grow called on incompatible receiver %v", this_value);
    double length = TRY_INDEX(arg(0));                                                       /* 4 */
    if (length < (double)b->byte_length || length > (double)b->max_byte_length)              /* 5-6 */
        return js_throw_range_error("SharedArrayBuffer.prototype.grow: Invalid length parameter");
    array_buffer_set_length(b, (uint64_t)length);
    return JS_UNDEFINED;
}

/* 25.2.5.6 SharedArrayBuffer.prototype.slice ( start, end ) */
JS_BUILTIN(shared_array_buffer_slice)
{
    JsArrayBuffer *b = TRY_PTR(this_buffer(this_value, "slice"));
    double length = (double)b->byte_length, first, last;
    TRY_INT(js_to_relative_index(arg(0), length, 0, &first));                                /* 5-8 */
    TRY_INT(js_to_relative_index(arg(1), length, length, &last));                            /* 9-12 */
    JsValue count = js_number(last > first ? last - first : 0);                              /* 13 */
    JsValue standard = js_peek_data(JS_INTRINSIC(SHARED_ARRAY_BUFFER_PROTOTYPE), JS_ATOM(constructor));
    JsValue constructor = TRY(js_species_constructor(&b->object, standard));                 /* 14 */
    JsValue made = TRY(js_construct(constructor, constructor, 1, &count));                   /* 15 */
    JsArrayBuffer *copy = TRY_PTR(this_buffer(made, "slice"));                               /* 16-17 */
    if (copy == b)                                                                           /* 18 */
        return js_throw_type_error("SharedArrayBuffer subclass returned this from species constructor");
    if ((double)copy->byte_length < js_as_number(count))                                     /* 19 */
        return js_throw_type_error("Species constructor returned a too small SharedArrayBuffer");
    uint64_t moved = (uint64_t)js_as_number(count);
    array_buffer_touch(copy, 0, moved);
    if (moved)
        heap_copy(copy->data, b->data + (uint64_t)first, moved);
    return made;
}

static const JsBuiltin shared_array_buffer_prototype_rows[] = {
    JS_GETTER("byteLength", get_byte_length, "25.2.5.1"),
    JS_METHOD("grow", shared_array_buffer_grow, 1, "25.2.5.3"),
    JS_GETTER("growable", get_growable, "25.2.5.4"),
    JS_GETTER("maxByteLength", get_max_byte_length, "25.2.5.5"),
    JS_METHOD("slice", shared_array_buffer_slice, 2, "25.2.5.6"),
    JS_STRING_CONSTANT("@@toStringTag", "SharedArrayBuffer", "25.2.5.7"),
};
static const JsBuiltin shared_array_buffer_rows[] = {
    JS_SPECIES("25.2.4.2"),
};

void realm_install_shared_array_buffer(void)
{
    JsObject *prototype = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    JS_INTRINSIC(SHARED_ARRAY_BUFFER_PROTOTYPE) = prototype;
    JsFunction *constructor = js_new_builtin_constructor("SharedArrayBuffer", 1, js_call_requires_new,
                                                         shared_array_buffer_construct, NULL, prototype);
    js_install_builtins(prototype, shared_array_buffer_prototype_rows, JS_COUNT(shared_array_buffer_prototype_rows));
    js_install_builtins(&constructor->object, shared_array_buffer_rows, JS_COUNT(shared_array_buffer_rows));
    js_define_global("SharedArrayBuffer", js_value(constructor));
}
