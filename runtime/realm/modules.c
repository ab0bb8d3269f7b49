/* Modules: CommonJS (evaluated on first require), JSON, import(). ES modules are evaluated in module_cycles.c.
 *
 * Invariant: module->state says how far it is; a module is never evaluated twice, and an error is kept and thrown again. */
#include "realm/modules.h"
#include "exec/promise.h"
#include "heap/heap.h"
#include "object/builtin.h"
#include "stdlib/json.h"

static const JsProgram *registered_program;

/* The freeze does not find static cells by itself. */
static void freeze_modules(void)
{
    for (uint32_t i = 0; i < registered_program->module_count; i++)
        registered_program->modules[i]->cell.flags |= JS_SHARED;
}

void realm_add_modules(const JsProgram *program)
{
    registered_program = program;
    for (uint32_t i = 0; i < program->module_count; i++) {
        JsModule *module = program->modules[i];
        js_add_roots(&module->namespace, &module->error + 1);
        js_add_roots(module->variables, module->variables + module->variable_count);
        heap_watch(module->variables, module->variable_count * sizeof *module->variables, module->path);
        module->namespace = JS_UNDEFINED;
        module->error = JS_UNDEFINED;
    }
    heap_add_freeze_hook(freeze_modules);
}

void realm_set_module_state(JsModule *module, ModuleState state)
{
    if (module->cell.flags & JS_SHARED)
        js_journal_record((void *)((uintptr_t)&module->state & ~(uintptr_t)7));
    module->state = (int32_t)state;
}

/* ------------------------------------------------------------------------------------------------ CommonJS */
/* The `require` that a CommonJS module sees as a value: known names were resolved when the program was built. */
static JsValue call_require(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsString *name = js_to_string(arg(0));
    if (!name)
        return JS_EXCEPTION;
    JsValue message = TRY(js_string_from_format("Cannot find module '%S'", name));
    JsValue constructor = js_value(JS_INTRINSIC(ERROR_PROTOTYPE));
    JsValue error_constructor = TRY(js_get(js_object(constructor), JS_ATOM(constructor)));
    JsValue error = TRY(js_construct(error_constructor, error_constructor, 1, &message));
    js_put_own(js_object(error), js_key_from_ascii("code"), js_string_from_ascii("MODULE_NOT_FOUND"), JS_DEFAULT_ATTRIBUTES);
    return js_throw(error);
}

static JsValue exports_of(JsModule *module)
{
    return js_get(js_object(module->namespace), js_key_from_ascii("exports"));
}

static JsValue text_value(const char *text, size_t length)
{
    return js_string_from_wtf8(text, length);
}

static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

/* The object `module`, with an empty `exports`. */
static JsValue new_module_object(JsModule *module)
{
    JsValue object = js_new_object();
    js_put_own(js_object(object), js_key_from_ascii("exports"), js_new_object(), JS_DEFAULT_ATTRIBUTES);
    js_put_own(js_object(object), js_key_from_ascii("id"), text_value(module->path, strlen(module->path)), JS_DEFAULT_ATTRIBUTES);
    js_put_own(js_object(object), js_key_from_ascii("filename"), text_value(module->path, strlen(module->path)),
               JS_DEFAULT_ATTRIBUTES);
    js_put_own(js_object(object), js_key_from_ascii("loaded"), JS_FALSE, JS_DEFAULT_ATTRIBUTES);
    return object;
}

static const JsCode require_code = JS_NATIVE_CODE(call_require, 1, 0);

static JsValue run_wrapper(JsModule *module)
{
    JsValue exports = exports_of(module);
    JsValue argv[5] = {exports, js_value(js_new_native_closure(&require_code)), module->namespace,
                       text_value(module->path, strlen(module->path)),
                       text_value(module->path, directory_length(module->path))};
    JsValue wrapper = js_new_closure(module->wrapper);
    return js_call(wrapper, exports, 5, argv);
}

/* A CommonJS module that is being evaluated gives what it has exported so far, as in Node.js. */
static JsValue require_commonjs(JsModule *module)
{
    if (module->state != MODULE_NEW)
        return exports_of(module);
    js_store(&module->cell, &module->namespace, new_module_object(module));
    realm_set_module_state(module, MODULE_EVALUATING);
    if (run_wrapper(module) == JS_EXCEPTION) {
        realm_set_module_state(module, MODULE_NEW); /* as Node.js: a failed module is forgotten, and tried again */
        return JS_EXCEPTION;
    }
    realm_set_module_state(module, MODULE_DONE);
    js_set(js_object(module->namespace), js_key_from_ascii("loaded"), JS_TRUE, false);
    return exports_of(module);
}

static JsValue require_json(JsModule *module)
{
    if (module->state == MODULE_DONE)
        return module->namespace;
    JsValue text = TRY(js_string_from_wtf8(module->json, module->json_length));
    JsValue v = TRY(js_json_parse(js_string(text)));
    js_store(&module->cell, &module->namespace, v);
    realm_set_module_state(module, MODULE_DONE);
    return v;
}

JsValue js_module_require(JsModule *module)
{
    switch (module->kind) {
    case JS_MODULE_COMMONJS: return require_commonjs(module);
    case JS_MODULE_JSON: return require_json(module);
    case JS_MODULE_SCRIPT:
    case JS_MODULE_ESM: break;
    }
    JsValue result = TRY(realm_evaluate(module));
    if (js_is_promise(result) && js_promise_state(js_promise(result)) == JS_PROMISE_PENDING)
        return js_throw_type_error("require() cannot be used on an ESM graph with top-level await: %s", module->path);
    return js_module_namespace(module);
}

JsValue js_module_require_by(JsValue callee, JsValue this_value, JsValue specifier, JsModule *module)
{
    if (js_is_code(callee, &require_code))
        return js_module_require(module);
    return js_call(callee, this_value, 1, &specifier);
}

JsValue js_module_default_of(JsModule *module)
{
    return js_module_require(module);
}

JsValue js_module_named_of(JsModule *module, JsKey name)
{
    JsValue exports = TRY(js_module_require(module));
    return js_is_object(exports) ? js_get(js_object(exports), name) : JS_UNDEFINED;
}

/* Transpilers define the mark so that it is not enumerable; Node.js lists it all the same. */
static int copy_es_module_mark(JsObject *namespace, JsObject *exports)
{
    JsKey mark = js_key_from_ascii("__esModule");
    int has_mark = js_has_own_property(exports, mark);
    if (has_mark <= 0)
        return has_mark;
    JsValue value = js_get(exports, mark);
    if (value == JS_EXCEPTION)
        return -1;
    js_put_own(namespace, mark, value, JS_DEFAULT_ATTRIBUTES);
    return 1;
}

JsValue realm_commonjs_namespace(JsModule *module)
{
    JsValue exports = TRY(js_module_require(module));
    JsObject *namespace = js_new_plain(NULL);
    if (js_is_object(exports) && (js_copy_data_properties(namespace, exports, 0, NULL) < 0 ||
                                  copy_es_module_mark(namespace, js_object(exports)) < 0))
        return JS_EXCEPTION;
    js_put_own(namespace, JS_ATOM(default_), exports, JS_DEFAULT_ATTRIBUTES);
    js_put_own(namespace, JS_SYM(toStringTag), js_string_from_ascii("Module"), 0);
    return js_value(namespace);
}

/* ------------------------------------------------------------------------------------------------ import() */
JsValue js_module_import_rejected(JsValue reason)
{
    JsPromise *promise = js_new_promise();
    js_promise_reject(promise, reason);
    return js_value(promise);
}

JsValue js_module_import_failed(const char *message)
{
    js_throw_error(JS_ERROR_ERROR, message);
    return js_module_import_rejected(js_take_exception());
}

/* Steps 9.d.iii-v: of the attributes `type` alone is known; *ret_type is its value, or undefined. */
static JsValue read_attributes(JsObject *attributes, JsValue *ret_type)
{
    JsList entries = {0}; /* arrays of key and value */
    TRY_INT(js_enumerable_own_properties(attributes, JS_OWN_ENTRIES, &entries));
    for (uint32_t i = 0; i < entries.length; i++)
        if (!js_is_string(js_object(entries.values[i])->elements[1]))
            return js_throw_type_error("The value of an import attribute must be a string");
    for (uint32_t i = 0; i < entries.length; i++) {
        const JsValue *entry = js_object(entries.values[i])->elements;
        if (!js_string_equals_ascii(js_string(entry[0]), "type"))
            return js_throw_type_error("Import attribute '%v' is not supported", entry[0]);
        *ret_type = entry[1];
    }
    return JS_UNDEFINED;
}

JsValue js_module_import_request(JsValue specifier, JsValue options)
{
    JsString *text = TRY_PTR(js_to_string(specifier));
    if (options == JS_UNDEFINED)
        return js_value(text);
    if (!js_is_object(options))
        return js_throw_type_error("The second argument of import() must be an object");
    JsValue attributes = TRY(js_get(js_object(options), js_key_from_ascii("with")));
    JsValue type = JS_UNDEFINED;
    if (attributes != JS_UNDEFINED && !js_is_object(attributes))
        return js_throw_type_error("The 'with' of import() must be an object");
    if (attributes != JS_UNDEFINED)
        TRY(read_attributes(js_object(attributes), &type));
    return type == JS_UNDEFINED ? js_value(text) : js_string_from_format("%S\n%S", text, js_string(type));
}

static JsValue import_settled(JsValue v, JsValue data)
{
    JsModule *module = module_of_value(js_object(data)->elements[0]);
    JsPromise *promise = js_promise(((JsObject *)js_cell(data))->elements[1]);
    js_promise_resolve(promise, js_module_namespace(module));
    return JS_UNDEFINED;
}

static JsValue import_failed(JsValue reason, JsValue data)
{
    js_promise_reject(js_promise(((JsObject *)js_cell(data))->elements[1]), reason);
    return JS_UNDEFINED;
}

/* A job of its own: the module is loaded, linked and evaluated after the code that asked for it went on (13.3.10). */
static JsValue import_start(JsValue v, JsValue data)
{
    JsModule *module = module_of_value(js_object(data)->elements[0]);
    JsPromise *promise = js_promise(js_object(data)->elements[1]);
    JsValue result = module->kind == JS_MODULE_ESM ? realm_evaluate(module) : js_module_require(module);
    if (result == JS_EXCEPTION) {
        js_promise_reject(promise, js_take_exception());
        return JS_UNDEFINED;
    }
    if (module->kind == JS_MODULE_ESM && js_is_promise(result)) {
        js_promise_then_native(js_promise(result), import_settled, import_failed, data);
        return JS_UNDEFINED;
    }
    JsValue namespace = js_module_namespace(module);
    if (namespace == JS_EXCEPTION)
        js_promise_reject(promise, js_take_exception());
    else
        js_promise_resolve(promise, namespace);
    return JS_UNDEFINED;
}

JsValue js_module_import(JsModule *module)
{
    JsValue pair[2] = {module_as_value(module), js_value(js_new_promise())};
    JsPromise *loaded = js_new_promise();
    js_promise_fulfill(loaded, JS_UNDEFINED);
    js_promise_then_native(loaded, import_start, import_failed, js_new_array(2, pair));
    return pair[1];
}

/* 13.3.12 import.meta: a new object each time it is asked for (the compiler asks once); url, filename, dirname as Node.js has them */
JsValue js_import_meta(JsModule *module)
{
    JsObject *meta = js_new_plain(NULL);
    JsString *path = js_string(TRY(text_value(module->path, strlen(module->path))));
    js_put_own(meta, js_key_from_ascii("url"), TRY(js_string_from_format("file://%S", path)), JS_DEFAULT_ATTRIBUTES);
    js_put_own(meta, js_key_from_ascii("filename"), js_value(path), JS_DEFAULT_ATTRIBUTES);
    js_put_own(meta, js_key_from_ascii("dirname"), text_value(module->path, directory_length(module->path)), JS_DEFAULT_ATTRIBUTES);
    return js_value(meta);
}
