/* Destructuring (13.15.5, 14.3.3, 8.6).
 *
 * Invariant: for each element the target's reference is evaluated first, then the value is fetched, then the default, then the
 * target is written. The iterator of an array pattern is closed when something else than itself stops the pattern. */
#include "lower/internal.h"

static const AstNode *element_target(const AstNode *element)
{
    return element->kind == AST_ASSIGNMENT_PATTERN ? ((AstAssignmentPattern *)element)->left : element;
}

static Name default_name(Lower *l, const AstNode *target)
{
    if (target->kind != AST_IDENTIFIER || target->parenthesized)
        return (Name){0};
    return name_of_atom(atom_of(l, ((AstIdentifier *)target)->name));
}

/* The value, or the element's default when it is undefined. */
static IrInstr *with_default(Lower *l, const AstNode *element, IrInstr *value)
{
    if (element->kind != AST_ASSIGNMENT_PATTERN)
        return value;
    const AstAssignmentPattern *node = (AstAssignmentPattern *)element;
    uint32_t result = ir_local_new(&l->b, IR_TYPE_ANY);
    IrBlock *missing = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    ir_local_write(&l->b, result, value);
    ir_branch(&l->b, emit1(l, IR_IS_UNDEFINED, value), missing, end);
    block_enter(l, missing);
    ir_local_write(&l->b, result, lower_named(l, node->right, default_name(l, node->left)));
    return block_value_merge(l, result, end);
}

void lower_assign_to(Lower *l, const AstNode *node, IrInstr *value)
{
    Target target = target_of(l, element_target(node));
    value = with_default(l, node, value);
    target_put(l, &target, value);
}

/* ---- array patterns */

static IrInstr *step_or_undefined(Lower *l, IrInstr *iterator)
{
    uint32_t result = ir_local_new(&l->b, IR_TYPE_ANY);
    IrBlock *done = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    IrInstr *value = emit1(l, IR_ITER_STEP, iterator);
    ir_local_write(&l->b, result, value);
    ir_branch(&l->b, emit1(l, IR_IS_EMPTY, value), done, end);
    block_enter(l, done);
    ir_local_write(&l->b, result, emit_undefined(l));
    return block_value_merge(l, result, end);
}

static IrInstr *collect_rest(Lower *l, IrInstr *iterator)
{
    IrInstr *array = emit0(l, IR_ARRAY);
    IrBlock *header = ir_block_new(&l->b), *more = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    header->is_loop_header = true;
    ir_jump(&l->b, header);
    ir_block_start(&l->b, header);
    IrInstr *value = emit1(l, IR_ITER_STEP, iterator);
    ir_branch(&l->b, emit1(l, IR_IS_EMPTY, value), end, more);
    block_enter(l, more);
    emit2(l, IR_ARRAY_APPEND, array, value);
    emit0(l, IR_LOOP_CHECK);
    ir_jump(&l->b, header);
    ir_block_seal(&l->b, header);
    block_enter(l, end);
    return array;
}

static void lower_array_element(Lower *l, const AstNode *element, IrInstr *iterator)
{
    if (!element) {
        emit1(l, IR_ITER_STEP, iterator);
        return;
    }
    l->b.position = element->start;
    if (element->kind == AST_REST) {
        Target target = target_of(l, ((AstRestElement *)element)->argument);
        target_put(l, &target, collect_rest(l, iterator));
        return;
    }
    Target target = target_of(l, element_target(element));
    IrInstr *value = step_or_undefined(l, iterator);
    target_put(l, &target, with_default(l, element, value));
}

const char *iterable_text(Lower *l, const AstNode *node)
{
    if (!node || node->kind != AST_CALL)
        return node ? expression_text(l, node) : NULL;
    const char *callee = expression_text(l, ((const AstCallExpression *)node)->callee);
    return arena_printf(l->program->arena, "%s is not a function or its return value", callee);
}

static void lower_array_pattern(Lower *l, const AstArrayPattern *node, IrInstr *value, const AstNode *source)
{
    Control close = {0};
    IrInstr *iterator = emit1(l, IR_ITER_OPEN, value);
    iterator->text = iterable_text(l, source);
    iterator_region_start(l, &close, iterator, false);
    for (uint32_t i = 0; i < node->elements.count; i++)
        lower_array_element(l, node->elements.items[i], iterator);
    iterator_region_end(l, &close);
    if (l->b.block)
        emit1(l, IR_ITER_CLOSE, iterator);
}

/* ---- object patterns */

/* For the message when the value has no properties: what cannot be destructured, the first property where its name is known, and of
 * which expression, where that is. */
static const char *destructured_text(Lower *l, const AstObjectPattern *node, const AstNode *source)
{
    StrBuf text = {0};
    const AstPatternProperty *first = node->properties.count ? (AstPatternProperty *)node->properties.items[0] : NULL;
    if (first && !first->is_computed && first->key->kind == AST_IDENTIFIER)
        strbuf_addf(&text, "property '%s' of ", ((AstIdentifier *)first->key)->name.bytes);
    if (source)
        strbuf_addf(&text, "'%s'", expression_text(l, source));
    char *copy = arena_strndup(l->program->arena, strbuf_text(&text), text.length);
    strbuf_free(&text);
    return copy;
}

static void lower_object_rest(Lower *l, const AstNode *rest, IrInstr *value, IrInstr **keys, uint32_t key_count)
{
    const AstNode *argument = rest->kind == AST_REST ? ((AstRestElement *)rest)->argument : rest;
    Target target = target_of(l, argument);
    IrInstr **operands = ARENA_ARRAY(l->program->arena, IrInstr *, key_count + 2);
    operands[0] = emit0(l, IR_OBJECT);
    operands[1] = value;
    for (uint32_t i = 0; i < key_count; i++)
        operands[i + 2] = keys[i];
    ir_emit(&l->b, IR_COPY_DATA, key_count + 2, operands);
    target_put(l, &target, operands[0]);
}

static void lower_object_pattern(Lower *l, const AstObjectPattern *node, IrInstr *value, const AstNode *source)
{
    IrInstr **keys = ARENA_ARRAY(l->program->arena, IrInstr *, node->properties.count + 1);
    emit1(l, IR_REQUIRE_OBJECT, value)->text = destructured_text(l, node, source);
    for (uint32_t i = 0; i < node->properties.count; i++) {
        const AstPatternProperty *property = AST_CAST(PatternProperty, PATTERN_PROPERTY, node->properties.items[i]);
        l->b.position = property->node.start;
        PropertyKey key = property_key(l, property->key, property->is_computed);
        if (node->rest)
            keys[i] = property_key_value(l, key);
        Target target = target_of(l, element_target(property->value));
        IrInstr *element = emit_get(l, value, key);
        target_put(l, &target, with_default(l, property->value, element));
    }
    if (node->rest)
        lower_object_rest(l, node->rest, value, keys, node->properties.count);
}

void lower_pattern(Lower *l, const AstNode *pattern, IrInstr *value, const AstNode *source)
{
    if (pattern->kind == AST_ARRAY_PATTERN)
        lower_array_pattern(l, AST_CAST(ArrayPattern, ARRAY_PATTERN, pattern), value, source);
    else
        lower_object_pattern(l, AST_CAST(ObjectPattern, OBJECT_PATTERN, pattern), value, source);
}
