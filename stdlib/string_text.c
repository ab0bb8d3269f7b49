/* String.prototype: the methods that make new texts: case, trimming, padding, repetition, normalization (ECMA-262 22.1.3).
 *
 * Invariant: case mapping and normalization are those of the Unicode database that Sinew is built with, never of a locale. */
#include "stdlib/string_methods.h"
#include "unicode/unicode.h"

/* ------------------------------------------------------------------------------------------------ case */
/* All characters below 128: mapped a byte at a time. JS_EMPTY when there are others. */
static JsValue map_ascii(JsString *s, bool upper)
{
    JsChars chars = js_string_chars(s);
    if (!chars.latin1)
        return JS_EMPTY;
    bool changes = false;
    for (uint32_t i = 0; i < chars.length; i++) {
        uint8_t c = chars.latin1[i];
        if (c >= 128)
            return JS_EMPTY;
        changes |= upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
    }
    js_charge(chars.length / 2);
    if (!changes)
        return js_value(s);
    JsString *mapped = TRY_PTR(js_string_new_latin1(chars.length));
    chars = js_string_chars(s);
    for (uint32_t i = 0; i < chars.length; i++) {
        uint8_t c = chars.latin1[i];
        bool flips = upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
        mapped->u.latin1[i] = flips ? c ^ 32 : c;
    }
    return js_value(mapped);
}

enum { CAPITAL_SIGMA = 0x3a3, FINAL_SIGMA = 0x3c2 };

/* 22.1.3.28 String.prototype.toLowerCase and 22.1.3.30 toUpperCase: by code points, with SpecialCasing */
static JsValue map_case(JsString *s, bool upper)
{
    JsValue simple = map_ascii(s, upper);
    if (simple != JS_EMPTY)
        return simple;
    uint32_t length = js_string_length(s), units;
    uint16_t *wide = TRY_PTR(js_scratch(length * sizeof *wide));
    js_string_copy_utf16(s, 0, length, wide);
    JsStringBuilder out;
    js_builder_start(&out, length);
    for (uint32_t i = 0; i < length; i += units) {
        uint32_t code_point = js_string_code_point_at(s, i, &units), mapped[3];
        size_t count = upper ? unicode_to_upper(code_point, mapped) : unicode_to_lower(code_point, mapped);
        if (!upper && code_point == CAPITAL_SIGMA && unicode_is_final_sigma(wide, length, i))
            mapped[0] = FINAL_SIGMA;
        for (size_t j = 0; j < count; j++)
            js_builder_add_code_point(&out, mapped[j]);
        js_charge(10);
    }
    return js_builder_finish(&out);
}

JS_BUILTIN(string_prototype_to_lower_case)
{
    return map_case(TRY_THIS_STRING("toLowerCase"), false);
}

/* 22.1.3.26 String.prototype.toLocaleLowerCase ( ) */
JS_BUILTIN(string_prototype_to_locale_lower_case)
{
    return map_case(TRY_THIS_STRING("toLocaleLowerCase"), false);
}

/* 22.1.3.30 String.prototype.toUpperCase ( ) */
JS_BUILTIN(string_prototype_to_upper_case)
{
    return map_case(TRY_THIS_STRING("toUpperCase"), true);
}

/* 22.1.3.27 String.prototype.toLocaleUpperCase ( ) */
JS_BUILTIN(string_prototype_to_locale_upper_case)
{
    return map_case(TRY_THIS_STRING("toLocaleUpperCase"), true);
}

/* ------------------------------------------------------------------------------------------------ trimming */
/* 22.1.3.32.1 TrimString ( string, where ) */
static JsValue trim(JsString *s, int where)
{
    JsChars chars = js_string_chars(s);
    uint32_t from = 0, to = chars.length;
    while ((where & STRING_TRIM_START) && from < to && js_is_white_space(js_chars_at(chars, from)))
        js_charge_round(from++, 4);
    while ((where & STRING_TRIM_END) && from < to && js_is_white_space(js_chars_at(chars, to - 1)))
        js_charge_round(to--, 4);
    js_charge(10);
    return js_string_substring(s, from, to);
}

/* 22.1.3.32 String.prototype.trim ( ) */
JS_BUILTIN(string_prototype_trim)
{
    return trim(TRY_THIS_STRING("trim"), STRING_TRIM_START | STRING_TRIM_END);
}

/* 22.1.3.33 String.prototype.trimEnd ( ) */
JS_BUILTIN(string_prototype_trim_end)
{
    return trim(TRY_THIS_STRING("trimEnd"), STRING_TRIM_END);
}

/* 22.1.3.34 String.prototype.trimStart ( ) */
JS_BUILTIN(string_prototype_trim_start)
{
    return trim(TRY_THIS_STRING("trimStart"), STRING_TRIM_START);
}

/* ------------------------------------------------------------------------------------------------ repetition */
/* `count` code units made of `s` again and again. */
static JsValue fill_units(JsString *s, double count)
{
    if (count > JS_STRING_LENGTH_MAX)
        return js_throw_range_error("Invalid string length");
    uint32_t length = js_string_length(s), wanted = (uint32_t)count;
    JsStringBuilder out;
    js_builder_start(&out, wanted);
    for (uint32_t made = 0; made < wanted && !out.failed; made += length) {
        uint32_t take = wanted - made < length ? wanted - made : length;
        js_builder_add_range(&out, s, 0, take);
        js_charge(take / 4 + 5);
    }
    return js_builder_finish(&out);
}

/* 22.1.3.18 String.prototype.repeat ( count ) */
JS_BUILTIN(string_prototype_repeat)
{
    JsString *s = TRY_THIS_STRING("repeat");
    double count = TRY_INTEGER(arg(0));
    if (count < 0 || isinf(count))
        return js_throw_range_error("Invalid count value: %v", arg(0));
    if (js_string_length(s) == 0)
        return js_empty_string;
    return fill_units(s, count * js_string_length(s));
}

/* 22.1.3.17.1 StringPaddingBuiltinsImpl ( this, maxLength, fillString, placement ) */
static JsValue pad(JsString *s, uint32_t argc, JsValue *argv, bool at_start)
{
    double most;
    TRY_INT(js_to_length(arg(0), &most));
    double length = js_string_length(s);
    if (most <= length)
        return js_value(s);
    JsString *filler = arg(1) == JS_UNDEFINED ? js_string(TRY(js_string_from_code_unit(' '))) : TRY_STRING(arg(1));
    if (js_string_length(filler) == 0)
        return js_value(s);
    if (most > JS_STRING_LENGTH_MAX)
        return js_throw_range_error("Invalid string length");
    JsString *padding = js_string(TRY(fill_units(filler, most - length)));
    return at_start ? js_string_concat(padding, s) : js_string_concat(s, padding);
}

/* 22.1.3.16 String.prototype.padEnd ( maxLength [ , fillString ] ) */
JS_BUILTIN(string_prototype_pad_end)
{
    return pad(TRY_THIS_STRING("padEnd"), argc, argv, false);
}

/* 22.1.3.17 String.prototype.padStart ( maxLength [ , fillString ] ) */
JS_BUILTIN(string_prototype_pad_start)
{
    return pad(TRY_THIS_STRING("padStart"), argc, argv, true);
}

/* ------------------------------------------------------------------------------------------------ Unicode */
static void *allocate_scratch(void *closure, size_t bytes)
{
    return js_scratch(bytes);
}

/* The form that a name asks for; false with a RangeError. */
static bool form_of(JsString *name, UnicodeForm *ret_form)
{
    static const char *const names[] = {"NFC", "NFD", "NFKC", "NFKD"};
    static const UnicodeForm forms[] = {UNICODE_NFC, UNICODE_NFD, UNICODE_NFKC, UNICODE_NFKD};
    for (uint32_t i = 0; i < JS_COUNT(names); i++) {
        if (!js_string_equals_ascii(name, names[i]))
            continue;
        *ret_form = forms[i];
        return true;
    }
    js_throw_range_error("The normalization form should be one of NFC, NFD, NFKC, NFKD.");
    return false;
}

static bool is_ascii(JsChars chars)
{
    for (uint32_t i = 0; i < chars.length; i++) {
        if (js_chars_at(chars, i) >= 128)
            return false;
        js_charge_round(i, 1);
    }
    return true;
}

static JsValue normalize(JsString *s, UnicodeForm form)
{
    if (is_ascii(js_string_chars(s)))
        return js_value(s);
    size_t length = js_string_length(s), normal_length;
    uint16_t *units = TRY_PTR(js_scratch(length * sizeof *units));
    js_string_copy_utf16(s, 0, (uint32_t)length, units);
    if (unicode_is_surely_normalized(form, units, length))
        return js_value(s);
    uint16_t *normal = TRY_PTR(unicode_normalize(form, units, length, &normal_length, allocate_scratch, NULL, NULL));
    return js_string_from_utf16(normal, normal_length);
}

/* 22.1.3.15 String.prototype.normalize ( [ form ] ) */
JS_BUILTIN(string_prototype_normalize)
{
    UnicodeForm form = UNICODE_NFC;
    JsString *s = TRY_THIS_STRING("normalize");
    if (arg(0) != JS_UNDEFINED && !form_of(TRY_STRING(arg(0)), &form))
        return JS_EXCEPTION;
    return normalize(s, form);
}

static bool is_lone_surrogate(JsChars chars, uint32_t i)
{
    uint16_t unit = js_chars_at(chars, i);
    if ((unit & 0xfc00) == 0xd800)
        return i + 1 >= chars.length || (js_chars_at(chars, i + 1) & 0xfc00) != 0xdc00;
    return (unit & 0xfc00) == 0xdc00 && (i == 0 || (js_chars_at(chars, i - 1) & 0xfc00) != 0xd800);
}

static bool is_well_formed(JsString *s)
{
    JsChars chars = js_string_chars(s);
    js_charge(chars.length);
    for (uint32_t i = 0; !chars.latin1 && i < chars.length; i++)
        if (is_lone_surrogate(chars, i))
            return false;
    return true;
}

/* 22.1.3.10 String.prototype.isWellFormed ( ) */
JS_BUILTIN(string_prototype_is_well_formed)
{
    return js_boolean(is_well_formed(TRY_THIS_STRING("isWellFormed")));
}

/* 22.1.3.31 String.prototype.toWellFormed ( ) */
JS_BUILTIN(string_prototype_to_well_formed)
{
    JsString *s = TRY_THIS_STRING("toWellFormed");
    if (is_well_formed(s))
        return js_value(s);
    JsString *result = TRY_PTR(js_string_new_wide(js_string_length(s)));
    JsChars chars = js_string_chars(s);
    for (uint32_t i = 0; i < chars.length; i++)
        result->u.wide[i] = is_lone_surrogate(chars, i) ? 0xfffd : js_chars_at(chars, i);
    return js_value(result);
}

/* ------------------------------------------------------------------------------------------------ localeCompare */
/* A collation key of one character, an approximation of the root collation of Unicode: spaces, punctuation and digits before
 * letters, letters by alphabet, then (second) accents and (third) case, lower first. */
typedef struct Weight { uint32_t primary; uint32_t accent; uint32_t is_upper; } Weight;

static uint32_t base_letter(uint32_t code_point, uint32_t *ret_accent)
{
    uint16_t units[2];
    size_t count = 0, length;
    if (code_point >= 0x10000)
        return code_point;
    units[count++] = (uint16_t)code_point;
    uint16_t *decomposed = unicode_normalize(UNICODE_NFD, units, count, &length, allocate_scratch, NULL, NULL);
    if (!decomposed || length < 2)
        return code_point;
    *ret_accent = decomposed[1];
    return decomposed[0];
}

static Weight weight_of(uint32_t code_point)
{
    static const char order[] = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789";
    Weight w = {0, 0, 0};
    if (code_point >= 128)
        code_point = base_letter(code_point, &w.accent);
    uint32_t lower[3];
    size_t count = unicode_to_lower(code_point, lower);
    w.is_upper = count > 0 && lower[0] != code_point;
    code_point = lower[0];
    const char *found = code_point && code_point < 128 ? strchr(order, (int)code_point) : NULL;
    if (js_is_white_space(code_point))
        w.primary = 1 + (code_point != '\t') + code_point % 32;
    else
        w.primary = found ? (uint32_t)(100 + (found - order)) : 1000 + code_point;
    return w;
}

/* 22.1.3.12 String.prototype.localeCompare ( that ): normalized, so that what is canonically equivalent is equal. */
JS_BUILTIN(string_prototype_locale_compare)
{
    JsString *s = TRY_THIS_STRING("localeCompare");
    JsString *that = js_string(TRY(normalize(TRY_STRING(arg(0)), UNICODE_NFC)));
    s = js_string(TRY(normalize(s, UNICODE_NFC)));
    uint32_t i = 0, j = 0, units, length = js_string_length(s), that_length = js_string_length(that);
    int accent = 0, letter_case = 0;
    while (i < length && j < that_length) {
        Weight a = weight_of(js_string_code_point_at(s, i, &units));
        i += units;
        Weight b = weight_of(js_string_code_point_at(that, j, &units));
        j += units;
        js_charge(40);
        if (a.primary != b.primary)
            return js_int(a.primary < b.primary ? -1 : 1);
        if (!accent && a.accent != b.accent)
            accent = a.accent < b.accent ? -1 : 1;
        if (!letter_case && a.is_upper != b.is_upper)
            letter_case = a.is_upper < b.is_upper ? -1 : 1;
    }
    if (i < length || j < that_length)
        return js_int(i < length ? 1 : -1);
    return js_int(accent ? accent : letter_case);
}

const JsBuiltin string_text_rows[] = {
    JS_METHOD("isWellFormed", string_prototype_is_well_formed, 0, "22.1.3.10"),
    JS_METHOD("localeCompare", string_prototype_locale_compare, 1, "22.1.3.12"),
    JS_METHOD("normalize", string_prototype_normalize, 0, "22.1.3.15"),
    JS_METHOD("padEnd", string_prototype_pad_end, 1, "22.1.3.16"),
    JS_METHOD("padStart", string_prototype_pad_start, 1, "22.1.3.17"),
    JS_METHOD("repeat", string_prototype_repeat, 1, "22.1.3.18"),
    JS_METHOD("toLocaleLowerCase", string_prototype_to_locale_lower_case, 0, "22.1.3.26"),
    JS_METHOD("toLocaleUpperCase", string_prototype_to_locale_upper_case, 0, "22.1.3.27"),
    JS_METHOD("toLowerCase", string_prototype_to_lower_case, 0, "22.1.3.28"),
    JS_METHOD("toUpperCase", string_prototype_to_upper_case, 0, "22.1.3.30"),
    JS_METHOD("toWellFormed", string_prototype_to_well_formed, 0, "22.1.3.31"),
    JS_METHOD("trim", string_prototype_trim, 0, "22.1.3.32"),
    JS_METHOD("trimEnd", string_prototype_trim_end, 0, "22.1.3.33"),
    JS_METHOD("trimStart", string_prototype_trim_start, 0, "22.1.3.34"),
};
const uint32_t string_text_row_count = JS_COUNT(string_text_rows);
