/* Operands and op templates as C text. Invariant: an operand's text is one C primary expression without side effects. */
#include "body.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "sinew_encoding.h"

const char *emit_c_type(IrType type)
{
    static const char *const types[] = {"void", "JsValue", "int32_t", "double", "bool", "JsIterator", "int64_t"};
    return types[type];
}

bool emit_is_inline(const Body *body, const IrInstr *value)
{
    switch ((int)value->op) {
    case IR_UNDEFINED: case IR_NULL: case IR_EMPTY: case IR_TRUE: case IR_FALSE: case IR_NUMBER: case IR_STRING:
    case IR_CONST_I32: case IR_CONST_I64: case IR_CONST_F64: case IR_CONST_BOOL: case IR_PARAM: case IR_THIS: case IR_CALLEE:
    case IR_NEW_TARGET: case IR_ARGUMENT_COUNT:
        return true;
    case IR_CAPTURE:
        return body->info->suspends; /* so that it need not be saved */
    }
    return false;
}

static void emit_double(StrBuf *out, double number)
{
    if (isnan(number)) {
        strbuf_adds(out, "(double)NAN");
    } else if (isinf(number)) {
        strbuf_adds(out, number < 0 ? "(-HUGE_VAL)" : "HUGE_VAL");
    } else {
        char text[40];
        snprintf(text, sizeof text, "%.17g", number);
        bool is_float = strpbrk(text, ".e");
        strbuf_addf(out, signbit(number) ? "(%s%s)" : "%s%s", text, is_float ? "" : ".0");
    }
}

static void emit_i32(StrBuf *out, int32_t integer)
{
    if (integer == INT32_MIN)
        strbuf_adds(out, "INT32_MIN");
    else
        strbuf_addf(out, integer < 0 ? "(%d)" : "%d", integer);
}

static void emit_parameter(Body *body, uint32_t index)
{
    if (body->info->suspends)
        strbuf_addf(body->out, "g->frame[%u]", index + 1);
    else
        strbuf_addf(body->out, "p%u", index);
}

void emit_operand(Body *body, const IrInstr *value)
{
    StrBuf *out = body->out;
    bool suspends = body->info->suspends;
    switch ((int)value->op) {
    case IR_UNDEFINED: strbuf_adds(out, "JS_UNDEFINED"); return;
    case IR_NULL: strbuf_adds(out, "JS_NULL"); return;
    case IR_EMPTY: strbuf_adds(out, "JS_EMPTY"); return;
    case IR_TRUE: strbuf_adds(out, "JS_TRUE"); return;
    case IR_FALSE: strbuf_adds(out, "JS_FALSE"); return;
    case IR_NUMBER: strbuf_addf(out, "UINT64_C(0x%" PRIx64 ")", emit_encode_number(value->number)); return;
    case IR_STRING: strbuf_addf(out, "K[%u]", emit_atom(body->unit, value->key)); return;
    case IR_CONST_I32: emit_i32(out, value->integer); return;
    case IR_CONST_I64: strbuf_addf(out, "INT64_C(%" PRId64 ")", (int64_t)value->number); return;
    case IR_CONST_F64: emit_double(out, value->number); return;
    case IR_CONST_BOOL: strbuf_adds(out, value->integer ? "true" : "false"); return;
    case IR_PARAM: emit_parameter(body, (uint32_t)value->integer); return;
    case IR_THIS:
        if (suspends)
            strbuf_addf(out, "g->frame[%u]", emit_frame_this(body->function));
        else
            strbuf_adds(out, "this_value");
        return;
    case IR_CALLEE: strbuf_adds(out, suspends ? "js_value(g->callee)" : "js_value(callee)"); return;
    case IR_NEW_TARGET: strbuf_adds(out, suspends ? "JS_UNDEFINED" : "new_target"); return;
    case IR_CAPTURE:
        strbuf_addf(out, suspends ? "g->callee->captures[%d]" : "v%d", suspends ? value->integer : (int32_t)value->id);
        return;
    case IR_ARGUMENT_COUNT: strbuf_adds(out, "(int32_t)argc"); return;
    default: strbuf_addf(out, "v%u", value->id);
    }
}

uint32_t emit_array_operands(const IrInstr *instr)
{
    const char *operands = ir_op_operands(instr->op);
    const char *star = strchr(operands, '*');
    return star ? (uint32_t)(star - operands) : instr->operand_count;
}

void emit_text_literal(StrBuf *out, const char *bytes, size_t length)
{
    strbuf_addc(out, '"');
    for (size_t at = 0; at < length;) {
        size_t line = length - at < 100 ? length - at : 100;
        strbuf_add_c_escaped(out, bytes + at, line);
        at += line;
        if (at < length)
            strbuf_adds(out, "\"\n    \"");
    }
    strbuf_addc(out, '"');
}

uint32_t emit_cache(Body *body, const IrInstr *instr)
{
    uint32_t *number = &body->caches[instr->id];
    if (!*number)
        *number = ++body->unit->cache_count;
    return *number - 1;
}

static void emit_array(Body *body, const IrInstr *instr)
{
    uint32_t first = emit_array_operands(instr);
    uint32_t count = instr->operand_count - first;
    if (count > body->argument_count)
        body->argument_count = count;
    for (uint32_t i = 0; i < count; i++) {
        strbuf_addf(body->out, "A[%u] = ", i);
        emit_operand(body, instr->operands[first + i]);
        strbuf_adds(body->out, "; ");
    }
}

static void emit_variable(StrBuf *out, const IrVariable *variable)
{
    strbuf_addf(out, "m%u_vars[%u]", variable->module->number, variable->index);
}

/* A word of the template after `$`. Returns what stands after it. */
static const char *emit_word(Body *body, const IrInstr *instr, const char *word)
{
    StrBuf *out = body->out;
    uint32_t first = emit_array_operands(instr);
    if (isdigit((unsigned char)*word)) {
        emit_operand(body, instr->operands[*word - '0']);
        return word + 1;
    }
    if (!strncmp(word, "argc", 4)) {
        strbuf_addf(out, "%u", instr->operand_count - first);
        return word + 4;
    }
    if (!strncmp(word, "argv", 4)) {
        strbuf_adds(out, instr->operand_count > first ? "A" : "NULL");
        return word + 4;
    }
    if (!strncmp(word, "callee", 6)) {
        strbuf_adds(out, body->info->suspends ? "g->callee" : "callee");
        return word + 6;
    }
    switch (*word) {
    case 'r': strbuf_addf(out, "v%u", instr->id); break;
    case 'k': strbuf_addf(out, "K[%u]", emit_atom(body->unit, instr->key)); break;
    case 'n': emit_double(out, instr->number); break;
    case 'i':
    case 'p': emit_i32(out, instr->integer); break;
    case 'v': emit_variable(out, instr->variable); break;
    case 'm': strbuf_addf(out, "m%u", (instr->variable ? instr->variable->module : instr->module)->number); break;
    case 't': emit_text_literal(out, instr->text ? instr->text : "", instr->text ? strlen(instr->text) : 0); break;
    case 'w': strbuf_adds(out, instr->key->bytes); break;
    case 'c': strbuf_addf(out, "C[%u]", emit_cache(body, instr)); break;
    case 's': strbuf_addf(out, "S[%u]", body->unit->site_count++); break;
    }
    return word + 1;
}

void emit_template(Body *body, const IrInstr *instr)
{
    const char *at = ir_op_template(instr->op);
    strbuf_adds(body->out, "    ");
    emit_array(body, instr);
    bool has_result = !strncmp(at, "$r = ", 5);
    bool is_checked = ir_throws(instr) && !ir_is_terminator(instr);
    if (has_result && !is_checked && !body->is_needed[instr->id]) {
        strbuf_adds(body->out, "(void)");
        at += 5;
    }
    while (*at) {
        if (*at == '$')
            at = emit_word(body, instr, at + 1);
        else
            strbuf_addc(body->out, *at++);
    }
    strbuf_addc(body->out, '\n');
}
