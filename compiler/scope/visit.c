/* The walk over the program, in source order: opens scopes, and resolves every name at the place of its use. */
#include "internal.h"

static bool visit(AstNode *node, void *data);

static void visit_list(Analysis *a, AstList list)
{
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i])
            visit(list.items[i], a);
    }
}

static void visit_maybe(Analysis *a, AstNode *node)
{
    if (node)
        visit(node, a);
}

/* ---- patterns */

typedef struct PatternUse {
    bool is_declaration;
    bool is_initialization;    /* a declaration that has a value (not `var x` alone) */
    bool is_var;
    uint32_t end;              /* where the value is stored at the latest */
} PatternUse;

static void visit_target_name(Analysis *a, AstNode *identifier, const PatternUse *use)
{
    if (!use->is_declaration || (use->is_var && use->is_initialization)) {
        resolve_write(a, identifier, use->end, false, false);
        scope_reference(identifier)->is_declaration = use->is_declaration;
    } else if (use->is_initialization) {
        resolve_write(a, identifier, use->end, true, false);
        Binding *binding = scope_reference(identifier)->binding;
        if (binding->has_dead_zone && binding->declared_end == 0)
            binding->declared_end = use->end;
    } else {
        resolve_identifier(a, identifier)->is_declaration = true;
    }
}

static void visit_pattern(Analysis *a, AstNode *pattern, const PatternUse *use)
{
    if (!pattern)
        return;
    switch ((AstKind)pattern->kind) {
    case AST_IDENTIFIER:
        visit_target_name(a, pattern, use);
        return;
    case AST_ARRAY_PATTERN: {
        AstList items = ((AstArrayPattern *)pattern)->elements;
        for (uint32_t i = 0; i < items.count; i++)
            visit_pattern(a, items.items[i], use);
        return;
    }
    case AST_OBJECT_PATTERN: {
        AstObjectPattern *object = (AstObjectPattern *)pattern;
        for (uint32_t i = 0; i < object->properties.count; i++) {
            AstPatternProperty *property = (AstPatternProperty *)object->properties.items[i];
            if (property->is_computed)
                visit(property->key, a);
            visit_pattern(a, property->value, use);
        }
        visit_pattern(a, object->rest, use);
        return;
    }
    case AST_ASSIGNMENT_PATTERN:
        visit_pattern(a, ((AstAssignmentPattern *)pattern)->left, use);
        visit(((AstAssignmentPattern *)pattern)->right, a);
        return;
    case AST_REST:
        visit_pattern(a, ((AstRestElement *)pattern)->argument, use);
        return;
    default: /* a member expression as target */
        visit(pattern, a);
        return;
    }
}

static bool pattern_has_expressions(const AstNode *pattern)
{
    if (!pattern)
        return false;
    switch ((AstKind)pattern->kind) {
    case AST_ASSIGNMENT_PATTERN:
        return true;
    case AST_REST:
        return pattern_has_expressions(((const AstRestElement *)pattern)->argument);
    case AST_ARRAY_PATTERN: {
        AstList items = ((const AstArrayPattern *)pattern)->elements;
        for (uint32_t i = 0; i < items.count; i++) {
            if (pattern_has_expressions(items.items[i]))
                return true;
        }
        return false;
    }
    case AST_OBJECT_PATTERN: {
        const AstObjectPattern *object = (const AstObjectPattern *)pattern;
        for (uint32_t i = 0; i < object->properties.count; i++) {
            const AstPatternProperty *property = (const AstPatternProperty *)object->properties.items[i];
            if (property->is_computed || pattern_has_expressions(property->value))
                return true;
        }
        return pattern_has_expressions(object->rest);
    }
    default: /* a name */
        return false;
    }
}

/* ---- functions */

static FunctionInfo *open_function(Analysis *a, AstNode *node)
{
    FunctionInfo *info = ARENA_NEW(a->arena, FunctionInfo);
    info->public.node = node;
    info->public.parent = a->function ? &a->function->public : NULL;
    info->creation = info->earliest_call = node->start;
    if (a->function) {
        FunctionScope *parent = &a->function->public;
        *(parent->first_child ? &parent->last_child->next_sibling : &parent->first_child) = &info->public;
        parent->last_child = &info->public;
    }
    vec_push(&a->functions, info);
    return info;
}

static void declare_parameters(Analysis *a, AstFunction *node, Scope *scope, bool has_expressions)
{
    for (uint32_t i = 0; i < node->params.count; i++) {
        AstNode *parameter = node->params.items[i];
        declare_pattern(a, scope, parameter, BIND_PARAMETER);
        if (parameter->kind == AST_IDENTIFIER)
            scope_find_own(scope, ((AstIdentifier *)parameter)->name)->parameter_index = i;
    }
    for (Binding *binding = scope->first; binding; binding = binding->next)
        binding->has_dead_zone = has_expressions;
}

static void visit_parameters(Analysis *a, AstFunction *node)
{
    for (uint32_t i = 0; i < node->params.count; i++) {
        PatternUse use = {.is_declaration = true, .is_initialization = true, .end = node->params.items[i]->end};
        visit_pattern(a, node->params.items[i], &use);
    }
}

/* 10.2.11 step 28: with expressions among the parameters, the body's names are in a scope of their own. */
static void open_body(Analysis *a, FunctionInfo *info, AstFunction *node, AstList body, bool has_expressions)
{
    if (has_expressions)
        info->public.body_scope = scope_push(a, SCOPE_FUNCTION_BODY, node->body);
    declare_lexical(a, a->scope, body, true);
    /* 15.2.1: a lexical name of the body may not be a parameter's */
    for (Binding *binding = a->scope->first; has_expressions && binding; binding = binding->next) {
        Binding *parameter = scope_find_own(info->public.scope, binding->name);
        bool is_lexical = binding->kind == BIND_LET || binding->kind == BIND_CONST || binding->kind == BIND_CLASS;
        if (parameter && parameter->kind == BIND_PARAMETER && is_lexical)
            diag_add(a->diags, a->source, (Span){binding->declaration->start, binding->declaration->end}, DIAG_REDECLARED,
                     binding->name.bytes);
    }
    declare_vars(a, a->scope, body);
}

static void visit_body(Analysis *a, FunctionInfo *info, AstFunction *node, bool has_expressions)
{
    if (node->is_expression_body) {
        visit(node->body, a);
        return;
    }
    AstBlockStatement *block = (AstBlockStatement *)node->body;
    open_body(a, info, node, block->body, has_expressions);
    visit_list(a, block->body);
    if (info->public.body_scope != info->public.scope)
        scope_pop(a);
}

static bool parameters_have_expressions(const AstFunction *node)
{
    for (uint32_t i = 0; i < node->params.count; i++) {
        if (pattern_has_expressions(node->params.items[i]))
            return true;
    }
    return false;
}

static void describe_function(FunctionInfo *info, const AstFunction *node)
{
    FunctionScope *scope = &info->public;
    scope->is_arrow = node->is_arrow;
    scope->is_strict = node->is_strict;
    scope->is_hoisted = node->is_declaration;
    scope->has_simple_parameters = node->has_simple_params;
    scope->parameter_count = node->params.count;
    scope->is_class_member = node->is_method;
}

static FunctionInfo *visit_function(Analysis *a, AstFunction *node)
{
    Scope *outer_scope = a->scope;
    FunctionInfo *outer = a->function;
    uint32_t outer_depth = a->loop_depth, outer_case = a->case_end;
    FunctionInfo *info = open_function(a, &node->node);
    describe_function(info, node);
    bool has_own_name = node->id && !node->is_declaration;
    if (has_own_name) {
        /* belongs to the enclosing function: it holds the closure before the function runs */
        a->function = info;
        a->loop_depth = 0;
        info->public.name_scope = scope_push(a, SCOPE_FUNCTION_NAME, &node->node);
        scope_add(a, a->scope, ((AstIdentifier *)node->id)->name, BIND_FUNCTION_NAME, node->id)->initializer = &node->node;
    }
    a->function = info;
    a->loop_depth = 0;
    a->case_end = 0;
    Scope *scope = scope_push(a, SCOPE_FUNCTION, &node->node);
    scope->is_strict = node->is_strict;
    info->public.scope = info->public.body_scope = node->scope = scope;
    bool has_expressions = parameters_have_expressions(node);
    declare_parameters(a, node, scope, has_expressions);
    if (has_own_name)
        info->public.name_scope->is_strict = node->is_strict;
    visit_parameters(a, node);
    visit_body(a, info, node, has_expressions);
    info->public.has_mapped_arguments = info->public.uses_arguments && !node->is_arrow && !node->is_strict && node->has_simple_params;
    a->scope = outer_scope;
    a->function = outer;
    a->loop_depth = outer_depth;
    a->case_end = outer_case;
    return info;
}

/* Links the block's function to the var that B.3.3 gives it. */
static void link_annex_b(Analysis *a, Binding *binding)
{
    if (!binding->is_function_in_block || a->scope->is_strict)
        return;
    const AstFunction *node = (const AstFunction *)binding->initializer;
    if (node->is_async || node->is_generator)
        return;
    Scope *target = a->function->public.body_scope;
    for (Scope *scope = binding->scope->parent; scope != target; scope = scope->parent) {
        Binding *between = scope_find_own(scope, binding->name);
        bool is_simple_catch = between && scope->kind == SCOPE_CATCH && ((AstCatchClause *)scope->node)->param->kind == AST_IDENTIFIER;
        if (between && !is_simple_catch)
            return;
    }
    Binding *var = scope_find_own(target, binding->name);
    if (!var || (var->kind != BIND_VAR && var->kind != BIND_FUNCTION))
        return;
    binding->annex_b_var = var;
    var->writes++;
    var->is_assigned_after_init = true;
    info_of_binding(var)->is_written_in_loop = true; /* not where the text has it: when the declaration is reached */
}

static void visit_function_declaration(Analysis *a, AstFunction *node)
{
    Binding *binding = NULL;
    if (node->id) {
        resolve_write(a, node->id, node->node.end, true, false);
        binding = scope_reference(node->id)->binding;
        link_annex_b(a, binding);
    } else {
        binding = scope_find_own(a->scope, a->default_name);
    }
    FunctionInfo *info = visit_function(a, node);
    info->owner = info_of_binding(binding);
    bool is_global = binding->scope->kind == SCOPE_PROGRAM && !a->program->is_module && !a->is_commonjs;
    info->may_run_any_time = is_global;
    info->creation = binding->scope->node->start;
    if (binding->scope == a->function->public.scope && a->function->public.node->kind == AST_FUNCTION)
        info->creation = ((AstFunction *)a->function->public.node)->body->start;
}

/* ---- classes */

static void declare_private(Analysis *a, Scope *scope, AstClass *class, AstNode *key, PrivateKind kind, bool is_static,
                            AstMethodKind method)
{
    AstText text = ((AstPrivateIdentifier *)key)->name;
    PrivateName **at = &scope->private_names;
    for (; *at; at = &(*at)->next) {
        if ((*at)->name.bytes != text.bytes)
            continue;
        bool is_pair = kind == PRIVATE_ACCESSOR && (*at)->kind == PRIVATE_ACCESSOR && (*at)->is_static == is_static &&
                       !(method == METHOD_GET ? (*at)->has_getter : (*at)->has_setter);
        if (!is_pair)
            diag_add(a->diags, a->source, (Span){key->start, key->end}, DIAG_REDECLARED_PRIVATE, text.bytes);
        break;
    }
    if (!*at) {
        *at = ARENA_NEW(a->arena, PrivateName);
        (*at)->name = text;
        (*at)->owner = class;
        (*at)->kind = kind;
        (*at)->is_static = is_static;
        (*at)->declaration = key;
        AstText binding_name = scope_intern(a, arena_printf(a->arena, "#%s", text.bytes));
        (*at)->binding = scope_add(a, scope, binding_name, BIND_PRIVATE_NAME, key);
    }
    (*at)->has_getter |= method == METHOD_GET;
    (*at)->has_setter |= method == METHOD_SET;
    ((AstPrivateIdentifier *)key)->declaration = *at;
}

static void declare_private_names(Analysis *a, Scope *scope, AstClass *class)
{
    for (uint32_t i = 0; i < class->members.count; i++) {
        AstNode *member = class->members.items[i];
        if (member->kind == AST_METHOD_DEFINITION) {
            AstMethodDefinition *method = (AstMethodDefinition *)member;
            bool is_accessor = method->method_kind == METHOD_GET || method->method_kind == METHOD_SET;
            if (method->key->kind == AST_PRIVATE_IDENTIFIER)
                declare_private(a, scope, class, method->key, is_accessor ? PRIVATE_ACCESSOR : PRIVATE_METHOD,
                                method->is_static, method->method_kind);
        } else if (member->kind == AST_PROPERTY_DEFINITION) {
            AstPropertyDefinition *field = (AstPropertyDefinition *)member;
            if (field->key->kind == AST_PRIVATE_IDENTIFIER)
                declare_private(a, scope, class, field->key, PRIVATE_FIELD, field->is_static, METHOD_NORMAL);
        }
    }
}

static void visit_member_function(Analysis *a, AstNode *function, AstClass *class, Binding *outer, bool runs_at_once)
{
    FunctionInfo *info = visit_function(a, (AstFunction *)function);
    info->owner_class = class;
    info->runs_at_once = runs_at_once;
    info->creation = class->node.start;
    info->owner = outer ? info_of_binding(outer) : NULL;
    info->inner_owner = class->id ? info_of_binding(scope_find_own(a->scope, ((AstIdentifier *)class->id)->name)) : NULL;
}

static void visit_member(Analysis *a, AstNode *member, AstClass *class, Binding *outer)
{
    switch ((AstKind)member->kind) {
    case AST_METHOD_DEFINITION: {
        AstMethodDefinition *method = (AstMethodDefinition *)member;
        if (method->is_computed)
            visit(method->key, a);
        visit_member_function(a, method->value, class, outer, false);
        return;
    }
    case AST_PROPERTY_DEFINITION: {
        AstPropertyDefinition *field = (AstPropertyDefinition *)member;
        if (field->is_computed)
            visit(field->key, a);
        if (field->value)
            visit_member_function(a, field->value, class, outer, field->is_static);
        return;
    }
    default: /* a static block */
        visit_member_function(a, ((AstClassStaticBlock *)member)->function, class, outer, true);
        return;
    }
}

static void visit_class(Analysis *a, AstClass *class)
{
    Binding *outer = NULL;
    if (class->is_declaration && class->id) {
        resolve_write(a, class->id, class->node.end, true, false);
        outer = scope_reference(class->id)->binding;
        outer->declared_end = class->node.end;
    } else if (class->is_declaration) {
        outer = scope_find_own(a->scope, a->default_name);
    }
    Scope *scope = scope_push(a, SCOPE_CLASS, &class->node);
    scope->is_strict = true;
    class->scope = scope;
    if (class->id) {
        Binding *inner = scope_add(a, scope, ((AstIdentifier *)class->id)->name, BIND_CLASS_NAME, class->id);
        inner->initializer = &class->node;
        inner->declared_end = class->node.end;
    }
    visit_maybe(a, class->super_class); /* 15.7.14: in the outer private environment */
    declare_private_names(a, scope, class);
    for (uint32_t i = 0; i < class->members.count; i++)
        visit_member(a, class->members.items[i], class, outer);
    scope_pop(a);
}

/* ---- statements with scopes */

static void visit_block(Analysis *a, AstBlockStatement *block)
{
    bool has_scope = list_declares_lexically(block->body);
    if (has_scope) {
        block->scope = scope_push(a, SCOPE_BLOCK, &block->node);
        declare_lexical(a, block->scope, block->body, false);
    }
    visit_list(a, block->body);
    if (has_scope)
        scope_pop(a);
}

static void visit_switch(Analysis *a, AstSwitchStatement *statement)
{
    visit(statement->discriminant, a);
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
        visit_maybe(a, item->test);
        visit_list(a, item->consequent);
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
        visit_maybe(a, branch);
        return;
    }
    AstNode *items[1] = {branch};
    scope_push(a, SCOPE_BLOCK, branch);
    declare_lexical(a, a->scope, (AstList){items, 1}, false);
    visit(branch, a);
    scope_pop(a);
}

static void visit_for(Analysis *a, AstForStatement *statement)
{
    bool has_scope = is_lexical_head(statement->init);
    if (has_scope) {
        statement->scope = scope_push(a, SCOPE_FOR, &statement->node);
        declare_head(a, statement->scope, (AstVariableDeclaration *)statement->init);
    }
    visit_maybe(a, statement->init);
    a->loop_depth++;
    visit_maybe(a, statement->test);
    visit_maybe(a, statement->update);
    visit_branch(a, statement->body);
    a->loop_depth--;
    if (has_scope)
        scope_pop(a);
}

/* for-in and for-of. The names of a lexical head are dead in the object's expression, and alive after it (14.7.5.12). */
static void visit_for_each(Analysis *a, AstNode *node, AstNode *left, AstNode *right, AstNode *body, Scope **ret_scope)
{
    bool has_scope = is_lexical_head(left), is_declaration = left->kind == AST_VARIABLE_DECLARATION;
    if (has_scope) {
        *ret_scope = scope_push(a, SCOPE_FOR, node);
        declare_head(a, a->scope, (AstVariableDeclaration *)left);
    }
    AstVariableDeclarator *declarator =
        is_declaration ? (AstVariableDeclarator *)((AstVariableDeclaration *)left)->declarations.items[0] : NULL;
    PatternUse use = {.is_declaration = is_declaration, .is_initialization = is_declaration,
                      .is_var = is_declaration && !has_scope, .end = right->end};
    if (declarator)
        visit_maybe(a, declarator->init);
    visit(right, a);
    a->loop_depth++;
    visit_pattern(a, declarator ? declarator->id : left, &use);
    visit_branch(a, body);
    a->loop_depth--;
    if (has_scope)
        scope_pop(a);
}

static void visit_catch(Analysis *a, AstCatchClause *clause)
{
    if (!clause->param) {
        visit(clause->body, a);
        return;
    }
    clause->scope = scope_push(a, SCOPE_CATCH, &clause->node);
    declare_pattern(a, clause->scope, clause->param, BIND_CATCH_PARAMETER);
    for (Binding *binding = clause->scope->first; binding; binding = binding->next)
        binding->has_dead_zone = clause->param->kind != AST_IDENTIFIER;
    PatternUse use = {.is_declaration = true, .is_initialization = true, .end = clause->param->end};
    visit_pattern(a, clause->param, &use);
    visit(clause->body, a);
    scope_pop(a);
    /* 14.15.1: the block may not declare the parameter's names lexically */
    Scope *block = ((AstBlockStatement *)clause->body)->scope;
    for (Binding *binding = block ? block->first : NULL; binding; binding = binding->next) {
        if (scope_find_own(clause->scope, binding->name))
            diag_add(a->diags, a->source, (Span){binding->declaration->start, binding->declaration->end}, DIAG_REDECLARED,
                     binding->name.bytes);
    }
}

static void visit_variables(Analysis *a, AstVariableDeclaration *node)
{
    for (uint32_t i = 0; i < node->declarations.count; i++) {
        AstVariableDeclarator *declarator = (AstVariableDeclarator *)node->declarations.items[i];
        bool is_var = node->declaration_kind == DECLARE_VAR;
        PatternUse use = {.is_declaration = true, .is_initialization = declarator->init || !is_var, .is_var = is_var,
                          .end = declarator->node.end};
        visit_pattern(a, declarator->id, &use);
        visit_maybe(a, declarator->init);
    }
}

static void visit_assignment(Analysis *a, AstAssignmentExpression *node)
{
    if (node->left->kind == AST_IDENTIFIER) {
        resolve_write(a, node->left, node->node.end, false, node->op != OP_ASSIGN);
    } else {
        PatternUse use = {.end = node->node.end};
        visit_pattern(a, node->left, &use);
    }
    visit(node->right, a);
}

static void refuse(Analysis *a, const AstNode *node, DiagId id)
{
    diag_add(a->diags, a->source, (Span){node->start, node->end}, id);
}

static void visit_call(Analysis *a, AstCallExpression *node)
{
    AstNode *callee = node->callee;
    if (callee->kind == AST_IDENTIFIER) {
        Reference *reference = resolve_identifier(a, callee);
        reference->is_read = reference->is_call_callee = true;
        if (reference->binding)
            reference->binding->reads++;
        bool is_eval = ((AstIdentifier *)callee)->name.bytes == a->eval_name.bytes && !reference->binding && !node->is_optional;
        if (is_eval && node->arguments.count)
            refuse(a, &node->node, DIAG_DIRECT_EVAL);
    } else if (callee->kind == AST_SUPER) {
        use_super_call(a);
    } else {
        visit(callee, a);
    }
    visit_list(a, node->arguments);
}

static void visit_member_expression(Analysis *a, AstMemberExpression *node)
{
    if (node->object->kind == AST_SUPER)
        use_super_property(a);
    else
        visit(node->object, a);
    if (node->is_computed || node->property->kind == AST_PRIVATE_IDENTIFIER)
        visit(node->property, a);
}

static void visit_read(Analysis *a, AstNode *identifier, bool is_typeof)
{
    Reference *reference = resolve_identifier(a, identifier);
    reference->is_read = true;
    reference->is_typeof = is_typeof;
    if (reference->binding)
        reference->binding->reads++;
}

static bool visit(AstNode *node, void *data)
{
    Analysis *a = data;
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
            visit_function_declaration(a, (AstFunction *)node);
        else
            visit_function(a, (AstFunction *)node);
        return true;
    case AST_CLASS:
        visit_class(a, (AstClass *)node);
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
        visit(((AstIfStatement *)node)->test, a);
        visit_branch(a, ((AstIfStatement *)node)->consequent);
        visit_branch(a, ((AstIfStatement *)node)->alternate);
        return true;
    case AST_WHILE_STATEMENT:
    case AST_DO_WHILE_STATEMENT:
        a->loop_depth++;
        ast_for_each_child(node, visit, a);
        a->loop_depth--;
        return true;
    case AST_CATCH_CLAUSE:
        visit_catch(a, (AstCatchClause *)node);
        return true;
    case AST_WITH_STATEMENT:
        a->function->public.contains_with = true;
        refuse(a, node, DIAG_WITH_STATEMENT);
        return true;
    case AST_LABELED_STATEMENT:
        visit(((AstLabeledStatement *)node)->body, a);
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
            visit(target, a);
        return true;
    }
    case AST_UNARY: {
        AstUnaryExpression *unary = (AstUnaryExpression *)node;
        if (unary->op == OP_TYPEOF && unary->argument->kind == AST_IDENTIFIER)
            visit_read(a, unary->argument, true);
        else
            visit(unary->argument, a);
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
            visit(property->key, a);
        visit(property->value, a);
        return true;
    }
    case AST_IMPORT_DECLARATION:
        collect_import(a, (AstImportDeclaration *)node);
        return true;
    case AST_EXPORT_NAMED:
    case AST_EXPORT_ALL:
        collect_export(a, node);
        visit_maybe(a, node->kind == AST_EXPORT_NAMED ? ((AstExportNamed *)node)->declaration : NULL);
        return true;
    case AST_EXPORT_DEFAULT:
        visit(((AstExportDefault *)node)->declaration, a);
        collect_export(a, node);
        return true;
    default: /* no names of its own: its children in order */
        return ast_for_each_child(node, visit, a);
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
    FunctionInfo *info = open_function(a, &program->node);
    a->function = info;
    info->public.is_strict = program->is_strict;
    info->public.has_simple_parameters = true;
    Scope *scope = scope_push(a, SCOPE_PROGRAM, &program->node);
    scope->is_strict = program->is_strict;
    program->scope = info->public.scope = info->public.body_scope = scope;
    if (a->is_commonjs)
        declare_commonjs(a, scope);
    for (uint32_t i = 0; i < program->body.count; i++) {
        if (program->body.items[i]->kind == AST_IMPORT_DECLARATION)
            declare_imports(a, (AstImportDeclaration *)program->body.items[i]);
    }
    declare_lexical(a, scope, program->body, true);
    declare_vars(a, scope, program->body);
    visit_list(a, program->body);
}
