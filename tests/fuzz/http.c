/* The HTTP front: request heads and the chunked coding. What arrives byte by byte is accepted as what arrives at once;
 * it may be refused earlier, by the scan instead of the parser. */
#include "fuzz.h"
#include "http/chunked.h"
#include "http/head.h"

/* The input arrives `step` bytes at a time. Returns the section's length, 0 when it is refused or incomplete. */
static size_t scan(HttpSlice input, size_t step, uint32_t *ret_lines)
{
    HeadScan state = {0};
    size_t length = 0;
    int status = 0;
    for (size_t have = 0; have < input.length && !status && !length;) {
        have = input.length - have < step ? input.length : have + step;
        status = head_scan(&state, (HttpSlice){input.data, have}, &length);
    }
    *ret_lines = state.lines;
    return status ? 0 : length;
}

static void require_within(HttpSlice part, const char *buffer, size_t length)
{
    REQUIRE(!part.length || (part.data >= buffer && part.data + part.length <= buffer + length));
}

/* Is the section accepted? */
static bool parse_head(HttpSlice section, uint32_t lines)
{
    RequestHead head = {.buffer = fuzz_copy(section.data, section.length), .length = section.length};
    head.fields = malloc((lines + 1) * sizeof *head.fields);
    bool is_accepted = !head_parse(&head);
    if (is_accepted) {
        REQUIRE(head.field_count <= lines);
        REQUIRE(head.method.length && head.target.length);
        REQUIRE(!head.is_chunked || !head.content_length);
        require_within(head.method, head.buffer, head.length);
        require_within(head.target, head.buffer, head.length);
        for (uint32_t i = 0; i < head.field_count; i++) {
            require_within(head.fields[i].name, head.buffer, head.length);
            require_within(head.fields[i].value, head.buffer, head.length);
        }
    }
    free(head.fields);
    free(head.buffer);
    return is_accepted;
}

static void read_head(HttpSlice input)
{
    if (input.length && input.data[0] == '\r')
        return; /* blank lines before a request are the connection's to skip */
    uint32_t lines, other_lines;
    size_t length = scan(input, input.length, &lines);
    size_t length_in_bytes = scan(input, 1, &other_lines);
    REQUIRE(!length_in_bytes || length_in_bytes == length);
    REQUIRE(length <= input.length);
    if (length && parse_head((HttpSlice){input.data, length}, lines))
        REQUIRE(length_in_bytes == length);
}

/* Decodes `step` bytes at a time. Content goes to `out`, which has room for the input. Returns how it ended. */
static ChunkResult decode(HttpSlice input, size_t step, char *out, size_t *ret_length)
{
    ChunkDecoder decoder = {0};
    ChunkResult result = CHUNK_MORE;
    *ret_length = 0;
    for (size_t at = 0; at < input.length && (result == CHUNK_MORE || result == CHUNK_DATA);) {
        size_t left = input.length - at, used;
        HttpSlice data = {0};
        result = chunk_decode(&decoder, (HttpSlice){input.data + at, left < step ? left : step}, &used, &data);
        REQUIRE(used <= left && (used || (result != CHUNK_MORE && result != CHUNK_DATA)));
        if (result == CHUNK_DATA) {
            memcpy(out + *ret_length, data.data, data.length);
            *ret_length += data.length;
        }
        at += used;
    }
    return result == CHUNK_DATA ? CHUNK_MORE : result;
}

static void read_chunks(HttpSlice input)
{
    char *whole = malloc(input.length + 1), *pieces = malloc(input.length + 1);
    size_t whole_length, pieces_length;
    REQUIRE(decode(input, input.length, whole, &whole_length) == decode(input, 1, pieces, &pieces_length));
    REQUIRE(whole_length == pieces_length && !memcmp(whole, pieces, whole_length));
    free(whole);
    free(pieces);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = fuzz_copy(data, size);
    HttpSlice input = {bytes, size};
    read_head(input);
    read_chunks(input);
    free(bytes);
    return 0;
}
