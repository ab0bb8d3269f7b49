/* Bindings at run time: where each lives, how it is read, written, initialised and captured.
 *
 * Invariant: a binding of the function being built that is LOCAL, COPY or BOX has its IR local from the entry of its scope on;
 * what an inner function captures is the local's raw value (the box itself for BOX). */
#include "lower/internal.h"

Variable *variable_of(Lowering *program, ModuleState *module, Binding *binding)
{
    if (binding->user)
        return binding->user;
    Variable *v = ARENA_NEW(program->arena, Variable);
    v->storage = binding->storage;
    if (v->storage == STORAGE_MODULE && binding->kind != BIND_IMPORT) {
        v->cell = ir_variable_new(module->ir, binding->name.bytes);
        v->cell->starts_empty = binding->needs_dead_zone;
        v->cell->starts_unread = binding->has_dead_zone && !binding->needs_dead_zone;
    }
    binding->user = v;
    return v;
}

static bool is_lexical(const Binding *binding)
{
    return binding->kind == BIND_LET || binding->kind == BIND_CONST || binding->kind == BIND_CLASS ||
           binding->kind == BIND_CLASS_NAME || binding->has_dead_zone;
}

static bool is_own(const Lower *l, const Binding *binding)
{
    return binding->scope->function == l->scope;
}

static IrInstr *initial_value(Lower *l, const Binding *binding)
{
    return emit0(l, binding->needs_dead_zone && is_lexical(binding) ? IR_EMPTY : IR_UNDEFINED);
}

void binding_declare(Lower *l, Binding *binding, IrInstr *initial)
{
    Variable *v = variable_of(l->program, l->module, binding);
    if (v->storage == STORAGE_GLOBAL)
        return;
    if (v->storage == STORAGE_MODULE) {
        if (initial || binding->scope->kind != SCOPE_PROGRAM)
            emit1(l, IR_MODULE_SET, initial ? initial : initial_value(l, binding))->variable = v->cell;
        return;
    }
    if (!v->has_local) {
        v->local = ir_local_new(&l->b, IR_TYPE_ANY);
        v->has_local = true;
    }
    if (!initial)
        initial = initial_value(l, binding);
    if (v->storage == STORAGE_BOX)
        initial = emit1(l, IR_BOX_NEW, initial);
    ir_local_write(&l->b, v->local, initial);
}

IrInstr *binding_raw(Lower *l, Binding *binding)
{
    Variable *v = variable_of(l->program, l->module, binding);
    if (!is_own(l, binding))
        return emit_capture(l, l->capture_base + scope_capture_index(l->scope, binding));
    if (!v->has_local)
        binding_declare(l, binding, NULL);
    return ir_local_read(&l->b, v->local);
}

IrInstr *binding_read(Lower *l, Binding *binding)
{
    Variable *v = variable_of(l->program, l->module, binding);
    IrInstr *instr;
    switch (v->storage) {
    case STORAGE_LOCAL:
    case STORAGE_COPY:
        return binding_raw(l, binding);
    case STORAGE_BOX:
        return emit1(l, IR_BOX_GET, binding_raw(l, binding));
    case STORAGE_MODULE:
        instr = emit0(l, IR_MODULE_GET);
        instr->variable = v->cell;
        return instr;
    case STORAGE_GLOBAL:
        return emit_key(l, IR_GLOBAL_GET, atom_of(l, binding->name), NULL, NULL);
    case STORAGE_REFERENCE:
        return emit1(l, IR_REF_GET, binding_raw(l, binding));
    case STORAGE_OBJECT: /* its uses find the object themselves */
        break;
    }
    return NULL;
}

void binding_initialize(Lower *l, Binding *binding, IrInstr *value)
{
    Variable *v = variable_of(l->program, l->module, binding);
    switch (v->storage) {
    case STORAGE_LOCAL:
    case STORAGE_COPY:
        assert(is_own(l, binding));
        if (!v->has_local)
            binding_declare(l, binding, value);
        else
            ir_local_write(&l->b, v->local, value);
        return;
    case STORAGE_BOX:
        emit2(l, IR_BOX_SET, binding_raw(l, binding), value);
        return;
    case STORAGE_MODULE:
        emit1(l, IR_MODULE_SET, value)->variable = v->cell;
        return;
    case STORAGE_GLOBAL:
        emit_key(l, IR_GLOBAL_SET, atom_of(l, binding->name), value, NULL)->integer = l->b.function->is_strict;
        return;
    case STORAGE_REFERENCE:
        emit2(l, IR_REF_SET, binding_raw(l, binding), value);
        return;
    case STORAGE_OBJECT:
        emit_key(l, IR_SCOPE_SET, atom_of(l, binding->name), binding_read(l, l->module->in->caller->variable_object),
                 value);
        return;
    }
}

static bool is_made_elsewhere(const Binding *binding)
{
    switch (binding->kind) {
    case BIND_THIS:
    case BIND_NEW_TARGET:
    case BIND_ARGUMENTS:
    case BIND_HOME_OBJECT:
    case BIND_ACTIVE_FUNCTION:
    case BIND_PARAMETER:
    case BIND_IMPORT:
    case BIND_FUNCTION_NAME:
    case BIND_PRIVATE_NAME:
    case BIND_SCOPE_OBJECT:
        return true;
    case BIND_VAR:
    case BIND_LET:
    case BIND_CONST:
    case BIND_CLASS:
    case BIND_FUNCTION:
    case BIND_CATCH_PARAMETER:
    case BIND_CLASS_NAME:
    case BIND_DEFAULT_EXPORT:
        return false;
    }
    return false;
}

/* The declaration whose function the binding holds from the scope's entry on; also for parameters and `arguments` that a
 * function declaration of the body redeclares, and for anonymous default exports. */
static const AstFunction *hoisted_function(const Binding *binding)
{
    if (binding->kind != BIND_FUNCTION && binding->kind != BIND_PARAMETER && binding->kind != BIND_ARGUMENTS &&
        binding->kind != BIND_DEFAULT_EXPORT)
        return NULL;
    const AstNode *n = binding->initializer;
    return n && n->kind == AST_FUNCTION && ((AstFunction *)n)->is_declaration ? (AstFunction *)n : NULL;
}

void scope_instantiate_functions(Lower *l, Scope *scope)
{
    for (Binding *b = scope->first; b; b = b->next) {
        const AstFunction *f = hoisted_function(b);
        if (!f)
            continue;
        const IrAtom *name = b->kind == BIND_DEFAULT_EXPORT ? atom_of_text(l, "default") : atom_of(l, b->name);
        IrInstr *closure = function_closure(l, &f->node, name_of_atom(name), NULL);
        if (b->storage == STORAGE_GLOBAL)
            emit_key(l, IR_GLOBAL_FUNCTION, atom_of(l, b->name), closure, NULL)->integer = false;
        else
            binding_initialize(l, b, closure);
    }
}

/* Before anything captures it. */
void scope_make_object(Lower *l, Scope *scope)
{
    if (scope && scope->object && scope->kind != SCOPE_WITH)
        binding_declare(l, scope->object, emit0(l, IR_SCOPE_NEW));
}

/* Storage first, for all: a hoisted function may capture the box of any of them. */
void scope_enter(Lower *l, Scope *scope)
{
    if (!scope)
        return;
    for (Binding *b = scope->first; b; b = b->next)
        if (!is_made_elsewhere(b))
            binding_declare(l, b, NULL);
    scope_instantiate_functions(l, scope);
}

/* 14.7.4.4 CreatePerIterationEnvironment: closures of the round that ends keep the old boxes. */
void scope_fresh_copies(Lower *l, Scope *scope)
{
    for (Binding *b = scope->first; b; b = b->next) {
        Variable *v = variable_of(l->program, l->module, b);
        if (v->storage != STORAGE_BOX)
            continue;
        IrInstr *value = emit1(l, IR_BOX_GET, ir_local_read(&l->b, v->local));
        ir_local_write(&l->b, v->local, emit1(l, IR_BOX_NEW, value));
    }
}

static void check_dead_zone(Lower *l, IrInstr *value, AstText name)
{
    emit_key(l, IR_CHECK_TDZ, atom_of(l, name), value, NULL);
}

static IrInstr *import_read(Lower *l, Binding *binding, Variable *v)
{
    IrInstr *instr;
    if (v->import_kind == IMPORT_NAMESPACE_OBJECT) {
        instr = emit0(l, IR_NAMESPACE);
        instr->module = v->import_module->ir;
        return instr;
    }
    instr = emit0(l, IR_MODULE_GET);
    instr->variable = v->cell;
    if (v->import_needs_tdz)
        check_dead_zone(l, instr, binding->name);
    return instr;
}

static bool text_equals(AstText text, const char *other)
{
    return text.length == strlen(other) && !memcmp(text.bytes, other, text.length);
}

/* A name that no scope declares. undefined, NaN and Infinity cannot be changed (19.1), so they are constants. */
static IrInstr *global_read(Lower *l, AstText name)
{
    if (text_equals(name, "undefined"))
        return emit_undefined(l);
    if (text_equals(name, "NaN"))
        return ir_emit_number(&l->b, __builtin_nan(""));
    if (text_equals(name, "Infinity"))
        return ir_emit_number(&l->b, __builtin_inf());
    return emit_key(l, IR_GLOBAL_GET, atom_of(l, name), NULL, NULL);
}

IrInstr *identifier_read_static(Lower *l, const AstNode *identifier)
{
    const AstIdentifier *id = AST_CAST(Identifier, IDENTIFIER, identifier);
    Reference *reference = id->reference;
    if (!reference->binding)
        return global_read(l, id->name);
    Binding *binding = reference->binding;
    Variable *v = variable_of(l->program, l->module, binding);
    if (binding->kind == BIND_IMPORT)
        return import_read(l, binding, v);
    IrInstr *value = binding_read(l, binding);
    if (reference->needs_tdz)
        check_dead_zone(l, value, id->name);
    return value;
}

static bool is_constant(const Binding *binding)
{
    return binding->kind == BIND_CONST || binding->kind == BIND_CLASS_NAME || binding->kind == BIND_IMPORT;
}

void identifier_write_static(Lower *l, const AstNode *identifier, IrInstr *value)
{
    const AstIdentifier *id = AST_CAST(Identifier, IDENTIFIER, identifier);
    Reference *reference = id->reference;
    Binding *binding = reference->binding;
    if (!binding) {
        emit_key(l, IR_GLOBAL_SET, atom_of(l, id->name), value, NULL)->integer = reference->is_strict;
        return;
    }
    if (reference->is_initialization) {
        binding_initialize(l, binding, value);
        return;
    }
    if (reference->needs_tdz && binding->kind != BIND_IMPORT)
        check_dead_zone(l, binding_read(l, binding), id->name);
    if (is_constant(binding) || (binding->kind == BIND_FUNCTION_NAME && reference->is_strict)) {
        emit_key(l, IR_THROW_CONST, atom_of(l, id->name), NULL, NULL);
        return;
    }
    if (binding->kind == BIND_FUNCTION_NAME)
        return;
    if (variable_of(l->program, l->module, binding)->storage == STORAGE_GLOBAL)
        emit_key(l, IR_GLOBAL_SET, atom_of(l, id->name), value, NULL)->integer = reference->is_strict;
    else
        binding_initialize(l, binding, value);
}

FunctionScope *scope_with_own_this(FunctionScope *scope)
{
    while (scope->is_arrow && scope->parent)
        scope = scope->parent;
    return scope;
}

IrInstr *this_read(Lower *l)
{
    Binding *binding = l->scope->this_binding;
    IrInstr *value = binding ? binding_read(l, binding)
                             : l->has_this_local ? ir_local_read(&l->b, l->this_local) : emit0(l, IR_THIS);
    if (binding ? !binding->has_dead_zone : !l->has_this_local)
        return value;
    IrBlock *missing = ir_block_new(&l->b), *bound = ir_block_new(&l->b);
    ir_branch(&l->b, emit1(l, IR_IS_EMPTY, value), missing, bound);
    block_enter(l, missing);
    emit0(l, IR_THROW_THIS);
    block_enter(l, bound);
    return value;
}

IrInstr *private_name_read(Lower *l, const AstNode *private_identifier)
{
    PrivateName *name = AST_CAST(PrivateIdentifier, PRIVATE_IDENTIFIER, private_identifier)->declaration;
    return binding_read(l, name->binding);
}
