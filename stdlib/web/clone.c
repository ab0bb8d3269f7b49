/* structuredClone, HTML 2.7: StructuredSerialize and StructuredDeserialize in one walk.
 *
 * Invariant: the memory map goes from originals to copies, so that shared and circular references stay so. Native recursion
 * is bounded by the stack check of js_call's kind (JS_ENTER) at each level. */
#include <stdlib.h>

#include "exec/iterate.h"
#include "stdlib/collection.h"
#include "stdlib/date.h"
#include "stdlib/typed_array.h"
#include "web/web.h"

typedef struct Clone {
    JsCollection *memory;    /* Map: original -> copy */
} Clone;

static JsValue clone_value(Clone *c, JsValue v);

static JsValue throw_not_cloneable(JsValue v)
{
    char *text = js_describe(v, false);
    JsValue message = js_string_from_format("%s could not be cloned.", text);
    free(text);
    char *c_text = js_string_to_c(js_string(message));
    JsValue result = web_throw_dom_exception("DataCloneError", c_text);
    free(c_text);
    return result;
}

static void remember(Clone *c, JsValue original, JsValue copy)
{
    js_collection_set(c->memory, original, copy);
}

static JsValue clone_properties(Clone *c, JsObject *from, JsObject *to)
{
    JsList keys = { 0 };
    TRY_INT(js_own_property_keys(from, &keys));
    for (uint32_t i = 0; i < keys.length; i++) {
        if (js_key_is_symbol(keys.values[i]) && !js_key_is_index(keys.values[i]))
            continue;
        JsDescriptor d;
        if (!TRY_INT(js_get_own_property(from, keys.values[i], &d)) || !(d.attributes & JS_ENUMERABLE))
            continue;
        JsValue v = TRY(js_get(from, keys.values[i]));
        TRY_INT(js_create_data_property(to, keys.values[i], TRY(clone_value(c, v))));
    }
    return js_value(to);
}

static JsValue clone_collection(Clone *c, JsCollection *from, JsKind kind)
{
    JsObject *prototype = kind == JS_KIND_MAP ? JS_INTRINSIC(MAP_PROTOTYPE) : JS_INTRINSIC(SET_PROTOTYPE);
    JsCollection *to = js_new_collection(kind, prototype);
    remember(c, js_value(from), js_value(to));
    JsList entries = { 0 };
    JsCollectionCursor cursor = { 0 };
    JsValue key, value;
    while (js_collection_next(from, &cursor, &key, &value)) {
        js_list_push(&entries, key);
        js_list_push(&entries, value);
    }
    for (uint32_t i = 0; i < entries.length; i += 2) {
        JsValue new_key = TRY(clone_value(c, entries.values[i]));
        JsValue new_value = kind == JS_KIND_MAP ? TRY(clone_value(c, entries.values[i + 1])) : JS_UNDEFINED;
        TRY_INT(js_collection_set(to, new_key, new_value));
    }
    return js_value(to);
}

static const struct { const char *name; int type; } error_names[] = {
    { "EvalError", JS_ERROR_EVAL },           { "RangeError", JS_ERROR_RANGE }, { "ReferenceError", JS_ERROR_REFERENCE },
    { "SyntaxError", JS_ERROR_SYNTAX },       { "TypeError", JS_ERROR_TYPE },   { "URIError", JS_ERROR_URI },
};

/* HTML 2.7.3 step 17: name, message, stack and cause of an error. */
static JsValue clone_error(Clone *c, JsObject *from)
{
    JsValue name = TRY(js_get(from, JS_ATOM(name)));
    JsString *name_text = name == JS_UNDEFINED ? js_string(JS_ATOM(Error)) : TRY_PTR(js_to_string(name));
    int type = JS_ERROR_ERROR;
    for (size_t i = 0; i < sizeof error_names / sizeof *error_names; i++)
        if (js_string_equals_ascii(name_text, error_names[i].name))
            type = error_names[i].type;
    JsDescriptor d;
    JsValue message = JS_UNDEFINED;
    if (TRY_INT(js_get_own_property(from, JS_ATOM(message), &d)) && js_descriptor_is_data(&d))
        message = js_value(TRY_PTR(js_to_string(d.value)));
    JsValue copy = js_new_error(type, message);
    remember(c, js_value(from), copy);
    JsValue stack = TRY(js_get(from, JS_ATOM(stack)));
    if (js_is_string(stack))
        TRY_INT(js_set(js_object(copy), JS_ATOM(stack), stack, false));
    if (TRY_INT(js_get_own_property(from, JS_ATOM(cause), &d)) && js_descriptor_is_data(&d))
        js_put_own(js_object(copy), JS_ATOM(cause), TRY(clone_value(c, d.value)), JS_HIDDEN_ATTRIBUTES);
    return copy;
}

static JsValue clone_buffer(Clone *c, JsArrayBuffer *from)
{
    if (array_buffer_is_detached(from))
        return web_throw_dom_exception("DataCloneError", "An ArrayBuffer is detached and could not be cloned.");
    double max = from->flags & JS_BUFFER_RESIZABLE ? (double)from->max_byte_length : -1;
    JsArrayBuffer *to = TRY_PTR(array_buffer_new((double)from->byte_length, max, NULL));
    heap_copy(to->data, from->data, from->byte_length);
    js_charge((uint32_t)(from->byte_length / 16));
    remember(c, js_value(from), js_value(to));
    return js_value(to);
}

static JsValue clone_view(Clone *c, JsTypedArray *from, JsKind kind)
{
    JsValue buffer = TRY(clone_value(c, js_value(from->buffer)));
    JsTypedArray *to;
    if (kind == JS_KIND_TYPED_ARRAY) {
        to = typed_array_new_view(typed_array_type(from), array_buffer_of(buffer), from->byte_offset, from->length, NULL);
    } else {
        to = js_new_object_of_kind(JS_KIND_DATA_VIEW, sizeof *to, JS_INTRINSIC(DATA_VIEW_PROTOTYPE), 0);
        to->buffer = array_buffer_of(buffer);
        to->byte_offset = from->byte_offset;
        to->length = from->length;
    }
    remember(c, js_value(from), js_value(to));
    return js_value(to);
}

static JsValue clone_array(Clone *c, JsObject *from)
{
    double length;
    TRY_INT(js_length_of_array_like(from, &length));
    JsArray *to;
    TRY_INT(js_array_create(length, NULL, &to));
    remember(c, js_value(from), js_value(to));
    return clone_properties(c, from, &to->object);
}

static JsValue clone_object(Clone *c, JsObject *from)
{
    JsKind kind = (JsKind)from->cell.kind;
    switch (kind) {
    case JS_KIND_ARRAY: return clone_array(c, from);
    case JS_KIND_MAP:
    case JS_KIND_SET: return clone_collection(c, (JsCollection *)from, kind);
    case JS_KIND_ERROR: return clone_error(c, from);
    case JS_KIND_ARRAY_BUFFER: return clone_buffer(c, (JsArrayBuffer *)from);
    case JS_KIND_TYPED_ARRAY:
    case JS_KIND_DATA_VIEW: return clone_view(c, (JsTypedArray *)from, kind);
    case JS_KIND_BOOLEAN_OBJECT:
    case JS_KIND_NUMBER_OBJECT:
    case JS_KIND_STRING_OBJECT:
    case JS_KIND_BIGINT_OBJECT: return js_value(js_new_primitive_object(((JsPrimitiveObject *)from)->value, NULL));
    case JS_KIND_DATE: {
        JsDate *to = js_new_object_of_kind(JS_KIND_DATE, sizeof *to, JS_INTRINSIC(DATE_PROTOTYPE), 0);
        to->time = ((JsDate *)from)->time;
        return js_value(to);
    }
    case JS_KIND_REGEXP: {
        JsValue original = js_value(from), constructor = js_value(JS_INTRINSIC(REGEXP));
        return js_construct(constructor, constructor, 1, &original);
    }
    case JS_KIND_OBJECT:
    case JS_KIND_ARGUMENTS: {
        JsObject *to = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
        remember(c, js_value(from), js_value(to));
        return clone_properties(c, from, to);
    }
    default: return throw_not_cloneable(js_value(from));
    }
}

static JsValue clone_value(Clone *c, JsValue v)
{
    if (!JS_ENTER())
        return JS_EXCEPTION;
    js_charge(20);
    if (js_is_symbol(v))
        return throw_not_cloneable(v);
    if (!js_is_object(v))
        return v;
    JsValue known = js_collection_get(c->memory, v);
    if (known != JS_EMPTY)
        return known;
    JsValue copy = TRY(clone_object(c, js_object(v)));
    remember(c, v, copy);
    return copy;
}

/* HTML 2.7.10 structuredClone(value, options) */
JS_BUILTIN(structured_clone)
{
    (void)callee, (void)this_value;
    if (argc == 0)
        return js_throw_type_error("The \"value\" argument must be specified");
    Clone c = { js_new_collection(JS_KIND_MAP, JS_INTRINSIC(MAP_PROTOTYPE)) };
    JsValue transfer = TRY(web_member(arg(1), JS_ATOM(transfer)));
    JsList list = { 0 };
    if (transfer != JS_UNDEFINED)
        TRY_INT(js_iterable_to_list(transfer, &list));
    for (uint32_t i = 0; i < list.length; i++)
        if (!array_buffer_of(list.values[i]) || array_buffer_is_detached(array_buffer_of(list.values[i])))
            return web_throw_dom_exception("DataCloneError", "Value not transferable");
    JsValue copy = TRY(clone_value(&c, argv[0]));
    for (uint32_t i = 0; i < list.length; i++)
        array_buffer_detach(array_buffer_of(list.values[i]));
    return copy;
}

static const JsBuiltin clone_functions[] = {
    JS_METHOD_WITH("structuredClone", structured_clone, 1, JS_DEFAULT_ATTRIBUTES, "HTML 2.7.10"),
};

void web_install_clone(void)
{
    js_install_builtins(js_realm->global, clone_functions, JS_COUNT(clone_functions));
}
