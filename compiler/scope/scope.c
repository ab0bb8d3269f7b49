/* Scopes, bindings, and the entry point of the analysis. */
#include "scope.h"

#include <assert.h>
#include <string.h>

#include "internal.h"

/* Lookup by name for scopes of more than a few names: open addressing on the address of the interned name. */
struct ScopeTable {
    Binding **slots;
    uint32_t mask;
};

enum { LINEAR_LIMIT = 8 };

static uint32_t hash_of(const char *name)
{
    return (uint32_t)(((uintptr_t)name >> 3) * 2654435761u);
}

static void table_put(struct ScopeTable *table, Binding *binding)
{
    uint32_t at = hash_of(binding->name.bytes) & table->mask;
    while (table->slots[at])
        at = (at + 1) & table->mask;
    table->slots[at] = binding;
}

static void table_grow(Analysis *a, Scope *scope)
{
    uint32_t size = 32;
    while (size < scope->count * 4)
        size *= 2;
    if (!scope->table)
        scope->table = ARENA_NEW(a->arena, struct ScopeTable);
    scope->table->slots = ARENA_ARRAY(a->arena, Binding *, size);
    scope->table->mask = size - 1;
    for (Binding *binding = scope->first; binding; binding = binding->next)
        table_put(scope->table, binding);
}

Binding *scope_find_own(const Scope *scope, AstText name)
{
    if (!scope->table) {
        for (Binding *binding = scope->first; binding; binding = binding->next) {
            if (binding->name.bytes == name.bytes)
                return binding;
        }
        return NULL;
    }
    uint32_t at = hash_of(name.bytes) & scope->table->mask;
    for (; scope->table->slots[at]; at = (at + 1) & scope->table->mask) {
        if (scope->table->slots[at]->name.bytes == name.bytes)
            return scope->table->slots[at];
    }
    return NULL;
}

AstText scope_intern(Analysis *a, const char *text)
{
    return (AstText){name_intern_text(a->names, text), (uint32_t)strlen(text)};
}

Scope *scope_push(Analysis *a, ScopeKind kind, AstNode *node)
{
    Scope *scope = ARENA_NEW(a->arena, Scope);
    scope->kind = kind;
    scope->parent = a->scope;
    scope->function = &a->function->public;
    scope->node = node;
    scope->loop_depth = a->loop_depth;
    scope->is_strict = a->scope ? a->scope->is_strict : a->program->is_strict;
    a->scope = scope;
    return scope;
}

void scope_pop(Analysis *a)
{
    a->scope = a->scope->parent;
}

static bool has_dead_zone(BindingKind kind)
{
    return kind == BIND_LET || kind == BIND_CONST || kind == BIND_CLASS || kind == BIND_CLASS_NAME ||
           kind == BIND_IMPORT || kind == BIND_DEFAULT_EXPORT;
}

Binding *scope_add(Analysis *a, Scope *scope, AstText name, BindingKind kind, AstNode *declaration)
{
    BindingInfo *info = ARENA_NEW(a->arena, BindingInfo);
    Binding *binding = &info->public;
    binding->name = name;
    binding->kind = kind;
    binding->scope = scope;
    binding->declaration = declaration;
    binding->index = scope->count++;
    binding->parameter_index = UINT32_MAX;
    binding->has_dead_zone = has_dead_zone(kind);
    info->case_end = scope->kind == SCOPE_SWITCH ? a->case_end : 0;
    if (scope->last)
        scope->last->next = binding;
    else
        scope->first = binding;
    scope->last = binding;
    if (scope->table && scope->count * 2 <= scope->table->mask)
        table_put(scope->table, binding);
    else if (scope->count > LINEAR_LIMIT)
        table_grow(a, scope);
    vec_push(&a->bindings, info);
    return binding;
}

static bool is_var_like(const Scope *scope, BindingKind kind)
{
    if (kind == BIND_VAR || kind == BIND_PARAMETER || kind == BIND_ARGUMENTS)
        return true;
    /* at the top level of functions and scripts, function declarations are like var (8.2.12) */
    bool is_function_top = scope->kind == SCOPE_FUNCTION || scope->kind == SCOPE_FUNCTION_BODY ||
                           scope->kind == SCOPE_EVAL ||
                           (scope->kind == SCOPE_PROGRAM && !((AstProgram *)scope->node)->is_module);
    return kind == BIND_FUNCTION && is_function_top;
}

/* May the scope hold a second declaration of this kind besides the first (14.2.1, B.3.2.4, B.3.4)? */
static bool may_repeat(const Scope *scope, const Binding *first, BindingKind kind, const AstNode *function)
{
    if (first->kind == BIND_PARAMETER && kind == BIND_PARAMETER)
        return true; /* the check stage decides (15.1.1) */
    if (is_var_like(scope, first->kind) && is_var_like(scope, kind))
        return true;
    if (scope->kind == SCOPE_CATCH && kind == BIND_VAR)
        return true;
    bool both_plain_functions =
        first->kind == BIND_FUNCTION && kind == BIND_FUNCTION && !scope->is_strict && function && first->initializer;
    if (both_plain_functions) {
        const AstFunction *one = (const AstFunction *)first->initializer, *other = (const AstFunction *)function;
        return !one->is_async && !one->is_generator && !other->is_async && !other->is_generator;
    }
    return false;
}

void scope_complain(Analysis *a, const AstNode *node, AstText name)
{
    diag_add(a->diags, a->source, (Span){node->start, node->end}, DIAG_REDECLARED, name.bytes);
}

static Binding *declare_with(Analysis *a, Scope *scope, const AstNode *identifier, BindingKind kind,
                             const AstNode *function)
{
    AstText name = ((const AstIdentifier *)identifier)->name;
    Binding *first = scope_find_own(scope, name);
    if (!first)
        return scope_add(a, scope, name, kind, (AstNode *)identifier);
    if (!may_repeat(scope, first, kind, function)) {
        scope_complain(a, identifier, name);
        if (first->declaration)
            diag_note(a->diags, a->source, (Span){first->declaration->start, first->declaration->end},
                      "first declared here");
        return first;
    }
    if (kind == BIND_FUNCTION && first->kind == BIND_VAR)
        first->kind = BIND_FUNCTION;
    return first;
}

Binding *scope_declare(Analysis *a, Scope *scope, const AstNode *identifier, BindingKind kind)
{
    return declare_with(a, scope, identifier, kind, NULL);
}

Binding *scope_declare_function(Analysis *a, Scope *scope, AstFunction *function)
{
    Binding *binding = declare_with(a, scope, function->id, BIND_FUNCTION, &function->node);
    if (binding->kind == BIND_FUNCTION || binding->kind == BIND_PARAMETER)
        binding->initializer = &function->node;
    return binding;
}

FunctionScope *scope_of_function(const AstNode *node)
{
    if (node->kind == AST_PROGRAM)
        return ((const AstProgram *)node)->scope->function;
    return ((const AstFunction *)node)->scope->function;
}

uint32_t scope_capture_index(const FunctionScope *function, const Binding *binding)
{
    for (const Capture *capture = function->captures; capture; capture = capture->next) {
        if (capture->binding == binding)
            return capture->index;
    }
    assert(!"the function captures the binding");
    return UINT32_MAX;
}

static FunctionScope *analyse(Analysis *a)
{
    size_t before = diags_error_count(a->diags);
    vec_init(&a->functions, a->arena);
    vec_init(&a->bindings, a->arena);
    a->arguments_name = scope_intern(a, "arguments");
    a->eval_name = scope_intern(a, "eval");
    a->default_name = scope_intern(a, "*default*");
    a->may_eval = source_may_eval(a->source);
    a->import_tail = &a->entries.imports;
    a->export_tail = &a->entries.exports;
    if (a->caller)
        visit_eval_code(a);
    else
        visit_program(a);
    if (diags_error_count(a->diags) != before)
        return NULL;
    decide_storage(a);
    return a->program->scope->function;
}

FunctionScope *scope_analyse(Arena *arena, NameTable *names, AstProgram *program, Source *source, Diags *diags,
                             bool is_commonjs, ModuleEntries *ret_entries)
{
    Analysis a = {.arena = arena, .names = names, .source = source, .diags = diags, .is_commonjs = is_commonjs,
                  .program = program};
    FunctionScope *function = analyse(&a);
    if (function && ret_entries)
        *ret_entries = a.entries;
    return function;
}

FunctionScope *scope_analyse_eval(Arena *arena, NameTable *names, AstProgram *program, Source *source, Diags *diags,
                                  EvalCaller *caller)
{
    Analysis a = {.arena = arena, .names = names, .source = source, .diags = diags, .program = program, .caller = caller};
    return analyse(&a);
}
