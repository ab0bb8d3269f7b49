/* Regular expression objects (ECMA-262 22.2): what their files share, and what others need of them. */
#pragma once
#include "object/builtin.h"
#include "regexp/regexp.h"

/* A compiled program in a cell: of the agent's heap, or, for literals, of the shared heap. */
typedef struct JsRegExpCode {
    JsCell cell;               /* INTERNAL */
    JsValue next;              /* shared ones: the list that keeps them; else undefined */
    uint64_t program[];        /* RegexpProgram, copied */
} JsRegExpCode;
typedef struct JsRegExp {      /* kind REGEXP; own property lastIndex in its first slot */
    JsObject object;
    JsValue source;            /* [[OriginalSource]] */
    JsValue code;              /* JsRegExpCode */
    uint64_t flags;            /* RegexpFlags */
} JsRegExp;

JS_INLINE bool js_is_regexp_object(JsValue v) { return js_is_kind(v, JS_KIND_REGEXP); }
JS_INLINE JsRegExp *js_regexp(JsValue v) { return (JsRegExp *)js_cell(v); }
JS_INLINE const RegexpProgram *js_regexp_program(const JsRegExp *r)
{
    return (const RegexpProgram *)((JsRegExpCode *)js_cell(r->code))->program;
}

/* "/source/flags" of the internal slots, running no code. */
JsValue js_regexp_to_string(JsObject *regexp);
/* 22.2.3.1 RegExpCreate ( pattern, flags ): both strings. NULL on exception. */
JsRegExp *js_new_regexp(JsString *pattern, JsString *flags, JsObject *prototype);

/* An expression that nothing has been done to: no own properties but lastIndex, which is a writable data property, and the
 * methods and flag getters of RegExp.prototype are the built-in ones. Its protocol then runs no code of the program. */
bool js_regexp_is_pristine(JsValue v);
/* lastIndex of a pristine expression, which is then a plain data property; -1 when it is not a non-negative integer. */
double js_regexp_pristine_last_index(JsRegExp *r);
void js_regexp_set_pristine_last_index(JsRegExp *r, double index);

/* Runs the matcher at `start` <= length. captures has room for 2 * regexp_capture_count. 1 match, 0 none, -1 exception
 * (RangeError: too much memory for backtracking). Preemptible. */
int js_regexp_match(JsRegExp *r, JsString *s, uint32_t start, int32_t *captures);
/* As js_regexp_match, sticky as told. */
int js_regexp_match_as(JsRegExp *r, JsString *s, uint32_t start, bool is_sticky, int32_t *captures);
/* Scratch room for the captures of one match; NULL on exception. */
int32_t *js_regexp_captures(JsRegExp *r);
/* What a group matched, undefined where it did not take part; and the object of all named groups, undefined without any. */
JsValue js_regexp_capture_text(JsString *s, const int32_t *captures, uint32_t group);
JsValue js_regexp_groups(JsRegExp *r, JsString *s, const int32_t *captures);
/* 22.2.7.2, steps 20-36: the result array of a match. */
JsValue js_regexp_result(JsRegExp *r, JsString *s, const int32_t *captures);
/* 22.2.7.1 RegExpExec ( R, S ) and 22.2.7.2 RegExpBuiltinExec: an array, JS_NULL, or exception. */
JsValue js_regexp_exec(JsObject *r, JsString *s);
JsValue js_regexp_builtin_exec(JsRegExp *r, JsString *s);

/* Keeps a match for RegExp.$1 and the like (regexp_statics.c); count: its groups, the whole match among them. */
void regexp_note_match(JsString *subject, const int32_t *captures, uint32_t count);
void regexp_install_statics(JsObject *constructor);

/* The methods under well-known symbols (regexp_symbols.c). */
extern const JsBuiltin *const regexp_symbol_rows;
extern const uint32_t regexp_symbol_row_count;
void js_install_regexp_iterator(void);
