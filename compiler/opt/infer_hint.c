/* Guesses which typed array a value is, from the built-ins that its maker is named like. Invariant: nothing is proven by a
 * hint; one that is wrong costs time alone. */
#include "infer.h"

#include <string.h>

static uint32_t hint_of_constructor(const IrInstr *callee)
{
    static const char *const names[] = {"Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array",
                                        "Uint32Array", "", "", "", "Float32Array", "Float64Array"}; /* by JsElementType */
    for (uint32_t i = 0; callee->op == IR_GLOBAL_GET && i < sizeof names / sizeof *names; i++)
        if (!strcmp(callee->key->bytes, names[i]))
            return i + 1;
    return 0;
}

static bool is_one_of(const IrAtom *key, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(key->bytes, *names))
            return true;
    return false;
}

uint32_t infer_hint_of_new(const IrInstr *instr)
{
    return hint_of_constructor(instr->operands[0]);
}

uint32_t infer_hint_of_call(const FunctionFacts *facts, const IrInstr *call)
{
    static const char *const makers[] = {"from", "of", NULL};
    static const char *const keepers[] = {"subarray", "slice", "map", "filter", "fill", "sort", "reverse", "copyWithin", "with",
                                          "toSorted", "toReversed", NULL};
    const IrInstr *callee = call->operands[0];
    if (callee->op != IR_GET)
        return 0;
    if (is_one_of(callee->key, makers))
        return hint_of_constructor(callee->operands[0]);
    uint32_t hint = facts->values[callee->operands[0]->id].hint;
    return is_one_of(callee->key, keepers) && hint != FACT_HINT_MIXED ? hint : 0;
}
