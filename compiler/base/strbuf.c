/* Growable text: the capacity doubles, and there is always room for the closing NUL. */
#include "strbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "utf.h"

static void strbuf_reserve(StrBuf *buf, size_t more)
{
    size_t wanted = buf->length + more + 1;
    if (wanted <= buf->capacity)
        return;
    size_t larger = buf->capacity ? buf->capacity * 2 : 64;
    if (larger < wanted)
        larger = wanted;
    buf->text = base_realloc(buf->text, larger);
    buf->capacity = larger;
}

void strbuf_add(StrBuf *buf, const char *bytes, size_t length)
{
    strbuf_reserve(buf, length);
    if (length)
        memcpy(buf->text + buf->length, bytes, length);
    buf->length += length;
    buf->text[buf->length] = 0;
}

void strbuf_adds(StrBuf *buf, const char *text)
{
    strbuf_add(buf, text, strlen(text));
}

void strbuf_addc(StrBuf *buf, char byte)
{
    strbuf_reserve(buf, 1);
    buf->text[buf->length++] = byte;
    buf->text[buf->length] = 0;
}

void strbuf_vaddf(StrBuf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    strbuf_reserve(buf, 0);
    size_t room = buf->capacity - buf->length;
    int length = vsnprintf(buf->text + buf->length, room, format, args);
    if (length >= 0 && (size_t)length >= room) {
        strbuf_reserve(buf, (size_t)length);
        vsnprintf(buf->text + buf->length, (size_t)length + 1, format, again);
    }
    va_end(again);
    if (length > 0)
        buf->length += (size_t)length;
    buf->text[buf->length] = 0;
}

void strbuf_addf(StrBuf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_vaddf(buf, format, args);
    va_end(args);
}

void strbuf_add_utf8(StrBuf *buf, uint32_t code_point)
{
    char bytes[4];
    strbuf_add(buf, bytes, utf8_encode(code_point, bytes));
}

void strbuf_pad(StrBuf *buf, char byte, size_t count)
{
    strbuf_reserve(buf, count);
    memset(buf->text + buf->length, byte, count);
    buf->length += count;
    buf->text[buf->length] = 0;
}

void strbuf_add_c_escaped(StrBuf *buf, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\' && byte != '?')
            strbuf_addc(buf, (char)byte);
        else
            strbuf_addf(buf, "\\%03o", byte);
    }
}

const char *strbuf_text(const StrBuf *buf)
{
    return buf->text ? buf->text : "";
}

char *strbuf_take(StrBuf *buf)
{
    strbuf_reserve(buf, 0);
    buf->text[buf->length] = 0;
    char *text = buf->text;
    *buf = (StrBuf){0};
    return text;
}

void strbuf_clear(StrBuf *buf)
{
    buf->length = 0;
    if (buf->text)
        buf->text[0] = 0;
}

void strbuf_free(StrBuf *buf)
{
    base_free(buf->text);
    *buf = (StrBuf){0};
}
