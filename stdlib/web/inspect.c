/* How objects of the web API are shown: as objects of their attributes or their pairs, as in Node.js. The methods are those
 * that stdlib/inspect_custom.c calls. */
#include <stdio.h>

#include "stdlib/inspect_private.h"
#include "stdlib/support.h"
#include "web/web.h"

enum { NAME_SIZE = 32 };

/* Attributes by their names; else `make` makes an object of the pairs, or `write` a text. */
typedef struct Shown {
    const char *class_name;
    const char *attributes;
    JsValue (*make)(JsObject *object);
    JsValue (*write)(JsObject *object);
} Shown;

static JsValue pair_record(JsObject *object);
static JsValue pair_list(JsObject *object);

static const Shown classes[] = {
    {"AbortController", "signal"},
    {"AbortSignal", "aborted"},
    {"Blob", "size type"},
    {"Event", "type defaultPrevented cancelable timeStamp"},
    {"File", "size type name lastModified"},
    {"FormData", .make = pair_record},
    {"Headers", .make = pair_record},
    {"ReadableStream", "locked"},
    {"Request", "method url headers destination referrer referrerPolicy mode credentials cache redirect integrity keepalive signal"},
    {"Response", "status statusText headers body bodyUsed ok redirected type url"},
    {"TextDecoder", "encoding fatal ignoreBOM"},
    {"TextEncoder", "encoding"},
    {"TransformStream", "readable writable"},
    {"URL", "href origin protocol username password host hostname port pathname search searchParams hash"},
    {"URLSearchParams", .write = pair_list},
    {"WritableStream", "locked"},
};

/* ---- attributes */

static JsValue attribute_record(JsObject *object, const char *names)
{
    JsObject *record = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    while (*names) {
        int length = (int)strcspn(names, " ");
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "%.*s", length, names);
        JsKey key = js_key_from_ascii(name);
        js_put_own(record, key, TRY(js_get(object, key)), JS_DEFAULT_ATTRIBUTES);
        names += length + (names[length] == ' ');
    }
    return js_value(record);
}

/* ---- pairs */

/* Names with their values, which are a list where there are several of a name. */
static JsValue pair_record(JsObject *object)
{
    JsList pairs = {0};
    TRY_INT(js_iterable_to_list(js_value(object), &pairs));
    JsObject *record = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    for (uint32_t i = 0; i < pairs.length; i++) {
        js_charge(100);
        JsKey key = TRY(js_to_property_key(TRY(js_get_index(js_object(pairs.values[i]), 0))));
        JsValue v = TRY(js_get_index(js_object(pairs.values[i]), 1));
        JsDescriptor before;
        if (!TRY_INT(js_get_own_property(record, key, &before)))
            js_put_own(record, key, v, JS_DEFAULT_ATTRIBUTES);
        else if (js_is_kind(before.value, JS_KIND_ARRAY))
            js_array_push_dense(js_array(before.value), v);
        else
            TRY_INT(js_set(record, key, js_create_array_from_list(2, (JsValue[]){ before.value, v }), true));
    }
    return js_value(record);
}

static JsValue pair_list(JsObject *object)
{
    JsList pairs = {0};
    TRY_INT(js_iterable_to_list(js_value(object), &pairs));
    uint64_t length = 0;
    for (uint32_t i = 0; i < pairs.length; i++) {
        JsValue name = TRY(js_inspect(js_get_index(js_object(pairs.values[i]), 0), JS_INSPECT_DEFAULT));
        JsValue v = TRY(js_inspect(js_get_index(js_object(pairs.values[i]), 1), JS_INSPECT_DEFAULT));
        pairs.values[i] = TRY(js_string_from_format("%S => %S", js_string(name), js_string(v)));
        length += inspect_length(pairs.values[i]) + 2;
    }
    if (!pairs.length)
        return js_string_from_ascii("{}");
    bool fits = length <= INSPECT_BREAK_LENGTH + 2;
    JsStringBuilder out;
    js_builder_start(&out, (uint32_t)length + 8);
    for (uint32_t i = 0; i < pairs.length; i++) {
        js_builder_add_ascii(&out, i == 0 ? (fits ? "{ " : "{\n  ") : (fits ? ", " : ",\n  "));
        js_builder_add_string(&out, js_string(pairs.values[i]));
    }
    js_builder_add_ascii(&out, " }");
    return js_builder_finish(&out);
}

/* ---- the method ( depth, options ); captures: the row in `classes` */

JS_BUILTIN(inspect_web_object)
{
    const Shown *shown = &classes[js_as_int(callee->captures[0])];
    if (!js_is_object(this_value) || (js_is_number(arg(0)) && js_as_number(arg(0)) < 0))
        return this_value;
    JsObject *object = js_object(this_value);
    JsInspectOptions options;
    TRY_INT(js_inspect_options(arg(1), &options));
    options.depth = js_is_number(arg(0)) ? (int32_t)js_as_number(arg(0)) : -1;
    JsValue text;
    if (shown->write)
        text = TRY(shown->write(object));
    else
        text = TRY(js_inspect(TRY(shown->make ? shown->make(object) : attribute_record(object, shown->attributes)), options));
    return js_string_from_format("%S %S", js_string(TRY(inspect_constructor_name(object))), js_string(text));
}

static const JsCode inspect_code = JS_NATIVE_CODE(inspect_web_object, 2, 1);

void web_install_inspect(void)
{
    for (uint32_t i = 0; i < JS_COUNT(classes); i++) {
        JsValue constructor = js_get(js_realm->global, js_key_from_ascii(classes[i].class_name));
        JsObject *prototype = js_object(js_get(js_object(constructor), JS_ATOM(prototype)));
        JsFunction *method = js_new_native_closure(&inspect_code);
        method->captures[0] = js_int((int32_t)i);
        js_put_own(prototype, inspect_custom_symbol(), js_value(method), JS_HIDDEN_ATTRIBUTES);
    }
}
