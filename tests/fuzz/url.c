/* URL records: an input, and after a line feed the base that it is relative to. What a URL serializes to is a URL that
 * serializes to the same; setters keep that so. The heap is one region, empty again for each input. */
#include "fuzz.h"
#include "heap/heap.h"
#include "web/url_record.h"

enum { HEAP_BYTES = 4 << 20 };

struct JsHeap js_heap;
static _Alignas(16) char region[HEAP_BYTES];

void *js_alloc_slow(size_t bytes, bool has_pointers)
{
    REQUIRE(!"an input of these sizes fits");
    return NULL;
}

void js_charge(uint32_t work)
{
}

void heap_copy_strips(void *to, const void *from, size_t bytes)
{
    memmove(to, from, bytes);
}

static bool is_same(UrlText a, UrlText b)
{
    return a.length == b.length && (!a.length || !memcmp(a.bytes, b.bytes, a.length));
}

static void require_printable(UrlText text)
{
    for (uint32_t i = 0; i < text.length; i++)
        REQUIRE(text.bytes[i] > ' ' && text.bytes[i] < 127);
}

/* 4.5: parsing what was serialized gives the same URL. */
static void require_idempotent(const Url *url)
{
    UrlText text = url_serialize(url, false);
    char *copy = fuzz_copy(text.bytes, text.length);
    Url again;
    REQUIRE(url_parse(copy, text.length, NULL, &again));
    REQUIRE(is_same(url_serialize(&again, false), text));
    REQUIRE(is_same(again.scheme, url->scheme) && is_same(again.host, url->host) && is_same(again.path, url->path));
    REQUIRE(is_same(again.query, url->query) && is_same(again.fragment, url->fragment) && again.port == url->port);
    free(copy);
}

typedef void Setter(Url *url, UrlText value);

static void set_host(Url *url, UrlText value)
{
    url_set_host(url, value, false);
}

static void set_hostname(Url *url, UrlText value)
{
    url_set_host(url, value, true);
}

static bool is_file(const Url *url)
{
    return is_same(url->scheme, (UrlText){"file", 4});
}

static void require_setters_keep_it_so(const Url *url, UrlText value)
{
    static Setter *const setters[] = {url_set_protocol, url_set_username, url_set_password, set_host, set_hostname,
                                      url_set_port, url_set_pathname, url_set_search, url_set_hash};
    for (size_t i = 0; i < sizeof setters / sizeof *setters; i++) {
        Url changed = *url;
        setters[i](&changed, value);
        if (is_file(&changed) == is_file(url)) /* as a file URL's, the path `/C|` is parsed to `/C:` */
            require_idempotent(&changed);
    }
}

static void require_form_round_trip(UrlText text)
{
    UrlBuffer encoded = {0};
    url_form_encode(&encoded, text);
    REQUIRE(is_same(url_form_decode(url_buffer_text(&encoded)), text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    js_heap = (struct JsHeap){region, region + sizeof region};
    const uint8_t *line_end = size ? memchr(data, '\n', size) : NULL;
    size_t length = line_end ? (size_t)(line_end - data) : size;
    size_t base_length = line_end ? size - length - 1 : 0;
    char *input = fuzz_copy(data, length), *base_text = fuzz_copy(line_end ? line_end + 1 : data, base_length);
    Url base, url;
    bool has_base = line_end && url_parse(base_text, base_length, NULL, &base);
    if (url_parse(input, length, has_base ? &base : NULL, &url)) {
        require_idempotent(&url);
        require_setters_keep_it_so(&url, (UrlText){base_text, (uint32_t)base_length});
    }
    require_form_round_trip((UrlText){input, (uint32_t)length});
    free(base_text);
    free(input);
    return 0;
}
