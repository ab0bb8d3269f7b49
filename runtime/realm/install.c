/* Creation of a realm: runs the tables of built-ins in the order of globals.def.
 *
 * Invariant: of the first realm it runs once, in the start agent, before any program code, and of further ones in the start agent
 * while they are js_realm; so nothing here needs a journal or may throw. */
#include "realm/install.h"
#include "object/builtin.h"
#include "stdlib/array_buffer.h"

#define GLOBAL(name) void js_install_##name(void);
#define HOST_GLOBAL(name) GLOBAL(name)
#include "realm/globals.def"
#undef GLOBAL
#undef HOST_GLOBAL

void realm_install_language(void)
{
    bool has_host = js_realm == js_first_realm;
#define GLOBAL(name) js_install_##name();
#define HOST_GLOBAL(name) if (has_host) GLOBAL(name)
#include "realm/globals.def"
#undef GLOBAL
#undef HOST_GLOBAL
    js_put_own(js_realm->global, JS_ATOM(globalThis), js_realm->global_this, JS_HIDDEN_ATTRIBUTES);
    realm_install_array_buffer();
    realm_install_typed_arrays();
    realm_install_uint8_array_text();
    realm_install_data_view();
    realm_install_shared_array_buffer();
    realm_install_atomics();
}

void realm_install(void)
{
    realm_install_language();
    js_define_global("self", js_realm->global_this);   /* WinterTC's minimum common API */
    js_define_global("global", js_realm->global_this); /* Node.js */
    realm_install_web();
}
