/* Identifiers that a dynamic scope may have: the properties of a with statement's object are names of its body (9.1.1.2),
 * and those of a function's scope object are what direct evals declared there.
 *
 * Invariant: a reference is resolved once, where it is evaluated: `found` is the object that has the name then, or the
 * hole when none of the dynamic scopes has it; what is read, written and called through it follows that. An identifier
 * without dynamic scopes around (found == NULL) costs nothing. */
#include "lower/internal.h"

static const IrAtom *name_of(Lower *l, const AstNode *identifier)
{
    return atom_of(l, AST_CAST(Identifier, IDENTIFIER, identifier)->name);
}

IrInstr *dynamic_find(Lower *l, const AstNode *identifier)
{
    VEC(IrInstr *) objects = VEC_IN(l->program->arena);
    for (DynamicScope *scope = scope_reference(identifier)->dynamic; scope; scope = scope->next)
        vec_push(&objects, binding_read(l, scope->object));
    if (!objects.length)
        return NULL;
    return ir_emit_key(&l->b, IR_SCOPE_FIND, name_of(l, identifier), (uint32_t)objects.length, objects.items);
}

/* The two ways: through the object that was found, and past all dynamic scopes. Each gives the result local a value. */
typedef struct Ways { IrBlock *object, *other, *end; uint32_t result; } Ways;

static Ways ways_open(Lower *l, IrInstr *found)
{
    Ways ways = {ir_block_new(&l->b), ir_block_new(&l->b), ir_block_new(&l->b), ir_local_new(&l->b, IR_TYPE_ANY)};
    ir_branch(&l->b, emit1(l, IR_IS_EMPTY, found), ways.other, ways.object);
    block_enter(l, ways.object);
    return ways;
}

static void ways_next(Lower *l, const Ways *ways, IrInstr *value)
{
    ir_local_write(&l->b, ways->result, value);
    ir_jump(&l->b, ways->end);
    block_enter(l, ways->other);
}

static IrInstr *ways_close(Lower *l, const Ways *ways, IrInstr *value)
{
    ir_local_write(&l->b, ways->result, value);
    return block_value_merge(l, ways->result, ways->end);
}

static IrInstr *get(Lower *l, const AstNode *identifier, IrInstr *object)
{
    IrInstr *value = emit_key(l, IR_SCOPE_GET, name_of(l, identifier), object, NULL);
    value->integer = scope_reference(identifier)->is_strict;
    return value;
}

IrInstr *dynamic_read(Lower *l, const AstNode *identifier, IrInstr *found)
{
    if (!found)
        return identifier_read_static(l, identifier);
    Ways ways = ways_open(l, found);
    ways_next(l, &ways, get(l, identifier, found));
    return ways_close(l, &ways, identifier_read_static(l, identifier));
}

IrInstr *identifier_read(Lower *l, const AstNode *identifier)
{
    return dynamic_read(l, identifier, dynamic_find(l, identifier));
}

void dynamic_write(Lower *l, const AstNode *identifier, IrInstr *found, IrInstr *value)
{
    if (!found) {
        identifier_write_static(l, identifier, value);
        return;
    }
    Ways ways = ways_open(l, found);
    IrInstr *done = emit_key(l, IR_SCOPE_SET, name_of(l, identifier), found, value);
    done->integer = scope_reference(identifier)->is_strict;
    ways_next(l, &ways, done);
    identifier_write_static(l, identifier, value);
    ways_close(l, &ways, emit_undefined(l));
}

/* ---- typeof, delete, calls */

static IrInstr *typeof_static(Lower *l, const AstNode *identifier)
{
    if (!scope_reference(identifier)->binding)
        return emit_key(l, IR_GLOBAL_TYPEOF, name_of(l, identifier), NULL, NULL);
    return emit1(l, IR_TYPEOF, identifier_read_static(l, identifier));
}

IrInstr *identifier_typeof(Lower *l, const AstNode *identifier)
{
    IrInstr *found = dynamic_find(l, identifier);
    if (!found)
        return typeof_static(l, identifier);
    Ways ways = ways_open(l, found);
    ways_next(l, &ways, emit1(l, IR_TYPEOF, get(l, identifier, found)));
    return ways_close(l, &ways, typeof_static(l, identifier));
}

static IrInstr *delete_static(Lower *l, const AstNode *identifier)
{
    if (scope_reference(identifier)->binding)
        return emit0(l, IR_FALSE);
    return emit_key(l, IR_GLOBAL_DELETE, name_of(l, identifier), NULL, NULL);
}

IrInstr *identifier_delete(Lower *l, const AstNode *identifier)
{
    IrInstr *found = dynamic_find(l, identifier);
    if (!found)
        return delete_static(l, identifier);
    Ways ways = ways_open(l, found);
    IrInstr *name = emit_text(l, ((AstIdentifier *)identifier)->name);
    ways_next(l, &ways, emit_integer(l, IR_DELETE, 0, found, name, NULL));
    return ways_close(l, &ways, delete_static(l, identifier));
}

/* 13.3.6.2: a function that was found in a with statement's object is called with that as its this value. */
Callee callee_of_identifier(Lower *l, const AstNode *identifier)
{
    IrInstr *found = dynamic_find(l, identifier);
    if (!found)
        return (Callee){identifier_read_static(l, identifier), emit_undefined(l)};
    uint32_t this_value = ir_local_new(&l->b, IR_TYPE_ANY);
    Ways ways = ways_open(l, found);
    ir_local_write(&l->b, this_value, emit1(l, IR_SCOPE_THIS, found));
    ways_next(l, &ways, get(l, identifier, found));
    ir_local_write(&l->b, this_value, emit_undefined(l));
    IrInstr *function = ways_close(l, &ways, identifier_read_static(l, identifier));
    return (Callee){function, ir_local_read(&l->b, this_value)};
}
