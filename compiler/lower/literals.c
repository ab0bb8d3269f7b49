/* Array, object, template and regular expression literals (13.2.4, 13.2.5, 13.2.7, 13.2.8).
 *
 * Invariant: an object literal's leading properties whose keys are distinct names known at build time become one
 * OBJECT_LITERAL, because nothing of the program runs between them that could see the object. */
#include "lower/internal.h"

enum { LITERAL_MAX = 64 }; /* JS_LITERAL_MAX of the runtime */

typedef VEC(IrInstr *) Values;

static Values values_new(Lower *l)
{
    Values values = VEC_IN(l->program->arena);
    return values;
}

IrInstr *lower_array(Lower *l, const AstNode *n)
{
    const AstArrayExpression *node = AST_CAST(ArrayExpression, ARRAY, n);
    Values values = values_new(l);
    uint32_t i = 0;
    for (; i < node->elements.count; i++) {
        const AstNode *element = node->elements.items[i];
        if (element && element->kind == AST_SPREAD)
            break;
        vec_push(&values, element ? lower_expression(l, element) : emit0(l, IR_EMPTY));
    }
    l->b.position = n->start;
    IrInstr *array = ir_emit(&l->b, IR_ARRAY, (uint32_t)values.length, values.items);
    for (; i < node->elements.count; i++) {
        const AstNode *element = node->elements.items[i];
        if (!element)
            emit1(l, IR_ARRAY_HOLE, array);
        else if (element->kind == AST_SPREAD)
            lower_spread(l, array, element);
        else
            emit2(l, IR_ARRAY_APPEND, array, lower_expression(l, element));
    }
    return array;
}

static AstText text_of_key(const AstNode *key)
{
    if (key->kind == AST_IDENTIFIER)
        return ((AstIdentifier *)key)->name;
    if (key->kind == AST_STRING_LITERAL)
        return ((AstStringLiteral *)key)->value;
    return (AstText){0};
}

static bool is_proto_text(AstText text)
{
    return text.length == 9 && !memcmp(text.bytes, "__proto__", 9);
}

/* `__proto__: value`, which sets the prototype (B.3.1). */
static bool is_proto_setter(const AstProperty *property)
{
    return !property->is_computed && !property->is_shorthand && !property->is_method &&
           property->property_kind == METHOD_NORMAL && is_proto_text(text_of_key(property->key));
}

static bool wants_home(const AstProperty *property)
{
    if (!property->is_method && property->property_kind == METHOD_NORMAL)
        return false;
    return scope_of_function(property->value)->uses_super_property;
}

static bool is_plain(const AstNode *n)
{
    if (n->kind != AST_PROPERTY)
        return false;
    const AstProperty *property = (AstProperty *)n;
    AstText key = property->is_computed ? (AstText){0} : text_of_key(property->key);
    return key.bytes && property->property_kind == METHOD_NORMAL && !text_is_index(key) && !is_proto_text(key) &&
           !wants_home(property);
}

static IrInstr *property_value(Lower *l, const AstProperty *property, Name name, IrInstr *home)
{
    if (property->is_method) {
        function_starts_at(l, property->value, property->node.start, false);
        return function_closure(l, property->value, name, home);
    }
    return lower_named(l, property->value, name);
}

/* The leading run; returns how many properties it took. */
static uint32_t leading_run(Lower *l, const AstObjectExpression *node, IrInstr **ret_object)
{
    Values values = values_new(l);
    VEC(const IrAtom *) keys = VEC_IN(l->program->arena);
    uint32_t i = 0;
    for (; i < node->properties.count && i < LITERAL_MAX && is_plain(node->properties.items[i]); i++) {
        const AstProperty *property = (AstProperty *)node->properties.items[i];
        const IrAtom *key = atom_of(l, text_of_key(property->key));
        bool is_known = false;
        for (size_t k = 0; k < keys.length; k++)
            is_known |= keys.items[k] == key;
        if (is_known)
            break;
        vec_push(&values, property_value(l, property, name_of_atom(key), NULL));
        vec_push(&keys, key);
    }
    l->b.position = node->node.start;
    *ret_object = ir_emit(&l->b, i ? IR_OBJECT_LITERAL : IR_OBJECT, i, values.items);
    (*ret_object)->keys = keys.items;
    return i;
}

static void define_accessor(Lower *l, IrInstr *object, const AstProperty *property, PropertyKey key)
{
    bool is_getter = property->property_kind == METHOD_GET;
    function_starts_at(l, property->value, property->node.start, false);
    IrInstr *function = function_closure(l, property->value, name_of_key(key, is_getter ? 1 : 2), object);
    emit_integer(l, is_getter ? IR_DEFINE_GETTER : IR_DEFINE_SETTER, 1, object, property_key_value(l, key), function);
}

static void define_property(Lower *l, IrInstr *object, const AstNode *n)
{
    l->b.position = n->start;
    if (n->kind == AST_SPREAD) {
        emit2(l, IR_COPY_DATA, object, lower_expression(l, ((AstSpreadElement *)n)->argument));
        return;
    }
    const AstProperty *property = AST_CAST(Property, PROPERTY, n);
    if (is_proto_setter(property)) {
        emit2(l, IR_SET_PROTO_LITERAL, object, lower_expression(l, property->value));
        return;
    }
    PropertyKey key = property_key(l, property->key, property->is_computed);
    if (property->property_kind != METHOD_NORMAL) {
        define_accessor(l, object, property, key);
        return;
    }
    IrInstr *value = property_value(l, property, name_of_key(key, 0), object);
    emit3(l, IR_DEFINE_FIELD, object, property_key_value(l, key), value);
}

IrInstr *lower_object(Lower *l, const AstNode *n)
{
    const AstObjectExpression *node = AST_CAST(ObjectExpression, OBJECT, n);
    IrInstr *object;
    uint32_t i = leading_run(l, node, &object);
    for (; i < node->properties.count; i++)
        define_property(l, object, node->properties.items[i]);
    return object;
}

/* 13.2.8.6: each value becomes a string before the next is evaluated. */
IrInstr *lower_template(Lower *l, const AstNode *n)
{
    const AstTemplateLiteral *node = AST_CAST(TemplateLiteral, TEMPLATE_LITERAL, n);
    Values parts = values_new(l);
    for (uint32_t i = 0; i < node->quasis.count; i++) {
        const AstTemplateElement *quasi = (AstTemplateElement *)node->quasis.items[i];
        if (quasi->cooked.length || node->quasis.count == 1)
            vec_push(&parts, emit_text(l, quasi->cooked));
        if (i < node->expressions.count)
            vec_push(&parts, emit1(l, IR_TO_STRING, lower_expression(l, node->expressions.items[i])));
    }
    if (parts.length == 1)
        return parts.items[0];
    l->b.position = n->start;
    return ir_emit(&l->b, IR_CONCAT, (uint32_t)parts.length, parts.items);
}

/* 13.2.8.4 GetTemplateObject: one object a site. */
static IrInstr *template_object(Lower *l, const AstTemplateLiteral *node)
{
    Values texts = values_new(l);
    for (uint32_t i = 0; i < node->quasis.count; i++) {
        const AstTemplateElement *quasi = (AstTemplateElement *)node->quasis.items[i];
        vec_push(&texts, quasi->has_cooked ? emit_text(l, quasi->cooked) : emit_undefined(l));
    }
    for (uint32_t i = 0; i < node->quasis.count; i++)
        vec_push(&texts, emit_text(l, ((AstTemplateElement *)node->quasis.items[i])->raw));
    return ir_emit(&l->b, IR_TEMPLATE_OBJECT, (uint32_t)texts.length, texts.items);
}

IrInstr *lower_regexp(Lower *l, const AstNode *n)
{
    const AstRegexpLiteral *node = AST_CAST(RegexpLiteral, REGEXP_LITERAL, n);
    IrInstr *pattern = emit_text(l, node->pattern);
    return emit2(l, IR_REGEXP, pattern, emit_text(l, node->flags));
}

IrInstr *lower_tagged_template(Lower *l, const AstNode *n)
{
    const AstTaggedTemplate *node = AST_CAST(TaggedTemplate, TAGGED_TEMPLATE, n);
    const AstTemplateLiteral *quasi = AST_CAST(TemplateLiteral, TEMPLATE_LITERAL, node->quasi);
    Callee callee = callee_evaluate(l, node->tag);
    Values operands = values_new(l);
    vec_push(&operands, callee.function);
    vec_push(&operands, callee.this_value);
    vec_push(&operands, template_object(l, quasi));
    for (uint32_t i = 0; i < quasi->expressions.count; i++)
        vec_push(&operands, lower_expression(l, quasi->expressions.items[i]));
    l->b.position = n->start;
    IrInstr *call = ir_emit(&l->b, IR_CALL, (uint32_t)operands.length, operands.items);
    call->text = expression_text(l, node->tag);
    return call;
}
