/* Generators: yield and yield* (15.5.5, 27.5.3.7, 27.6.3.8).
 *
 * Invariant: directly after each YIELD the mode in which the generator was resumed is looked at: next goes on, throw throws
 * there, return leaves through the finally blocks around it. */
#include "lower/internal.h"

enum { MODE_NEXT, MODE_THROW, MODE_RETURN }; /* JsResumeMode of the runtime */

bool is_async_generator(const Lower *l)
{
    return l->b.function->is_async && l->b.function->is_generator;
}

static IrInstr *is_mode(Lower *l, IrInstr *mode, int32_t which)
{
    return emit2(l, IR_I32_EQ, mode, emit_i32(l, which));
}

/* What a resumption with `sent` does; gives the value of the yield expression. */
static IrInstr *lower_resumption(Lower *l, IrInstr *sent)
{
    IrInstr *mode = emit0(l, IR_RESUME_MODE);
    IrBlock *next = ir_block_new(&l->b), *abrupt = ir_block_new(&l->b);
    IrBlock *thrown = ir_block_new(&l->b), *returned = ir_block_new(&l->b);
    ir_branch(&l->b, is_mode(l, mode, MODE_NEXT), next, abrupt);
    block_enter(l, abrupt);
    ir_branch(&l->b, is_mode(l, mode, MODE_THROW), thrown, returned);
    block_enter(l, thrown);
    emit1(l, IR_THROW, sent);
    block_enter(l, returned);
    lower_return(l, is_async_generator(l) ? lower_await(l, sent) : sent);
    block_enter(l, next);
    return sent;
}

/* ---- yield* */

typedef struct Delegation {
    IrInstr *iterator;
    uint32_t received, mode, result; /* locals */
    IrBlock *inner;          /* where the inner iterator's result is looked at */
} Delegation;

static IrInstr *iterator_method(Lower *l, const Delegation *d, const char *name)
{
    return emit_key(l, IR_GET, atom_of_text(l, name), emit1(l, IR_ITER_OBJECT, d->iterator), NULL);
}

static void call_inner(Lower *l, const Delegation *d, IrInstr *method)
{
    IrInstr *operands[] = {method, emit1(l, IR_ITER_OBJECT, d->iterator), ir_local_read(&l->b, d->received)};
    IrInstr *call = ir_emit(&l->b, IR_CALL, 3, operands);
    call->text = "iterator method";
    ir_local_write(&l->b, d->result, call);
    ir_jump(&l->b, d->inner);
}

/* 15.5.5 yield* step 7.b */
static void delegate_throw(Lower *l, const Delegation *d)
{
    IrBlock *missing = ir_block_new(&l->b), *found = ir_block_new(&l->b);
    IrInstr *method = iterator_method(l, d, "throw");
    ir_branch(&l->b, emit1(l, IR_IS_NULLISH, method), missing, found);
    block_enter(l, missing);
    iterator_close_emit(l, d->iterator, l->b.function->is_async);
    emit_throw_error(l, ERROR_TYPE, "The iterator does not provide a 'throw' method");
    block_enter(l, found);
    call_inner(l, d, method);
}

/* step 7.c */
static void delegate_return(Lower *l, const Delegation *d)
{
    IrBlock *missing = ir_block_new(&l->b), *found = ir_block_new(&l->b);
    IrInstr *method = iterator_method(l, d, "return");
    ir_branch(&l->b, emit1(l, IR_IS_NULLISH, method), missing, found);
    block_enter(l, missing);
    IrInstr *received = ir_local_read(&l->b, d->received);
    lower_return(l, is_async_generator(l) ? lower_await(l, received) : received);
    block_enter(l, found);
    call_inner(l, d, method);
}

static void delegate_resume(Lower *l, const Delegation *d)
{
    IrBlock *next = ir_block_new(&l->b), *abrupt = ir_block_new(&l->b);
    IrBlock *thrown = ir_block_new(&l->b), *returned = ir_block_new(&l->b);
    IrInstr *mode = ir_local_read(&l->b, d->mode);
    ir_branch(&l->b, is_mode(l, mode, MODE_NEXT), next, abrupt);
    block_enter(l, next);
    ir_local_write(&l->b, d->result, emit2(l, IR_ITER_CALL_NEXT, d->iterator, ir_local_read(&l->b, d->received)));
    ir_jump(&l->b, d->inner);
    block_enter(l, abrupt);
    ir_branch(&l->b, is_mode(l, mode, MODE_THROW), thrown, returned);
    block_enter(l, thrown);
    delegate_throw(l, d);
    block_enter(l, returned);
    delegate_return(l, d);
}

/* Async generators await the value of a return; when that fails the inner iterator gets a throw (27.6.3.8 step 12). */
static void await_returned(Lower *l, const Delegation *d)
{
    IrBlock *await = ir_block_new(&l->b), *end = ir_block_new(&l->b), *failed = ir_block_new(&l->b);
    IrBlock *outer = l->b.handler;
    ir_branch(&l->b, is_mode(l, ir_local_read(&l->b, d->mode), MODE_RETURN), await, end);
    block_enter(l, await);
    handler_set(l, failed);
    ir_local_write(&l->b, d->received, lower_await(l, ir_local_read(&l->b, d->received)));
    handler_set(l, outer);
    ir_jump(&l->b, end);
    block_enter(l, failed);
    ir_local_write(&l->b, d->received, emit0(l, IR_TAKE_EXCEPTION));
    ir_local_write(&l->b, d->mode, emit_i32(l, MODE_THROW));
    ir_jump(&l->b, end);
    block_enter(l, end);
}

static void yield_inner(Lower *l, const Delegation *d, IrInstr *result)
{
    bool is_async = l->b.function->is_async;
    IrInstr *sent = is_async ? emit1(l, IR_YIELD, emit1(l, IR_ITER_RESULT_VALUE, result)) : emit1(l, IR_YIELD_RESULT, result);
    ir_local_write(&l->b, d->mode, emit0(l, IR_RESUME_MODE));
    ir_local_write(&l->b, d->received, sent);
    if (is_async)
        await_returned(l, d);
}

static IrInstr *lower_delegate(Lower *l, IrInstr *value)
{
    bool is_async = l->b.function->is_async;
    Delegation d = {.iterator = emit1(l, is_async ? IR_ITER_OPEN_ASYNC : IR_ITER_OPEN, value)};
    d.received = ir_local_new(&l->b, IR_TYPE_ANY);
    d.result = ir_local_new(&l->b, IR_TYPE_ANY);
    d.mode = ir_local_new(&l->b, IR_TYPE_I32);
    d.inner = ir_block_new(&l->b);
    ir_local_write(&l->b, d.received, emit_undefined(l));
    ir_local_write(&l->b, d.mode, emit_i32(l, MODE_NEXT));
    IrBlock *header = ir_block_new(&l->b), *done = ir_block_new(&l->b), *more = ir_block_new(&l->b);
    IrBlock *finished = ir_block_new(&l->b), *returned = ir_block_new(&l->b);
    header->is_loop_header = true;
    ir_jump(&l->b, header);
    ir_block_start(&l->b, header);
    delegate_resume(l, &d);
    block_enter(l, d.inner);
    IrInstr *result = ir_local_read(&l->b, d.result);
    if (is_async)
        result = lower_await(l, result);
    emit1(l, IR_ITER_CHECK_OBJECT, result);
    IrInstr *is_done = emit_key(l, IR_GET, atom_of_text(l, "done"), result, NULL);
    ir_branch(&l->b, emit1(l, IR_TO_BOOLEAN, is_done), done, more);
    block_enter(l, more);
    yield_inner(l, &d, result);
    emit0(l, IR_LOOP_CHECK);
    ir_jump(&l->b, header);
    ir_block_seal(&l->b, header);
    block_enter(l, done);
    IrInstr *last = emit1(l, IR_ITER_RESULT_VALUE, result);
    ir_branch(&l->b, is_mode(l, ir_local_read(&l->b, d.mode), MODE_RETURN), returned, finished);
    block_enter(l, returned);
    lower_return(l, last);
    block_enter(l, finished);
    return last;
}

IrInstr *lower_yield(Lower *l, const AstNode *n)
{
    const AstYieldExpression *node = AST_CAST(YieldExpression, YIELD, n);
    IrInstr *value = node->argument ? lower_expression(l, node->argument) : emit_undefined(l);
    l->b.position = n->start;
    if (!l->b.block)
        return value;
    if (node->is_delegate)
        return lower_delegate(l, value);
    if (is_async_generator(l))
        value = lower_await(l, value);
    return lower_resumption(l, emit1(l, IR_YIELD, value));
}
