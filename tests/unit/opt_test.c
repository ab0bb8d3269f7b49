/* The passes, each from textual IR: what goes in, which pass, what comes out. */
#include "unit.h"

#include "base/strbuf.h"
#include "ir/ir.h"
#include "opt/pass.h"

/* Runs the pass over `function 0 "f" normal module 0 params 2 { <body> }`, which anybody may call, and compares its blocks. */
static void check_pass(const char *file, int line, const char *pass, const char *before, const char *after)
{
    Arena *arena = arena_new();
    const char *error = NULL;
    StrBuf text = {0}, out = {0};
    strbuf_addf(&text, "function 0 \"f\" normal module 0 params 2 {\n%s}\n", before);
    strbuf_adds(&text, "function 1 - module.body module 0 params 0 {\nb0:\n  %0 = closure @0\n  %1 = global.set %0, \"f\", 0\n"
                       "  return %1\n}\n");
    IrProgram *program = ir_parse(arena, strbuf_text(&text), &error);
    if (!program || !ir_verify_program(program, &error) || !optimize_run(program, "find.bigint") || !optimize_run(program, pass) || !ir_verify_program(program, &error)) {
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

TEST(a_method_of_known_name_is_called_directly_where_the_lookup_finds_it)
{
    CHECK_PASS("known.methods",
               "b0:\n  %0 = param 0\n  %1 = closure @1\n  %2 = set %0, %1, \"m\", 1\n  jump b1\n"
               "b1 <- b0 !b3:\n  %3 = get %0, \"m\"\n  jump b2\n"
               "b2 <- b1 !b3:\n  %4 = call %3, %0, %2, \"o.m\"\n  jump b4\n"
               "b3 <- b1 b2:\n  %5 = phi %2, %3\n  return %5\n"
               "b4 <- b2:\n  return %4\n",
               "b0:\n  %0 = param 0\n  %1 = closure @1\n  %2 = set %0, %1, \"m\", 1\n  jump b1\n"
               "b1 <- b0 !b6:\n  %4 = get %0, \"m\"\n  jump b2\n"
               "b2 <- b1:\n  %6 = is.code %4, @1\n  branch %6, b3, b4\n"
               "b3 <- b2 !b6:\n  %8 = call.direct %4, %0, %2, @1\n  jump b5\n"
               "b4 <- b2 !b6:\n  %10 = call %4, %0, %2, \"o.m\"\n  jump b5\n"
               "b5 <- b3 b4:\n  %12 = phi %8, %10\n  jump b7\n"
               "b6 <- b1 b3 b4:\n  %14 = phi %2, %4, %4\n  return %14\n"
               "b7 <- b5:\n  return %12\n");
}

TEST(a_value_is_computed_once_where_one_dominates_the_other)
{
    CHECK_PASS("number.values",
               "b0:\n  %0 = param 0\n  %1 = to.number %0\n  %2 = mul %1, %1\n  %3 = to.boolean %2\n  branch %3, b1, b2\n"
               "b1 <- b0:\n  %4 = mul %1, %1\n  %5 = to.boolean %4\n  branch %5, b3, b4\n"
               "b2 <- b0:\n  %6 = add %1, %1\n  return %6\n"
               "b3 <- b1:\n  return %4\n"
               "b4 <- b1:\n  %7 = add %1, %1\n  %8 = sub %7, %2\n  return %8\n",
               "b0:\n  %0 = param 0\n  %1 = to.number %0\n  %2 = mul %1, %1\n  %3 = to.boolean %2\n  branch %3, b1, b2\n"
               "b1 <- b0:\n  branch %3, b3, b4\n"
               "b2 <- b0:\n  %6 = add %1, %1\n  return %6\n"
               "b3 <- b1:\n  return %2\n"
               "b4 <- b1:\n  %9 = add %1, %1\n  %10 = sub %9, %2\n  return %10\n");
}

TEST(what_may_call_javascript_is_computed_each_time)
{
    const char *text = "b0:\n  %0 = param 0\n  %1 = mul %0, %0\n  %2 = mul %0, %0\n  %3 = sub %1, %2\n  return %3\n";
    CHECK_PASS("number.values", text, text);
}

TEST(a_counter_and_an_index_become_integers)
{
    CHECK_PASS("represent",
               "b0:\n  %0 = number 0\n  %1 = param 0\n  %2 = param 1\n  jump b1\n"
               "b1 <- b0 b2:\n  %3 = phi %0, %4\n  %5 = lt %3, %1\n  %6 = to.boolean %5\n  branch %6, b2, b3\n"
               "b2 <- b1:\n  %7 = get.element %2, %3, 0\n  %4 = increment %3\n  jump b1\n"
               "b3 <- b1:\n  return %2\n",
               "b0:\n  %0 = param 0\n  %1 = param 1\n  %2 = const.i64 0\n  jump b1\n"
               "b1 <- b0 b2:\n  %4 = phi.i64 %2, %9\n  %5 = i64.lt.any %4, %0\n  branch %5, b2, b3\n"
               "b2 <- b1:\n  %7 = get.index %1, %4, 0\n  %8 = const.i64 1\n  %9 = i64.add %4, %8\n  jump b1\n"
               "b3 <- b1:\n  return %1\n");
}

TEST(bit_operators_take_any_values_where_no_bigint_can_be)
{
    CHECK_PASS("represent",
               "b0:\n  %0 = param 0\n  %1 = param 1\n  %2 = bit.xor %0, %1\n  return %2\n",
               "b0:\n  %0 = param 0\n  %1 = param 1\n  %2 = any.to.i32 %0\n  %3 = any.to.i32 %1\n  %4 = i32.xor %2, %3\n"
               "  %5 = i32.to.i64 %4\n  return %5\n");
}

TEST(addition_of_unknown_values_stays_generic)
{
    const char *text = "b0:\n  %0 = param 0\n  %1 = number 1\n  %2 = add %0, %1\n  return %2\n";
    CHECK_PASS("represent", text, text);
}

TEST(a_sum_with_an_unboxed_number_takes_it_unboxed_on_its_side)
{
    CHECK_PASS("represent",
               "b0:\n  %0 = param 0\n  %1 = number 0.5\n  %2 = div %0, %1\n  %3 = add %0, %2\n  %4 = add %2, %0\n"
               "  %5 = bit.xor %3, %4\n  return %5\n",
               "b0:\n  %0 = param 0\n  %1 = any.to.f64 %0\n  %2 = const.f64 0.5\n  %3 = f64.div %1, %2\n"
               "  %4 = any.add.f64 %0, %3\n  %5 = f64.add.any %3, %0\n"
               "  %6 = any.to.i32 %4\n  %7 = any.to.i32 %5\n  %8 = i32.xor %6, %7\n  %9 = i32.to.i64 %8\n  return %9\n");
}

TEST(a_comparison_bounds_what_is_computed_behind_it)
{
    CHECK_PASS("assume",
               "b0:\n  %0 = number 0\n  %1 = number 160\n  jump b1\n"
               "b1 <- b0 b2:\n  %2 = phi %0, %3\n  %4 = lt %2, %1\n  %5 = unbox.bool %4\n  branch %5, b2, b3\n"
               "b2 <- b1:\n  %3 = increment %2\n  jump b1\n"
               "b3 <- b1:\n  return %2\n",
               "b0:\n  %0 = number 0\n  %1 = number 1.6e+02\n  jump b1\n"
               "b1 <- b0 b2:\n  %3 = phi %0, %8\n  %4 = lt %3, %1\n  %5 = unbox.bool %4\n  branch %5, b2, b3\n"
               "b2 <- b1:\n  %7 = assume %3, %1, 1\n  %8 = increment %7\n  jump b1\n"
               "b3 <- b1:\n  %10 = assume %3, %1, 4\n  return %10\n");
}

TEST(a_typed_array_is_expected_where_built_ins_make_one)
{
    CHECK_PASS("represent",
               "b0:\n  %0 = param 0\n  %1 = global.get \"Float64Array\"\n  %2 = get %1, \"from\"\n  %3 = call %2, %1, %0, \"x\"\n"
               "  %4 = number 1\n  %5 = get.element %3, %4, 0\n  %6 = get %3, \"subarray\"\n  %7 = call %6, %3, %4, \"y\"\n"
               "  %8 = get.element %7, %5, 0\n  %9 = get.element %0, %8, 0\n  return %9\n",
               "b0:\n  %0 = param 0\n  %1 = global.get \"Float64Array\"\n  %2 = get %1, \"from\"\n  %3 = call %2, %1, %0, \"x\"\n"
               "  %4 = number 1\n  %5 = const.i64 1\n  %6 = get.index %3, %5, 12\n  %7 = get %3, \"subarray\"\n"
               "  %8 = call %7, %3, %4, \"y\"\n  %9 = get.element %8, %6, 12\n  %10 = get.element %0, %9, 0\n  return %10\n");
}

TEST(a_conversion_in_a_try_region_ends_its_block)
{
    CHECK_PASS("represent",
               "b0:\n  %0 = param 0\n  %1 = param 1\n  jump b1\n"
               "b1 <- b0 !b3:\n  %2 = div %1, %0\n  jump b2\n"
               "b2 <- b1:\n  return %2\n"
               "b3 <- b1:\n  %4 = phi %1\n  %3 = take.exception\n  return %3\n",
               "b0 !b3:\n  %0 = param 0\n  %1 = param 1\n  %2 = any.to.f64 %1\n  jump b1\n"
               "b1 <- b0 !b3:\n  %4 = any.to.f64 %0\n  jump b2\n"
               "b2 <- b1:\n  %6 = f64.div %2, %4\n  %7 = box.f64 %6\n  return %7\n"
               "b3 <- b0 b1:\n  %9 = take.exception\n  return %9\n");
}

/* Inlines function 0 (text: `callee`) into function 1, whose blocks are `before`, and compares these. */
static void check_inlined(const char *file, int line, const char *callee, const char *before, const char *after)
{
    Arena *arena = arena_new();
    const char *error = NULL;
    StrBuf text = {0}, out = {0};
    strbuf_addf(&text, "%s\nfunction 1 \"main\" normal module 0 params 2 captures 0 length 2 strict {\n%s}\n", callee, before);
    IrProgram *program = ir_parse(arena, strbuf_text(&text), &error);
    if (program)
        program->may_inline = true;
    if (!program || !ir_verify_program(program, &error) || !optimize_run(program, "inline") || !ir_verify_program(program, &error)) {
        unit_fail(file, line, error ? error : "no such pass");
    } else {
        ir_print_function(&out, program->functions->next);
        const char *blocks = strchr(strbuf_text(&out), '\n') + 1;
        ((char *)strbuf_text(&out))[out.length - 2] = 0;
        unit_check_text(file, line, blocks, after);
    }
    strbuf_free(&text);
    strbuf_free(&out);
    arena_free(arena);
}
#define CHECK_INLINED(callee, before, after) check_inlined(__FILE__, __LINE__, callee, before, after)
#define CALLEE "function 0 \"f\" normal module 0 params 2 captures 1 length 2 strict this {\n"
#define LOOP_BEGINS "b0:\n  %0 = param 0\n  %1 = param 1\n  jump b1\nb1 loop <- b0 b2:\n  %3 = to.boolean %1\n  branch %3, b2, b3\n"

TEST(a_call_in_a_loop_becomes_the_callee)
{
    CHECK_INLINED(CALLEE "b0:\n  %0 = param 0\n  %1 = param 1\n  %2 = capture 0\n  %3 = this\n  %4 = add %0, %2\n  %5 = add %4, %3\n"
                         "  %6 = add %5, %1\n  return %6\n}",
                  LOOP_BEGINS "b2 <- b1:\n  %5 = call.direct %0, %1, %0, @0\n  %6 = global.set %5, \"g\", 0\n  loop.check\n  jump b1\n"
                              "b3 <- b1:\n  return %0\n",
                  LOOP_BEGINS "b2 <- b1:\n  %5 = undefined\n  %6 = capture.inlined %0, 0, @0\n  %7 = add %0, %6\n  %8 = add %7, %1\n  %9 = add %8, %5\n"
                              "  %10 = global.set %9, \"g\", 0\n  loop.check\n  jump b1\n"
                              "b3 <- b1:\n  return %0\n");
}

TEST(a_call_outside_of_loops_stays)
{
    const char *text = "b0:\n  %0 = param 0\n  %1 = param 1\n  %2 = call.direct %0, %1, @0\n  return %2\n";
    CHECK_INLINED(CALLEE "b0:\n  %0 = param 0\n  return %0\n}", text, text);
}

TEST(what_an_inlined_callee_throws_goes_to_the_handler_of_the_call)
{
    CHECK_INLINED(CALLEE "b0:\n  %0 = param 0\n  %1 = negate %0\n  %2 = to.boolean %1\n  branch %2, b1, b2\n"
                         "b1 <- b0:\n  throw %0\n"
                         "b2 <- b0:\n  return %1\n}",
                  "b0:\n  %0 = param 0\n  %1 = param 1\n  jump b1\nb1 loop <- b0 b5:\n  %3 = to.boolean %1\n  branch %3, b2, b3\n"
                  "b2 <- b1 !b4:\n  %4 = call.direct %0, %1, %0, @0\n  jump b5\n"
                              "b3 <- b1:\n  return %0\n"
                              "b4 <- b2:\n  %6 = phi %1\n  %7 = take.exception\n  return %6\n"
                              "b5 <- b2:\n  loop.check\n  jump b1\n",
                  "b0:\n  %0 = param 0\n  %1 = param 1\n  jump b1\n"
                  "b1 loop <- b0 b5:\n  %3 = to.boolean %1\n  branch %3, b2, b6\n"
                  "b2 <- b1 !b7:\n  %5 = negate %0\n  jump b3\n"
                  "b3 <- b2:\n  %7 = to.boolean %5\n  branch %7, b4, b5\n"
                  "b4 <- b3 !b7:\n  %9 = throw %0\n"
                  "b5 <- b3:\n  loop.check\n  jump b1\n"
                  "b6 <- b1:\n  return %0\n"
                  "b7 <- b2 b4:\n  %13 = take.exception\n  return %1\n");
}

TEST(functions_that_depend_on_their_frame_are_not_inlined)
{
    static const char *const bodies[] = {"%0 = undefined\n  %1 = box.new %0\n  return %1",
                                         "%0 = closure @0\n  return %0"};
    const char *text = LOOP_BEGINS "b2 <- b1:\n  %5 = call.direct %0, %1, @0\n  %6 = global.set %5, \"g\", 0\n  loop.check\n  jump b1\n"
                                   "b3 <- b1:\n  return %0\n";
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char callee[300];
        snprintf(callee, sizeof callee, "%sb0:\n  %s\n}", CALLEE, bodies[i]);
        CHECK_INLINED(callee, text, text);
    }
}
