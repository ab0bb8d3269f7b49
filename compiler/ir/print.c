/* The textual form of the IR. ir_parse reads it.
 *
 *     module 0 esm "main.js" body 1 entry      one a module, before the functions; then its variables and exports:
 *       variable "x"                            then `empty` when it starts in its dead zone
 *       export "y" 0.0                          module.variable, or `namespace 2`
 *     function 1 "name" normal module 0 params 2 captures 0 length 2 strict this types i64 any returns f64 {
 *     b0:
 *       %0 = param 0
 *       %1 = call %0, %0, "f"                   operands, then immediates in the row's order; caches and sites are not shown
 *       branch %3, b1, b2
 *     b1 loop <- b0 b3 !b7:                     predecessors in the order of the phis' operands; the handler after `!`
 *       %5 = phi.i32 %1, %2                     other types than the row's are shown
 *     }
 *
 * Texts are quoted, with \" \\ and \xx (two hex digits) for other bytes than printable ASCII. */
#include "ir.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/strbuf.h"
#include "edit.h"
#include "kinds.h"

static void print_text(StrBuf *out, const char *bytes, size_t length)
{
    strbuf_addc(out, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '"' || c == '\\')
            strbuf_addf(out, "\\%c", c);
        else if (c < ' ' || c > '~')
            strbuf_addf(out, "\\%02x", c);
        else
            strbuf_addc(out, (char)c);
    }
    strbuf_addc(out, '"');
}

static void print_atom(StrBuf *out, const IrAtom *atom)
{
    if (atom)
        print_text(out, atom->bytes, atom->length);
    else
        strbuf_adds(out, "-");
}

void ir_print_number(StrBuf *out, double number)
{
    if (isnan(number)) {
        strbuf_adds(out, "nan");
        return;
    }
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    strbuf_adds(out, text);
}

static void print_immediate(StrBuf *out, const IrInstr *instr, char letter, uint32_t *block_index)
{
    switch (letter) {
    case 'k':
        print_atom(out, instr->key);
        return;
    case 'n':
        ir_print_number(out, instr->number);
        return;
    case 'i':
    case 'p':
        strbuf_addf(out, "%d", instr->integer);
        return;
    case 'f':
        strbuf_addf(out, "@%u", instr->function->number);
        return;
    case 'v':
        strbuf_addf(out, "$%u.%u", instr->variable->module->number, instr->variable->index);
        return;
    case 'm':
        strbuf_addf(out, "m%u", instr->module->number);
        return;
    case 't':
        print_text(out, instr->text ? instr->text : "", instr->text ? strlen(instr->text) : 0);
        return;
    case 'b':
        strbuf_addf(out, "b%u", instr->targets[(*block_index)++]->id);
        return;
    }
}

static void print_instr(StrBuf *out, const IrInstr *instr)
{
    strbuf_adds(out, "  ");
    if (instr->type != IR_TYPE_NONE)
        strbuf_addf(out, "%%%u = ", instr->id);
    strbuf_adds(out, ir_op_mnemonic(instr->op));
    if (instr->type != ir_op_result(instr->op))
        strbuf_addf(out, ".%s", ir_type_name(instr->type));
    const char *separator = " ";
    for (uint32_t i = 0; i < instr->operand_count; i++, separator = ", ")
        strbuf_addf(out, "%s%%%u", separator, instr->operands[i]->id);
    uint32_t block_index = 0;
    for (const char *letter = ir_op_immediates(instr->op); *letter; letter++) {
        if (*letter == 'c' || *letter == 's')
            continue;
        if (*letter == 'k' && instr->keys) {
            for (uint32_t i = 0; i < instr->operand_count; i++, separator = ", ") {
                strbuf_adds(out, separator);
                print_atom(out, instr->keys[i]);
            }
            continue;
        }
        if (*letter == 'k' && instr->op == IR_OBJECT_LITERAL)
            continue;
        strbuf_adds(out, separator);
        separator = ", ";
        print_immediate(out, instr, *letter, &block_index);
    }
    strbuf_addc(out, '\n');
}

static void print_block(StrBuf *out, const IrBlock *block)
{
    strbuf_addf(out, "b%u", block->id);
    if (block->is_loop_header)
        strbuf_adds(out, " loop");
    for (uint32_t i = 0; i < block->pred_count; i++)
        strbuf_addf(out, "%s b%u", i ? "" : " <-", block->preds[i]->id);
    if (block->handler)
        strbuf_addf(out, " !b%u", block->handler->id);
    strbuf_adds(out, ":\n");
    for (const IrInstr *instr = block->first; instr; instr = instr->next)
        print_instr(out, instr);
}

static void print_signature(StrBuf *out, const IrFunction *function)
{
    if (function->param_types)
        strbuf_adds(out, " types");
    for (uint32_t i = 0; function->param_types && i < function->param_count; i++)
        strbuf_addf(out, " %s", ir_type_name(function->param_types[i]));
    if (function->return_type != IR_TYPE_NONE)
        strbuf_addf(out, " returns %s", ir_type_name(function->return_type));
}

void ir_print_function(StrBuf *out, const IrFunction *function)
{
    strbuf_addf(out, "function %u ", function->number);
    print_atom(out, function->name);
    strbuf_addf(out, " %s module %u params %u captures %u length %u", ir_function_kind_names[function->kind],
                function->module->number, function->param_count, function->capture_count, function->length);
#define PRINT_FLAG(field, name)                                                                                        \
    if (function->field)                                                                                               \
        strbuf_adds(out, " " name);
    IR_FUNCTION_FLAGS(PRINT_FLAG)
#undef PRINT_FLAG
    print_signature(out, function);
    strbuf_adds(out, " {\n");
    for (const IrBlock *block = function->blocks; block; block = block->next)
        print_block(out, block);
    strbuf_adds(out, "}\n");
}

static void print_module(StrBuf *out, const IrModule *module, const IrModule *entry)
{
    strbuf_addf(out, "module %u %s ", module->number, ir_module_kind_names[module->kind]);
    print_text(out, module->path, strlen(module->path));
    if (module->body)
        strbuf_addf(out, " body %u", module->body->number);
    strbuf_adds(out, module == entry ? " entry\n" : "\n");
    for (uint32_t i = 0; i < module->variable_count; i++) {
        strbuf_adds(out, "  variable ");
        print_text(out, module->variables[i]->name, strlen(module->variables[i]->name));
        strbuf_adds(out, module->variables[i]->starts_empty ? " empty\n" : module->variables[i]->starts_unread ? " unread\n" : "\n");
    }
    for (uint32_t i = 0; i < module->export_count; i++) {
        const IrExport *export = &module->exports[i];
        strbuf_adds(out, "  export ");
        print_atom(out, export->name);
        if (export->namespace_of)
            strbuf_addf(out, " namespace %u\n", export->namespace_of->number);
        else
            strbuf_addf(out, " %u.%u\n", export->variable->module->number, export->variable->index);
    }
}

void ir_print(StrBuf *out, const IrProgram *program)
{
    for (const IrModule *module = program->modules; module; module = module->next)
        print_module(out, module, program->entry);
    for (const IrFunction *function = program->functions; function; function = function->next)
        ir_print_function(out, function);
}
