/* URL records: the WHATWG URL Standard's parser and serializer over bytes.
 *
 * The standard describes one state machine; here each of its groups of states is a function over the same cursor, which
 * reads bytes, since every non-ASCII code point outside of a host is percent-encoded byte by byte anyway. */
#include "url_record.h"

#include <stdio.h>
#include <string.h>

#include "heap/heap.h"
#include "url_host.h"

#define TEXT(literal) ((UrlText){ literal, sizeof(literal) - 1 })

/* ---- texts and buffers */

static bool text_is(UrlText t, const char *literal)
{
    return t.length == strlen(literal) && !memcmp(t.bytes, literal, t.length);
}

static bool text_equal(UrlText a, UrlText b)
{
    return a.length == b.length && (!a.length || !memcmp(a.bytes, b.bytes, a.length));
}

void url_buffer_add(UrlBuffer *b, const char *bytes, size_t length)
{
    if (b->length + length > b->capacity) {
        uint32_t capacity = (uint32_t)((b->length + length) * 2 + 32) & ~7u;
        char *grown = js_alloc(capacity + sizeof(JsCell), false);
        *(JsCell *)grown = (JsCell){ .kind = JS_KIND_INTERNAL };
        grown += sizeof(JsCell);
        if (b->length)
            heap_copy(grown, b->bytes, b->length);
        b->bytes = grown;
        b->capacity = capacity;
    }
    if (length)
        heap_copy(b->bytes + b->length, bytes, length);
    b->length += (uint32_t)length;
}

static void buffer_add_char(UrlBuffer *b, char c)
{
    url_buffer_add(b, &c, 1);
}

static void buffer_add_text(UrlBuffer *b, UrlText t)
{
    url_buffer_add(b, t.bytes, t.length);
}

/* ---- percent-encode sets (1.3) as bits */

enum { SET_C0 = 1, SET_FRAGMENT = 2, SET_QUERY = 4, SET_SPECIAL_QUERY = 8, SET_PATH = 16, SET_USERINFO = 32, SET_FORM = 64 };

static uint8_t encode_sets(unsigned char c)
{
    uint8_t sets = 0;
    if (c <= 0x1f || c > 0x7e)
        return 0x7f;
    if (strchr(" \"<>`", c))
        sets |= SET_FRAGMENT;
    if (strchr(" \"#<>", c))
        sets |= SET_QUERY | SET_SPECIAL_QUERY | SET_PATH | SET_USERINFO;
    if (c == '\'')
        sets |= SET_SPECIAL_QUERY;
    if (strchr("?`{}", c))
        sets |= SET_PATH | SET_USERINFO;
    if (strchr("/:;=@[\\]^|", c))
        sets |= SET_USERINFO;
    bool is_form_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || strchr("*-._", c);
    if (!is_form_plain)
        sets |= SET_FORM;
    return sets;
}

static const uint8_t *encode_table(void)
{
    static uint8_t table[256];
    static bool is_filled;
    if (!is_filled) {
        for (int c = 0; c < 256; c++)
            table[c] = encode_sets((unsigned char)c);
        is_filled = true;
    }
    return table;
}

static void add_percent_encoded(UrlBuffer *out, unsigned char c)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[3] = { '%', digits[c >> 4], digits[c & 15] };
    url_buffer_add(out, text, 3);
}

static void add_encoded(UrlBuffer *out, const char *bytes, size_t length, uint8_t set)
{
    const uint8_t *table = encode_table();
    size_t plain = 0;
    for (size_t i = 0; i < length; i++) {
        js_charge_round(i, 2);
        if (!(table[(unsigned char)bytes[i]] & set))
            continue;
        url_buffer_add(out, bytes + plain, i - plain);
        add_percent_encoded(out, (unsigned char)bytes[i]);
        plain = i + 1;
    }
    url_buffer_add(out, bytes + plain, length - plain);
}

/* The text itself where nothing has to be encoded. */
static UrlText encoded(UrlText text, uint8_t set)
{
    const uint8_t *table = encode_table();
    for (uint32_t i = 0; i < text.length; i++) {
        if (table[(unsigned char)text.bytes[i]] & set) {
            UrlBuffer out = { 0 };
            add_encoded(&out, text.bytes, text.length, set);
            return url_buffer_text(&out);
        }
    }
    return text;
}

/* ---- schemes */

/* The default port; 0 for file, -1 for what is not special (4.2). */
static int special_port(UrlText scheme)
{
    static const struct { const char *scheme; int port; } specials[] = {
        { "http", 80 }, { "https", 443 }, { "ws", 80 }, { "wss", 443 }, { "ftp", 21 }, { "file", 0 }
    };
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        if (text_is(scheme, specials[i].scheme))
            return specials[i].port;
    }
    return -1;
}

bool url_is_special(const Url *url)
{
    return special_port(url->scheme) >= 0;
}

static bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static UrlText lower_case(UrlText t)
{
    for (uint32_t i = 0; i < t.length; i++) {
        if (t.bytes[i] < 'A' || t.bytes[i] > 'Z')
            continue;
        UrlBuffer out = { 0 };
        url_buffer_add(&out, t.bytes, t.length);
        for (uint32_t k = i; k < t.length; k++)
            if (out.bytes[k] >= 'A' && out.bytes[k] <= 'Z')
                out.bytes[k] |= 32;
        return url_buffer_text(&out);
    }
    return t;
}

/* ---- the cursor */

typedef struct Parser {
    const char *at, *end;
    Url *url;
    const Url *base;
    bool is_special;
} Parser;

static bool at_end(const Parser *p) { return p->at == p->end; }
static bool sees(const Parser *p, char c) { return p->at < p->end && *p->at == c; }
static bool sees_slash(const Parser *p) { return sees(p, '/') || (p->is_special && sees(p, '\\')); }
static bool is_path_end(const Parser *p) { return at_end(p) || *p->at == '?' || *p->at == '#'; }

/* ---- query and fragment */

static void parse_fragment(Parser *p)
{
    if (!sees(p, '#'))
        return;
    p->at++;
    p->url->has_fragment = true;
    p->url->fragment = encoded((UrlText){ p->at, (uint32_t)(p->end - p->at) }, SET_C0 | SET_FRAGMENT);
    p->at = p->end;
}

static UrlText encoded_query(UrlText text, bool is_special)
{
    return encoded(text, SET_C0 | (is_special ? SET_SPECIAL_QUERY : SET_QUERY));
}

static void parse_query(Parser *p)
{
    if (sees(p, '?')) {
        const char *start = ++p->at;
        while (p->at < p->end && *p->at != '#')
            p->at++;
        p->url->has_query = true;
        p->url->query = encoded_query((UrlText){ start, (uint32_t)(p->at - start) }, p->is_special);
    }
    parse_fragment(p);
}

/* ---- paths */

/* 1 for "." and its encoded forms, 2 for "..", else 0. */
static int dot_segment(const char *s, size_t length)
{
    int dots = 0;
    for (size_t i = 0; i < length; dots++) {
        if (s[i] == '.')
            i++;
        else if (length - i >= 3 && s[i] == '%' && s[i + 1] == '2' && (s[i + 2] | 32) == 'e')
            i += 3;
        else
            return 0;
    }
    return dots <= 2 ? dots : 0;
}

static bool is_drive_letter(const char *s, size_t length)
{
    return length == 2 && is_alpha(s[0]) && (s[1] == ':' || s[1] == '|');
}

static bool starts_with_drive_letter(const Parser *p)
{
    size_t left = (size_t)(p->end - p->at);
    return left >= 2 && is_drive_letter(p->at, 2) && (left == 2 || strchr("/\\?#", p->at[2]));
}

/* Shorten a URL's path (4.2), on a serialized path. */
static void shorten(UrlBuffer *path, bool is_file)
{
    if (is_file && path->length == 3 && path->bytes[0] == '/' && is_alpha(path->bytes[1]) && path->bytes[2] == ':')
        return;
    while (path->length && path->bytes[path->length - 1] != '/')
        path->length--;
    if (path->length)
        path->length--;
}

/* Path state. `path` holds what the base gave, serialized. With `is_override`, '?' and '#' are ordinary bytes. */
static void parse_path(Parser *p, UrlBuffer *path, bool is_override)
{
    bool is_file = text_is(p->url->scheme, "file");
    for (;;) {
        const char *start = p->at;
        while (!at_end(p) && !sees_slash(p) && (is_override || !is_path_end(p)))
            p->at++;
        size_t length = (size_t)(p->at - start);
        js_charge((uint32_t)length + 20);
        bool has_slash = sees_slash(p);
        int dots = dot_segment(start, length);
        if (dots == 2)
            shorten(path, is_file);
        if (dots) {
            if (!has_slash)
                buffer_add_char(path, '/');
        } else {
            buffer_add_char(path, '/');
            if (is_file && path->length == 1 && is_drive_letter(start, length)) {
                buffer_add_char(path, start[0]);
                buffer_add_char(path, ':');
            } else {
                add_encoded(path, start, length, SET_C0 | SET_PATH);
            }
        }
        if (!has_slash)
            break;
        p->at++;
    }
}

static void parse_path_and_rest(Parser *p, UrlBuffer *path)
{
    parse_path(p, path, false);
    p->url->path = url_buffer_text(path);
    parse_query(p);
}

/* Path start state. */
static void parse_path_start(Parser *p)
{
    UrlBuffer path = { 0 };
    if (p->is_special || !is_path_end(p)) {
        if (sees_slash(p))
            p->at++;
        parse_path_and_rest(p, &path);
        return;
    }
    p->url->path = TEXT("");
    parse_query(p);
}

/* ---- authority */

static bool parse_port(UrlText digits, UrlText scheme, int32_t *ret_port)
{
    uint32_t port = 0;
    for (uint32_t i = 0; i < digits.length; i++) {
        if (!is_digit(digits.bytes[i]))
            return false;
        port = port * 10 + (uint32_t)(digits.bytes[i] - '0');
        if (port > 65535)
            return false;
    }
    bool is_default = digits.length == 0 || (int)port == special_port(scheme);
    *ret_port = is_default ? -1 : (int32_t)port;
    return true;
}

/* Where the host in [at, end) ends: at ':' outside of brackets, or at the end. */
static const char *host_end(const char *at, const char *end)
{
    bool in_brackets = false;
    for (; at < end; at++) {
        if (*at == '[')
            in_brackets = true;
        else if (*at == ']')
            in_brackets = false;
        else if (*at == ':' && !in_brackets)
            break;
    }
    return at;
}

/* Authority, host and port states, up to the path. */
static bool parse_authority(Parser *p)
{
    const char *start = p->at, *at_sign = NULL;
    while (!sees_slash(p) && !is_path_end(p)) {
        if (*p->at == '@')
            at_sign = p->at;
        p->at++;
    }
    if (at_sign) {
        const char *colon = memchr(start, ':', (size_t)(at_sign - start));
        const char *name_end = colon ? colon : at_sign;
        p->url->username = encoded((UrlText){ start, (uint32_t)(name_end - start) }, SET_C0 | SET_USERINFO);
        if (colon)
            p->url->password = encoded((UrlText){ colon + 1, (uint32_t)(at_sign - colon - 1) }, SET_C0 | SET_USERINFO);
        start = at_sign + 1;
        if (start == p->at)
            return false;
    }
    const char *end = host_end(start, p->at);
    UrlText host = { start, (uint32_t)(end - start) };
    if (host.length == 0 && (p->is_special || end < p->at))
        return false;
    if (!url_host_parse(host, !p->is_special, &p->url->host))
        return false;
    p->url->has_host = true;
    if (end < p->at && !parse_port((UrlText){ end + 1, (uint32_t)(p->at - end - 1) }, p->url->scheme, &p->url->port))
        return false;
    parse_path_start(p);
    return true;
}

static bool parse_authority_after_slashes(Parser *p)
{
    while (sees(p, '/') || sees(p, '\\'))
        p->at++;
    return parse_authority(p);
}

/* ---- relative references and file URLs */

static void copy_authority(Url *url, const Url *base)
{
    url->username = base->username;
    url->password = base->password;
    url->host = base->host;
    url->has_host = base->has_host;
    url->port = base->port;
}

static void copy_path(UrlBuffer *out, const Url *base)
{
    buffer_add_text(out, base->path);
}

/* After the authority was taken from the base: query, fragment, or a path relative to the base's. */
static void parse_relative_rest(Parser *p, bool keeps_base_path)
{
    UrlBuffer path = { 0 };
    if (keeps_base_path)
        copy_path(&path, p->base);
    if (is_path_end(p)) {
        p->url->path = keeps_base_path ? p->base->path : TEXT("");
        if (keeps_base_path && !sees(p, '?')) {
            p->url->has_query = p->base->has_query;
            p->url->query = p->base->query;
        }
        parse_query(p);
        return;
    }
    if (keeps_base_path)
        shorten(&path, text_is(p->url->scheme, "file"));
    parse_path_and_rest(p, &path);
}

static bool parse_relative(Parser *p)
{
    if (sees_slash(p)) {
        p->at++;
        if (p->is_special && sees_slash(p))
            return parse_authority_after_slashes(p);
        if (sees(p, '/')) {
            p->at++;
            return parse_authority(p);
        }
        copy_authority(p->url, p->base);
        UrlBuffer path = { 0 };
        parse_path_and_rest(p, &path);
        return true;
    }
    copy_authority(p->url, p->base);
    parse_relative_rest(p, true);
    return true;
}

static bool parse_file_host(Parser *p)
{
    const char *start = p->at;
    while (!sees_slash(p) && !is_path_end(p))
        p->at++;
    UrlText host = { start, (uint32_t)(p->at - start) };
    if (is_drive_letter(start, host.length)) {
        p->at = start;
        UrlBuffer path = { 0 };
        parse_path_and_rest(p, &path);
        return true;
    }
    if (host.length && !url_host_parse(host, false, &p->url->host))
        return false;
    if (text_is(p->url->host, "localhost"))
        p->url->host = TEXT("");
    parse_path_start(p);
    return true;
}

static bool parse_file(Parser *p)
{
    const Url *base = p->base && text_is(p->base->scheme, "file") ? p->base : NULL;
    p->url->scheme = TEXT("file");
    p->is_special = true;
    p->url->has_host = true;
    p->url->host = TEXT("");
    if (sees_slash(p)) {
        p->at++;
        if (sees_slash(p)) {
            p->at++;
            return parse_file_host(p);
        }
        UrlBuffer path = { 0 };
        if (base) {
            p->url->host = base->host;
            bool base_has_drive = base->path.length >= 3 && is_alpha(base->path.bytes[1]) && base->path.bytes[2] == ':' &&
                                  (base->path.length == 3 || base->path.bytes[3] == '/');
            if (!starts_with_drive_letter(p) && base_has_drive)
                url_buffer_add(&path, base->path.bytes, 3);
        }
        parse_path_and_rest(p, &path);
        return true;
    }
    if (!base) {
        UrlBuffer path = { 0 };
        parse_path_and_rest(p, &path);
        return true;
    }
    p->base = base;
    p->url->host = base->host;
    parse_relative_rest(p, !starts_with_drive_letter(p));
    return true;
}

/* ---- the whole */

static UrlText parse_scheme(Parser *p)
{
    const char *s = p->at;
    if (s == p->end || !is_alpha(*s))
        return TEXT("");
    while (s < p->end && (is_alpha(*s) || is_digit(*s) || *s == '+' || *s == '-' || *s == '.'))
        s++;
    if (s == p->end || *s != ':')
        return TEXT("");
    UrlText scheme = lower_case((UrlText){ p->at, (uint32_t)(s - p->at) });
    p->at = s + 1;
    return scheme;
}

static bool parse_after_scheme(Parser *p)
{
    p->is_special = url_is_special(p->url);
    if (text_is(p->url->scheme, "file"))
        return parse_file(p);
    if (p->is_special) {
        bool has_slashes = p->end - p->at >= 2 && p->at[0] == '/' && p->at[1] == '/';
        if (p->base && text_equal(p->base->scheme, p->url->scheme) && !has_slashes)
            return parse_relative(p);
        return parse_authority_after_slashes(p);
    }
    if (sees(p, '/')) {
        p->at++;
        if (sees(p, '/')) {
            p->at++;
            return parse_authority(p);
        }
        UrlBuffer path = { 0 };
        parse_path_and_rest(p, &path);
        return true;
    }
    const char *start = p->at;
    while (!is_path_end(p))
        p->at++;
    p->url->has_opaque_path = true;
    p->url->path = encoded((UrlText){ start, (uint32_t)(p->at - start) }, SET_C0);
    parse_query(p);
    return true;
}

static bool parse_without_scheme(Parser *p)
{
    const Url *base = p->base;
    if (!base || (base->has_opaque_path && !sees(p, '#')))
        return false;
    p->url->scheme = base->scheme;
    p->is_special = url_is_special(base);
    if (base->has_opaque_path) {
        p->url->has_opaque_path = true;
        p->url->path = base->path;
        p->url->has_query = base->has_query;
        p->url->query = base->query;
        parse_fragment(p);
        return true;
    }
    return text_is(base->scheme, "file") ? parse_file(p) : parse_relative(p);
}

/* Steps 1 to 3: strips C0 controls and spaces around, tabs and newlines inside. */
static UrlText strip_input(const char *input, size_t length)
{
    while (length && (unsigned char)*input <= 0x20)
        input++, length--;
    while (length && (unsigned char)input[length - 1] <= 0x20)
        length--;
    UrlText text = { input, (uint32_t)length };
    for (size_t i = 0; i < length; i++) {
        if (input[i] != '\t' && input[i] != '\n' && input[i] != '\r')
            continue;
        UrlBuffer out = { 0 };
        for (size_t k = 0; k < length; k++)
            if (input[k] != '\t' && input[k] != '\n' && input[k] != '\r')
                buffer_add_char(&out, input[k]);
        return url_buffer_text(&out);
    }
    return text;
}

bool url_parse(const char *input, size_t length, const Url *base, Url *ret_url)
{
    UrlText text = strip_input(input, length);
    Url url = { .username = TEXT(""), .password = TEXT(""), .host = TEXT(""), .path = TEXT(""), .query = TEXT(""),
                .fragment = TEXT(""), .port = -1 };
    Parser p = { text.bytes, text.bytes + text.length, &url, base, false };
    url.scheme = parse_scheme(&p);
    bool is_ok = url.scheme.length ? parse_after_scheme(&p) : parse_without_scheme(&p);
    if (is_ok)
        *ret_url = url;
    return is_ok;
}

/* ---- serializing */

UrlText url_host_and_port(const Url *url)
{
    if (url->port < 0)
        return url->has_host ? url->host : TEXT("");
    UrlBuffer out = { 0 };
    char port[8];
    buffer_add_text(&out, url->host);
    url_buffer_add(&out, port, (size_t)snprintf(port, sizeof port, ":%d", (int)url->port));
    return url_buffer_text(&out);
}

UrlText url_serialize(const Url *url, bool exclude_fragment)
{
    UrlBuffer out = { 0 };
    buffer_add_text(&out, url->scheme);
    buffer_add_char(&out, ':');
    if (url->has_host) {
        url_buffer_add(&out, "//", 2);
        if (url->username.length || url->password.length) {
            buffer_add_text(&out, url->username);
            if (url->password.length) {
                buffer_add_char(&out, ':');
                buffer_add_text(&out, url->password);
            }
            buffer_add_char(&out, '@');
        }
        buffer_add_text(&out, url_host_and_port(url));
    } else if (!url->has_opaque_path && url->path.length > 1 && url->path.bytes[0] == '/' && url->path.bytes[1] == '/') {
        url_buffer_add(&out, "/.", 2);
    }
    buffer_add_text(&out, url->path);
    if (url->has_query) {
        buffer_add_char(&out, '?');
        buffer_add_text(&out, url->query);
    }
    if (url->has_fragment && !exclude_fragment) {
        buffer_add_char(&out, '#');
        buffer_add_text(&out, url->fragment);
    }
    return url_buffer_text(&out);
}

UrlText url_origin(const Url *url)
{
    Url inner;
    if (text_is(url->scheme, "blob") && url_parse(url->path.bytes, url->path.length, NULL, &inner) &&
        (text_is(inner.scheme, "http") || text_is(inner.scheme, "https")))
        return url_origin(&inner);
    if (special_port(url->scheme) <= 0)
        return TEXT("null");
    UrlBuffer out = { 0 };
    buffer_add_text(&out, url->scheme);
    url_buffer_add(&out, "://", 3);
    buffer_add_text(&out, url_host_and_port(url));
    return url_buffer_text(&out);
}

/* ---- setters (6.1) */

static bool cannot_have_credentials(const Url *url)
{
    return !url->has_host || url->host.length == 0 || text_is(url->scheme, "file");
}

void url_set_protocol(Url *url, UrlText value)
{
    UrlText text = strip_input(value.bytes, value.length);
    UrlBuffer with_colon = { 0 };
    buffer_add_text(&with_colon, text);
    buffer_add_char(&with_colon, ':');
    Parser p = { with_colon.bytes, with_colon.bytes + with_colon.length, url, NULL, false };
    UrlText scheme = parse_scheme(&p);
    bool was_special = url_is_special(url), is_special = special_port(scheme) >= 0;
    if (scheme.length == 0 || was_special != is_special)
        return;
    if (text_is(scheme, "file") && (url->username.length || url->password.length || url->port >= 0))
        return;
    if (text_is(url->scheme, "file") && url->host.length == 0)
        return;
    url->scheme = scheme;
    if (url->port == special_port(scheme))
        url->port = -1;
}

void url_set_username(Url *url, UrlText value)
{
    if (!cannot_have_credentials(url))
        url->username = encoded(value, SET_C0 | SET_USERINFO);
}

void url_set_password(Url *url, UrlText value)
{
    if (!cannot_have_credentials(url))
        url->password = encoded(value, SET_C0 | SET_USERINFO);
}

void url_set_host(Url *url, UrlText value, bool hostname_only)
{
    if (url->has_opaque_path)
        return;
    UrlText text = strip_input(value.bytes, value.length);
    Parser p = { text.bytes, text.bytes + text.length, url, NULL, url_is_special(url) };
    while (!sees_slash(&p) && !is_path_end(&p))
        p.at++;
    const char *end = host_end(text.bytes, p.at);
    UrlText host = { text.bytes, (uint32_t)(end - text.bytes) };
    if (hostname_only && end < p.at)
        return;
    bool is_file = text_is(url->scheme, "file");
    if (host.length == 0 && ((p.is_special && !is_file) || url->username.length || url->password.length || url->port >= 0))
        return;
    UrlText parsed = TEXT("");
    if (host.length && !url_host_parse(host, !p.is_special, &parsed))
        return;
    url->host = is_file && text_is(parsed, "localhost") ? TEXT("") : parsed;
    url->has_host = true;
    if (end < p.at)
        url_set_port(url, (UrlText){ end + 1, (uint32_t)(p.at - end - 1) });
}

void url_set_port(Url *url, UrlText value)
{
    if (cannot_have_credentials(url))
        return;
    if (value.length == 0) {
        url->port = -1;
        return;
    }
    UrlText text = strip_input(value.bytes, value.length);
    uint32_t digits = 0;
    while (digits < text.length && is_digit(text.bytes[digits]))
        digits++;
    if (digits)
        parse_port((UrlText){ text.bytes, digits }, url->scheme, &url->port);
}

void url_set_pathname(Url *url, UrlText value)
{
    if (url->has_opaque_path)
        return;
    UrlText text = strip_input(value.bytes, value.length);
    Parser p = { text.bytes, text.bytes + text.length, url, NULL, url_is_special(url) };
    UrlBuffer path = { 0 };
    if (!p.is_special && at_end(&p)) {
        url->path = TEXT("");
        return;
    }
    if (sees_slash(&p))
        p.at++;
    parse_path(&p, &path, true);
    UrlText serialized = url_buffer_text(&path);
    UrlBuffer out = { 0 };
    for (uint32_t i = 0; i < serialized.length; i++) {
        if (serialized.bytes[i] == '?' || serialized.bytes[i] == '#')
            add_percent_encoded(&out, (unsigned char)serialized.bytes[i]);
        else
            buffer_add_char(&out, serialized.bytes[i]);
    }
    url->path = url_buffer_text(&out);
}

/* An opaque path ends in spaces only before a query or a fragment: else the serialized URL would be another one. */
static void strip_opaque_path(Url *url)
{
    if (!url->has_opaque_path || url->has_query || url->has_fragment)
        return;
    while (url->path.length && url->path.bytes[url->path.length - 1] == ' ')
        url->path.length--;
}

static void set_query(Url *url, bool has_query, UrlText query)
{
    url->has_query = has_query;
    url->query = query;
    strip_opaque_path(url);
}

void url_replace_query(Url *url, UrlText encoded_query)
{
    set_query(url, encoded_query.length > 0, encoded_query);
}

void url_set_search(Url *url, UrlText value)
{
    UrlText text = strip_input(value.bytes, value.length);
    if (text.length && text.bytes[0] == '?')
        text.bytes++, text.length--;
    UrlBuffer out = { 0 };
    add_encoded(&out, text.bytes, text.length, SET_C0 | (url_is_special(url) ? SET_SPECIAL_QUERY : SET_QUERY));
    set_query(url, value.length > 0, url_buffer_text(&out));
}

void url_set_hash(Url *url, UrlText value)
{
    UrlText text = strip_input(value.bytes, value.length);
    url->has_fragment = value.length > 0;
    if (text.length && text.bytes[0] == '#')
        text.bytes++, text.length--;
    url->fragment = encoded(text, SET_C0 | SET_FRAGMENT);
    strip_opaque_path(url);
}

/* ---- forms */

void url_form_encode(UrlBuffer *out, UrlText text)
{
    const uint8_t *table = encode_table();
    for (uint32_t i = 0; i < text.length; i++) {
        js_charge_round(i, 5);
        unsigned char c = (unsigned char)text.bytes[i];
        if (c == ' ')
            buffer_add_char(out, '+');
        else if (table[c] & SET_FORM)
            add_percent_encoded(out, c);
        else
            buffer_add_char(out, (char)c);
    }
}

UrlText url_form_decode(UrlText text)
{
    if (!text.length || (!memchr(text.bytes, '%', text.length) && !memchr(text.bytes, '+', text.length)))
        return text;
    UrlBuffer out = { 0 };
    for (uint32_t i = 0; i < text.length; i++) {
        int byte;
        js_charge_round(i, 5);
        if (text.bytes[i] == '+') {
            buffer_add_char(&out, ' ');
        } else if (url_percent_byte(text, i, &byte)) {
            buffer_add_char(&out, (char)byte);
            i += 2;
        } else {
            buffer_add_char(&out, text.bytes[i]);
        }
    }
    return url_buffer_text(&out);
}
