/* Statements: where declarations may stand, labels and jumps, heads of for statements (14). */
#include "internal.h"

static bool is_lexical_declaration(const AstNode *node)
{
    if (node->kind == AST_CLASS)
        return true;
    return node->kind == AST_VARIABLE_DECLARATION &&
           ((const AstVariableDeclaration *)node)->declaration_kind != DECLARE_VAR;
}

static bool is_plain_function(const AstNode *node)
{
    return node->kind == AST_FUNCTION && !((const AstFunction *)node)->is_async &&
           !((const AstFunction *)node)->is_generator;
}

static bool is_labelled_function(const AstNode *node)
{
    if (node->kind != AST_LABELED_STATEMENT)
        return false;
    while (node->kind == AST_LABELED_STATEMENT)
        node = ((const AstLabeledStatement *)node)->body;
    return node->kind == AST_FUNCTION;
}

/* A statement that is a part of another one. allows_function: annex B lets a plain function stand there in sloppy
 * code. */
static void check_part(Checker *c, AstNode *node, bool allows_function)
{
    if (is_lexical_declaration(node))
        check_fail(c, node, DIAG_LEXICAL_IN_STATEMENT);
    else if (node->kind == AST_FUNCTION && !(allows_function && is_plain_function(node) && !c->context.is_strict))
        check_fail(c, node, c->context.is_strict ? DIAG_FUNCTION_IN_STATEMENT_STRICT : DIAG_FUNCTION_IN_STATEMENT);
    else if (is_labelled_function(node))
        check_fail(c, node, DIAG_FUNCTION_IN_STATEMENT);
    check_node(c, node);
}

static void check_loop_body(Checker *c, AstNode *body)
{
    bool was_in_loop = c->context.in_loop;
    c->context.in_loop = true;
    check_part(c, body, false);
    c->context.in_loop = was_in_loop;
}

static Label *find_label(const Checker *c, AstText name)
{
    for (Label *label = c->context.labels; label; label = label->outer) {
        if (label->name.bytes == name.bytes)
            return label;
    }
    return NULL;
}

static bool is_loop(const AstNode *node)
{
    while (node->kind == AST_LABELED_STATEMENT)
        node = ((const AstLabeledStatement *)node)->body;
    return node->kind == AST_FOR_STATEMENT || node->kind == AST_FOR_IN_STATEMENT ||
           node->kind == AST_FOR_OF_STATEMENT || node->kind == AST_WHILE_STATEMENT ||
           node->kind == AST_DO_WHILE_STATEMENT;
}

static void check_labeled(Checker *c, AstLabeledStatement *node)
{
    Label label = {((AstIdentifier *)node->label)->name, is_loop(node->body), c->context.labels};
    check_label_name(c, node->label);
    if (find_label(c, label.name))
        check_fail(c, node->label, DIAG_LABEL_REDECLARED, label.name.bytes);
    c->context.labels = &label;
    if (is_lexical_declaration(node->body))
        check_fail(c, node->body, DIAG_LEXICAL_IN_STATEMENT);
    else if (node->body->kind == AST_FUNCTION && (c->context.is_strict || !is_plain_function(node->body)))
        check_fail(c, node->body,
                   c->context.is_strict ? DIAG_FUNCTION_IN_STATEMENT_STRICT : DIAG_FUNCTION_IN_STATEMENT);
    check_node(c, node->body);
    c->context.labels = label.outer;
}

static void check_jump(Checker *c, const AstNode *node, const AstNode *label_node, bool is_continue)
{
    if (!label_node) {
        bool is_allowed = c->context.in_loop || (!is_continue && c->context.in_switch);
        if (!is_allowed)
            check_fail(c, node, is_continue ? DIAG_ILLEGAL_CONTINUE : DIAG_ILLEGAL_BREAK);
        return;
    }
    AstText name = ((const AstIdentifier *)label_node)->name;
    Label *label = find_label(c, name);
    if (!label)
        check_fail(c, label_node, DIAG_UNDEFINED_LABEL, name.bytes);
    else if (is_continue && !label->is_loop)
        check_fail(c, label_node, DIAG_CONTINUE_NO_LOOP, name.bytes);
}

static void check_switch(Checker *c, AstSwitchStatement *node)
{
    bool was_in_switch = c->context.in_switch;
    check_node(c, node->discriminant);
    c->context.in_switch = true;
    for (uint32_t i = 0; i < node->cases.count; i++) {
        AstSwitchCase *item = (AstSwitchCase *)node->cases.items[i];
        for (uint32_t j = 0; j < item->consequent.count; j++) {
            AstNode *statement = item->consequent.items[j];
            if (statement->kind == AST_VARIABLE_DECLARATION &&
                ((AstVariableDeclaration *)statement)->declaration_kind >= DECLARE_USING)
                check_fail(c, statement, DIAG_USING_IN_CASE);
        }
    }
    check_list(c, node->cases);
    c->context.in_switch = was_in_switch;
}

static void check_declaration(Checker *c, AstVariableDeclaration *node)
{
    bool is_lexical = node->declaration_kind != DECLARE_VAR;
    if (node->declaration_kind == DECLARE_AWAIT_USING && (!c->context.is_async || c->context.in_parameters))
        check_fail(c, &node->node, DIAG_AWAIT_OUTSIDE);
    for (uint32_t i = 0; i < node->declarations.count; i++) {
        AstVariableDeclarator *declarator = (AstVariableDeclarator *)node->declarations.items[i];
        check_binding(c, declarator->id, is_lexical);
        if (declarator->init)
            check_node(c, declarator->init);
    }
}

static void check_for_head(Checker *c, AstNode *left, bool is_in)
{
    if (left->kind != AST_VARIABLE_DECLARATION) {
        check_target(c, left);
        return;
    }
    AstVariableDeclaration *head = (AstVariableDeclaration *)left;
    AstVariableDeclarator *declarator = (AstVariableDeclarator *)head->declarations.items[0];
    if (declarator->init && c->context.is_strict)
        check_fail(c, left, DIAG_FOR_INITIALIZER);
    if (is_in && head->declaration_kind >= DECLARE_USING)
        check_fail(c, left, DIAG_USING_IN_FOR_IN);
    check_declaration(c, head);
}

static void check_for_of(Checker *c, AstForOfStatement *node)
{
    if (node->is_await && (!c->context.is_async || c->context.in_parameters))
        check_fail(c, &node->node, DIAG_AWAIT_OUTSIDE);
    check_for_head(c, node->left, false);
    check_node(c, node->right);
    check_loop_body(c, node->body);
}

static void check_if(Checker *c, AstIfStatement *node)
{
    check_node(c, node->test);
    check_part(c, node->consequent, true);
    if (node->alternate)
        check_part(c, node->alternate, true);
}

/* using declarations stand in blocks and function bodies, not at the top level of scripts (14.3.1.1). */
static void check_using_place(Checker *c, const AstVariableDeclaration *node)
{
    bool is_script = c->mode == SYNTAX_SCRIPT || c->mode == SYNTAX_STRICT_SCRIPT;
    bool is_script_top = is_script && !c->context.allows_return && !c->context.in_block;
    if (node->declaration_kind >= DECLARE_USING && is_script_top)
        check_fail(c, &node->node, DIAG_USING_IN_SCRIPT);
}

bool check_statement(Checker *c, AstNode *node)
{
    switch ((AstKind)node->kind) {
    case AST_VARIABLE_DECLARATION:
        check_using_place(c, (AstVariableDeclaration *)node);
        check_declaration(c, (AstVariableDeclaration *)node);
        return true;
    case AST_BLOCK_STATEMENT: {
        bool was_in_block = c->context.in_block;
        c->context.in_block = true;
        check_list(c, ((AstBlockStatement *)node)->body);
        c->context.in_block = was_in_block;
        return true;
    }
    case AST_IF_STATEMENT:
        check_if(c, (AstIfStatement *)node);
        return true;
    case AST_SWITCH_STATEMENT:
        check_switch(c, (AstSwitchStatement *)node);
        return true;
    case AST_LABELED_STATEMENT:
        check_labeled(c, (AstLabeledStatement *)node);
        return true;
    case AST_BREAK_STATEMENT:
        check_jump(c, node, ((AstBreakStatement *)node)->label, false);
        return true;
    case AST_CONTINUE_STATEMENT:
        check_jump(c, node, ((AstContinueStatement *)node)->label, true);
        return true;
    case AST_RETURN_STATEMENT:
        if (!c->context.allows_return)
            check_fail(c, node, DIAG_ILLEGAL_RETURN);
        check_children(c, node);
        return true;
    case AST_WITH_STATEMENT:
        if (c->context.is_strict)
            check_fail(c, node, DIAG_STRICT_WITH);
        check_node(c, ((AstWithStatement *)node)->object);
        check_part(c, ((AstWithStatement *)node)->body, false);
        return true;
    case AST_WHILE_STATEMENT:
        check_node(c, ((AstWhileStatement *)node)->test);
        check_loop_body(c, ((AstWhileStatement *)node)->body);
        return true;
    case AST_DO_WHILE_STATEMENT:
        check_loop_body(c, ((AstDoWhileStatement *)node)->body);
        check_node(c, ((AstDoWhileStatement *)node)->test);
        return true;
    case AST_FOR_STATEMENT: {
        AstForStatement *loop = (AstForStatement *)node;
        if (loop->init && loop->init->kind == AST_VARIABLE_DECLARATION)
            check_declaration(c, (AstVariableDeclaration *)loop->init);
        else if (loop->init)
            check_node(c, loop->init);
        if (loop->test)
            check_node(c, loop->test);
        if (loop->update)
            check_node(c, loop->update);
        check_loop_body(c, loop->body);
        return true;
    }
    case AST_FOR_IN_STATEMENT:
        check_for_head(c, ((AstForInStatement *)node)->left, true);
        check_node(c, ((AstForInStatement *)node)->right);
        check_loop_body(c, ((AstForInStatement *)node)->body);
        return true;
    case AST_FOR_OF_STATEMENT:
        check_for_of(c, (AstForOfStatement *)node);
        return true;
    case AST_CATCH_CLAUSE:
        if (((AstCatchClause *)node)->param)
            check_binding(c, ((AstCatchClause *)node)->param, true);
        check_node(c, ((AstCatchClause *)node)->body);
        return true;
    default: /* no rule of its own */
        return false;
    }
}
