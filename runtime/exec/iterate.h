/* Iteration helpers beside those of sinew.h, 7.4. */
#pragma once
#include "object/operations.h"

/* 7.4.3 with a method already looked up. */
int js_iterator_open_method(JsIterator *it, JsValue object, JsValue method);
int js_iterator_open_direct(JsIterator *it, JsValue iterator);         /* 7.4.2 GetIteratorDirect */
/* IterableToList 7.4.16; fast for arrays whose iteration is pristine. */
int js_iterable_to_list(JsValue iterable, JsList *ret);
/* Would iterating this value be the built-in walk over a dense array? Then for-of may read it directly. */
bool js_is_pristine_array(JsValue v);
/* The built-in array iterator, 23.1.5.1; kind: JS_OWN_KEYS, VALUES, ENTRIES. Its next is exec's; stdlib installs it as
 * %ArrayIteratorPrototype%.next with JS_ARRAY_ITERATOR_NEXT. */
JsValue js_new_array_iterator(JsObject *array, JsOwnKind kind);
JsValue js_array_iterator_next(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv);
/* 27.1.6: makes an async iterator of a sync one. */
int js_async_from_sync_iterator(JsIterator *it);
/* For built-in iterators of stdlib (kind ITERATOR). */
typedef struct JsBuiltinIterator {
    JsObject object;
    uint32_t type;               /* the owner's number */
    uint32_t state;
    JsValue target;              /* undefined when exhausted */
    JsValue data[2];
    uint64_t index;              /* write through js_store */
} JsBuiltinIterator;
enum { JS_ITERATOR_ARRAY = 1, JS_ITERATOR_STRING, JS_ITERATOR_MAP, JS_ITERATOR_SET, JS_ITERATOR_REGEXP, JS_ITERATOR_OWNER };
/* One step without a result object: the value, or JS_EMPTY at the end; never an exception. Loops use it for iterators of `type`
 * whose next method is `next`. Called at start-up. */
typedef JsValue JsIteratorStep(JsBuiltinIterator *it);
void js_register_iterator_step(uint32_t type, JsCallEntry *next, JsIteratorStep *step);
JsBuiltinIterator *js_new_builtin_iterator(uint32_t type, JsValue target, JsObject *prototype);
/* stdlib registers the length of typed arrays; it throws and returns -1 when one is out of bounds or detached. */
extern double (*js_typed_array_length_hook)(JsObject *typed_array);
