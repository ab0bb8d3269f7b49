/* Functions, methods and classes (clause 15). */
#include <string.h>

#include "convert.h"

bool mark_directives(Converter *cv, AstList body)
{
    bool is_strict = false;
    for (uint32_t i = 0; i < body.count && body.items[i]->kind == AST_EXPRESSION_STATEMENT; i++) {
        AstExpressionStatement *statement = (AstExpressionStatement *)body.items[i];
        AstNode *text = statement->expression;
        if (text->kind != AST_STRING_LITERAL || text->parenthesized)
            break;
        statement->is_directive = true;
        /* 11.2.1: exactly these characters, without escapes */
        is_strict |= text->end - text->start == 12 && !memcmp(cv->source->bytes + text->start + 1, "use strict", 10);
    }
    return is_strict;
}

/* ( a, b = 1, ...c ) */
static bool convert_parameters(Converter *cv, const Cst *cst, AstFunction *function)
{
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    if (cst->kind != CST_FORMAL_PARAMETERS)
        return unexpected(cv, cst);
    if (!kids_expect(&kids, CST_LPAREN))
        return false;
    function->has_simple_params = true;
    while (kids.at && kids.at->kind != CST_RPAREN) {
        AstNode *item = convert_pattern(cv, kids_next(&kids), true);
        if (!item)
            return false;
        function->has_simple_params &= item->kind == AST_IDENTIFIER;
        vec_push(&items, item);
        bool has_comma = kids_take(&kids, CST_COMMA) != NULL;
        if (has_comma && item->kind == AST_REST)
            return complain_at(cv, item->start, item->end, DIAG_REST_PARAMETER_NOT_LAST);
        if (!has_comma)
            break;
    }
    if (!kids_expect(&kids, CST_RPAREN) || !kids_end(&kids))
        return false;
    function->params = list_of(cv, &items);
    return true;
}

static bool convert_body(Converter *cv, const Cst *cst, AstFunction *function)
{
    if (cst->kind != CST_STATEMENT_BLOCK)
        return unexpected(cv, cst);
    function->body = convert_block(cv, cst);
    if (!function->body)
        return false;
    function->is_strict = mark_directives(cv, ((AstBlockStatement *)function->body)->body);
    return true;
}

AstNode *convert_function(Converter *cv, const Cst *cst, bool is_declaration)
{
    AstFunction *node = MAKE(cv, Function, FUNCTION, cst);
    const Token *first = first_token(cv, cst);
    bool is_nameless_default = note_of(cv, first) == MASK_EXPORT_DEFAULT;
    if (is_nameless_default)
        node->node.start = first[2].start;
    node->is_declaration = is_declaration;
    Kids kids = kids_of(cv, cst);
    node->is_async = kids_take(&kids, CST_W_ASYNC) != NULL;
    if (!kids_expect(&kids, CST_W_FUNCTION))
        return NULL;
    node->is_generator = kids_take(&kids, CST_STAR) != NULL;
    Cst *name = kids_take(&kids, CST_IDENTIFIER);
    if (name && !is_nameless_default) {
        node->id = convert_identifier(cv, name);
        if (!node->id)
            return NULL;
    }
    Cst *parameters = kids_next(&kids), *body = parameters ? kids_next(&kids) : NULL;
    if (!body || !kids_end(&kids))
        return NULL;
    bool is_ok = convert_parameters(cv, parameters, node) && convert_body(cv, body, node);
    return is_ok ? &node->node : NULL;
}

AstNode *convert_arrow(Converter *cv, const Cst *cst)
{
    AstFunction *node = MAKE(cv, Function, FUNCTION, cst);
    node->is_arrow = true;
    Kids kids = kids_of(cv, cst);
    node->is_async = kids_take(&kids, CST_W_ASYNC) != NULL;
    if (node->is_async && first_token(cv, cst)[1].newline_before)
        return unexpected_token(cv, first_token(cv, cst) + 1);
    Cst *name = kids_take(&kids, CST_IDENTIFIER);
    if (name) {
        AstNode *parameter = convert_identifier(cv, name);
        NodeVec items = VEC_IN(cv->arena);
        if (!parameter)
            return NULL;
        vec_push(&items, parameter);
        node->params = list_of(cv, &items);
        node->has_simple_params = true;
    } else {
        Cst *parameters = kids_next(&kids);
        if (!parameters || !convert_parameters(cv, parameters, node))
            return NULL;
    }
    Cst *arrow = kids_expect(&kids, CST_ARROW), *body = arrow ? kids_next(&kids) : NULL;
    if (!body || !kids_end(&kids))
        return NULL;
    if (first_token(cv, arrow)->newline_before)
        return unexpected_token(cv, first_token(cv, arrow));
    if (body->kind == CST_STATEMENT_BLOCK)
        return convert_body(cv, body, node) ? &node->node : NULL;
    if (!is_assignment_level(body) || token_text_is(cv, first_token(cv, body), "{"))
        return unexpected(cv, body);
    node->is_expression_body = true;
    node->body = convert_expression(cv, body);
    return node->body ? &node->node : NULL;
}

/* The parts of a method in an object or a class. */
typedef struct Method {
    AstNode *key;
    AstFunction *function;
    AstMethodKind kind;
    bool is_computed, is_static;
} Method;

static bool check_accessor_parameters(Converter *cv, const Cst *parameters, const Method *method)
{
    uint32_t count = method->function->params.count;
    const Token *first = first_token(cv, parameters), *last = last_token(cv, parameters);
    if (method->kind == METHOD_GET && count != 0)
        return complain_at(cv, first->start, last->end, DIAG_GETTER_PARAMETERS);
    if (method->kind == METHOD_SET && (count != 1 || method->function->params.items[0]->kind == AST_REST))
        return complain_at(cv, first->start, last->end, DIAG_SETTER_PARAMETERS);
    return true;
}

static bool convert_method(Converter *cv, const Cst *cst, Method *ret_method)
{
    Method method = {.kind = METHOD_NORMAL};
    Kids kids = kids_of(cv, cst);
    if (kids.at && kids.at->kind == CST_DECORATOR)
        return unexpected(cv, kids.at);
    method.is_static = kids_take(&kids, CST_W_STATIC) != NULL;
    bool is_async = kids_take(&kids, CST_W_ASYNC) != NULL;
    bool is_generator = kids_take(&kids, CST_STAR) != NULL;
    if (!is_generator && kids_take(&kids, CST_W_GET))
        method.kind = METHOD_GET;
    else if (!is_generator && kids_take(&kids, CST_W_SET))
        method.kind = METHOD_SET;
    if (is_async && method.kind != METHOD_NORMAL)
        return unexpected(cv, cst);
    Cst *name = kids_next(&kids);
    if (!name || !convert_property_name(cv, name, &method.key, &method.is_computed))
        return false;
    Cst *parameters = kids_next(&kids), *body = parameters ? kids_next(&kids) : NULL;
    if (!body || !kids_end(&kids))
        return false;
    AstFunction *function = MAKE(cv, Function, FUNCTION, cst);
    function->node.start = first_token(cv, parameters)->start;
    function->is_method = true;
    function->is_async = is_async;
    function->is_generator = is_generator;
    function->is_getter = method.kind == METHOD_GET;
    function->is_setter = method.kind == METHOD_SET;
    method.function = function;
    *ret_method = method;
    return convert_parameters(cv, parameters, function) && check_accessor_parameters(cv, parameters, &method) &&
           convert_body(cv, body, function);
}

AstNode *convert_object_method(Converter *cv, const Cst *cst)
{
    Method method;
    if (!convert_method(cv, cst, &method))
        return NULL;
    if (method.is_static || method.key->kind == AST_PRIVATE_IDENTIFIER)
        return unexpected(cv, cst);
    AstProperty *node = MAKE(cv, Property, PROPERTY, cst);
    node->key = method.key;
    node->value = &method.function->node;
    node->property_kind = method.kind;
    node->is_computed = method.is_computed;
    node->is_method = method.kind == METHOD_NORMAL;
    return &node->node;
}

/* Is the key `constructor`, as a name or a string? */
static bool is_constructor_key(const AstNode *key, bool is_computed)
{
    AstText text = {"", 0};
    if (key->kind == AST_IDENTIFIER)
        text = ((const AstIdentifier *)key)->name;
    else if (key->kind == AST_STRING_LITERAL)
        text = ((const AstStringLiteral *)key)->value;
    return !is_computed && text.length == 11 && !memcmp(text.bytes, "constructor", 11);
}

static AstNode *class_method(Converter *cv, const Cst *cst, bool is_derived)
{
    Method method;
    if (!convert_method(cv, cst, &method))
        return NULL;
    AstMethodDefinition *node = MAKE(cv, MethodDefinition, METHOD_DEFINITION, cst);
    bool is_plain = method.kind == METHOD_NORMAL && !method.function->is_async && !method.function->is_generator;
    if (is_plain && !method.is_static && is_constructor_key(method.key, method.is_computed)) {
        method.kind = METHOD_CONSTRUCTOR;
        method.function->is_constructor = true;
        method.function->is_derived = is_derived;
    }
    node->key = method.key;
    node->value = &method.function->node;
    node->method_kind = method.kind;
    node->is_computed = method.is_computed;
    node->is_static = method.is_static;
    return &node->node;
}

/* The function that an initialiser is (15.7.10). */
static AstNode *field_initializer(Converter *cv, const Cst *cst)
{
    AstFunction *function = MAKE(cv, Function, FUNCTION, cst);
    function->is_field_initializer = function->is_method = function->is_expression_body = true;
    function->is_strict = function->has_simple_params = true;
    function->body = is_assignment_level(cst) ? convert_expression(cv, cst) : unexpected(cv, cst);
    return function->body ? &function->node : NULL;
}

static AstNode *class_field(Converter *cv, const Cst *cst)
{
    AstPropertyDefinition *node = MAKE(cv, PropertyDefinition, PROPERTY_DEFINITION, cst);
    Kids kids = kids_of(cv, cst);
    if (kids.at && kids.at->kind == CST_DECORATOR)
        return unexpected(cv, kids.at);
    node->is_static = kids_take(&kids, CST_W_STATIC) != NULL;
    Cst *name = kids_next(&kids);
    if (!name || !convert_property_name(cv, name, &node->key, &node->is_computed))
        return NULL;
    if (kids_take(&kids, CST_EQUALS)) {
        Cst *value = kids_next(&kids);
        node->value = value ? field_initializer(cv, value) : NULL;
        if (!node->value)
            return NULL;
    }
    return kids_end(&kids) ? &node->node : NULL;
}

static AstNode *class_static_block(Converter *cv, const Cst *cst)
{
    AstClassStaticBlock *node = MAKE(cv, ClassStaticBlock, CLASS_STATIC_BLOCK, cst);
    Kids kids = kids_of(cv, cst);
    Cst *body = kids_expect(&kids, CST_W_STATIC) ? kids_next(&kids) : NULL;
    if (!body || !kids_end(&kids) || body->kind != CST_STATEMENT_BLOCK)
        return body ? unexpected(cv, body) : NULL;
    AstFunction *function = MAKE(cv, Function, FUNCTION, body);
    function->is_static_block = function->is_method = function->is_strict = function->has_simple_params = true;
    function->body = convert_block(cv, body);
    node->function = &function->node;
    return function->body ? &node->node : NULL;
}

static bool convert_class_body(Converter *cv, const Cst *cst, bool is_derived, AstList *ret_members)
{
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    if (cst->kind != CST_CLASS_BODY)
        return unexpected(cv, cst);
    if (!kids_expect(&kids, CST_LBRACE))
        return false;
    while (kids.at && kids.at->kind != CST_RBRACE) {
        if (kids_take(&kids, CST_SEMICOLON))
            continue;
        Cst *kid = kids_next(&kids);
        AstNode *item = !kid                                  ? NULL
                        : kid->kind == CST_METHOD_DEFINITION  ? class_method(cv, kid, is_derived)
                        : kid->kind == CST_FIELD_DEFINITION   ? class_field(cv, kid)
                        : kid->kind == CST_CLASS_STATIC_BLOCK ? class_static_block(cv, kid)
                                                              : unexpected(cv, kid);
        if (!item)
            return false;
        if (item->kind == AST_PROPERTY_DEFINITION) {
            const Token *next = last_token(cv, kid) + 1;
            if (token_text_is(cv, next, ";"))
                item->end = next->end;
            else if (!next->newline_before && !token_text_is(cv, next, "}"))
                return unexpected_token(cv, next);
        }
        vec_push(&items, item);
    }
    if (!kids_expect(&kids, CST_RBRACE) || !kids_end(&kids))
        return false;
    *ret_members = list_of(cv, &items);
    return true;
}

AstNode *convert_class(Converter *cv, const Cst *cst, bool is_declaration)
{
    AstClass *node = MAKE(cv, Class, CLASS, cst);
    const Token *first = first_token(cv, cst);
    bool is_nameless_default = note_of(cv, first) == MASK_EXPORT_DEFAULT;
    if (is_nameless_default)
        node->node.start = first[2].start;
    node->is_declaration = is_declaration;
    Kids kids = kids_of(cv, cst);
    if (kids.at && kids.at->kind == CST_DECORATOR)
        return unexpected(cv, kids.at);
    if (!kids_expect(&kids, CST_W_CLASS))
        return NULL;
    Cst *name = kids_take(&kids, CST_IDENTIFIER);
    if (name && !is_nameless_default) {
        node->id = convert_identifier(cv, name);
        if (!node->id)
            return NULL;
    }
    Cst *heritage = kids_take(&kids, CST_CLASS_HERITAGE);
    if (heritage) {
        Kids inner = kids_of(cv, heritage);
        Cst *expression = kids_expect(&inner, CST_W_EXTENDS) ? kids_next(&inner) : NULL;
        if (!expression || !kids_end(&inner))
            return NULL;
        node->super_class =
            is_left_hand_side(expression) ? convert_expression(cv, expression) : unexpected(cv, expression);
        if (!node->super_class)
            return NULL;
    }
    Cst *body = kids_next(&kids);
    if (!body || !kids_end(&kids))
        return NULL;
    return convert_class_body(cv, body, heritage != NULL, &node->members) ? &node->node : NULL;
}
