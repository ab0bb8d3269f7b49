/* The bridge to stdlib/js/events.js. See events.h. */
#include "web/events.h"

#include "stdlib/library.h"

const JsProgram *js_library_events(void);

static JsValue request_signal;

JsValue events_request_signal(JsValue given)
{
    return js_call(request_signal, JS_UNDEFINED, 1, &given);
}

void web_install_events(void)
{
    JsModule *module = library_start(js_library_events());
    js_add_roots(&request_signal, &request_signal + 1);
    request_signal = library_export(module, "requestSignal");
    library_define_globals(module);
}
