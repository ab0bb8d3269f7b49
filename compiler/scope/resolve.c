/* From uses to bindings: lookup along the scopes, references, captures, and the pseudo bindings that functions have. */
#include "internal.h"

bool scope_is_static(const Scope *scope)
{
    return !scope->function->parent && !scope->function->is_caller && scope->loop_depth == 0 && scope->kind != SCOPE_FOR;
}

FunctionInfo *this_function(const Analysis *a)
{
    FunctionScope *function = &a->function->public;
    while (function->is_arrow && function->parent)
        function = function->parent;
    return info_of_function(function);
}

static bool has_arguments_object(const Analysis *a, const FunctionScope *function)
{
    if (function->node->kind == AST_PROGRAM)
        return a->is_commonjs;
    const AstFunction *node = (const AstFunction *)function->node;
    return !node->is_arrow && !node->is_field_initializer && !node->is_static_block;
}

static void add_capture(Analysis *a, FunctionScope *function, Binding *binding)
{
    Capture **at = &function->captures;
    for (; *at; at = &(*at)->next) {
        if ((*at)->binding == binding)
            return;
    }
    *at = ARENA_NEW(a->arena, Capture);
    (*at)->binding = binding;
    (*at)->index = function->capture_count++;
}

void capture(Analysis *a, Binding *binding)
{
    FunctionScope *owner = binding->scope->function;
    for (FunctionScope *function = &a->function->public; function != owner; function = function->parent) {
        binding->is_captured = true;
        if (!scope_is_static(binding->scope))
            add_capture(a, function, binding);
    }
}

static void add_dynamic_scope(Analysis *a, DynamicScope **at, Binding *object)
{
    *at = ARENA_NEW(a->arena, DynamicScope);
    (*at)->object = object;
    capture(a, object);
}

/* Also lists the dynamic scopes on the way. */
static Binding *lookup(Analysis *a, AstText name, DynamicScope **dynamic)
{
    for (Scope *scope = a->scope; scope; scope = scope->parent) {
        Binding *binding = scope_find_own(scope, name);
        if (binding)
            return binding;
        bool is_parameters = scope == scope->function->scope;
        if (is_parameters && name.bytes == a->arguments_name.bytes && has_arguments_object(a, scope->function)) {
            binding = scope_add(a, scope, name, BIND_ARGUMENTS, NULL);
            scope->function->arguments_binding = binding;
            return binding;
        }
        if (scope->object) {
            add_dynamic_scope(a, dynamic, scope->object);
            dynamic = &(*dynamic)->next;
        }
    }
    return NULL;
}

static void note_arguments_use(Analysis *a, Binding *binding)
{
    FunctionScope *owner = binding->scope->function;
    for (FunctionScope *function = &a->function->public;; function = function->parent) {
        function->uses_arguments = true;
        function->arguments_binding = binding;
        if (function == owner)
            return;
    }
}

Reference *resolve_identifier(Analysis *a, AstNode *node)
{
    AstIdentifier *identifier = (AstIdentifier *)node;
    ReferenceInfo *info = ARENA_NEW(a->arena, ReferenceInfo);
    Reference *reference = &info->public;
    identifier->reference = reference;
    info->offset = node->start;
    reference->scope = a->scope;
    reference->function = &a->function->public;
    reference->is_strict = a->scope->is_strict;
    Binding *binding = lookup(a, identifier->name, &reference->dynamic);
    reference->binding = binding;
    if (!binding)
        return reference;
    BindingInfo *binding_info = info_of_binding(binding);
    info->next = binding_info->references;
    binding_info->references = info;
    reference->is_outer = binding->scope->function != &a->function->public;
    if (binding->scope->function->is_caller)
        reference->needs_tdz = binding->needs_dead_zone;
    capture(a, binding);
    if (binding->kind == BIND_ARGUMENTS)
        note_arguments_use(a, binding);
    return reference;
}

void resolve_write(Analysis *a, AstNode *identifier, uint32_t write_end, bool is_initialization, bool is_read)
{
    Reference *reference = resolve_identifier(a, identifier);
    reference->is_write = true;
    reference->is_read = is_read;
    reference->is_initialization = is_initialization;
    reference->is_declaration = is_initialization;
    Binding *binding = reference->binding;
    if (!binding)
        return;
    binding->reads += is_read;
    if (is_initialization)
        return;
    BindingInfo *info = info_of_binding(binding);
    binding->writes++;
    binding->is_assigned_after_init = true;
    if (reference->is_outer)
        info->is_written_inside = true;
    else if (write_end > info->last_write_end)
        info->last_write_end = write_end;
    if (a->loop_depth > binding->scope->loop_depth)
        info->is_written_in_loop = true;
}

void resolve_private(Analysis *a, AstNode *node)
{
    AstPrivateIdentifier *identifier = (AstPrivateIdentifier *)node;
    for (Scope *scope = a->scope; scope; scope = scope->parent) {
        for (PrivateName *name = scope->private_names; name; name = name->next) {
            if (name->name.bytes == identifier->name.bytes) {
                identifier->declaration = name;
                capture(a, name->binding);
                return;
            }
        }
    }
    diag_add(a->diags, a->source, (Span){node->start, node->end}, DIAG_UNDECLARED_PRIVATE, identifier->name.bytes);
}

bool is_derived_constructor(const AstNode *function)
{
    return function->kind == AST_FUNCTION && ((const AstFunction *)function)->is_constructor &&
           ((const AstFunction *)function)->is_derived;
}

/* The pseudo binding of the function that owns it, made on first use, and captured by the arrows between. */
static Binding *use_pseudo(Analysis *a, Binding **slot_of_owner, FunctionInfo *owner, const char *name,
                           BindingKind kind)
{
    if (!*slot_of_owner) {
        *slot_of_owner = scope_add(a, owner->public.scope, scope_intern(a, name), kind, NULL);
        (*slot_of_owner)->has_dead_zone = kind == BIND_THIS && is_derived_constructor(owner->public.node);
    }
    capture(a, *slot_of_owner);
    return *slot_of_owner;
}

/* Calls `apply` for the function in hand and each one outwards up to the owner. */
#define EACH_FUNCTION_UP_TO(function, a, owner)                                                                        \
    for (FunctionScope *function = &(a)->function->public, *stop_ = (owner)->public.parent; function != stop_;         \
         function = function->parent)

void use_this(Analysis *a)
{
    FunctionInfo *owner = this_function(a);
    Binding *binding = use_pseudo(a, &owner->public.this_binding, owner, "this", BIND_THIS);
    EACH_FUNCTION_UP_TO(function, a, owner)
    {
        function->uses_this = true;
        function->this_binding = binding;
    }
}

void use_new_target(Analysis *a)
{
    FunctionInfo *owner = this_function(a);
    Binding *binding = use_pseudo(a, &owner->public.new_target_binding, owner, "new.target", BIND_NEW_TARGET);
    EACH_FUNCTION_UP_TO(function, a, owner)
    {
        function->uses_new_target = true;
        function->new_target_binding = binding;
    }
}

void use_super_property(Analysis *a)
{
    FunctionInfo *owner = this_function(a);
    Binding *binding = use_pseudo(a, &owner->public.home_object_binding, owner, "home object", BIND_HOME_OBJECT);
    use_this(a);
    EACH_FUNCTION_UP_TO(function, a, owner)
    {
        function->uses_super_property = true;
        function->home_object_binding = binding;
    }
}

void use_super_call(Analysis *a)
{
    FunctionInfo *owner = this_function(a);
    Binding *binding =
        use_pseudo(a, &owner->public.active_function_binding, owner, "active function", BIND_ACTIVE_FUNCTION);
    use_this(a);
    use_new_target(a);
    owner->public.this_binding->is_assigned_after_init = true;
    EACH_FUNCTION_UP_TO(function, a, owner)
    {
        function->uses_super_call = true;
        function->active_function_binding = binding;
    }
}

void use_arguments(Analysis *a)
{
    DynamicScope *dynamic = NULL;
    Binding *binding = lookup(a, a->arguments_name, &dynamic);
    if (binding && binding->kind == BIND_ARGUMENTS)
        note_arguments_use(a, binding);
}
