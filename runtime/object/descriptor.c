/* Property descriptors and the objects that describe them, 6.2.6. */
#include "object/internal.h"

static int read_field(JsObject *o, JsKey key, JsDescriptor *d, uint32_t has, JsValue *ret)
{
    int found = js_has_property(o, key);
    if (found <= 0)
        return found;
    *ret = TRY_OR(-1, js_get(o, key));
    d->has |= (uint8_t)has;
    return 1;
}

static int read_flag(JsObject *o, JsKey key, JsDescriptor *d, uint32_t has, uint32_t attribute)
{
    JsValue v;
    int found = read_field(o, key, d, has, &v);
    if (found > 0 && js_to_boolean(v))
        d->attributes |= (uint8_t)attribute;
    return found;
}

static bool is_function_or_undefined(JsValue v)
{
    return v == JS_UNDEFINED || js_is_callable(v);
}

/* 6.2.6.5 */
int js_to_property_descriptor(JsValue v, JsDescriptor *ret)
{
    if (!js_is_object(v)) {
        js_throw_type_error("Property description must be an object: %v", v);
        return -1;
    }
    JsObject *o = js_object(v);
    JsDescriptor d = {JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED, 0, 0};
    if (read_flag(o, JS_ATOM(enumerable), &d, JS_HAS_ENUMERABLE, JS_ENUMERABLE) < 0 ||
        read_flag(o, JS_ATOM(configurable), &d, JS_HAS_CONFIGURABLE, JS_CONFIGURABLE) < 0 ||
        read_field(o, JS_ATOM(value), &d, JS_HAS_VALUE, &d.value) < 0 ||
        read_flag(o, JS_ATOM(writable), &d, JS_HAS_WRITABLE, JS_WRITABLE) < 0 ||
        read_field(o, JS_ATOM(get), &d, JS_HAS_GET, &d.get) < 0)
        return -1;
    if (!is_function_or_undefined(d.get)) {
        js_throw_type_error("Getter must be a function: %v", d.get);
        return -1;
    }
    if (read_field(o, JS_ATOM(set), &d, JS_HAS_SET, &d.set) < 0)
        return -1;
    if (!is_function_or_undefined(d.set)) {
        js_throw_type_error("Setter must be a function: %v", d.set);
        return -1;
    }
    if (js_descriptor_is_accessor(&d) && js_descriptor_is_data(&d)) {
        js_throw_type_error("Invalid property descriptor. Cannot both specify accessors and a value or writable attribute");
        return -1;
    }
    *ret = d;
    return 1;
}

/* 6.2.6.4 */
JsValue js_from_property_descriptor(const JsDescriptor *d)
{
    if (!d)
        return JS_UNDEFINED;
    JsObject *o = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    if (d->has & JS_HAS_VALUE)
        js_put_own(o, JS_ATOM(value), d->value, JS_DEFAULT_ATTRIBUTES);
    if (d->has & JS_HAS_WRITABLE)
        js_put_own(o, JS_ATOM(writable), js_boolean(d->attributes & JS_WRITABLE), JS_DEFAULT_ATTRIBUTES);
    if (d->has & JS_HAS_GET)
        js_put_own(o, JS_ATOM(get), d->get, JS_DEFAULT_ATTRIBUTES);
    if (d->has & JS_HAS_SET)
        js_put_own(o, JS_ATOM(set), d->set, JS_DEFAULT_ATTRIBUTES);
    if (d->has & JS_HAS_ENUMERABLE)
        js_put_own(o, JS_ATOM(enumerable), js_boolean(d->attributes & JS_ENUMERABLE), JS_DEFAULT_ATTRIBUTES);
    if (d->has & JS_HAS_CONFIGURABLE)
        js_put_own(o, JS_ATOM(configurable), js_boolean(d->attributes & JS_CONFIGURABLE), JS_DEFAULT_ATTRIBUTES);
    return js_value(o);
}

/* 6.2.6.6 */
void js_complete_property_descriptor(JsDescriptor *d)
{
    if (js_descriptor_is_accessor(d)) {
        d->get = d->has & JS_HAS_GET ? d->get : JS_UNDEFINED;
        d->set = d->has & JS_HAS_SET ? d->set : JS_UNDEFINED;
        d->has |= JS_HAS_GET | JS_HAS_SET;
    } else {
        d->value = d->has & JS_HAS_VALUE ? d->value : JS_UNDEFINED;
        d->has |= JS_HAS_VALUE | JS_HAS_WRITABLE;
    }
    d->has |= JS_HAS_ENUMERABLE | JS_HAS_CONFIGURABLE;
}
