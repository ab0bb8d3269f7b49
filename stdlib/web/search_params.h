/* URLSearchParams of the URL Standard (6.2): a list of pairs, and the URL object whose query it is. */
#pragma once
#include "web/url_record.h"
#include "web/web.h"

enum { PARAMS_LIST, PARAMS_URL };  /* fields: WebPairs; URL object or undefined */

WebObject *search_params_new(void);
/* Replaces the list by what the query says (5.1); does not touch the URL. */
void search_params_parse(WebObject *params, UrlText query);
UrlText search_params_serialize(WebObject *params);
bool search_params_pair_at(WebObject *params, uint32_t index, WebPair *ret_pair);
