/* `using` and `await using` (14.3.1): the scope whose statements declare such names holds a list of resources, and every way out
 * of it disposes of them, the last one first (9.5.6 DisposeResources).
 *
 * Invariant: the list is made before the first of the statements; the way through the disposal is that of a finally block. */
#include "lower/internal.h"

static bool declares_resources(const AstNode *n, bool *ret_awaits)
{
    if (!n || n->kind != AST_VARIABLE_DECLARATION)
        return false;
    AstDeclarationKind kind = ((AstVariableDeclaration *)n)->declaration_kind;
    *ret_awaits |= kind == DECLARE_AWAIT_USING;
    return kind == DECLARE_USING || kind == DECLARE_AWAIT_USING;
}

static bool list_declares_resources(AstList list, bool *ret_awaits)
{
    bool is_found = false;
    for (uint32_t i = 0; i < list.count; i++)
        is_found |= declares_resources(list.items[i], ret_awaits);
    return is_found;
}

static void start(Lower *l, Resources *r, bool awaits)
{
    r->awaits = awaits;
    r->outer = l->resources;
    r->list = l->resources = emit0(l, IR_RESOURCES_NEW);
    finally_start(l, &r->finally);
}

bool resources_start(Lower *l, Resources *r, const AstNode *declaration)
{
    bool awaits = false;
    r->list = NULL;
    if (declares_resources(declaration, &awaits))
        start(l, r, awaits);
    return r->list != NULL;
}

bool resources_start_in(Lower *l, Resources *r, AstList list)
{
    bool awaits = false;
    r->list = NULL;
    if (list_declares_resources(list, &awaits))
        start(l, r, awaits);
    return r->list != NULL;
}

/* An exception that led here is the first that others may suppress. */
static void take_over_exception(Lower *l, const Resources *r)
{
    IrBlock *thrown = ir_block_new(&l->b), *next = ir_block_new(&l->b);
    IrInstr *kind = ir_local_read(&l->b, r->finally.kind_local);
    ir_branch(&l->b, emit2(l, IR_I32_EQ, kind, emit_i32(l, COMPLETION_THROW)), thrown, next);
    block_enter(l, thrown);
    emit2(l, IR_RESOURCES_FAIL, r->list, ir_local_read(&l->b, r->finally.value_local));
    ir_jump(&l->b, next);
    block_enter(l, next);
}

/* Awaits `value`; a rejection is the list's failure. */
static void await_disposal(Lower *l, const Resources *r, IrInstr *value)
{
    IrBlock *outer = l->b.handler, *failed = ir_block_new(&l->b), *next = ir_block_new(&l->b);
    handler_set(l, failed);
    lower_await(l, value);
    handler_set(l, outer);
    ir_jump(&l->b, next);
    block_enter(l, failed);
    emit2(l, IR_RESOURCES_FAIL, r->list, emit0(l, IR_TAKE_EXCEPTION));
    ir_jump(&l->b, next);
    block_enter(l, next);
}

static void dispose_with_awaits(Lower *l, const Resources *r)
{
    IrBlock *header = ir_block_new(&l->b), *await = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    header->is_loop_header = true;
    ir_jump(&l->b, header);
    ir_block_start(&l->b, header);
    IrInstr *value = emit1(l, IR_RESOURCES_NEXT, r->list);
    ir_branch(&l->b, emit1(l, IR_IS_EMPTY, value), end, await);
    block_enter(l, await);
    await_disposal(l, r, value);
    emit0(l, IR_LOOP_CHECK);
    ir_jump(&l->b, header);
    ir_block_seal(&l->b, header);
    block_enter(l, end);
}

void resources_end(Lower *l, Resources *r)
{
    if (!r->list)
        return;
    l->resources = r->outer;
    finally_enter(l, &r->finally);
    if (!l->b.block)
        return;
    take_over_exception(l, r);
    if (r->awaits)
        dispose_with_awaits(l, r);
    else
        emit1(l, IR_RESOURCES_NEXT, r->list);
    emit1(l, IR_RESOURCES_END, r->list);
    finally_end(l, &r->finally);
}

void resource_add(Lower *l, const AstVariableDeclaration *declaration, IrInstr *value)
{
    bool is_async = declaration->declaration_kind == DECLARE_AWAIT_USING;
    if (is_async || declaration->declaration_kind == DECLARE_USING)
        emit_integer(l, IR_RESOURCES_ADD, is_async, l->resources, value, NULL);
}
