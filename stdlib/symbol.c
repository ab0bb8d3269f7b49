/* The Symbol global (ECMA-262 20.4) and the registry of Symbol.for.
 *
 * Invariant: a symbol that was registered before a request began is the same for all agents, a cell of the shared heap that the
 * table of keys holds. What a request registers is among its own names, and goes with it. */
#include "heap/heap.h"
#include "stdlib/support.h"
#include "stdlib/symbol.h"
#include "string/names.h"

/* GlobalSymbolRegistry, 20.4.5: open addressing over key atoms; values are symbols. */
static JsValue *registry;
static uint32_t registry_capacity, registry_count;

static JsValue *registry_find(JsValue *table, uint32_t capacity, JsString *key)
{
    uint32_t i = js_string_hash(key) & (capacity - 1);
    while (table[i] && !js_string_equals(js_string(js_symbol(table[i])->description), key))
        i = (i + 1) & (capacity - 1);
    return &table[i];
}

static JsValue *registry_alloc(uint32_t capacity)
{
    JsCell *cell = heap_alloc_shared(sizeof(JsCell) + capacity * sizeof(JsValue), true);
    cell->kind = JS_KIND_INTERNAL;
    cell->aux = HEAP_HIDDEN;
    return (JsValue *)(cell + 1);
}

static void registry_grow(void)
{
    uint32_t capacity = registry_capacity ? registry_capacity * 2 : 64;
    JsValue *table = registry_alloc(capacity);
    for (uint32_t i = 0; i < registry_capacity; i++)
        if (registry[i])
            *registry_find(table, capacity, js_string(js_symbol(registry[i])->description)) = registry[i];
    registry = table;
    registry_capacity = capacity;
}

static JsSymbol *new_registered(JsSymbol *symbol, JsString *key, uint32_t hash)
{
    symbol->cell = (JsCell){.kind = JS_KIND_SYMBOL, .aux = JS_SYMBOL_REGISTERED};
    symbol->hash = hash;
    symbol->unused = 0;
    symbol->description = js_value(key);
    return symbol;
}

JsValue js_symbol_for(JsString *key)
{
    uint32_t hash = js_string_hash(key) * 31 + 1;
    JsCell *own = heap_is_isolated() ? names_find_own(JS_KIND_SYMBOL, key, hash) : NULL;
    if (own)
        return js_value(own);
    if (registry_count * 2 >= registry_capacity)
        registry_grow();
    JsValue *slot = registry_find(registry, registry_capacity, key);
    if (*slot)
        return *slot;
    if (heap_is_isolated()) {
        JsSymbol *symbol = new_registered(js_alloc(sizeof *symbol, true), key, hash);
        names_add_own(&symbol->cell);
        return js_value(symbol);
    }
    registry_count++;
    return *slot = js_value(new_registered(heap_alloc_shared(sizeof(JsSymbol), true), key, hash));
}

/* 20.4.2.2 Symbol.for ( key ) */
JS_BUILTIN(symbol_for)
{
    return js_symbol_for(js_string(js_atom_of(TRY_STRING(arg(0)))));
}

/* 20.4.2.6 Symbol.keyFor ( symbol ) */
JS_BUILTIN(symbol_key_for)
{
    if (!js_is_symbol(arg(0)))
        return js_throw_type_error("%v is not a symbol", arg(0));
    return js_cell(arg(0))->aux == JS_SYMBOL_REGISTERED ? js_symbol(arg(0))->description : JS_UNDEFINED;
}

/* 20.4.1.1 Symbol ( [ description ] ) */
JS_BUILTIN(symbol_call)
{
    JsValue description = arg(0);
    if (description != JS_UNDEFINED)
        description = js_value(TRY_STRING(description));
    return js_new_symbol(description, JS_SYMBOL_PLAIN);
}

JS_CONSTRUCTOR_BUILTIN(symbol_construct)
{
    return js_throw_type_error("Symbol is not a constructor");
}

/* 20.4.3.4.1 ThisSymbolValue */
static JsValue this_symbol(JsValue v, const char *method)
{
    if (js_is_symbol(v))
        return v;
    if (js_is_kind(v, JS_KIND_SYMBOL_OBJECT))
        return ((JsPrimitiveObject *)js_cell(v))->value;
    return js_throw_type_error("%s requires that 'this' be a Symbol", method);
}

/* 20.4.3.2 get Symbol.prototype.description */
JS_BUILTIN(symbol_prototype_description)
{
    return js_symbol(TRY(this_symbol(this_value, "Symbol.prototype.description")))->description;
}

/* 20.4.3.3 Symbol.prototype.toString ( ) */
JS_BUILTIN(symbol_prototype_to_string)
{
    JsValue description = js_symbol(TRY(this_symbol(this_value, "Symbol.prototype.toString")))->description;
    return js_string_from_format("Symbol(%S)", js_string(js_is_string(description) ? description : js_empty_string));
}

/* 20.4.3.4 Symbol.prototype.valueOf ( ) */
JS_BUILTIN(symbol_prototype_value_of)
{
    return this_symbol(this_value, "Symbol.prototype.valueOf");
}

/* 20.4.3.5 Symbol.prototype [ @@toPrimitive ] ( hint ) */
JS_BUILTIN(symbol_prototype_to_primitive)
{
    return this_symbol(this_value, "Symbol.prototype [ @@toPrimitive ]");
}

static const JsBuiltin symbol_static_rows[] = {
    JS_METHOD("for", symbol_for, 1, "20.4.2.2"),
    JS_METHOD("keyFor", symbol_key_for, 1, "20.4.2.6"),
};
static const JsBuiltin symbol_prototype_rows[] = {
    JS_GETTER("description", symbol_prototype_description, "20.4.3.2"),
    JS_METHOD("toString", symbol_prototype_to_string, 0, "20.4.3.3"),
    JS_METHOD("valueOf", symbol_prototype_value_of, 0, "20.4.3.4"),
    JS_METHOD_WITH("@@toPrimitive", symbol_prototype_to_primitive, 1, JS_CONFIGURABLE, "20.4.3.5"),
    JS_STRING_CONSTANT("@@toStringTag", "Symbol", "20.4.3.6"),
};

void js_install_symbol(void)
{
    JsObject *prototype = JS_INTRINSIC(SYMBOL_PROTOTYPE);
    JsFunction *constructor = js_new_builtin_constructor("Symbol", 0, symbol_call, symbol_construct, NULL, prototype);
    js_install_builtins(&constructor->object, symbol_static_rows, JS_COUNT(symbol_static_rows));
    js_install_builtins(prototype, symbol_prototype_rows, JS_COUNT(symbol_prototype_rows));
    /* 20.4.2.1-15: the well-known symbols */
#define ATOM(name)
#define ATOM_TEXT(name, text)
#define SYMBOL(name) js_put_own(&constructor->object, js_key_from_ascii(#name), JS_SYM(name), 0);
#include "atoms.def"
#undef ATOM
#undef ATOM_TEXT
#undef SYMBOL
    js_define_global("Symbol", js_value(constructor));
    if (js_realm == js_first_realm)
        js_add_roots(&registry, &registry + 1);
}
