/* What util.inspect lists inside of an object: properties, elements, entries, as texts.
 *
 * Invariant: at most INSPECT_ARRAY_MAX elements or entries are made into texts; the rest is counted. */
#include <stdio.h>
#include "exec/iterate.h"
#include "exec/promise.h"
#include "stdlib/collection.h"
#include "stdlib/inspect_private.h"
#include "stdlib/support.h"
#include "stdlib/typed_array.h"

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
        return js_string_from_ascii("['__proto__']");
    if (!is_enumerable)
        return js_string_from_format("[%S]", name);
    return is_identifier_like(name) ? js_value(name) : inspect_quote(name);
}

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
        return js_string_from_ascii(d->set != JS_UNDEFINED ? "[Getter/Setter]" : "[Getter]");
    return js_string_from_ascii(d->set != JS_UNDEFINED ? "[Setter]" : "undefined");
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
    while (index < length && output->length < INSPECT_ARRAY_MAX) {
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
    double shown = fmin(length, INSPECT_ARRAY_MAX);
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
        if (output->length >= INSPECT_ARRAY_MAX)
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
        js_list_push(output, js_string_from_ascii("<pending>"));
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

JsValue inspect_list_contents(Inspector *in, JsObject *o, JsList *output)
{
    JsCollectionCursor start = {0};
    switch (o->cell.kind) {
    case JS_KIND_ARRAY: return list_array(in, o, output);
    case JS_KIND_TYPED_ARRAY: return list_typed_array(in, o, output);
    case JS_KIND_MAP: return list_entries(in, (JsCollection *)o, start, ENTRY_PAIR, output);
    case JS_KIND_SET: return list_entries(in, (JsCollection *)o, start, ENTRY_KEY, output);
    case JS_KIND_ITERATOR: {
        JsBuiltinIterator *it = (JsBuiltinIterator *)o;
        if (!inspect_iterator_name(o) || it->target == JS_UNDEFINED)
            return JS_UNDEFINED;
        bool is_map = it->type == JS_ITERATOR_MAP;
        EntryForm form = it->state == JS_OWN_ENTRIES ? ENTRY_ARRAY : it->state == JS_OWN_VALUES && is_map ? ENTRY_VALUE : ENTRY_KEY;
        start.serial = it->index;
        return list_entries(in, js_collection(it->target), start, form, output);
    }
    case JS_KIND_PROMISE: return list_promise(in, (JsPromise *)o, output);
    case JS_KIND_WEAK_SET:
    case JS_KIND_WEAK_MAP: js_list_push(output, js_string_from_ascii("<items unknown>")); return JS_UNDEFINED;
    case JS_KIND_WEAK_REF: js_list_push(output, js_string_from_ascii("<ref>")); return JS_UNDEFINED;
    case JS_KIND_ARRAY_BUFFER: return list_array_buffer(o, output);
    case JS_KIND_DATA_VIEW:
        js_list_push(output, TRY(inspect_property(in, o, JS_ATOM(byteLength))));
        js_list_push(output, TRY(inspect_property(in, o, JS_ATOM(byteOffset))));
        js_list_push(output, TRY(inspect_property(in, o, JS_ATOM(buffer))));
        return JS_UNDEFINED;
    default: return JS_UNDEFINED;
    }
}
