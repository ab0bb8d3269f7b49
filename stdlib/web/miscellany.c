/* crypto.randomUUID and getRandomValues (Web Cryptography 10.1), performance.now (High Resolution Time 7). */
#include <errno.h>
#include <sys/random.h>
#include <time.h>

#include "stdlib/typed_array.h"
#include "web/web.h"

static void fill_random(uint8_t *bytes, size_t length)
{
    while (length) {
        ssize_t got = getrandom(bytes, length, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            js_must_failed("getrandom");
        bytes += got;
        length -= (size_t)got;
    }
}

/* Random bytes come from the kernel in blocks of a worker's own, since a call a UUID costs more than the UUID. */
static void take_random(uint8_t *bytes, size_t length)
{
    static uint8_t pool[1024];
    static size_t left;
    if (length > left) {
        fill_random(pool, sizeof pool);
        left = sizeof pool;
    }
    left -= length;
    memcpy(bytes, pool + left, length);
    memset(pool + left, 0, length);
}

JS_BUILTIN(crypto_random_uuid)
{
    (void)callee, (void)argc, (void)argv;
    TRY_PTR(web_this(WEB_CRYPTO, this_value));
    static const char digits[] = "0123456789abcdef";
    uint8_t bytes[16];
    take_random(bytes, sizeof bytes);
    bytes[6] = (uint8_t)(0x40 | (bytes[6] & 15));
    bytes[8] = (uint8_t)(0x80 | (bytes[8] & 63));
    JsString *s = TRY_PTR(js_string_new_latin1(36));
    uint8_t *out = s->u.latin1;
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *out++ = '-';
        *out++ = (uint8_t)digits[bytes[i] >> 4];
        *out++ = (uint8_t)digits[bytes[i] & 15];
    }
    return js_value(s);
}

JS_BUILTIN(crypto_get_random_values)
{
    (void)callee;
    TRY_PTR(web_this(WEB_CRYPTO, this_value));
    JsTypedArray *t = typed_array_of(arg(0));
    bool is_integer = t && typed_array_type(t) != JS_FLOAT16 && typed_array_type(t) != JS_FLOAT32 && typed_array_type(t) != JS_FLOAT64;
    if (!is_integer)
        return web_throw_dom_exception("TypeMismatchError", "The data argument must be an integer-type TypedArray");
    size_t length = typed_array_length(t) * typed_array_element_size(t);
    if (length > 65536)
        return web_throw_dom_exception("QuotaExceededError", "The requested length exceeds 65,536 bytes");
    array_buffer_touch(t->buffer, t->byte_offset, length);
    fill_random(t->buffer->data + t->byte_offset, length);
    return argv[0];
}

static struct timespec time_origin;

JS_BUILTIN(performance_now)
{
    (void)callee, (void)argc, (void)argv;
    TRY_PTR(web_this(WEB_PERFORMANCE, this_value));
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return js_number((double)(now.tv_sec - time_origin.tv_sec) * 1e3 + (double)(now.tv_nsec - time_origin.tv_nsec) / 1e6);
}

static const JsBuiltin crypto_prototype[] = {
    JS_METHOD_WITH("randomUUID", crypto_random_uuid, 0, JS_DEFAULT_ATTRIBUTES, "Web Cryptography 10.1"),
    JS_METHOD_WITH("getRandomValues", crypto_get_random_values, 1, JS_DEFAULT_ATTRIBUTES, "Web Cryptography 10.1"),
};
static const JsBuiltin performance_prototype[] = {
    JS_METHOD_WITH("now", performance_now, 0, JS_DEFAULT_ATTRIBUTES, "High Resolution Time 7"),
};

void web_install_miscellany(void)
{
    clock_gettime(CLOCK_MONOTONIC, &time_origin);
    web_install_class(WEB_CRYPTO, 0, web_illegal_constructor, crypto_prototype, JS_COUNT(crypto_prototype));
    web_install_class(WEB_PERFORMANCE, 0, web_illegal_constructor, performance_prototype, JS_COUNT(performance_prototype));
    WebObject *performance = web_new(WEB_PERFORMANCE, NULL);
    struct timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    double origin = (double)wall.tv_sec * 1e3 + (double)wall.tv_nsec / 1e6;
    js_put_own(&performance->object, js_key_from_ascii("timeOrigin"), js_double(origin), JS_ENUMERABLE | JS_CONFIGURABLE);
    js_put_own(js_realm->global, js_key_from_ascii("crypto"), js_value(web_new(WEB_CRYPTO, NULL)), JS_HIDDEN_ATTRIBUTES);
    js_put_own(js_realm->global, js_key_from_ascii("performance"), js_value(performance), JS_HIDDEN_ATTRIBUTES);
}
