/* Growable text.
 *
 * Invariant: once anything was added, text[length] is NUL; the text may hold NULs of its own. A zeroed StrBuf is empty
 * and ready for use. Owned by whoever declared it, who calls strbuf_free or takes the text by strbuf_take. */
#ifndef SINEW_BASE_STRBUF_H
#define SINEW_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct StrBuf {
    char *text;
    size_t length;
    size_t capacity;
} StrBuf;

/* Appends `length` bytes; a NUL-terminated string; one byte; what printf would write. */
void strbuf_add(StrBuf *buf, const char *bytes, size_t length);
void strbuf_adds(StrBuf *buf, const char *text);
void strbuf_addc(StrBuf *buf, char byte);
void strbuf_addf(StrBuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_vaddf(StrBuf *buf, const char *format, va_list args);

/* Appends the code point in UTF-8; a lone surrogate gives its three WTF-8 bytes. */
void strbuf_add_utf8(StrBuf *buf, uint32_t code_point);

/* Appends the byte `count` times. */
void strbuf_pad(StrBuf *buf, char byte, size_t count);

/* Appends the bytes as the inside of a C string literal (without the quotes): printable ASCII as it is, the rest as
 * three-digit octal escapes, so that no escape runs into a following digit and no trigraph arises. */
void strbuf_add_c_escaped(StrBuf *buf, const char *bytes, size_t length);

/* The text so far, NUL-terminated, never NULL; valid until the next addition. */
const char *strbuf_text(const StrBuf *buf);

/* The text as a block (base_free), NUL-terminated; the buffer is empty after it. */
char *strbuf_take(StrBuf *buf);

/* Forgets the text and keeps the memory. */
void strbuf_clear(StrBuf *buf);
void strbuf_free(StrBuf *buf);

#endif
