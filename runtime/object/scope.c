/* Object environment records (9.1.1.2): names that are properties of an object, in the bodies of with statements. */
#include "object/internal.h"

/* 9.1.1.2.1 HasBinding: 1, 0; -1 with an exception. */
static int has_binding(JsObject *o, JsKey name)
{
    if (!TRY_INT_OR(-1, js_has_property(o, name)))                         /* 2-3 */
        return 0;
    JsValue unscopables = TRY_OR(-1, js_get(o, JS_SYM(unscopables)));      /* 5 */
    if (!js_is_object(unscopables))
        return 1;
    return !js_to_boolean(TRY_OR(-1, js_get(js_object(unscopables), name))); /* 6 */
}

JsValue js_op_scope_find(JsKey name, uint32_t count, JsValue *objects)
{
    for (uint32_t i = 0; i < count; i++)
        if (TRY_INT(has_binding(js_object(objects[i]), name)))
            return objects[i];
    return JS_EMPTY;
}

/* 9.1.1.2.6 GetBindingValue */
JsValue js_op_scope_get(JsValue object, JsKey name, bool strict)
{
    if (!TRY_INT(js_has_property(js_object(object), name)))
        return strict ? js_throw_reference_error("%k is not defined", name) : JS_UNDEFINED;
    return js_get(js_object(object), name);
}

/* 9.1.1.2.5 SetMutableBinding */
JsValue js_op_scope_set(JsValue object, JsKey name, JsValue v, bool strict)
{
    if (!TRY_INT(js_has_property(js_object(object), name)) && strict)
        return js_throw_reference_error("%k is not defined", name);
    TRY_INT(js_set(js_object(object), name, v, strict));
    return JS_UNDEFINED;
}
