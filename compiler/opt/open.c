/* Follows each function object from its CLOSURE: through variables, captures, phis and checks it is still known; any other
 * use may call it with anything. Invariant: see open.h. */
#include "open.h"

typedef struct Search {
    IrProgram *program;
    const Inference *inference;
    bool *is_open;
    bool *is_module_open;    /* by module number: its exports are reachable by more than import declarations */
} Search;

static bool is_exported_openly(const Search *s, const IrVariable *variable)
{
    for (const IrModule *module = s->program->modules; module; module = module->next)
        for (uint32_t i = 0; s->is_module_open[module->number] && i < module->export_count; i++)
            if (module->exports[i].variable == variable)
                return true;
    return false;
}

static bool is_harmless_use(const Search *s, const IrFunction *user, const IrInstr *use, uint32_t index, const IrFunction *function)
{
    (void)user;
    switch ((int)use->op) {
    case IR_CALL_DIRECT: case IR_CAPTURE_INLINED: return index == 0 && use->function == function;
    case IR_MODULE_SET: return !is_exported_openly(s, use->variable);
    case IR_CLOSURE: case IR_CHECK_TDZ: case IR_PHI: case IR_ASSUME: return true;
    case IR_CAPTURE_SET: return true;
    case IR_BOX_NEW: return !s->inference->boxes_are_open;
    case IR_BOX_SET: return index == 1 && !s->inference->boxes_are_open;
    case IR_STRICT_EQ: case IR_TYPEOF: case IR_TO_BOOLEAN: case IR_IS_NULLISH: case IR_IS_UNDEFINED: case IR_IS_EMPTY: case IR_IS_OBJECT:
    case IR_IS_CODE:
        return true;
    }
    return false;
}

/* A value that may be a function, used where we cannot follow, opens the function; of unknown identity, it was opened
 * already where it lost it: a join of different functions opens them all. */
static void search_use(const Search *s, const IrFunction *user, const IrInstr *use, uint32_t index)
{
    Fact fact = infer_fact(s->inference, user, use->operands[index]);
    if (!(fact.set & FACT_OBJECT) || !fact.target)
        return;
    const IrFunction *function = fact.target;
    if (!is_harmless_use(s, user, use, index, function))
        s->is_open[function->number] = true;
}

/* Where a function flows into something whose fact has lost it. */
static void search_join(const Search *s, Fact into, Fact from)
{
    if (from.set & FACT_OBJECT && from.target && into.target != from.target)
        s->is_open[((const IrFunction *)from.target)->number] = true;
}

/* `arguments.callee` shows the function to whoever gets the arguments object. */
static bool shows_callee(const IrInstr *instr)
{
    return instr->op == IR_ARGUMENTS_MAPPED || (instr->op == IR_ARGUMENTS && instr->integer);
}

static void search_flow(const Search *s, const IrFunction *user, const IrInstr *instr)
{
    const Inference *inference = s->inference;
    const FunctionFacts *facts = &inference->functions[user->number];
    switch ((int)instr->op) {
    case IR_PHI:
        for (uint32_t i = 0; i < instr->operand_count; i++)
            search_join(s, facts->values[instr->id], facts->values[instr->operands[i]->id]);
        return;
    case IR_MODULE_SET:
        search_join(s, inference->variables[instr->variable->module->number][instr->variable->index],
                    facts->values[instr->operands[0]->id]);
        return;
    case IR_CLOSURE:
        for (uint32_t i = 0; i < instr->operand_count; i++)
            search_join(s, inference->captures_are_open ? fact_of(FACT_ANY) : inference->functions[instr->function->number].captures[i],
                        facts->values[instr->operands[i]->id]);
        return;
    case IR_CAPTURE_SET: {
        Fact closure = facts->values[instr->operands[0]->id];
        const IrFunction *made = closure.target;
        search_join(s, made && !inference->captures_are_open ? inference->functions[made->number].captures[instr->integer] : fact_of(FACT_ANY),
                    facts->values[instr->operands[1]->id]);
        return;
    }
    case IR_BOX_NEW: case IR_BOX_SET: {
        Fact box = facts->values[instr->op == IR_BOX_NEW ? instr->id : instr->operands[0]->id];
        const Fact *content = box.set == FACT_INTERNAL && box.target ? ptrmap_get(&inference->boxes, box.target) : NULL;
        search_join(s, content ? *content : fact_of(FACT_ANY), facts->values[instr->operands[instr->op == IR_BOX_SET]->id]);
        return;
    }
    }
}

static void search_function(const Search *s, const IrFunction *user)
{
    for (const IrBlock *block = user->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next) {
            search_flow(s, user, instr);
            if (shows_callee(instr))
                s->is_open[user->number] = true;
            for (uint32_t i = 0; i < instr->operand_count; i++)
                search_use(s, user, instr, i);
        }
}

static void find_open_modules(Search *s)
{
    for (const IrModule *module = s->program->modules; module; module = module->next)
        s->is_module_open[module->number] = module == s->program->entry || module->kind == IR_MODULE_COMMONJS;
    for (const IrFunction *function = s->program->functions; function; function = function->next)
        for (const IrBlock *block = function->blocks; block; block = block->next)
            for (const IrInstr *instr = block->first; instr; instr = instr->next)
                if (instr->module)
                    s->is_module_open[instr->module->number] = true;
    for (const IrModule *module = s->program->modules; module; module = module->next)
        for (uint32_t i = 0; i < module->export_count; i++)
            if (module->exports[i].namespace_of)
                s->is_module_open[module->exports[i].namespace_of->number] = true;
}

bool *open_functions(Arena *arena, IrProgram *program, const Inference *inference)
{
    Search s = {program, inference, ARENA_ARRAY(arena, bool, program->function_count + 1), ARENA_ARRAY(arena, bool, program->module_count + 1)};
    find_open_modules(&s);
    for (IrFunction *function = program->functions; function; function = function->next) {
        bool is_class = function->kind == IR_CLASS_BASE || function->kind == IR_CLASS_DERIVED;
        if (is_class || function->is_generator || function->is_async)
            s.is_open[function->number] = true;
    }
    for (const IrModule *module = program->modules; module; module = module->next)
        if (module->body)
            s.is_open[module->body->number] = true;
    for (const IrFunction *function = program->functions; function; function = function->next)
        search_function(&s, function);
    return s.is_open;
}
