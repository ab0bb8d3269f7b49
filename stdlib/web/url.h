/* The URL class, URL Standard 6.1: a record, replaced whole at each change, and its searchParams object. */
#pragma once
#include "web/url_record.h"
#include "web/web.h"

enum { URL_RECORD, URL_PARAMS };  /* fields: cell with the Url; URLSearchParams or undefined */

/* The record, for reading. */
const Url *url_record_of(WebObject *url);
/* The query from a URLSearchParams object: null when it is empty (6.2 "update"). */
void url_set_query_of(WebObject *url, UrlText query);
/* Parses a JavaScript string against an optional base; false (no exception) when it is no URL. */
bool url_parse_string(JsString *input, const Url *base, Url *ret_url);
JsValue url_to_string(const Url *url);
