/* A unit's text: declarations, tables, functions, its start function; and the program as units. Invariant: see emit.h. */
#include "emit.h"

#include "unit.h"

uint32_t emit_atom(EmitUnit *unit, const IrAtom *atom)
{
    uint32_t *place = &unit->atom_places[atom->number];
    if (!*place) {
        vec_push(&unit->atoms, atom);
        *place = (uint32_t)vec_len(&unit->atoms);
    }
    return *place - 1;
}

static void emit_prototypes(StrBuf *out, const EmitUnit *unit)
{
    const EmitPlan *plan = unit->plan;
    const char *storage = plan->unit_count == 1 ? "static " : "extern ";
    for (uint32_t i = 0; i < plan->program->function_count; i++) {
        const IrFunction *function = plan->by_number[i];
        if (plan->functions[i].unit != unit->number && !unit->is_referenced[i])
            continue;
        emit_signature(out, plan, function);
        strbuf_addf(out, ";\n%sconst JsCode %s_code;\n", storage, plan->functions[i].c_name);
    }
}

/* One after the other, not as a table of addresses: those would have to be filled in at each start. */
static void emit_atom_texts(StrBuf *out, const EmitUnit *unit)
{
    if (!vec_len(&unit->atoms))
        return;
    strbuf_adds(out, "static const char K_texts[] =\n");
    for (size_t i = 0; i < vec_len(&unit->atoms); i++) {
        strbuf_adds(out, "    ");
        emit_text_literal(out, unit->atoms.items[i]->bytes, unit->atoms.items[i]->length);
        strbuf_adds(out, "\n");
    }
    strbuf_adds(out, "    ;\nstatic const uint32_t K_lengths[] = {");
    for (size_t i = 0; i < vec_len(&unit->atoms); i++)
        strbuf_addf(out, "%s%u", i % 24 ? ", " : i ? ",\n    " : "\n    ", unit->atoms.items[i]->length);
    strbuf_adds(out, "\n};\n");
}

/* Functions of the source with their codes, in which their entries stand; what else there is, and where the unit ends, without
 * codes: it bounds the others. */
static void emit_addresses(StrBuf *out, const EmitUnit *unit)
{
    const EmitPlan *plan = unit->plan;
    strbuf_adds(out, "static const JsFunctionAddress F[] = {\n");
    for (uint32_t i = 0; i < plan->program->function_count; i++) {
        const EmitFunction *info = &plan->functions[i];
        if (info->unit != unit->number)
            continue;
        strbuf_addf(out, "    {(const void *)%s%s, &%s_code},\n", info->c_name, info->suspends ? "_resume" : "", info->c_name);
        if (info->suspends)
            strbuf_addf(out, "    {(const void *)%s, NULL},\n", info->c_name);
    }
    strbuf_addf(out, "    {(const void *)unit%u_start, NULL},\n};\n", unit->number);
}

static void emit_start(StrBuf *out, const EmitUnit *unit)
{
    bool has_functions = unit->plan->program->function_count > 0;
    emit_atom_texts(out, unit);
    if (has_functions) {
        strbuf_addf(out, "%svoid unit%u_start(void);\n", emit_linkage(unit->plan), unit->number);
        emit_addresses(out, unit);
    }
    strbuf_addf(out, "%svoid unit%u_start(void)\n{\n", emit_linkage(unit->plan), unit->number);
    if (vec_len(&unit->atoms))
        strbuf_addf(out, "    js_intern_table(K_texts, K_lengths, K, %zu);\n", vec_len(&unit->atoms));
    if (unit->cache_count)
        strbuf_addf(out, "    js_start_caches(C, %u);\n", unit->cache_count);
    if (unit->site_count)
        strbuf_addf(out, "    js_add_roots(S, S + %u);\n", unit->site_count);
    if (has_functions)
        strbuf_adds(out, "    js_add_functions(F, sizeof F / sizeof *F);\n");
    strbuf_adds(out, "}\n");
}

static void emit_statics(StrBuf *out, const EmitUnit *unit)
{
    if (vec_len(&unit->atoms))
        strbuf_addf(out, "static JsValue K[%zu];\n", vec_len(&unit->atoms));
    if (unit->cache_count)
        strbuf_addf(out, "static JsPropertyCache C[%u];\n", unit->cache_count);
    if (unit->site_count)
        strbuf_addf(out, "static void *S[%u];\n", unit->site_count);
}

static bool has_anonymous(const EmitUnit *unit)
{
    const EmitPlan *plan = unit->plan;
    for (uint32_t i = 0; i < plan->program->function_count; i++)
        if (plan->functions[i].unit == unit->number && !plan->by_number[i]->name)
            return true;
    return false;
}

/* Its functions are all of one kind. */
static bool is_compact(const EmitUnit *unit)
{
    const EmitPlan *plan = unit->plan;
    for (uint32_t i = 0; i < plan->program->function_count; i++)
        if (plan->functions[i].unit == unit->number)
            return plan->functions[i].is_compact;
    return false;
}

static void emit_unit(EmitPlan *plan, uint32_t number, StrBuf *out)
{
    IrProgram *program = plan->program;
    EmitUnit unit = {.plan = plan, .number = number};
    vec_init(&unit.atoms, plan->arena);
    unit.atom_places = ARENA_ARRAY(plan->arena, uint32_t, ir_atom_count(program) + 1);
    unit.is_referenced = ARENA_ARRAY(plan->arena, bool, program->function_count + 1);
    for (IrFunction *function = program->functions; function; function = function->next)
        if (plan->functions[function->number].unit == number)
            emit_entries(&unit, function, emit_body(&unit, function));
    StrBuf main_text = {0};
    if (number == 0)
        emit_main(&unit, &main_text);
    if (is_compact(&unit))
        strbuf_adds(out, "#define JS_COMPACT\n");
    strbuf_adds(out, "#include \"sinew.h\"\n");
    emit_module_declarations(out, plan);
    emit_prototypes(out, &unit);
    emit_statics(out, &unit);
    if (has_anonymous(&unit))
        strbuf_adds(out, "static const JsValue no_name = JS_UNDEFINED;\n");
    strbuf_add(out, strbuf_text(&unit.guards), unit.guards.length);
    if (program->may_inline)
        strbuf_addf(out, "static const JsInlinedPlace I[] = {\n%s    {NULL, 0, 0},\n};\n", strbuf_text(&unit.inlined));
    strbuf_adds(out, "\n");
    strbuf_add(out, strbuf_text(&unit.body), unit.body.length);
    strbuf_add(out, strbuf_text(&unit.tables), unit.tables.length);
    emit_start(out, &unit);
    strbuf_add(out, strbuf_text(&main_text), main_text.length);
    strbuf_free(&unit.body);
    strbuf_free(&unit.guards);
    strbuf_free(&unit.inlined);
    ptrmap_free(&unit.inlined_lines);
    strbuf_free(&unit.tables);
    strbuf_free(&main_text);
}

void emit_program(IrProgram *program, const EmitOptions *options, EmitUnits *units)
{
    Arena *arena = arena_new();
    EmitPlan *plan = emit_plan(arena, program, options);
    for (uint32_t i = 0; i < plan->unit_count; i++)
        emit_unit(plan, i, vec_add(units));
    arena_free(arena);
}

void emit_units_free(EmitUnits *units)
{
    for (size_t i = 0; i < units->length; i++)
        strbuf_free(&units->items[i]);
    vec_free(units);
}
