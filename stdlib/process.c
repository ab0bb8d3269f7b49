/* The process global, as node's documentation of process describes each member that is here.
 *
 * Invariant: a request cannot end the process: process.exit throws there, so that the one agent that may call it is the start
 * agent. The environment is what --env allowed, and nothing else. */
#include "stdlib/process.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "exec/agent.h"
#include "stdlib/array_buffer.h"
#include "stdlib/global.h"
#include "stdlib/support.h"

enum { NANOSECONDS = 1000000000, JOB_ARGUMENTS = 2 };

static struct {
    int argc;
    char **argv;
    const char *const *environment;
    const char *version;
    struct timespec started;
} prepared;

void process_prepare(int argc, char **argv, const char *const *environment, const char *version)
{
    prepared.argc = argc;
    prepared.argv = argv;
    prepared.environment = environment;
    prepared.version = version;
    clock_gettime(CLOCK_MONOTONIC, &prepared.started);
}

static JsValue text_value(const char *text)
{
    return js_string_from_utf8(text, strlen(text));
}

static void put(JsObject *object, const char *name, JsValue value)
{
    js_put_own(object, js_key_from_ascii(name), value, JS_DEFAULT_ATTRIBUTES);
}

/* ------------------------------------------------------------------------------------------------ the end */
/* The status that a value stands for: integers and texts of integers, as node takes them. False: TypeError. */
static bool read_status(JsValue value, int *ret_status)
{
    double number = 0;
    if (js_is_string(value))
        number = js_parse_float(js_string(value));
    else if (js_is_number(value))
        number = js_as_number(value);
    else if (!js_is_nullish(value))
        number = 0.5;
    if (number != (double)(int)number)
        return false;
    *ret_status = (int)number;
    return true;
}

static JsObject *process_object(void)
{
    JsValue process = js_peek_data(js_realm->global, js_key_from_ascii("process"));
    return js_is_object(process) ? js_object(process) : NULL;
}

int process_exit_code(void)
{
    JsObject *process = process_object();
    int status = 0;
    JsValue chosen = process ? js_peek_data(process, js_key_from_ascii("exitCode")) : JS_UNDEFINED;
    return chosen != JS_EMPTY && read_status(chosen, &status) ? status : 0;
}

/* process.exit ( [ code ] ) */
JS_BUILTIN(process_exit)
{
    (void)callee, (void)this_value;
    if (js_agent != &js_start_agent)
        return js_throw_type_error("process.exit is not available in a request");
    int status = process_exit_code();
    if (arg(0) != JS_UNDEFINED && !read_status(arg(0), &status))
        return js_throw_type_error("The \"code\" argument must be of type number. Received %q", arg(0));
    exit(status);
}

/* ------------------------------------------------------------------------------------------------ output */
static bool write_whole(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written <= 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static JsValue write_chunk(int descriptor, JsValue chunk)
{
    uint8_t *bytes;
    size_t length;
    js_charge(2000);
    if (array_buffer_source(chunk, &bytes, &length))
        return js_boolean(write_whole(descriptor, (const char *)bytes, length));
    if (!js_is_string(chunk))
        return js_throw_type_error("The \"chunk\" argument must be of type string or an instance of Uint8Array. Received %q", chunk);
    length = js_string_utf8_length(js_string(chunk));
    char *text = TRY_PTR(js_scratch(length + 1));
    length = js_string_to_utf8(js_string(chunk), text, length);
    return js_boolean(write_whole(descriptor, text, length));
}

/* process.stdout.write ( chunk ), process.stderr.write ( chunk ) */
JS_BUILTIN(stdout_write)
{
    (void)callee, (void)this_value;
    return write_chunk(STDOUT_FILENO, arg(0));
}

JS_BUILTIN(stderr_write)
{
    (void)callee, (void)this_value;
    return write_chunk(STDERR_FILENO, arg(0));
}

/* ------------------------------------------------------------------------------------------------ clocks */
static int64_t now_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NANOSECONDS + now.tv_nsec;
}

static JsValue pair(int64_t nanoseconds)
{
    int64_t seconds = nanoseconds / NANOSECONDS, rest = nanoseconds % NANOSECONDS;
    if (rest < 0)
        seconds--, rest += NANOSECONDS;
    JsValue values[2] = {js_number((double)seconds), js_number((double)rest)};
    return js_new_array(2, values);
}

/* process.hrtime ( [ time ] ) */
JS_BUILTIN(process_hrtime)
{
    (void)callee, (void)this_value;
    int64_t now = now_nanoseconds();
    if (arg(0) == JS_UNDEFINED)
        return pair(now);
    JsObject *before = TRY_OBJECT(arg(0));
    double seconds = TRY_NUMBER(TRY(js_get(before, js_key_from_double(0))));
    double rest = TRY_NUMBER(TRY(js_get(before, js_key_from_double(1))));
    return pair(now - ((int64_t)seconds * NANOSECONDS + (int64_t)rest));
}

/* process.hrtime.bigint ( ) */
JS_BUILTIN(process_hrtime_bigint)
{
    (void)callee, (void)this_value, (void)argc, (void)argv;
    return js_bigint_from_int64(now_nanoseconds());
}

/* process.uptime ( ): seconds */
JS_BUILTIN(process_uptime)
{
    (void)callee, (void)this_value, (void)argc, (void)argv;
    int64_t started = (int64_t)prepared.started.tv_sec * NANOSECONDS + prepared.started.tv_nsec;
    return js_number((double)(now_nanoseconds() - started) / NANOSECONDS);
}

/* ------------------------------------------------------------------------------------------------ the rest */
JS_BUILTIN(process_cwd)
{
    (void)callee, (void)this_value, (void)argc, (void)argv;
    char *folder = getcwd(NULL, 0);
    JsValue text = text_value(folder ? folder : "/");
    free(folder);
    return text;
}

static JsValue tick_job(uint32_t argc, JsValue *argv)
{
    (void)argc;
    JsList list = {0};
    TRY_INT(js_create_list_from_array_like(argv[1], &list));
    return js_call(argv[0], JS_UNDEFINED, list.length, list.values);
}

/* process.nextTick ( callback, ...args ): a job like a promise's, in the order of their making. */
JS_BUILTIN(process_next_tick)
{
    (void)callee, (void)this_value;
    if (!js_is_callable(arg(0)))
        return js_throw_type_error("The \"callback\" argument must be of type function. Received %q", arg(0));
    JsValue job[JOB_ARGUMENTS] = {argv[0], TRY(js_new_array(argc - 1, argv + 1))};
    js_enqueue_job(tick_job, JOB_ARGUMENTS, job);
    return JS_UNDEFINED;
}

static const JsBuiltin process_rows[] = {
    JS_METHOD_WITH("exit", process_exit, 1, JS_DEFAULT_ATTRIBUTES, "node process"),
    JS_METHOD_WITH("cwd", process_cwd, 0, JS_DEFAULT_ATTRIBUTES, "node process"),
    JS_METHOD_WITH("uptime", process_uptime, 0, JS_DEFAULT_ATTRIBUTES, "node process"),
    JS_METHOD_WITH("nextTick", process_next_tick, 1, JS_DEFAULT_ATTRIBUTES, "node process"),
    JS_STRING_CONSTANT("@@toStringTag", "process", "node process"),
};
static const JsBuiltin stdout_rows[] = {JS_METHOD_WITH("write", stdout_write, 1, JS_DEFAULT_ATTRIBUTES, "node process")};
static const JsBuiltin stderr_rows[] = {JS_METHOD_WITH("write", stderr_write, 1, JS_DEFAULT_ATTRIBUTES, "node process")};
static const JsBuiltin hrtime_rows[] = {
    JS_METHOD_WITH("bigint", process_hrtime_bigint, 0, JS_DEFAULT_ATTRIBUTES, "node process"),
};

/* As node has it: the program that runs, then the script (here the program's name, or what `sinew run` was given), then the
 * program's own arguments. */
static JsValue make_argv(void)
{
    char path[4096] = "";
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    JsList list = {0};
    js_list_push(&list, js_string_from_utf8(path, length > 0 ? (size_t)length : 0));
    for (int i = 0; i < prepared.argc; i++)
        js_list_push(&list, text_value(prepared.argv[i]));
    return js_new_array(list.length, list.values);
}

static JsObject *make_environment(void)
{
    JsObject *environment = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    for (const char *const *name = prepared.environment; name && *name; name++) {
        const char *value = getenv(*name);
        if (value)
            put(environment, *name, text_value(value));
    }
    return environment;
}

static JsObject *make_stream(const JsBuiltin *rows, int descriptor)
{
    JsObject *stream = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    put(stream, "fd", js_number(descriptor));
    if (isatty(descriptor))
        put(stream, "isTTY", JS_TRUE);
    js_install_builtins(stream, rows, 1);
    return stream;
}

#if defined(__aarch64__)
static const char architecture[] = "arm64";
#else
static const char architecture[] = "x64";
#endif

void js_install_process(void)
{
    JsObject *process = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    JsObject *versions = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    JsFunction *hrtime = js_new_builtin("hrtime", 1, process_hrtime, NULL);
    js_install_builtins((JsObject *)hrtime, hrtime_rows, JS_COUNT(hrtime_rows));
    const char *number = strpbrk(prepared.version ? prepared.version : "", "0123456789");
    put(versions, "sinew", text_value(number ? number : "0"));
    put(process, "title", text_value("sinew"));
    put(process, "version", js_string_from_format("v%s", number ? number : "0"));
    put(process, "versions", js_value(versions));
    put(process, "platform", text_value("linux"));
    put(process, "arch", text_value(architecture));
    put(process, "pid", js_number(getpid()));
    put(process, "argv", make_argv());
    put(process, "execArgv", js_new_array(0, NULL));
    put(process, "env", js_value(make_environment()));
    put(process, "exitCode", JS_UNDEFINED);
    put(process, "stdout", js_value(make_stream(stdout_rows, STDOUT_FILENO)));
    put(process, "stderr", js_value(make_stream(stderr_rows, STDERR_FILENO)));
    put(process, "hrtime", js_value(hrtime));
    js_install_builtins(process, process_rows, JS_COUNT(process_rows));
    js_define_global("process", js_value(process));
}
