/* Host objects of the web API, pair lists, and Web IDL conversions (webidl.spec.whatwg.org). */
#include "web/web.h"

#include "object/cache.h"
#include "unicode/unicode.h"

JsObject *web_prototypes[WEB_CLASS_COUNT];
static JsShape *shapes[WEB_CLASS_COUNT];           /* of objects with these prototypes; shapes live for ever */
static JsFunction *constructors[WEB_CLASS_COUNT];

static const struct { const char *name; uint32_t fields; } classes[WEB_CLASS_COUNT] = {
#define WEB_CLASS(NAME, text, fields) { text, fields },
    WEB_CLASSES(WEB_CLASS)
#undef WEB_CLASS
};

/* ---- host objects */

WebObject *web_new(WebClass class, JsObject *prototype)
{
    uint32_t count = classes[class].fields;
    JsShape *shape = prototype ? shape_root(JS_KIND_HOST, prototype, 0, 0) : shapes[class];
    WebObject *o = js_new_uninitialized(shape, sizeof(WebObject) + count * sizeof(JsValue));
    o->object.cell.aux = (uint16_t)class;
    for (uint32_t i = 0; i < count; i++)
        o->fields[i] = JS_UNDEFINED;
    return o;
}

/* As GetPrototypeFromConstructor 10.1.14, with a web prototype as the default. The class's own constructor has a `prototype`
 * that cannot change. */
WebObject *web_new_from_constructor(WebClass class, JsValue new_target)
{
    if (js_cell(new_target) == &constructors[class]->object.cell)
        return web_new(class, NULL);
    JsValue prototype = js_get(js_object(new_target), JS_ATOM(prototype));
    if (prototype == JS_EXCEPTION)
        return NULL;
    return web_new(class, js_is_object(prototype) ? js_object(prototype) : NULL);
}

WebObject *web_as(WebClass class, JsValue v)
{
    return js_is_kind(v, JS_KIND_HOST) && js_cell(v)->aux == class ? (WebObject *)js_cell(v) : NULL;
}

WebObject *web_this(WebClass class, JsValue this_value)
{
    WebObject *o = web_as(class, this_value);
    if (!o)
        js_throw_type_error("Illegal invocation: the receiver is no %s", classes[class].name);
    return o;
}

static JsValue class_called(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    (void)this_value, (void)argc, (void)argv;
    return js_throw_class_call(callee);
}

JsValue web_illegal_constructor(JsFunction *callee, JsValue new_target, uint32_t argc, JsValue *argv)
{
    (void)callee, (void)new_target, (void)argc, (void)argv;
    return js_throw_type_error("Illegal constructor");
}

JsFunction *web_install_class(WebClass class, uint32_t length, JsConstructEntry *construct, const JsBuiltin *rows,
                              uint32_t count)
{
    JsObject *prototype = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    web_prototypes[class] = prototype;
    js_add_roots(&web_prototypes[class], &web_prototypes[class] + 1);
    js_add_roots(&constructors[class], &constructors[class] + 1);
    js_install_builtins(prototype, rows, count);
    js_put_own(prototype, JS_SYM(toStringTag), js_string_from_ascii(classes[class].name), JS_CONFIGURABLE);
    JsFunction *constructor =
        js_new_builtin_constructor(classes[class].name, length, class_called, construct, NULL, prototype);
    js_put_own(js_realm->global, js_key_from_ascii(classes[class].name), js_value(constructor), JS_HIDDEN_ATTRIBUTES);
    shapes[class] = shape_root(JS_KIND_HOST, prototype, 0, 0);
    return constructors[class] = constructor;
}

/* ---- pairs */

WebPairs *web_pairs_new(uint32_t capacity)
{
    WebPairs *p = js_alloc(sizeof *p + capacity * sizeof(WebPair), true);
    p->cell = (JsCell){ .kind = JS_KIND_INTERNAL };
    p->count = 0;
    p->capacity = capacity;
    heap_clear(p->pairs, capacity * sizeof(WebPair));
    return p;
}

WebPairs *web_pairs_writable(WebObject *owner, unsigned i)
{
    WebPairs *old = web_pairs(owner, i);
    if (!(old->cell.flags & JS_SHARED) && old->count < old->capacity)
        return old;
    WebPairs *copy = web_pairs_new(old->count * 2 + 4);
    copy->count = old->count;
    heap_copy(copy->pairs, old->pairs, old->count * sizeof(WebPair));
    web_set_field(owner, i, js_value(copy));
    return copy;
}

void web_pairs_insert(WebObject *owner, unsigned i, uint32_t at, JsValue name, JsValue value)
{
    WebPairs *p = web_pairs_writable(owner, i);
    js_charge((p->count - at) / 2);
    memmove(p->pairs + at + 1, p->pairs + at, (p->count - at) * sizeof(WebPair));
    p->pairs[at] = (WebPair){ name, value };
    p->count++;
}

void web_pairs_append(WebObject *owner, unsigned i, JsValue name, JsValue value)
{
    web_pairs_insert(owner, i, web_pairs(owner, i)->count, name, value);
}

void web_pairs_remove(WebPairs *p, uint32_t index)
{
    p->count--;
    js_charge((p->count - index) / 2);
    memmove(p->pairs + index, p->pairs + index + 1, (p->count - index) * sizeof(WebPair));
}

bool web_pair_at(WebObject *owner, unsigned i, uint32_t index, WebPair *ret_pair)
{
    WebPairs *list = web_pairs(owner, i);
    if (index >= list->count)
        return false;
    *ret_pair = list->pairs[index];
    return true;
}

static int fill_from_sequence(WebObject *owner, JsValue init, JsValue method,
                              int (*add)(WebObject *, JsValue, JsValue), const char *what)
{
    JsIterator it;
    if (js_iterator_open_method(&it, init, method) < 0)
        return -1;
    for (;;) {
        JsValue item = js_iterator_step(&it);
        if (item == JS_EMPTY || item == JS_EXCEPTION)
            return item == JS_EMPTY ? 1 : -1;
        JsList pair = { 0 };
        bool is_ok = js_is_object(item) && js_iterable_to_list(item, &pair) >= 0;
        if (is_ok && pair.length != 2) {
            js_throw_type_error("%s: each pair must be an iterable [name, value] tuple", what);
            is_ok = false;
        } else if (!js_is_object(item)) {
            js_throw_type_error("%s: each pair must be an iterable [name, value] tuple", what);
        }
        if (!is_ok || add(owner, pair.values[0], pair.values[1]) < 0) {
            js_iterator_close_quietly(&it);
            return -1;
        }
    }
}

/* Whether all there is to an object are data properties with string keys and string values: then taking them one after the
 * other is no different from asking for the keys, each descriptor, and each value. */
static bool is_plain_record(JsObject *o)
{
    JsShape *shape = js_shape(o);
    if (o->cell.kind != JS_KIND_OBJECT || o->cell.flags & (JS_EXOTIC | JS_LAZY) || js_elements(o)->length ||
        js_elements(o)->cell.aux || shape->flags & SHAPE_DICTIONARY)
        return false;
    const JsPropertyEntry *entries = shape->count ? shape_table(shape)->entries : NULL;
    for (uint32_t i = 0; i < shape->count; i++)
        if (entries[i].attributes & JS_ACCESSOR || !js_is_string(entries[i].key) ||
            !js_is_string(*js_slot_address(o, entries[i].slot)))
            return false;
    return true;
}

static int fill_from_plain_record(WebObject *owner, JsObject *record, int (*add)(WebObject *, JsValue, JsValue))
{
    JsShape *shape = js_shape(record);
    const JsPropertyEntry *entries = shape->count ? shape_table(shape)->entries : NULL;
    for (uint32_t i = 0; i < shape->count; i++)
        if (entries[i].attributes & JS_ENUMERABLE && add(owner, entries[i].key, *js_slot_address(record, entries[i].slot)) < 0)
            return -1;
    return 1;
}

static int fill_from_record(WebObject *owner, JsObject *record, int (*add)(WebObject *, JsValue, JsValue))
{
    if (is_plain_record(record))
        return fill_from_plain_record(owner, record, add);
    JsList keys = { 0 };
    if (js_own_property_keys(record, &keys) < 0)
        return -1;
    for (uint32_t i = 0; i < keys.length; i++) {
        JsDescriptor d;
        int has = js_get_own_property(record, keys.values[i], &d);
        if (has < 0)
            return -1;
        if (!has || !(d.attributes & JS_ENUMERABLE))
            continue;
        JsValue v = js_get(record, keys.values[i]);
        if (v == JS_EXCEPTION || add(owner, js_key_to_value(keys.values[i]), v) < 0)
            return -1;
    }
    return 1;
}

int web_fill_pairs(WebObject *owner, JsValue init, int (*add)(WebObject *, JsValue, JsValue), const char *what)
{
    if (!js_is_object(init)) {
        js_throw_type_error("%s: the provided value is not of type '(record or sequence of pairs)'", what);
        return -1;
    }
    JsValue method = TRY_OR(-1, js_get_global_cached(js_object(init), JS_SYM(iterator), init));
    if (!js_is_nullish(method) && !js_is_callable(method)) {
        js_throw_type_error("%q is not a function", method);
        return -1;
    }
    if (!js_is_nullish(method))
        return fill_from_sequence(owner, init, method, add, what);
    return fill_from_record(owner, js_object(init), add);
}

JsValue web_for_each_pair(WebObject *owner, WebPairAt *at, JsValue callback, JsValue this_value, const char *what)
{
    if (!js_is_callable(callback))
        return js_throw_type_error("%s: the callback is not a function", what);
    WebPair pair;
    for (uint32_t i = 0; at(owner, i, &pair); i++) {
        JsValue argv[] = { pair.value, pair.name, js_value(owner) };
        TRY(js_call(callback, this_value, 3, argv));
    }
    return JS_UNDEFINED;
}

/* ---- Web IDL */

static bool has_lone_surrogate(JsString *s)
{
    JsChars c = js_string_chars(s);
    if (c.latin1)
        return false;
    for (uint32_t i = 0; i < c.length; i++) {
        js_charge_round(i, 1);
        if ((c.wide[i] & 0xf800) != 0xd800)
            continue;
        if (c.wide[i] >= 0xdc00 || i + 1 == c.length || (c.wide[i + 1] & 0xfc00) != 0xdc00)
            return true;
        i++;
    }
    return false;
}

JsString *web_to_usv_string(JsValue v)
{
    JsString *s = js_is_string(v) ? js_string(v) : js_to_string(v);
    if (!s || !has_lone_surrogate(s))
        return s;
    size_t length;
    const char *bytes = web_utf8(s, &length);
    JsValue clean = js_string_from_utf8(bytes, length);
    return clean == JS_EXCEPTION ? NULL : js_string(clean);
}

JsString *web_to_byte_string(JsValue v)
{
    JsString *s = js_is_string(v) ? js_string(v) : js_to_string(v);
    if (!s)
        return NULL;
    JsChars c = js_string_chars(s);
    for (uint32_t i = 0; !c.latin1 && i < c.length; i++) {
        js_charge_round(i, 1);
        if (c.wide[i] > 255) {
            js_throw_type_error("Cannot convert argument to a ByteString because the character at index %u has a value of "
                                "%u which is greater than 255.", i, (unsigned)c.wide[i]);
            return NULL;
        }
    }
    return s;
}

char *web_alloc_bytes(size_t length)
{
    JsCell *cell = js_alloc((sizeof(JsCell) + length + 7) & ~(size_t)7, false);
    *cell = (JsCell){ .kind = JS_KIND_INTERNAL };
    return (char *)(cell + 1);
}

const char *web_utf8(JsString *s, size_t *ret_length)
{
    size_t length = js_string_utf8_length(s);
    char *bytes = web_alloc_bytes(length);
    *ret_length = js_string_to_utf8(s, bytes, length);
    return bytes;
}

JsValue web_string_from_text(const char *bytes, size_t length)
{
    return js_string_from_utf8(bytes, length);
}

JsValue web_member(JsValue dictionary, JsKey name)
{
    if (js_is_nullish(dictionary))
        return JS_UNDEFINED;
    if (js_is_object(dictionary))
        return js_get_global_cached(js_object(dictionary), name, dictionary);
    return js_get_v(dictionary, name);
}

JsValue web_reject_pending(void)
{
    JsPromise *p = js_new_promise();
    js_promise_reject(p, js_take_exception());
    return js_value(p);
}

JsValue web_resolved(JsValue v)
{
    JsPromise *p = js_new_promise();
    js_promise_resolve(p, v);
    return js_value(p);
}

void web_install(void)
{
    web_install_headers();
    web_install_url();
    web_install_search_params();
    web_install_request();
    web_install_response();
    web_install_encoding();
    web_install_timers();
    web_install_miscellany();
}
