/* What every built-in of stdlib/ uses (support.h).
 *
 * Invariant: nothing here runs a program's code, so callers may hold half-made state across these calls. */
#include "stdlib/support.h"
#include "exec/function.h"

static void *take_scratch(size_t bytes, bool has_pointers)
{
    if (bytes > (size_t)1 << 32) {
        js_throw_range_error("Array buffer allocation failed");
        return NULL;
    }
    JsCell *cell = js_alloc(sizeof(JsCell) + ((bytes + 7) & ~(size_t)7), has_pointers);
    *(uint64_t *)cell = JS_KIND_INTERNAL;
    return cell + 1;
}

void *js_scratch(size_t bytes)
{
    return take_scratch(bytes, false);
}

void *js_scratch_with_pointers(size_t bytes)
{
    return take_scratch(bytes, true);
}

JsValue js_require_callable(JsValue v)
{
    return js_is_callable(v) ? JS_UNDEFINED : js_throw_type_error("%v is not a function", v);
}

JsValue js_peek_data(JsObject *object, JsKey key)
{
    for (; object && object->cell.kind != JS_KIND_PROXY; object = js_shape(object)->prototype) {
        JsProperty property;
        if (!js_find_own(object, key, &property))
            continue;
        return property.attributes & JS_ACCESSOR ? JS_EMPTY : *js_slot_address(object, property.slot);
    }
    return JS_EMPTY;
}

JsString *js_constructor_name(JsObject *object)
{
    JsValue constructor = js_peek_data(object, JS_ATOM(constructor));
    if (js_is_kind(constructor, JS_KIND_FUNCTION)) {
        JsValue name = js_peek_data(js_object(constructor), JS_ATOM(name));
        if (js_is_string(name) && js_string_length(js_string(name)) > 0)
            return js_string(name);
    }
    return js_string(JS_ATOM(Object));
}

JsValue js_throw_incompatible(const char *method, JsValue receiver)
{
    return js_throw_type_error("Method %s called on incompatible receiver %v", method, receiver);
}

JsValue js_throw_requires_new(const char *name)
{
    return js_throw_type_error("Constructor %s requires 'new'", name);
}

JsValue js_call_requires_new(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    return js_throw_type_error("Constructor %v requires 'new'", js_function_debug_name(callee));
}

void js_define_global(const char *name, JsValue v)
{
    js_put_own(js_realm->global, js_key_from_ascii(name), v, JS_HIDDEN_ATTRIBUTES);
}

JsValue js_species_getter(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    return this_value;
}
