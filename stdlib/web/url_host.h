/* Hosts of URLs: domains, IPv4 and IPv6 addresses, opaque hosts, by the WHATWG URL Standard (3.5). */
#pragma once
#include "url_record.h"

/* Host parser (3.5): writes the serialized host and returns true, or returns false on failure. */
bool url_host_parse(UrlText input, bool is_opaque, UrlText *ret_host);

/* True when text[index] begins "%XX": its byte is written. */
bool url_percent_byte(UrlText text, uint32_t index, int *ret_byte);

/* The text with each "%XX" as its byte (1.3). */
UrlText url_percent_decode(UrlText text);
