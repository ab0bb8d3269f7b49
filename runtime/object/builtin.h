/* Tables of built-in functions.
 *
 *     JS_BUILTIN(array_prototype_at) { ... arg(0) ... this_value ... }
 *     static const JsBuiltin array_prototype[] = {
 *         JS_METHOD("at", array_prototype_at, 1, "23.1.3.1"),
 *         JS_METHOD("@@iterator", ...), JS_GETTER("size", ...), JS_ACCESSOR("__proto__", get, set, ...),
 *         JS_NUMBER("MAX_VALUE", 1.79e308, "21.1.2.7"), JS_STRING_CONSTANT("@@toStringTag", "Map", "..."),
 *     };
 *     js_install_builtins(prototype, array_prototype, JS_COUNT(array_prototype));
 */
#pragma once
#include "object/operations.h"
#include "object/realm.h"

#define JS_BUILTIN(name) \
    static JsValue name(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
#define JS_CONSTRUCTOR_BUILTIN(name) \
    static JsValue name(JsFunction *callee, JsValue new_target, uint32_t argc, JsValue *argv)
#define arg(i) ((i) < argc ? argv[i] : JS_UNDEFINED)
#define JS_COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

typedef enum JsBuiltinKind {
    JS_BUILTIN_METHOD, JS_BUILTIN_GETTER, JS_BUILTIN_ACCESSOR, JS_BUILTIN_NUMBER, JS_BUILTIN_STRING
} JsBuiltinKind;
/* Small, since the start of every program pays for the pages of these tables: the addresses in them are filled in when it is
 * loaded. A row's clause, of the specification, is for who reads it, and not in the program. */
typedef struct JsBuiltin {
    const char *key;         /* text, or "@@iterator" for a well-known symbol */
    JsCallEntry *call;       /* METHOD, GETTER, ACCESSOR (getter) */
    union {
        JsCallEntry *set;    /* ACCESSOR */
        double number;       /* NUMBER */
        const char *text;    /* STRING */
    };
    uint16_t length;
    uint16_t attributes;
    JsBuiltinKind kind;
} JsBuiltin;
#define JS_METHOD(key, call, length, clause) JS_METHOD_WITH(key, call, length, JS_HIDDEN_ATTRIBUTES, clause)
#define JS_METHOD_WITH(key, call, length, attributes, clause) {key, call, {NULL}, length, attributes, JS_BUILTIN_METHOD}
#define JS_GETTER(key, call, clause) JS_GETTER_WITH(key, call, JS_CONFIGURABLE, clause)
#define JS_GETTER_WITH(key, call, attributes, clause) {key, call, {NULL}, 0, attributes, JS_BUILTIN_GETTER}
#define JS_ACCESSOR_PAIR(key, get, set, clause) JS_ACCESSOR_WITH(key, get, set, JS_CONFIGURABLE, clause)
#define JS_ACCESSOR_WITH(key, get, set, attributes, clause) {key, get, {set}, 0, attributes, JS_BUILTIN_ACCESSOR}
#define JS_NUMBER_CONSTANT(key, number_, clause) {key, NULL, {.number = number_}, 0, 0, JS_BUILTIN_NUMBER}
#define JS_STRING_CONSTANT(key, text_, clause) {key, NULL, {.text = text_}, 0, JS_CONFIGURABLE, JS_BUILTIN_STRING}

void js_install_builtins(JsObject *object, const JsBuiltin *rows, uint32_t count);
/* CreateBuiltinFunction 10.3.4: `captures` values follow (undefined until js_closure_capture). Its JsCode is permanent, so call
 * this at start-up only; functions made while running share one with js_new_native_closure. construct may be NULL. */
JsFunction *js_new_builtin(const char *name, uint32_t length, JsCallEntry *call, JsConstructEntry *construct);
/* A constructor: also defines prototype.constructor and constructor.prototype (not writable, not configurable). */
JsFunction *js_new_builtin_constructor(const char *name, uint32_t length, JsCallEntry *call, JsConstructEntry *construct,
                                       JsObject *parent_or_null, JsObject *prototype);
/* A closure of the runtime's own, such as a promise's resolving functions: code is static,
 *     static const JsCode code = JS_NATIVE_CODE(call, length, captures);  (anonymous, not a constructor) */
#define JS_NATIVE_CODE(call_, length_, captures_) \
    {.call = call_, .name = &js_empty_name, .length = length_, .flags = JS_CODE_NATIVE | JS_CODE_STRICT, .captures = captures_}
extern const JsValue js_empty_name;
JsFunction *js_new_native_closure(const JsCode *code);
/* Whether it is such a closure, of any realm. */
JS_INLINE bool js_is_native(JsValue v, const JsCode *code)
{
    return js_is_kind(v, JS_KIND_FUNCTION) && (js_function(v)->code == code || js_function(v)->code->native == code);
}
