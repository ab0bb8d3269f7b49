/* The string builder: characters go into a STRING cell of the agent's, Latin-1 until a wider one comes, which is cut to its
 * length at the end. The cell's word is its capacity meanwhile; nobody else sees it. */
#include "string/internal.h"
#include "value/throw.h"
#include <stdarg.h>

enum { CAPACITY_MIN = 32 };

void js_builder_start(JsStringBuilder *b, uint32_t capacity)
{
    capacity = capacity < CAPACITY_MIN ? CAPACITY_MIN : capacity;
    *b = (JsStringBuilder){.capacity = capacity > JS_STRING_LENGTH_MAX ? JS_STRING_LENGTH_MAX : capacity};
    b->string = string_alloc(b->capacity, false);
    b->data = b->string->u.latin1;
}

/* Moves the text into a cell of that capacity, wide or not. */
static void move(JsStringBuilder *b, uint32_t capacity, bool is_wide)
{
    JsString *s = string_alloc(capacity, is_wide);
    if (is_wide && !b->is_wide) {
        string_widen(s->u.wide, b->data, b->length);
    } else {
        heap_copy(s->u.latin1, b->data, (size_t)b->length << is_wide);
    }
    b->string = s;
    b->data = s->u.latin1;
    b->capacity = capacity;
    b->is_wide = is_wide;
    js_charge(b->length / 4);
}

/* Room for `count` more characters, wide if told so. */
static bool reserve(JsStringBuilder *b, size_t count, bool is_wide)
{
    if (b->failed)
        return false;
    uint64_t needed = (uint64_t)b->length + count;
    if (needed <= b->capacity && (b->is_wide || !is_wide))
        return true;
    if (needed > JS_STRING_LENGTH_MAX) {
        js_throw_range_error("Invalid string length");
        b->failed = true;
        return false;
    }
    uint64_t capacity = b->capacity;
    if (needed > capacity)
        capacity = needed + needed / 2;
    move(b, (uint32_t)(capacity > JS_STRING_LENGTH_MAX ? JS_STRING_LENGTH_MAX : capacity), b->is_wide || is_wide);
    return true;
}

void js_builder_add_unit(JsStringBuilder *b, uint16_t unit)
{
    if (!reserve(b, 1, unit > 0xFF))
        return;
    if (b->is_wide)
        ((uint16_t *)b->data)[b->length++] = unit;
    else
        ((uint8_t *)b->data)[b->length++] = (uint8_t)unit;
}

void js_builder_add_code_point(JsStringBuilder *b, uint32_t code_point)
{
    if (code_point < 0x10000) {
        js_builder_add_unit(b, (uint16_t)code_point);
        return;
    }
    js_builder_add_unit(b, (uint16_t)(0xD7C0 + (code_point >> 10)));
    js_builder_add_unit(b, (uint16_t)(0xDC00 | (code_point & 0x3FF)));
}

void js_builder_add_latin1(JsStringBuilder *b, const uint8_t *text, size_t length)
{
    if (!reserve(b, length, false))
        return;
    if (!b->is_wide) {
        heap_copy((uint8_t *)b->data + b->length, text, length);
    } else {
        string_widen((uint16_t *)b->data + b->length, text, length);
    }
    b->length += (uint32_t)length;
}

void js_builder_add_utf16(JsStringBuilder *b, const uint16_t *text, size_t length)
{
    bool is_wide = false;
    for (size_t i = 0; i < length && !b->is_wide && !is_wide; i++)
        is_wide = text[i] > 0xFF;
    if (!reserve(b, length, is_wide))
        return;
    if (b->is_wide) {
        heap_copy((uint16_t *)b->data + b->length, text, length * 2);
    } else {
        uint8_t *to = (uint8_t *)b->data + b->length;
        for (size_t i = 0; i < length; i++)
            to[i] = (uint8_t)text[i];
    }
    b->length += (uint32_t)length;
}

void js_builder_add_range(JsStringBuilder *b, JsString *s, uint32_t from, uint32_t to)
{
    JsChars c = js_string_chars(s);
    if (c.latin1)
        js_builder_add_latin1(b, c.latin1 + from, to - from);
    else
        js_builder_add_utf16(b, c.wide + from, to - from);
}

void js_builder_add_string(JsStringBuilder *b, JsString *s)
{
    js_builder_add_range(b, s, 0, s->cell.word);
}

void js_builder_add_ascii(JsStringBuilder *b, const char *text)
{
    js_builder_add_latin1(b, (const uint8_t *)text, strlen(text));
}

JsValue js_builder_finish(JsStringBuilder *b)
{
    if (b->failed)
        return JS_EXCEPTION;
    if (b->length < 2)
        return b->is_wide ? js_string_from_utf16(b->data, b->length) : js_string_from_latin1(b->data, b->length);
    if (b->capacity - b->length > b->capacity / 4 && b->length < 1024)
        move(b, b->length, b->is_wide);
    b->string->cell.word = b->length;
    return js_value(b->string);
}
