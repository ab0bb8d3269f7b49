/* util.inspect as Node.js 20 prints it: values, objects, layout in lines of at most 80 columns.
 *
 * Invariant: `indentation` is what the text made now will be indented by where it ends up; `current_depth` is the depth of
 * the object that was entered last. Both decide, as in Node.js, whether an object fits onto one line. */
#include "stdlib/inspect.h"
#include "exec/error.h"
#include "exec/function.h"
#include "exec/iterate.h"
#include "exec/promise.h"
#include "stdlib/collection.h"
#include "stdlib/date.h"
#include "stdlib/inspect_private.h"
#include "stdlib/proxy.h"
#include "stdlib/regexp.h"
#include "stdlib/support.h"
#include "stdlib/typed_array.h"
#include <stdio.h>

enum { BREAK_LENGTH = 80, COMPACT = 3, ARRAY_MAX = 100, STRING_MAX = 10000, LINE_MIN = 16, TEXT_MAX = 1 << 27 };

/* ------------------------------------------------------------------------------------------------ texts */
static JsValue ascii(const char *text)
{
    return js_string_from_ascii(text);
}

static void push_format(JsList *list, JsValue text)
{
    js_list_push(list, text);
}

static uint32_t text_length(JsValue text)
{
    return js_string_length(js_string(text));
}

static bool has_newline(JsValue text)
{
    return js_string_index_of(js_string(text), js_string(js_string_from_code_unit('\n')), 0) >= 0;
}

/* ------------------------------------------------------------------------------------------------ strings */
static bool contains_unit(JsChars chars, uint16_t unit)
{
    for (uint32_t i = 0; i < chars.length; i++)
        if (js_chars_at(chars, i) == unit)
            return true;
    return false;
}

static bool contains_template_start(JsChars chars)
{
    for (uint32_t i = 0; i + 1 < chars.length; i++)
        if (js_chars_at(chars, i) == '$' && js_chars_at(chars, i + 1) == '{')
            return true;
    return false;
}

static uint8_t choose_quote(JsChars chars)
{
    if (!contains_unit(chars, '\''))
        return '\'';
    if (!contains_unit(chars, '"'))
        return '"';
    return contains_unit(chars, '`') || contains_template_start(chars) ? '\'' : '`';
}

static bool is_lone_surrogate(JsChars chars, uint32_t i)
{
    uint16_t unit = js_chars_at(chars, i);
    if ((unit & 0xfc00) == 0xd800)
        return i + 1 >= chars.length || (js_chars_at(chars, i + 1) & 0xfc00) != 0xdc00;
    return (unit & 0xfc00) == 0xdc00 && (i == 0 || (js_chars_at(chars, i - 1) & 0xfc00) != 0xd800);
}

static void add_escaped(JsStringBuilder *out, JsChars chars, uint32_t i, uint8_t quote)
{
    static const char shorts[] = "\b\t\n\f\r", letters[] = "btnfr";
    uint16_t unit = js_chars_at(chars, i);
    char text[8];
    const char *found = unit && unit < 32 ? strchr(shorts, unit) : NULL;
    if (found)
        snprintf(text, sizeof text, "\\%c", letters[found - shorts]);
    else if (unit == quote || unit == '\\')
        snprintf(text, sizeof text, "\\%c", unit);
    else if (unit < 32 || (unit >= 0x7f && unit <= 0x9f))
        snprintf(text, sizeof text, "\\x%02X", unit);
    else if (is_lone_surrogate(chars, i))
        snprintf(text, sizeof text, "\\u%04X", unit);
    else {
        js_builder_add_unit(out, unit);
        return;
    }
    js_builder_add_ascii(out, text);
}

static JsValue quote_range(JsString *s, uint32_t from, uint32_t to)
{
    JsString *part = js_string(TRY(js_string_substring(s, from, to)));
    JsChars chars = js_string_chars(part);
    uint8_t quote = choose_quote(chars);
    JsStringBuilder out;
    js_builder_start(&out, chars.length + 2);
    js_builder_add_unit(&out, quote);
    for (uint32_t i = 0; i < chars.length; i++)
        add_escaped(&out, chars, i, quote);
    js_builder_add_unit(&out, quote);
    js_charge(chars.length);
    return js_builder_finish(&out);
}

JsValue inspect_quote(JsString *s)
{
    return quote_range(s, 0, js_string_length(s));
}

/* A long string with line breaks is shown in lines joined by " +". */
static JsValue inspect_string(Inspector *in, JsString *s)
{
    uint32_t length = js_string_length(s), shown = length > STRING_MAX ? STRING_MAX : length;
    JsChars chars = js_string_chars(s);
    JsStringBuilder out;
    js_builder_start(&out, shown + 2);
    uint32_t from = 0;
    bool splits = shown > LINE_MIN && (int32_t)shown > BREAK_LENGTH - in->indentation - 4;
    for (uint32_t i = 0; splits && i + 1 < shown; i++) {
        if (js_chars_at(chars, i) != '\n')
            continue;
        js_builder_add_string(&out, js_string(TRY(quote_range(s, from, i + 1))));
        js_builder_add_ascii(&out, " +\n");
        inspect_add_spaces(&out, in->indentation + 2);
        from = i + 1;
    }
    js_builder_add_string(&out, js_string(TRY(quote_range(s, from, shown))));
    if (length > shown)
        js_builder_add_string(&out, js_string(TRY(js_string_from_format("... %u more character%s", length - shown,
                                                                        length - shown > 1 ? "s" : ""))));
    return js_builder_finish(&out);
}

void inspect_add_spaces(JsStringBuilder *out, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        js_builder_add_unit(out, ' ');
}

JsValue inspect_number(JsValue v)
{
    return js_is_double(v) && js_as_double(v) == 0 && signbit(js_as_double(v)) ? ascii("-0") : js_number_to_string(v);
}

JsValue inspect_symbol(JsValue v)
{
    JsValue description = js_symbol(v)->description;
    return js_string_from_format("Symbol(%S)", js_string(js_is_string(description) ? description : js_empty_string));
}

static JsValue inspect_primitive(Inspector *in, JsValue v)
{
    if (js_is_string(v))
        return inspect_string(in, js_string(v));
    if (js_is_number(v))
        return inspect_number(v);
    if (js_is_bigint(v))
        return js_string_from_format("%vn", TRY(js_bigint_to_string(v, 10)));
    if (js_is_symbol(v))
        return inspect_symbol(v);
    return js_value(TRY_STRING(v));
}

/* ------------------------------------------------------------------------------------------------ names */
JsObject *inspect_prototype(JsObject *object)
{
    while (object && object->cell.kind == JS_KIND_PROXY)
        object = js_proxy_target(object);
    return object ? js_shape(object)->prototype : NULL;
}

static bool inherits_from(JsObject *object, JsObject *prototype)
{
    for (JsObject *p = inspect_prototype(object); p; p = inspect_prototype(p))
        if (p == prototype)
            return true;
    return false;
}

/* An own data property, without running code; JS_EMPTY when there is none. */
static JsValue own_data(JsObject *object, JsKey key)
{
    JsProperty property;
    if (object->cell.kind == JS_KIND_PROXY || !js_find_own(object, key, &property) || (property.attributes & JS_ACCESSOR))
        return JS_EMPTY;
    return *js_slot_address(object, property.slot);
}

/* The name of the first `constructor` on the prototype chain that the object is an instance of: JS_EMPTY when the object has
 * no prototype at all. */
JsValue inspect_constructor_name(JsObject *object)
{
    for (JsObject *o = object; o; o = inspect_prototype(o)) {
        JsValue constructor = own_data(o, JS_ATOM(constructor));
        if (constructor == JS_EMPTY || !js_is_callable(constructor))
            continue;
        JsValue name = own_data(js_object(constructor), JS_ATOM(name));
        JsValue prototype = own_data(js_object(constructor), JS_ATOM(prototype));
        if (js_is_string(name) && text_length(name) > 0 && js_is_object(prototype) && inherits_from(object, js_object(prototype)))
            return name;
    }
    JsObject *prototype = inspect_prototype(object);
    if (!prototype)
        return JS_EMPTY;
    JsValue outer = inspect_constructor_name(prototype);
    if (outer == JS_EMPTY)
        return ascii("Object <[Object: null prototype] {}>");
    return js_string_from_format("Object <%v>", outer);
}

/* "Name(size) [tag] " */
JsValue inspect_prefix(JsValue constructor, JsValue tag, const char *fallback, const char *size)
{
    bool has_tag = tag != JS_EMPTY;
    if (constructor == JS_EMPTY) {
        if (has_tag && !js_string_equals_ascii(js_string(tag), fallback))
            return js_string_from_format("[%s%s: null prototype] [%S] ", fallback, size, js_string(tag));
        return js_string_from_format("[%s%s: null prototype] ", fallback, size);
    }
    if (has_tag && !js_string_equals(js_string(tag), js_string(constructor)))
        return js_string_from_format("%S%s [%S] ", js_string(constructor), size, js_string(tag));
    return js_string_from_format("%S%s ", js_string(constructor), size);
}

/* Symbol.toStringTag where it would not be listed as an own property anyway. */
static JsValue tag_of(Inspector *in, JsObject *object)
{
    JsValue tag = TRY(js_get(object, JS_SYM(toStringTag)));
    if (!js_is_string(tag) || text_length(tag) == 0)
        return JS_EMPTY;
    JsDescriptor d;
    if (object->cell.kind != JS_KIND_PROXY && TRY_INT(js_get_own_property(object, JS_SYM(toStringTag), &d)) &&
        (in->options.shows_hidden || (d.attributes & JS_ENUMERABLE)))
        return JS_EMPTY;
    return tag;
}

/* ------------------------------------------------------------------------------------------------ keys */
/* The own keys to list: names, then symbols. Indices only where with_indices. */
static int list_keys(Inspector *in, JsObject *object, bool with_indices, JsList *ret)
{
    JsList all = {0};
    if (js_own_property_keys(object, &all) < 0)
        return -1;
    for (uint32_t i = 0; i < all.length; i++) {
        JsDescriptor d;
        JsKey key = all.values[i];
        if (js_key_is_index(key) && !with_indices)
            continue;
        int found = in->options.shows_hidden && !js_key_is_symbol(key) ? 2 : js_get_own_property(object, key, &d);
        if (found < 0)
            return -1;
        if (found == 2 || (found && (in->options.shows_hidden || (d.attributes & JS_ENUMERABLE))))
            js_list_push(ret, key);
    }
    return 1;
}

static bool is_identifier_like(JsString *s)
{
    JsChars chars = js_string_chars(s);
    for (uint32_t i = 0; i < chars.length; i++) {
        uint16_t c = js_chars_at(chars, i);
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!is_letter && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return chars.length > 0;
}

static JsValue key_text(JsKey key, bool is_enumerable)
{
    if (js_key_is_symbol(key))
        return js_string_from_format("[%v]", TRY(inspect_symbol(key)));
    JsString *name = js_string(js_key_to_value(key));
    if (key == JS_ATOM(proto_))
        return ascii("['__proto__']");
    if (!is_enumerable)
        return js_string_from_format("[%S]", name);
    return is_identifier_like(name) ? js_value(name) : inspect_quote(name);
}

/* ------------------------------------------------------------------------------------------------ properties */
/* The text of a property's value alone. */
static JsValue property_value_text(Inspector *in, const JsDescriptor *d)
{
    if (!js_descriptor_is_accessor(d)) {
        in->indentation += 2;
        JsValue text = inspect_value(in, d->value);
        in->indentation -= 2;
        return text;
    }
    if (d->get != JS_UNDEFINED)
        return ascii(d->set != JS_UNDEFINED ? "[Getter/Setter]" : "[Getter]");
    return ascii(d->set != JS_UNDEFINED ? "[Setter]" : "undefined");
}

JsValue inspect_property(Inspector *in, JsObject *object, JsKey key)
{
    JsDescriptor d;
    if (!TRY_INT(js_get_own_property(object, key, &d)))
        d = js_data_descriptor(TRY(js_get(object, key)), JS_DEFAULT_ATTRIBUTES);
    JsValue text = TRY(property_value_text(in, &d));
    JsValue name = TRY(key_text(key, d.attributes & JS_ENUMERABLE));
    return js_string_from_format("%S: %S", js_string(name), js_string(text));
}

static JsValue more_items(double count)
{
    return js_string_from_format("... %v more item%s", js_number(count), count > 1 ? "s" : "");
}

static JsValue empty_items(double count)
{
    return js_string_from_format("<%v empty item%s>", js_number(count), count > 1 ? "s" : "");
}

/* The next own index at or after `from`; length when there is none. */
static double next_index(const JsList *keys, uint32_t *at, double from, double length)
{
    while (*at < keys->length && (!js_key_is_index(keys->values[*at]) || js_key_index(keys->values[*at]) < from))
        ++*at;
    return *at < keys->length ? js_key_index(keys->values[*at]) : length;
}

static JsValue list_array(Inspector *in, JsObject *array, JsList *output)
{
    double length = ((JsArray *)array)->length, index = 0;
    JsList keys = {0};
    uint32_t at = 0;
    TRY_INT(js_own_property_keys(array, &keys));
    while (index < length && output->length < ARRAY_MAX) {
        double next = next_index(&keys, &at, index, length);
        if (next > index) {
            js_list_push(output, TRY(empty_items(next - index)));
            index = next;
            continue;
        }
        JsDescriptor d;
        TRY_INT(js_get_own_property(array, js_index_key((uint32_t)index), &d));
        js_list_push(output, TRY(property_value_text(in, &d)));
        index++;
    }
    if (index < length)
        js_list_push(output, TRY(more_items(length - index)));
    return JS_UNDEFINED;
}

static JsValue list_typed_array(Inspector *in, JsObject *array, JsList *output)
{
    double length = js_typed_array_length(array);
    double shown = fmin(length, ARRAY_MAX);
    for (double i = 0; i < shown; i++) {
        JsValue element = TRY(js_get_index(array, i));
        js_list_push(output, TRY(inspect_primitive(in, element)));
    }
    if (shown < length)
        js_list_push(output, TRY(more_items(length - shown)));
    return JS_UNDEFINED;
}

/* Entries of a Map or Set; as_kind says how: pairs `k => v`, keys, values, or `[ k, v ]` of an iterator of entries. */
typedef enum EntryForm { ENTRY_PAIR, ENTRY_KEY, ENTRY_VALUE, ENTRY_ARRAY } EntryForm;

static JsValue entry_text(Inspector *in, JsValue key, JsValue v, EntryForm form)
{
    if (form == ENTRY_KEY)
        return inspect_value(in, key);
    if (form == ENTRY_VALUE)
        return inspect_value(in, v);
    JsValue left = TRY(inspect_value(in, key));
    JsValue right = TRY(inspect_value(in, v));
    return js_string_from_format(form == ENTRY_PAIR ? "%S => %S" : "[ %S, %S ]", js_string(left), js_string(right));
}

static JsValue list_entries(Inspector *in, JsCollection *c, JsCollectionCursor cursor, EntryForm form, JsList *output)
{
    JsValue key, v;
    uint32_t left = 0;
    in->indentation += 2;
    while (js_collection_next(c, &cursor, &key, &v)) {
        if (output->length >= ARRAY_MAX)
            left++;
        else
            js_list_push(output, TRY(entry_text(in, key, v, form)));
    }
    in->indentation -= 2;
    if (left)
        js_list_push(output, TRY(more_items(left)));
    return JS_UNDEFINED;
}

static JsValue list_promise(Inspector *in, JsPromise *promise, JsList *output)
{
    if (js_promise_state(promise) == JS_PROMISE_PENDING) {
        js_list_push(output, ascii("<pending>"));
        return JS_UNDEFINED;
    }
    in->indentation += 2;
    JsValue text = TRY(inspect_value(in, promise->result));
    in->indentation -= 2;
    if (js_promise_state(promise) == JS_PROMISE_REJECTED)
        text = TRY(js_string_from_format("<rejected> %S", js_string(text)));
    js_list_push(output, text);
    return JS_UNDEFINED;
}

static JsValue list_array_buffer(JsObject *buffer, JsList *output)
{
    enum { BYTES_MAX = 50 };
    size_t length;
    const uint8_t *bytes = js_array_buffer_bytes(buffer, &length);
    char text[BYTES_MAX * 3 + 1] = "";
    for (size_t i = 0; i < length && i < BYTES_MAX; i++)
        snprintf(text + 3 * i, 4, "%02x ", bytes[i]);
    if (*text)
        text[strlen(text) - 1] = 0;
    JsValue more = js_empty_string;
    if (length > BYTES_MAX)
        more = TRY(js_string_from_format(" ... %v more byte%s", js_number((double)(length - BYTES_MAX)),
                                         length - BYTES_MAX > 1 ? "s" : ""));
    js_list_push(output, TRY(js_string_from_format("[Uint8Contents]: <%s%S>", text, js_string(more))));
    js_list_push(output, TRY(js_string_from_format("byteLength: %v", js_number((double)length))));
    return JS_UNDEFINED;
}

/* ------------------------------------------------------------------------------------------------ functions */
static JsValue class_base(JsObject *function, JsValue constructor, JsValue tag)
{
    JsValue name = own_data(function, JS_ATOM(name));
    JsStringBuilder out;
    js_builder_start(&out, 40);
    js_builder_add_ascii(&out, "[class ");
    if (js_is_string(name) && text_length(name) > 0)
        js_builder_add_string(&out, js_string(name));
    else
        js_builder_add_ascii(&out, "(anonymous)");
    if (constructor != JS_EMPTY && !js_string_equals_ascii(js_string(constructor), "Function")) {
        js_builder_add_ascii(&out, " [");
        js_builder_add_string(&out, js_string(constructor));
        js_builder_add_unit(&out, ']');
    }
    JsObject *parent = inspect_prototype(function);
    JsValue parent_name = parent ? js_peek_data(parent, JS_ATOM(name)) : JS_EMPTY;
    if (constructor == JS_EMPTY) {
        js_builder_add_ascii(&out, " extends null");
    } else if (js_is_string(parent_name) && text_length(parent_name) > 0) {
        js_builder_add_ascii(&out, " extends ");
        js_builder_add_string(&out, js_string(parent_name));
    }
    js_builder_add_unit(&out, ']');
    return js_builder_finish(&out);
}

static JsValue function_base(JsObject *function, JsValue constructor, JsValue tag)
{
    uint16_t code = function->cell.kind == JS_KIND_FUNCTION ? ((JsFunction *)function)->code->flags : 0;
    if (code & JS_CODE_CLASS)
        return class_base(function, constructor, tag);
    char type[40];
    snprintf(type, sizeof type, "%s%sFunction", code & JS_CODE_ASYNC ? "Async" : "", code & JS_CODE_GENERATOR ? "Generator" : "");
    JsValue name = js_peek_data(function, JS_ATOM(name));
    bool has_name = js_is_string(name) && text_length(name) > 0;
    JsValue base = TRY(js_string_from_format("[%s%s%s%S]", type, constructor == JS_EMPTY ? " (null prototype)" : "",
                                             has_name ? ": " : " (anonymous)",
                                             js_string(has_name ? name : js_empty_string)));
    if (constructor != JS_EMPTY && !js_string_equals_ascii(js_string(constructor), type))
        base = TRY(js_string_from_format("%S %S", js_string(base), js_string(constructor)));
    if (tag != JS_EMPTY && constructor != JS_EMPTY && !js_string_equals(js_string(tag), js_string(constructor)))
        base = TRY(js_string_from_format("%S [%S]", js_string(base), js_string(tag)));
    return base;
}

/* ------------------------------------------------------------------------------------------------ layout */
/* Arranges more than six short texts in columns. `value` is the array they come from. */
static JsValue group_elements(Inspector *in, JsList *output, JsObject *array)
{
    uint32_t count = output->length - (output->length > ARRAY_MAX ? 1 : 0);
    double total = 0, longest = 0;
    for (uint32_t i = 0; i < count; i++) {
        total += text_length(output->values[i]) + 2;
        longest = fmax(longest, text_length(output->values[i]));
    }
    double widest = longest + 2;
    if (!(widest * 3 + in->indentation < BREAK_LENGTH && (total / widest > 5 || longest <= 6)))
        return JS_UNDEFINED;
    double biased = fmax(widest - 3 - sqrt(widest - total / output->length), 1);
    double wanted = floor(sqrt(2.5 * biased * count) / biased + 0.5);
    double fitting = floor((BREAK_LENGTH - in->indentation) / widest);
    uint32_t columns = (uint32_t)fmin(fmin(wanted, fitting), fmin(COMPACT * 4, 15));
    if (columns <= 1)
        return JS_UNDEFINED;
    uint32_t widths[15] = {0};
    for (uint32_t i = 0; i < output->length; i++) {
        uint32_t width = i < count ? text_length(output->values[i]) + 2 : 2;
        if (i < count && width > widths[i % columns])
            widths[i % columns] = width;
    }
    bool pads_start = true;
    for (uint32_t i = 0; i < output->length && pads_start; i++) {
        JsValue element = array ? TRY(js_get_index(array, i)) : JS_UNDEFINED;
        pads_start = js_is_number(element) || js_is_bigint(element);
    }
    JsList lines = {0};
    for (uint32_t i = 0; i < count; i += columns) {
        uint32_t end = i + columns < count ? i + columns : count;
        JsStringBuilder line;
        js_builder_start(&line, BREAK_LENGTH);
        for (uint32_t j = i; j < end; j++) {
            bool is_last = j + 1 == end;
            int32_t padding = (int32_t)(widths[j - i] - text_length(output->values[j])) - 2;
            if (pads_start)
                inspect_add_spaces(&line, padding);
            js_builder_add_string(&line, js_string(output->values[j]));
            if (!is_last)
                js_builder_add_ascii(&line, ", ");
            if (!pads_start && !is_last)
                inspect_add_spaces(&line, padding);
        }
        js_list_push(&lines, TRY(js_builder_finish(&line)));
    }
    if (count < output->length)
        js_list_push(&lines, output->values[count]);
    *output = lines;
    return JS_UNDEFINED;
}

/* Does `output` fit onto one line that begins as it does? */
static bool fits_line(Inspector *in, const JsList *output, JsValue base, JsValue open)
{
    uint64_t start = output->length + in->indentation + text_length(open) + (base ? text_length(base) : 0) + 10;
    uint64_t total = output->length + start;
    if (total + output->length > BREAK_LENGTH)
        return false;
    for (uint32_t i = 0; i < output->length; i++) {
        total += text_length(output->values[i]);
        if (total > BREAK_LENGTH || has_newline(output->values[i]))
            return false;
    }
    return !base || !has_newline(base);
}

/* base, braces and entries as one text, on one line or one line an entry. base is 0 when there is none. */
static JsValue lay_out(Inspector *in, JsList *output, JsValue base, JsValue open, const char *close, JsObject *array,
                       bool is_array_like, int32_t depth)
{
    uint32_t entries = output->length;
    if (is_array_like && entries > 6)
        TRY(group_elements(in, output, array));
    bool one_line = in->current_depth - depth < COMPACT && entries == output->length && fits_line(in, output, base, open);
    JsStringBuilder out;
    js_builder_start(&out, 80);
    if (base) {
        js_builder_add_string(&out, js_string(base));
        js_builder_add_unit(&out, ' ');
    }
    js_builder_add_string(&out, js_string(open));
    for (uint32_t i = 0; i < output->length; i++) {
        if (i > 0)
            js_builder_add_unit(&out, ',');
        js_builder_add_unit(&out, one_line ? ' ' : '\n');
        inspect_add_spaces(&out, one_line ? 0 : in->indentation + 2);
        js_builder_add_string(&out, js_string(output->values[i]));
    }
    js_builder_add_unit(&out, one_line ? ' ' : '\n');
    inspect_add_spaces(&out, one_line ? 0 : in->indentation);
    js_builder_add_ascii(&out, close);
    js_charge(output->length * 10);
    return js_builder_finish(&out);
}

/* ------------------------------------------------------------------------------------------------ objects */
/* What formatting an object starts from. */
typedef struct Form {
    JsObject *object;
    JsValue constructor, tag;  /* JS_EMPTY: none */
    JsValue base;              /* text before the braces; 0: none */
    JsValue open;
    const char *close;
    JsList keys;
    bool is_array_like, has_entries; /* has_entries: never shown as `{}` at once */
} Form;

static JsValue size_prefix(Form *f, const char *fallback, double size)
{
    char text[32];
    snprintf(text, sizeof text, "(%.0f)", size);
    return inspect_prefix(f->constructor, f->tag, fallback, text);
}

/* open = prefix + brace */
static JsValue set_open(Form *f, JsValue prefix, const char *brace)
{
    f->open = TRY(js_string_from_format("%S%s", js_string(prefix), brace));
    return JS_UNDEFINED;
}

static JsValue begin_array(Form *f)
{
    JsValue prefix = js_empty_string;
    bool is_ordinary = f->constructor != JS_EMPTY && js_string_equals_ascii(js_string(f->constructor), "Array");
    if (!is_ordinary || f->tag != JS_EMPTY)
        prefix = TRY(size_prefix(f, "Array", ((JsArray *)f->object)->length));
    f->close = "]";
    f->is_array_like = true;
    f->has_entries = ((JsArray *)f->object)->length > 0;
    return set_open(f, prefix, "[");
}

static JsValue begin_boxed(Inspector *in, Form *f, const char *type)
{
    JsValue primitive = ((JsPrimitiveObject *)f->object)->value;
    if (js_is_string(primitive)) { /* its characters are not listed */
        uint32_t kept = 0;
        for (uint32_t i = 0; i < f->keys.length; i++)
            if (!js_key_is_index(f->keys.values[i]) || js_key_index(f->keys.values[i]) >= text_length(primitive))
                f->keys.values[kept++] = f->keys.values[i];
        f->keys.length = kept;
    }
    JsValue text = TRY(inspect_primitive(in, primitive));
    JsValue name = js_empty_string;
    if (f->constructor == JS_EMPTY)
        name = ascii(" (null prototype)");
    else if (!js_string_equals_ascii(js_string(f->constructor), type))
        name = TRY(js_string_from_format(" (%S)", js_string(f->constructor)));
    f->base = TRY(js_string_from_format("[%s%S: %S]", type, js_string(name), js_string(text)));
    return JS_UNDEFINED;
}

static JsValue prefixed_base(Form *f, JsValue text, const char *type)
{
    JsValue prefix = TRY(inspect_prefix(f->constructor, f->tag, type, ""));
    JsString *usual = js_string(TRY(js_string_from_format("%s ", type)));
    f->base = js_string_equals(js_string(prefix), usual) ? text : TRY(js_string_concat(js_string(prefix), js_string(text)));
    return JS_UNDEFINED;
}

static const char *iterator_name(JsObject *object)
{
    uint32_t type = ((JsBuiltinIterator *)object)->type;
    return type == JS_ITERATOR_MAP ? "Map" : type == JS_ITERATOR_SET ? "Set" : NULL;
}

/* Sets base and braces by the object's kind. */
static JsValue begin_form(Inspector *in, Form *f)
{
    const char *plain_type = "Object";
    JsObject *o = f->object;
    f->close = "}";
    switch (o->cell.kind) {
    case JS_KIND_ARRAY: return begin_array(f);
    case JS_KIND_SET:
    case JS_KIND_MAP:
        f->has_entries = js_collection_size((JsCollection *)o) > 0;
        return set_open(f, TRY(size_prefix(f, o->cell.kind == JS_KIND_MAP ? "Map" : "Set", js_collection_size((JsCollection *)o))),
                        "{");
    case JS_KIND_TYPED_ARRAY:
        f->close = "]";
        f->is_array_like = true;
        f->has_entries = js_typed_array_length(o) > 0;
        return set_open(f, TRY(size_prefix(f, js_typed_array_name(o), js_typed_array_length(o))), "[");
    case JS_KIND_ITERATOR:
        if (!iterator_name(o))
            break;
        f->has_entries = true;
        f->open = TRY(js_string_from_format("[%s %s] {", iterator_name(o),
                                            ((JsBuiltinIterator *)o)->state == JS_OWN_ENTRIES ? "Entries" : "Iterator"));
        return JS_UNDEFINED;
    case JS_KIND_ARGUMENTS: f->open = ascii("[Arguments] {"); return JS_UNDEFINED;
    case JS_KIND_REGEXP: return prefixed_base(f, TRY(js_regexp_to_string(o)), "RegExp");
    case JS_KIND_DATE: return prefixed_base(f, TRY(js_date_inspect(o)), "Date");
    case JS_KIND_BOOLEAN_OBJECT: return begin_boxed(in, f, "Boolean");
    case JS_KIND_NUMBER_OBJECT: return begin_boxed(in, f, "Number");
    case JS_KIND_STRING_OBJECT: return begin_boxed(in, f, "String");
    case JS_KIND_SYMBOL_OBJECT: return begin_boxed(in, f, "Symbol");
    case JS_KIND_BIGINT_OBJECT: return begin_boxed(in, f, "BigInt");
    case JS_KIND_ARRAY_BUFFER: f->has_entries = true; plain_type = ((JsArrayBuffer *)o)->flags & JS_BUFFER_SHARED ? "SharedArrayBuffer" : "ArrayBuffer"; break;
    case JS_KIND_DATA_VIEW: f->has_entries = true; plain_type = "DataView"; break;
    case JS_KIND_PROMISE: f->has_entries = true; plain_type = "Promise"; break;
    case JS_KIND_WEAK_SET: f->has_entries = true; plain_type = "WeakSet"; break;
    case JS_KIND_WEAK_MAP: f->has_entries = true; plain_type = "WeakMap"; break;
    case JS_KIND_WEAK_REF: f->has_entries = true; plain_type = "WeakRef"; break;
    case JS_KIND_NAMESPACE: f->constructor = JS_EMPTY; plain_type = "Module"; break;
    default:
        if (o->cell.flags & JS_CALLABLE) {
            f->base = TRY(function_base(o, f->constructor, f->tag));
            return JS_UNDEFINED;
        }
        if (o->cell.kind == JS_KIND_ERROR || inherits_from(o, JS_INTRINSIC(ERROR_PROTOTYPE))) {
            f->base = TRY(inspect_error(in, o, f->constructor, f->tag, &f->keys));
            return JS_UNDEFINED;
        }
        bool is_plain = f->tag == JS_EMPTY && f->constructor != JS_EMPTY &&
                        js_string_equals_ascii(js_string(f->constructor), "Object");
        if (is_plain)
            return JS_UNDEFINED;
    }
    return set_open(f, TRY(inspect_prefix(f->constructor, f->tag, plain_type, "")), "{");
}

static JsValue list_contents(Inspector *in, Form *f, JsList *output)
{
    JsObject *o = f->object;
    JsCollectionCursor start = {0};
    switch (o->cell.kind) {
    case JS_KIND_ARRAY: return list_array(in, o, output);
    case JS_KIND_TYPED_ARRAY: return list_typed_array(in, o, output);
    case JS_KIND_MAP: return list_entries(in, (JsCollection *)o, start, ENTRY_PAIR, output);
    case JS_KIND_SET: return list_entries(in, (JsCollection *)o, start, ENTRY_KEY, output);
    case JS_KIND_ITERATOR: {
        JsBuiltinIterator *it = (JsBuiltinIterator *)o;
        if (!iterator_name(o) || it->target == JS_UNDEFINED)
            return JS_UNDEFINED;
        bool is_map = it->type == JS_ITERATOR_MAP;
        EntryForm form = it->state == JS_OWN_ENTRIES ? ENTRY_ARRAY : it->state == JS_OWN_VALUES && is_map ? ENTRY_VALUE : ENTRY_KEY;
        start.serial = it->index;
        return list_entries(in, js_collection(it->target), start, form, output);
    }
    case JS_KIND_PROMISE: return list_promise(in, (JsPromise *)o, output);
    case JS_KIND_WEAK_SET:
    case JS_KIND_WEAK_MAP: js_list_push(output, ascii("<items unknown>")); return JS_UNDEFINED;
    case JS_KIND_WEAK_REF: js_list_push(output, ascii("<ref>")); return JS_UNDEFINED;
    case JS_KIND_ARRAY_BUFFER: return list_array_buffer(o, output);
    case JS_KIND_DATA_VIEW:
        js_list_push(output, TRY(inspect_property(in, o, JS_ATOM(byteLength))));
        js_list_push(output, TRY(inspect_property(in, o, JS_ATOM(byteOffset))));
        js_list_push(output, TRY(inspect_property(in, o, JS_ATOM(buffer))));
        return JS_UNDEFINED;
    default: return JS_UNDEFINED;
    }
}

/* The number of the object among those that something refers back to, given when first met. */
static uint32_t circular_number(Inspector *in, JsObject *object)
{
    for (uint32_t i = 0; i < in->circular.length; i++)
        if (in->circular.values[i] == js_value(object))
            return i + 1;
    return 0;
}

static bool is_open(const Inspector *in, JsObject *object)
{
    for (uint32_t i = 0; i < in->seen.length; i++)
        if (in->seen.values[i] == js_value(object))
            return true;
    return false;
}

static JsValue refer_back(Inspector *in, JsObject *object)
{
    if (!circular_number(in, object))
        js_list_push(&in->circular, js_value(object));
    return js_string_from_format("[Circular *%u]", circular_number(in, object));
}

static JsValue too_deep(Form *f)
{
    const char *type = f->object->cell.kind == JS_KIND_ARRAY ? "Array" : "Object";
    JsString *prefix = js_string(TRY(inspect_prefix(f->constructor, f->tag, type, "")));
    JsString *name = js_string(TRY(js_string_substring(prefix, 0, js_string_length(prefix) - 1)));
    return js_string_from_format(f->constructor == JS_EMPTY ? "%S" : "[%S]", name);
}

static JsValue finish_form(Inspector *in, Form *f, JsList *output, int32_t depth)
{
    uint32_t number = circular_number(in, f->object);
    if (number) {
        JsValue reference = TRY(js_string_from_format("<ref *%u>", number));
        f->base = f->base ? TRY(js_string_from_format("%S %S", js_string(reference), js_string(f->base))) : reference;
    }
    JsObject *array = f->object->cell.kind == JS_KIND_ARRAY || f->object->cell.kind == JS_KIND_TYPED_ARRAY ? f->object : NULL;
    return lay_out(in, output, f->base, f->open, f->close, array, f->is_array_like, depth);
}

static JsValue inspect_object(Inspector *in, JsObject *object)
{
    if (!JS_ENTER())
        return JS_EXCEPTION;
    if (is_open(in, object))
        return refer_back(in, object);
    js_charge(100);
    Form f = {.object = object, .open = TRY(ascii("{"))};
    f.constructor = TRY(inspect_constructor_name(object));
    f.tag = TRY(tag_of(in, object));
    bool lists_indices = object->cell.kind != JS_KIND_ARRAY && object->cell.kind != JS_KIND_TYPED_ARRAY;
    TRY_INT(list_keys(in, object, lists_indices, &f.keys));
    TRY(begin_form(in, &f));
    if (f.keys.length == 0 && !f.has_entries)
        return f.base ? f.base : js_string_from_format("%S%s", js_string(f.open), f.close);
    int32_t depth = in->depth;
    if (in->options.depth >= 0 && depth > in->options.depth)
        return too_deep(&f);
    in->depth = in->current_depth = depth + 1;
    js_list_push(&in->seen, js_value(object));
    JsList output = {0};
    TRY(list_contents(in, &f, &output));
    for (uint32_t i = 0; i < f.keys.length; i++)
        js_list_push(&output, TRY(inspect_property(in, object, f.keys.values[i])));
    in->seen.length--;
    in->depth = depth;
    JsValue text = TRY(finish_form(in, &f, &output, depth + 1));
    in->made += text_length(text);
    if (in->made > TEXT_MAX) /* as Node.js does: what comes now is cut short, so that the text stays within bounds */
        in->options.depth = 0;
    return text;
}

JsValue inspect_value(Inspector *in, JsValue v)
{
    if (!js_is_object(v))
        return inspect_primitive(in, v);
    JsObject *object = js_object(v);
    while (object && object->cell.kind == JS_KIND_PROXY)
        object = js_proxy_target(object);
    return object ? inspect_object(in, object) : ascii("<Revoked Proxy>");
}

JsValue js_inspect(JsValue v, JsInspectOptions options)
{
    Inspector in = {.options = options};
    return inspect_value(&in, v);
}
