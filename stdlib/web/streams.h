/* ReadableStream and its kin (Streams Standard), for the C parts of the web API. The streams themselves are written in
 * JavaScript (stdlib/js/streams.js); these functions call into it. */
#pragma once
#include "web/body.h"

bool streams_is_readable(JsValue v);
bool streams_is_disturbed(JsValue stream);
bool streams_is_locked_or_disturbed(JsValue stream);
/* The stream of a body, made on first use. JS_EXCEPTION on failure. */
JsValue streams_of_body(WebObject *o);
/* 9.1.2.? ReadableStreamTee: two branches; -1 on exception. */
int streams_tee(JsValue stream, JsValue ret_branches[2]);
/* Reads to the end, then settles the promise with all bytes in the form asked for. */
void streams_read_all(JsValue stream, JsPromise *promise, BodyUse use);
/* Calls write(chunk) for each chunk, waiting for the promise that it may return; the result is a promise of the end. */
JsValue streams_pump(JsValue stream, JsValue write);
