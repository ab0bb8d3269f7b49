/* RegExp.prototype [ @@replace ] (ECMA-262 22.2.6.11): for pristine expressions by the places of the matches alone, for others
 * by the protocol, with a result object a match.
 *
 * Invariant: where places are enough no code of the program runs before the last match is found: callbacks are called after that,
 * as the specification has it, and a template calls nothing. */
#include "stdlib/regexp_symbols.h"
#include "stdlib/string_methods.h"

/* ------------------------------------------------------------------------------------------------ by the protocol */
/* Where one replacement goes and what it is made of. captures: strings or undefined, without the whole match. */
typedef struct Match {
    JsString *matched;
    double position;
    JsList captures;
    JsValue groups;
} Match;

/* 22.2.6.11 step 14.h-l: the text that replaces the match, appended */
static JsValue add_replacement(JsStringBuilder *out, JsString *s, const Match *match, JsValue replacement)
{
    if (!js_is_callable(replacement)) {
        static const JsValue none[1];
        JsValue groups = match->groups == JS_UNDEFINED ? JS_UNDEFINED : js_value(TRY_OBJECT(match->groups));
        JsSubstitution substitution = {.string = s, .position = (uint32_t)match->position, .matched = match->matched,
                                       .capture_count = match->captures.length, .named_captures = groups,
                                       .captures = match->captures.length ? match->captures.values : none};
        return js_get_substitution(out, &substitution, js_string(replacement));
    }
    JsList argv = {0};
    js_list_push(&argv, js_value(match->matched));
    for (uint32_t i = 0; i < match->captures.length; i++)
        js_list_push(&argv, match->captures.values[i]);
    js_list_push(&argv, js_number(match->position));
    js_list_push(&argv, js_value(s));
    if (match->groups != JS_UNDEFINED)
        js_list_push(&argv, match->groups);
    JsValue text = TRY(js_call(replacement, JS_UNDEFINED, argv.length, argv.values));
    js_builder_add_string(out, TRY_STRING(text));
    return JS_UNDEFINED;
}

/* Reads a result object as a program may have made it: 22.2.6.11 step 14.a-g */
static JsValue read_result(JsObject *result, JsString *s, Match *ret)
{
    double count = fmax(TRY_LENGTH(result) - 1, 0);
    *ret = (Match){.groups = JS_UNDEFINED};
    ret->matched = TRY_STRING(TRY(js_get_index(result, 0)));
    double position = TRY_INTEGER(TRY(js_get(result, JS_ATOM(index))));
    ret->position = fmax(fmin(position, js_string_length(s)), 0);
    for (double n = 1; n <= count; n++) {
        JsValue capture = TRY(js_get_index(result, n));
        js_list_push(&ret->captures, capture == JS_UNDEFINED ? capture : js_value(TRY_STRING(capture)));
        js_charge(10);
    }
    ret->groups = TRY(js_get(result, JS_ATOM(groups)));
    return JS_UNDEFINED;
}

/* Builds the text from the results. */
static JsValue replace_results(JsString *s, const JsList *results, JsValue replacement)
{
    JsStringBuilder out;
    double next = 0;
    js_builder_start(&out, js_string_length(s));
    for (uint32_t i = 0; i < results->length; i++) {
        Match match;
        TRY(read_result(js_object(results->values[i]), s, &match));
        JsStringBuilder one;
        js_builder_start(&one, 16);
        TRY(add_replacement(&one, s, &match, replacement));
        JsString *text = js_string(TRY(js_builder_finish(&one)));
        if (match.position < next)
            continue;
        js_builder_add_range(&out, s, (uint32_t)next, (uint32_t)match.position);
        js_builder_add_string(&out, text);
        next = match.position + js_string_length(match.matched);
        js_charge(30);
    }
    if (next < js_string_length(s))
        js_builder_add_range(&out, s, (uint32_t)next, js_string_length(s));
    return js_builder_finish(&out);
}

/* All results of the expression, as the protocol finds them. */
static JsValue collect_results(JsObject *r, JsString *s, bool is_global, bool is_unicode, JsList *ret)
{
    for (;;) {
        JsValue result = TRY(js_regexp_exec(r, s));
        if (result == JS_NULL)
            return JS_UNDEFINED;
        js_list_push(ret, result);
        if (!is_global)
            return JS_UNDEFINED;
        JsString *matched = TRY_STRING(TRY(js_get_index(js_object(result), 0)));
        TRY(regexp_step_over_empty(r, s, matched, is_unicode));
    }
}

/* ------------------------------------------------------------------------------------------------ by places */
/* The work on a pristine expression. Places of a match: start and end of it and of each capture, as the matcher gives them. */
typedef struct Replacing {
    JsRegExp *r;
    JsString *s;
    uint32_t capture_count;    /* with the whole match */
    bool is_global;
    uint32_t found_end;        /* of the last match found */
    uint32_t copied;           /* up to here the text is in `out` */
    JsStringBuilder out;       /* started at the first match */
} Replacing;

/* The next match from *index on: 1, 0, or -1 with an exception. */
static int find(Replacing *self, double *index, int32_t *places)
{
    int found = regexp_next_match(self->r, self->s, index, places);
    if (found > 0)
        self->found_end = (uint32_t)places[1];
    return found;
}

static void add_text_before(Replacing *self, const int32_t *places)
{
    if (!self->out.string)
        js_builder_start(&self->out, js_string_length(self->s));
    js_builder_add_range(&self->out, self->s, self->copied, (uint32_t)places[0]);
    self->copied = (uint32_t)places[1];
    js_charge(30);
}

static JsValue add_substitution(Replacing *self, const int32_t *places, JsString *template, bool has_names)
{
    JsValue groups = has_names ? TRY(js_regexp_groups(self->r, self->s, places)) : JS_UNDEFINED;
    JsSubstitution match = {.string = self->s, .position = (uint32_t)places[0], .capture_count = self->capture_count - 1,
                            .ranges = places, .named_captures = groups};
    return js_get_substitution(&self->out, &match, template);
}

/* Finds the matches and appends what replaces each. 1, 0 without any match, or -1. */
static int replace_by_template(Replacing *self, JsString *template, double index)
{
    int32_t *places = js_regexp_captures(self->r);
    if (!places)
        return -1;
    bool has_dollar = regexp_flags_have(template, '$');
    bool has_names = has_dollar && regexp_name_count(js_regexp_program(self->r));
    int found;
    while ((found = find(self, &index, places)) > 0) {
        add_text_before(self, places);
        if (!has_dollar)
            js_builder_add_string(&self->out, template);
        else if (add_substitution(self, places, template, has_names) == JS_EXCEPTION)
            return -1;
        if (!self->is_global || self->out.failed)
            break;
    }
    return found < 0 ? -1 : self->out.string != NULL;
}

typedef struct PlaceList {
    int32_t *places;
    uint32_t count, capacity;  /* in matches */
} PlaceList;

/* Room for one more match; NULL on exception. */
static int32_t *next_room(PlaceList *list, uint32_t match_places)
{
    enum { FIRST_CAPACITY = 8 };
    size_t used = (size_t)list->count * match_places;
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity ? list->capacity * 2 : FIRST_CAPACITY;
        int32_t *larger = js_scratch((size_t)capacity * match_places * sizeof *larger);
        if (!larger)
            return NULL;
        if (used)
            heap_copy(larger, list->places, used * sizeof *larger);
        *list = (PlaceList){larger, list->count, capacity};
    }
    return list->places + used;
}

/* 1, 0 without any match, or -1. */
static int find_all(Replacing *self, double index, PlaceList *ret)
{
    for (;;) {
        int32_t *places = next_room(ret, 2 * self->capture_count);
        int found = places ? find(self, &index, places) : -1;
        if (found < 0)
            return -1;
        ret->count += (uint32_t)found;
        if (!found || !self->is_global)
            return ret->count > 0;
    }
}

/* Appends what the callback gives for a match. */
static JsValue add_call(Replacing *self, const int32_t *places, JsValue callback, JsValue *argv)
{
    for (uint32_t i = 0; i < self->capture_count; i++)
        argv[i] = TRY(js_regexp_capture_text(self->s, places, i));
    argv[self->capture_count] = js_int(places[0]);
    argv[self->capture_count + 1] = js_value(self->s);
    JsValue text = TRY(js_call(callback, JS_UNDEFINED, self->capture_count + 2, argv));
    js_builder_add_string(&self->out, TRY_STRING(text));
    return JS_UNDEFINED;
}

static JsValue call_for_all(Replacing *self, const PlaceList *list, JsValue callback)
{
    JsValue *argv = TRY_PTR(js_scratch_with_pointers((self->capture_count + 2) * sizeof *argv));
    for (uint32_t i = 0; i < list->count && !self->out.failed; i++) {
        const int32_t *places = list->places + (size_t)i * 2 * self->capture_count;
        add_text_before(self, places);
        TRY(add_call(self, places, callback, argv));
    }
    return JS_UNDEFINED;
}

static JsValue replace_by_places(JsRegExp *r, JsString *s, JsValue replacement)
{
    bool is_sticky = r->flags & REGEXP_STICKY;
    Replacing self = {.r = r, .s = s, .capture_count = regexp_capture_count(js_regexp_program(r)),
                      .is_global = r->flags & REGEXP_GLOBAL};
    PlaceList list = {0};
    double index = !self.is_global && is_sticky ? js_regexp_pristine_last_index(r) : 0;
    int found = js_is_string(replacement) ? replace_by_template(&self, js_string(replacement), index) : find_all(&self, index, &list);
    TRY_INT(found);
    if (self.is_global)
        js_regexp_set_pristine_last_index(r, 0);
    else if (is_sticky)
        js_regexp_set_pristine_last_index(r, self.found_end); /* 0 when nothing was found */
    if (!found)
        return js_value(s);
    TRY(call_for_all(&self, &list, replacement));
    js_builder_add_range(&self.out, s, self.copied, js_string_length(s));
    return js_builder_finish(&self.out);
}

/* A callback is also given the groups of each match, which the protocol makes. */
static bool are_places_enough(JsValue regexp, JsValue replacement)
{
    return js_regexp_is_pristine(regexp) && js_regexp_pristine_last_index(js_regexp(regexp)) >= 0 &&
           (js_is_string(replacement) || !regexp_name_count(js_regexp_program(js_regexp(regexp))));
}

/* 22.2.6.11 RegExp.prototype [ @@replace ] ( string, replaceValue ) */
JsValue regexp_symbol_replace(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsObject *r = TRY_PTR(regexp_this_object(this_value, "RegExp.prototype.@@replace"));
    JsString *s = TRY_STRING(arg(0));
    JsValue replacement = arg(1);
    if (!js_is_callable(replacement))
        replacement = js_value(TRY_STRING(replacement));
    if (are_places_enough(this_value, replacement))
        return replace_by_places(js_regexp(this_value), s, replacement);
    JsString *flags = TRY_STRING(TRY(js_get(r, JS_ATOM(flags))));
    bool is_global = regexp_flags_have(flags, 'g'), is_unicode = regexp_flags_have(flags, 'u') || regexp_flags_have(flags, 'v');
    if (is_global)
        TRY(regexp_set_last_index(r, 0));
    JsList results = {0};
    TRY(collect_results(r, s, is_global, is_unicode, &results));
    return replace_results(s, &results, replacement);
}
