/* Statements (14): the dispatch by kind, and those without loops or exceptions.
 *
 * Invariant: unreachable statements are not lowered; their functions were instantiated when the scope was entered. */
#include "lower/internal.h"

static void lower_if(Lower *l, const AstNode *n)
{
    const AstIfStatement *node = AST_CAST(IfStatement, IF_STATEMENT, n);
    IrBlock *then = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    IrBlock *otherwise = node->alternate ? ir_block_new(&l->b) : end;
    lower_condition(l, node->test, then, otherwise);
    block_enter(l, then);
    lower_statement(l, node->consequent);
    ir_jump(&l->b, end);
    if (node->alternate) {
        block_enter(l, otherwise);
        lower_statement(l, node->alternate);
        ir_jump(&l->b, end);
    }
    block_enter(l, end);
}

static void lower_block(Lower *l, const AstNode *n)
{
    const AstBlockStatement *node = AST_CAST(BlockStatement, BLOCK_STATEMENT, n);
    scope_enter(l, node->scope);
    lower_statements(l, node->body);
}

/* 14.11.2 */
static void lower_with(Lower *l, const AstNode *n)
{
    const AstWithStatement *node = AST_CAST(WithStatement, WITH_STATEMENT, n);
    IrInstr *value = lower_expression(l, node->object);
    l->b.position = n->start;
    binding_declare(l, node->scope->object, emit1(l, IR_TO_OBJECT, value));
    lower_statement(l, node->body);
}

static void lower_declarator(Lower *l, const AstVariableDeclaration *declaration, const AstVariableDeclarator *node)
{
    l->b.position = node->node.start;
    bool is_name = node->id->kind == AST_IDENTIFIER;
    if (!node->init) {
        if (is_name && declaration->declaration_kind != DECLARE_VAR)
            identifier_write_static(l, node->id, emit_undefined(l));
        return;
    }
    if (!is_name) {
        lower_pattern(l, node->id, lower_expression(l, node->init), node->init);
        return;
    }
    Name name = name_of_atom(atom_of(l, ((AstIdentifier *)node->id)->name));
    Target target = target_of(l, node->id);
    IrInstr *value = lower_named(l, node->init, name);
    resource_add(l, declaration, value);
    target_put(l, &target, value);
}

void lower_variable_declaration(Lower *l, const AstNode *n)
{
    const AstVariableDeclaration *node = AST_CAST(VariableDeclaration, VARIABLE_DECLARATION, n);
    for (uint32_t i = 0; i < node->declarations.count; i++)
        lower_declarator(l, node, AST_CAST(VariableDeclarator, VARIABLE_DECLARATOR, node->declarations.items[i]));
}

/* B.3.2: a block's function is also written to the function-level variable where its declaration stands. B.3.3: as a branch
 * of an if statement it stands for a block of its own. */
static void lower_function_declaration(Lower *l, const AstNode *n)
{
    const AstFunction *f = AST_CAST(Function, FUNCTION, n);
    Binding *binding = f->id && scope_reference(f->id) ? scope_reference(f->id)->binding : NULL;
    if (!binding)
        return;
    if (binding->scope->node == n)
        scope_enter(l, binding->scope);
    if (binding->annex_b_var)
        binding_initialize(l, binding->annex_b_var, binding_read(l, binding));
}

static void lower_class_declaration(Lower *l, const AstNode *n)
{
    const AstClass *node = AST_CAST(Class, CLASS, n);
    identifier_write_static(l, node->id, lower_class(l, n, (Name){0}));
}

static void lower_return_statement(Lower *l, const AstNode *n)
{
    const AstReturnStatement *node = AST_CAST(ReturnStatement, RETURN_STATEMENT, n);
    IrInstr *value = node->argument ? lower_expression(l, node->argument) : emit_undefined(l);
    l->b.position = n->start;
    if (node->argument && is_async_generator(l))
        value = lower_await(l, value);
    lower_return(l, value);
}

/* ---- switch (14.12) */

static void lower_switch_tests(Lower *l, const AstSwitchStatement *node, IrInstr *value, IrBlock **bodies, IrBlock *end)
{
    IrBlock *otherwise = end;
    for (uint32_t i = 0; i < node->cases.count; i++) {
        const AstSwitchCase *item = AST_CAST(SwitchCase, SWITCH_CASE, node->cases.items[i]);
        if (!item->test) {
            otherwise = bodies[i];
            continue;
        }
        IrBlock *next = ir_block_new(&l->b);
        IrInstr *test = lower_expression(l, item->test);
        ir_branch(&l->b, emit2(l, IR_STRICT_EQ, value, test), bodies[i], next);
        block_enter(l, next);
    }
    ir_jump(&l->b, otherwise);
}

static void lower_switch(Lower *l, const AstNode *n)
{
    const AstSwitchStatement *node = AST_CAST(SwitchStatement, SWITCH_STATEMENT, n);
    Control leave = {.labels = l->labels, .takes_unlabelled = true, .block = ir_block_new(&l->b)};
    l->labels = NULL;
    IrInstr *value = lower_expression(l, node->discriminant);
    scope_enter(l, node->scope);
    IrBlock **bodies = ARENA_ARRAY(l->program->arena, IrBlock *, node->cases.count + 1);
    for (uint32_t i = 0; i < node->cases.count; i++)
        bodies[i] = ir_block_new(&l->b);
    lower_switch_tests(l, node, value, bodies, leave.block);
    control_push(l, &leave, CONTROL_BREAK);
    for (uint32_t i = 0; i < node->cases.count; i++) {
        ir_jump(&l->b, bodies[i]);
        block_enter(l, bodies[i]);
        lower_statements(l, ((AstSwitchCase *)node->cases.items[i])->consequent);
    }
    control_pop(l, &leave);
    ir_jump(&l->b, leave.block);
    block_enter(l, leave.block);
}

/* ---- labels */

static bool takes_labels(const AstNode *n)
{
    switch ((int)n->kind) {
    case AST_LABELED_STATEMENT:
    case AST_FOR_STATEMENT:
    case AST_FOR_IN_STATEMENT:
    case AST_FOR_OF_STATEMENT:
    case AST_WHILE_STATEMENT:
    case AST_DO_WHILE_STATEMENT:
    case AST_SWITCH_STATEMENT:
        return true;
    }
    return false;
}

static void lower_labeled(Lower *l, const AstNode *n)
{
    const AstLabeledStatement *node = AST_CAST(LabeledStatement, LABELED_STATEMENT, n);
    Label *label = ARENA_NEW(l->program->arena, Label);
    *label = (Label){((AstIdentifier *)node->label)->name.bytes, l->labels};
    l->labels = label;
    if (takes_labels(node->body)) {
        lower_statement(l, node->body);
        return;
    }
    Control leave = {.labels = l->labels, .block = ir_block_new(&l->b)};
    l->labels = NULL;
    control_push(l, &leave, CONTROL_BREAK);
    lower_statement(l, node->body);
    control_pop(l, &leave);
    ir_jump(&l->b, leave.block);
    block_enter(l, leave.block);
}

/* ---- module items that declare or run something where they stand */

static void lower_export_default(Lower *l, const AstNode *n)
{
    const AstNode *value = AST_CAST(ExportDefault, EXPORT_DEFAULT, n)->declaration;
    bool is_function = value->kind == AST_FUNCTION && ((AstFunction *)value)->is_declaration;
    bool is_class = value->kind == AST_CLASS && ((AstClass *)value)->is_declaration && ((AstClass *)value)->id;
    if (is_function)
        return;
    if (is_class) {
        lower_class_declaration(l, value);
        return;
    }
    IrInstr *result = lower_named(l, value, name_of_atom(atom_of_text(l, "default")));
    binding_initialize(l, module_default_binding(l->module), result);
}

/* Statements whose completion value is undefined unless one inside of them gives another: UpdateEmpty(..., undefined). */
static bool completes_with_value(const AstNode *n)
{
    switch ((int)n->kind) {
    case AST_IF_STATEMENT:
    case AST_SWITCH_STATEMENT:
    case AST_TRY_STATEMENT:
    case AST_WHILE_STATEMENT:
    case AST_DO_WHILE_STATEMENT:
    case AST_FOR_STATEMENT:
    case AST_FOR_IN_STATEMENT:
    case AST_FOR_OF_STATEMENT:
    case AST_WITH_STATEMENT: return true;
    }
    return false;
}

void completion_keep(Lower *l, IrInstr *value)
{
    if (l->keeps_completion && l->b.block)
        ir_local_write(&l->b, l->completion_local, value);
}

void lower_statement(Lower *l, const AstNode *n)
{
    if (!lower_at(l, n))
        return;
    if (l->keeps_completion && completes_with_value(n))
        completion_keep(l, emit_undefined(l));
    if (l->labels && !takes_labels(n))
        l->labels = NULL;
    switch ((int)n->kind) {
    case AST_EXPRESSION_STATEMENT:
        completion_keep(l, lower_expression(l, ((AstExpressionStatement *)n)->expression));
        return;
    case AST_BLOCK_STATEMENT: lower_block(l, n); return;
    case AST_EMPTY_STATEMENT:
    case AST_DEBUGGER_STATEMENT: return;
    case AST_RETURN_STATEMENT: lower_return_statement(l, n); return;
    case AST_LABELED_STATEMENT: lower_labeled(l, n); return;
    case AST_BREAK_STATEMENT: lower_break(l, n); return;
    case AST_CONTINUE_STATEMENT: lower_continue(l, n); return;
    case AST_IF_STATEMENT: lower_if(l, n); return;
    case AST_WITH_STATEMENT: lower_with(l, n); return;
    case AST_SWITCH_STATEMENT: lower_switch(l, n); return;
    case AST_THROW_STATEMENT:
        emit1(l, IR_THROW, lower_expression(l, ((AstThrowStatement *)n)->argument));
        return;
    case AST_TRY_STATEMENT: lower_try(l, n); return;
    case AST_WHILE_STATEMENT: lower_while(l, n); return;
    case AST_DO_WHILE_STATEMENT: lower_do_while(l, n); return;
    case AST_FOR_STATEMENT: lower_for(l, n); return;
    case AST_FOR_IN_STATEMENT: lower_for_in(l, n); return;
    case AST_FOR_OF_STATEMENT: lower_for_of(l, n); return;
    case AST_VARIABLE_DECLARATION: lower_variable_declaration(l, n); return;
    case AST_FUNCTION: lower_function_declaration(l, n); return;
    case AST_CLASS: lower_class_declaration(l, n); return;
    case AST_IMPORT_DECLARATION:
    case AST_EXPORT_ALL: return;
    case AST_EXPORT_NAMED:
        if (((AstExportNamed *)n)->declaration)
            lower_statement(l, ((AstExportNamed *)n)->declaration);
        return;
    case AST_EXPORT_DEFAULT: lower_export_default(l, n); return;
    }
    lower_refuse(l, n, DIAG_LOWER_UNSUPPORTED, ast_kind_name(n->kind));
}

void lower_statements(Lower *l, AstList list)
{
    Resources resources;
    resources_start_in(l, &resources, list);
    for (uint32_t i = 0; i < list.count; i++)
        lower_statement(l, list.items[i]);
    resources_end(l, &resources);
}
