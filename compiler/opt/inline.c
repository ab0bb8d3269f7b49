/* Direct calls of small functions become the callee's instructions, in loops.
 *
 * Invariant: what the callee's code does, it does as often, in the same order, with the same values; every instruction
 * says from which calls it came (IrInstr.inlined), so that stack traces tell them. What depends on a frame of its own
 * stays a call: generators and async functions, constructors, `arguments`, direct evals, and the objects of tagged
 * templates, of which there is one a place in the source. */
#include "inline.h"

#include <string.h>
#include "base/vec.h"
#include "ir/loops.h"
#include "pass.h"

enum {
    SMALL = 40,           /* instructions of a callee */
    HOST_GROWTH = 1000,   /* of a function */
    SHARE_OF_GROWTH = 50, /* of many functions: one part in so many, since compile time has a bound */
    MANY_FUNCTIONS = 300,
};

typedef struct Candidate {
    bool is_inlinable;
    uint32_t size; /* instructions that take code */
} Candidate;

typedef struct Inliner {
    IrProgram *program;
    Candidate *candidates; /* by function number */
    uint32_t growth_left;  /* of the program */
    IrFunction *host;
    uint32_t host_growth;
    VEC(IrInstr *) calls;
} Inliner;

/* ---- which functions */

static bool needs_frame(const IrInstr *instr)
{
    switch ((int)instr->op) {
    case IR_ARGUMENTS: case IR_ARGUMENTS_MAPPED: case IR_EVAL_DIRECT: case IR_TEMPLATE_OBJECT: case IR_REST:
    case IR_BOX_NEW: /* not by its frame: inference follows one box a place */
        return true;
    case IR_CAPTURE: case IR_CALLEE: return false;
    }
    return strstr(ir_op_template(instr->op), "$callee");
}

static bool is_free(const IrInstr *instr) /* takes no code of its own */
{
    switch ((int)instr->op) {
    case IR_PARAM: case IR_THIS: case IR_UNDEFINED: case IR_NULL: case IR_TRUE: case IR_FALSE: case IR_NUMBER: case IR_STRING:
    case IR_JUMP: case IR_RETURN: case IR_CAPTURE: case IR_BOX_BOOL: case IR_ASSUME: case IR_PHI: case IR_EMPTY:
        return true;
    }
    return false;
}

static Candidate candidate_of(const IrFunction *function)
{
    Candidate candidate = {0};
    bool is_plain = function->kind == IR_NORMAL || function->kind == IR_ARROW || function->kind == IR_METHOD;
    if (!is_plain || function->is_generator || function->is_async || function->uses_arguments)
        return candidate;
    for (const IrBlock *block = function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next) {
            if (needs_frame(instr) || instr->function == function) /* calls itself, or makes such functions */
                return (Candidate){0};
            candidate.size += !is_free(instr);
        }
    candidate.is_inlinable = candidate.size <= SMALL;
    return candidate;
}

/* Whether the call came from the function already. */
static bool is_recursive(const IrFunction *host, const IrInlined *chain, const IrFunction *callee)
{
    for (; chain; chain = chain->outer)
        if (chain->function == callee)
            return true;
    return host == callee;
}

static bool is_worth_it(const Inliner *in, const IrInstr *call)
{
    const Candidate *callee = &in->candidates[call->function->number];
    return callee->is_inlinable && !is_recursive(in->host, call->inlined, call->function) &&
           in->host_growth + callee->size <= HOST_GROWTH && callee->size <= in->growth_left;
}

/* ---- */

/* The calls in a row of blocks, of which those in `of_interest` count (NULL: all). */
static void add_calls(Inliner *in, IrBlock *first, const IrBlock *end, const uint64_t *of_interest)
{
    for (IrBlock *block = first; block != end; block = block->next)
        for (IrInstr *instr = block->first; instr; instr = instr->next)
            if (instr->op == IR_CALL_DIRECT && (!of_interest || bits_have(of_interest, block->id)))
                vec_push(&in->calls, instr);
}

static uint64_t *blocks_in_loops(Arena *arena, IrFunction *function)
{
    uint64_t *in_loop = ARENA_ARRAY(arena, uint64_t, bits_words(function->block_count + 1));
    IrLoopVec loops = ir_find_loops(arena, function, ir_dominators(arena, function));
    for (size_t i = 0; i < loops.length; i++)
        for (uint32_t w = 0; w < bits_words(function->block_count); w++)
            in_loop[w] |= loops.items[i].blocks[w];
    return in_loop;
}

static void inline_in(Inliner *in, IrFunction *host)
{
    Arena *scratch = arena_new();
    in->host = host;
    in->host_growth = 0;
    vec_init(&in->calls, scratch);
    ir_clear_notes(host);
    add_calls(in, host->blocks, NULL, blocks_in_loops(scratch, host));
    for (size_t i = 0; i < in->calls.length; i++) {
        IrInstr *call = in->calls.items[i];
        if (!is_worth_it(in, call))
            continue;
        uint32_t size = in->candidates[call->function->number].size;
        in->host_growth += size;
        in->growth_left -= size;
        IrBlock *first = call->block, *rest = inline_call(scratch, in->program, host, call);
        add_calls(in, first->next, rest, NULL);
    }
    if (in->host_growth) {
        ir_apply_forwards(host);
        ir_clear_notes(host);
        ir_remove_unreachable(in->program, host);
        ir_renumber(host);
        in->candidates[host->number] = candidate_of(host);
    }
    arena_free(scratch);
}

static uint32_t program_size(const IrProgram *program)
{
    uint32_t size = 0;
    for (const IrFunction *function = program->functions; function; function = function->next)
        size += function->instr_count;
    return size;
}

void pass_inline(IrProgram *program)
{
    if (!program->may_inline)
        return;
    Arena *scratch = arena_new();
    Inliner in = {.program = program};
    in.candidates = ARENA_ARRAY(scratch, Candidate, program->function_count);
    for (IrFunction *function = program->functions; function; function = function->next) {
        ir_renumber(function);
        in.candidates[function->number] = candidate_of(function);
    }
    in.growth_left = program->function_count > MANY_FUNCTIONS ? program_size(program) / SHARE_OF_GROWTH : UINT32_MAX;
    for (IrFunction *function = program->functions; function; function = function->next)
        inline_in(&in, function);
    arena_free(scratch);
    pass_simplify(program);
}
