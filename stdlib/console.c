/* The console global, as Node.js has it: log lines to standard output and standard error.
 *
 * Invariant: a line is written whole, by one call; a preempted agent never holds half a line. What the console counts (timers,
 * counters, indentation) is state of the process's output and not of a program's heap: it is bounded, and kept in C. */
#include "stdlib/console.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "exec/error.h"
#include "stdlib/inspect.h"
#include "stdlib/support.h"

enum { LABELS_MAX = 1000, INDENT_STEP = 2, INDENT_MAX = 1000 };

typedef struct Label {
    char *name;
    uint32_t count;       /* of console.count */
    double started;       /* of console.time, in milliseconds; 0: not running */
} Label;
static Label labels[LABELS_MAX];
static uint32_t label_count;
static int32_t indentation;

static void write_all(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written <= 0)
            return;
        bytes += written;
        length -= (size_t)written;
    }
}

/* Copies UTF-8 with the group's indentation before each line, and a line feed at the end. malloc. */
static char *indent_text(const char *text, size_t length, size_t *ret_length)
{
    size_t lines = 1, at = 0;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    char *out = malloc(length + lines * (size_t)indentation + 1);
    if (!out)
        return NULL;
    memset(out, ' ', (size_t)indentation);
    at += (size_t)indentation;
    for (size_t i = 0; i < length; i++) {
        out[at++] = text[i];
        if (text[i] != '\n')
            continue;
        memset(out + at, ' ', (size_t)indentation);
        at += (size_t)indentation;
    }
    out[at++] = '\n';
    *ret_length = at;
    return out;
}

void js_console_write(int descriptor, JsString *text)
{
    size_t length = js_string_utf8_length(text), line_length;
    char *bytes = malloc(length + 1);
    if (!bytes)
        return;
    length = js_string_to_utf8(text, bytes, length);
    char *line = indent_text(bytes, length, &line_length);
    if (line)
        write_all(descriptor, line, line_length);
    free(line);
    free(bytes);
}

static JsValue print(int descriptor, uint32_t argc, JsValue *argv)
{
    JsValue text = TRY(js_format(argc, argv));
    js_console_write(descriptor, js_string(text));
    js_charge(2000);
    return JS_UNDEFINED;
}

JS_BUILTIN(console_log)
{
    return print(STDOUT_FILENO, argc, argv);
}

JS_BUILTIN(console_error)
{
    return print(STDERR_FILENO, argc, argv);
}

/* console.assert ( condition, ...data ) */
JS_BUILTIN(console_assert)
{
    if (js_to_boolean(arg(0)))
        return JS_UNDEFINED;
    JsList list = {0};
    JsValue head = TRY(js_string_from_ascii(argc > 1 ? "Assertion failed:" : "Assertion failed"));
    if (argc > 1 && js_is_string(argv[1]))
        head = TRY(js_string_from_format("Assertion failed: %S", js_string(argv[1])));
    js_list_push(&list, head);
    for (uint32_t i = argc > 1 && js_is_string(argv[1]) ? 2 : 1; i < argc; i++)
        js_list_push(&list, argv[i]);
    return print(STDERR_FILENO, list.length, list.values);
}

/* console.trace ( ...data ) */
JS_BUILTIN(console_trace)
{
    JsValue text = TRY(js_format(argc, argv));
    JsValue stack = TRY(js_current_stack_text());
    text = TRY(js_string_from_format("Trace%s%S%S", js_string_length(js_string(text)) ? ": " : "", js_string(text),
                                     js_string(stack)));
    js_console_write(STDERR_FILENO, js_string(text));
    return JS_UNDEFINED;
}

/* console.dir ( object, { depth, showHidden } ) */
JS_BUILTIN(console_dir)
{
    JsInspectOptions options;
    TRY_INT(js_inspect_options(arg(1), &options));
    options.ignores_methods = true;
    JsValue text = TRY(js_inspect(arg(0), options));
    js_console_write(STDOUT_FILENO, js_string(text));
    return JS_UNDEFINED;
}

JS_BUILTIN(console_group)
{
    if (argc > 0)
        TRY(print(STDOUT_FILENO, argc, argv));
    indentation = indentation < INDENT_MAX ? indentation + INDENT_STEP : indentation;
    return JS_UNDEFINED;
}

JS_BUILTIN(console_group_end)
{
    indentation = indentation > INDENT_STEP ? indentation - INDENT_STEP : 0;
    return JS_UNDEFINED;
}

/* ------------------------------------------------------------------------------------------------ counters and timers */
/* The label's row, made on first use; NULL with an exception, or when there are too many. */
static Label *find_label(JsValue v)
{
    JsString *text = v == JS_UNDEFINED ? js_string(JS_ATOM(default_)) : js_to_string(v);
    if (!text)
        return NULL;
    for (uint32_t i = 0; i < label_count; i++)
        if (js_string_equals_ascii(text, labels[i].name))
            return &labels[i];
    if (label_count == LABELS_MAX || js_string_length(text) > 1000) {
        js_throw_range_error("Too many console labels");
        return NULL;
    }
    labels[label_count] = (Label){js_string_to_c(text), 0, 0};
    return &labels[label_count++];
}

static JsValue print_line(JsValue text)
{
    return print(STDOUT_FILENO, 1, &text);
}

JS_BUILTIN(console_count)
{
    Label *label = TRY_PTR(find_label(arg(0)));
    return print_line(TRY(js_string_from_format("%s: %u", label->name, ++label->count)));
}

JS_BUILTIN(console_count_reset)
{
    TRY_PTR(find_label(arg(0)))->count = 0;
    return JS_UNDEFINED;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

JS_BUILTIN(console_time)
{
    Label *label = TRY_PTR(find_label(arg(0)));
    if (!label->started)
        label->started = now_ms();
    return JS_UNDEFINED;
}

static JsValue print_elapsed(Label *label, uint32_t argc, JsValue *argv)
{
    char text[64];
    double elapsed = now_ms() - label->started;
    if (!label->started)
        return JS_UNDEFINED;
    if (elapsed < 1000)
        snprintf(text, sizeof text, "%.3gms", elapsed);
    else
        snprintf(text, sizeof text, "%.3fs", elapsed / 1000);
    JsValue line = TRY(js_string_from_format("%s: %s", label->name, text));
    if (argc > 1)
        line = TRY(js_string_from_format("%S %S", js_string(line), js_string(TRY(js_format(argc - 1, argv + 1)))));
    return print_line(line);
}

JS_BUILTIN(console_time_log)
{
    return print_elapsed(TRY_PTR(find_label(arg(0))), argc, argv);
}

JS_BUILTIN(console_time_end)
{
    Label *label = TRY_PTR(find_label(arg(0)));
    JsValue result = print_elapsed(label, 1, argv);
    label->started = 0;
    return result;
}

static const JsBuiltin console_rows[] = {
    JS_METHOD("log", console_log, 0, "console 1.1.6"),
    JS_METHOD("warn", console_error, 0, "console 1.1.10"),
    JS_METHOD("dir", console_dir, 0, "console 1.1.11"),
    JS_METHOD("time", console_time, 0, "console 1.4.1"),
    JS_METHOD("timeEnd", console_time_end, 0, "console 1.4.3"),
    JS_METHOD("timeLog", console_time_log, 0, "console 1.4.2"),
    JS_METHOD("trace", console_trace, 0, "console 1.1.8"),
    JS_METHOD("assert", console_assert, 0, "console 1.1.1"),
    JS_METHOD("count", console_count, 0, "console 1.2.1"),
    JS_METHOD("countReset", console_count_reset, 0, "console 1.2.2"),
    JS_METHOD("group", console_group, 0, "console 1.3.1"),
    JS_METHOD("groupCollapsed", console_group, 0, "console 1.3.2"),
    JS_METHOD("groupEnd", console_group_end, 0, "console 1.3.3"),
    JS_METHOD("table", js_console_table, 1, "console 1.1.7"),
    JS_METHOD("debug", console_log, 0, "console 1.1.3"),
    JS_METHOD("info", console_log, 0, "console 1.1.5"),
    JS_METHOD("dirxml", console_log, 0, "console 1.1.12"),
    JS_METHOD("error", console_error, 0, "console 1.1.4"),
};

void js_install_console(void)
{
    js_inspect_start();
    JsObject *console = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_install_builtins(console, console_rows, JS_COUNT(console_rows));
    js_put_own(console, JS_SYM(toStringTag), js_string_from_ascii("console"), JS_CONFIGURABLE);
    js_define_global("console", js_value(console));
}
