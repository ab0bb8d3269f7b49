/* util.inspect as Node.js 20 prints it: objects by their kind, with lines of at most 80 columns.
 *
 * Invariant: `indentation` is what the text made now will be indented by where it ends up; `current_depth` is the depth of
 * the object that was entered last. Both decide, as in Node.js, whether an object fits onto one line. */
#include "stdlib/inspect.h"
#include <stdio.h>
#include "exec/error.h"
#include "exec/function.h"
#include "exec/iterate.h"
#include "stdlib/collection.h"
#include "stdlib/date.h"
#include "stdlib/inspect_private.h"
#include "stdlib/proxy.h"
#include "stdlib/regexp.h"
#include "stdlib/support.h"
#include "stdlib/typed_array.h"

enum { TEXT_MAX = 1 << 27 };

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
        if (js_is_string(name) && inspect_length(name) > 0 && js_is_object(prototype) && inherits_from(object, js_object(prototype)))
            return name;
    }
    JsObject *prototype = inspect_prototype(object);
    if (!prototype)
        return JS_EMPTY;
    JsValue outer = inspect_constructor_name(prototype);
    if (outer == JS_EMPTY)
        return js_string_from_ascii("Object <[Object: null prototype] {}>");
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
    if (!js_is_string(tag) || inspect_length(tag) == 0)
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

/* ------------------------------------------------------------------------------------------------ functions */
static JsValue class_base(JsObject *function, JsValue constructor, JsValue tag)
{
    JsValue name = own_data(function, JS_ATOM(name));
    JsStringBuilder out;
    js_builder_start(&out, 40);
    js_builder_add_ascii(&out, "[class ");
    if (js_is_string(name) && inspect_length(name) > 0)
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
    } else if (js_is_string(parent_name) && inspect_length(parent_name) > 0) {
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
    bool has_name = js_is_string(name) && inspect_length(name) > 0;
    JsValue base = TRY(js_string_from_format("[%s%s%s%S]", type, constructor == JS_EMPTY ? " (null prototype)" : "",
                                             has_name ? ": " : " (anonymous)",
                                             js_string(has_name ? name : js_empty_string)));
    if (constructor != JS_EMPTY && !js_string_equals_ascii(js_string(constructor), type))
        base = TRY(js_string_from_format("%S %S", js_string(base), js_string(constructor)));
    if (tag != JS_EMPTY && constructor != JS_EMPTY && !js_string_equals(js_string(tag), js_string(constructor)))
        base = TRY(js_string_from_format("%S [%S]", js_string(base), js_string(tag)));
    return base;
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
            if (!js_key_is_index(f->keys.values[i]) || js_key_index(f->keys.values[i]) >= inspect_length(primitive))
                f->keys.values[kept++] = f->keys.values[i];
        f->keys.length = kept;
    }
    JsValue text = TRY(inspect_primitive(in, primitive));
    JsValue name = js_empty_string;
    if (f->constructor == JS_EMPTY)
        name = js_string_from_ascii(" (null prototype)");
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

const char *inspect_iterator_name(JsObject *object)
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
        if (!inspect_iterator_name(o))
            break;
        f->has_entries = true;
        f->open = TRY(js_string_from_format("[%s %s] {", inspect_iterator_name(o),
                                            ((JsBuiltinIterator *)o)->state == JS_OWN_ENTRIES ? "Entries" : "Iterator"));
        return JS_UNDEFINED;
    case JS_KIND_ARGUMENTS: f->open = js_string_from_ascii("[Arguments] {"); return JS_UNDEFINED;
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
    return inspect_lay_out(in, output, f->base, f->open, f->close, array, f->is_array_like, depth);
}

static JsValue inspect_object(Inspector *in, JsObject *object)
{
    if (!JS_ENTER())
        return JS_EXCEPTION;
    if (is_open(in, object))
        return refer_back(in, object);
    js_charge(100);
    Form f = {.object = object, .open = TRY(js_string_from_ascii("{"))};
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
    TRY(inspect_list_contents(in, object, &output));
    for (uint32_t i = 0; i < f.keys.length; i++)
        js_list_push(&output, TRY(inspect_property(in, object, f.keys.values[i])));
    in->seen.length--;
    in->depth = depth;
    JsValue text = TRY(finish_form(in, &f, &output, depth + 1));
    in->made += inspect_length(text);
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
    if (!object)
        return js_string_from_ascii("<Revoked Proxy>");
    JsValue custom = TRY(inspect_custom(in, v, object));
    return custom != JS_EMPTY ? custom : inspect_object(in, object);
}

JsValue js_inspect(JsValue v, JsInspectOptions options)
{
    Inspector in = {.options = options};
    return inspect_value(&in, v);
}
