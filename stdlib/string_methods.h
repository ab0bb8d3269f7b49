/* What the files of the String global share. */
#pragma once
#include "stdlib/support.h"

/* RequireObjectCoercible and ToString of `this`: the opening steps of nearly every method. NULL on exception. */
JsString *string_this(JsValue this_value, const char *method);
#define TRY_THIS_STRING(method) TRY_PTR(string_this(this_value, "String.prototype." method))
/* A match, for what replaces it. */
typedef struct JsSubstitution {
    JsString *string;          /* that is searched */
    uint32_t position;         /* of the match, at most the string's length */
    JsString *matched;
    uint32_t capture_count;
    const JsValue *captures;   /* strings or undefined; or NULL: then, as also the whole match, they are */
    const int32_t *ranges;     /* of the string: start and end of the match and of each capture, -1 without one */
    JsValue named_captures;    /* object or undefined */
} JsSubstitution;
/* 22.1.3.19.1 GetSubstitution: appends the replacement text. Undefined or exception. */
JsValue js_get_substitution(JsStringBuilder *out, const JsSubstitution *match, JsString *replacement);
/* 22.1.3.32.1 TrimString */
typedef enum StringTrim { STRING_TRIM_START = 1, STRING_TRIM_END = 2 } StringTrim;

extern const JsBuiltin string_text_rows[], string_pattern_rows[], string_html_rows[];
extern const uint32_t string_text_row_count, string_pattern_row_count, string_html_row_count;
