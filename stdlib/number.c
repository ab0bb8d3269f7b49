/* The Number global (ECMA-262 21.1), and the numeric functions of the global object (19.2).
 *
 * Invariant: texts of numbers are made by value/number.h alone, exactly. */
#include "stdlib/global.h"
#include "stdlib/support.h"

/* ------------------------------------------------------------------------------------------------ parseInt, parseFloat */
static uint32_t skip_white_space(JsChars chars)
{
    uint32_t i = 0;
    while (i < chars.length && js_is_white_space(js_chars_at(chars, i)))
        i++;
    return i;
}

static int digit_value(uint16_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

/* The ASCII characters of a range, as long as they satisfy `accepts`, in scratch memory; NULL on exception. */
static char *copy_while(JsChars chars, uint32_t from, bool (*accepts)(uint16_t c, int32_t radix), int32_t radix, uint32_t *ret_length)
{
    uint32_t length = 0;
    while (from + length < chars.length && accepts(js_chars_at(chars, from + length), radix))
        length++;
    char *text = js_scratch(length + 1);
    for (uint32_t i = 0; text && i < length; i++)
        text[i] = (char)js_chars_at(chars, from + i);
    js_charge(length * 2);
    *ret_length = length;
    return text;
}

static bool is_digit_of(uint16_t c, int32_t radix)
{
    return c < 128 && digit_value(c) < radix;
}

static bool is_decimal_character(uint16_t c, int32_t radix)
{
    return (c >= '0' && c <= '9') || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-';
}

/* Up to nine decimal digits at the start, followed by no digit; -1 for other texts. */
static int32_t parse_short_decimal(JsChars chars)
{
    uint32_t value = 0, i = 0;
    for (; i < chars.length && i < 10; i++) {
        uint32_t digit = (uint32_t)js_chars_at(chars, i) - '0';
        if (digit > 9)
            break;
        value = value * 10 + digit;
    }
    bool is_prefix = i < chars.length && (js_chars_at(chars, i) | 32) == 'x'; /* 0x */
    return i == 0 || i > 9 || is_prefix ? -1 : (int32_t)value;
}

double js_parse_int(JsString *text, int32_t radix)
{
    JsChars chars = js_string_chars(text);
    int32_t quick = radix == 0 || radix == 10 ? parse_short_decimal(chars) : -1;
    if (quick >= 0)
        return quick;
    uint32_t i = skip_white_space(chars), length;
    bool is_negative = i < chars.length && js_chars_at(chars, i) == '-';
    if (i < chars.length && (js_chars_at(chars, i) == '-' || js_chars_at(chars, i) == '+'))
        i++;
    if (radix != 0 && (radix < 2 || radix > 36))
        return NAN;
    bool has_prefix = i + 1 < chars.length && js_chars_at(chars, i) == '0' && (js_chars_at(chars, i + 1) | 32) == 'x';
    if ((radix == 0 || radix == 16) && has_prefix) {
        i += 2;
        radix = 16;
    }
    radix = radix ? radix : 10;
    char *digits = copy_while(chars, i, is_digit_of, radix, &length);
    if (!digits || length == 0)
        return NAN;
    double value = number_parse_radix(digits, length, radix);
    return is_negative ? -value : value;
}

double js_parse_float(JsString *text)
{
    static const char infinity[] = "Infinity";
    JsChars chars = js_string_chars(text);
    uint32_t i = skip_white_space(chars), length, matched = 0;
    bool is_negative = i < chars.length && js_chars_at(chars, i) == '-';
    if (i < chars.length && (js_chars_at(chars, i) == '-' || js_chars_at(chars, i) == '+'))
        i++;
    while (matched < 8 && i + matched < chars.length && js_chars_at(chars, i + matched) == (uint8_t)infinity[matched])
        matched++;
    if (matched == 8)
        return is_negative ? -INFINITY : INFINITY;
    char *digits = copy_while(chars, i, is_decimal_character, 10, &length);
    size_t used = 0;
    double value = digits ? number_parse_decimal(digits, length, &used) : 0;
    if (used == 0)
        return NAN;
    return is_negative ? -value : value;
}

/* 19.2.5 parseInt ( string, radix ) */
JS_BUILTIN(global_parse_int)
{
    if (js_is_int(arg(0)) && (arg(1) == JS_UNDEFINED || arg(1) == js_int(10)))
        return argv[0];
    JsString *text = TRY_STRING(arg(0));
    int32_t radix = TRY_INT32(arg(1));
    return js_number(js_parse_int(text, radix));
}

/* 19.2.4 parseFloat ( string ) */
JS_BUILTIN(global_parse_float)
{
    return js_number(js_parse_float(TRY_STRING(arg(0))));
}

/* 19.2.2 isFinite ( number ) */
JS_BUILTIN(global_is_finite)
{
    return js_boolean(isfinite(TRY_NUMBER(arg(0))));
}

/* 19.2.3 isNaN ( number ) */
JS_BUILTIN(global_is_nan)
{
    return js_boolean(isnan(TRY_NUMBER(arg(0))));
}

/* ------------------------------------------------------------------------------------------------ Number */
/* 21.1.1.1, steps 1-2: the Number of the first argument */
static JsValue number_of(uint32_t argc, JsValue *argv)
{
    if (argc == 0)
        return js_int(0);
    JsValue v = TRY(js_to_numeric(argv[0]));
    return js_is_bigint(v) ? js_number(js_bigint_to_double(v)) : v;
}

/* 21.1.1.1 Number ( value ) */
JS_BUILTIN(number_call)
{
    return number_of(argc, argv);
}

JS_CONSTRUCTOR_BUILTIN(number_construct)
{
    JsValue v = TRY(number_of(argc, argv));
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_NUMBER_PROTOTYPE));
    return js_value(js_new_primitive_object(v, proto));
}

static bool is_integral(JsValue v)
{
    return js_is_int(v) || (js_is_number(v) && isfinite(js_as_number(v)) && trunc(js_as_number(v)) == js_as_number(v));
}

/* 21.1.2.2 Number.isFinite ( number ) */
JS_BUILTIN(number_is_finite)
{
    return js_boolean(js_is_number(arg(0)) && isfinite(js_as_number(arg(0))));
}

/* 21.1.2.3 Number.isInteger ( number ) */
JS_BUILTIN(number_is_integer)
{
    return js_boolean(is_integral(arg(0)));
}

/* 21.1.2.4 Number.isNaN ( number ) */
JS_BUILTIN(number_is_nan)
{
    return js_boolean(js_is_number(arg(0)) && isnan(js_as_number(arg(0))));
}

/* 21.1.2.5 Number.isSafeInteger ( number ) */
JS_BUILTIN(number_is_safe_integer)
{
    return js_boolean(is_integral(arg(0)) && fabs(js_as_number(arg(0))) <= JS_LENGTH_MAX);
}

/* 21.1.3.7.1 ThisNumberValue */
static JsValue this_number(JsValue v, const char *method)
{
    if (js_is_number(v))
        return v;
    if (js_is_kind(v, JS_KIND_NUMBER_OBJECT))
        return ((JsPrimitiveObject *)js_cell(v))->value;
    return js_throw_type_error("Number.prototype.%s requires that 'this' be a Number", method);
}

static JsValue text_of(const char *text, uint32_t length)
{
    js_charge(length + 100);
    return js_string_from_latin1((const uint8_t *)text, length);
}

/* 21.1.3.2 Number.prototype.toExponential ( fractionDigits ) */
JS_BUILTIN(number_prototype_to_exponential)
{
    char text[NUMBER_TEXT_MAX];
    double x = js_as_number(TRY(this_number(this_value, "toExponential")));
    double digits = TRY_INTEGER(arg(0));
    if (!isfinite(x))
        return js_number_to_string(js_number(x));
    if (digits < 0 || digits > 100)
        return js_throw_range_error("toExponential() argument must be between 0 and 100");
    return text_of(text, number_print_exponential(x, arg(0) == JS_UNDEFINED ? -1 : (int)digits, text));
}

/* 21.1.3.3 Number.prototype.toFixed ( fractionDigits ) */
JS_BUILTIN(number_prototype_to_fixed)
{
    char text[NUMBER_TEXT_MAX];
    double x = js_as_number(TRY(this_number(this_value, "toFixed")));
    double digits = TRY_INTEGER(arg(0));
    if (digits < 0 || digits > 100)
        return js_throw_range_error("toFixed() digits argument must be between 0 and 100");
    if (!(fabs(x) < 1e21))
        return js_number_to_string(js_number(x));
    return text_of(text, number_print_fixed(x, (int)digits, text));
}

/* 21.1.3.5 Number.prototype.toPrecision ( precision ) */
JS_BUILTIN(number_prototype_to_precision)
{
    char text[NUMBER_TEXT_MAX];
    double x = js_as_number(TRY(this_number(this_value, "toPrecision")));
    if (arg(0) == JS_UNDEFINED)
        return js_number_to_string(js_number(x));
    double precision = TRY_INTEGER(arg(0));
    if (!isfinite(x))
        return js_number_to_string(js_number(x));
    if (precision < 1 || precision > 100)
        return js_throw_range_error("toPrecision() argument must be between 1 and 100");
    return text_of(text, number_print_precision(x, (int)precision, text));
}

/* 21.1.3.6 Number.prototype.toString ( [ radix ] ) */
JS_BUILTIN(number_prototype_to_string)
{
    char text[NUMBER_TEXT_MAX];
    JsValue x = TRY(this_number(this_value, "toString"));
    double radix = arg(0) == JS_UNDEFINED ? 10 : TRY_INTEGER(arg(0));
    if (radix < 2 || radix > 36)
        return js_throw_range_error("toString() radix argument must be between 2 and 36");
    double d = js_as_number(x);
    if (radix == 10 || !isfinite(d))
        return js_number_to_string(x);
    return text_of(text, number_print_radix(d, (int)radix, text));
}

/* Groups of three digits, as the "en-US" locale of ECMA-402 writes them. */
static JsValue group_digits(const char *digits, uint32_t length, bool is_negative)
{
    JsStringBuilder out;
    const char *point = memchr(digits, '.', length);
    uint32_t whole = point ? (uint32_t)(point - digits) : length;
    js_builder_start(&out, length + length / 3 + 2);
    if (is_negative)
        js_builder_add_unit(&out, '-');
    for (uint32_t i = 0; i < length; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            js_builder_add_unit(&out, ',');
        js_builder_add_unit(&out, (uint8_t)digits[i]);
    }
    return js_builder_finish(&out);
}

/* 21.1.3.4 Number.prototype.toLocaleString: "en-US", at most three digits after the point; options are those below */
JS_BUILTIN(number_prototype_to_locale_string)
{
    char text[NUMBER_TEXT_MAX];
    double x = js_as_number(TRY(this_number(this_value, "toLocaleString")));
    double least = 0, most = 3;
    if (js_is_object(arg(1))) {
        JsValue minimum = TRY(js_get(js_object(argv[1]), js_key_from_ascii("minimumFractionDigits")));
        JsValue maximum = TRY(js_get(js_object(argv[1]), js_key_from_ascii("maximumFractionDigits")));
        least = minimum == JS_UNDEFINED ? 0 : TRY_INTEGER(minimum);
        most = maximum == JS_UNDEFINED ? fmax(least, 3) : TRY_INTEGER(maximum);
        if (!(least >= 0 && least <= 100 && most >= least && most <= 100))
            return js_throw_range_error("maximumFractionDigits value is out of range.");
    }
    if (isnan(x))
        return JS_ATOM(NaN);
    if (isinf(x))
        return js_string_from_utf8(x > 0 ? "\xe2\x88\x9e" : "-\xe2\x88\x9e", x > 0 ? 3 : 4);
    if (fabs(x) >= 1e21)
        return js_number_to_string(js_number(x));
    uint32_t length = number_print_fixed(fabs(x), (int)most, text);
    while (most > least && text[length - 1] == '0') {
        length--;
        most--;
    }
    if (length > 0 && text[length - 1] == '.')
        length--;
    return group_digits(text, length, signbit(x) != 0);
}

/* 21.1.3.7 Number.prototype.valueOf ( ) */
JS_BUILTIN(number_prototype_value_of)
{
    return this_number(this_value, "valueOf");
}

static const JsBuiltin number_static_rows[] = {
    JS_NUMBER_CONSTANT("EPSILON", 0x1p-52, "21.1.2.1"),
    JS_NUMBER_CONSTANT("MAX_SAFE_INTEGER", JS_LENGTH_MAX, "21.1.2.6"),
    JS_NUMBER_CONSTANT("MAX_VALUE", 0x1.fffffffffffffp1023, "21.1.2.7"),
    JS_NUMBER_CONSTANT("MIN_SAFE_INTEGER", -JS_LENGTH_MAX, "21.1.2.8"),
    JS_NUMBER_CONSTANT("MIN_VALUE", 0x1p-1074, "21.1.2.9"),
    JS_NUMBER_CONSTANT("NaN", NAN, "21.1.2.10"),
    JS_NUMBER_CONSTANT("NEGATIVE_INFINITY", -INFINITY, "21.1.2.11"),
    JS_NUMBER_CONSTANT("POSITIVE_INFINITY", INFINITY, "21.1.2.14"),
    JS_METHOD("isFinite", number_is_finite, 1, "21.1.2.2"),
    JS_METHOD("isInteger", number_is_integer, 1, "21.1.2.3"),
    JS_METHOD("isNaN", number_is_nan, 1, "21.1.2.4"),
    JS_METHOD("isSafeInteger", number_is_safe_integer, 1, "21.1.2.5"),
};
static const JsBuiltin number_prototype_rows[] = {
    JS_METHOD("toExponential", number_prototype_to_exponential, 1, "21.1.3.2"),
    JS_METHOD("toFixed", number_prototype_to_fixed, 1, "21.1.3.3"),
    JS_METHOD("toLocaleString", number_prototype_to_locale_string, 0, "21.1.3.4"),
    JS_METHOD("toPrecision", number_prototype_to_precision, 1, "21.1.3.5"),
    JS_METHOD("toString", number_prototype_to_string, 1, "21.1.3.6"),
    JS_METHOD("valueOf", number_prototype_value_of, 0, "21.1.3.7"),
};
static const JsBuiltin global_rows[] = {
    JS_NUMBER_CONSTANT("Infinity", INFINITY, "19.1.2"),
    JS_NUMBER_CONSTANT("NaN", NAN, "19.1.3"),
    JS_METHOD("isFinite", global_is_finite, 1, "19.2.2"),
    JS_METHOD("isNaN", global_is_nan, 1, "19.2.3"),
    JS_METHOD("parseFloat", global_parse_float, 1, "19.2.4"),
    JS_METHOD("parseInt", global_parse_int, 2, "19.2.5"),
};

/* 21.1.2.12-13: Number.parseFloat is the global function itself */
static void share_global(JsObject *constructor, const char *name)
{
    JsKey key = js_key_from_ascii(name);
    js_put_own(constructor, key, js_peek_data(js_realm->global, key), JS_HIDDEN_ATTRIBUTES);
}

void js_install_number(void)
{
    JsObject *prototype = JS_INTRINSIC(NUMBER_PROTOTYPE);
    JsFunction *constructor = js_new_builtin_constructor("Number", 1, number_call, number_construct, NULL, prototype);
    js_install_builtins(&constructor->object, number_static_rows, JS_COUNT(number_static_rows));
    js_install_builtins(prototype, number_prototype_rows, JS_COUNT(number_prototype_rows));
    js_install_builtins(js_realm->global, global_rows, JS_COUNT(global_rows));
    js_put_own(js_realm->global, JS_ATOM(undefined_), JS_UNDEFINED, 0);
    share_global(&constructor->object, "parseFloat");
    share_global(&constructor->object, "parseInt");
    js_define_global("Number", js_value(constructor));
}
