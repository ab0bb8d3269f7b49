/* head.c - the strict scan for the end of a header section, llhttp over it, and the checks that llhttp leaves out:
   framing (RFC 9112, 6), Host and target forms (RFC 9112, 3.2), Expect (RFC 9110, 10.1.1).
   Invariant: a request passes only when every reader of the RFC would frame it in the same way. */
#include "http/head.h"

#include <llhttp.h>
#include <string.h>

#include "http/syntax.h"
#include "sched/limits.h"

enum { METHOD_BYTES_MAX = 64, DIGITS_MAX = 18 };

/* Checks the line input[from..lf], its LF included. Returns 0 or a status. */
static int scan_line(HttpSlice input, size_t from, size_t lf, bool is_request_line)
{
    if (lf == from || input.data[lf - 1] != '\r')
        return 400;
    if (memchr(input.data + from, '\r', lf - 1 - from))
        return 400;
    if (is_request_line && lf - from > limits.uri_bytes + METHOD_BYTES_MAX)
        return 414;
    bool is_folded = input.data[from] == ' ' || input.data[from] == '\t'; /* RFC 9112, 5.2 and 2.2 */
    return is_folded ? 400 : 0;
}

static int check_incomplete(const HeadScan *scan, HttpSlice input)
{
    if (input.length && !http_is_token_char[(uint8_t)input.data[0]])
        return 400;
    if (scan->lines == 0)
        return input.length > limits.uri_bytes + METHOD_BYTES_MAX ? 414 : 0;
    return input.length > limits.header_bytes ? 431 : 0;
}

int head_scan(HeadScan *scan, HttpSlice input, size_t *ret_length)
{
    *ret_length = 0;
    for (;;) {
        const char *found = memchr(input.data + scan->searched, '\n', input.length - scan->searched);
        if (!found) {
            scan->searched = input.length;
            return check_incomplete(scan, input);
        }
        size_t lf = (size_t)(found - input.data);
        int status = scan_line(input, scan->line, lf, scan->lines == 0);
        if (status)
            return status;
        bool is_empty = lf - scan->line == 1;
        scan->line = scan->searched = lf + 1;
        if (is_empty && scan->lines > 0) {
            *ret_length = lf + 1;
            return *ret_length > limits.header_bytes ? 431 : 0;
        }
        if (++scan->lines > limits.header_count + 1)
            return 431;
    }
}

/* ---- llhttp ---- */

typedef struct {
    RequestHead *head;
    bool is_complete;
    bool is_bad; /* found by the callbacks */
} Parse;

static int on_url(llhttp_t *parser, const char *at, size_t length)
{
    Parse *parse = parser->data;
    parse->head->target = (HttpSlice){at, length};
    return 0;
}

static int on_field_name(llhttp_t *parser, const char *at, size_t length)
{
    Parse *parse = parser->data;
    RequestHead *head = parse->head;
    HttpField *field = &head->fields[head->field_count++];
    *field = (HttpField){{at, length}, {at, 0}};
    parse->is_bad = parse->is_bad || at[length] != ':' || !http_is_token(field->name); /* no white space before the colon */
    return 0;
}

static int on_field_value(llhttp_t *parser, const char *at, size_t length)
{
    Parse *parse = parser->data;
    RequestHead *head = parse->head;
    HttpField *field = &head->fields[head->field_count - 1];
    field->value = http_trim((HttpSlice){at, length});
    parse->is_bad = parse->is_bad || !http_is_field_value(field->value);
    return 0;
}

static int on_headers_complete(llhttp_t *parser)
{
    ((Parse *)parser->data)->is_complete = true;
    return HPE_PAUSED; /* framing is ours */
}

/* RFC 9110, 15.6.6: a version that has HTTP's form and is not 1.x gets 505; else the request line is malformed. */
static int refuse_version(const RequestHead *head)
{
    const char *end = memchr(head->buffer, '\r', head->length);
    if (end - head->buffer < 8)
        return 400;
    const char *version = end - 8;
    if (memcmp(version, "HTTP/", 5) != 0 || version[6] != '.')
        return 400;
    bool has_digits = version[5] >= '0' && version[5] <= '9' && version[7] >= '0' && version[7] <= '9';
    return has_digits && version[5] != '0' ? 505 : 400;
}

/* A method that llhttp does not know is 501 if it is a token, and the request line is one at all (RFC 9110, 9.1). */
static int refuse_method(const RequestHead *head)
{
    static const char version[] = " HTTP/1.";
    const char *space = memchr(head->buffer, ' ', head->length);
    const char *end = memchr(head->buffer, '\r', head->length);
    HttpSlice method = {head->buffer, space ? (size_t)(space - head->buffer) : 0};
    size_t tail = sizeof version; /* with the minor number */
    bool has_version = space && end - space > (ptrdiff_t)tail && memcmp(end - tail, version, tail - 1) == 0;
    return has_version && http_is_token(method) ? 501 : 400;
}

static int run_llhttp(RequestHead *head)
{
    static llhttp_settings_t settings;
    static llhttp_t parser;
    if (!settings.on_url) {
        llhttp_settings_init(&settings);
        settings.on_url = on_url;
        settings.on_header_field = on_field_name;
        settings.on_header_value = on_field_value;
        settings.on_headers_complete = on_headers_complete;
    }
    Parse parse = {.head = head};
    llhttp_init(&parser, HTTP_REQUEST, &settings);
    parser.data = &parse;
    llhttp_errno_t error = llhttp_execute(&parser, head->buffer, head->length);
    if (parse.is_complete)
        head->minor_version = parser.http_minor;
    if (parse.is_complete && !parse.is_bad)
        return parser.http_major == 1 ? 0 : refuse_version(head);
    if (error == HPE_INVALID_METHOD)
        return refuse_method(head);
    if (error == HPE_INVALID_VERSION || error == HPE_PAUSED_H2_UPGRADE)
        return refuse_version(head);
    return 400;
}

/* ---- target and host ---- */

static bool is_target_text(HttpSlice target)
{
    for (size_t i = 0; i < target.length; i++) {
        uint8_t c = (uint8_t)target.data[i];
        if (c <= 0x20 || c >= 0x7f || c == '#')
            return false;
    }
    return target.length > 0;
}

static size_t scheme_length(HttpSlice target)
{
    if (target.length > 7 && http_slice_is((HttpSlice){target.data, 7}, "http://"))
        return 7;
    if (target.length > 8 && http_slice_is((HttpSlice){target.data, 8}, "https://"))
        return 8;
    return 0;
}

/* RFC 9112, 3.2.2: splits the absolute form; its authority replaces Host. "http://host?q" needs a slash that is not
   there: the authority moves one byte to the left, over the scheme's last slash. */
static int split_absolute(RequestHead *head, size_t scheme)
{
    HttpSlice rest = {head->target.data + scheme, head->target.length - scheme};
    size_t length = 0;
    while (length < rest.length && rest.data[length] != '/' && rest.data[length] != '?')
        length++;
    HttpSlice authority = {rest.data, length};
    if (!http_is_authority(authority))
        return 400;
    if (length < rest.length && rest.data[length] == '/') {
        head->host = authority;
        head->target = (HttpSlice){rest.data + length, rest.length - length};
        return 0;
    }
    char *moved = head->buffer + (authority.data - head->buffer) - 1;
    memmove(moved, authority.data, length);
    moved[length] = '/';
    head->host = (HttpSlice){moved, length};
    head->target = (HttpSlice){moved + length, rest.length - length + 1};
    return 0;
}

static int check_target(RequestHead *head)
{
    HttpSlice target = head->target;
    if (target.length > limits.uri_bytes)
        return 414;
    if (!is_target_text(target))
        return 400;
    if (http_slice_is(head->method, "connect") || http_slice_is(head->method, "trace"))
        return 501; /* neither a proxy nor a mirror of credentials */
    if (target.data[0] == '/')
        return 0;
    size_t scheme = scheme_length(target);
    if (scheme)
        return split_absolute(head, scheme);
    bool is_asterisk = target.length == 1 && target.data[0] == '*';
    return is_asterisk && http_slice_is(head->method, "options") ? 0 : 400;
}

/* ---- fields that matter to the connection ---- */

typedef struct {
    uint32_t hosts;
    uint32_t lengths;
    uint32_t codings;         /* elements of Transfer-Encoding */
    bool is_last_chunked;
    bool has_other_coding;    /* than one "chunked" */
    bool has_bad_coding;
    bool asks_close;
    bool asks_keep_alive;
    int status;               /* the first refusal */
} FieldSummary;

static void note_host(RequestHead *head, FieldSummary *summary, HttpSlice value)
{
    summary->hosts++;
    if (!http_is_authority(value))
        summary->status = 400;
    else if (head->host.length == 0)
        head->host = value;
}

/* RFC 9110, 8.6: 1*DIGIT; a list, even of equal numbers, is refused. */
static void note_content_length(RequestHead *head, FieldSummary *summary, HttpSlice value)
{
    uint64_t length = 0;
    size_t digits = 0;
    summary->lengths++;
    for (size_t i = 0; i < value.length; i++) {
        char c = value.data[i];
        if (c < '0' || c > '9') {
            summary->status = 400;
            return;
        }
        digits += digits > 0 || c != '0';
        if (digits <= DIGITS_MAX)
            length = length * 10 + (uint64_t)(c - '0');
    }
    if (value.length == 0 || digits > DIGITS_MAX)
        summary->status = value.length ? 413 : 400;
    head->content_length = length;
}

static void note_transfer_encoding(FieldSummary *summary, HttpSlice value)
{
    HttpSlice element;
    while (http_next_element(&value, &element)) {
        summary->codings++;
        summary->is_last_chunked = http_slice_is(element, "chunked");
        if (!summary->is_last_chunked || summary->codings > 1)
            summary->has_other_coding = true;
        if (!http_is_token(element))
            summary->has_bad_coding = true;
    }
}

static void note_connection(FieldSummary *summary, HttpSlice value)
{
    HttpSlice element;
    while (http_next_element(&value, &element)) {
        if (http_slice_is(element, "close"))
            summary->asks_close = true;
        else if (http_slice_is(element, "keep-alive"))
            summary->asks_keep_alive = true;
    }
}

/* RFC 9110, 10.1.1: 1.0 clients do not know it; what is unknown gets 417. */
static void note_expect(RequestHead *head, FieldSummary *summary, HttpSlice value)
{
    if (head->minor_version == 0)
        return;
    if (http_slice_is(value, "100-continue"))
        head->expects_continue = true;
    else if (!summary->status)
        summary->status = 417;
}

static void note_field(RequestHead *head, FieldSummary *summary, const HttpField *field)
{
    switch (field->name.length) {
    case 4:
        if (http_slice_is(field->name, "host"))
            note_host(head, summary, field->value);
        break;
    case 6:
        if (http_slice_is(field->name, "expect"))
            note_expect(head, summary, field->value);
        break;
    case 10:
        if (http_slice_is(field->name, "connection"))
            note_connection(summary, field->value);
        break;
    case 14:
        if (http_slice_is(field->name, "content-length"))
            note_content_length(head, summary, field->value);
        break;
    case 17:
        if (http_slice_is(field->name, "transfer-encoding"))
            note_transfer_encoding(summary, field->value);
        break;
    }
}

/* RFC 9112, 6.1 and 6.3: what could be framed in two ways is refused. */
static int check_framing(RequestHead *head, const FieldSummary *summary)
{
    if (summary->lengths > 1)
        return 400;
    if (summary->codings == 0)
        return 0;
    if (summary->lengths || summary->has_bad_coding || !summary->is_last_chunked || head->minor_version == 0)
        return 400;
    if (summary->has_other_coding)
        return 501;
    head->is_chunked = true;
    return 0;
}

static int check_fields(RequestHead *head)
{
    FieldSummary summary = {0};
    for (uint32_t i = 0; i < head->field_count; i++)
        note_field(head, &summary, &head->fields[i]);
    if (summary.status && summary.status != 417)
        return summary.status;
    if (summary.hosts > 1 || (summary.hosts == 0 && head->minor_version > 0))
        return 400;
    int status = check_framing(head, &summary);
    if (status)
        return status;
    head->is_keep_alive = !summary.asks_close && (head->minor_version > 0 || summary.asks_keep_alive);
    return summary.status;
}

int head_parse(RequestHead *head)
{
    int status = run_llhttp(head);
    if (status)
        return status;
    const char *space = memchr(head->buffer, ' ', head->length);
    head->method = (HttpSlice){head->buffer, (size_t)(space - head->buffer)};
    status = check_target(head);
    return status ? status : check_fields(head);
}
