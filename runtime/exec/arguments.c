/* Arguments objects 10.4.4: unmapped ones are ordinary; mapped ones share their first elements with the parameters' boxes.
 *
 * Invariant: a mapped index is an own data element whose true value lies in its box; the element's own value is stale, and in a
 * dictionary, where no fast path for dense elements can find it. */
#include "exec/internal.h"

enum { ARGUMENTS_SLOTS = 3 };

typedef struct MappedArguments {
    JsObject object;
    JsValue slots[ARGUMENTS_SLOTS];
    uint64_t count;
    JsValue boxes[];     /* JsBox cells, or JS_EMPTY where nothing is mapped (any more) */
} MappedArguments;

/* ------------------------------------------------------------------------------------------------ the mapping */
static JsValue *box_of(JsObject *o, JsKey key)
{
    MappedArguments *mapped = (MappedArguments *)o;
    if (!js_key_is_index(key) || js_key_index(key) >= mapped->count || mapped->boxes[js_key_index(key)] == JS_EMPTY)
        return NULL;
    return &mapped->boxes[js_key_index(key)];
}

static void unmap(JsObject *o, JsValue *box)
{
    js_store(o, box, JS_EMPTY);
}

/* 10.4.4.1 */
static int mapped_get_own_property(JsObject *o, JsKey key, JsDescriptor *ret)
{
    JsValue *box = box_of(o, key);
    int found = js_ordinary_get_own_property(o, key, ret);
    if (found > 0 && box)
        ret->value = js_box_get(*box);
    return found;
}

/* 10.4.4.2 */
static int mapped_define_own_property(JsObject *o, JsKey key, const JsDescriptor *d)
{
    JsValue *box = box_of(o, key);
    JsDescriptor adjusted = *d;
    bool becomes_fixed = d->has & JS_HAS_WRITABLE && !(d->attributes & JS_WRITABLE);
    if (box && !js_descriptor_is_accessor(d) && !(d->has & JS_HAS_VALUE) && becomes_fixed) {
        adjusted.value = js_box_get(*box);
        adjusted.has |= JS_HAS_VALUE;
    }
    int done = js_ordinary_define_own_property(o, key, &adjusted);
    if (done <= 0 || !box)
        return done;
    if (js_descriptor_is_accessor(d)) {
        unmap(o, box);
        return done;
    }
    if (d->has & JS_HAS_VALUE)
        js_box_set(*box, d->value);
    if (becomes_fixed)
        unmap(o, box);
    return done;
}

/* 10.4.4.3 */
static JsValue mapped_get(JsObject *o, JsKey key, JsValue receiver)
{
    JsValue *box = box_of(o, key);
    return box ? js_box_get(*box) : js_ordinary_get(o, key, receiver);
}

/* 10.4.4.4 */
static int mapped_set(JsObject *o, JsKey key, JsValue v, JsValue receiver)
{
    JsValue *box = receiver == js_value(o) ? box_of(o, key) : NULL;
    if (box)
        js_box_set(*box, v);
    return js_ordinary_set(o, key, v, receiver);
}

/* 10.4.4.5 */
static int mapped_delete(JsObject *o, JsKey key)
{
    JsValue *box = box_of(o, key);
    int done = js_ordinary_delete(o, key);
    if (done > 0 && box)
        unmap(o, box);
    return done;
}

static const JsInternalMethods mapped_methods = {
    .get_own_property = mapped_get_own_property,
    .define_own_property = mapped_define_own_property,
    .get = mapped_get,
    .set = mapped_set,
    .delete_property = mapped_delete,
};

/* ------------------------------------------------------------------------------------------------ making them */
static JsShape *arguments_shape(bool is_sloppy)
{
    JsShape *shape = shape_root(JS_KIND_ARGUMENTS, JS_INTRINSIC(OBJECT_PROTOTYPE), ARGUMENTS_SLOTS, 0);
    shape = shape_add_property(shape, JS_ATOM(length), JS_HIDDEN_ATTRIBUTES);
    shape = shape_add_property(shape, JS_SYM(iterator), JS_HIDDEN_ATTRIBUTES);
    return is_sloppy ? shape_add_property(shape, JS_ATOM(callee), JS_HIDDEN_ATTRIBUTES) : shape;
}

static void fill(JsObject *o, uint32_t argc, const JsValue *argv, JsValue callee)
{
    JsObject *values = JS_INTRINSIC(ARRAY_PROTOTYPE_VALUES);
    if (argc) {
        JsValue *elements = js_elements_writable(o, argc);
        memcpy(elements, argv, argc * sizeof *argv);
        js_elements(o)->length = argc;
    }
    o->slots[0] = js_uint(argc);
    o->slots[1] = values ? js_value(values) : JS_UNDEFINED;
    o->slots[2] = callee;
}

JsValue js_new_arguments(uint32_t argc, const JsValue *argv, JsValue callee)
{
    bool is_sloppy = callee != JS_UNDEFINED;
    JsObject *o = js_new_from_shape(arguments_shape(is_sloppy)), *thrower = JS_INTRINSIC(THROW_TYPE_ERROR);
    fill(o, argc, argv, callee);
    if (!is_sloppy && thrower)
        js_put_own_accessor(o, JS_ATOM(callee), js_value(thrower), js_value(thrower), 0);
    return js_value(o);
}

JsValue js_new_mapped_arguments(uint32_t argc, const JsValue *argv, JsValue callee, uint32_t count, const JsValue *boxes)
{
    count = count < argc ? count : argc;
    MappedArguments *mapped = js_alloc(sizeof *mapped + count * sizeof *boxes, true);
    mapped->object.cell = (JsCell){JS_KIND_ARGUMENTS, JS_EXOTIC, 0, arguments_shape(true)->cell.word};
    mapped->object.overflow = NULL;
    mapped->object.elements = js_no_elements;
    mapped->count = count;
    memcpy(mapped->boxes, boxes, count * sizeof *boxes);
    fill(&mapped->object, argc, argv, callee);
    if (count && !js_elements_make_dictionary(&mapped->object))
        return JS_EXCEPTION;
    return js_value(mapped);
}

JsValue js_new_rest_array(uint32_t argc, const JsValue *argv, uint32_t from)
{
    return from < argc ? js_new_array(argc - from, argv + from) : js_new_array(0, NULL);
}

void arguments_start(void)
{
    js_register_kind(JS_KIND_ARGUMENTS, &mapped_methods);
}
