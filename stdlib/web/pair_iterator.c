/* Iterators over the pairs of Headers and URLSearchParams (Web IDL 3.7.9.2): live, by index. */
#include "web/headers.h"
#include "web/search_params.h"

enum { ITERATOR_PAIRS = JS_ITERATOR_OWNER + 1 };

static JsObject *prototypes[WEB_CLASS_COUNT];

static WebPairAt *pair_at_of(WebObject *owner)
{
    return owner->object.cell.aux == WEB_HEADERS ? headers_pair_at : search_params_pair_at;
}

JS_BUILTIN(pair_iterator_next)
{
    (void)callee, (void)argc, (void)argv;
    JsBuiltinIterator *it = js_is_kind(this_value, JS_KIND_ITERATOR) ? (JsBuiltinIterator *)js_cell(this_value) : NULL;
    if (!it || it->type != ITERATOR_PAIRS)
        return js_throw_type_error("Illegal invocation: the receiver is no iterator of pairs");
    WebPair pair;
    WebObject *owner = js_is_object(it->target) ? (WebObject *)js_cell(it->target) : NULL;
    if (!owner || !pair_at_of(owner)(owner, (uint32_t)it->index, &pair)) {
        js_store(it, &it->target, JS_UNDEFINED);
        return js_new_iterator_result(JS_UNDEFINED, true);
    }
    js_store(it, (JsValue *)&it->index, it->index + 1);
    if (it->state == JS_OWN_KEYS)
        return js_new_iterator_result(pair.name, false);
    if (it->state == JS_OWN_VALUES)
        return js_new_iterator_result(pair.value, false);
    JsValue entry[] = { pair.name, pair.value };
    return js_new_iterator_result(js_create_array_from_list(2, entry), false);
}

static const JsBuiltin pair_iterator_prototype[] = {
    JS_METHOD_WITH("next", pair_iterator_next, 0, JS_DEFAULT_ATTRIBUTES, "Web IDL 3.7.9.2"),
};

void web_install_pair_iterator(WebClass class, const char *tag)
{
    JsObject *prototype = js_new_plain(JS_INTRINSIC(ITERATOR_PROTOTYPE));
    prototypes[class] = prototype;
    js_add_roots(&prototypes[class], &prototypes[class] + 1);
    js_install_builtins(prototype, pair_iterator_prototype, JS_COUNT(pair_iterator_prototype));
    js_put_own(prototype, JS_SYM(toStringTag), js_string_from_ascii(tag), JS_CONFIGURABLE);
}

JsValue web_new_pair_iterator(WebObject *owner, JsOwnKind kind)
{
    JsObject *prototype = prototypes[owner->object.cell.aux];
    JsBuiltinIterator *it = js_new_builtin_iterator(ITERATOR_PAIRS, js_value(owner), prototype);
    it->state = kind;
    return js_value(it);
}
