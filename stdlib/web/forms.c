/* The bridge to stdlib/js/forms.js. See forms.h. */
#include "web/forms.h"

#include "stdlib/library.h"

const JsProgram *js_library_forms(void);

static struct {
    JsValue extract, read_blob, read_form_data;
} exported;

int forms_extract(JsValue init, FormContent *ret)
{
    if (!js_is_kind(init, JS_KIND_OBJECT))
        return 0;
    JsValue content = TRY_OR(-1, js_call(exported.extract, JS_UNDEFINED, 1, &init));
    if (content == JS_UNDEFINED)
        return 0;
    ret->source = js_get_index(js_object(content), 0);
    ret->type = js_get_index(js_object(content), 1);
    return 1;
}

static JsValue read(JsValue function, JsValue bytes, JsValue type)
{
    JsValue argv[] = { bytes, type };
    return js_call(function, JS_UNDEFINED, 2, argv);
}

JsValue forms_read_blob(JsValue bytes, JsValue type) { return read(exported.read_blob, bytes, type); }
JsValue forms_read_form_data(JsValue bytes, JsValue type) { return read(exported.read_form_data, bytes, type); }

void web_install_forms(void)
{
    JsModule *module = library_start(js_library_forms());
    js_add_roots((JsValue *)&exported, (JsValue *)(&exported + 1));
    exported.extract = library_export(module, "extract");
    exported.read_blob = library_export(module, "readBlob");
    exported.read_form_data = library_export(module, "readFormData");
    library_define_globals(module);
}
