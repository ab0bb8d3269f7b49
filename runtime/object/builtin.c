/* Installing tables of built-in functions. */
#include "object/builtin.h"
#include "object/internal.h"
#include <stdlib.h>

const JsValue js_empty_name = JS_UNDEFINED;

/* "@@iterator" is a well-known symbol, else a name. */
static JsKey key_of(const char *text)
{
    static const char *const symbols[] = {
#define ATOM(name)
#define ATOM_TEXT(name, text)
#define SYMBOL(name) #name,
#include "atoms.def"
#undef ATOM
#undef ATOM_TEXT
#undef SYMBOL
    };
    if (text[0] != '@' || text[1] != '@')
        return js_key_from_ascii(text);
    for (uint32_t i = 0; i < SYM_COUNT; i++) {
        if (!strcmp(symbols[i], text + 2))
            return js_symbols[i];
    }
    js_must_failed(text);
}

/* The name property of a function under that key: "[Symbol.iterator]", "get size". */
static JsValue name_of(const char *prefix, JsKey key)
{
    if (!*prefix && !js_is_symbol(key))
        return js_key_to_value(key);
    JsStringBuilder b;
    js_builder_start(&b, 32);
    js_builder_add_ascii(&b, prefix);
    if (js_is_symbol(key)) {
        js_builder_add_ascii(&b, "[");
        js_builder_add_string(&b, js_string(js_symbol(key)->description));
        js_builder_add_ascii(&b, "]");
    } else {
        js_builder_add_string(&b, js_string(js_key_to_value(key)));
    }
    return js_atom_of(js_string(js_builder_finish(&b)));
}

typedef struct NamedCode { JsCode code; JsValue name; } NamedCode;

/* Zeroed, and never given back. */
static NamedCode *take_code(void)
{
    enum { AT_ONCE = 64 };
    static NamedCode *next, *end;
    if (next == end) {
        next = calloc(AT_ONCE, sizeof *next);
        if (!next)
            abort();
        end = next + AT_ONCE;
    }
    return next++;
}

static JsFunction *function_new(JsValue name, uint32_t length, JsCallEntry *call, JsConstructEntry *construct)
{
    NamedCode *made = take_code();
    made->name = name;
    made->code = (JsCode){.call = call, .construct = construct, .name = &made->name, .length = (uint16_t)length,
                          .flags = JS_CODE_NATIVE | JS_CODE_STRICT};
    return js_new_native_closure(&made->code);
}

JsFunction *js_new_builtin(const char *name, uint32_t length, JsCallEntry *call, JsConstructEntry *construct)
{
    return function_new(js_atom_from_ascii(name), length, call, construct);
}

JsFunction *js_new_builtin_constructor(const char *name, uint32_t length, JsCallEntry *call, JsConstructEntry *construct,
                                       JsObject *parent, JsObject *prototype)
{
    JsFunction *f = js_new_builtin(name, length, call, construct);
    if (parent)
        js_ordinary_set_prototype_of(&f->object, js_value(parent));
    if (prototype) {
        js_put_own(&f->object, JS_ATOM(prototype), js_value(prototype), 0);
        js_put_own(prototype, JS_ATOM(constructor), js_value(f), JS_HIDDEN_ATTRIBUTES);
    }
    return f;
}

static JsValue accessor_of(const JsBuiltin *row, JsKey key)
{
    JsValue get = row->call ? js_value(function_new(name_of("get ", key), 0, row->call, NULL)) : JS_UNDEFINED;
    bool has_setter = row->kind == JS_BUILTIN_ACCESSOR && row->set;
    JsValue set = has_setter ? js_value(function_new(name_of("set ", key), 1, row->set, NULL)) : JS_UNDEFINED;
    return js_new_accessor(get, set);
}

static JsNewProperty property_of(const JsBuiltin *row)
{
    JsKey key = key_of(row->key);
    switch (row->kind) {
    case JS_BUILTIN_METHOD:
        return (JsNewProperty){key, js_value(function_new(name_of("", key), row->length, row->call, NULL)), row->attributes};
    case JS_BUILTIN_GETTER:
    case JS_BUILTIN_ACCESSOR:
        return (JsNewProperty){key, accessor_of(row, key), (row->attributes & ~(uint32_t)JS_WRITABLE) | JS_ACCESSOR};
    case JS_BUILTIN_NUMBER:
        return (JsNewProperty){key, js_number(row->number), row->attributes};
    case JS_BUILTIN_STRING:
        return (JsNewProperty){key, js_string_from_ascii(row->text), row->attributes};
    }
    return (JsNewProperty){key, JS_UNDEFINED, row->attributes};
}

void js_install_builtins(JsObject *object, const JsBuiltin *rows, uint32_t count)
{
    enum { AT_ONCE = 64 };
    JsNewProperty properties[AT_ONCE];
    for (uint32_t done = 0; done < count; done += AT_ONCE) {
        uint32_t batch = count - done < AT_ONCE ? count - done : AT_ONCE;
        for (uint32_t i = 0; i < batch; i++)
            properties[i] = property_of(&rows[done + i]);
        js_put_all_own(object, properties, batch);
    }
}
