/* Base64 and hexadecimal forms of Uint8Array (ECMA-262 as of 2026, 23.3): to text, from text, and into an array.
 *
 * Invariant: decoding tells how far it came also when it fails, so that what was read before the fault can be stored. */
#include "stdlib/typed_array.h"

typedef enum LastChunk { LAST_LOOSE, LAST_STRICT, LAST_STOP } LastChunk;

/* What is decoded, and where to: at most `capacity` bytes. */
typedef struct Decoding {
    JsChars text;
    uint8_t *bytes;
    uint64_t capacity, length; /* of bytes */
    uint64_t read;             /* of text */
    bool is_url;
    LastChunk last_chunk;
} Decoding;

static const char base64_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char base64url_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* ---- decoding */

static int base64_value(uint16_t unit, bool is_url)
{
    const char *digits = is_url ? base64url_digits : base64_digits;
    const char *found = unit && unit < 128 ? strchr(digits, unit) : NULL;
    return found ? (int)(found - digits) : -1;
}

static uint32_t skip_white_space(JsChars text, uint32_t at)
{
    while (at < text.length && js_chars_at(text, at) < 128 && strchr("\t\n\f\r ", js_chars_at(text, at)) && js_chars_at(text, at))
        at++;
    return at;
}

static void put_bytes(Decoding *d, uint32_t chunk, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        d->bytes[d->length++] = (uint8_t)(chunk >> (16 - 8 * i));
}

/* DecodeFinalBase64Chunk: two or three digits. */
static bool put_last_chunk(Decoding *d, uint32_t chunk, uint32_t digits, bool is_exact)
{
    uint32_t bytes = digits - 1, bits = chunk << 6 * (4 - digits);
    if (is_exact && (bits & ((1u << (24 - 8 * bytes)) - 1)))
        return false;
    put_bytes(d, bits, bytes);
    d->read = d->text.length;
    return true;
}

static bool end_of_text(Decoding *d, uint32_t chunk, uint32_t digits)
{
    if (digits && d->last_chunk == LAST_STOP)
        return true;
    if (digits)
        return d->last_chunk == LAST_LOOSE && digits != 1 && put_last_chunk(d, chunk, digits, false);
    d->read = d->text.length;
    return true;
}

/* After a '=' behind `digits` digits; `at` is behind the sign. */
static bool padding(Decoding *d, uint32_t at, uint32_t chunk, uint32_t digits)
{
    if (digits < 2)
        return false;
    at = skip_white_space(d->text, at);
    if (digits == 2) {
        if (at == d->text.length)
            return d->last_chunk == LAST_STOP;
        if (js_chars_at(d->text, at) == '=')
            at = skip_white_space(d->text, at + 1);
    }
    return at == d->text.length && put_last_chunk(d, chunk, digits, d->last_chunk == LAST_STRICT);
}

/* FromBase64: false on a fault. */
static bool decode_base64(Decoding *d)
{
    uint32_t at = 0, chunk = 0, digits = 0;
    if (d->capacity == 0)
        return true;
    for (;;) {
        at = skip_white_space(d->text, at);
        if (at == d->text.length)
            return end_of_text(d, chunk, digits);
        uint16_t unit = js_chars_at(d->text, at++);
        if (unit == '=')
            return padding(d, at, chunk, digits);
        int value = base64_value(unit, d->is_url);
        if (value < 0)
            return false;
        uint64_t room = d->capacity - d->length;
        if ((room == 1 && digits == 2) || (room == 2 && digits == 3))
            return true;
        chunk = chunk << 6 | (uint32_t)value;
        if (++digits < 4)
            continue;
        put_bytes(d, chunk, 3);
        chunk = digits = 0;
        d->read = at;
        if (d->length == d->capacity)
            return true;
    }
}

static int hex_value(uint16_t unit)
{
    if (unit >= '0' && unit <= '9')
        return unit - '0';
    unit |= 32;
    return unit >= 'a' && unit <= 'f' ? unit - 'a' + 10 : -1;
}

/* FromHex: false on a fault. */
static bool decode_hex(Decoding *d)
{
    if (d->text.length % 2)
        return false;
    while (d->read < d->text.length && d->length < d->capacity) {
        int high = hex_value(js_chars_at(d->text, (uint32_t)d->read)), low = hex_value(js_chars_at(d->text, (uint32_t)d->read + 1));
        if (high < 0 || low < 0)
            return false;
        d->bytes[d->length++] = (uint8_t)(high << 4 | low);
        d->read += 2;
    }
    return true;
}

/* ---- arguments */

static JsValue option_of(JsValue options, const char *name)
{
    if (options == JS_UNDEFINED)
        return JS_UNDEFINED;
    if (!js_is_object(options))
        return js_throw_type_error("options must be an object");
    return js_get(js_object(options), js_key_from_ascii(name));
}

static bool is_text(JsValue v, const char *text)
{
    return js_is_string(v) && js_string_equals_ascii(js_string(v), text);
}

static int read_alphabet(JsValue options, bool *ret_is_url)
{
    JsValue v = option_of(options, "alphabet");
    if (v == JS_EXCEPTION)
        return -1;
    *ret_is_url = is_text(v, "base64url");
    if (v == JS_UNDEFINED || *ret_is_url || is_text(v, "base64"))
        return 1;
    js_throw_type_error("expected alphabet to be either \"base64\" or \"base64url\"");
    return -1;
}

static int read_last_chunk(JsValue options, LastChunk *ret)
{
    JsValue v = option_of(options, "lastChunkHandling");
    if (v == JS_EXCEPTION)
        return -1;
    *ret = is_text(v, "strict") ? LAST_STRICT : is_text(v, "stop-before-partial") ? LAST_STOP : LAST_LOOSE;
    if (v == JS_UNDEFINED || *ret != LAST_LOOSE || is_text(v, "loose"))
        return 1;
    js_throw_type_error("expected lastChunkHandling to be either \"loose\", \"strict\", or \"stop-before-partial\"");
    return -1;
}

static JsTypedArray *this_uint8_array(JsValue v)
{
    JsTypedArray *array = typed_array_of(v);
    if (array && typed_array_type(array) == JS_UINT8)
        return array;
    js_throw_type_error("this is not a Uint8Array");
    return NULL;
}

static int start_decoding(Decoding *d, JsValue text, JsValue options, bool is_hex)
{
    *d = (Decoding){0};
    if (!js_is_string(text)) {
        js_throw_type_error("expected input to be a string");
        return -1;
    }
    if (!is_hex && (read_alphabet(options, &d->is_url) < 0 || read_last_chunk(options, &d->last_chunk) < 0))
        return -1;
    d->text = js_string_chars(js_string(text));
    return 1;
}

/* ---- from text */

static JsValue throw_bad_text(bool is_hex)
{
    return js_throw_syntax_error(is_hex ? "string should only contain hex characters" : "invalid base64 text");
}

static JsValue make_from(JsValue text, JsValue options, bool is_hex)
{
    Decoding d;
    TRY_INT(start_decoding(&d, text, options, is_hex));
    d.capacity = (uint64_t)d.text.length / (is_hex ? 2 : 4) * (is_hex ? 1 : 3) + 3; /* enough, whatever it holds */
    JsArrayBuffer *bytes = TRY_PTR(array_buffer_new((double)d.capacity, -1, NULL));
    d.bytes = bytes->data;
    if (!(is_hex ? decode_hex(&d) : decode_base64(&d)))
        return throw_bad_text(is_hex);
    JsTypedArray *array = TRY_PTR(typed_array_new(JS_UINT8, (double)d.length, NULL));
    if (d.length)
        heap_copy(array->buffer->data, d.bytes, d.length);
    return js_value(array);
}

static JsValue set_from(JsValue this_value, JsValue text, JsValue options, bool is_hex)
{
    JsTypedArray *array = TRY_PTR(this_uint8_array(this_value));
    Decoding d;
    TRY_INT(start_decoding(&d, text, options, is_hex));
    if (typed_array_is_out_of_bounds(array, 1))
        return js_throw_type_error("the array's buffer is detached or too short");
    d.capacity = typed_array_length(array);
    d.bytes = array->buffer->data + array->byte_offset;
    array_buffer_touch(array->buffer, array->byte_offset, d.capacity);
    if (!(is_hex ? decode_hex(&d) : decode_base64(&d)))
        return throw_bad_text(is_hex);
    JsObject *result = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_put_own(result, js_key_from_ascii("read"), js_number((double)d.read), JS_DEFAULT_ATTRIBUTES);
    js_put_own(result, js_key_from_ascii("written"), js_number((double)d.length), JS_DEFAULT_ATTRIBUTES);
    return js_value(result);
}

JS_BUILTIN(uint8_array_from_base64) { return make_from(arg(0), arg(1), false); }
JS_BUILTIN(uint8_array_from_hex) { return make_from(arg(0), JS_UNDEFINED, true); }
JS_BUILTIN(uint8_array_set_from_base64) { return set_from(this_value, arg(0), arg(1), false); }
JS_BUILTIN(uint8_array_set_from_hex) { return set_from(this_value, arg(0), JS_UNDEFINED, true); }

/* ---- to text */

/* GetUint8ArrayBytes: the bytes now; TypeError when out of bounds. */
static int bytes_of(JsTypedArray *array, const uint8_t **ret_bytes, uint64_t *ret_length)
{
    if (typed_array_is_out_of_bounds(array, 1)) {
        js_throw_type_error("the array's buffer is detached or too short");
        return -1;
    }
    *ret_bytes = array->buffer->data + array->byte_offset;
    *ret_length = typed_array_length(array);
    return 1;
}

static JsValue encode_base64(const uint8_t *bytes, uint64_t length, const char *digits, bool is_padded)
{
    JsStringBuilder b;
    js_builder_start(&b, 64);
    for (uint64_t i = 0; i < length; i += 3) {
        uint64_t count = length - i < 3 ? length - i : 3;
        uint32_t chunk = (uint32_t)bytes[i] << 16 | (count > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) | (count > 2 ? bytes[i + 2] : 0);
        for (uint64_t j = 0; j < 4; j++)
            if (j <= count)
                js_builder_add_unit(&b, (uint8_t)digits[chunk >> (18 - 6 * j) & 63]);
            else if (is_padded)
                js_builder_add_unit(&b, '=');
    }
    return js_builder_finish(&b);
}

/* Uint8Array.prototype.toBase64 ( [ options ] ) */
JS_BUILTIN(uint8_array_to_base64)
{
    JsTypedArray *array = TRY_PTR(this_uint8_array(this_value));
    bool is_url;
    const uint8_t *bytes;
    uint64_t length;
    TRY_INT(read_alphabet(arg(0), &is_url));
    bool is_bare = js_to_boolean(TRY(option_of(arg(0), "omitPadding")));
    TRY_INT(bytes_of(array, &bytes, &length));
    return encode_base64(bytes, length, is_url ? base64url_digits : base64_digits, !is_bare);
}

/* Uint8Array.prototype.toHex ( ) */
JS_BUILTIN(uint8_array_to_hex)
{
    JsTypedArray *array = TRY_PTR(this_uint8_array(this_value));
    const uint8_t *bytes;
    uint64_t length;
    TRY_INT(bytes_of(array, &bytes, &length));
    JsStringBuilder b;
    js_builder_start(&b, 64);
    for (uint64_t i = 0; i < length; i++) {
        js_builder_add_unit(&b, (uint8_t)"0123456789abcdef"[bytes[i] >> 4]);
        js_builder_add_unit(&b, (uint8_t)"0123456789abcdef"[bytes[i] & 15]);
    }
    return js_builder_finish(&b);
}

static const JsBuiltin static_rows[] = {
    JS_METHOD("fromBase64", uint8_array_from_base64, 1, "23.3.1.1"),
    JS_METHOD("fromHex", uint8_array_from_hex, 1, "23.3.1.2"),
};
static const JsBuiltin prototype_rows[] = {
    JS_METHOD("setFromBase64", uint8_array_set_from_base64, 1, "23.3.2.1"),
    JS_METHOD("setFromHex", uint8_array_set_from_hex, 1, "23.3.2.2"),
    JS_METHOD("toBase64", uint8_array_to_base64, 0, "23.3.2.3"),
    JS_METHOD("toHex", uint8_array_to_hex, 0, "23.3.2.4"),
};

void realm_install_uint8_array_text(void)
{
    js_install_builtins(JS_INTRINSIC(UINT8_ARRAY), static_rows, JS_COUNT(static_rows));
    js_install_builtins(JS_INTRINSIC(UINT8_ARRAY_PROTOTYPE), prototype_rows, JS_COUNT(prototype_rows));
}
