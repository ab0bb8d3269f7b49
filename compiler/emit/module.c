/* Modules, their variables, the program and main. Invariant: the first unit defines them; the others declare them. */
#include <string.h>
#include "unit.h"

/* Exports of namespaces need a variable to live in: they come after the module's own. */
static uint32_t total_variables(const IrModule *module)
{
    uint32_t count = module->variable_count;
    for (uint32_t i = 0; i < module->export_count; i++)
        count += module->exports[i].namespace_of != NULL;
    return count ? count : 1;
}

static bool has_source(const EmitPlan *plan, const IrModule *module)
{
    if (module->kind == IR_MODULE_JSON)
        return true;
    for (const IrFunction *function = plan->program->functions; function; function = function->next)
        if (function->module == module && emit_has_text(plan, function))
            return true;
    return false;
}

void emit_module_declarations(StrBuf *out, const EmitPlan *plan)
{
    const char *storage = plan->unit_count == 1 ? "static " : "extern ";
    for (const IrModule *module = plan->program->modules; module; module = module->next) {
        strbuf_addf(out, "%sJsModule m%u;\n%sJsValue m%u_vars[%u];\n%sconst char m%u_path[%zu];\n", storage, module->number, storage,
                    module->number, total_variables(module), storage, module->number, strlen(module->path) + 1);
        if (has_source(plan, module))
            strbuf_addf(out, "%sconst char m%u_source[%u];\n", storage, module->number, module->source_length + 1);
    }
}

static void emit_variables(StrBuf *out, const EmitPlan *plan, const IrModule *module)
{
    uint32_t total = total_variables(module);
    strbuf_addf(out, "%sJsValue m%u_vars[%u] = {", emit_linkage(plan), module->number, total);
    for (uint32_t i = 0; i < total; i++) {
        bool is_empty = i < module->variable_count && module->variables[i]->starts_empty;
        strbuf_addf(out, "%s%s%s", i ? "," : "", i % 10 ? " " : "\n    ", is_empty ? "JS_EMPTY" : "JS_UNDEFINED");
    }
    strbuf_adds(out, "\n};\n");
}

static void emit_texts(StrBuf *out, const EmitPlan *plan, const IrModule *module)
{
    strbuf_addf(out, "%sconst char m%u_path[%zu] = ", emit_linkage(plan), module->number, strlen(module->path) + 1);
    emit_text_literal(out, module->path, strlen(module->path));
    strbuf_adds(out, ";\n");
    if (!has_source(plan, module))
        return;
    strbuf_addf(out, "%sconst char m%u_source[%u] =\n    ", emit_linkage(plan), module->number, module->source_length + 1);
    emit_text_literal(out, module->source, module->source_length);
    strbuf_adds(out, ";\n");
}

static void emit_evaluate(StrBuf *out, const EmitPlan *plan, const IrModule *module)
{
    const EmitFunction *info = emit_function_of(plan, module->body);
    uint32_t hidden = module->variable_count;
    strbuf_addf(out, "static JsValue m%u_evaluate(JsModule *self)\n{\n", module->number);
    for (uint32_t i = 0; i < module->export_count; i++)
        if (module->exports[i].namespace_of) {
            strbuf_addf(out, "    m%u_vars[%u] = js_module_namespace(&m%u);\n    if (m%u_vars[%u] == JS_EXCEPTION)\n        return JS_EXCEPTION;\n",
                        module->number, hidden, module->exports[i].namespace_of->number, module->number, hidden);
            hidden++;
        }
    const char *separator = "";
    strbuf_addf(out, "    return %s(", info->c_name);
    if (info->uses_callee)
        strbuf_adds(out, "NULL"), separator = ", ";
    for (int i = 0; i < info->uses_this + info->uses_new_target; i++, separator = ", ")
        strbuf_addf(out, "%sJS_UNDEFINED", separator);
    if (info->uses_arguments)
        strbuf_addf(out, "%s0, NULL", separator);
    strbuf_adds(out, ");\n}\n");
}

static void emit_exports(EmitUnit *unit, StrBuf *out, const IrModule *module)
{
    uint32_t hidden = module->variable_count;
    strbuf_addf(out, "static const JsExport m%u_exports[] = {\n", module->number);
    for (uint32_t i = 0; i < module->export_count; i++) {
        const IrExport *export = &module->exports[i];
        const IrModule *owner = export->namespace_of ? module : export->variable->module;
        strbuf_addf(out, "    {&K[%u], &m%u_vars[%u]},\n", emit_atom(unit, export->name), owner->number,
                    export->namespace_of ? hidden++ : export->variable->index);
    }
    strbuf_adds(out, "};\n");
}

static void emit_requests(StrBuf *out, const IrModule *module)
{
    strbuf_addf(out, "static JsModule *const m%u_requests[] = {", module->number);
    for (uint32_t i = 0; i < module->request_count; i++)
        strbuf_addf(out, "%s&m%u", i ? ", " : "", module->requests[i]->number);
    strbuf_adds(out, "};\n");
}

static void emit_module(EmitUnit *unit, StrBuf *out, const IrModule *module)
{
    static const char *const kinds[] = {"JS_MODULE_ESM", "JS_MODULE_COMMONJS", "JS_MODULE_JSON", "JS_MODULE_SCRIPT"};
    uint32_t n = module->number;
    bool is_evaluated = module->body && module->kind != IR_MODULE_COMMONJS;
    if (is_evaluated)
        emit_evaluate(out, unit->plan, module);
    if (module->export_count)
        emit_exports(unit, out, module);
    if (module->request_count)
        emit_requests(out, module);
    strbuf_addf(out, "%sJsModule m%u = {\n    .cell = {.kind = JS_KIND_INTERNAL}, .kind = %s, .path = m%u_path,\n", emit_linkage(unit->plan),
                n, kinds[module->kind], n);
    strbuf_addf(out, "    .variables = m%u_vars, .variable_count = %u, .namespace = JS_UNDEFINED, .error = JS_UNDEFINED,\n", n,
                total_variables(module));
    if (is_evaluated)
        strbuf_addf(out, "    .evaluate = m%u_evaluate,\n", n);
    if (module->kind == IR_MODULE_COMMONJS) {
        strbuf_addf(out, "    .wrapper = &%s_code,\n", emit_function_of(unit->plan, module->body)->c_name);
        unit->is_referenced[module->body->number] = true;
    } else if (module->body) {
        unit->is_referenced[module->body->number] = true;
    }
    if (module->export_count)
        strbuf_addf(out, "    .exports = m%u_exports, .export_count = %u,\n", n, module->export_count);
    if (module->request_count)
        strbuf_addf(out, "    .requests = m%u_requests, .request_count = %u,\n", n, module->request_count);
    if (module->kind == IR_MODULE_JSON)
        strbuf_addf(out, "    .json = m%u_source, .json_length = %u,\n", n, module->source_length);
    strbuf_adds(out, "};\n");
}

static void emit_environment(StrBuf *out, const IrProgram *program)
{
    strbuf_adds(out, "static const char *const environment[] = {");
    for (const char *const *name = program->environment; name && *name; name++) {
        emit_text_literal(out, *name, strlen(*name));
        strbuf_adds(out, ", ");
    }
    strbuf_adds(out, "NULL};\n");
}

static void emit_program_table(StrBuf *out, const EmitPlan *plan)
{
    const IrProgram *program = plan->program;
    strbuf_adds(out, "static JsModule *modules[] = {");
    for (const IrModule *module = program->modules; module; module = module->next)
        strbuf_addf(out, "&m%u, ", module->number);
    strbuf_adds(out, "NULL};\n");
    emit_environment(out, program);
    strbuf_adds(out, "static void start(void)\n{\n");
    for (uint32_t i = 0; i < plan->unit_count; i++)
        strbuf_addf(out, "    unit%u_start();\n", i);
    strbuf_adds(out, "}\n");
    strbuf_addf(out, "static const JsProgram program = {\n    .modules = modules, .module_count = %u, .entry = %u, .start = start,\n    .compiler = ",
                program->module_count, program->entry ? program->entry->number : 0);
    const char *compiler = plan->options->compiler ? plan->options->compiler : "sinew";
    emit_text_literal(out, compiler, strlen(compiler));
    strbuf_addf(out, ", .flags = %u%s%s, .environment = environment,%s%s\n};\n", program->flags,
                program->has_no_bigint ? " | JS_PROGRAM_NO_BIGINT" : "", program->has_fixed_math ? " | JS_PROGRAM_FIXED_MATH" : "",
                program->evaluates ? " .evaluator = &js_evaluator," : "", program->is_tested ? " .host = &js_test262_host," : "");
    if (plan->options->symbol)
        strbuf_addf(out, "const JsProgram *js_library_%s(void);\nconst JsProgram *js_library_%s(void)\n{\n    return &program;\n}\n",
                    plan->options->symbol, plan->options->symbol);
    else
        strbuf_adds(out, "int main(int argc, char **argv)\n{\n    return js_main(argc, argv, &program);\n}\n");
}

void emit_main(EmitUnit *unit, StrBuf *out)
{
    const EmitPlan *plan = unit->plan;
    for (uint32_t i = 1; i < plan->unit_count; i++)
        strbuf_addf(out, "void unit%u_start(void);\n", i);
    for (const IrModule *module = plan->program->modules; module; module = module->next) {
        emit_texts(out, plan, module);
        emit_variables(out, plan, module);
        emit_module(unit, out, module);
    }
    emit_program_table(out, plan);
}
