/* Linking: which variable every imported and exported name means (16.2.1.7), before anything is lowered.
 *
 * Invariant: after modules_link every BIND_IMPORT has a Variable that names a cell or a namespace, or there is a diagnostic. */
#include "lower/link.h"

/* ---- requests */

const LowerRequest *module_find_request(const ModuleState *from, AstText specifier, bool is_require)
{
    for (uint32_t i = 0; i < from->in->request_count; i++) {
        const LowerRequest *request = &from->in->requests[i];
        if (request->is_require == is_require && !request->is_guess && request->specifier.length == specifier.length &&
            !memcmp(request->specifier.bytes, specifier.bytes, specifier.length))
            return request;
    }
    return NULL;
}

ModuleState *module_request_target(Lowering *program, const LowerRequest *request)
{
    return request && !request->failure ? &program->modules[request->module] : NULL;
}

static ModuleState *import_target(Lowering *program, const ModuleState *from, AstText specifier)
{
    return module_request_target(program, module_find_request(from, specifier, false));
}

bool module_is_esm(const ModuleState *module)
{
    return module->in->kind == IR_MODULE_ESM;
}

/* ---- cells for what comes from CommonJS and JSON modules */

static CommonjsImport *commonjs_import(Lowering *program, ModuleState *from, ModuleState *target, AstText name)
{
    for (CommonjsImport *known = from->commonjs_imports; known; known = known->next)
        if (known->target == target && known->name.bytes == name.bytes)
            return known;
    CommonjsImport *import = ARENA_NEW(program->arena, CommonjsImport);
    *import = (CommonjsImport){target, name, ir_variable_new(from->ir, name.bytes), from->commonjs_imports};
    from->commonjs_imports = import;
    return import;
}

static Found find_commonjs(Lowering *program, ModuleState *from, ModuleState *target, AstText name)
{
    const CommonjsImport *import = commonjs_import(program, from, target, name);
    return (Found){.kind = FOUND_VARIABLE, .module = from, .cell = import->cell, .import = import};
}

bool text_is(AstText text, const char *other)
{
    return text.bytes && text.length == strlen(other) && !memcmp(text.bytes, other, text.length);
}

/* ---- 16.2.1.7.3.1 ResolveExport */

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
    if (target->in->kind == IR_MODULE_JSON && !text_is(name, "default"))
        return (Found){FOUND_NONE};
    if (!module_is_esm(target))
        return find_commonjs(program, from, target, name);
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
    return (Found){FOUND_VARIABLE, module, e->binding, variable_of(program, module, e->binding)->cell, NULL};
}

/* Each ES module has cells of its own for what it takes from a CommonJS module. */
static bool is_same(Found a, Found b)
{
    if (a.import && b.import)
        return a.import->target == b.import->target && a.import->name.bytes == b.import->name.bytes;
    return a.kind == b.kind && a.module == b.module && a.cell == b.cell;
}

/* A name through `export * from` target. */
static Found resolve_star(Lowering *program, ModuleState *from, ModuleState *target, AstText name, const Search *search)
{
    if (!target)
        return (Found){FOUND_NONE};
    if (module_is_esm(target))
        return resolve_export(program, target, name, search);
    if (module_names_has(module_commonjs_names(program, target), name))
        return find_commonjs(program, from, target, name);
    return (Found){FOUND_NONE};
}

static Found resolve_stars(Lowering *program, ModuleState *module, AstText name, const Search *search)
{
    Found found = {FOUND_NONE};
    for (const ExportEntry *e = module->in->entries.exports; e; e = e->next) {
        if (e->exported.bytes)
            continue;
        Found other = resolve_star(program, module, import_target(program, module, e->source), name, search);
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

Found module_resolve_export(Lowering *program, ModuleState *module, AstText name)
{
    return resolve_export(program, module, name, NULL);
}

/* ---- linking imports */

static bool report(Lowering *program, ModuleState *module, const AstNode *node, Found found, AstText name)
{
    if (found.kind != FOUND_NONE && found.kind != FOUND_AMBIGUOUS)
        return true;
    DiagId id = found.kind == FOUND_AMBIGUOUS ? DIAG_LOWER_AMBIGUOUS_EXPORT : DIAG_LOWER_NO_EXPORT;
    if (module->in->is_optional) {
        module->fault = diag_message(program->arena, id, name.bytes);
        module->fault_type = diag_error_type(id);
        return false;
    }
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
bool module_names_has(const ModuleNames *names, AstText name)
{
    for (size_t i = 0; i < names->length; i++)
        if (names->items[i].bytes == name.bytes)
            return true;
    return false;
}

static void add_name(ModuleNames *names, AstText name, bool is_star)
{
    if (!module_names_has(names, name) && !(is_star && text_is(name, "default")))
        vec_push(names, name);
}

static void collect_commonjs_names(Lowering *program, ModuleState *module, ModuleNames *names)
{
    const ModuleNames *found = module_commonjs_names(program, module);
    for (size_t i = 0; i < found->length; i++)
        add_name(names, found->items[i], true);
}

static void collect_names(Lowering *program, ModuleState *module, ModuleNames *names, bool is_star, const Search *outer)
{
    for (const Search *s = outer; s; s = s->outer)
        if (s->module == module)
            return;
    Search search = {module, NULL, outer};
    for (const ExportEntry *e = module->in->entries.exports; e; e = e->next) {
        if (e->exported.bytes) {
            add_name(names, e->exported, is_star);
            continue;
        }
        ModuleState *target = import_target(program, module, e->source);
        if (target && module_is_esm(target))
            collect_names(program, target, names, true, &search);
        else if (target)
            collect_commonjs_names(program, target, names);
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
    ModuleNames names = VEC_IN(program->arena);
    collect_names(program, module, &names, false, NULL);
    IrExport *exports = ARENA_ARRAY(program->arena, IrExport, names.length + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < names.length; i++) {
        Found found = module_resolve_export(program, module, names.items[i]);
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
        if (e->exported.bytes && e->imported.bytes)
            report(program, module, e->node, module_resolve_export(program, module, e->exported), e->imported);
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

/* A module that imports one that cannot be linked cannot be linked either. */
static void spread_faults(Lowering *program)
{
    bool has_changed;
    do {
        has_changed = false;
        for (uint32_t i = 0; i < program->module_count; i++) {
            ModuleState *module = &program->modules[i];
            const ModuleEntries *entries = &module->in->entries;
            for (uint32_t k = 0; k < entries->request_count && !module->fault; k++) {
                const ModuleState *target = import_target(program, module, entries->requests[k]);
                if (!target || !target->fault)
                    continue;
                module->fault = target->fault;
                module->fault_type = target->fault_type;
                has_changed = true;
            }
        }
    } while (has_changed);
}

static void link_module(Lowering *program, ModuleState *module)
{
    for (const ImportEntry *e = module->in->entries.imports; e; e = e->next)
        link_import(program, module, e);
    link_requests(program, module);
    check_exports(program, module);
    link_exports(program, module);
}

/* Nothing of it is evaluated or exported. */
static void unlink_module(ModuleState *module)
{
    module->ir->request_count = module->ir->export_count = 0;
    module->commonjs_imports = NULL;
}

void modules_link(Lowering *program)
{
    for (uint32_t i = 0; i < program->module_count; i++)
        if (program->modules[i].in->scope)
            make_cells(program, &program->modules[i]);
    find_components(program);
    spread_faults(program);
    for (uint32_t i = 0; i < program->module_count; i++)
        if (module_is_esm(&program->modules[i]) && !program->modules[i].fault)
            link_module(program, &program->modules[i]);
    spread_faults(program);
    for (uint32_t i = 0; i < program->module_count; i++)
        if (program->modules[i].fault)
            unlink_module(&program->modules[i]);
}
