/* The fast halves of ops that may run JavaScript: `if (!FAST) goto slow<id>`. Invariant: see guard.h, fast_paths.h. */
#include "body.h"

#include <string.h>

static const char *const fast_names[IR_OP_COUNT] = {
    [IR_GET] = "try_get", [IR_SET] = "try_set", [IR_GET_LENGTH] = "try_get_length",
    [IR_GET_ELEMENT] = "try_get_element", [IR_SET_ELEMENT] = "try_set_element",
    [IR_GET_INDEX] = "try_get_index", [IR_SET_INDEX] = "try_set_index",
    [IR_ADD] = "try_add", [IR_SUB] = "try_sub", [IR_MUL] = "try_mul", [IR_DIV] = "try_div", [IR_MOD] = "try_mod",
    [IR_LT] = "try_lt", [IR_LE] = "try_le", [IR_GT] = "try_gt", [IR_GE] = "try_ge", [IR_EQ] = "try_equal",
    [IR_BIT_AND] = "try_bit_and", [IR_BIT_OR] = "try_bit_or", [IR_BIT_XOR] = "try_bit_xor",
    [IR_TO_NUMERIC] = "try_numeric", [IR_TO_NUMBER] = "try_numeric",
    [IR_ANY_ADD_F64] = "try_any_add_f64", [IR_F64_ADD_ANY] = "try_f64_add_any",
    [IR_ANY_TO_F64] = "try_to_f64", [IR_ANY_TO_I32] = "try_to_i32",
    [IR_I64_LT_ANY] = "try_i64_lt", [IR_I64_LE_ANY] = "try_i64_le", [IR_I64_GT_ANY] = "try_i64_gt", [IR_I64_GE_ANY] = "try_i64_ge",
    [IR_ITER_STEP] = "try_iterator_advance",
};

const char *emit_fast_name(const IrInstr *instr)
{
    bool is_element = instr->op == IR_GET_ELEMENT || instr->op == IR_SET_ELEMENT || instr->op == IR_GET_INDEX || instr->op == IR_SET_INDEX;
    if (is_element && emit_element_name((uint32_t)instr->number)) /* of a typed array, but not worth a guard */
        return NULL;
    return fast_names[instr->op];
}

/* Ops whose result is undefined have it as a value only where somebody asks. */
static void emit_undefined_result(Body *body, const IrInstr *instr)
{
    bool is_write = instr->op == IR_SET || instr->op == IR_SET_INDEX || instr->op == IR_SET_ELEMENT;
    if (is_write && body->is_needed[instr->id])
        strbuf_addf(body->out, "    v%u = JS_UNDEFINED;\n", instr->id);
}

/* The op by its own means: name(operands, [cache,] [&result]). */
static void emit_try(Body *body, const IrInstr *instr)
{
    StrBuf *out = body->out;
    bool is_write = instr->op == IR_SET || instr->op == IR_SET_INDEX || instr->op == IR_SET_ELEMENT;
    strbuf_addf(out, "    if (js_unlikely(!js_%s(", fast_names[instr->op]);
    const char *separator = "";
    for (uint32_t i = 0; i < instr->operand_count; i++, separator = ", ") {
        strbuf_adds(out, separator);
        if (instr->operands[i]->type == IR_TYPE_ITER)
            strbuf_adds(out, "&");
        emit_operand(body, instr->operands[i]);
    }
    if (instr->op == IR_GET || instr->op == IR_SET || instr->op == IR_GET_LENGTH)
        strbuf_addf(out, ", &C[%u]", emit_cache(body, instr));
    if (!is_write)
        strbuf_addf(out, ", &v%u", instr->id);
    strbuf_addf(out, ")))\n        goto slow%u;\n", instr->id);
}

static void emit_property(Body *body, const IrInstr *instr, const Guard *guard)
{
    StrBuf *out = body->out;
    bool is_get = instr->op == IR_GET;
    if (is_get && !body->is_needed[instr->id])
        return;
    strbuf_adds(out, "    ");
    if (is_get)
        strbuf_addf(out, "v%u = ", instr->id);
    strbuf_adds(out, "JS_SLOT_AT(");
    emit_operand(body, instr->operands[0]);
    strbuf_adds(out, ", ");
    emit_offset(body, guard, body->versions.key_place[instr->id]);
    strbuf_adds(out, ")");
    if (!is_get) {
        strbuf_adds(out, " = ");
        emit_operand(body, instr->operands[1]);
    }
    strbuf_adds(out, ";\n");
}

static void emit_key_as_index(Body *body, const IrInstr *instr)
{
    bool is_any = instr->op == IR_GET_ELEMENT || instr->op == IR_SET_ELEMENT;
    strbuf_adds(body->out, is_any ? "js_as_int(" : "");
    emit_operand(body, instr->operands[1]);
    strbuf_adds(body->out, is_any ? ")" : "");
}

static void emit_element(Body *body, const IrInstr *instr, const Guard *guard)
{
    StrBuf *out = body->out;
    const char *name = emit_element_name(guard->element);
    bool is_get = instr->op == IR_GET_INDEX || instr->op == IR_GET_ELEMENT;
    strbuf_adds(out, "    if (js_unlikely(");
    if (instr->op == IR_GET_ELEMENT || instr->op == IR_SET_ELEMENT) {
        strbuf_adds(out, "!js_is_int(");
        emit_operand(body, instr->operands[1]);
        strbuf_adds(out, ") || ");
    }
    strbuf_addf(out, "!js_%s_%s(e%u, n%u, ", is_get ? "read" : "write", name ? name : "element", guard->number, guard->number);
    emit_key_as_index(body, instr);
    if (is_get) {
        strbuf_addf(out, ", &v%u", instr->id);
    } else {
        strbuf_adds(out, ", ");
        emit_operand(body, instr->operands[2]);
    }
    strbuf_addf(out, ")))\n        goto slow%u;\n", instr->id);
}

bool emit_fast(Body *body, const IrInstr *instr)
{
    const Versions *versions = &body->versions;
    if (body->is_slow || !versions->leaves[instr->id])
        return false;
    uint32_t number = versions->access[instr->id];
    Guard *guard = number ? versions->guards.items[number - 1] : NULL;
    if (guard && versions->is_tested[instr->id])
        emit_test(body, guard, instr);
    if (emit_held(body, instr))
        return true;
    if (instr->op == IR_SET)
        emit_follow_write(body, instr);
    if (!guard)
        emit_try(body, instr);
    else if (guard->kind == GUARD_SHAPE)
        emit_property(body, instr, guard);
    else
        emit_element(body, instr, guard);
    emit_undefined_result(body, instr);
    return true;
}
