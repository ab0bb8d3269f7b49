/* chunked.c - one state a position in the grammar of chunked-body (RFC 9112, 7.1).
   Invariant: a byte is consumed exactly when the state moves past it. */
#include "http/chunked.h"

#include "http/syntax.h"
#include "sched/limits.h"

enum { SIZE_DIGITS_MAX = 16, EXTENSION_BYTES_MAX = 16 * 1024 };

#define CHUNK_BYTES_MAX (UINT64_C(1) << 53)

enum {
    AT_SIZE,
    AT_EXTENSION,
    AT_SIZE_LF,
    AT_DATA,
    AT_DATA_CR,
    AT_DATA_LF,
    AT_TRAILER_START, /* of a line */
    AT_TRAILER_NAME,
    AT_TRAILER_VALUE,
    AT_TRAILER_LF,
    AT_LAST_LF,
    AT_END
};

static int hex_value(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static ChunkResult take_size(ChunkDecoder *decoder, uint8_t c)
{
    int digit = hex_value(c);
    if (digit >= 0) {
        decoder->left = decoder->left * 16 + (uint64_t)digit;
        bool is_too_long = ++decoder->digits > SIZE_DIGITS_MAX || decoder->left > CHUNK_BYTES_MAX;
        return is_too_long ? CHUNK_BAD : CHUNK_MORE;
    }
    if (decoder->digits == 0)
        return CHUNK_BAD;
    if (c == '\r')
        decoder->state = AT_SIZE_LF;
    else if (c == ';')
        decoder->state = AT_EXTENSION;
    else
        return CHUNK_BAD;
    return CHUNK_MORE;
}

static bool is_text(uint8_t c)
{
    return c == '\t' || (c >= 0x20 && c != 0x7f);
}

static ChunkResult take_extension(ChunkDecoder *decoder, uint8_t c)
{
    if (++decoder->extension_bytes > EXTENSION_BYTES_MAX)
        return CHUNK_TOO_LARGE;
    if (c == '\r')
        decoder->state = AT_SIZE_LF;
    else if (!is_text(c))
        return CHUNK_BAD;
    return CHUNK_MORE;
}

static ChunkResult take_exactly(ChunkDecoder *decoder, uint8_t c, uint8_t wanted, uint8_t next)
{
    if (c != wanted)
        return CHUNK_BAD;
    decoder->state = next;
    return CHUNK_MORE;
}

static ChunkResult take_trailer_start(ChunkDecoder *decoder, uint8_t c)
{
    decoder->name_bytes = 1;
    if (c == '\r')
        decoder->state = AT_LAST_LF;
    else if (http_is_token_char[c])
        decoder->state = AT_TRAILER_NAME;
    else
        return CHUNK_BAD;
    return CHUNK_MORE;
}

static ChunkResult take_trailer(ChunkDecoder *decoder, uint8_t c)
{
    if (++decoder->trailer_bytes > limits.header_bytes)
        return CHUNK_TOO_LARGE;
    if (decoder->state == AT_TRAILER_START)
        return take_trailer_start(decoder, c);
    if (decoder->state == AT_TRAILER_NAME) {
        if (c == ':')
            decoder->state = AT_TRAILER_VALUE;
        return c == ':' || http_is_token_char[c] ? CHUNK_MORE : CHUNK_BAD;
    }
    if (c == '\r')
        decoder->state = AT_TRAILER_LF;
    return c == '\r' || is_text(c) ? CHUNK_MORE : CHUNK_BAD;
}

static ChunkResult take(ChunkDecoder *decoder, uint8_t c)
{
    switch (decoder->state) {
    case AT_SIZE:
        return take_size(decoder, c);
    case AT_EXTENSION:
        return take_extension(decoder, c);
    case AT_SIZE_LF:
        return take_exactly(decoder, c, '\n', decoder->left ? AT_DATA : AT_TRAILER_START);
    case AT_DATA_CR:
        return take_exactly(decoder, c, '\r', AT_DATA_LF);
    case AT_DATA_LF:
        decoder->digits = 0;
        return take_exactly(decoder, c, '\n', AT_SIZE);
    case AT_TRAILER_LF:
        return take_exactly(decoder, c, '\n', AT_TRAILER_START);
    case AT_LAST_LF:
        return take_exactly(decoder, c, '\n', AT_END);
    default:
        return take_trailer(decoder, c);
    }
}

static void take_data(ChunkDecoder *decoder, HttpSlice input, size_t *at, HttpSlice *ret_data)
{
    size_t length = input.length - *at;
    if (length > decoder->left)
        length = (size_t)decoder->left;
    *ret_data = (HttpSlice){input.data + *at, length};
    *at += length;
    decoder->left -= length;
    if (decoder->left == 0)
        decoder->state = AT_DATA_CR;
}

ChunkResult chunk_decode(ChunkDecoder *decoder, HttpSlice input, size_t *ret_used, HttpSlice *ret_data)
{
    size_t at = 0;
    ChunkResult result = CHUNK_MORE;
    while (at < input.length && result == CHUNK_MORE && decoder->state != AT_END) {
        if (decoder->state == AT_DATA) {
            take_data(decoder, input, &at, ret_data);
            result = CHUNK_DATA;
        } else {
            result = take(decoder, (uint8_t)input.data[at++]);
        }
    }
    *ret_used = at;
    return result == CHUNK_MORE && decoder->state == AT_END ? CHUNK_END : result;
}
