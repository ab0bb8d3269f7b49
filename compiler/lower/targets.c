/* References (6.2.5) that are evaluated once and read or written afterwards: the left sides of assignments, updates and
 * destructuring.
 *
 * Invariant: making a target evaluates its subexpressions in source order and touches no property; the property key of a
 * computed member becomes a key only when it is read or written (after the right side), or by target_fix_key. */
#include "lower/internal.h"

bool text_is_index(AstText text)
{
    if (!text.length || text.length > 10 || (text.bytes[0] == '0' && text.length > 1))
        return false;
    uint64_t index = 0;
    for (uint32_t i = 0; i < text.length; i++) {
        if (text.bytes[i] < '0' || text.bytes[i] > '9')
            return false;
        index = index * 10 + (uint64_t)(text.bytes[i] - '0');
    }
    return index < UINT32_MAX;
}

static double text_index(AstText text)
{
    double index = 0;
    for (uint32_t i = 0; i < text.length; i++)
        index = index * 10 + (text.bytes[i] - '0');
    return index;
}

static PropertyKey key_of_text(Lower *l, AstText text)
{
    if (text_is_index(text))
        return (PropertyKey){.value = ir_emit_number(&l->b, text_index(text))};
    return (PropertyKey){.atom = atom_of(l, text)};
}

/* A key that is written as a name, a literal, or [expression]; the latter is evaluated to a property key (13.2.5.5). */
PropertyKey property_key(Lower *l, const AstNode *key, bool is_computed)
{
    if (!is_computed && key->kind == AST_IDENTIFIER)
        return key_of_text(l, AST_CAST(Identifier, IDENTIFIER, key)->name);
    if (key->kind == AST_STRING_LITERAL)
        return key_of_text(l, AST_CAST(StringLiteral, STRING_LITERAL, key)->value);
    if (key->kind == AST_NUMBER_LITERAL)
        return (PropertyKey){.value = ir_emit_number(&l->b, AST_CAST(NumberLiteral, NUMBER_LITERAL, key)->value)};
    IrInstr *value = lower_expression(l, key);
    return (PropertyKey){.value = emit1(l, IR_TO_KEY, value)};
}

IrInstr *property_key_value(Lower *l, PropertyKey key)
{
    return key.atom ? ir_emit_string(&l->b, key.atom->bytes, key.atom->length) : key.value;
}

static bool is_length(const IrAtom *key)
{
    return key->length == 6 && !memcmp(key->bytes, "length", 6);
}

IrInstr *emit_get(Lower *l, IrInstr *object, PropertyKey key)
{
    if (!key.atom)
        return emit2(l, IR_GET_ELEMENT, object, key.value);
    return emit_key(l, is_length(key.atom) ? IR_GET_LENGTH : IR_GET, key.atom, object, NULL);
}

Name name_of_key(PropertyKey key, int prefix)
{
    return (Name){key.atom, key.value, prefix};
}

bool is_private_member(const AstNode *node)
{
    return node->kind == AST_MEMBER && ((AstMemberExpression *)node)->property->kind == AST_PRIVATE_IDENTIFIER;
}

bool is_super_member(const AstNode *node)
{
    return node->kind == AST_MEMBER && ((AstMemberExpression *)node)->object->kind == AST_SUPER;
}

/* The member's key without conversion: an expression's value, or the constant. */
static PropertyKey member_key(Lower *l, const AstMemberExpression *member)
{
    const AstNode *property = member->property;
    if (!member->is_computed)
        return key_of_text(l, AST_CAST(Identifier, IDENTIFIER, property)->name);
    if (property->kind == AST_STRING_LITERAL)
        return key_of_text(l, AST_CAST(StringLiteral, STRING_LITERAL, property)->value);
    return (PropertyKey){.value = lower_expression(l, property)};
}

Target target_of_member(Lower *l, const AstMemberExpression *member, IrInstr *object)
{
    Target target = {.node = &member->node, .object = object};
    if (is_private_member(&member->node)) {
        target.kind = TARGET_PRIVATE;
        target.element = private_name_read(l, member->property);
        return target;
    }
    PropertyKey key = member_key(l, member);
    target.kind = key.atom ? TARGET_KEY : TARGET_ELEMENT;
    target.key = key.atom;
    target.element = key.value;
    return target;
}

/* 13.3.7.1: this first, then the key's value, then the home object's prototype; the key is converted at the access. */
static Target target_of_super(Lower *l, const AstMemberExpression *member)
{
    Target target = {.kind = TARGET_SUPER, .node = &member->node};
    target.this_value = this_read(l);
    target.element = property_key_value(l, member_key(l, member));
    target.object = emit1(l, IR_SUPER_BASE, binding_read(l, l->scope->home_object_binding));
    return target;
}

/* B.3.7: sloppy code may have a call as target; it is called, and then there is nothing to assign to. */
static Target target_of_call(Lower *l, const AstNode *node)
{
    lower_expression(l, node);
    emit_throw_error(l, ERROR_REFERENCE, "Invalid left-hand side in assignment");
    return (Target){.kind = TARGET_NONE, .node = node};
}

Target target_of(Lower *l, const AstNode *node)
{
    if (node->kind == AST_CALL)
        return target_of_call(l, node);
    if (node->kind == AST_IDENTIFIER)
        return (Target){.kind = TARGET_IDENTIFIER, .node = node, .object = dynamic_find(l, node)};
    if (node->kind != AST_MEMBER)
        return (Target){.kind = TARGET_PATTERN, .node = node};
    if (is_super_member(node))
        return target_of_super(l, (AstMemberExpression *)node);
    const AstMemberExpression *member = (AstMemberExpression *)node;
    return target_of_member(l, member, lower_expression(l, member->object));
}

void target_fix_key(Lower *l, Target *target)
{
    if (target->kind != TARGET_ELEMENT && target->kind != TARGET_SUPER)
        return;
    if (target->element->op == IR_STRING || target->element->op == IR_NUMBER)
        return;
    target->element = target->kind == TARGET_SUPER ? emit1(l, IR_TO_KEY, target->element)
                                                   : emit2(l, IR_TO_KEY_OF, target->object, target->element);
}

IrInstr *target_get(Lower *l, Target *target)
{
    switch (target->kind) {
    case TARGET_IDENTIFIER:
        return dynamic_read(l, target->node, target->object);
    case TARGET_KEY:
    case TARGET_ELEMENT:
        return emit_get(l, target->object, (PropertyKey){target->key, target->element});
    case TARGET_SUPER:
        return emit3(l, IR_GET_SUPER, target->object, target->element, target->this_value);
    case TARGET_PRIVATE:
        return emit2(l, IR_PRIVATE_GET, target->object, target->element);
    case TARGET_PATTERN:
    case TARGET_NONE:
        break;
    }
    return emit_undefined(l); /* unreachable code behind the error */
}

void target_put(Lower *l, Target *target, IrInstr *value)
{
    int32_t is_strict = l->b.function->is_strict;
    switch (target->kind) {
    case TARGET_IDENTIFIER:
        dynamic_write(l, target->node, target->object, value);
        return;
    case TARGET_KEY:
        emit_key(l, IR_SET, target->key, target->object, value)->integer = is_strict;
        return;
    case TARGET_ELEMENT:
        emit_integer(l, IR_SET_ELEMENT, is_strict, target->object, target->element, value);
        return;
    case TARGET_SUPER:
        ir_emit(&l->b, IR_SET_SUPER, 4, (IrInstr *[]){target->object, target->element, value, target->this_value})->integer =
            is_strict;
        return;
    case TARGET_PRIVATE:
        emit3(l, IR_PRIVATE_SET, target->object, target->element, value);
        return;
    case TARGET_PATTERN:
        lower_pattern(l, target->node, value, target->source);
        return;
    case TARGET_NONE:
        return;
    }
}
