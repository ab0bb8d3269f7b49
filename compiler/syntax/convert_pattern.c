/* Patterns (14.3.3, 13.15.5): binding patterns, and assignment targets, which the grammar covers by expressions. */
#include "convert.h"

bool convert_property_name(Converter *cv, const Cst *cst, AstNode **ret_key, bool *ret_is_computed)
{
    *ret_is_computed = cst->kind == CST_COMPUTED_PROPERTY_NAME;
    switch ((CstKind)cst->kind) {
    case CST_COMPUTED_PROPERTY_NAME: {
        Kids kids = kids_of(cv, cst);
        Cst *inner = kids_expect(&kids, CST_LBRACKET) ? kids_next(&kids) : NULL;
        *ret_key = inner && is_assignment_level(inner) ? convert_expression(cv, inner)
                   : inner                             ? unexpected(cv, inner)
                                                       : NULL;
        return *ret_key && kids_expect(&kids, CST_RBRACKET) && kids_end(&kids);
    }
    case CST_PROPERTY_IDENTIFIER:
        *ret_key = convert_identifier(cv, cst);
        return *ret_key;
    case CST_PRIVATE_PROPERTY_IDENTIFIER:
        *ret_key = convert_private(cv, cst);
        return *ret_key;
    case CST_STRING:
        *ret_key = convert_string(cv, cst);
        return *ret_key;
    case CST_NUMBER:
        *ret_key = convert_number(cv, cst);
        return *ret_key;
    default: /* nothing else names a property */
        *ret_key = unexpected(cv, cst);
        return false;
    }
}

static AstNode *convert_default(Converter *cv, const Cst *cst, bool is_binding)
{
    AstAssignmentPattern *node = MAKE(cv, AssignmentPattern, ASSIGNMENT_PATTERN, cst);
    Kids kids = kids_of(cv, cst);
    Cst *left = kids_next(&kids);
    Cst *right = left && kids_expect(&kids, CST_EQUALS) ? kids_next(&kids) : NULL;
    if (!right || !kids_end(&kids))
        return NULL;
    node->left = convert_pattern(cv, left, is_binding);
    if (!is_assignment_level(right))
        return unexpected(cv, right);
    node->right = node->left ? convert_expression(cv, right) : NULL;
    return node->right ? &node->node : NULL;
}

static AstNode *convert_rest(Converter *cv, const Cst *cst, bool is_binding)
{
    AstRestElement *node = MAKE(cv, RestElement, REST, cst);
    Kids kids = kids_of(cv, cst);
    Cst *inner = kids_expect(&kids, CST_ELLIPSIS) ? kids_next(&kids) : NULL;
    if (!inner || !kids_end(&kids))
        return NULL;
    node->argument = convert_pattern(cv, inner, is_binding);
    if (node->argument && node->argument->kind == AST_ASSIGNMENT_PATTERN)
        return complain_at(cv, node->argument->start, node->argument->end, DIAG_REST_DEFAULT);
    return node->argument ? &node->node : NULL;
}

static AstNode *convert_array_pattern(Converter *cv, const Cst *cst, bool is_binding)
{
    AstArrayPattern *node = MAKE(cv, ArrayPattern, ARRAY_PATTERN, cst);
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_LBRACKET))
        return NULL;
    while (kids.at && kids.at->kind != CST_RBRACKET) {
        if (kids_take(&kids, CST_COMMA)) {
            vec_push(&items, NULL);
            continue;
        }
        AstNode *item = convert_pattern(cv, kids_next(&kids), is_binding);
        if (!item)
            return NULL;
        vec_push(&items, item);
        bool has_comma = kids_take(&kids, CST_COMMA) != NULL;
        if (has_comma && item->kind == AST_REST)
            return complain_at(cv, item->start, item->end, DIAG_REST_NOT_LAST);
        if (!has_comma)
            break;
    }
    if (!kids_expect(&kids, CST_RBRACKET) || !kids_end(&kids))
        return NULL;
    node->elements = list_of(cv, &items);
    return &node->node;
}

static AstNode *shorthand_pattern(Converter *cv, const Cst *cst)
{
    AstPatternProperty *node = MAKE(cv, PatternProperty, PATTERN_PROPERTY, cst);
    node->key = convert_identifier(cv, cst);
    node->value = convert_identifier(cv, cst);
    node->is_shorthand = true;
    return node->value ? &node->node : NULL;
}

/* `{a = 1}` */
static AstNode *shorthand_default(Converter *cv, const Cst *cst, bool is_binding)
{
    AstPatternProperty *node = MAKE(cv, PatternProperty, PATTERN_PROPERTY, cst);
    if (!cst->first || cst->first->kind != CST_SHORTHAND_PROPERTY_IDENTIFIER_PATTERN)
        return unexpected(cv, cst);
    node->key = convert_identifier(cv, cst->first);
    node->value = node->key ? convert_default(cv, cst, is_binding) : NULL;
    node->is_shorthand = true;
    return node->value ? &node->node : NULL;
}

static AstNode *pair_pattern(Converter *cv, const Cst *cst, bool is_binding)
{
    AstPatternProperty *node = MAKE(cv, PatternProperty, PATTERN_PROPERTY, cst);
    Kids kids = kids_of(cv, cst);
    Cst *key = kids_next(&kids);
    if (!key || !convert_property_name(cv, key, &node->key, &node->is_computed) || !kids_expect(&kids, CST_COLON))
        return NULL;
    if (node->key->kind == AST_PRIVATE_IDENTIFIER)
        return unexpected(cv, key);
    Cst *value = kids_next(&kids);
    if (!value || !kids_end(&kids))
        return NULL;
    node->value = convert_pattern(cv, value, is_binding);
    if (node->value && node->value->kind == AST_REST)
        return unexpected(cv, value);
    return node->value ? &node->node : NULL;
}

static AstNode *property_pattern(Converter *cv, const Cst *cst, bool is_binding)
{
    switch ((CstKind)cst->kind) {
    case CST_SHORTHAND_PROPERTY_IDENTIFIER_PATTERN:
    case CST_SHORTHAND_PROPERTY_IDENTIFIER:
        return shorthand_pattern(cv, cst);
    case CST_OBJECT_ASSIGNMENT_PATTERN:
        return shorthand_default(cv, cst, is_binding);
    case CST_PAIR_PATTERN:
    case CST_PAIR:
        return pair_pattern(cv, cst, is_binding);
    case CST_REST_PATTERN:
    case CST_SPREAD_ELEMENT:
        return convert_rest(cv, cst, is_binding);
    default: /* methods and the like are no part of a pattern */
        return unexpected(cv, cst);
    }
}

/* What may follow `...` in an object pattern: a name (14.3.3), or in an assignment any simple target (13.15.5.1). */
static bool is_object_rest_target(const AstNode *node, bool is_binding)
{
    return node->kind == AST_IDENTIFIER || (!is_binding && node->kind == AST_MEMBER);
}

static AstNode *convert_object_pattern(Converter *cv, const Cst *cst, bool is_binding)
{
    AstObjectPattern *node = MAKE(cv, ObjectPattern, OBJECT_PATTERN, cst);
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_LBRACE))
        return NULL;
    while (kids.at && kids.at->kind != CST_RBRACE) {
        AstNode *item = property_pattern(cv, kids_next(&kids), is_binding);
        if (!item)
            return NULL;
        if (item->kind == AST_REST) {
            if (!is_object_rest_target(((AstRestElement *)item)->argument, is_binding))
                return complain_at(cv, item->start, item->end, DIAG_OBJECT_REST_TARGET);
            if (kids.at && kids.at->kind == CST_COMMA)
                return complain_at(cv, item->start, item->end, DIAG_REST_NOT_LAST);
            node->rest = item;
            break;
        }
        vec_push(&items, item);
        if (!kids_take(&kids, CST_COMMA))
            break;
    }
    if (!kids_expect(&kids, CST_RBRACE) || !kids_end(&kids))
        return NULL;
    node->properties = list_of(cv, &items);
    return &node->node;
}

static AstNode *convert_pattern_kind(Converter *cv, const Cst *cst, bool is_binding)
{
    switch ((CstKind)cst->kind) {
    case CST_IDENTIFIER:
    case CST_UNDEFINED:
    case CST_SHORTHAND_PROPERTY_IDENTIFIER_PATTERN:
        return convert_identifier(cv, cst);
    case CST_ARRAY_PATTERN:
        return convert_array_pattern(cv, cst, is_binding);
    case CST_OBJECT_PATTERN:
        return convert_object_pattern(cv, cst, is_binding);
    case CST_ASSIGNMENT_PATTERN:
        return convert_default(cv, cst, is_binding);
    case CST_REST_PATTERN:
        return convert_rest(cv, cst, is_binding);
    default: { /* a member expression, or an expression that covers a pattern */
        if (is_binding)
            return unexpected(cv, cst);
        AstNode *node = convert_expression(cv, cst);
        return node ? pattern_from_expression(cv, node) : NULL;
    }
    }
}

AstNode *convert_pattern(Converter *cv, const Cst *cst, bool is_binding)
{
    if (cst->is_missing)
        return unexpected(cv, cst);
    if (!enter_depth(cv, cst))
        return NULL;
    AstNode *node = convert_pattern_kind(cv, cst, is_binding);
    leave_depth(cv);
    return node;
}

static void *invalid_target(Converter *cv, const AstNode *node)
{
    return complain_at(cv, node->start, node->end, DIAG_INVALID_TARGET);
}

static AstNode *property_from_expression(Converter *cv, AstProperty *from)
{
    AstPatternProperty *node = ARENA_NEW(cv->arena, AstPatternProperty);
    node->node = from->node;
    node->node.kind = AST_PATTERN_PROPERTY;
    if (from->is_method || from->property_kind != METHOD_NORMAL)
        return invalid_target(cv, &from->node);
    node->key = from->key;
    node->is_computed = from->is_computed;
    node->is_shorthand = from->is_shorthand;
    node->value = pattern_from_expression(cv, from->value);
    return node->value ? &node->node : NULL;
}

static AstNode *object_from_expression(Converter *cv, AstObjectExpression *from)
{
    AstObjectPattern *node = ARENA_NEW(cv->arena, AstObjectPattern);
    NodeVec items = VEC_IN(cv->arena);
    node->node = from->node;
    node->node.kind = AST_OBJECT_PATTERN;
    for (uint32_t i = 0; i < from->properties.count; i++) {
        AstNode *item = from->properties.items[i];
        if (item->kind == AST_SPREAD) {
            AstNode *rest = pattern_from_expression(cv, item);
            if (!rest)
                return NULL;
            if (i + 1 < from->properties.count)
                return complain_at(cv, item->start, item->end, DIAG_REST_NOT_LAST);
            if (!is_object_rest_target(((AstRestElement *)rest)->argument, false))
                return complain_at(cv, item->start, item->end, DIAG_OBJECT_REST_TARGET);
            node->rest = rest;
            continue;
        }
        AstNode *property = property_from_expression(cv, (AstProperty *)item);
        if (!property)
            return NULL;
        vec_push(&items, property);
    }
    node->properties = list_of(cv, &items);
    return &node->node;
}

static AstNode *array_from_expression(Converter *cv, AstArrayExpression *from)
{
    AstArrayPattern *node = ARENA_NEW(cv->arena, AstArrayPattern);
    node->node = from->node;
    node->node.kind = AST_ARRAY_PATTERN;
    node->elements = from->elements;
    for (uint32_t i = 0; i < from->elements.count; i++) {
        AstNode *item = from->elements.items[i];
        if (!item)
            continue;
        if (item->kind == AST_SPREAD && i + 1 < from->elements.count)
            return complain_at(cv, item->start, item->end, DIAG_REST_NOT_LAST);
        node->elements.items[i] = pattern_from_expression(cv, item);
        if (!node->elements.items[i])
            return NULL;
    }
    return &node->node;
}

static AstNode *default_from_expression(Converter *cv, AstAssignmentExpression *from)
{
    if (from->op != OP_ASSIGN || from->node.parenthesized)
        return invalid_target(cv, &from->node);
    AstAssignmentPattern *node = ARENA_NEW(cv->arena, AstAssignmentPattern);
    node->node = from->node;
    node->node.kind = AST_ASSIGNMENT_PATTERN;
    node->left = from->left;
    node->right = from->right;
    return &node->node;
}

/* 13.15.5: the assignment pattern that an expression covers. Patterns are never parenthesized, simple targets may be.
 * */
AstNode *pattern_from_expression(Converter *cv, AstNode *node)
{
    switch ((AstKind)node->kind) {
    case AST_IDENTIFIER:
    case AST_MEMBER:
    case AST_ARRAY_PATTERN:
    case AST_OBJECT_PATTERN:
        return node;
    case AST_ARRAY:
        return node->parenthesized ? invalid_target(cv, node) : array_from_expression(cv, (AstArrayExpression *)node);
    case AST_OBJECT:
        return node->parenthesized ? invalid_target(cv, node) : object_from_expression(cv, (AstObjectExpression *)node);
    case AST_ASSIGNMENT:
        return default_from_expression(cv, (AstAssignmentExpression *)node);
    case AST_SPREAD: {
        AstRestElement *rest = ARENA_NEW(cv->arena, AstRestElement);
        rest->node = *node;
        rest->node.kind = AST_REST;
        rest->argument = pattern_from_expression(cv, ((AstSpreadElement *)node)->argument);
        if (rest->argument && rest->argument->kind == AST_ASSIGNMENT_PATTERN)
            return complain_at(cv, node->start, node->end, DIAG_REST_DEFAULT);
        return rest->argument ? &rest->node : NULL;
    }
    default: /* no other expression can be assigned to */
        return invalid_target(cv, node);
    }
}

/* The left side of an assignment, or the operand of ++ and --. A call is a target that throws when it is reached
 * (8.6.4, sloppy code only: the check stage refuses it in strict code). */
AstNode *convert_assignment_target(Converter *cv, const Cst *cst, bool allow_pattern)
{
    bool is_pattern = cst->kind == CST_ARRAY_PATTERN || cst->kind == CST_OBJECT_PATTERN || cst->kind == CST_ARRAY ||
                      cst->kind == CST_OBJECT;
    AstNode *node;
    if (is_pattern && allow_pattern)
        return convert_pattern(cv, cst, false);
    node = is_pattern ? NULL : convert_expression(cv, cst);
    if (is_pattern)
        return complain_at(cv, first_token(cv, cst)->start, last_token(cv, cst)->end, DIAG_INVALID_TARGET);
    if (node && node->kind != AST_IDENTIFIER && node->kind != AST_MEMBER && node->kind != AST_CALL)
        return invalid_target(cv, node);
    return node;
}
