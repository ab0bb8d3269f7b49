/* The passes, each from textual IR: what goes in, which pass, what comes out. */
#include "unit.h"

#include "base/strbuf.h"
#include "ir/ir.h"
#include "opt/pass.h"

/* Runs the pass over `function 0 "f" normal module 0 params 2 { <body> }` and compares its blocks. */
static void check_pass(const char *file, int line, const char *pass, const char *before, const char *after)
{
    Arena *arena = arena_new();
    const char *error = NULL;
    StrBuf text = {0}, out = {0};
    strbuf_addf(&text, "function 0 \"f\" normal module 0 params 2 {\n%s}\n", before);
    IrProgram *program = ir_parse(arena, strbuf_text(&text), &error);
    if (!program || !ir_verify_program(program, &error) || !optimize_run(program, pass) || !ir_verify_program(program, &error)) {
        unit_fail(file, line, error ? error : "no such pass");
    } else {
        ir_print_function(&out, program->functions);
        const char *blocks = strchr(strbuf_text(&out), '\n') + 1;
        ((char *)strbuf_text(&out))[out.length - 2] = 0; /* the closing brace */
        unit_check_text(file, line, blocks, after);
    }
    strbuf_free(&text);
    strbuf_free(&out);
    arena_free(arena);
}
#define CHECK_PASS(pass, before, after) check_pass(__FILE__, __LINE__, pass, before, after)

TEST(dead_cycles_of_phis_go_and_effects_stay)
{
    CHECK_PASS("remove.dead",
               "b0:\n  %0 = number 0\n  %1 = param 0\n  jump b1\n"
               "b1 <- b0 b1:\n  %2 = phi %0, %3\n  %3 = phi %1, %2\n  %4 = add %1, %1\n  %5 = to.boolean %4\n  branch %5, b1, b2\n"
               "b2 <- b1:\n  return %4\n"
               "b3:\n  return %1\n",
               "b0:\n  %0 = param 0\n  jump b1\n"
               "b1 <- b0 b1:\n  %2 = add %0, %0\n  %3 = to.boolean %2\n  branch %3, b1, b2\n"
               "b2 <- b1:\n  return %2\n");
}

TEST(known_branches_are_taken_and_blocks_merge)
{
    CHECK_PASS("simplify",
               "b0:\n  %0 = number 2\n  %1 = number 3\n  %2 = add %0, %1\n  %3 = to.boolean %2\n  %4 = not %3\n  branch %4, b1, b2\n"
               "b1 <- b0:\n  return %0\n"
               "b2 <- b0:\n  %5 = param 0\n  return %2\n",
               "b0:\n  %0 = number 5\n  return %0\n");
}

TEST(folding_a_throwing_instruction_drops_its_handler)
{
    CHECK_PASS("simplify",
               "b0 !b2:\n  %0 = number 2\n  %1 = sub %0, %0\n  jump b1\n"
               "b1 <- b0 !b2:\n  %2 = negate %1\n  jump b3\n"
               "b2 <- b0 b1:\n  %3 = take.exception\n  return %3\n"
               "b3 <- b1:\n  return %2\n",
               "b0:\n  %0 = number -0\n  return %0\n");
}

TEST(a_throwing_block_does_not_merge_into_a_try_region)
{
    const char *text = "b0:\n  %0 = param 0\n  %1 = negate %0\n  jump b1\n"
                       "b1 <- b0 !b3:\n  %3 = negate %1\n  jump b2\n"
                       "b2 <- b1:\n  return %3\n"
                       "b3 <- b1:\n  %6 = take.exception\n  return %6\n";
    CHECK_PASS("simplify", text, text);
}
