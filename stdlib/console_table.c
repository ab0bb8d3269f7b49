/* console.table, as Node.js 20 prints it.
 *
 * Invariant: cells are texts; a column is as wide as its widest cell and two blanks. */
#include <unistd.h>
#include "stdlib/collection.h"
#include "stdlib/console.h"
#include "stdlib/inspect.h"
#include "stdlib/support.h"

/* Rows and columns of texts. cells[row * columns.length + column] is JS_EMPTY where there is nothing. */
typedef struct Table {
    JsList columns;       /* heads; the first is that of the indices */
    JsList rows;          /* JsList of cells in arrays: one JS array a row, by column number */
} Table;

static JsValue cell_text(JsValue v)
{
    return js_inspect(v, (JsInspectOptions){0, false});
}

static JsValue column_of(Table *table, JsValue head, uint32_t *ret_column)
{
    for (uint32_t i = 1; i < table->columns.length; i++) {
        if (!js_string_equals(js_string(table->columns.values[i]), js_string(head)))
            continue;
        *ret_column = i;
        return JS_UNDEFINED;
    }
    js_list_push(&table->columns, head);
    *ret_column = table->columns.length - 1;
    return JS_UNDEFINED;
}

static JsValue set_cell(JsValue row, uint32_t column, JsValue v)
{
    TRY_INT(js_create_data_property_at(js_object(row), column, TRY(cell_text(v))));
    return JS_UNDEFINED;
}

/* The cells of one row: the value's own properties, or the value itself in the last column, "Values". */
static JsValue add_row(Table *table, JsValue index, JsValue v, JsValue filter, JsList *plain_values)
{
    JsValue row = TRY(js_new_array(0, NULL));
    TRY_INT(js_create_data_property_at(js_object(row), 0, index));
    js_list_push(&table->rows, row);
    js_list_push(plain_values, js_is_object(v) && !js_is_callable(v) ? JS_EMPTY : v);
    if (!js_is_object(v) || js_is_callable(v))
        return JS_UNDEFINED;
    JsList keys = {0};
    TRY_INT(js_enumerable_own_properties(js_object(v), JS_OWN_KEYS, &keys));
    if (js_is_object(filter)) {
        keys = (JsList){0};
        TRY_INT(js_create_list_from_array_like(filter, &keys));
    }
    for (uint32_t i = 0; i < keys.length; i++) {
        uint32_t column;
        JsString *name = TRY_STRING(keys.values[i]);
        TRY(column_of(table, js_value(name), &column));
        JsKey key = js_string_to_key(name);
        if (TRY_INT(js_has_own_property(js_object(v), key)))
            TRY(set_cell(row, column, TRY(js_get(js_object(v), key))));
    }
    return JS_UNDEFINED;
}

static JsValue add_values_column(Table *table, const JsList *plain_values)
{
    bool has_any = false;
    for (uint32_t i = 0; i < plain_values->length; i++)
        has_any |= plain_values->values[i] != JS_EMPTY;
    if (!has_any)
        return JS_UNDEFINED;
    js_list_push(&table->columns, TRY(js_string_from_ascii("Values")));
    for (uint32_t i = 0; i < plain_values->length; i++)
        if (plain_values->values[i] != JS_EMPTY)
            TRY(set_cell(table->rows.values[i], table->columns.length - 1, plain_values->values[i]));
    return JS_UNDEFINED;
}

static JsValue fill_from_collection(Table *table, JsCollection *c)
{
    bool is_map = c->object.cell.kind == JS_KIND_MAP;
    JsCollectionCursor cursor = {0};
    JsValue key, v;
    uint32_t column;
    table->columns.values[0] = TRY(js_string_from_ascii("(iteration index)"));
    if (is_map)
        TRY(column_of(table, TRY(js_string_from_ascii("Key")), &column));
    TRY(column_of(table, TRY(js_string_from_ascii("Values")), &column));
    for (uint32_t i = 0; js_collection_next(c, &cursor, &key, &v); i++) {
        JsValue row = TRY(js_new_array(0, NULL));
        TRY_INT(js_create_data_property_at(js_object(row), 0, js_number_to_string(js_uint(i))));
        TRY(set_cell(row, 1, key));
        if (is_map)
            TRY(set_cell(row, 2, v));
        js_list_push(&table->rows, row);
    }
    return JS_UNDEFINED;
}

static JsValue fill_from_object(Table *table, JsObject *object, JsValue filter)
{
    JsList keys = {0}, plain_values = {0};
    TRY_INT(js_enumerable_own_properties(object, JS_OWN_KEYS, &keys));
    for (uint32_t i = 0; i < keys.length; i++) {
        JsValue v = TRY(js_get(object, js_string_to_key(js_string(keys.values[i]))));
        TRY(add_row(table, keys.values[i], v, filter, &plain_values));
    }
    return add_values_column(table, &plain_values);
}

/* ------------------------------------------------------------------------------------------------ drawing */
static JsString *cell_at(const Table *table, uint32_t row, uint32_t column)
{
    JsObject *cells = js_object(table->rows.values[row]);
    JsValue v = column < js_elements(cells)->length ? cells->elements[column] : JS_EMPTY;
    return js_string(v == JS_EMPTY ? js_empty_string : v);
}

static void draw_rule(JsStringBuilder *out, const uint32_t *widths, uint32_t count, uint16_t left, uint16_t middle, uint16_t right)
{
    js_builder_add_unit(out, left);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < widths[i]; j++)
            js_builder_add_unit(out, 0x2500);
        js_builder_add_unit(out, i + 1 < count ? middle : right);
    }
}

static void draw_cell(JsStringBuilder *out, JsString *text, uint32_t width)
{
    js_builder_add_unit(out, ' ');
    js_builder_add_string(out, text);
    for (uint32_t i = js_string_length(text) + 1; i < width; i++)
        js_builder_add_unit(out, ' ');
    js_builder_add_unit(out, 0x2502);
}

static JsValue draw(const Table *table)
{
    uint32_t count = table->columns.length;
    uint32_t *widths = TRY_PTR(js_scratch(count * sizeof *widths));
    for (uint32_t c = 0; c < count; c++) {
        widths[c] = js_string_length(js_string(table->columns.values[c])) + 2;
        for (uint32_t r = 0; r < table->rows.length; r++) {
            uint32_t width = js_string_length(cell_at(table, r, c)) + 2;
            widths[c] = width > widths[c] ? width : widths[c];
        }
    }
    JsStringBuilder out;
    js_builder_start(&out, 200);
    draw_rule(&out, widths, count, 0x250c, 0x252c, 0x2510);
    js_builder_add_unit(&out, '\n');
    js_builder_add_unit(&out, 0x2502);
    for (uint32_t c = 0; c < count; c++)
        draw_cell(&out, js_string(table->columns.values[c]), widths[c]);
    js_builder_add_unit(&out, '\n');
    draw_rule(&out, widths, count, 0x251c, 0x253c, 0x2524);
    for (uint32_t r = 0; r < table->rows.length; r++) {
        js_builder_add_unit(&out, '\n');
        js_builder_add_unit(&out, 0x2502);
        for (uint32_t c = 0; c < count; c++)
            draw_cell(&out, cell_at(table, r, c), widths[c]);
        js_charge(count * 20);
    }
    js_builder_add_unit(&out, '\n');
    draw_rule(&out, widths, count, 0x2514, 0x2534, 0x2518);
    return js_builder_finish(&out);
}

JsValue js_console_table(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsValue data = arg(0), text;
    if (js_is_object(data)) {
        Table table = {{0}, {0}};
        js_list_push(&table.columns, TRY(js_string_from_ascii("(index)")));
        if (js_is_kind(data, JS_KIND_MAP) || js_is_kind(data, JS_KIND_SET))
            TRY(fill_from_collection(&table, js_collection(data)));
        else
            TRY(fill_from_object(&table, js_object(data), arg(1)));
        text = TRY(draw(&table));
    } else {
        text = TRY(js_format(argc > 0 ? 1 : 0, argv));
    }
    js_console_write(STDOUT_FILENO, js_string(text));
    return JS_UNDEFINED;
}
