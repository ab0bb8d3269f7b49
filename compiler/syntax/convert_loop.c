/* for, for-in, for-of (14.7.4, 14.7.5). */
#include "convert.h"

/* Does the expression have an `in` outside of all brackets? 14.7.4: the head of a for statement may not. */
static const Cst *find_bare_in(const Cst *cst)
{
    switch ((CstKind)cst->kind) {
    case CST_BINARY_EXPRESSION:
        if (cst->first && cst->first->next && cst->first->next->type[0] == 'i' && cst->first->next->type[2] == 0)
            return cst->first->next;
        break;
    case CST_TERNARY_EXPRESSION: { /* the middle may */
        const Cst *found = cst->first ? find_bare_in(cst->first) : NULL;
        const Cst *last = cst->first;
        while (last && last->next)
            last = last->next;
        return found || !last ? found : find_bare_in(last);
    }
    case CST_ARROW_FUNCTION: {
        const Cst *last = cst->first;
        while (last && last->next)
            last = last->next;
        return last ? find_bare_in(last) : NULL;
    }
    case CST_UNARY_EXPRESSION:
    case CST_UPDATE_EXPRESSION:
    case CST_ASSIGNMENT_EXPRESSION:
    case CST_AUGMENTED_ASSIGNMENT_EXPRESSION:
    case CST_YIELD_EXPRESSION:
    case CST_SEQUENCE_EXPRESSION:
    case CST_VARIABLE_DECLARATION:
    case CST_LEXICAL_DECLARATION:
    case CST_VARIABLE_DECLARATOR:
        break;
    default: /* brackets of some kind, or a leaf */
        return NULL;
    }
    for (const Cst *kid = cst->first; kid; kid = kid->next) {
        const Cst *found = find_bare_in(kid);
        if (found)
            return found;
    }
    return NULL;
}

/* One of the first two places in the head of a for statement: an expression and its semicolon, or just that. */
static bool for_part(Kids *kids, AstNode **ret_part)
{
    *ret_part = NULL;
    if (kids_take(kids, CST_EMPTY_STATEMENT))
        return true;
    Cst *kid = kids_next(kids);
    *ret_part = kid ? convert_expressions(kids->cv, kid) : NULL;
    return *ret_part && kids_expect(kids, CST_SEMICOLON);
}

AstNode *convert_for(Converter *cv, const Cst *cst)
{
    AstForStatement *node = MAKE(cv, ForStatement, FOR_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_W_FOR) || !kids_expect(&kids, CST_LPAREN))
        return NULL;
    Cst *declaration = kids_take(&kids, CST_VARIABLE_DECLARATION);
    if (!declaration)
        declaration = kids_take(&kids, CST_LEXICAL_DECLARATION);
    if (declaration) {
        node->init = convert_declaration(cv, declaration, true);
        if (!node->init)
            return NULL;
    } else {
        declaration = kids.at;
        if (!for_part(&kids, &node->init))
            return NULL;
    }
    const Cst *bare_in = find_bare_in(declaration);
    if (bare_in)
        return unexpected(cv, bare_in);
    if (!for_part(&kids, &node->test))
        return NULL;
    if (kids.at && kids.at->kind != CST_RPAREN) {
        node->update = convert_expressions(cv, kids_next(&kids));
        if (!node->update)
            return NULL;
    }
    node->body = kids_expect(&kids, CST_RPAREN) ? convert_substatement(cv, &kids) : NULL;
    return node->body && kids_end(&kids) ? &node->node : NULL;
}

static AstNode *for_each_declaration(Converter *cv, Kids *kids, const Cst *keyword, bool *ret_has_init)
{
    AstVariableDeclaration *node = MAKE(cv, VariableDeclaration, VARIABLE_DECLARATION, keyword);
    const Token *first = first_token(cv, keyword);
    node->declaration_kind = kind_of_declaration(cv, first);
    Cst *id = kids_next(kids);
    if (!id)
        return NULL;
    AstVariableDeclarator *declarator = MAKE(cv, VariableDeclarator, VARIABLE_DECLARATOR, id);
    declarator->id = convert_pattern(cv, id, true);
    if (!declarator->id)
        return NULL;
    if (node->declaration_kind >= DECLARE_USING && declarator->id->kind != AST_IDENTIFIER)
        return unexpected(cv, id);
    Cst *equals = kids_take(kids, CST_EQUALS);
    *ret_has_init = equals != NULL;
    if (equals) {
        /* B.3.5: only `for (var name = value in object)`; the check stage wants sloppy code besides */
        if (node->declaration_kind != DECLARE_VAR || declarator->id->kind != AST_IDENTIFIER)
            return complain_at(cv, declarator->id->start, declarator->id->end, DIAG_FOR_INITIALIZER);
        Cst *value = kids_next(kids);
        declarator->init = value && is_assignment_level(value) ? convert_expression(cv, value) : NULL;
        if (!declarator->init)
            return value && !is_assignment_level(value) ? unexpected(cv, value) : NULL;
        declarator->node.end = declarator->init->end;
    }
    NodeVec items = VEC_IN(cv->arena);
    vec_push(&items, &declarator->node);
    node->declarations = list_of(cv, &items);
    node->node.end = declarator->node.end;
    include_await(cv, &node->node, first);
    return &node->node;
}

static AstNode *for_each_target(Converter *cv, const Cst *cst, bool is_of, bool is_await)
{
    const Token *first = first_token(cv, cst);
    /* 14.7.5: `let` and `async of` are not to be taken for targets */
    bool is_let = first->kind == TOKEN_NAME && first->word == WORD_LET && (is_of || token_text_is(cv, first + 1, "["));
    bool is_async = first->word == WORD_ASYNC && is_of && !is_await && first[1].is_of_operator;
    if (is_let || is_async)
        return unexpected_token(cv, first);
    AstNode *node = convert_assignment_target(cv, cst, true);
    return node;
}

static bool take_keyword(Kids *kids, Cst **ret_keyword)
{
    static const CstKind kinds[] = {CST_W_VAR, CST_W_CONST, CST_W_LET};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        *ret_keyword = kids_take(kids, kinds[i]);
        if (*ret_keyword)
            return true;
    }
    return false;
}

AstNode *convert_for_each(Converter *cv, const Cst *cst)
{
    Kids kids = kids_of(cv, cst);
    Cst *keyword = NULL, *operator_node;
    bool has_init = false;
    if (!kids_expect(&kids, CST_W_FOR))
        return NULL;
    Cst *await = kids_take(&kids, CST_W_AWAIT);
    if (!kids_expect(&kids, CST_LPAREN))
        return NULL;
    AstNode *left = NULL;
    const Cst *target = NULL;
    if (take_keyword(&kids, &keyword)) {
        left = for_each_declaration(cv, &kids, keyword, &has_init);
        if (!left)
            return NULL;
    } else {
        target = kids_next(&kids);
    }
    operator_node = kids_next(&kids);
    if (!operator_node)
        return NULL;
    bool is_of = operator_node->kind == CST_W_OF;
    if (!is_of && operator_node->kind != CST_W_IN)
        return unexpected(cv, operator_node);
    if ((has_init && is_of) || (await && !is_of))
        return has_init ? complain_at(cv, left->start, left->end, DIAG_FOR_INITIALIZER) : unexpected(cv, operator_node);
    if (target)
        left = for_each_target(cv, target, is_of, await != NULL);
    Cst *right_cst = left ? kids_next(&kids) : NULL;
    if (!right_cst)
        return NULL;
    if (is_of && !is_assignment_level(right_cst))
        return unexpected(cv, right_cst);
    AstNode *right = convert_expressions(cv, right_cst);
    AstNode *body = right && kids_expect(&kids, CST_RPAREN) ? convert_substatement(cv, &kids) : NULL;
    if (!body || !kids_end(&kids))
        return NULL;
    if (is_of) {
        AstForOfStatement *node = MAKE(cv, ForOfStatement, FOR_OF_STATEMENT, cst);
        node->left = left;
        node->right = right;
        node->body = body;
        node->is_await = await != NULL;
        return &node->node;
    }
    AstForInStatement *node = MAKE(cv, ForInStatement, FOR_IN_STATEMENT, cst);
    node->left = left;
    node->right = right;
    node->body = body;
    return &node->node;
}
