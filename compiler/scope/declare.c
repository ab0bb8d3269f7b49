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

/* A statement list, or a head with its body, around the statement in hand within the function: for conflicts of names.
 * The maps go from interned names to the identifiers that declare them. */
typedef struct Around {
    struct Around *outer;
    AstList statements;
    AstNode *head;        /* declaration of a for statement, or pattern of a catch clause */
    bool is_function_top; /* functions declared here are like vars */
    bool is_indexed;      /* from the first question on: */
    PtrMap lexical;       /* what it declares but for functions */
    PtrMap functions;
} Around;

typedef struct VarWalk {
    Analysis *a;
    Scope *scope;
    Around *around;
} VarWalk;

static void index_name(Analysis *a, AstNode *identifier, void *data)
{
    PtrMap *names = data;
    const char *name = ((AstIdentifier *)identifier)->name.bytes;
    if (!ptrmap_get(names, name))
        ptrmap_set(names, name, identifier);
}

static void index_declaration(Analysis *a, Around *around, AstNode *declaration)
{
    if (declaration->kind == AST_VARIABLE_DECLARATION) {
        AstList items = ((AstVariableDeclaration *)declaration)->declarations;
        for (uint32_t i = 0; i < items.count; i++)
            each_name(a, ((AstVariableDeclarator *)items.items[i])->id, index_name, &around->lexical);
    } else if (declaration->kind == AST_CLASS) {
        each_name(a, ((AstClass *)declaration)->id, index_name, &around->lexical);
    } else {
        each_name(a, ((AstFunction *)declaration)->id, index_name, &around->functions);
    }
}

static void index_head(Analysis *a, Around *around)
{
    if (around->head->kind != AST_VARIABLE_DECLARATION)
        each_name(a, around->head, index_name, &around->lexical);
    else if (((AstVariableDeclaration *)around->head)->declaration_kind != DECLARE_VAR)
        index_declaration(a, around, around->head);
}

enum { STATEMENT_WORK = 4, LOOKUP_WORK = 10 };

static void index_around(Analysis *a, Around *around)
{
    around->is_indexed = true;
    if (around->head)
        index_head(a, around);
    for (uint32_t i = 0; i < around->statements.count; i++) {
        base_work(STATEMENT_WORK);
        AstNode *declaration = declaration_in(around->statements.items[i]);
        if (declaration)
            index_declaration(a, around, declaration);
    }
}

/* The identifier that declares the name lexically there; NULL when none does. */
static AstNode *conflict_in(Analysis *a, Around *around, AstText name, bool ignore_functions)
{
    if (!around->is_indexed)
        index_around(a, around);
    base_work(LOOKUP_WORK);
    AstNode *found = ptrmap_get(&around->lexical, name.bytes);
    return found || ignore_functions ? found : ptrmap_get(&around->functions, name.bytes);
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
        AstNode *found = conflict_in(a, around, name, around->is_function_top);
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
    for (Around *around = walk->around; around; around = around->outer) {
        if (conflict_in(a, around, name, around == walk->around || around->is_function_top))
            return;
    }
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

static void enter(VarWalk *walk, Around *around)
{
    around->outer = walk->around;
    walk->around = around;
}

static void leave(VarWalk *walk)
{
    ptrmap_free(&walk->around->lexical);
    ptrmap_free(&walk->around->functions);
    walk->around = walk->around->outer;
}

static void walk_list(VarWalk *walk, AstList statements, bool is_function_top)
{
    Around around = {.statements = statements, .is_function_top = is_function_top};
    enter(walk, &around);
    for (uint32_t i = 0; i < statements.count; i++) {
        AstNode *declaration = declaration_in(statements.items[i]);
        if (declaration && declaration->kind == AST_FUNCTION && !is_function_top)
            declare_annex_b(walk, (AstFunction *)declaration);
        walk_statement(statements.items[i], walk);
    }
    leave(walk);
}

static void walk_in_head(VarWalk *walk, AstNode *head, AstNode *body)
{
    Around around = {.head = head};
    enter(walk, &around);
    if (head && head->kind == AST_VARIABLE_DECLARATION)
        walk_statement(head, walk);
    walk_statement(body, walk);
    leave(walk);
}

/* The head of a for statement declares only where it is a declaration. */
static void walk_for(VarWalk *walk, AstNode *head, AstNode *body)
{
    walk_in_head(walk, head && head->kind == AST_VARIABLE_DECLARATION ? head : NULL, body);
}

/* `if (x) function f() {}` stands for a block with the function (B.3.3). */
static void walk_branch(VarWalk *walk, AstNode *branch)
{
    AstNode *items[1] = {branch};
    if (branch && branch->kind == AST_FUNCTION)
        walk_list(walk, (AstList){items, 1}, false);
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
        walk_list(walk, ((AstBlockStatement *)node)->body, false);
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
        walk_list(walk, (AstList){all.items, (uint32_t)all.length}, false);
        return true;
    }
    case AST_CATCH_CLAUSE: {
        AstCatchClause *clause = (AstCatchClause *)node;
        bool is_plain = clause->param && clause->param->kind == AST_IDENTIFIER; /* may be redeclared: B.3.4 */
        walk_in_head(walk, is_plain ? NULL : clause->param, clause->body);
        return true;
    }
    case AST_FOR_STATEMENT:
        walk_for(walk, ((AstForStatement *)node)->init, ((AstForStatement *)node)->body);
        return true;
    case AST_FOR_IN_STATEMENT:
        walk_for(walk, ((AstForInStatement *)node)->left, ((AstForInStatement *)node)->body);
        return true;
    case AST_FOR_OF_STATEMENT: {
        /* B.3.4 does not extend to for-of: `catch (e) { for (var e of []) }` is an error that the check stage finds */
        AstForOfStatement *statement = (AstForOfStatement *)node;
        walk_for(walk, statement->left, statement->body);
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
    walk_list(&walk, statements, !is_module);
}
