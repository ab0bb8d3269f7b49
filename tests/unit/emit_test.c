/* Emission: from textual IR to C. What the C does is tested by tests/conformance; here, what is easily got wrong. */
#include "unit.h"

#include <stdlib.h>

#include "emit/emit.h"

/* The text of the unit `index`; malloc's. */
static char *emit_text(const char *text, uint32_t functions_per_unit, size_t index, size_t *ret_units)
{
    Arena *arena = arena_new();
    const char *error = NULL;
    EmitUnits units = {0};
    EmitOptions options = {.functions_per_unit = functions_per_unit};
    IrProgram *program = ir_parse(arena, text, &error);
    if (!program || !ir_verify_program(program, &error)) {
        unit_fail(__FILE__, __LINE__, error);
        arena_free(arena);
        return strdup("");
    }
    emit_program(program, &options, &units);
    char *chosen = strdup(index < units.length ? strbuf_text(&units.items[index]) : "");
    *ret_units = units.length;
    emit_units_free(&units);
    arena_free(arena);
    return chosen;
}

static void check_emits(const char *file, int line, const char *text, const char *wanted)
{
    size_t units;
    char *got = emit_text(text, 0, 0, &units);
    if (!strstr(got, wanted)) {
        unit_fail(file, line, "the text is not in what was emitted");
        printf("--- want\n%s\n--- got\n%s\n---\n", wanted, got);
    }
    free(got);
}
#define CHECK_EMITS(text, wanted) check_emits(__FILE__, __LINE__, text, wanted)

TEST(phis_that_swap_go_through_temporaries)
{
    CHECK_EMITS("function 0 \"f\" normal module 0 params 2 {\n"
                "b0:\n  %0 = param 0\n  %1 = param 1\n  jump b1\n"
                "b1 <- b0 b1:\n  %2 = phi %0, %3\n  %3 = phi %1, %2\n  %4 = to.boolean %2\n  branch %4, b1, b2\n"
                "b2 <- b1:\n  return %3\n}\n",
                "    {\n    JsValue t3 = v4;\n    JsValue t4 = v3;\n    v3 = t3;\n    v4 = t4;\n    }\n    goto b1;\n");
}

TEST(what_lives_across_a_yield_is_saved_and_restored)
{
    CHECK_EMITS("function 0 \"g\" normal module 0 params 1 generator {\n"
                "b0:\n  %0 = param 0\n  generator.start\n  %2 = negate %0\n  %3 = yield %0\n  %4 = add %2, %3\n  return %4\n}\n",
                "    js_frame_store(g, 3, v2);\n    js_frame_store(g, 0, js_int(1));\n"
                "    js_generator_set_state(g, 1, JS_SUSPEND_YIELD);\n    return g->frame[1];\ns1:;\n    v2 = g->frame[3];\n"
                "    v3 = sent;\n");
}

TEST(a_direct_call_passes_what_the_target_uses)
{
    CHECK_EMITS("function 0 \"f\" normal module 0 params 1 {\n"
                "b0:\n  %0 = param 0\n  %1 = undefined\n  %2 = call.direct %0, %1, %0, %1, @1\n  return %2\n}\n"
                "function 1 \"h\" normal module 0 params 2 this {\nb0:\n  %0 = this\n  return %0\n}\n",
                "v2 = f1_h(JS_UNDEFINED, p0, JS_UNDEFINED);");
}

TEST(an_exception_goes_to_the_handler_with_its_phis)
{
    CHECK_EMITS("function 0 \"f\" normal module 0 params 2 {\n"
                "b0 !b2:\n  %0 = param 0\n  %1 = negate %0\n  jump b1\n"
                "b1 <- b0 !b2:\n  %2 = negate %1\n  jump b3\n"
                "b2 <- b0 b1:\n  %3 = phi %0, %1\n  %4 = take.exception\n  return %3\n"
                "b3 <- b1:\n  return %2\n}\n",
                "    v3 = js_op_negate(v1);\n    if (js_unlikely(v3 == JS_EXCEPTION)) {\n    v5 = v1;\n    goto b2;\n    }\n");
}

/* A loop that sums p0.x up; `in_loop` stands at its end. */
#define SUM_LOOP(in_loop)                                                                                              \
    "function 0 \"f\" normal module 0 params 2 {\n"                                                                     \
    "b0:\n  %0 = param 0\n  %1 = param 1\n  %2 = const.f64 0\n  jump b1\n"                                              \
    "b1 loop <- b0 b1:\n  %4 = phi.f64 %2, %7\n  %5 = get %0, \"x\"\n  %6 = any.to.f64 %5\n  %7 = f64.add %4, %6\n"     \
    "  %8 = const.f64 100\n  %9 = f64.lt %7, %8\n" in_loop "  branch %9, b1, b2\n"                                      \
    "b2 <- b1:\n  return %0\n}\n"

TEST(a_field_that_each_round_converts_is_held_as_a_number)
{
    CHECK_EMITS(SUM_LOOP(""), "    h0 = JS_SLOT_AT(p0, G0.offsets[0]);\n"
                              "    d0 = js_as_double(h0);\n"
                              "    if (js_unlikely(js_is_any_nan(d0, d0)) && !(js_try_to_f64(h0, &d0)))\n        goto slow4;\nloop1:;\n"
                              "    v5 = js_double(d0);\n    v6 = d0;\n    v7 = v4 + v6;\n");
}

TEST(a_held_field_follows_the_writes_of_the_loop)
{
    CHECK_EMITS(SUM_LOOP("  %10 = box.f64 %7\n  %11 = set %0, %10, \"x\", 0\n"),
                "    v10 = js_double(v7);\n    d0 = (double)v7;\n    JS_SLOT_AT(p0, G0.offsets[0]) = v10;\n");
    CHECK_EMITS(SUM_LOOP("  %10 = set %1, %0, \"x\", 0\n"),
                "    if (js_unlikely(p1 == p0)) {\n    if (js_unlikely(!js_try_to_f64(p0, &d0)))\n        goto slow10;\n    }\n");
    CHECK_EMITS(SUM_LOOP("  %10 = set %1, %0, \"y\", 0\n"), "loop1:;\n    v5 = js_double(d0);\n    v6 = d0;\n");
}

TEST(a_conversion_behind_a_write_converts_what_was_read_before_it)
{
    const char *loop = SUM_LOOP("  %10 = set %0, %1, \"x\", 0\n  %11 = any.to.f64 %5\n  %12 = f64.lt %11, %8\n");
    CHECK_EMITS(loop, "    v5 = h0;\n");
    CHECK_EMITS(loop, "    h0 = p1;\n    JS_SLOT_AT(p0, G0.offsets[0]) = p1;\n    if (js_unlikely(!js_try_to_f64(v5, &v11)))");
}

TEST(a_name_that_all_literals_have_at_one_place_has_a_constant_offset)
{
    CHECK_EMITS(SUM_LOOP("  %10 = object.literal %0, %1, \"y\", \"x\"\n"), "    h0 = JS_SLOT_AT(p0, JS_SLOT_OFFSET(1));\n");
    CHECK_EMITS(SUM_LOOP("  %10 = object.literal %0, %1, \"y\", \"x\"\n  %11 = object.literal %0, \"x\"\n"),
                "    h0 = JS_SLOT_AT(p0, G0.offsets[0]);\n");
}

/* A loop that counts to 100 by `step`; `in_loop` ends the round. */
#define COUNT_LOOP(step, in_loop)                                                                                      \
    "function 0 \"f\" normal module 0 params 1 {\n"                                                                     \
    "b0:\n  %0 = const.i32 0\n  %1 = const.i32 100\n  jump b1\n"                                                        \
    "b1 loop <- b0 b2:\n  %3 = phi.i32 %0, %7\n  %4 = i32.lt %3, %1\n  branch %4, b2, b3\n"                            \
    "b2 <- b1:\n  %6 = const.i32 " step "\n  %7 = i32.add %3, %6\n  loop.check\n" in_loop

TEST(a_counted_loop_pays_in_strips)
{
    const char *loop = COUNT_LOOP("1", "  jump b1\nb3 <- b1:\n  %10 = undefined\n  return %10\n}\n");
    CHECK_EMITS(loop, "    v3 = 0;\n    l1 = INT64_MIN;\nb1:;\n"
                      "    v4 = js_likely(v3 < l1) || js_next_strip(v3, 100, &l1, &fuel);\n    if (!v4) {\n");
    CHECK_EMITS(loop, "    v7 = (int32_t)((uint32_t)v3 + (uint32_t)1);\n    v3 = v7;\n    goto b1;\n");
}

TEST(a_loop_that_is_not_counted_or_left_from_within_pays_by_the_round)
{
    CHECK_EMITS(COUNT_LOOP("2", "  jump b1\nb3 <- b1:\n  %10 = undefined\n  return %10\n}\n"), "js_unlikely(--fuel == 0)");
    CHECK_EMITS("function 0 \"f\" normal module 0 params 1 {\n"
                "b0:\n  %0 = const.i32 0\n  %1 = const.i32 100\n  %2 = param 0\n  jump b1\n"
                "b1 loop <- b0 b3:\n  %4 = phi.i32 %0, %10\n  %5 = i32.lt %4, %1\n  branch %5, b2, b4\n"
                "b2 <- b1:\n  %7 = to.boolean %2\n  branch %7, b3, b4\n"
                "b3 <- b2:\n  %9 = const.i32 1\n  %10 = i32.add %4, %9\n  loop.check\n  jump b1\n"
                "b4 <- b1 b2:\n  return %2\n}\n", "js_unlikely(--fuel == 0)");
}

/* A module whose body consists of these blocks, and two functions. */
#define MODULE_OF_THREE(blocks)                                                                                        \
    "module 0 commonjs \"m.js\" body 0 entry\n\n"                                                                      \
    "function 0 \"f\" normal module 0 params 0 {\n" blocks "}\n"                                                       \
    "function 1 \"g\" normal module 0 params 0 {\nb0:\n  %0 = closure @2\n  return %0\n}\n"                            \
    "function 2 \"h\" normal module 0 params 0 {\nb0:\n  %0 = undefined\n  return %0\n}\n"
#define NO_LOOP "b0:\n  %0 = undefined\n  return %0\n"
#define ENDLESS_LOOP "b0:\n  jump b1\nb1 loop <- b0 b1:\n  loop.check\n  jump b1\n"

TEST(functions_spread_over_units)
{
    size_t units = 0;
    char *text = emit_text(MODULE_OF_THREE(NO_LOOP), 1, 1, &units);
    CHECK_INT(units, 3);
    CHECK(strstr(text, " f1_g("));
    CHECK(strstr(text, "extern const JsCode f2_h_code;"));
    CHECK(!strstr(text, "f0_f_code"));
    free(text);
}

TEST(a_body_without_loops_is_in_the_first_unit_of_several)
{
    size_t units = 0;
    char *text = emit_text(MODULE_OF_THREE(NO_LOOP), 1, 0, &units);
    CHECK(strstr(text, "\nJsValue f0_f(void)\n"));
    free(text);
    text = emit_text(MODULE_OF_THREE(ENDLESS_LOOP), 1, 0, &units);
    CHECK_INT(units, 4);
    CHECK(!strstr(text, "\nJsValue f0_f(void)\n"));
    free(text);
    text = emit_text(MODULE_OF_THREE(NO_LOOP), 3, 0, &units);
    CHECK_INT(units, 1);
    free(text);
}

TEST(functions_without_loops_are_compact_where_there_are_several_units)
{
    size_t units = 0;
    char *text = emit_text(MODULE_OF_THREE(ENDLESS_LOOP), 1, 1, &units);
    CHECK(strstr(text, "\nJsValue f0_f(void)\n"));
    CHECK(!strstr(text, "#define JS_COMPACT"));
    free(text);
    text = emit_text(MODULE_OF_THREE(ENDLESS_LOOP), 2, 2, &units);
    CHECK_INT(units, 3);
    CHECK(strstr(text, "#define JS_COMPACT\n#include \"sinew.h\""));
    CHECK(strstr(text, " f1_g(") && strstr(text, " f2_h("));
    free(text);
    text = emit_text(MODULE_OF_THREE(NO_LOOP), 3, 0, &units);
    CHECK(!strstr(text, "#define JS_COMPACT"));
    free(text);
}
