/* Leaving statements: break, continue, return and exceptions through finally blocks and open iterators.
 *
 * Invariant: a finally block exists once. Each way into it stores a completion kind (and value) first, and after it a chain of
 * tests goes on where the way led. So code is not duplicated, and a break out of nested finally blocks visits each in turn. */
#include "lower/internal.h"

void control_push(Lower *l, Control *control, ControlKind kind)
{
    control->kind = kind;
    control->outer = l->control;
    control->outer_handler = l->b.handler;
    l->control = control;
}

void control_pop(Lower *l, Control *control)
{
    assert(l->control == control);
    l->control = control->outer;
}

static int32_t exit_code(Lower *l, Control *finally, Control *target)
{
    for (size_t i = 0; i < finally->exits.length; i++)
        if (finally->exits.items[i].target == target)
            return finally->exits.items[i].code;
    Exit exit = {target, COMPLETION_EXIT + (int32_t)finally->exits.length};
    vec_push(&finally->exits, exit);
    return exit.code;
}

static void leave_through_finally(Lower *l, Control *finally, Control *target, IrInstr *value)
{
    ir_local_write(&l->b, finally->kind_local, emit_i32(l, exit_code(l, finally, target)));
    if (value)
        ir_local_write(&l->b, finally->value_local, value);
    ir_jump(&l->b, finally->block);
}

/* Emits the way from here to `target`'s block, or out of the function when it is NULL. */
void control_leave_to(Lower *l, Control *target, IrInstr *value)
{
    Control *control = l->control;
    IrBlock *handler = l->b.handler;
    for (; l->control != target; l->control = l->control->outer) {
        handler_set(l, l->control->outer_handler);
        if (l->control->kind == CONTROL_FINALLY) {
            leave_through_finally(l, l->control, target, value);
            break;
        }
        if (l->control->kind == CONTROL_ITERATOR)
            iterator_close_emit(l, l->control->iterator, l->control->is_async);
    }
    if (l->control == target) {
        if (target)
            ir_jump(&l->b, target->block);
        else
            lower_return(l, value);
    }
    l->control = control;
    handler_set(l, handler);
}

static bool has_label(const Control *control, const AstNode *label)
{
    if (!label)
        return control->takes_unlabelled;
    for (const Label *known = control->labels; known; known = known->next)
        if (known->name == ((AstIdentifier *)label)->name.bytes)
            return true;
    return false;
}

static void leave_by_label(Lower *l, ControlKind kind, const AstNode *label)
{
    Control *target = l->control;
    while (target && (target->kind != kind || !has_label(target, label)))
        target = target->outer;
    assert(target);
    if (target)
        control_leave_to(l, target, NULL);
}

void lower_break(Lower *l, const AstNode *n)
{
    leave_by_label(l, CONTROL_BREAK, AST_CAST(BreakStatement, BREAK_STATEMENT, n)->label);
}

void lower_continue(Lower *l, const AstNode *n)
{
    leave_by_label(l, CONTROL_CONTINUE, AST_CAST(ContinueStatement, CONTINUE_STATEMENT, n)->label);
}

/* ---- try */

static void lower_catch(Lower *l, const AstNode *n)
{
    const AstCatchClause *clause = AST_CAST(CatchClause, CATCH_CLAUSE, n);
    l->b.position = n->start;
    IrInstr *exception = emit0(l, IR_TAKE_EXCEPTION);
    if (l->keeps_completion)
        completion_keep(l, emit_undefined(l));
    scope_enter(l, clause->scope);
    if (clause->param)
        lower_assign_to(l, clause->param, exception);
    lower_statement(l, clause->body);
}

/* try block with its catch clause; both fall through to what follows. */
static void lower_try_catch(Lower *l, const AstTryStatement *node)
{
    if (!node->handler) {
        lower_statement(l, node->block);
        return;
    }
    IrBlock *outer_handler = l->b.handler, *handler = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    handler_set(l, handler);
    lower_statement(l, node->block);
    handler_set(l, outer_handler);
    ir_jump(&l->b, end);
    block_enter(l, handler);
    if (l->b.block) {
        lower_catch(l, node->handler);
        ir_jump(&l->b, end);
    }
    block_enter(l, end);
}

/* After the finally block: go on where the completion led (14.15.3). */
static void dispatch_completion(Lower *l, Control *finally)
{
    IrInstr *kind = ir_local_read(&l->b, finally->kind_local);
    IrInstr *value = ir_local_read(&l->b, finally->value_local);
    for (size_t i = 0; i <= finally->exits.length; i++) {
        bool is_throw = i == finally->exits.length;
        int32_t code = is_throw ? COMPLETION_THROW : finally->exits.items[i].code;
        IrBlock *taken = ir_block_new(&l->b), *next = ir_block_new(&l->b);
        ir_branch(&l->b, emit2(l, IR_I32_EQ, kind, emit_i32(l, code)), taken, next);
        block_enter(l, taken);
        if (is_throw)
            emit1(l, IR_THROW, value);
        else if (finally->exits.items[i].target)
            control_leave_to(l, finally->exits.items[i].target, NULL);
        else
            lower_return(l, value);
        block_enter(l, next);
    }
}

void finally_start(Lower *l, Control *finally)
{
    *finally = (Control){.exits = VEC_IN(l->program->arena)};
    finally->kind_local = ir_local_new(&l->b, IR_TYPE_I32);
    finally->value_local = ir_local_new(&l->b, IR_TYPE_ANY);
    finally->block = ir_block_new(&l->b);
    finally->handler = ir_block_new(&l->b);
    control_push(l, finally, CONTROL_FINALLY);
    handler_set(l, finally->handler);
    ir_local_write(&l->b, finally->value_local, emit_undefined(l));
}

void finally_enter(Lower *l, Control *finally)
{
    control_pop(l, finally);
    handler_set(l, finally->outer_handler);
    ir_local_write(&l->b, finally->kind_local, emit_i32(l, COMPLETION_NORMAL));
    ir_jump(&l->b, finally->block);
    block_enter(l, finally->handler);
    if (l->b.block) {
        ir_local_write(&l->b, finally->value_local, emit0(l, IR_TAKE_EXCEPTION));
        ir_local_write(&l->b, finally->kind_local, emit_i32(l, COMPLETION_THROW));
        ir_jump(&l->b, finally->block);
    }
    block_enter(l, finally->block);
}

void finally_end(Lower *l, Control *finally)
{
    if (l->b.block)
        dispatch_completion(l, finally);
}

/* 14.15.3: when the finally block ends normally, what it gave is dropped. */
static void lower_finalizer(Lower *l, const AstNode *block)
{
    if (!l->keeps_completion || !l->b.block) {
        lower_statement(l, block);
        return;
    }
    IrInstr *before = ir_local_read(&l->b, l->completion_local);
    completion_keep(l, emit_undefined(l));
    lower_statement(l, block);
    completion_keep(l, before);
}

static void lower_try_finally(Lower *l, const AstTryStatement *node)
{
    Control finally;
    finally_start(l, &finally);
    lower_try_catch(l, node);
    finally_enter(l, &finally);
    lower_finalizer(l, node->finalizer);
    finally_end(l, &finally);
}

void lower_try(Lower *l, const AstNode *n)
{
    const AstTryStatement *node = AST_CAST(TryStatement, TRY_STATEMENT, n);
    if (node->finalizer)
        lower_try_finally(l, node);
    else
        lower_try_catch(l, node);
}
