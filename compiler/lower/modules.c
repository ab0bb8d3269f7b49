/* Module bodies (16.2.1.6.4), and the expressions that name modules: import(), import.meta, require("..."), ns.name.
 *
 * Import cycles: the body that runs first in a cycle instantiates the hoisted functions of all its modules, so that the
 * cycle finds them; other lexical names start as holes where somebody in the cycle may look too early. */
#include "lower/link.h"

Binding *module_default_binding(ModuleState *module)
{
    for (const ExportEntry *e = module->in->entries.exports; e; e = e->next)
        if (text_is(e->exported, "default") && !e->source.bytes)
            return e->binding;
    return NULL;
}

static void instantiate_functions_of(Lower *l, ModuleState *module)
{
    ModuleState *own = l->module;
    FunctionScope *own_scope = l->scope;
    l->module = module;
    l->scope = module->in->scope;
    scope_instantiate_functions(l, l->scope->scope);
    l->module = own;
    l->scope = own_scope;
}

static void instantiate_members(Lower *l)
{
    for (uint32_t i = 0; i < l->program->module_count; i++) {
        ModuleState *module = &l->program->modules[i];
        if (module_is_esm(module) && module->component == l->module->component)
            instantiate_functions_of(l, module);
    }
}

/* Whichever module of a cycle is evaluated first instantiates the functions of all; a cell says that it was done. */
static void instantiate_component(Lower *l)
{
    IrVariable *done = l->module->component_cell;
    if (!done) {
        instantiate_functions_of(l, l->module);
        return;
    }
    IrInstr *state = emit0(l, IR_MODULE_GET);
    state->variable = done;
    IrBlock *first = ir_block_new(&l->b), *next = ir_block_new(&l->b);
    ir_branch(&l->b, emit1(l, IR_IS_UNDEFINED, state), first, next);
    block_enter(l, first);
    emit1(l, IR_MODULE_SET, emit0(l, IR_TRUE))->variable = done;
    instantiate_members(l);
    ir_jump(&l->b, next);
    block_enter(l, next);
}

/* Fetches what an ES module names of CommonJS and JSON modules; they were evaluated before it. */
static void import_commonjs(Lower *l)
{
    for (const CommonjsImport *import = l->module->commonjs_imports; import; import = import->next) {
        bool is_default = text_is(import->name, "default");
        IrInstr *value = is_default ? emit0(l, IR_IMPORT_DEFAULT)
                                    : emit_key(l, IR_IMPORT_NAMED, atom_of(l, import->name), NULL, NULL);
        value->module = import->target->ir;
        emit1(l, IR_MODULE_SET, value)->variable = import->cell;
    }
}

static void declare_program_this(Lower *l)
{
    Binding *binding = l->scope->this_binding;
    if (!binding || binding->scope->function != l->scope)
        return;
    if (l->module->in->kind == IR_MODULE_ESM)
        binding_declare(l, binding, emit_undefined(l));
    else if (l->module->in->kind == IR_MODULE_SCRIPT)
        binding_declare(l, binding, emit_key(l, IR_GLOBAL_GET, atom_of_text(l, "globalThis"), NULL, NULL));
    else
        binding_declare(l, binding, emit0(l, IR_THIS));
}

static const char *const commonjs_parameters[] = {"exports", "require", "module", "__filename", "__dirname"};

static void declare_commonjs_parameters(Lower *l)
{
    l->b.function->param_count = 5;
    for (Binding *b = l->scope->scope->first; b; b = b->next) {
        if (b->kind != BIND_PARAMETER)
            continue;
        for (uint32_t i = 0; i < 5; i++)
            if (text_is(b->name, commonjs_parameters[i]))
                binding_declare(l, b, emit_param(l, i));
    }
    if (l->scope->arguments_binding && l->scope->arguments_binding->scope->function == l->scope)
        binding_declare(l, l->scope->arguments_binding, emit_integer(l, IR_ARGUMENTS, 1, NULL, NULL, NULL));
}

void module_lower_body(Lower *l)
{
    IrModuleKind kind = l->module->in->kind;
    declare_program_this(l);
    if (kind == IR_MODULE_COMMONJS)
        declare_commonjs_parameters(l);
    if (kind == IR_MODULE_SCRIPT && !l->module->in->caller)
        globals_declare(l, l->scope->scope);
    if (kind == IR_MODULE_ESM) {
        instantiate_component(l);
        import_commonjs(l);
        for (Binding *b = l->scope->scope->first; b; b = b->next)
            if (b->storage != STORAGE_MODULE && b->kind != BIND_THIS)
                binding_declare(l, b, NULL);
    } else {
        scope_make_object(l, l->scope->scope);
        if (l->module->in->caller)
            eval_declare_variables(l, l->module->in->caller);
        scope_enter(l, l->scope->scope);
    }
    l->keeps_completion = l->module->in->returns_completion;
    if (l->keeps_completion) {
        l->completion_local = ir_local_new(&l->b, IR_TYPE_ANY);
        ir_local_write(&l->b, l->completion_local, emit_undefined(l));
    }
    lower_statements(l, l->module->in->program->body);
    if (l->b.block)
        lower_return(l, l->keeps_completion ? ir_local_read(&l->b, l->completion_local) : emit_undefined(l));
}

/* ---- expressions that name modules */

static IrInstr *emit_module(Lower *l, IrOp op, ModuleState *target)
{
    IrInstr *instr = emit0(l, op);
    instr->module = target->ir;
    return instr;
}

static IrInstr *emit_import_failed(Lower *l, const char *message)
{
    IrInstr *failed = emit0(l, IR_IMPORT_FAILED);
    failed->text = message;
    return failed;
}

/* One of the modules that an import(expression) may come to: the request's text is its path, for JSON with the attribute. */
static void lower_guess(Lower *l, const LowerRequest *guess, IrInstr *asked, uint32_t result, IrBlock *end)
{
    ModuleState *target = module_request_target(l->program, guess);
    AstText text = guess->specifier;
    if (target->in->kind == IR_MODULE_JSON) {
        text.bytes = arena_printf(l->program->arena, "%s\njson", text.bytes);
        text.length = (uint32_t)strlen(text.bytes);
    }
    IrBlock *taken = ir_block_new(&l->b), *next = ir_block_new(&l->b);
    ir_branch(&l->b, emit2(l, IR_STRICT_EQ, asked, emit_text(l, text)), taken, next);
    block_enter(l, taken);
    ir_local_write(&l->b, result, emit_module(l, IR_IMPORT_DYNAMIC, target));
    ir_jump(&l->b, end);
    block_enter(l, next);
}

/* 13.3.10.1 with a specifier that is known when it runs. The modules that it can name were found by the texts in this one. */
static IrInstr *lower_computed_import(Lower *l, const AstImportCall *node)
{
    IrInstr *specifier = lower_expression(l, node->specifier);
    IrInstr *options = node->options ? lower_expression(l, node->options) : emit_undefined(l);
    IrBlock *outer = l->b.handler, *failed = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    uint32_t result = ir_local_new(&l->b, IR_TYPE_ANY);
    handler_set(l, failed);
    IrInstr *asked = emit2(l, IR_IMPORT_REQUEST, specifier, options);
    handler_set(l, outer);
    bool has_guess = false;
    for (uint32_t i = 0; i < l->module->in->request_count; i++) {
        const LowerRequest *request = &l->module->in->requests[i];
        if (!request->is_guess || request->failure)
            continue;
        has_guess = true;
        lower_guess(l, request, asked, result, end);
    }
    if (!has_guess)
        lower_refuse(l, &node->node, DIAG_LOWER_IMPORT_EXPRESSION);
    ir_local_write(&l->b, result, emit_import_failed(l, "Cannot find the module: the program was built without it"));
    ir_jump(&l->b, end);
    block_enter(l, failed);
    ir_local_write(&l->b, result, emit1(l, IR_IMPORT_REJECT, emit0(l, IR_TAKE_EXCEPTION)));
    return block_value_merge(l, result, end);
}

IrInstr *lower_import_call(Lower *l, const AstNode *n)
{
    const AstImportCall *node = AST_CAST(ImportCall, IMPORT_CALL, n);
    if (node->specifier->kind != AST_STRING_LITERAL || node->options)
        return lower_computed_import(l, node);
    const LowerRequest *request = module_find_request(l->module, ((AstStringLiteral *)node->specifier)->value, false);
    if (request && !request->failure)
        return emit_module(l, IR_IMPORT_DYNAMIC, module_request_target(l->program, request));
    return emit_import_failed(l, request ? request->failure : "Cannot find the module: nothing is loaded when a program runs");
}

/* 13.3.12: one object a module, made when it is first asked for and kept in a cell. */
IrInstr *lower_import_meta(Lower *l, const AstNode *n)
{
    ModuleState *module = l->module;
    l->b.position = n->start;
    if (!module->meta_cell)
        module->meta_cell = ir_variable_new(module->ir, "import.meta");
    uint32_t result = ir_local_new(&l->b, IR_TYPE_ANY);
    IrBlock *missing = ir_block_new(&l->b), *end = ir_block_new(&l->b);
    IrInstr *kept = emit0(l, IR_MODULE_GET);
    kept->variable = module->meta_cell;
    ir_local_write(&l->b, result, kept);
    ir_branch(&l->b, emit1(l, IR_IS_UNDEFINED, kept), missing, end);
    block_enter(l, missing);
    IrInstr *made = emit_module(l, IR_IMPORT_META, module);
    emit1(l, IR_MODULE_SET, made)->variable = module->meta_cell;
    ir_local_write(&l->b, result, made);
    return block_value_merge(l, result, end);
}

static bool is_require_parameter(const Binding *binding)
{
    return binding && binding->kind == BIND_PARAMETER && binding->scope->kind == SCOPE_PROGRAM &&
           text_is(binding->name, "require") && !binding->is_assigned_after_init;
}

IrInstr *lower_require(Lower *l, const AstNode *n)
{
    const AstCallExpression *node = (AstCallExpression *)n;
    if (node->callee->kind != AST_IDENTIFIER || node->is_optional || node->arguments.count != 1 ||
        node->arguments.items[0]->kind != AST_STRING_LITERAL || !text_is(((AstIdentifier *)node->callee)->name, "require"))
        return NULL;
    AstText specifier = ((AstStringLiteral *)node->arguments.items[0])->value;
    const LowerRequest *request = module_find_request(l->module, specifier, true);
    if (!request || request->failure)
        return NULL;
    ModuleState *target = module_request_target(l->program, request);
    if (is_require_parameter(scope_known_binding(node->callee)))
        return emit_module(l, IR_REQUIRE, target);
    Callee callee = callee_of_identifier(l, node->callee); /* an eval or a `with` may have put another one there */
    IrInstr *call = emit3(l, IR_REQUIRE_BY, callee.function, callee.this_value, emit_text(l, specifier));
    call->module = target->ir;
    return call;
}

static Variable *namespace_of_member(const AstNode *n)
{
    const AstMemberExpression *member = (AstMemberExpression *)n;
    if (n->kind != AST_MEMBER || member->is_computed || member->is_optional || member->object->kind != AST_IDENTIFIER ||
        member->property->kind != AST_IDENTIFIER)
        return NULL;
    Binding *binding = scope_known_binding(member->object);
    if (!binding || binding->kind != BIND_IMPORT || !binding->user)
        return NULL;
    Variable *v = binding->user;
    return v->import_kind == IMPORT_NAMESPACE_OBJECT && module_is_esm(v->import_module) ? v : NULL;
}

static Found find_namespace_member(Lower *l, const AstNode *n)
{
    Variable *v = namespace_of_member(n);
    if (!v)
        return (Found){FOUND_NONE};
    AstText name = ((AstIdentifier *)((AstMemberExpression *)n)->property)->name;
    return module_resolve_export(l->program, v->import_module, name);
}

IrInstr *lower_namespace_member(Lower *l, const AstNode *n)
{
    Found found = find_namespace_member(l, n);
    if (found.kind == FOUND_NAMESPACE)
        return emit_module(l, IR_NAMESPACE, found.module);
    if (found.kind != FOUND_VARIABLE)
        return NULL;
    IrInstr *value = emit0(l, IR_MODULE_GET);
    value->variable = found.cell;
    if (found.binding && found.binding->has_dead_zone && found.module->component == l->module->component) {
        found.cell->starts_empty = true;
        emit_key(l, IR_CHECK_TDZ, atom_of(l, ((AstIdentifier *)((AstMemberExpression *)n)->property)->name), value, NULL);
    }
    return value;
}

Binding *namespace_member_binding(Lower *l, const AstNode *n, ModuleState **ret_module)
{
    Found found = find_namespace_member(l, n);
    if (found.kind != FOUND_VARIABLE || !found.binding)
        return NULL;
    *ret_module = found.module;
    return found.binding;
}
