/* Disposable resources (ECMA-262 9.5): the part for the runtime's own stacks. Scopes use what sinew.h declares. */
#pragma once
#include "sinew.h"

/* 9.5.4 with a method of the caller's: it is called with an undefined this value. */
void js_resources_add_method(JsValue resources, JsValue method, bool is_async);
/* 9.5.6 DisposeResources where nothing is awaited. Undefined, or throws. */
JsValue js_resources_dispose(JsValue resources);
/* The same with awaits: settles the promise. */
void js_resources_dispose_async(JsValue resources, JsValue promise);
