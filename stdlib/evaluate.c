/* eval (ECMA-262 19.2.1) and what it stands on. A program that `sinew run` started hands the text to the compiler that
 * compiled it, which makes a shared object of it; a server's binary holds no compiler, and refuses.
 *
 * Invariant: the program is told by a flag of its own that it may ask; the environment says only whom. */
#include "stdlib/evaluate.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "exec/agent.h"
#include "object/builtin.h"
#include "stdlib/library.h"

extern char **environ;

static bool is_allowed_here;

enum { PATH_LENGTH = 64, REPORT_LENGTH = 1000 };

typedef struct Attempt {
    char folder[32], source[PATH_LENGTH], object[PATH_LENGTH], report[PATH_LENGTH];
} Attempt;

void evaluate_allow(bool is_allowed)
{
    is_allowed_here = is_allowed && getenv("SINEW_COMPILER");
}

bool evaluate_is_possible(void)
{
    return is_allowed_here && js_agent == &js_start_agent;
}

static bool start_attempt(Attempt *attempt, JsString *text)
{
    strcpy(attempt->folder, "/tmp/sinew-eval-XXXXXX");
    if (!mkdtemp(attempt->folder))
        return false;
    snprintf(attempt->source, PATH_LENGTH, "%s/evaluated.js", attempt->folder);
    snprintf(attempt->object, PATH_LENGTH, "%s/evaluated.so", attempt->folder);
    snprintf(attempt->report, PATH_LENGTH, "%s/report", attempt->folder);
    FILE *file = fopen(attempt->source, "w");
    if (!file)
        return false;
    char *bytes = js_string_to_c(text);
    bool is_written = fputs(bytes, file) >= 0;
    free(bytes);
    return fclose(file) == 0 && is_written;
}

static void end_attempt(const Attempt *attempt)
{
    unlink(attempt->source);
    unlink(attempt->object);
    unlink(attempt->report);
    rmdir(attempt->folder);
}

/* The compiler's exit status; -1 when it could not be started. */
static int run_compiler(const Attempt *attempt, const JsEvalSource *source)
{
    bool is_script = source->kind == JS_EVAL_SCRIPT;
    char *scopes = NULL;
    if (!is_script && asprintf(&scopes, "--eval=%s", source->scopes ? source->scopes : "-") < 0)
        return -1;
    char *argv[] = {getenv("SINEW_COMPILER"), "build", "--script", "--library=evaluated", "-o", (char *)attempt->object,
                    (char *)attempt->source, scopes, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, attempt->report, O_CREAT | O_WRONLY, 0600);
    pid_t pid;
    int status = -1;
    if (!posix_spawn(&pid, argv[0], &actions, NULL, argv, environ) && waitpid(pid, &status, 0) < 0)
        status = -1;
    posix_spawn_file_actions_destroy(&actions);
    free(scopes);
    return status;
}

/* Throws what the compiler's first error says. */
static JsValue throw_report(const Attempt *attempt)
{
    char text[REPORT_LENGTH + 1] = "";
    FILE *file = fopen(attempt->report, "r");
    if (file) {
        text[fread(text, 1, REPORT_LENGTH, file)] = 0;
        fclose(file);
    }
    char *message = strstr(text, "error[");
    message = message ? strstr(message, "]: ") : NULL;
    if (!message)
        return js_throw_error(JS_ERROR_EVAL, "the compiler failed");
    message += 3;
    message[strcspn(message, "\n")] = 0;
    return js_throw_error(strstr(message, "not supported") ? JS_ERROR_EVAL : JS_ERROR_SYNTAX, message);
}

/* The code of a direct eval is a function of what it captures. */
static JsValue run_captured(const JsCode *code, const JsEvalSource *source)
{
    JsValue function = js_new_closure(code);
    for (uint32_t i = 0; i < source->value_count; i++)
        js_closure_capture(function, i, source->values[i]);
    return js_call(function, JS_UNDEFINED, 0, NULL);
}

static JsValue run_object(const Attempt *attempt, const JsEvalSource *source)
{
    void *object = dlopen(attempt->object, RTLD_NOW | RTLD_LOCAL);
    const JsProgram *(*library)(void) = object ? (const JsProgram *(*)(void))dlsym(object, "js_library_evaluated") : NULL;
    if (!library)
        return js_throw_error(JS_ERROR_EVAL, "the compiled text cannot be loaded");
    JsModule *module = library_load(library());
    return module->wrapper ? run_captured(module->wrapper, source) : module->evaluate(module);
}

JsValue js_eval_source(const JsEvalSource *source)
{
    if (!evaluate_is_possible())
        return js_throw_error(JS_ERROR_EVAL, "Code generation from strings disallowed for this context");
    Attempt attempt;
    JsValue result;
    if (!start_attempt(&attempt, source->text))
        result = js_throw_error(JS_ERROR_EVAL, "no folder for what the text compiles to");
    else
        result = run_compiler(&attempt, source) ? throw_report(&attempt) : run_object(&attempt, source);
    end_attempt(&attempt);
    return result;
}

JsValue evaluate_script(JsString *text, bool is_eval)
{
    return js_eval_source(&(JsEvalSource){.kind = is_eval ? JS_EVAL_INDIRECT : JS_EVAL_SCRIPT, .text = text});
}

bool js_is_eval(JsValue callee)
{
    return js_is_object(callee) && js_object(callee) == JS_INTRINSIC(EVAL);
}

JsValue js_op_direct_eval(JsValue code, const char *scopes, uint32_t count, const JsValue *values)
{
    if (!js_is_string(code))
        return code;
    return js_eval_source(&(JsEvalSource){JS_EVAL_DIRECT, js_string(code), scopes, count, values});
}

/* 19.2.1 eval ( x ), called as a function; direct calls go to js_op_direct_eval. */
JS_BUILTIN(global_eval)
{
    return js_is_string(arg(0)) ? evaluate_script(js_string(argv[0]), true) : arg(0);
}

static const JsBuiltin global_rows[] = {
    JS_METHOD("eval", global_eval, 1, "19.2.1"),
};

void js_install_eval(void)
{
    js_install_builtins(js_realm->global, global_rows, JS_COUNT(global_rows));
    js_realm->intrinsics[INTRINSIC_EVAL] = js_object(MUST(js_get(js_realm->global, js_atom_from_ascii("eval"))));
}
