/* What a function is called through: the generic call and construct entries, the creation of a generator's or async
 * function's frame, and the JsCode row. Invariant: an entry hands on exactly what the body's signature names. */
#include <stdio.h>
#include <string.h>
#include "body.h"

/* Argument i of argc and argv. Functions with typed parameters are reached by direct calls alone: their generic entries
 * stand in the table and are never called. */
static void emit_argument(StrBuf *out, IrType type, uint32_t i)
{
    switch (type) {
    case IR_TYPE_I32: strbuf_addf(out, "js_as_int(argv[%u])", i); return;
    case IR_TYPE_I64: strbuf_addf(out, "js_as_int64(argv[%u])", i); return;
    case IR_TYPE_F64: strbuf_addf(out, "js_as_number(argv[%u])", i); return;
    default: strbuf_addf(out, "argc > %u ? argv[%u] : JS_UNDEFINED", i, i); return;
    }
}

/* Boxes what the body returns; the exception marks of the types become JS_EXCEPTION. */
static const char *boxing_of(const IrFunction *function)
{
    IrType type = emit_return_type(function);
    return type == IR_TYPE_I64 ? "js_box_result_int64" : type == IR_TYPE_F64 ? "js_box_result_f64" : "";
}

/* Calls the body: `callee`, `this_value` as given; the arguments from argc and argv. */
static void emit_body_call(StrBuf *out, const EmitPlan *plan, const IrFunction *function, const char *callee, const char *this_value,
                           const char *new_target)
{
    const EmitFunction *info = emit_function_of(plan, function);
    const char *separator = "";
    const char *boxing = boxing_of(function);
    strbuf_addf(out, "%s%s%s(", boxing, *boxing ? "(" : "", info->c_name);
    if (info->uses_callee)
        strbuf_adds(out, callee), separator = ", ";
    if (info->uses_this)
        strbuf_addf(out, "%s%s", separator, this_value), separator = ", ";
    if (info->uses_new_target)
        strbuf_addf(out, "%s%s", separator, new_target), separator = ", ";
    if (info->uses_arguments)
        strbuf_addf(out, "%sargc, argv", separator), separator = ", ";
    for (uint32_t i = 0; i < function->param_count; i++, separator = ", ") {
        strbuf_adds(out, separator);
        emit_argument(out, emit_param_type(function, i), i);
    }
    strbuf_adds(out, *boxing ? "))" : ")");
}

static bool is_class(const IrFunction *function)
{
    return function->kind == IR_CLASS_BASE || function->kind == IR_CLASS_DERIVED;
}

static void emit_call_entry(EmitUnit *unit, const IrFunction *function)
{
    strbuf_addf(&unit->body, "static JsValue %s_call(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)\n{\n    return ",
                emit_function_of(unit->plan, function)->c_name);
    if (is_class(function))
        strbuf_adds(&unit->body, "js_throw_class_call(callee)");
    else
        emit_body_call(&unit->body, unit->plan, function, "callee", "this_value", "JS_UNDEFINED");
    strbuf_adds(&unit->body, ";\n}\n\n");
}

static void emit_construct_entry(EmitUnit *unit, const IrFunction *function)
{
    StrBuf *out = &unit->body;
    strbuf_addf(out, "static JsValue %s_construct(JsFunction *callee, JsValue new_target, uint32_t argc, JsValue *argv)\n{\n",
                emit_function_of(unit->plan, function)->c_name);
    if (function->kind == IR_CLASS_DERIVED) {
        strbuf_adds(out, "    return ");
        emit_body_call(out, unit->plan, function, "callee", "JS_UNDEFINED", "new_target");
        strbuf_adds(out, ";\n}\n\n");
        return;
    }
    strbuf_adds(out, "    JsValue this_value = js_op_create_this(new_target);\n    if (js_unlikely(this_value == JS_EXCEPTION))\n"
                     "        return JS_EXCEPTION;\n    JsValue result = ");
    emit_body_call(out, unit->plan, function, "callee", "this_value", "new_target");
    strbuf_adds(out, ";\n    return result == JS_EXCEPTION || js_is_object(result) ? result : this_value;\n}\n\n");
}

static void emit_creation(EmitUnit *unit, const IrFunction *function, uint32_t frame_length)
{
    StrBuf *out = &unit->body;
    const EmitFunction *info = emit_function_of(unit->plan, function);
    emit_signature(out, unit->plan, function);
    strbuf_addf(out, "\n{\n    JsGenerator *g = js_new_%s(%s, %s_resume, %u);\n",
                function->is_generator ? "generator" : "async_frame", info->uses_callee ? "callee" : "NULL", info->c_name, frame_length);
    strbuf_adds(out, "    if (js_unlikely(!g))\n        return JS_EXCEPTION;\n    js_frame_store(g, 0, js_int(0));\n");
    for (uint32_t i = 0; i < function->param_count; i++)
        strbuf_addf(out, "    js_frame_store(g, %u, p%u);\n", i + 1, i);
    if (info->uses_this)
        strbuf_addf(out, "    js_frame_store(g, %u, this_value);\n", emit_frame_this(function));
    if (info->uses_arguments)
        strbuf_addf(out, "    js_frame_store(g, %u, js_new_array(argc, argv));\n", emit_frame_arguments(function));
    if (function->is_generator)
        strbuf_addf(out, "    return %s_resume(g, JS_RESUME_NEXT, JS_UNDEFINED) == JS_EXCEPTION ? JS_EXCEPTION : js_value(g);\n}\n\n",
                    info->c_name);
    else
        strbuf_adds(out, "    return js_async_start(g);\n}\n\n");
}

static void emit_code_flags(StrBuf *out, const IrFunction *function, bool has_offsets)
{
    strbuf_adds(out, function->is_strict ? "JS_CODE_STRICT" : "0");
    if (function->kind == IR_ARROW)
        strbuf_adds(out, " | JS_CODE_ARROW");
    if (function->kind == IR_METHOD)
        strbuf_adds(out, " | JS_CODE_METHOD");
    if (is_class(function))
        strbuf_adds(out, " | JS_CODE_CLASS");
    if (function->kind == IR_CLASS_DERIVED)
        strbuf_adds(out, " | JS_CODE_DERIVED");
    if (function->is_generator)
        strbuf_adds(out, " | JS_CODE_GENERATOR");
    if (function->is_async)
        strbuf_adds(out, " | JS_CODE_ASYNC");
    if (has_offsets)
        strbuf_adds(out, " | JS_CODE_OFFSETS");
}

static void emit_code(EmitUnit *unit, const IrFunction *function)
{
    StrBuf *out = &unit->tables;
    const EmitFunction *info = emit_function_of(unit->plan, function);
    const IrModule *module = function->module;
    SourcePosition at = source_position(unit->plan->sources[module->number], function->start);
    strbuf_addf(out, "%sconst JsCode %s_code = {\n    .call = %s_call, .construct = ", emit_linkage(unit->plan), info->c_name, info->c_name);
    strbuf_addf(out, function->is_constructor ? "%s_construct" : "NULL", info->c_name);
    if (function->name)
        strbuf_addf(out, ", .name = &K[%u]", emit_atom(unit, function->name));
    else
        strbuf_adds(out, ", .name = &no_name");
    strbuf_addf(out, ", .length = %u, .captures = %u,\n    .flags = ", function->length, function->capture_count);
    emit_code_flags(out, function, unit->plan->options->has_offsets);
    if (function->is_constructor)
        strbuf_addf(out, ", .fields = %u", emit_count_fields(function));
    if (unit->plan->options->has_offsets && unit->plan->program->may_inline)
        strbuf_adds(out, ", .inlined = I");
    if (!unit->plan->options->is_library) /* stacks leave the runtime's own frames out */
        strbuf_addf(out, ", .source = m%u_path, .line = %u, .column = %u", module->number, at.line, at.column);
    strbuf_adds(out, ",\n");
    if (emit_has_text(unit->plan, function))
        strbuf_addf(out, "    .text = m%u_source + %u, .text_offset = %u, .text_length = %u,\n", module->number, function->start,
                    function->start, function->end - function->start);
    strbuf_adds(out, "};\n");
}

void emit_entries(EmitUnit *unit, IrFunction *function, uint32_t frame_length)
{
    if (emit_function_of(unit->plan, function)->suspends)
        emit_creation(unit, function, frame_length);
    emit_call_entry(unit, function);
    if (function->is_constructor)
        emit_construct_entry(unit, function);
    emit_code(unit, function);
}
