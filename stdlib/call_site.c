/* CallSite objects (V8's stack trace API). The machine's stack knows functions and places, not receivers: what V8 says of `this`
 * is undefined or null here, as V8 has it for strict functions and calls without a receiver.
 *
 * Invariant: a call site is never changed. */
#include "stdlib/call_site.h"
#include "exec/function.h"
#include "stdlib/support.h"

typedef struct JsCallSite { JsObject object; JsSite site; } JsCallSite;

/* `this` as a call site; V8's TypeError when it is none. */
#define THIS_SITE(name) \
    if (!js_is_kind(this_value, JS_KIND_CALL_SITE)) \
        return js_throw_type_error("CallSite method %s expects CallSite as receiver", name); \
    const JsSite *site = &((JsCallSite *)js_object(this_value))->site
#define SITE_METHOD(c_name, js_name, value) \
    JS_BUILTIN(c_name) \
    { \
        THIS_SITE(js_name); \
        return (void)site, value; \
    }

static JsValue number_or_null(uint32_t n)
{
    return n ? js_uint(n) : JS_NULL;
}

static JsValue function_name(const JsCode *code)
{
    JsValue name = *code->name;
    return js_is_string(name) && js_string_length(js_string(name)) ? name : JS_NULL;
}

/* Without the "get " or "set " of accessors; private methods are no properties. */
static JsValue method_name(const JsCode *code)
{
    JsValue name = code->flags & JS_CODE_METHOD ? function_name(code) : JS_NULL;
    if (name == JS_NULL || js_string_at(js_string(name), 0) == '#')
        return JS_NULL;
    JsString *text = js_string(name);
    uint32_t length = js_string_length(text);
    bool is_accessor = length > 4 && (js_string_equals_ascii(js_string(js_string_substring(text, 0, 4)), "get ") ||
                                      js_string_equals_ascii(js_string(js_string_substring(text, 0, 4)), "set "));
    return is_accessor ? js_string_substring(text, 4, length) : name;
}

static JsValue file_name(const JsCode *code)
{
    return js_string_from_utf8(code->source, strlen(code->source));
}

SITE_METHOD(get_column, "getColumnNumber", number_or_null(site->column))
SITE_METHOD(get_enclosing_column, "getEnclosingColumnNumber", number_or_null(site->code->column))
SITE_METHOD(get_enclosing_line, "getEnclosingLineNumber", number_or_null(site->code->line))
SITE_METHOD(get_eval_origin, "getEvalOrigin", JS_UNDEFINED)
SITE_METHOD(get_file_name, "getFileName", file_name(site->code))
SITE_METHOD(get_function, "getFunction", JS_UNDEFINED)
SITE_METHOD(get_function_name, "getFunctionName", function_name(site->code))
SITE_METHOD(get_line, "getLineNumber", number_or_null(site->line))
SITE_METHOD(get_method_name, "getMethodName", method_name(site->code))
SITE_METHOD(get_position, "getPosition", js_uint(site->code->text_offset))
SITE_METHOD(get_promise_index, "getPromiseIndex", JS_NULL)
SITE_METHOD(get_script_name, "getScriptNameOrSourceURL", file_name(site->code))
SITE_METHOD(get_script_hash, "getScriptHash", js_empty_string)
SITE_METHOD(get_this, "getThis", JS_UNDEFINED)
SITE_METHOD(get_type_name, "getTypeName", JS_NULL)
SITE_METHOD(is_async, "isAsync", JS_FALSE)
SITE_METHOD(is_constructor, "isConstructor", js_boolean(site->code->flags & JS_CODE_CLASS))
SITE_METHOD(is_eval, "isEval", JS_FALSE)
SITE_METHOD(is_native, "isNative", JS_FALSE)
SITE_METHOD(is_promise_all, "isPromiseAll", JS_FALSE)
SITE_METHOD(is_toplevel, "isToplevel", js_boolean(!(site->code->flags & (JS_CODE_METHOD | JS_CODE_CLASS))))
SITE_METHOD(to_string, "toString", js_site_text(site))

#define ROW(name, call) JS_METHOD(name, call, 0, "V8")
static const JsBuiltin call_site_rows[] = {
    ROW("getColumnNumber", get_column),
    ROW("getEnclosingColumnNumber", get_enclosing_column),
    ROW("getEnclosingLineNumber", get_enclosing_line),
    ROW("getEvalOrigin", get_eval_origin),
    ROW("getFileName", get_file_name),
    ROW("getFunction", get_function),
    ROW("getFunctionName", get_function_name),
    ROW("getLineNumber", get_line),
    ROW("getMethodName", get_method_name),
    ROW("getPosition", get_position),
    ROW("getPromiseIndex", get_promise_index),
    ROW("getScriptNameOrSourceURL", get_script_name),
    ROW("getScriptHash", get_script_hash),
    ROW("getThis", get_this),
    ROW("getTypeName", get_type_name),
    ROW("isAsync", is_async),
    ROW("isConstructor", is_constructor),
    ROW("isEval", is_eval),
    ROW("isNative", is_native),
    ROW("isPromiseAll", is_promise_all),
    ROW("isToplevel", is_toplevel),
    ROW("toString", to_string),
};

JsValue call_sites(const JsStack *stack)
{
    JsSite *sites = TRY_PTR(js_scratch((js_stack_sites_max(stack) + 1) * sizeof *sites));
    uint32_t count = js_stack_sites(stack, sites);
    JsList list = {0};
    for (uint32_t i = 0; i < count; i++) {
        JsCallSite *made = js_new_object_of_kind(JS_KIND_CALL_SITE, sizeof *made,
                                                 JS_INTRINSIC(CALL_SITE_PROTOTYPE), 0);
        made->site = sites[i];
        js_list_push(&list, js_value(made));
    }
    return js_create_array_from_list(list.length, list.values);
}

void js_install_call_site(void)
{
    JsObject *prototype = js_realm->intrinsics[INTRINSIC_CALL_SITE_PROTOTYPE] = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_new_builtin_constructor("CallSite", 0, js_call_requires_new, NULL, NULL, prototype);
    js_install_builtins(prototype, call_site_rows, JS_COUNT(call_site_rows));
}
