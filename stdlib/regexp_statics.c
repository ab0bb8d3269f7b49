/* The last match as properties of RegExp: $1 to $9, input, lastMatch, lastParen, leftContext, rightContext (the proposal
 * "Legacy RegExp features in ECMAScript", as V8 has it: matches of subclasses' instances count as well).
 *
 * Invariant: each agent sees its own matches alone; one that has matched nothing yet sees empty strings. */
#include "exec/agent.h"
#include "stdlib/regexp.h"

void regexp_note_match(JsString *subject, const int32_t *captures, uint32_t count)
{
    JsLastMatch *last = &js_agent->last_match;
    last->subject = last->input = js_value(subject);
    last->count = count;
    uint32_t kept = count < JS_LAST_MATCH_GROUPS ? count : JS_LAST_MATCH_GROUPS;
    memcpy(last->captures, captures, kept * 2 * sizeof *captures);
    memcpy(last->last_group, captures + 2 * (count - 1), sizeof last->last_group);
}

/* GetLegacyRegExpStaticProperty: what may be read, or NULL with an exception. */
static const JsLastMatch *last_match(JsValue this_value)
{
    if (this_value == js_value(JS_INTRINSIC(REGEXP)))
        return &js_agent->last_match;
    js_throw_type_error("The last match is a property of RegExp alone");
    return NULL;
}

static JsValue text_between(const JsLastMatch *last, int32_t start, int32_t end)
{
    if (last->subject == JS_UNDEFINED || start < 0)
        return js_empty_string;
    return js_string_substring(js_string(last->subject), (uint32_t)start, (uint32_t)end);
}

static JsValue group(JsValue this_value, uint32_t number)
{
    const JsLastMatch *last = TRY_PTR(last_match(this_value));
    return number < last->count ? text_between(last, last->captures[2 * number], last->captures[2 * number + 1]) : js_empty_string;
}

#define GROUP(number) \
    JS_BUILTIN(regexp_group_##number) \
    { \
        (void)callee, (void)argc, (void)argv; \
        return group(this_value, number); \
    }
GROUP(0) GROUP(1) GROUP(2) GROUP(3) GROUP(4) GROUP(5) GROUP(6) GROUP(7) GROUP(8) GROUP(9)
#undef GROUP

JS_BUILTIN(regexp_last_paren)
{
    (void)callee, (void)argc, (void)argv;
    const JsLastMatch *last = TRY_PTR(last_match(this_value));
    return last->count > 1 ? text_between(last, last->last_group[0], last->last_group[1]) : js_empty_string;
}

JS_BUILTIN(regexp_left_context)
{
    (void)callee, (void)argc, (void)argv;
    const JsLastMatch *last = TRY_PTR(last_match(this_value));
    return text_between(last, 0, last->captures[0]);
}

JS_BUILTIN(regexp_right_context)
{
    (void)callee, (void)argc, (void)argv;
    const JsLastMatch *last = TRY_PTR(last_match(this_value));
    if (last->subject == JS_UNDEFINED)
        return js_empty_string;
    return text_between(last, last->captures[1], (int32_t)js_string_length(js_string(last->subject)));
}

JS_BUILTIN(regexp_input)
{
    (void)callee, (void)argc, (void)argv;
    const JsLastMatch *last = TRY_PTR(last_match(this_value));
    return last->input == JS_UNDEFINED ? js_empty_string : last->input;
}

JS_BUILTIN(regexp_set_input)
{
    (void)callee;
    JsString *text = TRY_PTR(js_to_string(argc > 0 ? argv[0] : JS_UNDEFINED));
    TRY_PTR(last_match(this_value));
    js_agent->last_match.input = js_value(text);
    return JS_UNDEFINED;
}

#define BOTH(name, sign, call) JS_GETTER(name, call, "legacy"), JS_GETTER(sign, call, "legacy")
static const JsBuiltin rows[] = {
    JS_ACCESSOR_PAIR("input", regexp_input, regexp_set_input, "legacy"),
    JS_ACCESSOR_PAIR("$_", regexp_input, regexp_set_input, "legacy"),
    BOTH("lastMatch", "$&", regexp_group_0),
    BOTH("lastParen", "$+", regexp_last_paren),
    BOTH("leftContext", "$`", regexp_left_context),
    BOTH("rightContext", "$'", regexp_right_context),
    JS_GETTER("$1", regexp_group_1, "legacy"),
    JS_GETTER("$2", regexp_group_2, "legacy"),
    JS_GETTER("$3", regexp_group_3, "legacy"),
    JS_GETTER("$4", regexp_group_4, "legacy"),
    JS_GETTER("$5", regexp_group_5, "legacy"),
    JS_GETTER("$6", regexp_group_6, "legacy"),
    JS_GETTER("$7", regexp_group_7, "legacy"),
    JS_GETTER("$8", regexp_group_8, "legacy"),
    JS_GETTER("$9", regexp_group_9, "legacy"),
};

void regexp_install_statics(JsObject *constructor)
{
    js_install_builtins(constructor, rows, JS_COUNT(rows));
}
