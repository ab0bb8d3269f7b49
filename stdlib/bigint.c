/* The BigInt global (ECMA-262 21.2). Arithmetic: runtime/value/bigint.h. */
#include "stdlib/support.h"

/* 21.2.1.1.1 NumberToBigInt ( number ) */
static JsValue number_to_bigint(double d)
{
    if (!isfinite(d) || trunc(d) != d)
        return js_throw_range_error("The number %f cannot be converted to a BigInt because it is not an integer", d);
    return js_bigint_from_double(d);
}

/* 21.2.1.1 BigInt ( value ) */
JS_BUILTIN(bigint_call)
{
    JsValue primitive = TRY(js_to_primitive(arg(0), JS_HINT_NUMBER));
    return js_is_number(primitive) ? number_to_bigint(js_as_number(primitive)) : js_to_bigint(primitive);
}

JS_CONSTRUCTOR_BUILTIN(bigint_construct)
{
    return js_throw_type_error("BigInt is not a constructor");
}

/* 21.2.2.1 BigInt.asIntN ( bits, bigint ) */
JS_BUILTIN(bigint_as_int_n)
{
    double bits = TRY_INDEX(arg(0));
    JsValue v = TRY(js_to_bigint(arg(1)));
    return js_bigint_as_int_n((uint64_t)bits, v);
}

/* 21.2.2.2 BigInt.asUintN ( bits, bigint ) */
JS_BUILTIN(bigint_as_uint_n)
{
    double bits = TRY_INDEX(arg(0));
    JsValue v = TRY(js_to_bigint(arg(1)));
    return js_bigint_as_uint_n((uint64_t)bits, v);
}

/* 21.2.3.4.1 ThisBigIntValue */
static JsValue this_bigint(JsValue v, const char *method)
{
    if (js_is_bigint(v))
        return v;
    if (js_is_kind(v, JS_KIND_BIGINT_OBJECT))
        return ((JsPrimitiveObject *)js_cell(v))->value;
    return js_throw_type_error("BigInt.prototype.%s requires that 'this' be a BigInt", method);
}

/* 21.2.3.3 BigInt.prototype.toString ( [ radix ] ) */
JS_BUILTIN(bigint_prototype_to_string)
{
    JsValue v = TRY(this_bigint(this_value, "toString"));
    double radix = arg(0) == JS_UNDEFINED ? 10 : TRY_INTEGER(arg(0));
    if (radix < 2 || radix > 36)
        return js_throw_range_error("toString() radix argument must be between 2 and 36");
    return js_bigint_to_string(v, (int)radix);
}

/* 21.2.3.2 BigInt.prototype.toLocaleString: "en-US", groups of three digits */
JS_BUILTIN(bigint_prototype_to_locale_string)
{
    JsString *digits = js_string(TRY(js_bigint_to_string(TRY(this_bigint(this_value, "toLocaleString")), 10)));
    JsChars chars = js_string_chars(digits);
    JsStringBuilder out;
    js_builder_start(&out, chars.length * 4 / 3 + 1);
    for (uint32_t i = 0; i < chars.length; i++) {
        if (i > 0 && (chars.length - i) % 3 == 0 && js_chars_at(chars, i - 1) != '-')
            js_builder_add_unit(&out, ',');
        js_builder_add_unit(&out, js_chars_at(chars, i));
    }
    return js_builder_finish(&out);
}

/* 21.2.3.4 BigInt.prototype.valueOf ( ) */
JS_BUILTIN(bigint_prototype_value_of)
{
    return this_bigint(this_value, "valueOf");
}

static const JsBuiltin bigint_static_rows[] = {
    JS_METHOD("asIntN", bigint_as_int_n, 2, "21.2.2.1"),
    JS_METHOD("asUintN", bigint_as_uint_n, 2, "21.2.2.2"),
};
static const JsBuiltin bigint_prototype_rows[] = {
    JS_METHOD("toLocaleString", bigint_prototype_to_locale_string, 0, "21.2.3.2"),
    JS_METHOD("toString", bigint_prototype_to_string, 0, "21.2.3.3"),
    JS_METHOD("valueOf", bigint_prototype_value_of, 0, "21.2.3.4"),
    JS_STRING_CONSTANT("@@toStringTag", "BigInt", "21.2.3.5"),
};

void js_install_bigint(void)
{
    JsObject *prototype = JS_INTRINSIC(BIGINT_PROTOTYPE);
    JsFunction *constructor = js_new_builtin_constructor("BigInt", 1, bigint_call, bigint_construct, NULL, prototype);
    js_install_builtins(&constructor->object, bigint_static_rows, JS_COUNT(bigint_static_rows));
    js_install_builtins(prototype, bigint_prototype_rows, JS_COUNT(bigint_prototype_rows));
    js_define_global("BigInt", js_value(constructor));
}
