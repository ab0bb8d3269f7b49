/* Source text at run time: the front end, lowering, and the load into the heap. No passes: the code runs once,
 * mostly.
 *
 * Invariant: all of the compiler's memory is the agent's (js_scratch_alloc) and is given back here, or by the agent's
 * end. */
#include "base/diag.h"
#include "base/map.h"
#include "check/check.h"
#include "evaluate/code.h"
#include "lower/lower.h"
#include "syntax/parse.h"

enum { WORK_UNITS = BASE_WORK_PERIOD };

static void charge(void)
{
    js_charge(WORK_UNITS);
}

static void use_agent_memory(void)
{
    static const BaseMemory memory = {js_scratch_alloc, js_scratch_resize, js_scratch_free, charge};
    base_use_memory(&memory);
}

typedef struct Unit { /* what one text needs while it is compiled */
    Arena *arena;
    NameTable *names;
    Diags *diags;
    Source *source;
} Unit;

/* Global code, of a script. */
static bool analyse_script(const Unit *unit, LowerModule *module)
{
    module->program = syntax_parse(unit->arena, unit->names, unit->source, unit->diags, SYNTAX_SCRIPT);
    if (!module->program ||
        !check_program(unit->arena, unit->names, module->program, unit->source, unit->diags, SYNTAX_SCRIPT, NULL))
        return false;
    module->scope =
        scope_analyse(unit->arena, unit->names, module->program, unit->source, unit->diags, false, &module->entries);
    return module->scope != NULL;
}

/* The code of an eval: what it may use, and what its names mean, follows from its caller's place. */
static bool analyse_eval(const Unit *unit, LowerModule *module, const char *scopes)
{
    EvalCaller *caller = module->caller = eval_caller_read(unit->arena, unit->names, scopes);
    EvalRights rights = {caller->allows_new_target, caller->allows_super_property, caller->allows_super_call,
                         caller->forbids_arguments};
    SyntaxMode mode = caller->is_strict ? SYNTAX_STRICT_SCRIPT : SYNTAX_SCRIPT;
    module->program = syntax_parse(unit->arena, unit->names, unit->source, unit->diags, mode);
    if (!module->program ||
        !check_program(unit->arena, unit->names, module->program, unit->source, unit->diags, mode, &rights))
        return false;
    module->scope = scope_analyse_eval(unit->arena, unit->names, module->program, unit->source, unit->diags, caller);
    return module->scope != NULL;
}

static IrProgram *lower(const Unit *unit, const JsEvalSource *source)
{
    LowerModule module = {.kind = IR_MODULE_SCRIPT, .source = unit->source, .returns_completion = true};
    bool is_fine = source->kind == JS_EVAL_SCRIPT ? analyse_script(unit, &module)
                                                  : analyse_eval(unit, &module, source->scopes);
    return is_fine ? lower_program(unit->arena, &module, 1, 0, unit->diags) : NULL;
}

static JsValue body_of(const EvalProgram *program, const JsEvalSource *source)
{
    JsValue body = js_new_closure(((EvalModule *)program->modules[0])->body);
    for (uint32_t i = 0; i < source->value_count; i++)
        js_closure_capture(body, i, source->values[i]);
    return body;
}

/* The first error decides. One without an error type is about what the compiler does not support. */
static void report(const Unit *unit, JsEvalResult *ret_result)
{
    size_t at = 0;
    while (diags_at(unit->diags, at).severity != DIAG_SEVERITY_ERROR)
        at++;
    DiagView error = diags_at(unit->diags, at);
    ret_result->function = JS_EMPTY;
    ret_result->error_type = *error.error_type ? JS_ERROR_SYNTAX : JS_ERROR_EVAL;
    snprintf(ret_result->message, sizeof ret_result->message, "%s", error.message);
}

static void compile(const JsEvalSource *source, const char *text, size_t length, JsEvalResult *ret_result)
{
    use_agent_memory();
    Unit unit = {.arena = arena_new(), .names = name_table_new(), .diags = diags_new()};
    unit.source = source_from_memory(unit.arena, "<anonymous>", text, length);
    const IrProgram *program = lower(&unit, source);
    if (program)
        ret_result->function = body_of(eval_load(program), source);
    else
        report(&unit, ret_result);
    diags_free(unit.diags);
    name_table_free(unit.names);
    arena_free(unit.arena);
}

const JsEvaluator js_evaluator = {.compile = compile};
