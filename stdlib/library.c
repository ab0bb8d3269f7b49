/* Start and exports of the parts of the runtime that are written in JavaScript. */
#include "stdlib/library.h"

#include "object/operations.h"

JsModule *library_load(const JsProgram *library)
{
    library->start();
    JsModule *module = library->modules[library->entry];
    js_add_roots(module->variables, module->variables + module->variable_count);
    return module;
}

JsModule *library_start(const JsProgram *library)
{
    JsModule *module = library_load(library);
    MUST(module->evaluate(module));
    return module;
}

JsValue library_export(const JsModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->export_count; i++)
        if (js_string_equals_ascii(js_string(*module->exports[i].name), name))
            return *module->exports[i].variable;
    js_must_failed(name);
}
