/* Functions and classes: parameters, directives, names, class elements (15.1 - 15.8). */
#include "internal.h"

/* ---- duplicate parameters */

typedef VEC(AstNode *) NameVec;

static void collect_names(AstNode *pattern, NameVec *names)
{
    switch ((AstKind)pattern->kind) {
    case AST_IDENTIFIER:
        vec_push(names, pattern);
        return;
    case AST_ARRAY_PATTERN: {
        AstList items = ((AstArrayPattern *)pattern)->elements;
        for (uint32_t i = 0; i < items.count; i++) {
            if (items.items[i])
                collect_names(items.items[i], names);
        }
        return;
    }
    case AST_OBJECT_PATTERN: {
        AstObjectPattern *object = (AstObjectPattern *)pattern;
        for (uint32_t i = 0; i < object->properties.count; i++)
            collect_names(((AstPatternProperty *)object->properties.items[i])->value, names);
        if (object->rest)
            collect_names(object->rest, names);
        return;
    }
    case AST_ASSIGNMENT_PATTERN:
        collect_names(((AstAssignmentPattern *)pattern)->left, names);
        return;
    case AST_REST:
        collect_names(((AstRestElement *)pattern)->argument, names);
        return;
    default: /* no name */
        return;
    }
}

/* 15.1.1, 15.2.1: names may repeat in sloppy functions with plain parameters only. */
static void check_duplicates(Checker *c, const AstFunction *function)
{
    bool may_repeat =
        !function->is_strict && function->has_simple_params && !function->is_arrow && !function->is_method;
    if (may_repeat || function->params.count == 0)
        return;
    NameVec names = VEC_IN(c->arena);
    PtrMap seen = {0};
    for (uint32_t i = 0; i < function->params.count; i++)
        collect_names(function->params.items[i], &names);
    for (size_t i = 0; i < names.length; i++) {
        const char *name = ((AstIdentifier *)names.items[i])->name.bytes;
        if (ptrmap_get(&seen, name))
            check_fail(c, names.items[i], DIAG_DUPLICATE_PARAMETER);
        ptrmap_set(&seen, name, names.items[i]);
    }
    ptrmap_free(&seen);
}

static const AstNode *strict_directive(const AstFunction *function)
{
    if (function->is_expression_body)
        return NULL;
    AstList body = ((const AstBlockStatement *)function->body)->body;
    for (uint32_t i = 0; i < body.count && body.items[i]->kind == AST_EXPRESSION_STATEMENT; i++) {
        const AstExpressionStatement *statement = (const AstExpressionStatement *)body.items[i];
        const AstStringLiteral *text = (const AstStringLiteral *)statement->expression;
        if (!statement->is_directive)
            return NULL;
        if (text_equals(text->value, "use strict") && text->node.end - text->node.start == 12)
            return &text->node;
    }
    return NULL;
}

/* The name of a function is checked by the rules of its own strictness; that of an expression by its own kind too. */
static void check_function_name(Checker *c, const AstFunction *function)
{
    if (!function->id)
        return;
    Context saved = c->context;
    c->context.is_strict = function->is_strict;
    if (!function->is_declaration) {
        c->context.is_async = function->is_async;
        c->context.is_generator = function->is_generator;
        c->context.reserves_await = false;
        c->context.forbids_arguments = false;
    }
    check_binding(c, function->id, false);
    c->context = saved;
}

static Context context_of(const Checker *c, const AstFunction *function)
{
    Context context = {.is_strict = function->is_strict,
                       .is_async = function->is_async,
                       .is_generator = function->is_generator,
                       .allows_return = true,
                       .allows_new_target = true};
    if (function->is_arrow) {
        const Context *outer = &c->context;
        context.allows_new_target = outer->allows_new_target;
        context.allows_super_property = outer->allows_super_property;
        context.allows_super_call = outer->allows_super_call;
        context.forbids_arguments = outer->forbids_arguments;
        return context;
    }
    context.allows_super_property = function->is_method;
    context.allows_super_call = function->is_constructor && function->is_derived;
    if (function->is_field_initializer || function->is_static_block) {
        context.allows_return = false;
        context.forbids_arguments = true;
        context.reserves_await = function->is_static_block;
    }
    return context;
}

/* 15.3.1, 15.9.1: arrow parameters are read in the outer context too, and hold no yield and no await. */
static void check_parameters(Checker *c, const AstFunction *function, const Context *outer)
{
    if (function->is_arrow) {
        c->context.is_async |= outer->is_async;
        c->context.is_generator |= outer->is_generator;
        c->context.reserves_await = outer->reserves_await;
    }
    c->context.in_parameters = true;
    for (uint32_t i = 0; i < function->params.count; i++)
        check_binding(c, function->params.items[i], false);
}

void check_function(Checker *c, AstFunction *function)
{
    Context saved = c->context, inner = context_of(c, function);
    check_function_name(c, function);
    check_duplicates(c, function);
    const AstNode *directive = strict_directive(function);
    if (directive && !function->has_simple_params)
        check_fail(c, directive, DIAG_STRICT_NON_SIMPLE);
    c->context = inner;
    check_parameters(c, function, &saved);
    c->context = inner;
    if (function->is_expression_body)
        check_node(c, function->body);
    else
        check_list(c, ((AstBlockStatement *)function->body)->body);
    c->context = saved;
}

/* ---- classes */

/* The name of a key that is written out, bytes == NULL for others. */
static AstText static_name(const AstNode *key, bool is_computed)
{
    if (is_computed)
        return (AstText){NULL, 0};
    if (key->kind == AST_IDENTIFIER)
        return ((const AstIdentifier *)key)->name;
    if (key->kind == AST_STRING_LITERAL)
        return ((const AstStringLiteral *)key)->value;
    return (AstText){NULL, 0};
}

static bool is_name(AstText name, const char *text)
{
    return name.bytes && text_equals(name, text);
}

static void check_private_key(Checker *c, const AstNode *key)
{
    if (key->kind == AST_PRIVATE_IDENTIFIER && text_equals(((const AstPrivateIdentifier *)key)->name, "constructor"))
        check_fail(c, key, DIAG_PRIVATE_CONSTRUCTOR);
}

static void check_method(Checker *c, const AstMethodDefinition *method, bool *has_constructor)
{
    const AstFunction *function = (const AstFunction *)method->value;
    AstText name = static_name(method->key, method->is_computed);
    check_private_key(c, method->key);
    if (method->is_static && is_name(name, "prototype"))
        check_fail(c, method->key, DIAG_STATIC_PROTOTYPE);
    if (method->is_static || !is_name(name, "constructor"))
        return;
    if (method->method_kind != METHOD_CONSTRUCTOR) {
        const char *what = function->is_async       ? "an async method"
                           : function->is_generator ? "a generator"
                                                    : "an accessor";
        check_fail(c, method->key, DIAG_SPECIAL_CONSTRUCTOR, what);
        return;
    }
    if (*has_constructor)
        check_fail(c, method->key, DIAG_SECOND_CONSTRUCTOR);
    *has_constructor = true;
}

static void check_field(Checker *c, const AstPropertyDefinition *field)
{
    AstText name = static_name(field->key, field->is_computed);
    check_private_key(c, field->key);
    if (is_name(name, "constructor"))
        check_fail(c, field->key, DIAG_FIELD_CONSTRUCTOR);
    if (field->is_static && is_name(name, "prototype"))
        check_fail(c, field->key, DIAG_STATIC_PROTOTYPE);
}

static void check_key(Checker *c, AstNode *key, bool is_computed)
{
    if (is_computed || key->kind == AST_NUMBER_LITERAL || key->kind == AST_STRING_LITERAL)
        check_node(c, key);
}

void check_class(Checker *c, AstClass *class)
{
    Context saved = c->context;
    bool has_constructor = false;
    c->context.is_strict = true;
    if (class->id)
        check_binding(c, class->id, true);
    if (class->super_class)
        check_node(c, class->super_class);
    for (uint32_t i = 0; i < class->members.count; i++) {
        AstNode *member = class->members.items[i];
        if (member->kind == AST_METHOD_DEFINITION) {
            AstMethodDefinition *method = (AstMethodDefinition *)member;
            check_method(c, method, &has_constructor);
            check_key(c, method->key, method->is_computed);
            check_function(c, (AstFunction *)method->value);
        } else if (member->kind == AST_PROPERTY_DEFINITION) {
            AstPropertyDefinition *field = (AstPropertyDefinition *)member;
            check_field(c, field);
            check_key(c, field->key, field->is_computed);
            if (field->value)
                check_function(c, (AstFunction *)field->value);
        } else {
            check_function(c, (AstFunction *)((AstClassStaticBlock *)member)->function);
        }
    }
    c->context = saved;
}
