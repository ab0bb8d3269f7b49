/* URL records: parsing, changing and serializing, by the WHATWG URL Standard. Knows bytes only, no JavaScript values.
 *
 * Invariant: the texts of a record are immutable UTF-8 slices without zero bytes at their end; they may share memory with
 * the input or with the base URL. Memory comes from js_alloc, so it belongs to the agent that runs. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct UrlText {
    const char *bytes;
    uint32_t length;
} UrlText;

typedef struct Url {
    UrlText scheme;        /* without ':' */
    UrlText username, password;
    UrlText host;          /* serialized; meaningful when has_host */
    UrlText path;          /* serialized: "/a/b", or the opaque path */
    UrlText query;         /* without '?' */
    UrlText fragment;      /* without '#' */
    int32_t port;          /* -1: none, or the scheme's default */
    bool has_host, has_opaque_path, has_query, has_fragment;
} Url;

/* Basic URL parser (4.4) without state override. `input` is UTF-8 (lone surrogates already replaced); `base` may be NULL.
 * Writes *ret_url and returns true, or returns false on failure. */
bool url_parse(const char *input, size_t length, const Url *base, Url *ret_url);

/* URL serializer (4.5). Returns a fresh slice. */
UrlText url_serialize(const Url *url, bool exclude_fragment);

/* Origin's serialization (4.7): "null" for what has no tuple origin. blob: URLs give the origin of their path. */
UrlText url_origin(const Url *url);

/* host and port as the `host` attribute gives them. */
UrlText url_host_and_port(const Url *url);

bool url_is_special(const Url *url);

/* The setters of the URL class (6.1). Each leaves the record alone when the value is not acceptable. */
void url_set_protocol(Url *url, UrlText value);
void url_set_username(Url *url, UrlText value);
void url_set_password(Url *url, UrlText value);
void url_set_host(Url *url, UrlText value, bool hostname_only);
void url_set_port(Url *url, UrlText value);
void url_set_pathname(Url *url, UrlText value);
void url_set_search(Url *url, UrlText value);
void url_set_hash(Url *url, UrlText value);

/* Another query, encoded already; an empty one is none (URLSearchParams' update, 6.2). */
void url_replace_query(Url *url, UrlText encoded_query);

/* A growing byte string. Zero-initialise; `bytes` moves when it grows. */
typedef struct UrlBuffer {
    char *bytes;
    uint32_t length, capacity;
} UrlBuffer;
void url_buffer_add(UrlBuffer *b, const char *bytes, size_t length);
static inline UrlText url_buffer_text(const UrlBuffer *b) { return (UrlText){ b->bytes, b->length }; }

/* application/x-www-form-urlencoded (5.1, 5.2). The serializer appends one encoded name or value; the decoder turns '+' and
 * %XX into bytes (which may be ill-formed UTF-8: the caller decodes with replacement). */
void url_form_encode(UrlBuffer *out, UrlText text);
UrlText url_form_decode(UrlText text);
