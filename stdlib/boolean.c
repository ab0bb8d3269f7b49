/* The Boolean global (ECMA-262 20.3). */
#include "stdlib/support.h"

/* 20.3.1.1 Boolean ( value ) */
JS_BUILTIN(boolean_call)
{
    return js_boolean(js_to_boolean(arg(0)));
}

JS_CONSTRUCTOR_BUILTIN(boolean_construct)
{
    JsValue v = js_boolean(js_to_boolean(arg(0)));
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_BOOLEAN_PROTOTYPE));
    return js_value(js_new_primitive_object(v, proto));
}

/* 20.3.3.3.1 ThisBooleanValue */
static JsValue this_boolean(JsValue v, const char *method)
{
    if (js_is_boolean(v))
        return v;
    if (js_is_kind(v, JS_KIND_BOOLEAN_OBJECT))
        return ((JsPrimitiveObject *)js_cell(v))->value;
    return js_throw_type_error("Boolean.prototype.%s requires that 'this' be a Boolean", method);
}

/* 20.3.3.2 Boolean.prototype.toString ( ) */
JS_BUILTIN(boolean_prototype_to_string)
{
    return TRY(this_boolean(this_value, "toString")) == JS_TRUE ? JS_ATOM(true_) : JS_ATOM(false_);
}

/* 20.3.3.3 Boolean.prototype.valueOf ( ) */
JS_BUILTIN(boolean_prototype_value_of)
{
    return this_boolean(this_value, "valueOf");
}

static const JsBuiltin boolean_prototype_rows[] = {
    JS_METHOD("toString", boolean_prototype_to_string, 0, "20.3.3.2"),
    JS_METHOD("valueOf", boolean_prototype_value_of, 0, "20.3.3.3"),
};

void js_install_boolean(void)
{
    JsObject *prototype = JS_INTRINSIC(BOOLEAN_PROTOTYPE);
    JsFunction *constructor = js_new_builtin_constructor("Boolean", 1, boolean_call, boolean_construct, NULL, prototype);
    js_install_builtins(prototype, boolean_prototype_rows, JS_COUNT(boolean_prototype_rows));
    js_define_global("Boolean", js_value(constructor));
}
