/* Calls, `new`, and optional chains (13.3.5-13.3.9).
 *
 * Invariant: callee, then this, then the arguments from left to right; whether the callee can be called is seen last. */
#include "base/strbuf.h"
#include "lower/internal.h"

/* ---- how messages name a callee: as V8 prints it in "... is not a function" */

static void print_callee(Lower *l, StrBuf *out, const AstNode *n);

static void print_member(Lower *l, StrBuf *out, const AstMemberExpression *member)
{
    if (member->object->kind == AST_SUPER)
        strbuf_adds(out, "(intermediate value)");
    else
        print_callee(l, out, member->object);
    if (member->property->kind == AST_PRIVATE_IDENTIFIER) {
        strbuf_adds(out, member->is_optional ? "?.#" : ".#");
        strbuf_adds(out, ((AstPrivateIdentifier *)member->property)->name.bytes);
    } else if (!member->is_computed) {
        strbuf_adds(out, member->is_optional ? "?." : ".");
        strbuf_adds(out, ((AstIdentifier *)member->property)->name.bytes);
    } else if (member->property->kind == AST_STRING_LITERAL) {
        strbuf_adds(out, member->is_optional ? "?." : ".");
        strbuf_adds(out, ((AstStringLiteral *)member->property)->value.bytes);
    } else {
        strbuf_adds(out, member->is_optional ? "?.[" : "[");
        print_callee(l, out, member->property);
        strbuf_addc(out, ']');
    }
}

static void print_or_value(Lower *l, StrBuf *out, const AstNode *n)
{
    size_t before = out->length;
    if (n)
        print_callee(l, out, n);
    if (out->length == before)
        strbuf_adds(out, "(intermediate value)");
}

static void print_array(Lower *l, StrBuf *out, AstList elements)
{
    strbuf_addc(out, '[');
    for (uint32_t i = 0; i < elements.count; i++) {
        if (i)
            strbuf_addc(out, ',');
        print_or_value(l, out, elements.items[i]);
    }
    strbuf_addc(out, ']');
}

static void print_object(StrBuf *out, AstList properties)
{
    strbuf_addc(out, '{');
    for (uint32_t i = 0; i < properties.count; i++)
        strbuf_adds(out, "(intermediate value)");
    strbuf_addc(out, '}');
}

static void print_pair(Lower *l, StrBuf *out, const AstNode *left, AstOperator op, const AstNode *right)
{
    strbuf_addc(out, '(');
    print_or_value(l, out, left);
    strbuf_addf(out, " %s ", ast_operator_text(op));
    print_or_value(l, out, right);
    strbuf_addc(out, ')');
}

static void print_unary(Lower *l, StrBuf *out, const AstUnaryExpression *node)
{
    bool is_word = node->op == OP_TYPEOF || node->op == OP_VOID || node->op == OP_DELETE;
    strbuf_addf(out, "(%s%s", ast_operator_text(node->op), is_word ? " " : "");
    print_or_value(l, out, node->argument);
    strbuf_addc(out, ')');
}

static void print_callee(Lower *l, StrBuf *out, const AstNode *n)
{
    switch ((int)n->kind) {
    case AST_IDENTIFIER:
        strbuf_adds(out, ((AstIdentifier *)n)->name.bytes);
        return;
    case AST_MEMBER:
        print_member(l, out, (AstMemberExpression *)n);
        return;
    case AST_CHAIN:
        print_callee(l, out, ((AstChainExpression *)n)->expression);
        return;
    case AST_ARRAY:
        print_array(l, out, ((AstArrayExpression *)n)->elements);
        return;
    case AST_OBJECT:
        print_object(out, ((AstObjectExpression *)n)->properties);
        return;
    case AST_LOGICAL:
        print_pair(l, out, ((AstLogicalExpression *)n)->left, ((AstLogicalExpression *)n)->op, ((AstLogicalExpression *)n)->right);
        return;
    case AST_UNARY:
        print_unary(l, out, (AstUnaryExpression *)n);
        return;
    case AST_REGEXP_LITERAL:
        strbuf_addf(out, "/%s/%s", ((AstRegexpLiteral *)n)->pattern.bytes, ((AstRegexpLiteral *)n)->flags.bytes);
        return;
    case AST_CALL:
        print_callee(l, out, ((AstCallExpression *)n)->callee);
        strbuf_adds(out, "(...)");
        return;
    case AST_THIS:
        strbuf_adds(out, "this");
        return;
    case AST_SUPER:
        strbuf_adds(out, "super");
        return;
    case AST_NULL_LITERAL:
        strbuf_adds(out, "null");
        return;
    case AST_BOOLEAN_LITERAL:
        strbuf_adds(out, ((AstBooleanLiteral *)n)->value ? "true" : "false");
        return;
    case AST_NUMBER_LITERAL:
        strbuf_add(out, l->module->in->source->bytes + n->start, n->end - n->start);
        return;
    case AST_STRING_LITERAL:
        strbuf_addf(out, "\"%s\"", ((AstStringLiteral *)n)->value.bytes);
        return;
    default:
        strbuf_adds(out, "(intermediate value)");
    }
}

const char *expression_text(Lower *l, const AstNode *node)
{
    StrBuf text = {0};
    print_callee(l, &text, node);
    char *copy = arena_strndup(l->program->arena, strbuf_text(&text), text.length);
    strbuf_free(&text);
    return copy;
}

/* ---- chains */

static void chain_test(Lower *l, IrInstr *value)
{
    IrBlock *next = ir_block_new(&l->b);
    ir_branch(&l->b, emit1(l, IR_IS_NULLISH, value), l->chain_end, next);
    block_enter(l, next);
}

IrInstr *lower_member(Lower *l, const AstNode *n)
{
    const AstMemberExpression *member = AST_CAST(MemberExpression, MEMBER, n);
    IrInstr *known = lower_namespace_member(l, n);
    if (known)
        return known;
    if (is_super_member(n)) {
        Target target = target_of(l, n);
        l->b.position = n->start;
        return target_get(l, &target);
    }
    IrInstr *object = lower_expression(l, member->object);
    if (member->is_optional)
        chain_test(l, object);
    Target target = target_of_member(l, member, object);
    l->b.position = n->start;
    return target_get(l, &target);
}

/* 13.3.9: a?.b.c() is one chain; where it is cut short the whole is undefined. */
IrInstr *lower_chain(Lower *l, const AstNode *n)
{
    IrBlock *outer = l->chain_end, *end = ir_block_new(&l->b), *cut = ir_block_new(&l->b);
    uint32_t result = ir_local_new(&l->b, IR_TYPE_ANY);
    l->chain_end = cut;
    ir_local_write(&l->b, result, lower_expression(l, AST_CAST(ChainExpression, CHAIN, n)->expression));
    l->chain_end = outer;
    ir_jump(&l->b, end);
    block_enter(l, cut);
    ir_local_write(&l->b, result, emit_undefined(l));
    return block_value_merge(l, result, end);
}

/* ---- callees */

static Callee callee_of_member(Lower *l, const AstNode *n)
{
    const AstMemberExpression *member = (AstMemberExpression *)n;
    IrInstr *known = lower_namespace_member(l, n);
    if (known) {
        FunctionInfo *target = function_known_target(l, n);
        bool is_this_unused = target && !target->scope->uses_this;
        return (Callee){known, is_this_unused ? emit_undefined(l) : lower_expression(l, member->object)};
    }
    if (is_super_member(n)) {
        Target target = target_of(l, n);
        l->b.position = n->start;
        return (Callee){target_get(l, &target), target.this_value};
    }
    IrInstr *object = lower_expression(l, member->object);
    if (member->is_optional)
        chain_test(l, object);
    Target target = target_of_member(l, member, object);
    l->b.position = n->start;
    return (Callee){target_get(l, &target), object};
}

/* `(a?.b)()`: the chain ends before the call, but its base stays the this value. */
static Callee callee_of_chain(Lower *l, const AstNode *n)
{
    IrBlock *outer = l->chain_end, *end = ir_block_new(&l->b), *cut = ir_block_new(&l->b);
    uint32_t function = ir_local_new(&l->b, IR_TYPE_ANY), this_value = ir_local_new(&l->b, IR_TYPE_ANY);
    l->chain_end = cut;
    Callee callee = callee_evaluate(l, ((AstChainExpression *)n)->expression);
    l->chain_end = outer;
    ir_local_write(&l->b, function, callee.function);
    ir_local_write(&l->b, this_value, callee.this_value);
    ir_jump(&l->b, end);
    block_enter(l, cut);
    ir_local_write(&l->b, function, emit_undefined(l));
    ir_local_write(&l->b, this_value, emit_undefined(l));
    callee.function = block_value_merge(l, function, end);
    callee.this_value = ir_local_read(&l->b, this_value);
    return callee;
}

Callee callee_evaluate(Lower *l, const AstNode *n)
{
    if (n->kind == AST_MEMBER)
        return callee_of_member(l, n);
    if (n->kind == AST_CHAIN)
        return callee_of_chain(l, n);
    if (n->kind == AST_IDENTIFIER)
        return callee_of_identifier(l, n);
    IrInstr *function = lower_expression(l, n);
    return (Callee){function, emit_undefined(l)};
}

/* ---- arguments */

void lower_spread(Lower *l, IrInstr *array, const AstNode *n)
{
    const AstNode *argument = AST_CAST(SpreadElement, SPREAD, n)->argument;
    emit2(l, IR_ARRAY_APPEND_ALL, array, lower_expression(l, argument))->text = iterable_text(l, argument);
}

bool has_spread(AstList list)
{
    for (uint32_t i = 0; i < list.count; i++)
        if (list.items[i] && list.items[i]->kind == AST_SPREAD)
            return true;
    return false;
}

IrInstr *arguments_array(Lower *l, AstList list)
{
    IrInstr *array = emit0(l, IR_ARRAY);
    for (uint32_t i = 0; i < list.count; i++) {
        const AstNode *n = list.items[i];
        if (n->kind == AST_SPREAD)
            lower_spread(l, array, n);
        else
            emit2(l, IR_ARRAY_APPEND, array, lower_expression(l, n));
    }
    return array;
}

/* Emits op with `fixed` operands and the arguments behind them. */
IrInstr **operands_with_arguments(Lower *l, uint32_t fixed_count, IrInstr *const *fixed, AstList list)
{
    IrInstr **operands = ARENA_ARRAY(l->program->arena, IrInstr *, fixed_count + list.count);
    for (uint32_t i = 0; i < fixed_count; i++)
        operands[i] = fixed[i];
    for (uint32_t i = 0; i < list.count; i++)
        operands[fixed_count + i] = lower_expression(l, list.items[i]);
    return operands;
}

static IrInstr *emit_with_arguments(Lower *l, IrOp op, uint32_t fixed_count, IrInstr *const *fixed, AstList list,
                                    uint32_t position)
{
    IrInstr **operands = operands_with_arguments(l, fixed_count, fixed, list);
    l->b.position = position;
    return ir_emit(&l->b, op, fixed_count + list.count, operands);
}

IrInstr *lower_call(Lower *l, const AstNode *n)
{
    const AstCallExpression *node = AST_CAST(CallExpression, CALL, n);
    if (node->callee->kind == AST_SUPER)
        return lower_super_call(l, n);
    IrInstr *module = lower_require(l, n);
    if (module)
        return module;
    if (node->eval_site)
        return lower_eval_call(l, node);
    Callee callee = callee_evaluate(l, node->callee);
    if (node->is_optional)
        chain_test(l, callee.function);
    IrInstr *fixed[] = {callee.function, callee.this_value};
    if (has_spread(node->arguments)) {
        IrInstr *array = arguments_array(l, node->arguments);
        l->b.position = n->start;
        return emit3(l, IR_CALL_ARRAY, callee.function, callee.this_value, array);
    }
    FunctionInfo *target = function_known_target(l, node->callee);
    IrInstr *call = emit_with_arguments(l, target ? IR_CALL_DIRECT : IR_CALL, 2, fixed, node->arguments, n->start);
    if (target)
        call->function = target->ir;
    else
        call->text = expression_text(l, node->callee);
    return call;
}

IrInstr *lower_new(Lower *l, const AstNode *n)
{
    const AstNewExpression *node = AST_CAST(NewExpression, NEW, n);
    IrInstr *callee = lower_expression(l, node->callee);
    if (has_spread(node->arguments)) {
        IrInstr *array = arguments_array(l, node->arguments);
        l->b.position = n->start;
        return emit3(l, IR_NEW_ARRAY_ARGS, callee, callee, array);
    }
    IrInstr *call = emit_with_arguments(l, IR_NEW, 1, &callee, node->arguments, n->start);
    call->text = expression_text(l, node->callee);
    return call;
}
