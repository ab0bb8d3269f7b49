/* Member expressions, calls, new, and the chains that they form (13.3). */
#include "convert.h"

AstNode *convert_arguments(Converter *cv, const Cst *cst, AstList *ret_list)
{
    static AstNode mark;
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    if (cst->kind != CST_ARGUMENTS)
        return unexpected(cv, cst);
    if (!kids_expect(&kids, CST_LPAREN))
        return NULL;
    while (kids.at && kids.at->kind != CST_RPAREN) {
        Cst *kid = kids_next(&kids);
        AstNode *item = kid ? convert_element(cv, kid) : NULL;
        if (!item)
            return NULL;
        vec_push(&items, item);
        if (!kids_take(&kids, CST_COMMA))
            break;
    }
    if (!kids_expect(&kids, CST_RPAREN) || !kids_end(&kids))
        return NULL;
    *ret_list = list_of(cv, &items);
    return &mark;
}

static AstNode *convert_chain_part(Converter *cv, const Cst *cst, bool *is_chain);

/* The object of a member expression or the callee of a call: part of the same chain, unless parenthesized. */
static AstNode *convert_chain_head(Converter *cv, const Cst *cst, bool *is_chain)
{
    bool is_part =
        cst->kind == CST_MEMBER_EXPRESSION || cst->kind == CST_SUBSCRIPT_EXPRESSION || cst->kind == CST_CALL_EXPRESSION;
    if (!is_left_hand_side(cst))
        return unexpected(cv, cst);
    return is_part ? convert_chain_part(cv, cst, is_chain) : convert_expression(cv, cst);
}

/* A call as assignment target, which the copy has as `f[a, b]` or `f.z`. */
static AstNode *convert_masked_call(Converter *cv, const Cst *cst, AstNode *callee, Kids *kids)
{
    AstCallExpression *node = MAKE(cv, CallExpression, CALL, cst);
    node->callee = callee;
    bool has_arguments = kids_next(kids)->kind == CST_LBRACKET;
    Cst *inner = kids_next(kids);
    if (!inner || !has_arguments)
        return inner && kids_end(kids) ? &node->node : NULL;
    AstNode *list = convert_expressions(cv, inner);
    if (!list || !kids_expect(kids, CST_RBRACKET) || !kids_end(kids))
        return NULL;
    if (list->kind == AST_SEQUENCE && !list->parenthesized) {
        node->arguments = ((AstSequenceExpression *)list)->expressions;
        return &node->node;
    }
    NodeVec items = VEC_IN(cv->arena);
    vec_push(&items, list);
    node->arguments = list_of(cv, &items);
    return &node->node;
}

static AstNode *convert_member(Converter *cv, const Cst *cst, bool *is_chain)
{
    AstMemberExpression *node = MAKE(cv, MemberExpression, MEMBER, cst);
    Kids kids = kids_of(cv, cst);
    Cst *object = kids_next(&kids);
    node->object = object ? convert_chain_head(cv, object, is_chain) : NULL;
    if (!node->object)
        return NULL;
    if (kids.at && token_text_is(cv, first_token(cv, kids.at), "("))
        return convert_masked_call(cv, cst, node->object, &kids);
    node->is_optional = kids_take(&kids, CST_OPTIONAL_CHAIN) != NULL;
    *is_chain |= node->is_optional;
    if (cst->kind == CST_SUBSCRIPT_EXPRESSION) {
        node->is_computed = true;
        Cst *index = kids_expect(&kids, CST_LBRACKET) ? kids_next(&kids) : NULL;
        node->property = index ? convert_expressions(cv, index) : NULL;
        return node->property && kids_expect(&kids, CST_RBRACKET) && kids_end(&kids) ? &node->node : NULL;
    }
    if (!node->is_optional && !kids_expect(&kids, CST_DOT))
        return NULL;
    Cst *name = kids_next(&kids);
    if (!name || !kids_end(&kids))
        return NULL;
    node->property = name->kind == CST_PRIVATE_PROPERTY_IDENTIFIER ? convert_private(cv, name)
                     : name->kind == CST_PROPERTY_IDENTIFIER       ? convert_identifier(cv, name)
                                                                   : unexpected(cv, name);
    return node->property ? &node->node : NULL;
}

static AstNode *convert_import_call(Converter *cv, const Cst *cst, const Cst *arguments)
{
    AstImportCall *node = MAKE(cv, ImportCall, IMPORT_CALL, cst);
    AstList list;
    if (!convert_arguments(cv, arguments, &list))
        return NULL;
    if (list.count == 0)
        return unexpected_token(cv, last_token(cv, arguments));
    for (uint32_t i = 0; i < list.count; i++) {
        if (i > 1 || list.items[i]->kind == AST_SPREAD)
            return unexpected_token(cv, &cv->tokens.items[token_index_at(cv, list.items[i]->start)]);
    }
    node->specifier = list.items[0];
    node->options = list.count > 1 ? list.items[1] : NULL;
    return &node->node;
}

static AstNode *convert_tagged(Converter *cv, const Cst *cst, AstNode *tag, const Cst *quasi, bool is_chain)
{
    AstTaggedTemplate *node = MAKE(cv, TaggedTemplate, TAGGED_TEMPLATE, cst);
    if (is_chain)
        return complain_at(cv, first_token(cv, quasi)->start, last_token(cv, quasi)->end, DIAG_TEMPLATE_IN_CHAIN);
    node->tag = tag;
    node->quasi = convert_template(cv, quasi);
    return node->quasi ? &node->node : NULL;
}

static AstNode *convert_call(Converter *cv, const Cst *cst, bool *is_chain)
{
    AstCallExpression *node = MAKE(cv, CallExpression, CALL, cst);
    Kids kids = kids_of(cv, cst);
    Cst *callee = kids_next(&kids);
    if (!callee)
        return NULL;
    if (callee->kind == CST_IMPORT) {
        Cst *arguments = kids_next(&kids);
        return arguments && kids_end(&kids) ? convert_import_call(cv, cst, arguments) : NULL;
    }
    node->callee = convert_chain_head(cv, callee, is_chain);
    if (!node->callee)
        return NULL;
    node->is_optional = kids_take(&kids, CST_OPTIONAL_CHAIN) != NULL;
    *is_chain |= node->is_optional;
    Cst *arguments = kids_next(&kids);
    if (!arguments || !kids_end(&kids))
        return NULL;
    if (arguments->kind == CST_TEMPLATE_STRING)
        return convert_tagged(cv, cst, node->callee, arguments, *is_chain);
    return convert_arguments(cv, arguments, &node->arguments) ? &node->node : NULL;
}

static AstNode *convert_chain_part(Converter *cv, const Cst *cst, bool *is_chain)
{
    if (!enter_depth(cv, cst))
        return NULL;
    AstNode *node =
        cst->kind == CST_CALL_EXPRESSION ? convert_call(cv, cst, is_chain) : convert_member(cv, cst, is_chain);
    leave_depth(cv);
    return node;
}

AstNode *convert_chain(Converter *cv, const Cst *cst)
{
    bool is_chain = false;
    AstNode *inner =
        cst->kind == CST_CALL_EXPRESSION ? convert_call(cv, cst, &is_chain) : convert_member(cv, cst, &is_chain);
    if (!inner || !is_chain)
        return inner;
    AstChainExpression *node = MAKE(cv, ChainExpression, CHAIN, cst);
    node->expression = inner;
    return &node->node;
}

/* 13.3.10: import(x) is no MemberExpression, so `new` has none at its head. */
static bool starts_with_import_call(const AstNode *node)
{
    while (!node->parenthesized && (node->kind == AST_MEMBER || node->kind == AST_TAGGED_TEMPLATE))
        node = node->kind == AST_MEMBER ? ((const AstMemberExpression *)node)->object
                                        : ((const AstTaggedTemplate *)node)->tag;
    return node->kind == AST_IMPORT_CALL && !node->parenthesized;
}

AstNode *convert_new(Converter *cv, const Cst *cst)
{
    AstNewExpression *node = MAKE(cv, NewExpression, NEW, cst);
    Kids kids = kids_of(cv, cst);
    Cst *callee = kids_expect(&kids, CST_W_NEW) ? kids_next(&kids) : NULL;
    if (!callee || !is_left_hand_side(callee))
        return callee ? unexpected(cv, callee) : NULL;
    node->callee = convert_expression(cv, callee);
    if (!node->callee)
        return NULL;
    bool is_bare = !node->callee->parenthesized;
    if (is_bare && node->callee->kind == AST_CHAIN)
        return complain_at(cv, node->callee->start, node->callee->end, DIAG_CHAIN_IN_NEW);
    if (starts_with_import_call(node->callee))
        return complain_at(cv, node->callee->start, node->callee->end, DIAG_IMPORT_IN_NEW);
    Cst *arguments = kids_take(&kids, CST_ARGUMENTS);
    if (arguments && !convert_arguments(cv, arguments, &node->arguments))
        return NULL;
    return kids_end(&kids) ? &node->node : NULL;
}
