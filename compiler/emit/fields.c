/* How many properties a constructor puts on its `this`: the runtime gives new objects that much room inline. A hint, so
 * counting a property twice or missing one costs a little time or memory and nothing else. */
#include "body.h"

enum { FIELDS_MAX = 32 };

typedef struct FieldCount {
    const IrAtom *keys[FIELDS_MAX];
    uint32_t key_count, other_count;
} FieldCount;

/* `this` as passed, or what the call of the parent constructor returned. */
static bool is_this(const IrInstr *value)
{
    if (value->op == IR_THIS)
        return true;
    return (value->op == IR_CONSTRUCT || value->op == IR_NEW_ARRAY_ARGS) && value->operands[0]->op == IR_SUPER_CONSTRUCTOR;
}

static void count_key(FieldCount *count, const IrAtom *key)
{
    for (uint32_t i = 0; i < count->key_count; i++)
        if (count->keys[i] == key)
            return;
    if (count->key_count < FIELDS_MAX)
        count->keys[count->key_count++] = key;
}

static void count_function(FieldCount *count, const IrFunction *function, bool follows_calls)
{
    for (const IrBlock *block = function->blocks; block; block = block->next)
        for (const IrInstr *instr = block->first; instr; instr = instr->next) {
            if (instr->op == IR_CALL_DIRECT && follows_calls && is_this(instr->operands[1]))
                count_function(count, instr->function, false);
            if (!instr->operand_count || !is_this(instr->operands[0]))
                continue;
            if (instr->op == IR_SET)
                count_key(count, instr->key);
            else if (instr->op == IR_DEFINE_FIELD || instr->op == IR_PRIVATE_FIELD)
                count->other_count++;
        }
}

uint32_t emit_count_fields(const IrFunction *function)
{
    FieldCount count = {.key_count = 0};
    count_function(&count, function, true);
    uint32_t all = count.key_count + count.other_count;
    return all < FIELDS_MAX ? all : FIELDS_MAX;
}
