/* Events and abort signals (DOM Standard 2 and 3), which are written in JavaScript: stdlib/js/events.js. */
#pragma once
#include "web/web.h"

/* A new AbortSignal for a Request, which follows `given` unless that is undefined or null; JS_EXCEPTION with TypeError when it
 * is something else than a signal (Fetch 5.4, "signal"). */
JsValue events_request_signal(JsValue given);
