/* String.prototype: match, matchAll, replace, replaceAll, search, split (ECMA-262 22.1.3). They hand over to the pattern's own
 * method under a well-known symbol; what is here is the case of plain strings.
 *
 * Invariant: primitive patterns skip the look-up of the symbol method only where nobody can observe it: for strings, as ES2025
 * asks (IsObject checks of the newer text), since String.prototype has no such symbols unless a program adds them. */
#include "stdlib/string_methods.h"
#include "exec/iterate.h"

static JsString *units_from(JsString *s, uint32_t from, uint32_t to)
{
    JsValue v = js_string_substring(s, from, to);
    return v == JS_EXCEPTION ? NULL : js_string(v);
}

/* A decimal capture number after `$`: one digit, or two when that capture exists. 0: none. */
static uint32_t capture_number(JsChars chars, uint32_t at, uint32_t count, uint32_t *ret_digits)
{
    uint32_t first = at < chars.length ? (uint32_t)js_chars_at(chars, at) - '0' : 10;
    uint32_t second = at + 1 < chars.length ? (uint32_t)js_chars_at(chars, at + 1) - '0' : 10;
    if (first > 9)
        return 0;
    if (second <= 9 && first * 10 + second >= 1 && first * 10 + second <= count) {
        *ret_digits = 2;
        return first * 10 + second;
    }
    *ret_digits = 1;
    return first <= count ? first : 0;
}

/* `$<name>`: appends the named capture. *ret_end is past the `>`, or 0 when this is plain text. */
static JsValue substitute_named(JsStringBuilder *out, JsString *replacement, uint32_t at, JsValue named_captures, uint32_t *ret_end)
{
    *ret_end = 0;
    if (named_captures == JS_UNDEFINED)
        return JS_UNDEFINED;
    int64_t close = js_string_index_of(replacement, js_string(TRY(js_string_from_code_unit('>'))), at);
    if (close < 0)
        return JS_UNDEFINED;
    JsString *name = TRY_PTR(units_from(replacement, at, (uint32_t)close));
    JsValue capture = TRY(js_get(js_object(named_captures), js_string_to_key(name)));
    if (capture != JS_UNDEFINED)
        js_builder_add_string(out, TRY_STRING(capture));
    *ret_end = (uint32_t)close + 1;
    return JS_UNDEFINED;
}

static uint32_t end_of_match(const JsSubstitution *match)
{
    if (!match->captures)
        return (uint32_t)match->ranges[1];
    uint64_t end = (uint64_t)match->position + js_string_length(match->matched);
    return end < js_string_length(match->string) ? (uint32_t)end : js_string_length(match->string);
}

static void add_matched(JsStringBuilder *out, const JsSubstitution *match)
{
    if (match->captures)
        js_builder_add_string(out, match->matched);
    else
        js_builder_add_range(out, match->string, match->position, (uint32_t)match->ranges[1]);
}

static void add_capture(JsStringBuilder *out, const JsSubstitution *match, uint32_t number)
{
    if (!match->captures) {
        const int32_t *range = &match->ranges[2 * number];
        if (range[0] >= 0)
            js_builder_add_range(out, match->string, (uint32_t)range[0], (uint32_t)range[1]);
    } else if (match->captures[number - 1] != JS_UNDEFINED) {
        js_builder_add_string(out, js_string(match->captures[number - 1]));
    }
}

JsValue js_get_substitution(JsStringBuilder *out, const JsSubstitution *match, JsString *replacement)
{
    JsChars chars = js_string_chars(replacement);
    uint32_t copied = 0;
    for (uint32_t i = 0; i + 1 < chars.length && !out->failed; i++) {
        if (js_chars_at(chars, i) != '$')
            continue;
        uint16_t c = js_chars_at(chars, i + 1);
        bool is_digit = c >= '0' && c <= '9';
        uint32_t digits = 1, end = 0, number = is_digit ? capture_number(chars, i + 1, match->capture_count, &digits) : 0;
        if (c != '$' && c != '&' && c != '`' && c != '\'' && c != '<' && !number)
            continue;
        js_builder_add_range(out, replacement, copied, i);
        copied = i;
        if (c == '<') {
            TRY(substitute_named(out, replacement, i + 2, match->named_captures, &end));
            if (!end)
                continue;
            copied = end;
            i = end - 1;
            continue;
        }
        if (c == '$')
            js_builder_add_unit(out, '$');
        else if (c == '&')
            add_matched(out, match);
        else if (c == '`')
            js_builder_add_range(out, match->string, 0, match->position);
        else if (c == '\'')
            js_builder_add_range(out, match->string, end_of_match(match), js_string_length(match->string));
        else
            add_capture(out, match, number);
        copied = i + 1 + digits;
        i = copied - 1;
        js_charge(10);
    }
    js_builder_add_range(out, replacement, copied, chars.length);
    js_charge(chars.length);
    return JS_UNDEFINED;
}

/* Calls pattern[symbol](string, more) when there is such a method. JS_EMPTY when there is none. */
static JsValue delegate(JsValue pattern, JsKey symbol, JsValue string, uint32_t more_count, JsValue more)
{
    if (!js_is_object(pattern)) /* primitives have no such methods: ES2025 looks at objects alone */
        return JS_EMPTY;
    JsValue method = TRY(js_get_method(pattern, symbol));
    if (method == JS_UNDEFINED)
        return JS_EMPTY;
    JsValue argv[2] = {string, more};
    return js_call(method, pattern, 1 + more_count, argv);
}

/* 22.1.3.13 steps 2.b and 22.1.3.19: matchAll and replaceAll refuse expressions without the flag g */
static JsValue require_global_flag(JsValue pattern, const char *method)
{
    if (js_is_nullish(pattern) || !TRY_INT(js_is_regexp(pattern)))
        return JS_UNDEFINED;
    JsValue flags = TRY(js_get(js_object(pattern), JS_ATOM(flags)));
    TRY(js_require_coercible(flags, method));
    JsString *text = TRY_STRING(flags);
    if (js_string_index_of(text, js_string(TRY(js_string_from_code_unit('g'))), 0) < 0)
        return js_throw_type_error("%s called with a non-global RegExp argument", method);
    return JS_UNDEFINED;
}

/* RegExpCreate ( pattern, flags ), then its method under the symbol */
static JsValue through_new_regexp(JsValue pattern, const char *flags, JsKey symbol, JsString *s)
{
    JsValue constructor = js_value(JS_INTRINSIC(REGEXP));
    JsValue construct_argv[2] = {pattern, TRY(js_string_from_ascii(flags))};
    JsValue regexp = TRY(js_construct(constructor, constructor, *flags ? 2 : 1, construct_argv));
    JsValue argv[1] = {js_value(s)};
    return js_invoke(regexp, symbol, 1, argv);
}

/* 22.1.3.13 String.prototype.match ( regexp ) */
JS_BUILTIN(string_prototype_match)
{
    TRY(js_require_coercible(this_value, "String.prototype.match"));
    JsValue delegated = TRY(delegate(arg(0), JS_SYM(match), this_value, 0, JS_UNDEFINED));
    if (delegated != JS_EMPTY)
        return delegated;
    return through_new_regexp(arg(0), "", JS_SYM(match), TRY_STRING(this_value));
}

/* 22.1.3.14 String.prototype.matchAll ( regexp ) */
JS_BUILTIN(string_prototype_match_all)
{
    TRY(js_require_coercible(this_value, "String.prototype.matchAll"));
    TRY(require_global_flag(arg(0), "String.prototype.matchAll"));
    JsValue delegated = TRY(delegate(arg(0), JS_SYM(matchAll), this_value, 0, JS_UNDEFINED));
    if (delegated != JS_EMPTY)
        return delegated;
    return through_new_regexp(arg(0), "g", JS_SYM(matchAll), TRY_STRING(this_value));
}

/* 22.1.3.21 String.prototype.search ( regexp ) */
JS_BUILTIN(string_prototype_search)
{
    TRY(js_require_coercible(this_value, "String.prototype.search"));
    JsValue delegated = TRY(delegate(arg(0), JS_SYM(search), this_value, 0, JS_UNDEFINED));
    if (delegated != JS_EMPTY)
        return delegated;
    return through_new_regexp(arg(0), "", JS_SYM(search), TRY_STRING(this_value));
}

/* Appends what one match is replaced with. `replacement` is a function or a string. */
static JsValue add_replacement(JsStringBuilder *out, JsString *s, JsString *pattern, uint32_t position, JsValue replacement)
{
    if (!js_is_callable(replacement)) {
        int32_t range[2] = {(int32_t)position, (int32_t)(position + js_string_length(pattern))};
        JsSubstitution match = {.string = s, .position = position, .ranges = range, .named_captures = JS_UNDEFINED};
        return js_get_substitution(out, &match, js_string(replacement));
    }
    JsValue argv[3] = {js_value(pattern), js_uint(position), js_value(s)};
    JsValue text = TRY(js_call(replacement, JS_UNDEFINED, 3, argv));
    js_builder_add_string(out, TRY_STRING(text));
    return JS_UNDEFINED;
}

/* 22.1.3.19 replace and 22.1.3.20 replaceAll, from the conversion of the receiver on */
static JsValue replace_strings(JsString *s, JsValue pattern_value, JsValue replacement, bool all)
{
    JsString *pattern = TRY_STRING(pattern_value);
    if (!js_is_callable(replacement))
        replacement = js_value(TRY_STRING(replacement));
    uint32_t length = js_string_length(s), pattern_length = js_string_length(pattern), copied = 0;
    int64_t position = js_string_index_of(s, pattern, 0);
    if (position < 0)
        return js_value(s);
    JsStringBuilder out;
    js_builder_start(&out, length);
    while (position >= 0 && !out.failed) {
        js_builder_add_range(&out, s, copied, (uint32_t)position);
        TRY(add_replacement(&out, s, pattern, (uint32_t)position, replacement));
        copied = (uint32_t)position + pattern_length;
        js_charge(20);
        uint32_t next = (uint32_t)position + (pattern_length ? pattern_length : 1);
        position = all && next <= length ? js_string_index_of(s, pattern, next) : -1;
    }
    js_builder_add_range(&out, s, copied, length);
    return js_builder_finish(&out);
}

/* 22.1.3.19 String.prototype.replace ( searchValue, replaceValue ) */
JS_BUILTIN(string_prototype_replace)
{
    TRY(js_require_coercible(this_value, "String.prototype.replace"));
    JsValue delegated = TRY(delegate(arg(0), JS_SYM(replace), this_value, 1, arg(1)));
    if (delegated != JS_EMPTY)
        return delegated;
    return replace_strings(TRY_STRING(this_value), arg(0), arg(1), false);
}

/* 22.1.3.20 String.prototype.replaceAll ( searchValue, replaceValue ) */
JS_BUILTIN(string_prototype_replace_all)
{
    TRY(js_require_coercible(this_value, "String.prototype.replaceAll"));
    TRY(require_global_flag(arg(0), "String.prototype.replaceAll"));
    JsValue delegated = TRY(delegate(arg(0), JS_SYM(replace), this_value, 1, arg(1)));
    if (delegated != JS_EMPTY)
        return delegated;
    return replace_strings(TRY_STRING(this_value), arg(0), arg(1), true);
}

/* The parts of a non-empty separator's split, at most `limit`. */
static JsValue split_by(JsString *s, JsString *separator, uint32_t limit)
{
    JsValue parts = TRY(js_new_array(0, NULL));
    uint32_t start = 0, separator_length = js_string_length(separator), count = 0;
    for (;;) {
        int64_t at = js_string_index_of(s, separator, start);
        uint32_t end = at < 0 ? js_string_length(s) : (uint32_t)at;
        TRY(js_array_append(parts, TRY(js_string_substring(s, start, end))));
        js_charge(20);
        if (at < 0 || ++count == limit)
            return parts;
        start = end + separator_length;
    }
}

/* 22.1.3.23 String.prototype.split ( separator, limit ) */
JS_BUILTIN(string_prototype_split)
{
    TRY(js_require_coercible(this_value, "String.prototype.split"));
    JsValue delegated = TRY(delegate(arg(0), JS_SYM(split), this_value, 1, arg(1)));
    if (delegated != JS_EMPTY)
        return delegated;
    JsString *s = TRY_STRING(this_value);
    uint32_t limit = arg(1) == JS_UNDEFINED ? UINT32_MAX : TRY_UINT32(arg(1));
    JsString *separator = TRY_STRING(arg(0));
    if (limit == 0)
        return js_new_array(0, NULL);
    JsValue whole = js_value(s);
    if (arg(0) == JS_UNDEFINED)
        return js_new_array(1, &whole);
    if (js_string_length(separator) > 0)
        return js_string_length(s) == 0 ? js_new_array(1, &whole) : split_by(s, separator, limit);
    uint32_t count = js_string_length(s) < limit ? js_string_length(s) : limit;
    JsValue parts = TRY(js_new_array(0, NULL));
    for (uint32_t i = 0; i < count; i++) {
        TRY(js_array_append(parts, TRY(js_string_from_code_unit(js_string_at(s, i)))));
        js_charge(8);
    }
    return parts;
}

const JsBuiltin string_pattern_rows[] = {
    JS_METHOD("match", string_prototype_match, 1, "22.1.3.13"),
    JS_METHOD("matchAll", string_prototype_match_all, 1, "22.1.3.14"),
    JS_METHOD("replace", string_prototype_replace, 2, "22.1.3.19"),
    JS_METHOD("replaceAll", string_prototype_replace_all, 2, "22.1.3.20"),
    JS_METHOD("search", string_prototype_search, 1, "22.1.3.21"),
    JS_METHOD("split", string_prototype_split, 2, "22.1.3.23"),
};
const uint32_t string_pattern_row_count = JS_COUNT(string_pattern_rows);
