/* Blob, File and FormData, which are written in JavaScript: stdlib/js/forms.js. */
#pragma once
#include "web/web.h"

/* The content of a body that is made of a Blob or FormData: a view whose bytes nobody changes, and its Content-Type, or undefined. */
typedef struct FormContent {
    JsValue source, type;
} FormContent;

/* Fetch 3.2.3 for a Blob or FormData: 1, 0 for any other value, -1 with an exception. */
int forms_extract(JsValue init, FormContent *ret);
/* The promise of a Blob or FormData (Fetch 5.3), of the promise of a body's bytes and its Content-Type, or null. */
JsValue forms_read_blob(JsValue bytes, JsValue type);
JsValue forms_read_form_data(JsValue bytes, JsValue type);
