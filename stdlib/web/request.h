/* Request, Fetch Standard 5.4. A request from the network fills its fields only when they are asked for. */
#pragma once
#include "web/body.h"

enum { REQUEST_METHOD = BODY_FIELDS, REQUEST_URL, REQUEST_SIGNAL, REQUEST_SOURCE }; /* string, string, object; ServeAgent */

/* The Request object of a request that the server received; `source` is its ServeAgent. */
WebObject *request_from_network(void *source, bool has_body);
/* Its Headers object, which is filled from the network now if it was not yet. */
WebObject *request_headers(WebObject *r);
