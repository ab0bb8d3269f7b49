/* What the files of the console global share. */
#pragma once
#include "sinew.h"

/* Writes the text as UTF-8, with the indentation of the open groups, and a line feed. */
void js_console_write(int descriptor, JsString *text);
/* console.table (console_table.c) */
JsValue js_console_table(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv);
