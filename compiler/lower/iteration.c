/* Loops (14.7), and iterators that are closed when they are left early (7.4.11).
 *
 * Invariant: every back-edge passes a LOOP_CHECK. The instruction that opens an iterator dominates all uses of it. */
#include "lower/internal.h"

typedef struct Loop {
    Control leave, next;     /* break and continue */
    IrBlock *header;
} Loop;

static void loop_leave_start(Lower *l, Loop *loop)
{
    loop->leave = (Control){.labels = l->labels, .takes_unlabelled = true, .block = ir_block_new(&l->b)};
    l->labels = NULL;
    control_push(l, &loop->leave, CONTROL_BREAK);
}

/* Starts the header, to which the back-edge goes; `break` targets lie further out. */
static void loop_start(Lower *l, Loop *loop)
{
    loop->next = (Control){.labels = loop->leave.labels, .takes_unlabelled = true, .block = ir_block_new(&l->b)};
    loop->header = ir_block_new(&l->b);
    loop->header->is_loop_header = true;
    ir_jump(&l->b, loop->header);
    ir_block_start(&l->b, loop->header);
}

static void loop_body(Lower *l, Loop *loop, const AstNode *body)
{
    control_push(l, &loop->next, CONTROL_CONTINUE);
    lower_statement(l, body);
    control_pop(l, &loop->next);
    ir_jump(&l->b, loop->next.block);
    block_enter(l, loop->next.block);
}

static void loop_back(Lower *l, Loop *loop)
{
    emit0(l, IR_LOOP_CHECK);
    ir_jump(&l->b, loop->header);
    ir_block_seal(&l->b, loop->header);
}

static void loop_leave_end(Lower *l, Loop *loop)
{
    control_pop(l, &loop->leave);
    ir_jump(&l->b, loop->leave.block);
    block_enter(l, loop->leave.block);
}

void lower_while(Lower *l, const AstNode *n)
{
    const AstWhileStatement *node = AST_CAST(WhileStatement, WHILE_STATEMENT, n);
    Loop loop;
    IrBlock *body = ir_block_new(&l->b);
    loop_leave_start(l, &loop);
    loop_start(l, &loop);
    lower_condition(l, node->test, body, loop.leave.block);
    block_enter(l, body);
    loop_body(l, &loop, node->body);
    loop_back(l, &loop);
    loop_leave_end(l, &loop);
}

void lower_do_while(Lower *l, const AstNode *n)
{
    const AstDoWhileStatement *node = AST_CAST(DoWhileStatement, DO_WHILE_STATEMENT, n);
    Loop loop;
    IrBlock *again = ir_block_new(&l->b);
    loop_leave_start(l, &loop);
    loop_start(l, &loop);
    loop_body(l, &loop, node->body);
    if (l->b.block)
        lower_condition(l, node->test, again, loop.leave.block);
    block_enter(l, again);
    loop_back(l, &loop);
    loop_leave_end(l, &loop);
}

static void lower_for_init(Lower *l, const AstNode *init)
{
    if (!init)
        return;
    if (init->kind == AST_VARIABLE_DECLARATION)
        lower_variable_declaration(l, init);
    else
        lower_expression(l, init);
}

void lower_for(Lower *l, const AstNode *n)
{
    const AstForStatement *node = AST_CAST(ForStatement, FOR_STATEMENT, n);
    Loop loop;
    bool copies = node->scope && node->scope->needs_fresh_copies;
    Resources resources;
    resources_start(l, &resources, node->init);
    loop_leave_start(l, &loop);
    scope_enter(l, node->scope);
    lower_for_init(l, node->init);
    if (copies)
        scope_fresh_copies(l, node->scope);
    loop_start(l, &loop);
    if (node->test) {
        IrBlock *body = ir_block_new(&l->b);
        lower_condition(l, node->test, body, loop.leave.block);
        block_enter(l, body);
    }
    loop_body(l, &loop, node->body);
    if (l->b.block && copies)
        scope_fresh_copies(l, node->scope);
    if (l->b.block && node->update)
        lower_expression(l, node->update);
    loop_back(l, &loop);
    loop_leave_end(l, &loop);
    resources_end(l, &resources);
}

/* ---- heads of for-in and for-of */

/* 14.7.5.6 ForIn/OfHeadEvaluation: the names of the head are in their dead zone meanwhile. */
static IrInstr *lower_head(Lower *l, Scope *scope, const AstNode *left, const AstNode *right)
{
    bool has_dead_zone = false;
    for (Binding *b = scope ? scope->first : NULL; b; b = b->next)
        has_dead_zone |= b->needs_dead_zone;
    if (has_dead_zone)
        scope_enter(l, scope);
    if (left->kind == AST_VARIABLE_DECLARATION) {
        const AstVariableDeclarator *declarator =
            (AstVariableDeclarator *)((AstVariableDeclaration *)left)->declarations.items[0];
        if (declarator->init) /* B.3.5: for (var x = 1 in ...) */
            lower_variable_declaration(l, left);
    }
    return lower_expression(l, right);
}

static void lower_head_binding(Lower *l, Scope *scope, const AstNode *left, IrInstr *value)
{
    scope_enter(l, scope);
    if (left->kind == AST_VARIABLE_DECLARATION) {
        const AstVariableDeclaration *declaration = (AstVariableDeclaration *)left;
        resource_add(l, declaration, value);
        left = ((AstVariableDeclarator *)declaration->declarations.items[0])->id;
    }
    lower_assign_to(l, left, value);
}

/* Leaves the loop when a step gave the end mark. */
static void leave_at_end(Lower *l, IrInstr *value, IrBlock *end)
{
    IrBlock *body = ir_block_new(&l->b);
    ir_branch(&l->b, emit1(l, IR_IS_EMPTY, value), end, body);
    block_enter(l, body);
}

void lower_for_in(Lower *l, const AstNode *n)
{
    const AstForInStatement *node = AST_CAST(ForInStatement, FOR_IN_STATEMENT, n);
    Loop loop;
    loop_leave_start(l, &loop);
    IrInstr *state = emit1(l, IR_FOR_IN_OPEN, lower_head(l, node->scope, node->left, node->right));
    loop_start(l, &loop);
    IrInstr *key = emit1(l, IR_FOR_IN_NEXT, state);
    leave_at_end(l, key, loop.leave.block);
    lower_head_binding(l, node->scope, node->left, key);
    loop_body(l, &loop, node->body);
    loop_back(l, &loop);
    loop_leave_end(l, &loop);
}

/* ---- closing iterators */

void iterator_close_emit(Lower *l, IrInstr *iterator, bool is_async)
{
    if (!is_async) {
        emit1(l, IR_ITER_CLOSE, iterator);
        return;
    }
    IrBlock *some = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    IrInstr *result = emit1(l, IR_ITER_CALL_RETURN, iterator);
    ir_branch(&l->b, emit1(l, IR_IS_EMPTY, result), end, some);
    block_enter(l, some);
    emit1(l, IR_ITER_CHECK_OBJECT, lower_await(l, result));
    ir_jump(&l->b, end);
    block_enter(l, end);
}

/* 7.4.12 for a throw completion: what return() throws is dropped. */
static void close_quietly_async(Lower *l, IrInstr *iterator)
{
    IrBlock *outer = l->b.handler, *swallow = ir_block_new(&l->b), *some = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    handler_set(l, swallow);
    IrInstr *result = emit1(l, IR_ITER_CALL_RETURN, iterator);
    ir_branch(&l->b, emit1(l, IR_IS_EMPTY, result), end, some);
    block_enter(l, some);
    lower_await(l, result);
    ir_jump(&l->b, end);
    handler_set(l, outer);
    block_enter(l, swallow);
    emit0(l, IR_TAKE_EXCEPTION);
    ir_jump(&l->b, end);
    block_enter(l, end);
}

static void close_and_rethrow(Lower *l, const Control *control)
{
    IrInstr *exception = emit0(l, IR_TAKE_EXCEPTION);
    if (control->is_async) {
        close_quietly_async(l, control->iterator);
    } else {
        emit1(l, IR_SET_EXCEPTION, exception);
        emit1(l, IR_ITER_CLOSE_QUIET, control->iterator);
    }
    emit1(l, IR_THROW, exception);
}

void iterator_region_start(Lower *l, Control *control, IrInstr *iterator, bool is_async)
{
    control_push(l, control, CONTROL_ITERATOR);
    control->iterator = iterator;
    control->is_async = is_async;
    control->block = ir_block_new(&l->b);
    handler_set(l, control->block);
}

void iterator_region_end(Lower *l, Control *control)
{
    IrBlock *after = ir_block_new(&l->b);
    control_pop(l, control);
    handler_set(l, control->outer_handler);
    ir_jump(&l->b, after);
    block_enter(l, control->block);
    if (l->b.block)
        close_and_rethrow(l, control);
    block_enter(l, after);
}

/* ---- for-of */

static IrInstr *step(Lower *l, IrInstr *iterator, bool is_async)
{
    if (!is_async)
        return emit1(l, IR_ITER_STEP, iterator);
    IrInstr *result = emit2(l, IR_ITER_CALL_NEXT, iterator, emit0(l, IR_EMPTY));
    return emit1(l, IR_ITER_RESULT, lower_await(l, result));
}

/* What the iterator itself throws does not close it; what the binding or the body throws does. */
void lower_for_of(Lower *l, const AstNode *n)
{
    const AstForOfStatement *node = AST_CAST(ForOfStatement, FOR_OF_STATEMENT, n);
    Loop loop;
    Control close = {0};
    loop_leave_start(l, &loop);
    IrInstr *iterable = lower_head(l, node->scope, node->left, node->right);
    l->b.position = node->right->start;
    IrInstr *iterator = emit1(l, node->is_await ? IR_ITER_OPEN_ASYNC : IR_ITER_OPEN, iterable);
    iterator->text = iterable_text(l, node->right);
    iterator_region_start(l, &close, iterator, node->is_await);
    loop_start(l, &loop);
    handler_set(l, close.outer_handler);
    IrInstr *value = step(l, iterator, node->is_await);
    leave_at_end(l, value, loop.leave.block);
    handler_set(l, close.block);
    Resources resources;
    resources_start(l, &resources, node->left);
    lower_head_binding(l, node->scope, node->left, value);
    loop_body(l, &loop, node->body);
    resources_end(l, &resources);
    loop_back(l, &loop);
    iterator_region_end(l, &close);
    loop_leave_end(l, &loop);
}
