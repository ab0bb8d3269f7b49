/* head.h - from bytes to a checked request head.
   Invariant: a head is parsed only when all of it lies in one buffer and every line of it ends in CRLF; so llhttp, which
   reads it, never sees a partial line, a bare LF or a folded field. */
#ifndef SINEW_HTTP_HEAD_H
#define SINEW_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/http.h"

typedef struct {
    size_t line;       /* offset of the line that is being looked for */
    size_t searched;   /* no LF lies before this offset */
    uint32_t lines;    /* complete ones, the request line included */
} HeadScan;

/* Looks for the end of the header section in input, which begins at the request line and has grown since the last call
   with the same scan. Returns 0 and the section's length (final empty line included) when complete; 0 and length 0 when
   more is needed; else the status that refuses it: 400, 414, 431. */
int head_scan(HeadScan *scan, HttpSlice input, size_t *ret_length);

typedef struct {
    char *buffer;              /* the section, which the slices point into; may be changed in place */
    size_t length;
    HttpField *fields;         /* room for at least the section's lines */
    uint32_t field_count;
    HttpSlice method;
    HttpSlice target;
    HttpSlice host;
    uint8_t minor_version;
    bool is_chunked;
    bool is_keep_alive;        /* what the client asks for */
    bool expects_continue;
    uint64_t content_length;   /* 0 when there is none */
} RequestHead;

/* Parses and checks buffer[0..length). Returns 0, or the status that refuses it: 400, 413, 414, 417, 501, 505. */
int head_parse(RequestHead *head);

#endif
