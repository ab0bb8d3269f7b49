/* Module namespace exotic objects (ECMA-262 10.4.6).
 *
 * Invariant: a namespace object has no state of its own but its module and @@toStringTag; every read goes to the module's
 * variables, so it always sees what the bindings hold now. */
#include "object/builtin.h"
#include "realm/modules.h"

typedef struct JsNamespace {
    JsObject object;
    JsModule *module;
} JsNamespace;

static const JsExport *find_export(JsObject *o, JsKey key)
{
    JsModule *module = ((JsNamespace *)o)->module;
    if (js_key_is_symbol(key))
        return NULL;
    if (js_key_is_index(key)) /* export names that look like indices are interned as plain strings */
        key = js_key_to_value(key);
    for (uint32_t i = 0; i < module->export_count; i++) {
        JsValue name = *module->exports[i].name;
        if (name == key || js_string_equals(js_string(name), js_string(key)))
            return &module->exports[i];
    }
    return NULL;
}

/* The binding's value; ReferenceError in its dead zone. */
static JsValue export_value(const JsExport *found)
{
    JsValue v = *found->variable;
    return v == JS_EMPTY ? js_throw_tdz(*found->name) : v;
}

static JsValue namespace_get_prototype_of(JsObject *o)
{
    return JS_NULL;
}

static int namespace_set_prototype_of(JsObject *o, JsValue prototype)
{
    return prototype == JS_NULL;
}

static int namespace_is_extensible(JsObject *o)
{
    return 0;
}

static int namespace_prevent_extensions(JsObject *o)
{
    return 1;
}

/* 10.4.6.5 */
static int namespace_get_own_property(JsObject *o, JsKey key, JsDescriptor *ret)
{
    if (js_key_is_symbol(key))
        return js_ordinary_get_own_property(o, key, ret);
    const JsExport *found = find_export(o, key);
    if (!found)
        return 0;
    JsValue v = export_value(found);
    if (v == JS_EXCEPTION)
        return -1;
    *ret = js_data_descriptor(v, JS_WRITABLE | JS_ENUMERABLE);
    return 1;
}

/* 10.4.6.6 */
static int namespace_define_own_property(JsObject *o, JsKey key, const JsDescriptor *d)
{
    JsDescriptor current;
    if (js_key_is_symbol(key)) /* 10.4.6.6 step 1; namespaces are not extensible (10.4.6.3) */
        return js_ordinary_get_own_property(o, key, &current) ? js_ordinary_define_own_property(o, key, d) : 0;
    int found = namespace_get_own_property(o, key, &current);
    if (found <= 0)
        return found;
    if ((d->has & JS_HAS_CONFIGURABLE) && (d->attributes & JS_CONFIGURABLE))
        return 0;
    if ((d->has & JS_HAS_ENUMERABLE) && !(d->attributes & JS_ENUMERABLE))
        return 0;
    if (js_descriptor_is_accessor(d) || ((d->has & JS_HAS_WRITABLE) && !(d->attributes & JS_WRITABLE)))
        return 0;
    return !(d->has & JS_HAS_VALUE) || js_same_value(d->value, current.value);
}

static int namespace_has_property(JsObject *o, JsKey key)
{
    return js_key_is_symbol(key) ? js_ordinary_has_property(o, key) : find_export(o, key) != NULL;
}

static JsValue namespace_get(JsObject *o, JsKey key, JsValue receiver)
{
    if (js_key_is_symbol(key))
        return js_ordinary_get(o, key, receiver);
    const JsExport *found = find_export(o, key);
    return found ? export_value(found) : JS_UNDEFINED;
}

static int namespace_set(JsObject *o, JsKey key, JsValue v, JsValue receiver)
{
    return 0;
}

static int namespace_delete(JsObject *o, JsKey key)
{
    return js_key_is_symbol(key) ? js_ordinary_delete(o, key) : find_export(o, key) == NULL;
}

static int namespace_own_property_keys(JsObject *o, JsList *ret)
{
    JsModule *module = ((JsNamespace *)o)->module;
    for (uint32_t i = 0; i < module->export_count; i++)
        js_list_push(ret, js_string_to_key(js_string(*module->exports[i].name)));
    return js_ordinary_own_property_keys(o, ret);
}

static const JsInternalMethods namespace_methods = {
    .get_prototype_of = namespace_get_prototype_of,
    .set_prototype_of = namespace_set_prototype_of,
    .is_extensible = namespace_is_extensible,
    .prevent_extensions = namespace_prevent_extensions,
    .get_own_property = namespace_get_own_property,
    .define_own_property = namespace_define_own_property,
    .has_property = namespace_has_property,
    .get = namespace_get,
    .set = namespace_set,
    .delete_property = namespace_delete,
    .own_property_keys = namespace_own_property_keys,
};

void realm_start_namespaces(void)
{
    js_register_kind(JS_KIND_NAMESPACE, &namespace_methods);
}

JsValue js_module_namespace(JsModule *module)
{
    if (module->kind != JS_MODULE_ESM)
        return realm_commonjs_namespace(module);
    if (module->namespace && module->namespace != JS_UNDEFINED)
        return module->namespace;
    JsNamespace *namespace = js_new_object_of_kind(JS_KIND_NAMESPACE, sizeof *namespace, NULL, JS_EXOTIC);
    namespace->module = module;
    js_put_own(&namespace->object, JS_SYM(toStringTag), js_string_from_ascii("Module"), 0);
    js_store(&module->cell, &module->namespace, js_value(namespace));
    return js_value(namespace);
}
