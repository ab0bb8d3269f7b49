/* The host of the conformance suite test262 (INTERPRETING.md there): print and $262. Programs that were compiled
 * with --test262 have it, and no others. */
#include <stdio.h>
#include <stdlib.h>
#include "heap/heap.h"
#include "object/builtin.h"
#include "realm/install.h"
#include "realm/test262_agents.h"
#include "stdlib/array_buffer.h"
#include "stdlib/evaluate.h"

JS_BUILTIN(test262_print)
{
    char *text = js_string_to_c(TRY_PTR(js_to_string(arg(0))));
    printf("%s\n", text);
    free(text);
    return JS_UNDEFINED;
}

JS_BUILTIN(test262_gc)
{
    heap_collect();
    return JS_UNDEFINED;
}

JS_BUILTIN(test262_detach)
{
    JsArrayBuffer *buffer = array_buffer_of(arg(0));
    if (!buffer || buffer->flags & JS_BUFFER_SHARED)
        return js_throw_type_error("not an ArrayBuffer");
    array_buffer_detach(buffer);
    return JS_NULL;
}

static JsObject *install_host(void);

JsObject *test262_new_realm(void)
{
    js_realm = realm_new();
    realm_install_language();
    return install_host();
}

/* The realm's host object. The built-ins of a realm lie in the snapshot, so a request makes none. */
JS_BUILTIN(test262_create_realm)
{
    if (heap_is_isolated())
        return js_throw_error(JS_ERROR_EVAL, "a request cannot make a realm");
    JsRealm *left = js_realm;
    JsObject *host = test262_new_realm();
    js_realm = left;
    return js_value(host);
}

JS_BUILTIN(test262_eval_script)
{
    return evaluate_script(TRY_PTR(js_to_string(arg(0))), JS_EVAL_SCRIPT);
}

static const JsBuiltin test262_rows[] = {
    JS_METHOD("createRealm", test262_create_realm, 0, "host"),
    JS_METHOD("evalScript", test262_eval_script, 1, "host"),
    JS_METHOD("gc", test262_gc, 0, "host"),
    JS_METHOD("detachArrayBuffer", test262_detach, 1, "host"),
};
static const JsBuiltin print_rows[] = {
    JS_METHOD("print", test262_print, 1, "host"),
};

static JsObject *install_host(void)
{
    JsObject *host = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_install_builtins(host, test262_rows, JS_COUNT(test262_rows));
    js_put_own(host, js_key_from_ascii("global"), js_realm->global_this, JS_HIDDEN_ATTRIBUTES);
    js_put_own(js_realm->global, js_key_from_ascii("$262"), js_value(host), JS_HIDDEN_ATTRIBUTES);
    js_install_builtins(js_realm->global, print_rows, JS_COUNT(print_rows));
    test262_install_agents(host);
    return host;
}

static void install(void)
{
    js_cluster = &cluster_of_processes;
    install_host();
}

const JsHost js_test262_host = {.install = install, .ignores_rejections = true};
