/* Patterns, and the scopes that functions have (10.2.11). */
#include "internal.h"

/* ---- patterns */

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

void scope_visit_pattern(Analysis *a, AstNode *pattern, const PatternUse *use)
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
            scope_visit_pattern(a, items.items[i], use);
        return;
    }
    case AST_OBJECT_PATTERN: {
        AstObjectPattern *object = (AstObjectPattern *)pattern;
        for (uint32_t i = 0; i < object->properties.count; i++) {
            AstPatternProperty *property = (AstPatternProperty *)object->properties.items[i];
            if (property->is_computed)
                scope_visit(property->key, a);
            scope_visit_pattern(a, property->value, use);
        }
        scope_visit_pattern(a, object->rest, use);
        return;
    }
    case AST_ASSIGNMENT_PATTERN:
        scope_visit_pattern(a, ((AstAssignmentPattern *)pattern)->left, use);
        scope_visit(((AstAssignmentPattern *)pattern)->right, a);
        return;
    case AST_REST:
        scope_visit_pattern(a, ((AstRestElement *)pattern)->argument, use);
        return;
    default: /* a member expression as target */
        scope_visit(pattern, a);
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

FunctionInfo *scope_open_function(Analysis *a, AstNode *node)
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
        scope_visit_pattern(a, node->params.items[i], &use);
    }
}

/* 10.2.11 step 28: with expressions among the parameters, the body's names are in a scope of their own. */
static void open_body(Analysis *a, FunctionInfo *info, AstFunction *node, AstList body, bool has_expressions)
{
    if (has_expressions)
        info->public.body_scope = scope_push(a, SCOPE_FUNCTION_BODY, node->body);
    if (!node->is_strict && contains_direct_eval(a, node->body))
        scope_make_dynamic(a, a->scope);
    declare_lexical(a, a->scope, body, true);
    /* 15.2.1: a lexical name of the body may not be a parameter's */
    for (Binding *binding = a->scope->first; has_expressions && binding; binding = binding->next) {
        Binding *parameter = scope_find_own(info->public.scope, binding->name);
        bool is_lexical = binding->kind == BIND_LET || binding->kind == BIND_CONST || binding->kind == BIND_CLASS;
        if (parameter && parameter->kind == BIND_PARAMETER && is_lexical)
            diag_add(a->diags, a->source, (Span){binding->declaration->start, binding->declaration->end},
                     DIAG_REDECLARED, binding->name.bytes);
    }
    declare_vars(a, a->scope, body);
}

static void visit_body(Analysis *a, FunctionInfo *info, AstFunction *node, bool has_expressions)
{
    AstNode *items[1] = {node->body};
    AstList body = node->is_expression_body ? (AstList){items, 1} : ((AstBlockStatement *)node->body)->body;
    open_body(a, info, node, body, has_expressions);
    scope_visit_list(a, body);
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

FunctionInfo *scope_visit_function(Analysis *a, AstFunction *node)
{
    Scope *outer_scope = a->scope;
    FunctionInfo *outer = a->function;
    uint32_t outer_depth = a->loop_depth, outer_case = a->case_end;
    FunctionInfo *info = scope_open_function(a, &node->node);
    describe_function(info, node);
    bool has_own_name = node->id && !node->is_declaration;
    if (has_own_name) {
        /* belongs to the enclosing function: it holds the closure before the function runs */
        a->function = info;
        a->loop_depth = 0;
        info->public.name_scope = scope_push(a, SCOPE_FUNCTION_NAME, &node->node);
        scope_add(a, a->scope, ((AstIdentifier *)node->id)->name, BIND_FUNCTION_NAME, node->id)->initializer =
            &node->node;
    }
    a->function = info;
    a->loop_depth = 0;
    a->case_end = 0;
    bool has_expressions = parameters_have_expressions(node);
    if (has_expressions && !node->is_strict && list_contains_direct_eval(a, node->params)) {
        info->public.parameter_eval_scope = scope_push(a, SCOPE_PARAMETER_EVAL, &node->node);
        scope_make_dynamic(a, a->scope);
    }
    Scope *scope = scope_push(a, SCOPE_FUNCTION, &node->node);
    scope->is_strict = node->is_strict;
    info->public.scope = info->public.body_scope = node->scope = scope;
    declare_parameters(a, node, scope, has_expressions);
    if (has_own_name)
        info->public.name_scope->is_strict = node->is_strict;
    visit_parameters(a, node);
    visit_body(a, info, node, has_expressions);
    info->public.has_mapped_arguments =
        info->public.uses_arguments && !node->is_arrow && !node->is_strict && node->has_simple_params;
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
        bool is_simple_catch =
            between && scope->kind == SCOPE_CATCH && ((AstCatchClause *)scope->node)->param->kind == AST_IDENTIFIER;
        if (between && !is_simple_catch)
            return;
    }
    Binding *var = scope_find_own(target->kind == SCOPE_EVAL ? a->caller->variables : target, binding->name);
    if (var && var->existing)
        var = var->existing;
    else if (!var || (var->kind != BIND_VAR && var->kind != BIND_FUNCTION))
        return;
    binding->annex_b_var = var;
    var->writes++;
    var->is_assigned_after_init = true;
    info_of_binding(var)->is_written_in_loop = true; /* not where the text has it: when the declaration is reached */
}

void scope_visit_function_declaration(Analysis *a, AstFunction *node)
{
    Binding *binding = NULL;
    bool is_eval_variable = a->scope->kind == SCOPE_EVAL && !a->scope->is_strict;
    if (is_eval_variable) {
        binding = scope_find_own(a->caller->variables, ((AstIdentifier *)node->id)->name);
    } else if (node->id) {
        resolve_write(a, node->id, node->node.end, true, false);
        binding = scope_reference(node->id)->binding;
        link_annex_b(a, binding);
    } else {
        binding = scope_find_own(a->scope, a->default_name);
    }
    FunctionInfo *info = scope_visit_function(a, node);
    info->owner = info_of_binding(binding);
    bool is_global = binding->scope->kind == SCOPE_PROGRAM && !a->program->is_module && !a->is_commonjs;
    info->may_run_any_time = is_global || is_eval_variable;
    info->creation = binding->scope->node->start;
    if (binding->scope == a->function->public.scope && a->function->public.node->kind == AST_FUNCTION)
        info->creation = ((AstFunction *)a->function->public.node)->body->start;
}
