/* The sequence of the stages. Each translates the result of the one before into what the next one takes; no stage knows
 * another's types but by its public header. */
#include "driver/pipeline.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "driver/evaluator.h"
#include "driver/frontend.h"
#include "driver/handler.h"
#include "driver/state_report.h"
#include "emit/emit.h"
#include "lower/lower.h"
#include "opt/pass.h"
#include "syntax/parse.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* With --verbose: how long a stage took. */
static void report_time(const Compilation *compilation, const char *stage, double start)
{
    if (compilation->options->is_verbose)
        fprintf(stderr, "sinew: %s: %.1f ms\n", stage, (now() - start) * 1e3);
}

Compilation pipeline_start(const Options *options)
{
    Arena *arena = arena_new();
    Compilation compilation = {.options = options, .arena = arena, .diags = diags_new(), .names = name_table_new()};
    vec_init(&compilation.units, arena);
    return compilation;
}

void pipeline_finish(Compilation *compilation)
{
    diags_print(compilation->diags, stderr);
    diags_free(compilation->diags);
    name_table_free(compilation->names);
    arena_free(compilation->arena);
    *compilation = (Compilation){0};
}

bool pipeline_load(Compilation *compilation)
{
    const Options *options = compilation->options;
    double start = now();
    Frontend *frontend = ARENA_NEW(compilation->arena, Frontend);
    *frontend = (Frontend){
        .arena = compilation->arena, .names = compilation->names, .stops_after_parse = options->emit == EMIT_AST};
    ModuleGraphOptions graph_options = {.is_script = options->is_script,
                                        .builtin_folder = sysroot_builtin_folder(compilation->arena)};
    ModuleHost host = {.context = frontend, .parse = frontend_parse};
    compilation->graph = module_graph_build(compilation->arena, options->file, graph_options, host, compilation->diags);
    report_time(compilation, "front end", start);
    return compilation->graph != NULL;
}

/* ---- lowering ---- */

static IrModuleKind ir_kind(ModuleKind kind)
{
    switch (kind) {
    case MODULE_COMMONJS:
        return IR_MODULE_COMMONJS;
    case MODULE_JSON:
        return IR_MODULE_JSON;
    case MODULE_SCRIPT:
        return IR_MODULE_SCRIPT;
    case MODULE_ESM:
    case MODULE_DETECT:
        break;
    }
    return IR_MODULE_ESM;
}

/* The modules as lowering wants them: ES modules in the order of evaluation, then the others. */
static ModuleVec lowering_order(Compilation *compilation)
{
    ModuleVec order = VEC_IN(compilation->arena);
    for (int pass = 0; pass < 2; pass++)
        vec_foreach(Module *, module, &compilation->graph->evaluation) if (((*module)->kind == MODULE_ESM) ==
                                                                           (pass == 0)) vec_push(&order, *module);
    return order;
}

static void convert_requests(Compilation *compilation, const Module *module, const PtrMap *numbers,
                             LowerModule *lowered)
{
    VEC(LowerRequest) requests = VEC_IN(compilation->arena);
    vec_foreach(const ModuleRequest, request, &module->requests)
    {
        bool is_guess = request->kind == REQUEST_GUESS; /* which need not stand in the source, so it is no name */
        size_t length = is_guess ? strlen(request->specifier) : name_length(request->specifier);
        LowerRequest converted = {.specifier = {.bytes = request->specifier, .length = (uint32_t)length},
                                  .is_require = request->kind == REQUEST_REQUIRE,
                                  .is_guess = is_guess,
                                  .failure = request->target ? NULL : request->failure};
        if (request->target)
            converted.module = (uint32_t)(uintptr_t)ptrmap_get(numbers, request->target);
        else if (!request->failure)
            continue;
        vec_push(&requests, converted);
    }
    lowered->requests = requests.items;
    lowered->request_count = (uint32_t)vec_len(&requests);
}

static void convert_module(Compilation *compilation, const Module *module, const PtrMap *numbers, LowerModule *lowered)
{
    *lowered = (LowerModule){.kind = ir_kind(module->kind),
                             .source = module->source,
                             .is_optional = module->is_optional,
                             .fault = module->fault,
                             .fault_type = module->fault_type};
    if (module->kind == MODULE_JSON || module->fault)
        return;
    ModuleSyntax *syntax = module_syntax(module);
    lowered->program = syntax->program;
    lowered->scope = syntax->scope;
    lowered->entries = syntax->entries;
    convert_requests(compilation, module, numbers, lowered);
}

/* JS_PROGRAM_* of sinew.h, which the compiler does not include. */
enum { PROGRAM_NO_EVAL = 1, PROGRAM_STATE_WORKER = 2, PROGRAM_SERVE = 4 };

/* A program whose entry has a default export is a server: that export is the handler. */
static bool exports_handler(const Compilation *compilation)
{
    const Module *source = vec_at(&compilation->graph->modules, 0);
    if (source->kind == MODULE_COMMONJS)
        return handler_is_exported(module_syntax(source)->program);
    const IrModule *entry = compilation->program->entry;
    for (uint32_t i = 0; i < entry->export_count; i++)
        if (entry->exports[i].name->length == 7 && !memcmp(entry->exports[i].name->bytes, "default", 7))
            return true;
    return false;
}

static void set_program_options(Compilation *compilation)
{
    const Options *options = compilation->options;
    IrProgram *program = compilation->program;
    if (!options->library && !options->is_test262 && exports_handler(compilation))
        program->flags |= PROGRAM_SERVE;
    if (options->has_no_eval)
        program->flags |= PROGRAM_NO_EVAL;
    if (options->is_worker_state)
        program->flags |= PROGRAM_STATE_WORKER;
    program->is_tested = options->is_test262;
    VEC(const char *) environment = VEC_IN(compilation->arena);
    vec_foreach(const char *const, name, &options->environment) vec_push(&environment, *name);
    vec_push(&environment, NULL);
    program->environment = environment.items;
    program->evaluates = !options->library && !options->has_no_eval &&
                         (options->has_eval || options->is_test262 || evaluator_is_named(program));
    program->may_inline = compilation->cc && !cc_is_tcc(compilation->cc) && !options->has_debug_info;
    program->is_library = options->library || options->is_preceded || program->evaluates;
}

/* A complaint of the verifier is a fault of the compiler. */
static bool verify(Compilation *compilation)
{
    const char *fault;
    return ir_verify_program(compilation->program, &fault) ||
           diag_add(compilation->diags, NULL, (Span){0, 0}, DIAG_DRIVER_BAD_IR, "lowering", fault);
}

static bool run_passes(Compilation *compilation)
{
    double start = now();
    const char *fault;
#ifdef NDEBUG
    bool is_checked = false;
#else
    bool is_checked = true;
#endif
    bool is_fine = optimize(compilation->program, is_checked, &fault) ||
                   diag_add(compilation->diags, NULL, (Span){0, 0}, DIAG_DRIVER_BAD_IR, "a pass", fault);
    report_time(compilation, "passes", start);
    return is_fine;
}

bool pipeline_lower(Compilation *compilation)
{
    double start = now();
    ModuleVec order = lowering_order(compilation);
    PtrMap numbers = {0};
    for (size_t i = 0; i < vec_len(&order); i++)
        ptrmap_set(&numbers, vec_at(&order, i), (void *)(uintptr_t)i);
    const Options *options = compilation->options;
    LowerModule *modules = ARENA_ARRAY(compilation->arena, LowerModule, vec_len(&order));
    Source **sources = ARENA_ARRAY(compilation->arena, Source *, vec_len(&order));
    for (size_t i = 0; i < vec_len(&order); i++) {
        convert_module(compilation, vec_at(&order, i), &numbers, &modules[i]);
        sources[i] = vec_at(&order, i)->source;
    }
    uint32_t entry = (uint32_t)(uintptr_t)ptrmap_get(&numbers, vec_at(&compilation->graph->modules, 0));
    ptrmap_free(&numbers);
    compilation->program =
        lower_program(compilation->arena, modules, (uint32_t)vec_len(&order), entry, compilation->diags);
    if (!compilation->program)
        return false;
    set_program_options(compilation);
    if ((compilation->program->flags & PROGRAM_SERVE) && !options->is_quiet)
        state_report(compilation, sources);
    report_time(compilation, "lowering", start);
    return verify(compilation) && (options->optimization == 0 || run_passes(compilation));
}

/* ---- emission ---- */

bool pipeline_emit(Compilation *compilation)
{
    double start = now();
    const Options *options = compilation->options;
    EmitOptions emission = {.has_line_directives = options->has_debug_info,
                           .has_offsets = !options->has_debug_info,
                           .has_no_source = options->has_no_source || options->library,
                           .symbol = options->symbol ? options->symbol : options->library,
                           .is_library = options->library != NULL,
                           .compiler = "sinew " SINEW_VERSION};
    EmitUnits texts = {0};
    emit_program(compilation->program, &emission, &texts);
    for (size_t i = 0; i < vec_len(&texts); i++) {
        StrBuf *text = &vec_at(&texts, i);
        CcUnit unit = {.name = arena_printf(compilation->arena, "unit%zu", i),
                       .text = arena_strndup(compilation->arena, strbuf_text(text), text->length),
                       .length = text->length,
                       .is_cold = i == 0 && vec_len(&texts) > 1};
        vec_push(&compilation->units, unit);
    }
    emit_units_free(&texts);
    report_time(compilation, "emission", start);
    return true;
}

bool pipeline_print(Compilation *compilation, EmitKind kind, StrBuf *out)
{
    const Options *options = compilation->options;
    compilation->cc = cc_choose(compilation->arena, options->cc, options->target, false);
    if (!pipeline_load(compilation))
        return false;
    if (kind == EMIT_AST) {
        const Module *entry = vec_at(&compilation->graph->modules, 0);
        if (entry->kind != MODULE_JSON)
            ast_print_json(out, &module_syntax(entry)->program->node, entry->source);
        return true;
    }
    if (!pipeline_lower(compilation))
        return false;
    if (kind == EMIT_IR) {
        ir_print(out, compilation->program);
        return true;
    }
    if (!pipeline_emit(compilation))
        return false;
    vec_foreach(const CcUnit, unit, &compilation->units) strbuf_add(out, unit->text, unit->length);
    return true;
}

bool pipeline_build(Compilation *compilation, const char *output, bool is_quick)
{
    const Options *options = compilation->options;
    if (!sysroot_find(compilation->arena, options->target, compilation->diags, &compilation->sysroot))
        return false;
    compilation->cc = cc_choose(compilation->arena, options->cc, options->target, is_quick);
    if (!pipeline_load(compilation) || !pipeline_lower(compilation) || !pipeline_emit(compilation))
        return false;
    double start = now();
    CcJob job = {.sysroot = &compilation->sysroot,
                 .cc = compilation->cc,
                 .optimization = options->optimization >= 0 ? options->optimization
                                 : is_quick                 ? 1
                                                            : 2,
                 .has_debug_info = options->has_debug_info,
                 .is_shared = is_quick,
                 .is_static = options->is_static,
                 .has_evaluator = compilation->program->evaluates,
                 .is_verbose = options->is_verbose,
                 .units = compilation->units.items,
                 .unit_count = vec_len(&compilation->units),
                 .output = output};
    bool is_built = cc_build(compilation->arena, &job, compilation->diags);
    report_time(compilation, "C compiler", start);
    return is_built;
}
