/* The bridge to stdlib/js/array_async.js: Array.fromAsync. */
#include "object/builtin.h"
#include "stdlib/library.h"

const JsProgram *js_library_array_async(void);

JS_BUILTIN(is_constructor)
{
    return js_is_constructor(arg(0)) ? JS_TRUE : JS_FALSE;
}

void js_install_array_async(void)
{
    static const JsCode code = JS_NATIVE_CODE(is_constructor, 1, 0);
    JsModule *module = library_start(js_library_array_async());
    JsValue argument = js_value(js_new_native_closure(&code));
    JsValue function = MUST(js_call(library_export(module, "makeFromAsync"), JS_UNDEFINED, 1, &argument));
    js_put_own(JS_INTRINSIC(ARRAY), js_key_from_ascii("fromAsync"), function, JS_HIDDEN_ATTRIBUTES);
}
