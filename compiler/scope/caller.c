/* The scopes around a direct eval as text: written where the call is compiled, read where the code that it runs is.
 *
 *     flags {kind binding binding ... {kind binding ...
 *
 * The flags are letters: `s`trict, `n`ew.target, super `p`roperty, no `a`rguments, super `c`all with the number of the
 * field function's capture. Scopes come outermost first. A binding is its kind, its storage, whether it may be the hole
 * (`!` or `.`), and its name; kinds and storages are letters from `a` on, in the order of their enumerations. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

/* ---- what a site's code is given */

typedef VEC(EvalValue) EvalValueVec;

static bool is_captured_by(const FunctionScope *function, const Binding *binding)
{
    for (const Capture *capture = function->captures; capture; capture = capture->next)
        if (capture->binding == binding)
            return true;
    return false;
}

static void collect_values(const EvalSite *site, const Scope *scope, EvalValueVec *values)
{
    if (scope->parent)
        collect_values(site, scope->parent, values);
    for (Binding *binding = scope->first; binding; binding = binding->next) {
        BindingStorage storage = binding->storage == STORAGE_MODULE ? STORAGE_REFERENCE : binding->storage;
        bool is_given = binding->is_module_level || is_captured_by(site->function, binding);
        if (is_given && binding->kind != BIND_DEFAULT_EXPORT)
            vec_push(values, (EvalValue){binding, storage});
    }
}

EvalValue *eval_site_values(Arena *arena, const EvalSite *site, uint32_t *ret_count)
{
    EvalValueVec values = VEC_IN(arena);
    collect_values(site, site->scope, &values);
    *ret_count = (uint32_t)values.length;
    return values.items;
}

/* ---- writing */

static void write_flags(StrBuf *out, const EvalSite *site, uint32_t field_function)
{
    const FunctionScope *function = site->function;
    if (function->is_strict)
        strbuf_addc(out, 's');
    if (function->uses_new_target)
        strbuf_addc(out, 'n');
    if (function->uses_super_property)
        strbuf_addc(out, 'p');
    if (function->forbids_arguments)
        strbuf_addc(out, 'a');
    if (function->uses_super_call)
        strbuf_addf(out, "c%u", field_function);
}

/* Nobody looks up a pseudo binding by name, but for `arguments`. */
static bool has_written_name(const Binding *binding)
{
    return binding->kind < BIND_THIS || binding->kind == BIND_ARGUMENTS;
}

static void write_scope(StrBuf *out, const Scope *scope, const EvalValue **value, const EvalValue *end)
{
    if (scope->parent)
        write_scope(out, scope->parent, value, end);
    strbuf_addf(out, " {%c", 'a' + scope->kind);
    for (; *value < end && (*value)->binding->scope == scope; (*value)++) {
        const Binding *binding = (*value)->binding;
        strbuf_addf(out, " %c%c%c%s", 'a' + binding->kind, 'a' + (*value)->storage, binding->needs_dead_zone ? '!' : '.',
                    has_written_name(binding) ? binding->name.bytes : "");
    }
}

const char *eval_site_describe(Arena *arena, const EvalSite *site, const EvalValue *values, uint32_t count,
                               uint32_t field_function)
{
    StrBuf out = {0};
    write_flags(&out, site, field_function);
    write_scope(&out, site->scope, &values, values + count);
    const char *text = arena_strndup(arena, strbuf_text(&out), out.length);
    strbuf_free(&out);
    return text;
}

/* ---- reading */

typedef struct Reader {
    Arena *arena;
    NameTable *names;
    const char *at;
    EvalCaller *caller;
    Capture **captures;
} Reader;

static void read_flags(Reader *r)
{
    EvalCaller *caller = r->caller;
    for (; *r->at && *r->at != ' '; r->at++) {
        switch (*r->at) {
        case 's': caller->is_strict = true; break;
        case 'n': caller->allows_new_target = true; break;
        case 'p': caller->allows_super_property = true; break;
        case 'a': caller->forbids_arguments = true; break;
        case 'c':
            caller->allows_super_call = true;
            caller->function->caller_fields = (uint32_t)strtoul(r->at + 1, (char **)&r->at, 10);
            r->at--;
            break;
        }
    }
}

static void read_scope(Reader *r)
{
    Scope *scope = ARENA_NEW(r->arena, Scope);
    scope->kind = (ScopeKind)(r->at[1] - 'a');
    scope->parent = r->caller->scope;
    scope->function = r->caller->function;
    scope->is_strict = r->caller->is_strict;
    r->caller->scope = scope;
    r->at += 2;
}

/* The pseudo bindings are where uses look for them. */
static void link_pseudo_binding(FunctionScope *function, Binding *binding)
{
    switch ((int)binding->kind) {
    case BIND_THIS: function->this_binding = binding; return;
    case BIND_NEW_TARGET: function->new_target_binding = binding; return;
    case BIND_HOME_OBJECT: function->home_object_binding = binding; return;
    case BIND_ACTIVE_FUNCTION: function->active_function_binding = binding; return;
    case BIND_SCOPE_OBJECT: binding->scope->object = binding; return;
    }
}

static void add_capture(Reader *r, Binding *binding)
{
    Capture *capture = ARENA_NEW(r->arena, Capture);
    *capture = (Capture){binding, r->caller->function->capture_count++, NULL};
    *r->captures = capture;
    r->captures = &capture->next;
}

static void add_private_name(Reader *r, Binding *binding)
{
    PrivateName *name = ARENA_NEW(r->arena, PrivateName);
    const char *text = binding->name.bytes + 1; /* after the # */
    name->name = (AstText){name_intern_text(r->names, text), binding->name.length - 1};
    name->binding = binding;
    name->next = binding->scope->private_names;
    binding->scope->private_names = name;
}

static void read_binding(Reader *r)
{
    Scope *scope = r->caller->scope;
    Binding *binding = &ARENA_NEW(r->arena, BindingInfo)->public;
    size_t length = strcspn(r->at + 3, " ");
    binding->kind = (BindingKind)(r->at[0] - 'a');
    binding->storage = (BindingStorage)(r->at[1] - 'a');
    binding->needs_dead_zone = binding->has_dead_zone = r->at[2] == '!';
    binding->name = (AstText){name_intern(r->names, r->at + 3, length), (uint32_t)length};
    binding->scope = scope;
    binding->index = scope->count++;
    binding->parameter_index = UINT32_MAX;
    binding->is_assigned_after_init = true;
    *(scope->last ? &scope->last->next : &scope->first) = binding;
    scope->last = binding;
    link_pseudo_binding(r->caller->function, binding);
    if (binding->storage != STORAGE_GLOBAL)
        add_capture(r, binding);
    if (binding->kind == BIND_PRIVATE_NAME)
        add_private_name(r, binding);
    r->at += 3 + length;
}

EvalCaller *eval_caller_read(Arena *arena, NameTable *names, const char *text)
{
    EvalCaller *caller = ARENA_NEW(arena, EvalCaller);
    if (!text)
        return caller;
    caller->function = &ARENA_NEW(arena, FunctionInfo)->public;
    caller->function->is_caller = true;
    caller->function->caller_fields = UINT32_MAX;
    Reader r = {arena, names, text, caller, &caller->function->captures};
    read_flags(&r);
    while (*r.at == ' ') {
        r.at++;
        if (*r.at == '{')
            read_scope(&r);
        else
            read_binding(&r);
    }
    return caller;
}
