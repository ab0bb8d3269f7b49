/* Expressions (clause 13). The levels of the grammar are checked again at each operand: the tree's shape is not
 * trusted. */
#include <string.h>

#include "convert.h"

/* Levels, from the loosest to the tightest. */
enum {
    LEVEL_SEQUENCE,
    LEVEL_ASSIGNMENT,
    LEVEL_CONDITIONAL,
    LEVEL_NULLISH,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_BIT_OR,
    LEVEL_BIT_XOR,
    LEVEL_BIT_AND,
    LEVEL_EQUALITY,
    LEVEL_RELATION,
    LEVEL_SHIFT,
    LEVEL_ADD,
    LEVEL_MULTIPLY,
    LEVEL_POWER,
    LEVEL_UNARY,
    LEVEL_UPDATE,
    LEVEL_LEFT
};

static const struct {
    AstOperator op;
    uint8_t level;
} binary_levels[] = {{OP_NULLISH, LEVEL_NULLISH},
                     {OP_OR, LEVEL_OR},
                     {OP_AND, LEVEL_AND},
                     {OP_BIT_OR, LEVEL_BIT_OR},
                     {OP_BIT_XOR, LEVEL_BIT_XOR},
                     {OP_BIT_AND, LEVEL_BIT_AND},
                     {OP_EQ, LEVEL_EQUALITY},
                     {OP_NE, LEVEL_EQUALITY},
                     {OP_STRICT_EQ, LEVEL_EQUALITY},
                     {OP_STRICT_NE, LEVEL_EQUALITY},
                     {OP_LT, LEVEL_RELATION},
                     {OP_LE, LEVEL_RELATION},
                     {OP_GT, LEVEL_RELATION},
                     {OP_GE, LEVEL_RELATION},
                     {OP_IN, LEVEL_RELATION},
                     {OP_INSTANCEOF, LEVEL_RELATION},
                     {OP_SHL, LEVEL_SHIFT},
                     {OP_SHR, LEVEL_SHIFT},
                     {OP_USHR, LEVEL_SHIFT},
                     {OP_ADD, LEVEL_ADD},
                     {OP_SUB, LEVEL_ADD},
                     {OP_MUL, LEVEL_MULTIPLY},
                     {OP_DIV, LEVEL_MULTIPLY},
                     {OP_MOD, LEVEL_MULTIPLY},
                     {OP_EXP, LEVEL_POWER}};

static int level_of_operator(AstOperator op)
{
    for (size_t i = 0; i < sizeof binary_levels / sizeof *binary_levels; i++) {
        if (binary_levels[i].op == op)
            return binary_levels[i].level;
    }
    return -1;
}

/* The binary operator with this text; OP_COUNT when there is none. */
static AstOperator binary_operator(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof binary_levels / sizeof *binary_levels; i++) {
        const char *candidate = ast_operator_text(binary_levels[i].op);
        if (strlen(candidate) == length && !memcmp(candidate, text, length))
            return binary_levels[i].op;
    }
    return OP_COUNT;
}

static int level_of(const Cst *cst)
{
    switch ((CstKind)cst->kind) {
    case CST_SEQUENCE_EXPRESSION:
        return LEVEL_SEQUENCE;
    case CST_ARROW_FUNCTION:
    case CST_ASSIGNMENT_EXPRESSION:
    case CST_AUGMENTED_ASSIGNMENT_EXPRESSION:
    case CST_YIELD_EXPRESSION:
        return LEVEL_ASSIGNMENT;
    case CST_TERNARY_EXPRESSION:
        return LEVEL_CONDITIONAL;
    case CST_BINARY_EXPRESSION: {
        const Cst *op = cst->first ? cst->first->next : NULL;
        AstOperator found = op ? binary_operator(op->type, strlen(op->type)) : OP_COUNT;
        return found == OP_COUNT ? LEVEL_SEQUENCE : level_of_operator(found);
    }
    case CST_UNARY_EXPRESSION:
    case CST_AWAIT_EXPRESSION:
        return LEVEL_UNARY;
    case CST_UPDATE_EXPRESSION:
        return LEVEL_UPDATE;
    default: /* everything else is a LeftHandSideExpression, or refused where it is converted */
        return LEVEL_LEFT;
    }
}

bool is_assignment_level(const Cst *cst)
{
    return level_of(cst) >= LEVEL_ASSIGNMENT;
}

bool is_left_hand_side(const Cst *cst)
{
    return level_of(cst) == LEVEL_LEFT;
}

/* Converts an operand that must be at least this tight. */
static AstNode *operand(Converter *cv, const Cst *cst, int level)
{
    if (level_of(cst) < level)
        return unexpected(cv, cst);
    return convert_expression(cv, cst);
}

AstNode *convert_expressions(Converter *cv, const Cst *cst)
{
    if (cst->kind != CST_SEQUENCE_EXPRESSION)
        return convert_expression(cv, cst);
    AstSequenceExpression *node = MAKE(cv, SequenceExpression, SEQUENCE, cst);
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    do {
        Cst *kid = kids_next(&kids);
        AstNode *item = kid ? operand(cv, kid, LEVEL_ASSIGNMENT) : NULL;
        if (!item)
            return NULL;
        vec_push(&items, item);
    } while (kids_take(&kids, CST_COMMA));
    if (!kids_end(&kids))
        return NULL;
    node->expressions = list_of(cv, &items);
    return &node->node;
}

AstNode *convert_parenthesized(Converter *cv, const Cst *cst, bool is_head)
{
    if (cst->kind != CST_PARENTHESIZED_EXPRESSION)
        return unexpected(cv, cst);
    Kids kids = kids_of(cv, cst);
    Cst *inner = kids_expect(&kids, CST_LPAREN) ? kids_next(&kids) : NULL;
    AstNode *node = inner ? convert_expressions(cv, inner) : NULL;
    if (!node || !kids_expect(&kids, CST_RPAREN) || !kids_end(&kids))
        return NULL;
    node->parenthesized |= !is_head;
    return node;
}

static AstNode *convert_spread(Converter *cv, const Cst *cst)
{
    AstSpreadElement *node = MAKE(cv, SpreadElement, SPREAD, cst);
    Kids kids = kids_of(cv, cst);
    Cst *inner = kids_expect(&kids, CST_ELLIPSIS) ? kids_next(&kids) : NULL;
    if (!inner || !kids_end(&kids))
        return NULL;
    node->argument = operand(cv, inner, LEVEL_ASSIGNMENT);
    return node->argument ? &node->node : NULL;
}

AstNode *convert_element(Converter *cv, const Cst *cst)
{
    return cst->kind == CST_SPREAD_ELEMENT ? convert_spread(cv, cst) : operand(cv, cst, LEVEL_ASSIGNMENT);
}

static AstNode *convert_array(Converter *cv, const Cst *cst)
{
    AstArrayExpression *node = MAKE(cv, ArrayExpression, ARRAY, cst);
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_LBRACKET))
        return NULL;
    while (kids.at && kids.at->kind != CST_RBRACKET) {
        if (kids_take(&kids, CST_COMMA)) {
            vec_push(&items, NULL);
            continue;
        }
        AstNode *item = convert_element(cv, kids_next(&kids));
        if (!item)
            return NULL;
        vec_push(&items, item);
        if (!kids_take(&kids, CST_COMMA))
            break;
    }
    if (!kids_expect(&kids, CST_RBRACKET) || !kids_end(&kids))
        return NULL;
    node->elements = list_of(cv, &items);
    return &node->node;
}

static AstNode *convert_pair(Converter *cv, const Cst *cst)
{
    AstProperty *node = MAKE(cv, Property, PROPERTY, cst);
    Kids kids = kids_of(cv, cst);
    Cst *key = kids_next(&kids);
    if (!key || !convert_property_name(cv, key, &node->key, &node->is_computed) || !kids_expect(&kids, CST_COLON))
        return NULL;
    if (node->key->kind == AST_PRIVATE_IDENTIFIER)
        return unexpected(cv, key);
    Cst *value = kids_next(&kids);
    if (!value || !kids_end(&kids))
        return NULL;
    node->value = operand(cv, value, LEVEL_ASSIGNMENT);
    return node->value ? &node->node : NULL;
}

static AstNode *convert_shorthand(Converter *cv, const Cst *cst)
{
    AstProperty *node = MAKE(cv, Property, PROPERTY, cst);
    node->key = convert_identifier(cv, cst);
    node->value = convert_identifier(cv, cst);
    node->is_shorthand = true;
    return node->value ? &node->node : NULL;
}

static AstNode *convert_member_of_object(Converter *cv, const Cst *cst)
{
    switch ((CstKind)cst->kind) {
    case CST_PAIR:
        return convert_pair(cv, cst);
    case CST_SPREAD_ELEMENT:
        return convert_spread(cv, cst);
    case CST_METHOD_DEFINITION:
        return convert_object_method(cv, cst);
    case CST_SHORTHAND_PROPERTY_IDENTIFIER:
        return convert_shorthand(cv, cst);
    default: /* no other kind is a member */
        return unexpected(cv, cst);
    }
}

static AstNode *convert_object(Converter *cv, const Cst *cst)
{
    AstObjectExpression *node = MAKE(cv, ObjectExpression, OBJECT, cst);
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_LBRACE))
        return NULL;
    while (kids.at && kids.at->kind != CST_RBRACE) {
        AstNode *item = convert_member_of_object(cv, kids_next(&kids));
        if (!item)
            return NULL;
        vec_push(&items, item);
        if (!kids_take(&kids, CST_COMMA))
            break;
    }
    if (!kids_expect(&kids, CST_RBRACE) || !kids_end(&kids))
        return NULL;
    node->properties = list_of(cv, &items);
    return &node->node;
}

static AstNode *convert_binary(Converter *cv, const Cst *cst)
{
    Kids kids = kids_of(cv, cst);
    Cst *left = kids_next(&kids), *op_node = left ? kids_next(&kids) : NULL, *right = op_node ? kids_next(&kids) : NULL;
    if (!right || !kids_end(&kids))
        return NULL;
    const Token *token = first_token(cv, op_node);
    AstOperator op = binary_operator(cv->source->bytes + token->start, token->end - token->start);
    if (op == OP_COUNT)
        return unexpected_token(cv, token);
    int level = level_of_operator(op), left_level = level, right_level = level + 1;
    if (op == OP_EXP) {
        left_level = LEVEL_UPDATE;
        right_level = LEVEL_POWER;
        if (level_of(left) == LEVEL_UNARY)
            return complain_at(cv, first_token(cv, left)->start, last_token(cv, left)->end, DIAG_UNARY_BEFORE_POWER);
    }
    if (op == OP_NULLISH) {
        /* 13.13: no mixing with || and && without parentheses */
        right_level = LEVEL_BIT_OR;
        if (level_of(left) == LEVEL_OR || level_of(left) == LEVEL_AND)
            return unexpected_token(cv, token);
    }
    bool is_private_in = op == OP_IN && left->kind == CST_PRIVATE_PROPERTY_IDENTIFIER;
    AstNode *left_node = is_private_in ? convert_private(cv, left) : operand(cv, left, left_level);
    AstNode *right_node = left_node ? operand(cv, right, right_level) : NULL;
    if (!right_node)
        return NULL;
    if (op == OP_AND || op == OP_OR || op == OP_NULLISH) {
        AstLogicalExpression *node = MAKE(cv, LogicalExpression, LOGICAL, cst);
        node->op = op;
        node->left = left_node;
        node->right = right_node;
        return &node->node;
    }
    AstBinaryExpression *node = MAKE(cv, BinaryExpression, BINARY, cst);
    node->op = op;
    node->left = left_node;
    node->right = right_node;
    return &node->node;
}

static AstOperator unary_operator(Converter *cv, const Token *token)
{
    static const AstOperator all[] = {OP_PLUS, OP_MINUS, OP_NOT, OP_BIT_NOT, OP_TYPEOF, OP_VOID, OP_DELETE};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (token_text_is(cv, token, ast_operator_text(all[i])))
            return all[i];
    }
    return OP_COUNT;
}

static AstNode *convert_unary(Converter *cv, const Cst *cst)
{
    Kids kids = kids_of(cv, cst);
    const Token *token = first_token(cv, cst);
    Cst *inner = kids_next(&kids) ? kids_next(&kids) : NULL;
    if (!inner || !kids_end(&kids))
        return NULL;
    if (note_of(cv, token) == MASK_AWAIT) {
        AstAwaitExpression *await = MAKE(cv, AwaitExpression, AWAIT, cst);
        await->argument = operand(cv, inner, LEVEL_UNARY);
        return await->argument ? &await->node : NULL;
    }
    AstUnaryExpression *node = MAKE(cv, UnaryExpression, UNARY, cst);
    node->op = unary_operator(cv, token);
    if (node->op == OP_COUNT)
        return unexpected_token(cv, token);
    node->argument = operand(cv, inner, LEVEL_UNARY);
    return node->argument ? &node->node : NULL;
}

static AstNode *convert_update(Converter *cv, const Cst *cst)
{
    AstUpdateExpression *node = MAKE(cv, UpdateExpression, UPDATE, cst);
    const Token *first = first_token(cv, cst), *last = last_token(cv, cst);
    Kids kids = kids_of(cv, cst);
    Cst *a = kids_next(&kids), *b = a ? kids_next(&kids) : NULL;
    if (!b || !kids_end(&kids))
        return NULL;
    node->is_prefix = token_text_is(cv, first, "++") || token_text_is(cv, first, "--");
    const Token *token = node->is_prefix ? first : last;
    node->op = token_text_is(cv, token, "++") ? OP_INCREMENT : OP_DECREMENT;
    const Cst *target = node->is_prefix ? b : a;
    if (!node->is_prefix && (token->newline_before || !is_left_hand_side(target)))
        return unexpected_token(cv, token);
    if (level_of(target) < LEVEL_UNARY)
        return unexpected(cv, target);
    node->argument = convert_assignment_target(cv, target, false);
    return node->argument ? &node->node : NULL;
}

static AstNode *convert_ternary(Converter *cv, const Cst *cst)
{
    AstConditionalExpression *node = MAKE(cv, ConditionalExpression, CONDITIONAL, cst);
    Kids kids = kids_of(cv, cst);
    Cst *test = kids_next(&kids);
    Cst *yes = test && kids_expect(&kids, CST_QUESTION) ? kids_next(&kids) : NULL;
    Cst *no = yes && kids_expect(&kids, CST_COLON) ? kids_next(&kids) : NULL;
    if (!no || !kids_end(&kids))
        return NULL;
    node->test = operand(cv, test, LEVEL_NULLISH);
    node->consequent = node->test ? operand(cv, yes, LEVEL_ASSIGNMENT) : NULL;
    node->alternate = node->consequent ? operand(cv, no, LEVEL_ASSIGNMENT) : NULL;
    return node->alternate ? &node->node : NULL;
}

static AstNode *convert_yield(Converter *cv, const Cst *cst)
{
    AstYieldExpression *node = MAKE(cv, YieldExpression, YIELD, cst);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_W_YIELD))
        return NULL;
    const Token *next = first_token(cv, cst) + 1;
    if (kids.at && next->newline_before)
        return unexpected_token(cv, next);
    node->is_delegate = kids_take(&kids, CST_STAR) != NULL;
    if (kids.at || node->is_delegate) {
        Cst *inner = kids_next(&kids);
        node->argument = inner ? operand(cv, inner, LEVEL_ASSIGNMENT) : NULL;
        if (!node->argument)
            return NULL;
    }
    return kids_end(&kids) ? &node->node : NULL;
}

/* 13.15: a pattern on the left is an assignment pattern, which only `=` may have. */
static AstNode *convert_assignment(Converter *cv, const Cst *cst)
{
    AstAssignmentExpression *node = MAKE(cv, AssignmentExpression, ASSIGNMENT, cst);
    Kids kids = kids_of(cv, cst);
    Cst *left = kids_next(&kids), *op_node = left ? kids_next(&kids) : NULL, *right = op_node ? kids_next(&kids) : NULL;
    if (!right || !kids_end(&kids))
        return NULL;
    const Token *token = first_token(cv, op_node);
    size_t length = token->end - token->start;
    node->op = length == 1 ? OP_ASSIGN : binary_operator(cv->source->bytes + token->start, length - 1);
    if (node->op == OP_COUNT)
        return unexpected_token(cv, token);
    node->left = convert_assignment_target(cv, left, node->op == OP_ASSIGN);
    node->right = node->left ? operand(cv, right, LEVEL_ASSIGNMENT) : NULL;
    return node->right ? &node->node : NULL;
}

static AstNode *convert_meta(Converter *cv, const Cst *cst)
{
    AstMetaProperty *node = MAKE(cv, MetaProperty, META_PROPERTY, cst);
    const Token *first = first_token(cv, cst), *last = last_token(cv, cst);
    node->meta_kind = first->word == WORD_NEW ? META_NEW_TARGET : META_IMPORT_META;
    Word wanted = first->word == WORD_NEW ? WORD_TARGET : WORD_META;
    return last->word == wanted ? &node->node : unexpected_token(cv, last);
}

static AstNode *convert_boolean(Converter *cv, const Cst *cst, bool value)
{
    AstBooleanLiteral *node = MAKE(cv, BooleanLiteral, BOOLEAN_LITERAL, cst);
    node->value = value;
    return &node->node;
}

static AstNode *convert_any(Converter *cv, const Cst *cst)
{
    switch ((CstKind)cst->kind) {
    case CST_IDENTIFIER:
    case CST_UNDEFINED:
        return convert_identifier(cv, cst);
    case CST_THIS:
        return &MAKE(cv, ThisExpression, THIS, cst)->node;
    case CST_SUPER:
        return &MAKE(cv, Super, SUPER, cst)->node;
    case CST_NULL:
        return &MAKE(cv, NullLiteral, NULL_LITERAL, cst)->node;
    case CST_TRUE:
    case CST_FALSE:
        return convert_boolean(cv, cst, cst->kind == CST_TRUE);
    case CST_NUMBER:
        return convert_number(cv, cst);
    case CST_STRING:
        return convert_string(cv, cst);
    case CST_REGEX:
        return convert_regexp(cv, cst);
    case CST_TEMPLATE_STRING:
        return convert_template(cv, cst);
    case CST_PARENTHESIZED_EXPRESSION:
        return convert_parenthesized(cv, cst, false);
    case CST_ARRAY:
        return convert_array(cv, cst);
    case CST_OBJECT:
        return convert_object(cv, cst);
    case CST_FUNCTION_EXPRESSION:
    case CST_GENERATOR_FUNCTION:
        return convert_function(cv, cst, false);
    case CST_ARROW_FUNCTION:
        return convert_arrow(cv, cst);
    case CST_CLASS:
        return convert_class(cv, cst, false);
    case CST_MEMBER_EXPRESSION:
    case CST_SUBSCRIPT_EXPRESSION:
    case CST_CALL_EXPRESSION:
        return convert_chain(cv, cst);
    case CST_NEW_EXPRESSION:
        return convert_new(cv, cst);
    case CST_META_PROPERTY:
        return convert_meta(cv, cst);
    case CST_BINARY_EXPRESSION:
        return convert_binary(cv, cst);
    case CST_UNARY_EXPRESSION:
        return convert_unary(cv, cst);
    case CST_UPDATE_EXPRESSION:
        return convert_update(cv, cst);
    case CST_TERNARY_EXPRESSION:
        return convert_ternary(cv, cst);
    case CST_YIELD_EXPRESSION:
        return convert_yield(cv, cst);
    case CST_ASSIGNMENT_EXPRESSION:
    case CST_AUGMENTED_ASSIGNMENT_EXPRESSION:
        return convert_assignment(cv, cst);
    default: /* no other kind is an expression of the language */
        return unexpected(cv, cst);
    }
}

AstNode *convert_expression(Converter *cv, const Cst *cst)
{
    if (cst->is_missing)
        return unexpected(cv, cst);
    if (!enter_depth(cv, cst))
        return NULL;
    AstNode *node = convert_any(cv, cst);
    leave_depth(cv);
    return node;
}
