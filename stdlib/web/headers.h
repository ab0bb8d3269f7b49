/* Headers of the Fetch Standard (5.1): a list of names in lower case and values, sorted by name; only set-cookie may stand in it
 * more than once. */
#pragma once
#include "web/web.h"

enum { HEADERS_LIST, HEADERS_GUARD };  /* fields: WebPairs; JS_TRUE when immutable */

WebObject *headers_new(void);
/* Adds without normalising or checking: what comes from the wire, or from the runtime itself. 1, or -1 when the combined value
 * is too long. */
int headers_add_raw(WebObject *headers, JsValue name, JsValue value);
/* append() and set() of 5.1 with validation; 1, or -1 with a TypeError. */
int headers_append(WebObject *headers, JsValue name, JsValue value);
/* Fills from a HeadersInit; undefined adds nothing. 1 or -1. */
int headers_fill(WebObject *headers, JsValue init);
/* Of a name given in lower case: whether there are fields of it; their values combined, or null (2.2.2 "get"). */
bool headers_has(WebObject *headers, JsValue name);
JsValue headers_get(WebObject *headers, JsValue name);
/* The pair at `index` of the sorted and combined list (2.2.2); false past its end. */
bool headers_pair_at(WebObject *headers, uint32_t index, WebPair *ret_pair);
