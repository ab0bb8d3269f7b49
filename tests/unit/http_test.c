/* http_test.c - the HTTP layer's parsers: what is a request head, where a chunked message ends, what a host is. */
#include "unit.h"

#include "http/chunked.h"
#include "http/head.h"
#include "http/syntax.h"
#include "sched/limits.h"

static char head_buffer[65536];
static HttpField head_fields[300];
static RequestHead head;

/* Status of scanning and parsing the text as a complete head: 0 when it is good, -1 when it is incomplete. */
static int read_head(const char *text)
{
    HeadScan scan = {0};
    size_t length;
    int status = head_scan(&scan, (HttpSlice){text, strlen(text)}, &length);
    if (status)
        return status;
    if (!length)
        return -1;
    memcpy(head_buffer, text, length);
    head = (RequestHead){.buffer = head_buffer, .length = length, .fields = head_fields};
    return head_parse(&head);
}

static bool slice_is(HttpSlice slice, const char *text)
{
    return slice.length == strlen(text) && memcmp(slice.data, text, slice.length) == 0;
}

TEST(plain_request_is_read)
{
    CHECK_INT(read_head("GET /a?b=c HTTP/1.1\r\nHost: h:80\r\nX-A: \t v w \r\n\r\n"), 0);
    CHECK(slice_is(head.method, "GET"));
    CHECK(slice_is(head.target, "/a?b=c"));
    CHECK(slice_is(head.host, "h:80"));
    CHECK_INT(head.field_count, 2);
    CHECK(slice_is(head.fields[1].value, "v w"));
    CHECK(head.is_keep_alive && !head.is_chunked);
}

TEST(absolute_form_replaces_host)
{
    CHECK_INT(read_head("GET http://other.test/p HTTP/1.1\r\nHost: h\r\n\r\n"), 0);
    CHECK(slice_is(head.host, "other.test") && slice_is(head.target, "/p"));
    CHECK_INT(read_head("GET http://other.test?q HTTP/1.1\r\nHost: h\r\n\r\n"), 0);
    CHECK(slice_is(head.host, "other.test") && slice_is(head.target, "/?q"));
    CHECK_INT(read_head("GET https://other.test HTTP/1.1\r\nHost: h\r\n\r\n"), 0);
    CHECK(slice_is(head.target, "/"));
    CHECK_INT(read_head("GET http://u@other.test/ HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
    CHECK_INT(read_head("GET ftp://other.test/ HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
}

TEST(incomplete_head_is_told_from_a_bad_one)
{
    CHECK_INT(read_head("GET / HTTP/1.1\r\nHost: h\r\n"), -1);
    CHECK_INT(read_head("\x16\x03\x01"), 400);
    CHECK_INT(read_head("GET / HTTP/1.1\nHost: h\r\n\r\n"), 400);
    CHECK_INT(read_head("GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n"), 400);
    CHECK_INT(read_head("GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n\r\n"), 400);
    CHECK_INT(read_head("GET / HTTP/1.1\r\nHost: h\r\nX : a\r\n\r\n"), 400);
}

TEST(scan_resumes_where_it_stopped)
{
    static const char text[] = "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n";
    HeadScan scan = {0};
    size_t length = 0;
    for (size_t i = 1; i < sizeof text; i++) {
        CHECK_INT(head_scan(&scan, (HttpSlice){text, i}, &length), 0);
        CHECK_INT(length, i == sizeof text - 1 ? i : 0);
    }
}

TEST(limits_of_a_head_have_their_statuses)
{
    static char text[40000];
    int at = snprintf(text, sizeof text, "GET /");
    memset(text + at, 'a', 20000);
    CHECK_INT(read_head(text), 414);
    memset(text, 0, sizeof text);
    at = snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: h\r\nX: ");
    memset(text + at, 'a', sizeof text - (size_t)at - 1);
    CHECK_INT(read_head(text), 431);
    memset(text, 0, sizeof text);
    at = snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: h\r\n");
    for (int i = 0; i < 300; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "A: b\r\n");
    snprintf(text + at, sizeof text - (size_t)at, "\r\n");
    CHECK_INT(read_head(text), 431);
}

TEST(ambiguous_framing_is_refused)
{
    static const struct {
        const char *fields;
        int status;
    } rows[] = {
        {"Content-Length: 3\r\n", 0},
        {"Content-Length: 003\r\n", 0},
        {"Content-Length: 3\r\nContent-Length: 3\r\n", 400},
        {"Content-Length: 3, 3\r\n", 400},
        {"Content-Length: +3\r\n", 400},
        {"Content-Length: 0x3\r\n", 400},
        {"Content-Length:\r\n", 400},
        {"Content-Length: 99999999999999999999\r\n", 400},
        {"Transfer-Encoding: chunked\r\n", 0},
        {"transfer-encoding: CHUNKED\r\n", 0},
        {"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", 400},
        {"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400},
        {"Transfer-Encoding: gzip, chunked\r\n", 501},
        {"Transfer-Encoding: chunked, gzip\r\n", 400},
        {"Transfer-Encoding: \"chunked\"\r\n", 400},
        {"Transfer-Encoding: chunked;q=1\r\n", 400},
        {"Transfer-Encoding:\r\n", 400},
        {"Transfer-Encoding: , chunked\r\n", 400},
        {"Expect: 100-continue\r\nContent-Length: 3\r\n", 0},
        {"Expect: miracles\r\n", 417},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "POST / HTTP/1.1\r\nHost: h\r\n%s\r\n", rows[i].fields);
        int status = read_head(text);
        if (status != rows[i].status)
            printf("%s", rows[i].fields);
        CHECK_INT(status, rows[i].status);
    }
    CHECK_INT(read_head("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
}

TEST(versions_and_methods_have_their_statuses)
{
    CHECK_INT(read_head("GET / HTTP/1.0\r\n\r\n"), 0);
    CHECK_INT(read_head("GET / HTTP/2.0\r\nHost: h\r\n\r\n"), 505);
    CHECK_INT(read_head("GET / HTTP/1.2\r\nHost: h\r\n\r\n"), 505);
    CHECK_INT(read_head("GET / HTTP/1.1 \r\nHost: h\r\n\r\n"), 400);
    CHECK_INT(read_head("GET / HTTP/1.11\r\nHost: h\r\n\r\n"), 400);
    CHECK_INT(read_head("GET /\r\n\r\n"), 400);
    CHECK_INT(read_head("NEVERHEARD / HTTP/1.1\r\nHost: h\r\n\r\n"), 501);
    CHECK_INT(read_head("NEVER HEARD OF\r\nHost: h\r\n\r\n"), 400);
    CHECK_INT(read_head("TRACE / HTTP/1.1\r\nHost: h\r\n\r\n"), 501);
    CHECK_INT(read_head("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n"), 0);
    CHECK_INT(read_head("GET * HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
}

TEST(connection_options_decide_persistence)
{
    read_head("GET / HTTP/1.1\r\nHost: h\r\nConnection: x, CLOSE\r\n\r\n");
    CHECK(!head.is_keep_alive);
    read_head("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
    CHECK(head.is_keep_alive);
    read_head("GET / HTTP/1.0\r\n\r\n");
    CHECK(!head.is_keep_alive);
}

TEST(authorities_are_checked)
{
    static const char *const good[] = {"a", "a.b:80", "a:", "127.0.0.1:1", "[::1]", "[::1]:8080", "a%20b", "a_b"};
    static const char *const bad[] = {"", ":80", "a b", "a,b", "u@h", "a:80x", "a:99999", "[::1", "[]", "a%2", "a/b", "\xe9"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        CHECK(http_is_authority((HttpSlice){good[i], strlen(good[i])}));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(!http_is_authority((HttpSlice){bad[i], strlen(bad[i])}));
    CHECK_INT(read_head("GET / HTTP/1.1\r\n\r\n"), 400);
    CHECK_INT(read_head("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"), 400);
}

/* Feeds the text in steps; returns the last result, and what came out in `out`. */
static ChunkResult decode(const char *text, size_t step, char *out, size_t *ret_rest)
{
    ChunkDecoder decoder = {0};
    size_t at = 0;
    size_t end = strlen(text);
    ChunkResult result = CHUNK_MORE;
    out[0] = '\0';
    while (at < end && (result == CHUNK_MORE || result == CHUNK_DATA)) {
        size_t length = end - at < step ? end - at : step;
        size_t used = 0;
        HttpSlice data = {0};
        result = chunk_decode(&decoder, (HttpSlice){text + at, length}, &used, &data);
        at += used;
        if (result == CHUNK_DATA)
            strncat(out, data.data, data.length);
    }
    *ret_rest = end - at;
    return result;
}

TEST(chunked_content_is_decoded_in_any_pieces)
{
    static const char text[] = "5;a=b\r\nhello\r\n00A\r\n, 12345678\r\n0;x\r\nT: v\r\n\r\nGET";
    for (size_t step = 1; step < sizeof text; step++) {
        char out[64];
        size_t rest;
        CHECK_INT(decode(text, step, out, &rest), CHUNK_END);
        CHECK_TEXT(out, "hello, 12345678");
        CHECK_INT(rest, 3);
    }
}

TEST(malformed_chunks_are_refused)
{
    static const char *const bad[] = {
        "\r\n",         "g\r\n",       "-1\r\n",          " 1\r\na\r\n", "1 \r\na\r\n",          "0x1\r\na\r\n",
        "1\na\r\n",     "1\r\nab\r\n", "1\r\na\n0\r\n",   "1;\n",        "1;a\rb\r\n",           "10000000000000000\r\n",
        "0\r\n x\r\n",  "0\r\nA b: c", "0\r\n: c\r\n",    "0\r\nXX\r\n", "0\r\nA: b\n\r\n",      "0\r\n\rX",
        "1\r\na\r\n\n", "+1\r\na\r\n", "fffffffffffffffff", "1;\x01\r\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char out[64];
        size_t rest;
        ChunkResult result = decode(bad[i], 64, out, &rest);
        if (result != CHUNK_BAD)
            printf("row %zu\n", i);
        CHECK_INT(result, CHUNK_BAD);
    }
}
