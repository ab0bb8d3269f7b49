/* The bridge to stdlib/js/array_async.js: Array.fromAsync, whose work one function of the first realm does for all realms. */
#include "object/builtin.h"
#include "stdlib/library.h"

const JsProgram *js_library_array_async(void);

JS_BUILTIN(is_constructor)
{
    return js_is_constructor(arg(0)) ? JS_TRUE : JS_FALSE;
}

static JsValue from_async;

/* 23.1.2.1 Array.fromAsync ( items [ , mapper [ , thisArg ] ] ) */
JS_BUILTIN(array_from_async)
{
    return js_call(from_async, this_value, argc, argv);
}

static const JsBuiltin array_rows[] = {
    JS_METHOD("fromAsync", array_from_async, 1, "23.1.2.1"),
};

static void make_from_async(void)
{
    static const JsCode code = JS_NATIVE_CODE(is_constructor, 1, 0);
    JsModule *module = library_start(js_library_array_async());
    JsValue argument = js_value(js_new_native_closure(&code));
    from_async = MUST(js_call(library_export(module, "makeFromAsync"), JS_UNDEFINED, 1, &argument));
    js_add_roots(&from_async, &from_async + 1);
}

void js_install_array_async(void)
{
    if (!from_async)
        make_from_async();
    js_install_builtins(JS_INTRINSIC(ARRAY), array_rows, JS_COUNT(array_rows));
}
