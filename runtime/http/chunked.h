/* chunked.h - the decoder of the chunked transfer coding (RFC 9112, 7.1).
   Invariant: strict; whatever deviates from the grammar is an error, since a guess about framing lets requests be smuggled.
   It is ours because llhttp 8 takes a bare LF for a line's end and skips what it does not know in extensions. */
#ifndef SINEW_HTTP_CHUNKED_H
#define SINEW_HTTP_CHUNKED_H

#include <stddef.h>
#include <stdint.h>

#include "http/http.h"

typedef struct {
    uint8_t state;
    uint8_t digits;      /* of the size read so far */
    uint64_t left;       /* bytes of the chunk still to come */
    uint32_t extension_bytes;
    uint32_t trailer_bytes;
    uint32_t name_bytes; /* of the trailer line that is read */
} ChunkDecoder;

typedef enum {
    CHUNK_MORE,     /* all input used, the message goes on */
    CHUNK_DATA,     /* ret_data holds content; call again */
    CHUNK_END,      /* the message is complete */
    CHUNK_BAD,      /* 400 */
    CHUNK_TOO_LARGE /* extensions or trailer section: 431 */
} ChunkResult;

/* Decodes from the input; *ret_used says how much of it was consumed. Trailer fields are checked and dropped. */
ChunkResult chunk_decode(ChunkDecoder *decoder, HttpSlice input, size_t *ret_used, HttpSlice *ret_data);

#endif
