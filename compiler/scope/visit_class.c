/* Classes: the inner name, private names, and members as functions of their own (15.7.14). */
#include "internal.h"

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
    FunctionInfo *info = scope_visit_function(a, (AstFunction *)function);
    info->owner_class = class;
    info->runs_at_once = runs_at_once;
    info->creation = class->node.start;
    info->owner = outer ? info_of_binding(outer) : NULL;
    info->inner_owner =
        class->id ? info_of_binding(scope_find_own(a->scope, ((AstIdentifier *)class->id)->name)) : NULL;
}

static void visit_member(Analysis *a, AstNode *member, AstClass *class, Binding *outer)
{
    switch ((AstKind)member->kind) {
    case AST_METHOD_DEFINITION: {
        AstMethodDefinition *method = (AstMethodDefinition *)member;
        if (method->is_computed)
            scope_visit(method->key, a);
        visit_member_function(a, method->value, class, outer, false);
        return;
    }
    case AST_PROPERTY_DEFINITION: {
        AstPropertyDefinition *field = (AstPropertyDefinition *)member;
        if (field->is_computed)
            scope_visit(field->key, a);
        if (field->value)
            visit_member_function(a, field->value, class, outer, field->is_static);
        return;
    }
    default: /* a static block */
        visit_member_function(a, ((AstClassStaticBlock *)member)->function, class, outer, true);
        return;
    }
}

void scope_visit_class(Analysis *a, AstClass *class)
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
    scope_visit_maybe(a, class->super_class); /* 15.7.14: in the outer private environment */
    declare_private_names(a, scope, class);
    for (uint32_t i = 0; i < class->members.count; i++)
        visit_member(a, class->members.items[i], class, outer);
    scope_pop(a);
}
