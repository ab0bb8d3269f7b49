/* Direct eval (19.2.1.1): the call, which hands over what is visible around it; the code, which begins by declaring.
 *
 * Invariant: the values that a call gives and the captures of the code that it runs have one order, the scopes' text's. */
#include "lower/internal.h"

/* ---- the call */

static BindingStorage storage_given(Lower *l, Binding *binding, BindingStorage analysed)
{
    const Variable *v = variable_of(l->program, l->module, binding);
    return binding->kind == BIND_IMPORT && v->import_kind == IMPORT_NAMESPACE_OBJECT ? STORAGE_COPY : analysed;
}

static IrInstr *given_value(Lower *l, const EvalValue *value)
{
    const Variable *v = variable_of(l->program, l->module, value->binding);
    if (value->binding->kind == BIND_IMPORT && value->storage == STORAGE_COPY) {
        IrInstr *namespace = emit0(l, IR_NAMESPACE);
        namespace->module = v->import_module->ir;
        return namespace;
    }
    if (value->storage == STORAGE_REFERENCE && v->storage == STORAGE_MODULE) {
        IrInstr *reference = emit0(l, IR_MODULE_REF);
        reference->variable = v->cell;
        return reference;
    }
    return binding_raw(l, value->binding);
}

static uint32_t field_function_of(const FunctionScope *function)
{
    const FunctionScope *owner = scope_with_own_this((FunctionScope *)function);
    if (owner->is_caller)
        return owner->caller_fields;
    const FunctionInfo *info = owner->user;
    return info ? info->fields_capture : NO_CAPTURE;
}

static IrInstr *emit_direct_eval(Lower *l, const EvalSite *site, IrInstr *text)
{
    uint32_t count;
    EvalValue *values = eval_site_values(l->program->arena, site, &count);
    VEC(IrInstr *) operands = VEC_IN(l->program->arena);
    vec_push(&operands, text);
    for (uint32_t i = 0; i < count; i++) {
        values[i].storage = storage_given(l, values[i].binding, values[i].storage);
        if (values[i].storage != STORAGE_GLOBAL)
            vec_push(&operands, given_value(l, &values[i]));
    }
    IrInstr *result = ir_emit(&l->b, IR_EVAL_DIRECT, (uint32_t)operands.length, operands.items);
    result->text = eval_site_describe(l->program->arena, site, values, count, field_function_of(site->function));
    return result;
}

/* `array` where some are spread, else the operands of the call. */
typedef struct Arguments { IrInstr *array, *first; VEC(IrInstr *) operands; } Arguments;

static Arguments evaluate_arguments(Lower *l, Callee callee, AstList list)
{
    Arguments arguments = {.operands = VEC_IN(l->program->arena)};
    if (has_spread(list)) {
        arguments.array = arguments_array(l, list);
        arguments.first = emit2(l, IR_GET_ELEMENT, arguments.array, ir_emit_number(&l->b, 0));
        return arguments;
    }
    vec_push(&arguments.operands, callee.function);
    vec_push(&arguments.operands, callee.this_value);
    for (uint32_t i = 0; i < list.count; i++)
        vec_push(&arguments.operands, lower_expression(l, list.items[i]));
    arguments.first = vec_at(&arguments.operands, 2);
    return arguments;
}

static IrInstr *call_other(Lower *l, Callee callee, const Arguments *arguments)
{
    if (arguments->array)
        return emit3(l, IR_CALL_ARRAY, callee.function, callee.this_value, arguments->array);
    IrInstr *call = ir_emit(&l->b, IR_CALL, (uint32_t)arguments->operands.length, arguments->operands.items);
    call->text = "eval";
    return call;
}

/* 13.3.6.1 step 6: whether the name means the realm's %eval% is seen when the code runs. */
IrInstr *lower_eval_call(Lower *l, const AstCallExpression *node)
{
    Callee callee = callee_evaluate(l, node->callee);
    Arguments arguments = evaluate_arguments(l, callee, node->arguments);
    l->b.position = node->node.start;
    uint32_t result = ir_local_new(&l->b, IR_TYPE_ANY);
    IrBlock *direct = ir_block_new(&l->b), *other = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    ir_branch(&l->b, emit1(l, IR_IS_EVAL, callee.function), direct, other);
    block_enter(l, direct);
    ir_local_write(&l->b, result, emit_direct_eval(l, node->eval_site, arguments.first));
    ir_jump(&l->b, end);
    block_enter(l, other);
    ir_local_write(&l->b, result, call_other(l, callee, &arguments));
    return block_value_merge(l, result, end);
}

/* ---- the code: 19.2.1.3 from step 12 on; what may not be declared was refused by the analysis */

static const AstNode *function_of(const Binding *variable)
{
    return variable->kind == BIND_FUNCTION ? variable->initializer : NULL;
}

static void declare_function(Lower *l, const EvalCaller *caller, Binding *b)
{
    const IrAtom *name = atom_of(l, b->name);
    IrInstr *closure = function_closure(l, function_of(b), name_of_atom(name), NULL);
    if (b->existing)
        binding_initialize(l, b->existing, closure);
    else if (b->storage == STORAGE_GLOBAL)
        emit_key(l, IR_GLOBAL_FUNCTION, name, closure, NULL)->integer = true;
    else
        emit_key(l, IR_SCOPE_SET, name, binding_read(l, caller->variable_object), closure);
}

static void declare_variable(Lower *l, const EvalCaller *caller, const Binding *b)
{
    const IrAtom *name = atom_of(l, b->name);
    if (b->existing)
        return;
    if (b->storage == STORAGE_GLOBAL)
        emit_key(l, IR_GLOBAL_VAR, name, NULL, NULL)->integer = true;
    else
        emit_key(l, IR_SCOPE_VAR, name, binding_read(l, caller->variable_object), NULL);
}

void eval_declare_variables(Lower *l, const EvalCaller *caller)
{
    if (!caller->variables)
        return;
    globals_check(l, caller->variables);
    for (Binding *b = caller->variables->first; b; b = b->next)
        if (function_of(b))
            declare_function(l, caller, b);
    for (Binding *b = caller->variables->first; b; b = b->next)
        if (!function_of(b))
            declare_variable(l, caller, b);
}
