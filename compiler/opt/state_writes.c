/* Which module state requests write: functions that may run while the server serves, and in them the writes whose target is a
 * module variable, a global, or a property below one.
 *
 * Invariant: a function that the modules' bodies only call, and that no function of a request names, is not among them; every
 * other one is. */
#include "state_writes.h"

#include <string.h>

typedef struct Search {
    const IrProgram *program;
    bool *is_served;         /* by function number: requests may run it */
    const IrFunction **work; /* served, their instructions not seen yet */
    uint32_t work_count;
    StateWrites *writes;
    uint32_t capacity;
} Search;

static void serve(Search *search, const IrFunction *function)
{
    if (search->is_served[function->number])
        return;
    search->is_served[function->number] = true;
    search->work[search->work_count++] = function;
}

static bool is_body(const IrFunction *function)
{
    return function->kind == IR_MODULE_BODY || function->module->body == function;
}

#define EACH_INSTR(instr, function)                                                                                            \
    for (const IrBlock *block = (function)->blocks; block; block = block->next)                                               \
        for (const IrInstr *instr = block->first; instr; instr = instr->next)

static bool is_default_export(const IrProgram *program, const IrVariable *variable)
{
    const IrModule *entry = program->entry;
    for (uint32_t i = 0; entry && i < entry->export_count; i++)
        if (entry->exports[i].variable == variable && !strcmp(entry->exports[i].name->bytes, "default"))
            return true;
    return false;
}

/* ---- which functions requests may run */

static bool uses(const IrInstr *instr, const IrInstr *value)
{
    for (uint32_t i = 0; i < instr->operand_count; i++)
        if (instr->operands[i] == value)
            return true;
    return false;
}

/* A use in a module's body that lets go of the function no further: its variable is set, or it is called. */
static bool is_confined_use(const IrProgram *program, const IrInstr *user, const IrInstr *value)
{
    if (user->op == IR_MODULE_SET)
        return !is_default_export(program, user->variable);
    if (user->op != IR_CALL && user->op != IR_CALL_DIRECT)
        return false;
    for (uint32_t i = 1; i < user->operand_count; i++)
        if (user->operands[i] == value)
            return false;
    return true;
}

static bool is_confined(const Search *search, const IrFunction *body, const IrInstr *value)
{
    EACH_INSTR(user, body)
        if (uses(user, value) && !is_confined_use(search->program, user, value))
            return false;
    return true;
}

/* The functions that the variable is set to by a module's body. */
static void serve_variable(Search *search, const IrVariable *variable)
{
    EACH_INSTR(instr, variable->module->body)
        if (instr->op == IR_MODULE_SET && instr->variable == variable && instr->operands[0]->op == IR_CLOSURE)
            serve(search, instr->operands[0]->function);
}

static void find_roots(Search *search, const IrFunction *body)
{
    EACH_INSTR(instr, body)
    {
        if (instr->op == IR_CLOSURE && !is_confined(search, body, instr))
            serve(search, instr->function);
        else if (instr->op == IR_MODULE_GET && !is_confined(search, body, instr))
            serve_variable(search, instr->variable);
    }
}

static void follow_function(Search *search, const IrFunction *function)
{
    EACH_INSTR(instr, function)
    {
        if (instr->op == IR_CLOSURE || instr->op == IR_CALL_DIRECT)
            serve(search, instr->function);
        else if (instr->op == IR_MODULE_GET && instr->variable->module->body)
            serve_variable(search, instr->variable);
    }
}

/* ---- what they write */

/* The place that a value comes from, as the source says it; NULL when that is no module's and no global's. */
static const char *place_of(Arena *arena, const IrInstr *value)
{
    switch (value->op) {
    case IR_MODULE_GET:
        return value->variable->name;
    case IR_GLOBAL_GET:
        return value->key->bytes;
    case IR_GET: {
        const char *base = place_of(arena, value->operands[0]);
        return base ? arena_printf(arena, "%s.%s", base, value->key->bytes) : NULL;
    }
    case IR_GET_ELEMENT: {
        const char *base = place_of(arena, value->operands[0]);
        return base ? arena_printf(arena, "%s[...]", base) : NULL;
    }
    default: /* any other op makes a value of its own */
        return NULL;
    }
}

static bool is_mutator(const char *name)
{
    static const char *const names[] = {"push", "pop",    "shift", "unshift", "splice", "sort",   "reverse",
                                        "fill", "copyWithin", "set", "add",   "delete", "clear"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

static const char *written_by(Arena *arena, const IrInstr *instr)
{
    const char *base;
    switch (instr->op) {
    case IR_MODULE_SET:
        return instr->variable->name;
    case IR_GLOBAL_SET:
        return instr->key->bytes;
    case IR_SET:
        base = place_of(arena, instr->operands[0]);
        return base ? arena_printf(arena, "%s.%s", base, instr->key->bytes) : NULL;
    case IR_SET_ELEMENT:
    case IR_DELETE:
        base = place_of(arena, instr->operands[0]);
        return base ? arena_printf(arena, "%s[...]", base) : NULL;
    case IR_CALL:
        if (instr->operands[0]->op != IR_GET || !is_mutator(instr->operands[0]->key->bytes))
            return NULL;
        return place_of(arena, instr->operands[0]->operands[0]);
    default: /* writes nothing that outlives the function, or what is not followed */
        return NULL;
    }
}

static void add_write(Search *search, const IrModule *module, uint32_t position, const char *what)
{
    StateWrites *writes = search->writes;
    for (uint32_t i = 0; i < writes->count; i++)
        if (writes->items[i].module == module && !strcmp(writes->items[i].what, what))
            return;
    if (writes->count == search->capacity) {
        uint32_t capacity = search->capacity ? search->capacity * 2 : 16;
        StateWrite *items = ARENA_ARRAY(search->program->arena, StateWrite, capacity);
        if (writes->count)
            memcpy(items, writes->items, writes->count * sizeof *items);
        writes->items = items;
        search->capacity = capacity;
    }
    writes->items[writes->count++] = (StateWrite){module, position, what};
}

static void find_writes(Search *search, const IrFunction *function)
{
    EACH_INSTR(instr, function)
    {
        const char *what = written_by(search->program->arena, instr);
        if (what)
            add_write(search, function->module, instr->position, what);
    }
}

StateWrites find_state_writes(const IrProgram *program)
{
    StateWrites writes = {0};
    Search search = {.program = program,
                     .is_served = ARENA_ARRAY(program->arena, bool, program->function_count),
                     .work = ARENA_ARRAY(program->arena, const IrFunction *, program->function_count),
                     .writes = &writes};
    for (const IrFunction *function = program->functions; function; function = function->next)
        if (is_body(function))
            find_roots(&search, function);
    while (search.work_count)
        follow_function(&search, search.work[--search.work_count]);
    for (const IrFunction *function = program->functions; function; function = function->next)
        if (search.is_served[function->number] && !is_body(function))
            find_writes(&search, function);
    return writes;
}
