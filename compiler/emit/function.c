/* One function's body: blocks in layout order, gotos, exception checks. Invariant: a block's code leaves by its terminator,
 * by a handler, or by the function's end; it falls through only into the next block of the layout. */
#include "base/bits.h"
#include "body.h"

#include <string.h>

static bool is_root(const IrInstr *instr)
{
    return ir_op_effects(instr->op) & ~(uint32_t)(IR_READS | IR_ALLOCATES) || instr->type == IR_TYPE_NONE;
}

static void need(Body *body, IrInstr *value, IrInstr **stack, uint32_t *depth)
{
    if (body->is_needed[value->id])
        return;
    body->is_needed[value->id] = true;
    stack[(*depth)++] = value;
}

bool emit_uses_operand(const Body *body, const IrInstr *instr, uint32_t index)
{
    if (instr->op != IR_CALL_DIRECT)
        return true;
    const EmitFunction *target = emit_function_of(body->plan, instr->function);
    if (index < 2)
        return index ? target->uses_this : target->uses_callee;
    return index - 2 < instr->function->param_count || target->uses_arguments;
}

/* Marks the operands of what must run, and so on back. Results of instructions that run for their effect alone stay
 * unmarked: they are not needed as values. */
static void mark_needed(Body *body)
{
    uint32_t depth = 0;
    IrInstr **stack = ARENA_ARRAY(body->arena, IrInstr *, body->function->instr_count + 1);
    for (IrBlock *block = body->function->blocks; block; block = block->next)
        for (IrInstr *instr = block->first; instr; instr = instr->next)
            for (uint32_t i = 0; is_root(instr) && i < instr->operand_count; i++)
                if (emit_uses_operand(body, instr, i))
                    need(body, instr->operands[i], stack, &depth);
    while (depth) {
        IrInstr *value = stack[--depth];
        for (uint32_t i = 0; i < value->operand_count; i++)
            if (emit_uses_operand(body, value, i))
                need(body, value->operands[i], stack, &depth);
    }
}

static bool has_local(const Body *body, const IrInstr *instr)
{
    if (instr->type == IR_TYPE_NONE || emit_is_inline(body, instr))
        return false;
    return body->is_needed[instr->id] || (ir_throws(instr) && !ir_is_terminator(instr) && !(ir_op_effects(instr->op) & IR_SUSPENDS));
}

/* Leaves the function with the exception pending. */
static const char *emit_failure(const Body *body)
{
    if (body->info->suspends)
        return "goto fail";
    switch (emit_return_type(body->function)) {
    case IR_TYPE_I64: return "return JS_EXCEPTION_INT64";
    case IR_TYPE_F64: return "return js_exception_f64()";
    default: return "return JS_EXCEPTION";
    }
}

void emit_throw_exit(Body *body, const IrBlock *block)
{
    if (block->handler)
        emit_edge(body, block, block->handler, NULL, false);
    else
        strbuf_addf(body->out, "    %s;\n", emit_failure(body));
}

static void emit_check(Body *body, const IrInstr *instr)
{
    static const char *const checks[] = {
        [IR_TYPE_ANY] = "v%u == JS_EXCEPTION", [IR_TYPE_I32] = "v%u < 0", [IR_TYPE_I64] = "v%u == JS_EXCEPTION_INT64",
        [IR_TYPE_F64] = "js_is_exception_f64(v%u)",
    };
    if (!checks[instr->type])
        return;
    strbuf_adds(body->out, "    if (js_unlikely(");
    strbuf_addf(body->out, checks[instr->type], instr->id);
    strbuf_adds(body->out, ")) {\n");
    emit_throw_exit(body, instr->block);
    strbuf_adds(body->out, "    }\n");
}

static void emit_call_direct(Body *body, const IrInstr *instr)
{
    const IrFunction *target = instr->function;
    const EmitFunction *info = emit_function_of(body->plan, target);
    StrBuf *out = body->out;
    uint32_t count = instr->operand_count - 2;
    body->unit->is_referenced[target->number] = true;
    strbuf_adds(out, "    ");
    for (uint32_t i = 0; info->uses_arguments && i < count; i++) {
        strbuf_addf(out, "A[%u] = ", i);
        emit_operand(body, instr->operands[i + 2]);
        strbuf_adds(out, "; ");
    }
    if (info->uses_arguments && count > body->argument_count)
        body->argument_count = count;
    strbuf_addf(out, "v%u = %s(", instr->id, info->c_name);
    const char *separator = "";
    if (info->uses_callee) {
        strbuf_adds(out, "js_function(");
        emit_operand(body, instr->operands[0]);
        strbuf_adds(out, ")");
        separator = ", ";
    }
    if (info->uses_this) {
        strbuf_adds(out, separator);
        emit_operand(body, instr->operands[1]);
        separator = ", ";
    }
    if (info->uses_new_target)
        strbuf_addf(out, "%sJS_UNDEFINED", separator), separator = ", ";
    if (info->uses_arguments)
        strbuf_addf(out, "%s%u, %s", separator, count, count ? "A" : "NULL"), separator = ", ";
    for (uint32_t i = 0; i < target->param_count; i++, separator = ", ") {
        strbuf_adds(out, separator);
        if (i < count)
            emit_operand(body, instr->operands[i + 2]);
        else
            strbuf_adds(out, "JS_UNDEFINED");
    }
    strbuf_adds(out, ");\n");
}

static void emit_closure(Body *body, const IrInstr *instr)
{
    body->unit->is_referenced[instr->function->number] = true;
    strbuf_addf(body->out, "    v%u = js_new_closure(&%s_code);\n", instr->id, emit_function_of(body->plan, instr->function)->c_name);
    for (uint32_t i = 0; i < instr->operand_count; i++) {
        strbuf_addf(body->out, "    js_closure_capture(v%u, %u, ", instr->id, i);
        emit_operand(body, instr->operands[i]);
        strbuf_adds(body->out, ");\n");
    }
}

enum { LITERAL_MAX = 64 }; /* JS_LITERAL_MAX of sinew.h */

static void emit_large_literal(Body *body, const IrInstr *instr)
{
    strbuf_addf(body->out, "    v%u = js_new_object();\n", instr->id);
    for (uint32_t i = 0; i < instr->operand_count; i++) {
        strbuf_addf(body->out, "    (void)js_op_define_field(v%u, K[%u], ", instr->id, emit_atom(body->unit, instr->keys[i]));
        emit_operand(body, instr->operands[i]);
        strbuf_adds(body->out, ");\n");
    }
}

static void emit_object_literal(Body *body, const IrInstr *instr)
{
    EmitUnit *unit = body->unit;
    if (instr->operand_count > LITERAL_MAX) {
        emit_large_literal(body, instr);
        return;
    }
    if (!instr->operand_count) {
        strbuf_addf(body->out, "    v%u = js_new_object();\n", instr->id);
        return;
    }
    strbuf_addf(body->out, "    {\n        static JsLiteralSite site;\n        if (js_likely(site.shape)) {\n"
                           "            v%u = js_new_literal(&site, %u);\n        } else {\n            JsKey keys[] = {",
                instr->id, instr->operand_count);
    for (uint32_t i = 0; i < instr->operand_count; i++)
        strbuf_addf(body->out, "%sK[%u]", i ? ", " : "", emit_atom(unit, instr->keys[i]));
    strbuf_addf(body->out, "};\n            v%u = js_new_literal_slow(&site, keys, %u);\n        }\n    }\n", instr->id,
                instr->operand_count);
    for (uint32_t i = 0; i < instr->operand_count; i++) {
        strbuf_addf(body->out, "    js_object(v%u)->slots[%u] = ", instr->id, i);
        emit_operand(body, instr->operands[i]);
        strbuf_adds(body->out, ";\n");
    }
}

static void emit_template_object(Body *body, const IrInstr *instr)
{
    uint32_t count = instr->operand_count / 2;
    strbuf_adds(body->out, "    ");
    for (uint32_t i = 0; i < instr->operand_count; i++) {
        strbuf_addf(body->out, "A[%u] = ", i);
        emit_operand(body, instr->operands[i]);
        strbuf_adds(body->out, "; ");
    }
    if (instr->operand_count > body->argument_count)
        body->argument_count = instr->operand_count;
    strbuf_addf(body->out, "v%u = js_template_object((JsValue *)&S[%u], %u, A, A + %u);\n", instr->id, body->unit->site_count++,
                count, count);
}

static void emit_mapped_arguments(Body *body, const IrInstr *instr)
{
    strbuf_adds(body->out, "    ");
    for (uint32_t i = 0; i < instr->operand_count; i++) {
        strbuf_addf(body->out, "A[%u] = ", i);
        emit_operand(body, instr->operands[i]);
        strbuf_adds(body->out, "; ");
    }
    if (instr->operand_count > body->argument_count)
        body->argument_count = instr->operand_count;
    strbuf_addf(body->out, "v%u = js_new_mapped_arguments(argc, argv, js_value(%s), %u, %s);\n", instr->id,
                body->info->suspends ? "g->callee" : "callee", instr->operand_count, instr->operand_count ? "A" : "NULL");
}

static void emit_iterator_open(Body *body, const IrInstr *instr)
{
    strbuf_addf(body->out, "    if (js_unlikely(js_iterator_open%s(&v%u, ", instr->op == IR_ITER_OPEN ? "" : "_async", instr->id);
    emit_operand(body, instr->operands[0]);
    strbuf_adds(body->out, ", ");
    emit_text_literal(body->out, instr->text ? instr->text : "", instr->text ? strlen(instr->text) : 0);
    strbuf_adds(body->out, ") < 0)) {\n");
    emit_throw_exit(body, instr->block);
    strbuf_adds(body->out, "    }\n");
}

static void emit_tdz_check(Body *body, const IrInstr *instr)
{
    strbuf_adds(body->out, "    if (js_unlikely(");
    emit_operand(body, instr->operands[0]);
    strbuf_addf(body->out, " == JS_EMPTY)) {\n    (void)js_throw_tdz(K[%u]);\n", emit_atom(body->unit, instr->key));
    emit_throw_exit(body, instr->block);
    strbuf_adds(body->out, "    }\n");
}

static void emit_return(Body *body, const IrInstr *instr)
{
    if (body->info->suspends)
        strbuf_adds(body->out, "    js_generator_set_state(g, -1, 0);\n");
    strbuf_adds(body->out, "    return ");
    emit_operand(body, instr->operands[0]);
    strbuf_adds(body->out, ";\n");
}

static void emit_branch(Body *body, const IrInstr *instr)
{
    const IrBlock *block = instr->block, *if_true = instr->targets[0], *if_false = instr->targets[1];
    bool is_inverted = if_true == block->next && if_false != block->next;
    strbuf_addf(body->out, "    if (%s", is_inverted ? "!" : "");
    emit_operand(body, instr->operands[0]);
    strbuf_adds(body->out, ") {\n");
    emit_edge(body, block, is_inverted ? if_false : if_true, NULL, is_inverted);
    strbuf_adds(body->out, "    }\n");
    emit_edge(body, block, is_inverted ? if_true : if_false, block->next, !is_inverted);
}

/* The statement of an op whose row has no template; false when it has one. */
static bool emit_special(Body *body, const IrInstr *instr)
{
    StrBuf *out = body->out;
    switch ((int)instr->op) {
    case IR_PHI: return true;
    case IR_CHECK_TDZ: emit_tdz_check(body, instr); return true;
    case IR_CALL_DIRECT: emit_call_direct(body, instr); return true;
    case IR_CLOSURE: emit_closure(body, instr); return true;
    case IR_IS_CODE:
        body->unit->is_referenced[instr->function->number] = true;
        strbuf_addf(out, "    v%u = js_is_code(", instr->id);
        emit_operand(body, instr->operands[0]);
        strbuf_addf(out, ", &%s_code);\n", emit_function_of(body->plan, instr->function)->c_name);
        return true;
    case IR_ARGUMENTS:
        strbuf_addf(out, "    v%u = js_new_arguments(argc, argv, %s);\n", instr->id,
                    !instr->integer          ? "JS_UNDEFINED"
                    : body->info->suspends ? "js_value(g->callee)"
                                             : "js_value(callee)");
        return true;
    case IR_ARGUMENTS_MAPPED: emit_mapped_arguments(body, instr); return true;
    case IR_REST: strbuf_addf(out, "    v%u = js_new_rest_array(argc, argv, %d);\n", instr->id, instr->integer); return true;
    case IR_NEW_CLASS:
        strbuf_addf(out, "    v%u = js_op_new_class(", instr->id);
        emit_operand(body, instr->operands[0]);
        strbuf_adds(out, ", ");
        emit_operand(body, instr->operands[1]);
        strbuf_addf(out, ", &x%u);\n", instr->id);
        return true;
    case IR_CLASS_PROTOTYPE: strbuf_addf(out, "    v%u = x%u;\n", instr->id, instr->operands[0]->id); return true;
    case IR_OBJECT_LITERAL: emit_object_literal(body, instr); return true;
    case IR_TEMPLATE_OBJECT: emit_template_object(body, instr); return true;
    case IR_ITER_OPEN:
    case IR_ITER_OPEN_ASYNC: emit_iterator_open(body, instr); return true;
    case IR_ITER_NONE: strbuf_addf(out, "    v%u = (JsIterator){JS_UNDEFINED, JS_UNDEFINED, 0, 0};\n", instr->id); return true;
    case IR_GENERATOR_PROTOTYPE: strbuf_adds(out, "    js_generator_find_prototype(g);\n"); return true;
    case IR_YIELD:
    case IR_YIELD_RESULT:
    case IR_AWAIT:
    case IR_GENERATOR_START: emit_suspension(body, instr); return true;
    case IR_RESUME_MODE: strbuf_addf(out, "    v%u = (int32_t)mode;\n", instr->id); return true;
    case IR_JUMP: emit_edge(body, instr->block, instr->targets[0], instr->block->next, false); return true;
    case IR_BRANCH: emit_branch(body, instr); return true;
    case IR_RETURN: emit_return(body, instr); return true;
    case IR_UNREACHABLE: strbuf_addf(out, "    %s;\n", emit_failure(body)); return true;
    case IR_I32_LT: case IR_I32_LE: case IR_I64_LT: case IR_I64_LE: return emit_strip_test(body, instr);
    case IR_LOOP_CHECK:
        body->has_loop_check = true;
        if (body->is_paid_ahead[instr->block->id])
            return true;
        strbuf_adds(out, "    if (js_unlikely(--fuel == 0))\n        fuel = js_loop_slow();\n");
        return true;
    }
    return false;
}

static void join_lines(StrBuf *out, size_t from)
{
    for (size_t i = from; i + 1 < out->length; i++)
        if (out->text[i] == '\n')
            out->text[i] = ' ';
}

static void emit_statement(Body *body, const IrInstr *instr)
{
    if (emit_fast(body, instr) || emit_typed(body, instr))
        return;
    if (!emit_special(body, instr))
        emit_template(body, instr);
    if (ir_is_terminator(instr) && ir_throws(instr))
        emit_throw_exit(body, instr->block);
    else if (ir_throws(instr) && !(ir_op_effects(instr->op) & IR_SUSPENDS))
        emit_check(body, instr);
}

static void emit_instr(Body *body, const IrInstr *instr)
{
    if (!body->is_slow && body->versions.is_return[instr->id])
        strbuf_addf(body->out, "back%u:;\n", instr->id);
    bool is_pure = !is_root(instr);
    if (emit_is_inline(body, instr) || (is_pure && !body->is_needed[instr->id]))
        return;
    bool has_line = emit_has_lines(body) && !(ir_is_terminator(instr) && !ir_throws(instr));
    if (has_line)
        emit_line_of(body, instr);
    size_t start = body->out->length;
    emit_statement(body, instr);
    if (has_line)
        join_lines(body->out, start);
}

/* The block of the fast version: the label b<n> goes before it; loop<n>, where back-edges lead, behind the tests ahead. */
static void emit_block(Body *body, const IrBlock *block)
{
    const Versions *versions = &body->versions;
    if (versions->tested[block->id]) {
        for (size_t i = 0; i < versions->guards.length; i++)
            if (bits_have(versions->tested[block->id], (uint32_t)i))
                emit_test(body, versions->guards.items[i], block->first);
        strbuf_addf(body->out, "loop%u:;\n", block->id);
    }
    for (const IrInstr *instr = block->first; instr; instr = instr->next)
        emit_instr(body, instr);
}

static void emit_slow_version(Body *body)
{
    const Versions *versions = &body->versions;
    body->is_slow = true;
    for (const IrBlock *block = body->function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next) {
            if (!versions->is_slow[instr->id])
                continue;
            if (versions->is_slow_target[instr->id])
                strbuf_addf(body->out, "slow%u:;\n", instr->id);
            emit_instr(body, instr);
            if (instr->next && !versions->is_slow[instr->next->id])
                strbuf_addf(body->out, "    goto back%u;\n", instr->next->id);
        }
    body->is_slow = false;
}

static void emit_locals(const Body *body, StrBuf *out)
{
    uint32_t on_line = 0;
    IrType line_type = IR_TYPE_NONE;
    for (const IrBlock *block = body->function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next) {
            if (!has_local(body, instr))
                continue;
            bool is_new_line = on_line == 16 || line_type != instr->type;
            if (is_new_line && on_line)
                strbuf_adds(out, ";\n");
            if (is_new_line)
                strbuf_addf(out, "    %s v%u", emit_c_type(instr->type), instr->id);
            else
                strbuf_addf(out, ", v%u", instr->id);
            on_line = is_new_line ? 1 : on_line + 1;
            line_type = instr->type;
            if (instr->op == IR_NEW_CLASS) {
                strbuf_addf(out, ", x%u", instr->id);
                on_line++;
            }
        }
    if (on_line)
        strbuf_adds(out, ";\n");
}

static void emit_opening(Body *body, StrBuf *out)
{
    if (emit_has_lines(body))
        emit_opening_line(body, out);
    if (body->info->suspends) {
        strbuf_addf(out, "static JsValue %s_resume(JsGenerator *g, JsResumeMode mode, JsValue sent)", body->info->c_name);
    } else {
        strbuf_adds(out, emit_has_clones(body->info) ? "JS_CLONES " : "");
        emit_signature(out, body->plan, body->function);
    }
    strbuf_adds(out, "\n{\n");
    emit_locals(body, out);
    if (body->argument_count)
        strbuf_addf(out, "    JsValue A[%u];\n", body->argument_count);
    emit_view_locals(body, out);
    emit_held_locals(body, out);
    emit_strip_locals(body, out);
    if (body->has_loop_check)
        strbuf_adds(out, "    uint32_t fuel = JS_LOOP_FUEL;\n");
    if (body->info->suspends || body->info->has_calls_or_loops)
        strbuf_addf(out, "    if (!JS_ENTER())\n        %s;\n", emit_failure(body));
}

/* Labels are known only when all gotos have been written: put them in now. */
static void join_blocks(const Body *body, StrBuf *out, const StrBuf *code, const size_t *starts)
{
    uint32_t i = 0;
    for (const IrBlock *block = body->function->blocks; block; block = block->next, i++) {
        if (body->is_target[block->id])
            strbuf_addf(out, "b%u:;\n", block->id);
        strbuf_add(out, strbuf_text(code) + starts[i], starts[i + 1] - starts[i]);
    }
    strbuf_add(out, strbuf_text(code) + starts[i], code->length - starts[i]);
}

uint32_t emit_body(EmitUnit *unit, IrFunction *function)
{
    ir_renumber(function);
    StrBuf code = {0};
    Arena *arena = arena_new();
    Body body = {.unit = unit, .plan = unit->plan, .function = function, .arena = arena, .out = &code,
                 .info = emit_function_of(unit->plan, function)};
    vec_init(&body.suspensions, arena);
    vec_init(&body.view_guards, arena);
    body.caches = ARENA_ARRAY(arena, uint32_t, function->instr_count);
    body.is_needed = ARENA_ARRAY(arena, bool, function->instr_count);
    body.is_target = ARENA_ARRAY(arena, bool, function->block_count);
    size_t *starts = ARENA_ARRAY(arena, size_t, function->block_count + 1);
    mark_needed(&body);
    emit_plan_versions(&body);
    emit_plan_strips(&body);
    if (body.info->suspends)
        emit_plan_suspensions(&body);
    uint32_t count = 0;
    for (const IrBlock *block = function->blocks; block; block = block->next) {
        starts[count++] = code.length;
        emit_block(&body, block);
    }
    starts[count] = code.length;
    emit_slow_version(&body);
    emit_opening(&body, &unit->body);
    body.out = &unit->body;
    if (body.info->suspends)
        emit_resume_switch(&body);
    join_blocks(&body, &unit->body, &code, starts);
    if (body.info->suspends)
        strbuf_adds(&unit->body, "fail:\n    js_generator_set_state(g, -1, 0);\n    return JS_EXCEPTION;\n");
    strbuf_adds(&unit->body, "}\n\n");
    strbuf_free(&code);
    uint32_t frame_length = body.frame_length;
    arena_free(arena);
    return frame_length;
}
