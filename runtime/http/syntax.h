/* syntax.h - the character classes and small comparisons of HTTP's grammar (RFC 9110, 5.6). */
#ifndef SINEW_HTTP_SYNTAX_H
#define SINEW_HTTP_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/http.h"

/* tchar (RFC 9110, 5.6.2). */
extern const bool http_is_token_char[256];

/* At least one character, all of them tchar. */
bool http_is_token(HttpSlice text);

/* field-content (RFC 9110, 5.5): no control character but tab; octets above 0x7f pass. */
bool http_is_field_value(HttpSlice text);

/* Equal to a lower-case literal without regard to case. */
bool http_slice_is(HttpSlice slice, const char *lower);

/* White space (RFC 9110, 5.6.3) cut off both ends. */
HttpSlice http_trim(HttpSlice slice);

/* Takes the next element of a comma-separated list (RFC 9110, 5.6.1) off the front; false when there is none. */
bool http_next_element(HttpSlice *list, HttpSlice *ret_element);

/* uri-host [":" port] (RFC 9110, 7.2; RFC 3986, 3.2.2), without user information; not empty. */
bool http_is_authority(HttpSlice text);

/* The usual reason phrase, or "" for an unknown status. */
HttpSlice http_reason(int status);

#define HTTP_SLICE(literal) ((HttpSlice){(literal), sizeof(literal) - 1})

#endif
