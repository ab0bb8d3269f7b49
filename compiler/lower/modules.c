/* Modules: linking names to variables (16.2.1.7), the order of instantiation, and module bodies.
 *
 * Import cycles: the body that runs first in a cycle instantiates the hoisted functions of all its modules, so that the
 * cycle finds them; other lexical names start as holes where somebody in the cycle may look too early.
 *
 * Invariant: after modules_link every BIND_IMPORT has a Variable that names a cell or a namespace, or there is a diagnostic. */
#include "lower/internal.h"

/* ---- requests */

static const LowerRequest *find_request(const ModuleState *from, AstText specifier, bool is_require)
{
    for (uint32_t i = 0; i < from->in->request_count; i++) {
        const LowerRequest *request = &from->in->requests[i];
        if (request->is_require == is_require && request->specifier.length == specifier.length &&
            !memcmp(request->specifier.bytes, specifier.bytes, specifier.length))
            return request;
    }
    return NULL;
}

static ModuleState *request_target(Lowering *program, const LowerRequest *request)
{
    return request && !request->failure ? &program->modules[request->module] : NULL;
}

static ModuleState *import_target(Lowering *program, const ModuleState *from, AstText specifier)
{
    return request_target(program, find_request(from, specifier, false));
}

static bool is_esm(const ModuleState *module)
{
    return module->in->kind == IR_MODULE_ESM;
}

/* ---- cells for what comes from CommonJS and JSON modules */

static IrVariable *commonjs_cell(Lowering *program, ModuleState *from, ModuleState *target, AstText name)
{
    for (CommonjsImport *known = from->commonjs_imports; known; known = known->next)
        if (known->target == target && known->name.bytes == name.bytes)
            return known->cell;
    CommonjsImport *import = ARENA_NEW(program->arena, CommonjsImport);
    *import = (CommonjsImport){target, name, ir_variable_new(from->ir, name.bytes), from->commonjs_imports};
    from->commonjs_imports = import;
    return import->cell;
}

static bool text_is(AstText text, const char *other)
{
    return text.bytes && text.length == strlen(other) && !memcmp(text.bytes, other, text.length);
}

/* ---- 16.2.1.7.3.1 ResolveExport */

typedef enum FoundKind { FOUND_NONE, FOUND_AMBIGUOUS, FOUND_VARIABLE, FOUND_NAMESPACE } FoundKind;
typedef struct Found {
    FoundKind kind;
    ModuleState *module;
    Binding *binding;        /* VARIABLE; NULL for values of CommonJS and JSON modules */
    IrVariable *cell;
} Found;
typedef struct Search { /* the resolve set: (module, name) pairs being looked at */
    const ModuleState *module;
    const char *name;
    const struct Search *outer;
} Search;

static Found resolve_export(Lowering *program, ModuleState *module, AstText name, const Search *outer);

/* A name as seen through an edge from -> target. */
static Found resolve_through(Lowering *program, ModuleState *from, ModuleState *target, AstText name, const Search *search)
{
    if (!target)
        return (Found){FOUND_NONE};
    if (!is_esm(target))
        return (Found){FOUND_VARIABLE, from, NULL, commonjs_cell(program, from, target, name)};
    return resolve_export(program, target, name, search);
}

static const ImportEntry *import_entry_of(const ModuleState *module, const Binding *binding)
{
    for (const ImportEntry *e = module->in->entries.imports; e; e = e->next)
        if (e->binding == binding)
            return e;
    return NULL;
}

static Found resolve_import_entry(Lowering *program, ModuleState *module, const ImportEntry *e, const Search *search)
{
    ModuleState *target = import_target(program, module, e->source);
    if (!e->imported.bytes)
        return target ? (Found){FOUND_NAMESPACE, target} : (Found){FOUND_NONE};
    return resolve_through(program, module, target, e->imported, search);
}

static Found resolve_entry(Lowering *program, ModuleState *module, const ExportEntry *e, const Search *search)
{
    if (e->source.bytes) {
        ModuleState *target = import_target(program, module, e->source);
        if (!e->imported.bytes)
            return target ? (Found){FOUND_NAMESPACE, target} : (Found){FOUND_NONE};
        return resolve_through(program, module, target, e->imported, search);
    }
    if (e->binding->kind == BIND_IMPORT)
        return resolve_import_entry(program, module, import_entry_of(module, e->binding), search);
    return (Found){FOUND_VARIABLE, module, e->binding, variable_of(program, module, e->binding)->cell};
}

static bool is_same(Found a, Found b)
{
    return a.kind == b.kind && a.module == b.module && a.cell == b.cell;
}

static Found resolve_stars(Lowering *program, ModuleState *module, AstText name, const Search *search)
{
    Found found = {FOUND_NONE};
    for (const ExportEntry *e = module->in->entries.exports; e; e = e->next) {
        if (e->exported.bytes)
            continue;
        ModuleState *target = import_target(program, module, e->source);
        if (!target || !is_esm(target))
            continue;
        Found other = resolve_export(program, target, name, search);
        if (other.kind == FOUND_AMBIGUOUS)
            return other;
        if (other.kind == FOUND_NONE)
            continue;
        if (found.kind != FOUND_NONE && !is_same(found, other))
            return (Found){FOUND_AMBIGUOUS};
        found = other;
    }
    return found;
}

static Found resolve_export(Lowering *program, ModuleState *module, AstText name, const Search *outer)
{
    for (const Search *s = outer; s; s = s->outer)
        if (s->module == module && s->name == name.bytes)
            return (Found){FOUND_NONE};
    Search search = {module, name.bytes, outer};
    for (const ExportEntry *e = module->in->entries.exports; e; e = e->next)
        if (e->exported.bytes == name.bytes)
            return resolve_entry(program, module, e, &search);
    if (text_is(name, "default"))
        return (Found){FOUND_NONE};
    return resolve_stars(program, module, name, &search);
}

/* ---- linking imports */

static bool report(Lowering *program, const ModuleState *module, const AstNode *node, Found found, AstText name)
{
    if (found.kind != FOUND_NONE && found.kind != FOUND_AMBIGUOUS)
        return true;
    DiagId id = found.kind == FOUND_AMBIGUOUS ? DIAG_LOWER_AMBIGUOUS_EXPORT : DIAG_LOWER_NO_EXPORT;
    return diag_add(program->diags, module->in->source, (Span){node->start, node->end}, id, name.bytes);
}

static void link_import(Lowering *program, ModuleState *module, const ImportEntry *e)
{
    ModuleState *target = import_target(program, module, e->source);
    if (!e->binding || !target)
        return;
    Found found = resolve_import_entry(program, module, e, NULL);
    Variable *v = variable_of(program, module, e->binding);
    if (!report(program, module, e->node, found, e->imported))
        return;
    v->import_module = found.module;
    if (found.kind == FOUND_NAMESPACE) {
        v->import_kind = IMPORT_NAMESPACE_OBJECT;
        return;
    }
    v->import_kind = IMPORT_VARIABLE;
    v->cell = found.cell;
    v->import_binding = found.binding;
    v->import_needs_tdz = found.binding && found.binding->has_dead_zone && found.module->component == module->component;
    if (v->import_needs_tdz)
        v->cell->starts_empty = true;
}

/* The names of a module's namespace, 16.2.1.7.2.1 GetExportedNames. */
typedef VEC(AstText) Names;

static bool has_name(const Names *names, AstText name)
{
    for (size_t i = 0; i < names->length; i++)
        if (names->items[i].bytes == name.bytes)
            return true;
    return false;
}

static void collect_names(Lowering *program, ModuleState *module, Names *names, bool is_star, const Search *outer)
{
    for (const Search *s = outer; s; s = s->outer)
        if (s->module == module)
            return;
    Search search = {module, NULL, outer};
    for (const ExportEntry *e = module->in->entries.exports; e; e = e->next) {
        if (e->exported.bytes) {
            if (!has_name(names, e->exported) && !(is_star && text_is(e->exported, "default")))
                vec_push(names, e->exported);
            continue;
        }
        ModuleState *target = import_target(program, module, e->source);
        if (target && is_esm(target))
            collect_names(program, target, names, true, &search);
    }
}

/* Order of code units; WTF-8 differs from it only above U+FFFF, where surrogates sort below U+E000. */
static int compare_exports(const void *a, const void *b)
{
    const IrAtom *x = ((const IrExport *)a)->name, *y = ((const IrExport *)b)->name;
    uint32_t common = x->length < y->length ? x->length : y->length;
    for (uint32_t i = 0; i < common; i++) {
        uint8_t p = (uint8_t)x->bytes[i], q = (uint8_t)y->bytes[i];
        if (p != q) {
            bool p_is_astral = p >= 0xF0, q_is_astral = q >= 0xF0;
            if (p_is_astral != q_is_astral && (p_is_astral ? q : p) >= 0xEE)
                return p_is_astral ? -1 : 1;
            return p < q ? -1 : 1;
        }
    }
    return x->length < y->length ? -1 : x->length > y->length;
}

static void link_exports(Lowering *program, ModuleState *module)
{
    Names names = VEC_IN(program->arena);
    collect_names(program, module, &names, false, NULL);
    IrExport *exports = ARENA_ARRAY(program->arena, IrExport, names.length + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < names.length; i++) {
        Found found = resolve_export(program, module, names.items[i], NULL);
        if (found.kind == FOUND_NONE || found.kind == FOUND_AMBIGUOUS)
            continue;
        IrExport *e = &exports[count++];
        e->name = ir_atom(program->program, names.items[i].bytes, names.items[i].length);
        e->variable = found.kind == FOUND_VARIABLE ? found.cell : NULL;
        e->namespace_of = found.kind == FOUND_NAMESPACE ? found.module->ir : NULL;
        if (found.binding && found.binding->has_dead_zone)
            found.cell->starts_empty = true;
    }
    qsort(exports, count, sizeof *exports, compare_exports);
    module->ir->exports = exports;
    module->ir->export_count = count;
}

/* Indirect exports must lead somewhere (16.2.1.7.3.1 step 1.a of InitializeEnvironment). */
static void check_exports(Lowering *program, ModuleState *module)
{
    for (const ExportEntry *e = module->in->entries.exports; e; e = e->next) {
        ModuleState *target = e->source.bytes ? import_target(program, module, e->source) : NULL;
        if (!target)
            continue;
        if (!e->exported.bytes && !is_esm(target))
            diag_add(program->diags, module->in->source, (Span){e->node->start, e->node->end}, DIAG_LOWER_STAR_COMMONJS);
        if (e->exported.bytes && e->imported.bytes)
            report(program, module, e->node, resolve_export(program, module, e->exported, NULL), e->imported);
    }
}

/* ---- strongly connected components of static imports (Tarjan 1972); without recursion */

typedef struct Visit { ModuleState *module; uint32_t request; } Visit;
typedef struct Components {
    Lowering *program;
    VEC(ModuleState *) stack;
    VEC(Visit) path;
    uint32_t next_index, next_component;
} Components;

static void component_enter(Components *c, ModuleState *module)
{
    module->visit_index = module->visit_low = ++c->next_index;
    module->is_on_stack = true;
    vec_push(&c->stack, module);
    vec_push(&c->path, (Visit){module, 0});
}

static void component_leave(Components *c, ModuleState *module)
{
    (void)vec_pop(&c->path);
    if (c->path.length) {
        ModuleState *parent = vec_last(&c->path).module;
        if (module->visit_low < parent->visit_low)
            parent->visit_low = module->visit_low;
    }
    if (module->visit_low != module->visit_index)
        return;
    uint32_t number = ++c->next_component;
    ModuleState *member;
    do {
        member = vec_pop(&c->stack);
        member->is_on_stack = false;
        member->component = number;
    } while (member != module);
}

static void component_step(Components *c)
{
    Visit *visit = &vec_last(&c->path);
    ModuleState *module = visit->module;
    if (visit->request == module->in->entries.request_count) {
        component_leave(c, module);
        return;
    }
    ModuleState *target = import_target(c->program, module, module->in->entries.requests[visit->request++]);
    if (!target)
        return;
    if (!target->visit_index)
        component_enter(c, target);
    else if (target->is_on_stack && target->visit_index < module->visit_low)
        module->visit_low = target->visit_index;
}

static void find_components(Lowering *program)
{
    Components c = {.program = program, .stack = VEC_IN(program->arena), .path = VEC_IN(program->arena)};
    for (uint32_t i = 0; i < program->module_count; i++) {
        if (!program->modules[i].visit_index)
            component_enter(&c, &program->modules[i]);
        while (c.path.length)
            component_step(&c);
    }
    ModuleState **first = ARENA_ARRAY(program->arena, ModuleState *, c.next_component + 1);
    for (uint32_t i = 0; i < program->module_count; i++) {
        ModuleState *module = &program->modules[i];
        if (!first[module->component])
            first[module->component] = module;
        else if (!first[module->component]->component_cell)
            first[module->component]->component_cell = ir_variable_new(first[module->component]->ir, "(cycle)");
    }
    for (uint32_t i = 0; i < program->module_count; i++)
        program->modules[i].component_cell = first[program->modules[i].component]->component_cell;
}

/* In source order, each once: the runtime evaluates them before the module. */
static void link_requests(Lowering *program, ModuleState *module)
{
    const ModuleEntries *entries = &module->in->entries;
    module->ir->requests = ARENA_ARRAY(program->arena, IrModule *, entries->request_count + 1);
    for (uint32_t i = 0; i < entries->request_count; i++) {
        ModuleState *target = import_target(program, module, entries->requests[i]);
        if (target)
            module->ir->requests[module->ir->request_count++] = target->ir;
    }
}

static void make_cells(Lowering *program, ModuleState *module)
{
    Scope *scopes[] = {module->in->scope->scope, module->in->scope->body_scope};
    for (int i = 0; i < 2; i++)
        for (Binding *b = scopes[i] ? scopes[i]->first : NULL; b; b = b->next)
            variable_of(program, module, b);
}

void modules_link(Lowering *program)
{
    for (uint32_t i = 0; i < program->module_count; i++)
        if (program->modules[i].in->scope)
            make_cells(program, &program->modules[i]);
    find_components(program);
    for (uint32_t i = 0; i < program->module_count; i++) {
        ModuleState *module = &program->modules[i];
        if (!is_esm(module))
            continue;
        for (const ImportEntry *e = module->in->entries.imports; e; e = e->next)
            link_import(program, module, e);
        link_requests(program, module);
        check_exports(program, module);
        link_exports(program, module);
    }
}

/* ---- bodies */

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
        if (is_esm(module) && module->component == l->module->component)
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

static void declare_script_globals(Lower *l)
{
    for (Binding *b = l->scope->scope->first; b; b = b->next)
        if (b->storage == STORAGE_GLOBAL && b->kind == BIND_VAR)
            emit_key(l, IR_GLOBAL_VAR, atom_of(l, b->name), NULL, NULL);
}

void module_lower_body(Lower *l)
{
    IrModuleKind kind = l->module->in->kind;
    declare_program_this(l);
    if (kind == IR_MODULE_COMMONJS)
        declare_commonjs_parameters(l);
    if (kind == IR_MODULE_SCRIPT)
        declare_script_globals(l);
    if (kind == IR_MODULE_ESM) {
        instantiate_component(l);
        import_commonjs(l);
        for (Binding *b = l->scope->scope->first; b; b = b->next)
            if (b->storage != STORAGE_MODULE && b->kind != BIND_THIS)
                binding_declare(l, b, NULL);
    } else {
        scope_enter(l, l->scope->scope);
    }
    lower_statements(l, l->module->in->program->body);
    if (l->b.block)
        lower_return(l, emit_undefined(l));
}

/* ---- expressions that name modules */

static IrInstr *emit_module(Lower *l, IrOp op, ModuleState *target)
{
    IrInstr *instr = emit0(l, op);
    instr->module = target->ir;
    return instr;
}

IrInstr *lower_import_call(Lower *l, const AstNode *n)
{
    const AstImportCall *node = AST_CAST(ImportCall, IMPORT_CALL, n);
    const LowerRequest *request = NULL;
    if (node->specifier->kind == AST_STRING_LITERAL)
        request = find_request(l->module, ((AstStringLiteral *)node->specifier)->value, false);
    if (!request) {
        lower_refuse(l, n, DIAG_LOWER_IMPORT_EXPRESSION);
        lower_expression(l, node->specifier);
    }
    if (node->options)
        lower_expression(l, node->options);
    if (request && !request->failure)
        return emit_module(l, IR_IMPORT_DYNAMIC, request_target(l->program, request));
    IrInstr *failed = emit0(l, IR_IMPORT_FAILED);
    failed->text = request ? request->failure : "Cannot find the module: import() was given no string literal";
    return failed;
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
        node->arguments.items[0]->kind != AST_STRING_LITERAL || !is_require_parameter(scope_reference(node->callee)->binding))
        return NULL;
    const LowerRequest *request = find_request(l->module, ((AstStringLiteral *)node->arguments.items[0])->value, true);
    if (!request || request->failure)
        return NULL;
    return emit_module(l, IR_REQUIRE, request_target(l->program, request));
}

static Variable *namespace_of_member(const AstNode *n)
{
    const AstMemberExpression *member = (AstMemberExpression *)n;
    if (n->kind != AST_MEMBER || member->is_computed || member->is_optional || member->object->kind != AST_IDENTIFIER ||
        member->property->kind != AST_IDENTIFIER)
        return NULL;
    Binding *binding = scope_reference(member->object)->binding;
    if (!binding || binding->kind != BIND_IMPORT || !binding->user)
        return NULL;
    Variable *v = binding->user;
    return v->import_kind == IMPORT_NAMESPACE_OBJECT && is_esm(v->import_module) ? v : NULL;
}

static Found find_namespace_member(Lower *l, const AstNode *n)
{
    Variable *v = namespace_of_member(n);
    if (!v)
        return (Found){FOUND_NONE};
    AstText name = ((AstIdentifier *)((AstMemberExpression *)n)->property)->name;
    return resolve_export(l->program, v->import_module, name, NULL);
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
