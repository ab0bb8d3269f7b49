/* Functions in which direct evals stand: what the code of an eval may see and declare there.
 *
 * Invariant: a site captures every binding of every scope around it, so that all of them outlive their use in the text;
 * those that can be written count as written by an inner function. */
#include "internal.h"

#include <string.h>

bool is_direct_eval(const Analysis *a, const AstCallExpression *node)
{
    return node->callee->kind == AST_IDENTIFIER && ((AstIdentifier *)node->callee)->name.bytes == a->eval_name.bytes &&
           !node->is_optional && node->arguments.count;
}

typedef struct Search {
    const Analysis *a;
    bool is_found;
} Search;

/* Functions inside have a variable environment of their own. */
static bool look_for_eval(AstNode *node, void *data)
{
    Search *search = data;
    if (node->kind == AST_FUNCTION || search->is_found)
        return true;
    search->is_found = node->kind == AST_CALL && is_direct_eval(search->a, (AstCallExpression *)node);
    return ast_for_each_child(node, look_for_eval, search);
}

bool contains_direct_eval(const Analysis *a, AstNode *node)
{
    Search search = {a, false};
    if (a->may_eval)
        look_for_eval(node, &search);
    return search.is_found;
}

bool list_contains_direct_eval(const Analysis *a, AstList list)
{
    for (uint32_t i = 0; i < list.count; i++)
        if (contains_direct_eval(a, list.items[i]))
            return true;
    return false;
}

/* A direct eval must be spelt out; escapes hide it from a search for the word. */
bool source_may_eval(const Source *source)
{
    return memmem(source->bytes, source->length, "eval", 4) || memmem(source->bytes, source->length, "\\u", 2);
}

void scope_make_dynamic(Analysis *a, Scope *scope)
{
    scope->object = scope_add(a, scope, scope_intern(a, "scope object"), BIND_SCOPE_OBJECT, NULL);
}

/* ---- sites */

static bool can_be_written(const Binding *binding)
{
    switch (binding->kind) {
    case BIND_VAR:
    case BIND_LET:
    case BIND_CLASS:
    case BIND_FUNCTION:
    case BIND_PARAMETER:
    case BIND_CATCH_PARAMETER:
    case BIND_ARGUMENTS:
        return true;
    case BIND_CONST:
    case BIND_IMPORT:
    case BIND_FUNCTION_NAME:
    case BIND_CLASS_NAME:
    case BIND_PRIVATE_NAME:
    case BIND_DEFAULT_EXPORT:
    case BIND_THIS: /* use_super_call says when */
    case BIND_NEW_TARGET:
    case BIND_HOME_OBJECT:
    case BIND_ACTIVE_FUNCTION:
    case BIND_SCOPE_OBJECT:
        return false;
    }
    return false;
}

/* As if the site's function read and wrote it. */
static void use_binding(Analysis *a, Binding *binding)
{
    BindingInfo *info = info_of_binding(binding);
    ReferenceInfo *use = ARENA_NEW(a->arena, ReferenceInfo);
    use->public = (Reference){.binding = binding, .scope = a->scope, .function = &a->function->public, .is_outer = true};
    use->offset = a->function->creation;
    use->next = info->references;
    info->references = use;
    capture(a, binding);
    binding->reads++;
    if (!can_be_written(binding))
        return;
    binding->writes++;
    binding->is_assigned_after_init = true;
    info->is_written_inside = true;
}

/* What the code may use besides names: see EvalCaller. */
static void use_function_around(Analysis *a)
{
    FunctionScope *function = &this_function(a)->public;
    use_this(a);
    use_arguments(a);
    if (function->node && function->node->kind != AST_FUNCTION) {
        if (a->is_commonjs)
            use_new_target(a);
        return;
    }
    if (function->node || function->new_target_binding)
        use_new_target(a);
    const AstFunction *node = (const AstFunction *)function->node;
    bool forbids_arguments = node ? node->is_field_initializer || node->is_static_block : a->caller->forbids_arguments;
    a->function->public.forbids_arguments = forbids_arguments;
    if (node ? node->is_method : function->home_object_binding != NULL)
        use_super_property(a);
    if (node ? is_derived_constructor(&node->node) : function->active_function_binding != NULL)
        use_super_call(a);
}

/* After the call's operands: what they write is written before the code runs. */
void visit_eval_site(Analysis *a, AstCallExpression *node)
{
    FunctionInfo *outer = a->function;
    FunctionInfo *info = scope_open_function(a, &node->node);
    info->public.is_arrow = true;
    info->public.is_strict = a->scope->is_strict;
    info->creation = info->earliest_call = node->node.end - 1;
    a->function = info;
    use_function_around(a);
    for (Scope *scope = a->scope; scope; scope = scope->parent)
        for (Binding *binding = scope->first; binding; binding = binding->next)
            use_binding(a, binding);
    a->function = outer;
    node->eval_site = ARENA_NEW(a->arena, EvalSite);
    *node->eval_site = (EvalSite){a->scope, &info->public};
}
