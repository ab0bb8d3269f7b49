/* The names that a scope holds, found before its code is looked at: 8.2 (LexicallyScopedDeclarations,
 * VarScopedDeclarations) and B.3.2 (functions in blocks of sloppy code are vars of the function besides). */
#include "internal.h"

typedef void (*NameVisitor)(Analysis *a, AstNode *identifier, void *data);

static void each_name(Analysis *a, AstNode *pattern, NameVisitor visit, void *data)
{
    if (!pattern)
        return;
    switch ((AstKind)pattern->kind) {
    case AST_IDENTIFIER:
        visit(a, pattern, data);
        return;
    case AST_ARRAY_PATTERN: {
        AstList items = ((AstArrayPattern *)pattern)->elements;
        for (uint32_t i = 0; i < items.count; i++)
            each_name(a, items.items[i], visit, data);
        return;
    }
    case AST_OBJECT_PATTERN: {
        AstObjectPattern *object = (AstObjectPattern *)pattern;
        for (uint32_t i = 0; i < object->properties.count; i++)
            each_name(a, ((AstPatternProperty *)object->properties.items[i])->value, visit, data);
        each_name(a, object->rest, visit, data);
        return;
    }
    case AST_ASSIGNMENT_PATTERN:
        each_name(a, ((AstAssignmentPattern *)pattern)->left, visit, data);
        return;
    case AST_REST:
        each_name(a, ((AstRestElement *)pattern)->argument, visit, data);
        return;
    default: /* no other kind declares */
        return;
    }
}

typedef struct DeclareTarget {
    Scope *scope;
    BindingKind kind;
} DeclareTarget;

static void declare_name(Analysis *a, AstNode *identifier, void *data)
{
    DeclareTarget *target = data;
    scope_declare(a, target->scope, identifier, target->kind);
}

void declare_pattern(Analysis *a, Scope *scope, AstNode *pattern, BindingKind kind)
{
    DeclareTarget target = {scope, kind};
    each_name(a, pattern, declare_name, &target);
}

/* The declaration that a statement is: exports and labels looked through; NULL when it is none. */
static AstNode *declaration_in(AstNode *statement)
{
    while (statement->kind == AST_LABELED_STATEMENT)
        statement = ((AstLabeledStatement *)statement)->body;
    if (statement->kind == AST_EXPORT_NAMED)
        statement = ((AstExportNamed *)statement)->declaration;
    else if (statement->kind == AST_EXPORT_DEFAULT)
        statement = ((AstExportDefault *)statement)->declaration;
    if (!statement)
        return NULL;
    bool is_lexical = statement->kind == AST_VARIABLE_DECLARATION &&
                      ((AstVariableDeclaration *)statement)->declaration_kind != DECLARE_VAR;
    bool is_function = statement->kind == AST_FUNCTION && ((AstFunction *)statement)->is_declaration;
    bool is_class = statement->kind == AST_CLASS && ((AstClass *)statement)->is_declaration;
    return is_lexical || is_function || is_class ? statement : NULL;
}

bool list_declares_lexically(AstList statements)
{
    for (uint32_t i = 0; i < statements.count; i++) {
        if (declaration_in(statements.items[i]))
            return true;
    }
    return false;
}

static BindingKind kind_of_declaration(AstDeclarationKind kind)
{
    return kind == DECLARE_VAR ? BIND_VAR : kind == DECLARE_LET ? BIND_LET : BIND_CONST;
}

static void declare_default(Analysis *a, Scope *scope, AstNode *statement, AstNode *declaration)
{
    if (statement->kind != AST_EXPORT_DEFAULT)
        return;
    bool is_named = declaration && (declaration->kind == AST_FUNCTION ? ((AstFunction *)declaration)->id
                                                                      : ((AstClass *)declaration)->id);
    if (is_named)
        return;
    Binding *binding = scope_add(a, scope, a->default_name, BIND_DEFAULT_EXPORT, NULL);
    binding->initializer = declaration;
    binding->has_dead_zone = !(declaration && declaration->kind == AST_FUNCTION);
    binding->declared_end = statement->end;
}

static void declare_one(Analysis *a, Scope *scope, AstNode *declaration, bool is_top_level)
{
    if (declaration->kind == AST_VARIABLE_DECLARATION) {
        AstVariableDeclaration *variables = (AstVariableDeclaration *)declaration;
        for (uint32_t i = 0; i < variables->declarations.count; i++) {
            AstVariableDeclarator *declarator = (AstVariableDeclarator *)variables->declarations.items[i];
            declare_pattern(a, scope, declarator->id, kind_of_declaration(variables->declaration_kind));
            if (declarator->id->kind == AST_IDENTIFIER) {
                Binding *binding = scope_find_own(scope, ((AstIdentifier *)declarator->id)->name);
                if (binding->declaration == declarator->id)
                    binding->initializer = declarator->init;
            }
        }
        return;
    }
    if (declaration->kind == AST_CLASS) {
        AstClass *class = (AstClass *)declaration;
        Binding *binding = class->id ? scope_declare(a, scope, class->id, BIND_CLASS) : NULL;
        if (binding && binding->declaration == class->id)
            binding->initializer = declaration;
        return;
    }
    AstFunction *function = (AstFunction *)declaration;
    if (scope->kind == SCOPE_EVAL && !scope->is_strict)
        scope = a->caller->variables;
    if (function->id) {
        Binding *binding = scope_declare_function(a, scope, function);
        binding->is_function_in_block = !is_top_level && binding->kind == BIND_FUNCTION;
    }
}

void declare_lexical(Analysis *a, Scope *scope, AstList statements, bool is_top_level)
{
    for (uint32_t i = 0; i < statements.count; i++) {
        AstNode *declaration = declaration_in(statements.items[i]);
        declare_default(a, scope, statements.items[i], declaration);
        if (declaration)
            declare_one(a, scope, declaration, is_top_level);
    }
}

/* ---- var declarations, found anywhere in the body, and the functions in blocks */

/* Statement lists and heads around the statement in hand, within the function: for conflicts of names. */
typedef struct Around {
    struct Around *outer;
    AstList statements;
    AstNode *head;        /* declaration of a for statement, or pattern of a catch clause */
    bool is_function_top; /* functions declared here are like vars */
} Around;

typedef struct VarWalk {
    Analysis *a;
    Scope *scope;
    Around *around;
} VarWalk;

typedef struct NameSearch {
    AstText name;
    AstNode *found;
} NameSearch;

static void match_name(Analysis *a, AstNode *identifier, void *data)
{
    NameSearch *search = data;
    if (((AstIdentifier *)identifier)->name.bytes == search->name.bytes)
        search->found = identifier;
}

static AstNode *lexical_name_in(Analysis *a, AstNode *declaration, AstText name, bool ignore_functions)
{
    NameSearch search = {name, NULL};
    if (!declaration)
        return NULL;
    if (declaration->kind == AST_VARIABLE_DECLARATION) {
        AstList items = ((AstVariableDeclaration *)declaration)->declarations;
        for (uint32_t i = 0; i < items.count; i++)
            each_name(a, ((AstVariableDeclarator *)items.items[i])->id, match_name, &search);
    } else if (declaration->kind == AST_CLASS) {
        each_name(a, ((AstClass *)declaration)->id, match_name, &search);
    } else if (declaration->kind == AST_FUNCTION && !ignore_functions) {
        each_name(a, ((AstFunction *)declaration)->id, match_name, &search);
    }
    return search.found;
}

/* The lexical declaration of the name in the list, other than the function itself. */
enum { STATEMENT_WORK = 4, WORK_MAX = 1 << 24 };

static AstNode *conflict_in_list(Analysis *a, AstList statements, AstText name, const AstNode *itself,
                                 bool ignore_functions)
{
    base_work((int32_t)(statements.count < WORK_MAX ? statements.count : WORK_MAX) * STATEMENT_WORK);
    for (uint32_t i = 0; i < statements.count; i++) {
        AstNode *declaration = declaration_in(statements.items[i]);
        AstNode *found = declaration == itself ? NULL : lexical_name_in(a, declaration, name, ignore_functions);
        if (found)
            return found;
    }
    return NULL;
}

static AstNode *conflict_in_head(Analysis *a, AstNode *head, AstText name, bool ignore_simple_catch)
{
    if (!head)
        return NULL;
    if (head->kind == AST_VARIABLE_DECLARATION) {
        bool is_lexical = ((AstVariableDeclaration *)head)->declaration_kind != DECLARE_VAR;
        return is_lexical ? lexical_name_in(a, head, name, true) : NULL;
    }
    NameSearch search = {name, NULL};
    if (head->kind == AST_IDENTIFIER && ignore_simple_catch)
        return NULL; /* B.3.4 */
    each_name(a, head, match_name, &search);
    return search.found;
}

static bool names_arguments_object(const Analysis *a, AstText name)
{
    const FunctionScope *function = &a->function->public;
    return name.bytes == a->arguments_name.bytes && function->node->kind == AST_FUNCTION && !function->is_arrow;
}

/* A var may not cross a lexical declaration of its name on the way out to the function (14.2.1). */
static void declare_var_name(Analysis *a, AstNode *identifier, void *data)
{
    VarWalk *walk = data;
    AstText name = ((AstIdentifier *)identifier)->name;
    for (Around *around = walk->around; around; around = around->outer) {
        AstNode *found = conflict_in_head(a, around->head, name, true);
        if (!found)
            found = conflict_in_list(a, around->statements, name, NULL, around->is_function_top);
        if (found) {
            diag_add(a->diags, a->source, (Span){identifier->start, identifier->end}, DIAG_REDECLARED, name.bytes);
            diag_note(a->diags, a->source, (Span){found->start, found->end}, "also declared here");
            return;
        }
    }
    if (names_arguments_object(a, name) && !scope_find_own(a->function->public.scope, name)) {
        a->function->public.arguments_binding =
            scope_add(a, a->function->public.scope, name, BIND_ARGUMENTS, identifier);
        a->function->public.uses_arguments = true;
        return;
    }
    Binding *already = scope_find_own(walk->scope, name);
    if (!already)
        scope_add(a, walk->scope, name, BIND_VAR, identifier);
}

/* B.3.2.1: the function of a block is a var too, unless a lexical declaration of the name stands between, or a
 * parameter has the name. */
static void declare_annex_b(VarWalk *walk, AstFunction *function)
{
    Analysis *a = walk->a;
    if (a->scope->is_strict || function->is_async || function->is_generator || !walk->around)
        return;
    AstText name = ((AstIdentifier *)function->id)->name;
    if (conflict_in_list(a, walk->around->statements, name, &function->node, true))
        return;
    for (Around *around = walk->around->outer; around; around = around->outer) {
        if (conflict_in_head(a, around->head, name, true) ||
            conflict_in_list(a, around->statements, name, &function->node, around->is_function_top))
            return;
    }
    if (conflict_in_head(a, walk->around->head, name, true))
        return;
    Binding *parameter =
        a->function->public.node->kind == AST_FUNCTION ? scope_find_own(a->function->public.scope, name) : NULL;
    if (parameter && parameter->kind == BIND_PARAMETER)
        return;
    if (names_arguments_object(a, name) && !scope_find_own(walk->scope, name))
        return;
    if (walk->scope->kind == SCOPE_EVAL && !eval_may_hoist(a, name))
        return;
    if (!scope_find_own(walk->scope, name))
        scope_add(a, walk->scope, name, BIND_VAR, function->id);
}

static bool walk_statement(AstNode *node, void *data);

static void walk_list(VarWalk *walk, AstList statements, AstNode *head, bool is_function_top)
{
    Around around = {walk->around, statements, head, is_function_top};
    walk->around = &around;
    for (uint32_t i = 0; i < statements.count; i++) {
        AstNode *declaration = declaration_in(statements.items[i]);
        if (declaration && declaration->kind == AST_FUNCTION && !is_function_top)
            declare_annex_b(walk, (AstFunction *)declaration);
        walk_statement(statements.items[i], walk);
    }
    walk->around = around.outer;
}

static void walk_in_head(VarWalk *walk, AstNode *head, AstNode *body)
{
    Around around = {walk->around, {NULL, 0}, head, false};
    walk->around = &around;
    if (head && head->kind == AST_VARIABLE_DECLARATION)
        walk_statement(head, walk);
    walk_statement(body, walk);
    walk->around = around.outer;
}

/* `if (x) function f() {}` stands for a block with the function (B.3.3). */
static void walk_branch(VarWalk *walk, AstNode *branch)
{
    AstNode *items[1] = {branch};
    if (branch && branch->kind == AST_FUNCTION)
        walk_list(walk, (AstList){items, 1}, NULL, false);
    else if (branch)
        walk_statement(branch, walk);
}

static bool walk_statement(AstNode *node, void *data)
{
    VarWalk *walk = data;
    switch ((AstKind)node->kind) {
    case AST_VARIABLE_DECLARATION: {
        AstVariableDeclaration *variables = (AstVariableDeclaration *)node;
        for (uint32_t i = 0; variables->declaration_kind == DECLARE_VAR && i < variables->declarations.count; i++)
            each_name(walk->a, ((AstVariableDeclarator *)variables->declarations.items[i])->id, declare_var_name, walk);
        return true;
    }
    case AST_BLOCK_STATEMENT:
        walk_list(walk, ((AstBlockStatement *)node)->body, NULL, false);
        return true;
    case AST_SWITCH_STATEMENT: {
        /* the cases share one scope: their statements are one list */
        AstSwitchStatement *statement = (AstSwitchStatement *)node;
        VEC(AstNode *) all = VEC_IN(walk->a->arena);
        for (uint32_t i = 0; i < statement->cases.count; i++) {
            AstList list = ((AstSwitchCase *)statement->cases.items[i])->consequent;
            for (uint32_t j = 0; j < list.count; j++)
                vec_push(&all, list.items[j]);
        }
        walk_list(walk, (AstList){all.items, (uint32_t)all.length}, NULL, false);
        return true;
    }
    case AST_CATCH_CLAUSE: {
        AstCatchClause *clause = (AstCatchClause *)node;
        walk_in_head(walk, clause->param, clause->body);
        return true;
    }
    case AST_FOR_STATEMENT:
        walk_in_head(walk, ((AstForStatement *)node)->init, ((AstForStatement *)node)->body);
        return true;
    case AST_FOR_IN_STATEMENT:
        walk_in_head(walk, ((AstForInStatement *)node)->left, ((AstForInStatement *)node)->body);
        return true;
    case AST_FOR_OF_STATEMENT: {
        /* B.3.4 does not extend to for-of: `catch (e) { for (var e of []) }` is an error, which the check stage finds
         * */
        AstForOfStatement *statement = (AstForOfStatement *)node;
        walk_in_head(walk, statement->left, statement->body);
        return true;
    }
    case AST_IF_STATEMENT:
        walk_branch(walk, ((AstIfStatement *)node)->consequent);
        walk_branch(walk, ((AstIfStatement *)node)->alternate);
        return true;
    case AST_LABELED_STATEMENT:
        return walk_statement(((AstLabeledStatement *)node)->body, data);
    case AST_TRY_STATEMENT:
    case AST_WHILE_STATEMENT:
    case AST_DO_WHILE_STATEMENT:
    case AST_WITH_STATEMENT:
    case AST_EXPORT_NAMED:
        return ast_for_each_child(node, walk_statement, data);
    default: /* expressions and functions hold no var of this function */
        return true;
    }
}

void declare_vars(Analysis *a, Scope *scope, AstList statements)
{
    VarWalk walk = {a, scope, NULL};
    bool is_module = a->function->public.node->kind == AST_PROGRAM && a->program->is_module;
    walk_list(&walk, statements, NULL, !is_module);
}
