/* Short forms for emitting instructions, and what every file of the layer needs besides.
 *
 * Invariant: whoever emits an op that looks at the call itself (this, callee, new.target) marks the function for it here. */
#include <stdarg.h>

#include "lower/internal.h"

static void note_uses(Lower *l, IrOp op)
{
    IrFunction *f = l->b.function;
    if (op == IR_THIS)
        f->uses_this = true;
    else if (op == IR_NEW_TARGET)
        f->uses_new_target = true;
    else if (op == IR_ARGUMENTS || op == IR_ARGUMENTS_MAPPED)
        f->uses_arguments = f->uses_callee = true;
    else if (op == IR_REST)
        f->uses_rest = true;
    else if (op == IR_CALLEE || op == IR_CAPTURE)
        f->uses_callee = true;
}

IrInstr *emit0(Lower *l, IrOp op)
{
    note_uses(l, op);
    return ir_emit(&l->b, op, 0, NULL);
}

IrInstr *emit1(Lower *l, IrOp op, IrInstr *a)
{
    return ir_emit(&l->b, op, 1, &a);
}

IrInstr *emit2(Lower *l, IrOp op, IrInstr *a, IrInstr *b)
{
    return ir_emit(&l->b, op, 2, (IrInstr *[]){a, b});
}

IrInstr *emit3(Lower *l, IrOp op, IrInstr *a, IrInstr *b, IrInstr *c)
{
    return ir_emit(&l->b, op, 3, (IrInstr *[]){a, b, c});
}

IrInstr *emit_key(Lower *l, IrOp op, const IrAtom *key, IrInstr *a, IrInstr *b)
{
    return ir_emit_key(&l->b, op, key, (a ? 1 : 0) + (b ? 1 : 0), (IrInstr *[]){a, b});
}

IrInstr *emit_integer(Lower *l, IrOp op, int32_t integer, IrInstr *a, IrInstr *b, IrInstr *c)
{
    note_uses(l, op);
    uint32_t count = (a ? 1 : 0) + (b ? 1 : 0) + (c ? 1 : 0);
    IrInstr *instr = ir_emit(&l->b, op, count, (IrInstr *[]){a, b, c});
    instr->integer = integer;
    return instr;
}

IrInstr *emit_capture(Lower *l, uint32_t index)
{
    return emit_integer(l, IR_CAPTURE, (int32_t)index, NULL, NULL, NULL);
}

IrInstr *emit_param(Lower *l, uint32_t index)
{
    IrFunction *f = l->b.function;
    if (f->param_count <= index)
        f->param_count = index + 1;
    return emit_integer(l, IR_PARAM, (int32_t)index, NULL, NULL, NULL);
}

IrInstr *emit_undefined(Lower *l)
{
    return emit0(l, IR_UNDEFINED);
}

IrInstr *emit_bool(Lower *l, IrInstr *condition)
{
    return emit1(l, IR_BOX_BOOL, condition);
}

IrInstr *emit_text(Lower *l, AstText text)
{
    return ir_emit_string(&l->b, text.bytes, text.length);
}

IrInstr *emit_i32(Lower *l, int32_t number)
{
    return emit_integer(l, IR_CONST_I32, number, NULL, NULL, NULL);
}

const IrAtom *atom_of(Lower *l, AstText text)
{
    return ir_atom(l->program->program, text.bytes, text.length);
}

const IrAtom *atom_of_text(Lower *l, const char *text)
{
    return ir_atom(l->program->program, text, strlen(text));
}

bool lower_at(Lower *l, const AstNode *node)
{
    l->b.position = node->start;
    return l->b.block != NULL;
}

bool lower_refuse(Lower *l, const AstNode *node, DiagId id, ...)
{
    va_list args;
    va_start(args, id);
    const char *what = va_arg(args, const char *);
    va_end(args);
    return diag_add(l->program->diags, l->module->in->source, (Span){node->start, node->end}, id, what);
}

void emit_throw_error(Lower *l, int error_type, const char *message)
{
    IrInstr *instr = ir_emit(&l->b, IR_THROW_ERROR, 0, NULL);
    instr->integer = error_type;
    instr->text = message;
}

/* A block's throwing instructions all have one handler: so a change of it starts a block. */
void handler_set(Lower *l, IrBlock *handler)
{
    if (handler && handler != l->b.handler && l->b.block && l->b.block->first) {
        IrBlock *fresh = ir_block_new(&l->b);
        ir_jump(&l->b, fresh);
        block_enter(l, fresh);
    }
    l->b.handler = handler;
}

void block_enter(Lower *l, IrBlock *block)
{
    ir_block_seal(&l->b, block);
    if (block->pred_count)
        ir_block_start(&l->b, block);
    else
        l->b.block = NULL;
}

IrInstr *block_value_merge(Lower *l, uint32_t local, IrBlock *block)
{
    ir_jump(&l->b, block);
    block_enter(l, block);
    return l->b.block ? ir_local_read(&l->b, local) : emit_undefined(l);
}
