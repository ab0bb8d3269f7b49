/* Start and exports of the parts of the runtime that are written in JavaScript. */
#include "stdlib/library.h"

#include "object/operations.h"
#include "object/realm.h"

JsModule *library_load(const JsProgram *library)
{
    library->start();
    for (uint32_t i = 0; i < library->module_count; i++) {
        JsModule *module = library->modules[i];
        js_add_roots(module->variables, module->variables + module->variable_count);
    }
    return library->modules[library->entry];
}

JsModule *library_start(const JsProgram *library)
{
    JsModule *entry = library_load(library);
    for (uint32_t i = 0; i < library->module_count; i++)
        MUST(library->modules[i]->evaluate(library->modules[i]));
    return entry;
}

JsValue library_export(const JsModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->export_count; i++)
        if (js_string_equals_ascii(js_string(*module->exports[i].name), name))
            return *module->exports[i].variable;
    js_must_failed(name);
}

void library_define_globals(const JsModule *module)
{
    JsObject *globals = js_object(library_export(module, "globals"));
    JsList keys = {0};
    js_enumerable_own_properties(globals, JS_OWN_KEYS, &keys);
    for (uint32_t i = 0; i < keys.length; i++) {
        JsKey key = js_string_to_key(js_string(keys.values[i]));
        js_put_own(js_realm->global, key, js_get(globals, key), JS_HIDDEN_ATTRIBUTES);
    }
}
