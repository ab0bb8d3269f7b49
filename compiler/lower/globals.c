/* What scripts and evals declare globally (16.1.7 GlobalDeclarationInstantiation, 19.2.1.3).
 *
 * Invariant: whether all can be declared is seen before any is. A script's lexical names stay its own static cells; other
 * scripts are given references to them. */
#include "lower/internal.h"

enum { GLOBAL_VARIABLE, GLOBAL_FUNCTION, GLOBAL_LEXICAL }; /* JsGlobalKind of the runtime */

static bool is_lexical(const Binding *b)
{
    return b->kind == BIND_LET || b->kind == BIND_CONST || b->kind == BIND_CLASS;
}

static void check(Lower *l, const Binding *b, int32_t kind)
{
    emit_key(l, IR_GLOBAL_CHECK, atom_of(l, b->name), NULL, NULL)->integer = kind;
}

void globals_check(Lower *l, const Scope *variables)
{
    for (const Binding *b = variables->first; b; b = b->next)
        if (b->storage == STORAGE_GLOBAL)
            check(l, b, b->kind == BIND_FUNCTION ? GLOBAL_FUNCTION : GLOBAL_VARIABLE);
}

static void share_lexical(Lower *l, Binding *b)
{
    IrVariable *cell = variable_of(l->program, l->module, b)->cell;
    cell->starts_empty = true;
    IrInstr *reference = emit0(l, IR_MODULE_REF);
    reference->variable = cell;
    emit_key(l, IR_GLOBAL_LEXICAL, atom_of(l, b->name), reference, NULL)->integer = b->kind == BIND_CONST;
}

void globals_declare(Lower *l, const Scope *script)
{
    for (const Binding *b = script->first; b; b = b->next)
        if (is_lexical(b))
            check(l, b, GLOBAL_LEXICAL);
    globals_check(l, script);
    for (Binding *b = script->first; b; b = b->next)
        if (is_lexical(b))
            share_lexical(l, b);
    for (Binding *b = script->first; b; b = b->next)
        if (b->storage == STORAGE_GLOBAL && b->kind == BIND_VAR)
            emit_key(l, IR_GLOBAL_VAR, atom_of(l, b->name), NULL, NULL)->integer = false;
}
