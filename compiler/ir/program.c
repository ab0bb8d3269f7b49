/* Programs, modules, variables, functions and atoms: what blocks and instructions hang on.
 *
 * Invariant: atoms are interned, so that equal texts are one address; numbers are dense in order of creation. */
#include "ir.h"

#include <string.h>
#include "base/map.h"
#include "edit.h"

struct IrAtomTable {
    IrAtom **slots;
    uint32_t slot_count, atom_count;
};

IrProgram *ir_program_new(Arena *arena)
{
    IrProgram *program = ARENA_NEW(arena, IrProgram);
    program->arena = arena;
    program->atoms = ARENA_NEW(arena, struct IrAtomTable);
    program->atoms->slot_count = 256;
    program->atoms->slots = ARENA_ARRAY(arena, IrAtom *, 256);
    return program;
}

static IrAtom **atom_slot(struct IrAtomTable *table, const char *bytes, size_t length)
{
    uint32_t at = hash_bytes(bytes, length) & (table->slot_count - 1);
    for (; table->slots[at]; at = (at + 1) & (table->slot_count - 1))
        if (table->slots[at]->length == length && !memcmp(table->slots[at]->bytes, bytes, length))
            break;
    return &table->slots[at];
}

static void atom_table_grow(Arena *arena, struct IrAtomTable *table)
{
    IrAtom **old = table->slots;
    uint32_t old_count = table->slot_count;
    table->slot_count *= 4;
    table->slots = ARENA_ARRAY(arena, IrAtom *, table->slot_count);
    for (uint32_t i = 0; i < old_count; i++)
        if (old[i])
            *atom_slot(table, old[i]->bytes, old[i]->length) = old[i];
}

const IrAtom *ir_atom(IrProgram *program, const char *bytes, size_t length)
{
    struct IrAtomTable *table = program->atoms;
    IrAtom **slot = atom_slot(table, bytes, length);
    if (*slot)
        return *slot;
    IrAtom *atom = ARENA_NEW(program->arena, IrAtom);
    atom->bytes = arena_strndup(program->arena, bytes, length);
    atom->length = (uint32_t)length;
    atom->number = table->atom_count++;
    *slot = atom;
    if (table->atom_count * 2 > table->slot_count)
        atom_table_grow(program->arena, table);
    return atom;
}

uint32_t ir_atom_count(const IrProgram *program)
{
    return program->atoms->atom_count;
}

IrModule *ir_module_new(IrProgram *program, IrModuleKind kind, const char *path)
{
    IrModule *module = ARENA_NEW(program->arena, IrModule);
    module->program = program;
    module->kind = kind;
    module->path = arena_strdup(program->arena, path);
    module->number = program->module_count++;
    IrModule **end = &program->modules;
    while (*end)
        end = &(*end)->next;
    *end = module;
    return module;
}

IrVariable *ir_variable_new(IrModule *module, const char *name)
{
    Arena *arena = module->program->arena;
    IrVariable *variable = ARENA_NEW(arena, IrVariable);
    variable->module = module;
    variable->name = arena_strdup(arena, name);
    variable->index = module->variable_count;
    if (!(module->variable_count & (module->variable_count - 1))) {
        uint32_t capacity = module->variable_count ? module->variable_count * 2 : 1;
        IrVariable **grown = ARENA_ARRAY(arena, IrVariable *, capacity);
        if (module->variable_count)
            memcpy(grown, module->variables, module->variable_count * sizeof *grown);
        module->variables = grown;
    }
    module->variables[module->variable_count++] = variable;
    return variable;
}

IrFunction *ir_function_new(IrModule *module, const IrAtom *name, IrFunctionKind kind)
{
    IrProgram *program = module->program;
    IrFunction *function = ARENA_NEW(program->arena, IrFunction);
    function->module = module;
    function->name = name;
    function->kind = kind;
    function->number = program->function_count++;
    if (program->last_function)
        program->last_function->next = function;
    else
        program->functions = function;
    program->last_function = function;
    return function;
}
