/* JSON: a byte that chooses the indentation, and a text in Latin-1. It is parsed exactly if the grammar derives it, in both
 * widths of characters. What was parsed is printed to texts that are parsed to the same, and every source text that a reviver
 * gets stands for its value. Each input is a request: an agent with a region of its own, which goes with it. */
#include "exec/agent.h"
#include "exec/error.h"
#include "fuzz.h"
#include "sched/preempt.h"
#include "stdlib/json.h"
#include "stdlib/support.h"
#include <sanitizer/lsan_interface.h>

enum { REGION_BYTES = 1 << 20, MEMORY_BYTES = 256 << 20, INDENT_MAX = 10, LITTLE_STACK = 32 << 10, WIDE = 0x100 };

/* ------------------------------------------------------------------------------------------------ the grammar
 * ECMA-404 by the letter: each function takes a place in a text that a NUL ends, which stands for nothing in JSON, and returns
 * the place after what it is named for, NULL when that does not stand there. */
typedef const char *Rule(const char *at);
static Rule skip_value;

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t\n\r");
}

static const char *skip_digits(const char *at)
{
    size_t count = strspn(at, "0123456789");
    return count ? at + count : NULL;
}

static const char *skip_number(const char *at)
{
    at += *at == '-';
    at = *at == '0' ? at + 1 : skip_digits(at);
    if (at && *at == '.')
        at = skip_digits(at + 1);
    if (at && (*at == 'e' || *at == 'E'))
        at = skip_digits(at + 1 + (at[1] == '+' || at[1] == '-'));
    return at;
}

static const char *skip_escape(const char *at)
{
    if (at[1] == 'u')
        return strspn(at + 2, "0123456789abcdefABCDEF") >= 4 ? at + 6 : NULL;
    return at[1] && strchr("\"\\/bfnrt", at[1]) ? at + 2 : NULL;
}

static const char *skip_string(const char *at)
{
    if (*at != '"')
        return NULL;
    for (at++; at && *at != '"';) {
        if ((unsigned char)*at < ' ')
            return NULL;
        at = *at == '\\' ? skip_escape(at) : at + 1;
    }
    return at ? at + 1 : NULL;
}

static const char *skip_word(const char *at, const char *word)
{
    size_t length = strlen(word);
    return strncmp(at, word, length) ? NULL : at + length;
}

static const char *skip_member(const char *at)
{
    at = skip_string(skip_space(at));
    if (!at)
        return NULL;
    at = skip_space(at);
    return *at == ':' ? skip_value(at + 1) : NULL;
}

static const char *skip_list(const char *at, Rule *part, char close)
{
    at = skip_space(at + 1);
    if (*at == close)
        return at + 1;
    while ((at = part(at)) && *at == ',')
        at++;
    return at && *at == close ? at + 1 : NULL;
}

/* With the space on both sides. */
static const char *skip_value(const char *at)
{
    at = skip_space(at);
    switch (*at) {
    case '{': at = skip_list(at, skip_member, '}'); break;
    case '[': at = skip_list(at, skip_value, ']'); break;
    case '"': at = skip_string(at); break;
    case 't': at = skip_word(at, "true"); break;
    case 'f': at = skip_word(at, "false"); break;
    case 'n': at = skip_word(at, "null"); break;
    default: at = skip_number(at);
    }
    return at ? skip_space(at) : NULL;
}

static bool is_json(const char *text, size_t length)
{
    return skip_value(text) == text + length;
}

/* ------------------------------------------------------------------------------------------------ values */
static void require_error_of(const JsObject *prototype)
{
    JsValue error = js_take_exception();
    REQUIRE(js_is_object(error) && js_get_prototype_of(js_object(error)) == js_value(prototype));
}

/* The value, or JS_EMPTY after a SyntaxError. */
static JsValue parse(JsValue text)
{
    JsValue v = js_json_parse(js_string(text));
    if (v != JS_EXCEPTION)
        return v;
    require_error_of(JS_INTRINSIC(SYNTAX_ERROR_PROTOTYPE));
    return JS_EMPTY;
}

static JsValue print(JsValue v, JsValue replacer, JsValue space)
{
    JsValue text = js_json_stringify(v, replacer, space);
    REQUIRE(js_is_string(text));
    return text;
}

/* What is parsed of the text that is printed for the number. */
static JsValue as_printed(JsValue number)
{
    double d = js_as_number(number);
    return isfinite(d) ? js_number(d == 0 ? 0 : d) : JS_NULL;
}

static bool is_same_primitive(JsValue a, JsValue b)
{
    return js_same_value(js_is_number(a) ? as_printed(a) : a, js_is_number(b) ? as_printed(b) : b);
}

/* Objects and arrays by their own properties, in order. */
static bool is_same(JsValue a, JsValue b)
{
    if (!js_is_object(a) || !js_is_object(b))
        return is_same_primitive(a, b);
    JsList keys = {0}, others = {0};
    REQUIRE(js_own_property_keys(js_object(a), &keys) == 1 && js_own_property_keys(js_object(b), &others) == 1);
    if (js_is_array(a) != js_is_array(b) || keys.length != others.length)
        return false;
    for (uint32_t i = 0; i < keys.length; i++) {
        JsKey key = keys.values[i];
        if (key != others.values[i] || !is_same(js_get(js_object(a), key), js_get(js_object(b), key)))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------ properties */
/* A reviver that changes nothing. The source text of a number is converted on the way of Number(text), not of JSON. */
static JsValue revive(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    REQUIRE(argc == 3 && js_same_value(js_get(js_object(this_value), js_string_to_key(js_string(argv[0]))), argv[1]));
    JsValue source = js_get(js_object(argv[2]), JS_ATOM(source));
    REQUIRE(js_is_object(argv[1]) == (source == JS_UNDEFINED));
    double number;
    if (js_is_number(argv[1]))
        REQUIRE(js_to_number(source, &number) == 1 && js_same_value(js_number(number), argv[1]));
    else if (source != JS_UNDEFINED)
        REQUIRE(js_same_value(parse(source), argv[1]));
    return argv[1];
}

static JsValue replace(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    REQUIRE(argc == 2);
    return argv[1];
}

static JsValue reviver, replacer;

static void require_round_trips(JsValue v, JsValue space)
{
    JsValue text = print(v, JS_UNDEFINED, JS_UNDEFINED);
    JsValue indented = print(v, JS_UNDEFINED, space);
    REQUIRE(is_same(parse(text), v));
    REQUIRE(is_same(parse(indented), v));
    REQUIRE(js_same_value(print(parse(indented), JS_UNDEFINED, JS_UNDEFINED), text));
    REQUIRE(js_same_value(print(v, replacer, JS_UNDEFINED), text));
    REQUIRE(js_same_value(print(v, replacer, space), indented));
}

static void require_revived(JsValue text, JsValue v)
{
    JsValue argv[2] = {text, reviver};
    REQUIRE(is_same(js_json_parse_function(NULL, JS_UNDEFINED, 2, argv), v));
}

/* `[text,"\u0100"]`, which is wide, has the same value in it. */
static void require_same_when_wide(const char *text, size_t length, JsValue v)
{
    static const char after[] = ",\"?\"]";
    size_t wide_length = 1 + length + strlen(after);
    char *bytes = malloc(wide_length + 1);
    bytes[0] = '[';
    memcpy(bytes + 1, text, length);
    memcpy(bytes + 1 + length, after, sizeof after);
    uint16_t *units = malloc(wide_length * sizeof *units);
    for (size_t i = 0; i < wide_length; i++)
        units[i] = (uint8_t)bytes[i];
    units[wide_length - 3] = WIDE;
    JsValue list = parse(js_string_from_utf16(units, wide_length));
    REQUIRE((list != JS_EMPTY) == is_json(bytes, wide_length));
    if (v != JS_EMPTY)
        REQUIRE(is_same(js_get_index(js_object(list), 0), v) && js_elements(js_object(list))->length == 2);
    free(units);
    free(bytes);
}

/* Where the stack ends on the way, there is a RangeError. */
static void require_bounded_depth(JsValue text, JsValue v)
{
    preempt_use_stack((char *)__builtin_frame_address(0) - LITTLE_STACK);
    JsValue shallow = js_json_parse(js_string(text));
    preempt_use_stack(NULL);
    if (shallow == JS_EXCEPTION)
        require_error_of(JS_INTRINSIC(RANGE_ERROR_PROTOTYPE));
    else
        REQUIRE(is_same(shallow, v));
}

static void read_text(const char *bytes, size_t length, JsValue space)
{
    JsValue text = js_string_from_latin1((const uint8_t *)bytes, length);
    JsValue v = parse(text);
    REQUIRE((v != JS_EMPTY) == is_json(bytes, length));
    require_same_when_wide(bytes, length, v);
    if (v == JS_EMPTY)
        return;
    require_round_trips(v, space);
    require_revived(text, v);
    require_bounded_depth(text, v);
}

static void raise_overflow(void)
{
    js_throw_range_error("Maximum call stack size exceeded");
}

/* Some of what the start makes is known to the collected heap alone, which the leak check does not read. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    __lsan_disable();
    exec_start();
    preempt_on_overflow(raise_overflow);
    reviver = js_value(js_new_builtin("revive", 3, revive, NULL));
    replacer = js_value(js_new_builtin("replace", 2, replace, NULL));
    js_add_roots(&reviver, &reviver + 1);
    js_add_roots(&replacer, &replacer + 1);
    heap_freeze();
    __lsan_enable();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    char *text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    JsAgent agent;
    js_agent_begin(&agent, true, REGION_BYTES, MEMORY_BYTES);
    js_agent_enter(&agent);
    read_text(text, size - 1, js_int(data[0] % (INDENT_MAX + 1)));
    js_agent_leave();
    js_agent_end(&agent);
    free(text);
    return 0;
}
