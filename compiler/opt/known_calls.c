/* Calls whose target is known become direct: CALL to CALL_DIRECT. Invariant: the callee operand is that function's object,
 * and not a class constructor, which would have to throw. */
#include "infer.h"
#include "pass.h"

static IrFunction *known_target(const Inference *inference, const IrFunction *function, const IrInstr *call)
{
    Fact callee = infer_fact(inference, function, call->operands[0]);
    if (!fact_is(callee, FACT_OBJECT | FACT_EMPTY) || !callee.target) /* what is empty was checked before the call */
        return NULL;
    IrFunction *target = callee.target;
    return target->kind == IR_CLASS_BASE || target->kind == IR_CLASS_DERIVED ? NULL : target;
}

void pass_known_calls(IrProgram *program)
{
    for (IrFunction *function = program->functions; function; function = function->next)
        ir_renumber(function);
    Inference *inference = infer_program(program, NULL);
    for (IrFunction *function = program->functions; function; function = function->next)
        for (IrBlock *block = function->blocks; block; block = block->next)
            for (IrInstr *instr = block->first; instr; instr = instr->next) {
                IrFunction *target = instr->op == IR_CALL ? known_target(inference, function, instr) : NULL;
                if (!target)
                    continue;
                instr->op = IR_CALL_DIRECT;
                instr->function = target;
            }
    infer_free(inference);
}
