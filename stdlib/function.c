/* The Function global and Function.prototype (ECMA-262 20.2), and the hidden constructors of generator and async functions.
 *
 * Invariant: the constructors are always there; in a program that cannot evaluate source text they refuse with an EvalError, as
 * a realm does whose host returns an abrupt completion from HostEnsureCanCompileStrings (19.2.1.2). */
#include "exec/function.h"
#include "stdlib/evaluate.h"
#include "stdlib/support.h"

/* The text of the parameters, joined by commas. */
static JsValue join_parameters(uint32_t argc, JsValue *argv)
{
    JsStringBuilder b;
    js_builder_start(&b, 64);
    for (uint32_t i = 0; i + 1 < argc; i++) {
        if (i)
            js_builder_add_ascii(&b, ",");
        js_builder_add_string(&b, TRY_PTR(js_to_string(argv[i])));
    }
    return js_builder_finish(&b);
}

/* 20.2.1.1.1 CreateDynamicFunction ( constructor, newTarget, kind, parameterArgs, bodyArg ) */
static JsValue create_dynamic_function(JsFunction *callee, JsValue new_target, uint32_t argc, JsValue *argv, const char *prefix,
                                       int fallback)
{
    TRY(evaluate_ensure_possible());
    JsString *parameters = js_string(TRY(join_parameters(argc, argv)));                      /* 5-10 */
    JsString *body = argc ? TRY_PTR(js_to_string(argv[argc - 1])) : js_string(js_empty_string);
    JsString *text = js_string(TRY(js_string_from_format("%s anonymous(%S\n) {\n%S\n}", prefix, parameters, body)));
    JsString *head = js_string(TRY(js_string_from_format("(%s anonymous(%S\n) {\n})", prefix, parameters)));
    JsString *whole = js_string(TRY(js_string_from_format("(%S)", text)));
    if (js_string_index_of(parameters, js_string(js_string_from_ascii("/*")), 0) >= 0)
        TRY(evaluate_script(head, JS_EVAL_INDIRECT));                                                          /* 16: they must parse alone */
    JsValue function = TRY(evaluate_script(whole, JS_EVAL_INDIRECT));                                          /* 17-20 */
    JsValue source = js_is_callable(function) ? TRY(js_function_to_source(js_object(function))) : JS_UNDEFINED;
    if (!js_is_string(source) || !js_string_equals(js_string(source), text))
        return js_throw_syntax_error("Unexpected token '}'");
    if (new_target != js_value(callee)) {                                                    /* 21 */
        JsObject *prototype = TRY_PTR(js_get_prototype_from_constructor(new_target, fallback));
        TRY_INT(js_set_prototype_of(js_object(function), js_value(prototype)));
    }
    return function;
}

#define DYNAMIC_FUNCTION(name, prefix, fallback) \
    JS_CONSTRUCTOR_BUILTIN(name##_construct) \
    { \
        return create_dynamic_function(callee, new_target, argc, argv, prefix, fallback); \
    } \
    JS_BUILTIN(name##_call) \
    { \
        return create_dynamic_function(callee, js_value(callee), argc, argv, prefix, fallback); \
    }
/* 20.2.1.1, 27.3.1.1, 27.4.1.1, 27.7.1.1 */
DYNAMIC_FUNCTION(function, "function", INTRINSIC_FUNCTION_PROTOTYPE)
DYNAMIC_FUNCTION(generator_function, "function*", INTRINSIC_GENERATOR_FUNCTION_PROTOTYPE)
DYNAMIC_FUNCTION(async_function, "async function", INTRINSIC_ASYNC_FUNCTION_PROTOTYPE)
DYNAMIC_FUNCTION(async_generator_function, "async function*", INTRINSIC_ASYNC_GENERATOR_FUNCTION_PROTOTYPE)

/* 20.2.3 Function.prototype is itself a function that accepts anything: object/realm.c made it. */

/* 20.2.3.1 Function.prototype.apply ( thisArg, argArray ) */
JS_BUILTIN(function_prototype_apply)
{
    if (!js_is_callable(this_value))
        return js_throw_type_error("Function.prototype.apply was called on %v, which is a %v and not a function", this_value,
                                   js_op_typeof(this_value));
    if (js_is_nullish(arg(1)))
        return js_call(this_value, arg(0), 0, NULL);
    enum { FEW = 16 };
    JsValue copy[FEW];
    JsObject *array = js_is_array_object(arg(1)) ? js_object(argv[1]) : NULL;
    uint32_t count = array ? js_elements(array)->length : 0;
    bool is_short = array && count <= FEW && ((JsArray *)array)->length == count;
    for (uint32_t i = 0; is_short && i < count; i++) {
        copy[i] = array->elements[i]; /* own data: reading it runs no code */
        is_short = copy[i] != JS_EMPTY;
    }
    if (is_short)
        return js_call(this_value, arg(0), count, copy);
    JsList list = {0};
    TRY_INT(js_create_list_from_array_like(arg(1), &list));
    return js_call(this_value, arg(0), list.length, list.values);
}

/* 20.2.3.2, steps 4-8: the length of the bound function */
static JsValue bound_length(JsObject *target, uint32_t bound_count)
{
    if (!TRY_INT(js_has_own_property(target, JS_ATOM(length))))
        return js_int(0);
    JsValue length = TRY(js_get(target, JS_ATOM(length)));
    if (!js_is_number(length))
        return js_int(0);
    double n = js_integer_of(js_as_number(length));
    return js_number(fmax(n - bound_count, 0));
}

/* 20.2.3.2 Function.prototype.bind ( thisArg, ...args ) */
JS_BUILTIN(function_prototype_bind)
{
    if (!js_is_callable(this_value))
        return js_throw_type_error("Bind must be called on a function");
    JsObject *target = js_object(this_value);
    uint32_t bound_count = argc > 1 ? argc - 1 : 0;
    JsBoundFunction *bound = TRY_PTR(js_new_bound_function(this_value, arg(0), bound_count, argc > 1 ? argv + 1 : NULL));
    JsValue length = TRY(bound_length(target, bound_count));
    js_put_own(&bound->object, JS_ATOM(length), length, JS_CONFIGURABLE);
    JsValue name = TRY(js_get(target, JS_ATOM(name)));
    JsString *text = js_is_string(name) ? js_string(name) : js_string(js_empty_string);
    name = TRY(js_string_from_format("bound %S", text));
    js_put_own(&bound->object, JS_ATOM(name), name, JS_CONFIGURABLE);
    return js_value(bound);
}

/* 20.2.3.3 Function.prototype.call ( thisArg, ...args ) */
JS_BUILTIN(function_prototype_call)
{
    if (!js_is_callable(this_value))
        return js_throw_type_error("Function.prototype.call.call is not a function");
    return js_call(this_value, arg(0), argc > 1 ? argc - 1 : 0, argv + 1);
}

/* 20.2.3.5 Function.prototype.toString ( ) */
JS_BUILTIN(function_prototype_to_string)
{
    if (!js_is_callable(this_value))
        return js_throw_type_error("Function.prototype.toString requires that 'this' be a Function");
    return js_function_to_source(js_object(this_value));
}

/* 20.2.3.6 Function.prototype [ @@hasInstance ] ( v ) */
JS_BUILTIN(function_prototype_has_instance)
{
    return js_ordinary_has_instance(this_value, arg(0));
}

static const JsBuiltin function_prototype_rows[] = {
    JS_METHOD("apply", function_prototype_apply, 2, "20.2.3.1"),
    JS_METHOD("bind", function_prototype_bind, 1, "20.2.3.2"),
    JS_METHOD("call", function_prototype_call, 1, "20.2.3.3"),
    JS_METHOD("toString", function_prototype_to_string, 0, "20.2.3.5"),
    JS_METHOD_WITH("@@hasInstance", function_prototype_has_instance, 1, 0, "20.2.3.6"),
};

/* A constructor that only scripts can find, through the prototype of a function: 27.3.1, 27.4.1, 27.7.1 */
static void install_hidden(const char *name, JsCallEntry *call, JsConstructEntry *construct, JsObject *prototype, JsObject *parent)
{
    JsFunction *constructor = js_new_builtin_constructor(name, 1, call, construct, parent, prototype);
    js_put_own(prototype, JS_ATOM(constructor), js_value(constructor), JS_CONFIGURABLE);
}

void js_install_function(void)
{
    JsObject *prototype = JS_INTRINSIC(FUNCTION_PROTOTYPE);
    JsFunction *constructor = js_new_builtin_constructor("Function", 1, function_call, function_construct, NULL, prototype);
    js_realm->intrinsics[INTRINSIC_FUNCTION] = &constructor->object;
    js_install_builtins(prototype, function_prototype_rows, JS_COUNT(function_prototype_rows));
    js_define_global("Function", js_value(constructor));
    JsValue thrower = js_value(JS_INTRINSIC(THROW_TYPE_ERROR));
    js_put_own_accessor(prototype, JS_ATOM(caller), thrower, thrower, JS_CONFIGURABLE);
    js_put_own_accessor(prototype, JS_ATOM(arguments), thrower, thrower, JS_CONFIGURABLE);
    install_hidden("GeneratorFunction", generator_function_call, generator_function_construct, JS_INTRINSIC(GENERATOR_FUNCTION_PROTOTYPE), &constructor->object);
    install_hidden("AsyncGeneratorFunction", async_generator_function_call, async_generator_function_construct, JS_INTRINSIC(ASYNC_GENERATOR_FUNCTION_PROTOTYPE), &constructor->object);
    install_hidden("AsyncFunction", async_function_call, async_function_construct, JS_INTRINSIC(ASYNC_FUNCTION_PROTOTYPE), &constructor->object);
}
