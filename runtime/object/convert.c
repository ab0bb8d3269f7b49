/* Type conversion, 7.1, and the comparisons of 7.2 that need no operators. */
#include "object/internal.h"
#include "string/string.h"
#include "value/bigint.h"
#include "value/number.h"

/* 7.1.1.1 */
static JsValue ordinary_to_primitive(JsObject *o, JsHint hint)
{
    for (int i = 0; i < 2; i++) {
        JsKey name = (hint == JS_HINT_STRING) == !i ? JS_ATOM(toString) : JS_ATOM(valueOf);
        JsValue method = TRY(js_get(o, name));
        if (!js_is_callable(method))
            continue;
        JsValue result = TRY(js_call(method, js_value(o), 0, NULL));
        if (!js_is_object(result))
            return result;
    }
    return js_throw_type_error("Cannot convert object to primitive value");
}

JsValue js_to_primitive(JsValue v, JsHint hint)
{
    if (!js_is_object(v))
        return v;
    JsValue exotic = TRY(js_get_method(v, JS_SYM(toPrimitive)));
    if (exotic == JS_UNDEFINED)
        return ordinary_to_primitive(js_object(v), hint == JS_HINT_DEFAULT ? JS_HINT_NUMBER : hint);
    JsValue text = hint == JS_HINT_DEFAULT ? JS_ATOM(default_) : hint == JS_HINT_NUMBER ? JS_ATOM(number) : JS_ATOM(string);
    JsValue result = TRY(js_call(exotic, v, 1, &text));
    if (js_is_object(result))
        return js_throw_type_error("Cannot convert object to primitive value");
    return result;
}

int js_to_number(JsValue v, double *ret)
{
    if (js_is_number(v)) {
        *ret = js_as_number(v);
        return 1;
    }
    if (!js_is_cell(v)) {
        *ret = v == JS_UNDEFINED ? (double)NAN : v == JS_TRUE;
        return 1;
    }
    switch (js_cell(v)->kind) {
    case JS_KIND_STRING:
        *ret = js_string_to_number(js_string(v));
        return 1;
    case JS_KIND_SYMBOL:
        js_throw_type_error("Cannot convert a Symbol value to a number");
        return -1;
    case JS_KIND_BIGINT:
        js_throw_type_error("Cannot convert a BigInt value to a number");
        return -1;
    default:
        return js_to_number(TRY_OR(-1, js_to_primitive(v, JS_HINT_NUMBER)), ret);
    }
}

JsValue js_to_numeric(JsValue v)
{
    double d;
    if (js_is_number(v))
        return v;
    JsValue primitive = TRY(js_to_primitive(v, JS_HINT_NUMBER));
    if (js_is_bigint(primitive))
        return primitive;
    TRY_INT(js_to_number(primitive, &d));
    return js_number(d);
}

double js_integer_of(double d)
{
    return d != d ? 0 : trunc(d) + 0.0;
}

int js_to_integer_or_infinity(JsValue v, double *ret)
{
    if (js_is_int(v)) {
        *ret = js_as_int(v);
        return 1;
    }
    double d;
    if (js_to_number(v, &d) < 0)
        return -1;
    *ret = js_integer_of(d);
    return 1;
}

int js_to_int32(JsValue v, int32_t *ret)
{
    if (js_is_int(v)) {
        *ret = js_as_int(v);
        return 1;
    }
    double d;
    if (js_to_number(v, &d) < 0)
        return -1;
    *ret = js_double_to_int32(d);
    return 1;
}

int js_to_uint32(JsValue v, uint32_t *ret)
{
    int32_t i;
    int result = js_to_int32(v, &i);
    if (result > 0)
        *ret = (uint32_t)i;
    return result;
}

int js_to_length(JsValue v, double *ret)
{
    double d;
    if (js_to_integer_or_infinity(v, &d) < 0)
        return -1;
    *ret = d <= 0 ? 0 : d > 9007199254740991.0 ? 9007199254740991.0 : d;
    return 1;
}

int js_to_index(JsValue v, double *ret)
{
    double d;
    if (js_to_integer_or_infinity(v, &d) < 0)
        return -1;
    if (d < 0 || d > 9007199254740991.0) {
        js_throw_range_error("Invalid index");
        return -1;
    }
    *ret = d;
    return 1;
}

int js_to_relative_index(JsValue v, double length, double if_undefined, double *ret)
{
    double d;
    if (v == JS_UNDEFINED) {
        *ret = if_undefined;
        return 1;
    }
    if (js_to_integer_or_infinity(v, &d) < 0)
        return -1;
    *ret = d < 0 ? fmax(length + d, 0) : fmin(d, length);
    return 1;
}

JsValue js_to_bigint(JsValue v)
{
    JsValue primitive = TRY(js_to_primitive(v, JS_HINT_NUMBER));
    if (js_is_bigint(primitive))
        return primitive;
    if (js_is_boolean(primitive))
        return js_bigint_from_int64(primitive == JS_TRUE);
    if (js_is_string(primitive)) {
        JsValue parsed = TRY(js_string_to_bigint(js_string(primitive)));
        return parsed == JS_UNDEFINED ? js_throw_syntax_error("Cannot convert %v to a BigInt", primitive) : parsed;
    }
    return js_throw_type_error("Cannot convert %v to a BigInt", primitive);
}

JsString *js_to_string(JsValue v)
{
    if (js_likely(js_is_string(v)))
        return js_string(v);
    if (js_is_number(v))
        return js_string(js_number_to_string(v));
    if (!js_is_cell(v))
        return js_string(v == JS_UNDEFINED ? JS_ATOM(undefined_) : v == JS_NULL ? JS_ATOM(null_)
                         : v == JS_TRUE    ? JS_ATOM(true_)
                                           : JS_ATOM(false_));
    if (js_is_symbol(v)) {
        js_throw_type_error("Cannot convert a Symbol value to a string");
        return NULL;
    }
    if (js_is_bigint(v))
        return js_string(TRY_OR(NULL, js_bigint_to_string(v, 10)));
    return js_to_string(TRY_OR(NULL, js_to_primitive(v, JS_HINT_STRING)));
}

JsObject *js_to_object(JsValue v)
{
    if (js_likely(js_is_object(v)))
        return js_object(v);
    if (js_is_nullish(v)) {
        js_throw_type_error("Cannot convert undefined or null to object");
        return NULL;
    }
    return js_new_primitive_object(v, NULL);
}

JsKey js_to_property_key(JsValue v)
{
    if (js_is_string(v))
        return js_string_to_key(js_string(v));
    if (js_is_int(v) && js_as_int(v) >= 0)
        return js_index_key((uint32_t)js_as_int(v));
    if (js_is_symbol(v))
        return v;
    JsValue primitive = TRY(js_to_primitive(v, JS_HINT_STRING));
    if (js_is_symbol(primitive))
        return primitive;
    return js_string_to_key(TRY_PTR(js_to_string(primitive)));
}

/* ------------------------------------------------------------------------------------------------ comparison */
static bool same_cells(JsValue a, JsValue b)
{
    if (js_is_string(a) && js_is_string(b))
        return js_string_equals(js_string(a), js_string(b));
    return js_is_bigint(a) && js_is_bigint(b) && js_bigint_equals(a, b);
}

bool js_same_value(JsValue a, JsValue b)
{
    if (a == b)
        return true;
    if (js_is_number(a) && js_is_number(b)) {
        double x = js_as_number(a), y = js_as_number(b);
        return x == y ? signbit(x) == signbit(y) : x != x && y != y;
    }
    return same_cells(a, b);
}

bool js_same_value_zero(JsValue a, JsValue b)
{
    if (a == b)
        return true;
    if (js_is_number(a) && js_is_number(b)) {
        double x = js_as_number(a), y = js_as_number(b);
        return x == y || (x != x && y != y);
    }
    return same_cells(a, b);
}

/* 7.2.13 */
JsValue js_is_loosely_equal(JsValue a, JsValue b)
{
    for (;;) {
        bool a_is_object = js_is_object(a), b_is_object = js_is_object(b);
        if (js_is_nullish(a) || js_is_nullish(b))
            return js_boolean(js_is_nullish(a) && js_is_nullish(b));
        if (js_is_boolean(a)) {
            a = js_int(a == JS_TRUE);
            continue;
        }
        if (js_is_boolean(b)) {
            b = js_int(b == JS_TRUE);
            continue;
        }
        if (a_is_object && b_is_object)
            return js_boolean(a == b);
        if (a_is_object) {
            a = TRY(js_to_primitive(a, JS_HINT_DEFAULT));
            continue;
        }
        if (b_is_object) {
            b = TRY(js_to_primitive(b, JS_HINT_DEFAULT));
            continue;
        }
        if (js_is_symbol(a) || js_is_symbol(b))
            return js_boolean(a == b);
        if (js_is_string(a) && js_is_string(b))
            return js_boolean(js_string_equals(js_string(a), js_string(b)));
        if (js_is_bigint(a) || js_is_bigint(b)) {
            if (js_is_string(a) || js_is_string(b)) {
                JsValue parsed = TRY(js_string_to_bigint(js_string(js_is_string(a) ? a : b)));
                return js_boolean(parsed != JS_UNDEFINED && js_bigint_equals(parsed, js_is_string(a) ? b : a));
            }
            if (js_is_bigint(a) && js_is_bigint(b))
                return js_boolean(js_bigint_equals(a, b));
            return js_boolean(js_is_bigint(a) ? !js_bigint_compare_double(a, js_as_number(b))
                                              : !js_bigint_compare_double(b, js_as_number(a)));
        }
        double x = js_is_number(a) ? js_as_number(a) : js_string_to_number(js_string(a));
        double y = js_is_number(b) ? js_as_number(b) : js_string_to_number(js_string(b));
        return js_boolean(x == y);
    }
}

/* A proxy is asked through its owner's hook. */
JsValue (*js_proxy_target_hook)(JsObject *proxy);

int js_is_array(JsValue v)
{
    while (js_is_kind(v, JS_KIND_PROXY)) {
        v = js_proxy_target_hook(js_object(v));
        if (v == JS_NULL) {
            js_throw_type_error("Cannot perform 'IsArray' on a proxy that has been revoked");
            return -1;
        }
    }
    return js_is_array_object(v);
}

int js_is_regexp(JsValue v)
{
    if (!js_is_object(v))
        return 0;
    JsValue matcher = TRY_OR(-1, js_get(js_object(v), JS_SYM(match)));
    return matcher != JS_UNDEFINED ? js_to_boolean(matcher) : js_is_kind(v, JS_KIND_REGEXP);
}

JsValue js_require_coercible(JsValue v, const char *method)
{
    return js_is_nullish(v) ? js_throw_type_error("%s called on null or undefined", method) : v;
}
