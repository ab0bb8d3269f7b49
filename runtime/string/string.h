/* Strings: flat (Latin-1 or UTF-16), ropes, slices, atoms. Immutable for programs; a rope is flattened in place (it becomes a
 * slice of its flat text), which nobody can observe. A string with only characters below 256 may still be wide.
 * Functions that make strings longer than JS_STRING_LENGTH_MAX throw RangeError "Invalid string length". */
#pragma once
#include "sinew.h"

/* ---- characters. A flat view; valid as long as the string lives. */
typedef struct JsChars {
    const uint8_t *latin1;   /* or NULL */
    const uint16_t *wide;    /* else */
    uint32_t length;
} JsChars;
JsChars js_string_chars_slow(JsString *s);                  /* of ropes, which it flattens, and slices */
JS_INLINE JsChars js_string_chars(JsString *s)
{
    if (js_unlikely(s->cell.flags & (JS_STRING_ROPE | JS_STRING_SLICE)))
        return js_string_chars_slow(s);
    if (s->cell.flags & JS_STRING_WIDE)
        return (JsChars){NULL, s->u.wide, s->cell.word};
    return (JsChars){s->u.latin1, NULL, s->cell.word};
}
JS_INLINE uint16_t js_chars_at(JsChars c, uint32_t i) { return c.latin1 ? c.latin1[i] : c.wide[i]; }
uint16_t js_string_at(JsString *s, uint32_t i);             /* i < length */
/* The code point at i (11.1.4 CodePointAt): surrogate pairs are joined. *ret_units is 1 or 2. */
uint32_t js_string_code_point_at(JsString *s, uint32_t i, uint32_t *ret_units);
void js_string_copy_utf16(JsString *s, uint32_t from, uint32_t count, uint16_t *out);

/* ---- making. Values are strings, or JS_EXCEPTION. */
JsValue js_string_from_latin1(const uint8_t *text, size_t length);
JsValue js_string_from_utf16(const uint16_t *text, size_t length);     /* narrowed when possible */
bool js_is_ascii(const uint8_t *bytes, size_t length);                 /* only below 0x80; may yield */
JsValue js_string_from_utf8(const char *bytes, size_t length);         /* malformed bytes become U+FFFD (as TextDecoder) */
JsValue js_string_from_ascii(const char *text);                        /* NUL-terminated */
JsValue js_string_from_format(const char *format, ...);                /* formats of value/throw.h */
JsValue js_string_from_code_unit(uint16_t unit);                       /* shared for Latin-1 */
JsValue js_string_from_code_point(uint32_t code_point);
/* Uninitialised flat strings, to be filled at once by the caller. NULL when too long (exception pending). */
JsString *js_string_new_latin1(size_t length);
JsString *js_string_new_wide(size_t length);
#define js_empty_string (js_atoms[ATOM_empty])

/* ---- operations */
JsValue js_string_concat(JsString *a, JsString *b);
JsValue js_string_substring(JsString *s, uint32_t from, uint32_t to);  /* from <= to <= length */
bool js_string_equals(JsString *a, JsString *b);
int js_string_compare(JsString *a, JsString *b);                       /* by code units: <0, 0, >0 */
uint32_t js_string_hash(JsString *s);                                  /* never 0 */
int64_t js_string_index_of(JsString *s, JsString *pattern, uint32_t from);      /* 6.1.4.1; -1 */
int64_t js_string_last_index_of(JsString *s, JsString *pattern, uint32_t from); /* greatest start <= from; -1 */
bool js_string_equals_ascii(JsString *s, const char *text);
double js_string_to_number(JsString *s);                               /* 7.1.4.1.1 */

/* ---- UTF-8. Lone surrogates become U+FFFD, or their WTF-8 form. */
size_t js_string_utf8_length(JsString *s);
size_t js_string_to_utf8(JsString *s, char *out, size_t capacity);     /* whole characters that fit; returns bytes written */
char *js_string_to_c(JsString *s);                                     /* malloc, WTF-8, NUL-terminated; caller frees */

/* ---- atoms and keys (atoms.c) */
void string_start(void);                                    /* once, after heap_start: the table and the well-known atoms */
uint32_t string_shared_atom_count(void);                    /* in this process; they stay */
JsValue js_atom_of(JsString *s);                            /* the atom with that text (s may look like an index) */
JsValue js_atom_from_ascii(const char *text);
JsValue js_known_atom(const uint8_t *text, uint32_t length);          /* that is shared already, or JS_EMPTY; text is no index */
/* Is a flat string (atoms are) this text? */
JS_INLINE bool js_string_is_latin1(const JsString *s, const uint8_t *text, uint32_t length)
{
    return s->cell.word == length && !(s->cell.flags & JS_STRING_WIDE) && !memcmp(s->u.latin1, text, length);
}
JsKey js_string_to_key(JsString *s);                        /* an index key, or the atom */
JsKey js_key_from_ascii(const char *text);
JsValue js_key_to_value(JsKey key);                         /* string or symbol value of a key */
JsKey js_key_from_double(double index);                     /* index is a non-negative integer up to 2^53 */
JS_INLINE uint32_t js_key_hash(JsKey k) { return *(uint32_t *)((char *)js_cell(k) + 8); } /* not for indices */
JS_INLINE bool js_key_is_symbol(JsKey k) { return js_is_symbol(k); }
JsValue js_number_to_string(JsValue number);                /* radix 10; small ones are cached */
JsValue js_double_to_string(double d);

typedef struct JsSymbol {
    JsCell cell;             /* aux: JsSymbolKind */
    uint32_t hash;           /* where JsString has it */
    uint32_t unused;
    JsValue description;     /* string or undefined */
} JsSymbol;
typedef enum JsSymbolKind { JS_SYMBOL_PLAIN, JS_SYMBOL_REGISTERED, JS_SYMBOL_WELL_KNOWN, JS_SYMBOL_PRIVATE } JsSymbolKind;
JsValue js_new_symbol(JsValue description, JsSymbolKind kind);
JS_INLINE JsSymbol *js_symbol(JsValue v) { return (JsSymbol *)js_cell(v); }
JS_INLINE bool js_key_is_private(JsKey k) { return js_is_symbol(k) && js_cell(k)->aux == JS_SYMBOL_PRIVATE; }

enum {
#define ATOM(name) ATOM_##name,
#define ATOM_TEXT(name, text) ATOM_##name,
#define SYMBOL(name)
#include "atoms.def"
#undef ATOM
#undef ATOM_TEXT
#undef SYMBOL
    ATOM_COUNT
};
enum {
#define ATOM(name)
#define ATOM_TEXT(name, text)
#define SYMBOL(name) SYM_##name,
#include "atoms.def"
#undef ATOM
#undef ATOM_TEXT
#undef SYMBOL
    SYM_COUNT
};
extern JsValue js_atoms[ATOM_COUNT];
extern JsValue js_symbols[SYM_COUNT];
#define JS_ATOM(name) (js_atoms[ATOM_##name])
#define JS_SYM(name) (js_symbols[SYM_##name])   /* JS_SYM(iterator) is @@iterator */

/* ---- builder. In C locals; its memory is the agent's heap. Errors stick: finish returns JS_EXCEPTION then. */
typedef struct JsStringBuilder {
    void *data;              /* characters in a STRING cell that is finished in place */
    JsString *string;
    uint32_t length, capacity;
    bool is_wide, failed;
} JsStringBuilder;
void js_builder_start(JsStringBuilder *b, uint32_t capacity);
void js_builder_add_unit(JsStringBuilder *b, uint16_t unit);
void js_builder_add_code_point(JsStringBuilder *b, uint32_t code_point);
void js_builder_add_string(JsStringBuilder *b, JsString *s);
void js_builder_add_range(JsStringBuilder *b, JsString *s, uint32_t from, uint32_t to);
void js_builder_add_latin1(JsStringBuilder *b, const uint8_t *text, size_t length);
void js_builder_add_utf16(JsStringBuilder *b, const uint16_t *text, size_t length);
void js_builder_add_ascii(JsStringBuilder *b, const char *text);
JsValue js_builder_finish(JsStringBuilder *b);
