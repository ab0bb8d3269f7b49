/* Ops on unboxed values that fall back to JavaScript's conversions: each is an inline test and a slow call. Invariant: the
 * slow call runs where the generic op would run it, and its exception leaves as any other. */
#include "body.h"

/* `v = FAST(x)` where TEST(x) holds; else x is converted to a number first, which may throw. */
static void emit_conversion(Body *body, const IrInstr *instr, const char *test, const char *fast, const char *slow)
{
    StrBuf *out = body->out;
    strbuf_addf(out, "    if (js_likely(%s(", test);
    emit_operand(body, instr->operands[0]);
    strbuf_addf(out, "))) {\n        v%u = %s(", instr->id, fast);
    emit_operand(body, instr->operands[0]);
    strbuf_adds(out, ");\n    } else {\n");
    strbuf_adds(out, "        JsValue number = js_op_to_number(");
    emit_operand(body, instr->operands[0]);
    strbuf_adds(out, ");\n        if (js_unlikely(number == JS_EXCEPTION)) {\n");
    emit_throw_exit(body, instr->block);
    strbuf_addf(out, "    }\n        v%u = %s(number);\n    }\n", instr->id, slow);
}

/* An integer compared with any value. */
static void emit_comparison(Body *body, const IrInstr *instr, const char *operator)
{
    StrBuf *out = body->out;
    strbuf_adds(out, "    if (js_likely(js_is_int(");
    emit_operand(body, instr->operands[1]);
    strbuf_addf(out, "))) {\n        v%u = ", instr->id);
    emit_operand(body, instr->operands[0]);
    strbuf_addf(out, " %s js_as_int(", operator);
    emit_operand(body, instr->operands[1]);
    strbuf_adds(out, ");\n    } else {\n");
    strbuf_adds(out, "        JsValue number = js_is_number(");
    emit_operand(body, instr->operands[1]);
    strbuf_adds(out, ") ? ");
    emit_operand(body, instr->operands[1]);
    strbuf_adds(out, " : js_op_to_number(");
    emit_operand(body, instr->operands[1]);
    strbuf_adds(out, ");\n        if (js_unlikely(number == JS_EXCEPTION)) {\n");
    emit_throw_exit(body, instr->block);
    strbuf_addf(out, "    }\n        v%u = (double)", instr->id);
    emit_operand(body, instr->operands[0]);
    strbuf_addf(out, " %s js_as_number(number);\n    }\n", operator);
}

const char *emit_element_name(uint32_t hint)
{
    static const char *const names[] = {NULL, "i8", "u8", "u8c", "i16", "u16", "i32", "u32", NULL, NULL, NULL, "f32", "f64"};
    return hint < sizeof names / sizeof *names ? names[hint] : NULL;
}

static void emit_index(Body *body, const IrInstr *instr, bool is_get)
{
    StrBuf *out = body->out;
    const char *name = emit_element_name((uint32_t)instr->number);
    strbuf_addf(out, "    v%u = ", instr->id);
    if (name)
        strbuf_addf(out, "js_%s_index_%s(", is_get ? "get" : "set", name);
    else
        strbuf_addf(out, "js_op_%s_index(", is_get ? "get" : "set");
    for (uint32_t i = 0; i < instr->operand_count; i++) {
        strbuf_adds(out, i ? ", " : "");
        emit_operand(body, instr->operands[i]);
    }
    if (!is_get)
        strbuf_addf(out, ", %d", instr->integer);
    strbuf_addf(out, ");\n    if (js_unlikely(v%u == JS_EXCEPTION)) {\n", instr->id);
    emit_throw_exit(body, instr->block);
    strbuf_adds(out, "    }\n");
}

bool emit_typed(Body *body, const IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_ANY_TO_F64: emit_conversion(body, instr, "js_is_number", "js_as_number", "js_as_number"); return true;
    case IR_ANY_TO_I32: emit_conversion(body, instr, "js_is_int", "js_as_int", "js_number_to_int32"); return true;
    case IR_GET_INDEX: emit_index(body, instr, true); return true;
    case IR_SET_INDEX: emit_index(body, instr, false); return true;
    case IR_I64_LT_ANY: emit_comparison(body, instr, "<"); return true;
    case IR_I64_LE_ANY: emit_comparison(body, instr, "<="); return true;
    case IR_I64_GT_ANY: emit_comparison(body, instr, ">"); return true;
    case IR_I64_GE_ANY: emit_comparison(body, instr, ">="); return true;
    }
    return false;
}
