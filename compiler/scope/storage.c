/* The last step: where a dead zone must be checked, and how closures hold what they capture.
 *
 * Both stand on source order. Within one activation of a scope, code of the same function runs in the order of the
 * text, but for loops and switches; so a name is alive after the end of its declarator, and a closure that is made
 * after the last write sees the final value. A function declaration's closure exists from the start of its scope, but
 * it runs no earlier than its first use: earliest_call, a fixed point over all uses of all function and class names. */
#include "internal.h"

enum { NEVER = UINT32_MAX };

/* The function among the ancestors of `inner` whose parent is `outer`; NULL when inner is outer or outside of it. */
static FunctionInfo *child_towards(FunctionScope *outer, FunctionScope *inner)
{
    while (inner && inner->parent != outer)
        inner = inner->parent;
    return (FunctionInfo *)inner;
}

/* The earliest place, in the parent of `function`, at which one of these uses makes it run. */
static uint32_t earliest_use(FunctionInfo *function, BindingInfo *owner)
{
    uint32_t earliest = NEVER;
    for (ReferenceInfo *use = owner ? owner->references : NULL; use; use = use->next) {
        if (use->public.is_declaration)
            continue;
        uint32_t place = use->offset;
        if (use->public.function != function->public.parent) {
            FunctionInfo *through = child_towards(function->public.parent, use->public.function);
            if (!through || through == function)
                continue;
            place = through->earliest_call;
        }
        if (place < earliest)
            earliest = place;
    }
    return earliest;
}

static uint32_t earliest_call(FunctionInfo *function)
{
    if (function->may_run_any_time)
        return 0;
    uint32_t earliest = earliest_use(function, function->owner);
    uint32_t inside = earliest_use(function, function->inner_owner);
    if (inside < earliest)
        earliest = inside;
    if (function->owner && function->owner->public.annex_b_var) {
        uint32_t var = earliest_use(function, info_of_binding(function->owner->public.annex_b_var));
        earliest = var < earliest ? var : earliest;
    }
    return earliest;
}

/* Is its closure reachable by name alone (and not, as that of an expression, from its place on)? */
static bool is_named(const FunctionInfo *function)
{
    return function->owner && !function->runs_at_once;
}

static void find_earliest_calls(Analysis *a)
{
    for (size_t i = 0; i < a->functions.length; i++) {
        FunctionInfo *function = a->functions.items[i];
        if (is_named(function)) {
            function->may_run_any_time |= function->owner->public.is_exported;
            function->earliest_call = NEVER;
        }
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t i = 0; i < a->functions.length; i++) {
            FunctionInfo *function = a->functions.items[i];
            uint32_t earliest = is_named(function) ? earliest_call(function) : function->earliest_call;
            has_changed |= earliest < function->earliest_call;
            function->earliest_call = earliest;
        }
    }
}

/* ---- dead zones */

static bool use_needs_check(const BindingInfo *info, const ReferenceInfo *use)
{
    const Binding *binding = &info->public;
    if (!binding->has_dead_zone || use->public.is_initialization || use->public.is_declaration)
        return false;
    if (binding->kind == BIND_IMPORT)
        return true;
    if (use->public.function == binding->scope->function) {
        if (info->case_end && use->offset >= info->case_end)
            return true;
        return use->offset < binding->declared_end;
    }
    FunctionInfo *through = child_towards(binding->scope->function, use->public.function);
    if (binding->kind == BIND_CLASS_NAME && through->owner_class == (AstClass *)binding->scope->node)
        return false; /* 15.7.14: bound before any member runs */
    if (info->case_end && through->public.node->start >= info->case_end)
        return true;
    if (info->case_end && is_named(through))
        return true;
    return through->earliest_call < binding->declared_end;
}

static void mark_dead_zones(BindingInfo *info)
{
    for (ReferenceInfo *use = info->references; use; use = use->next) {
        use->public.needs_tdz = use_needs_check(info, use);
        info->public.needs_dead_zone |= use->public.needs_tdz;
    }
    /* an importing module may look at it at any time */
    info->public.needs_dead_zone |= info->public.has_dead_zone && info->public.is_exported;
    if (info->public.kind == BIND_THIS)
        info->public.needs_dead_zone = info->public.has_dead_zone;
}

/* ---- storage */

/* From where on the binding has its first value. */
static uint32_t initialized_at(const Binding *binding)
{
    if (binding->kind == BIND_FUNCTION) {
        const Scope *scope = binding->scope;
        uint32_t start = scope->node->start;
        if (scope->kind == SCOPE_FUNCTION)
            start = ((const AstFunction *)scope->node)->body->start;
        return start + 1;
    }
    return binding->declared_end;
}

static bool is_parameter_with_alias(const Binding *binding)
{
    return binding->kind == BIND_PARAMETER && binding->scope->function->has_mapped_arguments;
}

/* Has the binding its final value whenever a closure that captures it is made? */
static bool is_final_when_captured(const BindingInfo *info)
{
    const Binding *binding = &info->public;
    if (info->is_written_inside || info->is_written_in_loop || is_parameter_with_alias(binding) ||
        binding->kind == BIND_CLASS_NAME || (binding->kind == BIND_THIS && binding->has_dead_zone) ||
        binding->needs_dead_zone)
        return false;
    if (binding->kind == BIND_PARAMETER && binding->initializer)
        return false;
    uint32_t final = initialized_at(binding);
    if (info->last_write_end > final)
        final = info->last_write_end;
    FunctionScope *child = binding->scope->function->first_child;
    for (; child; child = child->next_sibling) {
        bool is_capturing = false;
        for (Capture *capture = child->captures; capture && !is_capturing; capture = capture->next)
            is_capturing = capture->binding == binding;
        if (is_capturing && info_of_function(child)->creation < final)
            return false;
    }
    return true;
}

/* A name of a module's top level that only the body itself uses. */
static bool stays_in_body(const Analysis *a, const Binding *binding)
{
    bool is_variable = binding->kind == BIND_LET || binding->kind == BIND_CONST || binding->kind == BIND_VAR;
    return is_variable && !binding->is_captured && !binding->is_exported && (a->program->is_module || a->is_commonjs);
}

static BindingStorage storage_of(const Analysis *a, const BindingInfo *info)
{
    const Binding *binding = &info->public;
    const Scope *scope = binding->scope;
    bool is_script_top = scope->kind == SCOPE_PROGRAM && !a->program->is_module && !a->is_commonjs;
    if (is_script_top && (binding->kind == BIND_VAR || binding->kind == BIND_FUNCTION))
        return STORAGE_GLOBAL;
    if (scope_is_static(scope))
        return stays_in_body(a, binding) ? STORAGE_LOCAL : STORAGE_MODULE;
    if (!binding->is_captured)
        return STORAGE_LOCAL;
    return is_final_when_captured(info) ? STORAGE_COPY : STORAGE_BOX;
}

void decide_storage(Analysis *a)
{
    find_earliest_calls(a);
    for (size_t i = 0; i < a->bindings.length; i++)
        mark_dead_zones(a->bindings.items[i]);
    for (size_t i = 0; i < a->bindings.length; i++) {
        Binding *binding = &a->bindings.items[i]->public;
        if (a->caller && binding->scope == a->caller->variables)
            continue; /* placed where they were declared */
        binding->storage = storage_of(a, a->bindings.items[i]);
        binding->is_module_level = binding->storage == STORAGE_MODULE || binding->storage == STORAGE_GLOBAL;
        bool is_for_head = binding->scope->kind == SCOPE_FOR && binding->scope->node->kind == AST_FOR_STATEMENT;
        if (is_for_head && binding->storage == STORAGE_BOX && binding->kind == BIND_LET)
            binding->scope->needs_fresh_copies = true;
    }
}
