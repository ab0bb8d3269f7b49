/* The IR: builder, SSA, printer, verifier. */
#include "unit.h"

#include <stdlib.h>
#include "base/strbuf.h"
#include "ir/ir.h"

typedef struct Fixture {
    Arena *arena;
    IrProgram *program;
    IrFunction *function;
    IrBuilder b;
    StrBuf text;
} Fixture;

static void fixture_start(Fixture *f)
{
    *f = (Fixture){.arena = arena_new()};
    f->program = ir_program_new(f->arena);
    IrModule *module = ir_module_new(f->program, IR_MODULE_SCRIPT, "t.js");
    f->function = ir_function_new(module, ir_atom(f->program, "f", 1), IR_NORMAL);
    f->function->param_count = 2;
    ir_builder_start(&f->b, f->function);
}

static const char *fixture_finish(Fixture *f)
{
    const char *error = NULL;
    ir_builder_finish(&f->b);
    if (!ir_verify(f->function, &error))
        return error;
    ir_print_function(&f->text, f->function);
    return strchr(strbuf_text(&f->text), '\n') + 1;
}

static void fixture_end(Fixture *f)
{
    strbuf_free(&f->text);
    arena_free(f->arena);
}

static IrInstr *emit_param(IrBuilder *b, int32_t index)
{
    IrInstr *param = ir_emit(b, IR_PARAM, 0, NULL);
    param->integer = index;
    return param;
}

TEST(builder_makes_phis_only_for_variables_that_change_in_a_loop)
{
    Fixture f;
    fixture_start(&f);
    IrBuilder *b = &f.b;
    uint32_t i = ir_local_new(b, IR_TYPE_ANY), n = ir_local_new(b, IR_TYPE_ANY);
    ir_local_write(b, i, ir_emit_number(b, 0));
    ir_local_write(b, n, emit_param(b, 0));
    IrBlock *head = ir_block_new(b), *body = ir_block_new(b), *end = ir_block_new(b);
    ir_jump(b, head);
    ir_block_start(b, head);
    IrInstr *less = IR_EMIT(b, IR_LT, ir_local_read(b, i), ir_local_read(b, n));
    ir_branch(b, IR_EMIT(b, IR_TO_BOOLEAN, less), body, end);
    ir_block_seal(b, body);
    ir_block_seal(b, end);
    ir_block_start(b, body);
    ir_local_write(b, i, IR_EMIT(b, IR_INCREMENT, ir_local_read(b, i)));
    ir_jump(b, head);
    ir_block_seal(b, head);
    ir_block_start(b, end);
    ir_return(b, ir_local_read(b, i));
    CHECK_TEXT(fixture_finish(&f), "b0:\n  %0 = number 0\n  %1 = param 0\n  jump b1\n"
                                   "b1 <- b0 b2:\n  %3 = phi %0, %7\n  %4 = lt %3, %1\n  %5 = to.boolean %4\n"
                                   "  branch %5, b2, b3\n"
                                   "b2 <- b1:\n  %7 = increment %3\n  jump b1\n"
                                   "b3 <- b1:\n  return %3\n}\n");
    fixture_end(&f);
}

TEST(handler_sees_variables_as_they_were_at_the_throw)
{
    Fixture f;
    fixture_start(&f);
    IrBuilder *b = &f.b;
    uint32_t x = ir_local_new(b, IR_TYPE_ANY);
    IrInstr *p = emit_param(b, 0);
    IrBlock *handler = ir_block_new(b);
    b->handler = handler;
    ir_local_write(b, x, p);
    ir_local_write(b, x, IR_EMIT(b, IR_NEGATE, p));
    ir_local_write(b, x, IR_EMIT(b, IR_NEGATE, ir_local_read(b, x)));
    b->handler = NULL;
    ir_return(b, p);
    ir_block_seal(b, handler);
    ir_block_start(b, handler);
    IR_EMIT(b, IR_NEGATE, p);
    ir_return(b, ir_local_read(b, x));
    CHECK_TEXT(fixture_finish(&f), "b0 !b3:\n  %0 = param 0\n  %1 = negate %0\n  jump b1\n"
                                   "b1 <- b0 !b3:\n  %3 = negate %1\n  jump b2\n"
                                   "b2 <- b1:\n  return %0\n"
                                   "b3 <- b0 b1:\n  %6 = phi %0, %1\n  %7 = negate %0\n  return %6\n}\n");
    fixture_end(&f);
}

TEST(code_after_a_terminator_is_dropped)
{
    Fixture f;
    fixture_start(&f);
    IrBuilder *b = &f.b;
    uint32_t x = ir_local_new(b, IR_TYPE_ANY);
    ir_return(b, ir_local_read(b, x));
    IrInstr *lost = IR_EMIT(b, IR_NEGATE, emit_param(b, 0));
    ir_local_write(b, x, lost);
    IrBlock *nowhere = ir_block_new(b);
    ir_jump(b, nowhere);
    ir_block_seal(b, nowhere);
    ir_block_start(b, nowhere);
    ir_return(b, IR_EMIT(b, IR_ADD, lost, ir_local_read(b, x)));
    CHECK_TEXT(fixture_finish(&f), "b0:\n  %0 = undefined\n  return %0\n}\n");
    fixture_end(&f);
}

TEST(verifier_rejects_use_before_definition)
{
    Fixture f;
    fixture_start(&f);
    IrBuilder *b = &f.b;
    IrInstr *first = emit_param(b, 0);
    IrInstr *negated = IR_EMIT(b, IR_NEGATE, first);
    IrInstr *twice = IR_EMIT(b, IR_NEGATE, negated);
    ir_return(b, twice);
    negated->operands[0] = twice;
    const char *error = fixture_finish(&f);
    CHECK(strstr(error, "is not defined here"));
    fixture_end(&f);
}

TEST(verifier_rejects_operands_of_another_type)
{
    Fixture f;
    fixture_start(&f);
    IrBuilder *b = &f.b;
    IrInstr *condition = IR_EMIT(b, IR_TO_BOOLEAN, emit_param(b, 0));
    IrInstr *boxed = IR_EMIT(b, IR_BOX_BOOL, condition);
    ir_return(b, boxed);
    boxed->operands[0] = boxed;
    const char *error = fixture_finish(&f);
    CHECK(strstr(error, "operand 0 is any, not bool"));
    fixture_end(&f);
}

TEST(parser_reads_what_the_printer_writes)
{
    static const char text[] = "module 0 esm \"a\\\"b.js\" body 1 entry\n"
                               "  variable \"x\"\n"
                               "  export \"default\" 0.0\n"
                               "  export \"ns\" namespace 0\n"
                               "function 0 \"f\" normal module 0 params 2 captures 1 length 1 strict this {\n"
                               "b0:\n  %0 = param 1\n  %1 = const.i32 -5\n  jump b1\n"
                               "b1 loop <- b0 b2 !b4:\n  %3 = phi.i32 %1, %7\n  %4 = call %0, %0, %0, \"f \\\\x\"\n  jump b2\n"
                               "b2 <- b1:\n  module.set %4, $0.0\n  %7 = i32.add %3, %1\n  %8 = object.literal %4, %0, \"a\", \"b\"\n"
                               "  %9 = closure %8, @0\n  %10 = to.boolean %9\n  branch %10, b1, b3\n"
                               "b3 <- b2:\n  %12 = number 1e+100\n  return %12\n"
                               "b4 <- b1:\n  %14 = take.exception\n  %15 = throw.error 1, \"t\"\n}\n"
                               "function 1 - module.body module 0 params 0 captures 0 length 0 {\n"
                               "b0:\n  %0 = undefined\n  return %0\n}\n";
    Arena *arena = arena_new();
    const char *error = NULL;
    IrProgram *program = ir_parse(arena, text, &error);
    CHECK_TEXT(error ? error : "", "");
    CHECK(program && ir_verify_program(program, &error));
    CHECK_TEXT(error ? error : "", "");
    StrBuf out = {0};
    if (program)
        ir_print(&out, program);
    CHECK_TEXT(strbuf_text(&out), text);
    strbuf_free(&out);
    arena_free(arena);
}

TEST(parser_names_the_line_of_an_error)
{
    Arena *arena = arena_new();
    const char *error = NULL;
    CHECK(!ir_parse(arena, "function 0 - normal module 0 params 0 {\nb0:\n  %0 = nonsense\n}\n", &error));
    CHECK_TEXT(error, "line 3: no such op: `nonsense`");
    CHECK(!ir_parse(arena, "function 0 - normal module 0 params 0 {\nb0:\n  return %3\n}\n", &error));
    CHECK_TEXT(error, "line 4: %3 is used and never defined");
    arena_free(arena);
}
