/* The body of a Request or Response, Fetch Standard 3.2 and 5.3.
 *
 * Invariant: Request and Response keep it in the same first fields, so that one set of methods serves both. BODY_SOURCE is
 * null (no body), a string, an ArrayBuffer or a view of one, a ReadableStream, or JS_EMPTY: it comes from the network (web/serve.h). */
#pragma once
#include "web/web.h"

enum { BODY_SOURCE, BODY_IS_USED, BODY_STREAM, BODY_HEADERS, BODY_FIELDS };

/* Extracts a body from a BodyInit (3.2.3) into o; adds Content-Type to its headers when the standard says so. 1 or -1. */
int body_extract(WebObject *o, JsValue init);
/* No body. */
void body_set_null(WebObject *o);
/* For clone(): both get the same source; a stream is teed. -1 with a TypeError when the body was used. */
int body_clone(WebObject *from, WebObject *to);
bool body_is_unusable(WebObject *o);

/* The methods and getters: text, json, arrayBuffer, blob, bytes, formData, body, bodyUsed. */
extern const JsBuiltin body_rows[];
extern const uint32_t body_row_count;

/* Called with the bytes of a body that was waited for (web/serve.c); `use` and `promise` as given to the reader. */
typedef enum BodyUse { BODY_TEXT, BODY_JSON, BODY_ARRAY_BUFFER, BODY_BYTES, BODY_CHUNK } BodyUse;
/* Settles the promise with the bytes in the form asked for. */
void body_deliver(JsPromise *promise, BodyUse use, const void *bytes, size_t length);

/* The bytes of a body that is complete: a source that is a string, an ArrayBuffer or a view of one. */
void body_bytes(JsValue source, const void **ret_bytes, size_t *ret_length);
