/* Proxy exotic objects (ECMA-262 10.5). */
#pragma once
#include "object/object.h"

typedef struct JsProxy {
    JsObject object;
    JsValue target, handler;   /* null when revoked */
} JsProxy;
/* 10.5.14 ProxyCreate; NULL on exception. */
JsProxy *js_new_proxy(JsValue target, JsValue handler);
/* The target, NULL when revoked. */
JS_INLINE JsObject *js_proxy_target(JsObject *proxy)
{
    JsValue target = ((JsProxy *)proxy)->target;
    return target == JS_NULL ? NULL : js_object(target);
}
