/* The String global: constructor, statics, iteration, and the methods that look at positions (ECMA-262 22.1).
 *
 * Invariant: positions are code units; a view of characters is taken after the last conversion that may run code. */
#include "stdlib/string_methods.h"
#include "exec/iterate.h"
#include "unicode/unicode.h"

JsString *string_this(JsValue this_value, const char *method)
{
    if (js_is_string(this_value))
        return js_string(this_value);
    return js_require_coercible(this_value, method) == JS_EXCEPTION ? NULL : js_to_string(this_value);
}

/* 22.1.1.1 String ( value ) */
JS_BUILTIN(string_call)
{
    if (argc == 0)
        return js_empty_string;
    if (js_is_symbol(argv[0])) {
        JsValue description = js_symbol(argv[0])->description;
        return js_string_from_format("Symbol(%S)", js_string(js_is_string(description) ? description : js_empty_string));
    }
    return js_value(TRY_STRING(argv[0]));
}

JS_CONSTRUCTOR_BUILTIN(string_construct)
{
    JsValue v = argc == 0 ? js_empty_string : js_value(TRY_STRING(argv[0]));
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_STRING_PROTOTYPE));
    return js_value(js_new_primitive_object(v, proto));
}

/* 22.1.2.1 String.fromCharCode ( ...codeUnits ) */
JS_BUILTIN(string_from_char_code)
{
    if (argc == 1 && js_is_int(argv[0]))
        return js_string_from_code_unit((uint16_t)js_as_int(argv[0]));
    uint16_t *units = TRY_PTR(js_scratch(argc * sizeof *units));
    for (uint32_t i = 0; i < argc; i++)
        units[i] = (uint16_t)TRY_UINT32(argv[i]);
    return js_string_from_utf16(units, argc);
}

/* 22.1.2.2 String.fromCodePoint ( ...codePoints ) */
JS_BUILTIN(string_from_code_point)
{
    JsStringBuilder out;
    js_builder_start(&out, argc);
    for (uint32_t i = 0; i < argc; i++) {
        double code_point = TRY_NUMBER(argv[i]);
        if (!(code_point >= 0 && code_point <= 0x10ffff) || trunc(code_point) != code_point)
            return js_throw_range_error("Invalid code point %v", argv[i]);
        js_builder_add_code_point(&out, (uint32_t)code_point);
    }
    return js_builder_finish(&out);
}

/* 22.1.2.4 String.raw ( template, ...substitutions ) */
JS_BUILTIN(string_raw)
{
    JsObject *cooked = TRY_OBJECT(arg(0));
    JsObject *literals = TRY_OBJECT(TRY(js_get(cooked, JS_ATOM(raw))));
    double length = TRY_LENGTH(literals);
    JsStringBuilder out;
    js_builder_start(&out, 16);
    for (double i = 0; i < length && !out.failed; i++) {
        JsString *part = TRY_STRING(TRY(js_get_index(literals, i)));
        js_builder_add_string(&out, part);
        js_charge(10);
        if (i + 1 < length && i + 1 < argc)
            js_builder_add_string(&out, TRY_STRING(argv[(uint32_t)i + 1]));
    }
    return js_builder_finish(&out);
}

/* ------------------------------------------------------------------------------------------------ positions */
/* 22.1.3.1 String.prototype.at ( index ) */
JS_BUILTIN(string_prototype_at)
{
    JsString *s = TRY_THIS_STRING("at");
    double length = js_string_length(s), index = TRY_INTEGER(arg(0));
    if (index < 0)
        index += length;
    if (index < 0 || index >= length)
        return JS_UNDEFINED;
    return js_string_from_code_unit(js_string_at(s, (uint32_t)index));
}

/* 22.1.3.2 String.prototype.charAt ( pos ) */
JS_BUILTIN(string_prototype_char_at)
{
    JsString *s = TRY_THIS_STRING("charAt");
    double position = TRY_INTEGER(arg(0));
    if (position < 0 || position >= js_string_length(s))
        return js_empty_string;
    return js_string_from_code_unit(js_string_at(s, (uint32_t)position));
}

/* The unit at i < length; without flattening where the characters stand in the cell itself. */
static inline uint16_t unit_at(JsString *s, uint32_t i)
{
    if (s->cell.flags & (JS_STRING_ROPE | JS_STRING_SLICE))
        return js_string_at(s, i);
    return s->cell.flags & JS_STRING_WIDE ? s->u.wide[i] : s->u.latin1[i];
}

/* 22.1.3.3 String.prototype.charCodeAt ( pos ) */
JS_BUILTIN(string_prototype_char_code_at)
{
    /* A string primitive and an int32: no conversion runs code. */
    if (js_is_string(this_value) && js_is_int(arg(0)) && (uint32_t)js_as_int(argv[0]) < js_string_length(js_string(this_value)))
        return js_int(unit_at(js_string(this_value), (uint32_t)js_as_int(argv[0])));
    JsString *s = TRY_THIS_STRING("charCodeAt");
    double position = TRY_INTEGER(arg(0));
    if (position < 0 || position >= js_string_length(s))
        return js_double(NAN);
    return js_int(js_string_at(s, (uint32_t)position));
}

/* 22.1.3.4 String.prototype.codePointAt ( pos ) */
JS_BUILTIN(string_prototype_code_point_at)
{
    uint32_t units;
    JsString *s = TRY_THIS_STRING("codePointAt");
    double position = TRY_INTEGER(arg(0));
    if (position < 0 || position >= js_string_length(s))
        return JS_UNDEFINED;
    return js_int((int32_t)js_string_code_point_at(s, (uint32_t)position, &units));
}

/* 22.1.3.5 String.prototype.concat ( ...args ) */
JS_BUILTIN(string_prototype_concat)
{
    JsString *s = TRY_THIS_STRING("concat");
    for (uint32_t i = 0; i < argc; i++)
        s = js_string(TRY(js_string_concat(s, TRY_STRING(argv[i]))));
    return js_value(s);
}

static double clamp(double v, double most)
{
    return v < 0 ? 0 : v > most ? most : v;
}

/* The pattern of includes, startsWith and endsWith: a string, and no regular expression. NULL on exception. */
static JsString *search_text(JsValue v, const char *method)
{
    int is_regexp = js_is_regexp(v);
    if (is_regexp)
        return is_regexp > 0 ? js_throw_type_error("First argument to String.prototype.%s must not be a regular expression",
                                                   method), (JsString *)NULL : NULL;
    return js_to_string(v);
}

static bool matches_at(JsString *s, JsString *part, uint32_t at)
{
    uint32_t length = js_string_length(part);
    if (at + (uint64_t)length > js_string_length(s))
        return false;
    JsChars a = js_string_chars(s), b = js_string_chars(part);
    for (uint32_t i = 0; i < length; i++)
        if (js_chars_at(a, at + i) != js_chars_at(b, i))
            return false;
    js_charge(length);
    return true;
}

/* 22.1.3.7 String.prototype.endsWith ( searchString [ , endPosition ] ) */
JS_BUILTIN(string_prototype_ends_with)
{
    JsString *s = TRY_THIS_STRING("endsWith");
    JsString *part = TRY_PTR(search_text(arg(0), "endsWith"));
    double length = js_string_length(s);
    double end = arg(1) == JS_UNDEFINED ? length : clamp(TRY_INTEGER(arg(1)), length);
    double start = end - js_string_length(part);
    return js_boolean(start >= 0 && matches_at(s, part, (uint32_t)start));
}

/* 22.1.3.24 String.prototype.startsWith ( searchString [ , position ] ) */
JS_BUILTIN(string_prototype_starts_with)
{
    JsString *s = TRY_THIS_STRING("startsWith");
    JsString *part = TRY_PTR(search_text(arg(0), "startsWith"));
    double start = clamp(TRY_INTEGER(arg(1)), js_string_length(s));
    return js_boolean(matches_at(s, part, (uint32_t)start));
}

/* 22.1.3.8 String.prototype.includes ( searchString [ , position ] ) */
JS_BUILTIN(string_prototype_includes)
{
    JsString *s = TRY_THIS_STRING("includes");
    JsString *part = TRY_PTR(search_text(arg(0), "includes"));
    double start = clamp(TRY_INTEGER(arg(1)), js_string_length(s));
    return js_boolean(js_string_index_of(s, part, (uint32_t)start) >= 0);
}

/* 22.1.3.9 String.prototype.indexOf ( searchString [ , position ] ) */
JS_BUILTIN(string_prototype_index_of)
{
    JsString *s = TRY_THIS_STRING("indexOf");
    JsString *part = TRY_STRING(arg(0));
    double start = clamp(TRY_INTEGER(arg(1)), js_string_length(s));
    return js_int((int32_t)js_string_index_of(s, part, (uint32_t)start));
}

/* 22.1.3.11 String.prototype.lastIndexOf ( searchString [ , position ] ) */
JS_BUILTIN(string_prototype_last_index_of)
{
    JsString *s = TRY_THIS_STRING("lastIndexOf");
    JsString *part = TRY_STRING(arg(0));
    double number = TRY_NUMBER(arg(1));
    double position = isnan(number) ? INFINITY : js_integer_of(number);
    double most = (double)js_string_length(s) - js_string_length(part);
    if (most < 0)
        return js_int(-1);
    return js_int((int32_t)js_string_last_index_of(s, part, (uint32_t)clamp(position, most)));
}

/* 22.1.3.22 String.prototype.slice ( start, end ) */
JS_BUILTIN(string_prototype_slice)
{
    JsString *s = TRY_THIS_STRING("slice");
    double length = js_string_length(s);
    double from = TRY_RELATIVE(arg(0), length, 0);
    double to = TRY_RELATIVE(arg(1), length, length);
    return from >= to ? js_empty_string : js_string_substring(s, (uint32_t)from, (uint32_t)to);
}

/* 22.1.3.25 String.prototype.substring ( start, end ) */
JS_BUILTIN(string_prototype_substring)
{
    JsString *s = TRY_THIS_STRING("substring");
    double length = js_string_length(s);
    double start = clamp(TRY_INTEGER(arg(0)), length);
    double end = arg(1) == JS_UNDEFINED ? length : clamp(TRY_INTEGER(arg(1)), length);
    return js_string_substring(s, (uint32_t)fmin(start, end), (uint32_t)fmax(start, end));
}

/* B.2.2.1 String.prototype.substr ( start, length ) */
JS_BUILTIN(string_prototype_substr)
{
    JsString *s = TRY_THIS_STRING("substr");
    double size = js_string_length(s);
    double start = TRY_RELATIVE(arg(0), size, 0);
    double length = arg(1) == JS_UNDEFINED ? size : TRY_INTEGER(arg(1));
    double end = fmin(start + clamp(length, size), size);
    return js_string_substring(s, (uint32_t)start, (uint32_t)end);
}

/* 22.1.3.35.1 ThisStringValue */
static JsValue this_string(JsValue v, const char *method)
{
    if (js_is_string(v))
        return v;
    if (js_is_kind(v, JS_KIND_STRING_OBJECT))
        return ((JsPrimitiveObject *)js_cell(v))->value;
    return js_throw_type_error("String.prototype.%s requires that 'this' be a String", method);
}

/* 22.1.3.28 String.prototype.toString ( ) */
JS_BUILTIN(string_prototype_to_string)
{
    return this_string(this_value, "toString");
}

/* 22.1.3.34 String.prototype.valueOf ( ) */
JS_BUILTIN(string_prototype_value_of)
{
    return this_string(this_value, "valueOf");
}

/* ------------------------------------------------------------------------------------------------ iteration */
/* 22.1.3.36 String.prototype [ @@iterator ] ( ) */
JS_BUILTIN(string_prototype_iterator)
{
    JsString *s = TRY_THIS_STRING("[Symbol.iterator]");
    return js_value(js_new_builtin_iterator(JS_ITERATOR_STRING, js_value(s), JS_INTRINSIC(STRING_ITERATOR_PROTOTYPE)));
}

/* The next character, JS_EMPTY at the end. */
static JsValue string_iterator_step(JsBuiltinIterator *it)
{
    if (it->target == JS_UNDEFINED)
        return JS_EMPTY;
    JsString *s = js_string(it->target);
    if (it->index >= js_string_length(s)) {
        js_store(it, &it->target, JS_UNDEFINED);
        return JS_EMPTY;
    }
    uint32_t units, at = (uint32_t)it->index;
    js_string_code_point_at(s, at, &units);
    js_store(it, &it->index, at + units);
    return units == 1 ? js_string_from_code_unit(js_string_at(s, at)) : js_string_substring(s, at, at + units);
}

/* 22.1.5.1.1 %StringIteratorPrototype%.next ( ) */
JS_BUILTIN(string_iterator_next)
{
    if (!js_is_kind(this_value, JS_KIND_ITERATOR) || ((JsBuiltinIterator *)js_cell(this_value))->type != JS_ITERATOR_STRING)
        return js_throw_incompatible("String Iterator.prototype.next", this_value);
    JsValue v = string_iterator_step((JsBuiltinIterator *)js_cell(this_value));
    return v == JS_EMPTY ? js_new_iterator_result(JS_UNDEFINED, true) : js_new_iterator_result(v, false);
}

static const JsBuiltin string_static_rows[] = {
    JS_METHOD("fromCharCode", string_from_char_code, 1, "22.1.2.1"),
    JS_METHOD("fromCodePoint", string_from_code_point, 1, "22.1.2.2"),
    JS_METHOD("raw", string_raw, 1, "22.1.2.4"),
};
static const JsBuiltin string_prototype_rows[] = {
    JS_METHOD("at", string_prototype_at, 1, "22.1.3.1"),
    JS_METHOD("charAt", string_prototype_char_at, 1, "22.1.3.2"),
    JS_METHOD("charCodeAt", string_prototype_char_code_at, 1, "22.1.3.3"),
    JS_METHOD("codePointAt", string_prototype_code_point_at, 1, "22.1.3.4"),
    JS_METHOD("concat", string_prototype_concat, 1, "22.1.3.5"),
    JS_METHOD("endsWith", string_prototype_ends_with, 1, "22.1.3.7"),
    JS_METHOD("includes", string_prototype_includes, 1, "22.1.3.8"),
    JS_METHOD("indexOf", string_prototype_index_of, 1, "22.1.3.9"),
    JS_METHOD("lastIndexOf", string_prototype_last_index_of, 1, "22.1.3.11"),
    JS_METHOD("slice", string_prototype_slice, 2, "22.1.3.22"),
    JS_METHOD("startsWith", string_prototype_starts_with, 1, "22.1.3.24"),
    JS_METHOD("substring", string_prototype_substring, 2, "22.1.3.25"),
    JS_METHOD("toString", string_prototype_to_string, 0, "22.1.3.29"),
    JS_METHOD("valueOf", string_prototype_value_of, 0, "22.1.3.35"),
    JS_METHOD("@@iterator", string_prototype_iterator, 0, "22.1.3.36"),
    JS_METHOD("substr", string_prototype_substr, 2, "B.2.2.1"),
};
static const JsBuiltin string_iterator_rows[] = {
    JS_METHOD("next", string_iterator_next, 0, "22.1.5.1.1"),
    JS_STRING_CONSTANT("@@toStringTag", "String Iterator", "22.1.5.1.2"),
};

void js_install_string(void)
{
    unicode_pay = js_charge;
    JsObject *prototype = JS_INTRINSIC(STRING_PROTOTYPE);
    JsFunction *constructor = js_new_builtin_constructor("String", 1, string_call, string_construct, NULL, prototype);
    js_install_builtins(&constructor->object, string_static_rows, JS_COUNT(string_static_rows));
    js_install_builtins(prototype, string_prototype_rows, JS_COUNT(string_prototype_rows));
    js_install_builtins(prototype, string_text_rows, string_text_row_count);
    js_install_builtins(prototype, string_pattern_rows, string_pattern_row_count);
    js_install_builtins(prototype, string_html_rows, string_html_row_count);
    /* B.2.2.15-16: the same functions under older names */
    js_put_own(prototype, js_key_from_ascii("trimLeft"), js_peek_data(prototype, js_key_from_ascii("trimStart")),
               JS_HIDDEN_ATTRIBUTES);
    js_put_own(prototype, js_key_from_ascii("trimRight"), js_peek_data(prototype, js_key_from_ascii("trimEnd")),
               JS_HIDDEN_ATTRIBUTES);
    js_define_global("String", js_value(constructor));
    JsObject *iterator = js_new_plain(JS_INTRINSIC(ITERATOR_PROTOTYPE));
    js_realm->intrinsics[INTRINSIC_STRING_ITERATOR_PROTOTYPE] = iterator;
    js_install_builtins(iterator, string_iterator_rows, JS_COUNT(string_iterator_rows));
    js_register_iterator_step(JS_ITERATOR_STRING, string_iterator_next, string_iterator_step);
}
