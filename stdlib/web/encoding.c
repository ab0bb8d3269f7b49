/* TextEncoder and TextDecoder (Encoding Standard, UTF-8 and its labels, Latin-1 and UTF-16LE), atob and btoa (HTML 8.3). */
#include "stdlib/typed_array.h"
#include "web/web.h"

/* ---- TextEncoder */

JS_CONSTRUCTOR_BUILTIN(text_encoder_construct)
{
    (void)callee, (void)argc, (void)argv;
    return js_value(TRY_PTR(web_new_from_constructor(WEB_TEXT_ENCODER, new_target)));
}

JS_BUILTIN(text_encoder_encode)
{
    (void)callee;
    TRY_PTR(web_this(WEB_TEXT_ENCODER, this_value));
    JsString *s = arg(0) == JS_UNDEFINED ? js_string(js_empty_string) : TRY_PTR(js_to_string(argv[0]));
    size_t length = js_string_utf8_length(s);
    JsTypedArray *bytes = TRY_PTR(typed_array_new(JS_UINT8, (double)length, NULL));
    js_string_to_utf8(s, (char *)bytes->buffer->data, length);
    js_charge((uint32_t)length / 4);
    return js_value(bytes);
}

/* Encoding Standard 8.3: { read, written } */
JS_BUILTIN(text_encoder_encode_into)
{
    (void)callee;
    TRY_PTR(web_this(WEB_TEXT_ENCODER, this_value));
    JsString *s = TRY_PTR(js_to_string(arg(0)));
    JsTypedArray *target = typed_array_of(arg(1));
    if (!target || typed_array_type(target) != JS_UINT8)
        return js_throw_type_error("The \"dest\" argument must be an instance of Uint8Array");
    uint64_t room = typed_array_length(target);
    array_buffer_touch(target->buffer, target->byte_offset, room);
    char *out = (char *)target->buffer->data + target->byte_offset;
    size_t written = js_string_to_utf8(s, out, room);
    uint32_t read = 0;
    for (size_t i = 0; i < written; i++)
        if (((unsigned char)out[i] & 0xc0) != 0x80)
            read += (unsigned char)out[i] >= 0xf0 ? 2 : 1;
    JsObject *result = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_put_own(result, js_key_from_ascii("read"), js_uint(read), JS_DEFAULT_ATTRIBUTES);
    js_put_own(result, js_key_from_ascii("written"), js_number((double)written), JS_DEFAULT_ATTRIBUTES);
    return js_value(result);
}

JS_BUILTIN(encoding_is_utf8)
{
    (void)callee, (void)argc, (void)argv, (void)this_value;
    return js_string_from_ascii("utf-8");
}

/* ---- TextDecoder */

enum { DECODER_ENCODING, DECODER_FLAGS, DECODER_PENDING };  /* fields: int, int, list of pending bytes as a string */
enum { FLAG_FATAL = 1, FLAG_IGNORE_BOM = 2, FLAG_BOM_SEEN = 4 };
typedef enum Encoding { ENCODING_UTF8, ENCODING_LATIN1, ENCODING_UTF16LE } Encoding;

static const struct { const char *label; Encoding encoding; } labels[] = {
    { "utf-8", ENCODING_UTF8 }, { "utf8", ENCODING_UTF8 }, { "unicode-1-1-utf-8", ENCODING_UTF8 },
    { "latin1", ENCODING_LATIN1 }, { "iso-8859-1", ENCODING_LATIN1 }, { "windows-1252", ENCODING_LATIN1 },
    { "ascii", ENCODING_LATIN1 }, { "us-ascii", ENCODING_LATIN1 },
    { "utf-16", ENCODING_UTF16LE }, { "utf-16le", ENCODING_UTF16LE }, { "ucs-2", ENCODING_UTF16LE },
};
static const char *const encoding_names[] = { "utf-8", "windows-1252", "utf-16le" };

static int find_encoding(JsString *label)
{
    char text[32];
    JsChars c = js_string_chars(label);
    uint32_t from = 0, to = c.length;
    while (from < to && js_chars_at(c, from) <= ' ')
        from++;
    while (to > from && js_chars_at(c, to - 1) <= ' ')
        to--;
    if (to - from >= sizeof text)
        return -1;
    for (uint32_t i = from; i < to; i++) {
        uint16_t unit = js_chars_at(c, i);
        text[i - from] = (char)(unit >= 'A' && unit <= 'Z' ? unit | 32 : unit > 126 ? '?' : unit);
    }
    text[to - from] = 0;
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (!strcmp(labels[i].label, text))
            return (int)labels[i].encoding;
    return -1;
}

JS_CONSTRUCTOR_BUILTIN(text_decoder_construct)
{
    (void)callee;
    int encoding = ENCODING_UTF8;
    if (arg(0) != JS_UNDEFINED) {
        JsString *label = TRY_PTR(js_to_string(argv[0]));
        encoding = find_encoding(label);
        if (encoding < 0)
            return js_throw_range_error("The \"%S\" encoding is not supported", label);
    }
    int flags = js_to_boolean(TRY(web_member(arg(1), JS_ATOM(fatal)))) ? FLAG_FATAL : 0;
    if (js_to_boolean(TRY(web_member(arg(1), JS_ATOM(ignoreBOM)))))
        flags |= FLAG_IGNORE_BOM;
    WebObject *d = TRY_PTR(web_new_from_constructor(WEB_TEXT_DECODER, new_target));
    d->fields[DECODER_ENCODING] = js_int(encoding);
    d->fields[DECODER_FLAGS] = js_int(flags);
    d->fields[DECODER_PENDING] = js_empty_string;
    return js_value(d);
}

/* How many bytes at the end of well-formed-so-far UTF-8 are the beginning of a longer sequence. */
static size_t incomplete_tail(const uint8_t *bytes, size_t length)
{
    for (size_t back = 1; back <= 3 && back <= length; back++) {
        uint8_t c = bytes[length - back];
        if ((c & 0xc0) == 0x80)
            continue;
        size_t wanted = c >= 0xf0 && c < 0xf5 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1;
        return wanted > back && c < 0xf5 ? back : 0;
    }
    return 0;
}

static bool is_well_formed_utf8(const uint8_t *s, size_t length)
{
    for (size_t i = 0; i < length;) {
        uint8_t c = s[i];
        size_t more = c < 0x80 ? 0 : c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xf0 && c < 0xf5 ? 3 : 9;
        if (more == 9 || i + more >= length + (more ? 0 : 1))
            return false;
        for (size_t k = 1; k <= more; k++)
            if ((s[i + k] & 0xc0) != 0x80)
                return false;
        if ((c == 0xe0 && s[i + 1] < 0xa0) || (c == 0xed && s[i + 1] > 0x9f) || (c == 0xf0 && s[i + 1] < 0x90) ||
            (c == 0xf4 && s[i + 1] > 0x8f))
            return false;
        i += more + 1;
        js_charge_round(i, 2);
    }
    return true;
}

static JsValue decode_utf8(WebObject *d, uint8_t *bytes, size_t length, bool is_stream)
{
    int flags = js_as_int(d->fields[DECODER_FLAGS]);
    size_t tail = is_stream ? incomplete_tail(bytes, length) : 0;
    web_set_field(d, DECODER_PENDING, js_string_from_latin1(bytes + length - tail, tail));
    length -= tail;
    if ((flags & FLAG_FATAL) && !is_well_formed_utf8(bytes, length)) {
        JsValue error = js_new_error(JS_ERROR_TYPE, js_string_from_ascii("The encoded data was not valid for encoding utf-8"));
        js_put_own(js_object(error), js_key_from_ascii("code"), js_string_from_ascii("ERR_ENCODING_INVALID_ENCODED_DATA"),
                   JS_DEFAULT_ATTRIBUTES);
        return js_throw(error);
    }
    size_t skip = 0;
    if (!(flags & (FLAG_IGNORE_BOM | FLAG_BOM_SEEN)) && length >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3))
        skip = 3;
    int seen = is_stream ? (length ? FLAG_BOM_SEEN : flags & FLAG_BOM_SEEN) : 0;
    web_set_field(d, DECODER_FLAGS, js_int((flags & ~FLAG_BOM_SEEN) | seen));
    js_charge((uint32_t)length / 4);
    return web_string_from_text((char *)bytes + skip, length - skip);
}

/* windows-1252: Latin-1 but for 0x80 to 0x9f. */
static JsValue decode_latin1(const uint8_t *bytes, size_t length)
{
    static const uint16_t high[32] = { 0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160,
                                       0x2039, 0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
                                       0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178 };
    JsStringBuilder b;
    js_builder_start(&b, (uint32_t)length);
    for (size_t i = 0; i < length; i++) {
        js_builder_add_unit(&b, bytes[i] >= 0x80 && bytes[i] < 0xa0 ? high[bytes[i] - 0x80] : bytes[i]);
        js_charge_round(i, 4);
    }
    return js_builder_finish(&b);
}

static JsValue decode_utf16(const uint8_t *bytes, size_t length, bool ignores_bom)
{
    size_t count = length / 2;
    uint16_t *units = (uint16_t *)(void *)web_alloc_bytes(count * 2 + 2);
    heap_copy(units, bytes, count * 2);
    if (length % 2)
        units[count++] = 0xfffd;
    bool has_bom = count && units[0] == 0xfeff && !ignores_bom;
    JsValue s = js_string_from_utf16(units + has_bom, count - has_bom);
    return s == JS_EXCEPTION ? s : js_value(TRY_PTR(web_to_usv_string(s)));
}

JS_BUILTIN(text_decoder_decode)
{
    (void)callee;
    WebObject *d = TRY_PTR(web_this(WEB_TEXT_DECODER, this_value));
    uint8_t *source = NULL;
    size_t length = 0;
    if (arg(0) != JS_UNDEFINED && !array_buffer_source(argv[0], &source, &length))
        return js_throw_type_error("The \"list\" argument must be an instance of SharedArrayBuffer, ArrayBuffer or "
                                   "ArrayBufferView.");
    bool is_stream = js_to_boolean(TRY(web_member(arg(1), JS_ATOM(stream))));
    JsChars pending = js_string_chars(js_string(d->fields[DECODER_PENDING]));
    uint8_t *bytes = (uint8_t *)web_alloc_bytes(pending.length + length);
    for (uint32_t i = 0; i < pending.length; i++)
        bytes[i] = (uint8_t)js_chars_at(pending, i);
    if (length)
        heap_copy(bytes + pending.length, source, length);
    switch ((Encoding)js_as_int(d->fields[DECODER_ENCODING])) {
    case ENCODING_UTF8: return decode_utf8(d, bytes, pending.length + length, is_stream);
    case ENCODING_LATIN1: return decode_latin1(bytes, length);
    case ENCODING_UTF16LE:
        return decode_utf16(bytes, length, js_as_int(d->fields[DECODER_FLAGS]) & FLAG_IGNORE_BOM);
    }
    return JS_UNDEFINED;
}

JS_BUILTIN(text_decoder_encoding)
{
    (void)callee, (void)argc, (void)argv;
    WebObject *d = TRY_PTR(web_this(WEB_TEXT_DECODER, this_value));
    return js_string_from_ascii(encoding_names[js_as_int(d->fields[DECODER_ENCODING])]);
}

JS_BUILTIN(text_decoder_fatal)
{
    (void)callee, (void)argc, (void)argv;
    return js_boolean(js_as_int(TRY_PTR(web_this(WEB_TEXT_DECODER, this_value))->fields[DECODER_FLAGS]) & FLAG_FATAL);
}

JS_BUILTIN(text_decoder_ignore_bom)
{
    (void)callee, (void)argc, (void)argv;
    return js_boolean(js_as_int(TRY_PTR(web_this(WEB_TEXT_DECODER, this_value))->fields[DECODER_FLAGS]) & FLAG_IGNORE_BOM);
}

/* ---- base64 (HTML 8.3, Infra 6) */

static JsValue throw_invalid_character(const char *message)
{
    return web_throw_dom_exception("InvalidCharacterError", message);
}

JS_BUILTIN(base64_encode)
{
    (void)callee, (void)this_value;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (argc == 0)
        return js_throw_type_error("The \"data\" argument must be specified");
    JsString *s = TRY_PTR(js_to_string(argv[0]));
    JsChars c = js_string_chars(s);
    for (uint32_t i = 0; !c.latin1 && i < c.length; i++)
        if (c.wide[i] > 255)
            return throw_invalid_character("Invalid character");
    JsString *out = TRY_PTR(js_string_new_latin1(((size_t)c.length + 2) / 3 * 4));
    uint8_t *to = out->u.latin1;
    for (uint32_t i = 0; i < c.length; i += 3) {
        uint32_t left = c.length - i;
        uint32_t group = (uint32_t)js_chars_at(c, i) << 16;
        group |= left > 1 ? (uint32_t)js_chars_at(c, i + 1) << 8 : 0;
        group |= left > 2 ? js_chars_at(c, i + 2) : 0;
        *to++ = (uint8_t)digits[group >> 18];
        *to++ = (uint8_t)digits[group >> 12 & 63];
        *to++ = left > 1 ? (uint8_t)digits[group >> 6 & 63] : '=';
        *to++ = left > 2 ? (uint8_t)digits[group & 63] : '=';
        js_charge_round(i / 3, 6);
    }
    return js_value(out);
}

static int base64_digit(unsigned c)
{
    if (c >= 'A' && c <= 'Z')
        return (int)c - 'A';
    if (c >= 'a' && c <= 'z')
        return (int)c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return (int)c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool is_ascii_white_space(unsigned c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; }

JS_BUILTIN(base64_decode)
{
    (void)callee, (void)this_value;
    if (argc == 0)
        return js_throw_type_error("The \"data\" argument must be specified");
    JsString *s = TRY_PTR(js_to_string(argv[0]));
    JsChars c = js_string_chars(s);
    uint8_t *digits = (uint8_t *)web_alloc_bytes((size_t)c.length + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < c.length; i++) {
        if (!is_ascii_white_space(js_chars_at(c, i)))
            digits[count++] = js_chars_at(c, i) > 127 ? 0 : (uint8_t)js_chars_at(c, i);
        js_charge_round(i, 3);
    }
    if (count % 4 == 0 && count && digits[count - 1] == '=')
        count -= count > 1 && digits[count - 2] == '=' ? 2 : 1;
    if (count % 4 == 1)
        return throw_invalid_character("The string to be decoded is not correctly encoded.");
    JsStringBuilder b;
    js_builder_start(&b, count / 4 * 3 + 3);
    uint32_t group = 0, bits = 0;
    for (uint32_t i = 0; i < count; i++) {
        int digit = base64_digit(digits[i]);
        if (digit < 0)
            return throw_invalid_character("The string to be decoded is not correctly encoded.");
        group = group << 6 | (uint32_t)digit;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            js_builder_add_unit(&b, group >> bits & 255);
        }
        js_charge_round(i, 4);
    }
    return js_builder_finish(&b);
}

static const JsBuiltin text_encoder_prototype[] = {
    JS_METHOD_WITH("encode", text_encoder_encode, 0, JS_DEFAULT_ATTRIBUTES, "Encoding 8.3"),
    JS_METHOD_WITH("encodeInto", text_encoder_encode_into, 2, JS_DEFAULT_ATTRIBUTES, "Encoding 8.3"),
    JS_GETTER("encoding", encoding_is_utf8, "Encoding 8.1"),
};
static const JsBuiltin text_decoder_prototype[] = {
    JS_METHOD_WITH("decode", text_decoder_decode, 0, JS_DEFAULT_ATTRIBUTES, "Encoding 8.2"),
    JS_GETTER("encoding", text_decoder_encoding, "Encoding 8.1"),
    JS_GETTER("fatal", text_decoder_fatal, "Encoding 8.1"),
    JS_GETTER("ignoreBOM", text_decoder_ignore_bom, "Encoding 8.1"),
};
static const JsBuiltin base64_functions[] = {
    JS_METHOD_WITH("btoa", base64_encode, 1, JS_DEFAULT_ATTRIBUTES, "HTML 8.3"),
    JS_METHOD_WITH("atob", base64_decode, 1, JS_DEFAULT_ATTRIBUTES, "HTML 8.3"),
};

void web_install_encoding(void)
{
    web_install_class(WEB_TEXT_ENCODER, 0, text_encoder_construct, text_encoder_prototype, JS_COUNT(text_encoder_prototype));
    web_install_class(WEB_TEXT_DECODER, 0, text_decoder_construct, text_decoder_prototype, JS_COUNT(text_decoder_prototype));
    js_install_builtins(js_realm->global, base64_functions, JS_COUNT(base64_functions));
}
