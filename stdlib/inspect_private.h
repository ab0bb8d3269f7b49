/* What the files of util.inspect share. */
#pragma once
#include "object/object.h"
#include "stdlib/inspect.h"

typedef struct Inspector {
    JsInspectOptions options;
    int32_t depth;          /* of the object being formatted; the outermost is 0 */
    int32_t current_depth;  /* of the object entered last */
    int32_t indentation;    /* in columns */
    JsList seen;            /* objects being formatted, outermost first */
    JsList circular;        /* objects that something refers back to, in order of their numbers */
    uint64_t made;          /* units of text, all levels */
} Inspector;

enum { INSPECT_BREAK_LENGTH = 80, INSPECT_ARRAY_MAX = 100 };

static inline uint32_t inspect_length(JsValue text) { return js_string_length(js_string(text)); }

JsValue inspect_value(Inspector *in, JsValue v);
JsValue inspect_primitive(Inspector *in, JsValue v);
/* Appends the texts of what an object of a built-in kind holds, beside its properties. */
JsValue inspect_list_contents(Inspector *in, JsObject *o, JsList *output);
/* "Map" or "Set" of their iterators, else NULL. */
const char *inspect_iterator_name(JsObject *object);
/* base, braces and entries as one text. base is 0 when there is none; array: where the entries come from, or NULL; depth: of
 * the entries. */
JsValue inspect_lay_out(Inspector *in, JsList *output, JsValue base, JsValue open, const char *close, JsObject *array,
                        bool is_array_like, int32_t depth);
JsValue inspect_property(Inspector *in, JsObject *object, JsKey key);
/* In quotes that need the least escapes. */
JsValue inspect_quote(JsString *s);
JsValue inspect_number(JsValue v);
JsValue inspect_symbol(JsValue v);
void inspect_add_spaces(JsStringBuilder *out, int32_t count);
/* [[Prototype]] without running traps; NULL at the end. */
JsObject *inspect_prototype(JsObject *object);
JsValue inspect_constructor_name(JsObject *object);
JsValue inspect_prefix(JsValue constructor, JsValue tag, const char *fallback, const char *size);
/* An error's head: its stack, or its name and message in brackets. Takes keys that it shows out of `keys`, and adds `cause`
 * and `errors`. */
JsValue inspect_error(Inspector *in, JsObject *error, JsValue constructor, JsValue tag, JsList *keys);
/* What the object's own method of inspection makes of it (v: the object, or a proxy of it); JS_EMPTY when it has none. */
JsValue inspect_custom(Inspector *in, JsValue v, JsObject *object);
/* The text with every line but the first moved to the right. */
JsValue inspect_indent_lines(JsString *text, int32_t indentation);
/* The symbol of such methods. */
JsValue inspect_custom_symbol(void);
