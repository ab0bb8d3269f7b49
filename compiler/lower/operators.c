/* Operators, assignments and updates (13.4-13.15).
 *
 * Invariant: operands are evaluated left to right, each once, and conversions happen in the order of the specification. */
#include "lower/internal.h"

static IrOp binary_op(AstOperator op)
{
    switch ((int)op) {
    case OP_ADD: return IR_ADD;
    case OP_SUB: return IR_SUB;
    case OP_MUL: return IR_MUL;
    case OP_DIV: return IR_DIV;
    case OP_MOD: return IR_MOD;
    case OP_EXP: return IR_EXP;
    case OP_SHL: return IR_SHL;
    case OP_SHR: return IR_SHR;
    case OP_USHR: return IR_USHR;
    case OP_BIT_AND: return IR_BIT_AND;
    case OP_BIT_OR: return IR_BIT_OR;
    case OP_BIT_XOR: return IR_BIT_XOR;
    case OP_LT: return IR_LT;
    case OP_LE: return IR_LE;
    case OP_GT: return IR_GT;
    case OP_GE: return IR_GE;
    case OP_EQ: case OP_NE: return IR_EQ;
    case OP_STRICT_EQ: case OP_STRICT_NE: return IR_STRICT_EQ;
    case OP_IN: return IR_IN;
    case OP_INSTANCEOF: return IR_INSTANCEOF;
    }
    assert(!"no binary operator");
    return IR_ADD;
}

static bool is_boolean_op(AstOperator op)
{
    return op >= OP_EQ && op <= OP_INSTANCEOF;
}

/* A comparison's outcome as BOOL. */
static IrInstr *compare(Lower *l, AstOperator op, IrInstr *left, IrInstr *right)
{
    IrInstr *result = emit2(l, binary_op(op), left, right);
    if (result->op != IR_STRICT_EQ)
        result = emit1(l, IR_UNBOX_BOOL, result);
    return op == OP_NE || op == OP_STRICT_NE ? emit1(l, IR_NOT, result) : result;
}

IrInstr *lower_binary_op(Lower *l, AstOperator op, IrInstr *left, IrInstr *right)
{
    if (op == OP_NE || op == OP_STRICT_NE || op == OP_STRICT_EQ)
        return emit_bool(l, compare(l, op, left, right));
    return emit2(l, binary_op(op), left, right);
}

static IrInstr *private_in(Lower *l, const AstBinaryExpression *node)
{
    IrInstr *object = lower_expression(l, node->right);
    l->b.position = node->node.start;
    return emit2(l, IR_PRIVATE_IN, object, private_name_read(l, node->left));
}

IrInstr *lower_binary(Lower *l, const AstNode *n)
{
    const AstBinaryExpression *node = AST_CAST(BinaryExpression, BINARY, n);
    if (node->left->kind == AST_PRIVATE_IDENTIFIER)
        return private_in(l, node);
    IrInstr *left = lower_expression(l, node->left);
    IrInstr *right = lower_expression(l, node->right);
    l->b.position = n->start;
    return lower_binary_op(l, node->op, left, right);
}

/* ---- conditions: branches instead of values */

static IrInstr *condition_value(Lower *l, const AstNode *n)
{
    if (n->kind == AST_BINARY) {
        const AstBinaryExpression *node = (AstBinaryExpression *)n;
        if (is_boolean_op(node->op)) {
            if (node->left->kind == AST_PRIVATE_IDENTIFIER)
                return emit1(l, IR_UNBOX_BOOL, private_in(l, node));
            IrInstr *left = lower_expression(l, node->left);
            IrInstr *right = lower_expression(l, node->right);
            l->b.position = n->start;
            return compare(l, node->op, left, right);
        }
    }
    return emit1(l, IR_TO_BOOLEAN, lower_expression(l, n));
}

/* Neither target is sealed here. */
void lower_condition(Lower *l, const AstNode *n, IrBlock *if_true, IrBlock *if_false)
{
    if (n->kind == AST_UNARY && ((AstUnaryExpression *)n)->op == OP_NOT) {
        lower_condition(l, ((AstUnaryExpression *)n)->argument, if_false, if_true);
        return;
    }
    if (n->kind == AST_BOOLEAN_LITERAL) {
        ir_jump(&l->b, ((AstBooleanLiteral *)n)->value ? if_true : if_false);
        return;
    }
    const AstLogicalExpression *logical = n->kind == AST_LOGICAL ? (AstLogicalExpression *)n : NULL;
    if (logical && logical->op != OP_NULLISH) {
        IrBlock *next = ir_block_new(&l->b);
        if (logical->op == OP_AND)
            lower_condition(l, logical->left, next, if_false);
        else
            lower_condition(l, logical->left, if_true, next);
        block_enter(l, next);
        lower_condition(l, logical->right, if_true, if_false);
        return;
    }
    IrInstr *value = condition_value(l, n);
    ir_branch(&l->b, value, if_true, if_false);
}

/* Branches to `next` when the right operand of a logical operator is wanted, else to `end`. */
static void branch_logical(Lower *l, AstOperator op, IrInstr *value, IrBlock *next, IrBlock *end)
{
    if (op == OP_NULLISH)
        ir_branch(&l->b, emit1(l, IR_IS_NULLISH, value), next, end);
    else if (op == OP_AND)
        ir_branch(&l->b, emit1(l, IR_TO_BOOLEAN, value), next, end);
    else
        ir_branch(&l->b, emit1(l, IR_TO_BOOLEAN, value), end, next);
}

IrInstr *lower_logical(Lower *l, const AstNode *n)
{
    const AstLogicalExpression *node = AST_CAST(LogicalExpression, LOGICAL, n);
    uint32_t result = ir_local_new(&l->b, IR_TYPE_ANY);
    IrBlock *next = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    IrInstr *left = lower_expression(l, node->left);
    ir_local_write(&l->b, result, left);
    branch_logical(l, node->op, left, next, end);
    block_enter(l, next);
    ir_local_write(&l->b, result, lower_expression(l, node->right));
    return block_value_merge(l, result, end);
}

/* ---- unary */

static IrInstr *lower_typeof(Lower *l, const AstNode *argument)
{
    if (argument->kind == AST_IDENTIFIER)
        return identifier_typeof(l, argument);
    return emit1(l, IR_TYPEOF, lower_expression(l, argument));
}

static IrInstr *delete_member(Lower *l, const AstMemberExpression *member)
{
    if (member->object->kind == AST_SUPER) {
        this_read(l);
        if (member->is_computed)
            lower_expression(l, member->property);
        emit_throw_error(l, ERROR_REFERENCE, "Unsupported reference to 'super'");
        return emit_undefined(l);
    }
    IrInstr *object = lower_expression(l, member->object);
    if (member->is_optional) {
        IrBlock *next = ir_block_new(&l->b);
        ir_branch(&l->b, emit1(l, IR_IS_NULLISH, object), l->chain_end, next);
        block_enter(l, next);
    }
    Target target = target_of_member(l, member, object);
    IrInstr *key = property_key_value(l, (PropertyKey){target.key, target.element});
    return emit_integer(l, IR_DELETE, l->b.function->is_strict, object, key, NULL);
}

/* `delete a?.b`: true when the chain is cut short. */
static IrInstr *delete_chain(Lower *l, const AstMemberExpression *member)
{
    IrBlock *outer = l->chain_end, *end = ir_block_new(&l->b), *cut = ir_block_new(&l->b);
    uint32_t result = ir_local_new(&l->b, IR_TYPE_ANY);
    l->chain_end = cut;
    ir_local_write(&l->b, result, delete_member(l, member));
    l->chain_end = outer;
    ir_jump(&l->b, end);
    block_enter(l, cut);
    ir_local_write(&l->b, result, emit0(l, IR_TRUE));
    return block_value_merge(l, result, end);
}

/* 13.5.1.2 */
static IrInstr *lower_delete(Lower *l, const AstNode *argument)
{
    if (argument->kind == AST_MEMBER)
        return delete_member(l, (AstMemberExpression *)argument);
    if (argument->kind == AST_CHAIN && ((AstChainExpression *)argument)->expression->kind == AST_MEMBER)
        return delete_chain(l, (AstMemberExpression *)((AstChainExpression *)argument)->expression);
    if (argument->kind == AST_IDENTIFIER)
        return identifier_delete(l, argument);
    lower_expression(l, argument);
    return emit0(l, IR_TRUE);
}

static IrInstr *lower_minus(Lower *l, const AstNode *argument)
{
    if (argument->kind == AST_NUMBER_LITERAL)
        return ir_emit_number(&l->b, -((AstNumberLiteral *)argument)->value);
    return emit1(l, IR_NEGATE, lower_expression(l, argument));
}

static IrInstr *lower_not(Lower *l, const AstNode *argument)
{
    return emit_bool(l, emit1(l, IR_NOT, condition_value(l, argument)));
}

IrInstr *lower_unary(Lower *l, const AstNode *n)
{
    const AstUnaryExpression *node = AST_CAST(UnaryExpression, UNARY, n);
    switch ((int)node->op) {
    case OP_TYPEOF: return lower_typeof(l, node->argument);
    case OP_DELETE: return lower_delete(l, node->argument);
    case OP_NOT: return lower_not(l, node->argument);
    case OP_MINUS: return lower_minus(l, node->argument);
    case OP_PLUS: return emit1(l, IR_TO_NUMBER, lower_expression(l, node->argument));
    case OP_BIT_NOT: return emit1(l, IR_BIT_NOT, lower_expression(l, node->argument));
    case OP_VOID:
        lower_expression(l, node->argument);
        return emit_undefined(l);
    }
    assert(!"no unary operator");
    return NULL;
}

/* 13.4: the old value becomes numeric once. */
IrInstr *lower_update(Lower *l, const AstNode *n)
{
    const AstUpdateExpression *node = AST_CAST(UpdateExpression, UPDATE, n);
    Target target = target_of(l, node->argument);
    target_fix_key(l, &target);
    IrInstr *old = emit1(l, IR_TO_NUMERIC, target_get(l, &target));
    IrInstr *new = emit1(l, node->op == OP_INCREMENT ? IR_INCREMENT : IR_DECREMENT, old);
    target_put(l, &target, new);
    return node->is_prefix ? new : old;
}

/* ---- assignment (13.15) */

static Name name_for_target(Lower *l, const AstNode *left)
{
    if (left->kind != AST_IDENTIFIER || left->parenthesized)
        return (Name){0};
    return name_of_atom(atom_of(l, ((AstIdentifier *)left)->name));
}

static IrInstr *assign_logical(Lower *l, const AstAssignmentExpression *node)
{
    uint32_t result = ir_local_new(&l->b, IR_TYPE_ANY);
    IrBlock *next = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    Target target = target_of(l, node->left);
    target_fix_key(l, &target);
    IrInstr *old = target_get(l, &target);
    ir_local_write(&l->b, result, old);
    branch_logical(l, node->op, old, next, end);
    block_enter(l, next);
    IrInstr *value = lower_named(l, node->right, name_for_target(l, node->left));
    l->b.position = node->node.start;
    target_put(l, &target, value);
    ir_local_write(&l->b, result, value);
    return block_value_merge(l, result, end);
}

static IrInstr *assign_compound(Lower *l, const AstAssignmentExpression *node)
{
    Target target = target_of(l, node->left);
    target_fix_key(l, &target);
    IrInstr *old = target_get(l, &target);
    IrInstr *right = lower_expression(l, node->right);
    l->b.position = node->node.start;
    IrInstr *value = lower_binary_op(l, node->op, old, right);
    target_put(l, &target, value);
    return value;
}

IrInstr *lower_assignment(Lower *l, const AstNode *n)
{
    const AstAssignmentExpression *node = AST_CAST(AssignmentExpression, ASSIGNMENT, n);
    if (node->op == OP_AND || node->op == OP_OR || node->op == OP_NULLISH)
        return assign_logical(l, node);
    if (node->op != OP_ASSIGN)
        return assign_compound(l, node);
    Target target = target_of(l, node->left);
    IrInstr *value = lower_named(l, node->right, name_for_target(l, node->left));
    l->b.position = n->start;
    target.source = node->right;
    target_put(l, &target, value);
    return value;
}
