/* RegExp.prototype: the methods under well-known symbols, by the protocol of ECMA-262 22.2.6, and the iterator of matchAll;
 * @@replace is in regexp_replace.c.
 *
 * Invariant: a fast path runs only for pristine expressions (js_regexp_is_pristine): then neither the look-up of exec and
 * flags nor the reads and writes of lastIndex can be observed, as no code of the program runs before the last match. */
#include "exec/iterate.h"
#include "stdlib/regexp_symbols.h"

JsObject *regexp_this_object(JsValue v, const char *method)
{
    if (js_is_object(v))
        return js_object(v);
    js_throw_incompatible(method, v);
    return NULL;
}

double regexp_advance_index(JsString *s, double index, bool is_unicode)
{
    uint32_t units;
    if (!is_unicode || index + 1 >= js_string_length(s))
        return index + 1;
    js_string_code_point_at(s, (uint32_t)index, &units);
    return index + units;
}

static JsValue get_last_index(JsObject *r, double *ret)
{
    JsValue v = TRY(js_get(r, JS_ATOM(lastIndex)));
    TRY_INT(js_to_length(v, ret));
    return JS_UNDEFINED;
}

JsValue regexp_set_last_index(JsObject *r, double index)
{
    TRY_INT(js_set(r, JS_ATOM(lastIndex), js_number(index), true));
    return JS_UNDEFINED;
}

bool regexp_flags_have(JsString *flags, uint16_t letter)
{
    JsChars chars = js_string_chars(flags);
    for (uint32_t i = 0; i < chars.length; i++)
        if (js_chars_at(chars, i) == letter)
            return true;
    return false;
}

JsValue regexp_step_over_empty(JsObject *r, JsString *s, JsString *matched, bool is_unicode)
{
    double index;
    if (js_string_length(matched) > 0)
        return JS_UNDEFINED;
    TRY(get_last_index(r, &index));
    return regexp_set_last_index(r, regexp_advance_index(s, index, is_unicode));
}

/* ------------------------------------------------------------------------------------------------ walking pristine ones */
int regexp_next_match(JsRegExp *r, JsString *s, double *index, int32_t *captures)
{
    if (*index > js_string_length(s))
        return 0;
    int found = js_regexp_match(r, s, (uint32_t)*index, captures);
    if (found <= 0)
        return found;
    bool is_unicode = r->flags & (REGEXP_UNICODE | REGEXP_UNICODE_SETS);
    *index = captures[1] == captures[0] ? regexp_advance_index(s, captures[1], is_unicode) : captures[1];
    return 1;
}

static JsValue match_all_fast(JsRegExp *r, JsString *s)
{
    int32_t *captures = TRY_PTR(js_regexp_captures(r));
    JsValue result = JS_NULL;
    double index = 0;
    while (TRY_INT(regexp_next_match(r, s, &index, captures))) {
        if (result == JS_NULL)
            result = TRY(js_new_array(0, NULL));
        TRY(js_array_append(result, TRY(js_string_substring(s, (uint32_t)captures[0], (uint32_t)captures[1]))));
        js_charge(30);
    }
    js_regexp_set_pristine_last_index(r, 0);
    return result;
}

/* 22.2.6.8 RegExp.prototype [ @@match ] ( string ) */
JS_BUILTIN(regexp_symbol_match)
{
    JsObject *r = TRY_PTR(regexp_this_object(this_value, "RegExp.prototype.@@match"));
    JsString *s = TRY_STRING(arg(0));
    if (js_regexp_is_pristine(this_value))
        return js_regexp(this_value)->flags & REGEXP_GLOBAL ? match_all_fast(js_regexp(this_value), s) : js_regexp_exec(r, s);
    JsString *flags = TRY_STRING(TRY(js_get(r, JS_ATOM(flags))));
    if (!regexp_flags_have(flags, 'g'))
        return js_regexp_exec(r, s);
    bool is_unicode = regexp_flags_have(flags, 'u') || regexp_flags_have(flags, 'v');
    TRY(regexp_set_last_index(r, 0));
    JsValue matches = JS_NULL;
    for (;;) {
        JsValue result = TRY(js_regexp_exec(r, s));
        if (result == JS_NULL)
            return matches;
        JsString *matched = TRY_STRING(TRY(js_get_index(js_object(result), 0)));
        if (matches == JS_NULL)
            matches = TRY(js_new_array(0, NULL));
        TRY(js_array_append(matches, js_value(matched)));
        TRY(regexp_step_over_empty(r, s, matched, is_unicode));
    }
}

/* 22.2.6.12 RegExp.prototype [ @@search ] ( string ) */
JS_BUILTIN(regexp_symbol_search)
{
    JsObject *r = TRY_PTR(regexp_this_object(this_value, "RegExp.prototype.@@search"));
    JsString *s = TRY_STRING(arg(0));
    if (js_regexp_is_pristine(this_value)) { /* lastIndex is saved, set to 0, and restored: nobody sees it change */
        int32_t *captures = TRY_PTR(js_regexp_captures(js_regexp(this_value)));
        return js_int(TRY_INT(js_regexp_match(js_regexp(this_value), s, 0, captures)) ? captures[0] : -1);
    }
    JsValue previous = TRY(js_get(r, JS_ATOM(lastIndex)));
    if (!js_same_value(previous, js_int(0)))
        TRY(regexp_set_last_index(r, 0));
    JsValue result = TRY(js_regexp_exec(r, s));
    JsValue current = TRY(js_get(r, JS_ATOM(lastIndex)));
    if (!js_same_value(current, previous))
        TRY_INT(js_set(r, JS_ATOM(lastIndex), previous, true));
    return result == JS_NULL ? js_int(-1) : js_get(js_object(result), JS_ATOM(index));
}

/* ------------------------------------------------------------------------------------------------ split */
/* Appends a piece; *ret_full when the limit is reached. */
static JsValue add_piece(JsValue pieces, JsValue piece, uint32_t limit, bool *ret_full)
{
    TRY(js_array_append(pieces, piece));
    *ret_full = js_elements(js_object(pieces))->length == limit;
    js_charge(20);
    return JS_UNDEFINED;
}

/* The pieces by a pristine expression: the splitter that the specification makes is unobservable. */
static JsValue split_fast(JsRegExp *r, JsString *s, uint32_t limit)
{
    int32_t *captures = TRY_PTR(js_regexp_captures(r));
    uint32_t count = regexp_capture_count(js_regexp_program(r)), length = js_string_length(s), piece = 0;
    bool is_unicode = r->flags & (REGEXP_UNICODE | REGEXP_UNICODE_SETS), is_full = false;
    JsValue pieces = TRY(js_new_array(0, NULL));
    if (length == 0) {
        if (!TRY_INT(js_regexp_match_as(r, s, 0, true, captures)))
            TRY(add_piece(pieces, js_value(s), limit, &is_full));
        return pieces;
    }
    for (double at = 0; at < length;) {
        if (!TRY_INT(js_regexp_match_as(r, s, (uint32_t)at, false, captures)) || captures[0] >= (int32_t)length)
            break;
        if ((uint32_t)captures[1] == piece) { /* empty, where the last piece ended */
            at = regexp_advance_index(s, captures[0], is_unicode);
            continue;
        }
        TRY(add_piece(pieces, TRY(js_string_substring(s, piece, (uint32_t)captures[0])), limit, &is_full));
        piece = (uint32_t)captures[1];
        for (uint32_t i = 1; i < count && !is_full; i++) {
            JsValue v = captures[2 * i] < 0 ? JS_UNDEFINED
                                            : TRY(js_string_substring(s, (uint32_t)captures[2 * i], (uint32_t)captures[2 * i + 1]));
            TRY(add_piece(pieces, v, limit, &is_full));
        }
        if (is_full)
            return pieces;
        at = captures[1];
    }
    TRY(add_piece(pieces, TRY(js_string_substring(s, piece, length)), limit, &is_full));
    return pieces;
}

static JsValue add_captures(JsObject *result, JsValue pieces, uint32_t limit, bool *ret_full)
{
    double count = fmax(TRY_LENGTH(result) - 1, 0);
    for (double i = 1; i <= count && !*ret_full; i++)
        TRY(add_piece(pieces, TRY(js_get_index(result, i)), limit, ret_full));
    return JS_UNDEFINED;
}

/* 22.2.6.14, steps 13-20, with the splitter */
static JsValue split_by_protocol(JsObject *splitter, JsString *s, uint32_t limit, bool is_unicode)
{
    JsValue pieces = TRY(js_new_array(0, NULL));
    double size = js_string_length(s), piece = 0, at = 0;
    bool is_full = false;
    if (size == 0) {
        if (TRY(js_regexp_exec(splitter, s)) == JS_NULL)
            TRY(js_array_append(pieces, js_value(s)));
        return pieces;
    }
    while (at < size) {
        TRY(regexp_set_last_index(splitter, at));
        JsValue result = TRY(js_regexp_exec(splitter, s));
        double end = piece;
        if (result != JS_NULL) {
            TRY(get_last_index(splitter, &end));
            end = fmin(end, size);
        }
        if (result == JS_NULL || end == piece) {
            at = regexp_advance_index(s, at, is_unicode);
            continue;
        }
        TRY(add_piece(pieces, TRY(js_string_substring(s, (uint32_t)piece, (uint32_t)at)), limit, &is_full));
        piece = end;
        TRY(add_captures(js_object(result), pieces, limit, &is_full));
        if (is_full)
            return pieces;
        at = piece;
    }
    TRY(js_array_append(pieces, TRY(js_string_substring(s, (uint32_t)piece, (uint32_t)size))));
    return pieces;
}

/* 22.2.6.14 RegExp.prototype [ @@split ] ( string, limit ) */
JS_BUILTIN(regexp_symbol_split)
{
    JsObject *r = TRY_PTR(regexp_this_object(this_value, "RegExp.prototype.@@split"));
    JsString *s = TRY_STRING(arg(0));
    if (js_regexp_is_pristine(this_value) && (arg(1) == JS_UNDEFINED || js_is_number(arg(1)))) {
        uint32_t limit = arg(1) == JS_UNDEFINED ? UINT32_MAX : TRY_UINT32(arg(1));
        return limit == 0 ? js_new_array(0, NULL) : split_fast(js_regexp(this_value), s, limit);
    }
    JsValue constructor = TRY(js_species_constructor(r, js_value(JS_INTRINSIC(REGEXP))));
    JsString *flags = TRY_STRING(TRY(js_get(r, JS_ATOM(flags))));
    bool is_unicode = regexp_flags_have(flags, 'u') || regexp_flags_have(flags, 'v');
    JsValue new_flags = regexp_flags_have(flags, 'y') ? js_value(flags) : TRY(js_string_from_format("%Sy", flags));
    JsValue construct_argv[2] = {this_value, new_flags};
    JsValue splitter = TRY(js_construct(constructor, constructor, 2, construct_argv));
    uint32_t limit = arg(1) == JS_UNDEFINED ? UINT32_MAX : TRY_UINT32(arg(1));
    return limit == 0 ? js_new_array(0, NULL) : split_by_protocol(js_object(splitter), s, limit, is_unicode);
}

/* ------------------------------------------------------------------------------------------------ matchAll */
enum { ITERATOR_GLOBAL = 1, ITERATOR_UNICODE = 2 };

/* 22.2.6.9 RegExp.prototype [ @@matchAll ] ( string ) */
JS_BUILTIN(regexp_symbol_match_all)
{
    JsObject *r = TRY_PTR(regexp_this_object(this_value, "RegExp.prototype.@@matchAll"));
    JsString *s = TRY_STRING(arg(0));
    JsValue constructor = TRY(js_species_constructor(r, js_value(JS_INTRINSIC(REGEXP))));
    JsString *flags = TRY_STRING(TRY(js_get(r, JS_ATOM(flags))));
    JsValue construct_argv[2] = {this_value, js_value(flags)};
    JsValue matcher = TRY(js_construct(constructor, constructor, 2, construct_argv));
    double last_index;
    TRY(get_last_index(r, &last_index));
    TRY(regexp_set_last_index(js_object(matcher), last_index));
    JsBuiltinIterator *it = js_new_builtin_iterator(JS_ITERATOR_REGEXP, matcher, JS_INTRINSIC(REGEXP_STRING_ITERATOR_PROTOTYPE));
    it->data[0] = js_value(s);
    it->state = (regexp_flags_have(flags, 'g') ? ITERATOR_GLOBAL : 0) | (regexp_flags_have(flags, 'u') || regexp_flags_have(flags, 'v') ? ITERATOR_UNICODE : 0);
    return js_value(it);
}

/* 22.2.9.2.1 %RegExpStringIteratorPrototype%.next ( ) */
JS_BUILTIN(regexp_iterator_next)
{
    if (!js_is_kind(this_value, JS_KIND_ITERATOR) || ((JsBuiltinIterator *)js_cell(this_value))->type != JS_ITERATOR_REGEXP)
        return js_throw_incompatible("%RegExpStringIterator%.prototype.next", this_value);
    JsBuiltinIterator *it = (JsBuiltinIterator *)js_cell(this_value);
    if (it->target == JS_UNDEFINED)
        return js_new_iterator_result(JS_UNDEFINED, true);
    JsObject *r = js_object(it->target);
    JsString *s = js_string(it->data[0]);
    JsValue result = TRY(js_regexp_exec(r, s));
    if (result == JS_NULL || !(it->state & ITERATOR_GLOBAL))
        js_store(it, &it->target, JS_UNDEFINED);
    if (result == JS_NULL)
        return js_new_iterator_result(JS_UNDEFINED, true);
    if (it->state & ITERATOR_GLOBAL) {
        JsString *matched = TRY_STRING(TRY(js_get_index(js_object(result), 0)));
        TRY(regexp_step_over_empty(r, s, matched, it->state & ITERATOR_UNICODE));
    }
    return js_new_iterator_result(result, false);
}

static const JsBuiltin symbol_rows[] = {
    JS_METHOD("@@match", regexp_symbol_match, 1, "22.2.6.8"),
    JS_METHOD("@@matchAll", regexp_symbol_match_all, 1, "22.2.6.9"),
    JS_METHOD("@@replace", regexp_symbol_replace, 2, "22.2.6.11"),
    JS_METHOD("@@search", regexp_symbol_search, 1, "22.2.6.12"),
    JS_METHOD("@@split", regexp_symbol_split, 2, "22.2.6.14"),
};
const JsBuiltin *const regexp_symbol_rows = symbol_rows;
const uint32_t regexp_symbol_row_count = JS_COUNT(symbol_rows);

static const JsBuiltin regexp_iterator_rows[] = {
    JS_METHOD("next", regexp_iterator_next, 0, "22.2.9.2.1"),
    JS_STRING_CONSTANT("@@toStringTag", "RegExp String Iterator", "22.2.9.2.2"),
};

void js_install_regexp_iterator(void)
{
    JsObject *iterator = js_new_plain(JS_INTRINSIC(ITERATOR_PROTOTYPE));
    js_realm->intrinsics[INTRINSIC_REGEXP_STRING_ITERATOR_PROTOTYPE] = iterator;
    js_install_builtins(iterator, regexp_iterator_rows, JS_COUNT(regexp_iterator_rows));
}
