/* The walk over the program, in source order: opens scopes, and resolves every name at the place of its use. */
#include "internal.h"

static bool visit_child(AstNode *node, void *data);

void scope_visit(AstNode *node, Analysis *a)
{
    visit_child(node, a);
}

void scope_visit_list(Analysis *a, AstList list)
{
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i])
            scope_visit(list.items[i], a);
    }
}

void scope_visit_maybe(Analysis *a, AstNode *node)
{
    if (node)
        scope_visit(node, a);
}

static void visit_block(Analysis *a, AstBlockStatement *block)
{
    bool has_scope = list_declares_lexically(block->body);
    if (has_scope) {
        block->scope = scope_push(a, SCOPE_BLOCK, &block->node);
        declare_lexical(a, block->scope, block->body, false);
    }
    scope_visit_list(a, block->body);
    if (has_scope)
        scope_pop(a);
}

static void visit_switch(Analysis *a, AstSwitchStatement *statement)
{
    scope_visit(statement->discriminant, a);
    bool has_scope = false;
    for (uint32_t i = 0; i < statement->cases.count; i++)
        has_scope |= list_declares_lexically(((AstSwitchCase *)statement->cases.items[i])->consequent);
    uint32_t outer_case = a->case_end;
    if (has_scope) {
        statement->scope = scope_push(a, SCOPE_SWITCH, &statement->node);
        for (uint32_t i = 0; i < statement->cases.count; i++) {
            a->case_end = statement->cases.items[i]->end;
            declare_lexical(a, statement->scope, ((AstSwitchCase *)statement->cases.items[i])->consequent, false);
        }
    }
    /* a later case's test runs before the statements of an earlier default: not in the order of the text */
    a->loop_depth++;
    for (uint32_t i = 0; i < statement->cases.count; i++) {
        AstSwitchCase *item = (AstSwitchCase *)statement->cases.items[i];
        scope_visit_maybe(a, item->test);
        scope_visit_list(a, item->consequent);
    }
    a->loop_depth--;
    a->case_end = outer_case;
    if (has_scope)
        scope_pop(a);
}

static bool is_lexical_head(const AstNode *head)
{
    return head && head->kind == AST_VARIABLE_DECLARATION &&
           ((const AstVariableDeclaration *)head)->declaration_kind != DECLARE_VAR;
}

static void declare_head(Analysis *a, Scope *scope, AstVariableDeclaration *head)
{
    for (uint32_t i = 0; i < head->declarations.count; i++)
        declare_pattern(a, scope, ((AstVariableDeclarator *)head->declarations.items[i])->id,
                        head->declaration_kind == DECLARE_LET ? BIND_LET : BIND_CONST);
}

/* `if (x) function f() {}`: the function is in a scope as of a block (B.3.3); the statement itself carries it. */
static void visit_branch(Analysis *a, AstNode *branch)
{
    if (!branch || branch->kind != AST_FUNCTION) {
        scope_visit_maybe(a, branch);
        return;
    }
    AstNode *items[1] = {branch};
    scope_push(a, SCOPE_BLOCK, branch);
    declare_lexical(a, a->scope, (AstList){items, 1}, false);
    scope_visit(branch, a);
    scope_pop(a);
}

static void visit_for(Analysis *a, AstForStatement *statement)
{
    bool has_scope = is_lexical_head(statement->init);
    if (has_scope) {
        statement->scope = scope_push(a, SCOPE_FOR, &statement->node);
        declare_head(a, statement->scope, (AstVariableDeclaration *)statement->init);
    }
    scope_visit_maybe(a, statement->init);
    a->loop_depth++;
    scope_visit_maybe(a, statement->test);
    scope_visit_maybe(a, statement->update);
    visit_branch(a, statement->body);
    a->loop_depth--;
    if (has_scope)
        scope_pop(a);
}

/* for-in and for-of. The names of a lexical head are dead in the object's expression, and alive after it (14.7.5.12).
 * */
static void visit_for_each(Analysis *a, AstNode *node, AstNode *left, AstNode *right, AstNode *body, Scope **ret_scope)
{
    bool has_scope = is_lexical_head(left), is_declaration = left->kind == AST_VARIABLE_DECLARATION;
    if (has_scope) {
        *ret_scope = scope_push(a, SCOPE_FOR, node);
        declare_head(a, a->scope, (AstVariableDeclaration *)left);
    }
    AstVariableDeclarator *declarator =
        is_declaration ? (AstVariableDeclarator *)((AstVariableDeclaration *)left)->declarations.items[0] : NULL;
    PatternUse use = {.is_declaration = is_declaration,
                      .is_initialization = is_declaration,
                      .is_var = is_declaration && !has_scope,
                      .end = right->end};
    if (declarator)
        scope_visit_maybe(a, declarator->init);
    scope_visit(right, a);
    a->loop_depth++;
    scope_visit_pattern(a, declarator ? declarator->id : left, &use);
    visit_branch(a, body);
    a->loop_depth--;
    if (has_scope)
        scope_pop(a);
}

static void visit_catch(Analysis *a, AstCatchClause *clause)
{
    if (!clause->param) {
        scope_visit(clause->body, a);
        return;
    }
    clause->scope = scope_push(a, SCOPE_CATCH, &clause->node);
    declare_pattern(a, clause->scope, clause->param, BIND_CATCH_PARAMETER);
    for (Binding *binding = clause->scope->first; binding; binding = binding->next)
        binding->has_dead_zone = clause->param->kind != AST_IDENTIFIER;
    PatternUse use = {.is_declaration = true, .is_initialization = true, .end = clause->param->end};
    scope_visit_pattern(a, clause->param, &use);
    scope_visit(clause->body, a);
    scope_pop(a);
    /* 14.15.1: the block may not declare the parameter's names lexically */
    Scope *block = ((AstBlockStatement *)clause->body)->scope;
    for (Binding *binding = block ? block->first : NULL; binding; binding = binding->next) {
        if (scope_find_own(clause->scope, binding->name))
            diag_add(a->diags, a->source, (Span){binding->declaration->start, binding->declaration->end},
                     DIAG_REDECLARED, binding->name.bytes);
    }
}

static void visit_with(Analysis *a, AstWithStatement *statement)
{
    scope_visit(statement->object, a);
    Scope *scope = statement->scope = scope_push(a, SCOPE_WITH, &statement->node);
    scope_make_dynamic(a, scope);
    scope->object->declared_end = statement->object->end;
    scope_visit(statement->body, a);
    scope_pop(a);
}

static void visit_variables(Analysis *a, AstVariableDeclaration *node)
{
    for (uint32_t i = 0; i < node->declarations.count; i++) {
        AstVariableDeclarator *declarator = (AstVariableDeclarator *)node->declarations.items[i];
        bool is_var = node->declaration_kind == DECLARE_VAR;
        PatternUse use = {.is_declaration = true,
                          .is_initialization = declarator->init || !is_var,
                          .is_var = is_var,
                          .end = declarator->node.end};
        scope_visit_pattern(a, declarator->id, &use);
        scope_visit_maybe(a, declarator->init);
    }
}

static void visit_assignment(Analysis *a, AstAssignmentExpression *node)
{
    if (node->left->kind == AST_IDENTIFIER) {
        resolve_write(a, node->left, node->node.end, false, node->op != OP_ASSIGN);
    } else {
        PatternUse use = {.end = node->node.end};
        scope_visit_pattern(a, node->left, &use);
    }
    scope_visit(node->right, a);
}

static void visit_call(Analysis *a, AstCallExpression *node)
{
    AstNode *callee = node->callee;
    if (callee->kind == AST_IDENTIFIER) {
        Reference *reference = resolve_identifier(a, callee);
        reference->is_read = reference->is_call_callee = true;
        if (reference->binding)
            reference->binding->reads++;
    } else if (callee->kind == AST_SUPER) {
        use_super_call(a);
    } else {
        scope_visit(callee, a);
    }
    scope_visit_list(a, node->arguments);
    if (is_direct_eval(a, node))
        visit_eval_site(a, node);
}

static void visit_member_expression(Analysis *a, AstMemberExpression *node)
{
    if (node->object->kind == AST_SUPER)
        use_super_property(a);
    else
        scope_visit(node->object, a);
    if (node->is_computed || node->property->kind == AST_PRIVATE_IDENTIFIER)
        scope_visit(node->property, a);
}

static void visit_read(Analysis *a, AstNode *identifier, bool is_typeof)
{
    Reference *reference = resolve_identifier(a, identifier);
    reference->is_read = true;
    reference->is_typeof = is_typeof;
    if (reference->binding)
        reference->binding->reads++;
}

enum { NODE_WORK = 50 };

/* Always true: the walk goes on. */
static bool visit_child(AstNode *node, void *data)
{
    Analysis *a = data;
    base_work(NODE_WORK);
    switch ((AstKind)node->kind) {
    case AST_IDENTIFIER:
        visit_read(a, node, false);
        return true;
    case AST_PRIVATE_IDENTIFIER:
        resolve_private(a, node);
        return true;
    case AST_THIS:
        use_this(a);
        return true;
    case AST_META_PROPERTY:
        if (((AstMetaProperty *)node)->meta_kind == META_NEW_TARGET)
            use_new_target(a);
        return true;
    case AST_FUNCTION:
        if (((AstFunction *)node)->is_declaration)
            scope_visit_function_declaration(a, (AstFunction *)node);
        else
            scope_visit_function(a, (AstFunction *)node);
        return true;
    case AST_CLASS:
        scope_visit_class(a, (AstClass *)node);
        return true;
    case AST_BLOCK_STATEMENT:
        visit_block(a, (AstBlockStatement *)node);
        return true;
    case AST_SWITCH_STATEMENT:
        visit_switch(a, (AstSwitchStatement *)node);
        return true;
    case AST_FOR_STATEMENT:
        visit_for(a, (AstForStatement *)node);
        return true;
    case AST_FOR_IN_STATEMENT: {
        AstForInStatement *loop = (AstForInStatement *)node;
        visit_for_each(a, node, loop->left, loop->right, loop->body, &loop->scope);
        return true;
    }
    case AST_FOR_OF_STATEMENT: {
        AstForOfStatement *loop = (AstForOfStatement *)node;
        visit_for_each(a, node, loop->left, loop->right, loop->body, &loop->scope);
        return true;
    }
    case AST_IF_STATEMENT:
        scope_visit(((AstIfStatement *)node)->test, a);
        visit_branch(a, ((AstIfStatement *)node)->consequent);
        visit_branch(a, ((AstIfStatement *)node)->alternate);
        return true;
    case AST_WHILE_STATEMENT:
    case AST_DO_WHILE_STATEMENT:
        a->loop_depth++;
        ast_for_each_child(node, visit_child, a);
        a->loop_depth--;
        return true;
    case AST_CATCH_CLAUSE:
        visit_catch(a, (AstCatchClause *)node);
        return true;
    case AST_WITH_STATEMENT:
        visit_with(a, (AstWithStatement *)node);
        return true;
    case AST_LABELED_STATEMENT:
        scope_visit(((AstLabeledStatement *)node)->body, a);
        return true;
    case AST_BREAK_STATEMENT:
    case AST_CONTINUE_STATEMENT:
        return true;
    case AST_VARIABLE_DECLARATION:
        visit_variables(a, (AstVariableDeclaration *)node);
        return true;
    case AST_ASSIGNMENT:
        visit_assignment(a, (AstAssignmentExpression *)node);
        return true;
    case AST_UPDATE: {
        AstNode *target = ((AstUpdateExpression *)node)->argument;
        if (target->kind == AST_IDENTIFIER)
            resolve_write(a, target, node->end, false, true);
        else
            scope_visit(target, a);
        return true;
    }
    case AST_UNARY: {
        AstUnaryExpression *unary = (AstUnaryExpression *)node;
        if (unary->op == OP_TYPEOF && unary->argument->kind == AST_IDENTIFIER)
            visit_read(a, unary->argument, true);
        else
            scope_visit(unary->argument, a);
        return true;
    }
    case AST_CALL:
        visit_call(a, (AstCallExpression *)node);
        return true;
    case AST_MEMBER:
        visit_member_expression(a, (AstMemberExpression *)node);
        return true;
    case AST_PROPERTY: {
        AstProperty *property = (AstProperty *)node;
        if (property->is_computed)
            scope_visit(property->key, a);
        scope_visit(property->value, a);
        return true;
    }
    case AST_IMPORT_DECLARATION:
        collect_import(a, (AstImportDeclaration *)node);
        return true;
    case AST_EXPORT_NAMED:
    case AST_EXPORT_ALL:
        collect_export(a, node);
        scope_visit_maybe(a, node->kind == AST_EXPORT_NAMED ? ((AstExportNamed *)node)->declaration : NULL);
        return true;
    case AST_EXPORT_DEFAULT:
        scope_visit(((AstExportDefault *)node)->declaration, a);
        collect_export(a, node);
        return true;
    default: /* no names of its own: its children in order */
        return ast_for_each_child(node, visit_child, a);
    }
}

static void declare_commonjs(Analysis *a, Scope *scope)
{
    static const char *const names[] = {"exports", "require", "module", "__filename", "__dirname"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        scope_add(a, scope, scope_intern(a, names[i]), BIND_PARAMETER, NULL)->parameter_index = i;
}

void visit_program(Analysis *a)
{
    AstProgram *program = a->program;
    FunctionInfo *info = scope_open_function(a, &program->node);
    a->function = info;
    info->public.is_strict = program->is_strict;
    info->public.has_simple_parameters = true;
    Scope *scope = scope_push(a, SCOPE_PROGRAM, &program->node);
    scope->is_strict = program->is_strict;
    program->scope = info->public.scope = info->public.body_scope = scope;
    if (a->is_commonjs)
        declare_commonjs(a, scope);
    if (a->is_commonjs && !program->is_strict && list_contains_direct_eval(a, program->body))
        scope_make_dynamic(a, scope);
    for (uint32_t i = 0; i < program->body.count; i++) {
        if (program->body.items[i]->kind == AST_IMPORT_DECLARATION)
            declare_imports(a, (AstImportDeclaration *)program->body.items[i]);
    }
    declare_lexical(a, scope, program->body, true);
    declare_vars(a, scope, program->body);
    scope_visit_list(a, program->body);
}
