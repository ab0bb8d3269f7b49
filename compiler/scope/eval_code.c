/* The code of an eval (19.2.1.3 EvalDeclarationInstantiation): a function inside of its caller's scopes.
 *
 * Invariant: lexical names, and variables too where the code is strict, are in the code's own scope. What sloppy code
 * declares as variables or functions is in `caller->variables`, a scope that no lookup meets: uses of such names are
 * resolved as the caller's names are, where the object of its dynamic scope, or the global object, has them. */
#include "internal.h"

/* varEnv */
static bool holds_variables(const Scope *scope)
{
    return scope->kind == SCOPE_PROGRAM || (scope->object && scope->kind != SCOPE_WITH);
}

static Scope *home_of_variables(const EvalCaller *caller)
{
    Scope *scope = caller->scope;
    while (scope && !holds_variables(scope))
        scope = scope->parent;
    return scope;
}

static bool is_lexical(const Binding *binding)
{
    return binding->kind == BIND_LET || binding->kind == BIND_CONST || binding->kind == BIND_CLASS;
}

/* Step 3.d: what of the caller's a variable of that name may not cross, nor stand beside; it may cross a catch clause. */
static const Binding *conflicting_binding(const EvalCaller *caller, AstText name)
{
    for (const Scope *scope = caller->scope; scope; scope = scope->parent) {
        const Binding *binding = scope->kind == SCOPE_CATCH ? NULL : scope_find_own(scope, name);
        if (holds_variables(scope))
            return binding && is_lexical(binding) ? binding : NULL;
        if (binding)
            return binding;
    }
    return NULL;
}

bool eval_may_hoist(const Analysis *a, AstText name)
{
    return !conflicting_binding(a->caller, name);
}

static void place_variable(EvalCaller *caller, const Scope *home, Binding *variable)
{
    if (!home || !home->object) {
        variable->storage = STORAGE_GLOBAL;
        return;
    }
    variable->existing = scope_find_own(home, variable->name);
    variable->storage = STORAGE_OBJECT;
    caller->variable_object = home->object;
}

static void place_variables(Analysis *a, const Scope *lexical)
{
    const Scope *home = home_of_variables(a->caller);
    for (Binding *variable = a->caller->variables->first; variable; variable = variable->next) {
        if (scope_find_own(lexical, variable->name) || conflicting_binding(a->caller, variable->name))
            scope_complain(a, variable->declaration, variable->name);
        place_variable(a->caller, home, variable);
    }
}

static void declare_names(Analysis *a, Scope *scope, AstList body)
{
    Scope *variables = scope;
    if (!scope->is_strict) {
        variables = a->caller->variables = scope_push(a, SCOPE_EVAL, scope->node);
        scope_pop(a);
    }
    declare_lexical(a, scope, body, true);
    declare_vars(a, variables, body);
    if (!scope->is_strict)
        place_variables(a, scope);
}

void visit_eval_code(Analysis *a)
{
    AstProgram *program = a->program;
    FunctionScope *caller = a->caller->function;
    a->scope = a->caller->scope;
    a->function = (FunctionInfo *)caller;
    FunctionInfo *info = scope_open_function(a, &program->node);
    a->function = info;
    info->public.is_strict = program->is_strict;
    info->public.is_arrow = caller != NULL;
    info->public.has_simple_parameters = true;
    Scope *scope = scope_push(a, SCOPE_EVAL, &program->node);
    scope->is_strict = program->is_strict;
    program->scope = info->public.scope = info->public.body_scope = scope;
    for (Capture *value = caller ? caller->captures : NULL; value; value = value->next)
        capture(a, value->binding);
    declare_names(a, scope, program->body);
    scope_visit_list(a, program->body);
}
