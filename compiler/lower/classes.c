/* Classes (15.7.14), their constructors, fields and private names.
 *
 * Instance fields and private methods are installed by one function a class, the field function: constructors call it with
 * the new object as `this` (base classes first thing, derived ones when super() returned). Its closure holds, in this order,
 * what fields_layout walks: for each private method its name and functions; for each field its key when it is not a constant,
 * then the captures of its initialiser, then the home object when the initialiser uses super.
 *
 * Invariant: fields_collect (at class definition) and class_lower_fields_function (inside of the field function) walk the
 * members in the same order, so that capture numbers agree. */
#include "lower/internal.h"

typedef struct PrivateMembers { /* PrivateName.user */
    IrInstr *method, *getter, *setter;
} PrivateMembers;

typedef struct StaticElement {
    const AstNode *member;
    IrInstr *key;            /* NULL for blocks and names known at build time */
} StaticElement;

typedef struct ClassBuild {
    const AstClass *node;
    FunctionInfo *info;      /* of the constructor */
    FunctionInfo *fields;    /* NULL: nothing to initialise */
    IrInstr *constructor, *prototype;
    VEC(StaticElement) statics;
    VEC(IrInstr *) field_keys; /* computed keys of instance fields, in order */
} ClassBuild;

/* ---- private names */

static void declare_private_names(Lower *l, const AstClass *node)
{
    for (PrivateName *p = node->scope ? node->scope->private_names : NULL; p; p = p->next) {
        const char *text = arena_printf(l->program->arena, "#%s", p->name.bytes);
        const IrAtom *atom = ir_atom(l->program->program, text, p->name.length + 1);
        binding_declare(l, p->binding, emit_key(l, IR_PRIVATE_NAME, atom, NULL, NULL));
        p->user = ARENA_NEW(l->program->arena, PrivateMembers);
    }
}

static AstText private_text(const AstNode *key)
{
    return AST_CAST(PrivateIdentifier, PRIVATE_IDENTIFIER, key)->name;
}

static Name private_function_name(Lower *l, const AstNode *key, int prefix)
{
    AstText text = private_text(key);
    const char *name = arena_printf(l->program->arena, "#%s", text.bytes);
    return (Name){.atom = ir_atom(l->program->program, name, text.length + 1), .prefix = prefix};
}

static bool is_instance_method_name(const PrivateName *p)
{
    return !p->is_static && p->kind != PRIVATE_FIELD;
}

static void add_private_method(Lower *l, const PrivateName *p, IrInstr *object)
{
    const PrivateMembers *members = p->user;
    IrInstr *name = binding_read(l, p->binding);
    if (p->kind == PRIVATE_METHOD) {
        emit3(l, IR_PRIVATE_METHOD, object, name, members->method);
        return;
    }
    IrInstr *getter = members->getter ? members->getter : emit_undefined(l);
    IrInstr *setter = members->setter ? members->setter : emit_undefined(l);
    ir_emit(&l->b, IR_PRIVATE_ACCESSOR, 4, (IrInstr *[]){object, name, getter, setter});
}

/* ---- field names */

static bool is_private_key(const AstNode *key)
{
    return key->kind == AST_PRIVATE_IDENTIFIER;
}

/* The key as a constant of the current function, unless it is computed or private. */
static PropertyKey constant_key(Lower *l, const AstPropertyDefinition *field)
{
    return property_key(l, field->key, false);
}

static bool has_stored_key(const AstPropertyDefinition *field)
{
    return is_private_key(field->key) || (field->is_computed && field->key->kind != AST_STRING_LITERAL &&
                                          field->key->kind != AST_NUMBER_LITERAL);
}

static bool is_instance_field(const AstNode *member)
{
    return member->kind == AST_PROPERTY_DEFINITION && !((AstPropertyDefinition *)member)->is_static;
}

static bool class_has_fields(const AstClass *node)
{
    for (uint32_t i = 0; i < node->members.count; i++)
        if (is_instance_field(node->members.items[i]))
            return true;
    for (PrivateName *p = node->scope ? node->scope->private_names : NULL; p; p = p->next)
        if (is_instance_method_name(p))
            return true;
    return false;
}

static void define_field(Lower *l, const AstPropertyDefinition *field, IrInstr *object, PropertyKey key, IrInstr *value)
{
    if (is_private_key(field->key))
        emit3(l, IR_PRIVATE_FIELD, object, key.value, value);
    else
        emit3(l, IR_DEFINE_FIELD, object, property_key_value(l, key), value);
}

static Name field_function_name(Lower *l, const AstPropertyDefinition *field, PropertyKey key)
{
    return is_private_key(field->key) ? private_function_name(l, field->key, 0) : name_of_key(key, 0);
}

/* ---- the field function */

static bool has_own_home(const FunctionScope *scope)
{
    return scope->home_object_binding && scope->home_object_binding->scope->function == scope;
}

static IrInstr *lower_field_value(Lower *l, const AstPropertyDefinition *field, PropertyKey key, uint32_t *capture)
{
    FunctionScope *scope = scope_of_function(field->value);
    l->scope = scope;
    l->capture_base = *capture;
    *capture += scope->capture_count;
    function_enter_this(l, scope);
    if (has_own_home(scope))
        binding_declare(l, scope->home_object_binding, emit_capture(l, (*capture)++));
    scope_enter(l, scope->scope);
    if (scope->body_scope != scope->scope)
        scope_enter(l, scope->body_scope);
    IrInstr *value = lower_named(l, ((AstFunction *)field->value)->body, field_function_name(l, field, key));
    l->scope = NULL;
    return value;
}

void class_lower_fields_function(Lower *l)
{
    const AstClass *node = l->info->class;
    uint32_t capture = 0;
    for (PrivateName *p = node->scope ? node->scope->private_names : NULL; p; p = p->next) {
        if (!is_instance_method_name(p))
            continue;
        IrInstr *name = emit_capture(l, capture++);
        IrInstr *first = emit_capture(l, capture++);
        if (p->kind == PRIVATE_METHOD)
            emit3(l, IR_PRIVATE_METHOD, emit0(l, IR_THIS), name, first);
        else
            ir_emit(&l->b, IR_PRIVATE_ACCESSOR, 4,
                    (IrInstr *[]){emit0(l, IR_THIS), name, first, emit_capture(l, capture++)});
    }
    for (uint32_t i = 0; i < node->members.count; i++) {
        if (!is_instance_field(node->members.items[i]))
            continue;
        const AstPropertyDefinition *field = (AstPropertyDefinition *)node->members.items[i];
        l->b.position = field->node.start;
        PropertyKey key = has_stored_key(field) ? (PropertyKey){.value = emit_capture(l, capture++)} : constant_key(l, field);
        IrInstr *value = field->value ? lower_field_value(l, field, key, &capture) : emit_undefined(l);
        define_field(l, field, emit0(l, IR_THIS), key, value);
    }
}

/* The captures for a closure of the field function. */
static IrInstr *fields_closure(Lower *l, ClassBuild *build)
{
    const AstClass *node = build->node;
    VEC(IrInstr *) captures = VEC_IN(l->program->arena);
    size_t key = 0;
    for (PrivateName *p = node->scope ? node->scope->private_names : NULL; p; p = p->next) {
        if (!is_instance_method_name(p))
            continue;
        const PrivateMembers *members = p->user;
        vec_push(&captures, binding_read(l, p->binding));
        if (p->kind == PRIVATE_METHOD) {
            vec_push(&captures, members->method);
        } else {
            vec_push(&captures, members->getter ? members->getter : emit_undefined(l));
            vec_push(&captures, members->setter ? members->setter : emit_undefined(l));
        }
    }
    for (uint32_t i = 0; i < node->members.count; i++) {
        if (!is_instance_field(node->members.items[i]))
            continue;
        const AstPropertyDefinition *field = (AstPropertyDefinition *)node->members.items[i];
        if (is_private_key(field->key))
            vec_push(&captures, private_name_read(l, field->key));
        else if (has_stored_key(field))
            vec_push(&captures, vec_at(&build->field_keys, key++));
        if (!field->value)
            continue;
        FunctionScope *scope = scope_of_function(field->value);
        for (Capture *c = scope->captures; c; c = c->next)
            vec_push(&captures, binding_raw(l, c->binding));
        if (has_own_home(scope))
            vec_push(&captures, build->prototype);
    }
    IrInstr *closure = ir_emit(&l->b, IR_CLOSURE, (uint32_t)captures.length, captures.items);
    closure->function = build->fields->ir;
    closure->function->capture_count = (uint32_t)captures.length;
    return closure;
}

void class_run_fields(Lower *l, IrInstr *constructor, FunctionInfo *info, IrInstr *this_value)
{
    if (!info) {
        uint32_t capture = scope_with_own_this(l->scope)->caller_fields;
        IrInstr *function = emit_integer(l, IR_CAPTURE_OF, (int32_t)capture, constructor, NULL, NULL);
        emit2(l, IR_CALL, function, this_value)->text = "field function";
        return;
    }
    IrInstr *fields = constructor->op == IR_CALLEE
                          ? emit_capture(l, info->fields_capture)
                          : emit_integer(l, IR_CAPTURE_OF, (int32_t)info->fields_capture, constructor, NULL, NULL);
    emit2(l, IR_CALL_DIRECT, fields, this_value)->function = info->fields->ir;
}

/* ---- constructors */

static FunctionInfo *new_info(Lower *l, const AstClass *node, IrFunctionKind kind)
{
    FunctionInfo *info = ARENA_NEW(l->program->arena, FunctionInfo);
    info->module = l->module;
    info->class = (AstClass *)node;
    info->home_capture = info->fields_capture = NO_CAPTURE;
    info->ir = ir_function_new(l->module->ir, NULL, kind);
    info->ir->is_strict = true;
    info->ir->start = node->node.start;
    info->ir->end = node->node.end;
    vec_push(&l->program->queue, info);
    return info;
}

static const AstFunction *explicit_constructor(const AstClass *node)
{
    for (uint32_t i = 0; i < node->members.count; i++) {
        const AstMethodDefinition *method = (AstMethodDefinition *)node->members.items[i];
        if (method->node.kind == AST_METHOD_DEFINITION && method->method_kind == METHOD_CONSTRUCTOR)
            return AST_CAST(Function, FUNCTION, method->value);
    }
    return NULL;
}

static FunctionInfo *constructor_info(Lower *l, const AstClass *node)
{
    const AstFunction *f = explicit_constructor(node);
    FunctionInfo *info;
    if (f) {
        info = function_info(l->program, l->module, scope_of_function(&f->node));
        info->class = (AstClass *)node;
        info->ir->start = node->node.start;
        info->ir->end = node->node.end;
    } else {
        info = new_info(l, node, node->super_class ? IR_CLASS_DERIVED : IR_CLASS_BASE);
        info->ir->is_constructor = true;
    }
    if (class_has_fields(node)) {
        info->fields = new_info(l, node, IR_METHOD);
        info->fields->is_fields = true;
        info->fields_capture = info->ir->capture_count++;
    }
    return info;
}

/* 15.7.14 step 14: passes all its arguments on without touching their iteration. */
void class_lower_default_constructor(Lower *l)
{
    bool is_derived = l->b.function->kind == IR_CLASS_DERIVED;
    IrInstr *this_value;
    if (is_derived) {
        IrInstr *active = emit0(l, IR_CALLEE), *parent = emit1(l, IR_SUPER_CONSTRUCTOR, active);
        emit2(l, IR_CHECK_SUPER, parent, active);
        IrInstr *rest = emit_integer(l, IR_REST, 0, NULL, NULL, NULL);
        this_value = emit3(l, IR_NEW_ARRAY_ARGS, parent, emit0(l, IR_NEW_TARGET), rest);
    } else {
        this_value = emit0(l, IR_THIS);
    }
    if (l->info->fields)
        class_run_fields(l, emit0(l, IR_CALLEE), l->info, this_value);
    ir_return(&l->b, is_derived ? this_value : emit_undefined(l));
}

static void bind_this(Lower *l, IrInstr *value)
{
    Binding *binding = l->scope->this_binding;
    IrInstr *old = binding ? binding_read(l, binding) : ir_local_read(&l->b, l->this_local);
    IrBlock *twice = ir_block_new(&l->b), *fresh = ir_block_new(&l->b);
    ir_branch(&l->b, emit1(l, IR_IS_EMPTY, old), fresh, twice);
    block_enter(l, twice);
    emit0(l, IR_THROW_SUPER_TWICE);
    block_enter(l, fresh);
    if (binding)
        binding_initialize(l, binding, value);
    else
        ir_local_write(&l->b, l->this_local, value);
}

/* 13.3.7.1: the parent is found before the arguments are evaluated, and checked after that. */
IrInstr *lower_super_call(Lower *l, const AstNode *n)
{
    const AstCallExpression *node = AST_CAST(CallExpression, CALL, n);
    FunctionScope *scope = scope_with_own_this(l->scope);
    FunctionInfo *info = scope->user;
    bool is_own = l->scope == scope;
    IrInstr *constructor = is_own ? emit0(l, IR_CALLEE) : binding_read(l, l->scope->active_function_binding);
    Binding *target = l->scope->new_target_binding;
    IrInstr *new_target = target ? binding_read(l, target) : emit0(l, IR_NEW_TARGET);
    IrInstr *parent = emit1(l, IR_SUPER_CONSTRUCTOR, constructor), *result;
    if (has_spread(node->arguments)) {
        IrInstr *array = arguments_array(l, node->arguments);
        emit2(l, IR_CHECK_SUPER, parent, constructor);
        result = emit3(l, IR_NEW_ARRAY_ARGS, parent, new_target, array);
    } else {
        IrInstr **operands = operands_with_arguments(l, 2, (IrInstr *[]){parent, new_target}, node->arguments);
        l->b.position = n->start;
        emit2(l, IR_CHECK_SUPER, parent, constructor);
        result = ir_emit(&l->b, IR_CONSTRUCT, 2 + node->arguments.count, operands);
    }
    bind_this(l, result);
    if (scope->is_caller ? scope->caller_fields != NO_CAPTURE : info->fields != NULL)
        class_run_fields(l, constructor, info, result);
    return result;
}

/* ---- members */

static void lower_private_method(Lower *l, ClassBuild *build, const AstMethodDefinition *method)
{
    PrivateName *p = AST_CAST(PrivateIdentifier, PRIVATE_IDENTIFIER, method->key)->declaration;
    PrivateMembers *members = p->user;
    IrInstr *home = method->is_static ? build->constructor : build->prototype;
    int prefix = method->method_kind == METHOD_GET ? 1 : method->method_kind == METHOD_SET ? 2 : 0;
    function_starts_at(l, method->value, method->node.start, method->is_static);
    IrInstr *function = function_closure(l, method->value, private_function_name(l, method->key, prefix), home);
    if (prefix == 1)
        members->getter = function;
    else if (prefix == 2)
        members->setter = function;
    else
        members->method = function;
}

static void lower_method(Lower *l, ClassBuild *build, const AstMethodDefinition *method)
{
    if (method->method_kind == METHOD_CONSTRUCTOR)
        return;
    if (is_private_key(method->key)) {
        lower_private_method(l, build, method);
        return;
    }
    IrInstr *object = method->is_static ? build->constructor : build->prototype;
    int prefix = method->method_kind == METHOD_GET ? 1 : method->method_kind == METHOD_SET ? 2 : 0;
    IrOp op = prefix == 1 ? IR_DEFINE_GETTER : prefix == 2 ? IR_DEFINE_SETTER : IR_DEFINE_METHOD;
    PropertyKey key = property_key(l, method->key, method->is_computed);
    function_starts_at(l, method->value, method->node.start, method->is_static);
    IrInstr *function = function_closure(l, method->value, name_of_key(key, prefix), object);
    emit_integer(l, op, 0, object, property_key_value(l, key), function);
}

static void lower_field_key(Lower *l, ClassBuild *build, const AstPropertyDefinition *field)
{
    if (field->is_accessor)
        lower_refuse(l, &field->node, DIAG_LOWER_UNSUPPORTED, "an accessor field");
    IrInstr *key = NULL;
    if (has_stored_key(field) && !is_private_key(field->key))
        key = property_key(l, field->key, true).value;
    if (field->is_static)
        vec_push(&build->statics, (StaticElement){&field->node, key});
    else if (key)
        vec_push(&build->field_keys, key);
}

static void lower_member_definition(Lower *l, ClassBuild *build, const AstNode *member)
{
    l->b.position = member->start;
    if (member->kind == AST_METHOD_DEFINITION)
        lower_method(l, build, (AstMethodDefinition *)member);
    else if (member->kind == AST_PROPERTY_DEFINITION)
        lower_field_key(l, build, (AstPropertyDefinition *)member);
    else
        vec_push(&build->statics, (StaticElement){member, NULL});
}

/* ---- static elements */

static IrInstr *call_method_like(Lower *l, ClassBuild *build, const AstNode *function, Name name)
{
    FunctionInfo *info = function_info(l->program, l->module, scope_of_function(function));
    info->field_name = name.atom;
    IrInstr *closure = closure_emit(l, info, build->constructor);
    IrInstr *result = emit2(l, IR_CALL_DIRECT, closure, build->constructor);
    result->function = info->ir;
    return result;
}

static void run_static_field(Lower *l, ClassBuild *build, const AstPropertyDefinition *field, IrInstr *stored)
{
    PropertyKey key = stored                       ? (PropertyKey){.value = stored}
                      : is_private_key(field->key) ? (PropertyKey){.value = private_name_read(l, field->key)}
                                                   : constant_key(l, field);
    IrInstr *value = emit_undefined(l);
    if (field->value) {
        Name name = field_function_name(l, field, key);
        value = call_method_like(l, build, field->value, name);
        if (name.key && is_anonymous_function(((AstFunction *)field->value)->body))
            emit_integer(l, IR_SET_NAME, 0, value, name.key, NULL);
    }
    define_field(l, field, build->constructor, key, value);
}

static void run_static_elements(Lower *l, ClassBuild *build)
{
    for (PrivateName *p = build->node->scope ? build->node->scope->private_names : NULL; p; p = p->next)
        if (p->is_static && p->kind != PRIVATE_FIELD)
            add_private_method(l, p, build->constructor);
    for (size_t i = 0; i < build->statics.length; i++) {
        StaticElement element = build->statics.items[i];
        l->b.position = element.member->start;
        if (element.member->kind == AST_CLASS_STATIC_BLOCK)
            call_method_like(l, build, ((AstClassStaticBlock *)element.member)->function, (Name){0});
        else
            run_static_field(l, build, (AstPropertyDefinition *)element.member, element.key);
    }
}

/* ---- the class */

static Binding *inner_name(const AstClass *node)
{
    for (Binding *b = node->scope ? node->scope->first : NULL; b; b = b->next)
        if (b->kind == BIND_CLASS_NAME)
            return b;
    return NULL;
}

static void build_constructor(Lower *l, ClassBuild *build, Name name)
{
    const AstClass *node = build->node;
    IrInstr *parent = node->super_class ? lower_expression(l, node->super_class) : emit0(l, IR_EMPTY);
    l->b.position = node->node.start;
    build->info = constructor_info(l, node);
    build->fields = build->info->fields;
    build->info->ir->name = node->id ? atom_of(l, ((AstIdentifier *)node->id)->name) : name.atom;
    IrInstr *closure = closure_emit(l, build->info, NULL);
    build->constructor = emit2(l, IR_NEW_CLASS, closure, parent);
    build->prototype = emit1(l, IR_CLASS_PROTOTYPE, build->constructor);
    if (name.key && !node->id)
        emit_integer(l, IR_SET_NAME, name.prefix, build->constructor, name.key, NULL);
    if (build->info->home_capture != NO_CAPTURE)
        emit_integer(l, IR_CAPTURE_SET, (int32_t)build->info->home_capture, build->constructor, build->prototype, NULL);
}

IrInstr *lower_class(Lower *l, const AstNode *n, Name name)
{
    ClassBuild build = {.node = AST_CAST(Class, CLASS, n)};
    vec_init(&build.statics, l->program->arena);
    vec_init(&build.field_keys, l->program->arena);
    if (build.node->decorators.count)
        lower_refuse(l, n, DIAG_LOWER_UNSUPPORTED, "a decorator");
    scope_enter(l, build.node->scope);
    declare_private_names(l, build.node);
    build_constructor(l, &build, name);
    for (uint32_t i = 0; i < build.node->members.count; i++)
        lower_member_definition(l, &build, build.node->members.items[i]);
    Binding *inner = inner_name(build.node);
    if (inner)
        binding_initialize(l, inner, build.constructor);
    if (build.fields)
        emit_integer(l, IR_CAPTURE_SET, (int32_t)build.info->fields_capture, build.constructor, fields_closure(l, &build), NULL);
    run_static_elements(l, &build);
    return build.constructor;
}
