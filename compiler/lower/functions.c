/* Functions: their closures, and what happens between the call and the first statement (10.2.11).
 *
 * Invariant: a closure holds the captures that scope analysis numbered, then the home object when the function uses super
 * properties, then (constructors) the function that initialises the class's fields. */
#include "lower/internal.h"

Name name_of_atom(const IrAtom *atom)
{
    return (Name){.atom = atom};
}

bool is_anonymous_function(const AstNode *n)
{
    return (n->kind == AST_FUNCTION && !((AstFunction *)n)->id) || (n->kind == AST_CLASS && !((AstClass *)n)->id);
}

/* ---- function records */

static IrFunctionKind function_kind(const AstFunction *f)
{
    if (f->is_constructor)
        return f->is_derived ? IR_CLASS_DERIVED : IR_CLASS_BASE;
    if (f->is_arrow)
        return IR_ARROW;
    if (f->is_method || f->is_getter || f->is_setter || f->is_field_initializer || f->is_static_block)
        return IR_METHOD;
    return IR_NORMAL;
}

/* 15.1.5 ExpectedArgumentCount */
static uint32_t expected_argument_count(const AstFunction *f)
{
    uint32_t count = 0;
    while (count < f->params.count && f->params.items[count]->kind != AST_ASSIGNMENT_PATTERN &&
           f->params.items[count]->kind != AST_REST)
        count++;
    return count;
}

static void describe_function(FunctionInfo *info, const AstFunction *f)
{
    IrFunction *ir = info->ir;
    ir->is_strict = f->is_strict || info->scope->is_strict;
    ir->is_generator = f->is_generator;
    ir->is_async = f->is_async;
    ir->is_constructor = ir->kind == IR_CLASS_BASE || ir->kind == IR_CLASS_DERIVED ||
                         (ir->kind == IR_NORMAL && !f->is_async && !f->is_generator);
    ir->length = expected_argument_count(f);
    ir->start = f->node.start;
    ir->end = f->node.end;
    ir->capture_count = info->scope->capture_count;
}

/* The place after white space and comments; the text is known to go on. */
static uint32_t skip_space(const char *text, uint32_t at)
{
    for (;;) {
        if (!strncmp(text + at, "/*", 2))
            at = (uint32_t)(strstr(text + at + 2, "*/") + 2 - text);
        else if (!strncmp(text + at, "//", 2))
            at += (uint32_t)strcspn(text + at, "\n");
        else if (strchr(" \t\n\r\v\f", text[at]))
            at++;
        else
            return at;
    }
}

FunctionInfo *function_info(Lowering *program, ModuleState *module, FunctionScope *scope)
{
    if (scope->user)
        return scope->user;
    const AstFunction *f = AST_CAST(Function, FUNCTION, scope->node);
    FunctionInfo *info = ARENA_NEW(program->arena, FunctionInfo);
    info->module = module;
    info->scope = scope;
    info->fields_capture = info->home_capture = NO_CAPTURE;
    const IrAtom *name = NULL;
    if (f->id) {
        AstText text = AST_CAST(Identifier, IDENTIFIER, f->id)->name;
        name = ir_atom(program->program, text.bytes, text.length);
    }
    info->ir = ir_function_new(module->ir, name, function_kind(f));
    describe_function(info, f);
    Binding *home = scope->home_object_binding;
    if (home && home->scope->function == scope)
        info->home_capture = info->ir->capture_count++;
    scope->user = info;
    vec_push(&program->queue, info);
    return info;
}

/* 10.2.3: the source text of a method is that of its MethodDefinition, from `start` on, without the word `static`. */
void function_starts_at(Lower *l, const AstNode *function, uint32_t start, bool is_static)
{
    const char *text = l->module->in->source->bytes;
    if (is_static)
        start = skip_space(text, start + 6);
    function_info(l->program, l->module, scope_of_function(function))->ir->start = start;
}

/* ---- closures */

IrInstr *closure_emit(Lower *l, FunctionInfo *info, IrInstr *home)
{
    VEC(IrInstr *) captures = VEC_IN(l->program->arena);
    for (Capture *c = info->scope ? info->scope->captures : NULL; c; c = c->next)
        vec_push(&captures, binding_raw(l, c->binding));
    if (info->home_capture != NO_CAPTURE)
        vec_push(&captures, home ? home : emit_undefined(l));
    if (info->fields_capture != NO_CAPTURE)
        vec_push(&captures, emit_undefined(l));
    IrInstr *closure = ir_emit(&l->b, IR_CLOSURE, (uint32_t)captures.length, captures.items);
    closure->function = info->ir;
    return closure;
}

static const IrAtom *prefixed_name(Lower *l, Name name)
{
    if (!name.atom || !name.prefix)
        return name.atom;
    const char *text = arena_printf(l->program->arena, "%s%s", name.prefix == 1 ? "get " : "set ", name.atom->bytes);
    return ir_atom(l->program->program, text, name.atom->length + 4);
}

IrInstr *function_closure(Lower *l, const AstNode *n, Name name, IrInstr *home)
{
    FunctionInfo *info = function_info(l->program, l->module, scope_of_function(n));
    if (!info->ir->name)
        info->ir->name = prefixed_name(l, name);
    IrInstr *closure = closure_emit(l, info, home);
    if (name.key && !AST_CAST(Function, FUNCTION, n)->id)
        emit_integer(l, IR_SET_NAME, name.prefix, closure, name.key, NULL);
    return closure;
}

IrInstr *lower_named(Lower *l, const AstNode *n, Name name)
{
    if (!is_anonymous_function(n) || (!name.atom && !name.key))
        return lower_expression(l, n);
    l->b.position = n->start;
    return n->kind == AST_CLASS ? lower_class(l, n, name) : function_closure(l, n, name, NULL);
}

/* The binding that holds the callee, looked up through imports. */
static Binding *callee_binding(Lower *l, const AstNode *callee, ModuleState **ret_module)
{
    *ret_module = l->module;
    if (callee->kind == AST_MEMBER)
        return namespace_member_binding(l, callee, ret_module);
    Binding *binding = callee->kind == AST_IDENTIFIER ? scope_known_binding(callee) : NULL;
    if (!binding || binding->kind != BIND_IMPORT)
        return binding;
    Variable *v = binding->user;
    *ret_module = v->import_module;
    return v->import_binding;
}

FunctionInfo *function_known_target(Lower *l, const AstNode *callee)
{
    ModuleState *module;
    Binding *binding = callee_binding(l, callee, &module);
    if (!binding || binding->storage == STORAGE_GLOBAL || !binding->initializer)
        return NULL;
    bool is_fixed = (binding->kind == BIND_FUNCTION && !binding->is_assigned_after_init) ||
                    binding->kind == BIND_CONST || binding->kind == BIND_DEFAULT_EXPORT;
    if (!is_fixed || binding->initializer->kind != AST_FUNCTION)
        return NULL;
    const AstFunction *f = (AstFunction *)binding->initializer;
    if (f->is_async || f->is_generator)
        return NULL;
    return function_info(l->program, module, scope_of_function(binding->initializer));
}

/* ---- entry */

static bool is_own_binding(const Lower *l, const Binding *binding)
{
    return binding && binding->scope->function == l->scope;
}

void function_enter_this(Lower *l, FunctionScope *scope)
{
    Binding *binding = scope->this_binding;
    bool is_derived = l->b.function->kind == IR_CLASS_DERIVED;
    if (is_derived && !binding) {
        l->this_local = ir_local_new(&l->b, IR_TYPE_ANY);
        l->has_this_local = true;
        ir_local_write(&l->b, l->this_local, emit0(l, IR_EMPTY));
    }
    if (!is_own_binding(l, binding))
        return;
    IrInstr *value = emit0(l, is_derived ? IR_EMPTY : IR_THIS);
    if (!is_derived && !l->b.function->is_strict)
        value = emit1(l, IR_SLOPPY_THIS, value);
    binding_declare(l, binding, value);
}

static void enter_pseudo_bindings(Lower *l, FunctionScope *scope)
{
    function_enter_this(l, scope);
    if (is_own_binding(l, scope->new_target_binding))
        binding_declare(l, scope->new_target_binding, emit0(l, IR_NEW_TARGET));
    if (is_own_binding(l, scope->active_function_binding))
        binding_declare(l, scope->active_function_binding, emit0(l, IR_CALLEE));
    if (is_own_binding(l, scope->home_object_binding))
        binding_declare(l, scope->home_object_binding, emit_capture(l, l->capture_base + l->info->home_capture));
    Binding *own_name = scope->name_scope ? scope->name_scope->first : NULL;
    if (is_own_binding(l, own_name))
        binding_declare(l, own_name, emit0(l, IR_CALLEE));
}

/* ---- the arguments object */

/* Whether some use of `arguments` may write its elements or let it escape (arrows are looked into, functions are not). */
typedef struct ArgumentsUse { const Binding *binding; bool may_change; } ArgumentsUse;

static bool is_arguments(const AstNode *n, const ArgumentsUse *use)
{
    return n && n->kind == AST_IDENTIFIER && ((AstIdentifier *)n)->reference &&
           ((AstIdentifier *)n)->reference->binding == use->binding;
}

static bool look_for_change(AstNode *n, void *data);

static bool look_into(const AstNode *n, ArgumentsUse *use)
{
    return ast_for_each_child(n, look_for_change, use);
}

static bool is_read_of_arguments(const AstNode *n, const ArgumentsUse *use)
{
    return n->kind == AST_MEMBER && is_arguments(((AstMemberExpression *)n)->object, use);
}

/* f.apply(x, arguments): the callee gets copies. */
static bool is_apply_of_arguments(const AstNode *n, const ArgumentsUse *use)
{
    if (n->kind != AST_CALL || ((AstCallExpression *)n)->arguments.count != 2)
        return false;
    const AstCallExpression *call = (AstCallExpression *)n;
    const AstMemberExpression *callee = call->callee->kind == AST_MEMBER ? (AstMemberExpression *)call->callee : NULL;
    return callee && !callee->is_computed && callee->property->kind == AST_IDENTIFIER &&
           !strcmp(((AstIdentifier *)callee->property)->name.bytes, "apply") && is_arguments(call->arguments.items[1], use);
}

static bool look_for_change(AstNode *n, void *data)
{
    ArgumentsUse *use = data;
    if (is_arguments(n, use)) {
        use->may_change = true;
        return false;
    }
    if (n->kind == AST_FUNCTION && !((AstFunction *)n)->is_arrow)
        return true;
    bool is_write = n->kind == AST_UPDATE || n->kind == AST_ASSIGNMENT || n->kind == AST_FOR_IN_STATEMENT ||
                    n->kind == AST_FOR_OF_STATEMENT || n->kind == AST_ARRAY_PATTERN || n->kind == AST_PATTERN_PROPERTY ||
                    n->kind == AST_REST || n->kind == AST_ASSIGNMENT_PATTERN ||
                    (n->kind == AST_UNARY && ((AstUnaryExpression *)n)->op == OP_DELETE);
    if (is_write) {
        const AstNode *left = n->kind == AST_UPDATE       ? ((AstUpdateExpression *)n)->argument
                              : n->kind == AST_ASSIGNMENT ? ((AstAssignmentExpression *)n)->left
                                                          : NULL;
        if (!left || is_read_of_arguments(left, use)) {
            use->may_change |= left != NULL;
            if (left)
                return false;
            return look_into(n, use);
        }
    }
    if (is_read_of_arguments(n, use)) {
        const AstMemberExpression *member = (AstMemberExpression *)n;
        return !member->is_computed || look_for_change(member->property, data);
    }
    if (n->kind == AST_CALL && is_read_of_arguments(((AstCallExpression *)n)->callee, use)) {
        use->may_change = true;
        return false;
    }
    if (is_apply_of_arguments(n, use)) {
        const AstCallExpression *call = (AstCallExpression *)n;
        return look_for_change(call->callee, data) && look_for_change(call->arguments.items[0], data);
    }
    return look_into(n, use);
}

static bool parameters_are_assigned(const FunctionScope *scope)
{
    for (const Binding *b = scope->scope->first; b; b = b->next)
        if (b->parameter_index != UINT32_MAX && b->is_assigned_after_init)
            return true;
    return false;
}

/* 10.4.4: whether anybody can see that arguments[i] and the parameter are one variable. */
static bool wants_mapped_arguments(const FunctionScope *scope)
{
    const AstFunction *f = (AstFunction *)scope->node;
    if (!scope->has_mapped_arguments || !f->params.count)
        return false;
    if (parameters_are_assigned(scope))
        return true;
    ArgumentsUse use = {scope->arguments_binding, false};
    look_into(f->body, &use);
    return use.may_change;
}

static Binding *parameter_binding(const AstNode *param)
{
    return scope_reference(param)->binding;
}

static void enter_mapped_arguments(Lower *l, const AstFunction *f)
{
    VEC(IrInstr *) boxes = VEC_IN(l->program->arena);
    for (uint32_t i = 0; i < f->params.count; i++) {
        Binding *b = parameter_binding(f->params.items[i]);
        if (b->parameter_index != i) {
            vec_push(&boxes, emit0(l, IR_EMPTY));
            continue;
        }
        variable_of(l->program, l->module, b)->storage = STORAGE_BOX;
        binding_declare(l, b, emit_param(l, i));
        vec_push(&boxes, binding_raw(l, b));
    }
    l->b.function->uses_arguments = l->b.function->uses_callee = true;
    IrInstr *object = ir_emit(&l->b, IR_ARGUMENTS_MAPPED, (uint32_t)boxes.length, boxes.items);
    binding_declare(l, l->scope->arguments_binding, object);
}

/* ---- parameters */

static void enter_simple_parameters(Lower *l, const AstFunction *f)
{
    for (uint32_t i = 0; i < f->params.count; i++) {
        Binding *b = parameter_binding(f->params.items[i]);
        if (b->parameter_index == i)
            binding_declare(l, b, emit_param(l, i));
    }
}

static void enter_pattern_parameters(Lower *l, const AstFunction *f, Scope *scope)
{
    for (Binding *b = scope->first; b; b = b->next)
        if (b->kind == BIND_PARAMETER)
            binding_declare(l, b, NULL);
    for (uint32_t i = 0; i < f->params.count; i++) {
        const AstNode *param = f->params.items[i];
        l->b.position = param->start;
        if (param->kind == AST_REST) {
            IrInstr *rest = emit_integer(l, IR_REST, (int32_t)i, NULL, NULL, NULL);
            lower_assign_to(l, ((AstRestElement *)param)->argument, rest);
        } else {
            lower_assign_to(l, param, emit_param(l, i));
        }
    }
}

static void enter_parameters(Lower *l, const AstFunction *f)
{
    FunctionScope *scope = l->scope;
    l->b.function->param_count = f->params.count;
    if (f->params.count && f->params.items[f->params.count - 1]->kind == AST_REST)
        l->b.function->param_count--;
    bool has_arguments = is_own_binding(l, scope->arguments_binding);
    if (has_arguments && wants_mapped_arguments(scope)) {
        enter_mapped_arguments(l, f);
        return;
    }
    if (has_arguments)
        binding_declare(l, scope->arguments_binding,
                        emit_integer(l, IR_ARGUMENTS, scope->has_mapped_arguments, NULL, NULL, NULL));
    if (scope->has_simple_parameters)
        enter_simple_parameters(l, f);
    else
        enter_pattern_parameters(l, f, scope->scope);
}

/* 10.2.11 step 28: the body's own variables start with the values of parameters of the same name. */
static void enter_body_scope(Lower *l, FunctionScope *scope)
{
    scope_make_object(l, scope->body_scope);
    for (Binding *b = scope->body_scope->first; b; b = b->next) {
        if (b == scope->body_scope->object)
            continue;
        Binding *parameter = b->kind == BIND_VAR ? scope_find_own(scope->scope, b->name) : NULL;
        binding_declare(l, b, parameter ? binding_read(l, parameter) : NULL);
    }
    scope_instantiate_functions(l, scope->body_scope);
}

/* ---- leaving */

/* 10.2.2 steps 9-12 for derived classes: what a constructor may return. */
static void return_from_derived(Lower *l, IrInstr *value)
{
    IrBlock *object = ir_block_new(&l->b), *other = ir_block_new(&l->b);
    IrBlock *bad = ir_block_new(&l->b), *undefined = ir_block_new(&l->b);
    ir_branch(&l->b, emit1(l, IR_IS_OBJECT, value), object, other);
    block_enter(l, object);
    ir_return(&l->b, value);
    block_enter(l, other);
    ir_branch(&l->b, emit1(l, IR_IS_UNDEFINED, value), undefined, bad);
    block_enter(l, bad);
    emit0(l, IR_THROW_DERIVED);
    block_enter(l, undefined);
    ir_return(&l->b, this_read(l));
}

static void return_from_function(Lower *l, IrInstr *value)
{
    IrBlock *handler = l->b.handler;
    handler_set(l, NULL);
    if (l->b.function->kind == IR_CLASS_DERIVED)
        return_from_derived(l, value);
    else
        ir_return(&l->b, value);
    handler_set(l, handler);
}

void lower_return(Lower *l, IrInstr *value)
{
    if (l->control)
        control_leave_to(l, NULL, value);
    else
        return_from_function(l, value);
}

/* ---- bodies */

static void lower_body(Lower *l, const AstFunction *f)
{
    if (f->body->kind != AST_BLOCK_STATEMENT) {
        lower_return(l, lower_named(l, f->body, name_of_atom(l->info->field_name)));
        return;
    }
    const AstBlockStatement *block = (AstBlockStatement *)f->body;
    if (block->scope && block->scope != l->scope->scope && block->scope != l->scope->body_scope)
        scope_enter(l, block->scope);
    lower_statements(l, block->body);
    l->b.position = f->node.end ? f->node.end - 1 : 0;
    if (l->b.block)
        lower_return(l, emit_undefined(l));
}

static void lower_function(Lower *l)
{
    const AstFunction *f = AST_CAST(Function, FUNCTION, l->scope->node);
    enter_pseudo_bindings(l, l->scope);
    if (l->b.function->kind == IR_CLASS_BASE && l->info->fields)
        class_run_fields(l, emit0(l, IR_CALLEE), l->info, emit0(l, IR_THIS));
    scope_make_object(l, l->scope->parameter_eval_scope);
    scope_make_object(l, l->scope->scope);
    enter_parameters(l, f);
    scope_enter(l, l->scope->scope);
    if (l->scope->body_scope != l->scope->scope)
        enter_body_scope(l, l->scope);
    if (f->is_generator && !l->scope->has_simple_parameters)
        emit0(l, IR_GENERATOR_PROTOTYPE);
    if (f->is_generator)
        emit0(l, IR_GENERATOR_START);
    lower_body(l, f);
}

void function_lower(Lowering *program, FunctionInfo *info)
{
    Lower l = {.program = program, .module = info->module, .info = info, .scope = info->scope};
    ir_builder_start(&l.b, info->ir);
    l.b.position = info->ir->start;
    if (info->is_fields)
        class_lower_fields_function(&l);
    else if (!info->scope)
        class_lower_default_constructor(&l);
    else if (info->scope->node->kind == AST_PROGRAM)
        module_lower_body(&l);
    else
        lower_function(&l);
    ir_builder_finish(&l.b);
}
