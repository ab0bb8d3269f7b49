/* Object environment records (9.1.1.2): names that are properties of an object, in the bodies of with statements, and
 * the variables that direct evals declare in a function.
 *
 * Invariant: an object of kind VARIABLES has no prototype, and no program ever gets hold of it. */
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

JsValue js_op_scope_this(JsValue object)
{
    return js_cell(object)->kind == JS_KIND_VARIABLES ? JS_UNDEFINED : object;
}

JsValue js_op_scope_new(void)
{
    return js_value(js_new_object_of_kind(JS_KIND_VARIABLES, sizeof(JsObject), NULL, 0));
}

/* 19.2.1.3 step 17 */
JsValue js_op_scope_var(JsValue object, JsKey name)
{
    if (!js_has_own_property(js_object(object), name))
        js_put_own(js_object(object), name, JS_UNDEFINED, JS_DEFAULT_ATTRIBUTES);
    return JS_UNDEFINED;
}

/* ------------------------------------------------------------------------------------------------ module variables */
typedef struct Reference {
    JsCell cell;
    JsCell *module;
    JsValue *variable;
} Reference;

static Reference *reference_of(JsValue v)
{
    return (Reference *)js_cell(v);
}

JsValue js_new_module_reference(JsCell *module, JsValue *variable)
{
    Reference *reference = js_alloc(sizeof *reference, true);
    *reference = (Reference){{JS_KIND_INTERNAL, 0, 0, 0}, module, variable};
    return js_value(reference);
}

JsValue js_reference_get(JsValue reference)
{
    return *reference_of(reference)->variable;
}

void js_reference_set(JsValue reference, JsValue v)
{
    js_store_module(reference_of(reference)->module, reference_of(reference)->variable, v);
}
