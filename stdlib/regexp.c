/* The RegExp global: objects, compilation, exec, flags (ECMA-262 22.2.3 to 22.2.7). Methods under symbols: regexp_symbols.c.
 *
 * Invariant: `code` is the program of `source` and `flags`, always; a program belongs to the agent's heap, or, for literals,
 * to the shared heap, made once a site. */
#include "stdlib/regexp.h"
#include <stdio.h>
#include "heap/heap.h"
#include "object/internal.h"
#include "sched/preempt.h"
#include "stdlib/support.h"

/* ------------------------------------------------------------------------------------------------ compilation */
/* The compiler's blocks point to one another, so the collector must look into them. */
static void *allocate_for_compiler(void *closure, size_t bytes)
{
    (void)closure;
    js_charge(10000);
    return js_scratch_with_pointers(bytes);
}

static RegexpText text_of(JsString *s)
{
    JsChars chars = js_string_chars(s);
    return (RegexpText){chars.latin1 ? (const void *)chars.latin1 : (const void *)chars.wide, chars.length, !chars.latin1};
}

/* The compiler needs up to 100 KB of native stack; false with a RangeError when there is less. */
static bool has_stack_for_compiler(void)
{
    enum { NEEDED = 110 * 1024 };
    if (preempt_stack_has(NEEDED))
        return true;
    js_throw_range_error("Maximum call stack size exceeded");
    return false;
}

static void throw_pattern_error(JsString *pattern, unsigned flags, const RegexpError *error)
{
    if (error->is_out_of_memory)
        return; /* the allocator threw */
    size_t length = regexp_error_message(text_of(pattern), flags, error, NULL, 0);
    uint16_t *message = js_scratch(length * sizeof *message);
    if (!message)
        return;
    regexp_error_message(text_of(pattern), flags, error, message, length);
    JsValue text = js_string_from_utf16(message, length);
    if (text != JS_EXCEPTION)
        js_throw_syntax_error("%v", text);
}

/* The program of a pattern in a cell; NULL with a SyntaxError. */
static JsRegExpCode *compile(JsString *pattern, unsigned flags, bool is_shared)
{
    RegexpError error;
    if (!has_stack_for_compiler())
        return NULL;
    RegexpAllocator allocator = {allocate_for_compiler, NULL, NULL};
    RegexpProgram *program = regexp_compile(text_of(pattern), flags, allocator, &error);
    if (!program) {
        throw_pattern_error(pattern, flags, &error);
        return NULL;
    }
    size_t bytes = (regexp_program_size(program) + 7) & ~(size_t)7;
    JsRegExpCode *code = is_shared ? heap_alloc_shared(sizeof *code + bytes, true) : js_alloc(sizeof *code + bytes, true);
    code->cell = (JsCell){.kind = JS_KIND_INTERNAL};
    code->next = JS_UNDEFINED;
    memset(code->program, 0, bytes);
    memcpy(code->program, program, regexp_program_size(program));
    return code;
}

/* 22.2.3.3: flags of a text; false with a SyntaxError. */
static bool parse_flags(JsString *text, unsigned *ret_flags)
{
    if (regexp_parse_flags(text_of(text), ret_flags))
        return true;
    js_throw_syntax_error("Invalid flags supplied to RegExp constructor '%S'", text);
    return false;
}

/* ------------------------------------------------------------------------------------------------ objects */
/* 22.2.3.2 RegExpAlloc ( newTarget ): without code yet */
static JsRegExp *alloc_regexp(JsObject *prototype)
{
    JsRegExp *r = js_new_object_of_kind(JS_KIND_REGEXP, sizeof *r, prototype, 0);
    r->source = js_empty_string;
    r->code = JS_UNDEFINED;
    r->flags = 0;
    js_put_own(&r->object, JS_ATOM(lastIndex), js_int(0), JS_WRITABLE);
    return r;
}

static void fill_regexp(JsRegExp *r, JsString *pattern, unsigned flags, JsRegExpCode *code)
{
    js_store(r, &r->source, js_value(pattern));
    js_store(r, &r->code, js_value(code));
    js_store(r, &r->flags, flags);
}

JsRegExp *js_new_regexp(JsString *pattern, JsString *flags_text, JsObject *prototype)
{
    unsigned flags = 0;
    if (!parse_flags(flags_text, &flags))
        return NULL;
    JsRegExpCode *code = compile(pattern, flags, false);
    if (!code)
        return NULL;
    JsRegExp *r = alloc_regexp(prototype);
    fill_regexp(r, pattern, flags, code);
    return r;
}

/* The programs of literals, which live as long as the process: one a site of the source. */
static JsValue literal_codes = JS_UNDEFINED;

JsValue js_new_regexp_literal(JsValue pattern, JsValue flags_text, void **site_cache)
{
    unsigned flags = 0;
    JsRegExpCode *code = *site_cache;
    if (!parse_flags(js_string(flags_text), &flags))
        return JS_EXCEPTION;
    if (!code) {
        code = TRY_PTR(compile(js_string(pattern), flags, true));
        code->next = literal_codes;
        literal_codes = js_value(code);
        *site_cache = code;
    }
    JsRegExp *r = alloc_regexp(JS_INTRINSIC(REGEXP_PROTOTYPE));
    fill_regexp(r, js_string(pattern), flags, code);
    return js_value(r);
}

bool js_regexp_is_pristine(JsValue v)
{
    return js_is_regexp_object(v) && js_shape(js_object(v)) == js_realm->regexp_shape && js_realm->regexp_changed == 0;
}

double js_regexp_pristine_last_index(JsRegExp *r)
{
    JsValue v = *js_slot_address(&r->object, 0);
    return js_is_number(v) && js_as_number(v) >= 0 && trunc(js_as_number(v)) == js_as_number(v) ? js_as_number(v) : -1;
}

void js_regexp_set_pristine_last_index(JsRegExp *r, double index)
{
    js_store(r, js_slot_address(&r->object, 0), js_number(index));
}

/* 22.2.4.1 RegExp ( pattern, flags ), from step 3 on. is_like: IsRegExp(pattern), which may have run code */
static JsValue make_regexp(JsValue new_target, JsValue pattern, JsValue flags, bool is_like)
{
    if (js_is_regexp_object(pattern)) {
        if (flags == JS_UNDEFINED) { /* the same expression again: no need to compile */
            JsObject *prototype = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_REGEXP_PROTOTYPE));
            JsRegExp *copy = alloc_regexp(prototype), *original = js_regexp(pattern);
            fill_regexp(copy, js_string(original->source), (unsigned)original->flags, (JsRegExpCode *)js_cell(original->code));
            return js_value(copy);
        }
        pattern = js_regexp(pattern)->source;
    } else if (is_like) {
        JsObject *like = js_object(pattern);
        pattern = TRY(js_get(like, JS_ATOM(source)));
        if (flags == JS_UNDEFINED)
            flags = TRY(js_get(like, JS_ATOM(flags)));
    }
    JsObject *prototype = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_REGEXP_PROTOTYPE));
    JsString *pattern_text = pattern == JS_UNDEFINED ? js_string(js_empty_string) : TRY_STRING(pattern);
    JsString *flags_text = flags == JS_UNDEFINED ? js_string(js_empty_string) : TRY_STRING(flags);
    return js_value(TRY_PTR(js_new_regexp(pattern_text, flags_text, prototype)));
}

JS_CONSTRUCTOR_BUILTIN(regexp_construct)
{
    int is_like = TRY_INT(js_is_regexp(arg(0)));
    return make_regexp(new_target, arg(0), arg(1), is_like);
}

/* The call: RegExp(r) is r itself when its constructor is this one and no flags are given. */
JS_BUILTIN(regexp_call)
{
    int is_like = TRY_INT(js_is_regexp(arg(0)));
    if (is_like && arg(1) == JS_UNDEFINED) {
        JsValue constructor = TRY(js_get(js_object(arg(0)), JS_ATOM(constructor)));
        if (constructor == js_value(callee))
            return arg(0);
    }
    return make_regexp(js_value(callee), arg(0), arg(1), is_like);
}

/* ------------------------------------------------------------------------------------------------ matching */
enum { FUEL = 20000, FUEL_NS = 5, LOCAL_STACK = 256, STACK_MAX = 1 << 23 };

static bool refuel(RegexpContext *context)
{
    js_charge(FUEL * FUEL_NS);
    context->fuel = FUEL;
    return true;
}

static bool grow_match_stack(RegexpContext *context, size_t capacity)
{
    size_t wanted = context->stack_capacity * 2 > capacity ? context->stack_capacity * 2 : capacity;
    if (wanted > STACK_MAX)
        return false;
    uint64_t *stack = js_scratch(wanted * sizeof *stack);
    if (!stack)
        return false;
    memcpy(stack, context->stack, context->stack_capacity * sizeof *stack);
    context->stack = stack;
    context->stack_capacity = wanted;
    return true;
}

int js_regexp_match_as(JsRegExp *r, JsString *s, uint32_t start, bool is_sticky, int32_t *captures)
{
    uint64_t stack[LOCAL_STACK];
    RegexpContext context = {stack, LOCAL_STACK, grow_match_stack, FUEL, refuel, NULL};
    RegexpResult result = regexp_exec_as(js_regexp_program(r), text_of(s), start, is_sticky, captures, &context);
    js_charge((uint32_t)(FUEL - context.fuel) * FUEL_NS + 50);
    if (result == REGEXP_MATCH)
        regexp_note_match(s, captures, regexp_capture_count(js_regexp_program(r)));
    if (result == REGEXP_MATCH || result == REGEXP_NO_MATCH)
        return result == REGEXP_MATCH;
    js_throw_range_error("Maximum call stack size exceeded");
    return -1;
}

int js_regexp_match(JsRegExp *r, JsString *s, uint32_t start, int32_t *captures)
{
    return js_regexp_match_as(r, s, start, (r->flags & REGEXP_STICKY) != 0, captures);
}

int32_t *js_regexp_captures(JsRegExp *r)
{
    return js_scratch(regexp_capture_count(js_regexp_program(r)) * 2 * sizeof(int32_t));
}

JsValue js_regexp_capture_text(JsString *s, const int32_t *captures, uint32_t group)
{
    if (captures[2 * group] < 0)
        return JS_UNDEFINED;
    return js_string_substring(s, (uint32_t)captures[2 * group], (uint32_t)captures[2 * group + 1]);
}

/* [start, end] of a group, or undefined: 22.2.7.8 GetMatchIndexPair */
static JsValue capture_pair(JsString *s, const int32_t *captures, uint32_t group)
{
    if (captures[2 * group] < 0)
        return JS_UNDEFINED;
    JsValue pair[2] = {js_int(captures[2 * group]), js_int(captures[2 * group + 1])};
    return js_new_array(2, pair);
}

/* The `groups` object: for each name the value of its group that took part; JS_UNDEFINED without names. */
static JsValue groups_object(JsRegExp *r, JsString *s, const int32_t *captures,
                             JsValue (*value_of)(JsString *, const int32_t *, uint32_t))
{
    const RegexpProgram *program = js_regexp_program(r);
    uint32_t count = regexp_name_count(program);
    if (!count)
        return JS_UNDEFINED;
    JsObject *groups = js_new_plain(NULL);
    for (uint32_t i = 0; i < count; i++) {
        RegexpName name = regexp_name(program, i);
        JsValue v = JS_UNDEFINED;
        for (size_t j = 0; j < name.group_count && v == JS_UNDEFINED; j++)
            v = TRY(value_of(s, captures, name.groups[j]));
        JsKey key = js_string_to_key(js_string(TRY(js_string_from_utf16(name.units, name.length))));
        js_put_own(groups, key, v, JS_DEFAULT_ATTRIBUTES);
    }
    return js_value(groups);
}

JsValue js_regexp_groups(JsRegExp *r, JsString *s, const int32_t *captures)
{
    return groups_object(r, s, captures, js_regexp_capture_text);
}

/* 22.2.7.7 MakeMatchIndicesIndexPairArray */
static JsValue indices_array(JsRegExp *r, JsString *s, const int32_t *captures)
{
    uint32_t count = regexp_capture_count(js_regexp_program(r));
    JsValue indices = TRY(js_new_array(0, NULL));
    for (uint32_t i = 0; i < count; i++)
        TRY(js_array_append(indices, TRY(capture_pair(s, captures, i))));
    JsValue groups = TRY(groups_object(r, s, captures, capture_pair));
    js_put_own(js_object(indices), JS_ATOM(groups), groups, JS_DEFAULT_ATTRIBUTES);
    return indices;
}

static JsShape *make_result_shape(void)
{
    JsShape *shape = shape_add_property(js_realm->array_shape, JS_ATOM(index), JS_DEFAULT_ATTRIBUTES);
    shape = shape_add_property(shape, JS_ATOM(input), JS_DEFAULT_ATTRIBUTES);
    return shape_add_property(shape, JS_ATOM(groups), JS_DEFAULT_ATTRIBUTES);
}

JsValue js_regexp_result(JsRegExp *r, JsString *s, const int32_t *captures)
{
    uint32_t count = regexp_capture_count(js_regexp_program(r));
    JsArray *result = js_new_array_sized(count);
    for (uint32_t i = 0; i < count; i++) {
        JsValue v = TRY(js_regexp_capture_text(s, captures, i));
        js_array_push_dense(result, v);
    }
    JsObject *object = &result->object;
    JsValue groups = TRY(js_regexp_groups(r, s, captures));
    JsValue *slots = object_overflow_reserve(object, 3);
    slots[0] = js_int(captures[0]);
    slots[1] = js_value(s);
    slots[2] = groups;
    object_set_shape(object, js_realm->regexp_result_shape);
    if (r->flags & REGEXP_HAS_INDICES)
        js_put_own(object, JS_ATOM(indices), TRY(indices_array(r, s, captures)), JS_DEFAULT_ATTRIBUTES);
    js_charge(100 + 30 * count);
    return js_value(object);
}

/* 22.2.7.2 RegExpBuiltinExec ( R, S ) */
JsValue js_regexp_builtin_exec(JsRegExp *r, JsString *s)
{
    bool is_global = r->flags & REGEXP_GLOBAL, is_sticky = r->flags & REGEXP_STICKY;
    double last_index = js_shape(&r->object) == js_realm->regexp_shape ? js_regexp_pristine_last_index(r) : -1;
    if (last_index < 0) {
        JsValue v = TRY(js_get(&r->object, JS_ATOM(lastIndex)));
        TRY_INT(js_to_length(v, &last_index));
    }
    if (!is_global && !is_sticky)
        last_index = 0;
    int32_t *captures = TRY_PTR(js_regexp_captures(r));
    int found = last_index > js_string_length(s) ? 0 : TRY_INT(js_regexp_match(r, s, (uint32_t)last_index, captures));
    if (!found) {
        if (is_global || is_sticky)
            TRY_INT(js_set(&r->object, JS_ATOM(lastIndex), js_int(0), true));
        return JS_NULL;
    }
    if ((is_global || is_sticky) && js_shape(&r->object) == js_realm->regexp_shape)
        js_regexp_set_pristine_last_index(r, captures[1]); /* a writable data property in the first slot */
    else if (is_global || is_sticky)
        TRY_INT(js_set(&r->object, JS_ATOM(lastIndex), js_int(captures[1]), true));
    return js_regexp_result(r, s, captures);
}

JsValue js_regexp_exec(JsObject *r, JsString *s)
{
    if (js_regexp_is_pristine(js_value(r)))
        return js_regexp_builtin_exec((JsRegExp *)r, s);
    JsValue exec = TRY(js_get(r, JS_ATOM(exec)));
    if (js_is_callable(exec)) {
        JsValue argv[1] = {js_value(s)};
        JsValue result = TRY(js_call(exec, js_value(r), 1, argv));
        if (!js_is_object(result) && result != JS_NULL)
            return js_throw_type_error("object null is not a function");
        return result;
    }
    if (r->cell.kind != JS_KIND_REGEXP)
        return js_throw_incompatible("RegExp.prototype.exec", js_value(r));
    return js_regexp_builtin_exec((JsRegExp *)r, s);
}

static JsRegExp *this_regexp(JsValue v, const char *method)
{
    if (js_is_regexp_object(v))
        return js_regexp(v);
    js_throw_incompatible(method, v);
    return NULL;
}

/* 22.2.6.2 RegExp.prototype.exec ( string ) */
JS_BUILTIN(regexp_prototype_exec)
{
    JsRegExp *r = TRY_PTR(this_regexp(this_value, "RegExp.prototype.exec"));
    JsString *s = TRY_STRING(arg(0));
    return js_regexp_builtin_exec(r, s);
}

/* 22.2.6.16 RegExp.prototype.test ( string ) */
JS_BUILTIN(regexp_prototype_test)
{
    if (!js_is_object(this_value))
        return js_throw_incompatible("RegExp.prototype.test", this_value);
    JsString *s = TRY_STRING(arg(0));
    JsValue result = TRY(js_regexp_exec(js_object(this_value), s));
    return js_boolean(result != JS_NULL);
}

/* B.2.4.1 RegExp.prototype.compile ( pattern, flags ) */
JS_BUILTIN(regexp_prototype_compile)
{
    JsRegExp *r = TRY_PTR(this_regexp(this_value, "RegExp.prototype.compile"));
    JsValue pattern = arg(0), flags_value = arg(1);
    unsigned flags = 0;
    if (js_is_regexp_object(pattern)) {
        if (flags_value != JS_UNDEFINED)
            return js_throw_type_error("Invalid flags supplied to RegExp constructor");
        fill_regexp(r, js_string(js_regexp(pattern)->source), (unsigned)js_regexp(pattern)->flags,
                    (JsRegExpCode *)js_cell(js_regexp(pattern)->code));
    } else {
        JsString *text = pattern == JS_UNDEFINED ? js_string(js_empty_string) : TRY_STRING(pattern);
        JsString *flags_text = flags_value == JS_UNDEFINED ? js_string(js_empty_string) : TRY_STRING(flags_value);
        if (!parse_flags(flags_text, &flags))
            return JS_EXCEPTION;
        fill_regexp(r, text, flags, TRY_PTR(compile(text, flags, false)));
    }
    TRY_INT(js_set(&r->object, JS_ATOM(lastIndex), js_int(0), true));
    return this_value;
}

/* ------------------------------------------------------------------------------------------------ texts and flags */
/* 22.2.6.13.1 EscapeRegExpPattern ( source ) */
static JsValue escape_source(JsString *source)
{
    JsChars chars = js_string_chars(source);
    if (!chars.length)
        return js_string_from_ascii("(?:)");
    JsStringBuilder out;
    js_builder_start(&out, chars.length + 8);
    bool in_class = false;
    for (uint32_t i = 0; i < chars.length; i++) {
        uint16_t c = js_chars_at(chars, i);
        if (c == '\\' && i + 1 < chars.length && js_chars_at(chars, i + 1) != '\n' && js_chars_at(chars, i + 1) != '\r') {
            js_builder_add_unit(&out, c);
            js_builder_add_unit(&out, js_chars_at(chars, ++i));
            continue;
        }
        in_class = c == '[' ? true : c == ']' ? false : in_class;
        if (c == '\n' || c == '\r')
            js_builder_add_ascii(&out, c == '\n' ? "\\n" : "\\r");
        else if (c == 0x2028 || c == 0x2029)
            js_builder_add_ascii(&out, c == 0x2028 ? "\\u2028" : "\\u2029");
        else if (c == '/' && !in_class)
            js_builder_add_ascii(&out, "\\/");
        else
            js_builder_add_unit(&out, c);
    }
    js_charge(chars.length);
    return js_builder_finish(&out);
}

static const struct { const char *name; unsigned flag; char letter; } flag_table[] = {
    {"hasIndices", REGEXP_HAS_INDICES, 'd'}, {"global", REGEXP_GLOBAL, 'g'}, {"ignoreCase", REGEXP_IGNORE_CASE, 'i'},
    {"multiline", REGEXP_MULTILINE, 'm'}, {"dotAll", REGEXP_DOT_ALL, 's'}, {"unicode", REGEXP_UNICODE, 'u'},
    {"unicodeSets", REGEXP_UNICODE_SETS, 'v'}, {"sticky", REGEXP_STICKY, 'y'},
};

static void flags_text(unsigned flags, char *out)
{
    for (uint32_t i = 0; i < JS_COUNT(flag_table); i++)
        if (flags & flag_table[i].flag)
            *out++ = flag_table[i].letter;
    *out = 0;
}

JsValue js_regexp_to_string(JsObject *regexp)
{
    char flags[16];
    JsRegExp *r = (JsRegExp *)regexp;
    flags_text((unsigned)r->flags, flags);
    return js_string_from_format("/%S/%s", js_string(TRY(escape_source(js_string(r->source)))), flags);
}

/* 22.2.6.4 get RegExp.prototype.flags */
JS_BUILTIN(regexp_prototype_flags)
{
    char text[16];
    if (!js_is_object(this_value))
        return js_throw_type_error("RegExp.prototype.flags getter called on non-object %v", this_value);
    if (js_regexp_is_pristine(this_value)) {
        flags_text((unsigned)js_regexp(this_value)->flags, text);
        return js_string_from_ascii(text);
    }
    unsigned flags = 0;
    for (uint32_t i = 0; i < JS_COUNT(flag_table); i++) {
        JsValue v = TRY(js_get(js_object(this_value), js_key_from_ascii(flag_table[i].name)));
        if (js_to_boolean(v))
            flags |= flag_table[i].flag;
    }
    flags_text(flags, text);
    return js_string_from_ascii(text);
}

/* 22.2.6.4.1 RegExpHasFlag ( R, codeUnit ) */
static JsValue has_flag(JsValue this_value, unsigned flag, const char *name)
{
    if (js_is_regexp_object(this_value))
        return js_boolean(js_regexp(this_value)->flags & flag);
    if (js_is_object(this_value) && js_object(this_value) == JS_INTRINSIC(REGEXP_PROTOTYPE))
        return JS_UNDEFINED;
    return js_throw_type_error("RegExp.prototype.%s getter called on non-RegExp object", name);
}
#define FLAG_GETTER(name, flag) \
    JS_BUILTIN(regexp_prototype_##name) { return has_flag(this_value, flag, #name); }
FLAG_GETTER(hasIndices, REGEXP_HAS_INDICES)
FLAG_GETTER(global, REGEXP_GLOBAL)
FLAG_GETTER(ignoreCase, REGEXP_IGNORE_CASE)
FLAG_GETTER(multiline, REGEXP_MULTILINE)
FLAG_GETTER(dotAll, REGEXP_DOT_ALL)
FLAG_GETTER(unicode, REGEXP_UNICODE)
FLAG_GETTER(unicodeSets, REGEXP_UNICODE_SETS)
FLAG_GETTER(sticky, REGEXP_STICKY)

/* 22.2.6.13 get RegExp.prototype.source */
JS_BUILTIN(regexp_prototype_source)
{
    if (js_is_regexp_object(this_value))
        return escape_source(js_string(js_regexp(this_value)->source));
    if (js_is_object(this_value) && js_object(this_value) == JS_INTRINSIC(REGEXP_PROTOTYPE))
        return js_string_from_ascii("(?:)");
    return js_throw_type_error("RegExp.prototype.source getter called on non-RegExp object");
}

/* 22.2.6.17 RegExp.prototype.toString ( ) */
JS_BUILTIN(regexp_prototype_to_string)
{
    if (!js_is_object(this_value))
        return js_throw_incompatible("RegExp.prototype.toString", this_value);
    JsString *source = TRY_STRING(TRY(js_get(js_object(this_value), JS_ATOM(source))));
    JsString *flags = TRY_STRING(TRY(js_get(js_object(this_value), JS_ATOM(flags))));
    return js_string_from_format("/%S/%S", source, flags);
}

/* ------------------------------------------------------------------------------------------------ RegExp.escape */
/* 22.2.5.1.1 EncodeForRegExpEscape ( codePoint ) */
static void add_escaped(JsStringBuilder *out, uint32_t c)
{
    static const char controls[] = "\t\n\v\f\r", letters[] = "tnvfr";
    char text[8];
    const char *control = c && c < 128 ? strchr(controls, (int)c) : NULL;
    if (c && c < 128 && strchr("^$\\.*+?()[]{}|/", (int)c)) {
        js_builder_add_unit(out, '\\');
        js_builder_add_unit(out, (uint16_t)c);
    } else if (control) {
        js_builder_add_unit(out, '\\');
        js_builder_add_unit(out, (uint8_t)letters[control - controls]);
    } else if ((c && c < 128 && strchr(",-=<>#&!%:;@~'`\"", (int)c)) || js_is_white_space(c) || (c >= 0xd800 && c <= 0xdfff)) {
        snprintf(text, sizeof text, c < 256 ? "\\x%02x" : "\\u%04x", c);
        js_builder_add_ascii(out, text);
    } else {
        js_builder_add_code_point(out, c);
    }
}

/* 22.2.5.1 RegExp.escape ( string ) */
JS_BUILTIN(regexp_escape)
{
    char text[8];
    uint32_t units;
    if (!js_is_string(arg(0)))
        return js_throw_type_error("Argument must be a string");
    JsString *s = js_string(argv[0]);
    JsStringBuilder out;
    js_builder_start(&out, js_string_length(s) + 8);
    for (uint32_t i = 0; i < js_string_length(s); i += units) {
        uint32_t c = js_string_code_point_at(s, i, &units);
        bool is_word = (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
        if (i == 0 && is_word) { /* so that it cannot continue an escape that stands before it */
            snprintf(text, sizeof text, "\\x%02x", c);
            js_builder_add_ascii(&out, text);
        } else {
            add_escaped(&out, c);
        }
        js_charge(8);
    }
    return js_builder_finish(&out);
}

static const JsBuiltin regexp_static_rows[] = {
    JS_METHOD("escape", regexp_escape, 1, "22.2.5.1"),
    JS_SPECIES("22.2.5.2"),
};
static const JsBuiltin regexp_prototype_rows[] = {
    JS_METHOD("exec", regexp_prototype_exec, 1, "22.2.6.2"),
    JS_GETTER("dotAll", regexp_prototype_dotAll, "22.2.6.3"),
    JS_GETTER("flags", regexp_prototype_flags, "22.2.6.4"),
    JS_GETTER("global", regexp_prototype_global, "22.2.6.5"),
    JS_GETTER("hasIndices", regexp_prototype_hasIndices, "22.2.6.6"),
    JS_GETTER("ignoreCase", regexp_prototype_ignoreCase, "22.2.6.7"),
    JS_GETTER("multiline", regexp_prototype_multiline, "22.2.6.10"),
    JS_GETTER("source", regexp_prototype_source, "22.2.6.13"),
    JS_GETTER("sticky", regexp_prototype_sticky, "22.2.6.15"),
    JS_METHOD("test", regexp_prototype_test, 1, "22.2.6.16"),
    JS_METHOD("toString", regexp_prototype_to_string, 0, "22.2.6.17"),
    JS_GETTER("unicode", regexp_prototype_unicode, "22.2.6.18"),
    JS_GETTER("unicodeSets", regexp_prototype_unicodeSets, "22.2.6.19"),
    JS_METHOD("compile", regexp_prototype_compile, 2, "B.2.4.1"),
};

static void guard(JsObject *object, JsKey key)
{
    js_guard_property(object, key, &js_realm->regexp_changed);
}

void js_install_regexp(void)
{
    JsObject *prototype = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_realm->intrinsics[INTRINSIC_REGEXP_PROTOTYPE] = prototype;
    JsFunction *constructor = js_new_builtin_constructor("RegExp", 2, regexp_call, regexp_construct, NULL, prototype);
    js_realm->intrinsics[INTRINSIC_REGEXP] = &constructor->object;
    js_install_builtins(&constructor->object, regexp_static_rows, JS_COUNT(regexp_static_rows));
    regexp_install_statics(&constructor->object);
    js_install_builtins(prototype, regexp_prototype_rows, JS_COUNT(regexp_prototype_rows));
    js_install_builtins(prototype, regexp_symbol_rows, regexp_symbol_row_count);
    js_install_regexp_iterator();
    js_define_global("RegExp", js_value(constructor));
    if (js_realm == js_first_realm)
        js_add_roots(&literal_codes, &literal_codes + 1);
    for (uint32_t i = 0; i < JS_COUNT(flag_table); i++)
        guard(prototype, js_key_from_ascii(flag_table[i].name));
    JsKey keys[] = {JS_ATOM(exec), JS_ATOM(flags), JS_ATOM(constructor), JS_SYM(match), JS_SYM(matchAll), JS_SYM(replace),
                    JS_SYM(search), JS_SYM(split)};
    for (uint32_t i = 0; i < JS_COUNT(keys); i++)
        guard(prototype, keys[i]);
    guard(&constructor->object, JS_SYM(species));
    js_realm->regexp_shape = js_shape(&alloc_regexp(prototype)->object);
    js_realm->regexp_result_shape = make_result_shape();
}
