/* Expressions: literals, super and new.target, await and yield, delete, objects (12.9, 13). */
#include <string.h>

#include "base/utf.h"
#include "internal.h"
#include "regexp/regexp.h"

static void *allocate(void *closure, size_t bytes)
{
    return arena_alloc(closure, bytes);
}

/* 13.2.7.1: the pattern is compiled here for its errors alone; emission compiles it again. */
static void check_regexp(Checker *c, const AstRegexpLiteral *node)
{
    RegexpText flags_text = {node->flags.bytes, node->flags.length, false};
    unsigned flags;
    if (!regexp_parse_flags(flags_text, &flags)) {
        check_fail(c, &node->node, DIAG_BAD_REGEXP_FLAGS);
        return;
    }
    Arena *scratch = arena_new();
    RegexpError error = {0};
    RegexpAllocator allocator = {allocate, NULL, scratch};
    RegexpText pattern = {.is_wide = true};
    pattern.chars = utf8_to_utf16(scratch, node->pattern.bytes, node->pattern.length, &pattern.length);
    if (!regexp_compile(pattern, flags, allocator, &error))
        check_fail(c, &node->node, DIAG_BAD_REGEXP, error.reason);
    arena_free(scratch);
}

static void check_template(Checker *c, AstTemplateLiteral *node, bool is_tagged)
{
    for (uint32_t i = 0; i < node->quasis.count && !is_tagged; i++) {
        if (!((AstTemplateElement *)node->quasis.items[i])->has_cooked)
            check_fail(c, node->quasis.items[i], DIAG_BAD_TEMPLATE_ESCAPE);
    }
    check_list(c, node->expressions);
}

static bool is_proto_definition(const AstNode *node)
{
    const AstProperty *property = (const AstProperty *)node;
    if (node->kind != AST_PROPERTY || property->is_computed || property->is_shorthand || property->is_method ||
        property->property_kind != METHOD_NORMAL)
        return false;
    if (property->key->kind == AST_IDENTIFIER)
        return text_equals(((const AstIdentifier *)property->key)->name, "__proto__");
    return property->key->kind == AST_STRING_LITERAL &&
           text_equals(((const AstStringLiteral *)property->key)->value, "__proto__");
}

static void check_object(Checker *c, AstObjectExpression *node)
{
    bool has_proto = false;
    for (uint32_t i = 0; i < node->properties.count; i++) {
        AstNode *item = node->properties.items[i];
        if (!is_proto_definition(item))
            continue;
        if (has_proto)
            check_fail(c, ((AstProperty *)item)->key, DIAG_DUPLICATE_PROTO);
        has_proto = true;
    }
    check_list(c, node->properties);
}

static void check_property(Checker *c, AstProperty *node)
{
    bool is_plain_name = node->key->kind == AST_IDENTIFIER && !node->is_computed;
    if (!is_plain_name)
        check_node(c, node->key);
    if (node->value->kind == AST_FUNCTION)
        check_function(c, (AstFunction *)node->value);
    else
        check_node(c, node->value);
}

static void check_delete(Checker *c, const AstUnaryExpression *node)
{
    const AstNode *argument = node->argument;
    if (argument->kind == AST_CHAIN)
        argument = ((const AstChainExpression *)argument)->expression;
    if (argument->kind == AST_IDENTIFIER && c->context.is_strict)
        check_fail(c, &node->node, DIAG_STRICT_DELETE);
    if (argument->kind == AST_MEMBER &&
        ((const AstMemberExpression *)argument)->property->kind == AST_PRIVATE_IDENTIFIER)
        check_fail(c, &node->node, DIAG_DELETE_PRIVATE);
}

static void check_member(Checker *c, AstMemberExpression *node)
{
    if (node->object->kind == AST_SUPER) {
        if (!c->context.allows_super_property || node->is_optional)
            check_fail(c, node->object, DIAG_UNEXPECTED_SUPER);
        if (node->property->kind == AST_PRIVATE_IDENTIFIER)
            check_fail(c, node->property, DIAG_SUPER_PRIVATE);
    } else {
        check_node(c, node->object);
    }
    if (node->is_computed)
        check_node(c, node->property);
}

static void check_call(Checker *c, AstCallExpression *node)
{
    if (node->callee->kind != AST_SUPER)
        check_node(c, node->callee);
    else if (!c->context.allows_super_call || node->is_optional || node->callee->parenthesized)
        check_fail(c, node->callee, DIAG_UNEXPECTED_SUPER);
    check_list(c, node->arguments);
}

static void check_await(Checker *c, AstAwaitExpression *node)
{
    if (!c->context.is_async || c->context.reserves_await)
        check_fail(c, &node->node, DIAG_AWAIT_OUTSIDE);
    else if (c->context.in_parameters)
        check_fail(c, &node->node, DIAG_AWAIT_IN_PARAMETERS);
    check_node(c, node->argument);
}

static void check_yield(Checker *c, AstYieldExpression *node)
{
    if (!c->context.is_generator)
        check_fail(c, &node->node, DIAG_YIELD_OUTSIDE);
    else if (c->context.in_parameters)
        check_fail(c, &node->node, DIAG_YIELD_IN_PARAMETERS);
    if (node->argument)
        check_node(c, node->argument);
}

static void check_meta(Checker *c, const AstMetaProperty *node)
{
    if (node->meta_kind == META_NEW_TARGET && !c->context.allows_new_target)
        check_fail(c, &node->node, DIAG_UNEXPECTED_NEW_TARGET);
    if (node->meta_kind == META_IMPORT_META && c->mode != SYNTAX_MODULE)
        check_fail(c, &node->node, DIAG_IMPORT_META_OUTSIDE);
}

static void check_assignment(Checker *c, AstAssignmentExpression *node)
{
    bool is_logical = node->op == OP_AND || node->op == OP_OR || node->op == OP_NULLISH;
    if (is_logical && node->left->kind == AST_CALL && !c->context.is_strict)
        check_fail(c, node->left, DIAG_INVALID_TARGET);
    check_target(c, node->left);
    check_node(c, node->right);
}

bool check_expression(Checker *c, AstNode *node)
{
    switch ((AstKind)node->kind) {
    case AST_IDENTIFIER:
        check_reference(c, node);
        return true;
    case AST_SUPER:
        check_fail(c, node, DIAG_UNEXPECTED_SUPER);
        return true;
    case AST_NUMBER_LITERAL:
        if (c->context.is_strict && ((AstNumberLiteral *)node)->is_legacy_octal)
            check_fail(c, node, DIAG_STRICT_OCTAL);
        return true;
    case AST_STRING_LITERAL:
        if (c->context.is_strict && ((AstStringLiteral *)node)->has_legacy_escape)
            check_fail(c, node, DIAG_STRICT_OCTAL_ESCAPE);
        return true;
    case AST_REGEXP_LITERAL:
        check_regexp(c, (AstRegexpLiteral *)node);
        return true;
    case AST_TEMPLATE_LITERAL:
        check_template(c, (AstTemplateLiteral *)node, false);
        return true;
    case AST_TAGGED_TEMPLATE:
        check_node(c, ((AstTaggedTemplate *)node)->tag);
        check_template(c, (AstTemplateLiteral *)((AstTaggedTemplate *)node)->quasi, true);
        return true;
    case AST_OBJECT:
        check_object(c, (AstObjectExpression *)node);
        return true;
    case AST_PROPERTY:
        check_property(c, (AstProperty *)node);
        return true;
    case AST_UNARY:
        if (((AstUnaryExpression *)node)->op == OP_DELETE)
            check_delete(c, (AstUnaryExpression *)node);
        check_node(c, ((AstUnaryExpression *)node)->argument);
        return true;
    case AST_UPDATE:
        check_target(c, ((AstUpdateExpression *)node)->argument);
        return true;
    case AST_ASSIGNMENT:
        check_assignment(c, (AstAssignmentExpression *)node);
        return true;
    case AST_MEMBER:
        check_member(c, (AstMemberExpression *)node);
        return true;
    case AST_CALL:
        check_call(c, (AstCallExpression *)node);
        return true;
    case AST_AWAIT:
        check_await(c, (AstAwaitExpression *)node);
        return true;
    case AST_YIELD:
        check_yield(c, (AstYieldExpression *)node);
        return true;
    case AST_META_PROPERTY:
        check_meta(c, (AstMetaProperty *)node);
        return true;
    default: /* no rule of its own */
        return false;
    }
}
