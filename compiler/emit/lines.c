/* #line directives: where statements stand in the source, for gdb and perf, and for stack traces (runtime/exec/site.h).
 *
 * Invariant: with offsets, every statement that may call has the line of its place: 1 + its offset in the module's text
 * or, in what was inlined, that of a row of the unit's table I. */
#include "body.h"

#include <string.h>

enum { INLINED_LINES = 1 << 30 }; /* JS_INLINED_LINES of sinew.h */

static uint32_t outer_line(EmitUnit *unit, const IrInlined *inlined);

/* The row's line; `key` is whose place it is. */
static uint32_t inlined_line(EmitUnit *unit, const void *key, const IrInlined *inlined, uint32_t position)
{
    void *known = ptrmap_get(&unit->inlined_lines, key);
    if (known)
        return (uint32_t)(uintptr_t)known;
    uint32_t outer = outer_line(unit, inlined);
    uint32_t line = INLINED_LINES + unit->inlined_count++;
    unit->is_referenced[inlined->function->number] = true;
    const char *name = emit_function_of(unit->plan, inlined->function)->c_name;
    strbuf_addf(&unit->inlined, "    {&%s_code, %u, %u},\n", name, position, outer);
    ptrmap_set(&unit->inlined_lines, key, (void *)(uintptr_t)line);
    return line;
}

static uint32_t outer_line(EmitUnit *unit, const IrInlined *inlined)
{
    return inlined->outer ? inlined_line(unit, inlined, inlined->outer, inlined->position) : inlined->position + 1;
}

/* Under #line the statement stands on one line of the text: the C compiler counts on from the directive. */
static void emit_place(const Body *body, StrBuf *out, uint32_t position, uint32_t line)
{
    if (body->plan->options->has_offsets) {
        strbuf_addf(out, "#line %u \"sinew:offsets\"\n", line);
        return;
    }
    const IrModule *module = body->function->module;
    strbuf_addf(out, "#line %u ", source_position(body->plan->sources[module->number], position).line);
    emit_text_literal(out, module->path, strlen(module->path));
    strbuf_addc(out, '\n');
}

bool emit_has_lines(const Body *body)
{
    return body->plan->options->has_line_directives || body->plan->options->has_offsets;
}

void emit_line_of(const Body *body, const IrInstr *instr)
{
    uint32_t line = instr->inlined ? inlined_line(body->unit, instr, instr->inlined, instr->position) : instr->position + 1;
    emit_place(body, body->out, instr->position, line);
}

void emit_opening_line(const Body *body, StrBuf *out)
{
    emit_place(body, out, body->function->start, body->function->start + 1);
}
