/* The prototypes of built-in iterators and generators (ECMA-262 27.1, 27.5, 27.6, 23.1.5), and the Iterator constructor. The
 * helper methods of Iterator.prototype are in iterator_helpers.c.
 *
 * Invariant: resuming generators is exec's work; here are only the functions that programs see. */
#include "stdlib/iterator.h"
#include "exec/generator.h"
#include "exec/iterate.h"
#include "exec/promise.h"
#include "stdlib/support.h"

/* 27.1.3.2.1 %Iterator.prototype% [ @@iterator ] and 27.1.3.3.1 of the async one: return this */
JS_BUILTIN(iterator_prototype_self)
{
    return this_value;
}

/* ------------------------------------------------------------------------------------------------ Iterator 27.1.3.1 */
JS_CONSTRUCTOR_BUILTIN(iterator_construct)
{
    if (new_target == js_value(callee))
        return js_throw_type_error("Abstract class Iterator not directly constructable");
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_ITERATOR_PROTOTYPE));
    return js_value(js_new_plain(proto));
}

/* 27.1.4.1 and 27.1.4.14: constructor and @@toStringTag are accessors, so that assignment makes an own property of the
 * object assigned to. SetterThatIgnoresPrototypeProperties ( this, home, key, v ) */
static JsValue set_ignoring_prototype(JsValue this_value, JsKey key, JsValue v)
{
    JsObject *home = JS_INTRINSIC(ITERATOR_PROTOTYPE);
    if (!js_is_object(this_value))
        return js_throw_type_error("Iterator.prototype setter called on non-object");
    if (js_object(this_value) == home)
        return js_throw_type_error("Cannot assign to this property of Iterator.prototype");
    JsDescriptor d;
    if (!TRY_INT(js_get_own_property(js_object(this_value), key, &d)))
        TRY_INT(js_create_data_property_or_throw(js_object(this_value), key, v));
    else
        TRY_INT(js_set(js_object(this_value), key, v, true));
    return JS_UNDEFINED;
}

JS_BUILTIN(iterator_get_constructor)
{
    return js_peek_data(js_realm->global, js_key_from_ascii("Iterator"));
}

JS_BUILTIN(iterator_set_constructor)
{
    return set_ignoring_prototype(this_value, JS_ATOM(constructor), arg(0));
}

JS_BUILTIN(iterator_get_tag)
{
    return js_string_from_ascii("Iterator");
}

JS_BUILTIN(iterator_set_tag)
{
    return set_ignoring_prototype(this_value, JS_SYM(toStringTag), arg(0));
}

/* ------------------------------------------------------------------------------------------------ generators 27.5.1 */
JS_BUILTIN(generator_prototype_next)
{
    return js_generator_resume(this_value, JS_RESUME_NEXT, arg(0), "next");
}

/* 27.5.1.3 %GeneratorPrototype%.return ( value ) */
JS_BUILTIN(generator_prototype_return)
{
    return js_generator_resume(this_value, JS_RESUME_RETURN, arg(0), "return");
}

/* 27.5.1.4 %GeneratorPrototype%.throw ( exception ) */
JS_BUILTIN(generator_prototype_throw)
{
    return js_generator_resume(this_value, JS_RESUME_THROW, arg(0), "throw");
}

/* 27.6.1.2 %AsyncGeneratorPrototype%.next ( value ) */
JS_BUILTIN(async_generator_prototype_next)
{
    return js_async_generator_enqueue(this_value, JS_RESUME_NEXT, arg(0), "next");
}

/* 27.6.1.3 %AsyncGeneratorPrototype%.return ( value ) */
JS_BUILTIN(async_generator_prototype_return)
{
    return js_async_generator_enqueue(this_value, JS_RESUME_RETURN, arg(0), "return");
}

/* 27.6.1.4 %AsyncGeneratorPrototype%.throw ( exception ) */
JS_BUILTIN(async_generator_prototype_throw)
{
    return js_async_generator_enqueue(this_value, JS_RESUME_THROW, arg(0), "throw");
}

/* 27.1.4.15 %Iterator.prototype% [ %Symbol.dispose% ] ( ) */
JS_BUILTIN(iterator_prototype_dispose)
{
    JsValue method = TRY(js_get_method(this_value, JS_ATOM(return_)));
    if (method != JS_UNDEFINED)
        TRY(js_call(method, this_value, 0, NULL));
    return JS_UNDEFINED;
}

static JsValue give_undefined(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    return JS_UNDEFINED;
}

/* The promise of what the iterator's return method gives; undefined when it has none. */
static JsValue promise_of_return(JsValue iterator)
{
    JsValue method = TRY(js_get_method(iterator, JS_ATOM(return_)));
    if (method == JS_UNDEFINED)
        return JS_UNDEFINED;
    JsValue result = TRY(js_call(method, iterator, 0, NULL));
    return js_promise_resolve_value(js_value(JS_INTRINSIC(PROMISE)), result);
}

/* 27.1.5.2 %AsyncIteratorPrototype% [ %Symbol.asyncDispose% ] ( ) */
JS_BUILTIN(async_iterator_prototype_dispose)
{
    static const JsCode code = JS_NATIVE_CODE(give_undefined, 1, 0);
    JsCapability capability;
    TRY_INT(js_new_promise_capability(js_value(JS_INTRINSIC(PROMISE)), &capability));
    JsValue returned = promise_of_return(this_value);
    if (returned == JS_EXCEPTION)
        js_promise_reject(js_promise(capability.promise), js_take_exception());
    else if (returned == JS_UNDEFINED)
        js_promise_resolve(js_promise(capability.promise), JS_UNDEFINED);
    else
        TRY(js_perform_promise_then(js_promise(returned), js_value(js_new_native_closure(&code)), JS_UNDEFINED, &capability));
    return capability.promise;
}

static const JsBuiltin iterator_prototype_rows[] = {
    JS_METHOD("@@dispose", iterator_prototype_dispose, 0, "27.1.4.15"),
    JS_METHOD("@@iterator", iterator_prototype_self, 0, "27.1.4.13"),
    JS_ACCESSOR_PAIR("constructor", iterator_get_constructor, iterator_set_constructor, "27.1.4.1"),
    JS_ACCESSOR_PAIR("@@toStringTag", iterator_get_tag, iterator_set_tag, "27.1.4.14"),
};
static const JsBuiltin async_iterator_prototype_rows[] = {
    JS_METHOD("@@asyncIterator", iterator_prototype_self, 0, "27.1.5.1"),
    JS_METHOD("@@asyncDispose", async_iterator_prototype_dispose, 0, "27.1.5.2"),
};
static const JsBuiltin array_iterator_rows[] = {
    JS_METHOD("next", js_array_iterator_next, 0, "23.1.5.2.1"),
    JS_STRING_CONSTANT("@@toStringTag", "Array Iterator", "23.1.5.2.2"),
};
static const JsBuiltin generator_rows[] = {
    JS_METHOD("next", generator_prototype_next, 1, "27.5.1.2"),
    JS_METHOD("return", generator_prototype_return, 1, "27.5.1.3"),
    JS_METHOD("throw", generator_prototype_throw, 1, "27.5.1.4"),
    JS_STRING_CONSTANT("@@toStringTag", "Generator", "27.5.1.5"),
};
static const JsBuiltin async_generator_rows[] = {
    JS_METHOD("next", async_generator_prototype_next, 1, "27.6.1.2"),
    JS_METHOD("return", async_generator_prototype_return, 1, "27.6.1.3"),
    JS_METHOD("throw", async_generator_prototype_throw, 1, "27.6.1.4"),
    JS_STRING_CONSTANT("@@toStringTag", "AsyncGenerator", "27.6.1.5"),
};

static void tag_only(JsObject *object, const char *tag)
{
    js_put_own(object, JS_SYM(toStringTag), js_string_from_ascii(tag), JS_CONFIGURABLE);
}

/* 27.3.3, 27.4.3: the prototype of generator functions and that of the generators refer to each other */
static void link_generators(JsObject *function_prototype, JsObject *prototype, const char *tag)
{
    js_put_own(function_prototype, JS_ATOM(prototype), js_value(prototype), JS_CONFIGURABLE);
    js_put_own(prototype, JS_ATOM(constructor), js_value(function_prototype), JS_CONFIGURABLE);
    tag_only(function_prototype, tag);
}

void js_install_iterator(void)
{
    JsObject *prototype = JS_INTRINSIC(ITERATOR_PROTOTYPE);
    JsFunction *constructor = js_new_builtin("Iterator", 0, js_call_requires_new, iterator_construct);
    js_put_own(&constructor->object, JS_ATOM(prototype), js_value(prototype), 0);
    js_define_global("Iterator", js_value(constructor));
    js_install_builtins(prototype, iterator_prototype_rows, JS_COUNT(iterator_prototype_rows));
    js_install_iterator_helpers(&constructor->object, prototype);
    js_install_builtins(JS_INTRINSIC(ASYNC_ITERATOR_PROTOTYPE), async_iterator_prototype_rows,
                        JS_COUNT(async_iterator_prototype_rows));
    js_install_builtins(JS_INTRINSIC(ARRAY_ITERATOR_PROTOTYPE), array_iterator_rows, JS_COUNT(array_iterator_rows));
    js_realm->intrinsics[INTRINSIC_ARRAY_ITERATOR_NEXT] =
        js_object(js_peek_data(JS_INTRINSIC(ARRAY_ITERATOR_PROTOTYPE), JS_ATOM(next)));
    js_guard_property(JS_INTRINSIC(ARRAY_ITERATOR_PROTOTYPE), JS_ATOM(next), &js_realm->array_iteration_changed);
    js_install_builtins(JS_INTRINSIC(GENERATOR_PROTOTYPE), generator_rows, JS_COUNT(generator_rows));
    js_install_builtins(JS_INTRINSIC(ASYNC_GENERATOR_PROTOTYPE), async_generator_rows, JS_COUNT(async_generator_rows));
    link_generators(JS_INTRINSIC(GENERATOR_FUNCTION_PROTOTYPE), JS_INTRINSIC(GENERATOR_PROTOTYPE), "GeneratorFunction");
    link_generators(JS_INTRINSIC(ASYNC_GENERATOR_FUNCTION_PROTOTYPE), JS_INTRINSIC(ASYNC_GENERATOR_PROTOTYPE),
                    "AsyncGeneratorFunction");
    tag_only(JS_INTRINSIC(ASYNC_FUNCTION_PROTOTYPE), "AsyncFunction");
}
