/* The operators of ECMA-262 13 behind their inline paths in sinew.h. */
#include "object/internal.h"
#include "value/bigint.h"

/* ------------------------------------------------------------------------------------------------ numbers */
double js_modulo(double a, double b)
{
    if (a >= 0 && b > 0 && a < 9007199254740992.0 && b < 9007199254740992.0 && a == (double)(int64_t)a &&
        b == (double)(int64_t)b && (a != 0 || !signbit(a)))
        return (double)((int64_t)a % (int64_t)b);
    return fmod(a, b);
}

double js_power(double a, double b)
{
    if (b != b || ((a == 1 || a == -1) && isinf(b)))
        return NAN;
    if (b == 2)
        return a * a;
    return pow(a, b);
}

int32_t js_double_to_int32(double d)
{
    if (d >= -2147483648.0 && d <= 2147483647.0)
        return (int32_t)d;
    if (!(fabs(d) < INFINITY))
        return 0;
    if (fabs(d) < 9.2e18)
        return (int32_t)(uint32_t)(uint64_t)(int64_t)d;
    double m = fmod(trunc(d), 4294967296.0);
    return (int32_t)(uint32_t)(int64_t)m;
}

static JsValue number_operation(int op, double a, double b)
{
    int32_t x, y;
    switch (op) {
    case JS_ARITH_SUB:
        return js_number(a - b);
    case JS_ARITH_MUL:
        return js_number(a * b);
    case JS_ARITH_DIV:
        return js_number(a / b);
    case JS_ARITH_MOD:
        return js_number(js_modulo(a, b));
    case JS_ARITH_EXP:
        return js_number(js_power(a, b));
    default:
        break;
    }
    x = js_double_to_int32(a);
    y = js_double_to_int32(b);
    switch (op) {
    case JS_ARITH_AND:
        return js_int(x & y);
    case JS_ARITH_OR:
        return js_int(x | y);
    case JS_ARITH_XOR:
        return js_int(x ^ y);
    case JS_ARITH_SHL:
        return js_int((int32_t)((uint32_t)x << (y & 31)));
    case JS_ARITH_SHR:
        return js_int(x >> (y & 31));
    default:
        return js_uint((uint32_t)x >> (y & 31));
    }
}

JsValue js_arith_slow(int op, JsValue a, JsValue b)
{
    if (js_is_number(a) && js_is_number(b))
        return number_operation(op, js_as_number(a), js_as_number(b));
    JsValue x = TRY(js_to_numeric(a));
    JsValue y = TRY(js_to_numeric(b));
    if (js_is_number(x) && js_is_number(y))
        return number_operation(op, js_as_number(x), js_as_number(y));
    if (js_is_number(x) || js_is_number(y))
        return js_throw_type_error("Cannot mix BigInt and other types, use explicit conversions");
    return js_bigint_binary(op, x, y);
}

/* 13.15.3 */
JsValue js_add_slow(JsValue a, JsValue b)
{
    if (js_is_string(a) && js_is_string(b))
        return js_string_concat(js_string(a), js_string(b));
    a = TRY(js_to_primitive(a, JS_HINT_DEFAULT));
    b = TRY(js_to_primitive(b, JS_HINT_DEFAULT));
    if (js_is_string(a) || js_is_string(b)) {
        JsString *x = TRY_PTR(js_to_string(a));
        JsString *y = TRY_PTR(js_to_string(b));
        return js_string_concat(x, y);
    }
    JsValue x = TRY(js_to_numeric(a));
    JsValue y = TRY(js_to_numeric(b));
    if (js_is_number(x) && js_is_number(y))
        return js_number(js_as_number(x) + js_as_number(y));
    if (js_is_number(x) || js_is_number(y))
        return js_throw_type_error("Cannot mix BigInt and other types, use explicit conversions");
    return js_bigint_binary(JS_BIGINT_ADD, x, y);
}

JsValue js_op_negate(JsValue v)
{
    if (js_is_int(v) && js_as_int(v) != 0 && js_as_int(v) != INT32_MIN)
        return js_int(-js_as_int(v));
    JsValue n = TRY(js_to_numeric(v));
    return js_is_number(n) ? js_number(-js_as_number(n)) : js_bigint_negate(n);
}

JsValue js_op_bit_not(JsValue v)
{
    JsValue n = TRY(js_to_numeric(v));
    return js_is_number(n) ? js_int(~js_double_to_int32(js_as_number(n))) : js_bigint_not(n);
}

JsValue js_op_increment(JsValue v)
{
    if (js_is_number(v))
        return js_number(js_as_number(v) + 1);
    return js_bigint_binary(JS_BIGINT_ADD, v, js_bigint_from_int64(1));
}

JsValue js_op_decrement(JsValue v)
{
    if (js_is_number(v))
        return js_number(js_as_number(v) - 1);
    return js_bigint_binary(JS_ARITH_SUB, v, js_bigint_from_int64(1));
}

JsValue js_op_to_number(JsValue v)
{
    double d;
    if (js_is_number(v))
        return v;
    TRY_INT(js_to_number(v, &d));
    return js_number(d);
}

JsValue js_op_to_numeric(JsValue v) { return js_to_numeric(v); }

JsValue js_op_to_string(JsValue v)
{
    return js_value(TRY_PTR(js_to_string(v)));
}

JsValue js_op_to_object(JsValue v)
{
    return js_value(TRY_PTR(js_to_object(v)));
}

/* ------------------------------------------------------------------------------------------------ types */
JsValue js_op_typeof(JsValue v)
{
    if (js_is_number(v))
        return JS_ATOM(number);
    if (!js_is_cell(v))
        return js_is_boolean(v) ? JS_ATOM(boolean) : v == JS_NULL ? JS_ATOM(object) : JS_ATOM(undefined_);
    switch (js_cell(v)->kind) {
    case JS_KIND_STRING:
        return JS_ATOM(string);
    case JS_KIND_SYMBOL:
        return JS_ATOM(symbol);
    case JS_KIND_BIGINT:
        return JS_ATOM(bigint);
    default:
        return js_cell(v)->flags & JS_CALLABLE ? JS_ATOM(function_) : JS_ATOM(object);
    }
}

const char *js_type_name(JsValue v)
{
    if (js_is_number(v))
        return "number";
    if (!js_is_cell(v))
        return js_is_boolean(v) ? "boolean" : v == JS_NULL ? "object" : "undefined";
    switch (js_cell(v)->kind) {
    case JS_KIND_STRING:
        return "string";
    case JS_KIND_SYMBOL:
        return "symbol";
    case JS_KIND_BIGINT:
        return "bigint";
    default:
        return js_cell(v)->flags & JS_CALLABLE ? "function" : "object";
    }
}

JsValue js_op_instanceof(JsValue v, JsValue target)
{
    return js_instance_of(v, target);
}

/* ------------------------------------------------------------------------------------------------ comparison */
static bool compare_numbers(int op, double a, double b)
{
    switch (op) {
    case JS_LT:
        return a < b;
    case JS_LE:
        return a <= b;
    case JS_GT:
        return a > b;
    default:
        return a >= b;
    }
}

static bool compare_order(int op, int order)
{
    return compare_numbers(op, order, 0);
}

/* A BigInt with a number or string; an undefined order is false for every operator. */
static JsValue compare_bigint(int op, JsValue a, JsValue b)
{
    bool is_swapped = !js_is_bigint(a);
    JsValue bigint = is_swapped ? b : a, other = is_swapped ? a : b;
    int order;
    if (js_is_string(other)) {
        other = TRY(js_string_to_bigint(js_string(other)));
        if (other == JS_UNDEFINED)
            return JS_FALSE;
    }
    if (js_is_bigint(other)) {
        order = js_bigint_compare(bigint, other);
    } else {
        double d;
        TRY_INT(js_to_number(other, &d));
        order = js_bigint_compare_double(bigint, d);
        if (order == 2)
            return JS_FALSE;
    }
    return js_boolean(compare_order(op, is_swapped ? -order : order));
}

/* 7.2.12, with the operands' evaluation order of 13.10.1 */
JsValue js_compare_slow(int op, JsValue a, JsValue b)
{
    a = TRY(js_to_primitive(a, JS_HINT_NUMBER));
    b = TRY(js_to_primitive(b, JS_HINT_NUMBER));
    if (js_is_string(a) && js_is_string(b))
        return js_boolean(compare_order(op, js_string_compare(js_string(a), js_string(b))));
    if (js_is_bigint(a) || js_is_bigint(b)) {
        if (js_is_symbol(a) || js_is_symbol(b))
            return js_throw_type_error("Cannot convert a Symbol value to a number");
        return compare_bigint(op, a, b);
    }
    double x, y;
    TRY_INT(js_to_number(a, &x));
    TRY_INT(js_to_number(b, &y));
    return js_boolean(compare_numbers(op, x, y));
}

JsValue js_equal_slow(JsValue a, JsValue b)
{
    if (js_is_number(a) && js_is_number(b))
        return js_boolean(js_as_number(a) == js_as_number(b));
    if (a == b)
        return JS_TRUE;
    return js_is_loosely_equal(a, b);
}

bool js_strict_equal_slow(JsValue a, JsValue b)
{
    if (js_is_number(a))
        return js_is_number(b) && js_as_number(a) == js_as_number(b);
    if (!js_is_cell(a) || !js_is_cell(b))
        return false;
    uint8_t kind = js_cell(a)->kind;
    if (kind != js_cell(b)->kind || kind > JS_KIND_BIGINT)
        return false;
    if (kind == JS_KIND_STRING)
        return js_string_equals(js_string(a), js_string(b));
    return kind == JS_KIND_BIGINT && js_bigint_equals(a, b);
}

bool js_to_boolean_slow(JsValue v)
{
    if (js_is_double(v)) {
        double d = js_as_double(v);
        return d == d && d != 0;
    }
    if (!js_is_cell(v))
        return v == JS_TRUE;
    if (js_is_string(v))
        return js_string(v)->cell.word != 0;
    return !js_is_bigint(v) || !js_bigint_is_zero(v);
}
