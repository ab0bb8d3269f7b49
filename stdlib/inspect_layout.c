/* How util.inspect lays out the entries of an object: on one line, in columns, or one line an entry.
 *
 * Invariant: the same decisions as Node.js 20 makes (reduceToSingleString, groupArrayElements), by the lengths of the texts in
 * code units. */
#include "stdlib/inspect_private.h"
#include "stdlib/support.h"

enum { COMPACT = 3, COLUMNS_MAX = 15 };

static bool has_newline(JsValue text)
{
    return js_string_index_of(js_string(text), js_string(js_string_from_code_unit('\n')), 0) >= 0;
}

/* Arranges more than six short texts in columns. `value` is the array they come from. */
static JsValue group_elements(Inspector *in, JsList *output, JsObject *array)
{
    uint32_t count = output->length - (output->length > INSPECT_ARRAY_MAX ? 1 : 0);
    double total = 0, longest = 0;
    for (uint32_t i = 0; i < count; i++) {
        total += inspect_length(output->values[i]) + 2;
        longest = fmax(longest, inspect_length(output->values[i]));
    }
    double widest = longest + 2;
    if (!(widest * 3 + in->indentation < INSPECT_BREAK_LENGTH && (total / widest > 5 || longest <= 6)))
        return JS_UNDEFINED;
    double biased = fmax(widest - 3 - sqrt(widest - total / output->length), 1);
    double wanted = floor(sqrt(2.5 * biased * count) / biased + 0.5);
    double fitting = floor((INSPECT_BREAK_LENGTH - in->indentation) / widest);
    uint32_t columns = (uint32_t)fmin(fmin(wanted, fitting), fmin(COMPACT * 4, COLUMNS_MAX));
    if (columns <= 1)
        return JS_UNDEFINED;
    uint32_t widths[COLUMNS_MAX] = {0};
    for (uint32_t i = 0; i < output->length; i++) {
        uint32_t width = i < count ? inspect_length(output->values[i]) + 2 : 2;
        if (i < count && width > widths[i % columns])
            widths[i % columns] = width;
    }
    bool pads_start = true;
    for (uint32_t i = 0; i < output->length && pads_start; i++) {
        JsValue element = array ? TRY(js_get_index(array, i)) : JS_UNDEFINED;
        pads_start = js_is_number(element) || js_is_bigint(element);
    }
    JsList lines = {0};
    for (uint32_t i = 0; i < count; i += columns) {
        uint32_t end = i + columns < count ? i + columns : count;
        JsStringBuilder line;
        js_builder_start(&line, INSPECT_BREAK_LENGTH);
        for (uint32_t j = i; j < end; j++) {
            bool is_last = j + 1 == end;
            int32_t padding = (int32_t)(widths[j - i] - inspect_length(output->values[j])) - 2;
            if (pads_start)
                inspect_add_spaces(&line, padding);
            js_builder_add_string(&line, js_string(output->values[j]));
            if (!is_last)
                js_builder_add_ascii(&line, ", ");
            if (!pads_start && !is_last)
                inspect_add_spaces(&line, padding);
        }
        js_list_push(&lines, TRY(js_builder_finish(&line)));
    }
    if (count < output->length)
        js_list_push(&lines, output->values[count]);
    *output = lines;
    return JS_UNDEFINED;
}

/* Does `output` fit onto one line that begins as it does? */
static bool fits_line(Inspector *in, const JsList *output, JsValue base, JsValue open)
{
    uint64_t start = output->length + in->indentation + inspect_length(open) + (base ? inspect_length(base) : 0) + 10;
    uint64_t total = output->length + start;
    if (total + output->length > INSPECT_BREAK_LENGTH)
        return false;
    for (uint32_t i = 0; i < output->length; i++) {
        total += inspect_length(output->values[i]);
        if (total > INSPECT_BREAK_LENGTH || has_newline(output->values[i]))
            return false;
    }
    return !base || !has_newline(base);
}

/* base, braces and entries as one text, on one line or one line an entry. base is 0 when there is none. */
JsValue inspect_lay_out(Inspector *in, JsList *output, JsValue base, JsValue open, const char *close, JsObject *array,
                       bool is_array_like, int32_t depth)
{
    uint32_t entries = output->length;
    if (is_array_like && entries > 6)
        TRY(group_elements(in, output, array));
    bool one_line = in->current_depth - depth < COMPACT && entries == output->length && fits_line(in, output, base, open);
    JsStringBuilder out;
    js_builder_start(&out, 80);
    if (base) {
        js_builder_add_string(&out, js_string(base));
        js_builder_add_unit(&out, ' ');
    }
    js_builder_add_string(&out, js_string(open));
    for (uint32_t i = 0; i < output->length; i++) {
        if (i > 0)
            js_builder_add_unit(&out, ',');
        js_builder_add_unit(&out, one_line ? ' ' : '\n');
        inspect_add_spaces(&out, one_line ? 0 : in->indentation + 2);
        js_builder_add_string(&out, js_string(output->values[i]));
    }
    js_builder_add_unit(&out, one_line ? ' ' : '\n');
    inspect_add_spaces(&out, one_line ? 0 : in->indentation);
    js_builder_add_ascii(&out, close);
    js_charge(output->length * 10);
    return js_builder_finish(&out);
}
