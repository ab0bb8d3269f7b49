/* Statements and declarations (clause 14). */
#include "convert.h"

/* Takes the semicolon of a statement. Where there is none in the text, 12.10 must allow to insert one. */
static bool end_statement(Converter *cv, Kids *kids)
{
    if (kids_take(kids, CST_SEMICOLON))
        return kids_end(kids);
    if (!kids_end(kids))
        return false;
    const Token *next = last_token(cv, kids->parent) + 1;
    if (next->newline_before || next->kind == TOKEN_END || token_text_is(cv, next, "}"))
        return true;
    return unexpected_token(cv, next);
}

AstNode *convert_substatement(Converter *cv, Kids *kids)
{
    Cst *kid = kids_next(kids);
    return kid ? convert_statement(cv, kid) : NULL;
}

static AstNode *condition(Converter *cv, Kids *kids)
{
    Cst *kid = kids_next(kids);
    return kid ? convert_parenthesized(cv, kid, true) : NULL;
}

AstDeclarationKind kind_of_declaration(Converter *cv, const Token *token)
{
    switch (note_of(cv, token)) {
    case MASK_LET:
        return DECLARE_LET;
    case MASK_USING:
        return DECLARE_USING;
    case MASK_AWAIT_USING:
        return DECLARE_AWAIT_USING;
    default: /* the word says it */
        return token->word == WORD_VAR ? DECLARE_VAR : token->word == WORD_LET ? DECLARE_LET : DECLARE_CONST;
    }
}

static AstNode *convert_declarator(Converter *cv, const Cst *cst, AstDeclarationKind kind)
{
    AstVariableDeclarator *node = MAKE(cv, VariableDeclarator, VARIABLE_DECLARATOR, cst);
    Kids kids = kids_of(cv, cst);
    Cst *id = kids_next(&kids);
    node->id = id ? convert_pattern(cv, id, true) : NULL;
    if (!node->id)
        return NULL;
    if (kids_take(&kids, CST_EQUALS)) {
        Cst *value = kids_next(&kids);
        if (!value || !is_assignment_level(value))
            return value ? unexpected(cv, value) : NULL;
        node->init = convert_expression(cv, value);
        if (!node->init)
            return NULL;
    }
    if (!node->init && node->id->kind != AST_IDENTIFIER)
        return complain_at(cv, node->id->start, node->id->end, DIAG_MISSING_INITIALIZER_PATTERN);
    if (!node->init && kind >= DECLARE_CONST)
        return complain_at(cv, node->id->start, node->id->end, DIAG_MISSING_INITIALIZER_CONST);
    if (kind >= DECLARE_USING && node->id->kind != AST_IDENTIFIER)
        return unexpected(cv, id);
    return kids_end(&kids) ? &node->node : NULL;
}

/* `await using` begins at the await, which the copy hides. */
void include_await(Converter *cv, AstNode *node, const Token *token)
{
    if (note_of(cv, token) == MASK_AWAIT_USING)
        node->start = token[-1].start;
}

AstNode *convert_declaration(Converter *cv, const Cst *cst, bool in_for_head)
{
    AstVariableDeclaration *node = MAKE(cv, VariableDeclaration, VARIABLE_DECLARATION, cst);
    const Token *first = first_token(cv, cst);
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    kids_next(&kids); /* the keyword */
    node->declaration_kind = kind_of_declaration(cv, first);
    include_await(cv, &node->node, first);
    do {
        Cst *kid = kids_expect(&kids, CST_VARIABLE_DECLARATOR);
        AstNode *item = kid ? convert_declarator(cv, kid, node->declaration_kind) : NULL;
        if (!item)
            return NULL;
        vec_push(&items, item);
    } while (kids_take(&kids, CST_COMMA));
    node->declarations = list_of(cv, &items);
    if (!in_for_head)
        return end_statement(cv, &kids) ? &node->node : NULL;
    node->node.end = items.items[items.length - 1]->end;
    return kids_expect(&kids, CST_SEMICOLON) && kids_end(&kids) ? &node->node : NULL;
}

static AstNode *convert_expression_statement(Converter *cv, const Cst *cst)
{
    AstExpressionStatement *node = MAKE(cv, ExpressionStatement, EXPRESSION_STATEMENT, cst);
    const Token *first = first_token(cv, cst);
    Kids kids = kids_of(cv, cst);
    Cst *expression = kids_next(&kids);
    if (!expression)
        return NULL;
    /* 14.5: the lookahead restrictions */
    bool is_let_bracket = first->word == WORD_LET && token_text_is(cv, first + 1, "[");
    bool is_async_function =
        first->word == WORD_ASYNC && first[1].is_keyword && first[1].word == WORD_FUNCTION && !first[1].newline_before;
    if (token_text_is(cv, first, "{") ||
        (first->is_keyword && (first->word == WORD_FUNCTION || first->word == WORD_CLASS)) || is_let_bracket ||
        is_async_function)
        return unexpected_token(cv, first);
    node->expression = convert_expressions(cv, expression);
    return node->expression && end_statement(cv, &kids) ? &node->node : NULL;
}

static AstNode *convert_if(Converter *cv, const Cst *cst)
{
    AstIfStatement *node = MAKE(cv, IfStatement, IF_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    node->test = kids_expect(&kids, CST_W_IF) ? condition(cv, &kids) : NULL;
    node->consequent = node->test ? convert_substatement(cv, &kids) : NULL;
    if (!node->consequent)
        return NULL;
    Cst *otherwise = kids_take(&kids, CST_ELSE_CLAUSE);
    if (otherwise) {
        Kids inner = kids_of(cv, otherwise);
        node->alternate = kids_expect(&inner, CST_W_ELSE) ? convert_substatement(cv, &inner) : NULL;
        if (!node->alternate || !kids_end(&inner))
            return NULL;
    }
    return kids_end(&kids) ? &node->node : NULL;
}

static AstNode *convert_case(Converter *cv, const Cst *cst)
{
    AstSwitchCase *node = MAKE(cv, SwitchCase, SWITCH_CASE, cst);
    Kids kids = kids_of(cv, cst);
    if (cst->kind == CST_SWITCH_CASE) {
        Cst *value = kids_expect(&kids, CST_W_CASE) ? kids_next(&kids) : NULL;
        node->test = value ? convert_expressions(cv, value) : NULL;
        if (!node->test)
            return NULL;
    } else if (cst->kind != CST_SWITCH_DEFAULT || !kids_expect(&kids, CST_W_DEFAULT)) {
        return unexpected(cv, cst);
    }
    if (!kids_expect(&kids, CST_COLON))
        return NULL;
    return convert_statement_list(cv, &kids, CST_OTHER, &node->consequent) && kids_end(&kids) ? &node->node : NULL;
}

static AstNode *convert_switch(Converter *cv, const Cst *cst)
{
    AstSwitchStatement *node = MAKE(cv, SwitchStatement, SWITCH_STATEMENT, cst);
    NodeVec cases = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    node->discriminant = kids_expect(&kids, CST_W_SWITCH) ? condition(cv, &kids) : NULL;
    Cst *body = node->discriminant ? kids_expect(&kids, CST_SWITCH_BODY) : NULL;
    if (!body || !kids_end(&kids))
        return NULL;
    Kids inner = kids_of(cv, body);
    bool has_default = false;
    if (!kids_expect(&inner, CST_LBRACE))
        return NULL;
    while (inner.at && inner.at->kind != CST_RBRACE) {
        Cst *kid = kids_next(&inner);
        AstNode *item = kid ? convert_case(cv, kid) : NULL;
        if (!item)
            return NULL;
        bool is_default = !((AstSwitchCase *)item)->test;
        if (is_default && has_default)
            return complain_at(cv, item->start, item->start + 7, DIAG_SECOND_DEFAULT);
        has_default |= is_default;
        vec_push(&cases, item);
    }
    node->cases = list_of(cv, &cases);
    return kids_expect(&inner, CST_RBRACE) && kids_end(&inner) ? &node->node : NULL;
}

static AstNode *convert_while(Converter *cv, const Cst *cst)
{
    AstWhileStatement *node = MAKE(cv, WhileStatement, WHILE_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    node->test = kids_expect(&kids, CST_W_WHILE) ? condition(cv, &kids) : NULL;
    node->body = node->test ? convert_substatement(cv, &kids) : NULL;
    return node->body && kids_end(&kids) ? &node->node : NULL;
}

static AstNode *convert_do(Converter *cv, const Cst *cst)
{
    AstDoWhileStatement *node = MAKE(cv, DoWhileStatement, DO_WHILE_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    node->body = kids_expect(&kids, CST_W_DO) ? convert_substatement(cv, &kids) : NULL;
    node->test = node->body && kids_expect(&kids, CST_W_WHILE) ? condition(cv, &kids) : NULL;
    if (!node->test)
        return NULL;
    kids_take(&kids, CST_SEMICOLON);
    return kids_end(&kids) ? &node->node : NULL;
}

static AstNode *convert_catch(Converter *cv, const Cst *cst)
{
    AstCatchClause *node = MAKE(cv, CatchClause, CATCH_CLAUSE, cst);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_W_CATCH))
        return NULL;
    if (kids_take(&kids, CST_LPAREN)) {
        Cst *parameter = kids_next(&kids);
        node->param = parameter ? convert_pattern(cv, parameter, true) : NULL;
        if (!node->param || !kids_expect(&kids, CST_RPAREN))
            return NULL;
    }
    Cst *body = kids_expect(&kids, CST_STATEMENT_BLOCK);
    node->body = body && kids_end(&kids) ? convert_block(cv, body) : NULL;
    return node->body ? &node->node : NULL;
}

static AstNode *convert_try(Converter *cv, const Cst *cst)
{
    AstTryStatement *node = MAKE(cv, TryStatement, TRY_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    Cst *block = kids_expect(&kids, CST_W_TRY) ? kids_expect(&kids, CST_STATEMENT_BLOCK) : NULL;
    node->block = block ? convert_block(cv, block) : NULL;
    if (!node->block)
        return NULL;
    Cst *handler = kids_take(&kids, CST_CATCH_CLAUSE), *finalizer = kids_take(&kids, CST_FINALLY_CLAUSE);
    if (!kids_end(&kids))
        return NULL;
    if (handler) {
        node->handler = convert_catch(cv, handler);
        if (!node->handler)
            return NULL;
    }
    if (finalizer) {
        Kids inner = kids_of(cv, finalizer);
        Cst *body = kids_expect(&inner, CST_W_FINALLY) ? kids_expect(&inner, CST_STATEMENT_BLOCK) : NULL;
        node->finalizer = body && kids_end(&inner) ? convert_block(cv, body) : NULL;
        if (!node->finalizer)
            return NULL;
    }
    if (!handler && !finalizer)
        return complain_at(cv, node->node.start, node->node.start + 3, DIAG_TRY_ALONE);
    return &node->node;
}

static AstNode *convert_with(Converter *cv, const Cst *cst)
{
    AstWithStatement *node = MAKE(cv, WithStatement, WITH_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    node->object = kids_expect(&kids, CST_W_WITH) ? condition(cv, &kids) : NULL;
    node->body = node->object ? convert_substatement(cv, &kids) : NULL;
    return node->body && kids_end(&kids) ? &node->node : NULL;
}

static AstNode *convert_break(Converter *cv, const Cst *cst)
{
    AstBreakStatement *node = MAKE(cv, BreakStatement, BREAK_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_W_BREAK))
        return NULL;
    Cst *label = kids_take(&kids, CST_STATEMENT_IDENTIFIER);
    node->label = label ? convert_identifier(cv, label) : NULL;
    return (node->label || !label) && end_statement(cv, &kids) ? &node->node : NULL;
}

static AstNode *convert_continue(Converter *cv, const Cst *cst)
{
    AstContinueStatement *node = MAKE(cv, ContinueStatement, CONTINUE_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_W_CONTINUE))
        return NULL;
    Cst *label = kids_take(&kids, CST_STATEMENT_IDENTIFIER);
    node->label = label ? convert_identifier(cv, label) : NULL;
    return (node->label || !label) && end_statement(cv, &kids) ? &node->node : NULL;
}

static AstNode *convert_return(Converter *cv, const Cst *cst)
{
    AstReturnStatement *node = MAKE(cv, ReturnStatement, RETURN_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_W_RETURN))
        return NULL;
    if (kids.at && kids.at->kind != CST_SEMICOLON) {
        const Token *next = first_token(cv, cst) + 1;
        if (next->newline_before)
            return unexpected_token(cv, next);
        node->argument = convert_expressions(cv, kids_next(&kids));
        if (!node->argument)
            return NULL;
    }
    return end_statement(cv, &kids) ? &node->node : NULL;
}

static AstNode *convert_throw(Converter *cv, const Cst *cst)
{
    AstThrowStatement *node = MAKE(cv, ThrowStatement, THROW_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    Cst *argument = kids_expect(&kids, CST_W_THROW) ? kids_next(&kids) : NULL;
    if (!argument)
        return NULL;
    const Token *first = first_token(cv, cst);
    if (first[1].newline_before)
        return complain_at(cv, first->start, first->end, DIAG_NEWLINE_AFTER_THROW);
    node->argument = convert_expressions(cv, argument);
    return node->argument && end_statement(cv, &kids) ? &node->node : NULL;
}

static AstNode *convert_labeled(Converter *cv, const Cst *cst)
{
    AstLabeledStatement *node = MAKE(cv, LabeledStatement, LABELED_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    Cst *label = kids_next(&kids);
    node->label = label ? convert_identifier(cv, label) : NULL;
    node->body = node->label && kids_expect(&kids, CST_COLON) ? convert_substatement(cv, &kids) : NULL;
    return node->body && kids_end(&kids) ? &node->node : NULL;
}

static AstNode *convert_debugger(Converter *cv, const Cst *cst)
{
    Kids kids = kids_of(cv, cst);
    bool is_ok = kids_expect(&kids, CST_W_DEBUGGER) && end_statement(cv, &kids);
    return is_ok ? &MAKE(cv, DebuggerStatement, DEBUGGER_STATEMENT, cst)->node : NULL;
}

static AstNode *convert_kind(Converter *cv, const Cst *cst)
{
    switch ((CstKind)cst->kind) {
    case CST_EXPRESSION_STATEMENT:
        return convert_expression_statement(cv, cst);
    case CST_VARIABLE_DECLARATION:
    case CST_LEXICAL_DECLARATION:
        return convert_declaration(cv, cst, false);
    case CST_FUNCTION_DECLARATION:
    case CST_GENERATOR_FUNCTION_DECLARATION:
        return convert_function(cv, cst, true);
    case CST_CLASS_DECLARATION:
        return convert_class(cv, cst, true);
    case CST_STATEMENT_BLOCK:
        return convert_block(cv, cst);
    case CST_IF_STATEMENT:
        return convert_if(cv, cst);
    case CST_SWITCH_STATEMENT:
        return convert_switch(cv, cst);
    case CST_FOR_STATEMENT:
        return convert_for(cv, cst);
    case CST_FOR_IN_STATEMENT:
        return convert_for_each(cv, cst);
    case CST_WHILE_STATEMENT:
        return convert_while(cv, cst);
    case CST_DO_STATEMENT:
        return convert_do(cv, cst);
    case CST_TRY_STATEMENT:
        return convert_try(cv, cst);
    case CST_WITH_STATEMENT:
        return convert_with(cv, cst);
    case CST_BREAK_STATEMENT:
        return convert_break(cv, cst);
    case CST_CONTINUE_STATEMENT:
        return convert_continue(cv, cst);
    case CST_RETURN_STATEMENT:
        return convert_return(cv, cst);
    case CST_THROW_STATEMENT:
        return convert_throw(cv, cst);
    case CST_LABELED_STATEMENT:
        return convert_labeled(cv, cst);
    case CST_DEBUGGER_STATEMENT:
        return convert_debugger(cv, cst);
    case CST_EMPTY_STATEMENT:
        return &MAKE(cv, EmptyStatement, EMPTY_STATEMENT, cst)->node;
    case CST_IMPORT_STATEMENT:
    case CST_EXPORT_STATEMENT:
        return complain_at(cv, first_token(cv, cst)->start, first_token(cv, cst)->end, DIAG_MODULE_ITEM_NESTED);
    default: /* no other kind is a statement */
        return unexpected(cv, cst);
    }
}

AstNode *convert_statement(Converter *cv, const Cst *cst)
{
    MaskNote note = note_of(cv, first_token(cv, cst));
    if (note == MASK_EXPORT_DEFAULT || note == MASK_DECLARED_EXPORT) {
        const Token *token = first_token(cv, cst) - (note == MASK_DECLARED_EXPORT ? 2 : 0);
        return complain_at(cv, token->start, token->end, DIAG_MODULE_ITEM_NESTED);
    }
    if (cst->is_missing)
        return unexpected(cv, cst);
    if (!enter_depth(cv, cst))
        return NULL;
    AstNode *node = convert_kind(cv, cst);
    leave_depth(cv);
    return node;
}

/* The identifier of a statement `name;` in the copy whose semicolon is the colon of a label; else NULL. */
static Cst *masked_label(Converter *cv, const Cst *cst)
{
    if (cst->kind != CST_EXPRESSION_STATEMENT || !cst->first || cst->first->kind != CST_IDENTIFIER)
        return NULL;
    return note_of(cv, first_token(cv, cst) + 1) == MASK_LABEL_COLON ? cst->first : NULL;
}

/* The next statement of a list. */
static AstNode *listed_statement(Converter *cv, Kids *kids)
{
    Cst *kid = kids_next(kids);
    Cst *label = kid ? masked_label(cv, kid) : NULL;
    if (!label)
        return kid ? convert_statement(cv, kid) : NULL;
    AstLabeledStatement *node = MAKE(cv, LabeledStatement, LABELED_STATEMENT, label);
    if (!enter_depth(cv, kid))
        return NULL;
    node->label = convert_identifier(cv, label);
    node->body = !node->label                               ? NULL
                 : kids->at && kids->at->kind != CST_RBRACE ? listed_statement(cv, kids)
                                                            : unexpected_token(cv, first_token(cv, kid) + 2);
    leave_depth(cv);
    if (!node->body)
        return NULL;
    node->node.end = node->body->end;
    return &node->node;
}

bool convert_statement_list(Converter *cv, Kids *kids, CstKind end, AstList *ret_list)
{
    NodeVec items = VEC_IN(cv->arena);
    bool is_ok = true;
    while (kids->at && kids->at->kind != end) {
        AstNode *item = listed_statement(cv, kids);
        is_ok &= item != NULL;
        if (item)
            vec_push(&items, item);
    }
    *ret_list = list_of(cv, &items);
    return is_ok;
}

AstNode *convert_block(Converter *cv, const Cst *cst)
{
    AstBlockStatement *node = MAKE(cv, BlockStatement, BLOCK_STATEMENT, cst);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_LBRACE))
        return NULL;
    bool is_ok = convert_statement_list(cv, &kids, CST_RBRACE, &node->body);
    return is_ok && kids_expect(&kids, CST_RBRACE) && kids_end(&kids) ? &node->node : NULL;
}
