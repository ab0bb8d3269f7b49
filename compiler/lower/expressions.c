/* Expressions: the dispatch by kind, and the small ones. */
#include "lower/internal.h"

static IrInstr *lower_conditional(Lower *l, const AstNode *n)
{
    const AstConditionalExpression *node = AST_CAST(ConditionalExpression, CONDITIONAL, n);
    uint32_t result = ir_local_new(&l->b, IR_TYPE_ANY);
    IrBlock *then = ir_block_new(&l->b), *otherwise = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    lower_condition(l, node->test, then, otherwise);
    block_enter(l, then);
    ir_local_write(&l->b, result, lower_expression(l, node->consequent));
    ir_jump(&l->b, end);
    block_enter(l, otherwise);
    ir_local_write(&l->b, result, lower_expression(l, node->alternate));
    return block_value_merge(l, result, end);
}

static IrInstr *lower_sequence(Lower *l, const AstNode *n)
{
    const AstSequenceExpression *node = AST_CAST(SequenceExpression, SEQUENCE, n);
    IrInstr *value = NULL;
    for (uint32_t i = 0; i < node->expressions.count; i++)
        value = lower_expression(l, node->expressions.items[i]);
    return value;
}

static IrInstr *lower_new_target(Lower *l)
{
    Binding *binding = l->scope->new_target_binding;
    return binding ? binding_read(l, binding) : emit0(l, IR_NEW_TARGET);
}

static IrInstr *lower_bigint(Lower *l, const AstNode *n)
{
    IrInstr *instr = emit0(l, IR_BIGINT);
    instr->text = AST_CAST(BigintLiteral, BIGINT_LITERAL, n)->digits.bytes;
    return instr;
}

IrInstr *lower_expression(Lower *l, const AstNode *n)
{
    l->b.position = n->start;
    switch ((int)n->kind) {
    case AST_IDENTIFIER: return identifier_read(l, n);
    case AST_THIS: return this_read(l);
    case AST_NULL_LITERAL: return emit0(l, IR_NULL);
    case AST_BOOLEAN_LITERAL: return emit0(l, ((AstBooleanLiteral *)n)->value ? IR_TRUE : IR_FALSE);
    case AST_NUMBER_LITERAL: return ir_emit_number(&l->b, ((AstNumberLiteral *)n)->value);
    case AST_STRING_LITERAL: return emit_text(l, ((AstStringLiteral *)n)->value);
    case AST_BIGINT_LITERAL: return lower_bigint(l, n);
    case AST_REGEXP_LITERAL: return lower_regexp(l, n);
    case AST_TEMPLATE_LITERAL: return lower_template(l, n);
    case AST_TAGGED_TEMPLATE: return lower_tagged_template(l, n);
    case AST_ARRAY: return lower_array(l, n);
    case AST_OBJECT: return lower_object(l, n);
    case AST_FUNCTION: return function_closure(l, n, (Name){0}, NULL);
    case AST_CLASS: return lower_class(l, n, (Name){0});
    case AST_UNARY: return lower_unary(l, n);
    case AST_UPDATE: return lower_update(l, n);
    case AST_BINARY: return lower_binary(l, n);
    case AST_LOGICAL: return lower_logical(l, n);
    case AST_ASSIGNMENT: return lower_assignment(l, n);
    case AST_CONDITIONAL: return lower_conditional(l, n);
    case AST_CALL: return lower_call(l, n);
    case AST_NEW: return lower_new(l, n);
    case AST_MEMBER: return lower_member(l, n);
    case AST_CHAIN: return lower_chain(l, n);
    case AST_SEQUENCE: return lower_sequence(l, n);
    case AST_YIELD: return lower_yield(l, n);
    case AST_AWAIT: return lower_await(l, lower_expression(l, ((AstAwaitExpression *)n)->argument));
    case AST_META_PROPERTY:
        return ((AstMetaProperty *)n)->meta_kind == META_NEW_TARGET ? lower_new_target(l) : lower_import_meta(l, n);
    case AST_IMPORT_CALL: return lower_import_call(l, n);
    }
    lower_refuse(l, n, DIAG_LOWER_UNSUPPORTED, ast_kind_name(n->kind));
    return emit_undefined(l);
}
