/* The rows of ops.def as arrays. Invariant: indexed by IrOp, so a row's place is its number. */
#include "ir.h"

#include "edit.h"

enum { NONE = IR_TYPE_NONE, ANY = IR_TYPE_ANY, I32 = IR_TYPE_I32, F64 = IR_TYPE_F64, BOOL = IR_TYPE_BOOL, ITER = IR_TYPE_ITER, I64 = IR_TYPE_I64 };
enum {
    PURE = IR_PURE, READS = IR_READS, WRITES = IR_WRITES, ALLOCATES = IR_ALLOCATES, THROWS = IR_THROWS,
    CALLS_JS = IR_CALLS_JS, SUSPENDS = IR_SUSPENDS, ENDS = IR_ENDS, SUSPENDS_AGENT = IR_SUSPENDS_AGENT
};

typedef struct OpRow {
    const char *mnemonic, *operands, *immediates, *template;
    IrType result;
    uint32_t effects;
} OpRow;

static const OpRow rows[] = {
#define IR_OP(NAME, mnemonic, RESULT, OPERANDS, IMMEDIATES, EFFECTS, template)                                         \
    {mnemonic, OPERANDS, IMMEDIATES, template, (IrType)(RESULT), EFFECTS},
#include "ops.def"
#undef IR_OP
};

const char *ir_op_mnemonic(IrOp op)
{
    return rows[op].mnemonic;
}

IrType ir_op_result(IrOp op)
{
    return rows[op].result;
}

const char *ir_op_operands(IrOp op)
{
    return rows[op].operands;
}

const char *ir_op_immediates(IrOp op)
{
    return rows[op].immediates;
}

uint32_t ir_op_effects(IrOp op)
{
    return rows[op].effects;
}

const char *ir_op_template(IrOp op)
{
    return rows[op].template;
}

IrType ir_op_operand_type(IrOp op, uint32_t index)
{
    const char *letters = rows[op].operands;
    for (uint32_t i = 0; letters[i] && letters[i] != '*'; i++) {
        if (i < index)
            continue;
        switch (letters[i]) {
        case 'I': return IR_TYPE_I32;
        case 'L': return IR_TYPE_I64;
        case 'F': return IR_TYPE_F64;
        case 'B': return IR_TYPE_BOOL;
        case 'T': return IR_TYPE_ITER;
        default: return IR_TYPE_ANY;
        }
    }
    return IR_TYPE_ANY;
}

bool ir_op_accepts_count(IrOp op, uint32_t count)
{
    uint32_t fixed = 0;
    const char *letter = rows[op].operands;
    for (; *letter && *letter != '*'; letter++)
        fixed++;
    return *letter ? count >= fixed : count == fixed;
}

bool ir_op_has_immediate(IrOp op, char letter)
{
    for (const char *at = rows[op].immediates; *at; at++)
        if (*at == letter)
            return true;
    return false;
}

const char *ir_type_name(IrType type)
{
    static const char *const names[] = {"none", "any", "i32", "f64", "bool", "iter", "i64"};
    return names[type];
}
